"""D1 (lines 447-449): the initialisation.

Pulling every arm twice takes 2k steps and makes known

    Delta(f,2) = f(2) - f(1) = Rew(f,2) - 2 Rew(f,1).

Nothing is said about a horizon T < 2k. There the run ends within the initialisation, and an arm may
have one pull (k = T = 1) or none (the second arm at T = 1): every statement about all T has to face
such arms.
"""

from imab_verify.ledger import Entry, Reading, Status, play

TWO_LE_PULLS = Reading(
    "two_le_pulls",
    "every arm has two pulls at every horizon",
    "N >= 2",
    given=("N >= 0",),
    policy="algorithm-1",
    where="N = N(f)",
    tries=(play("0", T=1, f=1),),
)

ENTRY = Entry(
    id="D1",
    lines="447-449",
    slug="initialisation",
    title="Initialisation: every arm twice, in 2k steps",
    statement=(
        "Pulling every arm twice takes 2k steps and makes Delta_i(2) = f_i(2) - f_i(1) known."
    ),
    others=(
        Reading(
            "second_increment_eq_rew_sub",
            "the increment from what the first pull and both together paid",
            "Delta(f,2) == Rew(f,2) - 2*Rew(f,1)",
        ),
        TWO_LE_PULLS,
        Reading(
            "one_le_pulls",
            "every arm has a pull at every horizon",
            "N >= 1",
            given=("N >= 0",),
            policy="algorithm-1",
            where="N = N(f)",
            tries=(play("0", "0", T=1, f=2),),
        ),
    ),
    kind=Status.DEFINITION,
    reason="This is how the algorithm begins, and what Delta_i(2) means; T >= 2k is not said.",
    finding="For T < 2k the initialisation does not end, and some arms have one pull or none.",
)
