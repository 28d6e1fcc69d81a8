"""Index policies whose index is a text of the claim language.

One object for everything: `simulate` plays it, `worst-case` has its table at small k and T, and
`ask` proves or refutes claims about its runs for all k and T, for the kernel knows it as data.

    mine = ScoredIndex("mine", "Rew(f,a) + (M-a)*f(a) + (M-a)*Delta(f,a)", start=2)

opens with two pulls of every arm, then pulls an arm f of maximal score, ties by fewest pulls. In
the score a is the number of pulls of f so far and M the largest number of pulls of an arm; k and T
may occur, and a score with T makes a policy that knows the horizon. It is linear in f(a), f(a-1),
Rew(f,a), Delta(f,a) and P(f,a,x), with polynomials for coefficients; f(a-1), and so Delta and P,
need two pulls at the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction

from imab_verify.errors import InputError
from imab_verify.kernel import (
    INDEX,
    ArmClass,
    Claim,
    Comparison,
    Form,
    Index,
    MalformedError,
    Run,
    check_well_formed,
    knows_horizon,
)
from imab_verify.kernel.worst_case import coefficients_of
from imab_verify.language.errors import ClaimError
from imab_verify.language.reading import read_question
from imab_verify.policies.linear_index import LinearIndex
from imab_verify.policies.options import check_choice

SCORED = "f"
"""The arm of which a score speaks."""
INITS = ("rounds", "pairs")


def read_index(start: int, score: str) -> Index:
    """The data of an index policy: the pulls of every arm at the start, and the score as text."""
    arms = {SCORED: ArmClass.CONCAVE}
    read = read_question(f"{score} >= 0", arms=arms, integers=("a", "M", "k", "T"))
    claim = read.claims().claim
    if read.positive or read.formula or read.roots or claim.floors or len(claim.conclusion) != 1:
        raise ClaimError("a score is one expression without divisions by parameters", score, 0)
    form = claim.conclusion[0].form
    if len(form.constant):
        raise ClaimError("every term of a score has a reward of f in it", score, 0)
    index = Index(start, form)
    run = Run(INDEX, index=index)
    try:
        check_well_formed(Claim(("k", "T"), conclusion=(Comparison(Form()),), run=run))
    except MalformedError as error:
        raise ClaimError(f"this is no score: {error}", score, 0) from None
    return index


class ScoredIndex(LinearIndex):
    """An index policy by its score; `data` is what the kernel knows of it."""

    def __init__(self, name: str, score: str | Index, start: int = 2, init: str = INITS[0]) -> None:
        if not isinstance(start, int) or start < 1:
            raise InputError(f"policy {name} must start with at least one pull of every arm")
        check_choice(init, INITS, f"policy {name}: init")
        self.data = read_index(start, score) if isinstance(score, str) else score
        self.name, self.init = name, init
        self.horizon_aware = knows_horizon(self.run())
        self._horizon: int | None = None

    @property
    def plain(self) -> bool:
        """Whether the score says all: a class derived from this one may override a method."""
        own, methods = type(self), ("choose", "opening", "index", "knowing")
        return all(getattr(own, name) is getattr(ScoredIndex, name) for name in methods)

    def run(self) -> Run:
        """The runs of this policy, as a claim is about them; it breaks ties by lowest index."""
        return Run(INDEX, init=self.init, ties="lowest-index", index=self.data)

    def knowing(self, T: int | None) -> ScoredIndex:
        """The policy at one horizon."""
        here = copy(self)
        here._horizon = T  # noqa: SLF001  the same class
        return here

    def opening(self, k: int) -> Sequence[int]:
        """The pulls of every arm at the start."""
        m = self.data.opening
        return [t % k if self.init == "rounds" else t // m for t in range(m * k)]

    def index(self, counts: Sequence[int], arm: int) -> Mapping[int, Fraction | int]:
        """The score as a combination of f(1), ..., f(a)."""
        return coefficients_of(self.data, counts, arm, self._horizon or 0)
