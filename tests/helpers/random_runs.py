"""Random runs of Algorithm 1, with many ties, played without the kernel."""

from collections import Counter
from fractions import Fraction
from random import Random

from imab_verify.kernel import Curve


def random_arm(random, size):
    """Values f(0..size) of a concave arm over the denominator 1000; few slopes, so ties abound."""
    slopes = sorted((random.choice((0, 0, 1, 2, 5, 12)) for _ in range(size)), reverse=True)
    values = [random.choice((0, 0, 7, 30))]
    for slope in slopes:
        values.append(values[-1] + slope)
    return values


def random_run(random, k, T, init):
    """A run of Algorithm 1 with all ties broken at random, played on integers."""
    pool = [random_arm(random, T + 1) for _ in range(random.randint(1, k))]
    arms = [random.choice(pool) for _ in range(k)]
    order = [i for _ in range(2) for i in range(k)]
    sequence = order if init == "rounds" else sorted(order)
    sequence = sequence[:T]
    counts = Counter(sequence)
    while len(sequence) < T:
        level = max(counts.values())

        def estimate(i, level=level):
            f, a = arms[i], counts[i]
            gap = level - a
            return sum(f[1 : a + 1]) + gap * f[a] + gap * (gap + 1) // 2 * (f[a] - f[a - 1])

        estimates = [estimate(i) for i in range(k)]
        best = [i for i in range(k) if estimates[i] == max(estimates)]
        fewest = min(counts[i] for i in best)
        arm = random.choice([i for i in best if counts[i] == fewest])
        sequence.append(arm)
        counts[arm] += 1
    curves = [Curve(tuple((n, Fraction(v, 1000)) for n, v in enumerate(f))) for f in arms]
    return curves, sequence


def runs(seed, count, most_arms=4, steps=12):
    """Curves, sequence and order of the first pulls of so many runs."""
    random = Random(seed)  # noqa: S311  examples, not secrets
    for _ in range(count):
        k, init = random.randint(1, most_arms), random.choice(("rounds", "pairs"))
        T = random.randint(2 * k, 2 * k + steps)
        yield (*random_run(random, k, T, init), init)
