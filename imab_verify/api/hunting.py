"""Search for the instances that hurt a policy most, or that refute a claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from counterexample_search.budget import JUDGED_RUNS, SECONDS, TIME_LIMIT, Settings, fault_of
from counterexample_search.campaign import Campaign
from counterexample_search.claims import hunt_claim_in
from counterexample_search.judging import Record, certificate_of, check_certifiable
from counterexample_search.problem import Goal, Problem, make_problems
from counterexample_search.run_claims import run_of
from counterexample_search.store import Store
from imab_verify.api.claims import Arms, Written, state
from imab_verify.api.policies import Options, PolicyLike, name_of, pack_policy
from imab_verify.deciding.questions import range_givens
from imab_verify.errors import InputError, check_choice
from imab_verify.files import did_you_mean, show_path
from imab_verify.kernel import ArmClass, Certificate
from imab_verify.kernel.statement import ANY
from imab_verify.model.rationals import Span, check_numbers, read_span
from imab_verify.report.hunts import ClaimHunt, Holdings, Hunt, watch

if TYPE_CHECKING:
    from imab_verify.language.reading import Question


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
    live = watch() if progress else nullcontext(lambda _: None)
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


# --- claims --------------------------------------------------------------------------------------


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
