"""What the kernel judged, as a sentence: a claim, or the worst case of a policy at one k and T."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

from imab_verify.kernel import ALGORITHM_1, Claim, Compound, Existence
from imab_verify.language.documents import encode
from imab_verify.language.writing import show_claim, show_existence
from imab_verify.model.rationals import show_rational

if TYPE_CHECKING:
    from imab_verify.kernel.worst_case import Supremum


def show_statement(statement: Claim | Compound | Existence | Supremum) -> str:
    """The whole statement; two different statements have different sentences."""
    match statement:
        case Claim():
            return show_claim(statement)
        case Compound(claim, formula):
            return show_claim(claim, formula)
        case Existence():
            return show_existence(statement)
        case _:
            return _show_worst_case(statement)


def _show_worst_case(case: Supremum) -> str:
    """lower <= sup OPT(T)/ALG(T) <= upper, for this policy and size."""
    about = f"{_policy(case)} on k = {case.k} arms with horizon T = {case.T}"
    if case.upper is None:
        where = "on an instance" if case.lower.near is None else "in the limit of instances"
        return f"sup OPT(T)/ALG(T) is infinite for {about}: ALG(T) = 0 < OPT(T) {where}"
    lower, upper = (show_rational(r or Fraction(0)) for r in (case.lower.ratio, case.upper))
    value = f"== {upper}" if lower == upper else f"is at least {lower} and at most {upper}"
    return f"sup OPT(T)/ALG(T) {value} for {about}"


def _policy(case: Supremum) -> str:
    """The policy with all that it depends on; an index policy by a digest of its table."""
    says = [f"ties {case.ties}"]
    if case.policy == ALGORITHM_1:
        says.insert(0, f"initialisation in {case.init}")
    if case.table is not None:
        from hashlib import sha256

        document = encode(type(case), case)
        text = json.dumps([document["opening"], document["table"]])
        digest = sha256(text.encode()).hexdigest()[:32]
        says.insert(0, f"opening and table of {len(case.table)} rows with digest {digest}")
    return f"{case.policy} ({', '.join(says)})"
