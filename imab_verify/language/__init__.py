"""Claims as text, and certificates as documents.

    read_question(text, givens, arms, reals, run) -> Question     or ClaimError, with `caret`
    show_claim, show_comparison, ...                              the way back
    read_sentence(text) -> Claim                                  the inverse of show_claim
    dumps(certificate)                                            the inverse of kernel.read

Text is read by a parser of its own (docs/claim-language.md has the grammar); nothing of it is
ever executed.
"""

from imab_verify.language.declarations import read_arms
from imab_verify.language.documents import claim_to_json, dumps, encode
from imab_verify.language.errors import ClaimError, caret
from imab_verify.language.reading import Question, read_question
from imab_verify.language.sentences import read_sentence
from imab_verify.language.writing import (
    show_claim,
    show_comparison,
    show_form,
    show_polynomial,
)

__all__ = [
    "ClaimError",
    "Question",
    "caret",
    "claim_to_json",
    "dumps",
    "encode",
    "read_arms",
    "read_question",
    "read_sentence",
    "show_claim",
    "show_comparison",
    "show_form",
    "show_polynomial",
]
