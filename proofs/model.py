"""The model and its definitions, and what the front matter says about the results.

Most rows are definitions. Where a definition is used as a statement (monotone, concave, the
limit exists, the order of pulls does not matter, how a bound on the competitive ratio is shown)
the arithmetic behind it is a claim.
"""

from fractions import Fraction

from imab_verify.kernel import ArmClass, Curve, Run, RunPoint
from imab_verify.ledger.statements import Entry, Reading, Verdict

ALGORITHM_1 = Run("algorithm-1")
INDISTINGUISHABLE = (
    "indistinguishability: on k equal arms that are capped after q = floor(T/k) pulls some arm"
    " gets at most q pulls; letting just that arm go on changes nothing that the algorithm sees"
)

SHARE = ("0 <= q", "k*q <= T", "T < k*(q+1)")
"""q = floor(T/k)."""


def _unpulled_arm() -> list[RunPoint]:
    """One step on two arms: the first pays 0, the second, which is not pulled, pays 1."""
    arms = (Curve(((0, Fraction(0)),)), Curve(((0, Fraction(1)),)))
    return [RunPoint(arms, 1, {}, "lowest-index", {})]


UPPER_BOUND = Reading(
    "from T = 4k on, with constant 1 + 1/T",
    "T*OPT(T) <= k*(T+1)*ALG(T)",
    ("T >= 4*k",),
    run=ALGORITHM_1,
)
BETWEEN = Reading(
    "from T = 2k + 1 on",
    "8*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)",
    ("T >= 2*k + 1",),
    run=ALGORITHM_1,
)

ENTRIES = (
    Entry(
        "A1",
        "111,182,354,494",
        "lower-bound-summary",
        "Any algorithm has linear regret and ratio of order k",
        "Any algorithm has regret Omega(T) and competitive ratio Omega(k).",
        literal=(
            Reading(
                "ratio: capped arms pay at most q per pull, the one that goes on T(T+1)/2 in all;"
                " so twice the ratio is at least (T+1)/q >= k",
                "k*(T//k) <= T + 1",
                arms={},
            ),
            Reading(
                "regret with constant 1/8: OPT - ALG is at least (T-q)(T-q+1)/(2T), q = floor(T/k)",
                "(T-q)*(T-q+1)/2 >= T*T/8",
                ("k >= 2", *SHARE),
                arms={},
            ),
        ),
        others=(
            Reading(
                "with one arm there is no regret at all",
                "OPT(T) <= ALG(T)",
                ("k == 1",),
                run=Run("round-robin"),
            ),
        ),
        mutants=(
            Reading("ratio at least (k+1)/2", "(k+1)*(T//k) <= T + 1", ("T >= 1",), arms={}),
            Reading(
                "the regret constant 1/6 for two arms",
                "(T-q)*(T-q+1)/2 >= T*T/6",
                ("k >= 2", *SHARE),
                arms={},
            ),
        ),
        prose=(INDISTINGUISHABLE,),
        relies_on=("B1",),
        convention="Algorithms are deterministic (B18 has the others); the regret is that of two"
        " arms or more.",
        finding="With one arm there is no regret; the printed constant for the regret needs three"
        " arms.",
    ),
    Entry(
        "A2",
        "111,183,494",
        "upper-bound-summary",
        "Algorithm 1 has competitive ratio O(k) for any finite T",
        "There is a constant C with OPT(T) <= C k ALG(T) for every k, every T and every instance.",
        literal=(
            Reading(
                "for every T; any C at all needs OPT = 0 wherever ALG = 0",
                "OPT(T) <= 0",
                ("ALG(T) == 0",),
                run=ALGORITHM_1,
                tries=_unpulled_arm,
            ),
        ),
        repairs=(UPPER_BOUND, BETWEEN),
        relies_on=("D5", "B1"),
        finding="No constant works for T < k, where an arm is not pulled at all, nor for T = 2k,"
        " where the ratio is k(2k+1)/3; from T = 4k on the constant is 1 + 1/T.",
    ),
    Entry(
        "A3",
        "183",
        "ratio-informally",
        "The competitive ratio, informally",
        "The competitive ratio is the worst-case ratio of the algorithm's reward to the optimum.",
        kind=Verdict.DEFINITION,
        reason="The later definition has the ratio the other way round: OPT to ALG.",
    ),
    Entry(
        "A5",
        "206",
        "sublinear",
        "Asymptotically sublinear regret",
        "Asymptotically sublinear regret means that regret divided by T tends to 0.",
        kind=Verdict.DEFINITION,
        reason="This is what the words mean.",
    ),
    Entry(
        "A6",
        "207",
        "any-horizon",
        "The results hold for any finite horizon",
        "The results hold for any finite time horizon T.",
        literal=(
            Reading("the competitive ratio, as stated", "OPT(T) <= 32*k*ALG(T)", run=ALGORITHM_1),
        ),
        repairs=(UPPER_BOUND, BETWEEN),
        relies_on=("D5",),
        finding="The bound on the ratio fails for T < k, and for many arms also from T = k to"
        " T = 2k and a little beyond.",
    ),
    Entry(
        "A7",
        "215-217",
        "single-peaked",
        "Single-peaked rewards",
        "The single-peaked class contains the increasing concave one; results agree there.",
        kind=Verdict.NOT_FORMAL,
        reason="A comparison with another paper.",
    ),
    Entry(
        "A8",
        "229",
        "rew",
        "Cumulative reward",
        "Rew_i(N) = f_i(1) + ... + f_i(N).",
        kind=Verdict.DEFINITION,
        reason="Rew is defined so, here as in the kernel.",
        others=(Reading("one more term", "Rew(f,N+1) == Rew(f,N) + f(N+1)", ("N >= 0",)),),
    ),
    Entry(
        "A9",
        "230,237",
        "rewards",
        "Bounded rewards with decreasing marginal returns",
        "f: N -> [0,1] and f(n+1) - f(n) <= f(n) - f(n-1) for all n >= 1.",
        kind=Verdict.DEFINITION,
        reason="The class `concave`. The condition at n = 1 uses f(0), so 0 is in N here; the class"
        " `concave-from-1` leaves f(0) out.",
        others=(
            Reading("increments at n", "Delta(f,n+1) <= Delta(f,n)"),
            Reading(
                "without f(0), from n = 2 on",
                "Delta(f,n+1) <= Delta(f,n)",
                ("n >= 2",),
                arms={"f": ArmClass.CONCAVE_FROM_1},
            ),
        ),
    ),
    Entry(
        "A10",
        "178,232",
        "increasing",
        "Monotonically increasing",
        "f is monotonically increasing.",
        kind=Verdict.DEFINITION,
        reason="An assumption; the paper's own instances have constant arms, so it must be read as"
        " nondecreasing. The readings show what each version says of the class.",
        others=(
            Reading("nondecreasing", "f(n) <= f(n+1)", ("n >= 0",)),
            Reading("strictly increasing", "f(n) < f(n+1)", ("n >= 0",)),
        ),
    ),
    Entry(
        "A11",
        "232",
        "concave",
        "Decreasing marginal returns mean concave",
        "For continuous f, increasing with decreasing marginal returns implies concave.",
        literal=(
            Reading(
                "the curve lies above its chords",
                "(c-a)*f(b) >= (c-b)*f(a) + (b-a)*f(c)",
                ("a >= 0", "a <= b", "b <= c"),
            ),
        ),
        mutants=(
            Reading(
                "for monotone arms",
                "(c-a)*f(b) >= (c-b)*f(a) + (b-a)*f(c)",
                ("a >= 0", "a <= b", "b <= c"),
                arms={"f": ArmClass.MONOTONE},
            ),
            Reading(
                "with a little more on the right",
                "(c-a)*f(b) >= (c-b)*f(a) + 1001*(b-a)/1000*f(c)",
                ("a >= 0", "a <= b", "b <= c"),
            ),
        ),
        convention="f is read as a continuous curve by joining its values with straight lines; a"
        " curve that is only known at the integers need not be concave between them.",
    ),
    Entry(
        "A12",
        "239-240",
        "potential",
        "The potential exists",
        "a_i = lim f_i(n) exists and is finite.",
        literal=(
            Reading("nondecreasing", "f(n) <= f(n+1)", ("n >= 0",)),
            Reading("bounded", "f(n) <= 1", ("n >= 0",)),
        ),
        mutants=(
            Reading("bounded by less", "f(n) <= 999/1000", ("n >= 0",)),
            Reading("doubling", "2*f(n) <= f(n+1)", ("n >= 0",)),
        ),
        prose=("a limit: a nondecreasing bounded sequence converges",),
    ),
    Entry(
        "A13",
        "248-254",
        "order-of-pulls",
        "The order of pulls does not matter",
        "ALG(T) = sum over t of f_{i_t}(N_{i_t}(t)+1) = sum over i of Rew_i(N_i(T+1)).",
        literal=(
            Reading(
                "a pull adds the next reward to the total of its arm",
                "Rew(f,N+1) - Rew(f,N) == f(N+1)",
                ("N >= 0",),
            ),
            Reading("before any pull the total is 0", "Rew(f,N) == 0", ("N == 0",)),
        ),
        mutants=(
            Reading("the reward before", "Rew(f,N+1) - Rew(f,N) == f(N)", ("N >= 0",)),
            Reading("after one pull", "Rew(f,N) == 0", ("N == 1",)),
        ),
        prose=("induction on the steps: each step adds f_i(N_i+1) to exactly one arm's total",),
    ),
    Entry(
        "A16",
        "296-305",
        "policy-regret",
        "Policy regret",
        "The policy regret is the supremum over instances of OPT minus the expected ALG.",
        kind=Verdict.DEFINITION,
        reason="A definition.",
    ),
    Entry(
        "A17",
        "313-320",
        "competitive-ratio-definition",
        "Competitive ratio",
        "CR(T) is the infimum of the alpha with alpha ALG(I,T) >= OPT(I,T) for all I.",
        kind=Verdict.DEFINITION,
        reason="A definition. The infimum is over the empty set, hence infinite, if some instance"
        " has ALG = 0 < OPT.",
    ),
    Entry(
        "A18",
        "326",
        "lower-bounds-by-instances",
        "An instance bounds the ratio from below",
        "An instance with OPT/ALG >= a shows that the competitive ratio is at least a.",
        literal=(
            Reading(
                "with x = ALG > 0 and y = OPT, after clearing denominators",
                "c >= a",
                ("c*x >= y", "y >= a*x", "x >= 1"),
                arms={},
            ),
        ),
        others=(
            Reading(
                "OPT/ALG >= a read as OPT >= a ALG, with ALG = 0 allowed",
                "c >= a",
                ("c*x >= y", "y >= a*x", "x >= 0", "y >= 0"),
                arms={},
            ),
        ),
        mutants=(
            Reading("more than a", "c >= a + 1", ("c*x >= y", "y >= a*x", "x >= 1"), arms={}),
            Reading("without the instance", "c >= a", ("c*x >= y", "x >= 1"), arms={}),
        ),
        relies_on=("A17",),
        convention="Rewards are rational, so ALG, OPT and the ratios can be scaled to integers.",
    ),
    Entry(
        "A19",
        "327",
        "upper-bounds-for-all",
        "A bound for all instances bounds the ratio from above",
        "If OPT/ALG <= a for all instances then the competitive ratio is at most a.",
        literal=(
            Reading(
                "then alpha = a is one of the numbers in the definition",
                "a*x >= y",
                ("y <= a*x", "x >= 0"),
                arms={},
            ),
        ),
        mutants=(
            Reading("a smaller alpha", "(a-1)*x >= y", ("y <= a*x", "x >= 0"), arms={}),
            Reading("without the bound", "a*x >= y", ("x >= 0",), arms={}),
        ),
        relies_on=("A17",),
    ),
    Entry(
        "A21",
        "290",
        "stronger-notion",
        "Policy regret is the stronger notion",
        "Policy regret is a stronger notion of regret than external regret.",
        kind=Verdict.NOT_FORMAL,
        reason="A comparison of notions; the example of the appendix (A25) shows the difference.",
    ),
)
