"""The paper's own instances, as literally written, and one corrected family.

Nothing here decides whether an instance is valid: the formulas of the paper are written down as
points, case by case, and the validation of `Reward` and `Instance` judges them. Where a formula
n/T is given for n >= 1 it is read at n = 0 too, so f(0) = 0. Arms and m count from 1.
"""

from collections.abc import Iterable
from fractions import Fraction

from imab_verify.model.errors import InputError
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import check_count, parse_rational, show_short
from imab_verify.model.rewards import Exact, Reward

Points = list[tuple[int, Fraction]]
_ZERO, _ONE = Fraction(0), Fraction(1)


def lower_bound_main(k: int, T: int, m: int) -> Instance:
    """Instance I_m of the lower bound in the main text, with N = ceil(T/k).

    f_i(n) = n/(kN) for n <= N and 1/k for n > N, for i != m;
    f_m(n) = n/(kN) for n <= kN and 1 for n > kN.
    """
    _check(k, T, m)
    N = -(-T // k)
    capped: Points = [(0, _ZERO), (N, Fraction(N, k * N)), (N + 1, Fraction(1, k))]
    lasting: Points = [(0, _ZERO), (k * N, _ONE), (k * N + 1, _ONE)]
    return _built(
        f"the main text's lower-bound instance for k = {k}, T = {show_short(T)}, m = {m}",
        (lasting if i == m else capped for i in range(1, k + 1)),
    )


def lower_bound_appendix(k: int, T: int, m: int) -> Instance:
    """Instance I_m of the lower bound in the appendix, with N = ceil(T/k).

    f_i(n) = n/T for n <= N and 1/k for n > N, for i != m;
    f_m(n) = n/T for n <= T and 1 for n > T.

    If k does not divide T then N/T > 1/k, so f_i falls at pull N + 1 and the instance is invalid.
    """
    _check(k, T, m)
    N = -(-T // k)
    capped: Points = [(0, _ZERO), (N, Fraction(N, T)), (N + 1, Fraction(1, k))]
    lasting: Points = [(0, _ZERO), (T, _ONE), (T + 1, _ONE)]
    return _built(
        f"the appendix's lower-bound instance for k = {k}, T = {show_short(T)}, m = {m}",
        (lasting if i == m else capped for i in range(1, k + 1)),
    )


def capped_linear(k: int, T: int, m: int | None = None) -> Instance:
    """Give the corrected lower-bound family: k capped lines of which arm m (the last) goes on.

    f_i(n) = min(n, N)/T for i != m and f_m(n) = min(n, T)/T, with N = ceil(T/k). It is valid for
    all k and T. If k divides T, pulling every arm T/k times gives OPT/ALG = k(T+1)/(T+k).
    """
    m = k if m is None else m
    _check(k, T, m)
    N = -(-T // k)
    capped: Points = [(0, _ZERO), (N, Fraction(N, T))]
    lasting: Points = [(0, _ZERO), (T, _ONE)]
    return _built(
        f"the capped-linear instance for k = {k}, T = {show_short(T)}, m = {m}",
        (lasting if i == m else capped for i in range(1, k + 1)),
    )


def round_robin_worst(k: int, T: int) -> Instance:
    """Give the instance against round robin: f_1(n) = n/T up to T, then 1; f_i = 0 for i > 1."""
    _check(k, T, 1)
    rising: Points = [(0, _ZERO), (T, _ONE), (T + 1, _ONE)]
    zero: Points = [(0, _ZERO)]
    return _built(
        f"the round-robin instance for k = {k}, T = {show_short(T)}",
        (rising if i == 1 else zero for i in range(1, k + 1)),
    )


def policy_regret_example(T: int, f_2_at_0: Exact = "1/10", f_2_at_1: Exact = "1/10") -> Instance:
    """Give the example of policy regret against external regret, for horizons up to T.

    f_1(n) = n/10 and f_2(n) = 1/10 for all n > 1. The paper leaves f_2(0) and f_2(1) open. Its
    f_1 leaves [0, 1] after pull 10: the literal curve up to T is invalid for T > 10, and T = 10
    gives the curve that stays at 1.
    """
    check_count(T, 1, "the horizon T")
    f_2 = [parse_rational(f_2_at_0, "f_2(0)"), parse_rational(f_2_at_1, "f_2(1)"), Fraction(1, 10)]
    return _built(
        f"the policy-regret example for T = {show_short(T)}",
        ([(0, _ZERO), (T, Fraction(T, 10))], list(enumerate(f_2))),
    )


def _check(k: int, T: int, m: int) -> None:
    check_count(k, 1, "the number of arms k")
    check_count(T, 1, "the horizon T")
    if check_count(m, 1, "the arm m") > k:
        raise InputError(f"the arm m must be at most k = {k}, not {show_short(m)}")


def _built(what: str, arms: Iterable[Points]) -> Instance:
    try:
        return Instance.of(
            Reward.from_points(points, name=f"arm {i}") for i, points in enumerate(arms, 1)
        )
    except InputError as error:
        raise InputError(f"{what} is invalid: {error}") from None
