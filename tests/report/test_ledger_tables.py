"""The ledger as tables and as JSON."""

import io
import re
from fractions import Fraction

import checked_entries
import pytest
from rich.console import Console

from imab_verify.ledger.check import Checked, Decided, Ledger, Result
from imab_verify.ledger.papers import Key
from imab_verify.ledger.statements import Entry, Part, Reading, Status
from imab_verify.report import ledger_tables
from imab_verify.report.ledger_documents import entry_document, outline, sentence, summary
from imab_verify.report.ledger_tables import (
    entry_lines,
    section_tables,
    summary_lines,
    unknown_lines,
)
from proofs import paper


def checked(id_, **more):
    return checked_entries.checked(id_, f"title <of> {id_}", "what is & said", **more)


@pytest.fixture(scope="module")
def ledger():
    half = Reading(
        name="rew_ratio_ge_half",
        says="as printed",
        claim="Rew(f,m)/Rew(f,T) >= 1/2",
        given=("m <= T",),
    )
    true = Reading(
        name="rew_le_last", says="what is true", claim="T*Rew(f,m) <= m*T*f(m)", given=("m <= T",)
    )
    open_ = Result(
        Key("proofs", "D14", Part.LITERAL, true.name, true),
        Decided(Status.UNKNOWN, "", "timed out after 1 s", 1),
    )
    found = (
        checked("D11a", literal=(half,), repairs=(true,), finding="m may be small."),
        checked("D12", literal=(true,), relies_on=("D11a",), prose=("a limit <here>",)),
        Checked(
            Entry("D14", paper().find("D14").lines, "d14", "open one", "", literal=(true,)),
            (open_,),
        ),
        checked("A8", kind=Status.DEFINITION, reason="it fixes a name"),
    )
    return Ledger(paper(), found, {c.entry.id: c for c in found})


def test_the_summary_counts(ledger):
    found = summary(ledger)
    numbers = {key: found[key] for key in ("entries", "refuted", "repaired", "reduced", "unknown")}
    assert numbers == {"entries": 4, "refuted": 1, "repaired": 1, "reduced": 1, "unknown": 1}
    assert [finding["id"] for finding in found["findings"]] == ["D11a"]
    text = "\n".join(summary_lines(ledger))
    assert "4 statements, 4 claims: 1 refuted, 1 reduced, 1 unknown, 1 definition" in text
    assert "D11a  title <of> D11a (line 559-565(a),1388; step of a proof): m may be small." in text


def test_one_statement_is_no_plural(ledger):
    one = Ledger(ledger.paper, ledger.asked[:1], ledger.known)
    assert next(summary_lines(one)) == "1 statement, 2 claims: 1 refuted"


@pytest.mark.parametrize("width", [80, 100])
def test_ids_verdicts_and_numbers_are_whole_at_every_width(ledger, monkeypatch, width):
    monkeypatch.setattr(ledger_tables, "columns", lambda: width)
    screen = Console(width=width, file=io.StringIO())
    for _, rows in section_tables(ledger):
        screen.print(rows)
    text = screen.file.getvalue()
    assert max(map(len, text.splitlines())) <= width
    for checked_ in ledger.asked:
        assert re.search(rf"^ {checked_.entry.id} .* {checked_.verdict} ", text, re.MULTILINE)
    for whole in ("id", "verdict", "readings", "repairs", "0/1", "1/1"):
        assert f" {whole} " in text


def test_findings_are_statements_that_are_refuted(ledger):
    [finding] = summary(ledger)["findings"]
    assert finding["id"] == "D11a"
    assert Fraction(finding["counterexample"]["lhs"]) < Fraction(finding["counterexample"]["rhs"])


def test_what_is_open_says_why(ledger):
    assert list(unknown_lines(ledger)) == ["D14, rew_le_last: timed out after 1 s"]


def test_an_entry_in_full(ledger):
    refuted, reduced, *_ = ledger.asked
    text = "\n".join(entry_lines(refuted, ledger, [reduced.entry]))
    for said in (
        "D11a  title <of> D11a  [d11a], line 559-565(a),1388: refuted",
        "Rew(f,m)/Rew(f,T) >= 1/2, given m <= T",
        "counterexample, the smallest found:",
        "1. proved: what is true",
        "Used by      D12",
    ):
        assert said in text
    text = "\n".join(entry_lines(reduced, ledger, []))
    assert "Relies on    D11a (refuted)" in text
    assert "Survival     reduced to checked arithmetic although its printed proof relies" in text
    assert "  - a limit <here>" in text


def test_the_document_of_an_entry(ledger):
    refuted, reduced, *_ = ledger.asked
    document = entry_document(refuted, ledger)
    assert [repair["verdict"] for repair in document["repairs"]] == ["proved"]
    assert document["counterexample"]["lhs"] == document["literal"][0]["counterexample"]["lhs"]
    assert entry_document(reduced, ledger)["relies_on"] == {"D11a": "refuted"}


def test_a_proof_is_outlined(ledger):
    assert "polynomial identit" in outline(ledger.asked[1].results[0])


@pytest.mark.parametrize(
    ("reading", "says"),
    [
        ({"claim": "f(n) >= 0"}, "f(n) >= 0"),
        (
            {"claim": "f(n) >= x", "given": ("x <= 0",), "reals": ("x",)},
            "f(n) >= x, given x <= 0, x real",
        ),
        ({"claim": "f(n) >= 0", "arms": "f: monotone"}, "f(n) >= 0, with f monotone"),
        (
            {"claim": "OPT(T) <= k*ALG(T)", "policy": "round-robin"},
            "OPT(T) <= k*ALG(T), in every run of round-robin on k arms with horizon T",
        ),
        (
            {"claim": "Rew(f,N) >= 0", "policy": "algorithm-1", "where": "N = N(f), L = most"},
            (
                "Rew(f,N) >= 0, in every run of algorithm-1 on k arms with horizon T, "
                "initialisation in rounds, ties any, where N = N(f), L = most"
            ),
        ),
    ],
)
def test_a_reading_in_words(reading, says):
    assert sentence(Reading(name="a", says="", **reading)) == says
