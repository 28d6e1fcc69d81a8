"""D34: Case 2a: Rew_i(N_i) >= N_i/(32 N'_l) OPT(N'_l)."""

from imab_verify.ledger import Entry, Reading, combine

ENTRY = Entry(
    id="D34",
    lines="1470-1477",
    slug="case-2a-reward",
    title="Case 2a: Rew_i(N_i) >= N_i/(32 N'_l) OPT(N'_l)",
    statement=(
        "Rew(a) >= (a/2) f(a) and case 2a give Rew(N_i) >= a/(a+8b) OPT(N'_l) >= "
        "a/(8(a+b)) OPT(N'_l) >= N_i/(32 N'_l) OPT(N'_l)."
    ),
    literal=(
        Reading(
            name="d34_literal_1",
            says="Rew(a) >= (a/2) f(a)",
            claim="Rew(f,a) >= a/2*f(a)",
        ),
        Reading(
            name="d34_literal_2",
            says="(a+8b) Rew(a) >= a OPT(N'_l)",
            claim="((n-1)+8*(q-n+2))*Rew(f,n-1) >= (n-1)*Rew(g,q)",
            given=("4*(q-n+2)*f(n-1) >= Rew(g,q) - Rew(f,n-1)", "n >= 2", "q >= 1", "q+1 >= n"),
            arms="f, g",
            by=(combine({"given 1": "(n-1)"}),),
        ),
        Reading(
            name="d34_literal_3",
            says="Rew(N_i) >= Rew(a)",
            claim="Rew(f,n) >= Rew(f,n-1)",
            given=("n >= 2",),
        ),
        Reading(
            name="d34_literal_4",
            says="a/(a+8b) >= a/(8(a+b))",
            claim="a/(a+8*b) >= a/(8*(a+b))",
        ),
        Reading(
            name="d34_literal_5",
            says="a/(8(a+b)) >= N_i/(32 N'_l)",
            claim="(n-1)/(8*((n-1)+(q-n+2))) >= n/(32*q)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            name="d34_literal_6",
            says="a >= N_i/2",
            claim="(n-1) >= n/2",
            given=("n >= 2",),
        ),
        Reading(
            name="d34_literal_7",
            says="a+b = N'_l+1 <= 2N'_l",
            claim="(n-1)+(q-n+2) == q+1 and q+1 <= 2*q",
        ),
    ),
    relies_on=("D33",),
)
