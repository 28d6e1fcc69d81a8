"""Kernel claims to text that reads well and can be read back, and to LaTeX for a formula."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from imab_verify.kernel import (
    AllOf,
    AnyOf,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Every,
    Exists,
    Extremum,
    Floor,
    ForAll,
    Form,
    Index,
    Kind,
    Polynomial,
    Relation,
    Some,
    Table,
)
from imab_verify.kernel.polynomials import ONE, Monomial, degree_of
from imab_verify.kernel.statement import (
    ANY,
    ANYTIME,
    OF_RUN,
    Context,
    Formula,
    Policy,
    instance_stage,
    stage_of,
    stages_of,
)
from imab_verify.language.contexts import show_context
from imab_verify.language.policy_names import OTHER_INDEX, SENTENCES, THERE_IS, short_name
from imab_verify.model.rationals import show_rational


class Factored(NamedTuple):
    """number * monomial * rest; the rest has integer coefficients without common divisor."""

    number: Fraction
    monomial: Monomial
    rest: Polynomial


def factor_out(p: Polynomial) -> Factored:
    """A nonzero polynomial with the common factors of its terms taken out.

    The number is negative only if all coefficients are, so the rest has the signs of p otherwise.
    """
    terms = dict(p.terms())
    number = Fraction(gcd(*(c.numerator for c in terms.values())), p.denominator())
    if all(c < 0 for c in terms.values()):
        number = -number
    powers = [dict(monomial) for monomial in terms]
    shared = {v: min(m.get(v, 0) for m in powers) for v in powers[0]}
    rest = {
        tuple((v, e - shared.get(v, 0)) for v, e in m if e > shared.get(v, 0)): c / number
        for m, c in terms.items()
    }
    return Factored(number, tuple((v, e) for v, e in shared.items() if e), Polynomial(rest))


LONGEST_FLOOR = 40
"""A floor is written out where it stands up to this length; longer ones go by their name."""

SIGNS = {Relation.GE: (">=", "<="), Relation.GT: (">", "<"), Relation.EQ: ("==", "==")}
LATEX_SIGNS = {Relation.GE: (r"\ge", r"\le"), Relation.GT: (">", "<"), Relation.EQ: ("=", "=")}
"""Relations, and how they are read from the right."""


def show_polynomial(p: Polynomial, floors: Sequence[Floor] = ()) -> str:
    """A polynomial, floors written out with //."""
    return Writer(floors).polynomial(p)


def show_form(form: Form, floors: Sequence[Floor] = ()) -> str:
    """A linear form, functionals first."""
    return Writer(floors).form(form)


def show_comparison(comparison: Comparison, floors: Sequence[Floor] = ()) -> str:
    """A comparison with the negative terms moved to the other side: T >= m, not T - m >= 0."""
    return Writer(floors).formula(comparison)


def show_formula(formula: Formula, floors: Sequence[Floor] = ()) -> str:
    """A formula with and, or, min, max; `and` binds tighter than `or`."""
    return Writer(floors).formula(formula)


class Part(NamedTuple):
    """One summand: its sign, its size in text, and whether that is a bare n//d."""

    negative: bool
    size: str
    floor: bool = False


class Writer:
    """Writes what a claim is made of as text of the claim language."""

    signs = SIGNS
    both, either, times, dot, floor_in_brackets = " and ", " or ", "*", "*", True

    def __init__(self, floors: Sequence[Floor] = ()) -> None:
        self.written: dict[str, str] = {}
        for floor in floors:
            if self._is_short(text := self.quotient(floor)):
                self.written[floor.name] = text

    # --- what is different in LaTeX ---

    def _is_short(self, floor: str) -> bool:
        """Whether a floor is written out where it stands."""
        return len(floor) <= LONGEST_FLOOR

    def quotient(self, floor: Floor) -> str:
        """n//d; a floor may use those before it."""
        n, d = (self._in_brackets(p) for p in (floor.numerator, floor.divisor))
        return f"{n}//{d}"

    def _name(self, name: str) -> str:
        return name

    def _word(self, word: str) -> str:
        return word

    def _number(self, q: Fraction) -> str:
        return show_rational(q)

    def _power(self, name: str, exponent: int) -> str:
        """A parameter or a floor, with its exponent."""
        base = f"({self.written[name]})" if name in self.written else name
        return base if exponent == 1 else f"{base}**{exponent}"

    def _extremum(self, extremum: Extremum) -> str:
        """min(A, B), max(A, B)."""
        return f"{extremum.kind}({', '.join(map(self.form, extremum.of))})"

    def _bracket(self, text: str) -> str:
        return f"({text})"

    def _is_separate(self, part: Formula, whole: AllOf | AnyOf) -> bool:
        """Whether a part of a formula stands in brackets."""
        return isinstance(part, AnyOf) and isinstance(whole, AllOf)

    # --- what is the same ---

    def formula(self, formula: Formula) -> str:
        """A formula, its comparisons with the negative terms moved to the other side."""
        if isinstance(formula, Comparison):
            return self._comparison(formula)
        texts = (
            self._bracket(text) if self._is_separate(part, formula) else text
            for part in formula.parts
            for text in [self.formula(part)]
        )
        if isinstance(formula, AllOf):
            return self.both.join(texts) or "0 >= 0"
        return self.either.join(texts) or "0 > 0"

    def _comparison(self, comparison: Comparison) -> str:
        parts, relation = self._parts(comparison.form), comparison.relation
        left = [part for part in parts if not part.negative]
        right = [part._replace(negative=False) for part in parts if part.negative]
        if left or not right:
            return f"{self._sum(left)} {self.signs[relation][0]} {self._sum(right)}"
        return f"{self._sum(right)} {self.signs[relation][1]} 0"

    def form(self, form: Form) -> str:
        """A linear form, functionals first."""
        return self._sum(self._parts(form))

    def polynomial(self, p: Polynomial) -> str:
        """A polynomial."""
        return self._sum(self._summands(p))

    def _in_brackets(self, p: Polynomial) -> str:
        """The polynomial, in brackets unless it is one name or one number >= 0."""
        text = self.polynomial(p)
        return text if text.isdecimal() or text in p.names() else f"({text})"

    def _sum(self, parts: Sequence[Part]) -> str:
        """The summands joined by + and -, a positive one first if there is any."""
        if not parts:
            return "0"
        lead = next((part for part in parts if not part.negative), parts[0])
        rest = [part for part in parts if part is not lead]
        first = f"({lead.size})" if lead.negative and lead.floor else lead.size
        signed = "".join(f" {'-' if part.negative else '+'} {part.size}" for part in rest)
        return ("-" if lead.negative else "") + first + signed

    def _parts(self, form: Form) -> list[Part]:
        """Minima and maxima, functionals, the constant, and 0*f(n), there for its domain."""
        extrema = [self._term(c, self._extremum(e)) for c, e in form.extrema]
        terms = [(len(c) == 0, self._term(c, self._atom(atom))) for c, atom in form.terms]
        shown, silent = ([part for zero, part in terms if zero is which] for which in (False, True))
        return [*extrema, *shown, *self._summands(form.constant), *silent]

    def _atom(self, atom: Atom) -> str:
        """A functional: f(n), Rew(f, n), P(f, a, N), OPT(T)."""
        indices = [self.polynomial(index) for index in atom.indices]
        if atom.kind in OF_RUN:
            return f"{self._word(atom.kind)}({(indices or ['T'])[0]})"
        if atom.kind is Kind.VALUE:
            return f"{self._name(atom.arm)}({', '.join(indices)})"
        return f"{self._word(atom.kind)}({', '.join([self._name(atom.arm), *indices])})"

    def _term(self, coefficient: Polynomial, what: str) -> Part:
        """coefficient * what; the coefficient with its plain common factors in front."""
        if not len(coefficient):
            return Part(negative=False, size=f"0{self.times}{what}")
        number, monomial, rest = factor_out(coefficient)
        middle = "" if rest == ONE else self._bracket(self.polynomial(rest))
        factors = filter(None, (self._product(abs(number), monomial), middle, what))
        return Part(number < 0, self.times.join(factors))

    def _summands(self, p: Polynomial) -> list[Part]:
        parts = []
        for monomial, c in sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0])):
            match monomial:
                case ((name, 1),) if name in self.written and abs(c) == 1:
                    parts.append(Part(c < 0, self.written[name], floor=self.floor_in_brackets))
                case _:
                    parts.append(Part(c < 0, self._product(abs(c), monomial) or "1"))
        return parts

    def _product(self, size: Fraction, monomial: Monomial) -> str:
        """size * monomial, without a factor 1."""
        numbers = [] if size == 1 else [self._number(size)]
        return self.dot.join([*numbers, *(self._power(v, e) for v, e in monomial)])


class LatexWriter(Writer):
    """Writes what a claim is made of in LaTeX."""

    signs = LATEX_SIGNS
    both, either, times, dot, floor_in_brackets = r" \land ", r" \lor ", r"\,", " ", False

    def _is_short(self, _floor: str) -> bool:
        return True

    def quotient(self, floor: Floor) -> str:
        """n/d between floor brackets."""
        n, d = map(self.polynomial, (floor.numerator, floor.divisor))
        return rf"\left\lfloor \frac{{{n}}}{{{d}}} \right\rfloor"

    def _name(self, name: str) -> str:
        return latex_name(name)

    def _word(self, word: str) -> str:
        return {"Delta": r"\Delta", "P": "P"}.get(word, rf"\mathrm{{{word}}}")

    def _number(self, q: Fraction) -> str:
        return str(q) if q.denominator == 1 else rf"\frac{{{q.numerator}}}{{{q.denominator}}}"

    def _power(self, name: str, exponent: int) -> str:
        base = self.written.get(name) or latex_name(name)
        return base if exponent == 1 else f"{base}^{{{exponent}}}"

    def _extremum(self, extremum: Extremum) -> str:
        return rf"\{extremum.kind}{self._bracket(', '.join(map(self.form, extremum.of)))}"

    def _bracket(self, text: str) -> str:
        return rf"\left({text}\right)"

    def _is_separate(self, part: Formula, _whole: AllOf | AnyOf) -> bool:
        return not isinstance(part, Comparison)


# --- claims --------------------------------------------------------------------------------------


def show_claim(claim: Claim) -> str:
    """The claim as one sentence, with every part of it: for all ..., given ...: conclusion.

    Names stand in the order of the prefix. Every part of a claim can be read off it.
    """
    conclusion = show_formula(_conclusion(claim), claim.floors)
    parts = _about(claim)
    return f"{parts}: {conclusion}" if parts else conclusion


def _conclusion(claim: Claim) -> Formula:
    return claim.conclusion[0] if len(claim.conclusion) == 1 else AllOf(claim.conclusion)


def _about(claim: Claim) -> str:
    """The text before the conclusion: names in their order, run, floors, givens."""
    stage, instance = stages_of(claim), instance_stage(claim)
    write = Writer(claim.floors)
    pieces: list[tuple[bool, list[str]]] = []
    for number, block in enumerate(claim.prefix or [ForAll((*claim.parameters, *claim.reals))]):
        names = "; ".join(_name_lists(claim, block.names, arms=number == instance))
        exists = isinstance(block, Exists)
        parts = [f"there are {names}" if exists else f"for all {names}"] if names else []
        ranges = [g for g in claim.givens if exists and stage_of(g.form, stage, instance) == number]
        if ranges:
            parts.append("where " + " and ".join(write.formula(g) for g in ranges))
        if number == instance and not isinstance(claim.run, Every | Some):
            parts += _about_instance(claim)
        pieces.append((exists, parts))
    if isinstance(claim.run, Every | Some):
        pieces.append((False, _about_instance(claim)))
    text, after = "", ", "
    for exists, parts in pieces:
        said = ", ".join(parts)
        text = f"{text}{after}{said}" if text and said else text or said
        after = ", such that " if exists else ", "
    return text


def _name_lists(claim: Claim, names: Sequence[str], *, arms: bool) -> list[str]:
    """integers k, T; reals c; concave f."""
    own = {
        "integers": [
            name
            for name in claim.parameters
            if name in names and (name != "T" or claim.run != Every(ANYTIME))
        ],
        "reals": [name for name in claim.reals if name in names],
    }
    if arms or not claim.prefix:
        own |= {str(kind): [arm for arm, k in claim.arms if k is kind] for kind in ArmClass}
    return [f"{sort} {', '.join(listed)}" for sort, listed in own.items() if listed]


def _about_instance(claim: Claim) -> list[str]:
    """The run, the floors, and what is given of universal names."""
    parts = []
    if claim.run is not None:
        taken = (*claim.parameters, *claim.reals, *dict(claim.arms))
        parts.append(show_run(claim.run, taken=taken))
    if floors := list(_named_floors(claim)):
        parts.append(f"with {', '.join(floors)}")
    givens = " and ".join(show_givens(claim))
    return parts + ([f"given {givens}"] if givens else [])


def show_givens(claim: Claim) -> Iterator[str]:
    """The givens about universal names, families of hypotheses last."""
    write = Writer(claim.floors)
    stage, instance = stages_of(claim), instance_stage(claim)
    for given in claim.givens:
        place = stage_of(given.form, stage, instance)
        if not claim.prefix or isinstance(claim.prefix[place], ForAll):
            yield write.formula(given)
    for family in claim.families:
        first = write.polynomial(family.first)
        end = "on" if family.last is None else f"to {write.polynomial(family.last)}"
        says = write.formula(family.comparison)
        yield f"{says} for all {family.name} from {first} {end}"


def show_run(run: Context, name: str = "", taken: Collection[str] = ()) -> str:
    """The run of a claim: policy, how it begins, how ties fall, and the counts that are named.

    An index policy is shown by its data, or by the name that it has where the claim was made. Where
    names of its score are `taken` by the claim for something else, this is said.
    """
    if isinstance(run, Every):
        return SENTENCES[run.every]
    start, arms = "in every run of", "k arms"
    if isinstance(run, Some):
        run, start, arms = run.some, THERE_IS, "k >= 1 arms"
    own = short_name(run.policy) == OTHER_INDEX
    whose = name if name and own else show_policy(run.policy)
    if own and not name and SCORE_NAMES & {*taken}:
        whose = f"{whose} {OF_SCORE}"
    says = [f"{start} {whose} on {arms} with horizon T"]
    if run.index is not None:
        says.append(f"initialisation in {run.index.order}, ties {run.index.ties}")
    context = show_context(run)
    return ", ".join([*says, *([f"where {context}"] if context else [])])


SCORE_NAMES = frozenset("aMf")
OF_SCORE = "(there f is any arm, a its pulls, M the most)"
"""The meaning of the names of a score."""


def show_policy(policy: Policy) -> str:
    """The name of a policy; of an index policy without a name, its data."""
    if isinstance(policy, Table):
        return f"an index given by {_digest(policy)}"
    if isinstance(policy, Index) and short_name(policy) == OTHER_INDEX:
        return f"index {policy.opening} by {show_form(policy.score)}"
    return "any policy" if policy == ANY else short_name(policy)


def _digest(table: Table) -> str:
    """A table by its size and a digest of its document."""
    import json
    from hashlib import sha256

    from imab_verify.language.documents import encode

    text = json.dumps(encode(Table, table))
    digest = sha256(text.encode()).hexdigest()[:32]
    return f"a table of {len(table.rows)} rows with digest {digest}"


def _named_floors(claim: Claim) -> Iterator[str]:
    """name = n//d for every floor that is not written out, or that nothing else speaks of."""
    write = Writer(claim.floors)
    bounds = (Form(p) for family in claim.families for p in (family.first, family.last) if p)
    said = (*claim.forms(), *(family.comparison.form for family in claim.families), *bounds)
    spoken = {name for form in said for name in form.names()}
    for floor in reversed(claim.floors):
        if floor.name in spoken or floor.name not in write.written:
            spoken |= floor.numerator.names() | floor.divisor.names()
    for floor in claim.floors:
        if floor.name not in write.written or floor.name not in spoken:
            yield f"{floor.name} = {write.quotient(floor)}"


# --- LaTeX ---------------------------------------------------------------------------------------


def latex_claim(claim: Claim) -> str:
    """The conclusion, then the givens and what the claim ranges over; what exists in words."""
    if claim.chosen:
        return rf"\text{{{show_claim(claim).replace('_', chr(92) + '_')}}}"
    write = LatexWriter(claim.floors)
    joint = r"\ \text{ and }\ "
    if claim.is_plain:
        lines = [joint.join(map(write.formula, claim.plain))]
    else:
        lines = [write.formula(_conclusion(claim))]
    if claim.givens:
        lines.append(rf"\text{{given }} {joint.join(map(write.formula, claim.givens))}")
    for family in claim.families:
        first, name = write.polynomial(family.first), latex_name(family.name)
        end = rf" \le {write.polynomial(family.last)}" if family.last is not None else ""
        lines.append(rf"{write.formula(family.comparison)}\text{{ for }} {first} \le {name}{end}")
    sorts = ((claim.parameters, "Z"), (claim.reals, "R"))
    ranges = [
        rf"{', '.join(map(latex_name, names))} \in \mathbb{{{sort}}}"
        for names, sort in sorts
        if names
    ]
    ranges += [rf"{latex_name(arm)}\text{{ {kind}}}" for arm, kind in claim.arms]
    if ranges:
        lines.append(r"\text{for all } " + r",\ ".join(ranges))
    if claim.run is not None:
        lines.append(rf"\text{{{show_run(claim.run)}}}")
    return r",\quad ".join(lines)


def latex_name(name: str) -> str:
    """A name: one letter as it is, digits at its end as an index, words upright."""
    letters = name.rstrip("0123456789").rstrip("_")
    digits = name[len(letters) :].lstrip("_")
    words = letters.replace("_", r"\_")
    stem = letters if len(letters) == 1 else rf"\mathit{{{words}}}"
    return f"{stem}_{{{digits}}}" if digits else stem
