"""F3: the worst ratio of Algorithm 1 on two arms is exactly 2 from T = 7 on.

With two arms only the optimal one and the one that crossed last are left of F2, and the lines there
serve from T = 7 on: for T = 2m their sum is m(2m+1) = T(T+1)/2, and for T = 2m+1 it is
(m+1)(2m+1) = T(T+1)/2 as well. Attained: let the second arm be n/T, and the first one constant
N/(2T), where N = ceil(T/2) is its count at the end. For T = 5 and 6 the ratio is larger.
"""

from imab_verify.ledger import Entry, Reading, Severity, play

ENTRY = Entry(
    id="F3",
    lines="beyond",
    slug="two-arms-exactly-2",
    severity=Severity.LEMMA,
    title="Two arms: the worst ratio is 2 from T = 7 on",
    statement=(
        "For k = 2 and T >= 7, OPT(T) <= 2 ALG(T) in every run of Algorithm 1, and 2 is attained."
    ),
    literal=(
        Reading(
            "opt_le_2_alg_of_two_arms",
            "two arms, T >= 7",
            "OPT(T) <= 2*ALG(T)",
            given=("k == 2", "T >= 7"),
            policy="algorithm-1",
        ),
        Reading(
            "two_attained_by_two_arms",
            "2 is attained",
            "OPT(T) >= 2*ALG(T)",
            given=("k == 2", "T >= 7"),
            policy="some algorithm-1",
        ),
    ),
    others=(
        Reading(
            "opt_lt_2_alg_of_two_arms",
            "as a strict inequality",
            "OPT(T) < 2*ALG(T)",
            given=("k == 2", "T >= 7", "OPT(T) > 0"),
            policy="algorithm-1",
            tries=(play("2/7", "min(n, 7)/7", T=7),),
        ),
        Reading(
            "opt_le_2_alg_of_two_arms_from_6",
            "from T = 6 on",
            "OPT(T) <= 2*ALG(T)",
            given=("k == 2", "T >= 6"),
            policy="algorithm-1",
            tries=(play("min(n, 6)/6", "0", T=6),),
        ),
    ),
    relies_on=("F2",),
    convention="Ties may fall in any way.",
)
