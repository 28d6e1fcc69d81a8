"""B2-B4: what the theorem says of instances and algorithms (lines 338, 359, 365).

B2. Regret and ratio are defined as suprema over instances, so "there exists an instance such that
Regret(T) >= cT" binds no instance. Meant are OPT - ALG and OPT/ALG on it, and one instance of the
corrected family has both bounds.

B3. "There is an instance such that any algorithm suffers linear regret" has the quantifiers in the
wrong order: on a fixed instance the algorithm that always pulls its best arm has regret 0. The
instance comes after the algorithm.

B4. The algorithm may know T: the argument compares two instances at the same T.
"""

from imab_verify.ledger import Entry, Reading, Severity
from proofs.lower_bound.lower_bound import LOWER_BOUND_OF_TWO_ARMS, OPT_LE_ALG_OF_ONE_ARM

ONE_INSTANCE = Entry(
    id="B2",
    lines="359",
    slug="lower-bound-instance",
    severity=Severity.LEMMA,
    title="One instance has both, regret and ratio",
    statement="For every algorithm and every T there is an instance on which both bounds hold.",
    negation=(OPT_LE_ALG_OF_ONE_ARM,),
    repairs=(LOWER_BOUND_OF_TWO_ARMS,),
    relies_on=("B1",),
    convention=(
        "regret and ratio are those of the instance: the defined ones are suprema over "
        "all instances, for which 'there exists an instance' says nothing"
    ),
    finding=(
        "Regret and competitive ratio are defined as suprema over instances, so the "
        "theorem's words 'there exists an instance such that Regret >= cT' bind no "
        "instance; for two arms or more one instance of the corrected family has both. With one "
        "arm there is no regret."
    ),
    printed=(
        r"there exists a problem instance defined by the reward functions $(f_1,f_2,\ldots,f_k)$ "
        r"such that (a) $\mathtt{Regret}_{\mathtt{ALG}}(T) \ge c\cdot T$, for some constant $c$, "
        r"(b) $\mathtt{CR}_{\mathtt{ALG}}(T) \ge \frac{k}{2}$."
    ),
    corrected=(
        r"For $k \ge 2$, any $T$ and any deterministic algorithm there is an instance with "
        r"$\mathrm{OPT}(T) - \mathrm{ALG}(T) \ge "
        r"\frac{(k-1)^2}{2k^2}\,T$ and $\mathrm{OPT}(T) \ge \frac{k}{2}\,\mathrm{ALG}(T)$."
    ),
)

ANY_ALGORITHM = Entry(
    id="B3",
    lines="338",
    slug="lower-bound-quantifiers",
    severity=Severity.REMARK,
    title="An instance that is bad for every algorithm",
    statement="For any T there is an instance such that any algorithm suffers linear regret.",
    negation=(
        Reading(
            "best_arm_regret_lt_linear",
            (
                "on every instance of k arms, f the best one at T: the run in which f is always "
                "pulled has less regret than cT, whatever c > 0 is"
            ),
            "OPT(T) - ALG(T) < c*T",
            given=("N == T", "Rew(f,T) == OPT(T)", "c > 0"),
            reals=("c",),
            policy="any",
            where="N = N(f)",
        ),
    ),
    repairs=(LOWER_BOUND_OF_TWO_ARMS,),
    printed=(
        r"For any time horizon $T$, there is an instance such that any algorithm for the IMAB "
        r"problem suffers a regret that is linear in $T$."
    ),
    corrected=(
        r"For $k \ge 2$, any time horizon $T$ and any deterministic algorithm there is an instance "
        r"on which it suffers a regret that is linear in $T$."
    ),
    relies_on=("B1",),
    convention=(
        "the regret is the one on that instance, and c in cT may depend on everything; B1 has the "
        "order that the theorem states"
    ),
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
    severity=Severity.REMARK,
    title="The bound holds even if T is known",
    statement="Sublinear regret is impossible also for algorithms that know T.",
    negation=(OPT_LE_ALG_OF_ONE_ARM,),
    repairs=(LOWER_BOUND_OF_TWO_ARMS,),
    relies_on=("B1",),
    finding=(
        "With one arm there is no regret; for two arms or more the argument compares instances "
        "at the same T, so the pulls may depend on T in any way."
    ),
    printed=(
        r"even when $T$ is known to the algorithm, an instance-independent sublinear "
        r"regret is not possible"
    ),
    corrected=(
        r"For $k \ge 2$, even when $T$ is known to the algorithm, an instance-independent "
        r"sublinear regret is not possible."
    ),
)

ENTRIES = (ONE_INSTANCE, ANY_ALGORITHM, KNOWN_HORIZON)
