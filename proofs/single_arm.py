"""The single-arm proposition: at every horizon some single arm is optimal offline.

Statement. For arms f_1, ..., f_k and counts N_1 + ... + N_k = T there is an arm j, a maximiser of
Rew(f_i,T), with Rew(f_1,N_1) + ... + Rew(f_k,N_k) <= Rew(f_j,T).

What is needed of f. Only that the mean reward does not fall before T:

    T Rew(f,n) <= n Rew(f,T)   for 0 <= n <= T.                                       (mean)

Nondecreasing f have it: f(n+1), ..., f(T) are each at least the mean of f(1), ..., f(n).
Concavity, f(0), the bounds 0 and 1 play no part. From (mean) the proposition takes one line,
shorter than the exchange argument of the paper:

    T sum_i Rew(f_i,N_i) <= sum_i N_i Rew(f_i,T) <= (sum_i N_i) max_i Rew(f_i,T) = T OPT(T).

Nothing weaker will do. If T Rew(f,n) > n Rew(f,T), put a constant arm c = Rew(f,T)/T beside f: n
pulls of f and T - n of the constant pay more than T pulls of either. So for a class of arms that
contains the constants, (mean) is equivalent to the proposition for two arms. Superadditive Rew
is not enough; two falling values are already too much.

What is found in the printed proof. It is an induction over the number of pulls of the second arm
and then over the arms. Every step that is right needs nondecreasing arms only, and each is decided
here for the paper's class and for the wider one. The induction is not even needed: that the first
n + 1 pulls of arm 2 pay more than the last n + 1 of arm 1 already says f_1(T-n) < f_2(n+1).
Two steps fail as printed: f_1(T) < f_2(T), a slip for f_1(T) < f_2(1); and a strict inequality
multiplied by T - n - 1, which is 0 at n = T - 1, where the non-strict one suffices. The algorithms
ALG'_l are said to keep counts of ALG, which pulls arm 1 only; meant is ALG'. The conclusion
survives.
"""

from collections.abc import Mapping
from fractions import Fraction

from imab_verify.kernel import ArmClass, Point
from imab_verify.ledger.statements import TWO_ARMS, Entry, Reading

MONOTONE = {"f": ArmClass.MONOTONE}
TWO_MONOTONE = {"f": ArmClass.MONOTONE, "g": ArmClass.MONOTONE}
THREE_MONOTONE = {"e": ArmClass.MONOTONE, **TWO_MONOTONE}
NO_ARMS: Mapping[str, ArmClass] = {}

BEST = "Rew(g,T) <= Rew(f,T)"
MIXED = "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)"
ANY_SPLIT = ("0 <= n", "n <= T")
MORE_PULLS_OF_G = (BEST, "n <= T - 1")
A_NEGATIVE = "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0"
A_NOT_POSITIVE = "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) <= 0"
B_NONNEGATIVE = "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0"
MERGED = "Rew(f,M) + Rew(g,N) <= Rew(f,M+N)"
BEST_AT_SUM = ("0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)")


def values(**numbers: int) -> Point:
    """Parameters to try, for a claim without arms."""
    return Point({name: Fraction(number) for name, number in numbers.items()}, {})


def in_both_classes(says: str, claim: str, given: tuple[str, ...]) -> tuple[Reading, Reading]:
    """A claim about arms f and g of the paper's class, and about all nondecreasing ones."""
    return (
        Reading(says, claim, given, arms=TWO_ARMS),
        Reading(f"{says}, for every nondecreasing arm", claim, given, arms=TWO_MONOTONE),
    )


MEAN = Reading(
    "the mean reward of a nondecreasing arm does not fall: sum this over the arms",
    "T*Rew(f,n) <= n*Rew(f,T)",
    ANY_SPLIT,
    arms=MONOTONE,
)
MEAN_SUFFICES = Reading(
    "two arms: (mean) is enough, with A = Rew(f,n), B = Rew(f,T), C = Rew(g,T-n), D = Rew(g,T)",
    "T*(A + C) <= T*E",
    (*ANY_SPLIT, "T*A <= n*B", "T*C <= (T-n)*D", "B <= E", "D <= E"),
    arms=NO_ARMS,
    reals=("A", "B", "C", "D", "E"),
)
MEAN_NEEDED = Reading(
    "where A = Rew(f,n) > n*c for the mean c = Rew(f,T)/T, a constant arm c breaks the proposition",
    "A + (T-n)*c > T*c",
    ("n <= T", "A > n*c"),
    arms=NO_ARMS,
    reals=("A", "c"),
)
NOT_MONOTONE = Reading(
    "two arms with any values x1, x2 and y1, y2 at the first two pulls, T = 2",
    "x1 + y1 <= x1 + x2",
    ("y1 + y2 <= x1 + x2",),
    arms=NO_ARMS,
    reals=("x1", "x2", "y1", "y2"),
)
SUPERADDITIVE = Reading(
    "two arms with superadditive Rew, x and y, at T = 3",
    "x2 + y1 <= x3",
    (
        *("0 <= x1", "2*x1 <= x2", "x1 + x2 <= x3"),
        *("0 <= y1", "2*y1 <= y2", "y1 + y2 <= y3", "y3 <= x3"),
    ),
    arms=NO_ARMS,
    reals=("x1", "x2", "x3", "y1", "y2", "y3"),
    tries=lambda: [values(x1=0, x2=4, x3=4, y1=1, y2=2, y3=4)],
)

PROPOSITION = Entry(
    id="A14",
    lines="263,273-277",
    slug="single-arm-optimal",
    title="Single-arm proposition",
    statement="At every horizon T some arm j has Rew_j(T) >= sum_i Rew_i(N_i) for all counts N_i "
    "with sum_i N_i = T.",
    literal=(
        Reading("two arms, f the better one at T", MIXED, (BEST, *ANY_SPLIT), arms=TWO_ARMS),
        Reading("k arms: the bound for one arm, to be summed", MEAN.claim, ANY_SPLIT),
    ),
    others=(
        Reading(
            "three arms, nondecreasing only",
            "Rew(e,l) + Rew(f,m) + Rew(g,T-l-m) <= Rew(e,T)",
            ("0 <= l", "0 <= m", "l + m <= T", "Rew(f,T) <= Rew(e,T)", "Rew(g,T) <= Rew(e,T)"),
            arms=THREE_MONOTONE,
        ),
        NOT_MONOTONE,
        SUPERADDITIVE,
    ),
    repairs=(MEAN, MEAN_SUFFICES, MEAN_NEEDED),
    mutants=(
        Reading("the other arm is the better one", MIXED, ANY_SPLIT, arms=TWO_ARMS),
        Reading(
            "one pull too many",
            "Rew(f,n) + Rew(g,T-n+1) <= Rew(f,T)",
            (BEST, "n <= T"),
            arms=TWO_ARMS,
        ),
        Reading("a mean that grows", "T*Rew(f,n) <= (n-1)*Rew(f,T)", ("n <= T",)),
        Reading(
            "strictly",
            "Rew(f,n) + Rew(g,T-n) < Rew(f,T)",
            (BEST, "n <= T - 1"),
            arms=TWO_ARMS,
        ),
    ),
    prose=("sum T*Rew(f_i,N_i) <= N_i*Rew(f_i,T) <= N_i*OPT(T) over the arms, sum_i N_i = T",),
    relies_on=("B19", "B29", "B31", "B32", "A13"),
    finding="The proposition needs neither concavity nor bounds: for a class that contains the "
    "constant arms it holds exactly if the mean reward Rew(f,n)/n never falls, and summing "
    "T*Rew(f,n) <= n*Rew(f,T) over the arms proves it in one line.",
)

HORIZON = Entry(
    id="A15",
    lines="279",
    slug="best-arm-depends-on-horizon",
    title="The best arm depends on T",
    statement="The arm j*_T of the single-arm proposition may be different for different T.",
    literal=(
        Reading(
            "for every T >= 2: the constant (T+3)/(4T) is best at horizon 1, the line n/T at T",
            "Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            (
                "T >= 2",
                *("f(0) == (T+3)/(4*T)", "f(T) == (T+3)/(4*T)"),
                *("g(0) == 0", "g(1) == 1/T", "g(T) == 1"),
            ),
            arms=TWO_ARMS,
        ),
    ),
    others=(
        Reading(
            "on every instance the arm that is best at one horizon is best at the next",
            "Rew(g,T+1) <= Rew(f,T+1)",
            (BEST,),
            arms=TWO_ARMS,
        ),
    ),
    mutants=(
        Reading(
            "T = 1 included",
            "Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            (
                *("f(0) == (T+3)/(4*T)", "f(T) == (T+3)/(4*T)"),
                *("g(0) == 0", "g(1) == 1/T", "g(T) == 1"),
            ),
            arms=TWO_ARMS,
        ),
        Reading(
            "a constant of 1/T",
            "Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            ("T >= 2", "f(0) == 1/T", "f(T) == 1/T", "g(0) == 0", "g(1) == 1/T", "g(T) == 1"),
            arms=TWO_ARMS,
        ),
    ),
    finding="At every T >= 2 there is an instance whose best arm at horizon 1 is not its best arm "
    "at horizon T.",
)

_CLAIM, _CLAIM_WIDE = in_both_classes("n pulls of the better arm f", MIXED, (BEST, *ANY_SPLIT))
TWO_ARMS_CLAIM = Entry(
    id="B19",
    lines="782-790",
    slug="two-arms-single-best",
    title="Two arms: the single best arm beats any algorithm",
    statement="For k = 2 and j the better arm at T, ALG(T) = Rew_j(T) >= ALG'(T) for every ALG'.",
    literal=(_CLAIM,),
    others=(_CLAIM_WIDE,),
    mutants=(
        Reading("best one step earlier", MIXED, ("Rew(g,T-1) <= Rew(f,T-1)", *ANY_SPLIT), TWO_ARMS),
        Reading(
            "one pull for free",
            "Rew(f,n) + Rew(g,T-n) + f(0) <= Rew(f,T)",
            (BEST, "n <= T - 1"),
            TWO_ARMS,
        ),
    ),
    relies_on=("B20", "B21", "B22", "B23", "B24", "B25", "B26", "B27", "B28", "A13"),
    finding="The claim holds for all nondecreasing arms; two steps of the printed proof (B21, "
    "B25) fail as written and are mended by f_2(1) for f_2(T) and by <= for <.",
)

_BASE, _BASE_WIDE = in_both_classes(
    "T - 1 pulls of f, one of g", "Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(1)", ()
)
BASE = Entry(
    id="B20",
    lines="801-803",
    slug="base-case-difference",
    title="Base case: the difference is f_1(T) - f_2(1)",
    statement="If ALG' pulls arm 2 once then ALG(T) - ALG'(T) = f_1(T) - f_2(1).",
    literal=(_BASE,),
    others=(_BASE_WIDE,),
    mutants=(
        Reading("g(2)", "Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(2)", (), TWO_ARMS),
        Reading("f(T-1)", "Rew(f,T) - Rew(f,T-1) - g(1) == f(T-1) - g(1)", (), TWO_ARMS),
    ),
)

SLIP = Entry(
    id="B21",
    lines="805-809",
    slug="base-case-slip",
    title="Base case: f_1(T) < f_2(T) implies f_1(T) < f_2(1)",
    statement='"Suppose f_1(T) - f_2(T) < 0. This implies f_1(T) < f_2(1)."',
    literal=(Reading("as printed", "f(T) < g(1)", ("f(T) < g(T)",), TWO_ARMS),),
    others=(
        Reading("with arm 1 the better one at T", "f(T) < g(1)", ("f(T) < g(T)", BEST), TWO_ARMS),
    ),
    repairs=(
        Reading(
            "f_2(1) in place of f_2(T), the negation of what the base case claims",
            "f(T) < g(1)",
            ("f(T) - g(1) < 0",),
            TWO_ARMS,
        ),
        Reading(
            "the base case itself: f_1(T) >= f_2(1) for the better arm",
            "f(T) >= g(1)",
            (BEST,),
            TWO_MONOTONE,
        ),
    ),
    finding="A slip: the supposition must be f_1(T) - f_2(1) < 0; with it the base case is right.",
)

_ORDER = "f(r) <= f(T) and f(T) < g(1) and g(1) <= g(s) and f(r) < g(s)"
_ORDERED = ("r <= T", "s <= T", "f(T) < g(1)")
ORDER = Entry(
    id="B22",
    lines="814-829",
    slug="base-case-contradiction",
    title="Base case: every reward of arm 2 exceeds every reward of arm 1",
    statement="If f_1(T) < f_2(1) then f_1(r) <= f_1(T) < f_2(1) <= f_2(s) for all r, s <= T, so "
    "Rew_1(T) < Rew_2(T), which contradicts j*_T = 1.",
    literal=(
        Reading("the chain", _ORDER, _ORDERED, TWO_ARMS),
        Reading("the sums", "Rew(f,T) < Rew(g,T)", ("f(T) < g(1)",), TWO_ARMS),
    ),
    others=(
        Reading("the chain, for every nondecreasing arm", _ORDER, _ORDERED, TWO_MONOTONE),
        Reading(
            "the sums, for every nondecreasing arm",
            "Rew(f,T) < Rew(g,T)",
            ("f(T) < g(1)",),
            TWO_MONOTONE,
        ),
    ),
    mutants=(
        Reading("from f(T) < g(2)", "Rew(f,T) < Rew(g,T)", ("f(T) < g(2)",), TWO_ARMS),
        Reading("r one too far", "f(r) <= f(T)", ("r <= T + 1",)),
    ),
    relies_on=("B21",),
)

_STEP = "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0"
HYPOTHESIS = Entry(
    id="B23",
    lines="832-838",
    slug="induction-hypothesis",
    title="Induction hypothesis: the last n rewards of arm 1 beat the first n of arm 2",
    statement="ALG(T) - ALG'(T) = sum_{s=T-n+1}^T f_1(s) - sum_{s=1}^n f_2(s) >= 0.",
    literal=(Reading("for the better arm f", _STEP, (BEST, "n <= T"), TWO_ARMS),),
    others=(Reading("for every nondecreasing arm", _STEP, (BEST, "n <= T"), TWO_MONOTONE),),
    mutants=(
        Reading(
            "n + 1 rewards of g",
            "Rew(f,T) - Rew(f,T-n) - Rew(g,n+1) >= 0",
            (BEST, "n <= T"),
            TWO_ARMS,
        ),
        Reading("without the better arm", _STEP, ("n <= T",), TWO_ARMS),
    ),
    relies_on=("A13",),
)

_SPLIT = (
    "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) == Rew(f,T) - Rew(f,T-n) - Rew(g,n) + f(T-n) - g(n+1)"
)
_SIGNS = ("n <= T - 1", A_NEGATIVE, B_NONNEGATIVE)
DECOMPOSITION = Entry(
    id="B24",
    lines="845-851",
    slug="induction-decomposition",
    title="Induction step: A = B + f_1(T-n) - f_2(n+1)",
    statement="A = B + f_1(T-n) - f_2(n+1); if A < 0 and B >= 0 then f_1(T-n) < f_2(n+1).",
    literal=(
        Reading("the identity", _SPLIT, ("n <= T - 1",), TWO_ARMS),
        Reading("the sign", "f(T-n) < g(n+1)", _SIGNS, TWO_ARMS),
    ),
    others=(
        Reading(
            "the sign from A < 0 alone, nondecreasing arms",
            "f(T-n) < g(n+1)",
            ("n <= T - 1", A_NEGATIVE),
            TWO_MONOTONE,
        ),
    ),
    mutants=(
        Reading("A <= 0", "f(T-n) < g(n+1)", ("n <= T - 1", A_NOT_POSITIVE), TWO_ARMS),
        Reading("one pull earlier", "f(T-n) < g(n)", _SIGNS, TWO_ARMS),
    ),
    relies_on=("B23",),
    finding="A < 0 alone gives f_1(T-n) < f_2(n+1), because f_1(T-n) is the least of the n + 1 "
    "rewards of arm 1 in A and f_2(n+1) the greatest of arm 2: the induction is not needed.",
)

_TIMES = "(T-n-1)*f(T-n) < (T-n-1)*g(n+1)"
_TIMES_WEAK = "(T-n-1)*f(T-n) <= (T-n-1)*g(n+1)"
MULTIPLIED = Entry(
    id="B25",
    lines="854",
    slug="induction-strict-product",
    title="Induction step: (T-n-1) f_1(T-n) < (T-n-1) f_2(n+1)",
    statement="If f_1(T-n) < f_2(n+1), T >= 0 and n < T then "
    "(T-(n+1)) f_1(T-n) < (T-(n+1)) f_2(n+1).",
    literal=(Reading("as printed", _TIMES, ("n < T", "f(T-n) < g(n+1)"), TWO_ARMS),),
    repairs=(
        Reading("with <=", _TIMES_WEAK, ("n < T", "f(T-n) < g(n+1)"), TWO_MONOTONE),
        Reading("with < for n <= T - 2", _TIMES, ("n <= T - 2", "f(T-n) < g(n+1)"), TWO_MONOTONE),
    ),
    mutants=(
        Reading(
            "with <= and n <= T",
            "(T-n-1)*f(T-n) <= (T-n-1)*g(n+1)",
            ("n <= T", "f(T-n) < g(n+1)"),
            TWO_ARMS,
        ),
    ),
    relies_on=("B24",),
    finding="At n = T - 1 the factor is 0 and both sides are equal; <= is enough for the next "
    "step, whose other inequality is strict.",
)

_ADDED = "Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n+1)"
ADDED = Entry(
    id="B26",
    lines="858-859",
    slug="induction-added",
    title="Induction step: adding C and D",
    statement="If A < 0 then sum_{T-n+1}^T f_1 + (T-n) f_1(T-n) < sum_1^n f_2 + (T-n) f_2(n+1).",
    literal=(Reading("A < 0 and B >= 0", _ADDED, _SIGNS, TWO_ARMS),),
    others=(Reading("for every nondecreasing arm", _ADDED, _SIGNS, TWO_MONOTONE),),
    mutants=(
        Reading("A <= 0", _ADDED, ("n <= T - 1", A_NOT_POSITIVE, B_NONNEGATIVE), TWO_ARMS),
        Reading(
            "f_2(n) for f_2(n+1)",
            "Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n)",
            _SIGNS,
            TWO_ARMS,
        ),
    ),
    relies_on=("B24", "B25"),
    convention="the sum without an upper limit runs to T",
    finding="The step survives the failure of B25 at n = T - 1, where C = D = 0.",
)

_LEFT = "Rew(f,T) <= (T-n)*f(T-n) + Rew(f,T) - Rew(f,T-n)"
LEFT = Entry(
    id="B27",
    lines="864 (i)",
    slug="induction-left-bound",
    title="Induction step (i): the first T - n rewards of arm 1",
    statement="sum_1^T f_1 <= (T-n) f_1(T-n) + sum_{T-n+1}^T f_1.",
    literal=(Reading("n <= T", _LEFT, ("n <= T",)),),
    others=(Reading("for every nondecreasing arm", _LEFT, ("n <= T",), MONOTONE),),
    mutants=(
        Reading("f(T-n-1)", "Rew(f,T-n) <= (T-n)*f(T-n-1)", ("n <= T - 1",)),
        Reading("one term less", "Rew(f,T-n) <= (T-n-1)*f(T-n)", ("n <= T",)),
    ),
)

_RIGHT = "Rew(g,n) + (T-n)*g(n+1) <= Rew(g,T)"
RIGHT = Entry(
    id="B28",
    lines="866 (ii)",
    slug="induction-right-bound",
    title="Induction step (ii): the last T - n rewards of arm 2",
    statement="sum_1^n f_2 + (T-n) f_2(n+1) <= sum_1^T f_2.",
    literal=(Reading("n <= T", _RIGHT, ("n <= T",), {"g": ArmClass.CONCAVE}),),
    others=(Reading("for every nondecreasing arm", _RIGHT, ("n <= T",), {"g": ArmClass.MONOTONE}),),
    mutants=(
        Reading("f(n+2)", "Rew(f,n) + (T-n)*f(n+2) <= Rew(f,T)", ("n <= T",)),
        Reading("one term more", "Rew(f,n) + (T-n+1)*f(n+1) <= Rew(f,T)", ("n <= T",)),
    ),
)

_EXCHANGE, _EXCHANGE_WIDE = in_both_classes("M and N pulls merged", MERGED, BEST_AT_SUM)
EXCHANGE = Entry(
    id="B29",
    lines="880-900",
    slug="exchange-two-arms",
    title="Exchange: merging the pulls of two arms does not lose",
    statement="If arm k-1 is the better one of arms k-1 and k at M_{k-1} + M_k then "
    "Rew_{k-1}(M_{k-1}) + Rew_k(M_k) <= Rew_{k-1}(M_{k-1} + M_k), so ALG'(T) <= ALG'_k(T).",
    literal=(_EXCHANGE,),
    others=(_EXCHANGE_WIDE,),
    mutants=(
        Reading("into the worse arm", "Rew(f,M) + Rew(g,N) <= Rew(g,M+N)", BEST_AT_SUM, TWO_ARMS),
        Reading("best at M only", MERGED, ("Rew(g,M) <= Rew(f,M)",), TWO_ARMS),
    ),
    relies_on=("B19",),
)

_KEPT = "Rew(e,l) + Rew(f,M) + Rew(g,N) <= Rew(e,l) + Rew(f,M+N)"
KEPT = Entry(
    id="B30",
    lines="904",
    slug="exchange-sequence",
    title="The algorithms ALG'_l",
    statement="For l in {1, ..., k}, ALG'_l pulls arms 1 to l-2 as often as ALG, arm l-1 for "
    "M_{l-1} + ... + M_k steps, and no other arm.",
    literal=(
        Reading("arm l - 1 exists", "l - 1 >= 1", ("l <= k",), NO_ARMS),
        Reading(
            "l >= 3: ALG pulls arm 1 T times; with S = M_{l-1} + ... + M_k more there are T pulls",
            "T + S == T",
            ("S <= T",),
            NO_ARMS,
        ),
    ),
    repairs=(
        Reading(
            "l >= 2: arm l - 1 exists", "1 <= l - 1 and l - 1 <= k", ("2 <= l", "l <= k"), NO_ARMS
        ),
        Reading(
            "counts of ALG' kept: one merge, e for the arms that are not touched",
            _KEPT,
            ("0 <= l", *BEST_AT_SUM),
            THREE_MONOTONE,
        ),
    ),
    mutants=(Reading("l >= 1", "1 <= l - 1 and l - 1 <= k", ("l <= k",), NO_ARMS),),
    relies_on=("B29",),
    finding="Meant are l in {2, ..., k} and the counts of ALG', not of ALG: ALG pulls arm 1 at "
    "all T steps, and nothing can be added to that.",
)

CHAIN = Entry(
    id="B31",
    lines="908-911",
    slug="exchange-chain",
    title="ALG < ALG' <= ALG'_k <= ... <= ALG'_3",
    statement="Merging repeatedly gives ALG(T) < ALG'(T) <= ALG'_k <= ... <= ALG'_3, and ALG'_3 "
    "plays arm 1 for M_1 pulls and arm 2 for T - M_1.",
    literal=(
        Reading("one merge", _KEPT, ("0 <= l", *BEST_AT_SUM), {"e": ArmClass.CONCAVE, **TWO_ARMS}),
        Reading(
            "the pulls of ALG'_3", "l + (T-l) == T and T - l >= 0", ("0 <= l", "l <= T"), NO_ARMS
        ),
    ),
    others=(
        Reading("one merge, nondecreasing arms", _KEPT, ("0 <= l", *BEST_AT_SUM), THREE_MONOTONE),
    ),
    mutants=(
        Reading(
            "a merge that pays less",
            "Rew(f,M) + Rew(g,N) <= Rew(f,M+N-1)",
            ("1 <= M", "1 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            TWO_ARMS,
        ),
        Reading("no better arm", MERGED, ("0 <= M", "0 <= N"), TWO_ARMS),
    ),
    prose=("repeat the merge for l = k, k-1, ..., 3, naming the better arm of l-1, l again l-1",),
    relies_on=("B29", "B30"),
    convention="ALG < ALG' is the assumption that is to be contradicted; for k <= 2 the chain is "
    "empty and ALG'_3 is ALG'",
)

FINAL = Entry(
    id="B32",
    lines="914-927",
    slug="exchange-final-cases",
    title="The last merge, of arms 1 and 2",
    statement="Whether arm 1 alone is best at T or both arms are, ALG'_3(T) <= ALG(T).",
    literal=(
        Reading("only arm 1 is best", MIXED, ("Rew(g,T) < Rew(f,T)", *ANY_SPLIT), TWO_ARMS),
        Reading(
            "both are, merged into arm 1", MIXED, ("Rew(g,T) == Rew(f,T)", *ANY_SPLIT), TWO_ARMS
        ),
        Reading(
            "both are, merged into arm 2",
            "Rew(f,n) + Rew(g,T-n) <= Rew(g,T) and Rew(g,T) <= Rew(f,T)",
            ("Rew(g,T) == Rew(f,T)", *ANY_SPLIT),
            TWO_ARMS,
        ),
    ),
    others=(Reading("nondecreasing arms", MIXED, (BEST, *ANY_SPLIT), TWO_MONOTONE),),
    mutants=(
        Reading(
            "merged into a worse arm 2",
            "Rew(f,n) + Rew(g,T-n) <= Rew(g,T)",
            (BEST, *ANY_SPLIT),
            TWO_ARMS,
        ),
        Reading("arm 2 is best", MIXED, ("Rew(g,T) >= Rew(f,T)", *ANY_SPLIT), TWO_ARMS),
    ),
    relies_on=("B19", "B31"),
)

ENTRIES = (
    PROPOSITION,
    HORIZON,
    TWO_ARMS_CLAIM,
    BASE,
    SLIP,
    ORDER,
    HYPOTHESIS,
    DECOMPOSITION,
    MULTIPLIED,
    ADDED,
    LEFT,
    RIGHT,
    EXCHANGE,
    KEPT,
    CHAIN,
    FINAL,
)
