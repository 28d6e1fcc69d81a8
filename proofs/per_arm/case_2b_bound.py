"""D39: case 2b, the bound N_i^2/(200 T^2) (lines 1524-1527).

With n = N_i and q = N'_l = alpha T/k <= T/2:

    Rew_i(n)/OPT(T) >= (k^2 n^2/(128 alpha^2 T^2)) (16 alpha^2/(25 k^2)) = n^2/(200 T^2).

It holds, by D38 and OPT(q)/OPT(T) >= 16 q^2/(25 T^2), for which the text cites the Rew-ratio lemma
and means its corollary. The last reading is all of it at once, with g optimal at q and h at T.
"""

from imab_verify.ledger import Entry, Identity, Reading, Slip, cite, combine

ENTRY = Entry(
    id="D39",
    lines="1524-1527",
    slug="case-2b-bound",
    title="Case 2b: Rew_i(N_i)/OPT(T) >= N_i^2/(200T^2)",
    statement=(
        "With N'_l = alpha T/k: (k^2 N_i^2/(128 alpha^2 T^2)) (16 alpha^2/(25k^2)) = "
        "N_i^2/(200T^2)."
    ),
    literal=(
        Reading(
            "constants_of_case_2b_eq",
            "the constants",
            "k**2*n**2/(128*alpha**2*T**2)*(16*alpha**2/(25*k**2)) == n**2/(200*T**2)",
            given=("alpha > 0",),
            reals=("alpha",),
        ),
        Reading(
            "rew_over_opt_ge_pulls_square_200",
            "all of it, h optimal at T and g at N'_l",
            "Rew(f,n)/Rew(h,T) >= n*n/(200*T*T)",
            given=(
                "128*q*q*Rew(f,n) >= n*n*Rew(g,q)",
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
                        "given 2": "25*n*n*T*T",
                        "rew_ratio_ge_16_25_square": "25*n*n",
                    },
                    scale="3200*q*q",
                ),
            ),
        ),
    ),
    slips=(
        Slip(
            line="1526",
            printed="from the Rew-ratio lemma, part b.",
            meant="from its corollary, part b: the display is about OPT.",
        ),
    ),
    relies_on=("D38", "D11b"),
    identities=(
        Identity(
            "case_2b_chain_eq",
            "the equality of the display",
            "k**2*N**2/(128*alpha**2*T**2)*(16*alpha**2/(25*k**2)) == N**2/(200*T**2)",
        ),
    ),
)
