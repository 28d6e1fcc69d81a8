"""D25: N_i >= 2 implies N_i - 1 >= N_i/2."""

from imab_verify.ledger import Entry, Reading, play

ENTRY = Entry(
    id="D25",
    lines="1420",
    slug="half-of-the-pulls",
    title="N_i >= 2 implies N_i - 1 >= N_i/2",
    statement="N_i >= 2 implies N_i - 1 >= N_i/2.",
    literal=(
        Reading(
            name="d25_literal_1",
            says="as written",
            claim="N-1 >= N/2",
            given=("N >= 2",),
        ),
    ),
    others=(
        Reading(
            name="d25_other_1",
            says="every arm has N_i >= 2",
            claim="N >= 2",
            given=("N >= 0",),
            policy="algorithm-1",
            where="N = N(f)",
            tries=(play("0", T=1, f=1),),
        ),
    ),
    finding="N_i >= 2 is known for T >= 2k only.",
)
