"""A claim about a run as a claim about arms, to which facts about the run are added.

In the claim about arms OPT(T) and ALG(T) are Rew(_g,T) and Rew(_h,T) for two more arms. _g is an
arm of the instance that is best at T. _h is the constant ALG(T)/T: it is concave, and in [0,1]
because rewards are; for T = 0 it is any arm, since ALG(0) = 0 = Rew(_h,0). OPT(t) and ALG(t) at
each other time t have two such arms of their own. A claim that holds for all arms that satisfy
facts that are true in the run holds in the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import Run, T
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Atom, Comparison, Form, Kind, Relation, at_least, rew
from imab_verify.kernel.polynomials import Polynomial
from imab_verify.kernel.regions import Constraint, parameter_region

PULLED, OPTIMAL, EARNED, LEADER = "_f", "_g", "_h", "_l"
COUNT, LEVEL, BEFORE = "_N", "_M", "_B"
LAST_LEVEL, LAST_BEFORE, REACHED_BEFORE, OPTIMAL_COUNT, QUOTIENT = "_L", "_C", "_R", "_n", "_q"
OPT, ALG = rew(OPTIMAL, T), rew(EARNED, T)
Counts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A claim about arms, the run it comes from, and all final counts that have a name."""

    claim: Claim
    run: Run
    counts: Counts
    times: tuple[Polynomial, ...] = ()

    def adding(self, *facts: Comparison) -> Known:
        """The claim with more givens; those are left out that are plain already."""
        region, new = parameter_region(self.claim), []
        for fact in facts:
            p = fact.form.constant
            if not fact.form.terms and fact.relation == Relation.GE:
                if region.implies(p):
                    continue
                region = region.adding(Constraint(p))
            new.append(fact)
        return replace(self, claim=replace(self.claim, givens=(*self.claim.givens, *new)))

    def declaring(self, parameters: Sequence[str], arms: Sequence[str] = ()) -> Known:
        """The claim with more integers and concave arms, whose names mean nothing else in it.

        The optimal arm is the same one wherever it is named.
        """
        claim, declared = self.claim, dict(self.claim.arms)
        new = [arm for arm in arms if arm != OPTIMAL or arm not in declared]
        floors = (floor.name for floor in claim.floors)
        if {*parameters, *new} & {*claim.parameters, *claim.reals, *floors, *declared}:
            raise RejectedError(Reason.RULE, "a name of the rule has a meaning already")
        more = tuple((arm, ArmClass.CONCAVE) for arm in new)
        claim = replace(
            claim, parameters=(*claim.parameters, *parameters), arms=(*claim.arms, *more)
        )
        return replace(self, claim=claim)

    def own_arms(self) -> list[str]:
        """The arms of the instance, those that stand for OPT and ALG left out."""
        others = {*stand_ins(self.times)}
        return [arm for arm, _ in self.claim.arms if arm not in others]

    def count_of(self, arm: str) -> Polynomial:
        """The name of the final count of an arm."""
        names = [name for name, other in self.counts if other == arm]
        if not names:
            raise RejectedError(Reason.RULE, f"the final count of {arm or 'an arm'} has no name")
        return Polynomial.variable(names[0])


def parameter_claim(known: Known, p: Polynomial) -> Claim:
    """The claim that p >= 0 under what is known of the parameters."""
    givens = tuple(given for given in known.claim.givens if not given.form.terms)
    return replace(known.claim, arms=(), givens=givens, conclusion=(at_least(p),))


def about_arms(comparison: Comparison, times: Mapping[Polynomial, int]) -> Comparison:
    """OPT(T) and ALG(T) as rewards of the two arms that stand for them; so at other times."""
    arm_of = {Kind.OPT: OPTIMAL, Kind.ALG: EARNED, Kind.OPT_AT: OPTIMAL, Kind.ALG_AT: EARNED}

    def of_arm(atom: Atom) -> Atom:
        if atom.kind not in arm_of:
            return atom
        number = times[atom.indices[0]] if atom.indices else 0
        return Atom(Kind.REW, arm_at(arm_of[atom.kind], number), atom.indices or (T,))

    terms = tuple((c, of_arm(atom)) for c, atom in comparison.form.terms)
    return Comparison(Form(comparison.form.constant, terms), comparison.relation)


def stand_ins(times: Sequence[Polynomial]) -> list[str]:
    """The arms that stand for OPT and ALG at T and at the other times.

    Those for ALG are no arms of the instance: of them nothing is known but what is said of ALG.
    """
    return [arm_at(arm, i) for i in range(len(times) + 1) for arm in (OPTIMAL, EARNED)]


def arm_at(arm: str, number: int) -> str:
    """The arm that stands for OPT or ALG at time number `number`; number 0 is T."""
    return f"{arm}{number}" if number else arm
