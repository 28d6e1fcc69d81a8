"""The dependency graph of the statements, coloured by verdict, as DOT and as SVG.

An arrow from A to B says that the paper's own argument for B uses A. In the picture every section
of the paper is a panel; arrows inside a section run from left to right, as far as there is no
circle, and statements without any arrow stand in rows below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate, pairwise
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
COLUMN, ROW, THIN = 116, 30, 12
LEFT, TOP, TITLE, GAP = 20, 56, 30, 18
ROOMY = 6
"""Ids of more characters are squeezed into their boxes."""
PER_ROW = 16
SWEEPS = 12
WAYPOINT = "@"
"""Between the start of a long arrow and the layer that it passes."""

Edge = tuple[str, str]
Place = tuple[float, float]


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
    """An id as DOT has it: bare, if it is a plain word."""
    return id_ if id_.isidentifier() else _quote(id_)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def tooltip(checked: Checked) -> str:
    """What is said when one points at a node."""
    return f"{checked.entry.id} {checked.entry.title}: {checked.verdict}"


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


def hops(edges: Sequence[Edge], depth: Mapping[str, int]) -> list[Edge]:
    """The arrows in steps from layer to layer: a long one passes the waypoints of its start."""
    steps: dict[Edge, None] = {}
    for used, user in edges:
        between = [f"{used}{WAYPOINT}{d}" for d in range(depth[used] + 1, depth[user])]
        steps.update(dict.fromkeys(pairwise([used, *between, user])))
    return list(steps)


def arrange(depth: Mapping[str, int], steps: Sequence[Edge]) -> list[list[str]]:
    """The nodes and waypoints in columns by layer, each near to what it is joined with."""
    columns: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    joined: dict[str, list[str]] = {}
    for used, user in steps:
        joined.setdefault(used, []).append(user)
        joined.setdefault(user, []).append(used)
    for node in joined:
        columns[depth[node] if node in depth else int(node.split(WAYPOINT)[1])].append(node)
    for sweep in range(SWEEPS):
        height = {node: y for column in columns for node, y in heights(column).items()}
        for column in columns if sweep % 2 else reversed(columns):
            column.sort(key=lambda node: fmean(height[other] for other in joined[node]))
            height |= heights(column)
    return columns


def heights(column: Sequence[str]) -> dict[str, float]:
    """Where the nodes of a column stand, around its middle; waypoints need less room."""
    sizes = [THIN if WAYPOINT in node else ROW for node in column]
    ends = accumulate(sizes)
    top = sum(sizes) / 2
    return {n: end - size / 2 - top for n, size, end in zip(column, sizes, ends, strict=True)}


@dataclass(frozen=True, slots=True)
class Panel:
    """A section of the picture: where its nodes and waypoints are, its arrows, its size."""

    places: Mapping[str, Place]
    steps: Sequence[Edge]
    width: float
    height: float


def panel(ids: Sequence[str], edges: Sequence[Edge], top: float) -> Panel:
    """Arrange one section, whose title stands at the height `top`."""
    inner = [(a, b) for a, b in edges if a in ids and b in ids and a != b]
    touched = {id_ for edge in inner for id_ in edge}
    depth = layers([id_ for id_ in ids if id_ in touched], inner)
    steps = hops(inner, depth)
    columns = [heights(column) for column in arrange(depth, steps)] if steps else []
    upper = min((y for column in columns for y in column.values()), default=0.0)
    lower = max((y for column in columns for y in column.values()), default=upper - ROW)
    places: dict[str, Place] = {
        node: (LEFT + d * COLUMN, top + TITLE + y - upper)
        for d, column in enumerate(columns)
        for node, y in column.items()
    }
    below = top + TITLE + lower - upper + ROW
    alone = [id_ for id_ in ids if id_ not in touched]
    for n, id_ in enumerate(alone):
        places[id_] = (LEFT + n % PER_ROW * (WIDE + 10), below + n // PER_ROW * ROW)
    rows = -(-len(alone) // PER_ROW)
    width = max((x for x, _ in places.values()), default=0) + WIDE + LEFT
    return Panel(places, steps, width, below + rows * ROW + GAP - top)


# --- SVG ---------------------------------------------------------------------------------------


Link = Callable[[str], str]
"""Where the page of an entry is, by its id."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one place to another; `ends` are the ids of the whole arrow that this is a step of."""

    start: Place
    end: Place
    ends: Edge
    broken: bool
    inside: bool
    arrives: bool = True


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, in pixels from above and from the left."""

    places: Mapping[str, Place]
    titles: Sequence[tuple[float, str]]
    arrows: Sequence[Arrow]
    width: float
    height: float


def layout(ledger: Ledger) -> Layout:
    """Arrange the sections one below the other."""
    edges = _edges(ledger)
    top = float(TOP)
    places: dict[str, Place] = {}
    titles: list[tuple[float, str]] = []
    steps: list[Edge] = []
    width = float(PER_ROW * (WIDE + 10) + 2 * LEFT)
    sections: dict[str, str] = {}
    for heading, asked in ledger.sections():
        drawn = panel([checked.entry.id for checked in asked], edges, top)
        titles.append((top + 8, heading))
        sections |= {checked.entry.id: heading for checked in asked}
        places |= drawn.places
        steps += drawn.steps
        width = max(width, drawn.width)
        top += drawn.height
    refuted = {c.entry.id for c in ledger.asked if c.verdict is Status.REFUTED}
    arrows = [
        Arrow(places[a], places[b], (a, b), a in refuted, inside=False)
        for a, b in edges
        if a in places and sections[a] != sections[b]
    ]
    for a, b in steps:
        ends = a.split(WAYPOINT)[0], b.split(WAYPOINT)[0]
        broken, arrives = ends[0] in refuted, WAYPOINT not in b
        arrows.append(Arrow(places[a], places[b], ends, broken, inside=True, arrives=arrives))
    return Layout(places, titles, arrows, width, top)


def bend(arrow: Arrow) -> tuple[Place, Place, Place, Place]:
    """The four points of its curve.

    Inside a section it runs from the right side of a box to the left side of another, and from
    section to section from the bottom or the top.
    """
    (x, y), (to_x, to_y) = arrow.start, arrow.end
    if arrow.inside:
        x += WIDE
        far = max(30.0, abs(to_x - x) / 2)
        return (x, y), (x + far, y), (to_x - far, to_y), (to_x, to_y)
    down = HIGH / 2 if to_y > y else -HIGH / 2
    x, y, to_x, to_y = x + WIDE / 2, y + down, to_x + WIDE / 2, to_y - down
    return (x, y), (x, y + 3 * down), (to_x, to_y - 3 * down), (to_x, to_y)


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
    (x, y), *others = bend(arrow)
    path = f"M{x:g},{y:g} C" + " ".join(f"{x:g},{y:g}" for x, y in others)
    path += "" if arrow.arrives else f" h{WIDE}"
    marker = f' marker-end="url(#{kind})"' if arrow.arrives else ""
    used, user = map(escape, arrow.ends)
    return (
        f'<path class="{kind}" data-used="{used}" data-by="{user}" d="{path}" fill="none" '
        f'stroke="{colour}" stroke-width="{1 if arrow.inside else 0.5}"{marker}/>'
    )
