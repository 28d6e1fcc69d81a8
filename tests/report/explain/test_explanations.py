"""Explanations: what they say is so, and they say it well, in every format."""

import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from explanations import Reading

from imab_verify.deciding.decide import decide
from imab_verify.kernel import Run, read
from imab_verify.kernel.statement import ROUND_ROBIN
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.ledger.check import check
from imab_verify.report.explain import FORMATS, explain, explain_entry, write
from imab_verify.report.explain.documents import Display, Document, Items, Role, Section, number
from proofs import paper

VALID = [
    path
    for path in sorted((Path(__file__).parents[2] / "certificates" / "valid").glob("*.json"))
    if "worst-case" not in path.stem  # these are explained by a table of their own
]
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
SAMPLE = ("A14", "B22", "C3", "D22", "D28", "E3", "A4")


def explained(path):
    return explain(read(path.read_bytes()))


def asked(text, *given, run=None, seconds=20):
    decision = decide(read_question(text, given, run=run), seconds=seconds)
    return explain(decision.certified.certificate)


def blocks_of(blocks):
    for block in blocks:
        yield block
        if isinstance(block, Section):
            yield from blocks_of(block.blocks)
        if isinstance(block, Items):
            for item in block.items:
                yield from blocks_of(item.blocks)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_one_claim_of_each_kind(path):
    """`python tests/report/explain/write_golden.py` writes these files anew."""
    (certificate,) = [valid for valid in VALID if valid.stem == path.stem]
    assert write(explained(certificate), "text", 80) == path.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_what_is_printed_is_so(path):
    Reading(explained(path))


def test_the_reader_has_something_to_check():
    counts = Reading(asked("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T"))
    assert counts.identities >= 5
    assert counts.values >= 8
    assert counts.signs >= 4
    assert counts.tried >= 100


def altered(blocks):
    """Each version of the blocks in which one computed formula ends in another number."""
    for place, block in enumerate(blocks):
        variants = []
        if isinstance(block, Display) and block.chain.role is Role.FOLLOWS:
            variants = list(_wrong(block))
        elif isinstance(block, Section):
            variants = [replace(block, blocks=inside) for inside in altered(block.blocks)]
        elif isinstance(block, Items):
            for at, item in enumerate(block.items):
                for inside in altered(item.blocks):
                    items = list(block.items)
                    items[at] = replace(item, blocks=inside)
                    variants.append(Items(tuple(items)))
        for variant in variants:
            yield (*blocks[:place], variant, *blocks[place + 1 :])


def _wrong(display):
    steps = display.chain.steps
    for place, (relation, _) in enumerate(steps):
        if relation == "=":
            other = [*steps]
            other[place] = (relation, number(7))
            yield Display(replace(display.chain, steps=tuple(other)), display.label)


@pytest.mark.parametrize("name", ["proved--rew-ratio", "proved--single-arm", "proved--two-pulls"])
def test_a_wrong_formula_is_noticed(name):
    (path,) = [valid for valid in VALID if valid.stem == name]
    document = explained(path)
    versions = [Document(blocks) for blocks in altered(document.blocks)]
    assert versions
    for version in versions:
        with pytest.raises(AssertionError):
            Reading(version)


# --- what a reader expects -----------------------------------------------------------------------


def test_factors_cases_and_equality_are_named():
    text = write(asked("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", "m <= T"), "text", 80)
    assert "D = m*T*(T - m) >= 0" in text
    assert "Case j >= T" in text
    assert "Case m <= j < T" in text
    assert "for the constant only where T = m" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "0 >= 0" not in text


def test_one_extreme_function_at_a_time_where_j_is_known():
    text = write(asked("N**2*P(f,N-1,M) <= M*(M+1)*Rew(f,N)", "N >= 2", "M >= N - 1"), "text")
    assert "Case j = N - 1" in text
    assert "Case j = N - 2" in text


def test_a_name_of_the_claim_is_not_used_for_anything_else():
    text = write(asked("j*Rew(f,n) <= j*Rew(f,n+D)", "D >= 0"), "text")
    assert "f(t) = min(t, jj)" in text
    assert "E := " in text


def test_only_the_lemmas_that_are_used_are_told():
    certificate = read((VALID[0].parent / "proved--lemma.json").read_bytes())
    text = write(explain(certificate, names={certificate.lemmas[0].claim: "sum-is-large"}), "text")
    assert "Lemma 1 (sum-is-large)" in text
    unused = replace(certificate, lemmas=(*certificate.lemmas, certificate.lemmas[0]))
    assert "Lemma 2" not in write(explain(unused), "text")


def test_a_formula_is_told_clause_by_clause():
    document = asked("max(Rew(f,m), Rew(f,T)) <= T*f(T) or m > T")
    text = write(document, "text", 80)
    assert "Then T*f(T) >= max(Rew(f, m), Rew(f, T)) or m > T." in text
    assert "\nPart 2\n" in text
    assert Reading(document).identities >= 5
    assert r"\max(" in write(document, "tex")


def test_every_comparison_of_a_false_formula_is_weighed():
    document = asked("f(n) >= 1 or Rew(f,n) >= n and n >= 1")
    text = write(document, "text", 80)
    assert "so f(n) >= 1 is false: 0 < 1." in text
    assert "so n >= 1 is true: 1 >= 1." in text
    Reading(document)


def test_a_claim_about_numbers_alone_is_refuted_by_them():
    text = write(asked("2 + 2 >= 5"), "text", 80)
    assert "Claim. Nothing is assumed." in text
    assert "Take" not in text
    assert text.rstrip().endswith("so 1 <= 0 is false: 1 > 0.")


def test_hypotheses_are_cited_by_their_names():
    text = write(asked("Rew(f,T) <= T*Rew(f,1)", "T >= 2", "f(2) <= f(1)"), "text")
    assert "f(1) >= f(2)  (h2)" in text
    assert "- the hypothesis (h2), times T*(T - 1)/2:" in text


def test_facts_about_a_run_are_told_once_with_their_reasons():
    document = asked("OPT(T) <= 8*k**2*ALG(T)", "T >= k", run=Run(ROUND_ROBIN))
    text = write(document, "text", 80)
    assert text.count("Facts about the run.") == 2  # the name for T//k stands between
    assert "(share__g) ALG(T) >= the sum of Rew(f,N) over different arms" in text
    assert "the hypothesis (share__g.share), times 8*k**2:" in text
    assert r"\tag{share\_\_g.share}" in write(document, "tex")
    assert Reading(document).identities >= 10


def test_the_kinds_of_arms_of_a_crossing_sum_are_sections():
    document = asked("6*OPT(T) <= T*(T+1)*ALG(T)", "T >= 2*k", run=Run(ALGORITHM_1))
    text = write(document, "text", 80)
    assert "\nThe first arm that crosses a level with its last pull\n" in text
    assert "P(f, M, M) >= P(g, B, M)  (f._B_score)" in text
    assert "T*(T + 1)*ALG(T) >= 6*OPT(T)  (crossing)" in text
    assert text.index("The last arm that crosses a level") < text.index("Proof of what is left")
    assert Reading(document).identities >= 40


# --- formats -------------------------------------------------------------------------------------


class Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.slow
@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_every_format_can_be_written(path):
    document = explained(path)
    page = Balanced()
    page.feed(write(document, "html"))
    assert page.open == []
    tex = write(document, "tex")
    assert tex.count("{") == tex.count("}")
    assert tex.count(r"\[") == tex.count(r"\]")
    markdown = write(document, "md")
    assert markdown.count("$$") % 2 == 0
    displays = sum(isinstance(block, Display) for block in blocks_of(document.blocks))
    assert markdown.count("$$") == 2 * displays == 2 * tex.count(r"\[")
    assert set(FORMATS) == {"text", "md", "tex", "html"}


def test_long_identities_go_to_the_end_and_are_folded_on_a_page():
    document = asked("N**2*P(f,N-1,M) <= M*(M+1)*Rew(f,N)", "N >= 2", "M >= N - 1")
    text = write(document, "text")
    assert "by identity (A1)" in text
    assert text.index("by identity (A1)") < text.index("\nIdentities\n") < text.rindex("(A1)")
    assert "<details><summary>Identities</summary>" in write(document, "html")
    assert Reading(document).identities > 5


@pytest.mark.slow
def test_tex_compiles(tmp_path):
    if shutil.which("pdflatex") is None:
        pytest.skip("there is no pdflatex here: install texlive-latex-base")
    for path in VALID:
        (tmp_path / f"{path.stem}.tex").write_text(write(explained(path), "tex"))
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{path.stem}.tex"],  # noqa: S607
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
        assert (tmp_path / f"{path.stem}.pdf").stat().st_size > 10_000


@pytest.mark.slow
def test_explanations_of_the_ledger(tmp_path):
    book = paper()
    ledger = check(book, [book.find(name) for name in SAMPLE])
    told = 0
    for checked in ledger.asked:
        document = explain_entry(checked, ledger)
        told += Reading(document).identities
        for form in FORMATS:
            assert write(document, form)
    assert told >= 100
