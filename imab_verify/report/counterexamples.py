"""Counterexamples as people read them: the parameters, the arms, and both sides of what fails.

Every number is asked of the kernel; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from imab_verify.kernel import (
    AllOf,
    AnyOf,
    Atom,
    Claim,
    Comparison,
    Curve,
    Disproved,
    Form,
    Judgement,
    Point,
    Polynomial,
    Refuted,
    Relation,
    RunPoint,
    Some,
)
from imab_verify.kernel.formulas import choose, negation
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import form_value, formula_holds, observe, sequence_of
from imab_verify.kernel.statement import ANY, Formula
from imab_verify.language.comparisons import ReadLink, Sides, sides
from imab_verify.language.instances import show_curve
from imab_verify.language.policy_names import OTHER_INDEX, short_name
from imab_verify.language.writing import factor_out, show_form, show_formula
from imab_verify.model.rationals import show_rational

MIRRORED = {Relation.GE: "<=", Relation.GT: "<", Relation.EQ: "=="}
FAILS = {">=": "<", ">": "<=", "<=": ">", "<": ">=", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An instance at which comparisons fail: one, or all that make a formula false.

    failures: the comparisons with the values of both sides. values: the functionals in all of them.
    For the run of a policy there are `pulls`, and `roles`: which arm of the instance, counted from
    1, is which declared arm. A policy that beats a lower bound has a `bound`, which holds in all of
    its runs, and the sides have no values.
    """

    parameters: Mapping[str, Fraction]
    arms: Mapping[str, Curve]
    failures: tuple[Sides, ...]
    values: Mapping[str, Fraction]
    policy: str = ""
    pulls: tuple[int, ...] = ()
    roles: Mapping[str, int] = field(default_factory=dict)
    bound: str = ""

    @property
    def lhs(self) -> Fraction:
        """The value of the left side of what fails first."""
        return self.failures[0].lhs

    @property
    def rhs(self) -> Fraction:
        """The value of its right side."""
        return self.failures[0].rhs


def counterexample(judgement: Judgement) -> Counterexample:
    """Read the counterexample off the kernel's judgement that a claim is refuted."""
    document = judgement.document
    if isinstance(document, Disproved):
        return _beaten(document)
    if not isinstance(document, Refuted) or judgement.violated is None:
        raise ValueError("this does not refute a claim")
    claim, point = document.claim, document.counterexample
    values, functional = observe(claim, point)
    false = list(_false_tests(AllOf(claim.conclusion), values, functional))
    failures = dict.fromkeys(failure_of(test, claim, values, functional) for test in false)
    atoms = dict.fromkeys(
        a for test in false for part in test.form.parts() for c, a in part.terms if len(c)
    )
    return Counterexample(
        parameters={name: values[name] for name in (*claim.parameters, *claim.reals)},
        arms=_arms(point),
        failures=tuple(failures),
        values={show_form(Form(ZERO, ((ONE, a),)), claim.floors): functional(a) for a in atoms},
        policy=short_name(claim.played.policy) if claim.played else "",
        pulls=_pulls(claim, point),
        roles={arm: i + 1 for arm, i in point.roles.items()} if isinstance(point, RunPoint) else {},
    )


def as_written(judgement: Judgement, links: Sequence[ReadLink]) -> Counterexample:
    """The counterexample to a claim that was read from a text, with the sides as they stand there.

    Where the text divides by a reward that is 0, the sides stay those of the claim that was read.
    """
    example = counterexample(judgement)
    document = judgement.document
    if not isinstance(document, Refuted):
        return example
    if judgement.violated is None or not links:
        return example
    number = document.claim.conclusion.index(judgement.violated)
    written = sides(links[number], *observe(document.claim, document.counterexample))
    if written is None:
        return example
    return replace(example, failures=(written, *example.failures[1:]))


def _beaten(certificate: Disproved) -> Counterexample:
    """The policy, or the runs, for which the negation of a claim is proved."""
    claim, policy = certificate.claim, certificate.policy
    about = choose(negation(claim, policy), certificate.choice)
    left, relation, right = sides_of(claim.plain[0])
    words = show_form(left, claim.floors), relation, show_form(right, claim.floors)
    whose = policy or (claim.run.some if isinstance(claim.run, Some) else claim.played)
    which = "some run" if isinstance(about.run, Some) else "every run"
    by_others = {n: p for n, p in certificate.choice.values.items() if p.names()}
    others = sorted({name for p in by_others.values() for name in p.names()})
    chosen = [f"{name} = {show_form(Form(p), about.floors)}" for name, p in by_others.items()]
    where = f"for all {', '.join(others)}, with {' and '.join(chosen)}: " if chosen else ""
    return Counterexample(
        parameters={n: p.at({}) for n, p in certificate.choice.values.items() if not p.names()},
        arms={},
        failures=(Sides(*words, Fraction(0), Fraction(0)),),
        values={},
        policy=short_name(whose.policy) if whose else "",
        bound=f"{where}{show_formula(about.conclusion[0], about.floors)} in {which} of "
        + (short_name(whose.policy) if whose else "it")
        + " with OPT(T) > 0",
    )


def _false_tests(
    formula: Formula, values: Mapping[str, Fraction], functional: Callable[[Atom], Fraction]
) -> Iterator[Comparison]:
    """The tests that make a formula false: of an any-of all, of an all-of one false part's."""
    match formula:
        case AllOf(parts):
            part = next(p for p in parts if not formula_holds(p, values, functional))
            yield from _false_tests(part, values, functional)
        case AnyOf(parts):
            for part in parts:
                yield from _false_tests(part, values, functional)
        case _:
            yield formula


def failure_of(
    test: Comparison,
    claim: Claim,
    values: Mapping[str, Fraction],
    functional: Callable[[Atom], Fraction],
) -> Sides:
    """A false test, with the values of both sides."""
    left, relation, right = sides_of(test)
    lhs, rhs = (form_value(form, values, functional) for form in (left, right))
    return Sides(show_form(left, claim.floors), relation, show_form(right, claim.floors), lhs, rhs)


def sides_of(comparison: Comparison) -> tuple[Form, str, Form]:
    """Both sides of form >= 0, the negative terms on the right: T >= m for T - m >= 0."""
    left, right = _split(comparison.form)
    if left == Form(ZERO):
        return right, MIRRORED[comparison.relation], left
    return left, comparison.relation.value, right


def _split(form: Form) -> tuple[Form, Form]:
    """The positive terms of a form, and the negative ones with their sign turned.

    0*f(n) stands in a claim for its domain only: at an instance it is not shown.
    """
    signs = {True: [], False: []}  # type: dict[bool, list[tuple[Polynomial, Atom]]]
    for coefficient, atom in form.terms:
        if len(coefficient):
            signs[factor_out(coefficient)[0] < 0].append((coefficient, atom))
    plus = Polynomial({m: c for m, c in form.constant.terms() if c > 0})
    great = tuple((c, e) for c, e in form.extrema if factor_out(c)[0] > 0)
    small = tuple((-c, e) for c, e in form.extrema if factor_out(c)[0] < 0)
    right = tuple((-c, atom) for c, atom in signs[True])
    return Form(plus, tuple(signs[False]), great), Form(plus - form.constant, right, small)


def _arms(point: Point | RunPoint) -> dict[str, Curve]:
    """The arms by name; those of a run are counted from 1."""
    if isinstance(point, Point):
        return dict(point.curves)
    return {str(number): curve for number, curve in enumerate(point.curves, start=1)}


def _pulls(claim: Claim, point: Point | RunPoint) -> tuple[int, ...]:
    if claim.played is None or not isinstance(point, RunPoint):
        return ()
    sequence = sequence_of(claim.played, point, point.T)
    return tuple(sequence.count(i) for i in range(len(point.curves)))


# --- words -------------------------------------------------------------------------------------


def document(example: Counterexample) -> dict[str, Any]:
    """A counterexample as JSON; rationals are text."""
    return {
        "parameters": _texts(example.parameters),
        "arms": arms_document(example.arms),
        **_sides_document(example),
        **({"roles": dict(example.roles)} if example.roles else {}),
    }


def arms_document(arms: Mapping[str, Curve]) -> dict[str, Any]:
    """Arms by name, as in instance files."""
    return {
        name: {"points": [[n, show_rational(v)] for n, v in curve.points]}
        for name, curve in arms.items()
    }


def _sides_document(example: Counterexample) -> dict[str, Any]:
    first, *others = (
        {
            "comparison": f"{failed.left} {failed.relation} {failed.right}",
            "lhs": show_rational(failed.lhs),
            "rhs": show_rational(failed.rhs),
        }
        for failed in example.failures
    )
    if example.bound:
        shown = {"comparison": first["comparison"]}
        return shown | {"policy": example.policy, "bound": example.bound}
    return {
        **first,
        **({"others": others} if others else {}),
        "values": _texts(example.values),
        **({"policy": example.policy, "pulls": list(example.pulls)} if example.policy else {}),
    }


def instance_lines(point: Point | RunPoint) -> Iterator[str]:
    """The instance at which there is no choice: parameters, arms, who is who."""
    run = isinstance(point, RunPoint)
    parameters = dict(point.parameters)
    if isinstance(point, RunPoint):
        parameters = {"k": Fraction(len(point.curves)), "T": Fraction(point.T)} | parameters
    if parameters:
        yield _equations(parameters)
    yield from arm_lines(_arms(point), run=run)
    if isinstance(point, RunPoint) and point.roles:
        yield ", ".join(f"{name} is arm {i + 1}" for name, i in point.roles.items())


def no_choice(certificate: Refuted, among: str = "") -> str:
    """The sentence that no choice will do there, or none of those `among` all."""
    names, point = ", ".join(certificate.claim.chosen), certificate.counterexample
    where = " there" if any(True for _ in instance_lines(point)) else ""
    how = "is proved for all" if certificate.clauses else "one sees from each"
    return f"no {names}{among} serves{where}, as {how} of them"


def _texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: show_rational(value) for name, value in values.items()}


def lines(example: Counterexample) -> Iterator[str]:
    """A counterexample in a few short lines: parameters, arms, pulls, functionals, both sides."""
    if example.parameters:
        yield _equations(example.parameters)
    yield from arm_lines(example.arms, run=bool(example.policy))
    if example.roles:
        yield ", ".join(f"{name} is arm {number}" for name, number in example.roles.items())
    if example.pulls:
        policy = "the policy" if example.policy in (ANY, OTHER_INDEX) else example.policy
        yield f"pulls of {policy}: {show_counts(example.pulls)}"
    said = {side.replace(" ", "") for f in example.failures for side in (f.left, f.right)}
    shown = {text: v for text, v in example.values.items() if text.replace(" ", "") not in said}
    if shown:
        yield _equations(shown)
    yield from failing(example)


def failing(example: Counterexample) -> Iterator[str]:
    """A line for each comparison that fails, or the bound that holds in every run."""
    if example.bound:
        yield example.bound
    else:
        yield from map(failure, example.failures)


def failure(failed: Sides) -> str:
    """A comparison that fails, with the values of both sides."""
    left, right = (
        text if text == show_rational(value) else f"{text} = {show_rational(value)}"
        for text, value in ((failed.left, failed.lhs), (failed.right, failed.rhs))
    )
    return f"{left} {FAILS[failed.relation]} {right}"


def brief(example: Counterexample) -> str:
    """A counterexample in one line."""
    arms = [*arm_lines(example.arms, run=bool(example.policy))]
    arms += [f"{name} is arm {number}" for name, number in example.roles.items()]
    start = [_equations(example.parameters)] if example.parameters else []
    return "; ".join([*start, *arms, *failing(example)])


def _equations(values: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} = {show_rational(value)}" for name, value in values.items())


def arm_lines(arms: Mapping[str, Curve], *, run: bool) -> Iterator[str]:
    """A line for every arm, or for neighbours that are the same."""
    for text, group in groupby(arms, key=lambda name: show_curve(arms[name])):
        names = list(group)
        if not run:
            yield ", ".join(f"{name}(n)" for name in names) + f" = {text}"
        elif len(names) == 1:
            yield f"arm {names[0]}: {text}"
        else:
            yield f"arms {names[0]} to {names[-1]}: {text}"


def show_counts(pulls: Sequence[int]) -> str:
    """2, 2, 2, 5 is "2 each (3 arms), 5"."""
    groups = [(n, len(list(group))) for n, group in groupby(pulls)]
    return ", ".join(str(n) if size == 1 else f"{n} each ({size} arms)" for n, size in groups)
