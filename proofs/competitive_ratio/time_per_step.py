"""D4 (lines 504, 506): Algorithm 1 takes O(k log k) per step, because of the argmax.

A maximum needs no sorting. With N_i, Rew_i(N_i), f_i(N_i) and Delta_i(N_i) kept, an estimate costs
4 operations on rewards (a leader's is known), a comparison of arms 2, the record of a reward 2:

    4(k-1) + 2(k-1) + 2 = 6k - 4 operations per step, so O(k).

step_cost counts them in the simulator. Played in leaps, a run costs as much as its arms have bends,
whatever T is.
"""

from imab_verify.ledger import Entry, Reading, Severity, Slip
from proofs.competitive_ratio.step_cost import dearest_step, leaps_taken

KS = (1, 2, 4, 8)

ENTRY = Entry(
    id="D4",
    lines="504,506",
    slug="time-per-step",
    severity=Severity.MAIN,
    title="Time per step O(k log k)",
    statement="Algorithm 1 takes O(k log k) per step, because of the argmax.",
    literal=(
        Reading(
            "operations_of_step_eq",
            ("4 operations per estimate but a leader's, k-1 comparisons (2 each), one record (2)"),
            "4*(k-1) + 2*(k-1) + 2 == 6*k - 4",
        ),
        Reading(
            "operations_of_step_le_k_log_k",
            "at most 6 k log k, where the logarithm is at least 1",
            "6*k - 4 <= 6*k*l",
            given=("l >= 1", "k >= 2"),
        ),
        *(
            Reading(
                f"dearest_step_{k}_arms_le",
                f"the dearest step counted for k = {k}, T = {8 * k}",
                f"{dearest_step(k, 8 * k)} <= 6*k - 4",
                given=(f"k == {k}",),
            )
            for k in KS
        ),
    ),
    others=tuple(
        Reading(
            f"leaps_{k}_arms_le",
            f"leaps of the leaping simulator for k = {k}, T = 10^12: twice per arm and 2 more",
            f"{leaps_taken(k, 10**12)} <= 2*k + 2",
            given=(f"k == {k}",),
        )
        for k in KS[1:]
    ),
    repairs=(
        Reading("operations_of_step_le_linear", "O(k), without a logarithm", "6*k - 4 <= 6*k"),
    ),
    slips=(
        Slip(
            line="506",
            printed="the argmax operation (steps 8).",
            meant="the argmax of the estimates; step 8 is that of the counts.",
        ),
    ),
    prose=(
        ("an estimate is computed from N_i, Rew_i(N_i), f_i(N_i) and Delta_i(N_i), which are kept"),
        ("the maximum of k numbers is found with k - 1 comparisons; operations on rewards count 1"),
    ),
    finding=(
        "A maximum needs no sorting: a step costs at most 6k - 4 operations on rewards, "
        "so O(k); played in leaps, a run costs as much as its arms have bends, whatever "
        "T is."
    ),
)
