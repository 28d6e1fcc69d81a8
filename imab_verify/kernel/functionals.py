"""The functionals of one arm by their definitions, and where they are defined.

Indices are polynomials, or integers at an instance: the formulas are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Kind
from imab_verify.kernel.polynomials import HALF, ONE, Polynomial, triangle


def estimate_weights(gap: Any, pairs: Any) -> tuple[Any, Any]:
    """P(f,a,N) = Rew(f,a) + u*f(a) + v*f(a-1); gap = N-a, pairs = 1 + ... + gap.

    For P(f,a,N) = Rew(f,a) + gap*f(a) + pairs*Delta(f,a).
    """
    return gap + pairs, -pairs


def parts(
    kind: Kind, indices: tuple[Any, ...], one: Any, half: Any, sum_to: Callable[[Any], Any]
) -> list[tuple[Any, Kind, Any]]:
    """A functional as a combination of values f(e) and sums Rew(f,e), from the definitions.

    Delta(f,n) = f(n) - f(n-1).
    Area(f,n) = sum over j = 1..n of (f(j-1)+f(j))/2 = Rew(f,n) - f(n)/2 + f(0)/2.
    """
    match kind, indices:
        case Kind.VALUE | Kind.REW, (n,):
            return [(one, kind, n)]
        case Kind.DELTA, (n,):
            return [(one, Kind.VALUE, n), (-one, Kind.VALUE, n - one)]
        case Kind.P, (a, N):
            u, v = estimate_weights(N - a, sum_to(N - a))
            return [(one, Kind.REW, a), (u, Kind.VALUE, a), (v, Kind.VALUE, a - one)]
        case Kind.AREA, (n,):
            return [(one, Kind.REW, n), (-half, Kind.VALUE, n), (half, Kind.VALUE, one - one)]
        case _:
            raise RejectedError(Reason.RULE, f"{kind} is not a functional of one arm")


def expand(atom: Atom) -> list[tuple[Polynomial, Kind, Polynomial]]:
    """The parts of an atom, for all values of the parameters at once."""
    return parts(atom.kind, atom.indices, ONE, HALF, triangle)


def domain(kind: Kind, indices: tuple[Any, ...], first: Any, one: Any) -> list[Any]:
    """What must be >= 0 for the functional to be defined.

    f(n): n >= first. Rew, Area: n >= 0. Delta: n >= first + 1. P: a >= first + 1 and N >= a.
    """
    match kind, indices:
        case Kind.VALUE, (n,):
            return [n - first]
        case Kind.DELTA, (n,):
            return [n - first - one]
        case Kind.P, (a, N):
            return [a - first - one, N - a]
        case _:
            return list(indices)
