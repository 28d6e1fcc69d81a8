"""Proofs of claims about runs: the facts and the sums over arms that they bring in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from imab_verify.engines.runs.known import claim_of, names_in
from imab_verify.kernel import (
    ALGORITHM_1,
    ANY,
    BEFORE,
    COUNT,
    EARNED,
    INDEX,
    LAST_BEFORE,
    LAST_LEVEL,
    LATER_BEFORE,
    LEVEL,
    NEXT_ARM,
    NEXT_BEFORE,
    NEXT_LEVEL,
    OPT,
    OPTIMAL,
    PULLED,
    REACHED_BEFORE,
    ROUND_ROBIN,
    ROWS,
    Cells,
    Claim,
    ClaimProof,
    Comparison,
    Crossing,
    Fact,
    Form,
    Have,
    Node,
    Polynomial,
    Region,
    Run,
    Shares,
    Value,
    beside_is_best,
    bring_in,
    crossing_kinds,
    named_facts,
    ratio_shares,
    rew,
    row_of,
    run_of,
    settle,
    share_kinds,
    sum_of_crossing,
    sum_of_shares,
)
from imab_verify.language.writing import show_value
from imab_verify.model.rationals import show_rational
from imab_verify.report.explain.arms import Telling, by_atom
from imab_verify.report.explain.blocks import (
    Block,
    Display,
    Part,
    Parts,
    Section,
    Table,
    list_parts,
    say,
)
from imab_verify.report.explain.cases import Leaf
from imab_verify.report.explain.expressions import Call, Chain, Role, Symbol, equation
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.statements import floor_chain, statement

K, T, M = map(Polynomial.variable, ("k", "T", LEVEL))
POLICIES = {
    ALGORITHM_1: "Algorithm 1",
    ROUND_ROBIN: "round robin",
    ANY: "any policy",
    INDEX: "the index policy",
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
    policy = POLICIES.get(run.policy, run.policy)
    if run.index is not None:
        opening = "one pull" if run.index.opening == 1 else f"{run.index.opening} pulls"
        score = show_value(Value(run.index.score))
        policy += f" (it opens with {opening} of every arm; the score is {score})"
    order = " (both pulls of an arm at the start in one go)" if run.init == "pairs" else ""
    return f"{policy}{order}"


def about_run(run: Run) -> Parts:
    """What run the claim is about, and what is counted in it."""
    ties = f", {TIES[run.ties]}" if run.scoring is not None else ""
    parts: list[Parts] = [
        (Symbol(name), " the number of pulls of ", Symbol(arm), " at the end")
        for name, arm in run.pulls
    ]
    if run.most:
        parts.append((Symbol(run.most), " the largest number of pulls at the end"))
    if run.least:
        parts.append((Symbol(run.least), " the least number of pulls at the end"))
    if run.squares:
        parts.append((Symbol(run.squares), " the sum of the squares of all numbers of pulls"))
    other: Parts = (" other than ", Symbol(run.beside))
    if run.rival:
        parts.append((Symbol(run.rival), " the largest number of pulls of the arms", *other))
    if run.idle:
        parts.append((Symbol(run.idle), " the number of arms", *other, " without a later pull"))
    before: Parts = (" just before the last pull of ", Symbol(run.pulled))
    if run.level:
        parts.append((Symbol(run.level), " the largest number of pulls", *before))
    for name, arm in run.before:
        parts.append((Symbol(name), " the number of pulls of ", Symbol(arm), *before))
    counts: Parts = (" Let ", *_being(parts), ".") if parts else ()
    stage: Parts = ()
    if run.pulled:
        first: Parts = ("after the first 2", Symbol("k"), " pulls")
        when: Parts = first if run.stage == "after" else ("at any time",)
        stage = (" The last pull of ", Symbol(run.pulled), " comes ", *when, ".")
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
    return (*start, *counts, *stage, *apart)


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
        reason = _reason(source.word, run_of(self.claim).opening, self.names)
        says: list[Parts] = [(floor_chain(floor, self.names),) for floor in row.floors]
        says += [(self.names.comparison(fact),) for _, fact in facts if not fact.form.terms]
        here: Parts = ("Here ", *list_parts(says), ".") if says else ()
        own = _sentences(_meanings(row.names, self.names))
        yield say(*reason, " ", *own, *here, lead=f"({name})")
        for label, fact in facts:
            if fact.form.terms:
                yield Display(self.names.comparison(fact), f"({label})")

    # --- sums over arms ------------------------------------------------------------------------

    def _sum(self, name: str, source: Shares | Crossing, region: Region) -> Iterator[Block]:
        """What is summed over arms, then a section for each kind of them."""
        opening = K.scaled(run_of(self.claim).opening)
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


def tell_cells(claim: Claim, proof: Cells) -> Iterator[Block]:
    """A table of the worst cases."""
    alg, opt = ratio_shares(claim)
    rows = []
    for cell in proof.cells:
        head = cell[0]
        k, horizon, upper = head["k"], head["T"], head["upper"]
        values = settle(claim, {"k": Fraction(k), "T": Fraction(horizon)})
        share = opt.at(values)
        needed = show_rational(alg.at(values) / share) if share > 0 else "any"
        rows.append((str(k), str(horizon), str(upper), needed))
    yield say(
        "The hypotheses leave finitely many sizes. At each of them the largest possible "
        "OPT/ALG is at most the number in the third column, which a worst-case "
        "certificate shows, and that is not more than what the claim allows.",
        lead="Worst cases.",
    )
    yield Table(("k", "T", "OPT/ALG at most", "claimed"), tuple(rows))
