import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import examples

from imab_verify.engines.lp import (
    Infeasible,
    LinearProgram,
    Optimal,
    Row,
    Sense,
    Unbounded,
    Unknown,
    exact,
    solve,
)
from imab_verify.engines.lp.exact import integer_form
from imab_verify.engines.lp.simplex import Basis, run_simplex

LE, GE, EQ = Sense.LE, Sense.GE, Sense.EQ


def from_nothing(lp):
    form = integer_form(lp)
    return form.outcome(exact.from_nothing(form.program, None))


def from_floats(lp):
    form = integer_form(lp)
    return form.outcome(exact.from_floats(form.program, None))


def from_basis(lp, columns, tight):
    form = integer_form(lp)
    return form.outcome(run_simplex(form.program, Basis(frozenset(columns), frozenset(tight))))


BOTH = pytest.mark.parametrize("method", [from_nothing, from_floats])


# The definitions of the outcomes, written out a second time and in the plainest way.


def dot(coefficients, vector):
    return sum((Fraction(a) * vector[j] for j, a in coefficients.items()), Fraction(0))


def compares(sense, left, right):
    return {LE: left <= right, GE: left >= right, EQ: left == right}[sense]


def is_feasible(lp, x):
    return all(v >= 0 or j in lp.free for j, v in enumerate(x)) and all(
        compares(row.sense, dot(row.coefficients, x), row.rhs) for row in lp.rows
    )


def is_recession_direction(lp, ray):
    return is_feasible(replace(lp, rows=tuple(replace(row, rhs=0) for row in lp.rows)), ray)


def are_prices(lp, y, cost):
    signs = all(
        {LE: v >= 0, GE: v <= 0, EQ: True}[row.sense] for row, v in zip(lp.rows, y, strict=True)
    )
    columns = [
        sum((row.coefficients.get(j, 0) * v for row, v in zip(lp.rows, y, strict=True)), 0)
        for j in range(lp.columns)
    ]
    covers = all(
        a == cost.get(j, 0) if j in lp.free else a >= cost.get(j, 0) for j, a in enumerate(columns)
    )
    return signs and covers


def bound(lp, y):
    return sum((Fraction(row.rhs) * v for row, v in zip(lp.rows, y, strict=True)), Fraction(0))


def is_right(lp, outcome):
    if isinstance(outcome, Optimal):
        return (
            is_feasible(lp, outcome.x)
            and are_prices(lp, outcome.duals, lp.objective)
            and dot(lp.objective, outcome.x) == outcome.value == bound(lp, outcome.duals)
        )
    if isinstance(outcome, Infeasible):
        return are_prices(lp, outcome.farkas, {}) and bound(lp, outcome.farkas) < 0
    return (
        isinstance(outcome, Unbounded)
        and is_feasible(lp, outcome.x)
        and is_recession_direction(lp, outcome.ray)
        and dot(lp.objective, outcome.ray) > 0
    )


def agrees(lp, outcome, other):
    """Two right outcomes of one program are of one kind and, if optimal, of one value."""
    return (
        is_right(lp, outcome)
        and is_right(lp, other)
        and type(outcome) is type(other)
        and (not isinstance(outcome, Optimal) or outcome.value == other.value)
    )


# Random programs: small coefficients make ties, repeated rows make rank deficiency.

coefficients = st.one_of(
    st.sampled_from([0, 0, 0, 1, -1]), st.builds(Fraction, st.integers(-5, 5), st.integers(1, 4))
)


@st.composite
def programs(draw):
    columns = draw(st.integers(1, 5))
    vectors = st.lists(coefficients, min_size=columns, max_size=columns).map(
        lambda v: dict(enumerate(v))
    )
    rows = draw(
        st.lists(st.builds(Row, vectors, st.sampled_from(list(Sense)), coefficients), max_size=5)
    )
    if rows:
        rows += draw(st.lists(st.sampled_from(rows), max_size=2))
    free = draw(st.frozensets(st.integers(0, columns - 1), max_size=2))
    return LinearProgram(columns, draw(vectors), tuple(rows), free)


@examples(300)
@given(programs())
def test_both_starts_give_right_and_equal_answers(lp):
    assert agrees(lp, from_nothing(lp), from_floats(lp))


@examples(200)
@given(programs(), st.data())
def test_any_start_gives_the_same_answer(lp, data):
    columns = data.draw(st.frozensets(st.integers(0, lp.columns - 1)))
    tight = data.draw(st.frozensets(st.integers(0, len(lp.rows) - 1))) if lp.rows else frozenset()
    assert agrees(lp, from_nothing(lp), from_basis(lp, columns, tight))


def random_program(seed, columns, height):
    """Rows through or near a known point, so that every kind of outcome is common."""
    rng = random.Random(seed)  # noqa: S311  not cryptography
    point = [rng.randint(0, 2) for _ in range(columns)]
    rows = []
    for _ in range(height):
        row = {
            j: Fraction(rng.randint(-3, 6), rng.randint(1, 5))
            for j in range(columns)
            if rng.random() < 0.5
        }
        sense = rng.choice(list(Sense))
        shift = {LE: 1, GE: -1, EQ: 0}[sense] * rng.randint(0, 3)
        rows.append(Row(row, sense, dot(row, point) + shift - rng.choice([0] * 30 + [20])))
    return LinearProgram(columns, {j: rng.randint(-6, 3) for j in range(columns)}, tuple(rows))


def test_larger_random_programs_of_every_kind_are_solved_by_both_starts():
    kinds = Counter()
    for seed in range(40):
        lp = random_program(seed, 12, 8)
        outcome = from_floats(lp)
        assert agrees(lp, outcome, from_nothing(lp))
        kinds[type(outcome)] += 1
    assert min(kinds[kind] for kind in (Optimal, Infeasible, Unbounded)) >= 3


def test_a_medium_sparse_program_is_solved():
    columns, height = 300, 120
    rng = random.Random(7)  # noqa: S311  not cryptography
    rows = tuple(
        Row({rng.randrange(columns): Fraction(rng.randint(1, 9), 7) for _ in range(8)}, LE, 5 + i)
        for i in range(height)
    )
    total = Row(dict.fromkeys(range(columns), 1), LE, 1000)
    lp = LinearProgram(columns, {j: 1 + j % 5 for j in range(columns)}, (*rows, total))
    outcome = solve(lp)
    assert isinstance(outcome, Optimal)
    assert is_right(lp, outcome)


# Known programs.


@BOTH
def test_a_textbook_optimum(method):
    lp = LinearProgram(
        2, {0: 3, 1: 5}, (Row({0: 1}, LE, 4), Row({1: 2}, LE, 12), Row({0: 3, 1: 2}, LE, 18))
    )
    assert method(lp) == Optimal(
        Fraction(36), (Fraction(2), Fraction(6)), (Fraction(0), Fraction(3, 2), Fraction(1))
    )


@BOTH
def test_signs_of_duals_for_every_sense(method):
    lp = LinearProgram(2, {0: -2, 1: -3}, (Row({0: 1, 1: 1}, GE, 4), Row({0: 1}, LE, 3)))
    assert method(lp) == Optimal(
        Fraction(-9), (Fraction(3), Fraction(1)), (Fraction(-3), Fraction(1))
    )
    equation = LinearProgram(1, {0: -1}, (Row({0: 2}, EQ, 1),))
    assert method(equation) == Optimal(Fraction(-1, 2), (Fraction(1, 2),), (Fraction(-1, 2),))


@BOTH
def test_a_free_column_may_be_negative(method):
    lp = LinearProgram(1, {0: -1}, (Row({0: 3}, GE, -2),), frozenset({0}))
    assert method(lp) == Optimal(Fraction(2, 3), (Fraction(-2, 3),), (Fraction(-1, 3),))


@BOTH
def test_an_infeasible_program_is_refuted(method):
    lp = LinearProgram(2, {0: 1}, (Row({0: 1, 1: 1}, LE, 1), Row({0: 1, 1: 1}, GE, 2)))
    outcome = method(lp)
    assert isinstance(outcome, Infeasible)
    assert outcome.farkas[0] == -outcome.farkas[1] > 0


@BOTH
def test_an_unbounded_program_has_a_ray(method):
    lp = LinearProgram(2, {0: 1, 1: -1}, (Row({0: 1, 1: -1}, GE, 2), Row({1: 1}, EQ, 5)))
    outcome = method(lp)
    assert isinstance(outcome, Unbounded)
    assert outcome.x[1] == 5
    assert outcome.ray[0] > 0 == outcome.ray[1]


@BOTH
def test_infeasible_wins_where_the_dual_is_infeasible_too(method):
    lp = LinearProgram(2, {0: 1}, (Row({1: 1}, LE, -1),))
    assert isinstance(method(lp), Infeasible)


BEALE = LinearProgram(
    4,
    {0: Fraction(3, 4), 1: -150, 2: Fraction(1, 50), 3: -6},
    (
        Row({0: Fraction(1, 4), 1: -60, 2: Fraction(-1, 25), 3: 9}, LE, 0),
        Row({0: Fraction(1, 2), 1: -90, 2: Fraction(-1, 50), 3: 3}, LE, 0),
        Row({2: 1}, LE, 1),
    ),
)
CHVATAL = LinearProgram(
    4,
    {0: 10, 1: -57, 2: -9, 3: -24},
    (
        Row({0: Fraction(1, 2), 1: Fraction(-11, 2), 2: Fraction(-5, 2), 3: 9}, LE, 0),
        Row({0: Fraction(1, 2), 1: Fraction(-3, 2), 2: Fraction(-1, 2), 3: 1}, LE, 0),
        Row({0: 1}, LE, 1),
    ),
)


@BOTH
@pytest.mark.parametrize(("lp", "value"), [(BEALE, Fraction(1, 20)), (CHVATAL, Fraction(1))])
def test_the_classic_cycling_examples_end(method, lp, value):
    outcome = method(lp)
    assert isinstance(outcome, Optimal)
    assert outcome.value == value


@BOTH
def test_an_assignment_polytope_is_degenerate_and_rank_deficient(method):
    size = 5
    rows = [Row({size * i + j: 1 for j in range(size)}, EQ, 1) for i in range(size)]
    rows += [Row({size * i + j: 1 for i in range(size)}, EQ, 1) for j in range(size)]
    profit = {size * i + j: (i * j) % size for i in range(size) for j in range(size)}
    outcome = method(LinearProgram(size * size, profit, tuple(rows)))
    assert isinstance(outcome, Optimal)
    # rows 1..4 of the multiplication table mod 5 each reach 4, in different columns; row 0 adds 0
    assert outcome.value == 16
    assert set(outcome.x) == {Fraction(0), Fraction(1)}


@BOTH
def test_no_rows_and_no_columns(method):
    assert method(LinearProgram(0, {}, ())) == Optimal(Fraction(0), (), ())
    assert method(LinearProgram(2, {0: -1}, ())) == Optimal(Fraction(0), (Fraction(0),) * 2, ())
    assert method(LinearProgram(2, {1: 1}, ())) == Unbounded(
        (Fraction(0),) * 2, (Fraction(0), Fraction(1))
    )
    assert isinstance(method(LinearProgram(1, {0: 1}, (), frozenset({0}))), Unbounded)
    assert method(LinearProgram(0, {}, (Row({}, GE, 1),))) == Infeasible((Fraction(-1),))


@BOTH
@pytest.mark.parametrize(
    ("sense", "rhs", "kind"),
    [(LE, 0, Optimal), (LE, -1, Infeasible), (GE, 1, Infeasible), (EQ, 3, Infeasible)],
)
def test_empty_rows_and_columns(method, sense, rhs, kind):
    lp = LinearProgram(3, {0: 1}, (Row({0: 1}, LE, 1), Row({}, sense, rhs), Row({2: 0}, EQ, 0)))
    assert isinstance(method(lp), kind)


# Bad scaling and ill-conditioned bases.


@BOTH
def test_scaling_rows_and_columns_scales_the_answer(method):
    lp = random_program(3, 10, 7)
    lp = replace(lp, rows=(*lp.rows, Row(dict.fromkeys(range(10), 1), LE, 50)))
    column_scale = [Fraction(10) ** (17 * (j % 5) - 40) for j in range(10)]
    scaled_rows = tuple(
        Row(
            {j: a * column_scale[j] * 3 ** (25 * i) for j, a in row.coefficients.items()},
            row.sense,
            row.rhs * 3 ** (25 * i),
        )
        for i, row in enumerate(lp.rows)
    )
    objective = {j: c * column_scale[j] for j, c in lp.objective.items()}
    plain, scaled = method(lp), method(LinearProgram(10, objective, scaled_rows))
    assert isinstance(plain, Optimal)
    assert isinstance(scaled, Optimal)
    assert scaled.value == plain.value


def hilbert_equations(size, nudge=0):
    """H x = H 1 has the one solution x = 1; floats cannot tell it from its neighbours."""
    rows = []
    for i in range(size):
        row = {j: Fraction(1, i + j + 1) for j in range(size)}
        rows.append(Row(row, EQ, sum(row.values()) + (nudge if i == size - 1 else 0)))
    return LinearProgram(size, {0: 1}, tuple(rows))


@BOTH
def test_an_ill_conditioned_system_is_mended(method):
    outcome = method(hilbert_equations(14))
    assert isinstance(outcome, Optimal)
    assert outcome.x == (Fraction(1),) * 14


@BOTH
def test_a_tiny_infeasibility_below_every_float_tolerance_is_found(method):
    lp = hilbert_equations(14, Fraction(1, 10**12))
    outcome = method(lp)
    assert isinstance(outcome, Infeasible)
    assert is_right(lp, outcome)


@BOTH
def test_a_gap_of_ten_to_the_minus_forty_decides(method):
    tiny = Fraction(1, 10**40)
    touching = LinearProgram(1, {0: 1}, (Row({0: 1}, LE, 1), Row({0: 1}, GE, 1)))
    apart = LinearProgram(1, {0: 1}, (Row({0: 1}, LE, 1), Row({0: 1}, GE, 1 + tiny)))
    assert isinstance(method(touching), Optimal)
    assert isinstance(method(apart), Infeasible)


# Behaviour at the border.


@pytest.mark.parametrize("columns", [2, 60])
def test_no_time_means_unknown(columns):
    lp = random_program(1, columns, columns)
    assert solve(lp, time_limit=0) == Unknown("time limit reached")


def test_integers_and_fractions_mean_the_same():
    lp = random_program(3, 10, 7)
    rows = tuple(
        Row({j: Fraction(a) for j, a in row.coefficients.items()}, row.sense, Fraction(row.rhs))
        for row in lp.rows
    )
    assert solve(replace(lp, rows=rows)) == solve(lp)


@pytest.mark.parametrize("seed", range(8))
def test_the_solver_is_silent_and_repeats_itself(seed, capfd):
    lp = random_program(seed, 25, 20)
    assert solve(lp) == solve(lp)
    captured = capfd.readouterr()
    assert captured.out == captured.err == ""
