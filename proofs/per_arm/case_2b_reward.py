"""D38: Case 2b: Rew_i(N_i) >= N_i^2/(128 N'_l^2) OPT(N'_l)."""

from imab_verify.ledger import Entry, Reading, combine

ENTRY = Entry(
    id="D38",
    lines="1506-1519",
    slug="case-2b-reward",
    title="Case 2b: Rew_i(N_i) >= N_i^2/(128 N'_l^2) OPT(N'_l)",
    statement=(
        "Rew(a) >= a f(a)/2 >= a^2 Delta/2 and case 2b give Rew(N_i) >= a^2/(a^2+8b^2) "
        "OPT(N'_l) >= a^2/(8(a^2+b^2)) OPT(N'_l) >= N_i^2/(128 N'_l^2) OPT(N'_l)."
    ),
    literal=(
        Reading(
            name="d38_literal_1",
            says="Rew(a) >= a f(a)/2",
            claim="Rew(f,a) >= 1/2*a*f(a)",
        ),
        Reading(
            name="d38_literal_2",
            says="a f(a) >= a^2 Delta",
            claim="1/2*a*f(a) >= 1/2*a**2*Delta(f,a)",
        ),
        Reading(
            name="d38_literal_3",
            says="(a^2+8b^2) Rew(a) >= a^2 OPT(N'_l)",
            claim="((n-1)**2+8*(q-n+2)**2)*Rew(f,n-1) >= (n-1)**2*Rew(g,q)",
            given=(
                "4*(q-n+2)**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)",
                "n >= 2",
                "q >= 1",
                "q+1 >= n",
            ),
            arms="f, g",
            by=(combine({"given 1": "(n-1)**2"}),),
        ),
        Reading(
            name="d38_literal_4",
            says="a^2/(a^2+8b^2) >= a^2/(8(a^2+b^2))",
            claim="a**2/(a**2+8*b**2) >= a**2/(8*(a**2+b**2))",
        ),
        Reading(
            name="d38_literal_5",
            says="(N_i-1)^2 >= N_i^2/4",
            claim="(n-1)**2 >= n**2/4",
            given=("n >= 2",),
        ),
        Reading(
            name="d38_literal_6",
            says="a^2+b^2 <= (a+b)^2",
            claim="a**2+b**2 <= (a+b)**2",
        ),
        Reading(
            name="d38_literal_7",
            says="(N'_l+1)^2 <= 4 N'_l^2",
            claim="(q+1)**2 <= 4*q**2",
        ),
        Reading(
            name="d38_literal_8",
            says="a^2/(8(a^2+b^2)) >= N_i^2/(128 N'_l^2)",
            claim="(n-1)**2/(8*((n-1)**2+(q-n+2)**2)) >= n**2/(128*q**2)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
    ),
    relies_on=("D36", "D37"),
)
