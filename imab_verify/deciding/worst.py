"""Worst cases on the one road: two claims about a policy at one k and T, side by side.

    OPT(T) <= u*ALG(T) in every run        the upper bound
    OPT(T) >= r*ALG(T) in some run         the lower one, which stands beside it

If r is only approached, the lower claim is OPT(T) >= (r - eps)*ALG(T) for all eps > 0; where no
ratio is an upper bound it is ALG(T) <= 0, with OPT(T) > 0 as in every claim about some run. A
search proposes bounds, a run and proofs; what is said of them is what the kernel judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction

from imab_verify.deciding.certify import Certified, confirm
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import exhibit_at
from imab_verify.engines.worst_case.proofs import Lemmas, proof_at
from imab_verify.engines.worst_case.solve import (
    ADVERSARIAL,
    ProposedBounds,
    Report,
    Task,
    ask_for,
    propose,
)
from imab_verify.engines.worst_case.witness import run_in
from imab_verify.errors import InputError
from imab_verify.kernel import (
    ClaimProof,
    MalformedError,
    Node,
    Point,
    Proved,
    RejectedError,
    Run,
    Some,
)
from imab_verify.language.documents import dumps
from imab_verify.language.reading import Question, read_question
from imab_verify.processes import Cause, Failure, LostError, run_all

Size = tuple[int, int]
"""The number of arms k and the horizon T."""
SECONDS = 20.0
"""Ample for what a run must show."""


@dataclass(frozen=True, slots=True)
class RatioBounds(ProposedBounds):
    """Bounds that the kernel has read and accepted in their certificate."""

    certificate: bytes = b""


# --- the two claims ------------------------------------------------------------------------------


def at_most(about: Run, k: int, T: int, upper: Fraction) -> Question:
    """OPT(T) <= upper*ALG(T) in every run of this size."""
    return read_question(f"OPT(T) <= {upper}*ALG(T)", _size(k, T), run=about)


def at_least(about: Run, k: int, T: int, lower: Fraction | None, *, attained: bool) -> Question:
    """OPT(T) >= lower*ALG(T) in some run of this size; if not attained, as nearly as wanted."""
    some = Some(about)
    if lower is None:
        return read_question("ALG(T) <= 0", _size(k, T), run=some)
    if attained:
        return read_question(f"OPT(T) >= {lower}*ALG(T)", _size(k, T), run=some)
    nearly = f"OPT(T) >= ({lower} - eps)*ALG(T)"
    return read_question(nearly, [*_size(k, T), "eps > 0"], reals=("eps",), run=some)


def _size(k: int, T: int) -> list[str]:
    return [f"k == {k}", f"T == {T}"]


def proved_lower(found: ProposedBounds) -> tuple[Question, Proved]:
    """The claim about some run, with the run that shows it."""
    question = at_least(found.about, found.k, found.T, found.lower, attained=found.attained)
    claim = question.claims().claim
    node = exhibit_at(claim, found.run.exhibit(), Clock(SECONDS))
    if node is None:
        raise RejectedError("instance", "the run does not show what the search says of it")
    values = _numbers(found) | {name: Fraction(1) for name in claim.reals}
    return question, Proved(claim, ClaimProof({}, (node,)), Point(values, {}))


def proved_upper(found: ProposedBounds, upper: Fraction) -> tuple[Question, Proved]:
    """The claim about every run, with its proof."""
    question = at_most(found.about, found.k, found.T, upper)
    claim = question.claims().claim
    if found.bound is None:
        raise RejectedError("rule", "nothing shows the upper bound")
    lemmas = Lemmas()
    proof = proof_at(found.bound, found.k, found.T, lemmas)
    return question, Proved(claim, proof, Point(_numbers(found), {}), tuple(lemmas.proved))


def _numbers(found: ProposedBounds) -> dict[str, Fraction]:
    return {"k": Fraction(found.k), "T": Fraction(found.T)}


# --- one size ------------------------------------------------------------------------------------


def accept(task: Task, found: ProposedBounds) -> RatioBounds:
    """Let the kernel judge the certificate; RejectedError if it is none.

    Who proposed it is believed in nothing else than how much work it was.
    """
    if (found.about, found.k, found.T) != (task.run, task.k, task.T):
        raise InputError("the answer is about another policy, k or T")
    certified = _certified(found)
    whole = certified.certificate
    lower = whole if found.upper is None and isinstance(whole, Proved) else _beside(certified)
    own = {f.name: getattr(found, f.name) for f in fields(ProposedBounds)}
    own |= {"policy": task.name, "run": run_in(_goal(lower), found.lower or Fraction(0))}
    return RatioBounds(**own, certificate=certified.text.encode())


def _certified(found: ProposedBounds) -> Certified:
    about_some, lower = proved_lower(found)
    if found.upper is None:
        return confirm(about_some, dumps(lower))
    question, upper = proved_upper(found, found.upper)
    certified = confirm(question, dumps(replace(upper, beside=(lower,))))
    if _beside(certified).claim != about_some.claims().claim:
        raise RejectedError("rule", "what stands beside it is another claim")
    return certified


def _beside(certified: Certified) -> Proved:
    """The lower bound, which the kernel judged with the upper one."""
    [lower] = getattr(certified.certificate, "beside", ()) or (None,)
    if not isinstance(lower, Proved):
        raise RejectedError("coverage", "the lower bound is missing")
    return lower


def _goal(lower: Proved) -> Node:
    """The exhibit of a lower bound."""
    if not isinstance(lower.proof, ClaimProof):
        raise RejectedError("coverage", "the lower bound is no plain claim")
    return lower.proof.goals[0]


def worst_case(
    policy: object,
    k: int,
    T: int,
    *,
    ties: str = ADVERSARIAL,
    init: str | None = None,
    seconds: float | None = None,
    report: Report = lambda _low, _high: None,
) -> RatioBounds:
    """Find the worst case of the policy; with a time limit, or after an interrupt, bounds for it.

    `init` overrides the policy's own order of initial pulls.
    """
    task = ask_for(policy, k, T, ties=ties, init=init)
    return accept(task, propose(task, seconds, report))


# --- many sizes ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """The question asked at every size, as `worst_case` takes it."""

    policy: object
    ties: str = ADVERSARIAL
    init: str | None = None
    seconds: float | None = None

    def task(self, size: Size) -> Task:
        """The question at one size."""
        return ask_for(self.policy, *size, ties=self.ties, init=self.init)

    def solve(self, size: Size, report: Report = lambda _low, _high: None) -> RatioBounds:
        """The worst case at one size."""
        task = self.task(size)
        return accept(task, propose(task, self.seconds, report))


@dataclass(slots=True)
class _Work:
    """The question at all sizes, and why some were lost."""

    question: Asked
    sizes: Sequence[Size]
    lost: dict[Size, str] = field(default_factory=dict)

    def in_turn(self, report: Report) -> Iterator[RatioBounds]:
        """One size after the other, until an interrupt."""
        for size in self.sizes:
            case = self.question.solve(size, report)
            yield case
            if case.interrupted:
                return

    def in_processes(self, workers: int, scheduler: str | None) -> Iterator[RatioBounds]:
        """Many at a time, each judged here; what is lost is begun once more."""
        self.lost = dict.fromkeys(self.sizes, "")
        for _ in range(2):
            jobs = [(self.question, size) for size in self.lost]
            for (_, size), answer in run_all(_propose, jobs, workers=workers, scheduler=scheduler):
                case = self._judge(size, answer)
                if isinstance(case, RatioBounds):
                    del self.lost[size]
                    yield case
                else:
                    self.lost[size] = case

    def _judge(self, size: Size, answer: ProposedBounds | Failure) -> RatioBounds | str:
        """The bounds that the kernel accepts, or the reason why it accepts none."""
        if isinstance(answer, Failure):
            if answer.cause is Cause.INPUT:
                raise answer.exception()
            return answer.reason
        try:
            return accept(self.question.task(size), answer)
        except (RejectedError, MalformedError, InputError) as error:
            return f"its certificate was not accepted: {error}"


def solve_sizes(
    question: Asked,
    sizes: Sequence[Size],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    report: Report = lambda _low, _high: None,
    step: Callable[[], None] = lambda: None,
) -> tuple[list[RatioBounds], tuple[str, ...]]:
    """The worst cases in the order of the sizes, and what was lost; after an interrupt, or when
    work is lost, those that are done.

    `report` hears the bounds so far, where sizes are done in turn, and `step` that one more is
    done.
    """
    done: dict[Size, RatioBounds] = {}
    work = _Work(question, sizes)
    elsewhere = scheduler is not None or (workers > 1 and len(sizes) > 1)
    troubles: tuple[str, ...] = ()
    try:
        for case in work.in_processes(workers, scheduler) if elsewhere else work.in_turn(report):
            done[case.k, case.T] = case
            step()
        lost = work.lost.items()
        troubles = tuple(f"k = {k}, T = {T} was lost twice: {why}" for (k, T), why in lost)
    except KeyboardInterrupt:
        pass
    except LostError as error:
        troubles = (str(error),)
    return [done[size] for size in sizes if size in done], troubles


def _propose(job: tuple[Asked, Size]) -> ProposedBounds:
    question, size = job
    return propose(question.task(size), question.seconds)
