"""A folder that Coq builds on its own: the checker, a file for each certificate, and All.v."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from imab_verify.errors import InputError
from imab_verify.files import show_path, write_file
from imab_verify.kernel import Certificate, RejectedError
from imab_verify.report.coq.terms import NotCoveredError
from imab_verify.report.coq.writing import coq_file

THEORIES = (
    *("Definitions", "Arms", "Polynomials", "Regions", "Forms", "Judge"),
    *("Claims", "Points", "Statements", "Runs", "RunStatements"),
    *("RunRules", "RunFacts", "RunSums", "RunProofs", "Syntax"),
)
"""The checker, in the order in which its files build on each other."""
LEFT_OUT = "not-exported.txt"
MAKEFILE = """\
# make: the checker, then every statement. Needs Coq (coqc, coq_makefile).
all: Makefile.coq
\t$(MAKE) -f Makefile.coq
Makefile.coq: _CoqProject
\tcoq_makefile -f _CoqProject -o Makefile.coq
.PHONY: all
"""


@dataclass(frozen=True, slots=True)
class Folder:
    """What was written: the theorems of each file, and what was left out, with the reason."""

    place: Path
    theorems: Mapping[str, tuple[str, ...]]
    left_out: Mapping[str, str]


def theory(name: str) -> str:
    """The text of a file of the checker."""
    return files("imab_verify").joinpath(f"report/coq/theories/{name}.v").read_text("utf-8")


def write_folder(certificates: Iterable[tuple[str, Certificate]], place: Path) -> Folder:
    """Write the checker and a file for each certificate that it can check."""
    theorems: dict[str, tuple[str, ...]] = {}
    left_out: dict[str, str] = {}
    for name, certificate in certificates:
        stem = module_name(name)
        try:
            made = coq_file(certificate, stem)
        except (NotCoveredError, RejectedError) as reason:
            left_out[name] = str(reason)
            continue
        write_file(place / "statements" / f"{stem}.v", made.text, parents=True)
        theorems[stem] = made.theorems
    for name in THEORIES:
        write_file(place / "theories" / f"{name}.v", theory(name), parents=True)
    sources = [f"theories/{name}.v" for name in THEORIES]
    sources += [f"statements/{stem}.v" for stem in theorems]
    project = ["-R theories Imab", "-R statements Statements", *sources, "All.v"]
    write_file(place / "_CoqProject", "\n".join(project) + "\n")
    write_file(place / "Makefile", MAKEFILE)
    write_file(place / "All.v", "".join(f"Require Statements.{stem}.\n" for stem in theorems))
    rows = (f"{name}: {reason}\n" for name, reason in left_out.items())
    write_file(place / LEFT_OUT, "".join(rows))
    return Folder(place, theorems, left_out)


def module_name(name: str) -> str:
    """A name of a file that is one of a module of Coq."""
    text = "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
    return text if text[:1].isalpha() else f"c_{text}"


def build(place: Path) -> str:
    """Let Coq build the folder; what it prints. InputError if it refuses, or is not there."""
    if not (shutil.which("coqc") and shutil.which("make")):
        raise InputError("Coq is not installed here: coqc and make are needed (Debian: coq, make)")
    jobs = f"-j{min(os.cpu_count() or 1, 2)}"
    command = ["make", "-C", str(place), "-k", jobs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  coqc
    if done.returncode:
        last = [line for line in done.stderr.splitlines() if line.startswith(("File", "Error"))]
        where = f": {'; '.join(last[:3])}" if last else ""
        raise InputError(f"{show_path(place)}: Coq does not accept it{where}")
    return done.stdout
