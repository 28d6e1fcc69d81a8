"""D8: the first-arm lemma.

The arm f that is pulled for the (N+1)-th time first was chosen for its estimate, so that
Rew(f,N) = P(f,N,N) >= P(g,B,N) >= Rew(g,N) for every arm g with B pulls. For N = 1 it was not
chosen: the pull belongs to the initialisation.
"""

from imab_verify.ledger import Entry, Reading, cite, combine, play
from proofs.runs import ANY_LAST_PULL_OF_F, LAST_PULL_OF_F

FIRST_FROM_ONE_PULL = Reading(
    name="rew_ge_of_first_at_any_stage",
    says="N >= 1: the initialisation counts",
    claim="Rew(f,M) >= Rew(g,M)",
    given=("M == N-1",),
    arms="f, g",
    policy="algorithm-1",
    where=ANY_LAST_PULL_OF_F,
    tries=(play("0", "1", T=3, f=1, g=2),),
)

FIRST_FROM_TWO_PULLS = Reading(
    name="rew_ge_of_first",
    says="N >= 2: after the initialisation",
    claim="Rew(f,M) >= Rew(g,M)",
    given=("M == N-1",),
    arms="f, g",
    policy="algorithm-1",
    where=LAST_PULL_OF_F,
    by=(
        cite("estimate_ge_rew", f="g", N="M"),
        combine({"P(f,N-1,M) >= P(g,B,M)": "1", "estimate_ge_rew": "1"}),
    ),
)

ENTRY = Entry(
    id="D8",
    lines="541-544",
    slug="first-arm",
    title="First-arm lemma",
    statement=(
        "If arm i is the first to cross N pulls, that is, to be pulled for the (N+1)-th "
        "time, then Rew_i(N) = OPT(N)."
    ),
    literal=(FIRST_FROM_ONE_PULL,),
    others=(
        Reading(
            name="rew_ge_of_first_in_pairs",
            says="N >= 1, arms initialised one after the other",
            claim="Rew(f,M) >= Rew(g,M)",
            given=("M == N-1", "B >= 0"),
            arms="f, g",
            policy="algorithm-1",
            init="pairs",
            where=ANY_LAST_PULL_OF_F,
            tries=(play("0", "1", T=2, f=1, g=2),),
        ),
    ),
    repairs=(FIRST_FROM_TWO_PULLS,),
    relies_on=("D10", "A14"),
    convention="M = max_j N_j before the pull; f is the first to cross M pulls if M = N_f - 1.",
    finding=(
        "The lemma fails at N = 1, where the order of the initialisation decides: arm 1 "
        "is pulled a second time first, whatever it pays. It holds for every N >= 2."
    ),
)
