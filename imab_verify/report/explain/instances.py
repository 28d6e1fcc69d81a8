"""Instances: those that a claim says there are, and counterexamples, computed step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from imab_verify.engines.runs.known import claim_of
from imab_verify.kernel import (
    Atom,
    Caps,
    Claim,
    ClaimProof,
    Comparison,
    Curve,
    Disproved,
    Every,
    Form,
    Kind,
    LastArm,
    Played,
    Point,
    Polynomial,
    Relation,
    RunPoint,
    Schedule,
)
from imab_verify.kernel.arms import Group, Phase, Proofs, Region, start_of, wanted_of
from imab_verify.kernel.exhibits import OPEN, duties
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.semantics import first_violation, form_value, sequence_of
from imab_verify.kernel.statement import OF_RUN, expand, tests_of
from imab_verify.language.instances import THROUGH, show_curve
from imab_verify.language.policy_names import is_algorithm_1
from imab_verify.language.writing import show_policy
from imab_verify.model.rationals import show_rational
from imab_verify.report.counterexamples import FAILS, arm_lines, show_counts, sides_of
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.cases import Leaf, Told
from imab_verify.report.explain.documents import (
    SUM,
    Block,
    Chain,
    Display,
    Expression,
    Item,
    Items,
    Parts,
    Role,
    Section,
    call,
    equation,
    list_parts,
    number,
    product,
    say,
    total,
)
from imab_verify.report.explain.statements import Names, statement

n, T = Expression("n"), Expression("T")
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
GOES_ON = (
    ". So OPT(T) = T(T+1)/2, up to the scale. If no arm that goes on passes the cap, ALG(T) is "
    "largest if all pulls that pay are of one arm; otherwise all others have passed it."
)
STOPPED = (
    " is that time; otherwise the step just before the last arm passes it. In both cases that arm "
    "could as well go on with "
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


def outdone(certificate: Disproved) -> Iterator[Block]:
    """Where, and by which policy, a claim is shown to be false."""
    names = Names.of(certificate.claim)
    where: list[Parts] = [
        (equation(names.symbol(name), names.expand(value), Role.VALUE),)
        for name, value in certificate.choice.values.items()
    ]
    if certificate.policy:
        where.append((f"the policy {show_policy(certificate.policy.policy)}",))
    take: Parts = ("Take ", *list_parts(where), ". ") if where else ()
    yield say(*take, "The claim is false, for this is true:", lead="Counterexample.")


@dataclass(slots=True)
class ExhibitTelling(Telling):
    """Tells the proof that there is an instance."""

    def proof(self, proof: ClaimProof) -> list[Block]:
        """What is exhibited in each case; then all that this must show."""
        claim, region = start_of(self.claim, [lemma.claim for lemma in self.lemmas])
        answers = [say(ANSWERS)] if isinstance(claim.run, Every) else []
        (node,) = proof.goals
        told, _ = self.cases(Leaf(node, region), lambda leaf: Told((), [*self._exhibit(leaf)]))
        return [*self._domain(proof, claim, region), *answers, *told]

    def _exhibit(self, leaf: Leaf) -> Iterator[Block]:
        node, region = leaf.node, leaf.region
        names = Names.of(claim_of(region, (), self.claim.parameters)[0])
        match node:
            case Schedule():
                yield from _schedule(node, names)
            case Played():
                yield from _played(node)
            case LastArm():
                yield _last_arm(node, names)
            case Caps():
                yield _caps(node, names)
            case _:
                raise TypeError("that there is an instance is proved by an exhibit")
        for name, (where, wanted) in duties(node, region, self.claim).items():
            goals = [
                Comparison(Form(c.polynomial), Relation.GT if c.strict else Relation.GE)
                for c in wanted_of(where, wanted)
            ]
            if goals:
                title = TITLES.get(name, name.replace("phase", "Phase "))
                told = tuple(self._duty(node.proofs[name], where, goals))
                yield Section(title, told, folded=name.startswith("phase"))

    def _duty(self, proofs: Proofs, where: Region, goals: Sequence[Comparison]) -> Iterator[Block]:
        """Inequalities of parameters, each with its proof."""
        claim, _ = claim_of(where, tuple(goals), self.claim.parameters)
        own = Names.of(claim)
        telling = Telling(claim, own, self.appendix, self.lemmas)
        yield from statement(claim, own)
        yield from telling.each(
            [
                (goal, telling.sign(proofs[p], p, where, strict=goal.relation is Relation.GT))
                for goal in goals
                for p in [goal.form.constant]
            ]
        )


def _last_arm(proof: LastArm, names: Names) -> Block:
    """The first arms pay 0, the others n up to the cap; the last one to pass it goes on."""
    first: Parts = ("Every arm",)
    if len(proof.zeros):
        first = ("The first ", names.expand(proof.zeros), " different arms that are pulled pay 0")
        first += (" for ever. Every other arm",)
    first += (" pays ", n, " for its ", n, "-th pull up to the cap ", names.expand(proof.cap))
    lead = "The last arm goes on."
    after = ", and from then on the cap"
    if proof.horizon is None:
        but = f"{after}; but the last one to pass it goes on with "
        return say(*first, but, n, GOES_ON, lead=lead)
    time: Parts = (" Look at the run up to the time ", names.expand(proof.horizon))
    either: Parts = (". If an arm has not passed the cap by then, ", T, STOPPED, n)
    end = ": the policy would not have seen it. So OPT(T) = T(T+1)/2, up to the scale."
    return say(*first, f"{after}.", *time, *either, end, lead=lead)


def _caps(proof: Caps, names: Names) -> Block:
    m = names.symbol(OPEN)
    return say(
        *("Let w be ", T, " at first. An open arm pays ", n, " for its ", n, "-th pull. As soon"),
        *(" as one of ", m, " >= 2 open arms has more than c pulls, where c is ("),
        *(names.factorise(proof.above), ")/(", names.factorise(proof.below), ")", OPEN_ARMS),
        lead="Caps one after the other.",
    )


def _played(proof: Played) -> Iterator[Block]:
    """The arms, and the pulls."""
    near = proof.near is not None
    yield say(NEAR if near else "The instance and its run are these.", lead="The run.")
    shown = [("Arm", proof.curves), ("Nearby, arm", proof.near or ())]
    arms = ((f"{name} {i}", f) for name, curves in shown for i, f in enumerate(curves, start=1))
    yield Items(tuple(Item((f"{name}: {show_curve(f)}.",)) for name, f in arms))
    yield say(f"The pulls are {' '.join(str(i + 1) for i in proof.pulls)}.")


def _schedule(proof: Schedule, names: Names) -> Iterator[Block]:
    """The groups of arms, and the phases of the run."""
    yield say("All rewards are divided by ", names.expand(proof.scale), ".", lead="The instance.")
    groups = (Item(_group(name, group, proof, names)) for name, group in proof.groups.items())
    yield Items(tuple(groups))
    pulls = " pull." if proof.opening == ONE else " pulls."
    then = " Then" if proof.phases else " That is the whole run."
    every = "At first every arm has "
    yield say(every, names.expand(proof.opening), pulls, then, lead="The run.")
    if proof.phases:
        yield Items(tuple(Item(_phase(phase, proof, names)) for phase in proof.phases))
        yield say(ALLOWED)


def _group(name: str, group: Group, proof: Schedule, names: Names) -> Parts:
    """How many arms, what they pay, what they are called."""
    many: Parts = ("one arm",) if group.size == ONE else (names.expand(group.size), " arms")
    best = ", optimal" if name == proof.best else ""
    pays = names.factorise(group.slope)
    if group.slope != ZERO and group.bend != ONE:
        _, pays = names.times(group.slope, call("min", n, names.expand(group.bend)))
    verb = " pays " if group.size == ONE else " pay "
    return (*many, f" ({name}{best}){verb}", pays, " for the ", n, "-th pull")


def _phase(phase: Phase, proof: Schedule, names: Names) -> Parts:
    alone = [proof.groups[name].size for name in phase.groups] == [ONE]
    turn = "is pulled until it has " if alone else "are pulled in turn until each has "
    until: Polynomial = phase.until
    return (f"{', '.join(phase.groups)} {turn}", names.expand(until), " pulls")


MOST_SUMMANDS = 8
"""Longer sums of rewards are written by their straight pieces."""
MOST_STEPS, MOST_ARMS = 24, 5
"""Longer runs, or runs on more arms, are not written step by step."""


@dataclass(slots=True)
class Refutation:
    """Tells why an instance contradicts a claim."""

    claim: Claim
    point: Point | RunPoint
    names: Names
    values: Mapping[str, Fraction]
    functional: Callable[[Atom], Fraction]

    def tell(self) -> Iterator[Block]:
        """The instance, the functionals, the givens, and what fails."""
        yield from self._instance()
        violated = first_violation(self.claim, self.values, self.functional)
        if violated is None:
            raise ValueError("the conclusion is true at this instance")
        parts = [violated[0]] if self.claim.is_plain else self.claim.conclusion
        tests = [*dict.fromkeys(test for part in parts for test in tests_of(part))]
        said = [*(c for c in self.claim.givens if c.form.terms), *tests]
        forms = [form for comparison in said for form in comparison.form.parts()]
        atoms = dict.fromkeys(a for form in forms for _, a in form.terms)
        computed = [self._compute(atom) for atom in atoms]
        if computed:
            yield say("At this instance")
            yield from map(Display, computed)
        if self.claim.givens:
            yield say("Everything that is given holds:")
            yield Items(
                tuple(Item(self._weigh(given, ", that is ")) for given in self.claim.givens)
            )
        yield say("But the conclusion does not:")
        for test in tests:
            left, _, right = sides_of(test)
            for chain in map(self._evaluate, (left, right)):
                if chain.steps and chain not in computed:
                    yield Display(chain)
            true = test.relation.holds(form_value(test.form, self.values, self.functional))
            yield say("so ", *self._weigh(test, f" is {'true' if true else 'false'}: "))

    def _weigh(self, comparison: Comparison, word: str) -> Parts:
        """A comparison, and how the values of its sides compare."""
        left, relation, right = sides_of(comparison)
        lhs, rhs = (form_value(side, self.values, self.functional) for side in (left, right))
        true = comparison.relation.holds(form_value(comparison.form, self.values, self.functional))
        sign = relation if true else FAILS[relation]
        chain = Chain(number(lhs), (("=" if sign == "==" else sign, number(rhs)),))
        return (self.names.comparison(comparison), word, chain, ".")

    # --- the instance --------------------------------------------------------------------------

    def _instance(self) -> Iterator[Block]:
        point = self.point
        floors = (floor.name for floor in self.claim.floors)
        equations: list[Parts] = [
            (equation(self.names.symbol(name), number(self.values[name]), Role.VALUE),)
            for name in (*self.claim.parameters, *self.claim.reals, *floors)
        ]
        if isinstance(point, Point):
            index = self.names.index
            for arm, curve in point.curves.items():
                left, written = call(arm, index), show_curve(curve, index.text)
                words = written.startswith(THROUGH)
                said = equation(left, Expression(written, SUM), Role.SAID)
                equations.append((left, f" = {written}") if words else (said,))
            yield say("Take ", *list_parts(equations), ".", lead="Counterexample.")
            return
        yield say("Take ", *list_parts(equations), " and these arms:", lead="Counterexample.")
        arms = {str(place): curve for place, curve in enumerate(point.curves, start=1)}
        yield Items(tuple(Item((f"{line}.",)) for line in arm_lines(arms, run=True)))
        if point.roles:
            roles = [f"{arm} is arm {place + 1}" for arm, place in point.roles.items()]
            yield say(f"Here {', '.join(roles)}.")
        yield from self._run(point)

    def _run(self, point: RunPoint) -> Iterator[Block]:
        """The pulls: step by step if they are few, otherwise how many each arm gets."""
        run = self.claim.played
        if run is None:
            return
        sequence = sequence_of(run, point, point.T)
        k = len(point.curves)
        if is_algorithm_1(run) and len(sequence) > 2 * k and k <= MOST_ARMS:
            more = " The first of them:" if len(sequence) > 2 * k + MOST_STEPS else ""
            yield say(
                f"The first {2 * k} pulls are two of each arm. Then an arm of largest estimate is "
                f"pulled, of these one with fewest pulls.{more}"
            )
            yield Items(tuple(_steps(point.curves, sequence[: 2 * k + MOST_STEPS])))
        counts = show_counts([sequence.count(i) for i in range(k)])
        yield say(f"Pulls of the arms at the end: {counts}.")

    # --- functionals ---------------------------------------------------------------------------

    def _compute(self, atom: Atom) -> Chain:
        """A functional, at the numbers of the instance, from its definition."""
        chain = Chain(self.names.atom(atom))
        for step in (*self._definition(atom), number(self.functional(atom))):
            chain = chain.equals(step)
        return chain

    def _evaluate(self, form: Form) -> Chain:
        """A side, then with numbers, then its value."""
        terms = [(c.at(self.values), self.functional(atom)) for c, atom in form.terms]
        constant = form.constant.at(self.values)
        numbers = _sum([*terms, *([(Fraction(1), constant)] if constant else [])])
        value = number(form_value(form, self.values, self.functional))
        chain = Chain(self.names.form(form))
        return chain if form.extrema else chain.equals(numbers).equals(value)

    def _definition(self, atom: Atom) -> Iterator[Expression]:
        point = self.point
        if atom.kind in OF_RUN:
            if isinstance(point, RunPoint):
                yield from self._of_run(atom, point)
            return
        if isinstance(point, Point):
            curve = point.curves[atom.arm]
        else:
            curve = point.curves[point.roles[atom.arm]]
        indices = tuple(int(index.at(self.values)) for index in atom.indices)
        if atom.kind is Kind.REW:
            yield _rew(curve, *indices)
        elif atom.kind is not Kind.VALUE:
            parts = [(c.at(self.values), kind, n.at(self.values)) for c, kind, n in expand(atom)]
            yield _sum([(c, curve.functional(kind, (int(n),), 0)) for c, kind, n in parts])

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


def _sum(terms: Sequence[tuple[Fraction | int, Fraction]]) -> Expression:
    """The sum of factor * value, in numbers."""
    summands = []
    for factor, value in terms:
        size = -factor if factor < 0 else factor
        whole = number(value) if size == 1 else product(Fraction(1), [number(size), number(value)])
        summands.append((factor < 0, whole))
    return total(summands)


def _rew(curve: Curve, n: int) -> Expression:
    """f(1) + ... + f(n), or by straight pieces: count * (first + last)/2."""
    if n <= MOST_SUMMANDS:
        return _sum([(1, curve.value(i)) for i in range(1, n + 1)])
    summands: list[tuple[bool, Expression]] = []
    start = 1
    for last in (*(bend for bend, _ in curve.points if 1 <= bend < n), n):
        count, ends = number(last - start + 1), (curve.value(start), curve.value(last))
        both = total([(False, number(end)) for end in ends])
        level = ends[0] == ends[1]
        size, mean = (Fraction(1), number(ends[0])) if level else (Fraction(1, 2), both)
        summands.append((False, product(size, [count, mean])))
        start = last + 1
    return total(summands)


def _steps(curves: Sequence[Curve], sequence: Sequence[int]) -> Iterator[Item]:
    """The estimate of every arm, and who is pulled, after the first 2k pulls."""
    k = len(curves)
    counts = Counter(sequence[: 2 * k])
    for t in range(2 * k, len(sequence)):
        level = max(counts.values())
        estimates = (
            show_rational(curve.functional(Kind.P, (counts[i], level), 0))
            for i, curve in enumerate(curves)
        )
        pulled = f"arm {sequence[t] + 1} is pulled"
        yield Item((f"Step {t + 1}: the estimates are {', '.join(estimates)}; {pulled}.",))
        counts[sequence[t]] += 1
