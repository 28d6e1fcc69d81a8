"""The site of a ledger: what its pages say, that they hang together, and that text stays text."""

import base64
import json
import re
import zlib
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from counterexample_search.problem import Problem, Score
from counterexample_search.store import Cell, Improvement
from imab_verify.kernel import judge
from imab_verify.ledger.check import Checked, Ledger, check
from imab_verify.ledger.papers import read_paper
from imab_verify.ledger.statements import Severity
from imab_verify.model.rationals import parse_rational
from imab_verify.model.rewards import Reward
from imab_verify.report.mathematics import formula, mathml, words
from imab_verify.report.site import Extras, pack_text, write_site
from imab_verify.report.site.charts import hunt_chart, steps

HOSTILE = "<script>alert(1)</script>"
PAPER = f"""
format = "imab-claims/1"
[paper]
title = "Bandits {HOSTILE}"
authors = ["A. {HOSTILE}"]

[[claim]]
id = "lem:half"
title = "Half {HOSTILE}"
claim = "Rew(f,m)/Rew(f,T) >= 1/2"
given = ["m <= T"]
severity = "lemma"
finding = "False for `m = 1` {HOSTILE}"
printed = 'It is $\\frac{{1}}{{2}} \\le x$ and ${HOSTILE}$'
[[claim.repair]]
claim = "T*Rew(f,m) <= m*T*f(m)"
given = ["m <= T"]

[[claim]]
id = "thm:ratio"
title = "Round robin is not this good"
claim = "OPT(T) <= ALG(T)"
policy = "round-robin"
relies_on = ["lem:half"]
severity = "main result"

[[claim]]
id = "thm:true"
title = "Rewards are not negative"
claim = "Rew(f,T) >= 0"
"""
FOUND = [(0.0, Fraction(2)), (3.0, Fraction(7, 2))]
HISTORY = tuple(Improvement(seconds, Score(value), "sketches") for seconds, value in FOUND)
HUNT = Cell(Problem(HOSTILE, 2, 9), None, evaluations=40, history=HISTORY)
VOID = {"meta", "link", "br", "wbr", "input", "img", "hr"}


class Reader(HTMLParser):
    """Keeps the tags that are open, the ids, the links and the tags it has seen."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.tags = [], [], [], []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[key] for key in ("href", "src") if key in found]
        self.tags.append((tag, found))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def read(text):
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    file = tmp_path_factory.mktemp("paper") / "own.claims.toml"
    file.write_text(PAPER)
    return check(read_paper(file), workers=1)


@pytest.fixture(scope="module")
def site(ledger, tmp_path_factory):
    top = tmp_path_factory.mktemp("site")
    extras = Extras(paper=f"own {HOSTILE}.toml", hunts=[HUNT])
    write_site(ledger, top, extras)
    return top


@pytest.fixture(scope="module")
def pages(site):
    return {p.relative_to(site).as_posix(): p.read_text() for p in site.rglob("*.html")}


def test_there_is_a_page_for_every_entry_and_nothing_of_algorithm_1_without_it(pages):
    assert set(pages) == {
        "index.html",
        "ledger.html",
        "graph.html",
        "hunts.html",
        "entries/lem-half.html",
        "entries/thm-ratio.html",
        "entries/thm-true.html",
    }


def test_every_page_is_whole_and_every_link_arrives_on_this_disk(pages, site):
    found = {name: read(text) for name, text in pages.items()}
    for name, reader in found.items():
        assert len(reader.ids) == len(set(reader.ids)), name
        for link in reader.links:
            parts = urlsplit(link)
            assert not parts.scheme, link
            assert not parts.netloc, link
            target = (site / name).parent / unquote(parts.path) if parts.path else site / name
            assert target.is_file(), f"{name}: {link}"
            place = target.resolve().relative_to(site.resolve()).as_posix()
            if parts.fragment and "=" not in parts.fragment:
                assert unquote(parts.fragment) in found[place].ids, f"{name}: {link}"


def test_what_a_file_says_is_never_a_script(pages):
    for name, text in pages.items():
        assert HOSTILE not in text, name
        for tag, attrs in read(text).tags:
            own = (
                attrs.get("src", "").endswith("site.js") or attrs.get("type") == "application/json"
            )
            assert tag != "script" or own, name
            assert not any(key.startswith("on") for key in attrs), name


def test_an_entry_says_everything(pages):
    text = pages["entries/lem-half.html"]
    for part in ("refuted, repaired", "As written", "Repairs and sharp forms", "Do it yourself",
                 "<mfrac>", "<code>m = 1</code>", "not cross-checked by SymPy or Z3", "As printed",
                 "The printed proofs of these use it", "lem:half", "<figure>"):  # fmt: skip
        assert part in text, part
    assert "imab-verify show &#39;own &lt;script" in text
    assert 'title="the kernel accepted an exact counterexample"' in text
    assert "The proof" in text
    assert "`" not in text


def test_the_overview_counts_and_links(pages):
    text = pages["index.html"]
    assert "3 statements were checked" in text
    assert 'href="entries/thm-ratio.html"' in text
    assert text.index("Main result: 1 refuted") < text.index("Lemma: 1 refuted")


def test_certificates_are_those_that_the_kernel_accepted(site):
    files = sorted((site / "certificates").iterdir())
    assert len(files) == 4
    for file in files:
        assert judge(file.read_bytes())


def test_a_run_is_told_pull_by_pull(pages):
    text = pages["entries/thm-ratio.html"]
    run = json.loads(
        re.search(r'<script type="application/json" id="run-\w+">(.*?)</script>', text)[1]
    )
    assert run["policy"] == "round-robin"
    assert run["estimates"] == {}
    arms = [Reward.from_points([(n, parse_rational(v, "v")) for n, v in run["curves"][c]])
            for c in run["arms"]]  # fmt: skip
    pulls = [run["sequence"].count(i) for i in range(run["k"])]
    alg = sum(arm.rew(n) for arm, n in zip(arms, pulls, strict=True))
    assert run["alg"][-1] == str(alg)
    assert run["opt"][-1] == str(max(arm.rew(run["T"]) for arm in arms))


def test_the_estimates_of_a_run_are_those_of_algorithm_1():
    line = ((0, Fraction(0)), (8, Fraction(1)))
    flat = ((0, Fraction(1, 2)),)
    run = steps("algorithm-1", [line, flat, flat], [0, 1, 2, 0, 1, 2, 1])
    assert run["arms"] == [0, 1, 1]
    assert run["estimates"] == {
        "0,2,2": "3/8",
        "1,2,2": "1",
        "0,2,3": "3/4",
        "1,2,3": "3/2",
        "1,3,3": "3/2",
    }
    assert run["values"] == [["1/8", "1/4"], ["1/2", "1/2", "1/2"]]
    assert run["totals"][0] == ["0", "1/8", "3/8"]
    assert run["best"][1] == 1


def test_the_same_ledger_gives_the_same_site(ledger, site, tmp_path):
    extras = Extras(paper=f"own {HOSTILE}.toml", hunts=[HUNT])
    again = write_site(ledger, tmp_path, extras)
    for file in again.files:
        assert file.read_bytes() == (site / file.relative_to(tmp_path)).read_bytes()
    assert again.index == tmp_path / "index.html"
    assert again.bytes == sum(file.stat().st_size for file in again.files)


def test_what_an_earlier_site_wrote_is_removed_and_nothing_else(ledger, tmp_path):
    top, extras = tmp_path / "site", Extras()
    written = [file.relative_to(top) for file in write_site(ledger, top, extras).files]
    mine = [top / "notes.html", top / "certificates" / "mine.json.gz", tmp_path / "outside.html"]
    gone = top / "entries" / "gone.html"
    for file in (*mine, gone):
        file.write_text("")
    names = (top / "files.txt").read_text()
    (top / "files.txt").write_text(f"{names}entries/gone.html\n../outside.html\n")
    write_site(ledger, top, extras)
    assert not gone.exists()
    assert all(file.exists() for file in mine)
    assert (top / "files.txt").read_text() == names
    assert names.split("\n")[:-1] == [str(name) for name in written]


@pytest.mark.parametrize(
    ("tex", "part"),
    [
        (r"x^2_i", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        (
            r"\frac{1}{k+1}",
            "<mrow><mi>k</mi><mo>+</mo><mn>1</mn></mrow></mfrac>",
        ),
        (r"\mathrm{OPT}(T)", '<mi>OPT</mi><mo stretchy="false">(</mo><mi>T</mi>'),
        (r"\left\lfloor \frac{T}{k} \right\rfloor", 'form="prefix">⌊</mo><mfrac>'),
        (r"a \le b", '<math><mi>a</mi></math><wbr><math><mo form="infix">≤</mo><mi>b</mi></math>'),
        (r"-x", "<math><mo>−</mo><mi>x</mi></math>"),
        (r" + x", '<math><mo form="infix">+</mo>'),
        (r"\text{<b>}", "<mtext>&lt;b&gt;</mtext>"),
        (r"\sum_{i=1}^{k} x_i", "<msubsup><mo>∑</mo>"),
        (r"a \text{ and } b", "<mtext>\u00a0and\u00a0</mtext>"),
        (r"x < y", '<mo form="infix">&lt;</mo>'),
    ],
)
def test_tex_is_set_as_mathml(tex, part):
    assert part in mathml(tex)
    read(mathml(tex))


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{x}{y}",
        r"\newcommand{\a}{x}\a",
        "x}",
        r"\frac{1}",
        "x^",
        r"\left",
        "x$",
        "{" * 3000,
        r"\mathrm{\x}",
    ],
)
def test_what_is_not_known_is_shown_as_it_is_written(tex):
    assert mathml(tex) == ""
    if "$" not in tex:
        assert words(f"a ${tex}$") == f"a ${tex}$"


@pytest.mark.parametrize(
    ("typed", "tex"),
    [
        ("T % k == 0", r"T \bmod k = 0"),
        ("n is even", r"n \bmod 2 = 0"),
        ("T//k >= 1", r"\left\lfloor \frac{T}{k} \right\rfloor \ge 1"),
        ("T % k * m <= m - T % 3", r"(T \bmod k)\,m \le m - (T \bmod 3)"),
        ("-(T % k)**2 <= 0", r"-(T \bmod k)^{2} \le 0"),
    ],
)
def test_a_remainder_is_no_floor(typed, tex):
    assert formula(typed) == tex
    assert mathml(tex)


def test_words():
    assert words("a <= b & `c <` d") == "a ≤ b &amp; <code>c &lt;</code> d"
    assert words("a ` b") == "a &#x27; b"
    assert "<math><mi>x</mi></math>" in words("for $x$.")


def test_a_long_proof_is_packed():
    text = "<p>≤</p>" * 1000
    assert zlib.decompress(base64.b64decode(pack_text(text))).decode() == text


def test_a_hunt_is_a_staircase(pages):
    assert hunt_chart(HISTORY, "best so far").count("V") == 3
    assert "T = 9: best ratio 7/2, 40 runs" in pages["hunts.html"]


def test_a_reading_of_two_statements_is_told_on_the_page_of_the_more_severe(ledger, tmp_path):
    half, ratio, true = ledger.asked
    again = replace(half.entry, id="rem:again", slug="again", severity=Severity.SLIP)
    paper = replace(ledger.paper, entries=(again, *ledger.paper.entries))
    asked = (Checked(again, half.results), half, ratio, true)
    both = Ledger(paper, asked, {c.entry.id: c for c in asked})
    write_site(both, tmp_path)
    slip, lemma = ((tmp_path / f"entries/{n}.html").read_text() for n in ("rem-again", "lem-half"))
    assert f"Full counterexample and run: {half.entry.id}</a>" in slip
    assert "Full counterexample and run" not in lemma
    assert "Rew(f,m)/Rew(f,T) = " in slip
    assert "Rew(f,m)/Rew(f,T) = " in lemma
    overview = (tmp_path / "index.html").read_text()
    assert "by 6 exact claims, 4 of them different" in overview
