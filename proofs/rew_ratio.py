"""The Rew-ratio lemma and its corollary: how much of Rew(T) the first m pulls of an arm give.

For m = alpha T pulls with alpha >= 1/2 the paper shows Rew(m)/Rew(T) >= 1/5, for m = alpha T/k with
0 <= alpha <= k/2 it shows Rew(m)/Rew(T) >= 16 alpha^2/(25 k^2) = 16 m^2/(25 T^2).

Both follow from one inequality, sharp for every m <= T (equality for f(n) = n):

    m(m+1) Rew(f,T) <= T(T+1) Rew(f,m).

So (a) holds for every integer m >= T/2, with 1/4 in place of 1/5, and (b) for every m <= T, with 1
in place of 16/25. If alpha T is no integer and is rounded down, (a) fails at T = 1 and T = 3 and
(b) for small m; rounded up both are as good as for integers. Without f(0) the arm 0, c, 2c, ...
loses a pull: (a) fails at T = 2 and T = 4, m = T/2, and (b) at m = 1 and m = 2.

The printed proof
-----------------
Its claims compare Rew(T) with areas under a line. For (a): E = (m, f(m)), the line BC through E
with the slope s of f there, B at x = 0, C at x = T+1, and the horizontal line AD through E. With
the slope s between Delta(f,m+1) and Delta(f,m),

    area(OBCQ) = (T+1) f(m) + s (T+1)(T+1-2m)/2,      area(OADQ) = (T+1) f(m).

The proof takes AE = alpha(T+1), but E is at x = alpha T. At alpha = 1/2 the length AE = T/2 is less
than DE = T/2 + 1, and area(OBCQ) <= area(OADQ) is false for every arm that still grows. The claim
Rew(T) <= (5T/4) f(alpha T) is false at T = 2, m = 1 and true for all other integers; with alpha T
rounded down it also fails at T = 1, 3, 5 and 7.

For (b): O is the origin, E = (m, f(m)), the slope of OE is f(m)/m, C and D are on x = T+1, C on OE,
D and A on the line through E with slope s, A at x = 0; F and H are the feet of E on x = 0 and on
x = T+1. Here everything holds; the constant 25/32 needs T >= 4 in the printed proof and T >= 2 in
truth, which m <= T/2 gives.
"""

from __future__ import annotations

from fractions import Fraction

from imab_verify.kernel import ArmClass, Curve
from imab_verify.ledger.statements import TWO_ARMS, Entry, Reading
from proofs.instances import at, capped

FROM_1 = {"f": ArmClass.CONCAVE_FROM_1}
HALF = ("2*m >= T",)
UP_TO_HALF = ("2*m <= T",)
DELAYED = Curve(((1, Fraction(0)), (3, Fraction(1))))
"""f(n) = min(n-1, 2)/2, an arm that is not concave at n = 1 if f(0) = 0."""


PART_A = Entry(
    id="D11a",
    lines="559-565(a),1388",
    slug="rew-ratio-half",
    title="Rew-ratio lemma (a)",
    statement="Rew(alpha T)/Rew(T) >= 1/5 for alpha >= 1/2.",
    literal=(Reading("alpha T = m is an integer", "Rew(f,m)/Rew(f,T) >= 1/5", HALF),),
    others=(
        Reading(
            "alpha T rounded down",
            "Rew(f,T//2)/Rew(f,T) >= 1/5",
        ),
        Reading(
            "alpha T rounded down, T >= 2",
            "Rew(f,T//2)/Rew(f,T) >= 1/5",
            ("T >= 2",),
        ),
        Reading("alpha T rounded up", "Rew(f,(T+1)//2)/Rew(f,T) >= 1/5"),
        Reading(
            "f(0) is not known",
            "Rew(f,m)/Rew(f,T) >= 1/5",
            HALF,
            arms=FROM_1,
            tries=lambda: [at(DELAYED, m=1, T=2)],
        ),
    ),
    repairs=(
        Reading("the sharp form", "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ("m <= T",)),
        Reading("1/4 for integers", "Rew(f,m)/Rew(f,T) >= 1/4", HALF),
        Reading("rounded down, from T = 4 on", "Rew(f,T//2)/Rew(f,T) >= 1/5", ("T >= 4",)),
        Reading("rounded down, T = 2", "Rew(f,T//2)/Rew(f,T) >= 1/5", ("T == 2",)),
        Reading(
            "f(0) is not known, T >= 5",
            "Rew(f,m)/Rew(f,T) >= 1/5",
            (*HALF, "T >= 5"),
            arms=FROM_1,
        ),
    ),
    mutants=(
        Reading("2/7 in place of 1/4", "Rew(f,m)/Rew(f,T) >= 2/7", HALF),
        Reading("one pull less", "Rew(f,m)/Rew(f,T) >= 1/5", ("2*m + 1 >= T",)),
        Reading("only monotone", "Rew(f,m)/Rew(f,T) >= 1/5", HALF, {"f": ArmClass.MONOTONE}),
        Reading("the sharp form shifted", "(m+1)*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ("m <= T",)),
    ),
    relies_on=("D12", "D13", "D14"),
    convention="alpha T must be an integer to be a number of pulls; m stands for it.",
    finding=(
        "True for every integer alpha T, with 1/4 in place of 1/5. If alpha T is rounded down it "
        "fails at T = 1 and T = 3 and nowhere else. The printed proof fails at alpha = 1/2."
    ),
)

PART_B = Entry(
    id="D11b",
    lines="565(b)",
    slug="rew-ratio-share",
    title="Rew-ratio lemma (b)",
    statement="Rew(alpha T/k)/Rew(T) >= 16 alpha^2/(25 k^2) for 0 <= alpha <= k/2.",
    literal=(
        Reading(
            "alpha T/k = m is an integer",
            "Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            ("m >= 0", *UP_TO_HALF),
        ),
    ),
    others=(
        Reading(
            "x = alpha T/k rounded down to m",
            "Rew(f,m)/Rew(f,T) >= 16*x*x/(25*T*T)",
            ("m >= 0", "m <= x", "x < m+1", "2*x <= T"),
            reals=("x",),
            tries=lambda: [at(capped(2, 2), m=0, T=2, x=Fraction(1, 2))],
        ),
        Reading(
            "x = alpha T/k rounded up to m",
            "Rew(f,m)/Rew(f,T) >= 16*x*x/(25*T*T)",
            ("0 <= x", "x <= m", "2*x <= T", "m <= T"),
            reals=("x",),
        ),
        Reading(
            "f(0) is not known",
            "Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            UP_TO_HALF,
            arms=FROM_1,
            tries=lambda: [at(DELAYED, m=1, T=2)],
        ),
    ),
    repairs=(
        Reading("1 in place of 16/25, up to T", "Rew(f,m)/Rew(f,T) >= m*m/(T*T)", ("m <= T",)),
        Reading("the sharp form", "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ("m <= T",)),
        Reading(
            "rounded down, from m = 3 on",
            "Rew(f,m)/Rew(f,T) >= 16*(m+1)*(m+1)/(25*T*T)",
            ("m >= 3", *UP_TO_HALF),
        ),
    ),
    mutants=(
        Reading("m^2/(T^2-1)", "(T*T-1)*Rew(f,m) >= m*m*Rew(f,T)", ("m <= T",)),
        Reading(
            "rounded down, from m = 2 on",
            "Rew(f,m)/Rew(f,T) >= 16*(m+1)*(m+1)/(25*T*T)",
            ("m >= 2", *UP_TO_HALF),
        ),
        Reading("beyond T", "Rew(f,m)/Rew(f,T) >= m*m/(T*T)", ("m <= T+1",)),
    ),
    relies_on=("D19", "D19b", "D19c"),
    convention="alpha T/k must be an integer to be a number of pulls; m stands for it.",
    finding=(
        "True for every integer alpha T/k, with 1 in place of 16/25 and for all alpha <= k. "
        "If alpha T/k is rounded down it fails for small values."
    ),
)

TRIANGLE = Entry(
    id="D12",
    lines="1222-1225",
    slug="rew-above-triangle",
    title="Rew(alpha T) >= (alpha T/2) f(alpha T)",
    statement="Rew(m) >= area under f on [0,m] >= area of the triangle OEP = (m/2) f(m).",
    literal=(
        Reading("the sum and the area", "Rew(f,m) >= Area(f,m)", ("m >= 0",)),
        Reading("the area and the triangle", "Area(f,m) >= m/2*f(m)", ("m >= 0",)),
        Reading("both", "Rew(f,m) >= m/2*f(m)", ("m >= 0",)),
    ),
    others=(Reading("f(0) is not known", "Rew(f,m) >= m/2*f(m)", arms=FROM_1),),
    repairs=(Reading("sharp", "Rew(f,m) >= (m+1)/2*f(m)"),),
    mutants=(
        Reading("more than sharp", "Rew(f,m) >= (m+2)/2*f(m)"),
        Reading("only monotone", "Rew(f,m) >= m/2*f(m)", arms={"f": ArmClass.MONOTONE}),
        Reading("a higher triangle", "Area(f,m) >= (m+1)/2*f(m)"),
    ),
    relies_on=("A22",),
)

CLAIM_A = Entry(
    id="D13",
    lines="1229-1232",
    slug="rew-below-five-quarters",
    title="Claim: Rew(T) <= (5T/4) f(alpha T)",
    statement="Rew(T) <= (5T/4) f(alpha T) for alpha >= 1/2.",
    literal=(Reading("alpha T = m is an integer", "Rew(f,T) <= 5*T/4*f(m)", HALF),),
    others=(
        Reading("rounded down, T >= 6", "Rew(f,T) <= 5*T/4*f(T//2)", ("T >= 6",)),
        Reading("f(0) is not known", "Rew(f,T) <= 5*T/4*f(m)", HALF, FROM_1),
    ),
    repairs=(
        Reading("integers, T >= 3", "Rew(f,T) <= 5*T/4*f(m)", (*HALF, "T >= 3")),
        Reading("T = 1", "Rew(f,T) <= 5*T/4*f(m)", (*HALF, "T == 1")),
        Reading("T = 2, m >= 2", "Rew(f,T) <= 5*T/4*f(m)", ("m >= 2", "T == 2")),
        Reading("T+1 in place of 5T/4, all T", "Rew(f,T) <= (T+1)*f(m)", HALF),
        Reading(
            "rounded down, odd T >= 9",
            "Rew(f,2*m+1) <= 5*(2*m+1)/4*f(m)",
            ("m >= 4",),
        ),
    ),
    mutants=(
        Reading("T >= 2", "Rew(f,T) <= 5*T/4*f(m)", (*HALF, "T >= 2")),
        Reading("T + 1/2", "Rew(f,T) <= (T+1/2)*f(m)", HALF),
        Reading(
            "rounded down, odd T >= 7",
            "Rew(f,2*m+1) <= 5*(2*m+1)/4*f(m)",
            ("m >= 3",),
        ),
    ),
    relies_on=("D15", "D17"),
    convention="m = alpha T.",
    finding=(
        "False at T = 2, alpha = 1/2 (f(n) = n: 3 > 5/2); true for every other integer alpha T, "
        "and T+1 in place of 5T/4 is always enough."
    ),
)

RATIO_A = Entry(
    id="D14",
    lines="1235-1237",
    slug="rew-ratio-linear",
    title="Rew(alpha T)/Rew(T) >= 2 alpha/5 >= 1/5",
    statement="Rew(m)/Rew(T) >= 2m/(5T) >= 1/5 for m = alpha T >= T/2.",
    literal=(
        Reading("the ratio", "Rew(f,m)/Rew(f,T) >= 2*m/(5*T)", HALF),
        Reading("2 alpha/5 >= 1/5", "2*m/(5*T) >= 1/5", HALF),
        Reading(
            "the two bounds give it",
            "Rew(f,m)/Rew(f,T) >= 2*m/(5*T)",
            ("Rew(f,m) >= m/2*f(m)", "Rew(f,T) <= 5*T/4*f(m)", *HALF),
            multipliers=(("5", "5*T", "2*m"),),
        ),
    ),
    repairs=(
        Reading("sharp for m <= T", "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ("m <= T",)),
        Reading("m/(2T)", "Rew(f,m)/Rew(f,T) >= m/(2*T)", (*HALF, "m <= T")),
    ),
    mutants=(
        Reading("3/5 in place of 2/5", "Rew(f,m)/Rew(f,T) >= 3*m/(5*T)", HALF),
        Reading("2 alpha/5 >= 2/9", "2*m/(5*T) >= 2/9", HALF),
    ),
    relies_on=("D12", "D13"),
    finding="The step is right although the claim it cites is false at T = 2.",
)

AREA_BC = "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m)"
AREA_BC_RIGHT = "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m+1)"
AREA_AD = "(T+1)*f(m)"

AREAS_A = Entry(
    id="D15",
    lines="1240-1243",
    slug="rew-below-tangent",
    title="Rew(T) <= Ar(OBCQO), and (T+1) f <= (5T/4) f",
    statement=(
        "Rew(T) is at most the area under the line through E = (alpha T, f(alpha T)) with the "
        "slope of f there, on [0, T+1]; and f(alpha T)(T+1) <= (5T/4) f(alpha T) for T >= 4."
    ),
    literal=(
        Reading("slope from the left", f"Rew(f,T) <= {AREA_BC}", (*HALF, "m <= T")),
        Reading("slope from the right", f"Rew(f,T) <= {AREA_BC_RIGHT}", (*HALF, "m <= T")),
        Reading("T+1 <= 5T/4", "(T+1)*f(m) <= 5*T/4*f(m)", ("T >= 4",)),
    ),
    others=(Reading("T+1 <= 5T/4 for T >= 3", "(T+1)*f(m) <= 5*T/4*f(m)", ("T >= 3",)),),
    mutants=(
        Reading(
            "the area up to T",
            "Rew(f,T) <= T*f(m) + T*(T-2*m)/2*Delta(f,m)",
            (*HALF, "m <= T"),
        ),
        Reading(
            "a slope one pull earlier",
            "Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m-1)",
            (*HALF, "m <= T", "m >= 2"),
        ),
        Reading("6/5", "(T+1)*f(m) <= 6*T/5*f(m)", ("T >= 4",)),
    ),
    relies_on=("A24",),
    convention=(
        "The slope at E is a number between Delta(f,m+1) and Delta(f,m), m = alpha T; the area is "
        "linear in it."
    ),
)

LENGTHS_A = Entry(
    id="D16",
    lines="1257",
    slug="lengths-ae-de",
    title="AE = alpha(T+1) >= (1-alpha)(T+1) = DE",
    statement=(
        "With A = (0, f(m)), E = (m, f(m)), D = (T+1, f(m)) and m = alpha T: AE = alpha(T+1), "
        "DE = (1-alpha)(T+1) and AE >= DE."
    ),
    literal=(
        Reading("AE = alpha(T+1)", "m == m/T*(T+1)", HALF),
        Reading("AE >= DE", "m >= T+1-m", (*HALF, "m <= T")),
    ),
    others=(
        Reading(
            "the printed lengths compared with each other",
            "m/T*(T+1) >= (1-m/T)*(T+1)",
            (*HALF, "m <= T"),
        ),
    ),
    repairs=(
        Reading("AE >= DE if alpha T >= (T+1)/2", "m >= T+1-m", ("2*m >= T+1", "m <= T")),
        Reading("AE >= DE - 1", "m >= T-m", (*HALF, "m <= T")),
    ),
    mutants=(Reading("AE >= DE + 1", "m >= T+2-m", ("2*m >= T+1", "m <= T")),),
    convention="Q, C and D lie on x = T+1, as area(OADQ) = (T+1) f(alpha T) says.",
    finding=(
        "E lies at x = alpha T, so AE = alpha T and DE = T+1-alpha T, and at alpha = 1/2 AE < DE."
    ),
)

COMPARED_A = Entry(
    id="D17",
    lines="1244,1261-1263",
    slug="tangent-below-horizontal",
    title="Ar(OBCQO) <= Ar(OADQO)",
    statement=(
        "The area under the line of slope s through E is at most the area under the horizontal "
        "line through E, on [0, T+1], for alpha >= 1/2."
    ),
    literal=(
        Reading("slope from the left", f"{AREA_BC} <= {AREA_AD}", (*HALF, "m <= T")),
        Reading("slope from the right", f"{AREA_BC_RIGHT} <= {AREA_AD}", (*HALF, "m <= T")),
    ),
    others=(
        Reading(
            "areas on [0, T]",
            "T*f(m) + T*(T-2*m)/2*Delta(f,m) <= T*f(m)",
            (*HALF, "m <= T"),
        ),
    ),
    repairs=(
        Reading("alpha T >= (T+1)/2", f"{AREA_BC} <= {AREA_AD}", ("2*m >= T+1", "m <= T")),
        Reading("what the lemma needs, without areas", "Rew(f,T) <= (T+1)*f(m)", (*HALF, "m <= T")),
    ),
    mutants=(Reading("2 alpha T + 1 >= T", f"{AREA_BC} <= {AREA_AD}", ("2*m + 1 >= T", "m <= T")),),
    relies_on=("D16", "D18"),
    finding=(
        "At alpha = 1/2 the area under the line is larger by s(T+1)/2, for every arm with slope "
        "s > 0; the bound Rew(T) <= (T+1) f(alpha T) that it is used for is true nevertheless."
    ),
)

SIMILAR_A = Entry(
    id="D18",
    lines="1249-1252,1260",
    slug="similar-triangles-half",
    title="Triangles ABE and DCE are similar",
    statement="AE/DE = BE/CE = AB/DC.",
    literal=(
        Reading(
            "AE DC = DE AB",
            "m*((T+1-m)*Delta(f,m)) == (T+1-m)*(m*Delta(f,m))",
            ("m <= T",),
        ),
        Reading(
            "AE^2 CE^2 = DE^2 BE^2",
            "m**2*((T+1-m)**2 + ((T+1-m)*s)**2) == (T+1-m)**2*(m**2 + (m*s)**2)",
            ("m <= T",),
            reals=("s",),
        ),
    ),
    mutants=(
        Reading(
            "AE AB = DE DC",
            "m*(m*Delta(f,m)) == (T+1-m)*((T+1-m)*Delta(f,m))",
            ("m <= T",),
        ),
        Reading(
            "AE CE^2 = DE BE^2",
            "m*((T+1-m)**2 + ((T+1-m)*s)**2) == (T+1-m)*(m**2 + (m*s)**2)",
            ("m <= T",),
            reals=("s",),
        ),
    ),
    convention=(
        "A = (0, f(m)), B = (0, f(m)-ms), E = (m, f(m)), D = (T+1, f(m)), "
        "C = (T+1, f(m)+(T+1-m)s); lengths BE and CE as squares."
    ),
)

TRIANGLE_B = Entry(
    id="D19",
    lines="1271-1273",
    slug="rew-above-slope-triangle",
    title="Rew(alpha T/k) >= alpha^2 T^2 m_OE/(2k^2)",
    statement="Rew(m) >= (m^2/2)(f(m)/m) for m = alpha T/k, where f(m)/m is the slope of OE.",
    literal=(
        Reading("in m = alpha T/k", "Rew(f,m) >= m**2/2*(f(m)/m)"),
        Reading(
            "(1/2)(alpha T/k)(alpha T/k) = alpha^2 T^2/(2k^2)",
            "1/2*(alpha*T/k)*(alpha*T/k) == alpha**2*T**2/(2*k**2)",
            reals=("alpha",),
        ),
    ),
    repairs=(Reading("sharp", "Rew(f,m) >= m*(m+1)/2*(f(m)/m)"),),
    mutants=(
        Reading("more than sharp", "Rew(f,m) >= (m+1)**2/2*(f(m)/m)"),
        Reading("only monotone", "Rew(f,m) >= m**2/2*(f(m)/m)", arms={"f": ArmClass.MONOTONE}),
    ),
    relies_on=("D12",),
)

CLAIM_B = Entry(
    id="D19b",
    lines="1277-1279",
    slug="rew-below-slope",
    title="Claim: Rew(T) <= (25T^2/32) m_OE",
    statement="Rew(T) <= (25 T^2/32) f(m)/m for m = alpha T/k, 0 < alpha <= k/2.",
    literal=(Reading("m is an integer", "Rew(f,T) <= 25*T**2/32*(f(m)/m)", UP_TO_HALF),),
    others=(Reading("f(0) is not known", "Rew(f,T) <= 25*T**2/32*(f(m)/m)", UP_TO_HALF, FROM_1),),
    repairs=(Reading("sharp, up to (T+1)/2", "Rew(f,T) <= T*(T+1)/2*(f(m)/m)", ("2*m <= T+1",)),),
    mutants=(
        Reading("23/32", "Rew(f,T) <= 23*T**2/32*(f(m)/m)", UP_TO_HALF),
        Reading("T^2/2", "Rew(f,T) <= T**2/2*(f(m)/m)", UP_TO_HALF),
        Reading("beyond (T+1)/2", "Rew(f,T) <= T*(T+1)/2*(f(m)/m)", ("2*m <= T+2", "m <= T")),
    ),
    relies_on=("D19d", "D19f"),
    finding=(
        "The printed proof uses T >= 4, which the claim does not say; it is true for all T, since "
        "1 <= m <= T/2 leaves only T >= 2."
    ),
)

RATIO_B = Entry(
    id="D19c",
    lines="1286-1287",
    slug="rew-ratio-square",
    title="The ratio is 16 alpha^2/(25 k^2)",
    statement="The two bounds give Rew(alpha T/k)/Rew(T) >= 16 alpha^2/(25 k^2).",
    literal=(
        Reading(
            "the constants",
            "alpha**2*T**2/(2*k**2)*(32/(25*T**2)) == 16*alpha**2/(25*k**2)",
            reals=("alpha",),
        ),
        Reading(
            "the two bounds give it",
            "Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            ("Rew(f,m) >= m**2/2*(f(m)/m)", "Rew(f,T) <= 25*T**2/32*(f(m)/m)", *UP_TO_HALF),
        ),
    ),
    mutants=(
        Reading(
            "17 in place of 16",
            "alpha**2*T**2/(2*k**2)*(32/(25*T**2)) >= 17*alpha**2/(25*k**2)",
            reals=("alpha",),
        ),
        Reading(
            "without the upper bound",
            "Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            ("Rew(f,m) >= m**2/2*(f(m)/m)",),
        ),
    ),
    relies_on=("D19", "D19b"),
)

SLOPE_AREA = "(T+1)**2/2*(f(m)/m)"

AREAS_B = Entry(
    id="D19d",
    lines="1295-1296",
    slug="rew-below-tangent-share",
    title="Rew(T) <= Ar(OADQO); Ar(OCQO) <= (T+1)^2 m/2 <= 25T^2 m/32",
    statement=(
        "Rew(T) is at most the area under the line AD through E with the slope of f there, on "
        "[0, T+1]; the triangle OCQ has area (T+1)^2/2 f(m)/m, at most 25T^2/32 f(m)/m for T >= 4."
    ),
    literal=(
        Reading("slope from the left", f"Rew(f,T) <= {AREA_BC}", UP_TO_HALF),
        Reading("slope from the right", f"Rew(f,T) <= {AREA_BC_RIGHT}", UP_TO_HALF),
        Reading(
            "the triangle OCQ with base T+1 and height (T+1) f(m)/m",
            f"(T+1)/2*((T+1)*f(m)/m) == {SLOPE_AREA}",
        ),
        Reading("the constant", f"{SLOPE_AREA} <= 25*T**2/32*(f(m)/m)", ("T >= 4",)),
    ),
    others=(Reading("the constant for any T", f"{SLOPE_AREA} <= 25*T**2/32*(f(m)/m)", UP_TO_HALF),),
    mutants=(
        Reading("T >= 3", f"{SLOPE_AREA} <= 25*T**2/32*(f(m)/m)", ("T >= 3",)),
        Reading(
            "the area up to T",
            "Rew(f,T) <= T*f(m) + T*(T-2*m)/2*Delta(f,m)",
            UP_TO_HALF,
        ),
    ),
    relies_on=("A24",),
    finding="The constant 25/32 needs T >= 4, which the lemma does not assume.",
)

SIMILAR_B = Entry(
    id="D19e",
    lines="1309-1326",
    slug="similar-triangles-share",
    title="Triangles AOE ~ DCE and EFO ~ EHC",
    statement="OE/CE = AE/DE = AO/DC and FE/HE = OE/CE = FO/HC.",
    literal=(
        Reading(
            "AO HE = DC FE",
            "(y-m*s)*(X-m) == (y*X/m - y - (X-m)*s)*m",
            ("m < X",),
            reals=("y", "s"),
        ),
        Reading(
            "AE^2 HE^2 = DE^2 FE^2",
            "(m**2 + (m*s)**2)*(X-m)**2 == ((X-m)**2 + ((X-m)*s)**2)*m**2",
            ("m < X",),
            reals=("s",),
        ),
        Reading(
            "OE^2 HE^2 = CE^2 FE^2 and FE HC = HE FO",
            "(m**2 + y**2)*(X-m)**2 == ((X-m)**2 + (y*X/m - y)**2)*m**2"
            " and m*(y*X/m - y) == (X-m)*y",
            ("m < X",),
            reals=("y",),
        ),
    ),
    mutants=(
        Reading("FE HC = HE FO with H at E", "m*(y*X/m) == (X-m)*y", ("m < X",), reals=("y",)),
        Reading(
            "AO = DC",
            "y-m*s == y*X/m - y - (X-m)*s",
            ("m < X",),
            reals=("y", "s"),
        ),
    ),
    convention=(
        "O = (0,0), E = (m,y), A = (0,y-ms), D = (X,y+(X-m)s), C = (X,yX/m), F = (0,y), H = (X,y), "
        "X = T+1; slanted lengths as squares."
    ),
)

COMPARED_B = Entry(
    id="D19f",
    lines="1330-1362",
    slug="areas-share",
    title="alpha T/k <= T/2 gives FE <= HE and Ar(AOEA) <= Ar(DCED)",
    statement=(
        "If m = alpha T/k <= T/2 then FE <= HE, hence AO <= DC, the triangle AOE is at most the "
        "triangle DCE, and the area under AD at most the triangle OCQ."
    ),
    literal=(
        Reading("FE <= HE", "m <= T+1-m", UP_TO_HALF),
        Reading(
            "AO <= DC",
            "m*(f(m)-m*Delta(f,m)) <= (T+1-m)*(f(m)-m*Delta(f,m))",
            UP_TO_HALF,
        ),
        Reading(
            "2m area(AOE) <= 2m area(DCE)",
            "m**2*(f(m)-m*Delta(f,m)) <= (T+1-m)**2*(f(m)-m*Delta(f,m))",
            UP_TO_HALF,
        ),
        Reading("so for the areas up to T+1", f"{AREA_BC} <= {SLOPE_AREA}", UP_TO_HALF),
    ),
    mutants=(
        Reading("FE < HE - 1", "m < T-m", UP_TO_HALF),
        Reading("up to (T+2)/2", f"{AREA_BC} <= {SLOPE_AREA}", ("2*m <= T+2",)),
        Reading(
            "f(0) is not known",
            "m**2*(f(m)-m*Delta(f,m)) <= (T+1-m)**2*(f(m)-m*Delta(f,m))",
            (*UP_TO_HALF, "m >= 2"),
            arms=FROM_1,
        ),
    ),
    relies_on=("D19e",),
)

BEST_AT_M = "Rew(f,m) <= Rew(g,m)"

COROLLARY = Entry(
    id="D21",
    lines="600-606,1380-1402",
    slug="opt-ratio",
    title="Rew-ratio corollary",
    statement=(
        "OPT(alpha T)/OPT(T) >= 1/5 for 1/2 <= alpha <= 1, and OPT(alpha T/k)/OPT(T) >= "
        "16 alpha^2/(25 k^2) for 0 < alpha <= k/2."
    ),
    literal=(
        Reading(
            "(a) f optimal at T, g optimal at m = alpha T",
            "Rew(g,m)/Rew(f,T) >= 1/5",
            (BEST_AT_M, *HALF, "m <= T"),
            arms=TWO_ARMS,
        ),
        Reading(
            "(b) f optimal at T, g optimal at m = alpha T/k",
            "Rew(g,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            (BEST_AT_M, *UP_TO_HALF),
            arms=TWO_ARMS,
        ),
    ),
    others=(
        Reading(
            "(a) alpha T rounded down",
            "Rew(g,T//2)/Rew(f,T) >= 1/5",
            ("Rew(f,T//2) <= Rew(g,T//2)", "T >= 2"),
            arms=TWO_ARMS,
        ),
    ),
    repairs=(
        Reading(
            "sharp, for all m <= T",
            "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(g,m)",
            (BEST_AT_M, "m <= T"),
            arms=TWO_ARMS,
        ),
    ),
    mutants=(
        Reading(
            "2/7 in place of 1/5",
            "Rew(g,m)/Rew(f,T) >= 2/7",
            (BEST_AT_M, *HALF, "m <= T"),
            arms=TWO_ARMS,
        ),
        Reading(
            "g not optimal",
            "Rew(g,m)/Rew(f,T) >= 1/5",
            (*HALF, "m <= T"),
            arms=TWO_ARMS,
        ),
    ),
    relies_on=("A14", "D11a", "D11b"),
    convention="OPT at two horizons: f is an optimal arm at T, g at m, so Rew(f,m) <= Rew(g,m).",
)

SKETCH = Entry(
    id="D44",
    lines="572,577",
    slug="rew-ratio-sketch",
    title="The sketch's bounds 5T/4 and 25T^2/32",
    statement="Rew(T) <= (5T/4) f(alpha T) for alpha >= 1/2, and Rew(T) <= (25T^2/32) m_OE.",
    literal=(*CLAIM_A.literal, *CLAIM_B.literal),
    repairs=(CLAIM_A.repairs[0], CLAIM_A.repairs[3]),
    mutants=(CLAIM_A.mutants[0], CLAIM_B.mutants[0]),
    relies_on=("D13", "D19b"),
    finding="The first bound is false at T = 2, alpha = 1/2; the second is true.",
)

ENTRIES = (
    PART_A,
    PART_B,
    TRIANGLE,
    CLAIM_A,
    RATIO_A,
    AREAS_A,
    LENGTHS_A,
    COMPARED_A,
    SIMILAR_A,
    TRIANGLE_B,
    CLAIM_B,
    RATIO_B,
    AREAS_B,
    SIMILAR_B,
    COMPARED_B,
    COROLLARY,
    SKETCH,
)
