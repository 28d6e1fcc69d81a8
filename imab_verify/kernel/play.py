"""Policies, played plainly and step by step on exact instances, and what a claim says there.

A policy opens with pulls that do not depend on the instance. After these it pulls an arm of
maximal score, among these one with fewest pulls, among these any, or the first or last of them.

    index         opens with every arm m times; the score is data, which Algorithm 1 has a word for
    round-robin   is all opening: 1, 2, ..., k, 1, 2, ...
    any           has no opening, and all scores are equal: the pulls are listed
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from imab_verify.kernel.claims import Claim, run_of, times_of
from imab_verify.kernel.contexts import ANY, ESTIMATE, ROUND_ROBIN, Index, Run
from imab_verify.kernel.errors import Reason, RejectedError, brief
from imab_verify.kernel.forms import OF_RUN, Atom, Kind
from imab_verify.kernel.functionals import expand
from imab_verify.kernel.limits import bits, common_denominator, spend
from imab_verify.kernel.points import (
    Curve,
    RunPoint,
    Values,
    atom_values,
    check_instance,
    settle,
    sum_up,
)

Choice = Callable[[list[int], int], int]
"""Which of these arms is pulled at step t, counted from 0."""


def opening_pulls(policy: str, init: str, k: int, T: int, m: int = 2) -> list[int]:
    """The pulls among the first T that do not depend on the instance: m of every arm."""
    spend(k + T)
    if policy == ROUND_ROBIN:
        return [t % k for t in range(T)]
    return [t % k if init == "rounds" else t // m for t in range(min(m * k, T))]


class Seen:
    """What has been seen of each arm: f(1..N), all times one number that makes it integer."""

    def __init__(self, curves: Sequence[Curve]) -> None:
        self.curves = curves
        self.scale = common_denominator(
            q for curve in curves for q in (*curve.slopes(), *(v for _, v in curve.points))
        )
        self.counts, self.sums = [0] * len(curves), [0] * len(curves)
        self.rewards: list[list[int]] = [[0] for _ in curves]

    def pull(self, i: int) -> None:
        """Pull arm i once more."""
        self.counts[i] += 1
        reward = int(self.scale * self.curves[i].value(self.counts[i]))
        self.rewards[i].append(reward)
        self.sums[i] += reward
        spend(2, bits(self.sums[i]))


Scores = Callable[[Seen], Sequence[Fraction | int]]
"""The score of every arm."""


def scores_of(index: Index, seen: Seen, T: int) -> list[Fraction]:
    """The score of every arm, times the number that makes rewards integer."""
    level, k = max(seen.counts), len(seen.counts)
    spend(4 * k, bits(max(seen.sums)))
    common = {"M": Fraction(level), "k": Fraction(k), "T": Fraction(T)}
    weights = {a: _weights(index, common | {"a": Fraction(a)}) for a in {*seen.counts}}
    scores = []
    for count, rew, f in zip(seen.counts, seen.sums, seen.rewards, strict=True):
        constant, of_rew, values = weights[count]
        score = constant * seen.scale + of_rew * rew
        for n, weight in values.items():
            score += weight * f[n]
        scores.append(score)
    return scores


def _weights(index: Index, values: Values) -> tuple[Fraction, Fraction, dict[int, Fraction]]:
    """A score as a constant, a multiple of Rew(f,a), and multiples of f(a) and f(a-1)."""
    of_rew, of_value = Fraction(0), dict[int, Fraction]()
    for coefficient, atom in index.score.terms:
        for factor, kind, index_at in expand(atom):
            weight, n = coefficient.at(values) * factor.at(values), int(index_at.at(values))
            if kind == Kind.REW:
                of_rew += weight
            else:
                of_value[n] = of_value.get(n, Fraction(0)) + weight
            spend(16, bits(weight))
    return index.score.constant.at(values), of_rew, of_value


def play(
    curves: Sequence[Curve],
    T: int,
    opening: Sequence[int],
    scores: Scores,
    choose: Choice,
    *,
    weak: bool = False,
) -> list[int]:
    """The arms pulled at steps 1..T. If weak, fewest pulls do not decide among maximal scores."""
    seen, sequence = Seen(curves), []
    for t in range(T):
        spend(10 + len(curves))
        best = [opening[t]] if t < len(opening) else _maximal(scores(seen))
        if not weak:
            fewest = min(seen.counts[i] for i in best)
            best = [i for i in best if seen.counts[i] == fewest]
        sequence.append(choose(best, t))
        seen.pull(sequence[-1])
    return sequence


def _maximal(scores: Sequence[Fraction | int]) -> list[int]:
    top = max(scores)
    return [i for i, score in enumerate(scores) if score == top]


def tie_order(ties: str) -> Choice:
    """The first of the arms, or the last one."""
    return lambda best, _: best[-1] if ties == "highest-index" else best[0]


def follow(choices: Sequence[int], T: int) -> Choice:
    """The arm in a list of all T pulls, if the policy allows it."""
    if len(choices) != T:
        raise RejectedError(Reason.INSTANCE, f"{len(choices)} pulls are listed, not {T}")

    def choose(best: list[int], t: int) -> int:
        if choices[t] not in best:
            raise RejectedError(Reason.INSTANCE, f"the policy does not allow pull {t + 1}")
        return choices[t]

    return choose


# --- claims at a run ---------------------------------------------------------------------------


def observe_run(claim: Claim, point: RunPoint) -> tuple[Values, Callable[[Atom], Fraction]]:
    """The parameters with those that the run determines, and the value of every functional."""
    run, k = run_of(claim), len(point.curves)
    spend(8 * (len(point.roles) + len(claim.arms) + len(claim.parameters)))
    if not k or set(point.roles) != {arm for arm, _ in claim.arms}:
        raise RejectedError(Reason.INSTANCE, "the instance needs arms, and every role one of them")
    check_instance(point.curves)
    if any(not 0 <= i < k for i in point.roles.values()):
        raise RejectedError(Reason.INSTANCE, "a role names an arm that the instance lacks")
    sequence = sequence_of(run, point, point.T)
    if not isinstance(point.choices, str) and [*point.choices[: point.T]] != sequence:
        raise RejectedError(Reason.INSTANCE, "the policy does not make the pulls that are listed")
    pulls = Counter(sequence)
    final = [pulls[i] for i in range(k)]
    others = [count for i, count in enumerate(final) if i != point.roles.get(run.beside)]
    counts = {"k": k, "T": point.T}
    counts |= {name: final[point.roles[arm]] for name, arm in run.pulls}
    counts |= {
        run.most: max(final),
        run.least: min(final),
        run.squares: sum(count * count for count in final),
        run.rival: max(others, default=0),
        run.idle: sum(count <= run.opening for count in others),
    }
    if len({point.roles[arm] for arm in run.different}) != len(run.different):
        raise RejectedError(Reason.INSTANCE, "arms that are said to be different are the same")
    if run.pulled:
        counts |= _at_last_pull(run, point, sequence)
    known = {name: Fraction(count) for name, count in counts.items() if name}
    if known.keys() & point.parameters.keys():
        raise RejectedError(Reason.INSTANCE, "the run itself determines a given parameter")
    values = settle(claim, known | dict(point.parameters))
    of_arms = atom_values(claim, values, {arm: point.curves[i] for arm, i in point.roles.items()})
    of_run = _of_run(claim, point, values, sequence)
    return values, lambda a: of_run(a) if a.kind in OF_RUN else of_arms(a)


def _of_run(
    claim: Claim, point: RunPoint, values: Values, sequence: list[int]
) -> Callable[[Atom], Fraction]:
    """OPT and ALG at T, and at other times of the run, which is played as far as it is needed."""
    steps = max([point.T, *(int(time.at(values)) for time in times_of(claim))])
    sequence = sequence_of(run_of(claim), point, steps) if steps > point.T else sequence
    if not isinstance(point.choices, str) and len(point.choices) != steps:
        raise RejectedError(Reason.INSTANCE, f"{len(point.choices)} pulls are listed, not {steps}")

    def value(atom: Atom) -> Fraction:
        t = int(atom.indices[0].at(values)) if atom.indices else point.T
        if t < 0:
            raise RejectedError(Reason.DOMAIN, f"{atom.kind} is not defined at {brief(t)}")
        if atom.kind in (Kind.OPT, Kind.OPT_AT):
            return max(curve.rew(t) for curve in point.curves)
        spend(t)
        run = sequence if t <= len(sequence) else sequence_of(run_of(claim), point, t)
        pulls = Counter(run[:t])
        return sum_up((1, curve.rew(pulls[i])) for i, curve in enumerate(point.curves))

    return value


def sequence_of(run: Run, point: RunPoint, steps: int | None = None) -> list[int]:
    """The arms that the policy of a claim pulls on the instance, in T steps or as many as said.

    No policy whose run is looked at after T knows T, so the first T pulls are the same.
    """
    T = point.T if steps is None else steps
    choices = point.choices if run.ties == "any" else run.ties
    choose = tie_order(choices) if isinstance(choices, str) else follow(choices[:steps], T)
    if run.policy == ANY:
        return play(point.curves, T, (), lambda seen: [0] * len(seen.counts), choose, weak=True)
    opening = opening_pulls(run.policy, run.init, len(point.curves), T, run.opening)
    index = run.scoring or ESTIMATE  # round robin is all opening
    return play(point.curves, T, opening, lambda seen: scores_of(index, seen, point.T), choose)


def _at_last_pull(run: Run, point: RunPoint, sequence: list[int]) -> dict[str, int]:
    """The counts just before the last pull of the arm `pulled`."""
    k, arm = len(point.curves), point.roles[run.pulled]
    last = max((t for t, i in enumerate(sequence) if i == arm), default=-1)
    if last < (run.opening * k if run.stage == "after" else 0):
        raise RejectedError(Reason.INSTANCE, "the arm got no pull, or none after the opening")
    before = Counter(sequence[:last])
    counts = {name: before[point.roles[other]] for name, other in run.before}
    return counts | {run.level: max(before.values(), default=0)}
