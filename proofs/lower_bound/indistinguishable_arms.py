"""B6: the arms of I_m cannot be told apart until arm m has N pulls (line 392).

In the family of the main text, N = ceil(T/k), arm m pays n/(kN) throughout, and another arm n/(kN)
up to pull N, then 1/k. So pull N + 1 of another arm shows that it is not arm m, also if arm m has
not been pulled at all (k = 2, T = 2): the statement is false as written.

What the proof needs is true. Up to N pulls of arm m the algorithm sees what it would see if every
arm were capped, since n/(kN) <= 1/k for n <= N; at pull N + 1 arm m shows itself by
(N+1)/(kN) > 1/k.
"""

from imab_verify.ledger import Entry, Reading, Severity
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

ENTRY = Entry(
    id="B6",
    lines="392",
    slug="arms-alike-until-n",
    severity=Severity.REMARK,
    title="The arms of I_m cannot be told apart until arm m has N pulls",
    statement=(
        "An algorithm cannot differentiate between the arms in I_m until arm m has been "
        "pulled at least N times."
    ),
    literal=(
        Reading(
            "line_eq_cap_beyond_ceil",
            ("arm m not pulled: another arm still pays n/(kN), as arm m would, at its pull n > N"),
            "1/k == n/(k*N)",
            given=(*CEIL_OF_SHARE, "N + 1 <= n", "n <= T"),
        ),
    ),
    beyond=(
        Reading(
            "line_eq_cap_beyond_ceil_from_2k",
            "the same for two arms or more, from T = 2k on",
            "1/k == n/(k*N)",
            given=(*CEIL_OF_SHARE, "N + 1 <= n", "n <= T", "k >= 2", "T >= 2*k"),
        ),
    ),
    repairs=(
        Reading(
            "line_le_cap_up_to_ceil",
            "up to N pulls of each arm, capped or not is the same",
            "n/(k*N) <= 1/k",
            given=(*CEIL_OF_SHARE, "n <= N"),
        ),
        Reading(
            "line_gt_cap_after_ceil",
            "arm m itself shows that it goes on at pull N + 1",
            "(N+1)/(k*N) > 1/k",
            given=CEIL_OF_SHARE,
        ),
    ),
    finding=(
        "Pull N + 1 of another arm shows that it is not arm m, also if arm m has not "
        "been pulled at all (k = 2, T = 2); what the proof needs is that up to N pulls "
        "of arm m the rewards are those of the instance in which every arm is capped."
    ),
    printed=(
        r"An algorithm cannot differentiate between the arms in instance $I_m$ until the optimal "
        r"arm $m$ has been pulled at least $N$ times."
    ),
    corrected=(
        r"Until arm $m$ has been pulled more than $N$ times, the rewards seen are those "
        r"of the instance in which every arm is capped."
    ),
)
