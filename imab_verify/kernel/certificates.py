"""The certificate document: reading it, and judging it.

`read` turns text into a certificate or raises MalformedError; `judge` accepts it, or raises
RejectedError. docs/certificates.md is the written format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NoReturn, TypeVar

from imab_verify.kernel.claims import (
    ARITY,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Floor,
    Form,
    Kind,
    Relation,
    Run,
)
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.limits import MAX_BITS, metered
from imab_verify.kernel.points import Curve, Point, violation
from imab_verify.kernel.polynomials import MAX_DEGREE, Monomial, Polynomial, degree_of, shown
from imab_verify.kernel.proofs import (
    Bound,
    Case,
    ClaimProof,
    Combine,
    Empty,
    Given,
    Lemma,
    Node,
    Rays,
    Sum,
    Term,
    Use,
)
from imab_verify.kernel.rays import RAY
from imab_verify.kernel.rules import check_claim
from imab_verify.kernel.runs.rules import (
    ALGORITHM_1,
    BEFORE,
    COUNT,
    LEVEL,
    OPTIMAL,
    PULLED,
    QUOTIENT,
    ROUND_ROBIN,
    GuaranteedPulls,
    LastPull,
    RunPoint,
    RunProof,
    SumOverArms,
    Weakening,
    check_run_claim,
    run_violation,
)

FORMAT = "imab-certificate/1"
MAX_BYTES = 64 * 2**20
MAX_TEXT = 4 * 2**20
MAX_DEPTH = 100
MAX_DIGITS = 600
MAX_EXPONENT = 24
MAX_LEMMAS = 64
MAX_PARTS = 2_000
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}", re.ASCII)
EXPONENT = re.compile(r"[1-9][0-9]?", re.ASCII)
RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)

RESERVED = frozenset({RAY, PULLED, OPTIMAL, COUNT, LEVEL, BEFORE, QUOTIENT})

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Lemmas:
    """An earlier claim with its proof."""

    claim: Claim
    proof: ClaimProof


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim with either a proof and a witness that its givens can hold, or a counterexample."""

    claim: Claim
    lemmas: tuple[Lemmas, ...]
    proof: ClaimProof | RunProof | None
    point: Point | RunPoint


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an accepted certificate establishes: the claim is proved, or it is refuted."""

    claim: Claim
    verdict: str
    violated: Comparison | None = None
    value: Fraction | None = None


def judge(certificate: Certificate) -> Judgement:
    """Accept the certificate, or raise RejectedError with the reason.

    `read` gives well-formed claims only; those that a program made are checked here once more.
    """
    for claim in (certificate.claim, *(lemma.claim for lemma in certificate.lemmas)):
        check_well_formed(claim)
    with metered():
        return _judge(certificate)


def _judge(certificate: Certificate) -> Judgement:
    claim, point = certificate.claim, certificate.point
    if isinstance(point, RunPoint) != (claim.run is not None):
        raise RejectedError(Reason.INSTANCE, "the instance is not of the kind that the claim needs")
    exact = run_violation(claim, point) if isinstance(point, RunPoint) else violation(claim, point)
    if certificate.proof is None:
        if exact is None:
            raise RejectedError(Reason.COUNTEREXAMPLE, "the conclusion is true at this instance")
        return Judgement(claim, "refuted", *exact)
    if exact is not None:
        raise RejectedError(Reason.WITNESS, "the conclusion is false at the witness")
    known: list[Claim] = []
    for lemma in certificate.lemmas:
        check_claim(lemma.proof, lemma.claim, known)
        known.append(lemma.claim)
    if isinstance(certificate.proof, ClaimProof):
        check_claim(certificate.proof, claim, known)
    else:
        check_run_claim(certificate.proof, claim, known)
    return Judgement(claim, "proved")


# --- reading -----------------------------------------------------------------------------------


def read(text: str | bytes) -> Certificate:
    """The certificate in a JSON text, or MalformedError."""
    if len(text) > MAX_TEXT:
        _malformed("the file is larger than a certificate may be")
    try:
        document = json.loads(
            text, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_no_twice
        )
        return _certificate(document)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"this is not JSON of the expected depth: {error}") from None


def _malformed(message: str) -> NoReturn:
    raise MalformedError(message)


def _no_float(text: str) -> NoReturn:
    _malformed(f"the number {text[:20]} is not exact; write rationals as strings")


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        _malformed("an object has the same key twice")
    return found


def _certificate(document: Any) -> Certificate:
    keys = _keys(document, {"format", "claim"}, {"lemmas", "proof", "witness", "counterexample"})
    if keys["format"] != FORMAT:
        _malformed(f"the format is not {FORMAT}")
    claim = read_claim(keys["claim"])
    lemmas = tuple(_lemma(item) for item in _list(keys.get("lemmas", []), MAX_LEMMAS))
    if ("proof" in keys) != ("witness" in keys) or ("proof" in keys) == ("counterexample" in keys):
        _malformed("a certificate has a proof with a witness, or a counterexample")
    point = _run_point if claim.run else _point
    if "counterexample" in keys:
        return Certificate(claim, lemmas, None, point(keys["counterexample"]))
    proof = _run_proof(keys["proof"]) if claim.run else _claim_proof(keys["proof"])
    return Certificate(claim, lemmas, proof, point(keys["witness"]))


def _lemma(item: Any) -> Lemmas:
    keys = _keys(item, {"claim", "proof"})
    return Lemmas(read_claim(keys["claim"]), _claim_proof(keys["proof"]))


def read_claim(item: Any) -> Claim:
    """A well-formed claim."""
    keys = _keys(item, {"parameters", "conclusion"}, {"arms", "givens", "reals", "floors", "run"})
    arms = _dict(keys.get("arms", {})).items()
    claim = Claim(
        tuple(_declared(n) for n in _list(keys["parameters"], MAX_PARTS)),
        tuple((_declared(a), _enum(ArmClass, kind)) for a, kind in arms),
        tuple(_comparison(c) for c in _list(keys.get("givens", []), MAX_PARTS)),
        tuple(_comparison(c) for c in _list(keys["conclusion"], MAX_PARTS)),
        tuple(_declared(n) for n in _list(keys.get("reals", []), MAX_PARTS)),
        tuple(_floor(f) for f in _list(keys.get("floors", []), MAX_PARTS)),
        _run(keys["run"]) if "run" in keys else None,
    )
    check_well_formed(claim)
    return claim


def check_well_formed(claim: Claim) -> None:
    """Every name is declared, once, and of the right sort; MalformedError otherwise."""
    arms = dict(claim.arms)
    floors = [floor.name for floor in claim.floors]
    names = [*claim.parameters, *floors, *claim.reals, *(arm for arm, _ in claim.arms)]
    for name in names:
        _declared(name)
    if len(set(names)) != len(names):
        _malformed("a name is declared twice")
    if not claim.conclusion:
        _malformed("the conclusion is empty")
    if claim.run is not None:
        _check_run(claim.run, claim.parameters, arms)
    parameters = set(claim.parameters)
    defined = set(claim.parameters)
    for floor in claim.floors:
        _speaks_of(defined, floor.numerator, integral=True)
        _speaks_of(parameters, floor.divisor, integral=True)
        defined.add(floor.name)
    numbers = defined.union(claim.reals)
    for comparison in claim.comparisons():
        _speaks_of(numbers, comparison.form.constant)
        for coefficient, atom in comparison.form.terms:
            _speaks_of(numbers, coefficient)
            _check_atom(atom, arms, defined, claim.run)


def _check_atom(
    atom: Atom, arms: Mapping[str, ArmClass], integers: set[str], run: Run | None
) -> None:
    if len(atom.indices) != ARITY[atom.kind]:
        _malformed(f"{atom.kind} takes {ARITY[atom.kind]} indices")
    if atom.kind in (Kind.OPT, Kind.ALG):
        if run is None or atom.arm:
            _malformed(f"{atom.kind} belongs to claims about a run")
        return
    if atom.arm not in arms:
        _malformed(f"the arm {atom.arm} is not declared")
    if atom.kind is Kind.AREA and arms[atom.arm] is ArmClass.CONCAVE_FROM_1:
        _malformed("Area starts at n = 0, where a concave-from-1 arm is not defined")
    for index in atom.indices:
        _speaks_of(integers, index, integral=True)


def _speaks_of(names: set[str], p: Polynomial, *, integral: bool = False) -> None:
    if not p.names() <= names:
        _malformed(f"{shown(p)} uses names that are not declared, or not integers")
    if integral and p.denominator() != 1:
        _malformed(f"{shown(p)} is not an integer for all integers")


def _floor(item: Any) -> Floor:
    name, numerator, divisor = _tuple(item, 3)
    return Floor(_declared(name), _polynomial(numerator), _polynomial(divisor))


def _run(item: Any) -> Run:
    optional = {"init", "ties", "pulls", "pulled", "level", "before", "stage", "most"}
    keys = _keys(item, {"policy"}, optional)
    return Run(
        policy=keys["policy"],
        init=keys.get("init", "rounds"),
        ties=keys.get("ties", "any"),
        pulls=tuple((_name(n), _name(a)) for n, a in _dict(keys.get("pulls", {})).items()),
        pulled=_name(keys["pulled"]) if "pulled" in keys else "",
        level=_name(keys["level"]) if "level" in keys else "",
        before=tuple((_name(n), _name(a)) for n, a in _dict(keys.get("before", {})).items()),
        stage=keys.get("stage", "after"),
        most=_name(keys["most"]) if "most" in keys else "",
    )


def _check_run(run: Run, parameters: tuple[str, ...], arms: Mapping[str, ArmClass]) -> None:
    _choice(run.policy, ALGORITHM_1, ROUND_ROBIN)
    _choice(run.init, "rounds", "pairs")
    _choice(run.ties, "any", "lowest-index", "highest-index")
    _choice(run.stage, "after", "any")
    named = [n for n, _ in (*run.pulls, *run.before)]
    named += [name for name in (run.level, run.most) if name]
    roles = {a for _, a in (*run.pulls, *run.before)} | ({run.pulled} if run.pulled else set())
    if len({"k", "T", *named}) != 2 + len(named) or not {"k", "T", *named} <= set(parameters):
        _malformed("k, T and the counts of a run must be different declared parameters")
    if not roles <= set(arms) or any(kind is not ArmClass.CONCAVE for kind in arms.values()):
        _malformed("the arms of a run must be declared, and concave")
    if (run.level or run.before) and not run.pulled:
        _malformed("level and before need the arm that is pulled")


def _comparison(item: Any) -> Comparison:
    keys = _keys(item, {"relation"}, {"constant", "terms"})
    terms = []
    for term in _list(keys.get("terms", []), MAX_PARTS):
        coefficient, atom = _tuple(term, 2)
        terms.append((_polynomial(coefficient), _atom(atom)))
    form = Form(_polynomial(keys.get("constant", {})), tuple(terms))
    return Comparison(form, _enum(Relation, keys["relation"]))


def _atom(item: Any) -> Atom:
    kind, *rest = _list(item) or [None]
    what = _enum(Kind, kind)
    arm = _name(rest[0]) if rest else ""
    return Atom(what, arm, tuple(_polynomial(index) for index in rest[1:]))


def _node(item: Any, depth: int = 0) -> Node:
    if depth > MAX_DEPTH:
        _malformed("the proof is nested too deeply")
    match item:
        case {"sum": terms, **rest} if not rest:
            return Sum(_terms(terms))
        case {"empty": terms, **rest} if not rest:
            return Empty(_terms(terms))
        case {"case": split, "low": low, "high": high, **rest} if not rest:
            return Case(_polynomial(split), _node(low, depth + 1), _node(high, depth + 1))
        case {
            "scale": scale,
            "positive": positive,
            "uses": uses,
            "arms": arms,
            "rest": left,
            **rest,
        }:
            strict = _integer(rest.pop("strict")) if "strict" in rest else None
            if rest:
                _malformed(f"a combination has no key {str(next(iter(rest)))[:40]!r}")
            return Combine(
                _polynomial(scale),
                _node(positive, depth + 1),
                tuple(_use(use, depth + 1) for use in _list(uses)),
                {_name(a): _rays(r, depth + 1) for a, r in _dict(arms).items()},
                _node(left, depth + 1),
                strict,
            )
        case _:
            _malformed("a proof is a sum, an empty region, a case or a combination")


def _terms(items: Any) -> tuple[Term, ...]:
    terms = []
    for item in _list(items):
        keys = _keys(item, {"weight"}, {"factors", "square"})
        factors = []
        for factor in _list(keys.get("factors", [])):
            number, exponent = _tuple(factor, 2)
            factors.append((_integer(number), _exponent(exponent)))
        square = _polynomial(keys["square"]) if "square" in keys else None
        terms.append(Term(_rational(keys["weight"]), tuple(factors), square))
    return tuple(terms)


def _rays(item: Any, depth: int) -> Rays:
    keys = _keys(item, {"constant", "ray"})
    return Rays(_node(keys["constant"], depth), _node(keys["ray"], depth))


def _use(item: Any, depth: int) -> Use:
    keys = _keys(item, {"multiplier", "sign"}, {"given", "bound", "lemma"})
    match {key: keys[key] for key in ("given", "bound", "lemma") if key in keys}:
        case {"given": index, **rest} if not rest:
            source: Given | Bound | Lemma = Given(_integer(index))
        case {"bound": bound, **rest} if not rest:
            arm, index, inside = _tuple(bound, 3)
            source = Bound(_name(arm), _polynomial(index), _node(inside, depth))
        case {"lemma": lemma, **rest} if not rest:
            inner = _keys(lemma, {"number", "comparison", "parameters", "arms", "proofs"})
            source = Lemma(
                _integer(inner["number"]),
                _integer(inner["comparison"]),
                {_name(n): _polynomial(p) for n, p in _dict(inner["parameters"]).items()},
                {_name(n): _name(a) for n, a in _dict(inner["arms"]).items()},
                tuple(_node(p, depth) for p in _list(inner["proofs"])),
            )
        case _:
            _malformed("a use names one given, one bound or one lemma")
    return Use(source, _polynomial(keys["multiplier"]), _node(keys["sign"], depth))


def _claim_proof(item: Any) -> ClaimProof:
    keys = _keys(item, {"domain", "goals"})
    return ClaimProof(
        tuple(_node(n) for n in _list(keys["domain"])),
        tuple(_node(n) for n in _list(keys["goals"])),
    )


def _run_proof(item: Any) -> RunProof:
    match item:
        case {"rule": "last-pull", "proof": proof, **rest} if not rest:
            return LastPull(_claim_proof(proof))
        case {"rule": "sum-over-arms", **rest}:
            keys = _keys(
                rest,
                {"weight", "alpha", "beta", "initialised", "two_pulls", "last_pull", "weakening"},
            )
            return SumOverArms(
                _polynomial(keys["weight"]),
                _polynomial(keys["alpha"]),
                _polynomial(keys["beta"]),
                _node(keys["initialised"]),
                _claim_proof(keys["two_pulls"]),
                _claim_proof(keys["last_pull"]),
                _weakening(keys["weakening"]),
            )
        case {"rule": "guaranteed-pulls", **rest}:
            keys = _keys(rest, {"weight", "bound", "sign", "ready", "proof", "weakening"})
            return GuaranteedPulls(
                _polynomial(keys["weight"]),
                _polynomial(keys["bound"]),
                _node(keys["sign"]),
                _node(keys["ready"]),
                _claim_proof(keys["proof"]),
                _weakening(keys["weakening"]),
            )
        case _:
            _malformed("a run is proved by last-pull, sum-over-arms or guaranteed-pulls")


def _weakening(item: Any) -> Weakening:
    keys = _keys(item, {"factor", "positive", "alg", "opt"})
    nodes = (_node(keys[key]) for key in ("positive", "alg", "opt"))
    return Weakening(_polynomial(keys["factor"]), *nodes)


def _point(item: Any) -> Point:
    keys = _keys(item, {"parameters", "arms"})
    return Point(
        _values(keys["parameters"]), {_name(a): _curve(c) for a, c in _dict(keys["arms"]).items()}
    )


def _run_point(item: Any) -> RunPoint:
    keys = _keys(item, {"arms", "T"}, {"roles", "choices", "parameters"})
    choices = keys.get("choices", "lowest-index")
    if not isinstance(choices, str):
        choices = tuple(_integer(i) - 1 for i in _list(choices))
    elif choices not in ("lowest-index", "highest-index"):
        _malformed("choices is a tie order or the list of all pulls")
    horizon = _integer(keys["T"])
    if horizon < 0:
        _malformed("T is negative")
    return RunPoint(
        tuple(_curve(c) for c in _list(keys["arms"])),
        horizon,
        {_name(n): _integer(i) - 1 for n, i in _dict(keys.get("roles", {})).items()},
        choices,
        _values(keys.get("parameters", {})),
    )


def _values(item: Any) -> dict[str, Fraction]:
    return {_name(n): _rational(v) for n, v in _dict(item).items()}


def _curve(item: Any) -> Curve:
    points = (_tuple(p, 2) for p in _list(_keys(item, {"points"})["points"]))
    return Curve(tuple((_integer(n), _rational(v)) for n, v in points))


def _polynomial(item: Any) -> Polynomial:
    """{"1": "3", "m^2 T": "-1/2"} is 3 - m^2 T / 2."""
    terms: dict[Monomial, Fraction] = {}
    common = 1
    for text, coefficient in _dict(item).items():
        powers: dict[str, int] = {}
        for part in text.split(" ") if text != "1" else ():
            name, mark, exponent = part.partition("^")
            _name(name)
            if name in powers or (mark and not EXPONENT.fullmatch(exponent)):
                _malformed(f"{text[:60]!r} is not a monomial")
            powers[name] = _exponent(int(exponent) if mark else 1)
        monomial = tuple(sorted(powers.items()))
        if monomial in terms:
            _malformed(f"the monomial {text[:60]!r} occurs twice")
        terms[monomial] = _rational(coefficient)
        common = lcm(common, terms[monomial].denominator)
        if degree_of(monomial) > MAX_DEGREE or common.bit_length() > MAX_BITS:
            _malformed(f"the degree or the denominators at {text[:60]!r} are too large")
    return Polynomial(terms)


def _rational(item: Any) -> Fraction:
    if isinstance(item, int) and not isinstance(item, bool):
        item = str(_integer(item))
    if not isinstance(item, str) or len(item) > 2 * MAX_DIGITS or not RATIONAL.fullmatch(item):
        _malformed(f"{str(item)[:40]!r} is not a rational p/q")
    return Fraction(item)


def _integer(item: Any) -> int:
    if not isinstance(item, int) or isinstance(item, bool) or item.bit_length() > 4 * MAX_DIGITS:
        _malformed(f"{str(item)[:40]!r} is not an integer")
    return item


def _exponent(item: Any) -> int:
    if not 1 <= _integer(item) <= MAX_EXPONENT:
        _malformed(f"the exponent {item} is not between 1 and {MAX_EXPONENT}")
    return int(item)


def _declared(item: Any) -> str:
    """A name that a claim may declare; names with a leading underscore belong to the rules."""
    if not isinstance(item, str) or not NAME.fullmatch(item):
        _malformed(f"{str(item)[:40]!r} is not a name")
    return item


def _name(item: Any) -> str:
    return item if isinstance(item, str) and item in RESERVED else _declared(item)


def _enum(kind: Callable[[Any], Value], item: Any) -> Value:
    try:
        return kind(item)
    except ValueError:
        _malformed(f"{str(item)[:40]!r} is not known here")


def _choice(item: Any, *allowed: str) -> str:
    if item not in allowed:
        _malformed(f"{str(item)[:40]!r} is not one of {', '.join(allowed)}")
    return str(item)


def _list(item: Any, most: int = 10**7) -> list[Any]:
    if not isinstance(item, list) or len(item) > most:
        _malformed("a list is missing or too long")
    return item


def _tuple(item: Any, size: int) -> list[Any]:
    if len(_list(item)) != size:
        _malformed(f"a list of {size} is expected")
    return list(item)


def _dict(item: Any) -> dict[str, Any]:
    if not isinstance(item, dict):
        _malformed("an object is expected")
    return item


def _keys(item: Any, required: set[str], optional: set[str] = frozenset()) -> dict[str, Any]:  # type: ignore[assignment]
    found = _dict(item)
    missing, unknown = required - found.keys(), found.keys() - required - optional
    if missing or unknown:
        _malformed(f"missing keys {sorted(missing)}, unknown keys {sorted(unknown)}"[:200])
    return found
