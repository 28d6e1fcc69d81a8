"""The erratum in Markdown and TeX: what an author would want to know first, and the slips."""

import re

import checked_entries
import pytest

from imab_verify.ledger.check import Ledger
from imab_verify.ledger.statements import Reading, Repair, Severity, Slip
from imab_verify.report.errata import escape_tex, find_errata
from proofs import paper


def checked(id_, **more):
    return checked_entries.checked(id_, "100% & more_", "f_1 <= {x}^2 \\ ~", **more)


@pytest.fixture(scope="module")
def ledger():
    wrong = checked(
        "D11a",
        literal=(Reading(name="reading_1", says="as printed", claim="f(n) >= 1/2"),),
        beyond=(
            Reading(name="reading_2", says="From 2 on.", claim="f(n) >= 1/2", given=("n >= 2",)),
        ),
        others=(
            Reading(name="reading_3", says="weaker", claim="f(n) >= 0"),
            Reading(name="reading_9", says="stronger", claim="f(n) >= 3/4"),
        ),
        repairs=(
            Reading(name="reading_4", says="what is true", claim="f(n) >= f(n-1)"),
            Repair(
                statement="What follows.",
                obligations=(Reading(name="reading_7", says="a step", claim="f(n) <= f(n+1)"),),
                prose=("a limit",),
            ),
        ),
        finding="Nothing keeps f_1 away from 0.",
        printed="$f_1 \\ge \\frac12$",
        corrected="$f_1 \\ge 0$",
        number="Lemma 6(a)",
        prose=("the run is read off from the rule",),
    )
    right = checked(
        "D14",
        literal=(Reading(name="reading_5", says="as printed", claim="f(n) >= 0"),),
        relies_on=("D11a",),
    )
    bare = checked(
        "D15",
        literal=(Reading(name="reading_6", says="as printed", claim="f(n) > 0"),),
        severity=Severity.MAIN,
        slips=(Slip(line="7", printed="i for all j.", meant="j for all j."),),
    )
    slip = checked(
        "A3",
        literal=(Reading(name="reading_8", says="as printed", claim="2*n >= n + 2"),),
        severity=Severity.SLIP,
        corrected="$2n \\ge n$",
    )
    found = (wrong, right, bare, slip)
    return Ledger(paper(), found, {c.entry.id: c for c in found})


def test_only_refuted_statements_are_in_it(ledger):
    found = find_errata(ledger).findings
    assert [erratum.checked.entry.id for erratum in found] == ["D15", "D11a", "A3"]
    assert found[1].kind == "step of a proof; fails on a range"


def test_an_erratum_says_what_is_wrong_with_numbers_what_is_true_and_what_survives(ledger):
    text = find_errata(ledger).markdown()
    for said in (
        "\n\n## D11a. 100% & more\\_ (Lemma 6(a), line 559-565(a),1388)",
        "- D11a, 100% & more\\_ (Lemma 6(a)): fails on a range",
        "Statements read: 4. Proved as printed: 1; reduced: 0; refuted: 3",
        "A corrected form is proved for 1 of the refuted, and reduced for 0 more.",
        "**In prose, not checked.** the run is read off from the rule",
        "\n\n### A3. 100% & more\\_ (line 183",
        "It is a matter of wording",
        "# Errata: Mitigating Disparity while Maximizing Reward",
        "a paper by Vishakha Patil, Vineet Nair, Ganesh Ghalme and Arindam Khan",
        "1 × main result:\n\n- D15",
        "**As printed.** $f_1 \\ge \\frac12$",
        "**Corrected.** $f_1 \\ge 0$",
        "**What fails.** Nothing keeps f\\_1 away from 0.",
        "**Refuted** (as printed): `f(n) >= 1/2`",
        "    n = 1\n    f(n) = 0\n    f(n) = 0 < 1/2",
        "**Refuted** (From 2 on): `f(n) >= 1/2, given n >= 2`",
        "**Also false** (stronger): `f(n) >= 3/4`",
        "- proved: what is true: `f(n) >= f(n-1)`",
        "- reduced: What follows: `f(n) <= f(n+1)`; in prose: a limit",
        "In the repaired form it is proved.",
        "## Slips of the text\n\n- line 7 (D15): i for all j. Meant: j for all j.",
        "The printed proofs of these statements use it: D14 (proved).",
        "No repaired form is given.",
    ):
        assert said in text
    assert "weaker" not in text


def test_the_document_has_the_same(ledger):
    whole = find_errata(ledger).to_json()
    found = whole["errata"][1]
    assert [(wrong["part"], wrong["says"]) for wrong in found["refuted"]] == [
        ("beyond", "From 2 on."),
        ("literal", "as printed"),
        ("others", "stronger"),
    ]
    assert found["refuted"][0]["counterexample"]["lhs"] == "0"
    assert [repair["verdict"] for repair in found["repairs"]] == ["proved", "reduced"]
    assert (found["severity"], found["fails"]) == ("step of a proof", "on a range")
    assert (found["number"], found["prose"]) == (
        "Lemma 6(a)",
        ["the run is read off from the rule"],
    )
    assert [slip["line"] for slip in whole["slips"]] == ["7"]
    assert whole["extent"].startswith("Statements read: 4.")


def test_the_sides_are_those_of_the_text(ledger):
    assert "    n = 1\n    2*n = 2 < n + 2 = 3\n" in find_errata(ledger).markdown()


def test_tex_is_escaped_and_balanced(ledger):
    text = find_errata(ledger).tex()
    body = text.split(r"\begin{document}")[1]
    assert r"f\_1 \textless{}= \{x\}\textasciicircum{}2 \textbackslash{} \textasciitilde{}" in body
    assert r"100\% \& more\_" in body
    assert r"$f(n) \ge \frac{1}{2}$ for $n \ge 2$" in body
    words = re.sub(r"\$[^$]*\$", "", body)
    assert not re.search(r"(?<!\\)[_^%&#$~<>|]", words)
    assert r"\textbf{Refuted} (From 2 on): " in body
    assert r"\item reduced: What follows: " in body
    for name in ("document", "quote", "itemize"):
        assert text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}") > 0


def test_every_character_that_tex_reads_is_escaped():
    assert escape_tex("a_b") == r"a\_b"
    assert escape_tex("\\") == r"\textbackslash{}"
    assert escape_tex("{}") == r"\{\}"
