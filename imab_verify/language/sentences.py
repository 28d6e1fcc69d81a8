"""The sentence of a claim back to the claim: what is printed says all, and in one way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from imab_verify.errors import InputError
from imab_verify.kernel import (
    ANYTIME,
    INDEX,
    ArmClass,
    Claim,
    Comparison,
    Context,
    Every,
    Floor,
    MalformedError,
    Run,
    Some,
    check_well_formed,
)
from imab_verify.language.contexts import read_context
from imab_verify.language.errors import ClaimError
from imab_verify.language.every import read_every
from imab_verify.language.parser import parse
from imab_verify.language.reading import read_question
from imab_verify.language.some import THERE_IS

_RUN = re.compile(
    rf"(?:in every run of|(?P<some>{re.escape(THERE_IS)}))"
    r" (?:index (?P<opening>[0-9]+) by (?P<score>.*)|(?P<policy>\S+)(?: policy)?)"
    r" on k arms with horizon T"
    r"(?:, initialisation in (?P<init>[a-z-]+), ties (?P<ties>[a-z-]+))?"
    r"(?:, where (?P<where>.*))?"
)
_FAMILY = re.compile(
    r"(?P<says>.+) for all (?P<name>\w+) from (?P<first>.+) (?:to (?P<last>.+)|on)"
)
_SECTIONS = tuple(
    re.compile(rf"(?:^|, ){start}")
    for start in (
        r"given (?!= )",
        r"with (?!= )(?!horizon)",
        rf"(?=in every run of |for every deterministic policy |{re.escape(THERE_IS)} )",
    )
)


def read_sentence(text: str) -> Claim:
    """The claim of a sentence of `show_claim`; ClaimError or InputError if it is none.

    Floors that the sentence writes out get names of their own; everything else is the same.
    """
    head, _, conclusion = text.rpartition(": ")
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
    ).claim()


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

    def claim(self) -> Claim:
        """All comparisons are read together, so that equal floors are the same floor."""
        quotients = [f"{p} >= 0" for _, *pair in self.floors for p in pair]
        together = " and ".join([*quotients, *self.givens, self.conclusion])
        occurring = set(parse(together).names)
        read = read_question(
            together,
            [*(f"{name} >= 0" for name, _, _ in self.floors), *self.families],
            {arm: kind for kind in ArmClass for arm in self.names[kind]},
            [real for real in self.names["reals"] if real in occurring],
            self.run,
            integers=self.names["integers"],
        )
        if read.positive:
            raise ClaimError("a sentence does not divide by parameters", self.text, 0)
        first, second = len(quotients), len(quotients) + len(self.givens)
        whole = read.claims().claim
        comparisons = whole.conclusion
        claim = Claim(
            parameters=tuple(self.names["integers"]),
            arms=whole.arms,
            givens=comparisons[first:second],
            conclusion=comparisons[second:],
            reals=tuple(self.names["reals"]),
            floors=self._floors(whole.floors, comparisons[:first]),
            run=self.run,
            families=whole.families,
        )
        try:
            check_well_formed(claim)
        except MalformedError as error:
            raise InputError(f"the kernel does not accept this as a claim: {error}") from None
        return claim

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


def _uses(floor: Floor) -> frozenset[str]:
    return frozenset(floor.numerator.names() | floor.divisor.names())
