"""Claims about runs: what is true in every run, and instances and runs that there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from imab_verify.engines.runs.known import claim_of, names_in
from imab_verify.kernel import (
    Caps,
    Claim,
    ClaimProof,
    Comparison,
    Crossing,
    Every,
    Fact,
    Form,
    Have,
    LastArm,
    Node,
    Played,
    Polynomial,
    Relation,
    Schedule,
    Shares,
    Tree,
    facts,
    sums,
)
from imab_verify.kernel.arms import (
    Group,
    PathContradiction,
    PathDual,
    Phase,
    Proofs,
    Ratio,
    Region,
    bring_in,
    start_of,
    wanted_of,
)
from imab_verify.kernel.exhibits import OPEN, duties
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import rew, run_of
from imab_verify.language.instances import show_curve
from imab_verify.report.explain.arms import Telling, by_atom
from imab_verify.report.explain.cases import Leaf, Told
from imab_verify.report.explain.documents import (
    Block,
    Chain,
    Display,
    Expression,
    Parts,
    Role,
    Section,
    bullets,
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
    """Sentences about the names that are declared for one kind of arms."""
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
        """The arms that stand for OPT and ALG, then the proof as for arms."""
        blocks = Telling.proof(self, proof)
        about: list[Parts] = []
        for atom, total in self.names.totals.items():
            if atom.arm in self.names.written:
                arm = self.names.symbol(atom.arm)
                word = "the constant" if atom.arm[:2] == facts.EARNED else "an arm that is best"
                rewards = call("Rew", arm, self.names.expand(atom.indices[0]))
                about.append((arm, f" be {word}, with ", equation(total, rewards, Role.SAID)))
        return [say("Let ", *list_parts(about), "."), *blocks] if about else blocks

    def leaf(self, leaf: Leaf, goal: Comparison) -> list[Block]:
        """A comparison in one case: by a combination or, at one k and T, by numbers."""
        match leaf.node:
            case Tree(best):
                closed = [p for p in parts_of(best) if isinstance(p, PathDual | PathContradiction)]
                return [say(AT_ONE_SIZE.format(len(closed)) if best else NO_SIZE)]
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
            yield from self.why(f"The condition of ({name}) holds:", node, p, region)
        reason = _words(_reason(source.word, row.names, _opening(self.claim)), self.names)
        plain = [(self.names.comparison(fact),) for _, fact in said if not fact.form.terms]
        here: Parts = ("Here ", *list_parts(plain), ".") if plain else ()
        yield say(*reason, *here, lead=f"({name})")
        for label, fact in said:
            if fact.form.terms:
                yield Display(self.names.comparison(fact), f"({label})")

    # --- sums over arms ------------------------------------------------------------------------

    def _sum(self, name: str, source: Shares | Crossing, region: Region) -> Iterator[Block]:
        """The sum over arms, then a section for each kind of them."""
        opening = K.scaled(_opening(self.claim))
        if source.opened is not None:
            words = "Every arm gets the pulls of the opening:"
            yield from self.why(words, source.opened, T - opening, region)
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
        if len(gap):
            words = "If no arm crosses with its last pull, the bound is larger, because"
            yield from self.why(words, source.order, gap, region)
        if source.best is not None:
            best = sums.beside_is_best(region)
            yield say("The arm beside which others are counted is best:")
            yield from self.goal(source.best, region, best)
        yield say("The sum is")

    def _kind(self, node: Node, inside: Region, goal: Comparison, before: Parts) -> Iterator[Block]:
        """The bound for one kind of arms: what is known of them, and its proof."""
        used = names_in(node)
        goal = Comparison(Form(goal.form.constant, tuple(by_atom(goal.form.terms))))
        about = tuple((name, fact) for name, fact in inside.hypotheses if name in used)
        known = replace(inside, hypotheses=about)
        claim, called = claim_of(known, (goal,), self.claim.parameters)
        arms = {atom.arm for atom in claim.atoms()}
        claim = replace(claim, arms=tuple((arm, c) for arm, c in claim.arms if arm in arms))
        yield from statement(claim, self.names, before=before, called=called)
        yield from self.goal(node, inside, goal)


# --- instances that there are ------------------------------------------------------------------

n, horizon = Expression("n"), Expression("T")
ANSWERS = (
    "The rewards are fixed while the policy pulls. It is deterministic and sees nothing but the "
    "rewards of its pulls, so its run is the same on every instance that agrees with these answers."
)
OPEN_ARMS = (
    " of w, it is capped: it pays min(n,c) for ever, and w becomes w - c. The last open arm is "
    "never capped, so OPT(T) = T(T+1)/2, up to the scale. Say j arms are capped in the end, with "
    "caps c_1, ..., c_j, and w_1, ..., w_j was left after each. An arm with N > c_i pulls pays at "
    "most c_i N - c_i^2/2 + c_i/2, an open one with x pulls x^2/2 + x/2, and these last halves add "
    "up to at most T/2. Since x <= 2 c_j, the rest is at most c_j w_j + c_1^2/2 + ... + c_j^2/2, "
    "which does not grow with j."
)
GOES_ON = (
    ". So OPT(T) = T(T+1)/2, up to the scale. If no arm that goes on passes the cap, ALG(T) is "
    "largest if all pulls that pay are of one arm; otherwise all others have passed it."
)
STOPPED = (
    " is that time; otherwise the step just before the last arm passes it. In both cases that arm "
    "could as well go on with "
)
TITLES = {
    "behind": "If no arm that goes on passes the cap",
    "ahead": "If an arm that goes on has x pulls, more than the cap",
    "full": "If the last arm has not passed the cap",
    "stopped": "If it has: just before that",
    "shares": "The shares are between 0 and 1",
    "steps": "From m + 1 open arms to m",
    "bound": "The bound",
    "outcome": "What comes out",
}
NEAR = (
    "The instance is a limit: the pulls are those of the run on the instance nearby, and on all "
    "between the two. There OPT and ALG come as near to those of the limit as is wanted."
)
ALLOWED = (
    "The policy may pull like this if, whenever an arm is pulled, no other arm has a larger score, "
    "and none with fewer pulls has the same one."
)


@dataclass(slots=True)
class ExhibitTelling(Telling):
    """Tells the proof that there is an instance."""

    def proof(self, proof: ClaimProof) -> list[Block]:
        """The exhibit of each case, then everything that it must satisfy."""
        claim, region = start_of(self.claim, [lemma.claim for lemma in self.lemmas])
        answers = [say(ANSWERS)] if isinstance(claim.run, Every) else []
        (node,) = proof.goals
        told, _ = self.cases(Leaf(node, region), lambda leaf: Told((), [*self._exhibit(leaf)]))
        return [*self._domain(proof, claim, region), *answers, *told]

    def _exhibit(self, leaf: Leaf) -> Iterator[Block]:
        node, region = leaf.node, leaf.region
        names = Names.of(claim_of(region, (), self.claim.parameters)[0])
        match node:
            case Schedule():
                yield from _schedule(node, names)
            case Played():
                yield from _played(node)
            case LastArm():
                yield _last_arm(node, names)
            case Caps():
                yield _caps(node, names)
            case _:
                raise TypeError("that there is an instance is proved by an exhibit")
        for name, (where, wanted) in duties(node, region, self.claim).items():
            goals = [
                Comparison(Form(c.polynomial), Relation.GT if c.strict else Relation.GE)
                for c in wanted_of(where, wanted)
            ]
            if goals:
                title = TITLES.get(name, name.replace("phase", "Phase "))
                told = tuple(self._duty(node.proofs[name], where, goals))
                yield Section(title, told, folded=name.startswith("phase"))

    def _duty(self, proofs: Proofs, where: Region, goals: Sequence[Comparison]) -> Iterator[Block]:
        """Inequalities of parameters, each with its proof."""
        claim, _ = claim_of(where, tuple(goals), self.claim.parameters)
        own = Names.of(claim)
        telling = Telling(claim, own, self.appendix, self.lemmas)
        yield from statement(claim, own)
        yield from telling.each(
            [
                (goal, telling.sign(proofs[p], p, where, strict=goal.relation is Relation.GT))
                for goal in goals
                for p in [goal.form.constant]
            ]
        )


def _last_arm(proof: LastArm, names: Names) -> Block:
    """The first arms pay 0, the others n up to the cap; the last one to pass it goes on."""
    first: Parts = ("Every arm",)
    if len(proof.zeros):
        first = ("The first ", names.expand(proof.zeros), " different arms that are pulled pay 0")
        first += (" for ever. Every other arm",)
    first += (" pays ", n, " for its ", n, "-th pull up to the cap ", names.expand(proof.cap))
    lead = "The last arm goes on."
    after = ", and from then on the cap"
    if proof.horizon is None:
        but = f"{after}; but the last one to pass it goes on with "
        return say(*first, but, n, GOES_ON, lead=lead)
    time: Parts = (" Look at the run up to the time ", names.expand(proof.horizon))
    either: Parts = (". If an arm has not passed the cap by then, ", horizon, STOPPED, n)
    end = ": the policy would not have seen it. So OPT(T) = T(T+1)/2, up to the scale."
    return say(*first, f"{after}.", *time, *either, end, lead=lead)


def _caps(proof: Caps, names: Names) -> Block:
    m = names.symbol(OPEN)
    return say(
        *("Let w be ", horizon, " at first. An open arm pays ", n, " for its ", n, "-th pull."),
        *(" As soon as one of ", m, " >= 2 open arms has more than c pulls, where c is ("),
        *(names.factorise(proof.above), ")/(", names.factorise(proof.below), ")", OPEN_ARMS),
        lead="Caps one after the other.",
    )


def _played(proof: Played) -> Iterator[Block]:
    """The arms, and the pulls."""
    near = proof.near is not None
    yield say(NEAR if near else "The instance and its run are these.", lead="The run.")
    shown = [("Arm", proof.curves), ("Nearby, arm", proof.near or ())]
    arms = ((f"{name} {i}", f) for name, curves in shown for i, f in enumerate(curves, start=1))
    yield bullets((f"{name}: {show_curve(f)}.",) for name, f in arms)
    yield say(f"The pulls are {' '.join(str(i + 1) for i in proof.pulls)}.")


def _schedule(proof: Schedule, names: Names) -> Iterator[Block]:
    """The groups of arms, and the phases of the run."""
    yield say("All rewards are divided by ", names.expand(proof.scale), ".", lead="The instance.")
    yield bullets(_group(name, group, proof, names) for name, group in proof.groups.items())
    pulls = " pull." if proof.opening == ONE else " pulls."
    then = " Then" if proof.phases else " That is the whole run."
    every = "At first every arm has "
    yield say(every, names.expand(proof.opening), pulls, then, lead="The run.")
    if proof.phases:
        yield bullets(_phase(phase, proof, names) for phase in proof.phases)
        yield say(ALLOWED)


def _group(name: str, group: Group, proof: Schedule, names: Names) -> Parts:
    """The number of arms of a group, its name, and what the arms pay."""
    many: Parts = ("one arm",) if group.size == ONE else (names.expand(group.size), " arms")
    best = ", optimal" if name == proof.best else ""
    pays = names.factorise(group.slope)
    if group.slope != ZERO and group.bend != ONE:
        _, pays = names.times(group.slope, call("min", n, names.expand(group.bend)))
    verb = " pays " if group.size == ONE else " pay "
    return (*many, f" ({name}{best}){verb}", pays, " for the ", n, "-th pull")


def _phase(phase: Phase, proof: Schedule, names: Names) -> Parts:
    alone = [proof.groups[name].size for name in phase.groups] == [ONE]
    turn = "is pulled until it has " if alone else "are pulled in turn until each has "
    until: Polynomial = phase.until
    return (f"{', '.join(phase.groups)} {turn}", names.expand(until), " pulls")
