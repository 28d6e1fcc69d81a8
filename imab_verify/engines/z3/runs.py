"""Runs at small k and T: a policy played on rewards f_i(0), ..., f_i(T) that are any reals.

Written from the definitions of the policies alone. There is one script for every order of the arms
that the policy may pull: the conditions under which it does so are linear in the rewards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from imab_verify.engines.z3.smtlib import (
    Script,
    Setting,
    Text,
    add,
    asserting,
    declare,
    functional,
    linear,
    number,
    symbol,
)
from imab_verify.engines.z3.tables import (
    PieceArm,
    TableArm,
    assignments,
    negation,
    reach_of,
    settle_floors,
)
from imab_verify.kernel import (
    ANY,
    ROUND_ROBIN,
    ArmClass,
    Atom,
    Claim,
    Kind,
    Polynomial,
    Run,
    times_of,
)
from imab_verify.language.writing import show_claim

SIZES = ((1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (2, 6), (3, 6), (3, 7), (3, 8), (3, 9))
"""Bounds of k and T, the larger ones last."""
OTHERS = 4
"""The bound of integer parameters that the run does not determine."""


class UnknownPolicyError(Exception):
    """A policy whose definition is not written here."""


@dataclass(frozen=True, slots=True)
class Played:
    """One order of pulls, who is which arm of the claim, and all integer parameters."""

    k: int
    pulls: tuple[int, ...]
    roles: Mapping[str, int]
    values: Mapping[str, Fraction]
    free: Mapping[str, Fraction]
    """The parameters that the run does not determine."""


def plays(claim: Claim, run: Run, k: int, T: int) -> Iterator[Played]:
    """All orders of pulls and all roles at which the givens about integers can hold."""
    if times_of(claim):
        raise UnknownPolicyError(f"{run.policy} at other times than T")
    names = [arm for arm, _ in claim.arms]
    for pulls in orders(run, k, T):
        for chosen in product(range(k), repeat=len(names)):
            roles = dict(zip(names, chosen, strict=True))
            if len({roles[arm] for arm in run.different}) != len(run.different):
                continue
            yield from plays_of(claim, run, k, pulls, roles)


def orders(run: Run, k: int, T: int) -> Iterator[tuple[int, ...]]:
    """The orders in which the policy may pull the arms."""
    if run.policy == ROUND_ROBIN:
        yield tuple(t % k for t in range(T))
        return
    if run.policy == ANY:
        yield from product(range(k), repeat=T)
        return
    if run.scoring is None:
        raise UnknownPolicyError(run.policy)
    m = run.opening
    opening = tuple(t % k if run.init == "rounds" else t // m for t in range(min(m * k, T)))
    for later in product(range(k), repeat=T - len(opening)):
        yield opening + later


def orders_and_roles(claim: Claim, run: Run, k: int, T: int) -> int:
    """How many orders of pulls and choices of roles there are."""
    free = {ROUND_ROBIN: 0, ANY: T}.get(run.policy, max(T - run.opening * k, 0))
    return int(k ** (free + len(claim.arms)))


def plays_of(
    claim: Claim, run: Run, k: int, pulls: tuple[int, ...], roles: Mapping[str, int]
) -> Iterator[Played]:
    """The same for one order of pulls and one choice of roles."""
    counts = _counts(run, k, pulls, roles)
    if counts is None:
        return
    for values in assignments(claim, OTHERS, counts):
        free = {name: value for name, value in values.items() if name not in counts}
        yield Played(k, pulls, roles, settle_floors(claim, values), free)


def _counts(
    run: Run, k: int, pulls: Sequence[int], roles: Mapping[str, int]
) -> dict[str, int] | None:
    """The counts that the claim names; None if the arm has no such last pull."""
    total = Counter(pulls)
    counts = {"k": k, "T": len(pulls)}
    counts |= {name: total[roles[arm]] for name, arm in run.pulls}
    if run.most:
        counts[run.most] = max(total.values(), default=0)
    if run.least:
        counts[run.least] = min(total[i] for i in range(k))
    if run.squares:
        counts[run.squares] = sum(total[i] ** 2 for i in range(k))
    others = [total[i] for i in range(k) if run.beside and i != roles[run.beside]]
    if run.rival:
        counts[run.rival] = max(others, default=0)
    if run.idle:
        counts[run.idle] = len([n for n in others if n <= run.opening])
    if not run.pulled:
        return counts
    mine = [t for t, arm in enumerate(pulls) if arm == roles[run.pulled]]
    if not mine or (run.stage == "after" and mine[-1] < run.opening * k):
        return None
    before = Counter(pulls[: mine[-1]])
    counts |= {name: before[roles[arm]] for name, arm in run.before}
    return counts | ({run.level: max(before.values(), default=0)} if run.level else {})


def run_script(
    claim: Claim,
    run: Run,
    played: Played,
    places: Sequence[tuple[int, ...]] = (),
    *,
    attained: bool = False,
) -> Script:
    """The policy pulls in this order, the givens hold, and the conclusion is false.

    Where a bound is claimed to be attained: and the conclusion is true, with OPT(T) > 0.

    The rewards are any reals f_i(0), ..., f_i(T); or, given places for every arm, those at these
    places, with straight lines between them.
    """
    k, T = played.k, len(played.pulls)
    body = declare((), claim.reals, relaxed=True)
    arms: list[TableArm | PieceArm] = []
    if places:
        pieces = [PieceArm(f"f{i}", at, played.values) for i, at in enumerate(places, start=1)]
        body += [line for arm in pieces for line in arm.lines()]
        arms += pieces
    else:
        reaches = [max(1, T)] * k
        for name, i in played.roles.items():
            reaches[i] = max(reaches[i], reach_of(claim, name, played.values))
        tables = [TableArm(f"f{i}", ArmClass.CONCAVE, played.values) for i in range(1, k + 1)]
        body += [line for arm, n in zip(tables, reaches, strict=True) for line in arm.lines(n)]
        arms += tables
    if run.scoring is not None:
        body += _decisions(run, arms, played)
    body += _best(arms, T)
    total = Counter(played.pulls)
    names = dict(played.values) | {name: symbol(name) for name in claim.reals}

    def term(atom: Atom) -> Text:
        if atom.kind is Kind.OPT:
            return "OPT"
        if atom.kind is Kind.ALG:
            return add(arm.sum_to(total[i]) for i, arm in enumerate(arms))
        return functional(atom, names, arms[played.roles[atom.arm]])

    atoms = {atom: term(atom) for atom in claim.atoms()}
    setting = Setting(names, atoms, frozenset(claim.reals))
    if attained:
        body.append(asserting("(> OPT 0.0)"))
        body += [asserting(setting.says(c)) for c in (*claim.givens, *claim.conclusion)]
    else:
        body += negation(claim, setting)
    order = " ".join(str(i + 1) for i in played.pulls)
    who = [f"{name} is arm {i + 1}" for name, i in played.roles.items()]
    says = (f"Claim: {show_claim(claim)}", f"k = {k}, pulls of arms {order}", *who)
    return Script(says, "QF_NRA" if claim.reals else "QF_LRA", tuple(body))


def _best(arms: Sequence[TableArm | PieceArm], T: int) -> Iterator[str]:
    """OPT is the largest Rew(f_i,T)."""
    yield "(declare-const OPT Real)"
    yield from (asserting(f"(>= OPT {arm.sum_to(T)})") for arm in arms)
    yield asserting(f"(or {' '.join(f'(= OPT {arm.sum_to(T)})' for arm in arms)})")


def _decisions(run: Run, arms: Sequence[TableArm | PieceArm], played: Played) -> Iterator[str]:
    """After the opening every pull is of maximal score, then fewest pulls, then as ties say."""
    k, pulls = len(arms), played.pulls
    start = run.opening * k
    counts = Counter(pulls[:start])
    for step, i in enumerate(pulls[start:], start=start + 1):
        level = max(counts.values())
        scores = [_score(run, arm, counts[j], level, played) for j, arm in enumerate(arms)]
        for j in range(k):
            if j != i:
                relation = ">=" if _wins(run.ties, counts, i, j) else ">"
                said = f"({relation} {scores[i]} {scores[j]})"
                yield asserting(said, f"step {step}: arm {i + 1} rather than arm {j + 1}")
        counts[i] += 1


def _wins(ties: str, counts: Mapping[int, int], i: int, j: int) -> bool:
    """Whether arm i may be pulled where both estimates are the same."""
    if counts[i] != counts[j]:
        return counts[i] < counts[j]
    return {"lowest-index": i < j, "highest-index": i > j}.get(ties, True)


def _score(run: Run, arm: TableArm | PieceArm, count: int, level: int, played: Played) -> Text:
    """The estimate of Algorithm 1, or the score of an index policy."""
    if run.index is None:
        return _estimate(arm, count, level)
    form = run.index.of("f", Polynomial.constant(count), Polynomial.constant(level))
    atoms = {atom: functional(atom, played.values, arm) for _, atom in form.terms}
    return linear(form, played.values, atoms)


def _estimate(arm: TableArm | PieceArm, count: int, level: int) -> Text:
    """P: the rewards so far, and those on the line through the last two up to the level."""
    gap = level - count
    if not gap:
        return arm.sum_to(count)
    last, before = arm.at(count), arm.at(count - 1)
    steps = number(Fraction(gap * (gap + 1), 2))
    return add([arm.sum_to(count), f"(* {gap}.0 {last})", f"(* {steps} (- {last} {before}))"])


def sizes_up_to(most_k: int, most_T: int) -> list[tuple[int, int]]:
    """All k and T up to the bounds, small ones first."""
    sizes = [(k, T) for k in range(1, most_k + 1) for T in range(1, most_T + 1)]
    return sorted(sizes, key=lambda size: (sum(size), size))
