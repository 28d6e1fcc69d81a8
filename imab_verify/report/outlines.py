"""An accepted proof in a few short lines: what it is made of, and what it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from imab_verify.kernel import (
    Caps,
    Case,
    Certificate,
    Claim,
    Clauses,
    Combine,
    Comparison,
    Crossing,
    Empty,
    Every,
    Fact,
    Floor,
    Form,
    Have,
    LastArm,
    Lemma,
    Node,
    Played,
    Polynomial,
    Proved,
    Schedule,
    Shares,
    Some,
    Sum,
    Tree,
    Use,
)
from imab_verify.kernel.arms import Quotient, Ratio, Region, Source, Total, bring_in, start_of
from imab_verify.kernel.exhibits import OPEN
from imab_verify.kernel.facts import OPTIMAL_COUNT
from imab_verify.kernel.polynomials import ONE
from imab_verify.kernel.statement import times_of
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
        from imab_verify.report.outlines import bound_outline

        return bound_outline(proof.goals[0], claim.floors)
    from imab_verify.report.outlines import run_outline

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


def bound_outline(node: Node, floors: Sequence[Floor]) -> str:
    """How the instance comes about."""
    match node:
        case Schedule():
            arms = ", ".join(node.groups)
            return f"by a schedule for {len(node.groups)} groups of arms: {arms}"
        case Played():
            near = " near a limit" if node.near is not None else ""
            return f"by a run of {len(node.pulls)} pulls on {len(node.curves)} arms{near}"
        case LastArm(zeros, cap, _, horizon):
            until = "" if horizon is None else f"; T <= {show_polynomial(horizon, floors)}"
            return f"the last arm to pass {_cap(zeros, cap, floors)} goes on{until}"
        case Caps(above, below):
            share = f"({show_polynomial(above)})/({show_polynomial(below)})".replace(OPEN, "m")
            return f"arms are capped one after the other at {share} of what is left, m are open"
        case Case(split, low, high):
            where = (show_comparison(Comparison(Form(p)), floors) for p in (-split, split - ONE))
            return "; ".join(
                f"where {case}: {bound_outline(part, floors)}"
                for case, part in zip(where, (low, high), strict=True)
            )
        case Have(name, Quotient(numerator, divisor), then):
            return bound_outline(then, (*floors, Floor(f"_{name}", numerator, divisor)))
        case Have(then=then):
            return bound_outline(then, floors)
        case _:
            return "this cannot occur"


def _cap(zeros: Polynomial, cap: Polynomial, floors: Sequence[Floor]) -> str:
    """The pulls of the last arm, and how many arms pay nothing."""
    count = show_polynomial(cap, floors)
    pulls = f"{count} pull" if count == "1" else f"{count} pulls"
    nothing = f", after {show_polynomial(zeros, floors)} arms that pay 0," if len(zeros) else ""
    return pulls + nothing


def run_outline(claim: Claim, proof: Any) -> str:
    """The facts about the run and the sums over arms that it brings in, each once."""
    by_size = [part for part in parts_of(proof) if isinstance(part, Ratio | Tree)]
    if by_size:
        return f"by the exact worst case at {count_of(len(by_size), 'size', 'sizes')} (k, T)"
    quotient = Floor("_q", Polynomial.variable("T"), Polynomial.variable("k"))
    used = ", ".join(dict.fromkeys(_used(proof, claim, (*claim.floors, quotient))))
    return f"by what is true in every run: {used.replace(OPTIMAL_COUNT, 'n')}" if used else ""


def _used(proof: Any, claim: Claim, floors: Sequence[Floor]) -> Iterator[str]:
    for part in parts_of(proof):
        match part:
            case Fact(word):
                yield word.replace("_", " ")
            case Shares():
                own = _share(part.alpha, part.beta, part.gamma, "", floors)
                times = f"*OPT({_time(part.time, claim)})"
                of_opt = _share(part.alpha_opt, part.beta_opt, part.gamma_opt, times, floors)
                below = " + ".join(filter(None, (own, of_opt))) or "0"
                weight = show_polynomial(part.weight, floors)
                yield f"the sum over arms of ({weight})*Rew(f, N) >= {below}"
            case Crossing():
                below = _share(part.alpha, part.beta, part.gamma, "*OPT(T)", floors) or "0"
                weight = show_polynomial(part.weight, floors)
                yield (
                    f"a crossing sum: ({weight})*Rew(f, N) >= {below} for N pulls, with a "
                    "potential for the arms that reached a count first"
                )
            case _:
                pass


def _time(word: str, claim: Claim) -> str:
    """A time of the run by its number: T, or t1, t2, ... of those that the claim looks at."""
    return "T" if word == "T" else show_polynomial(times_of(claim)[int(word[1:]) - 1], claim.floors)


def _share(
    alpha: Polynomial, beta: Polynomial, gamma: Polynomial, times: str, floors: Sequence[Floor]
) -> str:
    """(alpha + beta*N + gamma*N**2)*times; empty for 0."""
    N = Polynomial.variable("N")
    whole = alpha + beta * N + gamma * N * N
    return f"({show_polynomial(whole, floors)}){times}" if len(whole) else ""
