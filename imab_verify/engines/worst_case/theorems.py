"""The theorems behind worst cases, about all k and T, from the file that keeps their proofs.

tools/worst_case_theorems.py says what they are and finds their proofs. Every line of the file is a
certificate. Nothing rests on the file: a worst case takes its proofs as lemmas into its own
certificate, and the kernel judges all of that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

from imab_verify.engines.runs.ratios import ratio_at
from imab_verify.kernel import Certificate, Claim, ClaimProof, Proved, ProvedClaim, Run, read
from imab_verify.kernel.documents import build
from imab_verify.kernel.statement import ANY
from imab_verify.language.policy_names import short_name

FILE = Path(__file__).with_suffix(".jsonl")
Theorem = tuple[ProvedClaim, ...]
"""A theorem, after the lemmas that it cites."""


def theorem_at(run: Run, k: int, T: int, ratio: Fraction) -> Theorem | None:
    """A theorem that says OPT(T) <= ratio * ALG(T) in these runs at k and T."""

    def says_so(claim: Claim) -> bool:
        claimed = ratio_at(claim, k, T)
        return claimed is not None and claimed <= ratio

    return next(theorems_about(run, says_so), None)


def theorems_about(run: Run, wanted: Callable[[Claim], bool] = lambda _: True) -> Iterator[Theorem]:
    """The theorems about these runs whose claims are wanted.

    They hold for both orders of the opening, and for all ways to break ties; one for a single arm
    holds for any policy. Policies without a name have no other theorems.
    """
    for line, claim in _lines():
        about = claim.played and short_name(claim.played.policy)
        if about not in (ANY, short_name(run.policy)) or not wanted(claim):
            continue
        proved = _certificate(line)
        if isinstance(proved, Proved) and isinstance(proved.proof, ClaimProof):
            about_these = replace(claim, run=run.with_any_ties)
            yield (*proved.lemmas, ProvedClaim(about_these, proved.proof))


@cache
def _lines() -> tuple[tuple[str, Claim], ...]:
    """Every line with its claim."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple((line, build(Claim, json.loads(line)["claim"])) for line in lines)


@cache
def _certificate(line: str) -> Certificate:
    """The certificate on a line."""
    return read(line)
