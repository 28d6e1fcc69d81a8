"""D40 (lines 644-653, 1540-1545): the theorem where N_1 > T/2.

Then arm 1 is the only one with more than T/2 pulls, so the first to cross T/2; Rew_1(T/2) =
OPT(T/2) by the first-arm lemma, and OPT(T)/ALG(T) <= OPT(T)/OPT(T/2) <= 5 by the Rew-ratio
corollary. For odd T the number T/2 is no count of pulls; at T = 1 and T = 3 the arm owes its pulls
to the initialisation, which does not choose, and it may pay 0.

For T > 2k and k >= 2 the arm has N >= 3 pulls. Then the per-arm bound N^2 OPT(T) <= T(T+1) Rew(f,N)
with T <= 2N - 1 gives 4 in place of 5. The printed argument is right from T = 4 on with floor(T/2),
if arm 1 is optimal there, since then Rew(g,T) <= 5 Rew(g,floor(T/2)).
"""

from imab_verify.ledger import Entry, Reading, cite, combine, play
from proofs.per_arm.per_arm import BY_THE_ESTIMATE, USES
from proofs.runs import at_last_pull_of_f

REW_LE_5_REW_IN_THE_RUN = at_last_pull_of_f(
    "rew_le_5_rew_of_half_of_pulls_in_run",
    "arm 1 had its last pull after the initialisation: OPT(T) <= 5 Rew_1(N_1)",
    "Rew(g,T) <= 5*Rew(f,N)",
    given=("2*N > T",),
    by=(*BY_THE_ESTIMATE, combine(USES, scale="M*(M+1)*N*N")),
)

REW_LE_4_REW_IN_THE_RUN = at_last_pull_of_f(
    "rew_le_4_rew_of_half_of_pulls_in_run",
    "4 in place of 5, where arm 1 had its last pull after the initialisation",
    "Rew(g,T) <= 4*Rew(f,N)",
    given=("2*N > T",),
    by=(*BY_THE_ESTIMATE, combine(USES, scale="M*(M+1)*N*N")),
)

ENTRY = Entry(
    id="D40",
    lines="644-653,1540-1545",
    slug="one-arm-has-most-pulls",
    title="Theorem, case 1: N_1 > T/2",
    statement=(
        "If N_1 > T/2 then arm 1 is the first to cross T/2 pulls, Rew_1(T/2) = OPT(T/2), "
        "and OPT(T)/ALG(T) <= OPT(T)/OPT(T/2) <= 5 <= 200k."
    ),
    literal=(
        Reading(
            "other_pulls_lt_half_of_half_of_pulls",
            "only one arm can have more than T/2 pulls",
            "2*B < T",
            given=("2*N > T", "N + B <= T", "B >= 0"),
        ),
        Reading(
            "rew_ge_at_half_horizon_of_half_of_pulls",
            "arm 1 is optimal for floor(T/2)",
            "Rew(f,T//2) >= Rew(g,T//2)",
            given=("2*N > T",),
            arms="f, g",
            policy="algorithm-1",
            where="N = N(f), B = N(g)",
            tries=(play("0", "1", T=3, f=1, g=2),),
        ),
        Reading(
            "rew_ge_rew_at_half_horizon",
            "ALG(T) >= Rew_1(N_1) >= Rew_1(T/2), rounded down",
            "Rew(f,N) >= Rew(f,T//2)",
            given=("2*N > T",),
        ),
        Reading(
            "opt_le_5_alg_of_half_of_pulls",
            "the ratio, any T",
            "OPT(T) <= 5*ALG(T)",
            given=("2*N > T",),
            policy="algorithm-1",
            where="N = N(f)",
            tries=(play("0", "1", T=1, f=1),),
        ),
        Reading("five_le_200k", "5 <= 200k", "5 <= 200*k"),
    ),
    beyond=(REW_LE_5_REW_IN_THE_RUN,),
    others=(
        Reading(
            "opt_le_5_alg_of_half_of_pulls_from_2",
            "the ratio, T >= 2",
            "OPT(T) <= 5*ALG(T)",
            given=("2*N > T", "T >= 2"),
            policy="algorithm-1",
            where="N = N(f)",
            tries=(play("0", "min(n, 3)/3", T=3, f=1),),
        ),
    ),
    repairs=(
        REW_LE_4_REW_IN_THE_RUN,
        Reading(
            "three_le_pulls_of_half_of_pulls",
            "T > 2k and two arms or more: N_1 >= 3",
            "N >= 3",
            given=("2*N > T", "T > 2*k", "k >= 2"),
        ),
        Reading(
            "rew_le_5_rew_of_rew_ge_at_half_horizon",
            ("floor(T/2) pulls, T >= 4: the printed argument with the optimal arm at floor(T/2)"),
            "Rew(g,T) <= 5*Rew(f,T//2)",
            given=("Rew(f,T//2) >= Rew(g,T//2)", "T >= 4"),
            arms="f, g",
            by=(
                cite("rew_ratio_ge_fifth_at_floor_of_horizon_ge_4", f="g"),
                combine({"given 1": "5", "rew_ratio_ge_fifth_at_floor_of_horizon_ge_4": "5"}),
            ),
        ),
    ),
    relies_on=("D8", "D21"),
    finding=(
        "For odd T the number T/2 is no count of pulls, and at T = 1 and T = 3 the arm "
        "in question owes its pulls to the initialisation; for T > 2k the case is right, "
        "even with 4 in place of 5."
    ),
    printed=(
        r"$N_1 > T/2$ implies $\frac{\mathrm{OPT}(I,T)}{\mathrm{ALG}(I,T)} \le "
        r"\frac{\mathrm{OPT}(I,T)}{\mathrm{OPT}(I,T/2)} \le 5$"
    ),
    corrected=(
        r"For $k \ge 2$ and $T > 2k$, $N_1 > T/2$ implies "
        r"$\frac{\mathrm{OPT}(I,T)}{\mathrm{ALG}(I,T)} \le 4$."
    ),
)
