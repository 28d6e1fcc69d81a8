"""The witnesses heard on a ledger: every accepted certificate once, in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from imab_verify.kernel import read
from imab_verify.ledger.check import Checked, Ledger, Result
from imab_verify.processes import Failure, run_all
from imab_verify.witnesses import (
    Evidence,
    Stance,
    ask_kernel,
    ask_sympy,
    ask_z3,
    weakest,
)

SECONDS = 60.0
"""The hard limit for one question to a witness; after it there is no answer."""
KERNEL, SYMPY, Z3 = "kernel", "sympy", "z3"
NAMES = (KERNEL, SYMPY, Z3)
SILENT = Evidence(Stance.SILENT)


class WitnessQuestion(NamedTuple):
    """A question to a witness about a certificate; z3 is asked with or without a bound."""

    witness: str
    text: str
    bounded: bool = False


@dataclass(frozen=True, slots=True)
class Agreement:
    """The testimonies of all witnesses, by the text of the certificate."""

    testimonies: Mapping[str, Mapping[str, Evidence]]

    def of(self, result: Result) -> Mapping[str, Evidence]:
        """The testimonies on one reading: kernel, sympy, z3."""
        return self.testimonies.get(result.outcome.certificate, dict.fromkeys(NAMES, SILENT))

    def stances(self, checked: Checked) -> dict[str, Stance | None]:
        """The weakest word of every witness on the readings of an entry."""
        heard = [self.of(result) for result in checked.results]
        return {name: weakest(by[name] for by in heard).stance if heard else None for name in NAMES}

    def disagreements(self, ledger: Ledger) -> list[str]:
        """Both sides, wherever a witness contradicts; closed forms that sympy does not derive."""
        return [*false_identities(ledger.asked)] + [
            f"{checked.entry.id} {result.reading.name}: {result.verdict}, but {said.detail}"
            for checked in ledger.asked
            for result in checked.results
            for said in self.of(result).values()
            if said.stance is Stance.DISAGREES
        ]


def false_identities(asked: Sequence[Checked]) -> Iterator[str]:
    """The closed forms of these entries that do not hold."""
    from imab_verify.engines.sympy.closed_forms import false_link

    for checked in asked:
        for identity in checked.entry.identities:
            wrong = false_link(identity.equation)
            if wrong:
                yield f"{checked.entry.id} {identity.name}: sympy: {wrong}"


def certificates(ledger: Ledger) -> list[str]:
    """The text of every accepted certificate of what was asked, once."""
    texts = (r.outcome.certificate for checked in ledger.asked for r in checked.results)
    return list(dict.fromkeys(text for text in texts if text))


def hear(
    ledger: Ledger,
    *,
    workers: int,
    scheduler: str | None = None,
    seconds: float = SECONDS,
    report: Callable[[int], None] | None = None,
) -> Agreement:
    """Ask every witness about every certificate. `report` hears how many certificates are done."""
    texts = certificates(ledger)
    silent = dict.fromkeys(NAMES, SILENT)
    heard = {text: silent | {KERNEL: ask_kernel(text)} for text in texts}
    done: dict[str, int] = dict.fromkeys(texts, 0)

    def ask(questions: Sequence[WitnessQuestion], steps: int) -> None:
        asked = run_all(answer, questions, workers=workers, scheduler=scheduler, seconds=seconds)
        for question, said in asked:
            heard[question.text][question.witness] = _testimony(said)
            done[question.text] += steps
            if report is not None:
                report(sum(done.values()) // len(NAMES))

    ask([WitnessQuestion(name, text) for text in texts for name in NAMES[1:]], 1)
    left = [text for text in texts if heard[text][Z3].stance is Stance.SILENT]
    ask([WitnessQuestion(Z3, text, bounded=True) for text in left], 1)
    return Agreement(heard)


def _testimony(said: Evidence | Failure) -> Evidence:
    """The testimony in a worker's answer: silence if the worker died or was killed."""
    return Evidence(Stance.SILENT, said.reason) if isinstance(said, Failure) else said


def answer(question: WitnessQuestion) -> Evidence:
    """Work of a worker."""
    certificate = read(question.text)
    if question.witness == SYMPY:
        return ask_sympy(certificate)
    return ask_z3(certificate, bounded=question.bounded)
