"""D27: "Substituting N_i = alpha T/k"."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D27",
    lines="1428",
    slug="substituted-count",
    title='"Substituting N_i = alpha T/k"',
    statement="With alpha defined by N_i/2 = alpha T/k, the step substitutes N_i = alpha T/k.",
    literal=(
        Reading(
            name="d27_literal_1",
            says="N_i = alpha T/k for alpha = k N_i/(2T)",
            claim="N == k*N/(2*T)*T/k",
        ),
    ),
    repairs=(
        Reading(
            name="d27_repair_1",
            says="N_i/2 = alpha T/k",
            claim="N/2 == k*N/(2*T)*T/k",
        ),
    ),
    finding=(
        "A slip in the remark: N_i/2 = alpha T/k is what is substituted; the next lines use that."
    ),
)
