"""D29, D30 and D31: case 2, the step t of the last pull of arm i (lines 1409-1440).

Arm i is not the first to cross N_i - 1 pulls. At the step t of its last pull let N be the largest
count, l the first arm that had N pulls, N'_l = N - 1, a = N_i - 1 and b = N - a. The proof says

    D29    p_i(t) >= p_j(t) for all arms j, since arm i is pulled,
    D30    b = N'_l - N_i + 2 >= 1, since some arm has N_i pulls,
    D31    Rew_l(N'_l) = OPT(N'_l), by the first-arm lemma.

The two cases of the proof are exhaustive. For N_i = 2 the step t belongs to the initialisation: no
estimates are compared and D29 is false; N'_l can be 1, and D31 is false. For N_i >= 3 both hold.
D30 holds always.

In D30 and in what follows it n = N_i and q = N'_l. In D31 f is the arm l.
"""

from imab_verify.ledger import Entry, Reading, Slip, play
from proofs.first_arm.first_arm import REW_GE_OF_FIRST
from proofs.runs import ANY_LAST_PULL_OF_F, at_last_pull_of_f

ESTIMATE_MAX_AT_LAST_PULL = at_last_pull_of_f(
    "estimate_max_at_last_pull",
    "N_i >= 3, in both cases",
    "P(f,N-1,M) >= P(g,B,M)",
)

CASE_2_ESTIMATES = Entry(
    id="D29",
    lines="1409-1412,1435",
    slug="case-2-estimates",
    title="Case 2: the step t and the comparison of estimates",
    statement=(
        "Arm i is the first to cross N_i - 1 pulls or it is not; in the second case it "
        "was pulled at step t because p_i(t) >= p_j(t) for all arms j."
    ),
    literal=(
        Reading(
            "estimate_max_of_not_first_at_any_stage",
            "p_i(t) >= p_j(t), some arm has N_i pulls before",
            "P(f,N-1,M) >= P(g,B,M)",
            given=("N >= 2", "M >= N", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("1", "0", T=4, f=2, g=1),),
        ),
    ),
    beyond=(ESTIMATE_MAX_AT_LAST_PULL,),
    repairs=(ESTIMATE_MAX_AT_LAST_PULL,),
    convention="N_i >= 2, so that an estimate of arm i exists.",
    finding=(
        "The two cases are exhaustive, but for N_i = 2 the pull belongs to the "
        "initialisation and no estimates are compared."
    ),
    printed=(
        r"Further, we know that Algorithm 1 pulled arm $i$ at time step $t$. This implies [...] "
        r"$p_i(t) \ge \mathrm{Rew}_\ell(N'_\ell + 1)$ (Since this equal $p_\ell(t)$ and arm $i$ "
        r"was pulled)"
    ),
    corrected=(
        r"For $N_i \ge 3$, arm $i$ was pulled at step $t$ because $p_i(t) \ge p_j(t)$ for "
        r"all arms $j$."
    ),
)

GAP_AT_LEAST_ONE = Entry(
    id="D30",
    lines="1439",
    slug="gap-at-least-one",
    title="b = N - a >= 1",
    statement="b = N'_l + 1 - (N_i - 1) = N'_l - N_i + 2 and, in case 2, b >= 1.",
    literal=(
        Reading("gap_eq_level_sub_pulls", "the two forms", "q + 1 - (n-1) == q - n + 2"),
        Reading(
            "gap_ge_1",
            "b >= 1, since some arm has B >= N_i pulls and N'_l + 1 is the largest count",
            "(q-n+2) >= 1",
            given=("B >= n", "q+1 >= B"),
        ),
    ),
    relies_on=("D29",),
)

LEADER_OPTIMAL = Entry(
    id="D31",
    lines="1440",
    slug="leader-optimal",
    title="Rew_l(N'_l) = OPT(N'_l)",
    statement="The first arm l to be pulled for the N-th time, N = N'_l + 1, is optimal at N'_l.",
    literal=(
        Reading(
            "rew_ge_of_first_of_pulls_le_half",
            "N'_l >= 1, where N_1 <= T/2",
            "Rew(f,M) >= Rew(g,M)",
            given=("M == N-1", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("0", "1", T=4, f=1, g=2),),
        ),
    ),
    beyond=(REW_GE_OF_FIRST,),
    repairs=(REW_GE_OF_FIRST,),
    slips=(
        Slip(
            line="1440",
            printed="Rew_l(N'_l) = OPT_l(I, N'_l).",
            meant="OPT(I, N'_l): OPT has no index.",
        ),
    ),
    relies_on=("D8",),
    convention="Here f is the arm l and M = N'_l.",
    finding="False for N'_l = 1, which is the case N_i = 2; true for N_i >= 3.",
    printed=r"$\mathrm{Rew}_\ell(N'_\ell) = \mathrm{OPT}_\ell(I,N'_\ell)$",
    corrected=r"For $N'_\ell \ge 2$, $\mathrm{Rew}_\ell(N'_\ell) = \mathrm{OPT}(I,N'_\ell)$.",
)

ENTRIES = (CASE_2_ESTIMATES, GAP_AT_LEAST_ONE, LEADER_OPTIMAL)
