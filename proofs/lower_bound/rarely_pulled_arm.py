"""B7, B8: some arm is pulled rarely (lines 392, 971, 973).

All k arms can have c pulls or more exactly if kc <= T. So some arm has at most T/k pulls, hence at
most floor(T/k). "Fewer than N = ceil(T/k)" would need kN > T, which is false where k divides T:
round robin gives every arm exactly N pulls. "At most N" is true, and is what the proof needs.
"""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import ALL_ABOVE_FLOOR_EXCEED_HORIZON
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

BELOW_N = Entry(
    id="B7",
    lines="392,973",
    slug="some-arm-below-n",
    title="Some arm is pulled fewer than N times",
    statement="With N = ceil(T/k), any algorithm pulls at least one arm fewer than N times.",
    literal=(
        Reading(
            "least_pulls_lt_ceil",
            "the fewest pulls n of an arm, in every run of every algorithm",
            "n < N",
            given=(*CEIL_OF_SHARE, "n >= 0"),
            policy="any",
            where="n = least",
        ),
    ),
    beyond=(
        Reading(
            "least_pulls_lt_ceil_from_2k",
            "the same for two arms or more, from T = 2k on",
            "n < N",
            given=(*CEIL_OF_SHARE, "n >= 0", "k >= 2", "T >= 2*k"),
            policy="any",
            where="n = least",
        ),
    ),
    repairs=(
        Reading(
            "least_pulls_le_ceil",
            "some arm is pulled at most N times",
            "n <= N",
            given=(*CEIL_OF_SHARE, "n >= 0"),
            policy="any",
            where="n = least",
        ),
        ALL_ABOVE_FLOOR_EXCEED_HORIZON,
    ),
    finding=(
        "If k divides T every arm can be pulled exactly N = T/k times, as round robin "
        "does; 'at most N' is true and is what the proof needs."
    ),
    printed=r"$N_k < N$",
    corrected=r"$N_k \le \lfloor T/k \rfloor \le N$",
)

AT_MOST_SHARE = Entry(
    id="B8",
    lines="971",
    slug="some-arm-at-most-share",
    title="Some arm is pulled at most T/k times",
    statement="After T steps there is an arm l with N_l <= T/k.",
    literal=(
        Reading(
            "least_pulls_le_share",
            "the fewest pulls of an arm, in every run of every algorithm",
            "n <= T/k",
            given=("T >= 0", "n >= 0"),
            policy="any",
            where="n = least",
        ),
    ),
)

ENTRIES = (BELOW_N, AT_MOST_SHARE)
