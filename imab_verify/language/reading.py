"""Texts to kernel claims, with every reading that was made on the way written down."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from imab_verify.errors import InputError
from imab_verify.kernel import (
    AnyOf,
    ArmClass,
    Claim,
    Comparison,
    Every,
    Exists,
    Extremum,
    ForAll,
    Form,
    MalformedError,
    Polynomial,
    Relation,
    Run,
    Some,
)
from imab_verify.kernel.statement import (
    Context,
    Formula,
    check_well_formed,
    instance_stage,
    tests_of,
)
from imab_verify.language.asymptotics import written_out
from imab_verify.language.comparisons import Reader, ReadLink
from imab_verify.language.contexts import with_different
from imab_verify.language.declarations import Scope, roles, scope
from imab_verify.language.formulas import (
    Choice,
    check_order,
    choice,
    conclusion_of,
    families,
    lower,
    ranges,
    said_in,
)
from imab_verify.language.parser import (
    ALL,
    EXISTS,
    ClaimError,
    Fresh,
    Syntax,
    leaves,
    parse_quantified,
)
from imab_verify.language.values import TOTALS, Root


class Claims(NamedTuple):
    """A claim, and the side conditions under which a text may be read as it."""

    claim: Claim
    sides: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A claim as it was read. `claims` gives it out, with its side conditions.

    `sides`: denominators made of parameters that were multiplied away are > 0, and what is under a
    root is >= 0: the reading is right where this holds, so it must be proved too.
    `firm`: the givens about parameters that were read without multiplying a denominator away,
    defaults included; only these help to show a side condition.
    `notes`: the readings made: default arms and lower bounds, ratios, denominators.
    `links`: the comparisons of the text, one for each of a plain conclusion.
    `defaults`: the givens that no text said, each with the words for it.
    """

    _claim: Claim
    sides: tuple[Claim, ...] = ()
    firm: tuple[Comparison, ...] = ()
    text: str = ""
    givens: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    links: tuple[ReadLink, ...] = ()
    defaults: tuple[tuple[Comparison, str], ...] = ()

    def claims(self) -> Claims:
        """The claim and its side conditions."""
        return Claims(self._claim, self.sides)

    def at_constant(
        self, name: str, A: Form, B: Form, numerator: Polynomial, denominator: Polynomial
    ) -> Question:
        """The question A + name*B >= 0 with name = numerator/denominator.

        Both sides are multiplied by the denominator: that it is positive is a side condition.
        """
        claim = replace(
            self._claim,
            reals=tuple(real for real in self._claim.reals if real != name),
            conclusion=(Comparison(A.scaled(denominator) + B.scaled(numerator)),),
        )
        sides = [replace(side, reals=claim.reals) for side in self.sides]
        if denominator.names():
            sides.append(_side(claim, self.firm, Comparison(Form(denominator), Relation.GT)))
        return replace(self, _claim=claim, sides=tuple(sides), links=())

    def for_some(
        self, name: str, where: tuple[Comparison, ...] = (), givens: tuple[Comparison, ...] = ()
    ) -> Question:
        """Whether there is one real `name` with `where` that serves all the rest under the givens.

        For a claim that is a single comparison.
        """
        claim = self._claim
        others = tuple(n for n in (*claim.parameters, *claim.reals) if n != name)
        claim = replace(
            claim,
            givens=(*claim.givens, *givens, *where),
            prefix=(Exists((name,)), ForAll(others)),
        )
        return replace(self, _claim=claim, links=())


def _side(claim: Claim, firm: Sequence[Comparison], conclusion: Comparison) -> Claim:
    """A side condition of a claim under givens about its parameters."""
    bare = replace(claim, arms=(), run=None, families=(), prefix=())
    return replace(bare, givens=tuple(firm), conclusion=(conclusion,))


def _side_conditions(
    claim: Claim, firm: Sequence[Comparison], positive: Sequence[Polynomial], roots: Sequence[Root]
) -> Iterator[Claim]:
    """Denominators are > 0, and what is under a root is >= 0, by firm givens.

    A given that was itself multiplied by a denominator may not help to show it positive:
    (2*x - 1)/x >= 1 holds at x = -1, where x >= 1, its form without the fraction, does not. Nor may
    a root help to show that it exists: a side condition knows only the roots that were met before
    it. A root is positive if what is under it is.
    """

    def side(p: Polynomial, relation: Relation, known: Iterable[Root]) -> Claim:
        definitions = (c for root in known for c in root.definition())
        return _side(claim, (*firm, *definitions), Comparison(Form(p), relation))

    variables = [Polynomial.variable(root.name) for root in roots]
    for number, p in enumerate(positive):
        if p in variables:
            place = variables.index(p)
            yield side(roots[place].above, Relation.GT, roots[:place])
        else:
            yield side(p, Relation.GT, (root for root in roots if root.known <= number))
    for number, root in enumerate(roots):
        if root.above.names():
            yield side(root.above, Relation.GE, roots[:number])


def question_about(claim: Claim) -> Question:
    """The question about a claim that was not read from a text: it has no side conditions."""
    return Question(claim, firm=claim.givens)


def read_question(
    text: str,
    givens: Sequence[str] = (),
    arms: Mapping[str, ArmClass] | None = None,
    reals: Sequence[str] = (),
    run: Context | None = None,
    *,
    integers: Sequence[str] = (),
    unbounded: bool = False,
) -> Question:
    """Read a claim and its givens; ClaimError says what cannot be read, and where.

    Names that are not declared are arms where they stand as arms do (f, g, h, f1, ...), real
    numbers >= 0 if they look like constants (alpha, eps, c, ...), and integer parameters >= 1
    otherwise; a given that is a lower bound on that name alone takes the place of the bound.
    """
    run, givens = with_different(run, givens)
    text = written_out(text, arms or (), givens, about_runs=run is not None)
    said, parts = parse_quantified(text), [parse_quantified(given) for given in givens]
    tree = said.tree
    given_trees = [*ranges(said, ALL), *(part.tree for part in parts if not part.quantifiers)]
    given_trees += ranges(said, EXISTS)
    syntaxes = [leaf for part in (tree, *given_trees) for leaf in leaves(part)]
    each = families([part for part in parts if part.quantifiers], syntaxes)
    used = roles((*syntaxes, *(leaf for part in each for leaf in said_in(part))))
    over = [name for part in each for name in part.quantifiers[0].names]
    declared = scope(arms, reals, run, used, (*integers, *over))
    reader = Reader(declared, used)
    defined = reader.defined

    links = reader.comparisons(tree) if isinstance(tree, Syntax) else []
    read = tuple(link.comparison for link in links)
    formula = lower(tree, lambda syntax: read if syntax is tree else reader.tests(syntax))
    plain, compound = reader.givens(given_trees)
    assumed = tuple(family for part in each for family in reader.family(part))
    chosen, unless = choice(said), (*compound, *defined.denials())
    if chosen is not None:
        beneath = {n for root in defined.roots for p in (root.above, root.below) for n in p.names()}
        if unless or assumed or beneath & {*chosen.names}:
            message = (
                "beside 'exists' stand comparisons alone: no 'or' or 'for all' in a given, no min "
                "or max in an index, and no root of what exists"
            )
            raise ClaimError(message, text, chosen.at)
    if unless:
        formula = AnyOf((*unless, formula))

    bound = {"most", *TOTALS, *over}
    alone = [name for name in used.names if name in used.alone and name not in bound]
    parameters = declared.parameters(alone, defined.run)
    check_order(said, (tree, *given_trees), {*parameters, *declared.reals})
    firm = [link.comparison for link in plain if not link.multiplied]
    defaults = tuple(_defaults(parameters, declared, firm, defined.counts))
    bounds = [comparison for comparison, _ in defaults]
    definitions = [c for root in defined.roots for c in root.definition()]
    whole = Claim(
        parameters=(
            *parameters,
            *defined.extrema.values(),
            *(root.name for root in defined.roots if root.rounded),
        ),
        arms=tuple(declared.arms.items()),
        givens=(*(g.comparison for g in plain), *bounds, *definitions, *defined.bounds()),
        reals=(*declared.reals, *(root.name for root in defined.roots if not root.rounded)),
        floors=defined.floors,
        run=defined.run,
        families=assumed,
        conclusion=conclusion_of(formula),
    )
    if unbounded and isinstance(whole.run, Every | Some):
        raise InputError("this claim says that there are rewards in [0,1]: leave --unbounded away")
    claim = without_bound(whole, defined.fresh) if unbounded else whole
    if chosen is not None:
        own = {*parameters, *declared.reals}
        claim = replace(claim, prefix=_prefix(claim, chosen, own, defined.roots))
    _check_with_kernel(claim)
    firm = [c for c in (*firm, *bounds) if not c.form.terms]
    return Question(
        claim,
        tuple(_side_conditions(claim, firm, [*reader.arithmetic.positive], defined.roots)),
        tuple(firm),
        text,
        tuple(givens),
        tuple(_notes(declared, defaults, whole, claim, reader)),
        tuple(links) if claim.is_plain and not claim.prefix and claim == whole else (),
        defaults,
    )


def _defaults(
    parameters: Sequence[str], declared: Scope, firm: Sequence[Comparison], counts: Sequence[str]
) -> Iterator[tuple[Comparison, str]]:
    """The lower bounds that no given says: 1 for integers, 0 for constants and counts."""
    for name in (*parameters, *declared.doubtful):
        if not any(_bounds(c, name) for c in firm):
            least = 0 if name in counts or name in declared.doubtful else 1
            words = "" if name in counts else f"{name} >= {least} by default"
            yield Comparison(Form(Polynomial.variable(name) - Polynomial.constant(least))), words


def _prefix(
    claim: Claim, choice: Choice, own: Container[str], roots: Sequence[Root]
) -> tuple[ForAll | Exists, ...]:
    """The names of a claim in their order, where something exists; `own` are not determined.

    Names that no quantifier has stand with the first "for all", or inside all others if something
    exists before it. What the run or the rewards determine stands with the last one, and a root
    behind the names that it is made of.
    """
    known = (*claim.parameters, *claim.reals)
    blocks = [(kind, [name for name in names if name in known]) for kind, names in choice.blocks]
    if all(kind == EXISTS for kind, _ in blocks):
        blocks.insert(len(blocks) if choice.inner else 0, (ALL, []))
    universal = [i for i, (kind, _) in enumerate(blocks) if kind == ALL]
    stage = {name: i for i, (_, names) in enumerate(blocks) for name in names}
    made_of = {root.name: root.above.names() for root in roots}
    counts = claim.run.named if isinstance(claim.run, Run) else ()
    for name in known:
        if name not in stage:
            last = name in counts or (name not in own and name not in made_of)
            least = max((stage.get(n, 0) for n in made_of.get(name, ())), default=0)
            after = universal[-1:] if last else [i for i in universal if i >= least]
            stage[name] = (after or universal)[0]
            blocks[stage[name]][1].append(name)
    return tuple(
        (Exists if kind == EXISTS else ForAll)(tuple(n for n in known if n in names))
        for kind, names in blocks
    )


def _notes(
    declared: Scope,
    defaults: Sequence[tuple[Comparison, str]],
    whole: Claim,
    scaled: Claim,
    reader: Reader,
) -> Iterator[str]:
    yield from (f"{arm} is concave by default" for arm in declared.by_default)
    yield from (f"{name} is a real number by default" for name in declared.doubtful)
    yield from (note for _, note in defaults if note)
    if scaled.reals != whole.reals:
        yield f"rewards have no upper bound: they are multiples of 1/{scaled.reals[-1]}"
    elif is_inhomogeneous(whole):
        yield "rewards are in [0,1]"
    yield from _about_choice(scaled)
    yield from reader.notes()


def _about_choice(claim: Claim) -> Iterator[str]:
    """Whether what exists may depend on the rest, if there is any."""
    arms, instance = [arm for arm, _ in claim.arms], instance_stage(claim)
    rest = [
        [*block.names, *(arms if number == instance else ())] if isinstance(block, ForAll) else []
        for number, block in enumerate(claim.prefix)
    ]
    for number, block in enumerate(claim.prefix):
        if isinstance(block, Exists):
            before, after = (", ".join(chain(*part)) for part in (rest[:number], rest[number:]))
            shown = (("chosen for each", before), ("the same for all", after))
            if says := ", ".join(f"{word} {names}" for word, names in shown if names):
                yield f"{', '.join(block.names)}: {says}"


def _bounds(given: Comparison, name: str) -> bool:
    """Whether a comparison is c*name + d >= 0, > 0 with c > 0, or == 0."""
    p = given.form.constant
    if given.form.terms or p.names() != {name} or p.degree() != 1:
        return False
    return given.relation is Relation.EQ or dict(p.terms())[((name, 1),)] > 0


def _check_with_kernel(claim: Claim) -> None:
    """InputError if the claim is not well-formed for the kernel."""
    try:
        check_well_formed(claim)
    except MalformedError as error:
        raise InputError(f"the kernel does not accept this as a claim: {error}") from None


# --- rewards without the bound 1 -----------------------------------------------------------------


def is_inhomogeneous(claim: Claim) -> bool:
    """Whether a comparison has rewards and a part without them, so that the scale matters.

    If none has, then a claim holds for rewards in [0,1] exactly if it does for all rewards: on the
    finitely many pulls that it speaks of, they can be divided by their largest value.
    """
    families = (family.comparison for family in claim.families)
    said = (
        *claim.givens,
        *families,
        *(test for part in claim.conclusion for test in tests_of(part)),
    )
    return any(map(_matters, said))


def without_bound(claim: Claim, fresh: Fresh) -> Claim:
    """The claim about all rewards f >= 0, as one about rewards g in [0,1].

    Every f is g/unit for a unit > 0, on the finitely many pulls that count, and a + L(f) >= 0
    exactly if unit*a + L(g) >= 0, where L is linear; the same with minima and maxima. The policies
    that a claim can be about choose by comparing such L, so the run on f is the run on g. The unit
    is the last of the reals; where the scale does not matter there is none.
    """
    if not is_inhomogeneous(claim):
        return claim
    if any(family.last is None for family in claim.families):
        raise InputError("rewards without a bound need a last n in each range: for all n <= T: ...")
    name = fresh.name("unit", "unit")
    unit = Polynomial.variable(name)
    return replace(
        claim,
        families=tuple(
            replace(family, comparison=_scale_test(family.comparison, unit))
            for family in claim.families
        ),
        reals=(*claim.reals, name),
        givens=(
            *(_scale_test(given, unit) for given in claim.givens),
            Comparison(Form(unit), Relation.GT),
        ),
        conclusion=tuple(_scale_formula(part, unit) for part in claim.conclusion),
    )


def _matters(test: Comparison) -> bool:
    """Whether a test has rewards somewhere, and somewhere a part without them."""
    forms = list(test.form.parts())
    return any(form.terms for form in forms) and any(len(form.constant) for form in forms)


def _scale_formula(formula: Formula, unit: Polynomial) -> Formula:
    if isinstance(formula, Comparison):
        return _scale_test(formula, unit)
    return replace(formula, parts=tuple(_scale_formula(part, unit) for part in formula.parts))


def _scale_test(test: Comparison, unit: Polynomial) -> Comparison:
    return replace(test, form=_scale_form(test.form, unit)) if _matters(test) else test


def _scale_form(form: Form, unit: Polynomial) -> Form:
    """Every part without rewards, times the unit."""
    extrema = tuple(
        (c, Extremum(extremum.kind, tuple(_scale_form(part, unit) for part in extremum.of)))
        for c, extremum in form.extrema
    )
    return Form(form.constant * unit, form.terms, extrema)
