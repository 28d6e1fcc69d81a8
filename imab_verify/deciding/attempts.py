"""The time of a search, the attempts that failed, and the reasons for "unknown" and "vacuous"."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import TypeVar

from imab_verify.engines.arms.clock import Clock, Obstacle, OutOfTimeError
from imab_verify.errors import InputError
from imab_verify.kernel import (
    Claim,
    Comparison,
    Every,
    Floor,
    Form,
    Point,
    Polynomial,
    RejectedError,
    Relation,
    Some,
)
from imab_verify.kernel.arms import parameter_region
from imab_verify.kernel.polynomials import ZERO
from imab_verify.kernel.statement import ANY, OF_RUN, RAY
from imab_verify.language.policy_names import short_name
from imab_verify.language.reading import Question
from imab_verify.language.writing import show_comparison

# --- givens without an instance ------------------------------------------------------------------


NO_WITNESS = "no parameters and rewards were found that satisfy the givens"
VACUOUS = "the givens contradict each other, so nothing is claimed"
SECONDS, LONG = 1.0, 5.0


class VacuousError(Exception):
    """The givens contradict each other."""


class NoWitnessError(Exception):
    """No instance of the givens was found, so that nothing can be proved."""


def find_arm_witness(claim: Claim, clock: Clock) -> Point:
    """Parameters and arms that satisfy the givens.

    VacuousError if these contradict each other, NoWitnessError if nothing was found.
    """
    from imab_verify.engines.arms.counterexamples import find_witness

    bare = replace(claim, run=None, conclusion=(Comparison(Form()),))
    witness = find_witness(bare, clock.part(min(LONG, clock.left() / 2)))
    if witness is None:
        raise VacuousError if contradictory(bare, clock.part(LONG)) else NoWitnessError
    return witness


def contradictory(claim: Claim, clock: Clock) -> bool:
    """Whether 0 > 0 follows from the givens."""
    from imab_verify.engines.arms.goals import prove_goal

    absurd = Comparison(Form(ZERO), Relation.GT)
    try:
        return prove_goal(absurd, parameter_region(claim), clock) is not None
    except OutOfTimeError:
        return False


def why_vacuous(question: Question, clock: Clock) -> str:
    """Name the default, or the bound on rewards, without which the givens have an instance."""
    from imab_verify.engines.arms.counterexamples import find_witness

    for claim, reason in _weaker(question):
        if find_witness(claim, clock.part(SECONDS)) is not None:
            return f"the givens contradict {reason}, so nothing is claimed"
    return VACUOUS


def _weaker(question: Question) -> Iterator[tuple[Claim, str]]:
    """The claim about arms without one of the things that are assumed by default."""
    from imab_verify.language.parser import Fresh
    from imab_verify.language.reading import without_bound

    trivial = (Comparison(Form()),)
    claim = replace(question.claims().claim, run=None, conclusion=trivial, prefix=())
    if any(atom.kind in OF_RUN for atom in claim.atoms()):
        return
    for default, words in question.defaults:
        if words:
            givens = tuple(given for given in claim.givens if given != default)
            yield replace(claim, givens=givens), f"{words} (another bound takes its place)"
    names = (*claim.parameters, *claim.reals, *(floor.name for floor in claim.floors))
    scaled = without_bound(claim, Fresh(names))
    if scaled != claim:
        yield scaled, "rewards in [0,1] (--unbounded drops this bound)"


# --- attempts ------------------------------------------------------------------------------------


MOST_SHOWN = 6
OUT_OF_TIME = "out of time"
MAX_FAILURE = 200

failures_raise = False
"""Whether what an engine raises unexpectedly is raised again; the tests of this project say so."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way that was tried, and what came of it."""

    way: str
    outcome: str


class Trail(list[Attempt]):
    """A list of attempts that reports each one as it is added."""

    def __init__(self, report: Callable[[str], None]) -> None:
        super().__init__()
        self._report = report

    def append(self, attempt: Attempt) -> None:
        """Add what was tried, and tell of it."""
        super().append(attempt)
        self._report(f"{attempt.way}: {attempt.outcome.partition(';')[0]}; going on")


@dataclass(frozen=True, slots=True)
class Trying:
    """A part of the road where engines work: one that raises costs an attempt, and no more.

    What a user got wrong, and givens without an instance, are no failures of an engine.
    """

    way: str
    tried: list[Attempt]

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _: object, error: BaseException | None, trace: object) -> bool:
        """Note what was raised; True if the road goes on."""
        match error:
            case OutOfTimeError():
                outcome = OUT_OF_TIME
            case RejectedError():
                outcome = str(error)
            case InputError() | VacuousError() | NoWitnessError():
                return False
            case Exception() if not failures_raise:
                outcome = f"failed: {type(error).__name__}: {error}"[:MAX_FAILURE]
            case _:
                return False
        if Attempt(self.way, outcome) not in self.tried:
            self.tried.append(Attempt(self.way, outcome))
        return True


Found = TypeVar("Found")
Said = TypeVar("Said")


class Search:
    """The time that a question gets, and what was tried for it."""

    def __init__(self, seconds: float, tried: list[Attempt] | None = None) -> None:
        self.seconds = seconds
        self.clock = Clock(seconds)
        self.tried = [] if tried is None else tried

    def part(self, most: float) -> Search:
        """A search of its own for so many seconds, or for those that are left."""
        return Search(min(most, self.clock.left()))

    def note(self, way: str, outcome: str) -> None:
        """Remember what was tried in vain, once."""
        if Attempt(way, outcome) not in self.tried:
            self.tried.append(Attempt(way, outcome))

    def stage(
        self, way: str, found: Generator[Found, None, Said]
    ) -> Generator[Found, None, Said | None]:
        """The certificates of an engine up to where it fails, and its return value.

        Nothing once the time is over.
        """
        if not self.clock.left():
            self.note("everything else", OUT_OF_TIME)
            return None
        with Trying(way, self.tried):
            return (yield from found)
        return None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """The time in here is spent by another process, and counts too."""
        start = monotonic()
        yield
        self.clock.seconds -= monotonic() - start


def untold(_: str) -> None:
    """Report to nobody."""


def advice(claim: Claim, attempts: Sequence[Attempt], *, sized: bool = False) -> str:
    """Advice for a claim that is unknown after these attempts; sized: over ranges of k and T."""
    if isinstance(claim.run, Every | Some):
        return "ask for a smaller constant, or under a stronger --given"
    if claim.run is not None and claim.run.policy == ANY:
        return "ask about one policy, of which more is known than of all, or under stronger givens"
    if sized and claim.run is not None:
        return "look with `hunt --claim`, allow more --seconds, or give smaller ranges"
    if claim.run is not None and short_name(claim.run.policy) in ("algorithm-1", "round-robin"):
        return "give ranges with -k and -T for the exact worst case, or look with `hunt --claim`"
    if claim.run is not None:
        return "see with `worst-case` what its ratio is at small k and T, or allow more --seconds"
    if any(OUT_OF_TIME in tried.outcome for tried in attempts):
        return "allow more --seconds, or ask under a stronger --given"
    if any(given.form.terms for given in claim.givens):
        return "say with --multiplier how often each given about rewards is used"
    return "ask under a stronger --given, or about parts of it one by one"


NO_ANSWER = "no proof and no counterexample was found within the time"


def why_unknown(claim: Claim) -> str:
    """The reason to give for a claim that was not decided."""
    match claim.run:
        case None:
            return NO_ANSWER
        case Every():
            return "no adversary tried reaches it, and neither Algorithm 1 nor round robin beats it"
        case Some():
            return "no instance tried attains it, and at small sizes it is not shown that none does"
        case _:
            from imab_verify.engines.runs.instances import settings

            if next(settings(claim), None) is None:
                return "no k and T of a size that can be played were found that satisfy the givens"
            return "no rule about runs proves it, and no instance tried refutes it"


def proof_attempt(clock: Clock, claim: Claim) -> Attempt:
    """A search for a proof that ended without one."""
    way = "a harder proof" if clock.hard else "a proof"
    ended = "nothing more to try" if clock.left() else OUT_OF_TIME
    if clock.obstacle is None:
        return Attempt(way, ended)
    return Attempt(way, f"{ended}; not shown: {show_obstacle(clock.obstacle, claim)}")


def show_obstacle(obstacle: Obstacle, claim: Claim) -> str:
    """The inequality that was not shown, where it was needed, for which arm."""
    relation = Relation.GT if obstacle.goal.strict else Relation.GE
    goal = Comparison(Form(obstacle.goal.polynomial), relation)
    ray = f" for f(n) = {obstacle.ray.shape.text}" if obstacle.ray else ""
    where = list(_constraints(obstacle, claim.floors))
    more = f", and {len(where) - MOST_SHOWN} more" if len(where) > MOST_SHOWN else ""
    given = f" where {', '.join(where[:MOST_SHOWN])}{more}" if where else ""
    return f"{_show_ray_comparison(goal, claim.floors)}{ray}{given}"


def _constraints(obstacle: Obstacle, floors: Sequence[Floor]) -> Iterator[str]:
    """The constraints of the region, newest first; without those that say what a floor is."""
    sides = set()
    for floor in floors:
        rest = floor.numerator - floor.divisor * Polynomial.variable(floor.name)
        sides |= {rest, floor.divisor - Polynomial.constant(1) - rest}
    for c in reversed(obstacle.region.constraints):
        if c.polynomial not in sides and c.polynomial.names():
            relation = Relation.GT if c.strict else Relation.GE
            yield _show_ray_comparison(Comparison(Form(c.polynomial), relation), floors)


def _show_ray_comparison(comparison: Comparison, floors: Sequence[Floor]) -> str:
    """The comparison, with j for the bend of the ray."""
    return show_comparison(comparison, floors).replace(RAY, RAY.strip("_"))
