"""D3 (lines 452-455, 477): the estimate is optimistic.

    P(f,a,M) >= Rew(f,M)    for a <= M,

because f(a+n) <= f(a) + n Delta(f,a) by decreasing marginal returns. For a >= 2, as after the
initialisation, f(0) does not occur; with f(0) it is true for a = 1 too. Two sharper facts that the
paper's proofs use without saying so: a pull never makes an estimate larger, and an estimate is not
too optimistic,

    P(f,a+1,M) <= P(f,a,M)    and    a(a+1) P(f,a,M) <= M(M+1) Rew(f,a).
"""

from imab_verify.ledger import Entry, Reading

ESTIMATE_LE_REW_BEFORE_PULL = Reading(
    "estimate_le_rew_before_pull",
    "an estimate is not too optimistic, without a last pull",
    "a*(a+1)*P(f,a,M) <= M*(M+1)*Rew(f,a)",
    given=("a <= M",),
)

ENTRY = Entry(
    id="D3",
    lines="452-455,477",
    slug="estimate-optimistic",
    title="The estimate is optimistic",
    statement="p_i(t) >= Rew_i(N_{i*}(t)) for every arm i, that is P(f,a,M) >= Rew(f,M).",
    literal=(
        Reading(
            "estimate_ge_rew_after_two_pulls",
            "a = N_i >= 2 pulls",
            "P(f,a,M) >= Rew(f,M)",
            given=("2 <= a", "a <= M"),
        ),
    ),
    others=(
        Reading(
            "estimate_ge_rew_after_one_pull",
            "a >= 1, with f(0)",
            "P(f,a,M) >= Rew(f,M)",
            given=("1 <= a", "a <= M"),
        ),
        Reading(
            "estimate_ge_rew_after_two_pulls_from_1",
            "f(0) is not known",
            "P(f,a,M) >= Rew(f,M)",
            given=("2 <= a", "a <= M"),
            arms="f: concave-from-1",
        ),
        Reading(
            "estimate_after_pull_le_estimate",
            "an estimate never grows when the arm is pulled",
            "P(f,a+1,M) <= P(f,a,M)",
            given=("1 <= a", "a < M"),
        ),
    ),
    repairs=(ESTIMATE_LE_REW_BEFORE_PULL,),
    relies_on=("A9",),
)
