"""Leaping against itself at a longer horizon, and against stepwise."""

import random
import tracemalloc
from collections.abc import Sequence
from fractions import Fraction
from time import perf_counter

from benchmarks.table import Table
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.builtin import Algorithm1
from imab_verify.simulation import leaping, stepwise
from imab_verify.simulation.leaping import leaps
from imab_verify.simulation.leaps import RunState

NAME = "simulation"
ARMS = 16
PIECES = 6
INSTANCES = 10
SHORT, LONG = 10**4, 10**12
POLICY = Algorithm1()


def run() -> Table:
    """Measure time and memory of Algorithm 1 on random concave instances."""
    rng = random.Random(20)  # noqa: S311  the same instances every time
    families = {
        "breakpoints up to 100": [instance(rng, 100) for _ in range(INSTANCES)],
        "breakpoints up to 1000": [instance(rng, 1000) for _ in range(INSTANCES)],
        "4 such arms 4 times each": [instance(rng, 1000, 4) for _ in range(INSTANCES)],
        "breakpoints up to 10000": [instance(rng, 10**4) for _ in range(INSTANCES)],
    }
    rows = []
    for family, instances in families.items():
        time = time_of(instances, LONG) / time_of(instances, SHORT)
        events = number_of_leaps(instances, LONG) / number_of_leaps(instances, SHORT)
        memory = max(peak_memory(one, LONG) / peak_memory(one, SHORT) for one in instances)
        rows += [
            (f"time, T = 10^12 / T = 10^4, {family}", f"{time:.2f}", "at most 3"),
            (f"leaps, T = 10^12 / T = 10^4, {family}", f"{events:.2f}", ""),
            (f"peak memory, T = 10^12 / T = 10^4, {family}", f"{memory:.2f}", "flat"),
        ]
    family = "breakpoints up to 1000"
    faster = speed_up(families[family][0], 10**6)
    rows.append((f"time, stepwise / leaping, T = 10^6, {family}", f"{faster:.0f}", "at least 1000"))
    return Table(
        f"Algorithm 1 played in leaps: k = {ARMS} concave arms of 2 to {PIECES} pieces each.",
        ("figure", "measured", "target"),
        rows,
    )


def instance(rng: random.Random, reach: int, copies: int = 1) -> Instance:
    """Draw arms with breakpoints anywhere up to `reach`, the largest reward scaled to 1."""
    arms = [arm(rng, reach) for _ in range(ARMS // copies)] * copies
    top = max(points[-1][1] for points in arms)
    return Instance.of(
        Reward.from_points([(n, Fraction(value, top)) for n, value in points]) for points in arms
    )


def arm(rng: random.Random, reach: int) -> list[tuple[int, int]]:
    """Draw the points of a concave function; with its flat end it has at most PIECES pieces."""
    bends = sorted(rng.sample(range(1, reach + 1), rng.randint(1, PIECES - 1)))
    slopes = sorted((rng.randint(1, 1000) for _ in bends), reverse=True)
    points = [(0, rng.randint(0, 1000))]
    for bend, slope in zip(bends, slopes, strict=True):
        n, value = points[-1]
        points.append((bend, value + slope * (bend - n)))
    return points


def time_of(instances: Sequence[Instance], T: int) -> float:
    """Give the best of some timings of one leaping run on every instance."""
    return min(play_all(instances, T) for _ in range(5))


def number_of_leaps(instances: Sequence[Instance], T: int) -> int:
    """Count the leaps of all runs together."""
    states = [RunState.on(one, T) for one in instances]
    return sum(1 for state in states for _ in leaps(state, POLICY))


def peak_memory(one: Instance, T: int) -> int:
    """Give the peak of allocated bytes of one run.

    A first run fills the interpreter's caches, and instances are measured one by one, since what
    an earlier run left behind would count too.
    """
    play_all([one], T)
    tracemalloc.start()
    try:
        play_all([one], T)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def speed_up(one: Instance, T: int) -> float:
    """Time both simulators on one instance, and see that they agree."""
    start = perf_counter()
    expected = stepwise.run(one, POLICY, T)
    slow = perf_counter() - start
    if leaping.run(one, POLICY, T) != expected:
        raise RuntimeError("the two simulators disagree")
    return slow / time_of([one], T)


def play_all(instances: Sequence[Instance], T: int) -> float:
    """Run every instance once, and give the seconds it took."""
    start = perf_counter()
    for one in instances:
        leaping.run(one, POLICY, T)
    return perf_counter() - start
