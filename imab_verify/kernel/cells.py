"""Claims A*ALG(T) >= R*OPT(T) over finitely many k and T, from the worst case of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from imab_verify.kernel.claims import Claim, run_of
from imab_verify.kernel.contexts import INDEX, Run
from imab_verify.kernel.documents import REQUIRED, Raw
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.forms import Relation
from imab_verify.kernel.limits import spend
from imab_verify.kernel.play import opening_pulls
from imab_verify.kernel.worst_case.bounds import (
    check_theorem,
    ratio_shares,
    values_where_givens_hold,
)
from imab_verify.kernel.worst_case.document import Supremum, check_worst_case, read_head
from imab_verify.kernel.worst_case.index import is_table_of


@dataclass(frozen=True, slots=True)
class Cells:
    """Worst-case documents, each a list of its lines, and theorems that several of them need."""

    cells: tuple[tuple[Raw, ...], ...]
    theorems: tuple[Raw, ...] = ()
    rule: Annotated[str, "cells"] = field(default="cells", metadata=REQUIRED)


def check_cells(proof: Cells, claim: Claim, known: Sequence[Claim] = ()) -> None:
    """Cells: A*ALG >= R*OPT at all k and T that the givens allow.

    The givens bound k and T. Wherever they hold with T >= 1 there is a worst case of the same
    policy with A >= upper * R and R >= 0, so A*ALG >= R*upper*ALG >= R*OPT. At T = 0 both are 0;
    the floors must be defined there too.
    Theorems may cite what is `known`: the lemmas of the certificate.
    """
    run, (alg, opt) = run_of(claim), ratio_shares(claim)
    if run.ties == "highest-index" or set(claim.parameters) != {"k", "T"} or claim.reals:
        raise RejectedError(Reason.RULE, "worst cases prove claims in k and T alone")
    theorems = [check_theorem(item, known) for item in proof.theorems]
    bounds: dict[tuple[int, int], Fraction | None] = {}
    for cell in proof.cells:
        lines = iter(cell)
        case = read_head(next(lines, None))
        if not _same_policy(case, run) or case.ties not in ("any", run.ties):
            raise RejectedError(Reason.RULE, "a worst case is about another policy")
        check_worst_case(case, lines, theorems)
        bounds[case.k, case.T] = case.upper
    k_most, T_most = _most(claim, "k"), _most(claim, "T")
    for k in range(1, k_most + 1):
        spend(80 * max(T_most + 1, 1))
        for T in range(T_most + 1):
            values, upper = values_where_givens_hold(claim, k, T), bounds.get((k, T))
            if values is None or T == 0:
                continue
            if upper is None or opt.at(values) < 0 or alg.at(values) < upper * opt.at(values):
                raise RejectedError(Reason.COVERAGE, f"k = {k}, T = {T} is not shown")


def _same_policy(case: Supremum, run: Run) -> bool:
    """Whether a worst case is about the policy of the claim; an index policy by its score.

    There the document has the coefficients of f_i(1), ..., f_i(N_i) as a table, and the claim the
    functional itself: they are compared row by row. The worst case orders the opening itself.
    """
    index, table = run.index, case.index()
    if index is None or table is None:
        return (case.policy, case.init) == (run.policy, run.init)
    pulls = index.opening * case.k
    return is_table_of(
        table, index, opening_pulls(INDEX, run.init, case.k, pulls, index.opening), case.T
    )


def _most(claim: Claim, name: str) -> int:
    """The least c for which a given says d*name <= d*c or d*name == d*c, rounded down."""
    limits = []
    for given in claim.givens:
        p = given.form.constant
        if p.names() == {name} and p.degree() == 1 and not given.form.terms:
            slope = p.at({name: Fraction(1)}) - p.at({name: Fraction(0)})
            if slope < 0 or given.relation == Relation.EQ:
                limits.append(-p.at({name: Fraction(0)}) // slope)
    if not limits:
        raise RejectedError(Reason.COVERAGE, f"no given bounds {name}")
    return min(limits)
