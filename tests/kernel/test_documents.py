"""The reader: what each annotation stands for in a document, and what it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import pytest

from imab_verify.kernel.arms import Term
from imab_verify.kernel.documents import (
    MAX_DEPTH,
    Arm,
    Natural,
    build,
    key,
    loads,
)
from imab_verify.kernel.polynomials import ZERO, MalformedError, Polynomial, meter_work
from imab_verify.kernel.statement import Atom, Comparison, Form, Kind, Relation
from imab_verify.kernel.texts import read_polynomial
from imab_verify.language.documents import encode

X, Y = Polynomial.variable("x"), Polynomial.variable("y")
ONE = Polynomial.constant(1)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Leaf:
    number: Fraction = field(metadata=key("leaf"))


@dataclass(frozen=True)
class Fork:
    left: "Tree" = field(metadata=key("fork"))
    right: "Tree"


Tree = Leaf | Fork


@dataclass(frozen=True)
class Thing:
    tree: Tree
    colour: Colour = Colour.RED
    maybe: int | None = None


@dataclass(frozen=True)
class Either:
    value: tuple[int, ...] | Annotated[str, "none", "all"]


MANY = [f"_{'x' * 37}{i:03}" for i in range(64)]
"""As many of the longest names as a monomial may have."""


def product(names):
    return Polynomial({tuple(sorted((name, 1) for name in names)): Fraction(1)})


N = Polynomial.variable("n")
F = Atom(Kind.VALUE, "f", (N,))
LATER = Atom(Kind.OPT_AT, "run", (Polynomial.variable("T").scaled(2),))
FORM = Form(ONE.scaled(3), ((X.scaled(-2), F), (X + ONE, LATER)))
TERM = Term(Fraction(3, 2), (("h1", 2), ("x.low", 1), ("h1-", 1)), X - X * Y)
READ = [
    (int, 2**2400 - 1, 2**2400 - 1),
    (Fraction, "9" * 1200, Fraction(10**1200 - 1)),
    (Polynomial, "x^24", Polynomial({(("x", 24),): Fraction(1)})),
    (Polynomial, "*".join(MANY), product(MANY)),
    (int, 7, 7),
    (int, -7, -7),
    (Natural, 0, 0),
    (Arm, 1, 0),
    (str, "x_1", "x_1"),
    (str, "_j", "_j"),
    (str, "x" * 40, "x" * 40),
    (Fraction, "-2/6", Fraction(-1, 3)),
    (Fraction, 5, Fraction(5)),
    (Colour, "blue", Colour.BLUE),
    (Annotated[str, "a", "b"], "b", "b"),
    (str, "x.low_1", "x.low_1"),
    (str, "h1-", "h1-"),
    (Polynomial, "0", Polynomial({})),
    (Polynomial, "x - x", Polynomial({})),
    (Polynomial, " x*y * 1/2*x+3 ", X * X * Y.scaled(Fraction(1, 2)) + ONE.scaled(3)),
    (Polynomial, "-(x - 2*y)^2*(-1)", (X - Y - Y) ** 2),
    (Form, "3 - 2*x*f(n) + OPT(2*T)*(x + 1)", FORM),
    (Comparison, "f(n) <= 1/2", Comparison(Form(ONE.scaled(Fraction(1, 2)), ((-ONE, F),)))),
    (Comparison, "0 < f(n)", Comparison(Form(ZERO, ((ONE, F),)), Relation.GT)),
    (Comparison, "f(n) == 0", Comparison(Form(ZERO, ((ONE, F),)), Relation.EQ)),
    (Term, "1", Term(Fraction(1))),
    (Term, "-2/4", Term(Fraction(-1, 2))),
    (Term, "h1", Term(Fraction(1), (("h1", 1),))),
    (Term, "3/2*h1^2*x.low*h1-*(x - y*x)^2", TERM),
    (tuple[int, ...], [], ()),
    (tuple[int, ...], [1, 2], (1, 2)),
    (tuple[int, Fraction], [1, "1/2"], (1, Fraction(1, 2))),
    (tuple[tuple[str, int], ...], {"a": 1, "b": 2}, (("a", 1), ("b", 2))),
    (Mapping[str, int], {"a": 1}, {"a": 1}),
    (Leaf, {"leaf": "1"}, Leaf(Fraction(1))),
    (Tree, {"leaf": "1"}, Leaf(Fraction(1))),
    (Tree, {"fork": {"leaf": 1}, "right": {"leaf": 2}}, Fork(Leaf(Fraction(1)), Leaf(Fraction(2)))),
    (Thing, {"tree": {"leaf": 1}}, Thing(Leaf(Fraction(1)))),
    (
        Thing,
        {"tree": {"leaf": 1}, "colour": "blue", "maybe": 4},
        Thing(Leaf(Fraction(1)), Colour.BLUE, maybe=4),
    ),
    (Either, {"value": "all"}, Either("all")),
    (Either, {"value": [1, 2]}, Either((1, 2))),
]


@pytest.mark.parametrize(("kind", "item", "value"), READ)
def test_what_is_read(kind, item, value):
    read = build(kind, item)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(("kind", "item", "value"), READ)
def test_what_is_read_is_written_again(kind, item, value):
    assert build(kind, encode(kind, value)) == value


REFUSED = [
    (int, 2**2400),
    (Fraction, "9" * 1201),
    (int, True),
    (int, "1"),
    (int, 1.0),
    (Natural, -1),
    (Natural, None),
    (Arm, "1"),
    (Arm, False),
    (str, ""),
    (str, "1x"),
    (str, "__x"),
    (str, "_"),
    (str, "x" * 201),
    (str, "x."),
    (str, ".x"),
    (str, "x--"),
    (str, "x\n"),
    (str, "\u0442"),
    (str, 1),
    (str, None),
    (Fraction, True),
    (Fraction, 0.5),
    (Fraction, "0.5"),
    (Fraction, "1/0"),
    (Fraction, "1/-2"),
    (Fraction, "+1"),
    (Fraction, " 1"),
    (Fraction, "1\n"),
    (Fraction, "1_0"),
    (Fraction, "\u0661"),
    (Fraction, ""),
    (Fraction, None),
    (Colour, "green"),
    (Colour, None),
    (Colour, ["red"]),
    (Annotated[str, "a", "b"], "c"),
    *((Polynomial, item) for item in ([], {}, 1, None, {"x": "1"})),
    *((Polynomial, text) for text in ("", " ", "x y", "x +", "+ x", "x - - y", "x^", "x^0")),
    *(
        (Polynomial, text)
        for text in ("x^25", "x^-1", "x^2^2", "2x", "x/2", "1/0", "x.y", "(x", "x)")
    ),
    *((Polynomial, text) for text in ("a^24*b^24*c^17", "__x", "_", "()", "f(x)", "x = 1")),
    (Polynomial, "*".join(f"x{i}" for i in range(65))),
    (Polynomial, "x" * 42),
    (Polynomial, "9" * 1201),
    (Polynomial, f"1/{10**1200}"),
    *((Form, text) for text in ("f(x)*f(x)", "(f(x))^2", "f(x", "f()", "Rew(f)", "Rew(f, x, x)")),
    *(
        (Form, text)
        for text in ("P(f, x)", "f(f(x))", "OPT()", "ALG(T, T)", "Rew(2, x)", "Rew(, x)")
    ),
    *(
        (Comparison, text)
        for text in ("x", "x >= 0 >= y", "x = 0", "x != 0", ">= 0", "x >=", 1, None)
    ),
    *(
        (Term, text)
        for text in ("", "*", "h1*", "h1*2", "h1^0", "h1^100", "(x)", "(x)^3", "h1 + c1")
    ),
    *(
        (Term, text)
        for text in (
            "(x)^2*(y)^2",
            "h1 * c1",
            "-h1",
            "*(x)^2",
            "(x)^2*",
            "(x)^2h1",
            "h1(x)^2",
            "()",
            "(x)^2*()",
            "()^2",
            "2*()",
            "1/0*h1",
            "h1**2",
            "x..y",
            "",
            1,
        )
    ),
    (tuple[int, ...], {}),
    (tuple[int, ...], "12"),
    (tuple[int, ...], None),
    (tuple[int, ...], ["1"]),
    (tuple[int, Fraction], [1]),
    (tuple[int, Fraction], [1, "1", "1"]),
    (tuple[tuple[str, int], ...], [["a", 1]]),
    (tuple[tuple[str, int], ...], {"1": 1}),
    (Mapping[str, int], [["a", 1]]),
    (Mapping[str, int], {"a b": 1}),
    (Leaf, []),
    (Leaf, {}),
    (Leaf, {"number": "1"}),
    (Leaf, {"leaf": "1", "comment": "trust me"}),
    (Tree, None),
    (Tree, {}),
    (Tree, {"fork": {"leaf": 1}}),
    (Tree, {"leaf": 1, "fork": {"leaf": 1}, "right": {"leaf": 1}}),
    (Tree, [1]),
    (Thing, {}),
    (Thing, {"tree": {"leaf": 1}, "more": 1}),
    (Thing, {"tree": {"leaf": 1}, "maybe": "1"}),
    (Thing, {"tree": {"leaf": 1}, "maybe": True}),
    (Either, {"value": "some"}),
    (Either, {"value": None}),
    (Either, {"value": ["1"]}),
]


@pytest.mark.parametrize(("kind", "item"), REFUSED)
def test_what_is_refused(kind, item):
    with pytest.raises(MalformedError) as error:
        build(kind, item)
    assert str(error.value).isprintable()


def test_trees_are_read_to_a_depth():
    def tree(depth):
        item = {"leaf": 1}
        for _ in range(depth):
            item = {"fork": {"leaf": 1}, "right": item}
        return item

    build(Tree, tree(MAX_DEPTH))
    with pytest.raises(MalformedError, match="nested too deeply"):
        build(Tree, tree(MAX_DEPTH + 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1.0", "not exact"),
        ("[1e5]", "not exact"),
        ('{"a": NaN}', "not exact"),
        ("-Infinity", "not exact"),
        ('{"a": 1, "a": 1}', "same key twice"),
        ('{"b": {"a": 1, "a": 2}}', "same key twice"),
        ("{'a': 1}", "not JSON"),
        ("[1,]", "not JSON"),
        ("", "not JSON"),
        ("1 2", "not JSON"),
        (b"\xff", "not JSON"),
        ("[" * 10**5, "not JSON"),
        ("9" * 5000, "not JSON"),
    ],
)
def test_texts_that_are_no_json(text, words):
    with pytest.raises(MalformedError, match=words):
        loads(text)


def test_json_of_exact_numbers():
    assert loads('{"a": [1, "1/2", null, true]}') == {"a": [1, "1/2", None, True]}


# --- what reading costs --------------------------------------------------------------------------


def cost(read, item):
    with meter_work() as meter:
        before = meter.left
        read(item)
        return before - meter.left


def test_a_document_is_paid_for_by_its_length():
    assert cost(loads, "[1, 2]") < cost(loads, "[1, 2, 3, 4]")


def test_texts_are_paid_for_each_time():
    """What a text costs does not depend on what was read before it."""
    texts = ["x*y^2 + 2*(x + 1)^2"] * 2 + ["x"]
    first, again, short = (cost(read_polynomial, text) for text in texts)
    assert first == again > short > 1
