"""Proofs of claims about runs: the facts and the sums over arms that they bring in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

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
    Run,
    Shares,
    Table,
    Tree,
)
from imab_verify.kernel.arms import PathContradiction, PathDual, Ratio, Region, bring_in
from imab_verify.kernel.facts import (
    EARNED,
    LAST_BEFORE,
    LAST_LEVEL,
    OPT,
    OPTIMAL,
    REACHED_BEFORE,
    ROWS,
    named_facts,
    row_of,
)
from imab_verify.kernel.polynomials import ZERO
from imab_verify.kernel.statement import rew, run_of
from imab_verify.kernel.sums import (
    BEFORE,
    COUNT,
    LATER_BEFORE,
    LEVEL,
    NEXT_ARM,
    NEXT_BEFORE,
    NEXT_LEVEL,
    PULLED,
    beside_is_best,
    crossing_kinds,
    share_kinds,
    sum_of_crossing,
    sum_of_shares,
)
from imab_verify.language.contexts import LATE, last_pulls
from imab_verify.language.policy_names import OTHER_INDEX, short_name
from imab_verify.language.writing import show_form, show_policy
from imab_verify.report.explain.arms import Telling, by_atom
from imab_verify.report.explain.cases import Leaf
from imab_verify.report.explain.documents import (
    Block,
    Call,
    Chain,
    Display,
    Part,
    Parts,
    Role,
    Section,
    Symbol,
    equation,
    list_parts,
    say,
)
from imab_verify.report.explain.statements import Names, statement
from imab_verify.report.outlines import parts_of

K, T, M = map(Polynomial.variable, ("k", "T", LEVEL))
AT_ONE_SIZE = (
    "Here k and T are numbers. All decisions that the policy can make are followed: each of {} "
    "paths is closed by a combination, with multipliers >= 0, of what is known of its decisions."
)
NO_SIZE = "Here k and T are numbers that a hypothesis excludes."
POLICIES = {
    "algorithm-1": "Algorithm 1",
    "round-robin": "round robin",
    "any": "any policy",
    "greedy": "greedy",
    OTHER_INDEX: "the index policy",
}
TIES = {
    "any": "however ties are broken",
    "lowest-index": "ties broken by lowest index",
    "highest-index": "ties broken by highest index",
}
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


def policy_name(run: Run) -> str:
    """The policy, and how it begins where that is not plain."""
    name = short_name(run.policy)
    policy = POLICIES[name]
    if isinstance(run.policy, Table):
        policy += f" ({show_policy(run.policy)})"
    if run.index is None:
        return policy
    if name != "algorithm-1":
        opening = "one pull" if run.index.opening == 1 else f"{run.index.opening} pulls"
        score = show_form(run.index.score)
        policy += f" (it opens with {opening} of every arm; the score is {score})"
    order = " (both pulls of an arm at the start in one go)" if run.index.order == "pairs" else ""
    return f"{policy}{order}"


def about_run(run: Run) -> Parts:
    """What run the claim is about, and what is counted in it."""
    ties = f", {TIES[run.ties]}" if not isinstance(run.policy, str) else ""
    parts = [(Symbol(name), *_observed(words)) for name, words in run.observed]
    counts: Parts = (" Let ", *_being(parts), ".") if parts else ()
    stages: Parts = ()
    for arm, stage in last_pulls(run).items():
        when = "after the opening" if stage == LATE else "at any time"
        stages = (*stages, " The last pull of ", Symbol(arm), f" comes {when}.")
    start: Parts = (
        f"Consider any run of {policy_name(run)} on ",
        Symbol("k"),
        " concave arms with horizon ",
        Symbol("T"),
        f"{ties}.",
    )
    apart: Parts = ()
    if run.different:
        apart = (
            " ",
            *list_parts([(Symbol(arm),) for arm in run.different]),
            " are different arms.",
        )
    return (*start, *counts, *stages, *apart)


def _observed(words: tuple[str, ...]) -> Parts:
    """What is observed of a run."""
    largest = " the largest number of pulls"
    before: Parts = (" just before the last pull of ", *map(Symbol, words[1:2]))
    match words:
        case ("pulls", arm):
            return (" the number of pulls of ", Symbol(arm), " at the end")
        case ("most",):
            return (f"{largest} at the end",)
        case ("least",):
            return (" the least number of pulls at the end",)
        case ("squares",):
            return (" the sum of the squares of all numbers of pulls",)
        case ("rival", arm):
            return (f"{largest} of the arms other than ", Symbol(arm))
        case ("idle", arm):
            return (" the number of arms other than ", Symbol(arm), " without a later pull")
        case ("level", _):
            return (largest, *before)
        case _:
            arm = words[-1]
            return (" the number of pulls of ", Symbol(arm), *before)


def _number(p: Polynomial, numbers: Mapping[str, Fraction]) -> Polynomial:
    return Polynomial.constant(p.at(numbers))


def _being(parts: Sequence[Parts]) -> Parts:
    named: list[Parts] = [(part[0], " be", *part[1:]) for part in parts]
    return list_parts(named)


def _reason(word: str, opening: int, names: Names) -> Parts:
    """The first sentence about a row of the table; m are the pulls of the opening."""
    text = " ".join((ROWS[word].__doc__ or "").split())
    text = re.sub(r"; see `.*?`", "", re.split(r"\.(?: |$)", text)[0])
    text += f" (here m = {opening})" if re.search(r"\bm\b", text) else ""
    parts: list[Part] = re.split(r"(\b_[A-Za-z]\b)", text)
    parts[1::2] = [Symbol(names.arm(str(name))) for name in parts[1::2]]
    return (*parts, ".")


def _meanings(own: Sequence[str], names: Names) -> Iterator[Parts]:
    """What names stand for that a row declares, where its first sentence does not say it."""
    for name in own:
        symbol = Symbol(names.arm(name))
        if name == LAST_LEVEL:
            yield symbol, " is the largest count just before that pull"
        elif name[:2] in (LAST_BEFORE, REACHED_BEFORE):
            arm = Symbol(names.arm(name[2:]))
            yield symbol, " is the count of ", arm, " just before that pull"


def _kind_meanings(own: set[str], pull: str, names: Names) -> Iterator[Parts]:
    """What names stand for that are declared for one kind of arms."""
    f, g, h, N, level, later = (
        Symbol(names.arm(name)) for name in (PULLED, OPTIMAL, NEXT_ARM, COUNT, LEVEL, NEXT_LEVEL)
    )
    if COUNT in own:
        yield N, " is the number of pulls of ", f if PULLED in own else g, " at the end"
        if LEVEL in own:
            yield level, f" is the largest count just before its {pull}"
    elif LEVEL in own:
        yield f, " crosses the level ", level, " with its last pull"
    if NEXT_ARM in own:
        yield h, " crosses the level ", later, " with its last pull"
    for name, arm, when in ((BEFORE, g, f), (NEXT_BEFORE, h, f), (LATER_BEFORE, g, h)):
        if name in own:
            count = Symbol(names.arm(name))
            yield count, " is the count of ", arm, " just before that pull of ", when


def _opening(claim: Claim) -> int:
    index = run_of(claim).index
    return index.opening if index else 0


def _sentences(parts: Iterator[Parts]) -> Parts:
    return tuple(word for part in parts for word in (*part, ". "))


@dataclass(slots=True)
class RunTelling(Telling):
    """Tells the proof of one claim about a run."""

    told: set[tuple[object, ...]] = field(default_factory=set)

    def proof(self, proof: ClaimProof) -> list[Block]:
        """What stands for OPT and ALG, then the proof as for arms."""
        blocks = Telling.proof(self, proof)
        about = []
        for atom, total in self.names.totals.items():
            if atom.arm in self.names.written:
                arm = Symbol(self.names.arm(atom.arm))
                word = "the constant" if atom.arm.startswith(EARNED) else "an arm that is best"
                rewards = Call("Rew", (arm, self.names.expand(atom.indices[0])))
                about.append((arm, f" {word}, with ", equation(total, rewards, Role.SAID)))
        return [say("Let ", *_being(about), "."), *blocks] if about else blocks

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
                values = Form(ZERO, tuple((_number(c, numbers), a) for c, a in known.terms))
                return [say("It follows from"), Display(self.names.comparison(Comparison(values)))]
            case _:
                return Telling.leaf(self, leaf, goal)

    def bring_in(self, leaf: Leaf) -> tuple[list[Block], Leaf]:
        """Facts and sums, and the case after them."""
        facts: list[Block] = []
        sums: list[Block] = []
        while isinstance(leaf.node, Have) and isinstance(
            leaf.node.source, Fact | Shares | Crossing
        ):
            name, source, region = leaf.node.name, leaf.node.source, leaf.region
            if isinstance(source, Fact):
                facts += self._fact(name, source, region)
            else:
                sums += self._sum(name, source, region)
            leaf = replace(leaf, node=leaf.node.then, region=bring_in(name, source, region))
        if facts:
            facts = [say("In every such run:", lead="Facts about the run."), *facts]
        return [*facts, *sums], leaf

    def _fact(self, name: str, source: Fact, region: Region) -> Iterator[Block]:
        """A row of the table: its reason, what it declares, and what it says here."""
        row = row_of(source.word, source.of, region)
        facts = [*named_facts(name, row.facts)]
        key = (name, source.word, source.of, *facts)
        if key in self.told:
            return
        if not region.cases:
            self.told.add(key)
        for node, p in zip(source.conditions, row.conditions, strict=True):
            if not self.signs.obvious(p, region):
                yield say(f"The condition of ({name}) holds:")
                yield from self.sign(node, p, region)
        reason = _reason(source.word, _opening(self.claim), self.names)
        says: list[Parts] = [
            (self.names.comparison(fact),) for _, fact in facts if not fact.form.terms
        ]
        here: Parts = ("Here ", *list_parts(says), ".") if says else ()
        own = _sentences(_meanings(row.names, self.names))
        yield say(*reason, " ", *own, *here, lead=f"({name})")
        for label, fact in facts:
            if fact.form.terms:
                yield Display(self.names.comparison(fact), f"({label})")

    # --- sums over arms ------------------------------------------------------------------------

    def _sum(self, name: str, source: Shares | Crossing, region: Region) -> Iterator[Block]:
        """What is summed over arms, then a section for each kind of them."""
        opening = K.scaled(_opening(self.claim))
        if source.opened is not None and not self.signs.obvious(T - opening, region):
            yield say("Every arm gets the pulls of the opening:")
            yield from self.sign(source.opened, T - opening, region)
        pull = "last pull"
        if isinstance(source, Crossing):
            kinds, whole = crossing_kinds(source, region), sum_of_crossing(source, region)
            yield from self._crossing(source, region)
        else:
            kinds, whole = share_kinds(source, region), sum_of_shares(source, region)
            pull = "first pull after the opening" if source.pull == "first" else pull
            *_, (_, bound) = kinds.values()
            f, N, g = (Symbol(self.names.arm(arm)) for arm in (PULLED, COUNT, OPTIMAL))
            others: Parts = (" other than ", g) if source.over == "others" else ()
            yield say("For every arm ", f, *others, " with ", N, " pulls at the end,", lead="Sum.")
            yield Display(self.names.comparison(bound))
            yield say("as is shown below. The sum over these arms is")
        yield Display(self.names.comparison(whole), f"({name})")
        for kind, (inside, goal) in kinds.items():
            own = {*inside.names, *dict(inside.arms)} - {*region.names, *dict(region.arms)}
            before = _sentences(_kind_meanings(own, pull, self.names))
            told = self._kind(source.proofs[kind], inside, goal, before)
            late = isinstance(source, Crossing) and kind == "late"
            title = "An arm whose last pull crosses no level" if late else KINDS[kind]
            yield Section(title, tuple(told))

    def _crossing(self, source: Crossing, region: Region) -> Iterator[Block]:
        """The shares, the potential, and the conditions of a crossing sum."""
        f, level = Symbol(self.names.arm(PULLED)), Symbol(self.names.arm(LEVEL))
        potential = rew(PULLED, M).scaled(source.share) + OPT.scaled(source.rest)
        yield say(CROSSING, lead="Crossing sum.")
        yield say("The potential of an arm ", f, " that crosses the level ", level, " is")
        yield Display(Chain(self.names.form(potential)))
        gap = source.alpha - source.alpha_last
        if len(gap) and not self.signs.obvious(gap, region):
            yield say("If no arm crosses with its last pull, the bound is larger, because")
            yield from self.sign(source.order, gap, region)
        if source.best is not None:
            best = beside_is_best(region)
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
