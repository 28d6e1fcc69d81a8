"""Proofs of lower bounds: natural adversaries, one after the other.

Known horizon: floor(T/k) pulls of every arm but one (the ratio is k^2/(2k-1) or more), caps at
2/(3m) of what is left with m arms open (about 3k/4), arms that pay nothing at first (T <= 2k).
Unknown horizon: the last arm to pass c pulls goes on, where c is a parameter of the claim, what T
is at least, or 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import Attempted, Game, Shown, prove_exhibit, showing
from imab_verify.kernel import (
    Caps,
    Claim,
    Every,
    LastArm,
    Node,
    Polynomial,
    Relation,
)
from imab_verify.kernel.exhibits import OPEN
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANYTIME

K, T = Polynomial.variable("k"), Polynomial.variable("T")
TWO = Polynomial.constant(2)


def adversaries(claim: Claim, clock: Clock) -> Iterator[Attempted]:
    """Every adversary that is worth a try."""
    if claim.run == Every(ANYTIME):
        for cap, horizon in _anytime_data(claim):
            exhibit = showing(LastArm(ZERO, cap, {}, horizon))
            yield Attempted("the last arm goes on", prove_exhibit(claim, clock, exhibit))
        return
    thirds = Polynomial.constant(3) * Polynomial.variable(OPEN)
    ways = {
        "an arm with at most T//k pulls": _share,
        "caps at 2/(3m) of what is left": showing(Caps(TWO, thirds, {})),
        "arms that pay nothing at first": _short_horizon,
    }
    for way, exhibit in ways.items():
        yield Attempted(way, prove_exhibit(claim, clock, exhibit))


def _share(game: Game) -> Node | None:
    """floor(T/k) pulls of every arm but one."""
    return game.quotient(T, K, lambda inside, share: inside.shows(LastArm(ZERO, share, {})))


def _short_horizon(game: Game) -> Node | None:
    """For T <= k-1 all arms pay nothing but one that is not pulled.

    For T <= 2k-1 the first 2k-1-T arms pay nothing, and the others 1; for T = 2k all do.
    """

    def last_arm(zeros: Polynomial, cap: Polynomial) -> Shown:
        return showing(LastArm(zeros, cap, {}))

    def from_k(inside: Game) -> Node | None:
        zeros = TWO * K - ONE - T
        return inside.split(-zeros, last_arm(zeros, ONE), last_arm(ZERO, ONE))

    return game.split(T - K + ONE, last_arm(ZERO, ZERO), from_k)


# --- data for an unknown horizon -----------------------------------------------------------------


def _anytime_data(claim: Claim) -> Iterator[tuple[Polynomial, Polynomial]]:
    """A number c of pulls, and a time by which all arms should have them: the latest T, 2kc."""
    least, most = _bounds(claim, 1), _bounds(claim, -1)
    free = [Polynomial.variable(name) for name in claim.parameters if name not in ("k", "T")]
    for cap in dict.fromkeys((*free, *least, ONE, *(K * p for p in free))):
        for horizon in dict.fromkeys((*most, TWO * K * cap)):
            yield cap, horizon


def _bounds(claim: Claim, sign: int) -> list[Polynomial]:
    """What T is at least (sign 1) or at most (sign -1), by the givens that say so plainly."""
    bounds = []
    for given in claim.givens:
        slope = given.form.constant - given.form.constant.substitute({"T": T - ONE})
        if slope == Polynomial.constant(sign) and given.relation is not Relation.EQ:
            strict = ONE if given.relation is Relation.GT else ZERO
            rest = given.form.constant.substitute({"T": ZERO}) - strict
            bounds.append(rest.scaled(-sign))
    return [bound for bound in bounds if bound.denominator() == 1]
