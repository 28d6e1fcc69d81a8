"""The dependency graph of the statements, coloured by verdict, as DOT and as SVG.

An arrow from A to B says that the paper's own argument for B uses A. In the picture every section
of the paper is a panel. Inside it arrows run from left to right, as far as there is no circle, and
statements without any arrow stand in rows below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import fmean

from imab_verify.ledger.check import Checked, Ledger
from imab_verify.ledger.statements import Entry, Status

COLOURS = {
    Status.PROVED: "#B7E1CD",
    Status.REFUTED: "#F4B6A6",
    Status.REDUCED: "#BBD9F2",
    Status.UNKNOWN: "#FBE7A3",
    Status.DEFINITION: "#F2F2F2",
    Status.NOT_FORMAL: "#FFFFFF",
}
MARKS = {
    Status.PROVED: "✓",
    Status.REFUTED: "✗",
    Status.REDUCED: "◐",
    Status.UNKNOWN: "?",
    Status.DEFINITION: "≔",
    Status.NOT_FORMAL: "–",
}
"""So that a verdict is not told by its colour alone."""
INK, ARROW, BROKEN = "#333333", "#9AA0A6", "#D55E00"

WIDE, HIGH = 58, 22
COLUMN, ROW = 116, 30
LEFT, TOP, TITLE, GAP = 20, 56, 30, 18
ROOMY = 6
"""Ids of more characters are squeezed into their boxes."""
PER_ROW = 16

Edge = tuple[str, str]
Place = tuple[float, float]
Link = Callable[[str], str]
"""Gives the page of an entry by its id."""


def edges_of(entries: Sequence[Entry]) -> list[Edge]:
    """Pairs (used, user)."""
    return [(used, entry.id) for entry in entries for used in entry.relies_on]


def dot(ledger: Ledger) -> str:
    """The graph in the DOT language."""
    rows = ["digraph statements {", "  rankdir=LR;", '  node [shape=box, style="filled,rounded"];']
    for number, (heading, asked) in enumerate(ledger.sections(), start=1):
        rows += [f"  subgraph cluster_{number} {{", f"    label={_quote(heading)};"]
        for checked in asked:
            tip = _quote(tooltip(checked))
            colour = COLOURS[checked.verdict]
            rows.append(f'    {_node_id(checked.entry.id)} [fillcolor="{colour}", tooltip={tip}];')
        rows.append("  }")
    rows += [f"  {_node_id(used)} -> {_node_id(user)};" for used, user in _edges(ledger)]
    return "\n".join([*rows, "}"]) + "\n"


def _node_id(id_: str) -> str:
    """An id in DOT, bare if it is a plain word."""
    return id_ if id_.isidentifier() else _quote(id_)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def tooltip(checked: Checked) -> str:
    """Id, title and verdict, shown when one points at a box."""
    return f"{checked.entry.id} {checked.entry.title}: {checked.verdict}"


def _edges(ledger: Ledger) -> list[Edge]:
    return edges_of([checked.entry for checked in ledger.asked])


# --- layout ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one box to another; `ends` are their ids, `broken` says that the first is refuted."""

    ends: Edge
    start: Place
    end: Place
    broken: bool
    inside: bool

    def curve(self) -> tuple[Place, Place, Place, Place]:
        """The four points of a Bezier curve.

        Inside a section it runs from the right side of a box to the left side of another, and from
        section to section from the bottom or the top.
        """
        (x, y), (to_x, to_y) = self.start, self.end
        if self.inside:
            x += WIDE
            far = max(30.0, abs(to_x - x) / 2)
            return (x, y), (x + far, y), (to_x - far, to_y), (to_x, to_y)
        down = HIGH / 2 if to_y > y else -HIGH / 2
        x, y, to_x, to_y = x + WIDE / 2, y + down, to_x + WIDE / 2, to_y - down
        return (x, y), (x, y + 3 * down), (to_x, to_y - 3 * down), (to_x, to_y)


@dataclass(frozen=True, slots=True)
class Layout:
    """The left ends of all boxes, the titles with their heights, the arrows, and the size."""

    places: Mapping[str, Place]
    titles: Sequence[tuple[float, str]]
    arrows: Sequence[Arrow]
    width: float
    height: float


def layout(ledger: Ledger) -> Layout:
    """The sections of a paper one below the other."""
    edges = _edges(ledger)
    top = float(TOP)
    places: dict[str, Place] = {}
    sections: dict[str, str] = {}
    titles: list[tuple[float, str]] = []
    for heading, asked in ledger.sections():
        titles.append((top + 8, heading))
        own = _arrange([checked.entry.id for checked in asked], edges)
        sections |= dict.fromkeys(own, heading)
        places |= {id_: (x, top + TITLE + ROW * row) for id_, (x, row) in own.items()}
        top += TITLE + GAP + ROW * (1 + max(row for _, row in own.values()))
    refuted = {c.entry.id for c in ledger.asked if c.verdict is Status.REFUTED}
    arrows = [
        Arrow((a, b), places[a], places[b], a in refuted, sections[a] == sections[b])
        for a, b in edges
        if a in places and a != b
    ]
    width = max(PER_ROW * (WIDE + 10) + LEFT, *(x + WIDE for x, _ in places.values())) + LEFT
    return Layout(places, titles, arrows, width, top)


def _arrange(ids: Sequence[str], edges: Sequence[Edge]) -> dict[str, Place]:
    """The left end of every box of a section, and its height in rows.

    A column is the length of the longest path to it; in its column it stands near what it uses.
    Every other column is half a row lower: long arrows pass between its boxes.
    """
    inner = [(a, b) for a, b in edges if a in ids and b in ids and a != b]
    joined = {id_ for edge in inner for id_ in edge}
    depth = layers([id_ for id_ in ids if id_ in joined], inner)
    rows: dict[str, int] = {}
    for column in range(len(set(depth.values()))):
        near = {
            id_: fmean([rows[a] for a, b in inner if b == id_ and a in rows] or [0])
            for id_ in depth
            if depth[id_] == column
        }
        rows |= {id_: row for row, id_ in enumerate(sorted(near, key=near.__getitem__))}
    below = max(rows.values(), default=-1.5) + 1.5
    places: dict[str, Place] = {}
    for id_, row in rows.items():
        places[id_] = LEFT + depth[id_] * COLUMN, row + depth[id_] % 2 / 2
    for n, id_ in enumerate(id_ for id_ in ids if id_ not in joined):
        places[id_] = LEFT + n % PER_ROW * (WIDE + 10), below + n // PER_ROW
    return places


def layers(ids: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """The length of the longest path of arrows to each id, arrows that close a circle apart."""
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


# --- SVG ---------------------------------------------------------------------------------------


def svg(ledger: Ledger, link: Link | None = None) -> str:
    """The graph as a picture; with `link`, every statement leads to its page."""
    drawn = layout(ledger)
    width, height = drawn.width, drawn.height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="sans-serif" font-size="11" '
        'class="statements">'
    )
    paper = f'<rect class="paper" width="{width:g}" height="{height:g}" fill="white"/>'
    titles = [_text(LEFT, y, words, "start", bold=True) for y, words in drawn.titles]
    arrows = map(_path, drawn.arrows)
    nodes = [_node(c, *drawn.places[c.entry.id], link) for c in ledger.asked]
    parts = [head, _markers(), paper, *_legend(), *titles, *arrows, *nodes, "</svg>"]
    return "\n".join(parts) + "\n"


def _markers() -> str:
    return "".join(
        f'<marker id="{name}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="6" '
        f'markerHeight="6" orient="auto"><path class="head-{name}" d="M0,0 L8,4 L0,8 z" '
        f'fill="{colour}"/></marker>'
        for name, colour in (("arrow", ARROW), ("broken", BROKEN))
    )


def _legend() -> list[str]:
    parts = []
    for n, verdict in enumerate(COLOURS):
        box = _shape(verdict, LEFT + n * 105, 11, 16, 16)
        mark = _text(LEFT + n * 105 + 8, 19.5, MARKS[verdict], "middle")
        parts.append(f'<g class="node {verdict}">{box}{mark}</g>')
        parts.append(_text(LEFT + n * 105 + 22, 19, verdict.value, "start"))
    note = "A → B: the printed proof of B uses A; orange where A is refuted"
    return [*parts, _text(LEFT, 40, note, "start")]


def _node(checked: Checked, x: float, y: float, link: Link | None) -> str:
    id_, verdict = checked.entry.id, checked.verdict
    mark = _text(x + 8, y + 0.5, MARKS[verdict], "middle")
    label = _text(x + (WIDE + 12) / 2, y, id_, "middle")
    if len(id_) > ROOMY:
        squeezed = f'<text textLength="{WIDE - 20}" lengthAdjust="spacingAndGlyphs"'
        label = label.replace("<text", squeezed, 1)
    shape = _shape(verdict, x, y - HIGH / 2, WIDE, HIGH)
    tip = escape(tooltip(checked))
    inside = f"<title>{tip}</title>{shape}{mark}{label}"
    if link is None:
        return f'<g class="node {verdict}">{inside}</g>'
    named = f'data-id="{escape(id_)}" href="{escape(link(id_))}" aria-label="{tip}"'
    return f'<a class="node {verdict}" {named}>{inside}</a>'


def _shape(verdict: Status, x: float, y: float, width: float, height: float) -> str:
    """A box that tells the verdict by its form: cut corners are refuted, dashes are not final."""
    paint = f'fill="{COLOURS[verdict]}" stroke="{INK}" stroke-width="0.8"'
    if verdict is Status.REFUTED:
        c, w, h = 5, width - 10, height - 10
        path = f"M{x + c:g},{y:g}h{w:g}l{c},{c}v{h:g}l-{c},{c}h-{w:g}l-{c},-{c}v-{h:g}z"
        return f'<path d="{path}" {paint}/>'
    dashes = {Status.REDUCED: "4 2", Status.UNKNOWN: "1 2"}.get(verdict)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    plain = verdict in (Status.DEFINITION, Status.NOT_FORMAL)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'rx="{0 if plain else 5}" {paint}{dashed}/>'
    )


def _text(x: float, y: float, words: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" dominant-baseline="central" '
        f'fill="{INK}"{weight}>{escape(words)}</text>'
    )


def _path(arrow: Arrow) -> str:
    kind, colour = ("broken", BROKEN) if arrow.broken else ("arrow", ARROW)
    (x, y), *others = arrow.curve()
    path = f"M{x:g},{y:g} C" + " ".join(f"{x:g},{y:g}" for x, y in others)
    used, user = map(escape, arrow.ends)
    return (
        f'<path class="{kind}" data-used="{used}" data-by="{user}" d="{path}" fill="none" stroke='
        f'"{colour}" stroke-width="{1 if arrow.inside else 0.5}" marker-end="url(#{kind})"/>'
    )
