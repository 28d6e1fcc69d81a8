"""Search for an instance that refutes a claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from counterexample_search.budget import SECONDS, Settings
from imab_verify.api.arguments import check_arguments
from imab_verify.api.claims import Arms, Written, state
from imab_verify.deciding.certify import Certified, Verdict
from imab_verify.deciding.questions import range_givens
from imab_verify.errors import InputError
from imab_verify.kernel import ArmClass, Certificate
from imab_verify.kernel.statement import ANY
from imab_verify.model.rationals import Span, read_span
from imab_verify.report import counterexamples, hunts
from imab_verify.report.replies import ANY_STANDS_FOR_IT, Reply

if TYPE_CHECKING:
    from rich.console import Console

    from counterexample_search.problem import Problem
    from imab_verify.api.policies import Options, PolicyLike
    from imab_verify.language.reading import Question
    from imab_verify.report.counterexamples import Counterexample


@dataclass(frozen=True, slots=True)
class ClaimHunt(Reply):
    """A claim, refuted by an exact instance or left open.

    policy: whose run it is about. A policy that the kernel does not know is one of all policies:
    then the claim is about any policy, the counterexample lists the pulls that this one made, and
    `rests_on` says so. troubles: a store that could not be written, a cluster that was lost.
    notes: what else is to be known about the store.
    """

    statement: str
    certified: Certified | None
    evaluations: int
    policy: str | None = None
    rests_on: tuple[str, ...] = ()
    known_to_kernel: bool = True
    troubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Refuted or unknown: a hunt proves nothing."""
        return Verdict.UNKNOWN if self.certified is None else self.certified.verdict

    @property
    def counterexample(self) -> Counterexample | None:
        """The instance at which the claim fails."""
        if self.certified is None:
            return None
        return counterexamples.counterexample(self.certified.judgement)

    @property
    def certificate(self) -> str | None:
        """What the kernel accepted."""
        return None if self.certified is None else self.certified.text

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --claim ... --json`."""
        known = hunts.claim_document(self.statement, self.certified, self.evaluations)
        whose = {"policy": self.policy, "known_to_kernel": self.known_to_kernel}
        return known | whose | {"rests_on": [*self.rests_on]}

    def show(self, screen: Console) -> None:
        """Print the claim and what was found."""
        if not self.known_to_kernel:
            screen.print(f"policy: {self.policy}, {ANY_STANDS_FOR_IT}")
        hunts.show_claim(screen, self.statement, self.certified, self.evaluations)
        for name in self.rests_on:
            screen.print(f"rests on the {name}")

    def _repr_html_(self) -> str:
        from imab_verify.report.answers import example_html
        from imab_verify.report.replies import reply_html

        example = self.counterexample
        return reply_html(self, "" if example is None else example_html(example))


def hunt_claim(
    claim: Written,
    given: Sequence[Written] = (),
    arms: Arms | None = None,
    policy: PolicyLike | None = None,
    k: Span | None = None,
    T: Span | None = None,
    *,
    options: Options | None = None,
    objective: str = "ratio",
    arm_class: str = "concave",
    reals: Sequence[str] = (),
    integers: Sequence[str] = (),
    unbounded: bool = False,
    where: str = "",
    seconds: float | None = None,
    evaluations: int | None = None,
    seed: int = 0,
    store: str | None = None,
    workers: int = 1,
    scheduler: str | None = None,
) -> ClaimHunt:
    """Look for a violation of a claim that `ask` leaves unknown; one about a run needs a policy.

    store: a file that keeps what refutes a claim, or how much was tried in vain, to go on from.

    >>> hunt_claim("Rew(f,2*m) <= 3*Rew(f,m)", evaluations=200).verdict
    <Verdict.REFUTED: 'refuted'>
    """
    check_arguments(hunt_claim, locals())
    from counterexample_search.claims import hunt_claim_in

    problems: list[Problem] = []
    ranges: list[str] = []
    run = None
    if policy is not None:
        from counterexample_search.run_claims import run_of
        from imab_verify.api.hunting import check_store, problems_of

        problems = problems_of(policy, k, T, options, objective, arm_class)
        check_store(problems, store)
        run = run_of(problems[0], where)
    for name, span, least in (("k", k, 1), ("T", T, 1)):
        ranges += [] if span is None else range_givens(name, read_span(span, least, name))
    stated = state(claim, given, arms, reals, run=run, integers=integers, unbounded=unbounded)
    question = stated.under(ranges).question
    asked = question.claims().claim
    if not asked.is_plain or asked.chosen:
        raise InputError(
            "a hunt is for comparisons joined by 'and': hunt one part of this claim, or `ask` it"
        )
    settings = Settings(
        seed=seed,
        seconds=SECONDS if seconds is None and evaluations is None else seconds,
        evaluations=evaluations,
        workers=workers,
        scheduler=scheduler,
    )
    done = hunt_claim_in(question, problems, settings, store)
    whose = problems[0].policy if problems else None
    known = run is None or run.policy != ANY
    found = done.statement, done.certified, done.evaluations
    return ClaimHunt(*found, whose, done.rests_on, known, done.troubles, done.notes)


@dataclass(slots=True)
class PolicyRuns:
    """Runs of a policy that the kernel cannot play, hunted for a violation of a claim."""

    question: Question
    policy: PolicyLike
    options: Options | None
    k: range
    T: range
    evaluations: int = 0
    rests_on: tuple[str, ...] = ()

    def certificates(self, seconds: float) -> Iterator[Certificate]:
        """A refutation by a run of this policy, if one is found."""
        from counterexample_search.claims import hunt_claim_in
        from imab_verify.api.hunting import problems_of

        T = range(max(self.T[0], 1), self.T[-1] + 1)
        given = self.policy, self.k, T, self.options, "ratio", ArmClass.CONCAVE
        done = hunt_claim_in(self.question, problems_of(*given), Settings(seconds=seconds))
        self.evaluations, self.rests_on = done.evaluations, done.rests_on
        if done.certified is not None:
            yield done.certified.certificate
