"""Proofs of claims about arms, told from the certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Bound,
    Claim,
    ClaimProof,
    Combine,
    Comparison,
    Form,
    Kind,
    Lemma,
    Node,
    Polynomial,
    Rays,
    RejectedError,
    Relation,
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
from imab_verify.report.explain.cases import CaseTelling, Leaf, Told, Zeros
from imab_verify.report.explain.documents import (
    NIL,
    Block,
    Chain,
    Display,
    Expression,
    Item,
    Items,
    Parts,
    Role,
    call,
    define,
    equation,
    list_parts,
    number,
    say,
    total,
)

DEFINED = {Kind.DELTA, Kind.P, Kind.AREA}
"""Functionals that are combinations of values and sums."""


def ray_expression(kind: ArmClass, j: Expression, n: Expression) -> Expression:
    """min(n, j), min(n - 1, j), or the step at j: step(n, j) is 1 where n >= j, else 0."""
    if not kind.shape.concave:
        return call("step", *((n, j) if kind.shape.rising else (j, n)))
    return call("min", total([(False, n), (True, number(1))]) if kind.first else n, j)


def by_atom(terms: Sequence[tuple[Polynomial, Atom]]) -> list[tuple[Polynomial, Atom]]:
    """Equal functionals once, zeros left out."""
    collected: dict[Atom, Polynomial] = {}
    for c, atom in terms:
        collected[atom] = collected.get(atom, ZERO) + c
    return [(c, atom) for atom, c in collected.items() if len(c)]


@dataclass(frozen=True, slots=True)
class OneArm:
    """The part of a combination that is about one arm, and how it is called."""

    label: Expression
    arm: str
    kind: ArmClass
    terms: Sequence[tuple[Polynomial, Atom]]


@dataclass(slots=True)
class Telling(CaseTelling):
    """Tells the proof of one claim."""

    def proof(self, proof: ClaimProof) -> list[Block]:
        """The proof: what the claim needs to mean something, then every goal."""
        claim, region = start_of(self.claim, [lemma.claim for lemma in self.lemmas])
        blocks = list(self._domain(proof, claim, region))
        told: list[tuple[Comparison, list[Block]]] = []
        for node, goal in zip(proof.goals, goals(claim), strict=True):
            mirrored = told and goal.form == told[-1][0].form.scaled(-ONE)
            if mirrored and _says_zero(told[-1][1]):
                equal = "The difference is 0 in every case, so this is an equality."
                told[-1][1].append(say(equal))
            else:
                told.append((goal, self.goal(node, region, goal)))
        return [*blocks, *self.each(told)]

    def each(self, told: Sequence[tuple[Comparison, list[Block]]]) -> list[Block]:
        """Goals with their proofs, as a list; the proof alone if there is one goal."""
        if len(told) == 1:
            return told[0][1]
        items = (
            Item(("To show: ", self.names.comparison(goal), "."), tuple(own)) for goal, own in told
        )
        return [Items(tuple(items))]

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
        p, strict = goal.form.constant, goal.relation == Relation.GT
        if not goal.form.terms and self.obvious(p, region, strict=strict):
            return self.sign(node, p, region, strict=strict)
        return self.cases(Leaf(node, region), lambda leaf: Told((), self.leaf(leaf, goal)))[0]

    def leaf(self, leaf: Leaf, goal: Comparison) -> list[Block]:
        """A comparison in one case: scale * goal = multipliers * hypotheses + arms + rest."""
        node, region, strict = leaf.node, leaf.region, goal.relation == Relation.GT
        if not isinstance(node, Combine):
            raise TypeError("a goal is proved by a combination")
        if not goal.form.terms and not node.uses:
            return self._about_parameters(node, region, goal)
        form = goal.form.scaled(node.scale)
        uses = [(use, region.hypothesis(use.hypothesis)) for use in node.uses]
        for use, comparison in uses:
            form = form + comparison.form.scaled(-use.multiplier)
        arms = []
        for arm, kind in region.arms:
            terms = by_atom([(c, a) for c, a in form.terms if a.arm == arm])
            if functional(terms):
                label = Expression(f"L_{self.names.symbol(arm).text}")
                arms.append(OneArm(label, arm, kind, terms))
        if len(arms) == 1 and not node.uses and node.scale == ONE and form.constant == ZERO:
            return self._one_arm(node, region, goal, arms[0])
        if len(uses) == 1 and uses[0][1] == goal and not arms and not len(form.constant):
            return [say("This is ", *self._source(uses[0][0], leaf, "."))]
        rest = form.constant if len(form.constant) else None
        R = self.names.fresh("R", "S")
        blocks = list(self._uses(node, uses, leaf, strict=strict))
        left_over = by_atom(form.terms)
        if any(atom.kind in DEFINED for _, atom in left_over):
            blocks += [say("By definition"), *self._definitions([atom for _, atom in left_over])]
        left = self.names.combination([(node.scale, self.names.form(goal.form))])
        right = [
            self.names.times(use.multiplier, self.names.form(c.form))
            for use, c in uses
            if len(use.multiplier)
        ]
        parts = [(one.label, self.names.form(Form(ZERO, tuple(one.terms)))) for one in arms]
        parts += [(R, self.names.expand(rest))] if rest else []
        right += [(False, label) for label, _ in parts]
        by_arms = "It is split by arms:" if right else "Both sides agree by the definitions:"
        identity = equation(left, self.names.sum_of(right))
        blocks += [say("Then" if uses and right else by_arms), Display(identity)]
        blocks += [say("where")] if parts else []
        blocks += [Display(define(label, meaning)) for label, meaning in parts]
        for one in arms:
            blocks += self._rays(one, node.arms[one.arm], region)[0]
        if rest:
            needs = strict and node.strict is None
            sign = "positive." if needs else "nonnegative."
            blocks.append(say(f"The rest is {sign}", lead="Rest."))
            blocks += self.sign(node.rest, rest, region, strict=needs, name=R)
        words = "The factor of the claim is positive:"
        blocks += self.why(words, node.positive, node.scale, region, strict=True)
        self.names.taken.discard(R.text)
        return blocks

    def _about_parameters(self, node: Combine, region: Region, goal: Comparison) -> list[Block]:
        """No rewards at all: the rest is the scaled goal."""
        p = goal.form.constant * node.scale
        blocks = self.sign(node.rest, p, region, strict=goal.relation == Relation.GT)
        if node.scale == ONE:
            return blocks
        first = say("The claim times ", self.names.factorise(node.scale), " is shown:")
        words = "and the factor is positive:"
        positive = self.why(words, node.positive, node.scale, region, strict=True)
        return [first, *blocks, *positive]

    def _definitions(self, atoms: Sequence[Atom]) -> Iterator[Block]:
        """The definitions of Delta, P and Area for those that occur."""
        for atom in dict.fromkeys(a for a in atoms if a.kind in DEFINED):
            terms = [(c, self.names.atom(Atom(k, atom.arm, (i,)))) for c, k, i in expand(atom)]
            yield Display(equation(self.names.atom(atom), self.names.combination(terms)))

    def _uses(
        self,
        node: Combine,
        uses: Sequence[tuple[Use, Comparison]],
        leaf: Leaf,
        *,
        strict: bool,
    ) -> Iterator[Block]:
        """A list of the hypotheses used, each with its source and its multiplier."""
        items, region = [], leaf.region
        for place, (use, comparison) in enumerate(uses):
            decisive = strict and place == node.strict
            blocks: list[Block] = [Display(self.names.comparison(comparison))]
            blocks += self._applies(use, leaf)
            if decisive or comparison.relation is not Relation.EQ:
                words = f"The multiplier is {'positive' if decisive else 'nonnegative'}:"
                blocks += self.why(words, use.sign, use.multiplier, region, strict=decisive)
            items.append(Item(self._source(use, leaf), tuple(blocks)))
        if items:
            yield say("Multiply each of these by what is said, and add:")
            yield Items(tuple(items))

    def _source(self, use: Use, leaf: Leaf, end: str = ":") -> Parts:
        """The source of a hypothesis, and its multiplier, in words."""
        families = leaf.region.families
        source, _ = leaf.brought.get(use.hypothesis, (None, None))
        words: Parts
        match source:
            case Bound(arm):
                words = ("the rewards of ", self.names.symbol(arm), " are at most 1")
            case Lemma(place, _c, parameters, arms):
                meant = {name: self.names.expand(value) for name, value in parameters.items()}
                meant |= {name: self.names.symbol(arm) for name, arm in arms.items()}
                values: list[Parts] = [
                    (equation(Expression(name), value, Role.INSTANCE),)
                    for name, value in meant.items()
                    if name != value.text
                ]
                at: Parts = (" with ", *list_parts(values)) if values else ()
                words = (self.lemmas[place].name, *at)
            case Member(place, value):
                index = Expression(families[place].name)
                says = equation(index, self.names.expand(value), Role.INSTANCE)
                words = (f"the hypothesis (F{place + 1}) with ", says)
            case Total(place, first, last):
                name, start, stop = families[place].name, *map(self.names.expand, (first, last))
                words = (f"the hypotheses (F{place + 1}), summed over ", Expression(name))
                words += (" from ", start, " to ", stop)
            case _:
                words = (f"the hypothesis ({use.hypothesis})",)
        factor = self.names.factorise(use.multiplier)
        return (*words, *(() if use.multiplier == ONE else (", times ", factor)), end)

    def _applies(self, use: Use, leaf: Leaf) -> Iterator[Block]:
        """Reasons why a lemma may be applied; what is plain is left out."""
        lemma, region = leaf.brought.get(use.hypothesis, (None, leaf.region))
        if not isinstance(lemma, Lemma):
            return
        for constraint in parameter_region(region.lemmas[lemma.lemma]).constraints:
            p = constraint.polynomial.substitute(lemma.parameters)
            words, proof = "The lemma applies, because", lemma.proofs[constraint.name]
            yield from self.why(words, proof, p, region, strict=constraint.strict)

    # --- one arm -------------------------------------------------------------------------------

    def _one_arm(self, node: Combine, region: Region, goal: Comparison, one: OneArm) -> list[Block]:
        D = self.names.fresh("D", "E", "F")
        difference = define(D, self.names.form(Form(ZERO, tuple(one.terms))))
        first = say("Let ", D, " be the difference of the two sides,")
        rays, zeros = self._rays(replace(one, label=D), node.arms[one.arm], region)
        self.names.taken.discard(D.text)
        tight = self._equality(zeros, one) if goal.relation is Relation.GE else ()
        return [first, Display(difference), *rays, *tight]

    def _rays(
        self, one: OneArm, proof: Rays, region: Region
    ) -> tuple[list[Block], list[tuple[Parts, Zeros]]]:
        """L >= 0 for the constant 1 and for every ray; and where there is equality."""
        f, n = self.names.symbol(one.arm), self.names.index
        ray = ray_expression(one.kind, self.names.symbol(RAY), n)

        def on_rays(leaf: Leaf) -> Told:
            known, at = leaf.pin_ray()
            return self._at(one, at, lambda p: on_ray(one.kind, p, leaf.region).substitute(known))

        blocks, zeros = self.cases(
            Leaf(proof.constant, region),
            lambda leaf: self._at(one, leaf, on_constant),
            ("For ", equation(call(f.text, n), number(1), Role.VALUE)),
            "The constant.",
        )
        outside = ray_region(region)
        told, more = self.cases(
            Leaf(proof.ray, outside),
            on_rays,
            ("For ", equation(call(f.text, n), ray, Role.VALUE)),
            "The hinges." if one.kind.shape.concave else "The steps.",
        )
        where: list[tuple[Parts, Zeros]] = [(("for the constant",), zero) for _, zero in zeros]
        for leaf, zero in more:
            conditions = leaf.conditions(outside, self.names)
            where.append((("for ", ray, *((" with ", *conditions) if conditions else ())), zero))
        return [self._why_rays(one, f, ray), *blocks, *told], where

    def _why_rays(self, one: OneArm, f: Expression, ray: Expression) -> Block:
        label, kind, j = one.label, one.kind, self.names.symbol(RAY)
        if kind in self.introduced:
            return say("As before, ", label, " is looked at for the extreme ", f, " only.")
        self.introduced.add(kind)
        word, rays, sides = "concave", "hinges ", ()  # type: tuple[str, str, Parts]
        if not kind.shape.concave:
            word, rays, sides = kind.value, "steps ", (", which are 1 up to ", j, " and 0 after")
            if kind.shape.rising:
                sides = (", which are 1 from ", j, " on and 0 before")
        return say(
            *(label, " is linear in ", f, f", and up to any index every {word} ", f),
            f" is a sum of nonnegative multiples of the constant 1 and of the {rays}",
            *(ray, *sides, ", with ", Chain(j, ((">=", number(1)),), Role.SAID)),
            *(". So it is enough to show ", Chain(label, ((">=", NIL),), Role.SAID)),
            " for these.",
        )

    def _at(self, one: OneArm, leaf: Leaf, value: Callable[[Functional], Polynomial]) -> Told:
        """The values of the functionals at one extreme function, and that of the whole."""
        values: list[Parts] = [
            (equation(self.names.atom(atom), self.value(at, leaf.region), Role.VALUE),)
            for atom, at in _values([atom for _, atom in one.terms], value)
        ]
        p = value(functional(list(one.terms)))
        shown = self.show(Chain(one.label), p, leaf.region, leaf.terms)
        return Told((*list_parts(values), ", so"), *shown)

    def _equality(self, zeros: Sequence[tuple[Parts, Zeros]], one: OneArm) -> Iterator[Block]:
        """The cases of equality, if they are known for every extreme function."""
        every = [zero for _, zero in zeros]
        if None in every or all(zero == (ZERO,) for zero in every):
            return
        f = self.names.symbol(one.arm)
        if not any(every):
            only = " is 0 up to the largest index."
            yield say("There is equality only where ", f, only, lead="Equality.")
            return
        parts: list[Parts] = []
        for where, zero in zeros:
            vanishing = [
                (self.names.comparison(Comparison(Form(q), Relation.EQ)),) for q in zero or ()
            ]
            when: Parts = (" only where ", *list_parts(vanishing, " or ")) if zero else (" never",)
            parts.append((*where, *((" always",) if zero == (ZERO,) else when)))
        yield say(
            *("There is equality for ", f, " if and only if there is for each of these functions"),
            *(" that it is made of: ", *list_parts(parts, "; ", "; "), "."),
            lead="Equality.",
        )


def _values(
    atoms: Sequence[Atom], value: Callable[[Functional], Polynomial]
) -> list[tuple[Atom, Polynomial]]:
    """The functionals with their values; their parts, if only these have one on the region."""
    try:
        return [(atom, value(functional([(ONE, atom)]))) for atom in atoms]
    except RejectedError:
        basic = [Atom(k, a.arm, (i,)) for a in atoms for _, k, i in expand(a)]
    values = []
    for atom in dict.fromkeys(basic):
        with suppress(RejectedError):
            values.append((atom, value(functional([(ONE, atom)]))))
    return values


def _says_zero(blocks: Sequence[Block]) -> bool:
    """Whether all that was shown is that a difference is 0."""
    for block in blocks:
        if isinstance(block, Items):
            if not all(_says_zero(item.blocks) for item in block.items):
                return False
        elif isinstance(block, Display) and block.chain.steps[-1][0] not in ("=", ":="):
            return False
    return True
