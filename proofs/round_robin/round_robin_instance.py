"""C3: The instance: one line, the others zero; OPT = (T+1)/2."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C3",
    lines="1029-1038",
    slug="round-robin-instance",
    title="The instance: one line, the others zero; OPT = (T+1)/2",
    statement="f_1(n) = n/T up to T, then 1, and f_i = 0 are reward functions, and OPT = (T+1)/2.",
    literal=(
        Reading(
            name="c3_literal_1",
            says="at n = T + 1 the line grows by no less than 0 and no more than before",
            claim="0 <= 1 - T/T and 1 - T/T <= 1/T",
        ),
        Reading(
            name="c3_literal_2",
            says="OPT, above the zero arms",
            claim="Rew(f,T) == (T+1)/2 and Rew(f,T) >= 0",
            given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
        ),
    ),
    relies_on=("A14",),
)
