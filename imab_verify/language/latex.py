"""Kernel claims in LaTeX, for a formula environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from imab_verify.kernel import (
    AllOf,
    AnyOf,
    Atom,
    Claim,
    Comparison,
    Extremum,
    Floor,
    Form,
    Kind,
    Polynomial,
    Relation,
)
from imab_verify.kernel.polynomials import ONE, Monomial, degree_of
from imab_verify.kernel.statement import AT_TIMES, Formula
from imab_verify.language.factors import factor_out
from imab_verify.language.writing import OF_RUN_WORDS, show_claim, show_run

Written = Mapping[str, str]
"""Floors by name, as they are written."""

SIGNS = {Relation.GE: r"\ge", Relation.GT: ">", Relation.EQ: "="}
MIRRORED = {Relation.GE: r"\le", Relation.GT: "<", Relation.EQ: "="}
HEADS = {Kind.REW: r"\mathrm{Rew}", Kind.DELTA: r"\Delta", Kind.P: "P", Kind.AREA: r"\mathrm{Area}"}


def latex_claim(claim: Claim) -> str:
    """The conclusion, then the givens and what the claim ranges over; what exists in words."""
    if claim.chosen:
        return rf"\text{{{show_claim(claim).replace('_', chr(92) + '_')}}}"
    floors = _floor_texts(claim.floors)
    if claim.is_plain:
        lines = [_comparisons(claim.plain, floors)]
    else:
        [one, *more] = claim.conclusion
        lines = [_formula(AllOf(claim.conclusion) if more else one, floors)]
    if claim.givens:
        lines.append(rf"\text{{given }} {_comparisons(claim.givens, floors)}")
    for family in claim.families:
        says = _comparison(family.comparison, floors)
        end = rf" \le {_polynomial(family.last, floors)}" if family.last is not None else ""
        name = latex_name(family.name)
        lines.append(rf"{says}\text{{ for }} {_polynomial(family.first, floors)} \le {name}{end}")
    ranges = [rf"{', '.join(map(latex_name, claim.parameters))} \in \mathbb{{Z}}"]
    ranges = ranges if claim.parameters else []
    if claim.reals:
        ranges.append(rf"{', '.join(map(latex_name, claim.reals))} \in \mathbb{{R}}")
    ranges += [rf"{latex_name(arm)}\text{{ {kind}}}" for arm, kind in claim.arms]
    if ranges:
        lines.append(r"\text{for all } " + r",\ ".join(ranges))
    if claim.run is not None:
        lines.append(rf"\text{{{show_run(claim.run)}}}")
    return r",\quad ".join(lines)


def latex_name(name: str) -> str:
    """A name: one letter as it is, digits at its end as an index, words upright."""
    letters = name.rstrip("0123456789").rstrip("_")
    digits = name[len(letters) :].lstrip("_")
    words = letters.replace("_", r"\_")
    stem = letters if len(letters) == 1 else rf"\mathit{{{words}}}"
    return f"{stem}_{{{digits}}}" if digits else stem


def _comparisons(comparisons: Sequence[Comparison], floors: Written) -> str:
    return r"\ \text{ and }\ ".join(_comparison(c, floors) for c in comparisons)


def _formula(formula: Formula, floors: Written) -> str:
    match formula:
        case AllOf(parts) | AnyOf(parts):
            joint = r" \land " if isinstance(formula, AllOf) else r" \lor "
            texts = [_formula(part, floors) for part in parts]
            inner = [
                text if isinstance(part, Comparison) else rf"\left({text}\right)"
                for part, text in zip(parts, texts, strict=True)
            ]
            return joint.join(inner)
        case _:
            return _comparison(formula, floors)


def _extremum(extremum: Extremum, floors: Written) -> str:
    values = (_join_signed(_parts(form, floors)) for form in extremum.of)
    return rf"\{extremum.kind}\left({', '.join(values)}\right)"


def _comparison(comparison: Comparison, floors: Written) -> str:
    return _show_sides(_parts(comparison.form, floors), comparison.relation)


def _show_sides(parts: Sequence[tuple[bool, str]], relation: Relation) -> str:
    left = [text for negative, text in parts if not negative]
    right = [text for negative, text in parts if negative]
    if left or not right:
        sign = SIGNS[relation]
        return f"{' + '.join(left) or '0'} {sign} {' + '.join(right) or '0'}"
    return f"{' + '.join(right)} {MIRRORED[relation]} 0"


def _floor_texts(floors: Sequence[Floor]) -> dict[str, str]:
    written: dict[str, str] = {}
    for floor in floors:
        n, d = (_polynomial(p, written) for p in (floor.numerator, floor.divisor))
        written[floor.name] = rf"\left\lfloor \frac{{{n}}}{{{d}}} \right\rfloor"
    return written


def _parts(form: Form, floors: Written) -> list[tuple[bool, str]]:
    terms = [_times(c, _extremum(e, floors), floors) for c, e in form.extrema]
    terms += [_times(c, _atom(atom, floors), floors) for c, atom in form.terms]
    return [*terms, *_summands(form.constant, floors)]


def _times(coefficient: Polynomial, what: str, floors: Written) -> tuple[bool, str]:
    """coefficient * what; the coefficient with its plain common factors in front."""
    if not len(coefficient):
        return False, rf"0\,{what}"
    size, monomial, rest = factor_out(coefficient)
    middle = "" if rest == ONE else rf"\left({_polynomial(rest, floors)}\right)"
    front = _product(abs(size), monomial, floors)
    front = "" if front == "1" else front
    return size < 0, r"\,".join(filter(None, [front, middle, what]))


def _atom(atom: Atom, floors: Written) -> str:
    if atom.kind in (Kind.OPT, Kind.ALG):
        return rf"\mathrm{{{atom.kind}}}(T)"
    indices = [_polynomial(index, floors) for index in atom.indices]
    if atom.kind in AT_TIMES:
        return rf"\mathrm{{{OF_RUN_WORDS[atom.kind]}}}({indices[0]})"
    arm = latex_name(atom.arm)
    if atom.kind is Kind.VALUE:
        return f"{arm}({indices[0]})"
    return f"{HEADS[atom.kind]}({', '.join([arm, *indices])})"


def _polynomial(p: Polynomial, floors: Written) -> str:
    return _join_signed(_summands(p, floors))


def _join_signed(parts: Sequence[tuple[bool, str]]) -> str:
    """The summands with their signs, a positive one first if there is any."""
    if not parts:
        return "0"
    (negative, first), *rest = sorted(parts, key=lambda part: part[0])
    signed = "".join(f" {'-' if minus else '+'} {text}" for minus, text in rest)
    return ("-" if negative else "") + first + signed


def _summands(p: Polynomial, floors: Written) -> list[tuple[bool, str]]:
    ordered = sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
    return [(c < 0, _product(abs(c), monomial, floors)) for monomial, c in ordered]


def _product(size: Fraction, monomial: Monomial, floors: Written) -> str:
    """size * monomial."""
    bases = ((floors.get(name) or latex_name(name), exponent) for name, exponent in monomial)
    powers = [base if e == 1 else f"{base}^{{{e}}}" for base, e in bases]
    if size == 1 and powers:
        return " ".join(powers)
    whole = size.denominator == 1
    number = str(size) if whole else rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
    return " ".join([number, *powers])
