"""D39: Case 2b: Rew_i(N_i)/OPT(T) >= N_i^2/(200T^2)."""

from imab_verify.ledger import Entry, Reading, combine

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
            name="d39_literal_1",
            says="the constants",
            claim="k**2*n**2/(128*alpha**2*T**2)*(16*alpha**2/(25*k**2)) == n**2/(200*T**2)",
            given=("alpha > 0",),
            reals=("alpha",),
        ),
        Reading(
            name="d39_literal_2",
            says="all of it, h optimal at T and g at N'_l",
            claim="Rew(f,n)/Rew(h,T) >= n*n/(200*T*T)",
            given=(
                "128*q*q*Rew(f,n) >= n*n*Rew(g,q)",
                "Rew(h,q) <= Rew(g,q)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
                "2*q <= T",
            ),
            arms="f, g, h",
            by=(combine({"given 1": "25*T*T", "given 2": "25*n*n*T*T"}, scale="16*q*q"),),
        ),
    ),
    relies_on=("D38", "D11b"),
)
