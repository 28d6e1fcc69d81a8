"""D3: The estimate is optimistic."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="D3",
    lines="452-455,477",
    slug="estimate-optimistic",
    title="The estimate is optimistic",
    statement="p_i(t) >= Rew_i(N_{i*}(t)) for every arm i, that is P(f,a,M) >= Rew(f,M).",
    literal=(
        Reading(
            name="d3_literal_1",
            says="a = N_i >= 2 pulls",
            claim="P(f,a,M) >= Rew(f,M)",
            given=("2 <= a", "a <= M"),
        ),
    ),
    others=(
        Reading(
            name="d3_other_1",
            says="a >= 1, with f(0)",
            claim="P(f,a,M) >= Rew(f,M)",
            given=("1 <= a", "a <= M"),
        ),
        Reading(
            name="d3_other_2",
            says="f(0) is not known",
            claim="P(f,a,M) >= Rew(f,M)",
            given=("2 <= a", "a <= M"),
            arms="f: concave-from-1",
        ),
        Reading(
            name="d3_other_3",
            says="an estimate never grows when the arm is pulled",
            claim="P(f,a+1,M) <= P(f,a,M)",
            given=("1 <= a", "a < M"),
        ),
    ),
    repairs=(
        Reading(
            name="d3_repair_1",
            says="and not too optimistic",
            claim="a*(a+1)*P(f,a,M) <= M*(M+1)*Rew(f,a)",
            given=("a <= M",),
        ),
    ),
    relies_on=("A9",),
)
