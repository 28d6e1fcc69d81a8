"""Statements of proofs/worst_case made slightly too strong."""

from imab_verify.ledger import Reading, at, play
from proofs.runs import LAST_PULL_OF_F

MUTANTS = {
    "F1": (
        Reading(
            name="alg_ge_larger_weight_of_final_counts",
            says="the weight of the final counts and one more",
            claim="T*(T+1)*ALG(T) >= (S + T - 2*(k-1) - 4*z - d + 1)*OPT(T)",
            given=("T >= 2*k", "Rew(o,T) >= OPT(T)", "z >= 0", "L >= 0", "d >= 0", "d >= L - 2"),
            arms="o",
            policy="algorithm-1",
            where="S = squares, z = idle arms other than o, L = most other than o",
            tries=(play("2/12", "min(n, 3)/12", "min(n, 12)/12", T=12, o=3, d=2),),
        ),
        Reading(
            name="rew_at_last_pull_ge_late_share",
            says="the share of a late last pull at any level",
            claim="T*(T+1)*Rew(f,N) >= (N-1)*(N+2)*Rew(g,T)",
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
            tries=(play("2/8", "min(n, 8)/8", T=8, f=1, g=2),),
        ),
        Reading(
            name="late_estimate_le_smaller_rew",
            says="N(N+1) in the place of (N-1)(N+2)",
            claim="N*(N+1)*P(f,N-1,M) <= M*(M+1)*Rew(f,N)",
            given=("N >= 3", "M >= N"),
        ),
        Reading(
            name="reward_after_next_crossing_ge_one_more",
            says="one more for the next crossing",
            claim="T*(T+1)*(Rew(f,b) + h(d+1)) >= ((b+1)**2 + d + 1)*Rew(g,T)",
            given=(
                "Rew(f,b) >= Rew(g,b)",
                "Rew(f,b) >= Rew(h,b)",
                "Rew(h,d) >= Rew(g,d)",
                "b < d",
                "d <= T",
            ),
            arms="f, g, h",
            tries=(at(b=2, d=3, T=3, f="min(n, 3)/3", g="min(n, 3)/3", h="min(n, 3)/3"),),
        ),
    ),
    "F2": (
        Reading(
            name="opt_le_k_alg_from_2k",
            says="from T = 2k on",
            claim="OPT(T) <= k*ALG(T)",
            given=("T >= 2*k", "k >= 2"),
            policy="algorithm-1",
        ),
        Reading(
            name="opt_le_k_less_a_thousandth_alg_from_4k",
            says="k - 1/1000",
            claim="OPT(T) <= (k - 1/1000)*ALG(T)",
            given=("T >= 4*k", "k >= 2"),
            policy="algorithm-1",
        ),
        Reading(
            name="opt_le_exact_ratio_from_4k_plus_one_of_dvd",
            says="one more in the bracket",
            claim="((T//k+1)*T - T//k - 2*(k-2) + 1)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T >= 4*k", "k >= 2", "T % k == 0"),
            policy="algorithm-1",
        ),
        Reading(
            name="opt_le_exact_ratio_of_dvd_for_all_from_4k",
            says="without [r > 0]",
            claim="((T//k+1)*(T + T%k) - T//k - 2*(k-2))*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T >= 4*k", "k >= 2"),
            policy="algorithm-1",
            tries=(play("5/26", "min(n, 3)/13", "min(n, 13)/13", T=13),),
        ),
        Reading(
            name="exact_ratio_from_4k_less_one_attained_of_dvd",
            says="one less in the bracket is attained",
            claim="((T//k+1)*T - T//k - 2*(k-2) - 1)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T >= 4*k", "k >= 2", "T % k == 0"),
            policy="some algorithm-1",
        ),
    ),
    "F3": (
        Reading(
            name="opt_le_2_alg_of_two_arms_from_5",
            says="from T = 5 on",
            claim="OPT(T) <= 2*ALG(T)",
            given=("k == 2", "T >= 5"),
            policy="algorithm-1",
        ),
        Reading(
            name="opt_le_2_less_a_thousandth_alg_of_two_arms",
            says="2 - 1/1000, from T = 100 on",
            claim="OPT(T) <= 1999/1000*ALG(T)",
            given=("k == 2", "T >= 100"),
            policy="algorithm-1",
            tries=(play("25/100", "min(n, 100)/100", T=100),),
        ),
        Reading(
            name="two_and_a_thousandth_attained_by_two_arms",
            says="2 + 1/1000 is attained",
            claim="OPT(T) >= 2001/1000*ALG(T)",
            given=("k == 2", "T >= 7"),
            policy="some algorithm-1",
        ),
    ),
    "F4": (
        Reading(
            name="opt_le_ratio_at_2k_plus_1_of_13",
            says="13 at T = 2k + 1",
            claim="13*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T == 2*k + 1",),
            policy="algorithm-1",
        ),
        Reading(
            name="opt_le_exact_ratio_up_to_4k_plus_one",
            says="9D + 1",
            claim="(9*(T-2*k) + 1)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T >= 2*k + 4",),
            policy="algorithm-1",
            tries=(play("2/12", "min(n, 12)/12", "0", "0", T=12),),
        ),
        Reading(
            name="exact_ratio_of_11_attained_at_2k_plus_1",
            says="11 is attained at T = 2k + 1",
            claim="11*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T == 2*k + 1",),
            policy="some algorithm-1",
        ),
    ),
    "F8": (
        Reading(
            name="opt_le_32k_alg_beyond_2k_up_to_100_arms",
            says="32k up to 100 arms",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T > 2*k", "k <= 100"),
            policy="algorithm-1",
            tries=(play(*("0",) * 99, "min(n, 201)/201", T=201),),
        ),
        Reading(
            name="opt_le_200k_alg_from_2k_up_to_598_arms",
            says="200k from T = 2k on",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T >= 2*k", "k <= 598"),
            policy="algorithm-1",
            tries=(play(*("0",) * 597, "min(n, 1196)/1196", T=1196),),
        ),
        Reading(
            name="opt_gt_32k_alg_attained_from_2_arms",
            says="32k is exceeded from two arms on",
            claim="OPT(T) > 32*k*ALG(T)",
            given=("T == 2*k + 1", "k >= 2"),
            policy="some algorithm-1",
        ),
    ),
}
