"""D24: Case 1: Rew_i(N_i) >= OPT(N_i - 1) >= OPT(N_i/2)."""

from imab_verify.ledger import Entry, Reading, play
from proofs.runs import ANY_LAST_PULL_OF_F, LAST_PULL_OF_F

ENTRY = Entry(
    id="D24",
    lines="1414-1419",
    slug="case-1-optimal",
    title="Case 1: Rew_i(N_i) >= OPT(N_i - 1) >= OPT(N_i/2)",
    statement=(
        "If arm i is the first to cross N_i - 1 pulls then Rew_i(N_i) >= Rew_i(N_i-1) = "
        "OPT(N_i-1) >= OPT(N_i/2)."
    ),
    literal=(
        Reading(
            name="d24_literal_1",
            says="Rew is nondecreasing",
            claim="Rew(f,N) >= Rew(f,N-1)",
        ),
        Reading(
            name="d24_literal_2",
            says="Rew_i(N_i) >= OPT(N_i-1)",
            claim="Rew(f,N) >= Rew(g,N-1)",
            given=("M == N-1", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("0", "1", T=4, f=1, g=2),),
        ),
        Reading(
            name="d24_literal_3",
            says="OPT(N_i-1) >= OPT(N_i/2), rounded up",
            claim="Rew(g,N-1) >= Rew(g,(N+1)//2)",
            given=("N >= 2",),
            arms="g",
        ),
    ),
    repairs=(
        Reading(
            name="d24_repair_1",
            says="N_i >= 3",
            claim="Rew(f,N) >= Rew(g,N-1)",
            given=("M == N-1",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
        ),
    ),
    relies_on=("D8", "D25"),
    finding="Rests on the first-arm lemma, so it needs N_i >= 3.",
)
