"""Names of policies, and the words for every policy and for some run of one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from imab_verify.kernel import Atom, Every, Form, Index, Kind, Polynomial, Run, Table
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANYTIME, KNOWS_HORIZON, Policy

_A, _M = Polynomial.variable("a"), Polynomial.variable("M")
ALGORITHM_1: Final = Index(2, Form(ZERO, ((ONE, Atom(Kind.P, "f", (_A, _M))),)))
GREEDY: Final = Index(1, Form(ZERO, ((ONE, Atom(Kind.VALUE, "f", (_A,))),)))
NAMED: Final = {"algorithm-1": ALGORITHM_1, "greedy": GREEDY}
"""The policies by their names, with the opening in rounds and ties left open."""
OTHER_INDEX: Final = "index"


def short_name(policy: Policy) -> str:
    """The name of a policy, whatever its order and ties; "index" for one without a name."""
    if isinstance(policy, str):
        return policy
    if isinstance(policy, Table):
        return OTHER_INDEX
    plain = replace(policy, order="rounds", ties="any")
    return next((name for name, named in NAMED.items() if named == plain), OTHER_INDEX)


def is_algorithm_1(run: Run) -> bool:
    """Whether the run is one of Algorithm 1."""
    return short_name(run.policy) == "algorithm-1"


# --- every deterministic policy ------------------------------------------------------------------


POLICIES = {"every": Every(KNOWS_HORIZON), "every-anytime": Every(ANYTIME)}
"""Words in the place of a policy: every policy, and every one that does not know T."""

SENTENCES = {
    KNOWS_HORIZON: (
        "for every deterministic policy on k arms with horizon T there is an instance "
        "with OPT(T) > 0"
    ),
    ANYTIME: (
        "for every deterministic policy on k arms that does not know T there are a T that "
        "satisfies the givens and an instance with OPT(T) > 0"
    ),
}
"""The quantifiers after the parameters; the conclusion holds on that instance."""


def policy_word(every: Every) -> str:
    """The word for these policies."""
    return next(word for word, meant in POLICIES.items() if meant == every)


# --- some run of a policy ------------------------------------------------------------------------


WORD = "some"
"""Before the name of a policy: some run of it, on some instance."""

THERE_IS = "there are an instance with OPT(T) > 0 and a run of"
"""The quantifier after the parameters; the conclusion holds in that run."""


def is_some(policy: str) -> bool:
    """Whether the word some stands before the policy."""
    return some_policy(policy) is not None


def some_policy(policy: str) -> str | None:
    """The policy after the word some; None if that is not the first word."""
    first, _, own = policy.strip().partition(" ")
    return own.strip() if first == WORD else None


def policy_beside(file: Path, policy: str) -> str:
    """The policy of a claim as a file says it, where `policies.py:name` is in a file beside it."""
    from imab_verify.policies.registry import beside

    own = some_policy(policy)
    return beside(file, policy) if own is None else f"{WORD} {beside(file, own)}".rstrip()
