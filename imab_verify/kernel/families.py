"""Families of hypotheses: one for every integer of a range, used at one of them or summed up."""

from __future__ import annotations

from dataclasses import dataclass

from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Form, Kind, Relation
from imab_verify.kernel.polynomials import ONE, Polynomial


@dataclass(frozen=True, slots=True)
class Family:
    """A hypothesis for every integer `name` from `first` to `last`; without `last`, for all later.

    `name` may stand in the indices and coefficients of the comparison.
    """

    name: str
    first: Polynomial
    comparison: Comparison
    last: Polynomial | None = None

    def at(self, value: Polynomial) -> Comparison:
        """The hypothesis for one integer."""
        form = self.comparison.form.substitute({self.name: value})
        return Comparison(form, self.comparison.relation)


def shifts_of(family: Family) -> list[tuple[Polynomial, str, Polynomial]] | None:
    """(c, f, e) for each summand c*f(name + e), if c, e and the constant are free of `name`."""
    form, n = family.comparison.form, Polynomial.variable(family.name)
    shifts = [(c, atom.arm, atom.indices[0] - n) for c, atom in form.terms]
    free = [form.constant, *(p for c, _, shift in shifts for p in (c, shift))]
    values = all(atom.kind == Kind.VALUE for _, atom in form.terms)
    return shifts if values and not any(family.name in p.names() for p in free) else None


def in_range(family: Family, first: Polynomial, last: Polynomial) -> list[Polynomial]:
    """What must be >= 0 for the integers from `first` to `last` to be in the range of a family."""
    end = [] if family.last is None else [family.last - last]
    return [first - family.first, *end]


def summable(family: Family, first: Polynomial, last: Polynomial) -> list[Polynomial]:
    """What must be >= 0 for `total_of`; the sum may be empty, and begins after Rew(f,0)."""
    starts = [first + shift - ONE for _, _, shift in _shifts(family)]
    return [*in_range(family, first, last), last - first + ONE, *dict.fromkeys(starts)]


def _shifts(family: Family) -> list[tuple[Polynomial, str, Polynomial]]:
    shifts = shifts_of(family)
    if shifts is None:
        raise RejectedError(Reason.HYPOTHESIS, "only a family of values f(n + c) can be summed")
    return shifts


def total_of(family: Family, first: Polynomial, last: Polynomial) -> Comparison:
    """Sum of a family: c*f(n+e) over n = a..b is c*(Rew(f,b+e) - Rew(f,a+e-1)).

    Rew(f,0) = 0. A sum of numbers >= 0 is >= 0, also if it is empty, and so a strict family gives
    no more than that; a sum of zeros is 0.
    """
    terms: list[tuple[Polynomial, Atom]] = []
    for c, arm, shift in _shifts(family):
        terms.append((c, Atom(Kind.REW, arm, (last + shift,))))
        if before := first + shift - ONE:
            terms.append((-c, Atom(Kind.REW, arm, (before,))))
    constant = family.comparison.form.constant * (last - first + ONE)
    equal = family.comparison.relation == Relation.EQ
    return Comparison(Form(constant, tuple(terms)), Relation.EQ if equal else Relation.GE)
