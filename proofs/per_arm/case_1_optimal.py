"""D24 and D25: case 1, arm i is optimal at N_i - 1 (lines 1414-1420).

If arm i is the first to cross N_i - 1 pulls then

    Rew_i(N_i) >= Rew_i(N_i - 1) = OPT(N_i - 1) >= OPT(N_i/2),

the last because N_i >= 2 implies N_i - 1 >= N_i/2 (D25) and OPT is nondecreasing. The equation is
the first-arm lemma, which is false for N_i = 2: so is D24 (arms 0 and 1). For N_i >= 3 it holds,
whatever N_1 is. D25 is right; that every arm has N_i >= 2 is known for T >= 2k only.
"""

from imab_verify.ledger import Entry, Reading, Severity, play
from proofs.algorithm.initialisation import TWO_LE_PULLS
from proofs.runs import ANY_LAST_PULL_OF_F, BY_ITS_ESTIMATE, at_last_pull_of_f

REW_GE_OPT_ONE_PULL_BEFORE = at_last_pull_of_f(
    "rew_ge_opt_one_pull_before",
    "N_i >= 3",
    "Rew(f,N) >= Rew(g,N-1)",
    given=("M == N-1",),
    by=BY_ITS_ESTIMATE,
)

CASE_1_OPTIMAL = Entry(
    id="D24",
    lines="1414-1419",
    slug="case-1-optimal",
    title="Case 1: Rew_i(N_i) >= OPT(N_i - 1) >= OPT(N_i/2)",
    statement=(
        "If arm i is the first to cross N_i - 1 pulls then Rew_i(N_i) >= Rew_i(N_i-1) = "
        "OPT(N_i-1) >= OPT(N_i/2)."
    ),
    literal=(
        Reading("rew_ge_rew_one_pull_before", "Rew is nondecreasing", "Rew(f,N) >= Rew(f,N-1)"),
        Reading(
            "rew_ge_opt_one_pull_before_at_any_stage",
            "Rew_i(N_i) >= OPT(N_i-1)",
            "Rew(f,N) >= Rew(g,N-1)",
            given=("M == N-1", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("0", "1", T=4, f=1, g=2),),
        ),
        Reading(
            "opt_one_pull_before_ge_opt_at_half",
            "OPT(N_i-1) >= OPT(N_i/2), rounded up",
            "Rew(g,N-1) >= Rew(g,(N+1)//2)",
            given=("N >= 2",),
            arms="g",
        ),
    ),
    beyond=(REW_GE_OPT_ONE_PULL_BEFORE,),
    repairs=(REW_GE_OPT_ONE_PULL_BEFORE,),
    relies_on=("D8", "D25"),
    finding="Rests on the first-arm lemma, so it needs N_i >= 3.",
    printed=r"$\mathrm{Rew}_i(N_i - 1) = \mathrm{OPT}(I, N_i - 1)$",
    corrected=r"For $N_i \ge 3$, $\mathrm{Rew}_i(N_i - 1) = \mathrm{OPT}(I, N_i - 1)$.",
)

HALF_OF_THE_PULLS = Entry(
    id="D25",
    lines="1420",
    slug="half-of-the-pulls",
    severity=Severity.REMARK,
    title="N_i >= 2 implies N_i - 1 >= N_i/2",
    statement="N_i >= 2 implies N_i - 1 >= N_i/2.",
    literal=(Reading("pulls_before_last_ge_half", "as written", "N-1 >= N/2", given=("N >= 2",)),),
    others=(TWO_LE_PULLS,),
    finding="N_i >= 2 is known for T >= 2k only.",
)

ENTRIES = (CASE_1_OPTIMAL, HALF_OF_THE_PULLS)
