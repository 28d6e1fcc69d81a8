"""What the process behind `countermodel` does: one question as JSON in, one answer as JSON out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from typing import Any

import z3

from imab_verify.engines.z3.ray_models import find_ray_model
from imab_verify.engines.z3.table_models import find_table_model
from imab_verify.kernel import Claim, read_claim

MEMORY_MB = 3000


def answer(
    claim: Claim,
    form: str,
    seconds: float,
    bound: int = 0,
    fixed: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """A countermodel of a claim, with any parameters or bounded ones, as plain data."""
    z3.set_param("memory_max_size", MEMORY_MB)
    if form == "bounded":
        point, absent = find_table_model(claim, bound, fixed or {})
    else:
        point, absent = find_ray_model(claim, time.monotonic() + seconds)
    if point is None:
        return {"answer": "none" if absent else "unknown"}
    return {
        "answer": "found",
        "parameters": {name: str(value) for name, value in point.parameters.items()},
        "arms": {
            arm: [[n, str(value)] for n, value in curve.points]
            for arm, curve in point.curves.items()
        },
    }


def main() -> None:
    """Answer the question on stdin."""
    question = json.load(sys.stdin)
    reply = answer(**question | {"claim": read_claim(question["claim"])})
    json.dump(reply, sys.stdout)


if __name__ == "__main__":
    main()
