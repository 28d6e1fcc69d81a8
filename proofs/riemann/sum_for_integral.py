"""A20 (line 329): sums replaced by integrals.

The paper writes integrals for the sums Rew and ALG and says that this does not affect its results.
The proofs bound a sum from below by the integral to T and from above by the one to T + 1, and that
is the Riemann lemma. The two are not equal: Rew(f,T) - Area(f,T) = (f(T) - f(0))/2, so that the sum
is up to twice the integral (f(0) = 0 and T = 1). This is what makes T + 1 of T in sharp constants.
"""

from imab_verify.ledger import Entry, Reading, Severity
from proofs.riemann.rew_le_area import REW_SUB_AREA_EQ_HALF_RISE
from proofs.riemann.riemann_lemma import AREA_LE_REW_LE_AREA_NEXT

ENTRY = Entry(
    id="A20",
    lines="329",
    slug="sum-for-integral",
    severity=Severity.REMARK,
    title="Sums replaced by integrals",
    statement="Using integrals in place of the sums Rew and ALG does not affect the results.",
    literal=(AREA_LE_REW_LE_AREA_NEXT,),
    others=(Reading("rew_eq_area", "the two are equal", "Rew(f,T) == Area(f,T)"),),
    repairs=(
        REW_SUB_AREA_EQ_HALF_RISE,
        Reading(
            "area_le_rew_le_twice_area",
            "within a factor 2",
            "Area(f,T) <= Rew(f,T) and Rew(f,T) <= 2*Area(f,T)",
        ),
    ),
    prose=("the proofs replace sums by integrals in these two directions only",),
    relies_on=("A22",),
    convention="f is read as a continuous curve by joining its values with straight lines.",
    finding=(
        "A sum exceeds its integral by exactly (f(T) - f(0))/2, up to a factor 2 at T = "
        "1. This is what turns T into T + 1 in the sharp constants."
    ),
)
