"""B9: the instance is chosen from the run (lines 971-973).

"There is an arm l with N_l <= T/k. We show that ALG suffers on I_l." The run depends on the
instance, so l has to come from a run on some instance, and none but I_1, ..., I_k is defined. Take
the algorithm that probes the arms 1, 2, ... for N + 1 pulls each and stays where the rewards go on.
On I_1 it never pulls arm 2; on I_2 it pulls arm 2 T - (N+1) times, which can be more than N
(k = 4, T = 4).

Repaired: run it on I_0, where every arm is capped at q = floor(T/k). Some arm l stays at q pulls or
below, and that far I_0 and I_l pay the same.
"""

from imab_verify.ledger import Entry, Reading, Repair
from proofs.lower_bound.lower_bound import ALL_ABOVE_FLOOR_EXCEED_HORIZON, INDISTINGUISHABLE
from proofs.lower_bound.main_family_valid import CEIL_OF_SHARE

ENTRY = Entry(
    id="B9",
    lines="971-973",
    slug="instance-from-run",
    title="The instance is chosen from the run",
    statement=(
        "An arm l with N_l <= T/k is taken from the algorithm's run, and on I_l arm l "
        "then has at most N pulls."
    ),
    literal=(
        Reading(
            "pulls_of_left_out_arm_le_ceil",
            (
                "run on I_1 of the algorithm that probes arms 1, 2, ... for N + 1 pulls and "
                "stays where rewards go on: N_2 = 0; on I_2 it pulls arm 2 T - (N+1) times"
            ),
            "T - (N+1) <= N",
            given=("k >= 2", *CEIL_OF_SHARE, "N + 1 <= T"),
        ),
    ),
    beyond=(
        Reading(
            "pulls_of_left_out_arm_le_ceil_from_2k",
            "the same from T = 2k on",
            "T - (N+1) <= N",
            given=("k >= 2", *CEIL_OF_SHARE, "N + 1 <= T", "T >= 2*k"),
        ),
    ),
    repairs=(
        Repair(
            statement=(
                "an arm l with at most floor(T/k) pulls in the run on the instance in which every "
                "arm is capped there has as many on the one in which it goes on"
            ),
            obligations=(
                ALL_ABOVE_FLOOR_EXCEED_HORIZON,
                Reading(
                    "line_le_cap_up_to_floor",
                    "up to q = floor(T/k) pulls I_0 and I_l pay the same: n/T = min(n,q)/T",
                    "n/T <= q/T",
                    given=("n <= q",),
                ),
            ),
            prose=(INDISTINGUISHABLE,),
        ),
    ),
    prose=(
        (
            "the counts of that algorithm on I_1 and on I_2 are read off from its rule (for the "
            "counterexample)"
        ),
    ),
    relies_on=("B8",),
    convention="the run is one on an instance of the printed family: no other is defined",
    finding=(
        "The run depends on the instance: an arm l with few pulls on I_1 can have more "
        "than N pulls on I_l (k = 4, T = 4); l has to be taken from the run on the "
        "instance in which every arm is capped."
    ),
    printed=(
        r"Observe that after $T$ time steps have elapsed, there exists an arm $\ell\in[k]$ such "
        r"that $N_\ell \le T/k$. We then show that $\mathtt{ALG}$ suffers $\Omega(T)$ regret on "
        r"instance $\mathcal{I}_\ell$."
    ),
    corrected=(
        r"Take $\ell$ with $N_\ell \le \lfloor T/k\rfloor$ in the run on the instance in "
        r"which every arm is capped after $\lfloor T/k\rfloor$ pulls. On the instance in "
        r"which arm $\ell$ goes on the run is the same."
    ),
)
