"""Every command with every kind of policy: it works, or is refused in one sentence at once."""

import json
import pickle
import textwrap
from contextlib import chdir
from fractions import Fraction
from threading import Lock

import pytest
from click.testing import CliRunner

import imab_verify as iv
from imab_verify.cli import main
from imab_verify.language.scored import ScoredIndex

MODULE = '''
from fractions import Fraction

import imab_verify as iv
from imab_verify.language.scored import ScoredIndex

SCORED = ScoredIndex("scored", "Rew(f,a) + (M-a)*f(a)", start=1)


class Mean(iv.LinearIndex):
    name = "mean"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {n: Fraction(1, counts[arm]) for n in range(1, counts[arm] + 1)}


class Stateful:
    """Takes turns, then every third time; a run that leaves traces in the next one would differ."""

    name = "stateful"
    horizon_aware = False

    def __init__(self):
        self.turn = -1

    def choose(self, seen):
        self.turn = (self.turn + 1) % seen.k
        if seen.t >= 2 * seen.k and seen.t % 3:
            return max(range(seen.k), key=seen.last)
        return self.turn


class AnyArm:
    name = "any-arm"
    horizon_aware = False

    def draw(self, k, rng):
        return iv.policy("single-arm", arm=rng.randrange(k) + 1)

    def support_size(self, k):
        return k

    def support(self, k):
        for arm in range(k):
            yield Fraction(1, k), iv.policy("single-arm", arm=arm + 1)
'''

POLICIES = ("SCORED", "Mean", "Stateful", "AnyArm")
ARMS = {
    "format": "imab-instance/1",
    "arms": [{"points": [[0, "0"], [10, "1"]]}, {"values": ["1/4"]}],
}
SIZE = ("-k", "2", "-T", "6")
FALSE, TRUE = "5*OPT(T) <= 6*ALG(T)", "ALG(T) <= OPT(T)"

COMMANDS = {
    "simulate": ("simulate", "arms.json", "-T", "10"),
    "compare": ("compare", "arms.json", "-T", "5..10"),
    "worst-case": ("worst-case", *SIZE),
    "hunt": ("hunt", *SIZE, "--evaluations", "40"),
    "hunt --store": ("hunt", *SIZE, "--evaluations", "40", "--store", "hunt.db"),
    "hunt --claim": ("hunt", "--claim", FALSE, *SIZE, "--evaluations", "200"),
    "ask false": ("ask", FALSE, *SIZE, "--seconds", "8"),
    "ask true": ("ask", TRUE, *SIZE, "--seconds", "8"),
    "ask for all": ("ask", TRUE, "--seconds", "8"),
}
REFUTES = ("hunt --claim", "ask false")
REFUSED = {
    ("worst-case", "Stateful"): "policy stateful has no exact worst case here",
    ("worst-case", "AnyArm"): "policy any-arm has no exact worst case here",
    ("hunt --claim", "AnyArm"): "policy any-arm is randomised",
    ("ask false", "AnyArm"): "policy any-arm is randomised",
    ("ask true", "AnyArm"): "policy any-arm is randomised",
    ("ask for all", "AnyArm"): "policy any-arm is randomised",
}
KNOWN = ("SCORED",)
"""Policies whose runs the kernel plays itself."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of somebody's own, outside of the project."""
    path = tmp_path_factory.mktemp("mine")
    (path / "own_policies_of_mine.py").write_text(MODULE)
    (path / "arms.json").write_text(json.dumps(ARMS))
    return path


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("command", COMMANDS)
def test_command_and_policy(folder, command, policy):
    words = [*COMMANDS[command], "--policy", f"own_policies_of_mine.py:{policy}", "--json"]
    with chdir(folder):
        done = CliRunner().invoke(main, words)
    if (command, policy) in REFUSED:
        assert done.exit_code == 2
        [sentence] = done.stderr.splitlines()
        assert REFUSED[command, policy] in sentence
        assert not done.stdout
        return
    assert done.exit_code == (1 if command in REFUTES else 0), done.output
    document = json.loads(done.stdout)
    if command in REFUTES:
        assert document["verdict"] == "refuted"
        assert bool(document["rests_on"]) == (policy not in KNOWN)
    elif command.startswith("ask"):
        assert (document["verdict"], document["rests_on"]) == ("proved", [])


# --- objects of a script, which no other process can import ---


class Own:
    name = "own"
    horizon_aware = False

    def choose(self, seen):
        return min(range(seen.k), key=lambda i: (seen.pulls[i], i))


class Locked(Own):
    """A policy that cannot travel, nor be copied."""

    name = "locked"

    def __init__(self):
        self.lock = Lock()


def of_a_script(policy):
    """As if its class stood in a script: other processes do not find it there."""
    source = textwrap.dedent("""
        class Scripted(Own):
            name = "scripted"
    """)
    home = {"Own": policy, "__name__": "__main__"}
    exec(source, home)  # noqa: S102  the text above
    return home["Scripted"]()


@pytest.mark.slow
def test_an_object_of_a_script_is_hunted_in_processes():
    scripted = of_a_script(Own)
    with pytest.raises((AttributeError, pickle.PicklingError)):
        pickle.dumps(scripted)
    found = iv.hunt(scripted, 2, 5, evaluations=40, workers=2)
    assert found.best.ratio > 1
    assert found.cells[0].problem.policy == "scripted"


def test_a_claim_about_an_object_is_hunted():
    done = iv.hunt_claim(FALSE, policy=of_a_script(Own), k=2, T=5, evaluations=200)
    assert (done.verdict, done.policy) == ("refuted", "scripted")
    assert "scripted" in done.rests_on[0]
    assert str(done).startswith("policy: scripted, which the kernel does not know")
    assert iv.hunt_claim(FALSE, policy="algorithm-1", k=2, T=5, evaluations=200).rests_on == ()


def test_asking_about_an_object():
    refuted = iv.ask(FALSE, policy=of_a_script(Own), k=2, T="5..6", seconds=100)
    assert refuted.verdict == "refuted"
    assert refuted.rests_on == tuple(refuted.to_json()["rests_on"])
    assert "scripted" in refuted.rests_on[0]
    assert "any policy stands for it" in " ".join(str(refuted).split())
    policy = refuted.to_json()["scope"]["policy"]
    assert (policy["name"], policy["known_to_kernel"], policy["T"]) == ("scripted", False, "5..6")
    proved = iv.ask(TRUE, policy=Own())
    assert proved.verdict == "proved"


@pytest.mark.slow
def test_what_is_not_decided_says_why():
    """OPT <= 5*ALG at T = 5 is true of this policy, and not of all."""
    unknown = iv.ask("OPT(T) <= 5*ALG(T)", policy=Own(), k=2, T=5, seconds=2)
    assert unknown.verdict == "unknown"
    assert "the kernel does not know own" in unknown.reason
    assert "refute nothing" in unknown.reason
    for_all = iv.ask("OPT(T) <= 5*ALG(T)", policy=Own(), seconds=2)
    assert "give -k and -T" in for_all.reason


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: iv.hunt(Locked(), 2, 5), "cannot be sent"),
        (lambda: iv.hunt_claim(FALSE, policy=Locked(), k=2, T=5), "cannot be sent"),
        (lambda: iv.simulate(ARMS, Locked(), 5), "cannot be copied"),
        (lambda: iv.hunt(Own(), 2, 5, store="no.db"), "by its name"),
        (lambda: iv.hunt_claim(FALSE, policy=Own(), k=2, T=5, store="no.db"), "by its name"),
        (lambda: iv.claim(FALSE, policy=Own()), "the kernel does not know own"),
        (lambda: iv.ask(f"{TRUE} or T <= 1", policy=Own()), "by 'and' only"),
        (lambda: iv.ask("ALG(T) <= ALG(2*T)", policy=Own()), "one with T pulls"),
        (lambda: iv.ask("OPT(T) <= c*ALG(T)", policy=Own(), sharpen="c"), "--sharpen"),
    ],
)
def test_what_cannot_work_is_refused(call, words):
    with pytest.raises(iv.InputError, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("policy", "claim"),
    [("any", TRUE), ("greedy", TRUE), ("some round-robin", "OPT(T) >= ALG(T)")],
)
def test_words_for_runs_that_the_kernel_knows(policy, claim):
    assert iv.ask(claim, policy=policy, seconds=100).verdict == "proved"


# --- an index that does not say all ---


class Mean(iv.LinearIndex):
    name = "mean"

    def opening(self, k):
        return range(k)

    def index(self, counts, arm):
        return {n: Fraction(1, counts[arm]) for n in range(1, counts[arm] + 1)}


def test_a_table_that_is_too_long_is_refused_at_once():
    with pytest.raises(iv.InputError, match="use hunt"):
        iv.worst_case(Mean(), 4, 60)


class Turning(Mean):
    name = "turning"

    def choose(self, seen):
        return seen.t % seen.k


class TurningScore(ScoredIndex):
    def choose(self, seen):
        return seen.t % seen.k


@pytest.mark.slow
def test_a_policy_that_overrides_its_choice_is_not_its_index():
    """The worst case of the mean is 3 at k = 2, T = 5; that of turns is 5."""
    assert iv.worst_case(Mean(), 2, 5).ratio == 3
    turning_score = TurningScore("turning-score", "f(a)", start=1)
    for policy in (Turning(), turning_score):
        with pytest.raises(iv.InputError, match="chooses in its own way"):
            iv.worst_case(policy, 2, 5)
    claim = "OPT(T) <= 3*ALG(T)"
    assert iv.ask(claim, policy=ScoredIndex("last", "f(a)", start=1), k=2, T=5).verdict == "proved"
    answer = iv.ask(claim, policy=turning_score, k=2, T=5, seconds=100)
    assert (answer.verdict, len(answer.rests_on)) == ("refuted", 1)
