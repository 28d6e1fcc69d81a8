"""D16, D17 and D18: part (a), the comparison of areas by similar triangles (lines 1244-1263).

E = (m, f(m)), m = alpha T; the line BC through E has the slope s of f there and AD is horizontal; A
and B are on x = 0, C, D and Q on x = T+1. The proof says

    D18    AE/DE = BE/CE = AB/DC, as the triangles ABE and DCE are similar,
    D16    AE = alpha (T+1) >= (1-alpha)(T+1) = DE for alpha >= 1/2,
    D17    so area(ABE) >= area(DCE) and area(OBCQ) <= area(OADQ) = (T+1) f(m).

D18 is right. D16 is not: E is at x = alpha T, so that AE = m and DE = T+1-m, and at alpha = 1/2
AE = T/2 is less than DE = T/2 + 1. There area(OBCQ) - area(OADQ) = s (T+1)/2, and D17 is false for
every arm that still grows. Both are right for m >= (T+1)/2, and D17 on [0, T] in place of [0, T+1].
What D17 is used for, Rew(T) <= (T+1) f(m), holds all the same.
"""

from imab_verify.ledger import Entry, Reading, cite, combine
from proofs.rew_ratio.part_a_rew_below_five_quarters import REW_LE_HORIZONTAL_AREA

LENGTHS_AE_DE = Entry(
    id="D16",
    lines="1257",
    slug="lengths-ae-de",
    title="AE = alpha(T+1) >= (1-alpha)(T+1) = DE",
    statement=(
        "With A = (0, f(m)), E = (m, f(m)), D = (T+1, f(m)) and m = alpha T: AE = "
        "alpha(T+1), DE = (1-alpha)(T+1) and AE >= DE."
    ),
    literal=(
        Reading(
            "length_ae_eq_alpha_share", "AE = alpha(T+1)", "m == m/T*(T+1)", given=("2*m >= T",)
        ),
        Reading("length_ae_ge_de", "AE >= DE", "m >= T+1-m", given=("2*m >= T", "m <= T")),
    ),
    negation=(
        Reading(
            "length_ae_lt_de_at_half",
            "at alpha = 1/2, for every T: AE = T/2 < T/2 + 1 = DE",
            "m < T+1-m",
            given=("2*m == T",),
        ),
    ),
    beyond=(
        Reading(
            "length_ae_ge_de_from_4",
            "AE >= DE from T = 4 on, which the proof assumes",
            "m >= T+1-m",
            given=("2*m >= T", "m <= T", "T >= 4"),
        ),
    ),
    others=(
        Reading(
            "printed_length_ae_ge_de",
            "the printed lengths compared with each other",
            "m/T*(T+1) >= (1-m/T)*(T+1)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    repairs=(REW_LE_HORIZONTAL_AREA,),
    printed=r"$AE = \alpha (T+1) \ge (1-\alpha)(T+1) = DE$",
    corrected=r"$AE = \alpha T$ and $DE = T+1-\alpha T$, so $AE \ge DE$ if $\alpha T \ge (T+1)/2$.",
    convention="Q, C and D lie on x = T+1, as area(OADQ) = (T+1) f(alpha T) says.",
    finding=(
        "E lies at x = alpha T, so AE = alpha T and DE = T+1-alpha T, and at alpha = 1/2 AE < DE."
    ),
)

TANGENT_BELOW_HORIZONTAL = Entry(
    id="D17",
    lines="1244,1261-1263",
    slug="tangent-below-horizontal",
    title="Ar(OBCQO) <= Ar(OADQO)",
    statement=(
        "The area under the line of slope s through E is at most the area under the "
        "horizontal line through E, on [0, T+1], for alpha >= 1/2."
    ),
    literal=(
        Reading(
            "length_ab_ge_dc",
            "AB >= DC: AB = m s, DC = (T+1-m) s",
            "m*Delta(f,m) >= (T+1-m)*Delta(f,m)",
            given=("2*m >= T", "m <= T"),
        ),
        Reading(
            "length_be_ge_ce",
            "BE >= CE, as squares",
            "m**2 + (m*s)**2 >= (T+1-m)**2 + ((T+1-m)*s)**2",
            given=("2*m >= T", "m <= T", "s >= 0"),
            reals=("s",),
        ),
        Reading(
            "left_tangent_area_le_horizontal_area",
            "slope from the left",
            "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)*f(m)",
            given=("2*m >= T", "m <= T"),
        ),
        Reading(
            "right_tangent_area_le_horizontal_area",
            "slope from the right",
            "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m+1) <= (T+1)*f(m)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    others=(
        Reading(
            "left_tangent_area_le_horizontal_area_up_to_horizon",
            "areas on [0, T]",
            "T*f(m) + T*(T-2*m)/2*Delta(f,m) <= T*f(m)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    repairs=(
        Reading(
            "left_tangent_area_le_horizontal_area_of_gt_half",
            "alpha T >= (T+1)/2",
            "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)*f(m)",
            given=("2*m >= T+1", "m <= T"),
        ),
        Reading(
            "rew_le_horizontal_area_of_le_horizon",
            "what the lemma needs, without areas",
            "Rew(f,T) <= (T+1)*f(m)",
            given=("2*m >= T", "m <= T"),
            by=(cite("rew_le_horizontal_area"), combine({"rew_le_horizontal_area": "1"})),
        ),
    ),
    negation=(
        Reading(
            "tangent_area_gt_horizontal_area_at_half",
            "at alpha = 1/2, for every T and every arm that still grows",
            "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) > (T+1)*f(m)",
            given=("2*m == T", "Delta(f,m) > 0"),
            by=(combine({"given 2": "T+1"}, scale="2"),),
        ),
    ),
    beyond=(
        Reading(
            "left_tangent_area_le_horizontal_area_from_4",
            "from T = 4 on, which the proof assumes",
            "(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)*f(m)",
            given=("2*m >= T", "m <= T", "T >= 4"),
        ),
    ),
    printed=r"Therefore, $\mathsf{Ar}(OBCQO) \le \mathsf{Ar}(OADQO)$.",
    corrected=r"$\mathtt{Rew}_i(T) \le (T+1)\,f_i(\alpha T)$ for $\alpha \ge 1/2$.",
    relies_on=("D16", "D18"),
    finding=(
        "At alpha = 1/2 the area under the line is larger by s(T+1)/2, for every arm "
        "with slope s > 0; the bound Rew(T) <= (T+1) f(alpha T) that it is used for is "
        "true nevertheless."
    ),
)

SIMILAR_TRIANGLES = Entry(
    id="D18",
    lines="1249-1252,1260",
    slug="similar-triangles-half",
    title="Triangles ABE and DCE are similar",
    statement="AE/DE = BE/CE = AB/DC.",
    literal=(
        Reading(
            "abe_dce_legs_in_proportion",
            "AE DC = DE AB, each length from the coordinates of its ends",
            ("m*((f(m) + (T+1-m)*Delta(f,m)) - f(m)) == (T+1-m)*(f(m) - (f(m) - m*Delta(f,m)))"),
            given=("m <= T",),
        ),
        Reading(
            "abe_dce_hypotenuses_in_proportion",
            "AE^2 CE^2 = DE^2 BE^2",
            "m**2*((T+1-m)**2 + ((T+1-m)*s)**2) == (T+1-m)**2*(m**2 + (m*s)**2)",
            given=("m <= T",),
            reals=("s",),
        ),
    ),
    convention=(
        "Angles are read in coordinates: A = (0, f(m)), B = (0, f(m)-ms), E = (m, f(m)), D = "
        "(T+1, f(m)), C = (T+1, f(m)+(T+1-m)s); lengths BE and CE as squares."
    ),
)

ENTRIES = (LENGTHS_AE_DE, TANGENT_BELOW_HORIZONTAL, SIMILAR_TRIANGLES)
