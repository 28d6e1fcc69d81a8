"""What all parts of a proof share: inequalities of parameters, told case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from imab_verify.kernel import ArmClass, Claim, Empty, Have, Node, Polynomial, Sum, Term
from imab_verify.kernel.arms import Region
from imab_verify.report.explain.blocks import Block, Item, Items, Parts, Section, say
from imab_verify.report.explain.cases import Leaf, conditions, leaves, split_possible
from imab_verify.report.explain.expressions import Chain, Expression
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.signs import Appendix, Signs, Zeros


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


@dataclass(slots=True)
class CaseTelling:
    """Tells that polynomials are >= 0, in the cases of a tree."""

    claim: Claim
    names: Names
    appendix: Appendix
    lemmas: Sequence[Known] = ()
    signs: Signs = field(init=False)
    introduced: set[ArmClass] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.signs = Signs(self.names, self.appendix)

    def bring_in(self, leaf: Leaf) -> tuple[list[Block], Leaf]:
        """What is brought in about a run, and the case after it."""
        raise NotImplementedError

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
        value = Chain(name or self.names.expand(p))
        if self.signs.obvious(p, region, strict=strict):
            return self.signs.show(value, p, region, (), strict=strict)[0]

        def tell(leaf: Leaf) -> Told:
            shown = self.signs.show(value, p, leaf.region, terms_of(leaf.node), strict=strict)
            return Told((), *shown)

        return self.cases(leaves(node, region), region, tell)[0]

    def cases(
        self,
        cases: Sequence[Leaf],
        outside: Region,
        tell: Callable[[Leaf], Told],
        heading: Parts = (),
        lead: str = "",
    ) -> tuple[list[Block], list[tuple[Leaf, Zeros]]]:
        """Every case that can occur, and a word about the others."""
        live, dead = split_possible(cases)
        every = []
        zeros: list[tuple[Leaf, Zeros]] = []
        for leaf in live:
            if isinstance(leaf.node, Have):
                before, after = self.bring_in(leaf)
                inside = leaves(after.node, after.region, brought=after.brought)
                told_inside, more = self.cases(inside, after.region, tell)
                if any(isinstance(block, Section) for block in before):
                    told_inside = [Section("Proof of what is left", tuple(told_inside))]
                told = Told((), [*before, *told_inside], Zeros())
            else:
                told = tell(leaf)
                more = [(leaf, told.zeros)]
            every.append((leaf, conditions(leaf, outside, self.names), told))
            zeros += more
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
        hard = [leaf for leaf in dead if not _linear(terms_of(leaf.node))]
        for leaf in dead if everything else hard:
            told = self.signs.contradiction(leaf.region, terms_of(leaf.node))
            where = conditions(leaf, outside, self.names)
            if where:
                yield say("The case ", *where, " cannot occur:")
            else:
                yield say("This cannot occur:")
            yield from told
        if len(dead) > len(hard) and not everything:
            yield say("Other combinations of signs contradict each other.")


def terms_of(node: Node) -> tuple[Term, ...]:
    """The products of a leaf of a tree."""
    return node.terms if isinstance(node, Sum | Empty) else ()


def _linear(terms: Sequence[Term]) -> bool:
    return all(t.square is None and sum(e for _, e in t.factors) <= 1 for t in terms)
