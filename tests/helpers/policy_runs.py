"""Random runs of any policy that the kernel plays, and some index policies."""

from fractions import Fraction

from imab_verify.kernel.runs.play import RunPoint, sequence_of

from imab_verify.engines.worst_case.family import family_run
from imab_verify.kernel import ANY, ONE, ZERO, Atom, Curve, Form, Index, Kind, Polynomial

K, T, M, A = (Polynomial.variable(v) for v in ("k", "T", "M", "a"))


def value(e):
    return Atom(Kind.VALUE, "f", (e,))


REW = Atom(Kind.REW, "f", (A,))
INDICES = (
    Index(1, Form(ZERO, ((ONE, value(A)),))),
    Index(1, Form(K, ((ONE, REW), (M - A, value(A))))),
    Index(2, Form(ZERO, ((A, Atom(Kind.DELTA, "f", (A,))), (T, value(A - ONE))))),
    Index(3, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, M))), (-K, value(A))))),
    Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, T))),))),
)


def random_curve(random, size):
    slopes = sorted((random.choice((0, 0, 1, 2, 5, 12)) for _ in range(size)), reverse=True)
    values = [random.choice((0, 0, 7, 30))]
    for slope in slopes:
        values.append(values[-1] + slope)
    return Curve(tuple((n, Fraction(v, 400)) for n, v in enumerate(values)))


def random_runs(random, run, count):
    """Instances with the pulls of the policy on them; of `any` all pulls are drawn."""
    for _ in range(count):
        k = random.randint(1, 4)
        horizon = random.randint(0, 4 * k + 6)
        pool = [random_curve(random, horizon + 1) for _ in range(k)]
        curves = tuple(random.choice(pool) for _ in range(k))
        ties = random.choice(("lowest-index", "highest-index"))
        choices = tuple(random.randrange(k) for _ in range(horizon)) if run.policy == ANY else ties
        point = RunPoint(curves, horizon, choices=choices)
        yield point, sequence_of(run, point)


def worst_run(k, T):
    """The curves of an instance that attains the worst case of Algorithm 1, and its pulls."""
    run = family_run(k, T, "rounds")
    curves = [Curve(tuple((n, f.value(n)) for n in range(T + 1))) for f in run.limit.arms]
    return run, tuple(curves), run.list_pulls("rounds")
