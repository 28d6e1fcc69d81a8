"""Which claims make sense: every name is declared, once, and of the right sort."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import Context, Run, Some, check_at_time, check_run, check_some
from imab_verify.kernel.documents import name_of, refuse
from imab_verify.kernel.families import Family, shifts_of
from imab_verify.kernel.forms import ARITY, AT_TIMES, Atom, Form, Kind, speaks_of
from imab_verify.kernel.polynomials import ZERO

MAX_PARTS = 2_000
WORDS = "and or not implies iff is exists before min max abs Regret most least squares"
RESERVED = frozenset((*Kind, *WORDS.split())) - {Kind.VALUE}
"""Words with a meaning of their own in a printed claim."""
TAKE_ARGUMENTS = frozenset(("N", "ceil", "floor", "sqrt"))
"""What an arm, which is printed f(n), cannot be called either; N counts pulls."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a form may speak of: integers, all numbers, arms, and the run."""

    integers: set[str]
    numbers: set[str]
    arms: Mapping[str, ArmClass]
    run: Context | None


def check_well_formed(claim: Claim) -> None:
    """Every name is declared, once, and of the right sort; MalformedError otherwise."""
    _check_names(claim)
    arms, parameters, integers = dict(claim.arms), set(claim.parameters), set(claim.parameters)
    if isinstance(claim.run, Run):
        check_run(claim.run, parameters, arms)
    elif claim.run is not None:
        _check_bound(claim)
    for floor in claim.floors:
        speaks_of(integers, floor.numerator, integral=True)
        speaks_of(parameters, floor.divisor, integral=True)
        integers.add(floor.name)
    scope = Scope(integers, integers.union(claim.reals), arms, claim.run)
    for comparison in claim.comparisons():
        _check_form(comparison.form, scope)
    for family in claim.families:
        _check_family(family, scope)


def _check_names(claim: Claim) -> None:
    floors = (floor.name for floor in claim.floors)
    bound = dict.fromkeys(family.name for family in claim.families)
    names = (*claim.parameters, *floors, *claim.reals, *(arm for arm, _ in claim.arms), *bound)
    for name in names:
        if name_of(name).startswith("_") or name in RESERVED:
            refuse(f"{name!r} is not a name that a claim may declare")
    if len(set(names)) != len(names) or TAKE_ARGUMENTS & dict(claim.arms).keys():
        refuse("a name is declared twice, or an arm is called N, ceil, floor or sqrt")
    if not claim.conclusion:
        refuse("the conclusion is empty")
    every = (*claim.comparisons(), *(family.comparison for family in claim.families))
    sizes = [len(names), len(every), *(len(c.form.terms) for c in every)]
    if max(sizes) > MAX_PARTS:
        refuse(f"a claim has more than {MAX_PARTS} names, comparisons or functionals")


def _check_form(form: Form, scope: Scope) -> None:
    for p in (form.constant, *(c for c, _ in form.terms)):
        speaks_of(scope.numbers, p)
    for _, atom in form.terms:
        _check_atom(atom, scope)


def _check_atom(atom: Atom, scope: Scope) -> None:
    if len(atom.indices) != ARITY[atom.kind]:
        refuse(f"{atom.kind} takes {ARITY[atom.kind]} indices")
    if atom.kind in AT_TIMES:
        check_at_time(atom, scope.run, scope.arms)
    elif not atom.indices:
        if scope.run is None or atom.arm:
            refuse(f"{atom.kind} belongs to claims about a run")
    elif atom.arm not in scope.arms:
        refuse(f"the arm {atom.arm} is not declared")
    elif atom.kind == Kind.AREA and scope.arms[atom.arm].first:
        refuse(f"Area starts at n = 0, where a {scope.arms[atom.arm]} arm is not defined")
    for index in atom.indices:
        speaks_of(scope.integers, index, integral=True)


def _check_family(family: Family, scope: Scope) -> None:
    """The bounds are integers; without an end the comparison is one of values f(name + c)."""
    if scope.run is not None:
        refuse("a family of hypotheses belongs to claims about arms")
    for bound in (family.first, family.last or ZERO):
        speaks_of(scope.integers, bound, integral=True)
    own = {family.name}
    inside = replace(scope, integers=scope.integers | own, numbers=scope.numbers | own)
    _check_form(family.comparison.form, inside)
    if family.last is None and shifts_of(family) is None:
        refuse(f"a family without an end compares values f({family.name} + c) with constants")


def _check_bound(claim: Claim) -> None:
    """A claim about every policy, or about some run."""
    what = f"a claim about {'some run' if isinstance(claim.run, Some) else 'every policy'}"
    if claim.parameters[:2] != ("k", "T"):
        refuse(f"the first parameters of {what} are k and T")
    if claim.arms or any(given.form.terms for given in claim.givens):
        refuse(f"{what} names no arms, and its givens no rewards")
    if isinstance(claim.run, Some):
        check_some(claim.run)
