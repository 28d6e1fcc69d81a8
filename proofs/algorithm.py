"""Algorithm 1 itself: its initialisation, its estimate, and that the estimate is optimistic.

After two pulls of every arm, step t pulls an arm of maximal

    p_i(t) = Rew_i(N_i) + sum over n = 1..M-N_i of (f_i(N_i) + n Delta_i(N_i)),   M = max_j N_j(t),

ties by fewest pulls. The sum is P(f,a,M) = Rew(f,a) + (M-a) f(a) + (M-a)(M-a+1)/2 Delta(f,a) with
a = N_i. It is at least Rew(f,M), because f(a+n) <= f(a) + n Delta(f,a) by decreasing marginal
returns. For a >= 2 this does not involve f(0).

The initialisation needs 2k steps; nothing is said about a horizon T < 2k, for which some arms have
fewer than two pulls when the run ends.
"""

from __future__ import annotations

from imab_verify.kernel import ArmClass, Run
from imab_verify.ledger.statements import Entry, Reading
from proofs.instances import NOTHING, played

FROM_1 = {"f": ArmClass.CONCAVE_FROM_1}
COUNTED = Run("algorithm-1", pulls=(("N", "f"),))

INITIALISATION = Entry(
    id="D1",
    lines="447-449",
    slug="initialisation",
    title="Initialisation: every arm twice, in 2k steps",
    statement=(
        "Pulling every arm twice takes 2k steps and makes Delta_i(2) = f_i(2) - f_i(1) known."
    ),
    literal=(
        Reading("the increment", "Delta(f,2) == f(2) - f(1)"),
        Reading(
            "it is the difference of what two pulls paid", "Delta(f,2) == Rew(f,2) - 2*Rew(f,1)"
        ),
    ),
    others=(
        Reading(
            "every arm has two pulls at every horizon",
            "N >= 2",
            ("N >= 0",),
            run=COUNTED,
            tries=lambda: [played((NOTHING,), 1, {"f": 1})],
        ),
        Reading(
            "every arm has a pull at every horizon",
            "N >= 1",
            ("N >= 0",),
            run=COUNTED,
            tries=lambda: [played((NOTHING, NOTHING), 1, {"f": 2})],
        ),
    ),
    mutants=(
        Reading("the increment before", "Delta(f,2) == f(1) - f(0)"),
        Reading("the increment after", "Delta(f,2) == f(3) - f(2)"),
    ),
    prose=("that the first 2k steps pull every arm twice is how the algorithm is defined",),
    finding="For T < 2k the initialisation does not end, and some arms have one pull or none.",
)

PSEUDOCODE = Entry(
    id="D2",
    lines="450-458 vs 468-485",
    slug="prose-is-pseudocode",
    title="The description and the pseudocode agree",
    statement=(
        "The estimate in words (actual reward plus the reward of N_{i*} - N_i further pulls that "
        "go on at the current rate) is the p_i(t) of the pseudocode; both take the argmax, ties "
        "by fewest pulls."
    ),
    literal=(
        Reading("no further pull", "P(f,a,a) == Rew(f,a)"),
        Reading(
            "the n-th further pull adds f(a) + n Delta(f,a)",
            "P(f,a,a+n) == P(f,a,a+n-1) + f(a) + n*Delta(f,a)",
        ),
        Reading(
            "the sum in closed form",
            "P(f,a,M) == Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/2*Delta(f,a)",
            ("a <= M",),
        ),
    ),
    others=(
        Reading(
            "a reward that goes on at the current rate is on the line through the last two",
            "P(f,a,a+n) - P(f,a,a+n-1) == f(a-1) + (n+1)*Delta(f,a)",
        ),
    ),
    mutants=(
        Reading(
            "the sum from n = 0",
            "P(f,a,a+n) == P(f,a,a+n-1) + f(a) + (n-1)*Delta(f,a)",
        ),
        Reading(
            "the area under the line",
            "P(f,a,M) == Rew(f,a) + (M-a)*f(a) + (M-a)**2/2*Delta(f,a)",
            ("a <= M",),
        ),
    ),
    prose=("argmax and the rule for ties are the same words in both places",),
)

OPTIMISM = Entry(
    id="D3",
    lines="452-455,477",
    slug="estimate-optimistic",
    title="The estimate is optimistic",
    statement="p_i(t) >= Rew_i(N_{i*}(t)) for every arm i, that is P(f,a,M) >= Rew(f,M).",
    literal=(Reading("a = N_i >= 2 pulls", "P(f,a,M) >= Rew(f,M)", ("2 <= a", "a <= M")),),
    others=(
        Reading("a >= 1, with f(0)", "P(f,a,M) >= Rew(f,M)", ("1 <= a", "a <= M")),
        Reading("f(0) is not known", "P(f,a,M) >= Rew(f,M)", ("2 <= a", "a <= M"), arms=FROM_1),
        Reading(
            "an estimate never grows when the arm is pulled",
            "P(f,a+1,M) <= P(f,a,M)",
            ("1 <= a", "a < M"),
        ),
    ),
    repairs=(
        Reading(
            "and not too optimistic",
            "a*(a+1)*P(f,a,M) <= M*(M+1)*Rew(f,a)",
            ("a <= M",),
        ),
    ),
    mutants=(
        Reading("one pull ahead", "P(f,a,M) >= Rew(f,M+1)", ("2 <= a", "a <= M")),
        Reading(
            "rewards that are only monotone",
            "P(f,a,M) >= Rew(f,M)",
            ("2 <= a", "a <= M"),
            arms={"f": ArmClass.MONOTONE},
        ),
        Reading(
            "with the next increment",
            "Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/2*Delta(f,a+1) >= Rew(f,M) + f(1)",
            ("2 <= a", "a <= M"),
        ),
    ),
    relies_on=("A9",),
)

ENTRIES = (INITIALISATION, PSEUDOCODE, OPTIMISM)
