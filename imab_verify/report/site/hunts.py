"""Hunts from a store: the best ratio so far against time, as a curve."""

from __future__ import annotations

from collections.abc import Sequence
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
    """One cell of a campaign: scores in the order in which they were found, None is infinite."""

    policy: str
    goal: str
    k: int
    T: int
    found: tuple[tuple[float, Fraction | None], ...]
    evaluations: int

    @property
    def best(self) -> str:
        """The best score."""
        return show_ratio(self.found[-1][1]) if self.found else "none"

    @property
    def ratio(self) -> Fraction | None:
        """The best ratio, if it is one and finite, for the figure of Algorithm 1."""
        wanted = self.policy == "algorithm-1" and self.goal == "ratio" and self.found
        return self.found[-1][1] if wanted else None


def read_hunts(path: str) -> list[Hunted]:
    """The cells of a store that have a result."""
    if not Path(path).is_file():
        raise InputError(f"{show_path(path)} is no file: give the --store of a hunt")
    with Store(path) as store:
        return [
            Hunted(c.policy, c.goal, c.k, c.T, tuple(_rising(c.found)), c.evaluations)
            for c in store.history()
            if c.found
        ]


def _rising(
    found: Sequence[tuple[float, Fraction | None]],
) -> list[tuple[float, Fraction | None]]:
    """The improvements only."""
    best: list[tuple[float, Fraction | None]] = []
    for seconds, score in found:
        last = best[-1][1] if best else Fraction(-1)
        if last is not None and (score is None or score > last):
            best.append((seconds, score))
    return best


def hunt_chart(hunt: Hunted) -> str:
    """Best so far: a staircase over the seconds since the first record."""
    finite = [(s, v) for s, v in hunt.found if v is not None]
    if not finite:
        return ""
    start = hunt.found[0][0]
    span = max(hunt.found[-1][0] - start, 1.0)
    low, high = float(finite[0][1]), float(finite[-1][1])
    room = (high - low) or 1.0
    places = [
        (
            EDGE + (WIDE - 2 * EDGE) * (s - start) / span,
            HIGH - EDGE - (HIGH - 2 * EDGE) * (float(v) - low) / room,
        )
        for s, v in finite
    ]
    path = f"M{places[0][0]:.1f},{places[0][1]:.1f}" + "".join(
        f"H{x:.1f}V{y:.1f}" for x, y in places[1:]
    )
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
