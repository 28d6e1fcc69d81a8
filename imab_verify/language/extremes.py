"""Minima and maxima in an index: an integer q with a given that it is the minimum or maximum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from imab_verify.kernel import Comparison, Extremum, Floor, Form, Polynomial, Relation
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import Formula
from imab_verify.language.fresh import Fresh
from imab_verify.language.values import RefusalError
from imab_verify.language.writing import show_form


class Extremes:
    """The minima and maxima in indices of one claim; the same one has the same name."""

    def __init__(self, fresh: Fresh, reals: AbstractSet[str]) -> None:
        self._fresh = fresh
        self._reals = reals
        self._names: dict[Extremum, str] = {}

    def names(self) -> tuple[str, ...]:
        """The integers that stand for them."""
        return tuple(self._names.values())

    def of(self, extremum: Extremum) -> Polynomial:
        """The integer that stands for a minimum or maximum of integers."""
        for value in extremum.of:
            self._check_integral(value)
        if extremum not in self._names:
            word = "smallest" if extremum.kind == "min" else "largest"
            self._names[extremum] = self._fresh.name(word, word)
        return Polynomial.variable(self._names[extremum])

    def _check_integral(self, value: Form) -> None:
        p = value.constant
        if value.terms:
            raise RefusalError("an index is made of parameters, not of rewards")
        if value.extrema or p.denominator() != 1 or p.names() & self._reals:
            raise RefusalError("in an index, min and max are those of integers, one in no other")

    def notes(self, floors: Sequence[Floor]) -> Iterator[str]:
        """What each stands for."""
        for extremum, name in self._names.items():
            yield f"{name} is {show_form(Form(extrema=((ONE, extremum),)), floors)}"

    def bounds(self) -> Iterator[Comparison]:
        """A minimum is at most each of its values, a maximum at least; the rest is `denials`."""
        for extremum, name in self._names.items():
            for value in extremum.of:
                gap = value.constant - Polynomial.variable(name)
                yield Comparison(Form(gap if extremum.kind == "min" else -gap))

    def denials(self) -> Iterator[Formula]:
        """Of each that the integer is not it: larger than the maximum, smaller than the minimum."""
        for extremum, name in self._names.items():
            q = Polynomial.variable(name)
            sign = ONE if extremum.kind == "max" else -ONE
            yield Comparison(Form(q * sign, (), ((-sign, extremum),)), Relation.GT)
