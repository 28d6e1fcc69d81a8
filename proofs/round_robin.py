"""Round robin: the competitive ratio for every k and T, and what the printed bounds miss.

Statement. 8k^2 >= CR_RR(T) >= k^2/2. The proof considers T >= 2k, and T a multiple of k for the
upper bound.

What is found. Let q = floor(T/k). The competitive ratio is

    CR_RR(T) = T(T+1)/(q(q+1)),   infinite where T < k.

Upper bound: every arm gets q pulls or more, the best one too, and a concave arm has
q(q+1) Rew(f,T) <= T(T+1) Rew(f,q). Lower bound: the line n/T as the last arm, zeros before it; the
last arm gets exactly q pulls, and for the line the inequality is an equality. So 8k^2 is missed
for every T < k, where the last arm is never pulled, and only there: from T = k on

    k(k+1)/2 <= CR_RR(T) <= k(2k-1),     with equality at T = k and at T = 2k-1.

The printed instance puts the line first, where it gets ceil(T/k) pulls: if k does not divide T the
reward is not (T+k)/(2k^2), and the ratio can be below k^2/2 (k = 3, T = 4).

The printed proof of the upper bound. E = (T/k, f(T/k)) is a point of the curve; A and D are where
the tangent at E meets x = 0 and x = T+1; B and C where the chord from (0, f(0)) through E meets
them; F and G are at the height of E there. All its steps become claims about these coordinates,
with m = T/k, tangent slope s between f(m+1) - f(m) and f(m) - f(m-1), and chord slope
t = (f(m) - f(0))/m. For k = 1 three of them fail; k >= 2 is said only later. Two slips are
harmless: GE is T + 1 - T/k, and f(1) stands for f(0) in the last display.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from imab_verify.kernel import ArmClass, Point, Run
from imab_verify.ledger.statements import Entry, Reading

NUMBERS: Mapping[str, ArmClass] = {}
RUN = Run("round-robin")
MULTIPLE = ("T == k*m", "m >= 2")
"""T = km is a multiple of k and at least 2k, as the proof says."""
SLOPES = ("s", "t")
"""Slopes in the figure: s of the tangent AD at E, t of the chord BC, t >= s by concavity."""
CEIL = ("T <= k*c", "k*(c-1) < T")
"""c = ceil(T/k), the pulls of the first arm."""
SHARE = ("0 <= q", "k*q <= T", "T < k*(q+1)")
"""q = floor(T/k), the pulls of the last arm."""
LINE = ("f(0) == 0", "f(1) == 1/T", "f(T) == 1")
"""The only such arm is n/T up to T."""

EXACT = Reading(
    "every k and T: OPT <= T(T+1)/(q(q+1)) ALG, q = floor(T/k)",
    "(T//k)*(T//k+1)*OPT(T) <= T*(T+1)*ALG(T)",
    run=RUN,
)
ATTAINED = Reading(
    "attained: q pulls of the line n/T pay at most q(q+1)/(2T), T pulls (T+1)/2",
    "2*T*Rew(f,q) <= q*(q+1)",
    ("0 <= q", "q <= T", "f(1) <= 1/T"),
)
LAST_ARM = Reading(
    "the last arm of k gets (T-k+k)//k = floor(T/k) pulls",
    "(T-i+k)//k == T//k",
    ("i == k",),
    NUMBERS,
)
FROM_K = ("T//k >= 1",)
"""T >= k."""
UPPER = Reading("from T = k on at most k(2k-1)", "OPT(T) <= k*(2*k-1)*ALG(T)", FROM_K, run=RUN)
LOWER = Reading(
    "from T = k on at least k(k+1)/2",
    "2*T*(T+1) >= k*(k+1)*q*(q+1)",
    ("T >= k", *SHARE),
    NUMBERS,
)
FINITE = Reading(
    "some constant: ALG = 0 only where OPT = 0", "OPT(T) <= 0", ("ALG(T) == 0",), run=RUN
)

ORDER_K_SQUARED = Entry(
    id="A4",
    lines="196,343",
    slug="round-robin-order",
    title="The competitive ratio of round robin is of order k^2",
    statement="CR_RR(T) = Theta(k^2).",
    literal=(FINITE,),
    repairs=(UPPER, LOWER),
    mutants=(
        Reading("k(2k-1) - 1", "OPT(T) <= (k*(2*k-1)-1)*ALG(T)", (*FROM_K, "k >= 2"), run=RUN),
        Reading("T = k - 1 included", "OPT(T) <= k*(2*k-1)*ALG(T)", ("T >= k - 1",), run=RUN),
    ),
    relies_on=("C2",),
    finding="True from T = k on, where the ratio lies between k(k+1)/2 and k(2k-1); for T < k the "
    "last arm is never pulled and the ratio is infinite.",
)

SHARES = Entry(
    id="C1",
    lines="402",
    slug="round-robin-pulls",
    title="Round robin pulls each arm at least floor(T/k) times",
    statement="After T rounds each arm has been pulled at least floor(T/k) times.",
    literal=(
        Reading(
            "arm i is pulled at steps i, i+k, ..., (T-i+k)//k times in all",
            "(T-i+k)//k >= T//k",
            ("1 <= i", "i <= k"),
            NUMBERS,
        ),
        Reading(
            "the last of these steps is at most T, the next one after T",
            "i + (n-1)*k <= T and T < i + n*k",
            ("1 <= i", "i <= k", "0 <= n", "n == (T-i+k)//k"),
            NUMBERS,
        ),
    ),
    others=(
        Reading(
            "and at most one time more",
            "(T-i+k)//k <= T//k + 1",
            ("1 <= i", "i <= k"),
            NUMBERS,
        ),
    ),
    mutants=(
        Reading("ceil(T/k) times", "(T-i+k)//k >= (T+k-1)//k", ("1 <= i", "i <= k"), NUMBERS),
        Reading("an arm k + 1", "(T-i+k)//k >= T//k", ("1 <= i", "i <= k + 1"), NUMBERS),
    ),
    prose=("counting: arm i is pulled at the steps i, i + k, i + 2k, ... up to T, and no others",),
)

THEOREM = Entry(
    id="C2",
    lines="409-413",
    slug="round-robin-ratio",
    title="Round-robin theorem: 8k^2 >= CR >= k^2/2",
    statement="8k^2 >= CR_RR(T) >= k^2/2.",
    literal=(
        Reading("upper bound, every T", "OPT(T) <= 8*k**2*ALG(T)", run=RUN),
        Reading(
            "lower bound: the line as last arm has ratio T(T+1)/(q(q+1))",
            "T*(T+1) >= k**2/2*q*(q+1)",
            SHARE,
            NUMBERS,
        ),
    ),
    others=(Reading("upper bound from T = k on", "OPT(T) <= 8*k**2*ALG(T)", FROM_K, run=RUN),),
    repairs=(EXACT, ATTAINED, LAST_ARM, UPPER, LOWER),
    mutants=(
        Reading(
            "the exact ratio less 1/(q(q+1))",
            "(T//k)*(T//k+1)*OPT(T) <= (T*(T+1)-1)*ALG(T)",
            ("T >= k",),
            run=RUN,
        ),
        Reading(
            "one pull more for every arm",
            "(T//k+1)*(T//k+2)*OPT(T) <= T*(T+1)*ALG(T)",
            run=RUN,
        ),
        Reading("lower bound 2k^2/3", "T*(T+1) >= 2*k**2/3*q*(q+1)", SHARE, NUMBERS),
    ),
    relies_on=("C3", "C4", "C5", "C6", "C17"),
    convention="the theorem names no T; its proof begins with T >= 2k",
    finding="For T < k the last arm is never pulled and no bound holds; from T = k on the ratio is "
    "exactly T(T+1)/(q(q+1)), q = floor(T/k), which lies between k(k+1)/2 and k(2k-1).",
)

INSTANCE = Entry(
    id="C3",
    lines="1029-1038",
    slug="round-robin-instance",
    title="The instance: one line, the others zero; OPT = (T+1)/2",
    statement="f_1(n) = n/T up to T, then 1, and f_i = 0 are reward functions, and OPT = (T+1)/2.",
    literal=(
        Reading(
            "at n = T + 1 the line grows by no less than 0 and no more than before",
            "0 <= 1 - T/T and 1 - T/T <= 1/T",
            (),
            NUMBERS,
        ),
        Reading("OPT, above the zero arms", "Rew(f,T) == (T+1)/2 and Rew(f,T) >= 0", LINE),
    ),
    mutants=(
        Reading("OPT = T/2", "Rew(f,T) == T/2", LINE),
        Reading("1 from T - 1 on", "Rew(f,T) == (T+1)/2", ("f(0) == 0", "f(T) == 1")),
    ),
    relies_on=("A14",),
)

REWARD = Entry(
    id="C4",
    lines="1039",
    slug="round-robin-reward",
    title="RR(I,T) = (T+k)/(2k^2)",
    statement="On the instance RR(I,T) = sum_{n=1}^{T/k} n/T = (T+k)/(2k^2).",
    literal=(
        Reading(
            "the first arm gets c = ceil(T/k) pulls, which pay c(c+1)/(2T)",
            "c*(c+1)/(2*T) == (T+k)/(2*k**2)",
            CEIL,
            NUMBERS,
        ),
    ),
    others=(
        Reading(
            "T >= 2k, as the proof says",
            "c*(c+1)/(2*T) == (T+k)/(2*k**2)",
            (*CEIL, "T >= 2*k"),
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "where k divides T, times 2Tk^2",
            "k**2*c*(c+1) == T*(T+k)",
            ("T == k*c",),
            NUMBERS,
        ),
        Reading(
            "the line as last arm: q = floor(T/k) pulls pay at most that",
            "2*k**2*q*(q+1) <= 2*T*(T+k)",
            SHARE,
            NUMBERS,
        ),
    ),
    mutants=(
        Reading(
            "the first arm pays at most that",
            "k**2*c*(c+1) <= T*(T+k)",
            CEIL,
            NUMBERS,
        ),
    ),
    relies_on=("C1",),
    finding="The line is the first arm, which is pulled ceil(T/k) times, so the value holds only "
    "where k divides T; that T is a multiple of k is said later, for the upper bound.",
)

QUOTIENT = Entry(
    id="C5",
    lines="1042-1044",
    slug="round-robin-instance-ratio",
    title="The ratio on the instance is at least k^2/2",
    statement="For T >= k, OPT/RR >= (T+1)/(T+k) k^2 >= k^2/2.",
    literal=(
        Reading(
            "c = ceil(T/k) pulls of the line: T(T+1)/(c(c+1)) >= k^2 (T+1)/(T+k)",
            "T*(T+k) >= k**2*c*(c+1)",
            ("T >= k", *CEIL),
            NUMBERS,
        ),
        Reading(
            "(T+1)/(T+k) k^2 >= k^2/2",
            "(T+1)/(T+k)*k**2 >= k**2/2",
            ("T >= k",),
            NUMBERS,
        ),
    ),
    others=(
        Reading(
            "the printed instance, ratio at least k^2/2",
            "T*(T+1) >= k**2/2*c*(c+1)",
            ("T >= k", *CEIL),
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "the line as last arm, q = floor(T/k) pulls",
            "T*(T+k) >= k**2*q*(q+1)",
            SHARE,
            NUMBERS,
        ),
        LOWER,
        Reading("where T = kc", "k*c*(k*c+k) >= k**2*c*(c+1)", (), NUMBERS),
    ),
    mutants=(
        Reading(
            "the line as last arm, 2k^2/3", "(T+1)/(T+k)*k**2 >= 2*k**2/3", ("T >= k",), NUMBERS
        ),
        Reading("T >= k - 3", "(T+1)/(T+k)*k**2 >= k**2/2", ("T >= k - 3",), NUMBERS),
    ),
    relies_on=("C3", "C4"),
    finding="If k does not divide T the first arm gets too many pulls and the ratio can be below "
    "k^2/2 (k = 3, T = 4: 20/6 < 9/2); with the line as last arm the bound holds for every T.",
)

SIMPLICITY = Entry(
    id="C6",
    lines="1047",
    slug="round-robin-multiple",
    title="T is a multiple of k for simplicity",
    statement="That T is a multiple of k is assumed for simplicity only: the upper bound holds for "
    "an arbitrary T.",
    literal=(
        Reading("T >= 2k, as the proof says", "OPT(T) <= 8*k**2*ALG(T)", ("T >= 2*k",), run=RUN),
    ),
    others=(Reading("an arbitrary T", "OPT(T) <= 8*k**2*ALG(T)", run=RUN),),
    repairs=(
        Reading(
            "T >= 2k, the exact ratio T(T+1)/(q(q+1)) is at most k(3k-1)/2",
            "2*T*(T+1) <= k*(3*k-1)*q*(q+1)",
            ("q >= 2", "k*q <= T", "T < k*(q+1)"),
            NUMBERS,
        ),
    ),
    mutants=(
        Reading("T >= k - 1", "OPT(T) <= 8*k**2*ALG(T)", ("T >= k - 1",), run=RUN),
        Reading(
            "k^2, as where k divides T",
            "OPT(T) <= k**2*ALG(T)",
            ("T >= 2*k",),
            run=RUN,
        ),
    ),
    finding="Harmless from T = k on; where k divides T the ratio is below k^2, otherwise it can "
    "reach k(3k-1)/2 (T = 3k-1) and, below 2k, k(2k-1).",
)

# --- the upper bound: geometry of the figure ---------------------------------------------------

TRAPEZIUM = Entry(
    id="C7",
    lines="1061-1066",
    slug="round-robin-trapezium",
    title="RR >= (T/2k)(f(0) + f(T/k))",
    statement="RR(I,T) >= sum_{n=1}^{T/k} f_1(n) >= (T/2k)(f_1(0) + f_1(T/k)).",
    literal=(
        Reading(
            "the sum, m = T/k, and the area of OBEP",
            "Rew(f,m) >= m/2*(f(m)-f(0)) + f(0)*m and Rew(f,m) >= m/2*(f(0)+f(m))",
        ),
        Reading("the other arms pay at least 0", "Rew(f,m) >= 0"),
    ),
    others=(
        Reading(
            "for arms that are only nondecreasing",
            "Rew(f,m) >= m/2*(f(0)+f(m))",
            arms={"f": ArmClass.MONOTONE},
        ),
    ),
    repairs=(
        Reading(
            "sharper, with the trapezia from 1 on",
            "Rew(f,m) >= m/2*(f(1)+f(m))",
        ),
    ),
    mutants=(
        Reading("f(m) for f(0)", "Rew(f,m) >= m/2*(f(m)+f(m))"),
        Reading("one term less", "Rew(f,m-1) >= m/2*(f(0)+f(m))"),
    ),
    relies_on=("C1",),
)


def area(slope: str) -> str:
    """Twice the area, over T + 1, under the line with that slope through E, up to x = T + 1."""
    return f"2*f(m) + ({slope})*(T+1-2*m)"


LEFT, RIGHT = "f(m)-f(m-1)", "f(m+1)-f(m)"
CHORD = "2*m*f(m) + (f(m)-f(0))*(T+1-2*m)"
"""m times that of the chord, whose slope is (f(m)-f(0))/m."""

TANGENT = Entry(
    id="C8",
    lines="1072",
    slug="round-robin-tangent",
    title="OPT is at most the area under the tangent",
    statement="OPT(I,T) <= Ar(OADQO), the area under the tangent at E = (T/k, f(T/k)) up to T + 1.",
    literal=(
        Reading("steepest tangent", f"2*Rew(f,T) <= (T+1)*({area(LEFT)})", MULTIPLE),
        Reading("flattest tangent", f"2*Rew(f,T) <= (T+1)*({area(RIGHT)})", MULTIPLE),
    ),
    mutants=(
        Reading(
            "up to x = T only",
            f"2*Rew(f,T) <= T*(2*f(m) + ({LEFT})*(T-2*m))",
            MULTIPLE,
        ),
        Reading(
            "a tangent one step later",
            f"2*Rew(f,T) <= (T+1)*({area('f(m+2)-f(m+1)')})",
            MULTIPLE,
        ),
    ),
    relies_on=("A22",),
    convention="the area is affine in the slope, so the two extreme tangents stand for all",
)

CHORDS = Entry(
    id="C9",
    lines="1076-1079",
    slug="round-robin-chord",
    title="Ar(OADQO) <= Ar(OBCQO)",
    statement="The area under the tangent at E is at most the area under the chord through B and "
    "E, both up to T + 1.",
    literal=(Reading("every k", f"m*({area(LEFT)}) <= {CHORD}", MULTIPLE),),
    repairs=(
        Reading("steepest tangent, k >= 2", f"m*({area(LEFT)}) <= {CHORD}", (*MULTIPLE, "k >= 2")),
        Reading("flattest tangent, k >= 2", f"m*({area(RIGHT)}) <= {CHORD}", (*MULTIPLE, "k >= 2")),
    ),
    mutants=(Reading("m up to T", f"m*({area(LEFT)}) <= {CHORD}", ("m <= T",)),),
    relies_on=("C10", "C11", "C12"),
    finding="For k = 1 the point E lies right of the middle and the tangent has the larger area.",
)

SIMILAR = Entry(
    id="C10",
    lines="1084-1097",
    slug="round-robin-similar-triangles",
    title="ABE ~ DCE and BEF ~ CEG",
    statement="Triangles ABE and DCE are similar, so are BEF and CEG, and FE/GE = BE/CE.",
    literal=(
        Reading(
            "AB/DC = FE/GE, with AB = (t-s)m, DC = (t-s)(T+1-m)",
            "(t-s)*m*(T+1-m) == (t-s)*(T+1-m)*m",
            MULTIPLE,
            NUMBERS,
            reals=SLOPES,
        ),
        Reading(
            "AE/DE = FE/GE, squared",
            "m**2*((T+1-m)**2 + (s*(T+1-m))**2) == (T+1-m)**2*(m**2 + (s*m)**2)",
            MULTIPLE,
            NUMBERS,
            reals=("s",),
        ),
        Reading(
            "BE/CE = FE/GE, squared",
            "m**2*((T+1-m)**2 + (t*(T+1-m))**2) == (T+1-m)**2*(m**2 + (t*m)**2)",
            MULTIPLE,
            NUMBERS,
            reals=("t",),
        ),
    ),
    mutants=(
        Reading(
            "C at x = T",
            "m**2*((T-m)**2 + (t*(T-m))**2) == (T+1-m)**2*(m**2 + (t*m)**2)",
            MULTIPLE,
            NUMBERS,
            reals=("t",),
        ),
        Reading(
            "tangent and chord exchanged",
            "m**2*((T+1-m)**2 + (t*(T+1-m))**2) == (T+1-m)**2*(m**2 + (s*m)**2)",
            MULTIPLE,
            NUMBERS,
            reals=SLOPES,
        ),
    ),
    convention="A = (0, y-sm), B = (0, y-tm), C = (T+1, y+t(T+1-m)), D = (T+1, y+s(T+1-m)), "
    "E = (m, y), F = (0, y), G = (T+1, y)",
)

HALF = Entry(
    id="C11",
    lines="1112",
    slug="round-robin-left-half",
    title="FE = T/k <= T - T/k = GE",
    statement="FE = T/k <= T - T/k = GE.",
    literal=(Reading("T/k <= T - T/k", "m <= T - m", MULTIPLE, NUMBERS),),
    others=(
        Reading(
            "GE = T - T/k where the figure ends at x = T + 1",
            "T - m == T + 1 - m",
            MULTIPLE,
            NUMBERS,
        ),
    ),
    repairs=(Reading("k >= 2", "m <= T - m", (*MULTIPLE, "k >= 2"), NUMBERS),),
    mutants=(Reading("k >= 2, strictly", "m < T - m", (*MULTIPLE, "k >= 2"), NUMBERS),),
    finding="For k = 1 it says T <= 0; for k >= 2 it holds, and more so for the true length "
    "GE = T + 1 - T/k.",
)


def _needles() -> Sequence[Point]:
    """The triangle with sides 4, 4, 4 and the flatter one with sides 4, 4, 7."""
    sides = {"a": 4, "b": 4, "c": 4, "d": 4, "e": 4, "h": 7}
    return [Point({name: Fraction(side) for name, side in sides.items()}, {})]


AREAS = Entry(
    id="C12",
    lines="1118-1127",
    slug="round-robin-areas",
    title="AB <= DC and AE <= DE, so ABE has the smaller area",
    statement="AB <= DC, BE <= CE and AE <= DE, so Ar(ABEA) <= Ar(DCED).",
    literal=(
        Reading(
            "areas (t-s)m^2/2 and (t-s)(T+1-m)^2/2, FE <= GE",
            "(t-s)*m**2 <= (t-s)*(T+1-m)**2 and (t-s)*m <= (t-s)*(T+1-m)",
            (*MULTIPLE, "m <= T + 1 - m", "t >= s"),
            NUMBERS,
            reals=SLOPES,
        ),
    ),
    others=(
        Reading(
            "for triangles that are not similar: longer sides, larger area (Heron)",
            "(a+b+c)*(b+c-a)*(a+c-b)*(a+b-c) <= (d+e+h)*(e+h-d)*(d+h-e)*(d+e-h)",
            (
                *("a <= d", "b <= e", "c <= h"),
                *("a < b + c", "b < a + c", "c < a + b", "d < e + h", "e < d + h", "h < d + e"),
            ),
            NUMBERS,
            tries=_needles,
        ),
    ),
    mutants=(
        Reading(
            "without FE <= GE",
            "(t-s)*m**2 <= (t-s)*(T+1-m)**2",
            (*MULTIPLE, "t >= s"),
            NUMBERS,
            reals=SLOPES,
        ),
        Reading(
            "tangent steeper than the chord",
            "(t-s)*m**2 <= (t-s)*(T+1-m)**2",
            (*MULTIPLE, "m <= T + 1 - m"),
            NUMBERS,
            reals=SLOPES,
        ),
    ),
    relies_on=("C10", "C11"),
    finding="Longer sides give a larger area because the triangles are similar; for triangles in "
    "general they do not.",
)

EQUATION = Entry(
    id="C13",
    lines="1133",
    slug="round-robin-line",
    title="The line through B and C",
    statement="y = k(f(T/k) - f(0))x/T + f(0) is the line through B = (0, f(0)) and C, and E is on "
    "it.",
    literal=(
        Reading(
            "at x = 0 and at x = m = T/k",
            "k*(f(m)-f(0))*0/T + f(0) == f(0) and k*(f(m)-f(0))*m/T + f(0) == f(m)",
            MULTIPLE,
        ),
    ),
    mutants=(
        Reading("f(1) for f(0)", "k*(f(m)-f(1))*m/T + f(0) == f(m)", MULTIPLE),
        Reading("T + 1 for T", "k*(f(m)-f(0))*m/(T+1) + f(0) == f(m)", MULTIPLE),
    ),
)

BOUND = "k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)"
"""2T times the printed bound."""
OPT_BOUND = Entry(
    id="C14",
    lines="1139-1141",
    slug="round-robin-opt-bound",
    title="OPT <= (k/2T)(T+1)^2 [f(T/k) - f(0)] + f(0)(T+1)",
    statement="OPT(I,T) <= Ar(OBCQO) = (k/2T)(T+1)^2 [f(T/k) - f(0)] + f(0)(T+1).",
    literal=(
        Reading("the bound, every k", f"2*T*Rew(f,T) <= {BOUND}", MULTIPLE),
        Reading("the area under the chord", f"k*(T+1)*({CHORD}) == {BOUND}", MULTIPLE),
    ),
    repairs=(Reading("the bound, k >= 2", f"2*T*Rew(f,T) <= {BOUND}", (*MULTIPLE, "k >= 2")),),
    mutants=(
        Reading(
            "k >= 2, with (T-1)^2 for (T+1)^2",
            "2*T*Rew(f,T) <= k*(T-1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)",
            (*MULTIPLE, "k >= 2"),
        ),
        Reading("another area", f"k*(T+1)*({CHORD}) == {BOUND} + f(0)", MULTIPLE),
    ),
    relies_on=("C8", "C9", "C13"),
    finding="For k = 1 it fails from T = 3 on, with the chord (C9).",
)

WEAKER = "k*(T+1)**2*f(m)"
"""2T times the printed one."""
DROPPED = Entry(
    id="C15",
    lines="1143-1145",
    slug="round-robin-drop-start",
    title="... <= k(T+1)^2 f(T/k)/(2T)",
    statement="Since k >= 2 gives (T+1) - k(T+1)^2/(2T) <= 0, the bound is at most "
    "k(T+1)^2 f(T/k)/(2T).",
    literal=(
        Reading("k >= 2, as said there", f"{BOUND} <= {WEAKER}", (*MULTIPLE, "k >= 2")),
        Reading("the reason", "2*T*(T+1) - k*(T+1)**2 <= 0", (*MULTIPLE, "k >= 2"), NUMBERS),
    ),
    others=(Reading("k = 1 included", "2*T*(T+1) - k*(T+1)**2 <= 0", MULTIPLE, NUMBERS),),
    mutants=(
        Reading("k = 1 included", f"{BOUND} <= {WEAKER}", MULTIPLE),
        Reading("less f(m)", f"{BOUND} <= {WEAKER} - f(m)", (*MULTIPLE, "k >= 2")),
    ),
    relies_on=("C14",),
)

RATIO = Entry(
    id="C16",
    lines="1147-1148",
    slug="round-robin-ratio-step",
    title="OPT/RR <= [k(T+1)^2 f(T/k)/(2T)] [2k/(T(f(1) + f(T/k)))]",
    statement="From the two bounds, OPT/RR <= k(T+1)^2 f(T/k)/(2T) * 2k/(T(f(1) + f(T/k))).",
    literal=(
        Reading("the numerator, k >= 2", f"2*T*Rew(f,T) <= {WEAKER}", (*MULTIPLE, "k >= 2")),
        Reading(
            "the denominator with f(1)",
            "2*k*Rew(f,m) >= T*(f(1)+f(m))",
            (*MULTIPLE, "k >= 2"),
        ),
    ),
    others=(
        Reading(
            "the denominator with f(1) from the displayed one with f(0)",
            "f(0) + f(m) >= f(1) + f(m)",
            MULTIPLE,
        ),
    ),
    mutants=(
        Reading(
            "the denominator with f(2)",
            "2*k*Rew(f,m) >= T*(f(2)+f(m))",
            (*MULTIPLE, "k >= 2"),
        ),
        Reading(
            "the numerator with T^2",
            "2*T*Rew(f,T) <= k*T**2*f(m)",
            (*MULTIPLE, "k >= 2"),
        ),
    ),
    relies_on=("C7", "C15"),
    finding="The display has f(1) where the bound shown for RR has f(0); f(1) >= f(0) makes it a "
    "stronger claim, which is true but does not follow from that bound.",
)

FINAL = Entry(
    id="C17",
    lines="1149-1151",
    slug="round-robin-final-steps",
    title="... <= k^2(T+1)^2/T^2 <= 4k^2 <= 8k^2",
    statement="f(T/k)/(f(1) + f(T/k)) <= 1, so the ratio is at most k^2(T+1)^2/T^2 <= 4k^2 "
    "<= 8k^2.",
    literal=(
        Reading("f(m) <= f(1) + f(m)", "f(m) <= f(1) + f(m)"),
        Reading(
            "the numbers",
            "k**2*(T+1)**2/T**2 <= 4*k**2 and 4*k**2 <= 8*k**2",
            (),
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "T = km: the exact ratio T(T+1)/(m(m+1)) is k^2 (T+1)/(T+k), at most k^2",
            "k*m*(k*m+1)*(k*m+k) == k**2*(k*m+1)*m*(m+1) and k**2*(k*m+1) <= k**2*(k*m+k)",
            (),
            NUMBERS,
        ),
    ),
    mutants=(
        Reading("3k^2", "k**2*(T+1)**2/T**2 <= 3*k**2", (), NUMBERS),
        Reading("T = 0 included", "k**2*(T+1)**2 <= 4*k**2*T**2", ("T >= 0",), NUMBERS),
    ),
    relies_on=("C16",),
)

ENTRIES = (
    ORDER_K_SQUARED,
    SHARES,
    THEOREM,
    INSTANCE,
    REWARD,
    QUOTIENT,
    SIMPLICITY,
    TRAPEZIUM,
    TANGENT,
    CHORDS,
    SIMILAR,
    HALF,
    AREAS,
    EQUATION,
    OPT_BOUND,
    DROPPED,
    RATIO,
    FINAL,
)
