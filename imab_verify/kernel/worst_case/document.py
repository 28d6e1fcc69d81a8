"""The worst-case document: sup OPT(T)/ALG(T) of one policy at one k and T, from both sides.

It is a text of JSON lines, plain or compressed with gzip. The first line says what is claimed and
carries the instance for the lower bound. Each further line closes one case of the upper bound; the
cases come in the order in which the kernel lists them, and a case that the counts alone close has
no line. Lines are read one at a time, while the cases are checked.

Upper bound: OPT(T) <= upper * ALG(T) on every instance; "inf" claims nothing. For Algorithm 1 the
    proof "counts" rests on the theorem of theorems.py and has no further lines; the proof
    "tree" rests on boxes.py. Index policies always have trees (index.py).
Lower bound: an instance whose run has OPT/ALG = lower; "inf" if ALG = 0 < OPT.
    If a second instance `near` is given, the first one is a limit. `near` follows the sequence of
    pulls, and at the limit every pulled arm has a maximal score (ties not looked at). The score is
    linear in the rewards, so (1-e)*limit + e*near follows the sequence for every 0 < e <= 1, and
    its ratio tends to OPT/ALG of the limit as e tends to 0.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice
from typing import Any, BinaryIO, cast

from imab_verify.kernel import certificates
from imab_verify.kernel.certificates import (
    MAX_BYTES,
    MAX_DEPTH,
    Certificate,
    Judgement,
    _choice,
    _curve,
    _dict,
    _integer,
    _keys,
    _list,
    _malformed,
    _no_float,
    _no_twice,
    _rational,
    _tuple,
)
from imab_verify.kernel.claims import ArmClass, Atom, Claim, Comparison, Form, Kind, Relation, Run
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.points import Curve
from imab_verify.kernel.polynomials import Polynomial
from imab_verify.kernel.runs.rules import ALGORITHM_1, ROUND_ROBIN
from imab_verify.kernel.worst_case.boxes import (
    Counts,
    Crossing,
    Decision,
    Dual,
    Empty,
    Split,
    Tree,
    cases,
    check_tree,
    common_denominator,
    first_weight,
    whole,
)
from imab_verify.kernel.worst_case.index import (
    Closed,
    Coefficients,
    Compared,
    DecisionTree,
    IndexPolicy,
    Next,
    check_decisions,
    greedy,
    optimal_arms,
)
from imab_verify.kernel.worst_case.theorems import least_weight

FORMAT = "imab-worst-case/1"
GREEDY, TABLE = "greedy", "index"
COUNTS, TREE = "counts", "tree"
GZIP = b"\x1f\x8b"
MAX_LINE = 2**24
MAX_WORK = 10**7
MAX_HORIZON = 10**4
MAX_SIZE = 10**6
"""k * T, the estimates that one run compares."""
MAX_STEPS = 5 * 10**6
ONE = Polynomial.constant(1)


@dataclass(frozen=True, slots=True)
class Lower:
    """An instance, the arms pulled at steps 1..T, and the instance nearby, if it is a limit."""

    ratio: Fraction | None
    curves: tuple[Curve, ...]
    sequence: tuple[int, ...]
    near: tuple[Curve, ...] | None


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The first line of the document, and the document itself. None stands for inf."""

    policy: str
    init: str
    ties: str
    k: int
    T: int
    upper: Fraction | None
    proof: str
    lower: Lower
    index: IndexPolicy | None
    text: bytes


# --- reading and judging -----------------------------------------------------------------------


def read(text: str | bytes) -> Certificate | WorstCase:
    """The certificate in a text, of either format, or MalformedError."""
    data = text.encode() if isinstance(text, str) else text
    if not data.startswith(GZIP) and b'"imab-worst-case/' not in data[:100]:
        return certificates.read(text)
    if len(data) > MAX_BYTES:
        _malformed("the file is larger than a certificate may be")
    return _head(_json(next(lines_of(data), b"")), data)


def judge(certificate: Certificate | WorstCase) -> Judgement:
    """Accept the certificate, or raise RejectedError with the reason."""
    if isinstance(certificate, Certificate):
        return certificates.judge(certificate)
    check_lower(certificate)
    check_upper(certificate)
    if certificate.upper is None:
        return Judgement(_claim(certificate), "refuted")
    return Judgement(_claim(certificate), "proved", None, certificate.lower.ratio)


def _claim(case: WorstCase) -> Claim:
    """OPT(T) <= upper * ALG(T) at this k and T; for inf, with any real in place of upper."""
    alg, opt = Atom(Kind.ALG), Atom(Kind.OPT)
    factor = Polynomial.variable("r") if case.upper is None else Polynomial.constant(case.upper)
    fixed = tuple(
        Comparison(Form(Polynomial.variable(name) - Polynomial.constant(value)), Relation.EQ)
        for name, value in (("k", case.k), ("T", case.T))
    )
    return Claim(
        parameters=("k", "T"),
        arms=(),
        givens=fixed,
        conclusion=(Comparison(Form(Polynomial.constant(0), ((factor, alg), (-ONE, opt)))),),
        reals=("r",) if case.upper is None else (),
        run=Run(policy=case.policy, init=case.init, ties=case.ties),
    )


# --- upper bound -------------------------------------------------------------------------------


def check_upper(case: WorstCase) -> None:
    """OPT(T) <= upper * ALG(T) on every instance."""
    lines = islice(lines_of(case.text), 1, None)
    k, T, rho = case.k, case.T, case.upper
    if rho is None:
        return
    if case.index is not None and len(case.index.opening) <= T:
        for o in optimal_arms(case.index):
            item = _keys(_json(next(lines, b"null")), {"optimal", "tree"})
            if _integer(item["optimal"]) != o + 1:
                raise RejectedError(Reason.COVERAGE, f"the case of optimal arm {o + 1} is missing")
            start = list(case.index.opening)
            check_decisions(_decision_tree(item["tree"]), case.index, T, rho, o, start)
    elif case.policy == ALGORITHM_1 and 2 * k <= T:
        if case.proof == TREE:
            _check_cases(k, T, rho, lines)
        elif rho * least_weight(k, T) < T * (T + 1):
            raise RejectedError(Reason.COVERAGE, "the least weight of all counts does not suffice")
    else:
        _check_fixed(opening(case), rho, k, T)
    if next(lines, None) is not None:
        raise RejectedError(Reason.COVERAGE, "a line closes no case")


def _check_fixed(sequence: Sequence[int], rho: Fraction, k: int, T: int) -> None:
    """If the counts N_i do not depend on the instance: T(T+1) Rew(f_o,N_o) >= N_o(N_o+1) OPT."""
    least = min(sequence[:T].count(i) for i in range(k))
    if rho * least * (least + 1) < T * (T + 1):
        raise RejectedError(Reason.COVERAGE, "the fixed counts do not suffice")


def _check_cases(k: int, T: int, rho: Fraction, lines: Iterator[bytes]) -> None:
    """Every case is closed by its line, or by its counts."""
    following = read_case(next(lines, None), k)
    for number, (counts, o) in enumerate(cases(k, T)):
        if number * k * k > MAX_WORK:
            raise RejectedError(Reason.LIMIT, "there are too many cases")
        if following is not None and following[:2] == (counts, o):
            check_tree(following[2], whole(counts, o), rho)
            following = read_case(next(lines, None), k)
        elif rho * first_weight(counts, o) < T * (T + 1):
            raise RejectedError(Reason.COVERAGE, f"the case {counts}, {o + 1} is missing")
    if following is not None:
        raise RejectedError(Reason.COVERAGE, "a line closes no case, or is out of order")


# --- lower bound -------------------------------------------------------------------------------


def check_lower(case: WorstCase) -> None:
    """The instance, or instances that tend to it, reach the ratio."""
    lower = case.lower
    if len(lower.curves) != case.k or len(lower.sequence) != case.T:
        raise RejectedError(Reason.INSTANCE, "the instance needs k arms and T pulls")
    if lower.near is not None and len(lower.near) != case.k:
        raise RejectedError(Reason.INSTANCE, "the instance nearby needs k arms")
    for curves in (lower.curves, lower.near or ()):
        for number, curve in enumerate(curves, start=1):
            curve.check(str(number), ArmClass.CONCAVE)
    _check_run(case, lower.near or lower.curves, weak=False)
    if lower.near is not None:
        _check_run(case, lower.curves, weak=True)
    alg = sum((c.rew(lower.sequence.count(i)) for i, c in enumerate(lower.curves)), Fraction(0))
    opt = max(c.rew(case.T) for c in lower.curves)
    reached = opt > 0 and alg == 0 if lower.ratio is None else alg > 0 and opt == lower.ratio * alg
    if not reached:
        raise RejectedError(Reason.INSTANCE, f"the instance has OPT = {opt} and ALG = {alg}")
    if (case.upper is None) != (lower.ratio is None):
        raise RejectedError(Reason.INSTANCE, "the bounds are not both finite")


def opening(case: WorstCase) -> list[int]:
    """The pulls that do not depend on the instance."""
    k = case.k
    if case.index is not None:
        return list(case.index.opening)
    if case.policy == ROUND_ROBIN:
        return [t % k for t in range(case.T)]
    return [*range(k), *range(k)] if case.init == "rounds" else [i for i in range(k) for _ in "12"]


def _check_run(case: WorstCase, curves: Sequence[Curve], *, weak: bool) -> None:
    """Every pull of the sequence is one that the policy may make.

    After the opening: an arm of maximal score, among these one with fewest pulls, among these
    any (or the first, as `ties` says). If weak: an arm of maximal score.
    """
    if case.T * sum(len(curve.points) for curve in curves) > MAX_STEPS:
        raise RejectedError(Reason.LIMIT, "the run is too long")
    fixed, played = opening(case), _Played(curves, case.T)
    counts = [0] * case.k
    for t, arm in enumerate(case.lower.sequence):
        best = [fixed[t]] if t < len(fixed) else played.best(counts, case.index)
        if t >= len(fixed) and not weak:
            fewest = min(counts[i] for i in best)
            best = [i for i in best if counts[i] == fewest]
            best = best[:1] if case.ties == "lowest-index" else best
        if arm not in best:
            raise RejectedError(Reason.INSTANCE, f"the policy does not allow pull {t + 1}")
        counts[arm] += 1


class _Played:
    """The arms of an instance as f(0..T) and Rew(f,0..T), all times one number: integers."""

    def __init__(self, curves: Sequence[Curve], T: int) -> None:
        exact = [[curve.value(n) for n in range(T + 1)] for curve in curves]
        scale = common_denominator(v for row in exact for v in row)
        self.values = [[int(scale * v) for v in row] for row in exact]
        self.sums = [[0, *accumulate(row[1:])] for row in self.values]

    def best(self, counts: Sequence[int], index: IndexPolicy | None) -> list[int]:
        """The arms of maximal score: the index, or P(f,a,M) with a the count and M the level."""
        at, level = tuple(counts), max(counts)
        scores: list[Fraction | int] = []
        for i, (f, rew) in enumerate(zip(self.values, self.sums, strict=True)):
            if index is None:
                a, gap = at[i], level - at[i]
                scores.append(rew[a] + gap * f[a] + gap * (gap + 1) // 2 * (f[a] - f[a - 1]))
            else:
                scores.append(sum(q * f[n] for n, q in index.index(at, i).items()))
        top = max(scores)
        return [i for i, score in enumerate(scores) if score == top]


# --- the document ------------------------------------------------------------------------------


def lines_of(data: bytes) -> Iterator[bytes]:
    """The lines of the text, one at a time."""
    plain = io.BytesIO(data)
    stream = cast("BinaryIO", gzip.GzipFile(fileobj=plain)) if data.startswith(GZIP) else plain
    try:
        while line := stream.readline(MAX_LINE + 1):
            if len(line) > MAX_LINE:
                _malformed("a line is longer than it may be")
            yield line
    except (OSError, EOFError, zlib.error) as error:
        raise MalformedError(f"the file cannot be decompressed: {error}") from None


def _json(line: bytes) -> Any:
    try:
        return json.loads(
            line, parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_no_twice
        )
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"a line is not JSON of the expected depth: {error}") from None


def _head(item: Any, text: bytes) -> WorstCase:
    keys = _keys(
        item,
        {"format", "policy", "init", "ties", "k", "T", "upper", "proof", "lower"},
        {"opening", "table"},
    )
    if keys["format"] != FORMAT:
        _malformed(f"the format is not {FORMAT}")
    policy = _choice(keys["policy"], ALGORITHM_1, ROUND_ROBIN, GREEDY, TABLE)
    k, T = _integer(keys["k"]), _integer(keys["T"])
    if not 1 <= k <= MAX_HORIZON or not 1 <= T <= MAX_HORIZON or k * T > MAX_SIZE:
        _malformed("k or T is out of bounds")
    if (policy == TABLE) != ("table" in keys) or ("table" in keys) != ("opening" in keys):
        _malformed("the policy index, and no other, needs an opening and a table")
    index = greedy(k) if policy == GREEDY else None
    if policy == TABLE:
        start = tuple(_arm(i, k) for i in _list(keys["opening"]))
        index = IndexPolicy(k, start, _table(keys["table"], k))
    return WorstCase(
        policy=policy,
        init=_choice(keys["init"], "rounds", "pairs"),
        ties=_choice(keys["ties"], "any", "lowest-index"),
        k=k,
        T=T,
        upper=_ratio(keys["upper"]),
        proof=_choice(keys["proof"], COUNTS, TREE),
        lower=_lower(keys["lower"], k),
        index=index,
        text=text,
    )


def _ratio(item: Any) -> Fraction | None:
    return None if item == "inf" else _rational(item)


def _arm(item: Any, k: int) -> int:
    if not 1 <= _integer(item) <= k:
        _malformed(f"there is no arm {item}")
    return int(item) - 1


def _lower(item: Any, k: int) -> Lower:
    keys = _keys(item, {"ratio", "arms", "sequence"}, {"near"})
    return Lower(
        _ratio(keys["ratio"]),
        tuple(_curve(c) for c in _list(keys["arms"])),
        tuple(_arm(i, k) for i in _list(keys["sequence"])),
        tuple(_curve(c) for c in _list(keys["near"])) if "near" in keys else None,
    )


def _table(item: Any, k: int) -> Mapping[tuple[int, ...], tuple[Coefficients, ...]]:
    """[[counts, [coefficients of arm 1 as [n, c] pairs, ...]], ...], of rewards seen by then."""
    found = {}
    for row in _list(item):
        vector, arms = _tuple(row, 2)
        counts = tuple(_integer(n) for n in _tuple(vector, k))
        pairs = [[_tuple(pair, 2) for pair in _list(arm)] for arm in _tuple(arms, k)]
        indices = tuple({_integer(n): _rational(c) for n, c in arm} for arm in pairs)
        if counts in found or any(len(a) != len(b) for a, b in zip(pairs, indices, strict=True)):
            _malformed("the table gives an index, or a coefficient of it, twice")
        if any(not 1 <= n <= N for N, index in zip(counts, indices, strict=True) for n in index):
            _malformed("an index looks at a reward that has not been seen")
        found[counts] = indices
    return found


def read_case(line: bytes | None, k: int) -> tuple[tuple[int, ...], int, Tree] | None:
    """The counts, the optimal arm and the tree of a case of Algorithm 1."""
    if line is None:
        return None
    keys = _keys(_json(line), {"counts", "optimal", "tree"})
    counts = tuple(_integer(n) for n in _tuple(keys["counts"], k))
    return counts, _arm(keys["optimal"], k), _tree(keys["tree"], k)


def _tree(item: Any, k: int, depth: int = 0) -> Tree:
    if depth > MAX_DEPTH:
        _malformed("the tree is nested too deeply")
    match item:
        case None:
            return Counts()
        case {"dual": decisions, **rest} if not rest:
            return Dual(_decisions(decisions, k))
        case {"empty": decisions, **rest} if not rest:
            return Empty(_decisions(decisions, k))
        case {"split": split, "fewer": fewer, "more": more, **rest} if not rest:
            arm, level, most = _tuple(split, 3)
            parts = (_tree(part, k, depth + 1) for part in (fewer, more))
            return Split(_arm(arm, k), _integer(level), _integer(most), *parts)
        case {"crossing": level, "branches": branches, **rest} if not rest:
            parts = (_tree(part, k, depth + 1) for part in _list(branches))
            return Crossing(_integer(level), tuple(parts))
    raise MalformedError("a tree is null, dual, empty, split or crossing")


def _decisions(item: Any, k: int) -> tuple[Decision, ...]:
    rows = (_tuple(row, 5) for row in _list(item))
    return tuple(
        Decision(_arm(i, k), _integer(n), _integer(M), _arm(j, k), _rational(q))
        for i, n, M, j, q in rows
    )


def _decision_tree(item: Any, depth: int = 0) -> DecisionTree:
    if depth > MAX_DEPTH:
        _malformed("the tree is nested too deeply")
    match _dict(item):
        case {"next": branches, **rest} if not rest:
            below = (b if b is None else _decision_tree(b, depth + 1) for b in _list(branches))
            return Next(tuple(below))
        case {"dual": decisions, **rest} if not rest:
            return Closed(_compared(decisions), bound=True)
        case {"empty": decisions, **rest} if not rest:
            return Closed(_compared(decisions), bound=False)
    raise MalformedError("a tree of decisions is next, dual or empty")


def _compared(item: Any) -> tuple[Compared, ...]:
    rows = (_tuple(row, 3) for row in _list(item))
    return tuple(Compared(_integer(t) - 1, _integer(j) - 1, _rational(q)) for t, j, q in rows)
