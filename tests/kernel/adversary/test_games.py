"""Adversaries as the rules describe them, played against all policies at small k and T.

What a rule derives at one k and T is true exactly if no policy does better than the rule says; so a
constant that is larger by 1/1000 than what the worst policy allows makes it false.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from exhibits import duties_of

from imab_verify.kernel import (
    Atom,
    Caps,
    Claim,
    Comparison,
    Every,
    Form,
    Kind,
    LastArm,
    Polynomial,
)
from imab_verify.kernel.exhibits import OPEN, PULLS
from imab_verify.kernel.statement import ANYTIME, KNOWS_HORIZON
from tests.helpers.games import CapsGame, Game, LastArmGame, play, sequences

MORE = Fraction(1, 1000)
OPT, ALG = Atom(Kind.OPT), Atom(Kind.ALG)
HALF = Fraction(1, 2)


def number(value):
    return Polynomial.constant(value)


def ratio_claim(ratio, every):
    """OPT(T) >= ratio * ALG(T)."""
    form = Form(number(0), ((number(1), OPT), (number(-ratio), ALG)))
    return Claim(("k", "T"), (), (), (Comparison(form),), run=Every(every))


def regret_claim(regret):
    """OPT(T) - ALG(T) >= regret, for rewards in [0,1]."""
    form = Form(number(-regret), ((number(1), OPT), (number(-1), ALG)))
    return Claim(("k", "T"), (), (), (Comparison(form),), run=Every(KNOWS_HORIZON))


def true_at(duty, **values):
    """What must be shown is true, or it need not be shown at these values."""
    region, wanted = duty
    at = {name: Fraction(value) for name, value in values.items()}
    inside = all(c.polynomial.at(at) >= 0 for c in region.constraints)
    return not inside or all(c.relation.holds(c.form.constant.at(at)) for c in wanted)


def all_games(make, k, T):
    games = [play(make(), pulls) for pulls in sequences(k, T)]
    assert all(game.is_an_instance() for game in games)
    assert all(game.opt() == Fraction(T * (T + 1), 2) for game in games)
    return games


# --- the last arm goes on ------------------------------------------------------------------------

SIZES = [
    (k, T, zeros, cap)
    for k, T in ((1, 4), (2, 5), (2, 8), (3, 6))
    for zeros in range(k)
    for cap in range(min(4, T - zeros + 1))
]


def last_arm_holds(claim, k, T, zeros, cap):
    behind, ahead = duties_of(LastArm(number(zeros), number(cap), {}), claim).values()
    return true_at(behind, k=k, T=T) and all(
        true_at(ahead, k=k, T=T, **{PULLS: x}) for x in range(T + 2)
    )


@pytest.mark.parametrize(("k", "T", "zeros", "cap"), SIZES)
def test_the_last_arm_is_worth_what_the_best_policy_gets(k, T, zeros, cap):
    games = all_games(lambda: LastArmGame(k, T, zeros, cap), k, T)
    best = max(game.alg() for game in games)
    ratio = Fraction(T * (T + 1), 2) / best
    assert last_arm_holds(ratio_claim(ratio, KNOWS_HORIZON), k, T, zeros, cap)
    assert not last_arm_holds(ratio_claim(ratio + MORE, KNOWS_HORIZON), k, T, zeros, cap)
    regret = (Fraction(T * (T + 1), 2) - best) / T
    assert last_arm_holds(regret_claim(regret), k, T, zeros, cap)
    assert not last_arm_holds(regret_claim(regret + MORE), k, T, zeros, cap)


def test_counts_out_of_range_show_nothing():
    anything = ratio_claim(Fraction(0), KNOWS_HORIZON)
    assert last_arm_holds(anything, 3, 6, 2, 4)
    for zeros, cap in ((-1, 1), (3, 1), (0, -1), (2, 5), (0, 7)):
        assert not last_arm_holds(anything, 3, 6, zeros, cap)
    assert not last_arm_holds(anything, 3, 0, 0, 0), "OPT(0) is not positive"


def test_what_a_policy_gets_at_least_is_not_known():
    """The bound on ALG is one from above, so ALG(T) >= 0 is not reached, true as it is."""
    gains = Comparison(Form(number(0), ((number(1), ALG),)))
    claim = replace(ratio_claim(Fraction(1), KNOWS_HORIZON), conclusion=(gains,))
    assert not last_arm_holds(claim, 3, 6, 0, 1)
    assert not caps_hold(claim, 3, 6, *SHARES[0])


@pytest.mark.parametrize(("k", "T"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (3, 5), (3, 6)])
def test_the_short_horizon_is_sharp(k, T):
    """For k <= T <= 2k no more than 2(T-k)+1 is paid."""
    zeros = max(0, 2 * k - 1 - T)
    games = all_games(lambda: LastArmGame(k, T, zeros, 1), k, T)
    assert max(game.alg() for game in games) == 2 * (T - k) + 1


# --- unknown horizon -----------------------------------------------------------------------------


class Uncapped(Game):
    """The arms of an unknown horizon: 0 or min(n,q), until one of them turns out to go on."""

    def __init__(self, k, T, zeros, cap):
        super().__init__(k, T)
        self.zeros, self.cap = zeros, cap
        self.pulled = []

    def decide(self, arm):
        if arm not in self.pulled:
            self.pulled.append(arm)
            self.caps[arm] = Fraction(self.cap if len(self.pulled) > self.zeros else 0)

    def go_on(self, arm):
        assert self.counts[arm] <= self.cap, "the policy has seen that it does not"
        del self.caps[arm]


def stopped(k, H, zeros, cap, pulls):
    """The horizon and the game when the adversary stops a policy: at H, or before a last pull."""
    whole = play(Uncapped(k, H, zeros, cap), pulls)
    live = [arm for arm in range(k) if arm not in whole.pulled[:zeros]]
    behind = [arm for arm in live if whole.counts[arm] <= cap]
    if behind:
        whole.caps.setdefault(behind[0], Fraction(cap))
        whole.go_on(behind[0])
        return H, whole
    passing = {arm: [t for t, pulled in enumerate(pulls) if pulled == arm][cap] for arm in live}
    last = max(live, key=passing.__getitem__)
    game = play(Uncapped(k, H, zeros, cap), pulls[: passing[last]])
    game.caps.setdefault(last, Fraction(cap))
    game.go_on(last)
    return passing[last], game


def anytime_holds(claim, k, H, zeros, cap):
    plan = LastArm(number(zeros), number(cap), {}, number(H))
    full, before = duties_of(plan, claim).values()
    return true_at(full, k=k) and all(true_at(before, k=k, T=T) for T in range(H + 1))


@pytest.mark.parametrize(
    ("k", "H", "zeros", "cap"),
    [(2, 4, 0, 1), (2, 8, 0, 2), (2, 9, 0, 2), (3, 6, 0, 1), (3, 7, 1, 1), (2, 7, 1, 1)],
)
def test_a_policy_that_does_not_know_the_horizon_is_stopped_in_time(k, H, zeros, cap):
    ratios = []
    for pulls in sequences(k, H):
        T, game = stopped(k, H, zeros, cap, pulls)
        assert game.is_an_instance()
        assert game.reward(next(i for i in range(k) if i not in game.caps), T) == T
        least = zeros + (k - zeros - 1) * (cap + 1) + cap
        assert T == H or least <= T < H
        ratios.append(Fraction(T * (T + 1), 2) / game.alg() if game.alg() else None)
    worst = min(ratio for ratio in ratios if ratio is not None)
    assert anytime_holds(ratio_claim(worst, ANYTIME), k, H, zeros, cap)
    assert not anytime_holds(ratio_claim(worst + MORE, ANYTIME), k, H, zeros, cap)


def test_the_horizon_satisfies_the_givens_that_name_it():
    T = Polynomial.variable("T")
    claim = ratio_claim(Fraction(0), ANYTIME)

    def with_givens(*polynomials):
        return replace(claim, givens=tuple(Comparison(Form(p)) for p in polynomials))

    inside = with_givens(T - number(3), number(4) - T)
    assert anytime_holds(inside, 2, 4, 0, 1)
    for outside in (with_givens(T - number(4)), with_givens(number(3) - T)):
        assert not anytime_holds(outside, 2, 4, 0, 1)


# --- caps one after the other --------------------------------------------------------------------


def caps_hold(claim, k, T, above, below):
    shares, steps, bound = duties_of(Caps(above, below, {}), claim).values()
    open_arms = [{"k": k, "T": T, OPEN: m} for m in range(k + 2)]
    return (
        all(true_at(shares, **at) for at in open_arms)
        and all(true_at(steps, **at) for at in open_arms)
        and true_at(bound, k=k, T=T)
    )


m = Polynomial.variable(OPEN)
SHARES = [
    (number(2), number(3) * m),
    (number(1), m + number(1)),
    (number(7), number(10) * m),
    (number(5), number(8) * m),
]


@pytest.mark.parametrize(("k", "T"), [(2, 4), (2, 9), (3, 6), (3, 7)])
@pytest.mark.parametrize(("above", "below"), SHARES)
def test_caps_hold_against_every_policy(k, T, above, below):
    """Where the obligations hold, no policy gets more than the bound says."""
    at = {i: above.at({OPEN: Fraction(i)}) / below.at({OPEN: Fraction(i)}) for i in range(2, k + 1)}
    games = all_games(lambda: CapsGame(k, T, at), k, T)
    best = max(game.alg() for game in games)
    bound = (at[k] * (2 - at[k]) * T * T + T) / 2
    ratio = Fraction(T * (T + 1), 2) / bound
    if caps_hold(ratio_claim(Fraction(0), KNOWS_HORIZON), k, T, above, below):
        assert best <= bound
        assert caps_hold(ratio_claim(ratio, KNOWS_HORIZON), k, T, above, below)
    assert not caps_hold(ratio_claim(ratio + MORE, KNOWS_HORIZON), k, T, above, below)


def test_thirds_are_allowed_and_much_more_or_less_is_not():
    anything = ratio_claim(Fraction(0), KNOWS_HORIZON)
    allowed = [caps_hold(anything, 3, 7, above, below) for above, below in SHARES]
    assert allowed == [True, True, True, False]
    assert not caps_hold(anything, 1, 7, *SHARES[0]), "one arm is never capped"
    assert not caps_hold(anything, 2, 0, *SHARES[0]), "OPT(0) is not positive"
    for above, below in ((number(0), m), (m, m), (number(-2), number(-3) * m)):
        assert not caps_hold(anything, 2, 4, above, below)


def test_each_condition_on_caps_is_needed_for_its_own_reason():
    """Sharp values of a(m) and a(m+1) for k = 3: just inside, and 1/1000 outside."""
    anything = ratio_claim(Fraction(0), KNOWS_HORIZON)

    def holds(two, three):
        """The line through a(2) and a(3)."""
        slope = three - two
        return caps_hold(anything, 3, 7, number(two) + number(slope) * (m - number(2)), number(1))

    assert holds(Fraction(1, 3), Fraction(1, 4))
    assert not holds(Fraction(1, 3) - MORE, Fraction(1, 4)), "2b(2) >= 1"
    assert not holds(Fraction(1, 3), Fraction(1, 4) + MORE), "b(3) <= a(2)"
    low = Fraction(5, 23)
    assert holds(Fraction(1, 3), low), "a(2)(2-a(2)) = 5/9 = 2b(3)"
    assert not holds(Fraction(1, 3), low - MORE)
