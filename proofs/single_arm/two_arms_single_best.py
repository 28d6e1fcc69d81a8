"""B19: the claim for two arms: the single best arm beats any algorithm (lines 782-790).

Let Rew(g,T) <= Rew(f,T). Then Rew(f,n) + Rew(g,T-n) <= Rew(f,T) for 0 <= n <= T. The paper goes by
induction on the number of pulls of g. Shorter: add T Rew(f,n) <= n Rew(f,T) and
T Rew(g,T-n) <= (T-n) Rew(g,T) <= (T-n) Rew(f,T), and divide by T. Nondecreasing arms are enough.
"""

from imab_verify.ledger import Entry, Reading, Severity, cite, combine
from proofs.single_arm.single_arm_optimal import MIXTURE_LE_BETTER

MIXTURE_LE_BETTER_OF_MONOTONE = Reading(
    "mixture_le_better_of_monotone",
    "n pulls of the better arm f, for every nondecreasing arm",
    "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
    given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
    arms="f: monotone, g: monotone",
    by=(
        cite("mean_rew_le_of_monotone"),
        cite("mean_rew_le_of_monotone", f="g", n="T-n"),
        combine(
            {"mean_rew_le_of_monotone": "1", "mean_rew_le_of_monotone 2": "1", "given 1": "T-n"},
            scale="T",
        ),
    ),
)

ENTRY = Entry(
    id="B19",
    lines="782-790",
    number="Claim 1",
    slug="two-arms-single-best",
    severity=Severity.LEMMA,
    title="Two arms: the single best arm beats any algorithm",
    statement="For k = 2 and j the better arm at T, ALG(T) = Rew_j(T) >= ALG'(T) for every ALG'.",
    literal=(MIXTURE_LE_BETTER,),
    others=(MIXTURE_LE_BETTER_OF_MONOTONE,),
    relies_on=("B20", "B21", "B22", "B23", "B24", "B25", "B26", "B27", "B28", "A13"),
    finding=(
        "The claim holds for all nondecreasing arms; two steps of the printed proof "
        "(B21, B25) fail as written and are mended by f_2(1) for f_2(T) and by <= for <."
    ),
)
