"""D12: Rew(alpha T) >= (alpha T/2) f(alpha T)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D12",
    lines="1222-1225",
    slug="rew-above-triangle",
    title="Rew(alpha T) >= (alpha T/2) f(alpha T)",
    statement="Rew(m) >= area under f on [0,m] >= area of the triangle OEP = (m/2) f(m).",
    literal=(
        Reading(
            name="d12_literal_1",
            says="the sum and the area",
            claim="Rew(f,m) >= Area(f,m)",
            given=("m >= 0",),
        ),
        Reading(
            name="d12_literal_2",
            says="the area and the triangle",
            claim="Area(f,m) >= m/2*f(m)",
            given=("m >= 0",),
        ),
        Reading(
            name="d12_literal_3",
            says="both",
            claim="Rew(f,m) >= m/2*f(m)",
            given=("m >= 0",),
        ),
    ),
    others=(
        Reading(
            name="d12_other_1",
            says="f(0) is not known",
            claim="Rew(f,m) >= m/2*f(m)",
            arms="f: concave-from-1",
        ),
    ),
    repairs=(
        Reading(
            name="d12_repair_1",
            says="sharp",
            claim="Rew(f,m) >= (m+1)/2*f(m)",
        ),
    ),
    relies_on=("A22",),
)
