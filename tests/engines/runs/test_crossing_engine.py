from fractions import Fraction

import pytest
from runs import run_of

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.engines.runs.combining import prove_parabola, times
from imab_verify.engines.runs.crossing import (
    Search,
    Slope,
    at_quotient,
    bound_of,
    crossing_certificates,
    through_opening,
    tools_for,
)
from imab_verify.engines.runs.known import start_with
from imab_verify.engines.runs.ratios import ratio_shares
from imab_verify.engines.worst_case.family import family_run
from imab_verify.kernel import (
    Case,
    Curve,
    Empty,
    Polynomial,
    Refuted,
    RejectedError,
    Run,
    RunPoint,
    Sum,
    Term,
    judge,
)
from imab_verify.kernel.arms import Constraint, Region, check_sign
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.language.documents import dumps
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question

TOOLS = tools_for(ALGORITHM_1)
K, T, N, Q = (Polynomial.variable(name) for name in ("k", "T", "N", "q"))


def claim_of(text, *givens, policy=ALGORITHM_1):
    return read_question(text, givens, run=run_of(policy)).claims().claim


def certificates(text, *givens, policy=ALGORITHM_1):
    return list(crossing_certificates(claim_of(text, *givens, policy=policy), Clock(60)))


def by_line(known, slope):
    search = Search(TOOLS, ratio_shares(known.question), Clock(60))
    return search.by_lines(known, [slope])


PROVED = [
    ("9*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)", ("T > 2*k",)),
    ("(8*(T-2*k) + 4)*OPT(T) <= T*(T+1)*ALG(T)", ("T >= 2*k",)),
    ("12*OPT(T) <= T*(T+1)*ALG(T)", ("T == 2*k + 1",)),
    ("OPT(T) <= k*ALG(T)", ("T >= 4*k", "k >= 2")),
    ("OPT(T) <= 2*ALG(T)", ("T >= 7", "k == 2")),
]


@pytest.mark.parametrize(("text", "givens"), PROVED)
def test_the_sharp_bounds_are_proved(text, givens):
    [found] = certificates(text, *givens)
    judgement = judge(dumps(found))
    assert judgement.verdict == "proved"


@pytest.mark.slow
@pytest.mark.parametrize(("most", "factor"), [(94, 32), (598, 200)])
def test_short_horizons_apart_from_long_ones(most, factor):
    [found] = certificates(f"OPT(T) <= {factor}*k*ALG(T)", "T > 2*k", f"k <= {most}")
    assert judge(dumps(found)).verdict == "proved"


@pytest.mark.parametrize(
    ("text", "givens"),
    [
        ("1001/1000*9*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)", ("T > 2*k",)),
        ("OPT(T) <= 999/1000*k*ALG(T)", ("T >= 4*k", "k >= 2")),
        ("OPT(T) <= 2*ALG(T)", ("T >= 6", "k == 2")),
        ("OPT(T) <= k*ALG(T)", ("T >= 2*k",)),
        pytest.param("OPT(T) <= 32*k*ALG(T)", ("T > 2*k", "k <= 95"), marks=pytest.mark.slow),
        ("OPT(T) <= k*ALG(T)", ()),
    ],
)
def test_just_outside_nothing_is_found(text, givens):
    assert certificates(text, *givens) == []


def test_other_claims_are_left_alone():
    assert certificates("OPT(T) <= k*ALG(T)", "T >= 4*k", policy=ROUND_ROBIN) == []
    assert certificates("OPT(T) <= k*ALG(T) + 1", "T >= 4*k") == []
    about_arms = read_question("Rew(f,T) >= 0").claims().claim
    assert list(crossing_certificates(about_arms, Clock(5))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["beta", "alpha", "optimal", "last"])
def test_no_line_can_be_raised(name):
    nine = list(through_opening())[1]
    claim = start_with(claim_of("OPT(T) <= 10**6*T**4*ALG(T)", "T > 2*k", "k >= 3"))
    assert by_line(claim, nine) is not None
    values = {key: getattr(nine, key) for key in ("beta", "alpha", "optimal", "last")}
    values[name] = values[name] + Polynomial.constant(Fraction(1, 1000))
    try:
        raised = by_line(claim, Slope(**values))
    except RejectedError:
        raised = None
    assert raised is None


def test_lines_at_the_quotient_prove_the_closed_form():
    text = "((m+1)*T - m - 2*(k-2))*OPT(T) <= T*(T+1)*ALG(T)"
    known = start_with(claim_of(text, "T == k*m", "m >= 4", "k >= 2"))
    slope = next(at_quotient(Polynomial.variable("m"), True))
    assert by_line(known, slope) is not None


@pytest.mark.parametrize(
    ("k", "horizon", "bound"), [(3, 6, 6), (3, 7, 12), (3, 9, 28), (5, 17, 63), (3, 13, 63)]
)
def test_the_best_of_the_lines_is_attained_and_no_larger_bound_is_true(k, horizon, bound):
    sizes = {"k": Fraction(k), "T": Fraction(horizon)}
    known = start_with(claim_of("OPT(T) <= k*ALG(T)", "T >= 2*k"))
    slopes = [*through_opening()]
    if horizon >= 4 * k:
        q = Polynomial.constant(horizon // k)
        slopes.append(next(at_quotient(q, horizon % k == 0)))
    lines = [bound_of(slope.crossing(TOOLS.weight), known).at(sizes) for slope in slopes]
    assert max(lines) == bound
    worst = family_run(k, horizon)
    assert worst.ratio == Fraction(horizon * (horizon + 1), bound)
    arms = worst.limit.arms
    curves = tuple(Curve(tuple((n, f.value(n)) for n in range(horizon + 1))) for f in arms)
    claim = claim_of(f"1001/1000*{bound}*OPT(T) <= T*(T+1)*ALG(T)", f"T == {horizon}", f"k == {k}")
    point = RunPoint(curves, horizon, choices=tuple(worst.list_pulls(Run(ALGORITHM_1))))
    assert judge(dumps(Refuted(claim, point))).verdict == "refuted"


# --- parabolas -----------------------------------------------------------------------------------

PLANE = Region((Constraint(N, name="a"), Constraint(Q, name="b")), frozenset({"N", "q"}))


def parabola(p, region):
    return prove_parabola(p, "N", region, lambda rest: prove_sign(rest, region, Clock(5)))


@pytest.mark.parametrize(
    ("p", "kind"),
    [
        ((N - Q) * (N - Q), Sum),
        ((N - Q) * (N - Q) + Polynomial.constant(7), Sum),
        ((N - Q) * (N - Q) + Q, Sum),
        ((N - Q) * (N - Q - Polynomial.constant(1)), Case),
        (N * N - N.scaled(7) + Polynomial.constant(12), Case),
    ],
)
def test_parabolas_with_a_sign(p, kind):
    node = parabola(p, PLANE)
    assert isinstance(node, kind)
    check_sign(node, PLANE, p)
    factor = N * Q + Polynomial.constant(2)
    check_sign(times(node, factor, PLANE), PLANE, p * factor)


@pytest.mark.parametrize(
    "p",
    [
        (N - Q) * (N - Q) - Polynomial.constant(Fraction(1, 1000)),
        (N - Q) * (N - Q - Polynomial.constant(2)),
        (N - Q.scaled(Fraction(1, 2))) * (N - Q.scaled(Fraction(1, 2)) - Polynomial.constant(1)),
        (N - Q) * (N - Q) - Q,
    ],
)
def test_parabolas_without_one(p):
    assert parabola(p, PLANE) is None


def test_a_real_number_may_lie_between_the_roots():
    real = Region((), frozenset({"N"}), frozenset({"N"}))
    assert parabola(N * (N - Polynomial.constant(1)), real) is None


def test_multiples_on_an_empty_region():
    nowhere = PLANE.adding(Constraint(Polynomial.constant(-1), name="c"))
    node = Sum((Term(Fraction(1), (("a", 1),)),))
    assert isinstance(times(node, -N, nowhere), Empty)
    assert times(node, -N, PLANE) is None
