"""Hunts from a store: the best ratio so far against time, as a curve."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path

from counterexample_search.store import Store
from imab_verify.errors import InputError
from imab_verify.files import show_path
from imab_verify.model.rationals import show_ratio, show_short

WIDE, HIGH, EDGE = 380, 160, 34


@dataclass(frozen=True, slots=True)
class Hunted:
    """One cell of a campaign: improvements by the second they were found, None is infinite."""

    policy: str
    goal: str
    k: int
    T: int
    improvements: tuple[tuple[float, Fraction | None], ...]
    evaluations: int

    @property
    def best(self) -> str:
        """The best score."""
        return show_ratio(self.improvements[-1][1]) if self.improvements else "none"

    @property
    def ratio(self) -> Fraction | None:
        """The best ratio, if it is one and finite, for the figure of Algorithm 1."""
        wanted = self.policy == "algorithm-1" and self.goal == "ratio" and self.improvements
        return self.improvements[-1][1] if wanted else None


def read_hunts(path: str) -> list[Hunted]:
    """The cells of a store that have a result."""
    if not Path(path).is_file():
        raise InputError(f"{show_path(path)} is no file: give the --store of a hunt")
    with Store(path, reading=True) as store:
        return [
            Hunted(
                cell.problem.policy,
                cell.problem.goal,
                cell.problem.k,
                cell.problem.T,
                tuple((one.seconds, one.score.value) for one in cell.history),
                cell.evaluations,
            )
            for cell in store.cells()
            if cell.history
        ]


def hunt_chart(hunt: Hunted) -> str:
    """Best so far: a staircase over the seconds since the first record."""
    finite = [(s, v) for s, v in hunt.improvements if v is not None]
    if not finite:
        return ""
    start = hunt.improvements[0][0]
    span = max(hunt.improvements[-1][0] - start, 1.0)
    low, high = float(finite[0][1]), float(finite[-1][1])
    room = (high - low) or 1.0
    across, up = (WIDE - 2 * EDGE) / span, (HIGH - 2 * EDGE) / room
    places = [(EDGE + across * (s - start), HIGH - EDGE - up * (float(v) - low)) for s, v in finite]
    (x, y), *later = places
    path = f"M{x:.1f},{y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in later)
    label = escape(f"best {hunt.goal} so far, k = {hunt.k}, T = {hunt.T}: {hunt.best}")
    words = [
        f'<text x="{EDGE}" y="{EDGE - 10}">{escape(show_short(finite[-1][1]))}</text>',
        f'<text x="{EDGE}" y="{HIGH - 12}">{escape(show_short(finite[0][1]))}</text>',
        f'<text x="{WIDE - EDGE}" y="{HIGH - 12}" text-anchor="end">{span:.0f} s</text>',
    ]
    return (
        f'<svg class="chart" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}">'
        f'<path class="axis" d="M{EDGE},{EDGE}V{HIGH - EDGE}H{WIDE - EDGE}"/>'
        f'<path class="curve" d="{path}H{WIDE - EDGE}"/>{"".join(words)}</svg>'
    )
