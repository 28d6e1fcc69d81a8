"""Rewards with symbolic bends: a constant plus rays, the bends j unknown integers.

    concave         min(n, j)
    concave-from-1  min(n-1, j)
    monotone        [n >= j]

Up to any index every f of a class is a sum of these with weights >= 0, and its height is the sum of
theirs. So where nothing is given about rewards, a comparison, which is affine in each arm, fails
somewhere exactly if it fails where every arm is 0, or 1, or a ray of height 1; without a constant
term it is enough that one arm is 1 or a ray and the others are 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from imab_verify.engines.z3.smtlib import (
    Script,
    Setting,
    Terms,
    Text,
    add,
    asserting,
    declare,
    floors,
    functional,
    integers_of,
    name_terms,
    polynomial,
    symbol,
    times,
)
from imab_verify.kernel import ArmClass, Claim, Comparison, Polynomial
from imab_verify.kernel.statement import PULL
from imab_verify.kernel.statement import RAY as RAY_INDEX
from imab_verify.language.writing import show_claim, show_comparison

ZERO, ONE, LINE, RAY, MIXED = (
    "0",
    "1",
    "a ray of slope 1",
    "a ray of height 1",
    "a constant and a ray",
)
Shapes = Mapping[str, str]
"""What every arm is."""


def rays_decide(claim: Claim) -> bool:
    """Whether single rays decide the claim: nothing is given about rewards."""
    return not any(given.form.terms for given in claim.givens)


def shapes_for(claim: Claim, goal: Comparison) -> Iterator[Shapes]:
    """The arms that decide the goal; or every arm a constant plus a ray, where none decide."""
    if not rays_decide(claim):
        yield {arm: MIXED for arm, _ in claim.arms}
        return
    zero = {arm: ZERO for arm, _ in claim.arms}
    used = [arm for arm in zero if any(atom.arm == arm for _, atom in goal.form.terms)]
    if len(goal.form.constant):
        for chosen in product((ZERO, ONE, RAY), repeat=len(used)):
            yield zero | dict(zip(used, chosen, strict=True))
        return
    yield zero
    for arm in used:
        yield zero | {arm: ONE}
        yield zero | {arm: LINE}


def level(arm: str) -> str:
    """The name of the constant part."""
    return f"{arm} level"


def slope(arm: str) -> str:
    """The name of the ray's weight."""
    return f"{arm} slope"


def bend(arm: str) -> str:
    """The name of j."""
    return f"{arm} bend"


@dataclass(frozen=True, slots=True)
class RayArm:
    """An arm whose f and Rew(f, .) are defined in the script."""

    arm: str
    shape: str
    names: Terms

    def value(self, n: Polynomial) -> Text:
        """f(n)."""
        return self._constant or f"({symbol(self.arm + '(n)')} {polynomial(n, self.names)})"

    def rew(self, n: Polynomial) -> Text:
        """Rew(f,n)."""
        if self._constant:
            return times(self._constant, polynomial(n, self.names))
        return f"({symbol(f'Rew({self.arm},n)')} {polynomial(n, self.names)})"

    @property
    def _constant(self) -> Text:
        return {ZERO: "0.0", ONE: "1.0"}.get(self.shape, "")

    def definitions(self, kind: ArmClass) -> Iterator[str]:
        """f and Rew(f, .): min(i,j) sums up to u(u+1)/2 for u <= j, to u*j - j(j-1)/2 after j."""
        if self._constant:
            return
        j = self.names[bend(self.arm)]
        s = "1.0" if self.shape == LINE else self.names[slope(self.arm)]
        base = self.names[level(self.arm)] if self.shape == MIXED else "0.0"
        u = f"(- n {kind.first}.0)" if kind.first else "n"
        value, rew = (
            f"(ite (<= {u} {j}) {u} {j})",
            (
                f"(ite (<= {u} {j}) (/ (* {u} (+ {u} 1.0)) 2.0)"
                f" (- (* {u} {j}) (/ (* {j} (- {j} 1.0)) 2.0)))"
            ),
        )
        if not kind.shape.concave:
            ray, own = kind.shape.ray, {PULL: "n", RAY_INDEX: j}
            before = f"(<= n {polynomial(ray.last, own)})"
            value, rew = (
                f"(ite {before} {polynomial(low, own)} {polynomial(high, own)})"
                for low, high in (ray.value, ray.total)
            )
        for name, part, constant in (
            (f"{self.arm}(n)", value, base),
            (f"Rew({self.arm},n)", rew, times(base, "n")),
        ):
            whole = add([constant, times(s, part)])
            yield f"(define-fun {symbol(name)} ((n Real)) Real {whole})"
        yield asserting(f"(>= {j} 1.0)")
        top = times(s, j) if kind.shape.concave else s
        if self.shape == MIXED:
            yield asserting(f"(and (>= {base} 0.0) (>= {s} 0.0) (<= {add([base, top])} 1.0))")
        elif self.shape == RAY:
            yield asserting(f"(and (> {s} 0.0) (= {top} 1.0))")


def ray_scripts(claim: Claim, *, relaxed: bool) -> Iterator[tuple[Script, Shapes]]:
    """For every comparison of the conclusion, and all arms that can break it, the negation."""
    for goal in claim.plain:
        for shapes in shapes_for(claim, goal):
            yield _script(claim, goal, shapes, relaxed=relaxed), shapes


def _script(claim: Claim, goal: Comparison, shapes: Shapes, *, relaxed: bool) -> Script:
    bent = [arm for arm, shape in shapes.items() if shape in (LINE, RAY, MIXED)]
    sloped = [arm for arm in bent if shapes[arm] != LINE]
    mixed = [arm for arm in bent if shapes[arm] == MIXED]
    integers = [*integers_of(claim), *map(bend, bent)]
    reals = [*claim.reals, *map(slope, sloped), *map(level, mixed)]
    names = name_terms(integers, reals, relaxed=relaxed)
    arms = {arm: RayArm(arm, shape, names) for arm, shape in shapes.items()}
    atoms = {atom: functional(atom, names, arms[atom.arm]) for atom in claim.atoms()}
    setting = Setting(names, atoms, frozenset(claim.reals))
    body = declare(integers, reals, relaxed=relaxed)
    for arm, kind in claim.arms:
        body += arms[arm].definitions(kind)
    body += [asserting(condition, "floor") for condition in floors(claim, names)]
    for given in claim.givens:
        body.append(asserting(setting.says(given), f"given {show_comparison(given)}"))
    body.append(asserting(setting.denies(goal), f"not {show_comparison(goal)}"))
    says = [f"Claim: {show_claim(claim)}"]
    says += [f"Arm {arm} is {shape}." for arm, shape in shapes.items()]
    if relaxed:
        says.append("Integers are relaxed to reals.")
    return Script(tuple(says), "QF_NRA" if relaxed else "QF_NIRA", tuple(body))
