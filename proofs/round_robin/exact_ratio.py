"""F9: the worst ratio of round robin is T(T+1)/(q(q+1)), q = floor(T/k), from T = k on.

Every arm has q pulls or more, the best one too, and q(q+1) Rew(f,T) <= T(T+1) Rew(f,q) for a
concave arm. The line n/T as the last arm among zeros has exactly q pulls, and both are equalities.
"""

from imab_verify.ledger import Entry, Reading, Severity, play
from proofs.round_robin.round_robin_theorem import EXACT_RATIO_ATTAINED

ENTRY = Entry(
    id="F9",
    lines="beyond",
    slug="round-robin-exact-ratio",
    severity=Severity.LEMMA,
    title="Round robin: OPT <= T(T+1)/(q(q+1)) ALG",
    statement=(
        "For T >= k and q = floor(T/k), OPT(T) <= T(T+1)/(q(q+1)) ALG(T) in every run of round "
        "robin, and this is attained for all k and T >= k."
    ),
    literal=(
        Reading(
            "round_robin_opt_le_exact_ratio_from_k",
            "T >= k",
            "OPT(T) <= T*(T+1)/((T//k)*(T//k+1))*ALG(T)",
            given=("T//k >= 1",),
            policy="round-robin",
        ),
        EXACT_RATIO_ATTAINED,
    ),
    others=(
        Reading(
            "round_robin_opt_lt_exact_ratio",
            "as a strict inequality",
            "(T//k)*(T//k+1)*OPT(T) < T*(T+1)*ALG(T)",
            given=("T >= k", "OPT(T) > 0"),
            policy="round-robin",
            tries=(play("0", "min(n, 5)/5", T=5),),
        ),
        Reading(
            "round_robin_best_arm_has_its_share",
            "an arm that is best at T alone pays enough",
            "(T//k)*(T//k+1)*Rew(f,T) <= T*(T+1)*Rew(f,N)",
            given=("N >= 0",),
            policy="round-robin",
            where="N = N(f)",
        ),
    ),
    relies_on=("C1",),
)
