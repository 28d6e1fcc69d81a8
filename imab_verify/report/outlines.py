"""An accepted proof in a few short lines: how much it is, and what it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from imab_verify.kernel import (
    Caps,
    Case,
    Certificate,
    Claim,
    Clauses,
    Combine,
    Crossing,
    Empty,
    Fact,
    Have,
    LastArm,
    Lemma,
    Node,
    Played,
    Polynomial,
    Proved,
    Schedule,
    Shares,
    Sum,
    Tree,
    Use,
)
from imab_verify.kernel.arms import Ratio, Region, Source, Total, bring_in, start_of
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.writing import show_comparison, show_polynomial

CASES, IDENTITIES = "cases of the formula", "polynomial identities"


def outline(certificate: Certificate) -> Iterator[str]:
    """Lines on the size of a proof and on what it uses: facts about runs, sums, hypotheses."""
    if not isinstance(certificate, Proved):
        return
    claim, proof = certificate.claim, certificate.proof
    if claim.chosen:
        yield f"choose {', '.join(show_choice(certificate))}"
    nodes = list(parts_of(proof))
    numbers = [
        (len(proof.clauses) if isinstance(proof, Clauses) else 0, "case of the formula", CASES),
        (sum(isinstance(node, Sum | Empty) for node in nodes), "polynomial identity", IDENTITIES),
        (sum(isinstance(node, Case) for node in nodes), "case split", "case splits"),
    ]
    if counted := ", ".join(count_of(*number) for number in numbers if number[0]):
        yield counted
    if claim.run is not None:
        if used := ", ".join(dict.fromkeys(filter(None, map(_used, nodes)))):
            yield f"by {used}"
    elif not isinstance(proof, Clauses):
        _, region = start_of(claim, [lemma.claim for lemma in certificate.lemmas])
        yield from dict.fromkeys(
            text for node in proof.goals for text in _combinations(claim, node, region, {})
        )


def _used(node: Any) -> str:
    """A few words for what a step of a proof about runs uses."""
    match node:
        case Fact(word):
            return word.replace("_", " ")
        case Shares():
            return "a sum over arms"
        case Crossing():
            return "a crossing sum"
        case Ratio() | Tree():
            return "the exact worst case of each size"
        case Schedule():
            return f"a schedule for {count_of(len(node.groups), 'group')} of arms"
        case Played():
            near = " near a limit" if node.near is not None else ""
            size = count_of(len(node.curves), "arm")
            return f"a run of {count_of(len(node.pulls), 'pull')} on {size}{near}"
        case LastArm():
            return "the last arm to pass a count, which goes on rising"
        case Caps():
            return "arms that are capped one after the other"
        case _:
            return ""


def show_choice(certificate: Proved) -> Iterator[str]:
    """m = T//2, for each name that is chosen."""
    floors = (*certificate.choice.floors, *certificate.claim.floors)
    for name, value in certificate.choice.values.items():
        yield f"{name} = {show_polynomial(value, floors)}"


def _combinations(
    claim: Claim, node: Node, region: Region, sources: Mapping[str, Source]
) -> Iterator[str]:
    """Lines on how the claim follows from multiples of hypotheses, one for each such step."""
    match node:
        case Case(split, low, high):
            for part, side in zip((low, high), region.branches(split), strict=True):
                yield from _combinations(claim, part, side, sources)
        case Have(name, source, then):
            inside = bring_in(name, source, region)
            yield from _combinations(claim, then, inside, {**sources, name: source})
        case Combine(uses=uses) if uses:
            texts = (_use(claim, use, region, sources.get(use.hypothesis)) for use in uses)
            yield f"{_factor(claim, node.scale)}the claim follows from {' and '.join(texts)}"


def _use(claim: Claim, use: Use, region: Region, source: Source | None) -> str:
    match source:
        case Lemma(number):
            text = f"lemma {number + 1}"
        case Total(number, first, last):
            family = claim.families[number]
            ends = (show_polynomial(p, claim.floors) for p in (first, last))
            says = show_comparison(family.comparison, claim.floors)
            text = f"{says} summed over {family.name} from {' to '.join(ends)}"
        case _:
            text = show_comparison(region.hypothesis(use.hypothesis), claim.floors)
    return f"{_factor(claim, use.multiplier)}({text})"


def _factor(claim: Claim, p: Polynomial) -> str:
    text = show_polynomial(p, claim.floors)
    plain = text.isidentifier() or text.isdecimal()
    return "" if p == ONE else f"{text} * " if plain else f"({text}) * "


def parts_of(proof: Any) -> Iterator[Any]:
    """Every part of a proof tree."""
    if is_dataclass(proof):
        yield proof
        proof = [getattr(proof, field.name) for field in fields(proof)]
    if isinstance(proof, Mapping):
        proof = list(proof.values())
    if isinstance(proof, list | tuple):
        for part in proof:
            yield from parts_of(part)


def count_of(n: int, one: str, many: str = "") -> str:
    """1 case, 2 cases."""
    return f"{n} {one if n == 1 else many or f'{one}s'}"
