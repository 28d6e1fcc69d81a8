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

import re
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from imab_verify.errors import InputError, check_choice, quote
from imab_verify.kernel import ArmClass, Claim, Comparison, Form, Index, MalformedError, Run, Table
from imab_verify.kernel.semantics import opening_pulls, scores_of
from imab_verify.kernel.statement import ROUND_ROBIN, check_well_formed, knows_horizon
from imab_verify.kernel.tree import coefficients_of
from imab_verify.language.declarations import WRITTEN, suggestion
from imab_verify.language.parser import ClaimError, Sort, tokens
from imab_verify.language.policy_names import ALGORITHM_1, GREEDY, short_name
from imab_verify.language.reading import read_question
from imab_verify.policies.builtin import Algorithm1, Greedy, RoundRobin
from imab_verify.policies.linear_index import LinearIndex
from imab_verify.policies.protocol import Policy

SCORED = "f"
"""The arm of which a score speaks."""
NUMBERS = ("a", "M", "k", "T")
"""The pulls of that arm, the most pulls of an arm, the number of arms, the horizon."""
INITS = ("rounds", "pairs")
IN_WORDS = re.compile(r"\s*index\s+([0-9]+)\s+by\s+(.+)", re.DOTALL)


def index_in_words(policy: str) -> Index | None:
    """The data of `index 2 by f(a)`, the words of a claim for an index policy; None for others."""
    match = IN_WORDS.fullmatch(policy)
    return None if match is None else read_index(int(match[1]), match[2])


def read_index(start: int, score: str) -> Index:
    """The data of an index policy: the pulls of every arm at the start, and the score as text."""
    _check_words(score)
    arms = {SCORED: ArmClass.CONCAVE}
    try:
        read = read_question(f"{score} >= 0", arms=arms, integers=NUMBERS)
    except ClaimError as error:
        if error.position <= len(score):
            raise ClaimError(str(error), score, error.position) from None
        message = "the score ends where a number, a name or a bracket should follow"
        raise ClaimError(message, score, len(score)) from None
    claim = read.claims().claim
    if read.sides or claim.reals or claim.floors or not claim.is_plain or len(claim.plain) > 1:
        raise ClaimError("a score is one expression without divisions by parameters", score, 0)
    form = claim.plain[0].form
    if len(form.constant):
        raise ClaimError("every term of a score has a reward of f in it", score, 0)
    index = Index(start, form)
    if fault := _fault(index):
        late = start < 2 and not _fault(Index(2, form))
        hint = ": f(a-1), Delta(f,a) and P(f,a,x) need start=2" if late else ""
        raise ClaimError(f"this is no score: {fault}{hint}", score, 0)
    return index


def _check_words(score: str) -> None:
    """A score is about one arm, f, and has no other names than its four numbers."""
    words = tokens(score)
    if words[0].sort is Sort.END:
        raise ClaimError("the score is empty: write one such as f(a)", score, 0)
    for token, following in pairwise(words):
        word = token.text
        if token.sort is not Sort.NAME or word in (SCORED, *NUMBERS):
            continue
        if following.text != "(":
            names = f"{', '.join(NUMBERS[:-1])} and {NUMBERS[-1]}"
            message = f"a score does not know {quote(word)}: its numbers are {names}"
            raise ClaimError(message, score, token.at)
        if word not in WRITTEN and not suggestion(word):
            message = f"{quote(word)} is not known here: a score is about one arm, called {SCORED}"
            raise ClaimError(message, score, token.at)


def _fault(index: Index) -> str:
    """Why the kernel takes this for no index; "" if it is one."""
    try:
        claim = Claim(("k", "T"), conclusion=(Comparison(Form()),), run=Run(index))
        check_well_formed(claim)
    except MalformedError as error:
        return str(error)
    return ""


class ScoredIndex(LinearIndex):
    """An index policy by its score; `data` is what the kernel knows of it."""

    def __init__(self, name: str, score: str | Index, start: int = 2, init: str = INITS[0]) -> None:
        if not isinstance(start, int) or start < 1:
            raise InputError(f"policy {name} must start with at least one pull of every arm")
        check_choice(init, INITS, f"policy {name}: init")
        data = read_index(start, score) if isinstance(score, str) else score
        self.data = replace(data, order=init, ties="any")
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
        return Run(replace(self.data, ties="lowest-index"))

    def knowing(self, T: int | None) -> ScoredIndex:
        """The policy at one horizon."""
        here = copy(self)
        here._horizon = T  # noqa: SLF001  the same class
        return here

    def opening(self, k: int) -> Sequence[int]:
        """The pulls of every arm at the start."""
        return opening_pulls(self.data, k, self.data.opening * k)

    def index(self, counts: Sequence[int], arm: int) -> Mapping[int, Fraction | int]:
        """The score as a combination of f(1), ..., f(a)."""
        score = scores_of(self.data, len(counts), self._horizon or 0)
        return coefficients_of(score(tuple(counts), arm))


# --- policies that the kernel can play -----------------------------------------------------------


LOWEST = "lowest-index"


def run_of_policy(policy: object) -> Run | None:
    """The runs of a policy, with ties as it breaks them; None if the kernel does not know it."""
    if type(policy) is Algorithm1:
        return Run(replace(ALGORITHM_1, order=policy.init, ties=policy.ties))
    if type(policy) is RoundRobin:
        return Run(ROUND_ROBIN)
    if type(policy) is Greedy:
        return Run(replace(GREEDY, ties=policy.ties))
    if isinstance(policy, ScoredIndex) and policy.plain:
        return policy.run()
    return None


def policy_of_run(run: Run) -> Policy:
    """A policy that has such runs; where ties are left open, the lowest index wins them."""
    index = run.index
    if index is None:
        if isinstance(run.policy, Table):
            raise TypeError("a table is a policy for one k alone")
        return RoundRobin()
    ties = LOWEST if index.ties == "any" else index.ties
    match short_name(index):
        case "algorithm-1":
            return Algorithm1(index.order, ties)
        case "greedy":
            return Greedy(ties)
        case _:
            return ScoredIndex("index", index, init=index.order)
