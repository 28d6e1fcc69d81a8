"""What the kernel judged, as a sentence."""

from __future__ import annotations

from imab_verify.kernel import Claim
from imab_verify.language.writing import show_claim


def show_statement(claim: Claim) -> str:
    """The whole statement; two different statements have different sentences."""
    return show_claim(claim)
