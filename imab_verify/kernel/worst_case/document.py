"""The worst-case document: sup OPT(T)/ALG(T) of one policy at one k and T, from both sides.

It is a text of JSON lines, plain or compressed with gzip. The first line says what is claimed and
carries the instance for the lower bound. Further lines are for the upper bound; they are read one
at a time, while they are checked.

Upper bound: OPT(T) <= upper * ALG(T) on every instance; "inf" claims nothing. For Algorithm 1
    and greedy the proof "claim" has one further line, a theorem about all k and T with its proof
    (bounds.py). The proof "tree" has a line for every optimal arm of an index policy (index.py).
    The proof "counts" has no further lines: the pulls that are the same on every instance are
    enough, which are those of the opening, all of round robin, and all if there is one arm.
Lower bound: an instance whose run has OPT/ALG = lower; "inf" if ALG = 0 < OPT. The run is given by
    the sequence of its pulls or, for Algorithm 1 with T >= 2k, by its rounds (rounds.py).
    If a second instance `near` is given, the first one is a limit. `near` follows the sequence of
    pulls, and at the limit every pulled arm has a maximal score (ties not looked at). The score is
    linear in the rewards, so (1-e)*limit + e*near follows the sequence for every 0 < e <= 1, and
    its ratio tends to OPT/ALG of the limit as e tends to 0.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from imab_verify.kernel.claims import Claim, run_of
from imab_verify.kernel.contexts import ALGORITHM_1, ESTIMATE, ROUND_ROBIN
from imab_verify.kernel.documents import GZIP, REQUIRED, Arm, Ratio, build, key, loads, refuse
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError, brief
from imab_verify.kernel.play import Choice, Scores, follow, opening_pulls, play, scores_of
from imab_verify.kernel.points import Curve, check_instance, sum_up
from imab_verify.kernel.worst_case.bounds import check_theorem, ratio_at
from imab_verify.kernel.worst_case.index import LAST_REWARD, IndexPolicy, check_paths, counts_of
from imab_verify.kernel.worst_case.rounds import Rounds, counts_after

FORMAT = "imab-worst-case/1"
GREEDY, TABLE = "greedy", "index"
CLAIM, COUNTS, TREE = "claim", "counts", "tree"
MAX_LINE = 2**24
MAX_HORIZON = 10**4
MAX_SIZE = 10**6
"""k * T, the estimates that a run compares pull by pull."""
MAX_IN_ROUNDS = 10**18
"""The longest run in rounds."""

Lines = Iterator[Any]
Theorems = Sequence[Claim]
Table = tuple[tuple[tuple[int, ...], tuple[tuple[tuple[int, Fraction], ...], ...]], ...]
"""For vectors of counts, the index of every arm as pairs (n, coefficient of f_i(n))."""


@dataclass(frozen=True, slots=True)
class Lower:
    """An instance, its run, and the instance nearby, if it is a limit.

    The run has the arms pulled at steps 1..T, or the rounds after the opening.
    """

    ratio: Ratio
    curves: tuple[Curve, ...] = field(metadata=key("arms"))
    sequence: tuple[Arm, ...] | None = None
    near: tuple[Curve, ...] | None = None
    rounds: Rounds | None = None


@dataclass(frozen=True, slots=True)
class Supremum:
    """The first line of the document: lower <= sup OPT(T)/ALG(T) <= upper. None stands for inf."""

    policy: Annotated[str, ALGORITHM_1, ROUND_ROBIN, GREEDY, TABLE]
    init: Annotated[str, "rounds", "pairs"]
    ties: Annotated[str, "any", "lowest-index"]
    k: int
    T: int
    upper: Ratio
    proof: Annotated[str, CLAIM, COUNTS, TREE]
    lower: Lower
    opening: tuple[Arm, ...] | None = None
    table: Table | None = None
    format: Annotated[str, FORMAT] = field(default=FORMAT, metadata=REQUIRED)

    def index(self) -> IndexPolicy | None:
        """The index policy; None for algorithm-1 and round-robin."""
        if self.policy == TABLE:
            rows = {at: tuple(map(dict, arms)) for at, arms in self.table or ()}
            return IndexPolicy(self.k, self.opening or (), rows)
        return IndexPolicy.greedy(self.k) if self.policy == GREEDY else None

    def play(self) -> tuple[Sequence[int], Scores]:
        """The pulls that do not depend on the instance, and the scores that decide after them."""
        if (index := self.index()) is not None:
            return index.opening, index.scores
        opening = opening_pulls(self.policy, self.init, self.k, self.T)
        return opening, lambda seen: scores_of(ESTIMATE, seen, self.T)


# --- reading and judging -----------------------------------------------------------------------


def read_head(item: Any) -> Supremum:
    """The first line: everything but the cases of the upper bound."""
    case: Supremum = build(Supremum, item)
    k, T, lower = case.k, case.T, case.lower
    if (lower.sequence is None) == (lower.rounds is None):
        refuse("a run is given by its sequence or by its rounds")
    if lower.rounds is not None and (lower.near or case.policy != ALGORITHM_1 or 2 * k > T):
        refuse("rounds are for algorithm-1 after its opening, without an instance nearby")
    longest, largest = MAX_IN_ROUNDS, MAX_IN_ROUNDS * k
    if lower.rounds is None:
        longest, largest = MAX_HORIZON, MAX_SIZE
    if not 1 <= k <= MAX_HORIZON or not 1 <= T <= longest or k * T > largest:
        refuse("k or T is out of bounds")
    if any((case.policy == TABLE) != (part is not None) for part in (case.opening, case.table)):
        refuse("the policy index, and no other, needs an opening and a table")
    named = (case.opening, lower.sequence, *(arms for arms, _ in lower.rounds or ()))
    if not all(0 <= i < k for arms in named for i in arms or ()):
        refuse("there is no such arm")
    table = case.table or ()
    if len(dict(table)) != len(table) or any({len(c), len(arms)} != {k} for c, arms in table):
        refuse("a row of the table has k counts and k indices, and stands once")
    for counts, arms in table:
        for N, row in zip(counts, arms, strict=True):
            if len(dict(row)) != len(row) or any(not 1 <= n <= N for n, _ in row):
                refuse("an index has a coefficient twice, or of a reward that is not seen yet")
    return case


def check_worst_case(case: Supremum, lines: Lines, theorems: Theorems = ()) -> None:
    """Worst case: lower <= sup OPT(T)/ALG(T) <= upper, for one policy at one k and T.

    Lower: an instance whose run has that ratio, or a limit of such instances. Upper: a theorem
    about all k and T at this size, a tree of all runs, or the pulls that are the same on every
    instance. Theorems that are known already need no line. The top of document.py has the format.
    """
    check_lower(case)
    check_upper(case, lines, theorems)
    if any(True for _ in lines):
        raise RejectedError(Reason.COVERAGE, "a line closes no case")


# --- upper bound -------------------------------------------------------------------------------


def check_upper(case: Supremum, lines: Lines, theorems: Theorems) -> None:
    """OPT(T) <= upper * ALG(T) on every instance."""
    k, T, rho, index = case.k, case.T, case.upper, case.index()
    if rho is None:
        return
    if case.proof == CLAIM and case.policy in (ALGORITHM_1, GREEDY):
        _check_claims(case, rho, theorems or [check_theorem(next(lines, None))])
    elif index is not None and len(index.opening) <= T:
        check_paths(index, T, rho, lines)
    else:
        least = T if k == 1 else min(counts_of(k, case.play()[0][:T]))
        if rho * least * (least + 1) < T * (T + 1):  # m(m+1) Rew(f,T) <= T(T+1) Rew(f,m)
            raise RejectedError(Reason.COVERAGE, "the fixed counts do not suffice")


def _check_claims(case: Supremum, rho: Fraction, theorems: Theorems) -> None:
    """One of the theorems is about these runs, and says OPT(T) <= rho * ALG(T) at k and T.

    Greedy is the index policy of the last reward, whose opening has one order.
    """
    for claim in theorems:
        run, ratio = run_of(claim), ratio_at(claim, case.k, case.T)
        policy = (GREEDY, case.init) if run.index == LAST_REWARD else (run.policy, run.init)
        same = policy == (case.policy, case.init)
        if same and run.ties in ("any", case.ties) and ratio is not None and ratio <= rho:
            return
    raise RejectedError(Reason.COVERAGE, "no theorem says so at this k and T")


# --- lower bound -------------------------------------------------------------------------------


def check_lower(case: Supremum) -> None:
    """The instance, or instances that tend to it, reach the ratio."""
    lower = case.lower
    alg = sum_up((1, c.rew(n)) for c, n in zip(lower.curves, _pulls(case), strict=True))
    opt = max(c.rew(case.T) for c in lower.curves)
    reached = opt > 0 and alg == 0 if lower.ratio is None else alg > 0 and opt == lower.ratio * alg
    if not reached:
        raise RejectedError(Reason.INSTANCE, f"there OPT = {brief(opt)} and ALG = {brief(alg)}")
    if (case.upper is None) != (lower.ratio is None):
        raise RejectedError(Reason.INSTANCE, "the bounds are not both finite")


def _pulls(case: Supremum) -> Sequence[int]:
    """How often each arm is pulled; every pull is one that the policy may make, limits apart."""
    lower, first = case.lower, case.ties == "lowest-index"
    for curves in (lower.curves, lower.near or lower.curves):
        if len(curves) != case.k:
            raise RejectedError(Reason.INSTANCE, "the instance, and the one nearby, need k arms")
        check_instance(curves)
    if lower.sequence is None:
        return counts_after(lower.curves, lower.rounds or (), case.T, first=first)
    choose = follow(lower.sequence, case.T)
    among: Choice = (lambda best, t: choose(best[:1], t)) if first else choose
    play(lower.near or lower.curves, case.T, *case.play(), among)
    if lower.near is not None:
        play(lower.curves, case.T, *case.play(), choose, weak=True)
    return counts_of(case.k, lower.sequence)


# --- the text ----------------------------------------------------------------------------------


def lines_of(data: bytes) -> Lines:
    """The JSON values of the lines, one at a time."""
    plain = io.BytesIO(data)
    stream: io.BufferedIOBase = gzip.GzipFile(fileobj=plain) if data.startswith(GZIP) else plain
    try:
        while line := stream.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                refuse("a line is longer than it may be")
            yield loads(line)
    except (OSError, EOFError, zlib.error) as error:
        raise MalformedError(f"the file cannot be decompressed: {error}") from None
