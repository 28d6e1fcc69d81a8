"""The sentence of a statement back to the statement: what is printed says all, and in one way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from imab_verify.errors import InputError
from imab_verify.kernel import (
    ANYTIME,
    INDEX,
    AllOf,
    ArmClass,
    Claim,
    Comparison,
    Compound,
    Context,
    Every,
    Existence,
    Floor,
    Formula,
    MalformedError,
    Run,
    Some,
    Value,
    ValueComparison,
    check_statement,
)
from imab_verify.language.contexts import read_context
from imab_verify.language.errors import ClaimError
from imab_verify.language.every import read_every
from imab_verify.language.formulas import leaves
from imab_verify.language.quantifiers import parse_quantified
from imab_verify.language.reading import Question, read_question
from imab_verify.language.some import THERE_IS
from imab_verify.language.writing import OF_SCORE

_RUN = re.compile(
    rf"(?:in every run of|(?P<some>{re.escape(THERE_IS)}))"
    rf" (?:index (?P<opening>[0-9]+) by (?P<score>.*?)(?: {re.escape(OF_SCORE)})?"
    r"|(?P<policy>\S+)(?: policy)?)"
    r" on k(?: >= 1)? arms with horizon T"
    r"(?:, initialisation in (?P<init>[a-z-]+), ties (?P<ties>[a-z-]+))?"
    r"(?:, where (?P<where>.*))?"
)
_FAMILY = re.compile(
    r"(?P<says>.+) for all (?P<name>\w+) from (?P<first>.+) (?:to (?P<last>.+)|on)"
)
_EXISTS = re.compile(
    r"(?:(?P<before>.*), )?there are (?P<names>(?:integers|reals) \w+.*?)"
    r"(?:, where (?P<where>.*?))?(?:, such that (?P<rest>.*))?"
)
_SECTIONS = tuple(
    re.compile(rf"(?:^|, ){start}")
    for start in (
        r"given (?!= )",
        r"with (?!= )(?!horizon)",
        rf"(?=in every run of |for every deterministic policy |{re.escape(THERE_IS)} )",
    )
)


def read_sentence(text: str) -> Claim | Compound | Existence:
    """The statement of a sentence of `show_statement`; ClaimError or InputError if it is none.

    Floors that the sentence writes out get names of their own, parts of an `and` in an `and` are
    parts of that, and names that are chosen stand together; everything else is the same.
    """
    head, _, conclusion = text.rpartition(": ")
    exists = _EXISTS.fullmatch(head)
    if exists is not None and exists["before"] and exists["rest"]:
        raise ClaimError("something is chosen first or last, not both", text, 0)
    if exists is not None:
        head = exists["before"] or exists["rest"] or ""
    chosen = _names(f"for all {exists['names']}" if exists else "", text)
    where = exists["where"].split(" and ") if exists and exists["where"] else []
    parts = []
    for section in _SECTIONS:
        head, *after = section.split(head, maxsplit=1)
        parts.append(after[0] if after else "")
    givens, floors, run = parts
    said = givens.split(" and ") if givens else []
    about, names = _run(run, text), _names(head, text)
    if about == Every(ANYTIME):
        names["integers"].insert(1, "T")
    return _Sentence(
        text=text,
        names=names,
        run=about,
        floors=tuple(_floor(part, text) for part in floors.split(", ") if part),
        givens=tuple(given for given in said if not _FAMILY.fullmatch(given)),
        families=tuple(_family(given) for given in said if _FAMILY.fullmatch(given)),
        conclusion=conclusion,
        chosen=chosen,
        where=where,
        first=exists is not None and not exists["before"],
    ).statement()


def _names(head: str, text: str) -> dict[str, list[str]]:
    """The declared names by their sort."""
    names: dict[str, list[str]] = {"integers": [], "reals": [], **{kind: [] for kind in ArmClass}}
    start = "for all "
    if not head:
        return names
    for group in head.removeprefix(start).split("; "):
        sort, _, listed = group.partition(" ")
        if not head.startswith(start) or sort not in names or not listed:
            raise ClaimError("a claim begins with the names that it is about", text, 0)
        names[sort] += listed.split(", ")
    return names


def _run(said: str, text: str) -> Context | None:
    if not said:
        return None
    every = read_every(said)
    if every is not None:
        return every
    match = _RUN.fullmatch(said)
    if match is None:
        raise ClaimError("this is not how a run is written", text, text.find(said))
    if match["score"]:
        from imab_verify.language.scored import read_index

        run = Run(INDEX, index=read_index(int(match["opening"]), match["score"]))
    else:
        run = Run(match["policy"])
    if match["init"]:
        run = replace(run, init=match["init"], ties=match["ties"])
    return Some(run) if match["some"] else read_context(match["where"] or "", run)


def _family(given: str) -> str:
    """A family of hypotheses as it is typed."""
    match = _FAMILY.fullmatch(given)
    if match is None:
        raise ValueError(given)
    ends = f" <= {match['last']}" if match["last"] else ""
    return f"for all {match['first']} <= {match['name']}{ends}: {match['says']}"


def _floor(part: str, text: str) -> tuple[str, str, str]:
    """Name, numerator and divisor."""
    name, equals, quotient = part.partition(" = ")
    numerator, slashes, divisor = quotient.rpartition("//")
    if not equals or not slashes:
        raise ClaimError("a floor is written q = n//d", text, text.find(part))
    return name, numerator, divisor


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence taken apart."""

    text: str
    names: dict[str, list[str]]
    run: Context | None
    floors: Sequence[tuple[str, str, str]]
    givens: Sequence[str]
    families: Sequence[str]
    conclusion: str
    chosen: dict[str, list[str]]
    where: Sequence[str]
    first: bool

    def statement(self) -> Claim | Compound | Existence:
        """All comparisons are read together, so that equal floors are the same floor."""
        quotients = [f"{p} >= 0" for _, *pair in self.floors for p in pair]
        before = [*quotients, *self.givens, *self.where]
        read = self._read([*before, self.conclusion])
        if not isinstance(read.claims().statement, Claim):
            read = self._read([*before, f"({self.conclusion})"])
        whole = read.claims().claim
        comparisons, says = _split_formula(read.claims().statement, len(before))
        first, second = len(quotients), len(quotients) + len(self.givens)
        is_claim = isinstance(says, tuple) and not any(self.chosen.values())
        claim = Claim(
            parameters=self._in_order("integers"),
            arms=whole.arms,
            givens=comparisons[first:second],
            conclusion=says if is_claim and isinstance(says, tuple) else (),
            reals=self._in_order("reals"),
            floors=self._floors(whole.floors, comparisons[:first]),
            run=self.run,
            families=whole.families,
        )
        statement = self._of_claim(claim, says, comparisons[second:])
        try:
            check_statement(statement)
        except MalformedError as error:
            raise InputError(f"the kernel does not accept this as a claim: {error}") from None
        return statement

    def _read(self, comparisons: Sequence[str]) -> Question:
        together = " and ".join(comparisons)
        tree = parse_quantified(together).tree
        occurring = {name for leaf in leaves(tree) for name in leaf.syntax.names}
        read = read_question(
            together,
            [*(f"{name} >= 0" for name, _, _ in self.floors), *self.families],
            {arm: kind for kind in ArmClass for arm in self.names[kind]},
            [real for real in self._in_order("reals") if real in occurring],
            self.run,
            integers=self._in_order("integers"),
        )
        if read.positive:
            raise ClaimError("a sentence does not divide by parameters", self.text, 0)
        return read

    def _in_order(self, sort: str) -> tuple[str, ...]:
        """The names of a sort, those that are chosen last."""
        return (*self.names[sort], *self.chosen[sort])

    def _of_claim(
        self, claim: Claim, says: Says, where: tuple[Comparison, ...]
    ) -> Claim | Compound | Existence:
        chosen = (*self.chosen["integers"], *self.chosen["reals"])
        if isinstance(says, tuple) and not chosen:
            return claim
        formula = _formula_of(says) if isinstance(says, tuple) else says
        if not chosen:
            return Compound(claim, formula)
        return Existence(claim, formula, chosen, "first" if self.first else "last", where)

    def _floors(
        self, inline: Sequence[Floor], quotients: Sequence[Comparison]
    ) -> tuple[Floor, ...]:
        """All floors, each after those that it uses."""
        values = [comparison.form.constant for comparison in quotients]
        named = [
            Floor(name, *values[2 * number : 2 * number + 2])
            for number, (name, _, _) in enumerate(self.floors)
        ]
        waiting = [*inline, *named]
        ordered: list[Floor] = []
        while waiting:
            undefined = {floor.name for floor in waiting}
            ready = [f for f in waiting if not _uses(f) & undefined]
            if not ready:
                raise ClaimError("a floor is defined by itself", self.text, 0)
            ordered += ready
            waiting = [floor for floor in waiting if floor not in ready]
        return tuple(ordered)


Says = Formula | tuple[Comparison, ...]
"""What a statement concludes: a formula, or comparisons all of which hold."""


def _split_formula(
    statement: Claim | Compound | Existence, n: int
) -> tuple[tuple[Comparison, ...], Says]:
    """The first n comparisons of what is said, and the rest."""
    if isinstance(statement, Claim):
        return statement.conclusion[:n], statement.conclusion[n:]
    whole = statement.formula
    parts = whole.parts if n and isinstance(whole, AllOf) else (whole,)
    tests = [part for part in parts[:n] if isinstance(part, ValueComparison)]
    rest = parts[n:]
    comparisons = tuple(Comparison(test.value.form, test.relation) for test in tests)
    return comparisons, rest[0] if len(rest) == 1 else AllOf(rest)


def _formula_of(comparisons: tuple[Comparison, ...]) -> Formula:
    tests = tuple(ValueComparison(Value(c.form), c.relation) for c in comparisons)
    return tests[0] if len(tests) == 1 else AllOf(tests)


def _uses(floor: Floor) -> frozenset[str]:
    return frozenset(floor.numerator.names() | floor.divisor.names())
