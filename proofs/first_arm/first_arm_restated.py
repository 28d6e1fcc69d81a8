"""D9 and D43: the first-arm lemma as the text around it puts it (lines 538 and 549).

D43, before the lemma: the first arm to cross N pulls has to be optimal for the horizon N.
D9, after it: in T steps the lemma holds for every N in 1, ..., T.

Both are false at N = 1, as the lemma is, and true from N = 2 on. An N that no arm crosses within T
steps is no counterexample to D9: the lemma says nothing about it.
"""

from imab_verify.ledger import Entry, Severity, play
from proofs.first_arm.first_arm import REW_GE_OF_FIRST, REW_GE_OF_FIRST_AT_ANY_STAGE
from proofs.runs import at_any_last_pull_of_f

FIRST_ARM_RANGE = Entry(
    id="D9",
    lines="549",
    slug="first-arm-range",
    severity=Severity.REMARK,
    title="First-arm lemma for any N between 1 and T",
    statement="If the algorithm runs for T steps, the first-arm lemma holds for any N in 1..T.",
    literal=(
        at_any_last_pull_of_f(
            "rew_ge_of_first_within_horizon",
            "1 <= N <= T",
            "Rew(f,M) >= Rew(g,M)",
            given=("M == N-1", "1 <= M", "M <= T"),
            tries=(play("0", "1", T=3, f=1, g=2),),
        ),
    ),
    beyond=(REW_GE_OF_FIRST,),
    repairs=(REW_GE_OF_FIRST,),
    relies_on=("D8",),
    convention="For an N that no arm crosses within T steps the lemma says nothing.",
    finding="The range must begin at N = 2.",
    printed=(
        r"We note that if our algorithm runs for $T$ time steps then the above lemma holds for any "
        r"$N$ between $1$ and $T$."
    ),
    corrected=r"The lemma holds for any $N$ between $2$ and $T$.",
)

FIRST_ARM_SKETCH = Entry(
    id="D43",
    lines="538",
    slug="first-arm-sketch",
    severity=Severity.REMARK,
    title="First-arm lemma, as announced",
    statement="The first arm to cross N pulls has to be the optimal arm for the time horizon N.",
    literal=(REW_GE_OF_FIRST_AT_ANY_STAGE,),
    beyond=(REW_GE_OF_FIRST,),
    repairs=(REW_GE_OF_FIRST,),
    relies_on=("D8",),
    finding="As the lemma: true from N = 2 on.",
    printed=(
        r"the first arm to cross $N$ pulls has to be the optimal arm for the time horizon $N$"
    ),
    corrected=r"For $N \ge 2$, the first arm to cross $N$ pulls is optimal for the horizon $N$.",
)

ENTRIES = (FIRST_ARM_RANGE, FIRST_ARM_SKETCH)
