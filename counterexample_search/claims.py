"""The hunt for a violation of a claim: what `ask` left unknown may be false far out.

It is one more source of certificates on the one road, `deciding.decide`: side conditions and the
meaning of the text come first there, and only the kernel says that a claim is refuted. About arms
alone see arm_claims.py, about the run of a policy run_claims.py.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from counterexample_search.budget import Budget, BudgetSpentError
from counterexample_search.interrupts import Interrupt
from imab_verify.deciding.decide import decide
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ONE,
    Claim,
    Comparison,
    Form,
    Point,
    Refuted,
    RejectedError,
    Relation,
    RunPoint,
    violation,
)
from imab_verify.language.declarations import run_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hypothesis.strategies import SearchStrategy

    from counterexample_search.problem import Problem
    from imab_verify.deciding.certify import Certified
    from imab_verify.language.reading import Question

Values = dict[str, Fraction]

EXAMPLES = 150
LARGEST = 60
"""Parameters are drawn up to here; the linear programs grow with them."""
MEANING_SECONDS = 20
"""For side conditions, and for the question whether all indices are in the domain."""
OUTSIDE = 1.0
"""How much worse than any true conclusion it is to break a given."""


class RefutedError(BaseException):
    """There is a counterexample, as simple as it gets; hypothesis lets this through."""


class FaultyError(BaseException):
    """A policy did something wrong, as the sentence says; hypothesis lets it through."""


@dataclass(frozen=True, slots=True)
class Hunted:
    """What refutes the claim, if anything, and how much was tried."""

    certified: Certified | None
    evaluations: int


def hunt_claim(
    question: Question,
    problems: Sequence[Problem],
    *,
    seed: int = 0,
    seconds: float | None = None,
    evaluations: int | None = None,
    watch: Callable[[bool], None] = lambda _: None,
) -> Hunted:
    """Hunt a violation of what a text says, in each cell for a claim about a run.

    UndefinedError where the text has no meaning, as for every other way to decide it. `watch` is
    told before a policy of the user's own plays (True) and when it came back (False).
    """
    end = None if seconds is None else time.monotonic() + seconds
    with Interrupt() as interrupt:
        hunt = ClaimHunt(seed, Budget(evaluations, end, stop=interrupt), watch)
        decision = decide(
            question,
            seconds=MEANING_SECONDS,
            source=lambda claim: hunt.certificates(claim, problems),
        )
    return Hunted(decision.certified, hunt.budget.used)


@dataclass(slots=True)
class ClaimHunt:
    """A hunt under way. `points` are counterexamples by the kernel's evaluation, each simpler."""

    seed: int
    budget: Budget
    watch: Callable[[bool], None] = lambda _: None
    points: list[Point | RunPoint] = field(default_factory=list)

    def certificates(self, claim: Claim, problems: Sequence[Problem]) -> Iterator[Refuted]:
        """What was found, the simplest first: the kernel may find a longer one too long."""
        if problems:
            from counterexample_search.run_claims import hunt_runs

            self._in_turn(problems, lambda problem: hunt_runs(self, claim, problem))
        else:
            from counterexample_search.arm_claims import hunt_arms

            hunt_arms(self, claim)
        for point in reversed(self.points):
            yield Refuted(claim, point)

    def _in_turn(self, problems: Sequence[Problem], hunt: Callable[[Problem], None]) -> None:
        """Hunt in each cell with its part of what is left, until there is a counterexample."""
        end, most, stop = self.budget.deadline, self.budget.evaluations, self.budget.stop
        for number, problem in enumerate(problems):
            if self.points or stop():
                return
            left, now = len(problems) - number, time.monotonic()
            if end is not None:
                self.budget.deadline = now + (end - now) / left
            if most is not None:
                self.budget.evaluations = self.budget.used + (most - self.budget.used) // left
            hunt(problem)

    def rounds(self, work: Callable[[int], None]) -> None:
        """Work with one number after the other, until the budget is spent or nothing is left."""
        try:
            with suppress(RefutedError, BudgetSpentError):
                number = 0
                while True:
                    self.budget.check()
                    used = self.budget.used
                    work(number)
                    number += 1
                    if self.budget.used == used:
                        return
        except FaultyError as fault:
            raise InputError(str(fault)) from None

    def takes(self, claim: Claim, point: Point | RunPoint) -> bool:
        """Whether the claim is false at the point, by the kernel's evaluation; kept if so."""
        with suppress(RejectedError):
            if violation(claim, point) is not None:
                self.points.append(point)
                return True
        return False


# --- what both kinds need ------------------------------------------------------------------------


def drawn_names(claim: Claim) -> list[str]:
    """The parameters that the run does not determine."""
    determined = {name for names in run_names(claim.played) for name in names}
    return [name for name in claim.parameters if name not in determined]


def draw_parameters(claim: Claim) -> SearchStrategy[Values]:
    """Draw integers, mostly small ones, and reals."""
    whole = st.integers(1, LARGEST) | st.integers(-2, 4)
    reals = st.builds(Fraction, st.integers(-12, 24), st.integers(1, 12))
    chosen = {name: whole.map(Fraction) for name in drawn_names(claim)}
    return st.fixed_dictionaries(chosen | dict.fromkeys(claim.reals, reals))


def sides_of(claim: Claim) -> Iterator[Comparison]:
    """Give what to make small: every conclusion, an equation from both sides."""
    for goal in claim.conclusion:
        yield goal
        if goal.relation is Relation.EQ:
            yield Comparison(goal.form.scaled(-ONE))


def breach(claim: Claim, value: Callable[[Form], Fraction]) -> float | None:
    """Say how badly the givens that `value` can tell are broken; None if they hold."""
    told = [
        (given, value(given.form))
        for given in claim.givens
        if claim.run is not None or not given.form.terms
    ]
    wrong = [abs(v) for given, v in told if not given.relation.holds(v)]
    return to_float(max(wrong)) if wrong else None


def to_float(q: Fraction) -> float:
    """Give a finite float near q."""
    return float(max(min(q, Fraction(10**12)), Fraction(-(10**12))))
