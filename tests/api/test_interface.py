"""import imab_verify as iv: what it offers, what it loads, what it says to bad input."""

import doctest
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from pkgutil import iter_modules

import pytest

import imab_verify as iv
from imab_verify import api

MODULES = [f"{api.__name__}.{module.name}" for module in iter_modules(api.__path__)]
HEAVY = {"click", "highspy", "hypothesis", "matplotlib", "numpy", "rich", "sympy", "z3"}


def loaded_by(code):
    program = f"import sys\nimport imab_verify as iv\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return set(done.stdout.decode().split())


def test_every_name_that_is_offered_is_there():
    assert [name for name in iv.__all__ if getattr(iv, name, None) is None] == []
    assert dir(iv) == sorted(iv.__all__)
    with pytest.raises(AttributeError, match="no attribute nothing"):
        iv.nothing  # noqa: B018


@pytest.mark.parametrize("module", [*MODULES, "imab_verify.language.terms"])
def test_the_examples_of_the_docstrings(module):
    done = doctest.testmod(import_module(module))
    assert done.failed == 0


def test_the_package_itself_loads_nothing():
    ours = {name for name in loaded_by("") if name.startswith(("imab_verify", "proofs"))}
    assert ours == {"imab_verify"}


def test_a_question_about_one_arm_is_light():
    loaded = loaded_by('assert iv.ask("Rew(f,T) <= T*f(T)").verdict == "proved"')
    assert not loaded & HEAVY
    rooms = {name.split(".")[1] for name in loaded if name.startswith("imab_verify.")}
    assert not rooms & {"cli", "ledger", "policies", "processes", "simulation", "witnesses"}
    assert not loaded & {"imab_verify.engines.runs", "imab_verify.engines.worst_case"}
    assert sum(name.startswith("imab_verify") for name in loaded) <= 102


def test_a_simulation_loads_no_claims():
    loaded = loaded_by('assert iv.simulate("examples/two-arms.json", "greedy", 9).alg > 0')
    rooms = {name.split(".")[1] for name in loaded if name.startswith("imab_verify.")}
    assert not rooms & {"cli", "deciding", "engines", "language", "ledger", "processes"}
    kernel = {name.split(".")[2] for name in loaded if name.startswith("imab_verify.kernel.")}
    assert kernel <= {"documents", "polynomials", "statement"}


def test_the_command_line_loads_no_kernel_before_a_command_is_called():
    call = "try: main(['--version'])\nexcept SystemExit: pass"
    loaded = loaded_by(f"from imab_verify.cli import main\n{call}")
    assert "imab_verify.cli" in loaded
    assert not {name for name in loaded if name.split(".")[1:2] in (["kernel"], ["model"])}


def test_replay_loads_no_engine():
    loaded = loaded_by('iv.replay("tests/certificates/valid")')
    assert not {name for name in loaded if name.startswith("imab_verify.engines")}


def test_the_version_is_that_of_the_package_and_looked_up_when_it_is_asked_for():
    assert iv.__version__ == version("imab-verify")
    code = "import sys, imab_verify\nassert 'importlib.metadata' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_command_line_is_there_as_a_module():
    command = [sys.executable, "-m", "imab_verify", "ask", "f(n) >= 0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "proved")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: iv.ask("f(n"), "never closed"),
        (lambda: iv.ask(3), "3 is no claim"),
        (lambda: iv.ask("f(n) >= 0", given=[1]), "1 is no claim"),
        (lambda: iv.ask("f(n) >= 0", arms={"f": "convex"}), "not one of concave"),
        (lambda: iv.ask("f(n) >= 0", k=2), "name one with --policy"),
        (lambda: iv.ask("f(n) >= 0", seconds=1, policy=object()), "is not a policy"),
        (lambda: iv.ask(iv.claim("f(n) >= 0"), reals=["n"]), "when it is made"),
        (lambda: iv.ask("f(n) >= 0").explain("pdf"), "must be one of text"),
        (lambda: iv.claim("OPT(T) >= 0"), "belongs to the run of a policy"),
        (lambda: iv.simulate("no.json", "greedy", 3), "no.json"),
        (lambda: iv.simulate([1], "greedy", 3), "arm 1 of the instance"),
        (lambda: iv.simulate({"arms": []}, "greedy", 3), "the instance"),
        (lambda: iv.simulate([iv.Reward.from_values([0])], "gredy", 3), "did you mean greedy"),
        (lambda: iv.simulate([iv.Reward.from_values([0])], "greedy", -1), "at least 0"),
        (lambda: iv.worst_case("greedy", "2", 3), "must be an integer"),
        (lambda: iv.worst_case("single-arm", 2, 3), "single-arm"),
        (lambda: iv.worst_cases("greedy", range(3, 2), 3), "has a member"),
        (lambda: iv.worst_cases("greedy", "1..1" + 30 * "0", 3), "at most 10000 sizes"),
        (lambda: iv.hunt("greedy", 2, 0), "at least 1"),
        (lambda: iv.hunt("greedy", 2, 3, objective="luck"), "must be one of ratio"),
        (lambda: iv.hunt("random-probe", 2, 3, certify=True), "deterministic policy"),
        (lambda: iv.hunt(Own(), 2, 3, store="no.db"), "give it as text"),
        (lambda: iv.policy("algorithm-1", ties=0.5), "give text or a rational"),
        (lambda: iv.replay("no/such"), "no such file"),
        (lambda: iv.compare("no.json", ["greedy"], 3), "no.json"),
        (lambda: iv.compare("examples/two-arms.json", [], 3), "nothing to compare"),
    ],
)
def test_bad_input_is_one_sentence(call, words):
    with pytest.raises(iv.InputError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)


class Own:
    """Pull the arms in turn."""

    name = "own"
    horizon_aware = False

    def choose(self, seen):
        return seen.t % seen.k


class Last(iv.LinearIndex):
    """Greedy, written as an index policy."""

    name = "last"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {counts[arm]: 1}


def test_policies_of_ones_own_are_objects_too():
    arms = [iv.Reward.from_points([(0, 0), (8, 1)]), iv.Reward.from_values(["1/4"])]
    assert iv.simulate(arms, Own(), 8).pulls == (4, 4)
    assert iv.compare(arms, [Own(), "round-robin"], 8).worst("own").reached.pulls == (4, 4)
    assert iv.worst_case(Last(), 2, 5).ratio == iv.worst_case("greedy", 2, 5).ratio


def test_a_policy_that_is_an_object_breaks_ties_as_it_does():
    claim = "OPT(T) <= k*ALG(T)"
    by_name = iv.claim(claim, policy="algorithm-1")
    by_object = iv.claim(claim, policy=iv.policy("algorithm-1", ties="highest-index"))
    assert (by_name.run.index.ties, by_object.run.index.ties) == ("any", "highest-index")


def test_an_answer_tells_everything():
    answer = iv.ask("m*Rew(f,T) <= T*Rew(f,m)", given=["m <= T"])
    assert answer.verdict is iv.Verdict.REFUTED
    assert answer.counterexample.lhs > answer.counterexample.rhs
    assert str(answer).startswith("refuted\n")
    assert answer.to_json()["verdict"] == "refuted"
    assert "Counterexample" in answer.explain()
    shown = answer._repr_html_()
    assert "<svg" in shown
    assert "<details>" in shown


def test_the_best_constant():
    assert iv.ask("Rew(f,T)*m <= c*T*Rew(f,m)", given=["m <= T"], sharpen="c").best is not None


@pytest.mark.slow
def test_an_unknown_has_its_reason_and_no_certificate():
    answer = iv.ask("OPT(T) <= k*ALG(T)", policy="algorithm-1", k="2..3", T="7..40", seconds=1)
    if answer.verdict is iv.Verdict.UNKNOWN:
        assert (answer.certificate, answer.explain()) == (None, "")
        assert answer.reason


def test_a_worst_case_over_ranges(tmp_path):
    done = iv.worst_cases("round-robin", k=2, T="4..5", certificate=str(tmp_path / "all"))
    assert [case.ratio for case in done] == [Fraction(10, 3), Fraction(5)]
    assert done.exact
    assert len(iv.replay(tmp_path).accepted) == 2
    assert done.to_csv().count("\n") == 3
    assert "10/3" in str(done)


def test_a_worst_case_shows_its_instance():
    case = iv.worst_case("round-robin", 2, 6)
    assert (case.ratio, case.lower, case.upper) == (Fraction(7, 2),) * 3
    assert case.instance.k == 2
    assert "<svg" in case._repr_html_()


def test_a_hunt_gives_its_best_instance_and_a_certificate(tmp_path):
    done = iv.hunt("round-robin", 2, 6, evaluations=60, certify=True)
    assert done.best.ratio == Fraction(7, 2)
    assert iv.simulate(done.best.instance, "round-robin", 6).ratio == Fraction(7, 2)
    (tmp_path / "record.json").write_text(done.certificate)
    assert len(iv.replay(tmp_path).accepted) == 1
