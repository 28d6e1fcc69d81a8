"""The rules about runs that a proof uses, in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imab_verify.kernel import (
    ONE,
    Atom,
    Cells,
    Claim,
    Comparison,
    Fact,
    Floor,
    Form,
    Kind,
    Line,
    Polynomial,
    RunCases,
    RunFacts,
    Shares,
    run_branches,
    with_quotient,
)
from imab_verify.language.writing import show_comparison, show_polynomial
from imab_verify.report.outlines import count_of


def run_outline(claim: Claim, proof: Any) -> str:
    """The rule about runs, with the bound that it rests on."""
    match proof:
        case Cells(cells):
            return f"by the exact worst case at {count_of(len(cells), 'size', 'sizes')} (k, T)"
        case RunFacts():
            return _facts(claim, proof)
        case RunCases(split, low, high):
            e = show_polynomial(split, with_quotient(claim)[0].floors)
            below, above = run_branches(claim, split)
            first, second = run_outline(below, low), run_outline(above, high)
            return f"where {e} <= 0: {first}; where {e} > 0: {second}"
        case _:
            return ""


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
