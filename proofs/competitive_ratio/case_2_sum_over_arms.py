"""D41 (lines 655-661, 1548-1556): the theorem where N_1 <= T/2, by the sum over arms.

The paper sums the per-arm lemma, ALG/OPT >= sum_i N_i^2/(200 T^2) >= 1/(200k). That lemma gives
nothing for an arm with two pulls or fewer, which may have paid 0, so the first step is false, and
so is the conclusion for T < k and at T = 2k for k >= 300.

With the per-arm bound for N >= 3, N^2 OPT(T) <= T(T+1) Rew(f,N), the sum works if N^2 is replaced
by a line below it that is <= 0 at N = 2:

    k^2 N^2 - (2kTN - T^2) = (kN - T)^2 >= 0,    and 4kT - T^2 <= 0 for T >= 4k;
    N^2 >= 8(N-2)                                for 2k < T < 4k.

The tangents sum up to kT^2, so that T OPT(T) <= k(T+1) ALG(T).
"""

from imab_verify.ledger import Entry, Reading, Repair, combine, play
from proofs.competitive_ratio.competitive_ratio_32k import OPT_LE_K_ALG
from proofs.per_arm.per_arm import OPT_LE_REW

ENTRY = Entry(
    id="D41",
    lines="655-661,1548-1556",
    slug="sum-over-arms",
    title="Theorem, case 2: N_1 <= T/2",
    statement=(
        "If N_1 <= T/2 then ALG(T)/OPT(T) >= sum_i N_i^2/(200 T^2) >= 1/(200k), by the "
        "per-arm lemma and Cauchy-Schwarz."
    ),
    literal=(
        OPT_LE_REW,
        Reading(
            "sum_of_squares_times_opt_le_of_three_arms",
            "the sum, for three arms with A, B and C pulls",
            "(A*A + B*B + C*C)*OPT(T) <= 200*T*T*ALG(T)",
            given=("k == 3", "2*L <= T", "A >= 0", "B >= 0", "C >= 0"),
            integers=("C",),
            arms="e, f, g",
            policy="algorithm-1",
            where=("A = N(e), B = N(f), C = N(g), L = most, e and f and g are different arms"),
            tries=(play("0", "0", "1", T=2, e=1, f=2, g=3),),
        ),
        Reading(
            "opt_le_200k_alg_of_no_half_of_pulls",
            "the ratio, any T",
            "OPT(T) <= 200*k*ALG(T)",
            given=("2*L <= T",),
            policy="algorithm-1",
            where="L = most",
            tries=(play("0", "0", "1", T=2),),
        ),
    ),
    beyond=(
        Reading(
            "opt_le_200k_alg_of_no_half_of_pulls_from_2k",
            "the ratio, T >= 2k",
            "OPT(T) <= 200*k*ALG(T)",
            given=("2*L <= T", "T >= 2*k"),
            policy="algorithm-1",
            where="L = most",
            tries=(play(*("0",) * 299, "min(n, 600)/600", T=600),),
        ),
    ),
    repairs=(
        OPT_LE_K_ALG,
        Repair(
            statement="the printed sum, with the per-arm bound for N_i >= 3 and a tangent of N^2",
            obligations=(
                Reading(
                    "rew_ge_tangent_times_rew",
                    "an arm with N >= 3 pulls: a line below the per-arm bound",
                    "k*k*T*(T+1)*Rew(f,N) >= (2*k*T*N - T*T)*Rew(g,T)",
                    given=("N*N*Rew(g,T) <= T*(T+1)*Rew(f,N)", "Rew(g,T) >= 0"),
                    arms="f, g",
                    by=(combine({"given 1": "k*k", "given 2": "(k*N-T)**2"}),),
                ),
                Reading(
                    "square_sub_tangent_eq_square",
                    "the line is a tangent of N^2 at T/k",
                    "k*k*N*N - (2*k*T*N - T*T) == (k*N-T)**2 and k*(k*N-T)**2 >= 0",
                ),
                Reading(
                    "tangent_at_two_pulls_nonpos_from_4k",
                    "an arm with two pulls: the line is <= 0 there, for T >= 4k",
                    "2*k*T*2 - T*T <= 0",
                    given=("T >= 4*k",),
                ),
                Reading(
                    "sum_of_tangents_eq",
                    "summed over k arms with T pulls: ALG/OPT >= k T^2/(k^2 T(T+1))",
                    "2*k*T*T - k*T*T == k*T*T and k*T*T/(k*k*T*(T+1)) == T/(k*(T+1))",
                ),
                Reading(
                    "square_ge_line_through_two_pulls",
                    "for 2k < T < 4k the line 8(N-2)",
                    "N*N >= 8*(N-2)",
                ),
            ),
            prose=("the lines are added over the arms, using N_1 + ... + N_k = T",),
        ),
    ),
    relies_on=("D22", "D42"),
    finding=(
        "The per-arm lemma gives nothing for arms with two pulls, so the sum must run "
        "over the others; a tangent of N^2 that is <= 0 at N = 2 repairs the sum for T "
        ">= 4k."
    ),
    printed=(
        r"$\frac{\mathrm{ALG}(I,T)}{\mathrm{OPT}(I,T)} = \sum_{i\in [k]} "
        r"\frac{\mathrm{Rew}_i(N_i)}{\mathrm{OPT}(I,T)} \ge \sum_{i\in[k]} "
        r"\frac{N_i^2}{200T^2} \ge \frac{1}{200k}$"
    ),
    corrected=(
        r"For $T \ge 4k$, $\mathrm{Rew}_i(N_i) \ge \frac{2mN_i - "
        r"m^2}{T(T+1)}\,\mathrm{OPT}(I,T)$ with $m = T/k$ for every arm, and the sum is "
        r"$\frac{\mathrm{ALG}(I,T)}{\mathrm{OPT}(I,T)} \ge \frac{T}{k(T+1)}$."
    ),
)
