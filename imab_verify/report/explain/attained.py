"""Claims about some run: what is claimed, on which instance, and how the policy gets there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from imab_verify.kernel import (
    ONE,
    ZERO,
    AttainedProof,
    Claim,
    Group,
    Phase,
    Polynomial,
    Run,
    Schedule,
    ScheduleCases,
    attained_parts,
    schedule_cases,
)
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.blocks import Block, Display, Item, Items, Parts, Section, say
from imab_verify.report.explain.expressions import Symbol
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.runs import policy_name
from imab_verify.report.explain.signs import Appendix
from imab_verify.report.explain.statements import statement
from imab_verify.report.explain.telling import Known

k, n, T = Symbol("k"), Symbol("n"), Symbol("T")
ALLOWED = (
    "The policy may pull like this if, whenever an arm is pulled, no other arm has a larger score, "
    "and none with fewer pulls has the same one."
)


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
    return [let, there, *(Display(names.comparison(c)) for c in claim.conclusion)]


@dataclass(slots=True)
class AttainedTelling:
    """Tells the proof of one claim about some run."""

    claim: Claim
    appendix: Appendix
    lemmas: Sequence[Known] = ()

    def proof(self, proof: AttainedProof) -> list[Block]:
        """The instance, the run, and what comes out, in each case."""
        return list(self._tell(proof, self.claim))

    def _tell(self, proof: AttainedProof, claim: Claim) -> Iterator[Block]:
        if isinstance(proof, ScheduleCases):
            cases = schedule_cases(proof.floors, proof.split, claim)
            for inner, part in zip((proof.low, proof.high), cases, strict=True):
                yield say("Where ", Names.of(part).comparison(part.givens[-1]), ":")
                yield from self._tell(inner, part)
            return
        parts = list(attained_parts(proof, claim))
        names = Names.of(parts[-1][1])
        yield from _instance(proof, names)
        yield from _phases(proof, names)
        titles = [*(f"Phase {number}" for number in range(1, len(parts))), "What comes out"]
        for title, (own_proof, derived) in zip(titles, parts, strict=True):
            if not derived.conclusion:
                continue
            own = Names.of(derived)
            telling = Telling(derived, own, self.appendix, self.lemmas)
            told = (*statement(derived, own), *telling.proof(own_proof))
            yield Section(title, told, folded=title != titles[-1])


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
