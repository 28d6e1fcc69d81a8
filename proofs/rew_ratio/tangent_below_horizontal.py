"""D17: Ar(OBCQO) <= Ar(OADQO)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D17",
    lines="1244,1261-1263",
    slug="tangent-below-horizontal",
    title="Ar(OBCQO) <= Ar(OADQO)",
    statement=(
        "The area under the line of slope s through E is at most the area under the "
        "horizontal line through E, on [0, T+1], for alpha >= 1/2."
    ),
    literal=(
        Reading(
            name="d17_literal_1",
            says="slope from the left",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)*f(m)",
            given=("2*m >= T", "m <= T"),
        ),
        Reading(
            name="d17_literal_2",
            says="slope from the right",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m+1) <= (T+1)*f(m)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    others=(
        Reading(
            name="d17_other_1",
            says="areas on [0, T]",
            claim="T*f(m) + T*(T-2*m)/2*Delta(f,m) <= T*f(m)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    repairs=(
        Reading(
            name="d17_repair_1",
            says="alpha T >= (T+1)/2",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)*f(m)",
            given=("2*m >= T+1", "m <= T"),
        ),
        Reading(
            name="d17_repair_2",
            says="what the lemma needs, without areas",
            claim="Rew(f,T) <= (T+1)*f(m)",
            given=("2*m >= T", "m <= T"),
        ),
    ),
    relies_on=("D16", "D18"),
    finding=(
        "At alpha = 1/2 the area under the line is larger by s(T+1)/2, for every arm "
        "with slope s > 0; the bound Rew(T) <= (T+1) f(alpha T) that it is used for is "
        "true nevertheless."
    ),
)
