"""The sentence of a statement back to the statement: what is printed says all, and in one way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from imab_verify.errors import InputError
from imab_verify.kernel import (
    AllOf,
    ArmClass,
    Claim,
    Comparison,
    Every,
    Exists,
    Floor,
    ForAll,
    Index,
    MalformedError,
    Run,
    Some,
)
from imab_verify.kernel.statement import ANYTIME, Context, Formula, Policy, check_well_formed
from imab_verify.language.contexts import read_context
from imab_verify.language.formulas import conclusion_of
from imab_verify.language.parser import ClaimError, leaves, parse_quantified
from imab_verify.language.policy_names import NAMED, SENTENCES, THERE_IS
from imab_verify.language.reading import read_question
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
_EXISTS = re.compile(r"(?:^|, )there are (?=(?:integers|reals) )")
_CHOICE = re.compile(
    r"(?P<names>\w+ \w+.*?)(?:, where (?P<where>.*?))?(?:, such that (?P<rest>.*))?"
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

    Floors that the sentence writes out get names of their own, and parts of an `and` in an `and`
    are parts of that; everything else is the same.
    """
    head, _, conclusion = text.rpartition(": ")
    before, *choices = _EXISTS.split(head)
    pieces = [before]
    blocks: list[tuple[bool, Names]] = []
    where: list[str] = []
    for choice in choices:
        match = _CHOICE.fullmatch(choice)
        if match is None:
            raise ClaimError("this is not how a choice is written", text, text.find(choice))
        blocks += [(False, {}), (True, _names(f"for all {match['names']}", text))]
        where += match["where"].split(" and ") if match["where"] else []
        pieces.append(match["rest"] or "")
    blocks.append((False, {}))
    sections, instance = ["", "", ""], -1
    for number, piece in enumerate(pieces):
        piece_head = piece
        for place, section in enumerate(_SECTIONS):
            piece_head, *after = section.split(piece_head, maxsplit=1)
            sections[place] = sections[place] or (after[0] if after else "")
            instance = 2 * number if sections[-1] and instance < 0 else instance
        blocks[2 * number] = (False, _names(piece_head, text))
    givens, floors, run = sections
    said = givens.split(" and ") if givens else []
    about = _run(run, text)
    if about == Every(ANYTIME):
        blocks[0][1]["integers"].insert(1, "T")
    return _Sentence(
        text=text,
        blocks=tuple(blocks),
        run=about,
        instance=instance if isinstance(about, Run) else -1,
        floors=tuple(_floor(part, text) for part in floors.split(", ") if part),
        givens=(*(given for given in said if not _FAMILY.fullmatch(given)), *where),
        families=tuple(_family(given) for given in said if _FAMILY.fullmatch(given)),
        conclusion=conclusion,
    ).claim()


Names = dict[str, list[str]]
"""Names by their sort."""


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
    if every := [Every(kind) for kind, sentence in SENTENCES.items() if sentence == said]:
        return every[0]
    match = _RUN.fullmatch(said)
    if match is None:
        raise ClaimError("this is not how a run is written", text, text.find(said))
    if match["score"]:
        from imab_verify.language.scored import read_index

        policy: Policy = read_index(int(match["opening"]), match["score"])
    else:
        policy = NAMED.get(match["policy"]) or match["policy"]
    if match["init"] and isinstance(policy, Index):
        policy = replace(policy, order=match["init"], ties=match["ties"])
    run = Run(policy)
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
    """A sentence taken apart.

    `blocks` are the names in their order, True where they exist; `instance` is the place of the one
    that the run stands with, or -1.
    """

    text: str
    blocks: tuple[tuple[bool, Names], ...]
    run: Context | None
    instance: int
    floors: Sequence[tuple[str, str, str]]
    givens: Sequence[str]
    families: Sequence[str]
    conclusion: str

    def claim(self) -> Claim:
        """All comparisons are read together, so that equal floors are the same floor."""
        quotients = [f"{p} >= 0" for _, *pair in self.floors for p in pair]
        before = [*quotients, *self.givens]
        read = self._read([*before, self.conclusion])
        if not read.is_plain:
            read = self._read([*before, f"({self.conclusion})"])
        comparisons, says = read.conclusion[: len(before)], read.conclusion[len(before) :]
        claim = Claim(
            parameters=self._names("integers"),
            arms=read.arms,
            givens=_plain(comparisons[len(quotients) :]),
            conclusion=conclusion_of(AllOf(says) if len(says) > 1 else says[0]),
            reals=self._names("reals"),
            floors=self._floors(read.floors, _plain(comparisons[: len(quotients)])),
            run=self.run,
            families=read.families,
            prefix=self._prefix(),
        )
        try:
            check_well_formed(claim)
        except MalformedError as error:
            raise InputError(f"the kernel does not accept this as a claim: {error}") from None
        return claim

    def _read(self, comparisons: Sequence[str]) -> Claim:
        together = " and ".join(comparisons)
        tree = parse_quantified(together).tree
        occurring = {name for leaf in leaves(tree) for name in leaf.names}
        read = read_question(
            together,
            [*(f"{name} >= 0" for name, _, _ in self.floors), *self.families],
            {arm: kind for kind in ArmClass for arm in self._names(kind)},
            [real for real in self._names("reals") if real in occurring],
            self.run,
            integers=self._names("integers"),
        )
        if read.sides:
            raise ClaimError("a sentence does not divide by parameters", self.text, 0)
        return read.claims().claim

    def _names(self, sort: str) -> tuple[str, ...]:
        """The names of a sort, in the order of the blocks."""
        return tuple(name for _, names in self.blocks for name in names.get(sort, ()))

    def _prefix(self) -> tuple[ForAll | Exists, ...]:
        """The blocks without empty ones, but for that with which arms and the run come."""
        if len(self.blocks) == 1:
            return ()
        return tuple(
            (Exists if exists else ForAll)((*own.get("integers", ()), *own.get("reals", ())))
            for place, (exists, own) in enumerate(self.blocks)
            if any(own.values()) or place == self.instance
        )

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


def _plain(parts: Sequence[Formula]) -> tuple[Comparison, ...]:
    return tuple(part for part in parts if isinstance(part, Comparison))


def _uses(floor: Floor) -> frozenset[str]:
    return frozenset(floor.numerator.names() | floor.divisor.names())
