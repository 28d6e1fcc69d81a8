"""The hunt for a violation of a claim: what `ask` left unknown may be false far out.

About arms alone: hypothesis draws the parameters, and for each draw an exact linear program finds
the rewards at which the claim is most nearly false. About the run of a policy: hypothesis draws
the instance, who plays which declared arm, and the other parameters; it starts from the instances
of the largest OPT/ALG, which the usual search finds.

Only the kernel says that a claim is refuted. A policy that it does not know is one of all policies:
the claim is about any policy then, and the counterexample lists the pulls that this one made, twice
the same. The kernel checks all the rest.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.driving import drive, shrink
from counterexample_search.interrupts import Interrupt
from counterexample_search.judge import UnsteadyError, check_one_run, kernel_run, steady_sequence
from counterexample_search.searcher import Searcher
from counterexample_search.strategies import (
    instances,
    neighbours,
    rounded_instances,
    simplifications,
)
from imab_verify.deciding.certify import Certified, certify
from imab_verify.deciding.runs import check_defined
from imab_verify.deciding.sides import prove_sides
from imab_verify.engines.arms.concrete import givens_at, least
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ANY,
    ONE,
    Atom,
    Claim,
    Comparison,
    Curve,
    Form,
    Kind,
    Point,
    ProvedClaim,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    atom_values,
    observe,
    read,
    settle,
    times_of,
)
from imab_verify.language.contexts import read_context
from imab_verify.language.declarations import run_names
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.simulation import stepwise
from imab_verify.simulation.play import play_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from counterexample_search.objective import Evaluation
    from counterexample_search.problem import Problem
    from imab_verify.language.reading import Question
    from imab_verify.policies.protocol import Policy

Values = dict[str, Fraction]

EXAMPLES = 150
LARGEST = 60
"""Parameters are drawn up to here; the linear programs grow with them."""
MOST_CASTINGS = 64
SIMPLER = 100
"""So many simpler instances are tried once there is a counterexample."""
MEANING_SECONDS = 20
"""For the question whether all indices are in the domain."""
OUTSIDE = 1.0
"""How much worse than any true conclusion it is to break a given."""


class _RefutedError(BaseException):
    """The kernel accepted a counterexample; hypothesis lets it through."""


class _FaultyError(BaseException):
    """A policy did something wrong, as the sentence says; hypothesis lets it through."""


def hunt_claim(
    question: Question,
    problems: Sequence[Problem],
    *,
    seed: int = 0,
    seconds: float | None = None,
    evaluations: int | None = None,
    watch: Callable[[bool], None] = lambda _: None,
) -> ClaimHunt:
    """Hunt a violation of what a text says, in each cell for a claim about a run.

    UndefinedError where the text has no meaning, as for every other way to decide it. `watch` is
    told before a policy of the user's own plays (True) and when it came back (False).
    """
    sides = prove_sides(question)
    check_defined(question.claims().claim, MEANING_SECONDS)
    end = None if seconds is None else time.monotonic() + seconds
    with Interrupt() as interrupt:
        hunt = ClaimHunt(question, sides, seed, Budget(evaluations, end, stop=interrupt), watch)
        if not problems:
            hunt.about_arms()
        for number, problem in enumerate(problems):
            if hunt.certified is None and not interrupt.asked:
                _share(hunt.budget, end, evaluations, len(problems) - number)
                hunt.about_runs(problem)
    return hunt


def _share(budget: Budget, end: float | None, evaluations: int | None, left: int) -> None:
    """Give the next of so many cells its part of what is left."""
    now = time.monotonic()
    if end is not None:
        budget.deadline = now + (end - now) / left
    if evaluations is not None:
        budget.evaluations = budget.used + (evaluations - budget.used) // left


@dataclass(slots=True)
class ClaimHunt:
    """A hunt under way; `certified` is what refutes the claim, once there is something."""

    question: Question
    sides: tuple[ProvedClaim, ...]
    seed: int
    budget: Budget
    watch: Callable[[bool], None] = lambda _: None
    certified: Certified | None = field(default=None, init=False)

    @property
    def claim(self) -> Claim:
        """What is to be violated; its side conditions are proved already."""
        return self.question.claims().claim

    def about_arms(self) -> None:
        """Look for parameters, until the claim is refuted or the budget is spent."""
        parameters = self._parameters(self._drawn_names())

        def work(number: int) -> None:
            chance = self.seed * 1000 + number
            drive(parameters, self._at_parameters, examples=EXAMPLES, number=chance)

        self._rounds(work)

    def about_runs(self, problem: Problem) -> None:
        """Look for instances of one size, until the claim is refuted or the budget is spent."""
        policy = check_one_run(problem.build())

        def try_better(better: Evaluation) -> None:
            if not self._drawn_names() and not self.claim.reals:
                for roles in self._castings(problem.k):
                    self._at_run(policy, problem.T, better.instance, roles, {})

        searcher = Searcher(
            problem, self.seed, self.budget, try_better, lambda one: self.watch(one is not None)
        )

        def work(number: int) -> None:
            searcher.slice(number)
            starts: SearchStrategy[Instance] = instances(problem.k, problem.T, problem.kind)
            if searcher.best is not None:
                starts = (
                    st.just(searcher.best.instance)
                    | neighbours(searcher.best.instance, problem.T)
                    | starts
                )
            drive(
                self._situations(starts),
                lambda drawn: self._at_run(policy, problem.T, *drawn),
                examples=EXAMPLES,
                number=problem.number(self.seed, number),
            )

        self._rounds(work)
        if self.certified is None and searcher.unsteady:
            raise UnsteadyError.of(policy.name)
        if self.certified is None and searcher.faults:
            raise InputError(searcher.faults[0].sentence)

    def _rounds(self, work: Callable[[int], None]) -> None:
        try:
            with suppress(_RefutedError, BudgetSpentError):
                number = 0
                while True:
                    self.budget.check()
                    used = self.budget.used
                    work(number)
                    number += 1
                    if self.budget.used == used:
                        return
        except _FaultyError as fault:
            raise InputError(str(fault)) from None

    def _accept(self, point: Point | RunPoint) -> bool:
        """Let the kernel judge a counterexample, and keep it if it is one."""
        with suppress(RejectedError):
            self.certified = certify(self.question, Refuted(self.claim, point), self.sides)
            return True
        return False

    def _drawn_names(self) -> list[str]:
        determined = {name for names in run_names(self.claim.played) for name in names}
        return [name for name in self.claim.parameters if name not in determined]

    def _parameters(self, names: list[str]) -> SearchStrategy[Values]:
        """Draw integers, mostly small ones, and reals."""
        whole = st.integers(1, LARGEST) | st.integers(-2, 4)
        reals = st.builds(Fraction, st.integers(-12, 24), st.integers(1, 12))
        chosen = {name: whole.map(Fraction) for name in names}
        return st.fixed_dictionaries(chosen | dict.fromkeys(self.claim.reals, reals))

    # --- arms ----------------------------------------------------------------------------------

    def _at_parameters(self, parameters: Values) -> Mapping[str, float]:
        """Score the parameters; if the claim is false there, make them small and end the hunt."""
        scores = self._try(parameters)
        if scores is None:
            self._shrink_parameters(parameters)
            raise _RefutedError
        return scores

    def _try(self, parameters: Values) -> Mapping[str, float] | None:
        """Score the parameters by the least value that a conclusion can have there.

        None if the claim is false there, as the kernel says.
        """
        self.budget.tick()
        try:
            values = settle(self.claim, parameters)
            broken = _breach(self.claim, lambda form: form.constant.at(values))
            if broken is not None:
                return {"violation": -OUTSIDE - broken}
            worst = [
                extreme
                for goal in _sides(self.claim)
                if (extreme := least(goal, self.claim, values, givens_at(self.claim, values)))
            ]
        except RejectedError:
            return {}
        if any(self._accept(extreme.point) for extreme in worst):
            return None
        return {"violation": _to_float(-min((e.value for e in worst), default=Fraction(1)))}

    def _shrink_parameters(self, parameters: Values) -> None:
        """Make one parameter after the other as small as the claim stays false there.

        Every smaller counterexample replaces the one before; a budget that ends leaves it there.
        """
        for name in self._drawn_names():
            for smaller in range(1, int(parameters[name])):
                tried = {**parameters, name: Fraction(smaller)}
                if self._try(tried) is None:
                    parameters = tried
                    break

    # --- runs ----------------------------------------------------------------------------------

    def _castings(self, k: int) -> Iterator[dict[str, int]]:
        """Give every way to choose the declared arms, if there are not too many."""
        arms = [arm for arm, _ in self.claim.arms]
        if k ** len(arms) <= MOST_CASTINGS:
            for chosen in product(range(k), repeat=len(arms)):
                yield dict(zip(arms, chosen, strict=True))

    def _situations(
        self, starts: SearchStrategy[Instance]
    ) -> SearchStrategy[tuple[Instance, dict[str, int], Values]]:
        parameters = self._parameters(self._drawn_names())
        return _situation(starts, parameters, tuple(arm for arm, _ in self.claim.arms))

    def _at_run(
        self,
        policy: Policy,
        T: int,
        instance: Instance,
        roles: dict[str, int],
        parameters: Values,
    ) -> Mapping[str, float]:
        """Score an instance by how far the conclusion is from holding, relative to its size.

        The score only guides: the run is played in leaps here, and step by step by the kernel.
        """
        self.budget.tick()
        choices, pulls = self._play(policy, instance, T)
        point = RunPoint(_curves(instance), T, roles, choices, parameters)
        try:
            relative = _relative_value(self.claim, point, pulls)
            broken = _breach(self.claim, relative)
            if broken is not None:
                return {"violation": -OUTSIDE - broken}
            score = max(-relative(goal.form) for goal in _sides(self.claim))
            holds = all(c.relation.holds(relative(c.form)) for c in self.claim.conclusion)
        except RejectedError:
            return {}
        if not holds and self._accept(self._again(policy, instance, point)):
            self._shrink_instance(policy, instance, point)
            raise _RefutedError
        return {"violation": _to_float(score)}

    def _play(
        self, policy: Policy, instance: Instance, T: int, *, twice: bool = False
    ) -> tuple[tuple[int, ...] | str, tuple[int, ...]]:
        """How the kernel is told of the run, and the counts: a foreign run is a list of pulls."""
        run = self.claim.played
        if run is None or run.policy != ANY:
            return run.ties if run else "lowest-index", play_run(instance, policy, T).pulls
        self.watch(True)
        try:
            play = steady_sequence if twice else stepwise.sequence
            sequence = tuple(play(instance, policy, T))
        except InputError as error:
            raise _FaultyError(str(error)) from None
        self.watch(False)
        return sequence, tuple(sequence.count(i) for i in range(instance.k))

    def _again(self, policy: Policy, instance: Instance, point: RunPoint) -> RunPoint:
        """The point with another instance and its run; the policy plays that twice."""
        choices, _ = self._play(policy, instance, point.T, twice=True)
        return replace(point, curves=_curves(instance), choices=choices)

    def _shrink_instance(self, policy: Policy, instance: Instance, point: RunPoint) -> None:
        """Round weights and drop pieces while the kernel still sees the violation.

        Every simpler counterexample replaces the one before.
        """

        def is_violated(simpler: Instance) -> bool:
            self.budget.tick()
            return self._accept(self._again(policy, simpler, point))

        instance = next(filter(is_violated, rounded_instances(instance)), instance)
        before = self.certified
        simplest = shrink(simplifications(instance, point.T), is_violated, examples=SIMPLER)
        # What was tried last need not be the simplest.
        if simplest is None or not self._accept(self._again(policy, simplest, point)):
            self.certified = before


def _curves(instance: Instance) -> tuple[Curve, ...]:
    return tuple(Curve(arm.points) for arm in instance.arms)


def _relative_value(
    claim: Claim, point: RunPoint, pulls: Sequence[int]
) -> Callable[[Form], Fraction]:
    """What a form is after these pulls, divided by the sum of the sizes of its terms."""
    run = claim.played
    if run is not None and (run.pulled or len(run.named) > len(run.pulls) or times_of(claim)):
        return _relative(*observe(claim, point))
    counts = {
        name: pulls[point.roles[arm]] for name, arm in (claim.played.pulls if claim.played else ())
    }
    sizes = {"k": len(point.curves), "T": point.T, **counts}
    cast = {arm: point.curves[i] for arm, i in point.roles.items()}
    known = {name: Fraction(size) for name, size in sizes.items()}
    values = settle(claim, known | dict(point.parameters))
    of_arms = atom_values(claim, values, cast)
    of_run = {
        Kind.ALG: sum((c.rew(n) for c, n in zip(point.curves, pulls, strict=True)), Fraction(0)),
        Kind.OPT: max(curve.rew(point.T) for curve in point.curves),
    }

    def value(atom: Atom) -> Fraction:
        return of_run[atom.kind] if atom.kind in of_run else of_arms(atom)

    return _relative(values, value)


def _relative(
    values: Mapping[str, Fraction], value: Callable[[Atom], Fraction]
) -> Callable[[Form], Fraction]:
    def relative(form: Form) -> Fraction:
        parts = [form.constant.at(values), *(c.at(values) * value(atom) for c, atom in form.terms)]
        size = sum(map(abs, parts), Fraction(0))
        return sum(parts, Fraction(0)) / size if size else Fraction(0)

    return relative


@st.composite
def _situation(
    draw: DrawFn,
    starts: SearchStrategy[Instance],
    parameters: SearchStrategy[Values],
    arms: tuple[str, ...],
) -> tuple[Instance, dict[str, int], Values]:
    """Draw an instance, who of its arms plays which declared arm, and the other parameters."""
    instance = draw(starts)
    roles = {arm: draw(st.integers(0, instance.k - 1)) for arm in arms}
    return instance, roles, draw(parameters)


def run_of(problem: Problem, where: str) -> Run:
    """Describe the run of a problem, that of any policy if the kernel does not know this one.

    `where` names counts of it, as for `ask`.
    """
    return read_context(where, kernel_run(check_one_run(problem.build())) or Run(ANY))


def check_times(policy: str, claim: Claim) -> None:
    """Refuse a claim that looks at a run which the kernel cannot play at other times than T."""
    if times_of(claim) and claim.played is not None and claim.played.policy == ANY:
        raise InputError(
            f"the kernel does not know policy {policy}, so its run is one with T pulls: "
            "write OPT(T) and ALG(T)"
        )


def is_still_played(asked: tuple[Problem, str]) -> bool:
    """Whether the policy of the problem makes the pulls of a certificate, twice the same."""
    problem, text = asked
    point = getattr(read(text), "counterexample", None)
    if not isinstance(point, RunPoint) or (len(point.curves), point.T) != (problem.k, problem.T):
        return False
    instance = Instance.of(Reward.from_points(curve.points) for curve in point.curves)
    return (
        tuple(steady_sequence(instance, check_one_run(problem.build()), point.T)) == point.choices
    )


def _sides(claim: Claim) -> Iterator[Comparison]:
    """Give what to make small: every conclusion, an equation from both sides."""
    for goal in claim.conclusion:
        yield goal
        if goal.relation is Relation.EQ:
            yield Comparison(goal.form.scaled(-ONE))


def _breach(claim: Claim, value: Callable[[Form], Fraction]) -> float | None:
    """Say how badly the givens that `value` can tell are broken; None if they hold."""
    told = [
        (given, value(given.form))
        for given in claim.givens
        if claim.run is not None or not given.form.terms
    ]
    wrong = [abs(v) for given, v in told if not given.relation.holds(v)]
    return _to_float(max(wrong)) if wrong else None


def _to_float(q: Fraction) -> float:
    """Give a finite float near q."""
    return float(max(min(q, Fraction(10**12)), Fraction(-(10**12))))
