"""Instances: k arms with rewards in [0, 1], and the best single arm for every horizon."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm
from typing import NamedTuple, Self

from imab_verify.errors import InputError, check_listed, quote
from imab_verify.model.rationals import check_count, show_short
from imab_verify.model.rewards import Exact, Reward


@dataclass(frozen=True, slots=True)
class Instance:
    """An improving-bandits instance: at least one arm, every reward in [0, 1]."""

    arms: tuple[Reward, ...]

    def __post_init__(self) -> None:
        if not self.arms:
            raise InputError("an instance needs at least one arm, and there are no arms")
        for i, arm in enumerate(self.arms, 1):
            if not isinstance(arm, Reward):
                raise InputError(f"arm {i} of the instance is {quote(arm)}, not a Reward")
            if arm.top > 1:
                pull = _first_above_one(arm)
                raise InputError(
                    f"arm {i} is outside [0,1] at pull {show_short(pull)}: "
                    f"f({show_short(pull)}) = {show_short(arm.value(pull))}"
                )

    @classmethod
    def of(cls, rewards: Iterable[Reward]) -> Self:
        """Build an instance from its arms in order."""
        return cls(tuple(check_listed(rewards, "the arms of an instance")))

    @property
    def k(self) -> int:
        """The number of arms."""
        return len(self.arms)

    def opt(self, T: int) -> Fraction:
        """OPT(T) = max_i Rew(f_i, T)."""
        return max(self._totals(T))

    def opt_arm(self, T: int) -> int:
        """Give the arm with Rew(f_i, T) = OPT(T); of several, the one with the lowest index."""
        totals = self._totals(T)
        return totals.index(max(totals))

    def collected(self, pulls: Sequence[int]) -> Fraction:
        """ALG after so many pulls of each arm: sum_i Rew(f_i, N_i)."""
        return sum((arm.rew(n) for arm, n in zip(self.arms, pulls, strict=True)), Fraction(0))

    def _totals(self, T: int) -> list[Fraction]:
        check_count(T, 0, "the horizon T")
        return [arm.rew(T) for arm in self.arms]

    def opt_changes(self) -> list[tuple[int, int]]:
        """Give [(T, arm), ...]: from horizon T >= 1 on, until the next entry, arm is `opt_arm`.

        Up to the next breakpoint of any arm every Rew(f_i, T) is a quadratic in T, so the first
        horizon at which another arm overtakes is the root of a quadratic, rounded up.
        """
        T, best = 1, self.opt_arm(1)
        changes = [(T, best)]
        while True:
            end, quadratics = self._quadratics_after(T)
            steps = [
                _least_nonnegative(_minus(q, quadratics[best], strict=i > best))
                for i, q in enumerate(quadratics)
                if i != best
            ]
            step = min((u for u in steps if u is not None), default=None)
            if step is not None and (end is None or T + 1 + step <= end):
                T += 1 + step
                best = self.opt_arm(T)
                changes.append((T, best))
            elif end is None:
                return changes
            else:
                T = end

    def _quadratics_after(self, T: int) -> tuple[int | None, list["_Quadratic"]]:
        """Give Rew(f_i, T+1+u) for every arm as a quadratic in u, and its last horizon.

        All are scaled by the same positive integer, which makes their coefficients integers.
        """
        pieces = [arm.piece_at(T + 1) for arm in self.arms]
        exact = [
            (piece.value, piece.slope, arm.rew(piece.start), T + 1 - piece.start)
            for arm, piece in zip(self.arms, pieces, strict=True)
        ]
        scale = 2 * lcm(*(q.denominator for v, s, r, _ in exact for q in (v, s, r)))
        # Rew at distance x = d + u beyond the start of a piece is r + v x + s x (x+1) / 2.
        quadratics = [
            _Quadratic(
                int(scale * s / 2),
                int(scale * (v + s * (2 * d + 1) / 2)),
                int(scale * (r + v * d + s * d * (d + 1) / 2)),
            )
            for v, s, r, d in exact
        ]
        return min((p.end for p in pieces if p.end is not None), default=None), quadratics

    def scaled(self, c: Exact) -> Self:
        """Multiply every reward by c >= 0."""
        return self.of(arm.scaled(c) for arm in self.arms)

    def mixed(self, other: Self, part: Fraction) -> Self:
        """Give (1-part) times this instance and part times another one, arm by arm."""
        return self.of(f.mixed(g, part) for f, g in zip(self.arms, other.arms, strict=True))

    def permuted(self, order: Sequence[int]) -> Self:
        """Give the instance whose arm i is this one's arm order[i] (indices from 0)."""
        if sorted(order) != list(range(self.k)):
            raise InputError(f"{quote(order)} is not an order of the {self.k} arms")
        return self.of(self.arms[i] for i in order)

    def _repr_html_(self) -> str:
        """Show the arms in a notebook, which asks the object itself."""
        from imab_verify.report.curves import instance_html

        return instance_html(self)


class _Quadratic(NamedTuple):
    """a u^2 + b u + c with integer coefficients."""

    a: int
    b: int
    c: int


def _minus(p: _Quadratic, q: _Quadratic, *, strict: bool) -> _Quadratic:
    """Give d with d(u) >= 0 iff p(u) >= q(u), or iff p(u) > q(u) if strict, for integers u."""
    return _Quadratic(p.a - q.a, p.b - q.b, p.c - q.c - strict)


def _least_nonnegative(q: _Quadratic) -> int | None:
    """Give the least integer u >= 0 with q(u) >= 0, or None if there is none."""
    a, b, c = q
    if c >= 0:
        return 0
    if a == 0:
        return -(c // b) if b > 0 else None
    square = b * b - 4 * a * c
    if square < 0 or (a < 0 and b <= 0):
        return None
    # q(0) < 0, so the first root is (-b + sqrt(square)) / 2a, and it is positive. Replacing the
    # square root by the next integer in the direction that makes the root larger passes no multiple
    # of 1/2a, so it does not change the root rounded up.
    root = isqrt(square)
    if a > 0 and root * root < square:
        root += 1
    u = -((b - root) // (2 * a))
    # Between the two roots of a downward parabola there may be no integer.
    return u if (a * u + b) * u + c >= 0 else None


def _first_above_one(arm: Reward) -> int:
    """Give the least n with f(n) > 1, for an arm whose limit is above 1."""
    if arm.points[0][1] > 1:
        return arm.kind.first
    for piece in arm.pieces():
        if piece.end is not None and arm.value(piece.end) > 1:
            break
    return piece.start + (1 - piece.value) // piece.slope + 1
