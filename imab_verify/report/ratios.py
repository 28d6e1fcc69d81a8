"""The exact worst ratios of Algorithm 1 beside the bounds that a paper claims for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.engines.worst_case.sizes import Question, Size, solve_sizes
from imab_verify.engines.worst_case.solve import RatioBounds
from imab_verify.kernel.worst_case import least_weight
from imab_verify.ledger.check import Ledger
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Verdict
from imab_verify.policies.algorithm_1 import Algorithm1

CLAIMED = re.compile(r"OPT\(T\)<=([1-9][0-9]{0,5})\*k\*ALG\(T\)")
SHOWN = (2, 8, 64, 300)
"""The numbers of arms of which the figure has a panel each."""
LAST = 10_000
CELLS_K, CELLS_T = range(1, 9), range(1, 25)
"""The sizes of the heat map."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A line of the figure: factor * k, what it is, and what became of it."""

    factor: Fraction
    says: str
    verdict: Verdict | None = None
    id: str = ""

    @property
    def name(self) -> str:
        """k/2, k, 32k."""
        n, d = self.factor.numerator, self.factor.denominator
        return f"{'' if n == 1 else n}k{'' if d == 1 else f'/{d}'}"


@dataclass(frozen=True, slots=True)
class Panel:
    """One k: judged worst cases by T, and the theorem's bound T(T+1)/V at many T >= 2k."""

    k: int
    exact: tuple[tuple[int, Fraction], ...]
    bound: tuple[tuple[int, Fraction], ...]
    hunted: tuple[tuple[int, Fraction], ...] = ()


def speaks_of_algorithm_1(paper: Paper) -> bool:
    """Whether a claim of the paper is about the runs of Algorithm 1."""
    return any(r.policy == Algorithm1.name for entry in paper.entries for r in entry.readings())


def bounds_of(ledger: Ledger) -> list[Bound]:
    """k/2 and k, and what the paper claims: OPT(T) <= c*k*ALG(T) in every run."""
    found: dict[int, Bound] = {}
    for checked in ledger.asked:
        for reading in checked.entry.literal:
            claimed = CLAIMED.fullmatch("".join(reading.claim.split()))
            if claimed and reading.policy == Algorithm1.name:
                c, entry = int(claimed[1]), checked.entry
                found.setdefault(c, Bound(Fraction(c), entry.title, checked.verdict, entry.id))
    own = [
        Bound(Fraction(1, 2), "no policy does better than a multiple of this"),
        Bound(Fraction(1), "what holds for long horizons, up to a factor 1 + 1/T"),
    ]
    return [*own, *(found[c] for c in sorted(found) if c > 1)]


def worst_cells(sizes: Iterable[Size]) -> list[RatioBounds]:
    """The worst cases of Algorithm 1 at these sizes, each judged by the kernel."""
    return solve_sizes(Question(Algorithm1()), list(sizes))


def heat_sizes() -> list[Size]:
    """The sizes of the heat map."""
    return [(k, T) for k in CELLS_K for T in CELLS_T]


def panels(
    ks: Sequence[int] = SHOWN, hunted: Sequence[tuple[int, int, Fraction]] = ()
) -> list[Panel]:
    """The panels of the figure; hunted are triples k, T, ratio."""
    sizes = [(k, T) for k in ks for T in judged_horizons(k)]
    cases = worst_cells(sizes)
    return [
        Panel(
            k,
            tuple((c.T, c.lower) for c in cases if c.k == k and c.lower is not None),
            tuple((T, theorem_bound(k, T)) for T in _spread(2 * k, LAST, 60)),
            tuple((T, ratio) for arms, T, ratio in hunted if arms == k),
        )
        for k in ks
    ]


def theorem_bound(k: int, T: int) -> Fraction:
    """T(T+1)/V with the least V: no run of Algorithm 1 with T >= 2k has a larger ratio."""
    return Fraction(T * (T + 1), least_weight(k, T))


def judged_horizons(k: int) -> list[int]:
    """Where worst cases are computed: around 2k, and further on where that is cheap."""
    if k > 100:
        return [2 * k]
    some = _spread(2 * k, 200, 8) if k <= 16 else [5 * k // 2, 4 * k]
    return sorted({k, 2 * k - 1, 2 * k, *some})


def _spread(first: int, last: int, number: int) -> list[int]:
    """About so many integers from first to last, evenly on a logarithmic scale."""
    steps = range(number + 1)
    return sorted({round(first * (last / first) ** (i / number)) for i in steps})
