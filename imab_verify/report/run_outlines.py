"""What a proof of a claim about runs uses, in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from imab_verify.kernel import (
    OPTIMAL_COUNT,
    QUOTIENT,
    Cells,
    Claim,
    Crossing,
    Fact,
    Floor,
    Polynomial,
    Shares,
)
from imab_verify.language.writing import show_polynomial
from imab_verify.report.outlines import count_of, parts_of


def run_outline(claim: Claim, proof: Any) -> str:
    """The facts about the run and the sums over arms that it brings in, each once."""
    if isinstance(proof, Cells):
        return f"by the exact worst case at {count_of(len(proof.cells), 'size', 'sizes')} (k, T)"
    quotient = Floor(QUOTIENT, Polynomial.variable("T"), Polynomial.variable("k"))
    used = ", ".join(dict.fromkeys(_used(proof, (*claim.floors, quotient))))
    return f"by what is true in every run: {used.replace(OPTIMAL_COUNT, 'n')}" if used else ""


def _used(proof: Any, floors: Sequence[Floor]) -> Iterator[str]:
    for part in parts_of(proof):
        match part:
            case Fact(word):
                yield word.replace("_", " ")
            case Shares():
                own = _share(part.alpha, part.beta, part.gamma, "", floors)
                of_opt = _share(part.alpha_opt, part.beta_opt, part.gamma_opt, "*OPT(T)", floors)
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


def _share(
    alpha: Polynomial, beta: Polynomial, gamma: Polynomial, times: str, floors: Sequence[Floor]
) -> str:
    """(alpha + beta*N + gamma*N**2)*times; empty for 0."""
    N = Polynomial.variable("N")
    whole = alpha + beta * N + gamma * N * N
    return f"({show_polynomial(whole, floors)}){times}" if len(whole) else ""
