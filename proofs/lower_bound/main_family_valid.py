"""B5: the family of the main text is one of IMAB instances (lines 374-389).

With N = ceil(T/k), the arms n/(kN) up to N, then 1/k, and n/(kN) up to kN, then 1, are reward
functions for all k and T: the values are in [0,1], and where a line ends, N/(kN) = 1/k and
kN/(kN) = 1, so that the next increment is 0.
"""

from imab_verify.ledger import Entry, Reading, Severity

CEIL_OF_SHARE = ("T <= k*N", "k*(N-1) < T")
"""N = ceil(T/k)."""

ENTRY = Entry(
    id="B5",
    lines="374-389",
    slug="main-family-valid",
    severity=Severity.LEMMA,
    title="The main-text family is an IMAB instance",
    statement=(
        "With N = ceil(T/k), n/(kN) up to N then 1/k, and n/(kN) up to kN then 1, are "
        "reward functions for all k and T."
    ),
    literal=(
        Reading(
            "main_line_in_unit_interval",
            "values on the lines are in [0,1]",
            "0 <= n/(k*N) and n/(k*N) <= 1",
            given=(*CEIL_OF_SHARE, "0 <= n", "n <= k*N"),
        ),
        Reading(
            "main_step_of_capped_arm_le_slope",
            "at n = N + 1 the capped arm grows by no less than 0 and no more than before",
            "0 <= 1/k - N/(k*N) and 1/k - N/(k*N) <= 1/(k*N) and 1/k <= 1",
            given=CEIL_OF_SHARE,
        ),
        Reading(
            "main_step_of_line_arm_le_slope",
            "at n = kN + 1 so does the arm that goes on",
            "0 <= 1 - k*N/(k*N) and 1 - k*N/(k*N) <= 1/(k*N)",
            given=CEIL_OF_SHARE,
        ),
    ),
)
