"""The corpus of claims with known truth: tests/language/corpus/*.toml.

text       what is typed, with `given`, `declared` (real names), `integers`, `arms`, `policy`
check      the same conclusion in Python, `where` the hypotheses; without them the text is Python
reals      names that are real numbers without a declaration
least      the least values of integers, where that is not 1
truth      whether the claim holds
first      whether it is typed as a person would first type it
open       why it is not decided, where that is known
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from brute_force import REALS, Case
from runs import run_of

from imab_verify.kernel import ArmClass
from imab_verify.language.reading import Question, read_question

FOLDER = Path(__file__).parents[1] / "language" / "corpus"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One claim of the corpus."""

    file: str
    text: str
    truth: bool
    check: str = ""
    where: str = ""
    given: list[str] = field(default_factory=list)
    arms: dict[str, str] = field(default_factory=dict)
    reals: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    integers: list[str] = field(default_factory=list)
    least: dict[str, int] = field(default_factory=dict)
    policy: str = ""
    first: bool = False
    open: str = ""

    def question(self) -> Question:
        """The claim as it is read; ClaimError if it is not."""
        arms = {arm: ArmClass(kind) for arm, kind in self.arms.items()}
        run = run_of(self.policy) if self.policy else None
        return read_question(
            self.text,
            self.given,
            None if run or not arms else arms,
            self.declared,
            run,
            integers=self.integers,
        )

    def case(self) -> Case:
        """The claim for brute force."""
        check, where = self.check or self.text, self.where or " and ".join(self.given) or "True"
        named = dict.fromkeys(re.findall(r"\b[fgh]\b", f"{check} {where}"), "concave")
        grid = dict.fromkeys(self.reals, REALS) | dict.fromkeys(
            self.declared, (*REALS, -REALS[2], -REALS[3])
        )
        least = {"T": 1, "k": 1} | self.least
        return Case(check, where, self.arms or named, grid, self.policy, least)


def load() -> list[Entry]:
    """All claims, in the order of the files."""
    return [
        Entry(file=path.stem, **claim)
        for path in sorted(FOLDER.glob("*.toml"))
        for claim in tomllib.loads(path.read_text())["claim"]
    ]
