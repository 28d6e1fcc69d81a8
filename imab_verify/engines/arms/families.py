"""Families of hypotheses: at which integers, and over which ranges, they may help with a goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import Hypothesis
from imab_verify.engines.arms.positivity import prove_sign
from imab_verify.kernel import Claim, Comparison, Family, Kind, Node, Polynomial
from imab_verify.kernel.arms import Member, Region, Total, functional
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import in_range, shifts_of, summable, total_of

MOST = 12
"""So many hypotheses from one family; each costs time when multipliers are guessed."""


def family_hypotheses(
    goal: Comparison, claim: Claim, region: Region, clock: Clock
) -> list[Hypothesis]:
    """Families at the indices of the goal and summed up to them, as far as these are in range."""
    hypotheses: list[Hypothesis] = []
    for number, family in enumerate(claim.families):
        sums = _sums(number, family, goal, claim, region, clock)
        members = _members(number, family, goal, claim, region, clock)
        hypotheses += islice(
            (hypothesis for group in (sums, members) for hypothesis in group), MOST
        )
    return hypotheses


def _sums(
    number: int, family: Family, goal: Comparison, claim: Claim, region: Region, clock: Clock
) -> Iterator[Hypothesis]:
    """Sums from the first integer, or from after an index of Rew, to the last or to an index."""
    if shifts_of(family) is None:
        return
    ends = _places(family, goal, claim, Kind.REW)
    lasts = [*ends, *([family.last] if family.last is not None else [])]
    for first in (family.first, *(end + ONE for end in ends)):
        for last in dict.fromkeys(lasts):
            inside = _proofs(summable(family, first, last), region, clock)
            if inside is not None and first != last + ONE:
                source = Total(number, first, last, inside)
                yield Hypothesis(source, total_of(family, first, last))


def _members(
    number: int, family: Family, goal: Comparison, claim: Claim, region: Region, clock: Clock
) -> Iterator[Hypothesis]:
    """The family at the indices of the goal, and at the ends of its range."""
    every = [p for kind in (Kind.VALUE, Kind.REW) for p in _places(family, goal, claim, kind)]
    ends = [family.first, *([family.last] if family.last is not None else [])]
    for value in dict.fromkeys((*every, *ends)):
        inside = _proofs(in_range(family, value, value), region, clock)
        if inside is not None:
            yield Hypothesis(Member(number, value, inside), family.at(value))


def _places(family: Family, goal: Comparison, claim: Claim, kind: Kind) -> list[Polynomial]:
    """The integers at which a functional of the family stands where one of the goal does.

    Of the goal those of one kind are looked at, f(e) or Rew(f,e), when it is written in these.
    """
    n = Polynomial.variable(family.name)
    places: dict[Polynomial, None] = {}
    for arm, _ in claim.arms:
        wanted = functional([(c, a) for c, a in goal.form.terms if a.arm == arm])
        own = functional([(c, a) for c, a in family.comparison.form.terms if a.arm == arm])
        for _, index in own:
            shift = index - n
            if family.name not in shift.names():
                places |= dict.fromkeys(e - shift for what, e in wanted if what == kind)
    return list(places)


def _proofs(wanted: Sequence[Polynomial], region: Region, clock: Clock) -> tuple[Node, ...] | None:
    """A proof that each of these is >= 0 on the region."""
    nodes = []
    for p in wanted:
        node = prove_sign(p, region, clock)
        if node is None:
            return None
        nodes.append(node)
    return tuple(nodes)
