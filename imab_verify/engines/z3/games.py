"""Lower bounds at small k and T: every policy against all instances of capped lines.

A deterministic policy is the set of its histories, the arms and rewards that it may have seen.
Written from this definition alone, without an adversary: the empty history is one of them; one that
is shorter than the horizon goes on with some arm, whatever this arm pays on the instances that
agree with the history; and in none of them the policy has an instance on which the conclusion
holds. If that is unsatisfiable, every policy has such an instance. The instances are arms
min(n,c)/H for integers c up to the largest horizon H.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product

from imab_verify.engines.z3.smtlib import DECLARE, Script, asserting, both
from imab_verify.engines.z3.tables import UndefinedIndexError, assignments, settle_floors
from imab_verify.kernel import Claim, Every, Kind
from imab_verify.kernel.statement import ANYTIME
from imab_verify.language.writing import show_claim

History = tuple[tuple[int, int], ...]
"""Arms, and rewards times H."""
Values = Mapping[str, Fraction]

LONGEST = 12
"""Horizons are not longer than this."""
MOST_RUNS = 120_000
"""So many runs, instances times orders of pulls, are looked at for one script."""


@dataclass(frozen=True, slots=True)
class Game:
    """Policies on k arms, and the horizons that they must be ready for, with all parameters.

    A policy that knows T has one horizon; one that does not has all T that satisfy the givens. A
    game is cut where there would be too many runs, if some T are beyond that.
    """

    k: int
    horizons: Mapping[int, Values]
    is_cut: bool = False

    @property
    def longest(self) -> int:
        """The largest horizon."""
        return max(self.horizons)


def runs(k: int, T: int) -> int:
    """How many instances and orders of pulls there are."""
    return int((T + 1) ** k * k**T)


def is_anytime(claim: Claim) -> bool:
    """Whether the policies do not know T."""
    return claim.run == Every(ANYTIME)


def other_names(claim: Claim) -> list[str]:
    """The parameters beside k that a policy knows."""
    return [n for n in claim.parameters if n != "k" and not (n == "T" and is_anytime(claim))]


def games(claim: Claim, k: int, bound: int) -> list[Game]:
    """The games on k arms whose largest other parameter is the bound; T is no parameter if unknown.

    UndefinedIndexError if a game has no horizon that is small enough, or if a parameter is real.
    """
    if claim.reals:
        raise UndefinedIndexError(f"{claim.reals[0]} is real")
    unknown = is_anytime(claim)
    known = replace(
        claim,
        parameters=tuple(n for n in claim.parameters if not (unknown and n == "T")),
        givens=tuple(g for g in claim.givens if not (unknown and "T" in g.form.constant.names())),
    )
    others = other_names(claim)
    choices = [
        values
        for values in assignments(known, bound, {"k": k})
        if max((values[name] for name in others), default=bound) == bound
    ]
    if unknown:
        return [_without_horizon(claim, values, k) for values in choices]
    return [
        Game(k, {int(values["T"]): settle_floors(claim, values)})
        for values in choices
        if values["T"] >= 1
    ]


def _without_horizon(claim: Claim, others: Values, k: int) -> Game:
    """The game with all horizons that the givens allow, as long as there are not too many runs."""
    fixed = {name: int(value) for name, value in others.items()}
    longest = max(T for T in range(1, LONGEST + 1) if runs(k, T) <= MOST_RUNS)
    allowed: dict[int, Values] = {
        int(values["T"]): settle_floors(claim, values)
        for values in assignments(claim, longest + 1, fixed)
        if values["T"] >= 1
    }
    horizons = {T: values for T, values in allowed.items() if longest >= T}
    if not horizons:
        raise UndefinedIndexError(f"T is larger than {longest}")
    return Game(k, horizons, is_cut=len(horizons) < len(allowed))


def game_script(claim: Claim, game: Game) -> Script:
    """There is a policy for which the conclusion fails at all horizons, on all these instances."""
    lost, answers = _histories(claim, game)
    names = {history: f"h{number}" for number, history in enumerate(answers)}
    body = [f"{DECLARE}{name} Bool)" for name in names.values()]
    body.append(asserting(names[()], "before the first pull"))
    for history, by_arm in answers.items():
        if history in lost:
            body.append(asserting(f"(not {names[history]})"))
        elif len(history) < game.longest:
            ways = (both(names[(*history, (i, paid))] for paid in by_arm[i]) for i in by_arm)
            body.append(asserting(f"(=> {names[history]} (or {' '.join(ways)} false))"))
    caps = f"Arms min(n,c)/{game.longest}, for integers c up to {game.longest}."
    horizons = ", ".join(map(str, sorted(game.horizons)))
    says = (f"Claim: {show_claim(claim)}", f"k = {game.k}, T = {horizons}.", caps)
    return Script(says, "QF_UF", tuple(body))


Answers = dict[History, dict[int, dict[int, None]]]
"""What each arm may pay after a history."""


def _histories(claim: Claim, game: Game) -> tuple[set[History], Answers]:
    """The histories after which the conclusion holds on some instance; and all of them."""
    goals = {T: _Goal(claim, values, game.longest) for T, values in game.horizons.items()}
    lost: set[History] = set()
    answers: Answers = {(): {}}

    def play(arms: Sequence[int], history: History, counts: list[int], alg: int) -> None:
        """All ways to go on."""
        time = len(history)
        if time in goals and goals[time].holds(max(_capped_sum(cap, time) for cap in arms), alg):
            lost.add(history)
        if time == game.longest or history in lost:
            return
        for i, cap in enumerate(arms):
            counts[i] += 1
            paid = min(counts[i], cap)
            after = (*history, (i, paid))
            answers[history].setdefault(i, {})[paid] = None
            answers.setdefault(after, {})
            play(arms, after, counts, alg + paid)
            counts[i] -= 1

    for arms in product(range(game.longest + 1), repeat=game.k):
        play(arms, (), [0] * game.k, 0)
    return lost, answers


@cache
def _capped_sum(cap: int, T: int) -> int:
    """min(1,cap) + ... + min(T,cap)."""
    return sum(min(n, cap) for n in range(1, T + 1))


class _Goal:
    """The conclusion at one horizon: comparisons of a*OPT + b*ALG + d with 0, and OPT > 0.

    OPT and ALG are given times a scale, so the constants are multiplied by it.
    """

    def __init__(self, claim: Claim, values: Values, scale: int) -> None:
        self._parts = []
        for comparison in claim.plain:
            shares = {Kind.OPT: Fraction(0), Kind.ALG: Fraction(0)}
            for coefficient, atom in comparison.form.terms:
                shares[atom.kind] += coefficient.at(values)
            rest = comparison.form.constant.at(values) * scale
            self._parts.append((shares[Kind.OPT], shares[Kind.ALG], rest, comparison.relation))

    def holds(self, opt: int, alg: int) -> bool:
        """Whether it holds."""
        return opt > 0 and all(
            relation.holds(a * opt + b * alg + d) for a, b, d, relation in self._parts
        )
