"""How decisions close a case: a combination of them proves the bound, or contradicts itself.

Whenever a policy decides for an arm, its score is not below the score of any other: an inequality
that is linear in the rewards. With multipliers >= 0 and S = sum of multiplier * (score - score),

    dual     rho * ALG - OPT - S >= 0 on all instances, so OPT <= rho * ALG in the case;
    empty    -S >= 0 on all instances, though an inequality with a positive multiplier is strict:
             S is <= 0 and > 0 at once, and no run lies in the case.

Both sides are sums over the arms of w_0 f(0) + ... + w_m f(m). This is >= 0 for every concave f if
and only if it is on the rays: the constant 1, where it is t_0, and min(n,j) for 1 <= j <= m, where
it is t_1 + ... + t_j, with the tails t_j = w_j + ... + w_m. For min(n,j) = [n>=1] + ... + [n>=j].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.limits import bits, common_denominator, spend

Score = tuple[int, Callable[[], Mapping[int, int]]]
"""(i, w): the score of arm i is the sum of w()[n] * f_i(n); made when needed, for memory's sake."""
Inequality = tuple[Score, Score, bool, Fraction]
"""The score chosen, another one, whether the first is larger or only not smaller; multiplier."""


@dataclass(frozen=True, slots=True)
class EndCase:
    """Runs in which arm i gets counts[i] pulls or more, and OPT(T) is Rew(f,T) of arm `optimal`."""

    T: int
    counts: tuple[int, ...]
    optimal: int

    def __str__(self) -> str:
        return f"counts {', '.join(map(str, self.counts))}, optimal arm {self.optimal + 1}"


def check_closed(case: EndCase, rho: Fraction, known: Sequence[Inequality], *, empty: bool) -> None:
    """The bound, or the contradiction if `empty`, by inequalities that are known in the case.

    Later pulls are not negative, so ALG >= sum of Rew(f_i, counts[i]). All times D.
    """
    if any(multiplier < 0 for *_, multiplier in known):
        raise RejectedError(Reason.SIGN, "a multiplier is negative")
    if empty and not any(strict and multiplier for _, _, strict, multiplier in known):
        raise RejectedError(Reason.STRICTNESS, f"{case}: no contradiction")
    D = common_denominator([rho, *(multiplier for *_, multiplier in known)])
    alg, opt = (0, 0) if empty else (int(D * rho), D)
    spend(4 * (sum(case.counts) + case.T), bits(D))
    left = [[0, *[alg] * N] for N in case.counts]
    left[case.optimal] += [0] * (case.T - case.counts[case.optimal])
    left[case.optimal][1:] = [w - opt for w in left[case.optimal][1:]]
    for chosen, other, _, multiplier in known:
        m = int(D * multiplier)
        for (arm, score), factor in ((chosen, -m), (other, m)):
            weights = score()
            spend(2 * len(weights), bits(m))
            for n, w in weights.items():
                left[arm][n] += factor * w
    if not all(map(nonnegative, left)):
        raise RejectedError(Reason.SIGN, f"{case}: the multipliers do not suffice")


def nonnegative(weights: Sequence[int]) -> bool:
    """Whether sum of weights[n] * f(n) >= 0 for every concave f."""
    first, *tails = [*accumulate(reversed(weights))][::-1]
    return first >= 0 and all(total >= 0 for total in accumulate(tails))
