"""Families of instances, and policies compared on them."""

from fractions import Fraction

import pytest

import imab_verify as iv
from imab_verify.api.comparing import BUILT_IN, as_family
from imab_verify.policies.builtin import Algorithm1
from imab_verify.simulation import stepwise

LINE, LEVEL = iv.Reward.from_points([(0, 0), (10, 1)]), iv.Reward.from_values(["1/4"])


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_family_has_instances_in_the_model(name):
    """Reward and Instance refuse what is not concave, or larger than 1."""
    for k in (1, 2, 3, 7):
        for T in (14, 15, 16, 17, 21, 65):
            instance = as_family(name).at(k, T)
            assert instance.k == k
            assert instance.opt(T) > 0


def test_what_the_families_are_known_for():
    """Round robin has q = floor(T/k) pulls of the line: T(T+1)/(q(q+1))."""
    one = iv.compare("one-line", ["round-robin"], T=14, k=4)
    assert one.lines[0].reached.ratio == Fraction(14 * 15, 4 * 5)
    worst = iv.worst_case("algorithm-1", 3, 12).ratio
    [line] = iv.compare("worst-of-algorithm-1", ["algorithm-1"], T=12, k=3).lines
    assert line.reached.ratio == worst


def test_a_function_is_a_family():
    def mine(k, T):
        return [iv.Reward.from_points([(0, 0), (T, Fraction(i, k))]) for i in range(1, k + 1)]

    done = iv.compare(mine, ["algorithm-1", "greedy"], T="6..8", k="2..3")
    names = [(line.policy, line.instance, line.reached.T) for line in done.lines]
    assert names == [
        (policy, f"mine, k = {k}", T)
        for k in (2, 3)
        for policy in ("algorithm-1", "greedy")
        for T in (6, 7, 8)
    ]
    for line, (_, instance, T) in zip(done.lines, names, strict=True):
        if line.policy == "algorithm-1":
            played = stepwise.run(iv.Instance.of(mine(int(instance[-1]), T)), Algorithm1(), T)
            assert line.reached.alg == played.alg


def test_a_function_of_one_size_gets_the_horizon_or_the_number_of_arms():
    assert as_family(lambda size: [LINE] * size).at(None, 4).k == 4
    assert as_family(lambda T: [LINE] * T).at(None, 3).k == 3
    assert as_family(lambda k: [LINE] * k).at(2, 9).k == 2
    assert as_family(lambda T, k, scale=1: [LINE] * k * scale).at(2, 9).k == 2


def test_instances_and_families_side_by_side(tmp_path):
    file = tmp_path / "arms.json"
    iv.write_instance(str(file), iv.Instance.of([LINE, LEVEL]))
    done = iv.compare([file, "ladder", lambda k: [LEVEL] * k], ["greedy"], T=5, k=2)
    assert [line.instance for line in done.lines] == [str(file), "ladder, k = 2", "<lambda>, k = 2"]


def test_a_family_in_a_file(tmp_path, monkeypatch):
    (tmp_path / "of_mine.py").write_text(
        "from imab_verify import Reward\n"
        "def steep(k, T):\n    return [Reward.from_points([(0, 0), (k, 1)])] * k\n"
    )
    monkeypatch.chdir(tmp_path)
    for name in ("of_mine:steep", "of_mine.py:steep"):
        [line] = iv.compare(name, ["greedy"], T=5, k=2).lines
        assert (line.instance, line.reached.ratio) == (f"{name}, k = 2", Fraction(9, 8))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: iv.compare("laddr", ["greedy"], 3, k=2), "known are one-line"),
        (lambda: iv.compare("ladder", ["greedy"], 3), "needs a number of arms"),
        (lambda: iv.compare("ladder", ["greedy"], "0..3", k=2), "at least 1"),
        (lambda: iv.compare([LINE], ["greedy"], 3, k=2), "-k is for a family"),
        (lambda: iv.compare(lambda T: [LINE] * T, ["greedy"], 3, k=2), "-k is for a family"),
        (lambda: iv.compare("ladder", ["greedy"], 3, k=0), "at least 1"),
        (lambda: iv.compare("ladder", ["greedy"], 3, k=10**30), "at most 10000 arms"),
        (lambda: iv.compare("worst-of-algorithm-1", ["greedy"], 3, k=2), "T = 2k"),
        (lambda: iv.compare(lambda k, T: k / 0, ["greedy"], 3, k=2), "ZeroDivisionError"),
        (lambda: iv.compare(lambda k, T: T, ["greedy"], 3, k=2), "must be a list, not 3"),
        (lambda: iv.compare(lambda k: [k], ["greedy"], 3, k=2), "is 2, not a Reward"),
        (lambda: iv.compare(lambda k: {"arms": []}, ["greedy"], 3, k=2), "format"),
        (lambda: iv.compare(lambda a, b: [LINE], ["greedy"], 3, k=2), "a function of k and T"),
        (lambda: iv.compare(lambda: [LINE], ["greedy"], 3, k=2), "a function of k and T"),
        (lambda: iv.compare("os:sep", ["greedy"], 3, k=2), "not a function"),
        (lambda: iv.compare("no_such_module:f", ["greedy"], 3, k=2), "cannot be imported"),
    ],
)
def test_what_is_no_family_is_refused(call, words):
    with pytest.raises(iv.InputError, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)
