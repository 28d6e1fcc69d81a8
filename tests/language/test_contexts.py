"""What a claim about a run names, as text."""

import pytest

from imab_verify.kernel import Run
from imab_verify.language.contexts import read_context, show_context
from imab_verify.language.parser import ClaimError
from imab_verify.language.policy_names import ALGORITHM_1

PLAIN = Run(ALGORITHM_1)


def test_counts_of_the_whole_run_and_at_the_last_pull():
    run = read_context(
        "N = N(f), M = most before the last pull of f,B=N(g) before the last pull of f, L = most",
        PLAIN,
    )
    observed = {"N": "pulls f", "M": "level f", "B": "before f g", "L": "most"}
    said = tuple((name, tuple(words.split())) for name, words in observed.items())
    assert run == Run(ALGORITHM_1, said, ("f",))
    early = read_context("M = most before the last pull of f", Run("any"))
    assert early == Run("any", (("M", ("level", "f")),))


def test_the_least_count_and_different_arms():
    text = "n = least, f and g and h are different arms"
    run = read_context(text, PLAIN)
    assert run == Run(ALGORITHM_1, (("n", ("least",)),), different=("f", "g", "h"))
    assert show_context(run) == text


def test_squares_and_the_arms_other_than_one():
    text = "S = squares, L = most other than g, z = idle arms other than g"
    run = read_context(text, PLAIN)
    assert run == Run(
        ALGORITHM_1, (("S", ("squares",)), ("L", ("rival", "g")), ("z", ("idle", "g")))
    )
    assert show_context(run) == text


def test_nothing_is_named():
    assert read_context("  ", PLAIN) == PLAIN
    assert show_context(PLAIN) == ""


@pytest.mark.parametrize("stage", ["after the initialisation", "at any stage"])
def test_the_stage_is_always_printed(stage):
    text = f"M = most before the last pull of f, the last pull of f {stage}"
    assert show_context(read_context(text, PLAIN)) == text


@pytest.mark.parametrize(
    ("text", "at", "word"),
    [
        ("N = M(f)", 0, "a count is written"),
        ("N = N(f),", 9, "a count is written"),
        ("N = N(f), N = most", 10, "named twice"),
        ("L = most, M = most", 10, "is named L before"),
        ("L = most before the last pull of f, M = most before the last pull of f", 36, "named L"),
        ("N = N(f), the last pull of g at any stage", 14, "name a count before"),
        ("the last pull of f at any stage, the last pull of f at any stage", 33, "said twice"),
        ("n = least, m = least", 11, "named n before"),
        ("n = squares, m = squares", 13, "named n before"),
        ("S = squares before the last pull of f", 0, "at the end of the run"),
        ("L = most other than f, M = most other than f", 23, "named L before"),
        ("z = idle arms other than f, y = idle other than f", 28, "named z before"),
        ("z = most, z = idle other than f", 10, "named twice"),
        ("z = idle arms", 0, "a count is written"),
        ("n = least before the last pull of f", 0, "at the end of the run"),
        ("f and g are different, g and h are different", 23, "at once"),
        ("f and f are different arms", 0, "from itself"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(text, at, word):
    with pytest.raises(ClaimError, match=word) as error:
        read_context(text, PLAIN)
    assert error.value.position == at


def test_a_policy_without_an_initialisation_has_no_late_pulls():
    with pytest.raises(ClaimError, match="no initialisation"):
        read_context("the last pull of f after the initialisation", Run("round-robin"))
