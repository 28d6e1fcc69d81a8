"""How the numeric peers write an instance: numbers in [0, 1], and what they stand for.

All of them reach every height and place finely: weights are integers, 2^20 being the height of the
largest constant. Where a policy knows that rewards are at most 1, one number more says how far
below 1 the largest reward is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from counterexample_search.evolution import Arm, Sketch, arm_of
from counterexample_search.problem import Problem

UNIT = 2**20
HINGED, SLOPES = 5, 8

Numbers = Sequence[float]


@dataclass(frozen=True, slots=True)
class Encoding:
    """How many numbers k arms take, and the arms that they stand for."""

    about: str
    size: Callable[[int], int]
    arms: Callable[[Numbers, int, int], list[Arm]]

    def sketch(self, numbers: Numbers, problem: Problem, *, capped: bool) -> Sketch:
        """The instance of these numbers; if capped, the first is for the room above it."""
        inside = [min(max(float(x), 0.0), 1.0) for x in numbers]
        room = Fraction(20 + round(180 * inside.pop(0)), 20) if capped else Fraction(1)
        return Sketch(tuple(self.arms(inside, problem.k, problem.T)), room)


def _hinged(numbers: Numbers, T: int) -> Arm:
    """A constant, and two hinges by their places and heights."""
    hinges: dict[int, int] = {}
    for where, height in ((numbers[1], numbers[2]), (numbers[3], numbers[4])):
        place = 1 + round(where * (T - 1))
        hinges[place] = hinges.get(place, 0) + round(height**3 * UNIT / place)
    return arm_of(round(numbers[0] ** 3 * UNIT), hinges)


def _by_hinges(numbers: Numbers, k: int, T: int) -> list[Arm]:
    return [_hinged(numbers[HINGED * i :], T) for i in range(k)]


def _sloped(numbers: Numbers, T: int) -> Arm:
    """A start, and squares of numbers as heights of hinges at T^(1/8), T^(2/8), ..., T."""
    hinges: dict[int, int] = {}
    for n, height in enumerate(numbers[1 : SLOPES + 1], start=1):
        place = max(1, round(T ** (n / SLOPES)))
        hinges[place] = hinges.get(place, 0) + round(height**3 * UNIT / place)
    return arm_of(round(numbers[0] ** 3 * UNIT), hinges)


def _by_slopes(numbers: Numbers, k: int, T: int) -> list[Arm]:
    return [_sloped(numbers[(SLOPES + 1) * i :], T) for i in range(k)]


def _by_kinds(numbers: Numbers, k: int, T: int) -> list[Arm]:
    """One arm, some of a kind, one arm, and the rest of a kind; the last number says how many."""
    first, many, one, rest = (_hinged(numbers[HINGED * i :], T) for i in range(4))
    number = round(numbers[4 * HINGED] * max(k - 2, 0))
    return [first, *[many] * number, one, *[rest] * (k - 2 - number)][:k]


HINGES = Encoding("a constant and two hinges per arm", lambda k: HINGED * k, _by_hinges)
FALLING = Encoding("a start and 8 falling slopes per arm", lambda k: (SLOPES + 1) * k, _by_slopes)
KINDS = Encoding(
    "four kinds of arms, a constant and two hinges each, and how many of a kind",
    lambda _: 4 * HINGED + 1,
    _by_kinds,
)
