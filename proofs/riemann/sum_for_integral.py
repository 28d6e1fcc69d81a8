"""A20: Sums replaced by integrals."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="A20",
    lines="329",
    slug="sum-for-integral",
    title="Sums replaced by integrals",
    statement="Using integrals in place of the sums Rew and ALG does not affect the results.",
    literal=(
        Reading(
            name="a20_literal_1",
            says="what the proofs use: the integral to T from below, to T + 1 from above",
            claim="Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)",
        ),
    ),
    others=(
        Reading(
            name="a20_other_1",
            says="the two are equal",
            claim="Rew(f,T) == Area(f,T)",
        ),
    ),
    repairs=(
        Reading(
            name="a20_repair_1",
            says="the exact difference",
            claim="Rew(f,T) - Area(f,T) == 1/2*f(T) - 1/2*f(0)",
        ),
        Reading(
            name="a20_repair_2",
            says="within a factor 2",
            claim="Area(f,T) <= Rew(f,T) and Rew(f,T) <= 2*Area(f,T)",
        ),
    ),
    prose=("the proofs replace sums by integrals in these two directions only",),
    relies_on=("A22",),
    convention="f is read as a continuous curve by joining its values with straight lines.",
    finding=(
        "A sum exceeds its integral by exactly (f(T) - f(0))/2, up to a factor 2 at T = "
        "1. This is what turns T into T + 1 in the sharp constants."
    ),
)
