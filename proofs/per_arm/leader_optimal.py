"""D31: Rew_l(N'_l) = OPT(N'_l)."""

from imab_verify.ledger import Entry, Reading, play
from proofs.runs import ANY_LAST_PULL_OF_F, LAST_PULL_OF_F

ENTRY = Entry(
    id="D31",
    lines="1440",
    slug="leader-optimal",
    title="Rew_l(N'_l) = OPT(N'_l)",
    statement="The first arm l to be pulled for the N-th time, N = N'_l + 1, is optimal at N'_l.",
    literal=(
        Reading(
            name="d31_literal_1",
            says="N'_l >= 1, where N_1 <= T/2",
            claim="Rew(f,M) >= Rew(g,M)",
            given=("M == N-1", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("0", "1", T=4, f=1, g=2),),
        ),
    ),
    repairs=(
        Reading(
            name="d31_repair_1",
            says="N'_l >= 2, which N_i >= 3 gives",
            claim="Rew(f,M) >= Rew(g,M)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
        ),
    ),
    relies_on=("D8",),
    convention="Here f is the arm l and M = N'_l.",
    finding="False for N'_l = 1, which is the case N_i = 2; true for N_i >= 3.",
)
