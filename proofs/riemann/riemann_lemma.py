"""A22 (lines 713-718): the Riemann lemma.

    Area(f,T) <= Rew(f,T) <= Area(f,T+1)    for every T >= 1 (and T = 0).

The lower bound is the right sum; the upper bound is Rew(f,T) <= Area(f,T) + f(T) - f(0) and
Area(f,T) + f(T) <= Area(f,T+1). It is enough that f does not decrease.
"""

from imab_verify.ledger import Entry, Reading, Severity, cite, combine

AREA_LE_REW_LE_AREA_NEXT = Reading(
    "area_le_rew_le_area_next",
    "the integral to T from below, to T + 1 from above",
    "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
    by=(
        cite("area_le_rew"),
        cite("rew_le_area_add_rise"),
        cite("area_add_last_le_area_next"),
        combine({"rew_le_area_add_rise": "1", "area_add_last_le_area_next": "1"}),
        combine({"area_le_rew": "1"}),
    ),
)

ENTRY = Entry(
    id="A22",
    lines="713-718",
    slug="riemann-lemma",
    severity=Severity.LEMMA,
    title="Riemann lemma",
    statement=(
        "The integral of f over [0,T] is at most Rew(T), and Rew(T) at most that over [0,T+1]."
    ),
    literal=(AREA_LE_REW_LE_AREA_NEXT,),
    others=(
        Reading(
            "area_le_rew_le_area_next_of_monotone",
            "monotone is enough",
            "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
            arms="f: monotone",
        ),
        Reading(
            "area_le_rew_le_area_next_from_zero",
            "from T = 0 on",
            "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
            given=("T >= 0",),
        ),
    ),
    prose=(
        (
            "the curve is read as straight lines between the values; for another nondecreasing "
            "curve "
            "the area over [n-1, n] lies between f(n-1) and f(n) as well"
        ),
    ),
    relies_on=("A23", "A24"),
    convention="f is read as a continuous curve by joining its values with straight lines.",
)
