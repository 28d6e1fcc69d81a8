"""Proofs of claims about runs: the facts and the sums over arms that they bring in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from imab_verify.engines.runs.known import claim_of, names_in
from imab_verify.kernel import (
    Claim,
    ClaimProof,
    Comparison,
    Crossing,
    Fact,
    Form,
    Have,
    Node,
    Polynomial,
    Shares,
    Tree,
    facts,
    sums,
)
from imab_verify.kernel.arms import PathContradiction, PathDual, Ratio, Region, bring_in
from imab_verify.kernel.polynomials import ZERO
from imab_verify.kernel.statement import rew, run_of
from imab_verify.report.explain.arms import Telling, by_atom
from imab_verify.report.explain.cases import Leaf
from imab_verify.report.explain.documents import (
    Block,
    Chain,
    Display,
    Parts,
    Role,
    Section,
    call,
    equation,
    list_parts,
    say,
)
from imab_verify.report.explain.statements import Names, statement
from imab_verify.report.outlines import parts_of

K, T, M = map(Polynomial.variable, ("k", "T", sums.LEVEL))
AT_ONE_SIZE = (
    "Here k and T are numbers. All decisions that the policy can make are followed: each of {} "
    "paths is closed by a combination, with multipliers >= 0, of what is known of its decisions."
)
NO_SIZE = "Here k and T are numbers that a hypothesis excludes."
CROSSING = (
    "An arm crosses a level when its pull raises the largest number of pulls from there. Every "
    "level is crossed once, lower ones before higher ones, and the score of the arm that crosses "
    "is maximal. The bounds below, for the arms of every kind, add up to a bound for ALG(T): what "
    "an arm that crosses has to spare is its potential, and goes to the next one. "
)
KINDS = {
    "any": "Any arm",
    "best": "The best arm",
    "idle": "An arm with the pulls of the opening only",
    "late": "An arm with later pulls",
    "first": "The first arm that crosses a level with its last pull",
    "next": "An arm that crosses a level after another",
    "last": "The last arm that crosses a level",
}


def _words(text: str, names: Names) -> Parts:
    """A text with names that the kernel makes up, or between back-ticks, as they are written."""
    parts = re.split(r"(\b_\w+|`\w+`)", text)
    return tuple(names.symbol(p.strip("`")) if p[:1] in ("_", "`") else p for p in parts)


def _reason(word: str, own: Iterable[str], opening: int) -> str:
    """The first sentence about a row of the table, and what the names stand for that it declares.

    m are the pulls of the opening.
    """
    text = " ".join((facts.ROWS[word].__doc__ or "").split())
    text = re.sub(r"; see `.*?`", "", re.split(r"\.(?: |$)", text)[0])
    text += f" (here m = {opening}). " if re.search(r"\bm\b", text) else ". "
    for name in own:
        if name == facts.LAST_LEVEL:
            text += f"{name} is the largest count just before that pull. "
        elif name[:2] in (facts.LAST_BEFORE, facts.REACHED_BEFORE):
            text += f"{name} is the count of `{name[2:]}` just before that pull. "
    return text


def _about_kind(own: set[str], pull: str) -> str:
    """What names stand for that are declared for one kind of arms."""
    f, g, h = sums.PULLED, facts.OPTIMAL, sums.NEXT_ARM
    crosses = "{} crosses the level {} with its last pull. ".format
    before = "{} is the count of {} just before that pull of {}. ".format
    level = f"{sums.LEVEL} is the largest count just before its {pull}. "
    meanings = {
        sums.COUNT: f"{sums.COUNT} is the number of pulls of {f if f in own else g} at the end. ",
        sums.LEVEL: level if sums.COUNT in own else crosses(f, sums.LEVEL),
        h: crosses(h, sums.NEXT_LEVEL),
        sums.BEFORE: before(sums.BEFORE, g, f),
        sums.NEXT_BEFORE: before(sums.NEXT_BEFORE, h, f),
        sums.LATER_BEFORE: before(sums.LATER_BEFORE, g, h),
    }
    return "".join(meaning for name, meaning in meanings.items() if name in own)


def _opening(claim: Claim) -> int:
    index = run_of(claim).index
    return index.opening if index else 0


@dataclass(slots=True)
class RunTelling(Telling):
    """Tells the proof of one claim about a run."""

    told: set[tuple[object, ...]] = field(default_factory=set)

    def proof(self, proof: ClaimProof) -> list[Block]:
        """What stands for OPT and ALG, then the proof as for arms."""
        blocks = Telling.proof(self, proof)
        about: list[Parts] = []
        for atom, total in self.names.totals.items():
            if atom.arm in self.names.written:
                arm = self.names.symbol(atom.arm)
                word = (
                    "the constant" if atom.arm.startswith(facts.EARNED) else "an arm that is best"
                )
                rewards = call("Rew", arm, self.names.expand(atom.indices[0]))
                about.append((arm, f" be {word}, with ", equation(total, rewards, Role.SAID)))
        return [say("Let ", *list_parts(about), "."), *blocks] if about else blocks

    def goal(self, node: Node, region: Region, goal: Comparison) -> list[Block]:
        """A comparison by a tree of combinations; facts that are told for it are for it alone."""
        told = {*self.told}
        blocks = Telling.goal(self, node, region, goal)
        self.told = told
        return blocks

    def leaf(self, leaf: Leaf, goal: Comparison) -> list[Block]:
        """A comparison in one case: by a combination or, at one k and T, by numbers."""
        match leaf.node:
            case Tree(best):
                paths = sum(
                    isinstance(part, PathDual | PathContradiction) for part in parts_of(best)
                )
                return [say(AT_ONE_SIZE.format(paths))] if best else [say(NO_SIZE)]
            case Ratio(hypothesis):
                numbers = leaf.region.numbers()
                known = leaf.region.hypothesis(hypothesis).form
                terms = ((Polynomial.constant(c.at(numbers)), a) for c, a in known.terms)
                values = Form(ZERO, tuple(terms))
                return [say("It follows from"), Display(self.names.comparison(Comparison(values)))]
            case _:
                return Telling.leaf(self, leaf, goal)

    def bring_in(self, leaf: Leaf) -> tuple[list[Block], Leaf]:
        """Facts and sums, and the case after them."""
        about: list[Block] = []
        added: list[Block] = []
        while isinstance(leaf.node, Have) and isinstance(
            leaf.node.source, Fact | Shares | Crossing
        ):
            name, source, region = leaf.node.name, leaf.node.source, leaf.region
            if isinstance(source, Fact):
                about += self._fact(name, source, region)
            else:
                added += self._sum(name, source, region)
            leaf = replace(leaf, node=leaf.node.then, region=bring_in(name, source, region))
        if about:
            about = [say("In every such run:", lead="Facts about the run."), *about]
        return [*about, *added], leaf

    def _fact(self, name: str, source: Fact, region: Region) -> Iterator[Block]:
        """A row of the table: its reason, what it declares, and what it says here."""
        row = facts.row_of(source.word, source.of, region)
        said = [*facts.named_facts(name, row.facts)]
        key = (name, source.word, source.of, *said)
        if key in self.told:
            return
        if not region.cases:
            self.told.add(key)
        for node, p in zip(source.conditions, row.conditions, strict=True):
            if not self.obvious(p, region):
                yield say(f"The condition of ({name}) holds:")
                yield from self.sign(node, p, region)
        reason = _words(_reason(source.word, row.names, _opening(self.claim)), self.names)
        plain = [(self.names.comparison(fact),) for _, fact in said if not fact.form.terms]
        here: Parts = ("Here ", *list_parts(plain), ".") if plain else ()
        yield say(*reason, *here, lead=f"({name})")
        for label, fact in said:
            if fact.form.terms:
                yield Display(self.names.comparison(fact), f"({label})")

    # --- sums over arms ------------------------------------------------------------------------

    def _sum(self, name: str, source: Shares | Crossing, region: Region) -> Iterator[Block]:
        """What is summed over arms, then a section for each kind of them."""
        opening = K.scaled(_opening(self.claim))
        if source.opened is not None and not self.obvious(T - opening, region):
            yield say("Every arm gets the pulls of the opening:")
            yield from self.sign(source.opened, T - opening, region)
        pull = "last pull"
        if isinstance(source, Crossing):
            kinds, whole = sums.crossing_kinds(source, region), sums.sum_of_crossing(source, region)
            yield from self._crossing(source, region)
        else:
            kinds, whole = sums.share_kinds(source, region), sums.sum_of_shares(source, region)
            pull = "first pull after the opening" if source.pull == "first" else pull
            *_, (_, bound) = kinds.values()
            f, N, g = map(self.names.symbol, (sums.PULLED, sums.COUNT, facts.OPTIMAL))
            others: Parts = (" other than ", g) if source.over == "others" else ()
            yield say("For every arm ", f, *others, " with ", N, " pulls at the end,", lead="Sum.")
            yield Display(self.names.comparison(bound))
            yield say("as is shown below. The sum over these arms is")
        yield Display(self.names.comparison(whole), f"({name})")
        for kind, (inside, goal) in kinds.items():
            own = {*inside.names, *dict(inside.arms)} - {*region.names, *dict(region.arms)}
            before = _words(_about_kind(own, pull), self.names)
            told = self._kind(source.proofs[kind], inside, goal, before)
            late = isinstance(source, Crossing) and kind == "late"
            title = "An arm whose last pull crosses no level" if late else KINDS[kind]
            yield Section(title, tuple(told))

    def _crossing(self, source: Crossing, region: Region) -> Iterator[Block]:
        """The shares, the potential, and the conditions of a crossing sum."""
        f, level = map(self.names.symbol, (sums.PULLED, sums.LEVEL))
        potential = rew(sums.PULLED, M).scaled(source.share) + facts.OPT.scaled(source.rest)
        yield say(CROSSING, lead="Crossing sum.")
        yield say("The potential of an arm ", f, " that crosses the level ", level, " is")
        yield Display(Chain(self.names.form(potential)))
        gap = source.alpha - source.alpha_last
        if len(gap) and not self.obvious(gap, region):
            yield say("If no arm crosses with its last pull, the bound is larger, because")
            yield from self.sign(source.order, gap, region)
        if source.best is not None:
            best = sums.beside_is_best(region)
            yield say("The arm beside which others are counted is best:")
            yield from self.goal(source.best, region, best)
        yield say("The sum is")

    def _kind(self, node: Node, inside: Region, goal: Comparison, before: Parts) -> Iterator[Block]:
        """The bound for one kind of arms: what is known of them, and its proof."""
        used = {*names_in(node)}
        goal = Comparison(Form(goal.form.constant, tuple(by_atom(goal.form.terms))))
        about = tuple((name, fact) for name, fact in inside.hypotheses if name in used)
        known = replace(inside, hypotheses=about)
        claim, called = claim_of(known, (goal,), self.claim.parameters)
        arms = {atom.arm for atom in claim.atoms()}
        claim = replace(claim, arms=tuple((arm, c) for arm, c in claim.arms if arm in arms))
        yield from statement(claim, self.names, before=before, called=called)
        yield from self.goal(node, inside, goal)
