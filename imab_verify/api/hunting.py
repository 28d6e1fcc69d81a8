"""Search for the instances that hurt a policy most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterexample_search.budget import JUDGED_RUNS, SECONDS, TIME_LIMIT, Settings, fault_of
from counterexample_search.campaign import hunt_cells
from counterexample_search.judging import Record, certificate_of, check_certifiable
from counterexample_search.problem import Goal, Problem, make_problems
from counterexample_search.store import Cell, Store, StoredClaim
from imab_verify.api.arguments import check_arguments
from imab_verify.api.policies import Options, PolicyLike, name_of, pack_policy
from imab_verify.errors import InputError, check_choice
from imab_verify.files import show_path
from imab_verify.kernel import ArmClass
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import Span, read_span
from imab_verify.report import hunts
from imab_verify.report.replies import Reply
from imab_verify.simulation.stepwise import ratio

if TYPE_CHECKING:
    from rich.console import Console


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
    """What came out of a hunt: every size, and whether it was interrupted.

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
        """That of a single size."""
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
        """How many runs were played."""
        return sum(cell.evaluations for cell in self.cells)

    @property
    def faults(self) -> tuple[str, ...]:
        """What the policy did wrong, one sentence each."""
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
    """What the store of a hunt holds, cell by cell, and the claims that were hunted."""

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
    """Tell what a store holds; nothing is hunted, but the kernel judges the records once more."""
    check_arguments(holdings, locals())
    if not Path(store).exists():
        raise InputError(f"{show_path(store)}: there is no such store")
    with Store(store, reading=True) as opened:
        cells = tuple(cell.judged() for cell in opened.cells())
        return Holdings(store, cells, tuple(opened.claims()))


def merge(parts: Sequence[str], store: str) -> Holdings:
    """Put the stores of several hunts, or all in a folder, into one; tell what it holds then."""
    check_arguments(merge, locals())
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
    check_arguments(hunt, locals())
    settings = Settings(
        seed=seed,
        seconds=SECONDS if seconds is None and evaluations is None else seconds,
        evaluations=evaluations,
        workers=workers,
        scheduler=scheduler,
        limit=time_limit,
        slices=None if slices is None else read_span(slices, 0, "--slices"),
    )
    problems = problems_of(policy, k, T, options, objective, arm_class)
    check_store(problems, store)
    if certify:
        check_certifiable(problems)
    with hunts.live() if progress else nullcontext(lambda _: None) as refresh:
        done = hunt_cells(problems, settings, store, refresh)
    certificates = {
        (cell.problem.k, cell.problem.T): _certificate(cell.problem, cell.best, time_limit)
        for cell in (done.cells if certify else ())
        if cell.best is not None
    }
    return Hunt(tuple(done.cells), done.interrupted, done.troubles, done.notes, certificates)


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
