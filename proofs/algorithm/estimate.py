"""D2 (lines 450-458 against 468-485): the estimate in words and in the pseudocode.

In words: what the arm has paid in a pulls, and what M - a further pulls pay if the reward goes on
rising at the current rate, so that the n-th of them pays f(a) + n Delta(f,a). That is the sum in
the pseudocode; in closed form

    P(f,a,M) = Rew(f,a) + (M-a) f(a) + (M-a)(M-a+1)/2 Delta(f,a).

The first further pull already pays f(a) + Delta(f,a): the points lie on the line through the last
two rewards, f(a-1) and f(a).
"""

from imab_verify.ledger import Entry, Identity, Reading, Severity

ENTRY = Entry(
    id="D2",
    lines="450-458 vs 468-485",
    slug="prose-is-pseudocode",
    severity=Severity.REMARK,
    title="The description and the pseudocode agree",
    statement=(
        "The estimate in words (actual reward plus the reward of N_{i*} - N_i further "
        "pulls that go on at the current rate) is the p_i(t) of the pseudocode; both "
        "take the argmax, ties by fewest pulls."
    ),
    literal=(
        Reading("estimate_at_own_count_eq_rew", "no further pull", "P(f,a,a) == Rew(f,a)"),
        Reading(
            "estimate_eq_estimate_pred_add",
            "the n-th further pull adds f(a) + n Delta(f,a)",
            "P(f,a,a+n) == P(f,a,a+n-1) + f(a) + n*Delta(f,a)",
        ),
        Reading(
            "estimate_eq_closed_form",
            "the sum in closed form",
            "P(f,a,M) == Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/2*Delta(f,a)",
            given=("a <= M",),
        ),
    ),
    others=(
        Reading(
            "estimate_sub_pred_eq_line",
            "a reward that goes on at the current rate is on the line through the last two",
            "P(f,a,a+n) - P(f,a,a+n-1) == f(a-1) + (n+1)*Delta(f,a)",
        ),
    ),
    prose=("argmax and the rule for ties are the same words in both places",),
    identities=(
        Identity(
            "estimate_eq",
            "the optimistic estimate in closed form: gap = N - a steps beyond a pulls",
            "R + sum(f(a) + n*D, n, 1, N-a) == R + (N-a)*f(a) + (N-a)*(N-a+1)/2*D",
        ),
    ),
)
