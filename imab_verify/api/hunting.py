"""Search for the instances that hurt a policy most, or that refute a claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterexample_search.budget import JUDGED_RUNS, SECONDS, TIME_LIMIT, Settings, fault_of
from counterexample_search.campaign import Campaign
from counterexample_search.claims import hunt_claim_in
from counterexample_search.judging import Record, certificate_of, check_certifiable
from counterexample_search.problem import Goal, Problem, make_problems
from counterexample_search.run_claims import run_of
from counterexample_search.store import Cell, Store, StoredClaim
from imab_verify.api.claims import Arms, Written, state
from imab_verify.api.policies import Options, PolicyLike, name_of, pack_policy
from imab_verify.deciding.certify import Certified, Verdict
from imab_verify.deciding.questions import range_givens
from imab_verify.errors import InputError, check_choice
from imab_verify.files import did_you_mean, show_path
from imab_verify.kernel import ArmClass, Certificate
from imab_verify.kernel.statement import ANY
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import Span, check_numbers, read_span
from imab_verify.report import counterexamples, hunts
from imab_verify.report.replies import ANY_STANDS_FOR_IT, Reply
from imab_verify.simulation.stepwise import ratio

if TYPE_CHECKING:
    from rich.console import Console

    from imab_verify.language.reading import Question
    from imab_verify.report.counterexamples import Counterexample


def problems_of(
    policy: PolicyLike | None,
    k: Span | None,
    T: Span | None,
    options: Options | None,
    objective: str,
    arm_class: str,
) -> list[Problem]:
    """Every size in the ranges, each once."""
    check_choice(objective, tuple(Goal), "the objective")
    check_choice(arm_class, tuple(ArmClass), "the class of the arms")
    arms, horizons = (None if s is None else read_span(s, 1, n) for n, s in (("k", k), ("T", T)))
    goal, kind = Goal(objective), ArmClass(arm_class)
    if policy is None:
        return make_problems(None, arms, horizons, {}, goal, kind)
    name, texts = name_of(policy, options)
    return make_problems(name, arms, horizons, texts, goal, kind, pack_policy(policy))


def check_store(problems: Sequence[Problem], store: str | None) -> None:
    """Refuse a store for a policy that was given as an object."""
    if store is not None and problems and problems[0].packed is not None:
        raise InputError(
            f"a store finds policy {problems[0].policy} again by its name: give it as text, "
            '"package.module:name" or "file.py:name"'
        )


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
    """The result of a hunt: every size, and whether it was interrupted.

    certificates: of the records, by k and T, if they were asked for. troubles: what ended the hunt
    early, a full disk or a lost cluster, one sentence each. notes: what else is to be known about
    the store.
    """

    cells: tuple[Cell, ...]
    interrupted: bool
    troubles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    certificates: Mapping[tuple[int, int], str] = field(default_factory=dict, repr=False)

    @property
    def certificate(self) -> str | None:
        """The certificate of a hunt over a single size."""
        return next(iter(self.certificates.values()), None) if len(self.cells) == 1 else None

    @property
    def best(self) -> Best | None:
        """The best record of all sizes; None if no instance was played to its end."""
        held = [(cell.best, cell.problem) for cell in self.cells if cell.best is not None]
        if not held:
            return None
        best, problem = max(held, key=lambda pair: pair[0].score)
        return _best(problem, best)

    @property
    def evaluations(self) -> int:
        """The number of runs that were played."""
        return sum(cell.evaluations for cell in self.cells)

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults of the policy, one sentence each."""
        return tuple(hunts.fault_sentences(self.cells))

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --json`."""
        return hunts.cells_document(self.cells, interrupted=self.interrupted)

    def to_csv(self) -> str:
        """A row for every size, with exact numbers."""
        return hunts.cells_csv(self.cells)

    def draw(self, path: str) -> None:
        """Draw a heat map of the sizes into a file .svg, .png or .pdf."""
        from imab_verify.report.figures import check_figure_path, draw_cells, save_figure

        check_figure_path(path)
        save_figure(draw_cells(self.cells), path)

    def show(self, screen: Console) -> None:
        """Print the sizes and, of a single one, the arms of its record."""
        hunts.show_cells(screen, self.cells, interrupted=self.interrupted)

    def _repr_html_(self) -> str:
        from imab_verify.report.replies import reply_with_instance

        best = self.best
        return Reply._repr_html_(self) if best is None else reply_with_instance(self, best.instance)


@dataclass(frozen=True, slots=True)
class Holdings(Reply):
    """The content of a store: its cells, and the claims that were hunted."""

    store: str
    cells: tuple[Cell, ...]
    claims: tuple[StoredClaim, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The document of `hunt --show STORE --json`."""
        return hunts.holdings_document(self.store, self.cells, self.claims)

    def show(self, screen: Console) -> None:
        """Print a row for every cell, and the claims."""
        hunts.show_holdings(screen, self.store, self.cells, self.claims)


def holdings(store: str) -> Holdings:
    """The content of a store, whose records the kernel judges once more; nothing is hunted."""
    if not Path(store).exists():
        raise InputError(f"{show_path(store)}: there is no such store{did_you_mean(store)}")
    with Store(store, reading=True) as opened:
        cells = tuple(cell.judged() for cell in opened.cells())
        return Holdings(store, cells, tuple(opened.claims()))


def merge(parts: Sequence[str], store: str) -> Holdings:
    """Put the stores of several hunts, or all in a folder, into one; tell what it holds then."""
    files: list[Path] = []
    for part in map(Path, parts):
        found = sorted(part.glob("*.db")) if part.is_dir() else [part] if part.exists() else []
        if not found:
            raise InputError(f"{show_path(part)}: there is no such store, or none (*.db) in it")
        files += [file for file in found if file.resolve() != Path(store).resolve()]
    with Store(store) as whole:
        for file in files:
            with Store(file, reading=True) as opened:
                whole.merge(opened)
    return holdings(store)


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
    time_limit: float = TIME_LIMIT,
    slices: Span | None = None,
    certify: bool = False,
    progress: bool = False,
) -> Hunt:
    """Look for the instances that hurt a policy most.

    What is found is exact and is played again pull by pull. Where the kernel can replay the run, it
    judges a certificate of it (`judged` and `rests_on` in `to_json`). It is a lower bound on the
    worst case, not a proof that there is nothing worse.

    objective: "ratio" (OPT/ALG at T), "anytime" (its maximum over k..T) or "regret" (OPT - ALG).
    seconds, evaluations: for all sizes together; 10 seconds if neither is given. store: a file that
    keeps everything, to go on from. time_limit: seconds that one run of a policy of one's own may
    take. slices: the numbers of the pieces of work that this call may do in each size, say 10..19;
    calls with other numbers draw otherwise, and `merge` puts their stores together. certify: give
    certificates of the records too, for a deterministic policy. progress: show it on a terminal.

    >>> worst = hunt("round-robin", k=2, T=6, evaluations=200)
    >>> worst.best.ratio
    Fraction(7, 2)
    """
    check_numbers(
        seed=seed, seconds=seconds, evaluations=evaluations, workers=workers, time_limit=time_limit
    )
    settings = Settings(
        seed,
        _time(seconds, evaluations),
        evaluations,
        workers,
        scheduler,
        limit=time_limit,
        slices=None if slices is None else read_span(slices, 0, "--slices"),
    )
    problems = problems_of(policy, k, T, options, objective, arm_class)
    check_store(problems, store)
    if certify:
        check_certifiable(problems)
    live = hunts.live() if progress else nullcontext(lambda _: None)
    with live as refresh, Store(store or ":memory:") as opened:
        campaign = Campaign(problems, settings, opened, refresh)
        campaign.run()
        cells, notes = tuple(campaign.cells()), opened.notes
    certificates = {
        (cell.problem.k, cell.problem.T): _certificate(cell.problem, cell.best, time_limit)
        for cell in (cells if certify else ())
        if cell.best is not None
    }
    return Hunt(cells, campaign.interrupted, tuple(campaign.troubles), notes, certificates)


def _time(seconds: float | None, evaluations: int | None) -> float | None:
    """Seconds for a hunt; a hunt without any limit gets the usual ones."""
    return SECONDS if seconds is None and evaluations is None else seconds


def _certificate(problem: Problem, held: Record, limit: float) -> str:
    """The certificate of a record; a policy of the user's own plays in a process apart."""
    if not problem.foreign:
        return certificate_of((problem, held))
    from imab_verify.processes import MEMORY, Failure, run_one

    seconds = JUDGED_RUNS * limit
    answer = run_one(certificate_of, (problem, held), seconds=seconds, memory=MEMORY)
    if isinstance(answer, Failure):
        raise InputError(f"policy {problem.policy} {fault_of(answer, limit)}")
    return answer


def _best(problem: Problem, held: Record) -> Best:
    record, score = held.evaluation, held.score.value
    opt = record.instance.opt(record.horizon)
    regret = problem.goal is Goal.REGRET
    return Best(
        instance=record.instance,
        k=problem.k,
        T=problem.T,
        horizon=record.horizon,
        score=score,
        ratio=ratio(opt, opt - score) if score is not None and regret else score,
        supremum=held.supremum,
        pulls=record.pulls,
    )


# --- claims --------------------------------------------------------------------------------------


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
        """The certificate that the kernel accepted, as text."""
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
    check_numbers(seed=seed, seconds=seconds, evaluations=evaluations, workers=workers)
    problems: list[Problem] = []
    ranges: list[str] = []
    run = None
    if policy is not None:
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
    settings = Settings(seed, _time(seconds, evaluations), evaluations, workers, scheduler)
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
        T = range(max(self.T[0], 1), self.T[-1] + 1)
        given = self.policy, self.k, T, self.options, "ratio", ArmClass.CONCAVE
        done = hunt_claim_in(self.question, problems_of(*given), Settings(seconds=seconds))
        self.evaluations, self.rests_on = done.evaluations, done.rests_on
        if done.certified is not None:
            yield done.certified.certificate
