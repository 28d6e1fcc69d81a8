"""Claims that there is an instance: what is claimed, what is exhibited, and why it serves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from imab_verify.engines.runs.known import claim_of
from imab_verify.kernel import (
    Anytime,
    Caps,
    Case,
    Claim,
    ClaimProof,
    Comparison,
    Disproved,
    Empty,
    Every,
    Form,
    Have,
    LastArm,
    Node,
    Played,
    Polynomial,
    Relation,
    Run,
    Schedule,
)
from imab_verify.kernel.arms import Group, Phase, Proofs, Region, bring_in, start_of, wanted_of
from imab_verify.kernel.exhibits import OPEN, duties
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANYTIME
from imab_verify.model.rationals import show_rational
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.blocks import (
    Block,
    Display,
    Item,
    Items,
    Part,
    Parts,
    Section,
    Table,
    list_parts,
    say,
)
from imab_verify.report.explain.expressions import Role, Symbol, equation
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.runs import policy_name
from imab_verify.report.explain.statements import statement

k, n, T = Symbol("k"), Symbol("n"), Symbol("T")
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


def state_for_every(claim: Claim, every: Every, names: Names) -> list[Block]:
    """For all ..., for every policy, there is an instance: in this order."""
    later = [g for g in claim.givens if every.every == ANYTIME and _names_T(g.form.constant)]
    known = replace(
        claim,
        parameters=tuple(p for p in claim.parameters if p != "T" or every.every != ANYTIME),
        givens=tuple(given for given in claim.givens if given not in later),
        conclusion=(),
    )
    let, *_ = statement(known, names, "Claim.")
    policy: Parts = ("For every deterministic policy on ", k, " arms ")
    instance: Parts = ("an instance of concave arms with rewards in [0,1] and OPT(", T, ") > 0")
    if every.every == ANYTIME:
        such: list[Parts] = [(names.comparison(given),) for given in later]
        policy += ("that does not know the horizon there are a horizon ", T)
        policy += (" with ", *list_parts(such)) if such else ()
        there: Parts = (*policy, " and ", *instance, " on whose run")
    else:
        there = (*policy, "with horizon ", T, " there is ", *instance, " on whose run")
    return [let, say(*there), *(Display(names.comparison(c)) for c in claim.plain)]


def _names_T(p: Polynomial) -> bool:
    return "T" in p.names()


def outdone(certificate: Disproved) -> Iterator[Block]:
    """Where, and by which policy, a claim is shown to be false."""
    names = Names.of(certificate.claim)
    where: list[Parts] = [
        (equation(names.symbol(name), names.expand(value), Role.VALUE),)
        for name, value in certificate.choice.values.items()
    ]
    policy = certificate.policy
    whose = f" and the policy {policy_name(policy)}" if policy else ""
    take: Parts = ("Take ", *list_parts(where), whose, ". ") if where else ()
    yield say(*take, "The claim is false, for this is true:", lead="Counterexample.")


def state_for_some(claim: Claim, run: Run, names: Names) -> list[Block]:
    """For all ... there are an instance and a run: in this order."""
    let, *_ = statement(replace(claim, conclusion=()), names, "Claim.")
    there = say(
        "There are an instance of ",
        k,
        " concave arms with rewards in [0,1] and OPT(",
        T,
        f") > 0, and a run of {policy_name(run)} on it with horizon ",
        T,
        ", in which",
    )
    return [let, there, *(Display(names.comparison(c)) for c in claim.plain)]


@dataclass(slots=True)
class ExhibitTelling(Telling):
    """Tells the proof that there is an instance."""

    def proof(self, proof: ClaimProof) -> list[Block]:
        """What is exhibited in each case; then all that this must show."""
        claim, region = start_of(self.claim, [lemma.claim for lemma in self.lemmas])
        answers = [say(ANSWERS)] if isinstance(claim.run, Every) else []
        (node,) = proof.goals
        return [*self._domain(proof, claim, region), *answers, *self._exhibit(node, region)]

    def _exhibit(self, node: Node, region: Region) -> Iterator[Block]:
        names = Names.of(claim_of(region, (), self.claim.parameters)[0])
        match node:
            case Case(split, low, high):
                sides = (Comparison(Form(-split)), Comparison(Form(split), Relation.GT))
                parts = zip((low, high), sides, region.branches(split), strict=True)
                for part, side, where in parts:
                    yield say("Where ", names.comparison(side), ":")
                    yield from self._exhibit(part, where)
                return
            case Have(name, source, then):
                yield from self._exhibit(then, bring_in(name, source, region))
                return
            case Empty(terms):
                yield say("This cannot occur:")
                yield from self.signs.contradiction(region, terms)
                return
            case Schedule():
                yield from _instance(node, names)
                yield from _phases(node, names)
            case Played():
                yield from _played(node)
            case LastArm():
                yield from _last_arm(node, names)
            case Anytime():
                yield from _anytime(node, names)
            case Caps():
                yield from _caps(node, names)
            case _:
                raise TypeError("that there is an instance is proved by an exhibit")
        for name, (where, wanted) in duties(node, region, self.claim).items():
            goals = tuple(
                Comparison(Form(c.polynomial), Relation.GT if c.strict else Relation.GE)
                for c in wanted_of(where, wanted)
            )
            if goals:
                title = TITLES.get(name, name.replace("phase", "Phase "))
                told = tuple(self._duty(node.proofs[name], where, goals))
                yield Section(title, told, folded=name.startswith("phase"))

    def _duty(
        self, proofs: Proofs, where: Region, goals: tuple[Comparison, ...]
    ) -> Iterator[Block]:
        """Inequalities of parameters, each with its proof."""
        claim, _ = claim_of(where, goals, self.claim.parameters)
        own = Names.of(claim)
        telling = Telling(claim, own, self.appendix, self.lemmas)
        yield from statement(claim, own)
        shown = [(goal, goal.form.constant, goal.relation is Relation.GT) for goal in goals]
        told = [
            (goal, telling.sign(proofs[p], p, where, strict=strict)) for goal, p, strict in shown
        ]
        if len(told) == 1:
            yield from told[0][1]
            return
        yield Items(
            tuple(
                Item(("To show: ", own.comparison(goal), "."), tuple(part)) for goal, part in told
            )
        )


def _capped_arms(zeros: Polynomial, cap: Polynomial, names: Names) -> Parts:
    """The first z different arms pay 0, the others n up to the cap."""
    first: list[Part] = ["Every arm"]
    if len(zeros):
        first = ["The first ", names.expand(zeros), " different arms that are pulled pay 0"]
        first += [" for ever. Every other arm"]
    return (*first, " pays ", n, " for its ", n, "-th pull up to the cap ", names.expand(cap))


def _last_arm(proof: LastArm, names: Names) -> Iterator[Block]:
    yield say(
        *_capped_arms(proof.zeros, proof.cap, names),
        ", and from then on the cap; but the last one to pass it goes on with ",
        n,
        ". So OPT(T) = T(T+1)/2, up to the scale. If no arm that goes on passes the cap, ALG(T) is "
        "largest if all pulls that pay are of one arm; otherwise all others have passed it.",
        lead="The last arm goes on.",
    )


def _anytime(proof: Anytime, names: Names) -> Iterator[Block]:
    yield say(
        *_capped_arms(proof.zeros, proof.cap, names),
        ", and from then on the cap. Look at the run up to the time ",
        names.expand(proof.horizon),
        ". If an arm has not passed the cap by then, ",
        T,
        " is that time; otherwise the step just before the last arm passes it. In both cases that "
        "arm could as well go on with ",
        n,
        ": the policy would not have seen it. So OPT(T) = T(T+1)/2, up to the scale.",
        lead="The last arm goes on.",
    )


def _caps(proof: Caps, names: Names) -> Iterator[Block]:
    m = names.symbol(OPEN)
    yield say(
        "Let w be ",
        T,
        " at first. An open arm pays ",
        n,
        " for its ",
        n,
        "-th pull. As soon as one of ",
        m,
        " >= 2 open arms has more than c pulls, where c is (",
        names.factorise(proof.above),
        ")/(",
        names.factorise(proof.below),
        ")",
        OPEN_ARMS,
        lead="Caps one after the other.",
    )


def _played(proof: Played) -> Iterator[Block]:
    """The arms by their points, and the pulls."""
    near = proof.near is not None
    yield say(NEAR if near else "The instance and its run are these.", lead="The run.")
    shown = [("arm", proof.curves), ("nearby, arm", proof.near or ())]
    arms = [(f"{name} {i}", f) for name, curves in shown for i, f in enumerate(curves, start=1)]
    points = (
        (name, "  ".join(f"({at}, {show_rational(value)})" for at, value in f.points))
        for name, f in arms
    )
    yield Table(("arm", "points (n, f(n)), joined by straight lines"), tuple(points))
    yield say(f"The pulls are {' '.join(str(i + 1) for i in proof.pulls)}.")


def _instance(proof: Schedule, names: Names) -> Iterator[Block]:
    yield say("All rewards are divided by ", names.expand(proof.scale), ".", lead="The instance.")
    yield Items(
        tuple(Item(_group(name, group, proof, names)) for name, group in proof.groups.items())
    )


def _group(name: str, group: Group, proof: Schedule, names: Names) -> Parts:
    """How many arms, what they pay, what they are called."""
    many: Parts = ("one arm",) if group.size == ONE else (names.expand(group.size), " arms")
    best = ", optimal" if name == proof.best else ""
    if group.slope == ZERO or group.bend == ONE:
        pays: Parts = (names.factorise(group.slope),)
    else:
        factor: Parts = () if group.slope == ONE else (names.factorise(group.slope), " ")
        pays = (*factor, "min(", n, ",", names.expand(group.bend), ")")
    verb = " pays " if group.size == ONE else " pay "
    return (*many, f" ({name}{best}){verb}", *pays, " for the ", n, "-th pull")


def _phases(proof: Schedule, names: Names) -> Iterator[Block]:
    pulls = " pull. " if proof.opening == ONE else " pulls. "
    start: Parts = ("At first every arm has ", names.expand(proof.opening), pulls)
    if not proof.phases:
        yield say(*start, "That is the whole run.", lead="The run.")
        return
    yield say(*start, "Then", lead="The run.")
    yield Items(tuple(Item(_phase(phase, proof, names)) for phase in proof.phases))
    yield say(ALLOWED)


def _phase(phase: Phase, proof: Schedule, names: Names) -> Parts:
    alone = [proof.groups[name].size for name in phase.groups] == [ONE]
    until: Polynomial = phase.until
    turn = "is pulled until it has " if alone else "are pulled in turn until each has "
    return (f"{', '.join(phase.groups)} {turn}", names.expand(until), " pulls")
