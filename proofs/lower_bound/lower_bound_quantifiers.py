"""B2-B4: what the theorem says of instances and algorithms (lines 338, 359, 365).

B2. Regret and ratio are defined as suprema over instances, so "there exists an instance such that
Regret(T) >= cT" binds no instance. Meant are OPT - ALG and OPT/ALG on it, and one instance of the
corrected family has both bounds.

B3. "There is an instance such that any algorithm suffers linear regret" has the quantifiers in the
wrong order: on a fixed instance the algorithm that always pulls its best arm has regret 0. The
instance comes after the algorithm.

B4. The algorithm may know T: the argument compares two instances at the same T.
"""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import (
    ALL_ABOVE_FLOOR_EXCEED_HORIZON,
    FLOOR_OF_SHARE,
    INDISTINGUISHABLE,
    PIGEONHOLE,
    REGRET_GE_EIGHTH,
    REGRET_GE_LINEAR,
    REGRET_GE_OF_CAPPED_REW_LE,
)

ONE_INSTANCE = Entry(
    id="B2",
    lines="359",
    slug="lower-bound-instance",
    title="One instance has both, regret and ratio",
    statement="For every algorithm and every T there is an instance on which both bounds hold.",
    literal=(
        Reading(
            name="regret_and_ratio_ge_of_capped_rew_le",
            says="both on the same instance of the corrected family",
            claim="T*((T+1)/2 - A) >= (T-q)*(T-q+1)/2 and T*(T+1)/2 >= k/2*(T*A)",
            given=(*FLOOR_OF_SHARE, "T*A <= q*T - q*(q-1)/2"),
            reals=("A",),
        ),
    ),
    prose=(PIGEONHOLE, INDISTINGUISHABLE),
    relies_on=("B1",),
    convention=(
        "regret and ratio are those of the instance: the defined ones are suprema over "
        "all instances, for which 'there exists an instance' says nothing"
    ),
    finding=(
        "Regret and competitive ratio are defined as suprema over instances, so the "
        "theorem's words 'there exists an instance such that Regret >= cT' bind no "
        "instance; one instance of the corrected family has both."
    ),
)

ANY_ALGORITHM = Entry(
    id="B3",
    lines="338",
    slug="lower-bound-quantifiers",
    title="An instance that is bad for every algorithm",
    statement="For any T there is an instance such that any algorithm suffers linear regret.",
    literal=(
        Reading(
            name="best_arm_regret_ge_linear",
            says="regret, on any instance with best arm f, of the algorithm that always pulls f",
            claim="Rew(f,T) - Rew(f,T) >= c*T",
            given=("c > 0",),
            reals=("c",),
        ),
    ),
    others=(
        Reading(
            name="best_arm_regret_lt_linear",
            says="that algorithm has less than any linear regret, whatever the instance",
            claim="Rew(f,T) - Rew(f,T) < c*T",
            given=("c > 0",),
            reals=("c",),
        ),
    ),
    repairs=(REGRET_GE_OF_CAPPED_REW_LE, REGRET_GE_EIGHTH),
    relies_on=("B1",),
    convention="the regret is the one on that instance; B1 has the order that the theorem states",
    finding=(
        "The order of the quantifiers matters: for a fixed instance the algorithm that "
        "always pulls its best arm has no regret; the instance has to be chosen after "
        "the algorithm."
    ),
)

KNOWN_HORIZON = Entry(
    id="B4",
    lines="365",
    slug="lower-bound-known-horizon",
    title="The bound holds even if T is known",
    statement="Sublinear regret is impossible also for algorithms that know T.",
    literal=(REGRET_GE_OF_CAPPED_REW_LE, REGRET_GE_LINEAR, ALL_ABOVE_FLOOR_EXCEED_HORIZON),
    prose=(f"{INDISTINGUISHABLE}; the pulls may depend on T in any way",),
    relies_on=("B1",),
)

ENTRIES = (ONE_INSTANCE, ANY_ALGORITHM, KNOWN_HORIZON)
