"""The exact worst ratios of Algorithm 1 beside the bounds that a paper claims for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from imab_verify.deciding.worst import Asked, RatioBounds, Size, solve_sizes
from imab_verify.engines.runs.weights import least_weight
from imab_verify.ledger.check import Ledger
from imab_verify.ledger.papers import Paper
from imab_verify.ledger.statements import Severity, Status
from imab_verify.policies.builtin import Algorithm1

CLAIMED = re.compile(r"OPT\(T\)<=([1-9][0-9]{0,5})\*k\*ALG\(T\)")
SHOWN = (2, 8, 64, 300)
"""The numbers of arms of which the figure has a panel each."""
LAST = 10_000
CELLS_K, CELLS_T = range(1, 9), range(1, 21)
"""The sizes of the heat map."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A line of the figure: factor * k, what it is, and what became of it."""

    factor: Fraction
    says: str
    verdict: Status | None = None
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
    """k/2 and k, and what the paper claims: OPT(T) <= c*k*ALG(T) in every run.

    Of several statements with the same c, the one on which most hangs is named.
    """
    by_constant: dict[int, Bound] = {}
    severities = list(Severity)
    for checked in sorted(ledger.asked, key=lambda c: severities.index(c.entry.severity)):
        for reading in checked.entry.literal:
            claimed = CLAIMED.fullmatch("".join(reading.claim.split()))
            if claimed and reading.policy == Algorithm1.name:
                c, entry = int(claimed[1]), checked.entry
                by_constant.setdefault(
                    c, Bound(Fraction(c), entry.title, checked.verdict, entry.id)
                )
    own = [
        Bound(
            Fraction(1, 2),
            "for k >= 2 every deterministic policy has at least this somewhere",
        ),
        Bound(Fraction(1), "the exact worst case is at most this from T = 4k on"),
    ]
    return [*own, *(by_constant[c] for c in sorted(by_constant) if c > 1)]


def worst_cells(sizes: Iterable[Size]) -> list[RatioBounds]:
    """The worst cases of Algorithm 1 at these sizes, each judged by the kernel."""
    cases, _ = solve_sizes(Asked(Algorithm1()), list(dict.fromkeys(sizes)))
    return cases


def heat_sizes() -> list[Size]:
    """The sizes of the heat map."""
    return [(k, T) for k in CELLS_K for T in CELLS_T]


def panel_sizes(ks: Sequence[int] = SHOWN) -> list[Size]:
    """The sizes whose worst cases the panels show."""
    return [(k, T) for k in ks for T in judged_horizons(k)]


def panels(
    cases: Sequence[RatioBounds],
    ks: Sequence[int] = SHOWN,
    hunted: Sequence[tuple[int, int, Fraction]] = (),
) -> list[Panel]:
    """The panels of the figure, from the worst cases at its sizes; hunted are k, T and ratio."""
    exact = {(c.k, c.T): c.lower for c in cases if c.lower is not None}
    return [
        Panel(
            k,
            tuple((T, exact[k, T]) for T in judged_horizons(k) if (k, T) in exact),
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
    some = _spread(2 * k, 200, 5) if k <= 16 else [5 * k // 2, 4 * k]
    return sorted({k, 2 * k - 1, 2 * k, *some})


def _spread(first: int, last: int, number: int) -> list[int]:
    """About so many integers from first to last, evenly on a logarithmic scale."""
    steps = range(number + 1)
    return sorted({round(first * (last / first) ** (i / number)) for i in steps})
