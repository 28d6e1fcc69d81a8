"""D2: The description and the pseudocode agree."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D2",
    lines="450-458 vs 468-485",
    slug="prose-is-pseudocode",
    title="The description and the pseudocode agree",
    statement=(
        "The estimate in words (actual reward plus the reward of N_{i*} - N_i further "
        "pulls that go on at the current rate) is the p_i(t) of the pseudocode; both "
        "take the argmax, ties by fewest pulls."
    ),
    literal=(
        Reading(
            name="d2_literal_1",
            says="no further pull",
            claim="P(f,a,a) == Rew(f,a)",
        ),
        Reading(
            name="d2_literal_2",
            says="the n-th further pull adds f(a) + n Delta(f,a)",
            claim="P(f,a,a+n) == P(f,a,a+n-1) + f(a) + n*Delta(f,a)",
        ),
        Reading(
            name="d2_literal_3",
            says="the sum in closed form",
            claim="P(f,a,M) == Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/2*Delta(f,a)",
            given=("a <= M",),
        ),
    ),
    others=(
        Reading(
            name="d2_other_1",
            says="a reward that goes on at the current rate is on the line through the last two",
            claim="P(f,a,a+n) - P(f,a,a+n-1) == f(a-1) + (n+1)*Delta(f,a)",
        ),
    ),
    prose=("argmax and the rule for ties are the same words in both places",),
)
