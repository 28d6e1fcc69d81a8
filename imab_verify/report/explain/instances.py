"""Instances: those that a claim says there are, and counterexamples, computed step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from imab_verify.engines.runs.known import claim_of
from imab_verify.kernel import (
    Atom,
    Caps,
    Case,
    Claim,
    ClaimProof,
    Comparison,
    Curve,
    Disproved,
    Empty,
    Every,
    Form,
    Have,
    Kind,
    LastArm,
    Node,
    Played,
    Point,
    Polynomial,
    Relation,
    Run,
    RunPoint,
    Schedule,
)
from imab_verify.kernel.arms import Group, Phase, Proofs, Region, bring_in, start_of, wanted_of
from imab_verify.kernel.exhibits import OPEN, duties
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import first_violation, form_value, observe, sequence_of
from imab_verify.kernel.statement import ANYTIME, OF_RUN, tests_of
from imab_verify.language.instances import show_curve
from imab_verify.language.policy_names import is_algorithm_1
from imab_verify.model.rationals import show_rational
from imab_verify.report.counterexamples import sides_of
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.documents import (
    Block,
    Call,
    Chain,
    Display,
    Expression,
    Item,
    Items,
    Number,
    Part,
    Parts,
    Product,
    Role,
    Section,
    Sum,
    Symbol,
    Table,
    equation,
    list_parts,
    say,
)
from imab_verify.report.explain.runs import policy_name
from imab_verify.report.explain.statements import Names, product, statement

k, n, T = Symbol("k"), Symbol("n"), Symbol("T")
ANSWERS = (
    "The rewards are fixed while the policy pulls. It is deterministic and sees nothing but the "
    "rewards of its pulls, so its run is the same on every instance that agrees with these answers."
)
OPEN_ARMS = (
    " of w, it is capped: it pays min(n,c) for ever, and w becomes w - c. The last open arm is "
    "never capped, so OPT(T) = T(T+1)/2, up to the scale. Say j arms are capped in the end, with "
    "caps c_1, ..., c_j, and w_1, ..., w_j was left after each. An arm with N > c_i pulls pays at "
    "most c_i N - c_i^2/2 + c_i/2, an open one with x pulls x^2/2 + x/2, and these last halves add "
    "up to at most T/2. Since x <= 2 c_j, the rest is at most c_j w_j + c_1^2/2 + ... + c_j^2/2, "
    "which does not grow with j."
)
TITLES = {
    "behind": "If no arm that goes on passes the cap",
    "ahead": "If an arm that goes on has x pulls, more than the cap",
    "full": "If the last arm has not passed the cap",
    "stopped": "If it has: just before that",
    "shares": "The shares are between 0 and 1",
    "steps": "From m + 1 open arms to m",
    "bound": "The bound",
    "outcome": "What comes out",
}
NEAR = (
    "The instance is a limit: the pulls are those of the run on the instance nearby, and on all "
    "between the two. There OPT and ALG come as near to those of the limit as is wanted."
)
ALLOWED = (
    "The policy may pull like this if, whenever an arm is pulled, no other arm has a larger score, "
    "and none with fewer pulls has the same one."
)


def state_for_every(claim: Claim, every: Every, names: Names) -> list[Block]:
    """For all ..., for every policy, there is an instance: in this order."""
    later = [g for g in claim.givens if every.every == ANYTIME and _names_T(g.form.constant)]
    known = replace(
        claim,
        parameters=tuple(p for p in claim.parameters if p != "T" or every.every != ANYTIME),
        givens=tuple(given for given in claim.givens if given not in later),
        conclusion=(),
    )
    let, *_ = statement(known, names, "Claim.")
    policy: Parts = ("For every deterministic policy on ", k, " arms ")
    instance: Parts = ("an instance of concave arms with rewards in [0,1] and OPT(", T, ") > 0")
    if every.every == ANYTIME:
        such: list[Parts] = [(names.comparison(given),) for given in later]
        policy += ("that does not know the horizon there are a horizon ", T)
        policy += (" with ", *list_parts(such)) if such else ()
        there: Parts = (*policy, " and ", *instance, " on whose run")
    else:
        there = (*policy, "with horizon ", T, " there is ", *instance, " on whose run")
    return [let, say(*there), *(Display(names.comparison(c)) for c in claim.plain)]


def _names_T(p: Polynomial) -> bool:
    return "T" in p.names()


def outdone(certificate: Disproved) -> Iterator[Block]:
    """Where, and by which policy, a claim is shown to be false."""
    names = Names.of(certificate.claim)
    where: list[Parts] = [
        (equation(names.symbol(name), names.expand(value), Role.VALUE),)
        for name, value in certificate.choice.values.items()
    ]
    policy = certificate.policy
    whose = f" and the policy {policy_name(policy)}" if policy else ""
    take: Parts = ("Take ", *list_parts(where), whose, ". ") if where else ()
    yield say(*take, "The claim is false, for this is true:", lead="Counterexample.")


def state_for_some(claim: Claim, run: Run, names: Names) -> list[Block]:
    """For all ... there are an instance and a run: in this order."""
    let, *_ = statement(replace(claim, conclusion=()), names, "Claim.")
    there = say(
        "There are an instance of ",
        k,
        " concave arms with rewards in [0,1] and OPT(",
        T,
        f") > 0, and a run of {policy_name(run)} on it with horizon ",
        T,
        ", in which",
    )
    return [let, there, *(Display(names.comparison(c)) for c in claim.plain)]


@dataclass(slots=True)
class ExhibitTelling(Telling):
    """Tells the proof that there is an instance."""

    def proof(self, proof: ClaimProof) -> list[Block]:
        """What is exhibited in each case; then all that this must show."""
        claim, region = start_of(self.claim, [lemma.claim for lemma in self.lemmas])
        answers = [say(ANSWERS)] if isinstance(claim.run, Every) else []
        (node,) = proof.goals
        return [*self._domain(proof, claim, region), *answers, *self._exhibit(node, region)]

    def _exhibit(self, node: Node, region: Region) -> Iterator[Block]:
        names = Names.of(claim_of(region, (), self.claim.parameters)[0])
        match node:
            case Case(split, low, high):
                sides = (Comparison(Form(-split)), Comparison(Form(split), Relation.GT))
                parts = zip((low, high), sides, region.branches(split), strict=True)
                for part, side, where in parts:
                    yield say("Where ", names.comparison(side), ":")
                    yield from self._exhibit(part, where)
                return
            case Have(name, source, then):
                yield from self._exhibit(then, bring_in(name, source, region))
                return
            case Empty(terms):
                yield say("This cannot occur:")
                yield from self.signs.contradiction(region, terms)
                return
            case Schedule():
                yield from _instance(node, names)
                yield from _phases(node, names)
            case Played():
                yield from _played(node)
            case LastArm():
                yield _last_arm(node, names)
            case Caps():
                yield from _caps(node, names)
            case _:
                raise TypeError("that there is an instance is proved by an exhibit")
        for name, (where, wanted) in duties(node, region, self.claim).items():
            goals = tuple(
                Comparison(Form(c.polynomial), Relation.GT if c.strict else Relation.GE)
                for c in wanted_of(where, wanted)
            )
            if goals:
                title = TITLES.get(name, name.replace("phase", "Phase "))
                told = tuple(self._duty(node.proofs[name], where, goals))
                yield Section(title, told, folded=name.startswith("phase"))

    def _duty(
        self, proofs: Proofs, where: Region, goals: tuple[Comparison, ...]
    ) -> Iterator[Block]:
        """Inequalities of parameters, each with its proof."""
        claim, _ = claim_of(where, goals, self.claim.parameters)
        own = Names.of(claim)
        telling = Telling(claim, own, self.appendix, self.lemmas)
        yield from statement(claim, own)
        shown = [(goal, goal.form.constant, goal.relation is Relation.GT) for goal in goals]
        told = [
            (goal, telling.sign(proofs[p], p, where, strict=strict)) for goal, p, strict in shown
        ]
        if len(told) == 1:
            yield from told[0][1]
            return
        yield Items(
            tuple(
                Item(("To show: ", own.comparison(goal), "."), tuple(part)) for goal, part in told
            )
        )


def _capped_arms(zeros: Polynomial, cap: Polynomial, names: Names) -> Parts:
    """The first z different arms pay 0, the others n up to the cap."""
    first: list[Part] = ["Every arm"]
    if len(zeros):
        first = ["The first ", names.expand(zeros), " different arms that are pulled pay 0"]
        first += [" for ever. Every other arm"]
    return (*first, " pays ", n, " for its ", n, "-th pull up to the cap ", names.expand(cap))


def _last_arm(proof: LastArm, names: Names) -> Block:
    capped = _capped_arms(proof.zeros, proof.cap, names)
    if proof.horizon is None:
        return say(
            *capped,
            ", and from then on the cap; but the last one to pass it goes on with ",
            n,
            ". So OPT(T) = T(T+1)/2, up to the scale. If no arm that goes on passes the cap, "
            "ALG(T) is largest if all pulls that pay are of one arm; otherwise all others have "
            "passed it.",
            lead="The last arm goes on.",
        )
    return say(
        *capped,
        ", and from then on the cap. Look at the run up to the time ",
        names.expand(proof.horizon),
        ". If an arm has not passed the cap by then, ",
        T,
        " is that time; otherwise the step just before the last arm passes it. In both cases that "
        "arm could as well go on with ",
        n,
        ": the policy would not have seen it. So OPT(T) = T(T+1)/2, up to the scale.",
        lead="The last arm goes on.",
    )


def _caps(proof: Caps, names: Names) -> Iterator[Block]:
    m = names.symbol(OPEN)
    yield say(
        "Let w be ",
        T,
        " at first. An open arm pays ",
        n,
        " for its ",
        n,
        "-th pull. As soon as one of ",
        m,
        " >= 2 open arms has more than c pulls, where c is (",
        names.factorise(proof.above),
        ")/(",
        names.factorise(proof.below),
        ")",
        OPEN_ARMS,
        lead="Caps one after the other.",
    )


def _played(proof: Played) -> Iterator[Block]:
    """The arms by their points, and the pulls."""
    near = proof.near is not None
    yield say(NEAR if near else "The instance and its run are these.", lead="The run.")
    shown = [("arm", proof.curves), ("nearby, arm", proof.near or ())]
    arms = [(f"{name} {i}", f) for name, curves in shown for i, f in enumerate(curves, start=1)]
    points = (
        (name, "  ".join(f"({at}, {show_rational(value)})" for at, value in f.points))
        for name, f in arms
    )
    yield Table(("arm", "points (n, f(n)), joined by straight lines"), tuple(points))
    yield say(f"The pulls are {' '.join(str(i + 1) for i in proof.pulls)}.")


def _instance(proof: Schedule, names: Names) -> Iterator[Block]:
    yield say("All rewards are divided by ", names.expand(proof.scale), ".", lead="The instance.")
    yield Items(
        tuple(Item(_group(name, group, proof, names)) for name, group in proof.groups.items())
    )


def _group(name: str, group: Group, proof: Schedule, names: Names) -> Parts:
    """How many arms, what they pay, what they are called."""
    many: Parts = ("one arm",) if group.size == ONE else (names.expand(group.size), " arms")
    best = ", optimal" if name == proof.best else ""
    if group.slope == ZERO or group.bend == ONE:
        pays: Parts = (names.factorise(group.slope),)
    else:
        factor: Parts = () if group.slope == ONE else (names.factorise(group.slope), " ")
        pays = (*factor, "min(", n, ",", names.expand(group.bend), ")")
    verb = " pays " if group.size == ONE else " pay "
    return (*many, f" ({name}{best}){verb}", *pays, " for the ", n, "-th pull")


def _phases(proof: Schedule, names: Names) -> Iterator[Block]:
    pulls = " pull. " if proof.opening == ONE else " pulls. "
    start: Parts = ("At first every arm has ", names.expand(proof.opening), pulls)
    if not proof.phases:
        yield say(*start, "That is the whole run.", lead="The run.")
        return
    yield say(*start, "Then", lead="The run.")
    yield Items(tuple(Item(_phase(phase, proof, names)) for phase in proof.phases))
    yield say(ALLOWED)


def _phase(phase: Phase, proof: Schedule, names: Names) -> Parts:
    alone = [proof.groups[name].size for name in phase.groups] == [ONE]
    until: Polynomial = phase.until
    turn = "is pulled until it has " if alone else "are pulled in turn until each has "
    return (f"{', '.join(phase.groups)} {turn}", names.expand(until), " pulls")


MOST_SUMMANDS = 8
"""Longer sums of rewards are written by their straight pieces."""
MOST_STEPS, MOST_ARMS = 24, 5
"""Longer runs, or runs on more arms, are not written step by step."""
FAILS = {">=": "<", ">": "<=", "<=": ">", "<": ">=", "==": "!="}


@dataclass(slots=True)
class Refutation:
    """Tells why an instance contradicts a claim."""

    claim: Claim
    point: Point | RunPoint
    names: Names
    values: Mapping[str, Fraction]
    functional: Callable[[Atom], Fraction]

    @staticmethod
    def of(claim: Claim, point: Point | RunPoint, names: Names) -> Refutation:
        """With what the kernel says the functionals are at the instance."""
        return Refutation(claim, point, names, *observe(claim, point))

    def tell(self) -> Iterator[Block]:
        """The instance, the functionals, the givens, and what fails."""
        yield from self._instance()
        violated = first_violation(self.claim, self.values, self.functional)
        if violated is None:
            raise ValueError("the conclusion is true at this instance")
        parts = [violated[0]] if self.claim.is_plain else list(self.claim.conclusion)
        false = [test for part in parts for test in tests_of(part)]
        said = [*(c for c in self.claim.givens if c.form.terms), *false]
        forms = [form for comparison in said for form in comparison.form.parts()]
        atoms = dict.fromkeys(a for form in forms for _, a in form.terms)
        if atoms:
            yield say("At this instance")
            for atom in atoms:
                yield Display(self._compute(atom))
        if self.claim.givens:
            yield say("Everything that is given holds:")
            yield Items(tuple(Item(self._holds(given)) for given in self.claim.givens))
        yield say("But the conclusion does not:")
        if self.claim.is_plain:
            yield from self._fails(false[0])
        else:
            yield Items(tuple(Item(self._test(test)) for test in dict.fromkeys(false)))

    def _test(self, test: Comparison) -> Parts:
        """One comparison of a formula, and whether it is true here."""
        value = form_value(test.form, self.values, self.functional)
        true = test.relation.holds(value)
        how = _sign(test.relation.value) if true else FAILS[test.relation.value]
        chain = self.names.comparison(test)
        return (
            chain,
            f" is {'true' if true else 'false'}: the difference of its sides ",
            Chain(Number(value), ((how, Number(Fraction(0))),)),
            ".",
        )

    # --- the instance --------------------------------------------------------------------------

    def _instance(self) -> Iterator[Block]:
        point = self.point
        known = [*self.claim.parameters, *self.claim.reals]
        equations: list[Parts] = [
            (equation(self.names.symbol(name), Number(self.values[name]), Role.VALUE),)
            for name in known
        ]
        equations += [
            (equation(self.names.symbol(floor.name), Number(self.values[floor.name]), Role.VALUE),)
            for floor in self.claim.floors
        ]
        if isinstance(point, Point):
            arms = [
                self._curve(Call(arm, (self.names.index,)), curve)
                for arm, curve in point.curves.items()
            ]
            yield say("Take ", *list_parts([*equations, *arms]), ".", lead="Counterexample.")
            return
        yield say("Take ", *list_parts(equations), " and these arms:", lead="Counterexample.")
        groups = groupby(enumerate(point.curves, start=1), key=lambda arm: arm[1])
        yield Items(tuple(Item(self._arms([n for n, _ in own], c)) for c, own in groups))
        if point.roles:
            roles = [f"{arm} is arm {number + 1}" for arm, number in point.roles.items()]
            yield say(f"Here {', '.join(roles)}.")
        yield from self._run(point)

    def _arms(self, numbers: Sequence[int], curve: Curve) -> Parts:
        """Neighbours that are the same arm."""
        first, last = numbers[0], numbers[-1]
        which = f"arm {first}" if first == last else f"arms {first} to {last}"
        return (f"{which}: ", curve_expression(curve, self.names.index) or show_curve(curve), ".")

    def _curve(self, left: Expression, curve: Curve) -> Parts:
        """f(n) = start + slope * min(n, bend), or in words if there are more bends."""
        written = curve_expression(curve, self.names.index)
        if written is None:
            return (left, " = ", show_curve(curve))
        return (equation(left, written, Role.SAID),)

    def _run(self, point: RunPoint) -> Iterator[Block]:
        """The pulls: step by step if they are few, otherwise how many each arm gets."""
        run = self.claim.played
        if run is None:
            return
        sequence = sequence_of(run, point, point.T)
        k = len(point.curves)
        if is_algorithm_1(run) and len(sequence) > 2 * k and k <= MOST_ARMS:
            rows = list(_steps(point.curves, sequence))[:MOST_STEPS]
            more = " The first of them:" if len(rows) < len(sequence) - 2 * k else ""
            yield say(
                f"The first {2 * k} pulls are two of each arm. Then an arm of largest estimate is "
                f"pulled, of these one with fewest pulls.{more}"
            )
            heads = ("step", *(f"estimate of {i + 1}" for i in range(k)), "pulled")
            yield Table(heads, tuple(rows))
        pulls = Counter(sequence)
        counts = [pulls[i] for i in range(k)]
        yield say(f"Pulls of the arms at the end: {_runs_of(counts)}.")

    # --- functionals ---------------------------------------------------------------------------

    def _compute(self, atom: Atom) -> Chain:
        """A functional, at the numbers of the instance, from its definition."""
        value = Number(self.functional(atom))
        chain = Chain(self.names.atom(atom))
        for step in (*self._definition(atom), value):
            last = chain.steps[-1][1] if chain.steps else chain.first
            if step != last:
                chain = chain.then("=", step)
        return chain

    def _definition(self, atom: Atom) -> Iterator[Expression]:
        point = self.point
        if atom.kind in OF_RUN:
            if isinstance(point, RunPoint):
                yield from self._of_run(atom, point)
            return
        curve = _curve(point, atom.arm)
        indices = tuple(int(index.at(self.values)) for index in atom.indices)
        match atom.kind, indices:
            case Kind.REW, (n,):
                yield _rew(curve, n)
            case Kind.DELTA, (n,):
                yield _sum([(1, curve.value(n)), (-1, curve.value(n - 1))])
            case Kind.P, (a, N):
                gap, step = N - a, curve.value(a) - curve.value(a - 1)
                pairs = gap * (gap + 1) // 2
                yield _sum([(1, curve.rew(a)), (gap, curve.value(a)), (pairs, step)])
            case Kind.AREA, (n,):
                half = Fraction(1, 2)
                yield _sum([(1, curve.rew(n)), (-half, curve.value(n)), (half, curve.value(0))])
            case _:
                pass  # f(n) is its own definition

    def _of_run(self, atom: Atom, point: RunPoint) -> Iterator[Expression]:
        """ALG is what the pulls earn; OPT what the best arm earns in as many pulls."""
        run = self.claim.played
        if run is None:
            return
        t = int(atom.indices[0].at(self.values)) if atom.indices else point.T
        if atom.kind is Kind.OPT:
            best = max(point.curves, key=lambda curve: curve.rew(t))
            yield _rew(best, t)
            return
        pulls = Counter(sequence_of(run, point, t))
        earned = [curve.rew(pulls[i]) for i, curve in enumerate(point.curves)]
        runs = [(len(list(group)), value) for value, group in groupby(earned)]
        if len(runs) <= MOST_SUMMANDS:
            yield _sum([(count, value) for count, value in runs if value])

    # --- comparisons ---------------------------------------------------------------------------

    def _holds(self, given: Comparison) -> Parts:
        left, relation, right = sides_of(given)
        lhs, rhs = (form_value(side, self.values, self.functional) for side in (left, right))
        numbers = Chain(Number(lhs), ((_sign(relation), Number(rhs)),))
        return (self.names.comparison(given), ", that is ", numbers, ".")

    def _fails(self, comparison: Comparison) -> Iterator[Block]:
        left, relation, right = sides_of(comparison)
        for side in (left, right):
            chain = self._evaluate(side)
            if chain.steps:
                yield Display(chain)
        lhs, rhs = (form_value(side, self.values, self.functional) for side in (left, right))
        yield say(
            "so ",
            self.names.comparison(comparison),
            " is false: ",
            Chain(Number(lhs), ((FAILS[relation], Number(rhs)),)),
            ".",
        )

    def _evaluate(self, form: Form) -> Chain:
        """A side, then with numbers, then its value."""
        terms = [(c.at(self.values), self.functional(atom)) for c, atom in form.terms]
        constant = form.constant.at(self.values)
        numbers = _sum([*terms, *([(Fraction(1), constant)] if constant else [])])
        value = Number(form_value(form, self.values, self.functional))
        chain = Chain(self.names.form(form))
        for step in (numbers, value):
            last = chain.steps[-1][1] if chain.steps else chain.first
            chain = chain if step == last else chain.then("=", step)
        return chain


def _sign(relation: str) -> str:
    return "=" if relation == "==" else relation


def _curve(point: Point | RunPoint, arm: str) -> Curve:
    return point.curves[arm] if isinstance(point, Point) else point.curves[point.roles[arm]]


def curve_expression(curve: Curve, n: Symbol) -> Expression | None:
    """A constant, or start + slope * min(n, bend); None if there are more bends."""
    (first, start), *rest = curve.points
    if not rest or all(value == start for _, value in rest):
        return Number(start)
    if len(rest) != 1:
        return None
    [(bend, end)] = rest
    shifted = Sum(((False, n), (True, Number(Fraction(first))))) if first else n
    hinge = Call("min", (shifted, Number(Fraction(bend - first))))
    slope = product((end - start) / (bend - first), [hinge])
    return slope if start == 0 else Sum(((False, Number(start)), (False, slope)))


def _sum(terms: Sequence[tuple[Fraction | int, Fraction]]) -> Expression:
    """The sum of factor * value, in numbers."""
    summands: list[tuple[bool, Expression]] = []
    for factor, value in terms:
        size = abs(Fraction(factor))
        plain = Number(value) if size == 1 else Product(Fraction(1), (Number(size), Number(value)))
        summands.append((factor < 0, plain))
    if len(summands) == 1 and not summands[0][0]:
        return summands[0][1]
    return Sum(tuple(summands)) if summands else Number(Fraction(0))


def _rew(curve: Curve, n: int) -> Expression:
    """f(1) + ... + f(n), or by straight pieces: count * (first + last)/2."""
    if n <= MOST_SUMMANDS:
        return _sum([(1, curve.value(i)) for i in range(1, n + 1)])
    summands: list[tuple[bool, Expression]] = []
    for first, last in _pieces(curve, n):
        count, ends = last - first + 1, (curve.value(first), curve.value(last))
        if ends[0] == ends[1]:
            factors: tuple[Expression, ...] = (Number(Fraction(count)), Number(ends[0]))
            summands.append((False, Product(Fraction(1), factors)))
        else:
            both = Sum(((False, Number(ends[0])), (False, Number(ends[1]))))
            summands.append((False, Product(Fraction(1, 2), (Number(Fraction(count)), both))))
    return summands[0][1] if len(summands) == 1 else Sum(tuple(summands))


def _pieces(curve: Curve, n: int) -> Iterator[tuple[int, int]]:
    """(first, last) for the straight pieces of f(1), ..., f(n)."""
    start = 1
    for bend, _ in curve.points:
        if start <= bend < n:
            yield start, bend
            start = bend + 1
    yield start, n


def _steps(curves: Sequence[Curve], sequence: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Step, the estimate of every arm, and who is pulled, after the first 2k pulls."""
    k = len(curves)
    counts = Counter(sequence[: 2 * k])
    for t in range(2 * k, len(sequence)):
        level = max(counts.values())
        estimates = [
            curve.functional(Kind.P, (counts[i], level), 0) for i, curve in enumerate(curves)
        ]
        yield str(t + 1), *map(show_rational, estimates), str(sequence[t] + 1)
        counts[sequence[t]] += 1


def _runs_of(pulls: Sequence[int]) -> str:
    groups = [(n, len(list(group))) for n, group in groupby(pulls)]
    return ", ".join(str(n) if size == 1 else f"{n} ({size} arms)" for n, size in groups)
