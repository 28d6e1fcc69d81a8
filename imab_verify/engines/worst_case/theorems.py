"""The theorems behind worst cases, about all k and T, from the file that keeps their proofs.

engines/runs/theorems.py says what they are and finds their proofs. Nothing rests on the file: a
worst case takes a line of it into its own document, and the kernel judges all of that.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from imab_verify.kernel import ALGORITHM_1, INDEX, Claim, Run, build
from imab_verify.kernel.worst_case import LAST_REWARD, ratio_at
from imab_verify.language.documents import claim_to_json

FILE = Path(__file__).with_suffix(".jsonl")
GREEDY_RUN = Run(INDEX, index=LAST_REWARD)


def theorem_at(run: Run, k: int, T: int, ratio: Fraction) -> str | None:
    """The line of a theorem that says OPT(T) <= ratio * ALG(T) in these runs at k and T."""
    for claim, item in _theorems():
        about_these = claim.played is not None and replace(claim.played, init=run.init) == run
        claimed = ratio_at(claim, k, T) if about_these else None
        if claimed is not None and claimed <= ratio:
            about = claim_to_json(replace(claim, run=run))
            return json.dumps({**item, "claim": about})
    return None


def algorithm_1(init: str) -> Run:
    """The runs of Algorithm 1; the theorems hold for both orders of the opening."""
    return Run(ALGORITHM_1, init=init)


@cache
def _theorems() -> tuple[tuple[Claim, dict[str, Any]], ...]:
    """Every claim, and the whole line that proves it."""
    items = map(json.loads, FILE.read_text(encoding="utf-8").splitlines())
    return tuple((build(Claim, item["claim"]), item) for item in items)
