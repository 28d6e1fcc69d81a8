"""A8: Cumulative reward."""

from imab_verify.ledger import Entry, Reading, Verdict

ENTRY = Entry(
    id="A8",
    lines="229",
    slug="rew",
    title="Cumulative reward",
    statement="Rew_i(N) = f_i(1) + ... + f_i(N).",
    others=(
        Reading(
            name="a8_other_1",
            says="one more term",
            claim="Rew(f,N+1) == Rew(f,N) + f(N+1)",
            given=("N >= 0",),
        ),
    ),
    kind=Verdict.DEFINITION,
    reason="Rew is defined so, here as in the kernel.",
)
