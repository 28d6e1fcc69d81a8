"""What is known at a place of a proof: named hypotheses about parameters, arms and a run.

A hypothesis without rewards is a constraint on the parameters, p >= 0 or p > 0; one with rewards is
a comparison of functionals of the arms. Proofs cite both by their names:

    h1, h2, ...      the givens of the claim, in their order; h3- is the other half of h3: p == 0
    q.low, q.high    of a floor q = floor(n/d): n - d*q >= 0 and d*q + d - 1 - n >= 0
    c1, c2, ...      the cases on the way, the outermost first
    ray              j >= 1, on the rays r_j of a class
    n.first, n.last  the range of a family of hypotheses in n
    x, x.low, ...    what `have x` brings in
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from imab_verify.kernel.claims import Claim
from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import Run
from imab_verify.kernel.documents import NAME
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.families import Family
from imab_verify.kernel.forms import Comparison, Floor, Relation
from imab_verify.kernel.limits import spend
from imab_verify.kernel.polynomials import ONE, ZERO, Polynomial, show


@dataclass(frozen=True, slots=True)
class Constraint:
    """polynomial >= 0, or > 0 where strict, and the name by which proofs cite it."""

    polynomial: Polynomial
    strict: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Region:
    """The points over `names` that satisfy all constraints, and what is known of rewards there.

    Names not in `reals` are integers. `hypotheses` are comparisons of rewards of the `arms`.
    `counts` names final counts of arms in the run, `times` are the times other than T at which
    the claim looks at it.
    """

    constraints: tuple[Constraint, ...]
    names: frozenset[str]
    reals: frozenset[str] = frozenset()
    hypotheses: tuple[tuple[str, Comparison], ...] = ()
    arms: tuple[tuple[str, ArmClass], ...] = ()
    floors: tuple[Floor, ...] = ()
    families: tuple[Family, ...] = ()
    lemmas: tuple[Claim, ...] = ()
    run: Run | None = None
    counts: tuple[tuple[str, str], ...] = ()
    times: tuple[Polynomial, ...] = ()
    cases: int = 0

    def adding(self, *constraints: Constraint) -> Region:
        """The region cut by more constraints."""
        return replace(self, constraints=self.constraints + constraints)

    def implies(self, p: Polynomial) -> bool:
        """Whether p >= 0 is plain: p minus a constraint, or p itself, is a constant >= 0."""
        gaps = (p.gap(g) for g in (ZERO, *(c.polynomial for c in self.constraints)))
        return any(gap is not None and gap >= 0 for gap in gaps)

    def integral(self, p: Polynomial) -> bool:
        """Whether p takes values in (1/denominator) Z on the region."""
        return not p.names() & self.reals

    def sharpen(self, p: Polynomial, strict: bool, name: str = "") -> Constraint:
        """p > 0 on integers is d*p - 1 >= 0, where d clears the denominators."""
        if strict and self.integral(p):
            return Constraint(p.scaled(p.denominator()) - ONE, name=name)
        return Constraint(p, strict, name)

    def branches(self, e: Polynomial) -> tuple[Region, Region]:
        """The two regions e <= 0 and e > 0, which together cover this one."""
        inside = replace(self, cases=self.cases + 1)
        name = f"c{inside.cases}"
        low = inside.adding(Constraint(-e, name=name))
        return low, inside.adding(self.sharpen(e, strict=True, name=name))

    def assuming(self, facts: Iterable[tuple[str, Comparison]]) -> Region:
        """The region with more hypotheses, each under a name of its own."""
        constraints, hypotheses = list(self.constraints), list(self.hypotheses)
        for name, fact in facts:
            p = fact.form.constant
            if fact.form.terms:
                hypotheses.append((name, fact))
            elif fact.relation == Relation.EQ:
                constraints += [Constraint(p, name=name), Constraint(-p, name=f"{name}-")]
            else:
                constraints.append(self.sharpen(p, fact.relation == Relation.GT, name))
        spend(len(constraints) + len(hypotheses))
        return replace(self, constraints=tuple(constraints), hypotheses=tuple(hypotheses))

    def declaring(self, names: Sequence[str] = (), arms: Sequence[str] = ()) -> Region:
        """The region with more integers and concave arms, whose names mean nothing else in it."""
        if {*names, *arms} & {*self.names, *dict(self.arms)}:
            raise RejectedError(Reason.RULE, "a name of the rule has a meaning already")
        more = tuple((arm, ArmClass.CONCAVE) for arm in arms)
        return replace(self, names=self.names.union(names), arms=self.arms + more)

    def hypothesis(self, name: str) -> Comparison:
        """The comparison of rewards with this name."""
        spend(len(self.hypotheses))
        for own, comparison in self.hypotheses:
            if own == name:
                return comparison
        raise RejectedError(Reason.HYPOTHESIS, f"nothing about rewards is called {name}")

    def check_fresh(self, name: str) -> None:
        """RejectedError if a hypothesis has this name, or the rules give it."""
        known = [own for own, _ in self.hypotheses] + [c.name for c in self.constraints]
        given = name == "ray" or (name[0] in "hc" and name[1:].isdigit())
        if not NAME.fullmatch(name):
            raise RejectedError(Reason.HYPOTHESIS, f"{name} is not a plain name")
        if given or any(own.partition(".")[0].rstrip("-") == name for own in known):
            raise RejectedError(Reason.HYPOTHESIS, f"{name} is the name of another hypothesis")


def check_known(names: frozenset[str], *polynomials: Polynomial) -> None:
    """What a certificate brings along speaks of these names only."""
    for p in polynomials:
        if not p.names() <= names:
            raise RejectedError(Reason.IDENTITY, f"{show(p)} uses names that the claim lacks here")


def parameter_region(claim: Claim, lemmas: Sequence[Claim] = ()) -> Region:
    """What a claim about arms gives: its givens by number, and the meaning of its floors."""
    floors = {floor.name for floor in claim.floors}
    region = Region(
        (),
        frozenset({*claim.parameters, *claim.reals, *floors}),
        frozenset(claim.reals),
        arms=claim.arms,
        floors=claim.floors,
        families=claim.families,
        lemmas=tuple(lemmas),
    )
    givens = ((f"h{number}", given) for number, given in enumerate(claim.givens, start=1))
    return with_floors(region.assuming(givens), claim.floors)


def with_floors(region: Region, floors: Iterable[Floor]) -> Region:
    """q = floor(n/d) with d >= 1 means n - d*q >= 0 and d*q + d - 1 - n >= 0."""
    for floor in floors:
        below = floor.numerator - floor.divisor * Polynomial.variable(floor.name)
        above = floor.divisor - ONE - below
        region = region.adding(
            Constraint(below, name=f"{floor.name}.low"),
            Constraint(above, name=f"{floor.name}.high"),
        )
    return region
