"""B1: the lower-bound theorem (lines 357-364).

For every algorithm and every T there is an instance of k arms with regret at least cT and ratio at
least k/2. Let q = floor(T/k), and let I_0 have k arms min(n,q)/T. In the run on I_0 some arm l gets
N_l <= q pulls, since k(q+1) > T. Let arm l alone go on, f_l(n) = min(n,T)/T: up to q pulls that is
the same, so the algorithm sees the same rewards and pulls the same arms. For the capped arm f_0

    ALG(T) = sum_i Rew(f_0,N_i) <= Rew(f_0,T) = q(2T-q+1)/(2T),      OPT(T) = (T+1)/2,
    OPT - ALG >= (T-q)(T-q+1)/(2T) >= (k-1)^2/(2k^2) T,
    OPT/ALG >= T(T+1)/(q(2T-q+1)) >= k(T+1)/(2T) > k/2        (ALG = 0 < OPT where T < k).

So the theorem holds for all k and T, with a better constant than the paper's (k-2)/(2k): it is 1/8
for two arms, 2/9 for three, and tends to 1/2. With one arm there is no regret. The adversary of the
certificates is this one: the last arm to pass q pulls goes on, and none passes q. F6 and F10 have
more than k/2 and 1/8.
"""

from imab_verify.ledger import Entry, Reading, Severity

ALL_ABOVE_FLOOR_EXCEED_HORIZON = Reading(
    "all_above_floor_exceed_horizon",
    "some arm has at most floor(T/k) pulls: one more for all of them is more than T",
    "k*(T//k + 1) > T",
)

LINE_REW_EQ = Reading(
    "line_rew_eq",
    "the arm that goes on has OPT(T) = (T+1)/2",
    "Rew(f,T) == (T+1)/2",
    given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
)

OPT_LE_ALG_OF_ONE_ARM = Reading(
    "opt_le_alg_of_one_arm",
    "one arm: every algorithm pulls it always, and has no regret",
    "OPT(T) <= ALG(T)",
    given=("k == 1",),
    policy="any",
)

INDISTINGUISHABLE = (
    "indistinguishability: let all arms be capped at q and let l be an arm with N_l "
    "<= q in that run; if arm l alone goes on, the algorithm sees the same rewards "
    "and pulls the same arms"
)

LOWER_BOUND_OF_TWO_ARMS = Reading(
    "regret_and_ratio_ge_for_every_policy",
    (
        "for k >= 2, every deterministic algorithm, also one that knows T, and every T there is "
        "an instance with regret at least (k-1)^2/(2k^2) T and ratio at least k/2"
    ),
    "OPT(T) - ALG(T) >= (k-1)**2/(2*k**2)*T and OPT(T) >= k/2*ALG(T)",
    given=("k >= 2",),
    policy="every",
)

SHARPER_LOWER_BOUND = Reading(
    "regret_ge_eighth_and_ratio_ge_for_every_policy",
    "the same with regret at least T/8 and ratio at least k^2/(2k-1)",
    "OPT(T) - ALG(T) >= T/8 and OPT(T) >= k**2/(2*k-1)*ALG(T)",
    given=("k >= 2",),
    policy="every",
)

ENTRY = Entry(
    id="B1",
    lines="357-364",
    number="Theorem 1",
    slug="lower-bound",
    severity=Severity.MAIN,
    title="Lower-bound theorem",
    statement=(
        "For every algorithm and every T there is an instance of k arms with regret at "
        "least cT, for some constant c, and competitive ratio at least k/2."
    ),
    negation=(OPT_LE_ALG_OF_ONE_ARM,),
    repairs=(LOWER_BOUND_OF_TWO_ARMS, SHARPER_LOWER_BOUND),
    printed=(
        r"Let $\mathtt{ALG}$ be an algorithm for the IMAB problem with $k$ arms. Then, for any "
        r"time horizon $T$, there exists a problem instance defined by the reward functions "
        r"$(f_1,f_2,\ldots,f_k)$ such that (a) "
        r"$\mathtt{Regret}_{\mathtt{ALG}}(T) \ge c\cdot T$, for some constant $c$, (b) "
        r"$\mathtt{CR}_{\mathtt{ALG}}(T) \ge \frac{k}{2}$."
    ),
    corrected=(
        r"Let $\mathtt{ALG}$ be a deterministic algorithm for $k \ge 2$ arms. Then for any $T$ "
        r"there is an instance $I$ with $\mathtt{OPT}(I,T) - \mathtt{ALG}(I,T) \ge "
        r"\frac{(k-1)^2}{2k^2}\,T$ and $\mathtt{OPT}(I,T) \ge \frac{k}{2}\,\mathtt{ALG}(I,T)$."
    ),
    relies_on=("B5", "B10", "B12", "B13", "B14", "B15", "B16", "B17", "A14"),
    convention=(
        "c is positive. With one arm all algorithms are the same. The statement names no k; B18 "
        "has the randomised algorithms"
    ),
    finding=(
        "With one arm there is no regret. For two arms or more and deterministic algorithms the "
        "theorem is true, but neither printed family proves it for all T; with q = "
        "floor(T/k) and arms min(n,q)/T, of which one goes on, the regret constant is "
        "(k-1)^2/(2k^2) and the ratio exceeds k/2 for every T."
    ),
)
