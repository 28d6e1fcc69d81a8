"""The last word on a record: played again pull by pull, and judged by the kernel.

The kernel knows Algorithm 1, round robin, greedy and every `ScoredIndex` itself. For them a record
is a certificate that refutes a claim ("OPT(T)/ALG(T) is below r, for these k and T"), which anyone
can replay. For other policies the pulls are what the policy did, twice the same: pull by pull both
times, or once in leaps where these are known. In a long run the policy is then asked only now and
then, and at both ends of every leap. The kernel recomputes rewards, ALG and OPT from the instance.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self, cast

from counterexample_search.objective import Evaluation, Goal, Score, evaluate
from counterexample_search.problem import problem_of
from counterexample_search.settings import Standing
from imab_verify import kernel
from imab_verify.deciding.certify import Certified, certify
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ANY,
    ONE,
    ZERO,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Curve,
    Form,
    Kind,
    MalformedError,
    Polynomial,
    Reason,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
    sequence_of,
)
from imab_verify.language.curves import curves_of
from imab_verify.language.known_policies import run_of_policy
from imab_verify.language.reading import question_about
from imab_verify.policies.protocol import Policy, RandomisedPolicy, is_randomised
from imab_verify.simulation import stepwise
from imab_verify.simulation.courses import leaps
from imab_verify.simulation.leaps import Course
from imab_verify.simulation.play import can_leap
from imab_verify.simulation.run import ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from counterexample_search.problem import Problem
    from counterexample_search.store import Held, Holding
    from imab_verify.model.instances import Instance


MOST_CERTIFIED = 10**6
"""The kernel replays runs with k T up to here."""
MOST_ASKED = 100_000
"""A policy whose leaps are known is asked at every pull for k T up to here, and so often beyond."""
MOST_SCORED = 20_000
"""And those of an index policy up to here: it computes every score from its data."""
MOST_LISTED = 100_000
"""And those whose pulls are listed up to here."""


VOID = "none of its records stands"
"""How it ends with a policy that plays one instance in several ways."""


NOT_STANDING = "a record of the store does not stand"


class NotConfirmedError(InputError):
    """A record that does not stand: two ways of playing it differ."""


class UnsteadyError(NotConfirmedError):
    """The policy is not deterministic, so nothing that it did stands."""

    WHAT: ClassVar[str] = "is not deterministic: it played the same instance in two ways"

    @classmethod
    def of(cls, name: str) -> Self:
        """The sentence that names the policy."""
        return cls(f"policy {name} {cls.WHAT}, so {VOID}")


class OtherwiseError(UnsteadyError):
    """The policy plays an instance in another way than it did before."""

    WHAT = (
        "played the same instance otherwise before: it is not deterministic, or keeps something "
        "from one run to the next"
    )


@dataclass(frozen=True, slots=True)
class Record:
    """A confirmed evaluation; `certificate` where the kernel judged it."""

    evaluation: Evaluation
    certificate: Certified | None
    standing: Standing


def judge_in(problem: Problem, evaluation: Evaluation) -> Record:
    """Confirm an evaluation as a record of a cell, wherever it comes from, or raise InputError."""
    instance, horizon = evaluation.instance, evaluation.horizon
    least = problem.k if problem.goal is Goal.ANYTIME else problem.T
    of_class = all(problem.kind.includes(arm.kind) for arm in instance.arms)
    if instance.k != problem.k or not least <= horizon <= problem.T or not of_class:
        raise NotConfirmedError("the record is not one of this cell")
    return judge(evaluation, problem.build(), problem.goal)


def judge_text(text: str, evaluation: Evaluation, goal: Goal) -> Standing:
    """How a record stands by a certificate from another process, which the kernel judges here."""
    try:
        document = kernel.judge(text).document
    except (MalformedError, RejectedError):
        return Standing.COMPUTED
    match document:
        case Refuted(Claim(run=Run() as run) as claim, RunPoint(curves)) if claim == _claim(
            run, evaluation, goal
        ) and curves == _curves(evaluation.instance):
            return Standing.LISTED if run.policy == ANY else Standing.PLAYED
    return Standing.COMPUTED


def judge_holding(holding: Holding) -> Holding:
    """What a store holds of a cell with its record as judged here; what does not stand is a fault.

    A policy of the user's own is not played, and its record not judged.
    """
    if holding.best is None:
        return holding
    standing, faults = Standing.NOT_YET, holding.faults
    try:
        problem = problem_of(holding.policy, holding.key)
        if not problem.foreign:
            standing = judge_in(problem, holding.best.evaluation).standing
    except InputError as error:
        faults = (*faults, f"{NOT_STANDING}: {error}")
    return replace(holding, best=replace(holding.best, judged=standing), faults=faults)


def judge(evaluation: Evaluation, policy: Policy | RandomisedPolicy, goal: Goal) -> Record:
    """Confirm an evaluation, or raise NotConfirmedError."""
    curves = _curves(evaluation.instance)
    if is_randomised(policy):
        again = evaluate(evaluation.instance, policy, evaluation.horizon, goal)
        if again.score != evaluation.score:
            raise OtherwiseError.of(policy.name)
        return Record(evaluation, None, Standing.COMPUTED)
    fixed = cast("Policy", policy)
    sequence = _sequence(evaluation, fixed)
    counted = Counter(sequence)
    pulls = [counted[i] for i in range(evaluation.instance.k)]
    alg = sum((curve.rew(n) for curve, n in zip(curves, pulls, strict=True)), Fraction(0))
    opt = max(curve.rew(evaluation.horizon) for curve in curves)
    score = Score(opt - alg if goal is Goal.REGRET else ratio(opt, alg))
    if tuple(pulls) != evaluation.pulls:
        raise OtherwiseError.of(policy.name)
    if score != evaluation.score:
        raise NotConfirmedError("the record has another score when it is computed again")
    return _certify(evaluation, fixed, goal, sequence)


def _sequence(evaluation: Evaluation, policy: Policy) -> list[int]:
    """The run as the kernel plays it, if it can; otherwise as the policy does, twice the same."""
    point = _kernel_point(evaluation, policy)
    if point is not None:
        return sequence_of(*point)
    if can_leap(evaluation.instance, policy):
        return _leapt_sequence(evaluation.instance, policy, evaluation.horizon)
    return steady_sequence(evaluation.instance, policy, evaluation.horizon)


def _leapt_sequence(instance: Instance, policy: Policy, T: int) -> list[int]:
    """The pulls in leaps, confirmed by the policy pull by pull; not at all of them if k T is large.

    It is always asked at the first and the last pull of a leap.
    """
    every = 1 + instance.k * T // MOST_ASKED
    pulls = []
    for leap in leaps(Course.on(instance, T), policy, whole=True):
        g, last = len(leap.arms), leap.pulls - 1
        pulls += [(leap.arms[x % g], x in (0, last) or x % every == 0) for x in range(leap.pulls)]
    if not stepwise.follows(instance, policy, T, pulls):
        raise NotConfirmedError(f"policy {policy.name} does not make the pulls of its leaps")
    return [arm for arm, _ in pulls]


def steady_sequence(instance: Instance, policy: Policy, T: int) -> list[int]:
    """The pulls of a policy on an instance, twice the same, or UnsteadyError."""
    sequence = stepwise.sequence(instance, policy, T)
    if sequence != stepwise.sequence(instance, policy, T):
        raise UnsteadyError.of(policy.name)
    return sequence


def _kernel_point(evaluation: Evaluation, policy: Policy) -> tuple[Run, RunPoint] | None:
    """The run for the kernel, if it knows the policy and the class."""
    run, size = run_of_policy(policy), evaluation.instance.k * evaluation.horizon
    if run is None or not _is_concave(evaluation.instance):
        return None
    if run.index is not None and size > MOST_SCORED:
        return None
    return run, RunPoint(_curves(evaluation.instance), evaluation.horizon, {}, run.ties, {})


def _listed_point(evaluation: Evaluation, sequence: Sequence[int]) -> tuple[Run, RunPoint] | None:
    """A run of any policy for the kernel, which has these pulls, if it is not too long."""
    instance, T = evaluation.instance, evaluation.horizon
    if not _is_concave(instance) or instance.k * T > MOST_LISTED:
        return None
    return Run(ANY), RunPoint(_curves(instance), T, {}, tuple(sequence), {})


def _is_concave(instance: Instance) -> bool:
    return all(arm.kind is ArmClass.CONCAVE for arm in instance.arms)


def check_certifiable(problems: Sequence[Problem]) -> None:
    """Refuse, before the hunt, to certify what the kernel cannot replay."""
    largest = max(problems, key=lambda problem: problem.k * problem.T)
    policy = largest.build()
    if is_randomised(policy) or largest.kind is not ArmClass.CONCAVE:
        raise InputError("--certificate needs a deterministic policy and concave arms")
    run = run_of_policy(policy)
    most = MOST_CERTIFIED if run is None or run.index is None else MOST_SCORED
    most = MOST_LISTED if run is None else most
    if largest.k * largest.T > most:
        raise InputError(
            f"--certificate is for runs with k*T up to {most}, which the kernel replays"
        )


def certificate_of(asked: tuple[Problem, Held]) -> str:
    """Judge the record of a cell again, for a certificate that others can replay."""
    problem, held = asked
    record = judge_in(problem, held.evaluation)
    if record.certificate is None:
        raise InputError("the record cannot be certified")
    return record.certificate.text


def _curves(instance: Instance) -> tuple[Curve, ...]:
    curves = curves_of(instance)
    for number, (curve, arm) in enumerate(zip(curves, instance.arms, strict=True), 1):
        try:
            curve.check(str(number), arm.kind)
        except RejectedError as error:
            raise NotConfirmedError(f"the kernel does not accept the instance: {error}") from None
    return curves


def _certify(evaluation: Evaluation, policy: Policy, goal: Goal, sequence: Sequence[int]) -> Record:
    """Let the kernel play the instance itself or, if it does not know the policy, these pulls.

    A run that is too long for a certificate has none.
    """
    played = _kernel_point(evaluation, policy)
    point = played or _listed_point(evaluation, sequence)
    without = Record(evaluation, None, Standing.COMPUTED)
    if point is None:
        return without
    claim = _claim(point[0], evaluation, goal)
    try:
        certified = certify(question_about(claim), Refuted(claim, point[1]))
    except RejectedError as error:
        if error.reason is Reason.LIMIT:
            return without
        raise NotConfirmedError(f"the kernel does not confirm the record: {error}") from None
    return Record(evaluation, certified, Standing.PLAYED if played else Standing.LISTED)


def check_one_run(policy: Policy | RandomisedPolicy) -> Policy:
    """The policy, if it is deterministic: a claim is about one run of it."""
    if is_randomised(policy):
        raise InputError(
            f"policy {policy.name} is randomised, and a claim is about one run: `hunt` without "
            "--claim looks at the mean of ALG"
        )
    return cast("Policy", policy)


def _claim(run: Run, evaluation: Evaluation, goal: Goal) -> Claim:
    """What the record refutes: ratio < r as r ALG - OPT > 0; a finite ratio; regret < r."""
    alg, opt = Atom(Kind.ALG), Atom(Kind.OPT)
    value = evaluation.score.value
    size = [("k", evaluation.instance.k), ("T", evaluation.horizon)]
    givens = [
        Comparison(Form(Polynomial.variable(name) - Polynomial.constant(n)), Relation.EQ)
        for name, n in size
    ]
    if value is None:
        givens.append(Comparison(Form(ZERO, ((ONE, opt),)), Relation.GT))
        conclusion = Comparison(Form(ZERO, ((ONE, alg),)), Relation.GT)
    elif goal is Goal.REGRET:
        terms = ((ONE, alg), (-ONE, opt))
        conclusion = Comparison(Form(Polynomial.constant(value), terms), Relation.GT)
    else:
        terms = ((Polynomial.constant(value), alg), (-ONE, opt))
        conclusion = Comparison(Form(ZERO, terms), Relation.GT)
    return Claim(("k", "T"), (), tuple(givens), (conclusion,), run=run)
