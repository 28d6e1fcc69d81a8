"""D29: Case 2: the step t and the comparison of estimates."""

from imab_verify.ledger import Entry, Reading, play
from proofs.runs import ANY_LAST_PULL_OF_F, LAST_PULL_OF_F

ENTRY = Entry(
    id="D29",
    lines="1409-1412,1435",
    slug="case-2-estimates",
    title="Case 2: the step t and the comparison of estimates",
    statement=(
        "Arm i is the first to cross N_i - 1 pulls or it is not; in the second case it "
        "was pulled at step t because p_i(t) >= p_j(t) for all arms j."
    ),
    literal=(
        Reading(
            name="d29_literal_1",
            says="p_i(t) >= p_j(t), some arm has N_i pulls before",
            claim="P(f,N-1,M) >= P(g,B,M)",
            given=("N >= 2", "M >= N", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("1", "0", T=4, f=2, g=1),),
        ),
    ),
    repairs=(
        Reading(
            name="d29_repair_1",
            says="N_i >= 3, in both cases",
            claim="P(f,N-1,M) >= P(g,B,M)",
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
        ),
    ),
    convention="N_i >= 2, so that an estimate of arm i exists.",
    finding=(
        "The two cases are exhaustive, but for N_i = 2 the pull belongs to the "
        "initialisation and no estimates are compared."
    ),
)
