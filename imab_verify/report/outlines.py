"""What an accepted proof is made of, in a few short lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from imab_verify.kernel import (
    Case,
    Certificate,
    Claim,
    Clauses,
    Combine,
    Empty,
    Every,
    Have,
    Lemma,
    Node,
    Polynomial,
    Proved,
    Some,
    Sum,
    Use,
)
from imab_verify.kernel.arms import Region, Source, Total, bring_in, start_of
from imab_verify.kernel.polynomials import ONE
from imab_verify.language.writing import show_comparison, show_polynomial


def outline(certificate: Certificate) -> Iterator[str]:
    """How much there is to check, and the rule about runs or the hypotheses that are used."""
    if not isinstance(certificate, Proved):
        return
    claim, proof = certificate.claim, certificate.proof
    if claim.chosen:
        yield f"choose {', '.join(show_choice(certificate))}"
    if isinstance(proof, Clauses):
        nodes = list(parts_of(proof))
        identities = sum(isinstance(node, Sum | Empty) for node in nodes)
        yield (
            f"{count_of(len(proof.clauses), 'case', 'cases')} of the formula, "
            f"{count_of(identities, 'polynomial identity', 'polynomial identities')}"
        )
        return
    nodes = list(parts_of(proof))
    identities = sum(isinstance(node, Sum | Empty) for node in nodes)
    cases = sum(isinstance(node, Case) for node in nodes)
    splits = f", {count_of(cases, 'case split', 'case splits')}" if cases else ""
    if identities:
        yield count_of(identities, "polynomial identity", "polynomial identities") + splits
    if claim.run is not None:
        yield _rule_outline(claim, proof)
        return
    _, region = start_of(claim, [lemma.claim for lemma in certificate.lemmas])
    combinations = (text for node in proof.goals for text in _combinations(claim, node, region, {}))
    yield from dict.fromkeys(combinations)


def _rule_outline(claim: Claim, proof: Any) -> str:
    """The rule that is not about arms alone."""
    if isinstance(claim.run, Every | Some):
        from imab_verify.report.bound_outlines import bound_outline

        return bound_outline(proof.goals[0], claim.floors)
    from imab_verify.report.run_outlines import run_outline

    return run_outline(claim, proof)


def show_choice(certificate: Proved) -> Iterator[str]:
    """m = T//2, for each name that is chosen."""
    floors = (*certificate.choice.floors, *certificate.claim.floors)
    for name, value in certificate.choice.values.items():
        yield f"{name} = {show_polynomial(value, floors)}"


def _combinations(
    claim: Claim, node: Node, region: Region, sources: Mapping[str, Source]
) -> Iterator[str]:
    """scale * claim from multiplier * hypothesis, ... for every combination with hypotheses."""
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


def count_of(n: int, one: str, many: str) -> str:
    """1 case, 2 cases."""
    return f"{n} {one if n == 1 else many}"
