"""What cvc5 says about a claim about arms, from the SMT-LIB texts that anyone can read."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from importlib.util import find_spec

from imab_verify.engines.z3.rays import ray_scripts, rays_decide
from imab_verify.engines.z3.slopes import slope_scripts
from imab_verify.engines.z3.smtlib import Script
from imab_verify.kernel import Claim

EFFORT = 40_000
"""Of cvc5's own units for one script: the same on every machine, about a second."""


class Opinion(StrEnum):
    """Whether the claim holds for all parameters and rewards."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


def is_installed() -> bool:
    """Whether the package cvc5 is there."""
    return find_spec("cvc5") is not None


def opinion(claim: Claim) -> Opinion:
    """True if no way to break the claim is satisfiable, false if one is (engines/z3/scripts.py)."""
    by_rays = {answer(script) for script, _ in ray_scripts(claim, relaxed=False)}
    if "sat" in by_rays:
        return Opinion.FALSE
    if rays_decide(claim):
        return Opinion.TRUE if by_rays <= {"unsat"} else Opinion.UNKNOWN
    return Opinion.TRUE if _all_unsat(slope_scripts(claim, relaxed=False)) else Opinion.UNKNOWN


def _all_unsat(scripts: Iterable[Script]) -> bool:
    return all(answer(script) == "unsat" for script in scripts)


def answer(script: Script) -> str:
    """The answer to one script: sat, unsat or unknown."""
    import cvc5

    terms = cvc5.TermManager()
    solver, symbols = cvc5.Solver(terms), cvc5.SymbolManager(terms)
    solver.setOption("rlimit-per", str(EFFORT))
    parser = cvc5.InputParser(solver, symbols)
    text = f"{script.text()}\n(check-sat)\n"
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "claim")
    said = "unknown"
    while not (command := parser.nextCommand()).isNull():
        words = command.invoke(solver, symbols).split()
        said = words[0] if words else said
    return said
