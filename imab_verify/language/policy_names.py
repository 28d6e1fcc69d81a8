"""Index policies that have names: what they are as data, and what people call them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from imab_verify.kernel import Atom, Form, Index, Kind, Polynomial, Run, Table
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import Policy

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
