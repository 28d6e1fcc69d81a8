"""The first-arm lemma: the first arm to cross N pulls is optimal for the horizon N.

Let arm f be the first that is pulled for the (N+1)-th time, at step t. No arm has more than N pulls
then, so p_f(t) = P(f,N,N) = Rew(f,N), and the algorithm chose f for its estimate:

    Rew(f,N) = p_f(t) >= p_g(t) = P(g,B,N) >= Rew(g,N)    for every other arm g, with B pulls.

The middle step needs a step t > 2k. In the initialisation the order of the pulls is fixed: the
first arm to be pulled a second time is arm 1, whatever it pays, so the lemma is false for N = 1. It
is true for every N >= 2, because the third pull of an arm always comes after the initialisation.

In the claims N is the number of pulls of f at the horizon T, so its last pull is the one that
crosses N-1 pulls. Every pull of a run is the last one of its arm at some horizon, and the algorithm
does not know T, so this is no restriction. M is the largest count before that pull; f is the first
to cross it exactly if M = N-1.
"""

from __future__ import annotations

from fractions import Fraction

from imab_verify.kernel import ArmClass, Curve, Run
from imab_verify.ledger.statements import CONCAVE, TWO_ARMS, Entry, Reading
from proofs.instances import FULL, NOTHING, capped, played

AFTER = Run(
    "algorithm-1", pulls=(("N", "f"),), pulled="f", level="M", before=(("B", "g"),), stage="after"
)
"""The last pull of arm f, if it comes after the initialisation."""
ANY = Run(
    "algorithm-1", pulls=(("N", "f"),), pulled="f", level="M", before=(("B", "g"),), stage="any"
)
"""The last pull of arm f, wherever it is."""
ANY_PAIRS = Run(
    "algorithm-1",
    init="pairs",
    pulls=(("N", "f"),),
    pulled="f",
    level="M",
    before=(("B", "g"),),
    stage="any",
)
"""The same if the initialisation pulls arm 1 twice, then arm 2 twice, and so on."""

FLAT, STEEP = Curve(((0, Fraction(1, 3)),)), capped(5, 5)
"""f(n) = 1/3 and f(n) = n/5: the first is ahead at two pulls, the second at three."""

FIRST = ("M == N-1",)
OPTIMAL = "Rew(f,M) >= Rew(g,M)"
ROLES = {"f": 1, "g": 2}

FROM_TWO = Reading("N >= 2: after the initialisation", OPTIMAL, FIRST, arms=TWO_ARMS, run=AFTER)
FROM_ONE = Reading(
    "N >= 1: the initialisation counts",
    OPTIMAL,
    FIRST,
    arms=TWO_ARMS,
    run=ANY,
    tries=lambda: [played((NOTHING, FULL), 3, ROLES)],
)
STRICT = Reading(
    "strictly better",
    "Rew(f,M) > Rew(g,M)",
    FIRST,
    arms=TWO_ARMS,
    run=AFTER,
    tries=lambda: [played((FULL, FULL), 5, ROLES)],
)
ONE_LATER = Reading(
    "one pull later",
    "Rew(f,M+1) >= Rew(g,M+1)",
    FIRST,
    arms=TWO_ARMS,
    run=AFTER,
    tries=lambda: [played((FLAT, STEEP), 5, ROLES)],
)
NOT_FIRST = Reading(
    "an arm that is not the first",
    "Rew(f,N-1) >= Rew(g,N-1)",
    (),
    arms=TWO_ARMS,
    run=AFTER,
    tries=lambda: [played((FLAT, STEEP), 6, {"f": 2, "g": 1})],
)

LEMMA = Entry(
    id="D8",
    lines="541-544",
    slug="first-arm",
    title="First-arm lemma",
    statement=(
        "If arm i is the first to cross N pulls, that is, to be pulled for the (N+1)-th time, then "
        "Rew_i(N) = OPT(N)."
    ),
    literal=(FROM_ONE,),
    others=(
        Reading(
            "N >= 1, arms initialised one after the other",
            OPTIMAL,
            (*FIRST, "B >= 0"),
            arms=TWO_ARMS,
            run=ANY_PAIRS,
            tries=lambda: [played((NOTHING, FULL), 2, ROLES)],
        ),
    ),
    repairs=(FROM_TWO,),
    mutants=(STRICT, ONE_LATER, NOT_FIRST),
    relies_on=("D10", "A14"),
    convention="M = max_j N_j before the pull; f is the first to cross M pulls if M = N_f - 1.",
    finding=(
        "The lemma fails at N = 1, where the order of the initialisation decides: arm 1 is pulled "
        "a second time first, whatever it pays. It holds for every N >= 2."
    ),
)

RANGE = Entry(
    id="D9",
    lines="549",
    slug="first-arm-range",
    title="First-arm lemma for any N between 1 and T",
    statement="If the algorithm runs for T steps, the first-arm lemma holds for any N in 1..T.",
    literal=(
        Reading(
            "1 <= N <= T",
            OPTIMAL,
            (*FIRST, "1 <= M", "M <= T"),
            arms=TWO_ARMS,
            run=ANY,
            tries=lambda: [played((NOTHING, FULL), 3, ROLES)],
        ),
    ),
    repairs=(FROM_TWO,),
    mutants=(STRICT, ONE_LATER),
    relies_on=("D8",),
    convention="For an N that no arm crosses within T steps the lemma says nothing.",
    finding="The range must begin at N = 2.",
)

SKETCH = Entry(
    id="D43",
    lines="538",
    slug="first-arm-sketch",
    title="First-arm lemma, as announced",
    statement="The first arm to cross N pulls has to be the optimal arm for the time horizon N.",
    literal=(FROM_ONE,),
    repairs=(FROM_TWO,),
    mutants=(STRICT, ONE_LATER),
    relies_on=("D8",),
    finding="As the lemma: true from N = 2 on.",
)

PROOF = Entry(
    id="D10",
    lines="1192-1212",
    slug="first-arm-proof",
    title="First-arm lemma: the chain of its proof",
    statement="At the step t of that pull, p_i(t) = Rew_i(N) >= p_j(t) >= Rew_j(N) for all arms j.",
    literal=(
        Reading("p_i(t) = Rew_i(N)", "P(f,N,N) == Rew(f,N)"),
        Reading(
            "p_i(t) >= p_j(t), in any step",
            "P(f,N-1,M) >= P(g,B,M)",
            (*FIRST, "N >= 2"),
            arms=TWO_ARMS,
            run=ANY,
            tries=lambda: [played((NOTHING, FULL), 3, ROLES)],
        ),
        Reading("p_j(t) >= Rew_j(N)", "P(f,B,N) >= Rew(f,N)", ("B <= N",)),
    ),
    others=(
        Reading(
            "p_j(t) >= Rew_j(N) where f(0) is not known",
            "P(f,B,N) >= Rew(f,N)",
            ("2 <= B", "B <= N"),
            arms={"f": ArmClass.CONCAVE_FROM_1},
        ),
    ),
    repairs=(
        Reading(
            "p_i(t) >= p_j(t), after the initialisation",
            "P(f,N-1,M) >= P(g,B,M)",
            FIRST,
            arms=TWO_ARMS,
            run=AFTER,
        ),
    ),
    mutants=(
        Reading(
            "an estimate one pull ahead",
            "P(f,B,N) >= Rew(f,N+1)",
            ("B <= N",),
            arms=CONCAVE,
        ),
        Reading(
            "rewards that are only monotone",
            "P(f,B,N) >= Rew(f,N)",
            ("B <= N",),
            arms={"f": ArmClass.MONOTONE},
        ),
    ),
    relies_on=("A14", "D3"),
    finding=(
        "Pulls of the initialisation are not chosen by estimates, so the middle step is missing "
        "for N = 1; the other two hold always."
    ),
)

ENTRIES = (LEMMA, RANGE, PROOF, SKETCH)
