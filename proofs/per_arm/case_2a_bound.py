"""D35: case 2a, the bound N_i^2/(100 T^2) (lines 1480-1490).

With n = N_i, q = N'_l = alpha T/k <= N_1 <= T/2, so alpha <= k/2:

    Rew_i(n)/OPT(T) >= (k n/(32 alpha T)) (16 alpha^2/(25 k^2)) = alpha n/(50 k T)
                     = n q/(50 T^2) >= n^2/(100 T^2),    since q + 1 >= n >= 2 gives q >= n/2.

Everything holds; the first step is D34 and the corollary for m = q. The last reading is all of it
at once, with g optimal at q and h optimal at T.
"""

from imab_verify.ledger import Entry, Identity, Reading, cite, combine

ENTRY = Entry(
    id="D35",
    lines="1480-1490",
    slug="case-2a-bound",
    title="Case 2a: Rew_i(N_i)/OPT(T) >= N_i^2/(100T^2)",
    statement=(
        "With N'_l = alpha T/k, alpha <= k/2: Rew_i(N_i)/OPT(T) >= (k N_i/(32 alpha T)) "
        "(16 alpha^2/(25k^2)) = alpha N_i/(50kT) = N_i N'_l/(50T^2) >= N_i^2/(100T^2)."
    ),
    literal=(
        Reading(
            "constants_of_case_2a_eq",
            "the constants",
            "k*n/(32*alpha*T)*(16*alpha**2/(25*k**2)) == alpha*n/(50*k*T)",
            given=("alpha > 0",),
            reals=("alpha",),
        ),
        Reading("alpha_share_eq_level", "alpha = k N'_l/T", "(k*q/T)*n/(50*k*T) == n/(50*T**2)*q"),
        Reading(
            "alpha_of_level_le_half_of_arms",
            "N'_l <= N_1 <= T/2 gives alpha <= k/2",
            "k*q/T <= k/2",
            given=("2*q <= T",),
        ),
        Reading(
            "level_ge_half_of_pulls",
            "N'_l >= N_i/2",
            "q >= n/2",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            "level_bound_ge_pulls_square_100",
            "the end",
            "n/(50*T**2)*q >= n**2/(100*T**2)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            "rew_over_opt_ge_pulls_square_100",
            "all of it, h optimal at T and g at N'_l",
            "Rew(f,n)/Rew(h,T) >= n*n/(100*T*T)",
            given=(
                "32*q*Rew(f,n) >= n*Rew(g,q)",
                "Rew(h,q) <= Rew(g,q)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
                "2*q <= T",
            ),
            arms="f, g, h",
            by=(
                cite("rew_ratio_ge_16_25_square", f="h", m="q"),
                combine(
                    {
                        "given 1": "25*T*T",
                        "given 2": "25*n*T*T",
                        "rew_ratio_ge_16_25_square": "25*n",
                    },
                    scale="800*q",
                ),
            ),
        ),
    ),
    relies_on=("D34", "D21"),
    identities=(
        Identity(
            "case_2a_chain_eq",
            "the equalities of the display, with M = alpha T/k",
            (
                "k*N/(32*alpha*T)*(16*alpha**2/(25*k**2)) "
                "== alpha*N/(50*k*T) "
                "== N/(50*T**2)*(alpha*T/k)"
            ),
        ),
    ),
)
