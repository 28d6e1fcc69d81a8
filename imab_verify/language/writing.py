"""Kernel claims to text that reads well and can be read back, and to LaTeX for a formula."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
    AT_TIMES,
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
    number = Fraction(
        gcd(*(c.numerator for c in terms.values())),
        p.denominator(),
    )
    if all(c < 0 for c in terms.values()):
        number = -number
    powers = [dict(monomial) for monomial in terms]
    shared = {v: min(m.get(v, 0) for m in powers) for v in powers[0]}
    rest = {
        tuple((v, e - shared.get(v, 0)) for v, e in m if e > shared.get(v, 0)): c / number
        for m, c in terms.items()
    }
    return Factored(number, tuple((v, e) for v, e in shared.items() if e), Polynomial(rest))


Written = Mapping[str, str]
"""Floors by name, as they are written."""

LONGEST_FLOOR = 40
"""A floor is written out where it stands up to this length; longer ones go by their name."""

OF_RUN_WORDS = {Kind.OPT: "OPT", Kind.ALG: "ALG", Kind.OPT_AT: "OPT", Kind.ALG_AT: "ALG"}
"""How the functionals of a run are written."""

_MIRRORED = {Relation.GE: "<=", Relation.GT: "<", Relation.EQ: "=="}


class Part(NamedTuple):
    """One summand: its sign, its size in text, and whether that is a bare n//d."""

    negative: bool
    size: str
    floor: bool = False


def show_polynomial(p: Polynomial, floors: Sequence[Floor] = ()) -> str:
    """A polynomial, floors written out with //."""
    return _sum(_summands(p, _floor_texts(floors)))


def show_form(form: Form, floors: Sequence[Floor] = ()) -> str:
    """A linear form, functionals first."""
    return _sum(_parts(form, _floor_texts(floors)))


def show_comparison(comparison: Comparison, floors: Sequence[Floor] = ()) -> str:
    """A comparison with the negative terms moved to the other side: T >= m, not T - m >= 0."""
    return _show_comparison(comparison, _floor_texts(floors))


def _show_comparison(comparison: Comparison, written: Written) -> str:
    return _show_sides(_parts(comparison.form, written), comparison.relation)


def show_formula(formula: Formula, floors: Sequence[Floor] = ()) -> str:
    """A formula with and, or, min, max; `and` binds tighter than `or`."""
    return _show_formula(formula, _floor_texts(floors))


def _show_formula(formula: Formula, written: Written) -> str:
    match formula:
        case AllOf(parts):
            texts = [_show_formula(part, written) for part in parts]
            inner = [
                f"({text})" if isinstance(part, AnyOf) else text
                for part, text in zip(parts, texts, strict=True)
            ]
            return " and ".join(inner) or "0 >= 0"
        case AnyOf(parts):
            return " or ".join(_show_formula(part, written) for part in parts) or "0 > 0"
        case _:
            return _show_comparison(formula, written)


def _show_sides(parts: Sequence[Part], relation: Relation) -> str:
    left = [part for part in parts if not part.negative]
    right = [part._replace(negative=False) for part in parts if part.negative]
    if left or not right:
        return f"{_sum(left)} {relation} {_sum(right)}"
    return f"{_sum(right)} {_MIRRORED[relation]} 0"


def _extremum(extremum: Extremum, written: Written) -> str:
    """min(A, B), max(A, B)."""
    return f"{extremum.kind}({', '.join(_sum(_parts(form, written)) for form in extremum.of)})"


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
    """All that stands before the conclusion: names in their order, run, floors, givens."""
    stage, instance = stages_of(claim), instance_stage(claim)
    written = _floor_texts(claim.floors)
    pieces: list[tuple[bool, list[str]]] = []
    for number, block in enumerate(claim.prefix or [ForAll((*claim.parameters, *claim.reals))]):
        names = "; ".join(_name_lists(claim, block.names, arms=number == instance))
        exists = isinstance(block, Exists)
        parts = [f"there are {names}" if exists else f"for all {names}"] if names else []
        ranges = [g for g in claim.givens if exists and stage_of(g.form, stage, instance) == number]
        if ranges:
            parts.append("where " + " and ".join(_show_comparison(g, written) for g in ranges))
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
    """What is given of universal names, families of hypotheses last."""
    written = _floor_texts(claim.floors)
    stage, instance = stages_of(claim), instance_stage(claim)
    for given in claim.givens:
        place = stage_of(given.form, stage, instance)
        if not claim.prefix or isinstance(claim.prefix[place], ForAll):
            yield _show_comparison(given, written)
    for family in claim.families:
        first = _sum(_summands(family.first, written))
        end = "on" if family.last is None else f"to {_sum(_summands(family.last, written))}"
        says = _show_comparison(family.comparison, written)
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
"""What the names of a score mean."""


def show_policy(policy: Policy) -> str:
    """The name of a policy; of an index policy without a name, its data."""
    if isinstance(policy, Table):
        return f"an index given by {_digest(policy)}"
    if isinstance(policy, Index) and short_name(policy) == OTHER_INDEX:
        return f"index {policy.opening} by {_sum(_parts(policy.score, {}))}"
    return "any policy" if policy == ANY else short_name(policy)


def _digest(table: Table) -> str:
    """A table by its size and a digest of its document."""
    import json
    from hashlib import sha256

    from imab_verify.language.documents import encode

    text = json.dumps(encode(Table, table))
    digest = sha256(text.encode()).hexdigest()[:32]
    return f"a table of {len(table.rows)} rows with digest {digest}"


# --- sums --------------------------------------------------------------------------------------


def _floor_texts(floors: Sequence[Floor]) -> dict[str, str]:
    """The text n//d of every floor that is short; a floor may use those before it."""
    written: dict[str, str] = {}
    for floor in floors:
        text = _quotient(floor, written)
        if len(text) <= LONGEST_FLOOR:
            written[floor.name] = text
    return written


def _quotient(floor: Floor, written: Written) -> str:
    n, d = (_in_brackets(p, written) for p in (floor.numerator, floor.divisor))
    return f"{n}//{d}"


def _named_floors(claim: Claim) -> Iterator[str]:
    """name = n//d for every floor that is not written out, or that nothing else speaks of."""
    written = _floor_texts(claim.floors)
    bounds = (Form(p) for family in claim.families for p in (family.first, family.last) if p)
    said = (*claim.forms(), *(family.comparison.form for family in claim.families), *bounds)
    spoken = {name for form in said for name in form.names()}
    for floor in reversed(claim.floors):
        if floor.name in spoken or floor.name not in written:
            spoken |= floor.numerator.names() | floor.divisor.names()
    for floor in claim.floors:
        if floor.name not in written or floor.name not in spoken:
            yield f"{floor.name} = {_quotient(floor, written)}"


def _in_brackets(p: Polynomial, written: Written) -> str:
    """The polynomial, in brackets unless it is one name or one number >= 0."""
    text = _sum(_summands(p, written))
    return text if text.isdecimal() or text in p.names() else f"({text})"


def _sum(parts: Sequence[Part]) -> str:
    """The summands joined by + and -, a positive one first if there is any."""
    if not parts:
        return "0"
    lead = next((part for part in parts if not part.negative), parts[0])
    rest = [part for part in parts if part is not lead]
    first = f"({lead.size})" if lead.negative and lead.floor else lead.size
    signed = "".join(f" {'-' if part.negative else '+'} {part.size}" for part in rest)
    return ("-" if lead.negative else "") + first + signed


def _parts(form: Form, written: Written) -> list[Part]:
    """Minima and maxima, functionals, the constant, then what is there for its domain: 0*f(n)."""
    extrema = [_term(c, _extremum(e, written), written) for c, e in form.extrema]
    terms = [(len(c) == 0, _term(c, _atom(atom, written), written)) for c, atom in form.terms]
    shown, silent = ([part for zero, part in terms if zero is which] for which in (False, True))
    return [*extrema, *shown, *_summands(form.constant, written), *silent]


def _atom(atom: Atom, written: Written) -> str:
    """A functional: f(n), Rew(f, n), P(f, a, N), OPT(T)."""
    if atom.kind in (Kind.OPT, Kind.ALG):
        return f"{atom.kind}(T)"
    indices = [_sum(_summands(index, written)) for index in atom.indices]
    if atom.kind in AT_TIMES:
        return f"{OF_RUN_WORDS[atom.kind]}({indices[0]})"
    if atom.kind is Kind.VALUE:
        return f"{atom.arm}({', '.join(indices)})"
    return f"{atom.kind}({', '.join([atom.arm, *indices])})"


def _term(coefficient: Polynomial, atom: str, written: Written) -> Part:
    """coefficient * atom; the coefficient with its plain common factors in front."""
    if not len(coefficient):
        return Part(negative=False, size=f"0*{atom}")
    number, monomial, rest = factor_out(coefficient)
    front = _factors(monomial, abs(number), written)
    middle = [] if rest == ONE else [f"({_sum(_summands(rest, written))})"]
    return Part(number < 0, "*".join([*front, *middle, atom]))


def _summands(p: Polynomial, written: Written) -> list[Part]:
    parts = []
    for monomial, c in sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0])):
        match monomial:
            case ((name, 1),) if name in written and abs(c) == 1:
                parts.append(Part(c < 0, written[name], floor=True))
            case _:
                factors = _factors(monomial, abs(c), written)
                parts.append(Part(c < 0, "*".join(factors) or "1"))
    return parts


def _factors(monomial: Monomial, size: Fraction, written: Written) -> list[str]:
    """size * monomial as a list of factors, without a factor 1."""
    bases = ((f"({written[v]})" if v in written else v, e) for v, e in monomial)
    powers = [base if e == 1 else f"{base}**{e}" for base, e in bases]
    return powers if size == 1 else [show_rational(size), *powers]


# --- LaTeX ---------------------------------------------------------------------------------------


SIGNS = {Relation.GE: r"\ge", Relation.GT: ">", Relation.EQ: "="}
MIRRORED = {Relation.GE: r"\le", Relation.GT: "<", Relation.EQ: "="}
HEADS = {Kind.REW: r"\mathrm{Rew}", Kind.DELTA: r"\Delta", Kind.P: "P", Kind.AREA: r"\mathrm{Area}"}


def latex_claim(claim: Claim) -> str:
    """The conclusion, then the givens and what the claim ranges over; what exists in words."""
    if claim.chosen:
        return rf"\text{{{show_claim(claim).replace('_', chr(92) + '_')}}}"
    floors = _tex_floor_texts(claim.floors)
    if claim.is_plain:
        lines = [_tex_comparisons(claim.plain, floors)]
    else:
        [one, *more] = claim.conclusion
        lines = [_tex_formula(AllOf(claim.conclusion) if more else one, floors)]
    if claim.givens:
        lines.append(rf"\text{{given }} {_tex_comparisons(claim.givens, floors)}")
    for family in claim.families:
        says = _tex_comparison(family.comparison, floors)
        end = rf" \le {_tex_polynomial(family.last, floors)}" if family.last is not None else ""
        name = latex_name(family.name)
        lines.append(
            rf"{says}\text{{ for }} {_tex_polynomial(family.first, floors)} \le {name}{end}"
        )
    ranges = [rf"{', '.join(map(latex_name, claim.parameters))} \in \mathbb{{Z}}"]
    ranges = ranges if claim.parameters else []
    if claim.reals:
        ranges.append(rf"{', '.join(map(latex_name, claim.reals))} \in \mathbb{{R}}")
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


def _tex_comparisons(comparisons: Sequence[Comparison], floors: Written) -> str:
    return r"\ \text{ and }\ ".join(_tex_comparison(c, floors) for c in comparisons)


def _tex_formula(formula: Formula, floors: Written) -> str:
    match formula:
        case AllOf(parts) | AnyOf(parts):
            joint = r" \land " if isinstance(formula, AllOf) else r" \lor "
            texts = [_tex_formula(part, floors) for part in parts]
            inner = [
                text if isinstance(part, Comparison) else rf"\left({text}\right)"
                for part, text in zip(parts, texts, strict=True)
            ]
            return joint.join(inner)
        case _:
            return _tex_comparison(formula, floors)


def _tex_extremum(extremum: Extremum, floors: Written) -> str:
    values = (_tex_join_signed(_tex_parts(form, floors)) for form in extremum.of)
    return rf"\{extremum.kind}\left({', '.join(values)}\right)"


def _tex_comparison(comparison: Comparison, floors: Written) -> str:
    return _tex_show_sides(_tex_parts(comparison.form, floors), comparison.relation)


def _tex_show_sides(parts: Sequence[tuple[bool, str]], relation: Relation) -> str:
    left = [text for negative, text in parts if not negative]
    right = [text for negative, text in parts if negative]
    if left or not right:
        sign = SIGNS[relation]
        return f"{' + '.join(left) or '0'} {sign} {' + '.join(right) or '0'}"
    return f"{' + '.join(right)} {MIRRORED[relation]} 0"


def _tex_floor_texts(floors: Sequence[Floor]) -> dict[str, str]:
    written: dict[str, str] = {}
    for floor in floors:
        n, d = (_tex_polynomial(p, written) for p in (floor.numerator, floor.divisor))
        written[floor.name] = rf"\left\lfloor \frac{{{n}}}{{{d}}} \right\rfloor"
    return written


def _tex_parts(form: Form, floors: Written) -> list[tuple[bool, str]]:
    terms = [_tex_times(c, _tex_extremum(e, floors), floors) for c, e in form.extrema]
    terms += [_tex_times(c, _tex_atom(atom, floors), floors) for c, atom in form.terms]
    return [*terms, *_tex_summands(form.constant, floors)]


def _tex_times(coefficient: Polynomial, what: str, floors: Written) -> tuple[bool, str]:
    """coefficient * what; the coefficient with its plain common factors in front."""
    if not len(coefficient):
        return False, rf"0\,{what}"
    size, monomial, rest = factor_out(coefficient)
    middle = "" if rest == ONE else rf"\left({_tex_polynomial(rest, floors)}\right)"
    front = _tex_product(abs(size), monomial, floors)
    front = "" if front == "1" else front
    return size < 0, r"\,".join(filter(None, [front, middle, what]))


def _tex_atom(atom: Atom, floors: Written) -> str:
    if atom.kind in (Kind.OPT, Kind.ALG):
        return rf"\mathrm{{{atom.kind}}}(T)"
    indices = [_tex_polynomial(index, floors) for index in atom.indices]
    if atom.kind in AT_TIMES:
        return rf"\mathrm{{{OF_RUN_WORDS[atom.kind]}}}({indices[0]})"
    arm = latex_name(atom.arm)
    if atom.kind is Kind.VALUE:
        return f"{arm}({indices[0]})"
    return f"{HEADS[atom.kind]}({', '.join([arm, *indices])})"


def _tex_polynomial(p: Polynomial, floors: Written) -> str:
    return _tex_join_signed(_tex_summands(p, floors))


def _tex_join_signed(parts: Sequence[tuple[bool, str]]) -> str:
    """The summands with their signs, a positive one first if there is any."""
    if not parts:
        return "0"
    (negative, first), *rest = sorted(parts, key=lambda part: part[0])
    signed = "".join(f" {'-' if minus else '+'} {text}" for minus, text in rest)
    return ("-" if negative else "") + first + signed


def _tex_summands(p: Polynomial, floors: Written) -> list[tuple[bool, str]]:
    ordered = sorted(p.terms(), key=lambda term: (-degree_of(term[0]), term[0]))
    return [(c < 0, _tex_product(abs(c), monomial, floors)) for monomial, c in ordered]


def _tex_product(size: Fraction, monomial: Monomial, floors: Written) -> str:
    """size * monomial."""
    bases = ((floors.get(name) or latex_name(name), exponent) for name, exponent in monomial)
    powers = [base if e == 1 else f"{base}^{{{e}}}" for base, e in bases]
    if size == 1 and powers:
        return " ".join(powers)
    whole = size.denominator == 1
    number = str(size) if whole else rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
    return " ".join([number, *powers])
