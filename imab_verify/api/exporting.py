"""Certificates as theorems of Coq, in a folder that builds on its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imab_verify.api.papers import PaperPath, check
from imab_verify.errors import InputError
from imab_verify.files import check_destination
from imab_verify.kernel import Certificate, MalformedError, read
from imab_verify.report.coq.folder import LEFT_OUT, Folder, build, module_name, write_folder
from imab_verify.report.coq.terms import NotCoveredError
from imab_verify.report.coq.writing import coq_file
from imab_verify.report.replies import Reply

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class Export(Reply):
    """What was written for Coq, and what was left out, with the reason.

    checked: whether Coq has built the folder and accepted every theorem in it.
    """

    folder: Folder
    checked: bool = False

    @property
    def theorems(self) -> tuple[str, ...]:
        """The theorems, by their full names."""
        files = self.folder.theorems.items()
        return tuple(f"{file}.{name}.{name}" for file, names in files for name in names)

    @property
    def left_out(self) -> dict[str, str]:
        """What was not exported, each with the reason."""
        return dict(self.folder.left_out)

    def to_json(self) -> dict[str, Any]:
        """The document of `export --json`."""
        return {
            "folder": str(self.folder.place),
            "files": len(self.folder.theorems),
            "theorems": [*self.theorems],
            "left_out": self.left_out,
            "checked": self.checked,
        }

    def show(self, screen: Console) -> None:
        """Print where it is, what is in it, and what is not."""
        place, files = self.folder.place, len(self.folder.theorems)
        screen.print(f"{place}: {files} files, {len(self.theorems)} theorems", soft_wrap=True)
        if self.checked:
            screen.print("Coq accepts all of them")
        else:
            screen.print(f"to have them checked: make -C {place}", soft_wrap=True)
        if self.left_out:
            screen.print(f"not exported: {len(self.left_out)}, listed in {place / LEFT_OUT}")
        for reason, number in Counter(self.left_out.values()).most_common():
            screen.print(f"  {number}  {reason}", soft_wrap=True)


def export(
    path: PaperPath | None = None,
    *ids: str,
    out: str | Path,
    certificates: PaperPath | None = None,
    coqc: bool = False,
    **how: Any,
) -> Export:
    """Write the certificates of a paper, or of the statements with these ids, for Coq.

    certificates: a file or a directory with certificates, in the place of a paper. coqc: let Coq
    build the folder; InputError if it does not accept it. `how` as for `check`.
    """
    place = Path(out)
    check_destination(place / "All.v", parents=True)
    found = _of_paper(path, ids, how) if certificates is None else _in_files(certificates)
    folder = write_folder(found, place)
    if coqc:
        build(place)
    return Export(folder, coqc)


def coq(certificate: str | bytes, name: str = "claim") -> str:
    """A certificate as a Coq file, for the theories that `export` writes.

    InputError if the checker in Coq does not cover it.
    """
    try:
        return coq_file(read(certificate), module_name(name)).text
    except NotCoveredError as reason:
        raise InputError(f"this cannot be written for Coq yet: {reason}") from None


def _of_paper(
    path: PaperPath | None, ids: tuple[str, ...], how: dict[str, Any]
) -> Iterator[tuple[str, Certificate]]:
    """The accepted certificates of a paper, by the names of the readings."""
    for checked in check(path, *ids, **how).ledger.asked:
        for result in checked.results:
            if result.outcome.certificate:
                yield result.reading.name, read(result.outcome.certificate)


def _in_files(certificates: PaperPath) -> Iterator[tuple[str, Certificate]]:
    """The certificates in files; one that cannot be read is left out."""
    from imab_verify.api.replaying import find_certificates

    for file in find_certificates([certificates]).certificates:
        try:
            yield file.name.removesuffix(".json"), read(file.read_bytes())
        except (OSError, MalformedError):
            continue
