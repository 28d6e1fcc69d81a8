"""The last word on a record: played again, and judged by the kernel.

The kernel knows Algorithm 1, round robin, greedy and every `ScoredIndex` itself. For them a record
is a certificate that refutes a claim ("OPT(T)/ALG(T) is below r, for these k and T"), which anyone
can replay. For other policies the certificate lists the pulls, which the policy made twice, pull by
pull. The kernel recomputes rewards, ALG and OPT from the instance.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Self, cast

from counterexample_search.problem import Evaluation, Goal, Problem, Score, evaluate
from imab_verify.deciding.certify import certify, judged
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Curve,
    Form,
    Kind,
    Polynomial,
    Refuted,
    RejectedError,
    Relation,
    Run,
    RunPoint,
)
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANY
from imab_verify.language.instances import curves_of
from imab_verify.language.policy_names import is_algorithm_1
from imab_verify.language.reading import question_about
from imab_verify.language.scored import run_of_policy
from imab_verify.policies.protocol import Policy, is_randomised
from imab_verify.policies.registry import AnyPolicy
from imab_verify.simulation import stepwise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from imab_verify.model.instances import Instance


MOST_CERTIFIED = 10**6
"""Largest k T of a run that the kernel replays."""
MOST_SCORED = 20_000
"""Largest k T of an index policy, whose scores the kernel computes from their data."""
MOST_LISTED = 100_000
"""Largest k T of a run whose pulls are listed."""


VOID = "none of its records stands"
"""Ending of the sentence about a policy that plays one instance in several ways."""
NOT_STANDING = "a record of the store does not stand"


class NotConfirmedError(InputError):
    """A record that does not stand: two ways of playing it differ."""


class UnsteadyError(NotConfirmedError):
    """The policy is not deterministic, so nothing that it did stands."""

    @classmethod
    def of(cls, name: str) -> Self:
        """Make the error about a policy."""
        return cls(
            f"policy {name} played the same instance in two ways: it is not deterministic, or "
            f"keeps something from one run to the next, so {VOID}"
        )


class Confirmation(IntEnum):
    """Ways in which a record was confirmed: the larger, the less is taken on trust.

    COMPUTED: it was played and computed once more, but the kernel has no certificate for it: the
    policy is randomised, the arms are not concave, the run is too long, or no time was left.
    LISTED: the kernel judged the run as a list of pulls, which the policy made twice. PLAYED: the
    kernel played the policy itself.
    """

    NOT_YET = 0
    COMPUTED = 1
    LISTED = 2
    PLAYED = 3

    @property
    def by_kernel(self) -> bool:
        """Whether the kernel accepted a certificate."""
        return self >= Confirmation.LISTED

    def rests_on(self, policy: str) -> tuple[str, ...]:
        """Sentences about what is taken on somebody's word."""
        if self is Confirmation.LISTED:
            return (f"pulls of {policy}, which was played, twice the same, outside the kernel",)
        return () if self.by_kernel else ("exact play, twice the same, without a certificate",)


@dataclass(frozen=True, slots=True)
class Record:
    """The best instance of a cell so far, and what is known about it.

    `supremum`: the worst case by the exact engine, where the score is it or comes close to it:
    then the cell is `settled`. `found_by` names the layer of the search. `confirmation` and
    `certificate` are what the kernel said in this call.
    """

    evaluation: Evaluation
    supremum: Fraction | None = None
    confirmation: Confirmation = field(default=Confirmation.NOT_YET, compare=False)
    found_by: str = ""
    settled: bool = False
    certificate: str = field(default="", compare=False, repr=False)

    @property
    def score(self) -> Score:
        """Score of the evaluation."""
        return self.evaluation.score


def confirm_record(problem: Problem, record: Record) -> Record:
    """The record as judged by the kernel now; NotConfirmedError if it does not stand."""
    replayed = replay_record(problem, record)
    policy = problem.build()
    if is_randomised(policy):
        return replayed
    confirmation, text = certify_run(record.evaluation, cast("Policy", policy), problem.goal)
    return replace(record, confirmation=confirmation, certificate=text)


def replay_record(problem: Problem, record: Record) -> Record:
    """The record played once more, without the kernel; NotConfirmedError if it does not stand."""
    told = record.evaluation
    least = problem.k if problem.goal is Goal.ANYTIME else problem.T
    of_class = all(problem.kind.includes(arm.kind) for arm in told.instance.arms)
    if told.instance.k != problem.k or not least <= told.horizon <= problem.T or not of_class:
        raise NotConfirmedError("the record is not one of this cell")
    policy = problem.build()
    again = evaluate(told.instance, policy, told.horizon, problem.goal)
    if again.pulls != told.pulls:
        raise UnsteadyError.of(policy.name)
    if again != told:
        raise NotConfirmedError("the record has another score when it is computed again")
    return replace(record, confirmation=Confirmation.COMPUTED)


def judge_text(text: str, evaluation: Evaluation, goal: Goal) -> Confirmation:
    """Confirmation of a record by a certificate from another process, judged here."""
    try:
        document = judged(text).certificate
    except RejectedError:
        return Confirmation.COMPUTED
    match document:
        case Refuted(Claim(run=Run() as run) as claim, RunPoint(curves)) if claim == _claim(
            run, evaluation, goal
        ) and curves == _curves(evaluation.instance):
            return Confirmation.LISTED if run.policy == ANY else Confirmation.PLAYED
    return Confirmation.COMPUTED


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
    if run.index and not is_algorithm_1(run) and size > MOST_SCORED:
        return None
    choices = run.index.ties if run.index else "lowest-index"
    return run, RunPoint(_curves(evaluation.instance), evaluation.horizon, {}, choices, {})


def _listed_point(evaluation: Evaluation, policy: Policy) -> tuple[Run, RunPoint] | None:
    """A run of any policy for the kernel, with the pulls of this one, if it is not too long."""
    instance, T = evaluation.instance, evaluation.horizon
    if not _is_concave(instance) or instance.k * T > MOST_LISTED:
        return None
    sequence = stepwise.sequence(instance, policy, T)
    if tuple(sequence.count(i) for i in range(instance.k)) != evaluation.pulls:
        raise UnsteadyError.of(policy.name)
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
    most = MOST_SCORED if run and run.index and not is_algorithm_1(run) else MOST_CERTIFIED
    most = MOST_LISTED if run is None else most
    if largest.k * largest.T > most:
        raise InputError(
            f"--certificate is for runs with k*T up to {most}, which the kernel replays"
        )


def certificate_of(asked: tuple[Problem, Record]) -> str:
    """A certificate of the record of a cell, judged again, that others can replay."""
    text = confirm_record(*asked).certificate
    if not text:
        raise InputError("the record cannot be certified")
    return text


def _curves(instance: Instance) -> tuple[Curve, ...]:
    curves = curves_of(instance)
    for number, (curve, arm) in enumerate(zip(curves, instance.arms, strict=True), 1):
        try:
            curve.check(str(number), arm.kind)
        except RejectedError as error:
            raise NotConfirmedError(f"the kernel does not accept the instance: {error}") from None
    return curves


def certify_run(evaluation: Evaluation, policy: Policy, goal: Goal) -> tuple[Confirmation, str]:
    """A certificate of an evaluation, for which the kernel plays the policy or a list of its pulls.

    A run that is too long has none.
    """
    played = _kernel_point(evaluation, policy)
    point = played or _listed_point(evaluation, policy)
    if point is None:
        return Confirmation.COMPUTED, ""
    claim = _claim(point[0], evaluation, goal)
    try:
        certified = certify(question_about(claim), Refuted(claim, point[1]))
    except RejectedError as error:
        if error.reason == "limit":
            return Confirmation.COMPUTED, ""
        raise NotConfirmedError(f"the kernel does not confirm the record: {error}") from None
    return Confirmation.PLAYED if played else Confirmation.LISTED, certified.text


def check_one_run(policy: AnyPolicy) -> Policy:
    """The policy, if it is deterministic: a claim is about one run of it."""
    if is_randomised(policy):
        raise InputError(
            f"policy {policy.name} is randomised, and a claim is about one run: `hunt` without "
            "--claim looks at the mean of ALG"
        )
    return cast("Policy", policy)


def _claim(run: Run, evaluation: Evaluation, goal: Goal) -> Claim:
    """The claim that a record refutes: ratio < r as r ALG - OPT > 0; a finite ratio; regret < r."""
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
