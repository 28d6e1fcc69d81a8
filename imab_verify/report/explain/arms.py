"""Proofs of claims about arms, told from the certificate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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
    Lemma,
    Node,
    Polynomial,
    Relation,
    Use,
)
from imab_verify.kernel.arms import (
    Member,
    Region,
    Total,
    functional,
    goals,
    obligations,
    parameter_region,
    start_of,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.report.explain.blocks import Block, Display, Item, Items, Parts, list_parts, say
from imab_verify.report.explain.cases import Leaf, leaves
from imab_verify.report.explain.expressions import Chain, Role, Symbol, equation
from imab_verify.report.explain.rays import DEFINED, RayTelling, vanishes
from imab_verify.report.explain.signs import Zeros
from imab_verify.report.explain.telling import Told


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
