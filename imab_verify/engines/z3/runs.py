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
from imab_verify.kernel import ArmClass, Atom, Claim, Index, Kind, Polynomial, Run
from imab_verify.kernel.statement import ANY, ROUND_ROBIN, times_of
from imab_verify.language.policy_names import short_name
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
        raise UnknownPolicyError(f"{short_name(run.policy)} at other times than T")
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
    if run.index is None:
        raise UnknownPolicyError(short_name(run.policy))
    m, rounds = run.index.opening, run.index.order == "rounds"
    opening = tuple(t % k if rounds else t // m for t in range(min(m * k, T)))
    for later in product(range(k), repeat=T - len(opening)):
        yield opening + later


def orders_and_roles(claim: Claim, run: Run, k: int, T: int) -> int:
    """How many orders of pulls and choices of roles there are."""
    free = 0 if run.policy == ROUND_ROBIN else max(T - _opening(run) * k, 0)
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
    """The numbers that the claim names; None if an arm has no such last pull."""
    total = Counter(pulls)
    if any(total[roles[arm]] <= _opening(run) for arm in run.late):
        return None
    counts = {"k": k, "T": len(pulls)}
    for name, (word, *of) in run.observed:
        arms = [roles[arm] for arm in of]
        if word in ("level", "before") and not total[arms[0]]:
            return None
        counts[name] = _number(word, arms, run, k, pulls)
    return counts


def _opening(run: Run) -> int:
    return run.index.opening if run.index else 0


def _number(word: str, arms: Sequence[int], run: Run, k: int, pulls: Sequence[int]) -> int:
    """What a word says of these arms."""
    if word in ("level", "before"):
        end = max(t for t, arm in enumerate(pulls) if arm == arms[0])
        before = [sum(arm == i for arm in pulls[:end]) for i in range(k)]
        return max(before) if word == "level" else before[arms[1]]
    counts = [sum(arm == i for arm in pulls) for i in range(k)]
    others = [counts[i] for i in range(k) if i not in arms]
    totals = {"most": max(counts), "least": min(counts), "squares": sum(n**2 for n in counts)}
    totals["idle"] = len([n for n in others if n <= _opening(run)])
    return counts[arms[0]] if word == "pulls" else {**totals, "rival": max([0, *others])}[word]


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
    if run.index is not None:
        body += _decisions(run.index, arms, played)
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
        body += [asserting(setting.says(c)) for c in (*claim.givens, *claim.plain)]
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


def _decisions(index: Index, arms: Sequence[TableArm | PieceArm], played: Played) -> Iterator[str]:
    """After the opening every pull is of maximal score, then fewest pulls, then as ties say."""
    k, pulls = len(arms), played.pulls
    start = index.opening * k
    counts = Counter(pulls[:start])
    for step, i in enumerate(pulls[start:], start=start + 1):
        level = max(counts.values())
        scores = [_score(index, arm, counts[j], level, played) for j, arm in enumerate(arms)]
        for j in range(k):
            if j != i:
                relation = ">=" if _wins(index.ties, counts, i, j) else ">"
                said = f"({relation} {scores[i]} {scores[j]})"
                yield asserting(said, f"step {step}: arm {i + 1} rather than arm {j + 1}")
        counts[i] += 1


def _wins(ties: str, counts: Mapping[int, int], i: int, j: int) -> bool:
    """Whether arm i may be pulled where both estimates are the same."""
    if counts[i] != counts[j]:
        return counts[i] < counts[j]
    return {"lowest-index": i < j, "highest-index": i > j}.get(ties, True)


def _score(index: Index, arm: TableArm | PieceArm, count: int, level: int, played: Played) -> Text:
    """The score of an index policy."""
    form = index.of("f", Polynomial.constant(count), Polynomial.constant(level))
    atoms = {atom: functional(atom, played.values, arm) for _, atom in form.terms}
    return linear(form, played.values, atoms)


def sizes_up_to(most_k: int, most_T: int) -> list[tuple[int, int]]:
    """All k and T up to the bounds, small ones first."""
    sizes = [(k, T) for k in range(1, most_k + 1) for T in range(1, most_T + 1)]
    return sorted(sizes, key=lambda size: (sum(size), size))
