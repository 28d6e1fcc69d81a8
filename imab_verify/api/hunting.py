"""Search for the instances that hurt a policy most, or that refute a claim."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterexample_search.campaign import TIME_LIMIT, CellRecord, Settings, hunt_cells
from counterexample_search.judge import certificate_of, check_certifiable
from counterexample_search.objective import Goal
from counterexample_search.problem import Problem, make_problems
from counterexample_search.store import Store
from imab_verify import kernel
from imab_verify.api.arguments import check_arguments
from imab_verify.api.claims import Arms, Written, state
from imab_verify.api.policies import Options, PolicyLike, name_of, pack_policy
from imab_verify.deciding.certify import Certified, Verdict
from imab_verify.deciding.questions import range_givens
from imab_verify.errors import InputError
from imab_verify.files import show_path
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.spans import Span, read_span
from imab_verify.policies.options import check_choice
from imab_verify.report import counterexamples, hunt_documents, hunt_tables
from imab_verify.report.replies import ANY_STANDS_FOR_IT, Reply
from imab_verify.simulation.run import ratio

if TYPE_CHECKING:
    from rich.console import Console

    from counterexample_search.claim_campaign import Outcome
    from counterexample_search.store import Held, HeldClaim, Holding
    from imab_verify.language.reading import Question
    from imab_verify.report.counterexamples import Counterexample

SECONDS = 10.0
"""What a hunt gets, unless somebody says how long or how much."""


@dataclass(frozen=True, slots=True)
class Best:
    """The record of one size; `horizon` is T, unless the objective is anytime.

    ratio: OPT/ALG there, None being infinite. score: what was maximised. supremum: what instances
    that are played in the same way come close to, where that is known. pulls: None for a
    randomised policy.
    """

    instance: Instance
    k: int
    T: int
    horizon: int
    score: Fraction | None
    ratio: Fraction | None
    supremum: Fraction | None
    pulls: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Hunt(Reply):
    """What came out of a hunt: every size, and whether it was interrupted.

    certificate: of the record of a single size, if it was asked for. troubles: what ended the hunt
    early, a full disk or a lost cluster, one sentence each.
    """

    cells: tuple[CellRecord, ...]
    interrupted: bool
    troubles: tuple[str, ...] = ()
    certificate: str | None = field(default=None, repr=False)

    @property
    def best(self) -> Best | None:
        """The best record of all sizes; None if no instance was played to its end."""
        held = [(cell.best, cell.problem) for cell in self.cells if cell.best is not None]
        if not held:
            return None
        best, problem = max(held, key=lambda pair: pair[0].evaluation.score)
        return _best(problem, best)

    @property
    def evaluations(self) -> int:
        """How many runs were played."""
        return sum(cell.evaluations for cell in self.cells)

    @property
    def faults(self) -> tuple[str, ...]:
        """What the policy did wrong, one sentence each."""
        return tuple(hunt_tables.fault_sentences(self.cells))

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --json`."""
        return hunt_documents.cells_document(self.cells, interrupted=self.interrupted)

    def to_csv(self) -> str:
        """A row for every size, with exact numbers."""
        return hunt_documents.cells_csv(self.cells)

    def draw(self, path: str) -> None:
        """Draw a heat map of the sizes into a file .svg, .png or .pdf."""
        from imab_verify.report.figures import check_figure_path, save_figure
        from imab_verify.report.heatmap import draw_cells

        check_figure_path(path)
        save_figure(draw_cells(self.cells), path)

    def show(self, screen: Console) -> None:
        """Print the sizes and, of a single one, the arms of its record."""
        hunt_tables.show_cells(screen, self.cells, interrupted=self.interrupted)

    def _repr_html_(self) -> str:
        from imab_verify.report.notebooks import reply_with_instance

        best = self.best
        return Reply._repr_html_(self) if best is None else reply_with_instance(self, best.instance)


@dataclass(frozen=True, slots=True)
class ClaimHunt(Reply):
    """A claim, refuted by an exact instance or left open.

    policy: whose run it is about. A policy that the kernel does not know is one of all policies:
    then the claim is about any policy, the counterexample lists the pulls that this one made, and
    `rests_on` says so. troubles: a store that could not be written, a cluster that was lost.
    """

    statement: str
    certified: Certified | None
    evaluations: int
    policy: str | None = None
    rests_on: tuple[str, ...] = ()
    known_to_kernel: bool = True
    troubles: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Refuted or unknown: a hunt proves nothing."""
        return Verdict.UNKNOWN if self.certified is None else Verdict.REFUTED

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
        known = hunt_documents.claim_document(self.statement, self.certified, self.evaluations)
        whose = {"policy": self.policy, "known_to_kernel": self.known_to_kernel}
        return known | whose | {"rests_on": [*self.rests_on]}

    def show(self, screen: Console) -> None:
        """Print the claim and what was found."""
        if not self.known_to_kernel:
            screen.print(f"policy: {self.policy}, {ANY_STANDS_FOR_IT}")
        hunt_tables.show_claim(screen, self.statement, self.certified, self.evaluations)
        for name in self.rests_on:
            screen.print(f"rests on the {name}")

    def _repr_html_(self) -> str:
        from imab_verify.report.notebooks import reply_with_example

        return reply_with_example(self, self.counterexample)


@dataclass(frozen=True, slots=True)
class Holdings(Reply):
    """What the store of a hunt holds, cell by cell, and the claims that were hunted."""

    store: str
    cells: tuple[Holding, ...]
    claims: tuple[HeldClaim, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --show STORE --json`."""
        return hunt_documents.holdings_document(self.store, self.cells, self.claims)

    def show(self, screen: Console) -> None:
        """Print a row for every cell, and the claims."""
        hunt_tables.show_holdings(screen, self.store, self.cells, self.claims)


def holdings(store: str) -> Holdings:
    """Tell what a store holds; nothing is hunted."""
    check_arguments(holdings, locals())
    if not Path(store).exists():
        raise InputError(f"{show_path(store)}: there is no such store")
    with Store(store) as opened:
        return Holdings(store, tuple(opened.holdings()), tuple(opened.held_claims()))


def hunt(
    policy: PolicyLike,
    k: Span,
    T: Span,
    *,
    options: Options | None = None,
    objective: str = "ratio",
    arm_class: str = "concave",
    seconds: float | None = None,
    evaluations: int | None = None,
    seed: int = 0,
    store: str | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    redis: str | None = None,
    time_limit: float = TIME_LIMIT,
    certify: bool = False,
    progress: bool = False,
) -> Hunt:
    """Look for the instances that hurt a policy most.

    What is found is exact, is played again pull by pull and is judged by the kernel. It is a lower
    bound on the worst case, not a proof that there is nothing worse.

    objective: "ratio" (OPT/ALG at T), "anytime" (its maximum over k..T) or "regret" (OPT - ALG).
    seconds, evaluations: for all sizes together; 10 seconds if neither is given. store: a file that
    keeps everything, to go on from. time_limit: seconds that one run of a policy of one's own may
    take. certify: give a certificate of the record too, at one size and for a policy that the
    kernel can play. progress: show it on a terminal.

    >>> worst = hunt("round-robin", k=2, T=6, evaluations=200)
    >>> worst.best.ratio
    Fraction(7, 2)
    """
    check_arguments(hunt, locals())
    settings = Settings(
        seed=seed,
        seconds=SECONDS if seconds is None and evaluations is None else seconds,
        evaluations=evaluations,
        workers=workers,
        scheduler=scheduler,
        limit=time_limit,
        redis=redis,
    )
    problems = _problems(policy, k, T, options, objective, arm_class)
    _check_store(problems, store)
    if certify:
        check_certifiable(problems)
    with hunt_tables.live() if progress else nullcontext(lambda _: None) as refresh:
        done = hunt_cells(problems, settings, store, refresh)
    best = done.cells[0].best if certify else None
    certificate = None if best is None else certificate_of(problems[0], best).text
    return Hunt(tuple(done.cells), done.interrupted, done.troubles, certificate)


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
    from counterexample_search.claim_campaign import hunt_claim_in
    from counterexample_search.run_claims import run_of

    problems: list[Problem] = []
    ranges: list[str] = []
    if policy is not None:
        problems = _problems(policy, k, T, options, objective, arm_class)
    for name, span, least in (("k", k, 1), ("T", T, 1)):
        ranges += [] if span is None else range_givens(name, read_span(span, least, name))
    run = run_of(problems[0], where) if problems else None
    stated = state(claim, given, arms, reals, run=run, integers=integers, unbounded=unbounded)
    question = stated.under(ranges).question
    if not isinstance(question.claims().statement, kernel.Claim):
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
    _check_store(problems, store)
    done = hunt_claim_in(question, problems, settings, store)
    whose = problems[0].policy if problems else None
    known = run is None or run.policy != kernel.ANY
    return ClaimHunt(
        done.statement,
        done.certified,
        done.evaluations,
        whose,
        done.rests_on,
        known,
        done.troubles,
    )


def hunt_question(
    question: Question,
    policy: PolicyLike,
    options: Options | None,
    k: range,
    T: range,
    *,
    seconds: float,
) -> Outcome:
    """Look for a run of a policy that violates a claim about the run of any."""
    from counterexample_search.claim_campaign import hunt_claim_in

    problems = _problems(policy, k, T, options, Goal.RATIO, ArmClass.CONCAVE)
    return hunt_claim_in(question, problems, Settings(seconds=seconds))


def _problems(
    policy: PolicyLike | None,
    k: Span | None,
    T: Span | None,
    options: Options | None,
    objective: str,
    arm_class: str,
) -> list[Problem]:
    check_choice(objective, tuple(Goal), "the objective")
    check_choice(arm_class, tuple(ArmClass), "the class of the arms")
    arms, horizons = (None if s is None else read_span(s, 1, n) for n, s in (("k", k), ("T", T)))
    goal, kind = Goal(objective), ArmClass(arm_class)
    if policy is None:
        return make_problems(None, arms, horizons, {}, goal, kind)
    name, texts = name_of(policy, options)
    return make_problems(name, arms, horizons, texts, goal, kind, pack_policy(policy))


def _check_store(problems: Sequence[Problem], store: str | None) -> None:
    if store is not None and problems and problems[0].packed is not None:
        raise InputError(
            f"a store finds policy {problems[0].policy} again by its name: give it as text, "
            '"package.module:name" or "file.py:name"'
        )


def _best(problem: Problem, held: Held) -> Best:
    record, score = held.evaluation, held.evaluation.score.value
    opt = record.instance.opt(record.horizon)
    regret = problem.goal is Goal.REGRET
    return Best(
        instance=record.instance,
        k=problem.k,
        T=problem.T,
        horizon=record.horizon,
        score=score,
        ratio=ratio(opt, opt - score) if score is not None and regret else score,
        supremum=held.limit,
        pulls=record.pulls,
    )
