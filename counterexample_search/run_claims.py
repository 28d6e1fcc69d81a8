"""The hunt for a violation of a claim about the run of a policy.

Hypothesis draws the instance, who plays which declared arm, and the other parameters; it starts
from the instances of the largest OPT/ALG, which the usual search finds. A policy that the kernel
does not know is one of all policies: the claim is about any policy then, and the counterexample
lists the pulls that this one made, twice the same. The kernel checks all the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from counterexample_search.claims import (
    EXAMPLES,
    OUTSIDE,
    ClaimHunt,
    FaultyError,
    RefutedError,
    Values,
    breach,
    draw_parameters,
    drawn_names,
    sides_of,
    to_float,
)
from counterexample_search.evolution import Edits, instance_of, sketch_of
from counterexample_search.judging import check_one_run, steady_sequence
from counterexample_search.search import Search
from counterexample_search.strategies import drive, instances, simplify
from imab_verify.engines.runs.instances import functionals_after
from imab_verify.errors import InputError
from imab_verify.kernel import Atom, Claim, Form, RejectedError, Run, RunPoint, read
from imab_verify.kernel.semantics import observe, settle
from imab_verify.kernel.statement import ANY, times_of
from imab_verify.language.contexts import read_context
from imab_verify.language.instances import curves_of, instance_of_curves
from imab_verify.language.scored import run_of_policy
from imab_verify.model.instances import Instance
from imab_verify.simulation import stepwise
from imab_verify.simulation.play import play_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from counterexample_search.judging import Record
    from counterexample_search.problem import Problem
    from imab_verify.policies.protocol import Policy

MOST_CASTINGS = 64


def hunt_runs(hunt: ClaimHunt, claim: Claim, problem: Problem) -> None:
    """Look for instances of one size, until the claim is refuted or the budget is spent."""
    at = _AtRun(hunt, claim, check_one_run(problem.build()), problem.T)

    def try_better(better: Record) -> None:
        if not drawn_names(claim) and not claim.reals:
            for roles in _castings(claim, problem.k):
                at.score(better.evaluation.instance, roles, {})

    search = Search(
        problem, hunt.seed, hunt.budget, try_better, lambda one: hunt.watch(one is not None)
    )
    edits = Edits(problem.k, problem.T, problem.kind)

    def work(number: int) -> None:
        search.slice(number)
        starts: SearchStrategy[Instance] = instances(problem.k, problem.T, problem.kind)
        if search.best is not None:
            best = search.best.evaluation.instance

            def edited(chance: int) -> Instance:
                rng = Random(chance)  # noqa: S311  for searching, not for secrets
                return instance_of(edits.draw(rng, sketch_of(best)), problem.kind)

            starts = st.just(best) | st.integers(0, 2**32).map(edited) | starts
        arms = tuple(arm for arm, _ in claim.arms)
        drive(
            _situation(starts, draw_parameters(claim), arms),
            lambda drawn: at.score(*drawn),
            examples=EXAMPLES,
            number=problem.number(hunt.seed, number),
        )

    hunt.rounds(work)
    if not hunt.points and search.faults:
        raise InputError(search.faults[0].sentence)


def _castings(claim: Claim, k: int) -> Iterator[dict[str, int]]:
    """Give every way to choose the declared arms, if there are not too many."""
    arms = [arm for arm, _ in claim.arms]
    if k ** len(arms) <= MOST_CASTINGS:
        for chosen in product(range(k), repeat=len(arms)):
            yield dict(zip(arms, chosen, strict=True))


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


@dataclass(frozen=True, slots=True)
class _AtRun:
    """A claim that is looked at on the run of a policy with T pulls."""

    hunt: ClaimHunt
    claim: Claim
    policy: Policy
    T: int

    def score(self, instance: Instance, roles: dict[str, int], parameters: Values) -> float | None:
        """Score an instance by how far the conclusion is from holding, relative to its size.

        The score only guides: the run is played in leaps here, and step by step by the kernel.
        """
        self.hunt.budget.tick()
        choices, pulls = self._play(instance)
        point = RunPoint(curves_of(instance), self.T, roles, choices, parameters)
        try:
            relative = _relative_value(self.claim, point, pulls)
            broken = breach(self.claim, relative)
            if broken is not None:
                return -OUTSIDE - broken
            score = max(-relative(goal.form) for goal in sides_of(self.claim))
            holds = all(c.relation.holds(relative(c.form)) for c in self.claim.plain)
        except RejectedError:
            return None
        if not holds and self._takes(instance, point):
            self._shrink(instance, point)
            raise RefutedError
        return to_float(score)

    def _play(
        self, instance: Instance, *, twice: bool = False
    ) -> tuple[tuple[int, ...] | str, tuple[int, ...]]:
        """Choices that tell the kernel of the run, and the counts; it may be a list of pulls."""
        run = self.claim.played
        if run is None or run.policy != ANY:
            ties = run.ties if run and run.index else "lowest-index"
            return ties, play_run(instance, self.policy, self.T).pulls
        self.hunt.watch(True)
        try:
            play = steady_sequence if twice else stepwise.sequence
            sequence = tuple(play(instance, self.policy, self.T))
        except InputError as error:
            raise FaultyError(str(error)) from None
        self.hunt.watch(False)
        return sequence, tuple(sequence.count(i) for i in range(instance.k))

    def _takes(self, instance: Instance, point: RunPoint) -> bool:
        """Whether the claim is false on this instance, on which the policy plays twice."""
        choices, _ = self._play(instance, twice=True)
        there = replace(point, curves=curves_of(instance), choices=choices)
        return self.hunt.takes(self.claim, there)

    def _shrink(self, instance: Instance, point: RunPoint) -> None:
        """Round weights and drop pieces while the kernel still sees the violation.

        Every simpler counterexample comes after the one before.
        """

        def is_violated(simpler: Instance) -> bool:
            self.hunt.budget.tick()
            return self._takes(simpler, point)

        for simpler in simplify(instance, point.T, is_violated):
            self._takes(simpler, point)  # after all that were tried


def _relative_value(
    claim: Claim, point: RunPoint, pulls: Sequence[int]
) -> Callable[[Form], Fraction]:
    """Function for the value of a form after these pulls, over the sum of its terms' sizes."""
    run = claim.played
    counted = run.all_of("pulls") if run else []
    if run is not None and (run.late or len(run.named) > len(counted) or times_of(claim)):
        return _relative(*observe(claim, point))
    counts = {name: pulls[point.roles[arm]] for name, (arm,) in counted}
    sizes = {"k": len(point.curves), "T": point.T, **counts}
    known = {name: Fraction(size) for name, size in sizes.items()}
    values = settle(claim, known | dict(point.parameters))
    alg = sum((c.rew(n) for c, n in zip(point.curves, pulls, strict=True)), Fraction(0))
    opt = max(curve.rew(point.T) for curve in point.curves)
    return _relative(values, functionals_after(claim, values, point, alg, opt))


def _relative(
    values: Mapping[str, Fraction], value: Callable[[Atom], Fraction]
) -> Callable[[Form], Fraction]:
    def relative(form: Form) -> Fraction:
        parts = [form.constant.at(values), *(c.at(values) * value(atom) for c, atom in form.terms)]
        size = sum(map(abs, parts), Fraction(0))
        return sum(parts, Fraction(0)) / size if size else Fraction(0)

    return relative


# --- policies that the kernel does not know ------------------------------------------------------


def run_of(problem: Problem, where: str) -> Run:
    """Describe the run of a problem, that of any policy if the kernel does not know this one.

    `where` names counts of it, as for `ask`.
    """
    return read_context(where, run_of_policy(check_one_run(problem.build())) or Run(ANY))


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
    instance = instance_of_curves(point.curves)
    return (
        tuple(steady_sequence(instance, check_one_run(problem.build()), point.T)) == point.choices
    )
