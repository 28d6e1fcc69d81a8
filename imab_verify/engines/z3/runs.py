"""Claims about runs at small k and T as constraints of z3, from the definitions alone.

A policy is played on rewards f_i(0), ..., f_i(T) that are any reals. There is one problem for every
order in which it may pull the arms: the conditions under which it does so are linear in the
rewards. A claim about every policy is a game against instances of capped lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product

import z3

from imab_verify.engines.definitions import (
    Number,
    functional,
    linear,
    observed,
    opening_of,
    opening_pulls,
    plus,
    score,
)
from imab_verify.engines.z3.constraints import (
    InexpressibleError,
    Problem,
    Setting,
    ValueArm,
    Values,
    assignments,
    reach_of,
    real,
)
from imab_verify.kernel import ArmClass, Atom, Claim, Every, Index, Kind, Run
from imab_verify.kernel.statement import ANY, ANYTIME, ROUND_ROBIN, times_of
from imab_verify.language.policy_names import short_name
from imab_verify.language.writing import show_claim

SIZES = ((1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (2, 6), (3, 6), (3, 7), (3, 8), (3, 9))
"""Bounds of k and T, the larger ones last."""
OTHERS = 4
"""The bound of integer parameters that the run does not determine."""


# --- orders of pulls ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """One order of pulls, who is which arm of the claim, and all integer parameters."""

    k: int
    pulls: tuple[int, ...]
    roles: Mapping[str, int]
    values: Values
    free: Values
    """The parameters that the run does not determine."""


def plays(claim: Claim, run: Run, most_k: int, most_T: int) -> Iterator[Played]:
    """All that a policy may do up to a size, small sizes first."""
    for k, T in sizes_up_to(most_k, most_T):
        yield from plays_at(claim, run, k, T)


def sizes_up_to(most_k: int, most_T: int) -> list[tuple[int, int]]:
    """All k and T up to the bounds, small ones first."""
    sizes = product(range(1, most_k + 1), range(1, most_T + 1))
    return sorted(sizes, key=lambda size: (sum(size), size))


def plays_at(claim: Claim, run: Run, k: int, T: int) -> Iterator[Played]:
    """All orders of pulls and all roles at which the givens about integers can hold."""
    if times_of(claim):
        raise InexpressibleError(f"{short_name(run.policy)} at other times than T")
    names = [arm for arm, _ in claim.arms]
    for pulls in _orders(run, k, T):
        for chosen in product(range(k), repeat=len(names)):
            roles = dict(zip(names, chosen, strict=True))
            if len({roles[arm] for arm in run.different}) == len(run.different):
                yield from plays_of(claim, run, k, pulls, roles)


def _orders(run: Run, k: int, T: int) -> Iterator[tuple[int, ...]]:
    """The orders in which the policy may pull the arms."""
    if run.policy == ROUND_ROBIN:
        yield tuple(t % k for t in range(T))
        return
    if run.policy != ANY and run.index is None:
        raise InexpressibleError(short_name(run.policy))
    opening = opening_pulls(run, k, T)
    for later in product(range(k), repeat=T - len(opening)):
        yield opening + later


def how_many(claim: Claim, run: Run, k: int, T: int) -> int:
    """The number of orders of pulls and choices of roles."""
    free = 0 if run.policy == ROUND_ROBIN else max(T - opening_of(run) * k, 0)
    return int(k ** (free + len(claim.arms)))


def plays_of(
    claim: Claim, run: Run, k: int, pulls: tuple[int, ...], roles: Mapping[str, int]
) -> Iterator[Played]:
    """One order of pulls and one choice of roles, with all values of the other parameters."""
    counts = observed(run, k, pulls, roles)
    if counts is None:
        return
    for values in assignments(claim, OTHERS, counts):
        free = {name: values[name] for name in claim.parameters if name not in counts}
        yield Played(k, pulls, roles, values, free)


# --- one order of pulls ---------------------------------------------------------------------------


def run_problem(
    claim: Claim,
    run: Run,
    played: Played,
    places: Sequence[Sequence[int]] = (),
    *,
    attained: bool = False,
) -> Problem:
    """The policy pulls in this order, the givens hold, and the conclusion is false.

    Where a bound is claimed to be attained: and the conclusion is true, with OPT(T) > 0.

    The rewards are any reals f_i(0), ..., f_i(T); or, given places for every arm, those at these
    places, with straight lines between them.
    """
    k, T = played.k, len(played.pulls)
    if not places:
        reaches = [max(1, T)] * k
        for name, i in played.roles.items():
            reaches[i] = max(reaches[i], reach_of(claim, name, played.values))
        places = [range(reach + 1) for reach in reaches]
    arms = [
        ValueArm(f"f{i}", ArmClass.CONCAVE, at, played.values) for i, at in enumerate(places, 1)
    ]
    opt, total = real("OPT"), Counter(played.pulls)
    names = dict(played.values) | {name: real(name) for name in claim.reals}

    def number(atom: Atom) -> Number:
        if atom.kind is Kind.OPT:
            return opt
        if atom.kind is Kind.ALG:
            return plus(*(arm.sum_to(total[i]) for i, arm in enumerate(arms)))
        return functional(atom, names, arms[played.roles[atom.arm]])

    setting = Setting(claim, names, {atom: number(atom) for atom in claim.atoms()})
    conditions = [condition for arm in arms for condition in arm.conditions()]
    conditions += _decisions(run.index, arms, played) if run.index else ()
    conditions += [opt >= arm.sum_to(T) for arm in arms]
    conditions.append(z3.Or(*(opt == arm.sum_to(T) for arm in arms)))
    if attained:
        conditions += [opt > 0, *map(setting.holds, (*claim.givens, *claim.plain))]
    else:
        conditions += setting.negation(claim.plain)
    order = " ".join(str(i + 1) for i in played.pulls)
    who = [f"{name} is arm {i + 1}" for name, i in played.roles.items()]
    says = (f"Claim: {show_claim(claim)}", f"k = {k}, pulls of arms {order}", *who)
    return Problem(says, "QF_NRA" if claim.reals else "QF_LRA", tuple(conditions))


def _decisions(index: Index, arms: Sequence[ValueArm], played: Played) -> Iterator[z3.BoolRef]:
    """After the opening every pull is of maximal score, then fewest pulls, then as ties say."""
    start = index.opening * len(arms)
    names, counts = played.values, Counter(played.pulls[:start])
    for i in played.pulls[start:]:
        level = max(counts.values())
        scores = [
            score(index, partial(ValueArm, arm.arm, arm.kind, arm.places), counts[j], level, names)
            for j, arm in enumerate(arms)
        ]
        for j, other in enumerate(scores):
            if j != i:
                yield scores[i] >= other if _wins(index.ties, counts, i, j) else scores[i] > other
        counts[i] += 1


def _wins(ties: str, counts: Mapping[int, int], i: int, j: int) -> bool:
    """Whether arm i may be pulled where both estimates are the same."""
    if counts[i] != counts[j]:
        return counts[i] < counts[j]
    return {"lowest-index": i < j, "highest-index": i > j}.get(ties, True)


# --- every policy ---------------------------------------------------------------------------------

History = tuple[tuple[int, int], ...]
"""Arms, and rewards times H."""
LONGEST = 12
"""Horizons are not longer than this."""
MOST_RUNS = 120_000
"""The most runs, instances times orders of pulls, that one game may have."""


@dataclass(frozen=True, slots=True)
class Game:
    """Policies on k arms, and the horizons that they must be ready for, with all parameters.

    A policy that knows T has one horizon; one that does not has all T that satisfy the givens, as
    long as there are not too many runs.
    """

    k: int
    bound: int
    """The largest parameter that the policies know, beside k."""
    horizons: Mapping[int, Values]

    @property
    def longest(self) -> int:
        """The largest horizon, H."""
        return max(self.horizons)


def known_names(claim: Claim) -> list[str]:
    """The parameters beside k that a policy knows."""
    unknown = {"k", "T"} if claim.run == Every(ANYTIME) else {"k"}
    return [name for name in claim.parameters if name not in unknown]


def games(claim: Claim, k: int) -> Iterator[Game]:
    """The games on k arms with not too many runs, small parameters first; none if one is real."""
    if claim.reals:
        return
    longest = max(T for T in range(1, LONGEST + 1) if (T + 1) ** k * k**T <= MOST_RUNS)
    horizons: dict[tuple[Fraction, ...], dict[int, Values]] = {}
    for values in assignments(claim, longest, {"k": k}):
        if values["T"] >= 1:
            known = tuple(values[name] for name in known_names(claim))
            of_these = horizons.setdefault(known, {})
            of_these[int(values["T"])] = values
    played = [Game(k, int(max(known, default=1)), of_these) for known, of_these in horizons.items()]
    yield from sorted(played, key=lambda game: game.bound)


def game_problem(claim: Claim, game: Game) -> Problem:
    """There is a policy for which the conclusion fails at all horizons, on all these instances.

    A deterministic policy is the set of its histories, the arms and rewards that it may have seen.
    The empty history is one of them; one that is shorter than the horizon goes on with some arm,
    whatever this arm pays on the instances that agree with the history; and in none of them the
    policy has an instance on which the conclusion holds. If that is unsatisfiable, every policy has
    such an instance. The instances are arms min(n,c)/H for integers c up to the largest horizon H.
    """
    lost, answers = _histories(claim, game)
    names = {history: z3.Bool(f"h{number}") for number, history in enumerate(answers)}
    conditions = [names[()]]
    for history, by_arm in answers.items():
        if history in lost:
            conditions.append(z3.Not(names[history]))
        elif len(history) < game.longest:
            ways = [z3.And([names[(*history, (i, paid))] for paid in by_arm[i]]) for i in by_arm]
            conditions.append(z3.Implies(names[history], z3.Or(ways)))
    horizons = ", ".join(map(str, sorted(game.horizons)))
    caps = f"Arms min(n,c)/{game.longest}, for integers c up to {game.longest}."
    says = (f"Claim: {show_claim(claim)}", f"k = {game.k}, T = {horizons}.", caps)
    return Problem(says, "QF_UF", tuple(conditions))


Answers = dict[History, dict[int, set[int]]]
"""What each arm may pay after a history."""


def _histories(claim: Claim, game: Game) -> tuple[set[History], Answers]:
    """The histories after which the conclusion holds on some instance; and all of them."""
    lost: set[History] = set()
    answers: Answers = {(): {}}

    @cache
    def holds(T: int, opt: int, alg: int) -> bool:
        """The conclusion and OPT > 0, where OPT and ALG are given times H."""
        paid = {Kind.OPT: Fraction(opt, game.longest), Kind.ALG: Fraction(alg, game.longest)}
        atoms = {atom: paid[atom.kind] for atom in claim.atoms()}
        forms = [(c.relation, linear(c.form, game.horizons[T], atoms)) for c in claim.plain]
        return opt > 0 and all(relation.holds(value) for relation, value in forms)

    def play(caps: Sequence[int], history: History, counts: list[int], alg: int) -> None:
        """All ways to go on."""
        time = len(history)
        if time in game.horizons:
            opt = max(sum(min(n, cap) for n in range(1, time + 1)) for cap in caps)
            if holds(time, opt, alg):
                lost.add(history)
        if time == game.longest or history in lost:
            return
        for i, cap in enumerate(caps):
            counts[i] += 1
            paid = min(counts[i], cap)
            after = (*history, (i, paid))
            answers[history].setdefault(i, set()).add(paid)
            answers.setdefault(after, {})
            play(caps, after, counts, alg + paid)
            counts[i] -= 1

    for caps in product(range(game.longest + 1), repeat=game.k):
        play(caps, (), [0] * game.k, 0)
    return lost, answers
