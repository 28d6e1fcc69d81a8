"""D23: what the per-arm lemma's proof cites (line 638).

The text says that the proof uses the Rew-ratio lemma, the per-arm lemma itself and the corollary.
The printed proof uses the first-arm lemma where the text says the per-arm lemma.
"""

from imab_verify.ledger import Entry, Severity, Slip, Status

ENTRY = Entry(
    id="D23",
    lines="638",
    slug="per-arm-citations",
    severity=Severity.SLIP,
    title="What the per-arm lemma's proof cites",
    statement="The proof of the per-arm lemma uses the Rew-ratio lemma and that lemma itself.",
    slips=(
        Slip(
            line="638",
            printed=("uses the Rew-ratio lemma and this lemma itself."),
            meant="the first-arm lemma in place of the lemma itself.",
        ),
    ),
    kind=Status.NOT_FORMAL,
    reason=(
        "A slip of a reference: the appendix proof uses the first-arm lemma, the "
        "corollary and, at its end, the Rew-ratio lemma, and nowhere the per-arm lemma, "
        "so it is not circular."
    ),
)
