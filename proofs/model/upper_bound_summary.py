"""A2: Algorithm 1 has competitive ratio O(k) for any finite T."""

from imab_verify.ledger import Entry, Reading, play

A2_REPAIR_1 = Reading(
    name="a2_repair_1",
    says="from T = 4k on, with constant 1 + 1/T",
    claim="T*OPT(T) <= k*(T+1)*ALG(T)",
    given=("T >= 4*k",),
    policy="algorithm-1",
)

A2_REPAIR_2 = Reading(
    name="a2_repair_2",
    says="from T = 2k + 1 on",
    claim="8*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)",
    given=("T >= 2*k + 1",),
    policy="algorithm-1",
)

ENTRY = Entry(
    id="A2",
    lines="111,183,494",
    slug="upper-bound-summary",
    title="Algorithm 1 has competitive ratio O(k) for any finite T",
    statement=(
        "There is a constant C with OPT(T) <= C k ALG(T) for every k, every T and every instance."
    ),
    literal=(
        Reading(
            name="a2_literal_1",
            says="for every T; any C at all needs OPT = 0 wherever ALG = 0",
            claim="OPT(T) <= 0",
            given=("ALG(T) == 0",),
            policy="algorithm-1",
            tries=(play("0", "1", T=1),),
        ),
    ),
    repairs=(A2_REPAIR_1, A2_REPAIR_2),
    relies_on=("D5", "B1"),
    finding=(
        "No constant works for T < k, where an arm is not pulled at all, nor for T = 2k, "
        "where the ratio is k(2k+1)/3; from T = 4k on the constant is 1 + 1/T."
    ),
)
