"""The figures for a paper: sizes, formats, what they show, and when there is nothing to draw."""

from fractions import Fraction

import pytest

from imab_verify.errors import InputError
from imab_verify.ledger.check import Ledger, check
from imab_verify.ledger.papers import read_paper
from imab_verify.report.figures import save_figure
from imab_verify.report.paper_figures import (
    FIGURES,
    WIDTHS,
    bounds_of,
    draw,
    judged_horizons,
    panel_sizes,
    panels,
    speaks_of_algorithm_1,
    theorem_bound,
    worst_cells,
)

PAPER = """
format = "imab-claims/1"
[[claim]]
id = "lem:half"
title = "Half of $1"
claim = "Rew(f,m)/Rew(f,T) >= 1/2"
given = ["m <= T"]
[[claim]]
id = "thm:bound"
claim = "OPT(T) <= 3*k*ALG(T)"
policy = "algorithm-1"
k = "2"
T = "1"
relies_on = ["lem:half"]
"""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    file = tmp_path_factory.mktemp("paper") / "own.claims.toml"
    file.write_text(PAPER)
    return check(read_paper(file), workers=1)


def one(ledger, id_):
    return Ledger(ledger.paper, (ledger.known[id_],), ledger.known)


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("kind", ["svg", "pdf"])
@pytest.mark.parametrize("name", ["graph", "counterexample"])
def test_figures_have_the_width_of_columns(tmp_path, ledger, name, kind, columns):
    asked = one(ledger, "lem:half") if name == "counterexample" else ledger
    figure = draw(name, asked, columns)
    assert figure.get_size_inches()[0] == WIDTHS[columns]
    save_figure(figure, str(tmp_path / f"a.{kind}"))
    start = (tmp_path / f"a.{kind}").read_bytes()[:5]
    assert start in (b"%PDF-", b"<?xml")


def test_the_graph_names_every_statement(ledger):
    words = [text.get_text() for text in draw("graph", ledger, 2).axes[0].texts]
    assert {"✗ lem:half", "✗ thm:bound"} <= set(words)


def test_the_heat_map_has_every_size():
    cases = worst_cells([(2, 1), (2, 4)])
    assert [case.lower for case in cases] == [None, Fraction(10, 3)]


def test_the_theorem_is_attained_where_worst_cases_are_judged():
    (panel,) = panels(worst_cells(panel_sizes([3])), [3])
    assert [T for T, _ in panel.exact] == judged_horizons(3)
    for T, ratio in panel.exact:
        assert T < 6 or ratio == theorem_bound(3, T)
    assert panel.bound[0] == (6, theorem_bound(3, 6))


def test_the_bounds_are_those_that_the_paper_claims(ledger):
    assert [bound.name for bound in bounds_of(ledger)] == ["k/2", "k", "3k"]
    assert bounds_of(ledger)[2].id == "thm:bound"
    assert bounds_of(ledger)[2].verdict == "refuted"
    assert speaks_of_algorithm_1(ledger.paper)


def test_what_cannot_be_drawn_is_said(ledger):
    with pytest.raises(InputError, match="takes the id of one statement"):
        draw("counterexample", ledger, 1)
    assert set(FIGURES) == {"ratio", "worst-cases", "graph", "counterexample"}


def test_a_paper_that_is_not_about_algorithm_1_has_no_ratios(tmp_path):
    file = tmp_path / "own.claims.toml"
    file.write_text(PAPER.replace('policy = "algorithm-1"', 'policy = "round-robin"'))
    ledger = Ledger(read_paper(file), (), {})
    with pytest.raises(InputError, match="no claim of the paper is"):
        draw("ratio", ledger, 1)
