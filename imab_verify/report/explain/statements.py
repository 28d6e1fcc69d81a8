"""Claims, as a person would state them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from imab_verify.kernel import AllOf, AnyOf, ArmClass, Claim, Family, Floor
from imab_verify.kernel.statement import Formula
from imab_verify.report.explain.blocks import Block, Display, Part, Parts, list_parts, say
from imab_verify.report.explain.expressions import Chain, Role, Symbol, equation
from imab_verify.report.explain.expressions import Floor as Quotient
from imab_verify.report.explain.formulas import Names


def statement(
    claim: Claim,
    names: Names,
    lead: str = "",
    before: Parts = (),
    called: Mapping[str, str] | None = None,
) -> list[Block]:
    """The claim in words: what the names are, what is given, what follows.

    `called` are other names of hypotheses than h1, h2, ...
    """
    blocks: list[Block] = [say(*before, *_declarations(claim, names), lead=lead)]
    hypotheses = {f"h{n}": g for n, g in enumerate(claim.givens, start=1) if g.form.terms}
    if hypotheses:
        blocks.append(say("Suppose that"))
    for name, given in hypotheses.items():
        blocks.append(Display(names.comparison(given), f"({(called or {}).get(name, name)})"))
    for number, family in enumerate(claim.families, start=1):
        blocks.append(say("Suppose that for ", *_range(family, names)))
        blocks.append(Display(names.comparison(family.comparison), f"(F{number})"))
    if not claim.is_plain:
        [one, *more] = claim.conclusion
        whole = AllOf(claim.conclusion) if more else one
        return [*blocks, say("Then ", *formula_parts(whole, names), ".")]
    blocks.append(say("Then"))
    blocks += [Display(names.comparison(comparison)) for comparison in claim.plain]
    return blocks


def _range(family: Family, names: Names) -> Parts:
    """All integers of a family."""
    start: Parts = ("all integers ", Symbol(family.name), " from ", names.expand(family.first))
    return (*start, " on") if family.last is None else (*start, " to ", names.expand(family.last))


def formula_parts(formula: Formula, names: Names) -> Parts:
    """A formula with `and` and `or`, which binds less."""
    match formula:
        case AllOf(parts):
            inner = [
                ("(", *formula_parts(part, names), ")")
                if isinstance(part, AnyOf)
                else formula_parts(part, names)
                for part in parts
            ]
            return join_parts(inner, " and ") or ("anything",)
        case AnyOf(parts):
            return join_parts([formula_parts(p, names) for p in parts], " or ") or ("nothing",)
        case _:
            return (names.comparison(formula),)


def join_parts(parts: Sequence[Parts], word: str) -> Parts:
    """Parts of a sentence with a word between them."""
    together: list[Part] = []
    for number, part in enumerate(parts):
        together += [word, *part] if number else part
    return tuple(together)


def _declarations(claim: Claim, names: Names) -> Parts:
    parts: list[Parts] = []
    if claim.parameters:
        parts.append((*_names(claim.parameters, names), _be(claim.parameters, "integer")))
    if claim.reals:
        parts.append((*_names(claim.reals, names), _be(claim.reals, "real number")))
    for kind in ArmClass:
        own = [arm for arm, k in claim.arms if k is kind]
        if own:
            start = f" from n = {kind.first} on" if kind.first else ""
            word = "concave" if kind.shape.concave else kind.value
            parts.append((*_names(own, names), f" {word} rewards in [0,1]{start}"))
    declared: Parts = ("Let ", *list_parts(parts)) if parts else ()
    givens = [given for given in claim.givens if not given.form.terms]
    plain = [(names.comparison(given),) for given in dict.fromkeys(givens)]
    floors = [
        (floor_chain(f, names),) for f in claim.floors if isinstance(names.symbol(f.name), Symbol)
    ]
    together = [*floors, *plain]
    where: Parts = (" with " if declared else "Let ", *list_parts(together)) if together else ()
    return (*declared, *where, ".") if declared or where else ("In every case:",)


def floor_chain(floor: Floor, names: Names) -> Chain:
    """What a name for a floor is."""
    quotient = Quotient(names.expand(floor.numerator), names.expand(floor.divisor))
    return equation(names.symbol(floor.name), quotient, Role.SAID)


def _names(own: Sequence[str], names: Names) -> Parts:
    return list_parts([(Symbol(names.arm(name)),) for name in own], ", ")


def _be(own: Sequence[str], noun: str) -> str:
    return f" be {noun}s" if len(own) > 1 else f" be {_article(noun)} {noun}"


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
