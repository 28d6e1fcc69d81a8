"""Proofs and counterexamples told at length, as HTML: from the certificate, every time."""

from __future__ import annotations

import re
from base64 import b64encode
from zlib import compress

from imab_verify.ledger.check import Result
from imab_verify.ledger.papers import Paper
from imab_verify.report.explain import html_body
from imab_verify.report.explain.entries import explain_result

ALONE = re.compile(r"<msup><mrow>(<m[in]>[^<]*</m[in]>)</mrow>")
"""A letter with a power: without a row around it the power keeps clear of a slanted letter."""
INLINE = 3000
"""A proof of so many letters stands in the page as it is; a longer one is packed there."""


def tell(result: Result, paper: Paper) -> str:
    """The proof or the counterexample of one reading, "" if it is open; headings one level down."""
    document = explain_result(result, paper)
    text = "" if document is None else html_body(document)
    text = ALONE.sub(r"<msup>\1", text)
    return text.replace("<h3>", "<h4>").replace("</h3>", "</h4>")


def pack_text(text: str) -> str:
    """Text compressed for a page whose script unpacks it: deflate, then base64."""
    return b64encode(compress(text.encode(), 9)).decode()
