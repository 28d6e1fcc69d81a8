"""Claims as text, and certificates as documents.

    reading.read_question(text, givens, arms, reals, run) -> Question     or ClaimError
    writing.show_claim, show_comparison, ...                              the way back
    documents.dumps(certificate)                                          the inverse of kernel.read

Text is read by a parser of its own (docs/claims.md has the grammar); nothing of it is ever
executed.
"""
