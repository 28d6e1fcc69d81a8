"""What is no argument of the interface is refused in a sentence that names it, before any work."""

import inspect
from math import nan
from pathlib import Path

import pytest

import imab_verify as iv
from imab_verify.api.arguments import CHECKS, ELSEWHERE, MANY
from imab_verify.api.hunting import holdings

LINE = iv.Reward.from_points([(0, 0), (4, 1)])
REQUIRED = {
    "claim": "f(n) >= 0",
    "text": "f(n) >= 0",
    "instance": [LINE],
    "instances": [LINE],
    "policy": "greedy",
    "policies": ["greedy"],
    "k": 2,
    "T": 3,
    "name": "greedy",
    "out": "x.svg",
    "directory": "x",
    "store": "x.db",
}
FUNCTIONS = [
    *(iv.ask, iv.claim, iv.check, iv.compare, iv.figure, iv.graph, iv.hunt),
    *(iv.hunt_claim, iv.init, iv.policy, iv.replay, iv.simulate, iv.site, iv.smtlib),
    *(iv.statement, iv.statements, iv.worst_case, iv.worst_cases, holdings),
]
WRONG = {
    "int": ["1", 1.0, True, -1, nan, [1]],
    "float": ["1", 0, -1, nan, float("inf"), True, [1]],
    "bool": [1, "yes", []],
    "str": [1, b"x", ["x"], object()],
    "str | Path": [1, ["x"], "x\0"],
    "str | os.PathLike[str]": [1, ["x"], "x\0"],
    "PaperPath": [1, ["x"], "x\0"],
    "Sequence[str]": ["x", 1, [1], b"x", [None]],
    "Sequence[Written]": [1, object()],
    "Sequence[PolicyLike]": [1, object()],
    "Arms": [1, [1], {"f": 1}, {1: "f"}],
    "Options": ["ties=any", 1, [("ties", "any")], {1: 2}],
}


def cases():
    for function in FUNCTIONS:
        for name, kind in function.__annotations__.items():
            plain = kind.removesuffix(" | None")
            if plain in CHECKS and name not in ELSEWHERE and name != "return":
                wrong = [*WRONG[plain], *([] if kind != plain else [None])]
                yield pytest.param(function, name, wrong, id=f"{function.__name__}-{name}")


def test_every_kind_has_wrong_values():
    assert WRONG.keys() == CHECKS.keys()


@pytest.mark.parametrize(("function", "name", "wrong"), [*cases()])
def test_what_is_no_argument_is_refused(function, name, wrong):
    parameters = inspect.signature(function).parameters.values()
    plain = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    needed = {p.name: REQUIRED[p.name] for p in plain if p.default is p.empty}
    before = [needed.get(p.name, p.default) for p in plain]
    for value in wrong:
        words = ((*before, value), {}) if name in MANY else ((), needed | {name: value})
        with pytest.raises(iv.InputError, match=f"^{name} (must be|is)") as refused:
            function(*words[0], **words[1])
        assert "\n" not in str(refused.value)


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
