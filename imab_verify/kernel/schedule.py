"""Claims about some run of a policy: an instance for all k and T at once, and a run on it.

The docstring of `schedule_claims` is the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from imab_verify.kernel.adversary import PULLS, about_parameters, check_counts, shares_of
from imab_verify.kernel.arms import ClaimProof, check_claim, functional, on_side, parameter_region
from imab_verify.kernel.documents import REQUIRED, key
from imab_verify.kernel.polynomials import ONE, Polynomial, Reason, RejectedError, total, use
from imab_verify.kernel.statement import (
    ArmClass,
    Claim,
    Comparison,
    Floor,
    Form,
    Index,
    K,
    Relation,
    Run,
    Some,
    T,
    at_least,
    positive,
    rew,
)

# --- Claims about some run of a policy: an instance for all k and T at once, and a run on it -----

"""The docstring of `schedule_claims` is the rule.
"""


X = Polynomial.variable(PULLS)
"""The pulls that an arm has just before it is pulled."""
MAX_GROUPS = 12


@dataclass(frozen=True, slots=True)
class Group:
    """`size` arms that pay slope * min(n, bend) for their n-th pull, before all is scaled."""

    size: Polynomial
    slope: Polynomial
    bend: Polynomial


@dataclass(frozen=True, slots=True)
class Phase:
    """The arms of these groups are pulled in turn, until each has `until` pulls.

    `bent`: the groups that are past their bend, and `bending`: those that are after their pull.
    """

    groups: tuple[str, ...]
    until: Polynomial
    bent: tuple[str, ...]
    bending: tuple[str, ...]
    proof: ClaimProof


@dataclass(frozen=True, slots=True)
class Schedule:
    """An instance, the phases of a run on it, and a proof of what comes out.

    `opening`: the pulls of every arm before the first phase. `bent`: the groups past their bend in
    the end. `best`: a group whose arms are optimal.
    """

    floors: tuple[Floor, ...]
    groups: Mapping[str, Group]
    scale: Polynomial
    opening: Polynomial
    phases: tuple[Phase, ...]
    bent: tuple[str, ...]
    best: str
    outcome: ClaimProof
    rule: Annotated[str, "schedule"] = field(default="schedule", metadata=REQUIRED)


@dataclass(frozen=True, slots=True)
class ScheduleCases:
    """Two proofs of a claim about some run, where `split` <= 0 and where `split` > 0."""

    floors: tuple[Floor, ...]
    split: Polynomial = field(metadata=key("case"))
    low: AttainedProof
    high: AttainedProof
    rule: Annotated[str, "cases"] = field(default="cases", metadata=REQUIRED)


AttainedProof = Schedule | ScheduleCases
Part = tuple[ClaimProof, Claim]


def check_attained(proof: AttainedProof, claim: Claim, lemmas: Sequence[Claim]) -> None:
    """A claim about some run holds if a schedule has proofs of all that it needs."""
    for part, derived in attained_parts(proof, claim):
        check_claim(part, derived, lemmas)


def attained_parts(proof: AttainedProof, claim: Claim) -> Iterator[Part]:
    """What the schedules need: claims about parameters, derived here, with their proofs."""
    use("schedule")
    match proof:
        case ScheduleCases():
            low, high = schedule_cases(proof.floors, proof.split, claim)
            yield from attained_parts(proof.low, low)
            yield from attained_parts(proof.high, high)
        case Schedule():
            proofs = (*(phase.proof for phase in proof.phases), proof.outcome)
            yield from zip(proofs, schedule_claims(proof, claim), strict=True)
        case _:
            raise RejectedError(Reason.RULE, "a claim about some run needs a schedule")


def schedule_cases(floors: Sequence[Floor], split: Polynomial, claim: Claim) -> tuple[Claim, Claim]:
    """Cases: there is an instance for all parameters if there is where e <= 0 and where e > 0."""
    claim = with_more_floors(claim, floors)
    _check_known(claim, split)
    low = replace(claim, givens=(*claim.givens, at_least(-split)))
    return low, replace(claim, givens=(*claim.givens, positive(split)))


def with_more_floors(claim: Claim, floors: Sequence[Floor]) -> Claim:
    """The claim with more floors; that their divisors are >= 1 is an obligation of each part."""
    for floor in floors:
        check_counts(claim, floor.numerator, floor.divisor)
        if floor.name in parameter_region(claim).names | {PULLS}:
            raise RejectedError(Reason.RULE, f"{floor.name} has a meaning already")
        claim = replace(claim, floors=(*claim.floors, floor))
    return claim


def schedule_claims(plan: Schedule, claim: Claim) -> list[Claim]:
    """Schedule: groups of equal arms, and phases in which they are pulled in turn.

    An arm of group g pays c*min(n,q) for its n-th pull, divided by S = `scale`. It is concave and
    in [0,1], as c >= 0, q is an integer with 1 <= q <= T, and S > 0, S >= c*q. The sizes are
    integers >= 0, and k in all. An index policy opens with m = `opening` pulls of every arm. Then,
    phase after phase, the arms of the groups g, h, ..., which all have a pulls, are pulled in
    rounds: each arm of g once, then each of h once, ..., until all have b >= a.

    The policy may do so if, whenever the next arm f has x pulls, a <= x < b, and the largest count
    is M, no arm has a larger score than f, and none with fewer pulls than f has the same. Arms of
    the phase have x pulls, or x+1 if they were pulled before in this round; the others as many as
    the phases before left them with. If that is b-1 or b, or M >= b, it is x or more; otherwise
    their score must be smaller. M begins with m: either b <= M, and M stays, or a = M, one arm
    alone is pulled, and so M = x. A score looks at rewards of one arm at indices e that are its
    count or one less. If they are all <= q, or all >= q, as `bent` and `bending` say, it is a
    polynomial, here multiplied by S. Each phase has a proof of all this, for every such x.

    Round robin opens with m pulls of every arm, for any m >= 0. In a phase the count is m before
    and m+1 after it: those arms are the first ones of the instance.

    Outcome: the final counts add up to T. So these are the T pulls of a run, ALG is the sum of
    Rew(f,N), and OPT = Rew(f,T) for an arm of the best group. The conclusion is that
    a*OPT + b*ALG + d*S >= 0 (or > 0, or == 0) with rewards that are not scaled.
    """
    run, claim = some_run_of(claim), with_more_floors(claim, plan.floors)
    _check_plan(plan, run, claim)
    counts, level = dict.fromkeys(plan.groups, plan.opening), plan.opening
    derived: list[Claim] = []
    wanted = [at_least(plan.opening)]
    for phase in plan.phases:
        start, until = _start(phase, counts), phase.until
        wanted.append(at_least(until - start))
        if run.scoring is None:
            if (start, until) != (plan.opening, plan.opening + ONE):
                raise RejectedError(Reason.RULE, "round robin pulls an arm once more in a phase")
            orders: list[Comparison] = []
        else:
            leads = start == level
            if not leads:
                wanted.append(at_least(level - until))
            elif [plan.groups[name].size for name in phase.groups] != [ONE]:
                raise RejectedError(Reason.RULE, "the largest count is raised by one arm alone")
            orders = list(_orders(plan, phase, run.scoring, counts, X if leads else level))
            level = until if leads else level
        where = (*claim.givens, at_least(X - start), at_least(until - ONE - X))
        derived.append(about_parameters(claim, where, orders, PULLS))
        counts |= dict.fromkeys(phase.groups, until)
    outcome = (*wanted, *_instance(plan), *_outcome(plan, counts, claim))
    return [*derived, about_parameters(claim, claim.givens, outcome)]


def some_run_of(claim: Claim) -> Run:
    """The run that a claim is about of which it says that there is one."""
    if not isinstance(claim.run, Some):
        raise RejectedError(Reason.RULE, "a schedule proves claims about some run only")
    return claim.run.some


def _check_plan(plan: Schedule, run: Run, claim: Claim) -> None:
    """Counts are integers, all names are known, and the opening is that of the policy."""
    groups = plan.groups.values()
    check_counts(claim, plan.opening, *(phase.until for phase in plan.phases))
    check_counts(claim, *(p for group in groups for p in (group.size, group.bend)))
    _check_known(claim, plan.scale, *(group.slope for group in groups))
    if run.scoring is not None and plan.opening != Polynomial.constant(run.opening):
        raise RejectedError(Reason.RULE, "the policy opens with another number of pulls")
    named = [*plan.bent, plan.best]
    for phase in plan.phases:
        named += (*phase.groups, *phase.bent, *phase.bending)
    if not {*named} <= plan.groups.keys() or len(groups) > MAX_GROUPS:
        raise RejectedError(Reason.RULE, "a phase names a group that there is not, or too many")


def _check_known(claim: Claim, *polynomials: Polynomial) -> None:
    names = parameter_region(claim).names
    if not all(p.names() <= names for p in polynomials):
        raise RejectedError(Reason.RULE, "a schedule uses names that the claim lacks")


def _start(phase: Phase, counts: Mapping[str, Polynomial]) -> Polynomial:
    """The one number of pulls that all arms of a phase have before it."""
    starts = {counts[name] for name in phase.groups}
    if len(starts) != 1 or len({*phase.groups}) != len(phase.groups):
        raise RejectedError(Reason.RULE, "the groups of a phase are different, with equal counts")
    return starts.pop()


def _orders(
    plan: Schedule, phase: Phase, index: Index, counts: Mapping[str, Polynomial], M: Polynomial
) -> Iterator[Comparison]:
    """No arm is better than the one that is pulled, and none with fewer pulls as good."""
    ahead = {phase.until, phase.until - ONE, M}

    def score(name: str, count: Polynomial, bent: bool) -> tuple[Polynomial, list[Comparison]]:
        form, group = index.of("f", count, M), plan.groups[name]
        value, sides = _reward_of(group, form, bent)
        return value + form.constant * plan.scale, sides

    now = {name: X if name in phase.groups else counts[name] for name in plan.groups}
    scores = {name: score(name, count, name in phase.bent) for name, count in now.items()}
    later = {name: score(name, X + ONE, name in phase.bending) for name in phase.groups}
    for number, name in enumerate(phase.groups):
        own, sides = scores[name]
        yield from sides
        for other in plan.groups:
            if other in phase.groups[:number] or (other == name and plan.groups[name].size != ONE):
                value, sides = later[other]
            elif other == name:
                continue
            else:
                value, sides = scores[other]
            yield from sides
            weak = other in phase.groups or counts[other] in ahead
            yield at_least(own - value) if weak else positive(own - value)


def _reward_of(group: Group, form: Form, bent: bool) -> tuple[Polynomial, list[Comparison]]:
    """A functional of c*min(n,q), with all indices <= q, or >= q if bent; and that they are."""
    parts, q = functional(list(form.terms)), group.bend

    sides = [at_least(e - q if bent else q - e) for _, e in parts]
    rewards = (c * on_side(ArmClass.CONCAVE, *part, bent, q) for part, c in parts.items())
    return group.slope * total(rewards), sides


def _instance(plan: Schedule) -> Iterator[Comparison]:
    """k concave arms in [0,1]."""
    groups = plan.groups.values()
    yield _equal(total(group.size for group in groups), K)
    yield positive(plan.scale)
    for group in groups:
        c, q = group.slope, group.bend
        yield from map(at_least, (group.size, c, q - ONE, T - q, plan.scale - c * q))


def _outcome(
    plan: Schedule, counts: Mapping[str, Polynomial], claim: Claim
) -> Iterator[Comparison]:
    """T pulls, OPT > 0 by an arm of the best group, and the conclusion."""
    groups, best = plan.groups, plan.groups[plan.best]
    yield _equal(total(group.size * counts[name] for name, group in groups.items()), T)
    alg: list[Polynomial] = []
    for name, group in groups.items():
        paid, sides = _reward_of(group, rew("f", counts[name]), name in plan.bent)
        yield from sides
        alg.append(group.size * paid)
    opt = {name: _reward_of(group, rew("f", T), bent=True)[0] for name, group in groups.items()}
    yield at_least(best.size - ONE)
    yield positive(opt[plan.best])
    yield from (at_least(opt[plan.best] - other) for other in opt.values())
    for comparison in claim.conclusion:
        of_opt, of_alg = shares_of(comparison.form)
        value = of_opt * opt[plan.best] + of_alg * total(alg)
        value += comparison.form.constant * plan.scale
        yield Comparison(Form(value), comparison.relation)


def _equal(p: Polynomial, q: Polynomial) -> Comparison:
    return Comparison(Form(p - q), Relation.EQ)
