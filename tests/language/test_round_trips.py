"""Claims to text and back, certificates to documents and back, for random ones."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sentences import read_sentence
from thoroughness import examples

from imab_verify.deciding.decide import decide
from imab_verify.kernel import (
    AllOf,
    AnyOf,
    ArmClass,
    Atom,
    Case,
    Certificate,
    Claim,
    ClaimProof,
    Comparison,
    Curve,
    Exists,
    Extremum,
    Floor,
    ForAll,
    Form,
    Kind,
    MalformedError,
    Point,
    Polynomial,
    Proved,
    Refuted,
    Relation,
    Run,
    RunPoint,
    Sum,
    judge,
    read,
)
from imab_verify.kernel.arms import Node, Source
from imab_verify.kernel.documents import build
from imab_verify.kernel.statement import (
    RESERVED,
    TAKE_ARGUMENTS,
    check_well_formed,
    instance_stage,
    stage_of,
    stages_of,
)
from imab_verify.language import declarations
from imab_verify.language.documents import WIDTH, claim_to_json, dumps
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY
from imab_verify.language.reading import read_question
from imab_verify.language.scored import read_index
from imab_verify.language.writing import show_claim, show_run

PARAMETERS = ("k", "T", "m")
FLOORS = ("q", "r")
COUNTS = ("N", "M", "B", "L", "n", "S")
SCORES = (
    read_index(1, "f(a)"),
    read_index(2, "P(f,a,M)"),
    read_index(2, "1/2*Rew(f,a) + (M-a)*f(a-1) - k*T*Delta(f,a)"),
)

rationals = st.fractions(min_value=-9, max_value=9, max_denominator=6)
integers = st.integers(-5, 5).map(Fraction)


@cache
def polynomials(names, coefficients=rationals):
    powers = st.dictionaries(st.sampled_from(sorted(names)), st.integers(1, 3), max_size=2)
    monomials = powers.map(lambda d: tuple(sorted(d.items())))
    return st.dictionaries(monomials, coefficients, max_size=3).map(Polynomial)


def integral(names):
    return polynomials(names, integers)


@st.composite
def forms(draw, arms, names, indices, run):
    kinds = [Kind.VALUE, Kind.REW, Kind.DELTA, Kind.P]
    terms = []
    for arm in draw(st.lists(st.sampled_from(sorted(arms)), max_size=3)) if arms else ():
        area = [Kind.AREA] if not arms[arm].first else []
        kind = draw(st.sampled_from(kinds + area))
        index = [draw(integral(indices)) for _ in range(1 + (kind is Kind.P))]
        terms.append((draw(polynomials(names)), Atom(kind, arm, tuple(index))))
    if run and draw(st.booleans()):
        terms.append((draw(polynomials(names)), Atom(draw(st.sampled_from([Kind.OPT, Kind.ALG])))))
    return Form(draw(polynomials(names)), tuple(terms))


@st.composite
def contexts(draw, run, arms):
    """The run with names for some of what it determines."""
    words = [("most",), ("least",), ("squares",)]
    looked = draw(st.lists(st.sampled_from(arms), unique=True)) if arms else []
    for arm in looked:
        words += [("level", arm), *(("before", arm, other) for other in arms)]
    words += [(word, arm) for arm in arms for word in ("pulls", "rival")]
    words += [("idle", arm) for arm in arms if run.index]
    chosen = draw(st.lists(st.sampled_from(words), unique=True, max_size=len(COUNTS)))
    seen = tuple(zip(COUNTS, chosen, strict=False))
    pulled = dict.fromkeys(said[1] for said in chosen if said[0] == "level")
    pulled |= dict.fromkeys(said[1] for said in chosen if said[0] == "before")
    late = [arm for arm in pulled if run.index and draw(st.booleans())]
    if run.index and not pulled and arms and draw(st.booleans()):
        late = arms[:1]
    different = tuple(arms) if len(arms) > 1 and draw(st.booleans()) else ()
    return replace(run, observed=seen, late=tuple(late), different=different)


@st.composite
def runs(draw, arms):
    """Runs of every policy, with any of their fields."""
    index = draw(st.sampled_from([ALGORITHM_1, GREEDY, *SCORES]))
    order = draw(st.sampled_from(["rounds", "pairs"]))
    ties = draw(st.sampled_from(["any", "lowest-index", "highest-index"]))
    policy = draw(st.sampled_from(["round-robin", "any", replace(index, order=order, ties=ties)]))
    return draw(contexts(Run(policy), arms))


@st.composite
def claims(draw, *, about_run=False):
    """Claims as the kernel's reader takes them, each integer with a lower bound."""
    kind = st.just(ArmClass.CONCAVE) if about_run else st.sampled_from(ArmClass)
    arms = draw(st.dictionaries(st.sampled_from("fgh"), kind, max_size=2))
    reals = draw(st.sampled_from([(), ("x",), ("x", "y")]))
    numerators = [integral(PARAMETERS), integral((*PARAMETERS, "q"))]
    floors = []
    for name, numerator in list(zip(FLOORS, numerators, strict=True))[: draw(st.integers(0, 2))]:
        top = draw(numerator.filter(lambda p: p.names()))
        bottom = draw(
            st.one_of(
                st.integers(2, 5).map(Polynomial.constant),
                integral(PARAMETERS).filter(lambda p: p.names()),
            )
        )
        floors.append(Floor(name, top, bottom))
    parameters = (*PARAMETERS, *COUNTS) if about_run else PARAMETERS
    known = (*parameters, *(f.name for f in floors))
    run = None
    if about_run:
        run = draw(runs(tuple(sorted(arms))))
    made = forms(arms, (*known, *reals), known, about_run)
    comparisons = st.builds(Comparison, made, st.sampled_from(Relation))
    bounds = [
        Comparison(Form(Polynomial.variable(name) - Polynomial.constant(draw(rationals))))
        for name in PARAMETERS
    ]
    occurs = [
        Comparison(Form(Polynomial.variable(name) + draw(integral(PARAMETERS)))) for name in reals
    ]
    return Claim(
        parameters=parameters,
        arms=tuple(arms.items()),
        givens=(*draw(st.lists(comparisons, max_size=2)), *bounds, *occurs),
        conclusion=tuple(draw(st.lists(comparisons, min_size=1, max_size=2))),
        reals=reals,
        floors=tuple(floors),
        run=run,
    )


def normal(claim):
    """What a claim says, whatever its floors are called and however its terms are ordered.

    A floor that nothing speaks of must still be defined.
    """
    names = {}

    def renamed(p):
        return p.substitute(names)

    for floor in claim.floors:
        meaning = str(renamed(floor.numerator)), str(renamed(floor.divisor))
        names[floor.name] = Polynomial.variable(f"[{meaning[0]} // {meaning[1]}]")

    def said(comparison):
        terms = {}
        for c, atom in comparison.form.terms:
            key = atom.kind, atom.arm, tuple(map(renamed, atom.indices))
            terms[key] = terms.get(key, Polynomial({})) + renamed(c)
        constant = renamed(comparison.form.constant)
        sides = {(constant, frozenset(terms.items()))}
        if comparison.relation is Relation.EQ:
            sides.add((-constant, frozenset((key, -c) for key, c in terms.items())))
        return comparison.relation, frozenset(sides)

    return (
        claim.parameters,
        {str(name) for name in names.values()},
        dict(claim.arms),
        [said(c) for c in claim.givens],
        [said(c) for c in claim.conclusion],
        claim.reals,
        claim.run,
    )


def test_the_kernel_reserves_the_words_of_the_language():
    """What is no name in a text is none in a certificate, so that a printed claim reads one way."""
    assert {word for word in RESERVED if "-" not in word} == declarations.RESERVED
    assert declarations.RESERVED | TAKE_ARGUMENTS == declarations.RESERVED_FOR_ARMS


@pytest.mark.parametrize("name", sorted(declarations.RESERVED_FOR_ARMS))
def test_no_arm_of_a_certificate_has_a_word_for_its_name(name):
    about = {"parameters": [], "arms": {name: "concave"}, "conclusion": ["1 >= 0"]}
    point = {"parameters": {}, "arms": {name: {"points": [[0, "1"]]}}}
    document = {"format": "imab-certificate/2", "claim": about, "counterexample": point}
    with pytest.raises(MalformedError, match=r"not a name|called N"):
        read(json.dumps(document))


@examples(60)
@given(st.lists(runs(("f", "g")), min_size=10, max_size=10))
def test_runs_that_are_shown_alike_are_the_same(drawn):
    """All fields of a run are printed; the rest of a sentence does not depend on them."""
    shown = {show_run(run): run for run in drawn}
    assert all(shown[show_run(run)] == run for run in drawn)


@examples(150)
@given(st.one_of(claims(), claims(about_run=True)))
def test_what_is_shown_reads_back_as_the_same_claim(claim):
    again = read_sentence(show_claim(claim))
    assert normal(again) == normal(claim)
    assert build(Claim, claim_to_json(claim)) == claim


def flat(formula, said):
    """What a formula says: parts of an `and` in an `and` are parts of that, so of an `or`."""
    if isinstance(formula, Comparison):
        return "test", said(formula)
    kind, inner = type(formula).__name__, [flat(part, said) for part in formula.parts]
    together = [x for part in inner for x in (part[1] if part[0] == kind else [part])]
    return together[0] if len(together) == 1 else (kind, together)


def blocks(prefix):
    """The names of a prefix, in blocks of one quantifier; an empty one says nothing."""
    merged = []
    for block in prefix:
        if merged and type(block) is merged[-1][0]:
            merged[-1][1].update(block.names)
        elif block.names:
            merged.append((type(block), {*block.names}))
    return merged


def meaning(claim):
    """What a claim says, whatever its floors are called."""
    parameters, reals = sorted(claim.parameters), sorted(claim.reals)
    bare = Claim(tuple(parameters), claim.arms, reals=tuple(reals), floors=claim.floors)
    bare = replace(bare, run=claim.run, families=claim.families)

    def of_form(form, relation=Relation.GE):
        return tuple(normal(replace(bare, conclusion=(Comparison(form, relation),)))[4])

    def said(test):
        form, relation = replace(test.form, extrema=()), test.relation
        if not test.form.extrema:
            return of_form(form, relation)
        extrema = {(str(c), e.kind, tuple(map(of_form, e.of))) for c, e in test.form.extrema}
        return of_form(form), relation, extrema

    stage, instance = stages_of(claim), instance_stage(claim)
    givens = {}
    for test in claim.givens:
        block = stage_of(test.form, stage, instance) if claim.chosen else 0
        givens.setdefault(block, []).append(said(test))
    order = blocks(claim.prefix) if claim.chosen else []
    return (
        normal(bare),
        flat(AllOf(claim.conclusion), said),
        order,
        [said for _, said in sorted(givens.items())],
    )


@st.composite
def statements(draw):
    """A claim with a formula for its conclusion, perhaps with names in the order of a prefix."""
    claim = draw(claims().filter(lambda claim: not claim.floors))
    known = (*claim.parameters, *claim.reals)
    made = forms(dict(claim.arms), known, claim.parameters, run=False)
    factors = st.integers(-3, 3).filter(bool).map(Polynomial.constant)
    several = st.lists(made, min_size=1, max_size=2).map(tuple)
    extrema = st.builds(Extremum, st.sampled_from(["min", "max"]), several)
    whole = st.builds(
        lambda form, more: replace(form, extrema=more),
        made,
        st.lists(st.tuples(factors, extrema), max_size=1).map(tuple),
    )
    strict = st.sampled_from([Relation.GE, Relation.GT])
    tests = st.builds(Comparison, whole, strict) | st.builds(
        Comparison, made, st.sampled_from(Relation)
    )
    formulas = st.recursive(
        tests,
        lambda inner: st.one_of(
            *(st.builds(kind, st.lists(inner, min_size=2, max_size=3).map(tuple)) for kind in KINDS)
        ),
        max_leaves=4,
    )
    claim = replace(claim, conclusion=(draw(formulas),))
    if draw(st.booleans()):
        return claim
    names = draw(st.permutations(known))
    cuts = sorted(draw(st.sets(st.integers(1, max(len(names) - 1, 1)), max_size=3)))
    kinds = draw(st.permutations([Exists, ForAll]))
    ends = zip([0, *cuts], [*cuts, len(names)], strict=True)
    prefix = [kinds[i % 2](tuple(names[start:end])) for i, (start, end) in enumerate(ends)]
    if isinstance(prefix[-1], Exists) and draw(st.booleans()):
        prefix.append(ForAll(()))  # with which the arms come
    return replace(
        claim,
        prefix=tuple(block for block in prefix if block.names or block is prefix[-1]),
        givens=(*claim.givens, *draw(st.lists(st.builds(Comparison, made, strict), max_size=1))),
    )


KINDS = (AllOf, AnyOf)


@examples(200)
@given(statements())
def test_formulas_and_what_exists_read_back_as_the_same(claim):
    try:
        check_well_formed(claim)
    except MalformedError:
        assume(False)
    shown = show_claim(claim)
    again = read_sentence(shown)
    assert show_claim(again) == show_claim(read_sentence(show_claim(again)))
    assert meaning(again) == meaning(claim)


VALID = [
    file
    for file in sorted((Path(__file__).parents[1] / "certificates" / "valid").iterdir())
    if "of-a-table" not in file.stem  # a table is shown by its digest
]


@pytest.mark.parametrize("file", VALID, ids=lambda path: path.stem)
def test_what_is_printed_of_a_certificate_reads_back(file):
    document = read(file.read_bytes())
    if not isinstance(document, Certificate):
        return
    shown = show_claim(document.claim)
    again = read_sentence(shown)
    assert show_claim(again) == shown
    assert type(again) is type(document.claim)
    assert meaning(again) == meaning(document.claim)


# --- certificates ------------------------------------------------------------------------------


def kinds_in(part):
    """The classes of all that a document is made of."""
    if is_dataclass(part):
        yield type(part)
        part = [getattr(part, field.name) for field in fields(part)]
    if isinstance(part, Mapping):
        part = [*part, *part.values()]
    for inner in part if isinstance(part, list | tuple) else ():
        yield from kinds_in(inner)


def test_documents_with_every_kind_of_node_and_of_source_are_read_back():
    folder = Path(__file__).parents[1] / "certificates" / "valid"
    documents = [read(file.read_bytes()) for file in folder.iterdir()]
    for document in documents:
        text = dumps(document)
        assert read(text) == document
        assert dumps(read(text)) == text
    assert {*get_args(Node), *get_args(Source)} <= {*kinds_in(documents)}


def test_a_document_counts_arms_from_1():
    claim = read_question("ALG(T) >= OPT(T)", run=Run(ALGORITHM_1)).claims().claim
    half = Curve(((0, Fraction(1, 2)),))
    point = RunPoint((half, Curve(((0, Fraction(1)),))), 4, {}, (0, 1, 0, 1), {})
    text = dumps(Refuted(claim, point))
    assert json.loads(text)["counterexample"]["choices"] == [1, 2, 1, 2]
    assert judge(text).verdict == "refuted"


def test_lines_are_short_and_short_things_share_a_line():
    claim = read_question("ALG(T) >= OPT(T)", run=Run(ALGORITHM_1)).claims().claim
    point = RunPoint((Curve(((0, Fraction(1)),)),), 300, {}, (0,) * 300, {})
    text = dumps(Refuted(claim, point))
    assert max(map(len, text.splitlines())) <= WIDTH + 8
    assert text.count("\n") < 40
    assert '"givens": ["k - 1 >= 0", "T - 1 >= 0"]' in text


def test_deep_proofs_are_written():
    node = Sum(())
    for _ in range(95):
        node = Case(Polynomial.variable("T"), node, Sum(()))
    claim = read_question("T >= 1").claims().claim
    point = Point({"T": Fraction(1)}, {})
    certificate = Proved(claim, ClaimProof({}, (node,)), point)
    assert read(dumps(certificate)) == certificate


def test_empty_parts_of_a_claim_are_left_out():
    assert claim_to_json(read_question("2 >= 1").claims().claim) == {
        "parameters": [],
        "conclusion": ["1 >= 0"],
    }


def test_the_lemma_of_the_readme_fits_on_a_page():
    decision = decide(read_question("m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"]))
    text = decision.certified.text
    assert judge(text).verdict == "proved"
    assert text.count("\n") <= 40
    assert read(text) == decision.certified.certificate
