"""D26, D27 and D28: case 1, the bound N_i^2/(32 T^2) (lines 1425-1431).

With N_i/2 = alpha T/k, that is alpha = k N_i/(2T):

    D26    N_i <= T/2 gives alpha <= k/2 (even k/4),
    D27    "substituting N_i = alpha T/k",
    D28    OPT(alpha T/k)/OPT(T) >= alpha^2/(4k^2) = N_i^2/(16 T^2) >= N_i^2/(32 T^2).

D27 is a slip: N_i/2 is substituted, and the lines after it do so. The corollary, which D28 cites,
gives 16 alpha^2/(25 k^2) = 4 N_i^2/(25 T^2), which is more than is written. N_i/2 need not be an
integer, but rounded down it is large enough for N_i^2/(16 T^2): with F = floor(N_i/2) the sharp
form F(F+1) OPT(T) <= T(T+1) OPT(F) and N_i^2 <= 4F(F+1) + 1 give it.
"""

from imab_verify.ledger import Entry, Identity, Reading, Severity

ALPHA_FROM_HALF = Entry(
    id="D26",
    lines="1425",
    slug="alpha-from-half",
    title="N_i/2 = alpha T/k and N_i <= T/2 give alpha <= k/2",
    statement="If N_i/2 = alpha T/k and N_i <= T/2 then alpha <= k/2.",
    literal=(
        Reading(
            "alpha_le_half_of_arms", "alpha = k N_i/(2T)", "k*N/(2*T) <= k/2", given=("2*N <= T",)
        ),
    ),
    repairs=(
        Reading(
            "alpha_le_quarter_of_arms", "alpha <= k/4", "k*N/(2*T) <= k/4", given=("2*N <= T",)
        ),
    ),
)

SUBSTITUTED_COUNT = Entry(
    id="D27",
    lines="1428",
    slug="substituted-count",
    severity=Severity.SLIP,
    title='"Substituting N_i = alpha T/k"',
    statement="With alpha defined by N_i/2 = alpha T/k, the step substitutes N_i = alpha T/k.",
    literal=(
        Reading(
            "pulls_eq_alpha_share", "N_i = alpha T/k for alpha = k N_i/(2T)", "N == k*N/(2*T)*T/k"
        ),
    ),
    negation=(
        Reading("pulls_gt_alpha_share", "N_i is twice alpha T/k, always", "N > k*N/(2*T)*T/k"),
    ),
    repairs=(Reading("half_of_pulls_eq_alpha_share", "N_i/2 = alpha T/k", "N/2 == k*N/(2*T)*T/k"),),
    finding=(
        "A slip in the remark: N_i/2 = alpha T/k is what is substituted; the next lines use that."
    ),
    printed=r"substituting $N_i = \alpha T/k$",
    corrected=r"substituting $N_i/2 = \alpha T/k$",
)

CASE_1_BOUND = Entry(
    id="D28",
    lines="1429-1431",
    slug="case-1-bound",
    title="Case 1: alpha^2/(4k^2) = N_i^2/(16T^2) >= N_i^2/(32T^2)",
    statement=(
        "OPT(alpha T/k)/OPT(T) >= alpha^2/(4k^2), said to be the corollary, = "
        "N_i^2/(16T^2) >= N_i^2/(32T^2) for alpha = k N_i/(2T)."
    ),
    literal=(
        Reading(
            "corollary_constant_ge_quarter",
            "the corollary's constant is larger",
            "16*x*x/(25*k*k) >= x*x/(4*k*k)",
            reals=("x",),
        ),
        Reading(
            "quarter_alpha_square_eq_pulls_square",
            "alpha^2/(4k^2) = N_i^2/(16T^2)",
            "(k*N/(2*T))**2/(4*k**2) == N**2/(16*T**2)",
        ),
        Reading(
            "pulls_square_16_ge_pulls_square_32",
            "N_i^2/(16T^2) >= N_i^2/(32T^2)",
            "N**2/(16*T**2) >= N**2/(32*T**2)",
        ),
        Reading(
            "opt_ratio_at_half_of_pulls_ge_square",
            "OPT(N_i/2), rounded down: f optimal at T, g at N_i/2",
            "Rew(g,N//2)/Rew(f,T) >= N*N/(16*T*T)",
            given=("Rew(f,N//2) <= Rew(g,N//2)", "N >= 2", "2*N <= T"),
            arms="f, g",
        ),
    ),
    repairs=(
        Reading(
            "corollary_at_half_of_pulls_gt_square",
            "the corollary gives 4 N_i^2/(25T^2), which is more than N_i^2/(16T^2)",
            (
                "16*(k*N/(2*T))**2/(25*k**2) >= 4*N**2/(25*T**2) and 4*N**2/(25*T**2) > "
                "N**2/(16*T**2)"
            ),
        ),
    ),
    relies_on=("D21", "D27"),
    convention="x is alpha.",
    finding=(
        "The corollary gives 16 alpha^2/(25 k^2), which is more than the alpha^2/(4k^2) "
        "that is cited; the display is right, and weaker than it could be."
    ),
    identities=(
        Identity(
            "alpha_back_eq", "alpha = k N/(2T) put in", "(k*N/(2*T))**2/(4*k**2) == N**2/(16*T**2)"
        ),
    ),
)

ENTRIES = (ALPHA_FROM_HALF, SUBSTITUTED_COUNT, CASE_1_BOUND)
