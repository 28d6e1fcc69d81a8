"""What is no argument of the interface is refused in a sentence that names it, before any work."""

from math import inf, nan
from pathlib import Path

import pytest

import imab_verify as iv

LINE = iv.Reward.from_points([(0, 0), (4, 1)])


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("samples", lambda bad: iv.simulate([LINE], "greedy", 3, samples=bad)),
        ("seed", lambda bad: iv.compare([LINE], ["greedy"], 3, seed=bad)),
        ("workers", lambda bad: iv.check(workers=bad)),
        ("evaluations", lambda bad: iv.hunt("greedy", 2, 3, evaluations=bad)),
        ("seed", lambda bad: iv.hunt_claim("f(n) >= 0", seed=bad)),
        ("workers", lambda bad: iv.worst_cases("greedy", 2, 3, workers=bad)),
        ("seconds", lambda bad: iv.ask("f(n) >= 0", seconds=bad)),
        ("seconds", lambda bad: iv.check(seconds=bad)),
        ("seconds", lambda bad: iv.worst_case("greedy", 2, 3, seconds=bad)),
        ("time_limit", lambda bad: iv.hunt("greedy", 2, 3, time_limit=bad)),
    ],
)
def test_numbers_are_checked_before_any_work(name, call):
    for bad in ("1", True, -1, nan, inf, [1]):
        with pytest.raises(iv.InputError, match=f"^{name} must be"):
            call(bad)


@pytest.mark.parametrize(
    "call",
    [
        iv.Reward.from_values,
        iv.Reward.from_points,
        iv.Instance.of,
        lambda bad: iv.Instance.of([bad]),
        lambda bad: iv.simulate(bad, "greedy", 3),
        lambda bad: iv.simulate([LINE], bad, 3),
        lambda bad: iv.simulate([LINE], "greedy", bad),
        lambda bad: iv.compare(bad, ["greedy"], 3),
        lambda bad: iv.compare([LINE], [bad], 3),
        lambda bad: iv.compare([LINE], ["greedy"], bad),
        lambda bad: iv.worst_case(bad, 2, 3),
        lambda bad: iv.worst_case("greedy", bad, 3),
        lambda bad: iv.worst_cases("greedy", 2, bad),
        lambda bad: iv.hunt("greedy", bad, 3),
        lambda bad: iv.hunt(bad, 2, 3),
        iv.ask,
        lambda bad: iv.ask("OPT(T) >= 0", policy="greedy", k=bad, T=3),
        lambda bad: iv.ask("OPT(T) >= 0", policy=bad, k=2, T=3),
        iv.read_instance,
        lambda bad: iv.write_instance(bad, iv.Instance.of([LINE])),
        lambda bad: iv.write_instance("x.json", bad),
        iv.replay,
    ],
)
@pytest.mark.parametrize("bad", [1.5, -1, object(), nan, int, {"a": 1}, {None}, [None]])
def test_no_other_error_comes_from_inside(call, bad, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(iv.InputError):
        call(bad)
    assert not [*Path.cwd().iterdir()]


def test_what_is_right_is_taken():
    assert iv.ask("a*a*f(n) >= 0", reals=("a",), seconds=5).verdict == "proved"
    assert iv.ask("g(n) >= 0", arms={"g": "monotone"}).verdict == "proved"
