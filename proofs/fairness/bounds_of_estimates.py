"""E13-E15 (lines 1636-1646): the estimates at the level N* = M.

E13  An estimate computed from more pulls is not larger: P(f,b,M) <= P(f,a,M) for a <= b <= M.
E14  If Delta_i(a) < Delta/2, which is written 2 Delta(f,a) < Delta(g,m), then
     P(f,a,M) <= Rew(f,a) + (M-a) f(a) + (M-a)(M-a+1) Delta/4, and with (M-a+1)^2 too.
E15  For the waiting arm, P(f,L,M) >= Rew(f,L) + (M-L) f(L) + (M-L)^2 Delta(f,L)/2.

All are true as written, from two pulls on, and E13 without f(0).
"""

from imab_verify.ledger import Entry, Reading, combine

ANTITONE = Entry(
    id="E13",
    lines="1636-1637",
    slug="estimates-fall",
    title="Estimates fall as pulls are made",
    statement=(
        "With the same N*, the estimate computed from more pulls is at most the one from fewer."
    ),
    literal=(
        Reading(
            "estimate_antitone",
            "any two counts from 2 on",
            "P(f,b,M) <= P(f,a,M)",
            given=("2 <= a", "a <= b", "b <= M"),
        ),
    ),
    others=(
        Reading(
            "estimate_antitone_from_1",
            "without f(0)",
            "P(f,b,M) <= P(f,a,M)",
            given=("2 <= a", "a <= b", "b <= M"),
            arms="f: concave-from-1",
        ),
    ),
)

UPPER = Entry(
    id="E14",
    lines="1638-1641",
    slug="estimate-upper-bound",
    title="Upper bound of an estimate of C",
    statement=(
        "p_i(T') <= Rew_i(N_i) + (N*-N_i) f_i(N_i) + (N*-N_i)(N*-N_i+1) Delta/4 <= ... + "
        "(N*-N_i+1)^2 Delta/4."
    ),
    literal=(
        Reading(
            "estimate_le_of_increment_lt_half",
            "the first bound",
            "P(f,a,M) <= Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(g,m)",
            given=("2*Delta(f,a) < Delta(g,m)", "2 <= a", "a <= M", "m >= 2"),
            arms="f, g",
            by=(combine({"given 1": "(M-a)*(M-a+1)"}, scale="4"),),
        ),
        Reading(
            "product_times_increment_le_square_times_increment",
            "the second bound",
            "(M-a)*(M-a+1)*Delta(g,m) <= (M-a+1)**2*Delta(g,m)",
            given=("2 <= a", "a <= M", "m >= 2"),
            arms="g",
        ),
    ),
    relies_on=("E8", "E13"),
)

LOWER = Entry(
    id="E15",
    lines="1646",
    slug="estimate-lower-bound",
    title="Lower bound of the estimate of arm m",
    statement="p_m(T') >= Rew_m(L) + (N*-L) f_m(L) + (N*-L)^2 Delta/2.",
    literal=(
        Reading(
            "estimate_ge_square_times_increment",
            "as written",
            "P(f,L,M) >= Rew(f,L) + (M-L)*f(L) + (M-L)**2/2*Delta(f,L)",
            given=("2 <= L", "L <= M"),
        ),
    ),
)

ENTRIES = (ANTITONE, UPPER, LOWER)
