"""Kernel objects to certificate documents; the inverse of `imab_verify.kernel.read`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from imab_verify.kernel import (
    FORMAT,
    Atom,
    Bound,
    Case,
    Certificate,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Curve,
    Empty,
    Given,
    GuaranteedPulls,
    LastPull,
    Lemma,
    Node,
    Point,
    Polynomial,
    Run,
    RunPoint,
    RunProof,
    Sum,
    SumOverArms,
    Term,
    Use,
    Weakening,
    degree_of,
)
from imab_verify.model.rationals import show_rational

WIDTH = 100
SHORT = 30

Json = dict[str, Any]


def dumps(certificate: Certificate) -> str:
    """The certificate as text: what fits on a line stands on one. Always the same text."""
    return "\n".join(_lines(certificate_to_json(certificate))) + "\n"


def certificate_to_json(certificate: Certificate) -> Json:
    """The certificate as a JSON document."""
    document: Json = {"format": FORMAT, "claim": claim_to_json(certificate.claim)}
    if certificate.lemmas:
        document["lemmas"] = [
            {"claim": claim_to_json(lemma.claim), "proof": _claim_proof(lemma.proof)}
            for lemma in certificate.lemmas
        ]
    point = certificate.point
    shown = _run_point(point) if isinstance(point, RunPoint) else _point(point)
    if certificate.proof is None:
        return document | {"counterexample": shown}
    return document | {"proof": _proof(certificate.proof), "witness": shown}


# --- claims ------------------------------------------------------------------------------------


def claim_to_json(claim: Claim) -> Json:
    """The claim as a JSON object; what is empty is left out."""
    optional = {
        "arms": {arm: kind.value for arm, kind in claim.arms},
        "givens": [_comparison(c) for c in claim.givens],
        "reals": list(claim.reals),
        "floors": [
            [f.name, polynomial_to_json(f.numerator), polynomial_to_json(f.divisor)]
            for f in claim.floors
        ],
        "run": _run(claim.run) if claim.run else None,
    }
    return {
        "parameters": list(claim.parameters),
        **{key: value for key, value in optional.items() if value},
        "conclusion": [_comparison(c) for c in claim.conclusion],
    }


def polynomial_to_json(p: Polynomial) -> dict[str, str]:
    """3 - m^2 T / 2 is {"T m^2": "-1/2", "1": "3"}."""
    ordered = sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
    return {
        " ".join(v if e == 1 else f"{v}^{e}" for v, e in monomial) or "1": show_rational(c)
        for monomial, c in ordered
    }


def _run(run: Run) -> Json:
    optional = {
        "pulls": dict(run.pulls),
        "pulled": run.pulled,
        "level": run.level,
        "before": dict(run.before),
        "stage": run.stage if run.stage != "after" else "",
        "most": run.most,
    }
    present = {key: value for key, value in optional.items() if value}
    return {"policy": run.policy, "init": run.init, "ties": run.ties, **present}


def _comparison(c: Comparison) -> Json:
    document: Json = {"relation": c.relation.value}
    if len(c.form.constant):
        document["constant"] = polynomial_to_json(c.form.constant)
    if c.form.terms:
        document["terms"] = [[polynomial_to_json(p), _atom(atom)] for p, atom in c.form.terms]
    return document


def _atom(atom: Atom) -> list[Any]:
    arm = [atom.arm] if atom.arm else []
    return [atom.kind.value, *arm, *(polynomial_to_json(index) for index in atom.indices)]


# --- proofs ------------------------------------------------------------------------------------


def _proof(proof: ClaimProof | RunProof) -> Json:
    match proof:
        case ClaimProof():
            return _claim_proof(proof)
        case LastPull(inner):
            return {"rule": "last-pull", "proof": _claim_proof(inner)}
        case SumOverArms():
            return {
                "rule": "sum-over-arms",
                "weight": polynomial_to_json(proof.weight),
                "alpha": polynomial_to_json(proof.alpha),
                "beta": polynomial_to_json(proof.beta),
                "initialised": node_to_json(proof.initialised),
                "two_pulls": _claim_proof(proof.two_pulls),
                "last_pull": _claim_proof(proof.last_pull),
                "weakening": _weakening(proof.weakening),
            }
        case GuaranteedPulls():
            return {
                "rule": "guaranteed-pulls",
                "weight": polynomial_to_json(proof.weight),
                "bound": polynomial_to_json(proof.bound),
                "sign": node_to_json(proof.sign),
                "ready": node_to_json(proof.ready),
                "proof": _claim_proof(proof.proof),
                "weakening": _weakening(proof.weakening),
            }


def _claim_proof(proof: ClaimProof) -> Json:
    return {
        "domain": [node_to_json(node) for node in proof.domain],
        "goals": [node_to_json(node) for node in proof.goals],
    }


def _weakening(proof: Weakening) -> Json:
    return {
        "factor": polynomial_to_json(proof.factor),
        "positive": node_to_json(proof.positive),
        "alg": node_to_json(proof.alg),
        "opt": node_to_json(proof.opt),
    }


def node_to_json(node: Node) -> Json:
    """A proof tree as a JSON object."""
    match node:
        case Sum(terms):
            return {"sum": [_term(term) for term in terms]}
        case Empty(terms):
            return {"empty": [_term(term) for term in terms]}
        case Case(split, low, high):
            return {
                "case": polynomial_to_json(split),
                "low": node_to_json(low),
                "high": node_to_json(high),
            }
        case Combine():
            return {
                "scale": polynomial_to_json(node.scale),
                "positive": node_to_json(node.positive),
                "uses": [_use(use) for use in node.uses],
                "arms": {
                    arm: {"constant": node_to_json(rays.constant), "ray": node_to_json(rays.ray)}
                    for arm, rays in node.arms.items()
                },
                "rest": node_to_json(node.rest),
                **({} if node.strict is None else {"strict": node.strict}),
            }


def _term(term: Term) -> Json:
    document: Json = {"weight": show_rational(term.weight)}
    if term.factors:
        document["factors"] = [list(factor) for factor in term.factors]
    if term.square is not None:
        document["square"] = polynomial_to_json(term.square)
    return document


def _use(use: Use) -> Json:
    return {
        **_hypothesis(use.hypothesis),
        "multiplier": polynomial_to_json(use.multiplier),
        "sign": node_to_json(use.sign),
    }


def _hypothesis(hypothesis: Given | Bound | Lemma) -> Json:
    match hypothesis:
        case Given(index):
            return {"given": index}
        case Bound(arm, at, inside):
            return {"bound": [arm, polynomial_to_json(at), node_to_json(inside)]}
        case Lemma(number, comparison, parameters, arms, proofs):
            return {
                "lemma": {
                    "number": number,
                    "comparison": comparison,
                    "parameters": {n: polynomial_to_json(p) for n, p in parameters.items()},
                    "arms": dict(arms),
                    "proofs": [node_to_json(proof) for proof in proofs],
                }
            }


# --- points ------------------------------------------------------------------------------------


def _point(point: Point) -> Json:
    return {
        "parameters": _values(point.parameters),
        "arms": {arm: _curve(curve) for arm, curve in point.curves.items()},
    }


def _run_point(point: RunPoint) -> Json:
    """Arms are counted from 1 in a document."""
    choices = point.choices
    return {
        "arms": [_curve(curve) for curve in point.curves],
        "T": point.T,
        "roles": {arm: i + 1 for arm, i in point.roles.items()},
        "choices": choices if isinstance(choices, str) else [i + 1 for i in choices],
        "parameters": _values(point.parameters),
    }


def _values(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: show_rational(value) for name, value in values.items()}


def _curve(curve: Curve) -> Json:
    return {"points": [[n, show_rational(value)] for n, value in curve.points]}


# --- text --------------------------------------------------------------------------------------


def _lines(item: Any) -> list[str]:
    """The lines of a JSON value: one line if it fits, otherwise one or more for every entry."""
    if isinstance(item, dict):
        first, last = "{", "}"
        entries = []
        for key, value in item.items():
            head, *tail = _lines(value)
            entries.append([f"{json.dumps(key)}: {head}", *tail])
    elif isinstance(item, list):
        first, last = "[", "]"
        entries = list(map(_lines, item))
    else:
        return [json.dumps(item)]
    for entry in entries[:-1]:
        entry[-1] += ","
    if all(len(entry) == 1 for entry in entries):
        heads = [entry[0] for entry in entries]
        if sum(map(len, heads)) + len(heads) < WIDTH:
            return [first + " ".join(heads) + last]
        if max(map(len, heads)) <= SHORT:
            return [first, *_filled(heads), last]
    return [first, *(f" {line}" for entry in entries for line in entry), last]


def _filled(entries: list[str]) -> list[str]:
    """Short entries, as many to a line as fit."""
    lines = [""]
    for entry in entries:
        if len(lines[-1]) + len(entry) >= WIDTH:
            lines.append("")
        lines[-1] += f" {entry}"
    return lines
