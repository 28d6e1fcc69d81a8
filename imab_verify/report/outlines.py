"""What an accepted proof is made of, in a few short lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from imab_verify.kernel import (
    ONE,
    OPEN,
    ROUND_ROBIN,
    SHARE,
    AnyCertificate,
    Anytime,
    Atom,
    Bound,
    ByCase,
    Caps,
    Case,
    Cells,
    Claim,
    Combine,
    Comparison,
    CrossingSum,
    Empty,
    Fact,
    Floor,
    Form,
    Given,
    GuaranteedPulls,
    Kind,
    LastArm,
    LastPull,
    Lemma,
    Line,
    Member,
    Polynomial,
    ProvedExistence,
    ProvedFormula,
    Refuted,
    RefutedExistence,
    RefutedFormula,
    RunCases,
    RunFacts,
    Schedule,
    ScheduleCases,
    Shares,
    Sum,
    SumOverArms,
    Total,
    Use,
    run_branches,
    schedule_cases,
    with_quotient,
)
from imab_verify.language.writing import show_comparison, show_polynomial


def outline(certificate: AnyCertificate) -> Iterator[str]:
    """How much there is to check, and the rule about runs or the hypotheses that are used."""
    if isinstance(certificate, Refuted | RefutedFormula | RefutedExistence):
        return
    if isinstance(certificate, ProvedExistence):
        from imab_verify.deciding.existence import derived

        yield f"choose {', '.join(show_choice(certificate))}"
        of_choice = derived(certificate)
        yield from outline(of_choice) if of_choice else ()
        return
    if isinstance(certificate, ProvedFormula):
        nodes = list(parts_of(certificate.clauses))
        identities = sum(isinstance(node, Sum | Empty) for node in nodes)
        yield (
            f"{_number(len(certificate.clauses), 'case', 'cases')} of the formula, "
            f"{_number(identities, 'polynomial identity', 'polynomial identities')}"
        )
        return
    claim, proof = certificate.claim, certificate.proof
    nodes = list(parts_of(proof))
    if isinstance(proof, Cells):
        yield _rule(claim, proof)
        return
    identities = sum(isinstance(node, Sum | Empty) for node in nodes)
    cases = sum(isinstance(node, Case) for node in nodes)
    splits = f", {_number(cases, 'case split', 'case splits')}" if cases else ""
    yield _number(identities, "polynomial identity", "polynomial identities") + splits
    rule = _rule(claim, proof)
    if rule:
        yield rule
        return
    uses = (_combination(claim, node) for node in nodes if isinstance(node, Combine) and node.uses)
    yield from dict.fromkeys(uses)


def show_choice(certificate: ProvedExistence) -> Iterator[str]:
    """m = T//2, for each name that is chosen."""
    floors = (*certificate.floors, *certificate.claim.claim.floors)
    for name, value in certificate.values.items():
        yield f"{name} = {show_polynomial(value, floors)}"


def _rule(claim: Claim, proof: Any) -> str:
    """The rule about runs, with the bound that it rests on."""
    floors = claim.floors
    match proof:
        case Cells(cells):
            return f"by the exact worst case at {_number(len(cells), 'size', 'sizes')} (k, T)"
        case LastPull():
            return "by what is known at an arm's last pull"
        case SumOverArms(weight, alpha, beta):
            w, a, b = (f"({show_polynomial(p, floors)})" for p in (weight, alpha, beta))
            return f"by the sum over arms: {w}*Rew(f, N) >= ({a} + {b}*N)*OPT(T) for N pulls"
        case RunFacts():
            return _facts(claim, proof)
        case CrossingSum(line):
            return f"by {_crossing(line, floors)}"
        case RunCases(split, low, high):
            e = show_polynomial(split, with_quotient(claim)[0].floors)
            below, above = run_branches(claim, split)
            return f"where {e} <= 0: {_rule(below, low)}; where {e} > 0: {_rule(above, high)}"
        case GuaranteedPulls(weight, bound):
            w, b = (f"({show_polynomial(p, floors)})" for p in (weight, bound))
            count = "T//k" if claim.played and claim.played.policy == ROUND_ROBIN else "2"
            return f"by guaranteed pulls: {w}*Rew(f, {count}) >= {b}*Rew(f, T) for the optimal arm"
        case Schedule():
            arms = ", ".join(proof.groups)
            return f"by a schedule for {len(proof.groups)} groups of arms: {arms}"
        case ScheduleCases(new, split, low, high):
            e = show_polynomial(split, (*floors, *new))
            below, above = schedule_cases(new, split, claim)
            return f"where {e} <= 0: {_rule(below, low)}; where {e} > 0: {_rule(above, high)}"
        case LastArm(zeros, cap):
            return f"the last arm to pass {_cap(zeros, cap, floors)} goes on"
        case Anytime(zeros, cap, horizon):
            until = show_polynomial(horizon, floors)
            return f"the last arm to pass {_cap(zeros, cap, floors)} goes on; T <= {until}"
        case Caps(above, below):
            share = f"({show_polynomial(above)})/({show_polynomial(below)})".replace(OPEN, "m")
            return f"arms are capped one after the other at {share} of what is left, m are open"
        case ByCase(split, low, high):
            where = (show_comparison(Comparison(Form(p)), floors) for p in (-split, split - ONE))
            return "; ".join(
                f"where {case}: {_rule(claim, part)}"
                for case, part in zip(where, (low, high), strict=True)
            )
        case _:
            return ""


def _cap(zeros: Polynomial, cap: Polynomial, floors: Sequence[Floor]) -> str:
    """The pulls of the last arm, and how many arms pay nothing."""
    count = show_polynomial(cap, floors).replace(SHARE, "T//k")
    pulls = f"{count} pull" if count == "1" else f"{count} pulls"
    nothing = f", after {show_polynomial(zeros, floors)} arms that pay 0," if len(zeros) else ""
    return pulls + nothing


def _crossing(line: Line, floors: Sequence[Floor]) -> str:
    """The share of an arm that is summed, and the potential."""
    numbers = (line.weight, line.alpha, line.beta, line.gamma)
    w, a, b, c = (f"({show_polynomial(p, floors)})" for p in numbers)
    square = f" + {c}*N**2" if len(line.gamma) else ""
    return (
        f"a crossing sum: {w}*Rew(f, N) >= ({a} + {b}*N{square})*OPT(T) for N pulls, with a "
        "potential for the arms that reached a count first"
    )


def _facts(claim: Claim, proof: RunFacts) -> str:
    """The facts about the run that the proof uses."""
    words = [FACTS[word] for word in proof.words]
    words += ["what a pull pays is in [0,1]"] if proof.later else []
    words += ["the opening"] if proof.opened else []
    words += [f"the last pull of {proof.last}"] if proof.last else []
    words += ["the arm that reached the largest count first"] if proof.reached else []
    words += [
        f"the sum over arms of {show_comparison(share(part), claim.floors)}" for part in proof.sums
    ]
    words += [_crossing(part.line, claim.floors) for part in proof.crossings]
    return f"by what is true in every run: {', '.join(words or ['the counts'])}"


FACTS = {
    Fact.BEST: "OPT(T) is best",
    Fact.BOUND: "OPT(T) <= T",
    Fact.REGRET: "ALG(T) <= OPT(T)",
    Fact.SHARES: "ALG(T) is at least what an arm earns",
    Fact.REST: "the other arms earn OPT(T) each at most",
    Fact.OTHERS: "the other arms get T pulls each at most",
    Fact.ONE_ARM: "one arm alone is optimal",
    Fact.OPTIMAL_COUNT: "the count of the best arm",
}


def share(part: Shares) -> Comparison:
    """The bound for an arm f with N pulls that is summed over all arms."""
    N = Polynomial.variable("N")
    below = part.of(ONE, N, N * N)
    mine = (part.weight, Atom(Kind.REW, "f", (N,)))
    opt = (-below.terms[0][0], Atom(Kind.OPT))
    terms = tuple((c, atom) for c, atom in (mine, opt) if len(c))
    return Comparison(Form(-below.constant, terms))


def _combination(claim: Claim, node: Combine) -> str:
    """scale * claim from multiplier * hypothesis, ..."""
    uses = " and ".join(_use(claim, use) for use in node.uses)
    return f"{_factor(claim, node.scale)}the claim follows from {uses}"


def _use(claim: Claim, use: Use) -> str:
    match use.hypothesis:
        case Given(index):
            text = show_comparison(claim.givens[index], claim.floors)
        case Bound(arm, index):
            text = f"{arm}({show_polynomial(index, claim.floors)}) <= 1"
        case Lemma(number):
            text = f"lemma {number + 1}"
        case Member(number, value):
            text = show_comparison(claim.families[number].at(value), claim.floors)
        case Total(number, first, last):
            family = claim.families[number]
            ends = (show_polynomial(p, claim.floors) for p in (first, last))
            says = show_comparison(family.comparison, claim.floors)
            text = f"{says} summed over {family.name} from {' to '.join(ends)}"
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
    if isinstance(proof, dict):
        proof = list(proof.values())
    if isinstance(proof, list | tuple):
        for part in proof:
            yield from parts_of(part)


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
