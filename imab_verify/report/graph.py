"""The dependency graph of the statements, coloured by verdict, as DOT and as SVG.

An arrow from A to B says that the paper's own argument for B uses A. In the picture every section
of the paper is a panel; arrows inside a section run from left to right, as far as there is no
circle, and statements without any arrow stand in rows below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from proofs.checking import Checked, Ledger
from proofs.ids import SECTIONS
from proofs.ledger import Entry, Verdict

COLOURS = {
    Verdict.PROVED: "#B7E1CD",
    Verdict.REFUTED: "#F4B6A6",
    Verdict.REDUCED: "#BBD9F2",
    Verdict.UNKNOWN: "#FBE7A3",
    Verdict.DEFINITION: "#F2F2F2",
    Verdict.NOT_FORMAL: "#FFFFFF",
}
INK, ARROW, BROKEN = "#333333", "#9AA0A6", "#D55E00"

WIDE, HIGH = 46, 22
COLUMN, ROW = 104, 30
LEFT, TOP, TITLE, GAP = 20, 56, 30, 18
PER_ROW = 16
SWEEPS = 8

Edge = tuple[str, str]
Place = tuple[float, float]


def edges_of(entries: Sequence[Entry]) -> list[Edge]:
    """Pairs (used, user)."""
    return [(used, entry.id) for entry in entries for used in entry.relies_on]


def dot(ledger: Ledger) -> str:
    """The graph in the DOT language."""
    rows = ["digraph statements {", "  rankdir=LR;", '  node [shape=box, style="filled,rounded"];']
    for letter, title in SECTIONS.items():
        rows += [f"  subgraph cluster_{letter} {{", f'    label="{letter}. {title}";']
        for checked in _section(ledger, letter):
            tip = _quoted(tooltip(checked))
            colour = COLOURS[checked.verdict]
            rows.append(f'    {checked.entry.id} [fillcolor="{colour}", tooltip={tip}];')
        rows.append("  }")
    rows += [f"  {used} -> {user};" for used, user in _edges(ledger)]
    return "\n".join([*rows, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def tooltip(checked: Checked) -> str:
    """What is said when one points at a node."""
    return f"{checked.entry.id} {checked.entry.title}: {checked.verdict}"


def _section(ledger: Ledger, letter: str) -> list[Checked]:
    return [checked for checked in ledger.asked if checked.entry.id[0] == letter]


def _edges(ledger: Ledger) -> list[Edge]:
    return edges_of([checked.entry for checked in ledger.asked])


# --- layout ------------------------------------------------------------------------------------


def layers(ids: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """The length of the longest path of arrows to each node, arrows that close a circle apart."""
    before: dict[str, list[str]] = {id_: [] for id_ in ids}
    for used, user in edges:
        before[user].append(used)
    depth: dict[str, int] = {}
    open_: set[str] = set()

    def follow(id_: str) -> int:
        if id_ not in depth:
            open_.add(id_)
            steps = [follow(used) for used in before[id_] if used not in open_]
            open_.discard(id_)
            depth[id_] = 1 + max(steps, default=-1)
        return depth[id_]

    return {id_: follow(id_) for id_ in ids}


def arranged(ids: Sequence[str], edges: Sequence[Edge]) -> list[list[str]]:
    """The nodes in columns by layer; inside a column near to what they are joined with."""
    depth = layers(ids, edges)
    columns = [[id_ for id_ in ids if depth[id_] == d] for d in range(max(depth.values()) + 1)]
    joined: dict[str, list[str]] = {id_: [] for id_ in ids}
    for used, user in edges:
        joined[used].append(user)
        joined[user].append(used)
    for sweep in range(SWEEPS):
        height = {id_: _middle(column, n) for column in columns for n, id_ in enumerate(column)}
        for column in columns if sweep % 2 else reversed(columns):
            column.sort(key=lambda id_: _mean([height[other] for other in joined[id_]]))
            height |= {id_: _middle(column, n) for n, id_ in enumerate(column)}
    return columns


def _middle(column: Sequence[str], n: int) -> float:
    """The height of the n-th node when columns are centred."""
    return n - (len(column) - 1) / 2


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


@dataclass(frozen=True, slots=True)
class Panel:
    """A section of the picture: where its nodes are, and how large it is."""

    places: Mapping[str, Place]
    width: float
    height: float


def panel(ids: Sequence[str], edges: Sequence[Edge], top: float) -> Panel:
    """Arrange one section, whose title stands at the height `top`."""
    inner = [(a, b) for a, b in edges if a in ids and b in ids and a != b]
    touched = {id_ for edge in inner for id_ in edge}
    columns = arranged([id_ for id_ in ids if id_ in touched], inner) if touched else []
    tallest = max(map(len, columns), default=0)
    middle = top + TITLE + max(tallest - 1, 0) * ROW / 2
    places: dict[str, Place] = {
        id_: (LEFT + d * COLUMN, middle + _middle(column, n) * ROW)
        for d, column in enumerate(columns)
        for n, id_ in enumerate(column)
    }
    below = top + TITLE + tallest * ROW
    alone = [id_ for id_ in ids if id_ not in touched]
    for n, id_ in enumerate(alone):
        places[id_] = (LEFT + n % PER_ROW * (WIDE + 10), below + n // PER_ROW * ROW)
    rows = tallest + -(-len(alone) // PER_ROW)
    width = max((x for x, _ in places.values()), default=0) + WIDE + LEFT
    return Panel(places, width, TITLE + rows * ROW + GAP)


# --- SVG ---------------------------------------------------------------------------------------


def svg(ledger: Ledger) -> str:
    """The graph as a picture."""
    edges = _edges(ledger)
    top = float(TOP)
    places: dict[str, Place] = {}
    titles = []
    width = float(PER_ROW * (WIDE + 10) + 2 * LEFT)
    for letter, title in SECTIONS.items():
        ids = [checked.entry.id for checked in _section(ledger, letter)]
        if ids:
            found = panel(ids, edges, top)
            titles.append(_text(LEFT, top + 8, f"{letter}. {title}", "start", bold=True))
            places |= found.places
            width = max(width, found.width)
            top += found.height
    nodes = [_node(checked, *places[checked.entry.id]) for checked in ledger.asked]
    verdicts = {checked.entry.id: checked.verdict for checked in ledger.asked}
    arrows = [
        _arrow(places[a], places[b], broken=verdicts[a] is Verdict.REFUTED, inside=a[0] == b[0])
        for a, b in edges
        if a in places and a != b
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {top:g}" '
        f'width="{width:g}" height="{top:g}" font-family="sans-serif" font-size="11">'
    )
    parts = [head, _markers(), f'<rect width="{width:g}" height="{top:g}" fill="white"/>']
    return "\n".join([*parts, *_legend(), *titles, *arrows, *nodes, "</svg>"]) + "\n"


def _markers() -> str:
    return "".join(
        f'<marker id="{name}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="6" '
        f'markerHeight="6" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{colour}"/></marker>'
        for name, colour in (("arrow", ARROW), ("broken", BROKEN))
    )


def _legend() -> list[str]:
    parts = []
    for n, (verdict, colour) in enumerate(COLOURS.items()):
        parts.append(_box(LEFT + n * 100, 12, 14, 14, colour))
        parts.append(_text(LEFT + n * 100 + 20, 19, verdict.value, "start"))
    note = "A → B: the printed proof of B uses A; orange where A is refuted"
    return [*parts, _text(LEFT, 40, note, "start")]


def _node(checked: Checked, x: float, y: float) -> str:
    label = _text(x + WIDE / 2, y, checked.entry.id, "middle")
    box = _box(x, y - HIGH / 2, WIDE, HIGH, COLOURS[checked.verdict])
    return f"<g><title>{escape(tooltip(checked))}</title>{box}{label}</g>"


def _box(x: float, y: float, width: float, height: float, colour: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" '
        f'fill="{colour}" stroke="{INK}" stroke-width="0.8"/>'
    )


def _text(x: float, y: float, words: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" dominant-baseline="central" '
        f'fill="{INK}"{weight}>{escape(words)}</text>'
    )


def _arrow(start: Place, end: Place, *, broken: bool, inside: bool) -> str:
    """A curve from the right side of one box to the left side of the other.

    From section to section it is thin, and goes from the bottom or top of one to the other.
    """
    (x, y), (to_x, to_y) = start, end
    if inside:
        x += WIDE
        bend = max(30.0, abs(to_x - x) / 2)
        controls = f"{x + bend:g},{y:g} {to_x - bend:g},{to_y:g}"
    else:
        down = HIGH / 2 if to_y > y else -HIGH / 2
        x, y, to_x, to_y = x + WIDE / 2, y + down, to_x + WIDE / 2, to_y - down
        controls = f"{x:g},{y + 3 * down:g} {to_x:g},{to_y - 3 * down:g}"
    kind, colour = ("broken", BROKEN) if broken else ("arrow", ARROW)
    return (
        f'<path d="M{x:g},{y:g} C{controls} {to_x:g},{to_y:g}" fill="none" stroke="{colour}" '
        f'stroke-width="{1 if inside else 0.5}" marker-end="url(#{kind})"/>'
    )
