"""Claims about some run of a policy: families of instances, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from imab_verify.deciding.adversary import parameters_of, refutations
from imab_verify.deciding.attempts import Attempt, Trying, pass_on
from imab_verify.deciding.cells import MOST_ROWS, TIES, table_rows
from imab_verify.deciding.scopes import Scope
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.exhibits.proofs import showing
from imab_verify.engines.exhibits.schedules import Family, schedules
from imab_verify.engines.worst_case.solve import ask_for, propose
from imab_verify.kernel import Certificate, Claim, Played, Proved, Run
from imab_verify.language.instances import curves_of
from imab_verify.language.scored import policy_of_run

UNKNOWN = "no instance tried attains it, and at small sizes it is not shown that none does"
NOT_REACHED = "this is not shown to attain it"
LONGEST = 1000
"""Horizons beyond this are not played pull by pull."""
SHARE = 1 / 3
"""Of the time that is left, for the worst case at one size."""


def certificates(
    claim: Claim, run: Run, scope: Scope | None, seconds: float, tried: list[Attempt]
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge; what fails is noted in `tried`.

    Over a scope of one size the worst case there is one more instance.
    """
    clock, witness = Clock(seconds), parameters_of(claim, seconds)
    with Trying("a schedule", tried):
        for attempt in schedules(claim, run, clock, _worst_case(run, scope, clock)):
            if attempt.proof is not None:
                yield Proved(claim, attempt.proof, witness)
            tried.append(Attempt(attempt.way, NOT_REACHED))
    yield from pass_on("small sizes", refutations(claim, clock), tried)
    tried.append(Attempt("the worst case at small sizes", "it is not shown to be less"))


def _worst_case(run: Run, scope: Scope | None, clock: Clock) -> Iterator[Family]:
    """The run that attains the largest OPT/ALG at the one size of a scope."""
    if scope is None or {len(scope.k), len(scope.T)} != {1} or run.ties not in TIES:
        return
    k, T = scope.k[0], scope.T[0]
    if run.index is None or not 1 <= T <= LONGEST or table_rows(run, k, T) > MOST_ROWS:
        return
    task = ask_for(policy_of_run(run), k, T, ties=TIES[run.ties])
    case = propose(task, SHARE * clock.left())
    plan = Played(curves_of(case.instance), case.sequence, {})
    yield Family("the worst case at this size", showing(plan))
