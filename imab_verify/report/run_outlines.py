"""What a proof of a claim about runs uses, in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from imab_verify.kernel import Claim, Crossing, Fact, Floor, Polynomial, Shares, Tree
from imab_verify.kernel.arms import Ratio
from imab_verify.kernel.facts import OPTIMAL_COUNT
from imab_verify.kernel.statement import times_of
from imab_verify.language.writing import show_polynomial
from imab_verify.report.outlines import count_of, parts_of


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
