"""D26: N_i/2 = alpha T/k and N_i <= T/2 give alpha <= k/2."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D26",
    lines="1425",
    slug="alpha-from-half",
    title="N_i/2 = alpha T/k and N_i <= T/2 give alpha <= k/2",
    statement="If N_i/2 = alpha T/k and N_i <= T/2 then alpha <= k/2.",
    literal=(
        Reading(
            name="d26_literal_1",
            says="alpha = k N_i/(2T)",
            claim="k*N/(2*T) <= k/2",
            given=("2*N <= T",),
        ),
    ),
    repairs=(
        Reading(
            name="d26_repair_1",
            says="alpha <= k/4",
            claim="k*N/(2*T) <= k/4",
            given=("2*N <= T",),
        ),
    ),
)
