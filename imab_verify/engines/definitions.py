"""What claims say, from the definitions alone: for numbers, and for terms of a solver.

The cross-checks by sympy and z3 share this, and neither the kernel nor an engine does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Any, Protocol

from imab_verify.kernel import Atom, Form, Index, Kind, Polynomial, Run

Number = Any
"""A Fraction, or a term of a solver."""
Names = Mapping[str, Number]
"""What every parameter is."""
ONE = Polynomial.constant(1)
HALF = Fraction(1, 2)


class Arm(Protocol):
    """f and Rew(f, .) of one arm."""

    def value(self, n: Polynomial) -> Number:
        """f(n)."""

    def rew(self, n: Polynomial) -> Number:
        """Rew(f,n)."""


# --- forms ---------------------------------------------------------------------------------------


def plus(*terms: Number) -> Number:
    """The sum; Fractions are added up."""
    known = sum((t for t in terms if isinstance(t, Fraction)), Fraction(0))
    unknown = [t for t in terms if not isinstance(t, Fraction)]
    return reduce(add, [*unknown, known] if known or not unknown else unknown)


def times(*factors: Number) -> Number:
    """The product; Fractions are multiplied out."""
    known = reduce(mul, (q for q in factors if isinstance(q, Fraction)), Fraction(1))
    unknown = [q for q in factors if not isinstance(q, Fraction)]
    return reduce(mul, [known, *unknown] if known != 1 else unknown) if known and unknown else known


def polynomial(p: Polynomial, names: Names) -> Number:
    """A polynomial in parameters."""
    return plus(
        *(
            times(c, *(names[name] for name, exponent in monomial for _ in range(exponent)))
            for monomial, c in p.terms()
        )
    )


def functional(atom: Atom, names: Names, arm: Arm) -> Number:
    """A functional of an arm.

    P(f,a,N) goes on from Rew(f,a) on the line through f(a-1) and f(a), for N-a pulls.
    Area(f,n) = (f(0)+f(1))/2 + ... + (f(n-1)+f(n))/2: f(0) and f(n) count half.
    """
    n = atom.indices[0]
    match atom.kind:
        case Kind.VALUE:
            return arm.value(n)
        case Kind.REW:
            return arm.rew(n)
        case Kind.DELTA:
            return plus(arm.value(n), times(Fraction(-1), arm.value(n - ONE)))
        case Kind.P:
            more = polynomial(atom.indices[1] - n, names)
            step = plus(arm.value(n), times(Fraction(-1), arm.value(n - ONE)))
            bend = times(HALF, more, plus(more, Fraction(1)), step)
            return plus(arm.rew(n), times(more, arm.value(n)), bend)
        case _:
            ends = times(HALF, arm.value(ONE - ONE)), times(-HALF, arm.value(n))
            return plus(arm.rew(n), *ends)


def linear(form: Form, names: Names, atoms: Mapping[Atom, Number]) -> Number:
    """constant + sum of coefficient * atom."""
    terms = (times(polynomial(c, names), atoms[atom]) for c, atom in form.terms)
    return plus(polynomial(form.constant, names), *terms)


def parts(atom: Atom) -> Iterator[tuple[bool, Polynomial]]:
    """The sums (true) and values (false) of its arm that a functional looks at."""
    n = atom.indices[0]
    if atom.kind in (Kind.REW, Kind.P, Kind.AREA):
        yield True, n
    if atom.kind is not Kind.REW:
        yield False, n
    if atom.kind in (Kind.DELTA, Kind.P):
        yield False, n - ONE
    if atom.kind is Kind.AREA:
        yield False, ONE - ONE


# --- runs ----------------------------------------------------------------------------------------


def opening_of(run: Run) -> int:
    """The pulls of every arm with which the policy begins."""
    return run.index.opening if run.index else 0


def opening_pulls(run: Run, k: int, T: int) -> tuple[int, ...]:
    """The pulls of the opening, of T at most."""
    m, rounds = opening_of(run), run.index is not None and run.index.order == "rounds"
    return tuple(t % k if rounds else t // m for t in range(min(m * k, T)))


def score(
    index: Index, arm: Callable[[Names], Arm], count: int, level: int, names: Names
) -> Number:
    """The score of an arm with so many pulls, where `level` is the largest count."""
    there = {**names, "a": Fraction(count), "M": Fraction(level)}
    atoms = {atom: functional(atom, there, arm(there)) for _, atom in index.score.terms}
    return linear(index.score, there, atoms)


def observed(
    run: Run, k: int, pulls: Sequence[int], roles: Mapping[str, int]
) -> dict[str, int] | None:
    """k, T and the numbers of a run that a claim names; None if an arm has no such last pull."""
    if any(pulls.count(roles[arm]) <= opening_of(run) for arm in run.late):
        return None
    counts = {"k": k, "T": len(pulls)}
    for name, (word, *of) in run.observed:
        arms = [roles[arm] for arm in of]
        before = word in ("level", "before")
        if before and arms[0] not in pulls:
            return None
        end = len(pulls) - 1 - pulls[::-1].index(arms[0]) if before else len(pulls)
        counts[name] = _number(word, arms, run, [pulls[:end].count(i) for i in range(k)])
    return counts


def _number(word: str, arms: Sequence[int], run: Run, counts: Sequence[int]) -> int:
    """What a word says of these arms, from the counts at the end or before the last pull."""
    others = [n for i, n in enumerate(counts) if i not in arms]
    match word:
        case "pulls" | "before":
            return counts[arms[-1]]
        case "most" | "level":
            return max(counts)
        case "least":
            return min(counts)
        case "squares":
            return sum(n**2 for n in counts)
        case "rival":
            return max([0, *others])
        case "idle":
            return len([n for n in others if n <= opening_of(run)])
        case _:
            raise NotImplementedError(f"the word {word} of a run is not defined here")
