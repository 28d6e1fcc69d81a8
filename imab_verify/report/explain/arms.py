"""Proofs of claims about arms, told from the certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from imab_verify.kernel import (
    ONE,
    RAY,
    ZERO,
    AllOf,
    AnyOf,
    ArmClass,
    Atom,
    Bound,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Empty,
    Family,
    Form,
    Formula,
    Functional,
    Given,
    Kind,
    Lemma,
    Member,
    Node,
    Polynomial,
    Rays,
    Region,
    RejectedError,
    Relation,
    Sum,
    Term,
    Total,
    Use,
    expand,
    functional,
    goals,
    obligations,
    on_constant,
    on_ray,
    parameter_region,
    ray_region,
    total_of,
)
from imab_verify.report.explain.blocks import (
    Block,
    Display,
    Item,
    Items,
    Part,
    Parts,
    listed,
    say,
)
from imab_verify.report.explain.cases import Leaf, conditions, leaves, occupied, pinned
from imab_verify.report.explain.expressions import (
    Call,
    Chain,
    Expression,
    Floor,
    Number,
    Role,
    Symbol,
    equation,
)
from imab_verify.report.explain.expressions import Sum as Difference
from imab_verify.report.explain.formulas import NIL, Names, substitute
from imab_verify.report.explain.signs import Appendix, Signs, Zeros

DEFINED = {Kind.DELTA, Kind.P, Kind.AREA}
"""Functionals that are combinations of values and sums."""


@dataclass(frozen=True, slots=True)
class Known:
    """A lemma that may be cited, and how it is called."""

    claim: Claim
    name: str


class Told(NamedTuple):
    """What is said about one case: a few words before, the blocks, and where equality holds."""

    intro: Parts
    blocks: list[Block]
    zeros: Zeros


def _case(where: Parts, told: Told) -> Item:
    start = ("Case ", *where) if where else ("In the case that is left",)
    return Item((*start, ": ", *told.intro) if told.intro else (*start, "."), tuple(told.blocks))


# --- statements --------------------------------------------------------------------------------


def statement(
    claim: Claim, names: Names, lead: str = "", before: Parts = (), formula: Formula | None = None
) -> list[Block]:
    """The claim in words: what the names are, what is given, what follows."""
    blocks: list[Block] = [say(*before, *_declarations(claim, names), lead=lead)]
    hypotheses = [given for given in claim.givens if given.form.terms]
    for number, given in enumerate(hypotheses, start=1):
        if number == 1:
            blocks.append(say("Suppose that"))
        blocks.append(Display(names.comparison(given), f"(H{number})"))
    for number, family in enumerate(claim.families, start=1):
        blocks.append(say("Suppose that for ", *_range(family, names)))
        blocks.append(Display(names.comparison(family.comparison), f"(F{number})"))
    if formula is not None:
        return [*blocks, say("Then ", *formula_parts(formula, names), ".")]
    blocks.append(say("Then"))
    blocks += [Display(names.comparison(comparison)) for comparison in claim.conclusion]
    return blocks


def _range(family: Family, names: Names) -> Parts:
    """All integers of a family."""
    start: Parts = ("all integers ", Symbol(family.name), " from ", names.expanded(family.first))
    return (*start, " on") if family.last is None else (*start, " to ", names.expanded(family.last))


def formula_parts(formula: Formula, names: Names) -> Parts:
    """A formula with `and` and `or`, which binds less."""
    match formula:
        case AllOf(parts):
            inner = [
                ("(", *formula_parts(part, names), ")")
                if isinstance(part, AnyOf)
                else formula_parts(part, names)
                for part in parts
            ]
            return _joined(inner, " and ") or ("anything",)
        case AnyOf(parts):
            return _joined([formula_parts(p, names) for p in parts], " or ") or ("nothing",)
    return (names.test(formula),)


def _joined(parts: Sequence[Parts], word: str) -> Parts:
    together: list[Part] = []
    for number, part in enumerate(parts):
        together += [word, *part] if number else part
    return tuple(together)


def _declarations(claim: Claim, names: Names) -> Parts:
    parts: list[Parts] = []
    if claim.parameters:
        parts.append((*_names(claim.parameters, names), _be(claim.parameters, "integer")))
    if claim.reals:
        parts.append((*_names(claim.reals, names), _be(claim.reals, "real number")))
    for kind in ArmClass:
        own = [arm for arm, k in claim.arms if k is kind]
        if own:
            start = f" from n = {kind.first} on" if kind.first else ""
            word = "concave" if kind.shape.concave else kind.value
            parts.append((*_names(own, names), f" {word} rewards in [0,1]{start}"))
    declared: Parts = ("Let ", *listed(parts)) if parts else ()
    givens = [given for given in claim.givens if not given.form.terms]
    plain = [(names.comparison(given),) for given in dict.fromkeys(givens)]
    floors = [
        (equation(names.symbol(f.name), _quotient(f.numerator, f.divisor, names), Role.SAID),)
        for f in claim.floors
        if isinstance(names.symbol(f.name), Symbol)
    ]
    together = [*floors, *plain]
    where: Parts = (" with " if declared else "Let ", *listed(together)) if together else ()
    return (*declared, *where, ".") if declared or where else ("In every case:",)


def _quotient(n: Polynomial, d: Polynomial, names: Names) -> Expression:
    return Floor(names.expanded(n), names.expanded(d))


def _names(own: Sequence[str], names: Names) -> Parts:
    return listed([(Symbol(names.arm(name)),) for name in own], ", ")


def _be(own: Sequence[str], noun: str) -> str:
    return f" be {noun}s" if len(own) > 1 else f" be {_article(noun)} {noun}"


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


# --- proofs ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Telling:
    """Tells the proof of one claim."""

    claim: Claim
    names: Names
    appendix: Appendix
    lemmas: Sequence[Known] = ()
    signs: Signs = field(init=False)
    introduced: set[ArmClass] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.signs = Signs(self.names, self.appendix)

    def proof(self, proof: ClaimProof) -> list[Block]:
        """All of it: what is needed for the claim to mean something, then every goal."""
        blocks = list(self._domain(proof))
        wanted = goals(self.claim)
        told: list[tuple[Comparison, list[Block]]] = []
        skipped = False
        for number, (node, goal) in enumerate(zip(proof.goals, wanted, strict=True)):
            if skipped:
                skipped = False
                continue
            told.append((goal, self._goal(node, goal)))
            skipped = self._mirrored(number, wanted) and self._always_zero(node, goal)
            if skipped:
                told[-1][1].append(
                    say("The difference is 0 in every case, so this is an equality.")
                )
        if len(told) == 1:
            return blocks + told[0][1]
        items = [
            Item(("To show: ", self.names.comparison(goal), "."), tuple(part))
            for goal, part in told
        ]
        return [*blocks, Items(tuple(items))]

    @staticmethod
    def _mirrored(number: int, wanted: Sequence[Comparison]) -> bool:
        """Whether the next goal is the other half of an equality."""
        if number + 1 == len(wanted):
            return False
        return wanted[number + 1].form == wanted[number].form.scaled(-ONE)

    def _always_zero(self, node: Node, goal: Comparison) -> bool:
        """Whether the proof shows no more than 0 = 0 everywhere."""
        for leaf in leaves(node, parameter_region(self.claim)):
            if isinstance(leaf.node, Empty):
                continue
            if not isinstance(leaf.node, Combine) or leaf.node.uses or leaf.node.scale != ONE:
                return False
            if len(goal.form.constant):
                return False
            for arm, kind in self.claim.arms:
                parts = functional([(c, a) for c, a in goal.form.terms if a.arm == arm])
                if parts and not _vanishes(parts, kind, leaf.node.arms[arm], leaf.region):
                    return False
        return True

    def _domain(self, proof: ClaimProof) -> Iterator[Block]:
        """The conditions on indices and divisors that are not plain."""
        wanted = obligations(self.claim)
        if not wanted:
            return
        yield say("All indices are in the domain, and what is divided by is positive:")
        for node, (p, where) in zip(proof.domain, wanted, strict=True):
            yield from self.sign(node, p, where)

    def sign(
        self,
        node: Node,
        p: Polynomial,
        region: Region,
        *,
        strict: bool = False,
        name: Expression | None = None,
    ) -> list[Block]:
        """p >= 0 (or > 0) by a tree of cases."""
        value = Chain(name or self.names.expanded(p))
        if self.signs.obvious(p, region, strict=strict):
            return self.signs.show(value, p, region, (), strict=strict)[0]

        def tell(leaf: Leaf) -> Told:
            shown = self.signs.show(value, p, leaf.region, _terms(leaf.node), strict=strict)
            return Told((), *shown)

        return self._cases(leaves(node, region), region, tell)[0]

    def _cases(
        self,
        cases: Sequence[Leaf],
        outside: Region,
        tell: Callable[[Leaf], Told],
        heading: Parts = (),
        lead: str = "",
    ) -> tuple[list[Block], list[tuple[Leaf, Zeros]]]:
        """Every case that can occur, and a word about the others."""
        live, dead = occupied(cases)
        every = [(leaf, conditions(leaf, outside, self.names), tell(leaf)) for leaf in live]
        zeros = [(leaf, told.zeros) for leaf, _, told in every]
        blocks: list[Block] = []
        if len(every) == 1 and (not dead or not every[0][1]):
            told = every[0][2]
            start = (*heading, ", ", *told.intro) if told.intro else heading
            blocks = [*([say(*start, lead=lead)] if start else []), *told.blocks]
        elif every:
            if heading:
                blocks.append(say(*heading, ":", lead=lead))
            items = [_case(where, told) for _, where, told in every]
            blocks.append(Items(tuple(items)))
        return [*blocks, *self._impossible(dead, outside, everything=not live)], zeros

    def _impossible(
        self, dead: Sequence[Leaf], outside: Region, *, everything: bool
    ) -> Iterator[Block]:
        """Cases that contradict themselves; the contradictions that are not linear are shown."""
        hard = [leaf for leaf in dead if not _linear(_terms(leaf.node))]
        for leaf in dead if everything else hard:
            told = self.signs.contradiction(leaf.region, _terms(leaf.node))
            where = conditions(leaf, outside, self.names)
            if where:
                yield say("The case ", *where, " cannot occur:")
            else:
                yield say("This cannot occur:")
            yield from told
        if len(dead) > len(hard) and not everything:
            yield say("Other combinations of signs contradict each other.")

    # --- goals ---------------------------------------------------------------------------------

    def _goal(self, node: Node, goal: Comparison) -> list[Block]:
        region = parameter_region(self.claim)
        strict = goal.relation == Relation.GT
        p = goal.form.constant
        if not goal.form.terms and self.signs.obvious(p, region, strict=strict):
            value = Chain(self.names.expanded(p))
            return self.signs.show(value, p, region, (), strict=strict)[0]
        cases = leaves(node, region)

        def tell(leaf: Leaf) -> Told:
            if not isinstance(leaf.node, Combine):
                raise TypeError("a goal is proved by a combination")
            return Told((), self._combination(leaf.node, leaf.region, goal), Zeros())

        blocks, _ = self._cases(cases, region, tell)
        return blocks

    def _combination(self, node: Combine, region: Region, goal: Comparison) -> list[Block]:
        if not goal.form.terms and not node.uses:
            return self._about_parameters(node, region, goal)
        form = goal.form.scaled(node.scale)
        uses = [(use, self._hypothesis(use)) for use in node.uses]
        for use, comparison in uses:
            form = form + comparison.form.scaled(-use.multiplier)
        parts = {
            arm: _by_atom([(c, a) for c, a in form.terms if a.arm == arm])
            for arm, _ in self.claim.arms
        }
        live = [(arm, kind) for arm, kind in self.claim.arms if functional(parts[arm])]
        alone = len(live) == 1 and not node.uses and node.scale == ONE
        if alone and form.constant == ZERO:
            return self._one_arm(node, region, goal, *live[0], parts[live[0][0]])
        return self._several(node, region, goal, form, parts, live, uses)

    def _about_parameters(self, node: Combine, region: Region, goal: Comparison) -> list[Block]:
        """No rewards at all: the rest is the scaled goal."""
        strict = goal.relation == Relation.GT
        p = goal.form.constant * node.scale
        blocks = self.sign(node.rest, p, region, strict=strict)
        if node.scale != ONE:
            scale = self.sign(node.positive, node.scale, region, strict=True)
            first = say("The claim times ", self.names.factored(node.scale), " is shown:")
            return [first, *blocks, say("and the factor is positive:"), *scale]
        return blocks

    def _one_arm(
        self,
        node: Combine,
        region: Region,
        goal: Comparison,
        arm: str,
        kind: ArmClass,
        terms: Sequence[tuple[Polynomial, Atom]],
    ) -> list[Block]:
        D = self.names.fresh("D", "E", "F")
        form = Form(ZERO, tuple(terms))
        blocks: list[Block] = [
            say("Let ", D, " be the difference of the two sides,"),
            Display(Chain(D, ((":=", self.names.form(form)),))),
        ]
        rays, zeros = self._rays(D, node.arms[arm], region, arm, kind, terms)
        self.names.taken.discard(D.name)
        return [*blocks, *rays, *self._equality(zeros, region, kind, arm, goal)]

    def _several(
        self,
        node: Combine,
        region: Region,
        goal: Comparison,
        form: Form,
        parts: Mapping[str, Sequence[tuple[Polynomial, Atom]]],
        live: Sequence[tuple[str, ArmClass]],
        uses: Sequence[tuple[Use, Comparison]],
    ) -> list[Block]:
        """d * goal = sum of multiplier * hypothesis + one functional per arm + rest."""
        strict = goal.relation == Relation.GT
        if len(uses) == 1 and uses[0][1] == goal and not live and not len(form.constant):
            return [say("This is ", *self._source(uses[0][0], "."))]
        blocks: list[Block] = []
        labels = {arm: Symbol(f"L_{self.names.arm(arm)}") for arm, _ in live}
        R = self.names.fresh("R", "S")
        blocks += self._uses(node, uses, region, strict=strict)
        left = self.names.combination([(node.scale, self.names.form(goal.form))])
        right = [
            self.names.times(use.multiplier, self.names.form(c.form))
            for use, c in uses
            if len(use.multiplier)
        ]
        right += [(False, label) for label in labels.values()]
        if len(form.constant):
            right.append((False, R))
        if any(atom.kind in DEFINED for _, atom in form.terms):
            blocks += [say("By definition"), *self._definitions([a for _, a in form.terms])]
        identity = equation(left, self.names.sum_of(right))
        if right:
            blocks += [say("Then" if uses else "It is split by arms:"), Display(identity)]
        else:
            blocks += [say("Both sides agree by the definitions:"), Display(identity)]
        if labels or len(form.constant):
            blocks.append(say("where"))
        for arm, label in labels.items():
            own = self.names.form(Form(ZERO, tuple(parts[arm])))
            blocks.append(Display(Chain(label, ((":=", own),))))
        if len(form.constant):
            blocks.append(Display(Chain(R, ((":=", self.names.expanded(form.constant)),))))
        if len(labels) + bool(len(form.constant)) > 1:
            blocks.append(say("It remains to show that each of these is nonnegative."))
        for arm, kind in live:
            label = labels[arm]
            rays, _ = self._rays(label, node.arms[arm], region, arm, kind, parts[arm])
            blocks += rays
        if len(form.constant):
            needs = strict and node.strict is None
            blocks.append(
                say("The rest is ", "positive." if needs else "nonnegative.", lead="Rest.")
            )
            blocks += self.sign(node.rest, form.constant, region, strict=needs, name=R)
        blocks += self._scale(node, region)
        self.names.taken.discard(R.name)
        return blocks

    def _scale(self, node: Combine, region: Region) -> list[Block]:
        """The factor of the claim is positive; said where it is not plain."""
        if self.signs.obvious(node.scale, region, strict=True):
            return []
        return [
            say("The factor of the claim is positive:"),
            *self.sign(
                node.positive,
                node.scale,
                region,
                strict=True,
                name=self.names.factored(node.scale),
            ),
        ]

    def _uses(
        self,
        node: Combine,
        uses: Sequence[tuple[Use, Comparison]],
        region: Region,
        *,
        strict: bool,
    ) -> Iterator[Block]:
        """Every hypothesis, where it is from, and by what it is multiplied."""
        items = []
        for number, (use, comparison) in enumerate(uses):
            decisive = strict and number == node.strict
            blocks: list[Block] = [Display(self.names.comparison(comparison))]
            blocks += self._applies(use, region)
            needed = decisive or comparison.relation is not Relation.EQ
            if needed and not self.signs.obvious(use.multiplier, region, strict=decisive):
                blocks.append(
                    say(f"The multiplier is {'positive' if decisive else 'nonnegative'}:")
                )
                factor = self.names.factored(use.multiplier)
                blocks += self.sign(use.sign, use.multiplier, region, strict=decisive, name=factor)
            items.append(Item(self._source(use), tuple(blocks)))
        if items:
            yield say("Multiply each of these by what is said, and add:")
            yield Items(tuple(items))

    def _source(self, use: Use, end: str = ":") -> Parts:
        factor = self.names.factored(use.multiplier)
        by: Parts = () if use.multiplier == ONE else (", times ", factor)
        match use.hypothesis:
            case Given(index):
                about = [g for g in self.claim.givens if g.form.terms]
                number = about.index(self.claim.givens[index]) + 1
                return (f"the hypothesis (H{number})", *by, end)
            case Bound(arm):
                return ("the rewards of ", Symbol(self.names.arm(arm)), " are at most 1", *by, end)
            case Lemma(number, _, parameters, arms):
                values: list[Parts] = [
                    (equation(Symbol(name), self.names.expanded(value), Role.INSTANCE),)
                    for name, value in parameters.items()
                    if value != Polynomial.variable(name)
                ]
                values += [
                    (equation(Symbol(name), Symbol(self.names.arm(arm)), Role.INSTANCE),)
                    for name, arm in arms.items()
                    if name != self.names.arm(arm)
                ]
                at: Parts = (" with ", *listed(values)) if values else ()
                return (self.lemmas[number].name, *at, *by, end)
            case Member(number, value):
                name = Symbol(self.claim.families[number].name)
                says = equation(name, self.names.expanded(value), Role.INSTANCE)
                return (f"the hypothesis (F{number + 1}) with ", says, *by, end)
            case Total(number, first, last):
                ends = (self.names.expanded(first), " to ", self.names.expanded(last))
                name = Symbol(self.claim.families[number].name)
                over: Parts = (", summed over ", name, " from ", *ends)
                return (f"the hypotheses (F{number + 1})", *over, *by, end)

    def _applies(self, use: Use, region: Region) -> Iterator[Block]:
        """Why the lemma may be applied here; what is plain is left out."""
        if not isinstance(use.hypothesis, Lemma):
            return
        lemma = use.hypothesis
        inner = parameter_region(self.lemmas[lemma.lemma].claim)
        for proof, constraint in zip(lemma.proofs, inner.constraints, strict=True):
            p = constraint.polynomial.substitute(lemma.parameters)
            if not self.signs.obvious(p, region, strict=constraint.strict):
                yield say("The lemma applies, because")
                yield from self.sign(proof, p, region, strict=constraint.strict)

    def _hypothesis(self, use: Use) -> Comparison:
        match use.hypothesis:
            case Given(index):
                return self.claim.givens[index]
            case Bound(arm, index):
                value = Atom(Kind.VALUE, arm, (index,))
                return Comparison(Form(ONE, ((-ONE, value),)))
            case Lemma(number, comparison, parameters, arms):
                chosen = self.lemmas[number].claim.conclusion[comparison]
                return Comparison(substitute(chosen.form, parameters, arms), chosen.relation)
            case Member(number, value):
                return self.claim.families[number].at(value)
            case Total(number, first, last):
                return total_of(self.claim.families[number], first, last)

    # --- rays ----------------------------------------------------------------------------------

    def _rays(
        self,
        label: Symbol,
        proof: Rays,
        region: Region,
        arm: str,
        kind: ArmClass,
        terms: Sequence[tuple[Polynomial, Atom]],
    ) -> tuple[list[Block], list[tuple[Leaf | None, Zeros]]]:
        """L >= 0 for the constant 1 and for every ray."""
        parts, own = functional(list(terms)), self.names.arm(arm)
        f = Symbol(own)
        j = self.names.symbol(RAY)
        ray = ray_expression(kind, j, self.names.index)
        atoms = list(dict.fromkeys(atom for _, atom in terms))
        blocks: list[Block] = [self._why_rays(label, kind, f, ray)]

        def constant(leaf: Leaf) -> Told:
            return self._at(label, on_constant(parts), leaf, atoms, on_constant)

        def is_zero(leaf: Leaf) -> bool:
            plain = isinstance(leaf.node, Sum) and not leaf.merged
            return leaf.merged or (plain and on_ray(kind, parts, leaf.region) == ZERO)

        def tell(leaf: Leaf) -> Told:
            if leaf.merged:
                return Told((), [Display(equation(label, NIL))], Zeros(everywhere=True))
            at = pinned(leaf)

            def value(part: Functional) -> Polynomial:
                return at.of(on_ray(kind, part, leaf.region))

            return self._at(label, value(parts), replace(leaf, region=at.region), atoms, value)

        told, zeros = self._cases(
            leaves(proof.constant, region),
            region,
            constant,
            ("For ", equation(Call(own, (self.names.index,)), Number(Fraction(1)), Role.VALUE)),
            "The constant.",
        )
        blocks += told
        outside = ray_region(region)
        told, more = self._cases(
            leaves(proof.ray, outside, lambda a, b: is_zero(a) and is_zero(b)),
            outside,
            tell,
            ("For ", equation(Call(own, (self.names.index,)), ray, Role.VALUE)),
            "The hinges." if kind.shape.concave else "The steps.",
        )
        every: list[tuple[Leaf | None, Zeros]] = [(None, zero) for _, zero in zeros]
        return [*blocks, *told], [*every, *more]

    def _why_rays(self, label: Symbol, kind: ArmClass, f: Symbol, ray: Expression) -> Block:
        j = self.names.symbol(RAY)
        if kind in self.introduced:
            return say("As before, ", label, " is looked at for the extreme ", f, " only.")
        self.introduced.add(kind)
        word = "concave" if kind.shape.concave else kind.value
        return say(
            label,
            " is linear in ",
            f,
            f", and up to any index every {word} ",
            f,
            " is a sum of nonnegative multiples of the constant 1 and of the ",
            "hinges " if kind.shape.concave else "steps ",
            ray,
            *_sides_of_step(kind, j),
            ", with ",
            Chain(j, ((">=", Number(Fraction(1))),), Role.SAID),
            ". So it is enough to show ",
            Chain(label, ((">=", NIL),), Role.SAID),
            " for these.",
        )

    def _at(
        self,
        label: Symbol,
        p: Polynomial,
        leaf: Leaf,
        atoms: Sequence[Atom],
        value: Callable[[Functional], Polynomial],
    ) -> Told:
        """The values of the functionals at one extreme function, and that of the whole."""
        values: list[Parts] = [
            (equation(self.names.atom(atom), self.signs.value(at, leaf.region), Role.VALUE),)
            for atom, at in self._values(atoms, value)
        ]
        blocks, zeros = self.signs.show(Chain(label), p, leaf.region, _terms(leaf.node))
        return Told((*listed(values), ", so"), blocks, zeros)

    @staticmethod
    def _values(
        atoms: Sequence[Atom], value: Callable[[Functional], Polynomial]
    ) -> list[tuple[Atom, Polynomial]]:
        """What the functionals are; their parts where a region cuts only what does not cancel."""
        try:
            return [(atom, value(functional([(ONE, atom)]))) for atom in atoms]
        except RejectedError:
            basic = [Atom(k, a.arm, (i,)) for a in atoms for _, k, i in expand(a)]
        values = []
        for atom in dict.fromkeys(basic):
            with suppress(RejectedError):
                values.append((atom, value(functional([(ONE, atom)]))))
        return values

    def _definitions(self, atoms: Sequence[Atom]) -> Iterator[Block]:
        """What Delta, P and Area are, where they occur."""
        for atom in dict.fromkeys(a for a in atoms if a.kind in DEFINED):
            terms = [(c, self.names.atom(Atom(k, atom.arm, (i,)))) for c, k, i in expand(atom)]
            yield Display(equation(self.names.atom(atom), self.names.combination(terms)))

    # --- equality ------------------------------------------------------------------------------

    def _equality(
        self,
        zeros: Sequence[tuple[Leaf | None, Zeros]],
        region: Region,
        kind: ArmClass,
        arm: str,
        goal: Comparison,
    ) -> Iterator[Block]:
        """Where the claim is tight; said if it is known for every extreme function."""
        if goal.relation is not Relation.GE:
            return
        if all(zero.everywhere for _, zero in zeros):
            return
        if any(not zero.everywhere and zero.factors is None for _, zero in zeros):
            tight = [(leaf, zero) for leaf, zero in zeros if zero.everywhere]
            if tight:
                where = self._where(tight, region, kind)
                yield say("There is equality ", *where, ".", lead="Equality.")
            return
        f = Symbol(self.names.arm(arm))
        if all(zero.factors == () for _, zero in zeros):
            only = " is 0 up to the largest index."
            yield say("There is equality only where ", f, only, lead="Equality.")
            return
        if len({(zero.everywhere, zero.factors) for _, zero in zeros}) == 1:
            where = listed([(self._vanishing(q),) for q in zeros[0][1].factors or ()], " or ")
            unless = (
                "Unless ",
                f,
                " is 0 up to the largest index, there is equality exactly where ",
            )
            yield say(*unless, *where, ".", lead="Equality.")
            return
        yield say(
            "There is equality for ",
            f,
            " if and only if there is for each of these functions that it is made of: ",
            *self._where(zeros, region, kind),
            ".",
            lead="Equality.",
        )

    def _where(
        self, zeros: Sequence[tuple[Leaf | None, Zeros]], region: Region, kind: ArmClass
    ) -> Parts:
        parts: list[Parts] = []
        outside = ray_region(region)
        ray = ray_expression(kind, self.names.symbol(RAY), self.names.index)
        for leaf, zero in zeros:
            who: Parts = ("for the constant",) if leaf is None else ("for ", ray)
            where = conditions(leaf, outside, self.names) if leaf is not None else ()
            who = (*who, " with ", *where) if where else who
            if zero.everywhere:
                parts.append((*who, " always") if len(zeros) > 1 else who)
            elif not zero.factors:
                parts.append((*who, " never"))
            else:
                when = [(self._vanishing(q),) for q in zero.factors]
                parts.append((*who, " only where ", *listed(when, " or ")))
        return _joined(parts, "; ")

    def _vanishing(self, q: Polynomial) -> Chain:
        return self.names.comparison(Comparison(Form(q), Relation.EQ))


def ray_expression(kind: ArmClass, j: Expression, n: Symbol) -> Expression:
    """min(n, j), min(n - 1, j), or the step at j: step(n, j) is 1 where n >= j, else 0."""
    if not kind.shape.concave:
        return Call("step", (n, j) if kind.shape.rising else (j, n))
    shifted = Difference(((False, n), (True, Number(Fraction(1)))))
    return Call("min", (shifted if kind.first else n, j))


def _sides_of_step(kind: ArmClass, j: Expression) -> Parts:
    """Where a step is 1."""
    if kind.shape.concave:
        return ()
    rising = kind.shape.rising
    return (
        (", which are 1 from ", j, " on and 0 before")
        if rising
        else (", which are 1 up to ", j, " and 0 after")
    )


def _by_atom(terms: Sequence[tuple[Polynomial, Atom]]) -> list[tuple[Polynomial, Atom]]:
    """Equal functionals once, zeros left out."""
    collected: dict[Atom, Polynomial] = {}
    for c, atom in terms:
        collected[atom] = collected.get(atom, ZERO) + c
    return [(c, atom) for atom, c in collected.items() if len(c)]


def _terms(node: Node) -> tuple[Term, ...]:
    return node.terms if isinstance(node, Sum | Empty) else ()


def _linear(terms: Sequence[Term]) -> bool:
    return all(t.square is None and sum(e for _, e in t.factors) <= 1 for t in terms)


def _vanishes(parts: Functional, kind: ArmClass, proof: Rays, region: Region) -> bool:
    """Whether a functional is 0 on all rays, as the proof has cut them."""
    if on_constant(parts) != ZERO:
        return False
    live, _ = occupied(leaves(proof.ray, ray_region(region)))
    return all(on_ray(kind, parts, leaf.region) == ZERO for leaf in live)
