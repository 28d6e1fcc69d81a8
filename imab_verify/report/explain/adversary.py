"""Lower bounds: what is claimed of every policy, and what the adversary does, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from imab_verify.kernel import (
    ANYTIME,
    OPEN,
    Anytime,
    ByCase,
    Caps,
    Claim,
    Every,
    GoodPolicy,
    LastArm,
    LowerBoundProof,
    Polynomial,
    lower_bound_parts,
    split_cases,
)
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.blocks import Block, Display, Part, Parts, Section, list_parts, say
from imab_verify.report.explain.expressions import Number, Role, Symbol, equation
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.signs import Appendix
from imab_verify.report.explain.statements import statement
from imab_verify.report.explain.telling import Known

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
    return [let, say(*there), *(Display(names.comparison(c)) for c in claim.conclusion)]


def _names_T(p: Polynomial) -> bool:
    return "T" in p.names()


def outdone(claim: Claim, policy: GoodPolicy) -> Iterator[Block]:
    """Where, and by which policy, a lower bound is beaten."""
    names = Names.of(claim)
    where: list[Parts] = [
        (equation(names.symbol(name), Number(value), Role.VALUE),)
        for name, value in policy.parameters.items()
    ]
    yield say(
        "Take ",
        *list_parts(where),
        f" and the policy {policy.run.policy}. On every instance with OPT(T) > 0 the following "
        "fails, in every run, by what is shown below:",
        lead="Counterexample.",
    )
    yield Display(names.comparison(claim.conclusion[policy.comparison]))


@dataclass(slots=True)
class AdversaryTelling:
    """Tells the proof of one lower bound."""

    claim: Claim
    appendix: Appendix
    lemmas: Sequence[Known] = ()

    def proof(self, proof: LowerBoundProof) -> list[Block]:
        """What the adversary does; then each of the claims that this needs."""
        return [say(ANSWERS), *self._adversary(proof, self.claim)]

    def _adversary(self, proof: LowerBoundProof, claim: Claim) -> Iterator[Block]:
        if isinstance(proof, ByCase):
            for inner, part in zip(
                (proof.low, proof.high), split_cases(proof.split, claim), strict=True
            ):
                where = Names.of(part).comparison(part.givens[-1])
                yield say("Where ", where, ":")
                yield from self._adversary(inner, part)
            return
        parts = list(lower_bound_parts(proof, claim))
        names = Names.of(parts[0][1])
        titles: tuple[str, ...]
        match proof:
            case LastArm():
                yield from _last_arm(proof, names)
                titles = (
                    "If no arm that goes on passes the cap",
                    "If an arm that goes on has x pulls, more than the cap",
                )
            case Anytime():
                yield from _anytime(proof, names)
                titles = ("If the last arm has not passed the cap", "If it has: just before that")
            case _:
                yield from _caps(proof, names)
                titles = (
                    "The shares are between 0 and 1",
                    "From m + 1 open arms to m",
                    "The bound",
                )
        for title, (part_proof, derived) in zip(titles, parts, strict=True):
            own = Names.of(derived)
            telling = Telling(derived, own, self.appendix, self.lemmas)
            yield Section(title, (*statement(derived, own), *telling.proof(part_proof)))


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
