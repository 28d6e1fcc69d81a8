"""Proofs of claims about arms, told from the certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Bound,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Empty,
    Form,
    Kind,
    Lemma,
    Node,
    Polynomial,
    Rays,
    RejectedError,
    Relation,
    Sum,
    Use,
)
from imab_verify.kernel.arms import (
    Functional,
    Member,
    Region,
    Total,
    functional,
    goals,
    obligations,
    on_constant,
    on_ray,
    parameter_region,
    ray_region,
    start_of,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY, expand
from imab_verify.report.explain.cases import (
    CaseTelling,
    Leaf,
    Told,
    Zeros,
    conditions,
    leaves,
    pin_ray,
    split_possible,
    terms_of,
)
from imab_verify.report.explain.documents import (
    Block,
    Call,
    Chain,
    Display,
    Expression,
    Item,
    Items,
    Number,
    Parts,
    Role,
    Symbol,
    equation,
    list_parts,
    say,
)
from imab_verify.report.explain.documents import Sum as Difference
from imab_verify.report.explain.statements import NIL, join_parts

DEFINED = {Kind.DELTA, Kind.P, Kind.AREA}
"""Functionals that are combinations of values and sums."""


@dataclass(slots=True)
class RayTelling(CaseTelling):
    """Tells it, and where there is equality."""

    def rays(
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
            at = pin_ray(leaf)

            def value(part: Functional) -> Polynomial:
                return at.of(on_ray(kind, part, leaf.region))

            return self._at(label, value(parts), replace(leaf, region=at.region), atoms, value)

        told, zeros = self.cases(
            leaves(proof.constant, region),
            region,
            constant,
            ("For ", equation(Call(own, (self.names.index,)), Number(Fraction(1)), Role.VALUE)),
            "The constant.",
        )
        blocks += told
        outside = ray_region(region)
        told, more = self.cases(
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
        blocks, zeros = self.signs.show(Chain(label), p, leaf.region, terms_of(leaf.node))
        return Told((*list_parts(values), ", so"), blocks, zeros)

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

    def definitions(self, atoms: Sequence[Atom]) -> Iterator[Block]:
        """What Delta, P and Area are, where they occur."""
        for atom in dict.fromkeys(a for a in atoms if a.kind in DEFINED):
            terms = [(c, self.names.atom(Atom(k, atom.arm, (i,)))) for c, k, i in expand(atom)]
            yield Display(equation(self.names.atom(atom), self.names.combination(terms)))

    # --- equality ------------------------------------------------------------------------------

    def equality(
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
            where = list_parts([(self._vanishing(q),) for q in zeros[0][1].factors or ()], " or ")
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
                parts.append((*who, " only where ", *list_parts(when, " or ")))
        return join_parts(parts, "; ")

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


def vanishes(parts: Functional, kind: ArmClass, proof: Rays, region: Region) -> bool:
    """Whether a functional is 0 on all rays, as the proof has cut them."""
    if on_constant(parts) != ZERO:
        return False
    live, _ = split_possible(leaves(proof.ray, ray_region(region)))
    return all(on_ray(kind, parts, leaf.region) == ZERO for leaf in live)


@dataclass(slots=True)
class Telling(RayTelling):
    """Tells the proof of one claim."""

    def proof(self, proof: ClaimProof) -> list[Block]:
        """All of it: what is needed for the claim to mean something, then every goal."""
        claim, region = start_of(self.claim, [lemma.claim for lemma in self.lemmas])
        blocks = list(self._domain(proof, claim, region))
        wanted = goals(claim)
        told: list[tuple[Comparison, list[Block]]] = []
        skipped = False
        for number, (node, goal) in enumerate(zip(proof.goals, wanted, strict=True)):
            if skipped:
                skipped = False
                continue
            told.append((goal, self.goal(node, region, goal)))
            skipped = self._mirrored(number, wanted) and self._always_zero(node, region, goal)
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

    def _always_zero(self, node: Node, region: Region, goal: Comparison) -> bool:
        """Whether the proof shows no more than 0 = 0 everywhere."""
        for leaf in leaves(node, region):
            if isinstance(leaf.node, Empty):
                continue
            if not isinstance(leaf.node, Combine) or leaf.node.uses or leaf.node.scale != ONE:
                return False
            if len(goal.form.constant):
                return False
            for arm, kind in region.arms:
                parts = functional([(c, a) for c, a in goal.form.terms if a.arm == arm])
                if parts and not vanishes(parts, kind, leaf.node.arms[arm], leaf.region):
                    return False
        return True

    def _domain(self, proof: ClaimProof, claim: Claim, region: Region) -> Iterator[Block]:
        """The conditions on indices and divisors that are not plain."""
        wanted = [(p, where) for p, where in obligations(claim, region) if not where.implies(p)]
        if wanted:
            divided = ", and what is divided by is positive" if claim.floors else ""
            yield say(f"First, all indices are in the domain{divided}.")
        for p, where in wanted:
            yield from self.sign(proof.domain[p], p, where)

    # --- goals ---------------------------------------------------------------------------------

    def goal(self, node: Node, region: Region, goal: Comparison) -> list[Block]:
        """A comparison by a tree of combinations."""
        strict = goal.relation == Relation.GT
        p = goal.form.constant
        if not goal.form.terms and self.signs.obvious(p, region, strict=strict):
            value = Chain(self.names.expand(p))
            return self.signs.show(value, p, region, (), strict=strict)[0]

        def tell(leaf: Leaf) -> Told:
            return Told((), self.leaf(leaf, goal), Zeros())

        return self.cases(leaves(node, region), region, tell)[0]

    def leaf(self, leaf: Leaf, goal: Comparison) -> list[Block]:
        """A comparison in one case."""
        if not isinstance(leaf.node, Combine):
            raise TypeError("a goal is proved by a combination")
        return self._combination(leaf.node, leaf, goal)

    def _combination(self, node: Combine, leaf: Leaf, goal: Comparison) -> list[Block]:
        region = leaf.region
        if not goal.form.terms and not node.uses:
            return self._about_parameters(node, region, goal)
        form = goal.form.scaled(node.scale)
        uses = [(use, region.hypothesis(use.hypothesis)) for use in node.uses]
        for use, comparison in uses:
            form = form + comparison.form.scaled(-use.multiplier)
        parts = {
            arm: by_atom([(c, a) for c, a in form.terms if a.arm == arm]) for arm, _ in region.arms
        }
        live = [(arm, kind) for arm, kind in region.arms if functional(parts[arm])]
        alone = len(live) == 1 and not node.uses and node.scale == ONE
        if alone and form.constant == ZERO:
            return self._one_arm(node, region, goal, *live[0], parts[live[0][0]])
        return self._several(node, leaf, goal, form, parts, live, uses)

    def _about_parameters(self, node: Combine, region: Region, goal: Comparison) -> list[Block]:
        """No rewards at all: the rest is the scaled goal."""
        strict = goal.relation == Relation.GT
        p = goal.form.constant * node.scale
        blocks = self.sign(node.rest, p, region, strict=strict)
        if node.scale != ONE:
            scale = self.sign(node.positive, node.scale, region, strict=True)
            first = say("The claim times ", self.names.factorise(node.scale), " is shown:")
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
        rays, zeros = self.rays(D, node.arms[arm], region, arm, kind, terms)
        self.names.taken.discard(D.name)
        return [*blocks, *rays, *self.equality(zeros, region, kind, arm, goal)]

    def _several(
        self,
        node: Combine,
        leaf: Leaf,
        goal: Comparison,
        form: Form,
        parts: Mapping[str, Sequence[tuple[Polynomial, Atom]]],
        live: Sequence[tuple[str, ArmClass]],
        uses: Sequence[tuple[Use, Comparison]],
    ) -> list[Block]:
        """d * goal = sum of multiplier * hypothesis + one functional per arm + rest."""
        strict, region = goal.relation == Relation.GT, leaf.region
        if len(uses) == 1 and uses[0][1] == goal and not live and not len(form.constant):
            return [say("This is ", *self._source(uses[0][0], leaf, "."))]
        blocks: list[Block] = []
        labels = {arm: Symbol(f"L_{self.names.arm(arm)}") for arm, _ in live}
        R = self.names.fresh("R", "S")
        blocks += self._uses(node, uses, leaf, strict=strict)
        left = self.names.combination([(node.scale, self.names.form(goal.form))])
        right = [
            self.names.times(use.multiplier, self.names.form(c.form))
            for use, c in uses
            if len(use.multiplier)
        ]
        right += [(False, label) for label in labels.values()]
        if len(form.constant):
            right.append((False, R))
        left_over = [atom for terms in parts.values() for _, atom in terms]
        if any(atom.kind in DEFINED for atom in left_over):
            blocks += [say("By definition"), *self.definitions(left_over)]
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
            blocks.append(Display(Chain(R, ((":=", self.names.expand(form.constant)),))))
        if len(labels) + bool(len(form.constant)) > 1:
            blocks.append(say("It remains to show that each of these is nonnegative."))
        for arm, kind in live:
            label = labels[arm]
            rays, _ = self.rays(label, node.arms[arm], region, arm, kind, parts[arm])
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
                name=self.names.factorise(node.scale),
            ),
        ]

    def _uses(
        self,
        node: Combine,
        uses: Sequence[tuple[Use, Comparison]],
        leaf: Leaf,
        *,
        strict: bool,
    ) -> Iterator[Block]:
        """Every hypothesis, where it is from, and by what it is multiplied."""
        items, region = [], leaf.region
        for number, (use, comparison) in enumerate(uses):
            decisive = strict and number == node.strict
            blocks: list[Block] = [Display(self.names.comparison(comparison))]
            blocks += self._applies(use, leaf)
            needed = decisive or comparison.relation is not Relation.EQ
            if needed and not self.signs.obvious(use.multiplier, region, strict=decisive):
                blocks.append(
                    say(f"The multiplier is {'positive' if decisive else 'nonnegative'}:")
                )
                factor = self.names.factorise(use.multiplier)
                blocks += self.sign(use.sign, use.multiplier, region, strict=decisive, name=factor)
            items.append(Item(self._source(use, leaf), tuple(blocks)))
        if items:
            yield say("Multiply each of these by what is said, and add:")
            yield Items(tuple(items))

    def _source(self, use: Use, leaf: Leaf, end: str = ":") -> Parts:
        factor = self.names.factorise(use.multiplier)
        by: Parts = () if use.multiplier == ONE else (", times ", factor)
        families = leaf.region.families
        source, _ = leaf.brought.get(use.hypothesis, (None, None))
        match source:
            case Bound(arm):
                return ("the rewards of ", Symbol(self.names.arm(arm)), " are at most 1", *by, end)
            case Lemma(number, _c, parameters, arms):
                values: list[Parts] = [
                    (equation(Symbol(name), self.names.expand(value), Role.INSTANCE),)
                    for name, value in parameters.items()
                    if self.names.expand(value) != Symbol(name)
                ]
                values += [
                    (equation(Symbol(name), Symbol(self.names.arm(arm)), Role.INSTANCE),)
                    for name, arm in arms.items()
                    if name != self.names.arm(arm)
                ]
                at: Parts = (" with ", *list_parts(values)) if values else ()
                return (self.lemmas[number].name, *at, *by, end)
            case Member(number, value):
                name = Symbol(families[number].name)
                says = equation(name, self.names.expand(value), Role.INSTANCE)
                return (f"the hypothesis (F{number + 1}) with ", says, *by, end)
            case Total(number, first, last):
                ends = (self.names.expand(first), " to ", self.names.expand(last))
                name = Symbol(families[number].name)
                over: Parts = (", summed over ", name, " from ", *ends)
                return (f"the hypotheses (F{number + 1})", *over, *by, end)
            case _:
                return (f"the hypothesis ({use.hypothesis})", *by, end)

    def _applies(self, use: Use, leaf: Leaf) -> Iterator[Block]:
        """Why the lemma may be applied here; what is plain is left out."""
        lemma, region = leaf.brought.get(use.hypothesis, (None, leaf.region))
        if not isinstance(lemma, Lemma):
            return
        for constraint in parameter_region(region.lemmas[lemma.lemma]).constraints:
            p = constraint.polynomial.substitute(lemma.parameters)
            if not self.signs.obvious(p, region, strict=constraint.strict):
                yield say("The lemma applies, because")
                proof = lemma.proofs[constraint.name]
                yield from self.sign(proof, p, region, strict=constraint.strict)


def by_atom(terms: Sequence[tuple[Polynomial, Atom]]) -> list[tuple[Polynomial, Atom]]:
    """Equal functionals once, zeros left out."""
    collected: dict[Atom, Polynomial] = {}
    for c, atom in terms:
        collected[atom] = collected.get(atom, ZERO) + c
    return [(c, atom) for atom, c in collected.items() if len(c)]
