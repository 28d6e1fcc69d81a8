"""A functional of one arm is >= 0: on the constant, and on every ray of its class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from imab_verify.kernel import (
    ArmClass,
    Atom,
    Comparison,
    Form,
    Kind,
    Polynomial,
    Rays,
    RejectedError,
    Relation,
    Sum,
)
from imab_verify.kernel.arms import (
    Functional,
    Region,
    functional,
    on_constant,
    on_ray,
    ray_region,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import RAY, expand
from imab_verify.report.explain.blocks import Block, Display, Parts, list_parts, say
from imab_verify.report.explain.cases import Leaf, conditions, leaves, pin_ray, split_possible
from imab_verify.report.explain.expressions import (
    Call,
    Chain,
    Expression,
    Number,
    Role,
    Symbol,
    equation,
)
from imab_verify.report.explain.expressions import Sum as Difference
from imab_verify.report.explain.formulas import NIL
from imab_verify.report.explain.signs import Zeros
from imab_verify.report.explain.statements import join_parts
from imab_verify.report.explain.telling import CaseTelling, Told, terms_of

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
