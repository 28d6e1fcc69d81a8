"""D8: the first-arm lemma (lines 541-544).

The first arm f to be pulled for the (N+1)-th time is optimal for the horizon N:

    Rew(f,N) >= Rew(g,N)    for every arm g.

No arm has more than N pulls before that pull, so the estimate of f is exact, and if f was chosen
for it, then Rew(f,N) = P(f,N,N) >= P(g,B,N) >= Rew(g,N) for every arm g with B pulls.

For N = 1 the arm f was not chosen: its second pull belongs to the initialisation, where arm 1 comes
first whatever it pays (arms 0 and 1), or the first arm if the arms are initialised one after the
other. For every N >= 2 the lemma holds, because a third pull comes after the initialisation.

In the claims N counts the pulls of f at the horizon and M is the largest count before its last one:
f is the first to cross M pulls exactly if M = N-1.
"""

from imab_verify.ledger import Entry, Severity, play
from proofs.runs import BY_ITS_ESTIMATE, at_any_last_pull_of_f, at_last_pull_of_f

REW_GE_OF_FIRST_AT_ANY_STAGE = at_any_last_pull_of_f(
    "rew_ge_of_first_at_any_stage",
    "N >= 1: the initialisation counts",
    "Rew(f,M) >= Rew(g,M)",
    given=("M == N-1",),
    tries=(play("0", "1", T=3, f=1, g=2),),
)

REW_GE_OF_FIRST = at_last_pull_of_f(
    "rew_ge_of_first",
    "N >= 2: after the initialisation",
    "Rew(f,M) >= Rew(g,M)",
    given=("M == N-1",),
    by=BY_ITS_ESTIMATE,
)

ENTRY = Entry(
    id="D8",
    lines="541-544",
    number="Lemma 5",
    slug="first-arm",
    severity=Severity.LEMMA,
    title="First-arm lemma",
    statement=(
        "If arm i is the first to cross N pulls, that is, to be pulled for the (N+1)-th "
        "time, then Rew_i(N) = OPT(N)."
    ),
    literal=(REW_GE_OF_FIRST_AT_ANY_STAGE,),
    beyond=(REW_GE_OF_FIRST,),
    others=(
        at_any_last_pull_of_f(
            "rew_ge_of_first_in_pairs",
            "N >= 1, arms initialised one after the other",
            "Rew(f,M) >= Rew(g,M)",
            given=("M == N-1", "B >= 0"),
            init="pairs",
            tries=(play("0", "1", T=2, f=1, g=2),),
        ),
    ),
    repairs=(REW_GE_OF_FIRST,),
    printed=(
        r"If arm $i \in [k]$ is the first arm to cross $N$ pulls, i.e., to be pulled $N+1$-th "
        r"time, then $\mathtt{Rew}_i(N) = \mathtt{OPT}(I,N)$."
    ),
    corrected=(
        r"If arm $i$ is the first arm to be pulled for the $(N+1)$-th time and $N \ge 2$, then "
        r"$\mathtt{Rew}_i(N) = \mathtt{OPT}(I,N)$."
    ),
    relies_on=("D10", "A14"),
    convention="M = max_j N_j before the pull; f is the first to cross M pulls if M = N_f - 1.",
    finding=(
        "The lemma fails at N = 1, where the order of the initialisation decides: arm 1 "
        "is pulled a second time first, whatever it pays. It holds for every N >= 2."
    ),
)
