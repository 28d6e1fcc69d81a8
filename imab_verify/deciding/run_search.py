"""Exact instances on which a claim about the run of a policy fails, and the whole decision.

The instances tried are the ones that hurt: a single arm that grows among arms that stay at 0, at
the first or the last place; arms that all grow alike until one of them goes on alone; a constant
against a line. The run is played in leaps; what fails is played again by the kernel.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from imab_verify.deciding.decide import Decision, Verdict, check_denominators
from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.points import Values, parameter_points, run_sizes
from imab_verify.engines.arms.proofs import check_meaning
from imab_verify.engines.runs.proofs import prove_run_claim
from imab_verify.kernel import (
    ROUND_ROBIN,
    Atom,
    Certificate,
    Claim,
    Comparison,
    Curve,
    Form,
    Kind,
    Point,
    Polynomial,
    RejectedError,
    RunPoint,
    atom_value,
    judge,
    settle,
)
from imab_verify.language.declarations import run_names
from imab_verify.language.reading import Question
from imab_verify.model.instances import Instance
from imab_verify.model.rewards import Reward
from imab_verify.policies.algorithm_1 import Algorithm1
from imab_verify.policies.protocol import Policy
from imab_verify.policies.round_robin import RoundRobin
from imab_verify.policies.ties import TIES
from imab_verify.simulation import leaping

FEW_ARMS = 8
QUICK = 3
"""So many seconds for a counterexample before a proof is tried."""
MORE_PARAMETERS = 12

Curves = tuple[Curve, ...]


def decide_run(question: Question, *, seconds: float = 20) -> Decision:
    """Prove, refute or give up on a claim about the run of a policy."""
    start = time.monotonic()
    claim = question.claim
    check_run_meaning(question, seconds=seconds)

    def decision(verdict: Verdict, certificate: Certificate | None, reason: str = "") -> Decision:
        judgement = judge(certificate) if certificate else None
        return Decision(verdict, claim, certificate, judgement, reason, time.monotonic() - start)

    bad = find_run_counterexample(claim, seconds=min(QUICK, seconds / 4))
    if bad is not None:
        return decision(Verdict.REFUTED, bad)
    proof = prove_run_claim(claim, seconds=seconds)
    if proof is not None:
        return decision(Verdict.PROVED, proof)
    bad = find_run_counterexample(claim, seconds=seconds / 2)
    if bad is not None:
        return decision(Verdict.REFUTED, bad)
    if next(_settings(claim), None) is None:
        reason = "no k and T of a size that can be played were found that satisfy the givens"
        return decision(Verdict.UNKNOWN, None, reason)
    return decision(
        Verdict.UNKNOWN, None, "no rule about runs proves it, and no instance tried refutes it"
    )


def check_run_meaning(question: Question, *, seconds: float = 20) -> None:
    """Denominators are positive and indices in the domain; UndefinedError if not."""
    check_denominators(question, seconds=seconds)
    check_meaning(_about_arms(question.claim), Clock(seconds))


def find_run_counterexample(claim: Claim, *, seconds: float = 20) -> Certificate | None:
    """The first counterexample that the kernel accepts: fewest arms, then the least horizon."""
    clock = Clock(seconds)
    try:
        for values in _settings(claim):
            for curves in bad_instances(int(values["k"]), int(values["T"])):
                clock.tick()
                certificate = _refute(claim, values, curves)
                if certificate is not None:
                    return certificate
    except OutOfTimeError:
        pass
    return None


def bad_instances(k: int, T: int) -> Iterator[Curves]:
    """Instances of k arms that are hard, or special, at horizon T; single arms first.

    Of many arms only the ones in which the special arm comes last, where it is pulled least.
    """
    top = max(T, 1)
    zero, one = Curve(((0, Fraction(0)),)), Curve(((0, Fraction(1)),))
    line = capped(top, top)
    yield (one,) * k
    yield (line,) * k
    if k == 1:
        return
    for special in (one, line):
        yield from _one_among(special, zero, k)
    share = T // k
    for bend in sorted({1, 2, share - 1, share, share + 1, share + 2} - {top}):
        if 1 <= bend < top:
            yield from _one_among(line, capped(bend, top), k)
    for height in (Fraction(1, top), Fraction(2, top), Fraction(1, k), Fraction(1, 2)):
        if height < 1 and k <= FEW_ARMS:
            flat = Curve(((0, height),))
            yield from _one_among(flat, line, k)
            yield from _one_among(line, flat, k)
            yield from _one_among(one, flat, k)


def capped(bend: int, top: int) -> Curve:
    """min(n, bend) / top."""
    return Curve(((0, Fraction(0)), (bend, Fraction(bend, top))))


def _one_among(special: Curve, others: Curve, k: int) -> Iterator[Curves]:
    yield (*(others,) * (k - 1), special)
    if k <= FEW_ARMS:
        yield (special, *(others,) * (k - 1))


def _settings(claim: Claim) -> Iterator[Values]:
    """Values of the parameters that satisfy the givens about them, small k and T first.

    Counts that the run determines are left to the kernel; claims with such counts and with free
    parameters too are not looked at.
    """
    counts, free = _counts(claim), _free(claim)
    for k, T in run_sizes(claim):
        if counts:
            if not free:
                yield {"k": Fraction(k), "T": Fraction(T)}
            continue
        fixed = replace(claim, run=None, givens=(*claim.givens, *_equal("k", k), *_equal("T", T)))
        if free:
            yield from parameter_points(fixed, MORE_PARAMETERS)
            continue
        values = settle(claim, Point({"k": Fraction(k), "T": Fraction(T)}, {}))
        if all(
            given.relation.holds(given.form.constant.at(values))
            for given in claim.givens
            if not given.form.terms
        ):
            yield values


def _counts(claim: Claim) -> tuple[str, ...]:
    return run_names(claim.run)[1]


def _free(claim: Claim) -> set[str]:
    """The parameters that the run does not determine."""
    return {*claim.parameters, *claim.reals} - {"k", "T", *_counts(claim)}


def _equal(name: str, value: int) -> tuple[Comparison, Comparison]:
    gap = Polynomial.variable(name) - Polynomial.constant(value)
    return Comparison(Form(gap)), Comparison(Form(-gap))


def _refute(claim: Claim, values: Values, curves: Curves) -> Certificate | None:
    """A counterexample on this instance, if it is one with declared arms at its ends.

    Where ties may fall in any way the lowest index wins here: with the order of the arms turned
    round this is the run in which the highest one wins.
    """
    run = claim.run
    if run is None:
        return None
    ties = TIES[0] if run.ties == "any" else run.ties
    rounds = run.policy == ROUND_ROBIN
    policy: Policy = RoundRobin() if rounds else Algorithm1(run.init, ties)
    rewards = {curve: Reward.from_points(curve.points) for curve in set(curves)}
    instance = Instance.of([rewards[curve] for curve in curves])
    played = leaping.run(instance, policy, int(values["T"]))
    others = {name: values[name] for name in _free(claim)}
    names = [arm for arm, _ in claim.arms]
    for places in product(sorted({0, len(curves) - 1}), repeat=len(names)):
        roles = dict(zip(names, places, strict=True))
        point = RunPoint(curves, played.T, roles, ties, others)
        atoms = _atoms(claim, values, point, played.alg, played.opt)
        if _counts(claim) or _fails(claim, values, atoms):
            certificate = Certificate(claim, (), None, point)
            if _accepted(certificate):
                return certificate
    return None


def _atoms(
    claim: Claim, values: Values, point: RunPoint, alg: Fraction, opt: Fraction
) -> Callable[[Atom], Fraction]:
    def value(atom: Atom) -> Fraction:
        if atom.kind in (Kind.ALG, Kind.OPT):
            return alg if atom.kind is Kind.ALG else opt
        return atom_value(atom, claim, values, point.curves[point.roles[atom.arm]])

    return value


def _fails(claim: Claim, values: Values, atoms: Callable[[Atom], Fraction]) -> bool:
    """Whether all givens hold, and the conclusion does not."""

    def holds(comparison: Comparison) -> bool:
        form = comparison.form
        total = form.constant.at(values)
        for coefficient, atom in form.terms:
            total += coefficient.at(values) * atoms(atom)
        return comparison.relation.holds(total)

    return all(map(holds, claim.givens)) and not all(map(holds, claim.conclusion))


def _accepted(certificate: Certificate) -> bool:
    try:
        judge(certificate)
    except RejectedError:
        return False
    return True


def _about_arms(claim: Claim) -> Claim:
    """What the claim says about declared arms: its indices must be in the domain."""

    def kept(comparison: Comparison) -> Comparison:
        terms = tuple((c, atom) for c, atom in comparison.form.terms if atom.arm)
        return Comparison(Form(comparison.form.constant, terms), comparison.relation)

    arms = tuple(map(kept, claim.conclusion))
    return replace(claim, run=None, givens=tuple(map(kept, claim.givens)), conclusion=arms)
