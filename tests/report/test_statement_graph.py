"""The dependency graph of the statements."""

import re
import xml.etree.ElementTree as ET

from imab_verify.ledger.check import Checked, Ledger
from imab_verify.ledger.statements import Entry, Status
from imab_verify.report.graph import COLOURS, HIGH, MARKS, WIDE, dot, svg
from proofs import paper

SVG = "{http://www.w3.org/2000/svg}"


def entry(id_, *relies_on, kind=Status.DEFINITION):
    return Entry(
        id_,
        paper().find(id_).lines,
        id_.lower(),
        'a "title" <&>',
        "",
        relies_on=relies_on,
        kind=kind,
    )


def ledger(*entries):
    found = tuple(Checked(e, ()) for e in entries)
    return Ledger(paper(), found, {c.entry.id: c for c in found})


SMALL = ledger(
    entry("A8"),
    entry("D8", "D10", "A8"),
    entry("D10", "D3", "D8"),
    entry("D3", kind=Status.REFUTED),
    entry("D22", "D22", "D8"),
    entry("D44"),
)


def boxes(picture, tag="g"):
    """The place of every node, by the text on it, and its colour."""
    found = {}
    for group in ET.fromstring(picture).iter(f"{SVG}{tag}"):  # noqa: S314  our own picture
        texts = [text.text for text in group.iter(f"{SVG}text")]
        if len(texts) == 2:
            place = group.find(f"{SVG}text")
            colour = group[1].get("fill")
            found[texts[1]] = (float(place.get("x")), float(place.get("y")), colour)
    return found


def test_every_statement_is_a_box_of_the_colour_of_its_verdict_and_none_overlap():
    found = boxes(svg(SMALL))
    assert set(found) == {"A8", "D8", "D10", "D3", "D22", "D44"}
    assert found["D3"][2] == COLOURS[Status.REFUTED]
    assert found["A8"][2] == COLOURS[Status.DEFINITION]
    places = [(x, y) for x, y, _ in found.values()]
    for n, (x, y) in enumerate(places):
        assert all(abs(x - p) > WIDE or abs(y - q) > HIGH for p, q in places[n + 1 :])


def test_arrows_run_to_the_right_inside_a_section():
    found = boxes(svg(SMALL))
    assert found["D3"][0] < found["D10"][0] < found["D8"][0] < found["D22"][0]


def test_a_verdict_is_told_by_a_sign_and_a_shape_too():
    text = svg(SMALL)
    cut = re.search(r"<g class=\"node refuted\"><title>D3 .*?</g>", text)[0]
    assert MARKS[Status.REFUTED] in cut
    assert "<path" in cut
    whole = re.search(r"<g class=\"node definition\"><title>A8 .*?</g>", text)[0]
    assert MARKS[Status.DEFINITION] in whole
    assert "<rect" in whole
    assert len(set(MARKS.values())) == len(Status)


def test_with_links_every_statement_leads_to_its_page():
    found = boxes(svg(SMALL, lambda id_: f"entries/{id_}.html?a&b"), "a")
    assert set(found) == {"A8", "D8", "D10", "D3", "D22", "D44"}
    assert svg(SMALL, lambda id_: f"entries/{id_}.html").count('href="entries/D8.html"') == 1


def test_dot_has_every_node_and_every_arrow_once():
    text = dot(SMALL)
    for arrow in ("A8 -> D8;", "D10 -> D8;", "D8 -> D10;", "D3 -> D10;", "D22 -> D22;"):
        assert text.count(f"  {arrow}\n") == 1
    assert text.count("[fillcolor=") == 6
    assert r"a \"title\" <&>" in text
    assert text.count("{") == text.count("}")
