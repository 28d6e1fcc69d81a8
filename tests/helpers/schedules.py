"""Schedules at one k and T: the instance as curves, and every pull of the run in its order."""

from fractions import Fraction

from imab_verify.kernel import Case, Claim, Curve, Have, Polynomial, RunPoint, Schedule
from imab_verify.kernel.semantics import settle

Values = dict[str, Fraction]


def at_point(proof, claim: Claim, parameters: Values) -> RunPoint:
    """The instance and the run that a proof describes at these parameters."""
    values, proof = settle(claim, parameters), proof.goals[0]
    while not isinstance(proof, Schedule):
        match proof:
            case Case(split, low, high):
                proof = low if number(split, values) <= 0 else high
            case Have(name, floor, then):
                whole = number(floor.numerator, values) // number(floor.divisor, values)
                values[f"_{name}"], proof = Fraction(whole), then
    own = {name: value for name, value in parameters.items() if name not in ("k", "T")}
    arms = numbered(proof, values)
    curves = {i: curve(proof, name, values) for name, owned in arms.items() for i in owned}
    return RunPoint(
        tuple(curves[i] for i in range(len(curves))),
        int(values["T"]),
        {},
        tuple(pulls(proof, arms, values)),
        own,
    )


def number(p: Polynomial, values: Values) -> Fraction:
    return p.at({name: Fraction(values[name]) for name in p.names()})


def numbered(proof: Schedule, values: Values) -> dict[str, range]:
    """The arms of each group; those that are pulled in phases first, in their order."""
    order = [name for phase in proof.phases for name in phase.groups]
    arms, start = {}, 0
    for name in dict.fromkeys([*order, *proof.groups]):
        size = int(number(proof.groups[name].size, values))
        arms[name] = range(start, start + size)
        start += size
    return arms


def curve(proof: Schedule, name: str, values: Values) -> Curve:
    group = proof.groups[name]
    bend, slope = int(number(group.bend, values)), number(group.slope, values)
    return Curve(((0, Fraction(0)), (bend, slope * bend / number(proof.scale, values))))


def pulls(proof: Schedule, arms: dict[str, range], values: Values):
    """The opening in rounds, then each phase in rounds."""
    opening, k = int(number(proof.opening, values)), sum(map(len, arms.values()))
    counts = dict.fromkeys(proof.groups, opening)
    yield from list(range(k)) * opening
    for phase in proof.phases:
        until = int(number(phase.until, values))
        for _ in range(counts[phase.groups[0]], until):
            for name in phase.groups:
                yield from arms[name]
        counts |= dict.fromkeys(phase.groups, until)
