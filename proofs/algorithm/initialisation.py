"""D1: Initialisation: every arm twice, in 2k steps."""

from imab_verify.ledger import Entry, Reading, play

ENTRY = Entry(
    id="D1",
    lines="447-449",
    slug="initialisation",
    title="Initialisation: every arm twice, in 2k steps",
    statement=(
        "Pulling every arm twice takes 2k steps and makes Delta_i(2) = f_i(2) - f_i(1) known."
    ),
    literal=(
        Reading(
            name="d1_literal_1",
            says="the increment",
            claim="Delta(f,2) == f(2) - f(1)",
        ),
        Reading(
            name="d1_literal_2",
            says="it is the difference of what two pulls paid",
            claim="Delta(f,2) == Rew(f,2) - 2*Rew(f,1)",
        ),
    ),
    others=(
        Reading(
            name="d1_other_1",
            says="every arm has two pulls at every horizon",
            claim="N >= 2",
            given=("N >= 0",),
            policy="algorithm-1",
            where="N = N(f)",
            tries=(play("0", T=1, f=1),),
        ),
        Reading(
            name="d1_other_2",
            says="every arm has a pull at every horizon",
            claim="N >= 1",
            given=("N >= 0",),
            policy="algorithm-1",
            where="N = N(f)",
            tries=(play("0", "0", T=1, f=2),),
        ),
    ),
    prose=("that the first 2k steps pull every arm twice is how the algorithm is defined",),
    finding="For T < 2k the initialisation does not end, and some arms have one pull or none.",
)
