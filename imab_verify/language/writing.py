"""Kernel claims to text that reads well, and that `read_question` reads back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from imab_verify.kernel import (
    ALGORITHM_1,
    ONE,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Floor,
    Form,
    Kind,
    Monomial,
    Polynomial,
    Relation,
    Run,
    degree_of,
)
from imab_verify.language.factors import factored
from imab_verify.model.rationals import show_rational

Written = Mapping[str, str]
"""Floors by name, as they are written."""

_MIRRORED = {Relation.GE: "<=", Relation.GT: "<", Relation.EQ: "=="}


class Part(NamedTuple):
    """One summand: its sign, its size in text, and whether that is a bare n//d."""

    negative: bool
    size: str
    floor: bool = False


class ClaimTexts(NamedTuple):
    """A claim as the arguments of `read_question`."""

    text: str
    givens: tuple[str, ...]
    arms: Mapping[str, ArmClass]
    reals: tuple[str, ...]
    run: Run | None


def show_polynomial(p: Polynomial, floors: Sequence[Floor] = ()) -> str:
    """A polynomial, floors written out with //."""
    return _sum(_summands(p, _written(floors)))


def show_form(form: Form, floors: Sequence[Floor] = ()) -> str:
    """A linear form, functionals first."""
    return _sum(_parts(form, _written(floors)))


def show_comparison(comparison: Comparison, floors: Sequence[Floor] = ()) -> str:
    """A comparison with the negative terms moved to the other side: T >= m, not T - m >= 0."""
    parts = _parts(comparison.form, _written(floors))
    left = [part for part in parts if not part.negative]
    right = [part._replace(negative=False) for part in parts if part.negative]
    if left or not right:
        return f"{_sum(left)} {comparison.relation} {_sum(right)}"
    return f"{_sum(right)} {_MIRRORED[comparison.relation]} 0"


def claim_texts(claim: Claim) -> ClaimTexts:
    """The claim in texts: `read_question(*claim_texts(claim))` reads an equivalent claim back.

    (If every integer parameter has a lower bound among the givens, as in every claim that was
    read; the reader adds one otherwise.)
    """
    return ClaimTexts(
        " and ".join(show_comparison(c, claim.floors) for c in claim.conclusion),
        tuple(show_comparison(c, claim.floors) for c in claim.givens),
        dict(claim.arms),
        claim.reals,
        claim.run,
    )


def show_claim(claim: Claim) -> str:
    """The claim as one sentence: for all ..., given ...: conclusion."""
    texts = claim_texts(claim)
    kinds = [
        f"{kind} {', '.join(arm for arm, k in claim.arms if k is kind)}"
        for kind in ArmClass
        if kind in texts.arms.values()
    ]
    named = [
        *([f"integers {', '.join(claim.parameters)}"] if claim.parameters else []),
        *([f"reals {', '.join(claim.reals)}"] if claim.reals else []),
        *kinds,
    ]
    parts = [f"for all {'; '.join(named)}"] if named else []
    if claim.run is not None:
        parts.append(_show_run(claim.run))
    if texts.givens:
        parts.append(f"given {' and '.join(texts.givens)}")
    return f"{', '.join(parts)}: {texts.text}" if parts else texts.text


def _show_run(run: Run) -> str:
    """What the run of a claim is, in words."""
    says = [f"in every run of {run.policy} on k arms with horizon T"]
    if run.policy == ALGORITHM_1:
        says.append(f"initialisation in {run.init}, ties {run.ties}")
    says += [f"{name} pulls of {arm} in all" for name, arm in run.pulls]
    if run.most:
        says.append(f"{run.most} pulls of the most pulled arm in all")
    if run.pulled and run.stage == "after":
        says.append(f"{run.pulled} pulled after the initialisation")
    if run.level:
        says.append(f"{run.level} pulls of the most pulled arm just before its last pull")
    says += [f"{name} pulls of {arm} just before that" for name, arm in run.before]
    return ", ".join(says)


# --- sums --------------------------------------------------------------------------------------


def _written(floors: Sequence[Floor]) -> dict[str, str]:
    """The text n//d of every floor; a floor may use those before it."""
    written: dict[str, str] = {}
    for floor in floors:
        n, d = (_bracketed(p, written) for p in (floor.numerator, floor.divisor))
        written[floor.name] = f"{n}//{d}"
    return written


def _bracketed(p: Polynomial, written: Written) -> str:
    """The polynomial, in brackets unless it is one name or one number >= 0."""
    text = _sum(_summands(p, written))
    return text if text.isdecimal() or text in p.names() else f"({text})"


def _sum(parts: Sequence[Part]) -> str:
    """The summands joined by + and -, a positive one first if there is any."""
    if not parts:
        return "0"
    lead = next((part for part in parts if not part.negative), parts[0])
    rest = [part for part in parts if part is not lead]
    first = f"({lead.size})" if lead.negative and lead.floor else lead.size
    signed = "".join(f" {'-' if part.negative else '+'} {part.size}" for part in rest)
    return ("-" if lead.negative else "") + first + signed


def _parts(form: Form, written: Written) -> list[Part]:
    terms = [_term(c, _atom(atom, written), written) for c, atom in form.terms]
    return [*terms, *_summands(form.constant, written)]


def _atom(atom: Atom, written: Written) -> str:
    """A functional: f(n), Rew(f, n), P(f, a, N), OPT(T)."""
    if atom.kind in (Kind.OPT, Kind.ALG):
        return f"{atom.kind}(T)"
    indices = [_sum(_summands(index, written)) for index in atom.indices]
    if atom.kind is Kind.VALUE:
        return f"{atom.arm}({', '.join(indices)})"
    return f"{atom.kind}({', '.join([atom.arm, *indices])})"


def _term(coefficient: Polynomial, atom: str, written: Written) -> Part:
    """coefficient * atom; the coefficient with its plain common factors in front."""
    if not len(coefficient):
        return Part(negative=False, size=f"0*{atom}")
    number, monomial, rest = factored(coefficient)
    front = _factors(monomial, abs(number), written)
    middle = [] if rest == ONE else [f"({_sum(_summands(rest, written))})"]
    return Part(number < 0, "*".join([*front, *middle, atom]))


def _summands(p: Polynomial, written: Written) -> list[Part]:
    parts = []
    for monomial, c in sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0])):
        match monomial:
            case ((name, 1),) if name in written and abs(c) == 1:
                parts.append(Part(c < 0, written[name], floor=True))
            case _:
                factors = _factors(monomial, abs(c), written)
                parts.append(Part(c < 0, "*".join(factors) or "1"))
    return parts


def _factors(monomial: Monomial, size: Fraction, written: Written) -> list[str]:
    """size * monomial as a list of factors, without a factor 1."""
    bases = ((f"({written[v]})" if v in written else v, e) for v, e in monomial)
    powers = [base if e == 1 else f"{base}**{e}" for base, e in bases]
    return powers if size == 1 else [show_rational(size), *powers]
