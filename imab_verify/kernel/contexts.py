"""What a claim may be about besides its arms: all runs of a policy, some run, every policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.documents import Natural, refuse
from imab_verify.kernel.forms import ARITY, Atom, Form, Kind, speaks_of
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial

MAX_IN_RUN = 64
"""Counts that a run names, and terms of a score: facts compare them with one another."""
ALGORITHM_1, ROUND_ROBIN, INDEX, ANY = "algorithm-1", "round-robin", "index", "any"
KNOWS_HORIZON, ANYTIME = "policy", "anytime-policy"
RUN = "run"
"""What stands in the place of an arm in a functional of a run at some time."""
K, T, A, M = map(Polynomial.variable, ("k", "T", "a", "M"))


@dataclass(frozen=True, slots=True)
class Index:
    """A policy by its data: `opening` pulls of every arm, then an arm of maximal `score`.

    The score is that of arm f with a pulls, where M is the largest number of pulls of an arm. It
    is linear in f(a), f(a-1), Rew(f,a), Delta(f,a), P(f,a,x), with coefficients and x polynomials
    in a, M, k and T.
    """

    opening: Natural
    score: Form

    def of(self, arm: str, a: Polynomial, M: Polynomial) -> Form:
        """The score of an arm with a pulls where the largest count is M."""
        return self.score.substitute({"a": a, "M": M}, {"f": arm})


ESTIMATE = Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (A, M))),)))
"""Algorithm 1."""


@dataclass(frozen=True, slots=True)
class Run:
    """The run of `policy` on an instance of k `concave` arms with horizon T.

    `policy` "index" is given by the data `index`, "any" is every policy: nothing is known of it.
    `pulls` names parameters that are final counts N_i(T) of declared arms.
    If `pulled` names an arm, the claim is about those runs in which that arm got its last pull
    after the opening, which has 2k steps if `index` does not say otherwise; then `level` names
    max_j N_j just before that pull, and `before` names counts of declared arms at that moment.
    `stage` "any" drops the words "after the opening"; `most`, `least` and `squares` name
    max_j N_j(T), min_j N_j(T) and the sum of all N_j(T)^2. If `beside` names an arm, `rival` and
    `idle` look at the other arms: they name max_j N_j(T), 0 if there are none, and the number of
    those that get no pull after the opening.
    Declared arms may be the same arm of the instance; those in `different` are not.
    `init` is the order of the opening, `ties` who wins among fewest-pulled best arms:
    "any" quantifies over all ways to break these ties.
    """

    policy: Annotated[str, ALGORITHM_1, ROUND_ROBIN, INDEX, ANY]
    init: Annotated[str, "rounds", "pairs"] = "rounds"
    ties: Annotated[str, "any", "lowest-index", "highest-index"] = "any"
    pulls: tuple[tuple[str, str], ...] = ()
    pulled: str = ""
    level: str = ""
    before: tuple[tuple[str, str], ...] = ()
    stage: Annotated[str, "after", "any"] = "after"
    most: str = ""
    least: str = ""
    different: tuple[str, ...] = ()
    index: Index | None = None
    squares: str = ""
    beside: str = ""
    rival: str = ""
    idle: str = ""

    @property
    def named(self) -> tuple[str, ...]:
        """The parameters that this run determines, k and T apart."""
        counts = [name for name, _ in (*self.pulls, *self.before)]
        totals = (self.level, self.most, self.least, self.squares, self.rival, self.idle)
        return (*counts, *filter(None, totals))

    @property
    def scoring(self) -> Index | None:
        """The data of an index policy; None if the policy is not one."""
        return ESTIMATE if self.policy == ALGORITHM_1 else self.index

    @property
    def opening(self) -> int:
        """How many pulls of each arm come before the stage "after"."""
        return self.index.opening if self.index else ESTIMATE.opening


@dataclass(frozen=True, slots=True)
class Every:
    """Every deterministic policy for k arms: such a claim is a lower bound.

    A policy says which arm is pulled next, given the arms pulled so far and the rewards they paid.
    "policy": for all parameters that satisfy the givens, and for every policy, which may know all
    of them, there is an instance of k `concave` arms in [0,1] with OPT(T) > 0 on whose run every
    comparison of the conclusion holds. (Without OPT(T) > 0 arms that pay nothing would do.)
    "anytime-policy": the same for a policy that may know all parameters but T: for all others
    that satisfy the givens that do not name T there are an instance and a T that satisfies the
    givens that do.
    """

    every: Annotated[str, KNOWS_HORIZON, ANYTIME]


@dataclass(frozen=True, slots=True)
class Some:
    """Some run of a policy: such a claim says that a bound is attained.

    For all parameters that satisfy the givens, k >= 1, there are an instance of k `concave` arms in
    [0,1] with OPT(T) > 0 and a run of the policy on it, with the ties broken in some way, on which
    every comparison of the conclusion holds.
    """

    some: Run


Context = Run | Every | Some


def knows_horizon(run: Run) -> bool:
    """Whether the score of an index policy speaks of T."""
    score = run.index.score if run.index else Form()
    told = (p for c, atom in score.terms for p in (c, *atom.indices))
    return any("T" in p.names() for p in (score.constant, *told))


# --- well-formed -------------------------------------------------------------------------------


def check_run(run: Run, parameters: set[str], arms: Mapping[str, ArmClass]) -> None:
    """What a run names is declared, and of the right sort."""
    counts, special = run.named, {*filter(None, (run.pulled, run.beside))}
    if max(len(counts), len(run.index.score.terms) if run.index else 0) > MAX_IN_RUN:
        refuse(f"a run names more than {MAX_IN_RUN} counts, or its score has more terms")
    roles = {arm for _, arm in (*run.pulls, *run.before)} | special
    if len({"k", "T", *counts}) != 2 + len(counts) or not {"k", "T", *counts} <= parameters:
        refuse("k, T and the counts of a run must be different declared parameters")
    if not roles | {*run.different} <= arms.keys() or {*arms.values()} - {ArmClass.CONCAVE}:
        refuse("the arms of a run must be declared, and concave")
    if len({*run.different}) != len(run.different):
        refuse("an arm is not different from itself")
    if (run.level or run.before or run.stage != "after") and not run.pulled:
        refuse("level, before and stage need the arm that is pulled")
    if bool(run.rival or run.idle) != bool(run.beside):
        refuse("rival and idle, and nothing else, need the arm beside which others are counted")
    if run.idle and run.scoring is None:
        refuse("idle belongs to policies with an opening")
    if (run.index is not None) != (run.policy == INDEX):
        refuse("the policy index, and no other, needs the data of its index")
    if run.index is not None:
        _check_index(run.index)


def check_some(some: Some) -> None:
    """Some run of one policy, without counts, with the ties left open."""
    check_run(some.some, {"k", "T"}, {})
    if some.some.policy == ANY or some.some.ties != "any":
        refuse("a claim about some run names a policy, and leaves ties open")


def _check_index(index: Index) -> None:
    """The score looks at f(1), ..., f(a) only: at f(a-1) if every arm is opened with two pulls."""
    seen = [(Kind.VALUE, A), (Kind.REW, A)]
    if index.opening >= 2:
        seen += [(Kind.VALUE, A - ONE), (Kind.DELTA, A), (Kind.P, A)]
    if index.opening < 1:
        refuse("an index policy opens with one pull of every arm at least")
    known = {"a", "M", "k", "T"}
    speaks_of(known, index.score.constant)
    for coefficient, atom in index.score.terms:
        speaks_of(known, coefficient)
        if atom.arm != "f" or not 0 < len(atom.indices) == ARITY[atom.kind]:
            refuse("the score of an index is made of rewards of arm f")
        if (atom.kind, atom.indices[0]) not in seen:
            refuse("the score of an index looks at what it has not seen of arm f")
        speaks_of(known, atom.indices[-1], integral=True)


def check_at_time(atom: Atom, run: Context | None, arms: Mapping[str, ArmClass]) -> None:
    """A run has other times than T if its policy does not know T: its pulls do not depend on T."""
    if not isinstance(run, Run) or atom.arm != RUN or RUN in arms:
        refuse(f"{atom.kind} belongs to the run of a policy, and stands with the word {RUN}")
    if knows_horizon(run):
        refuse("a policy that knows the horizon has a run at T only")
