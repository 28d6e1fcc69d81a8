"""C7: RR >= (T/2k)(f(0) + f(T/k))."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C7",
    lines="1061-1066",
    slug="round-robin-trapezium",
    title="RR >= (T/2k)(f(0) + f(T/k))",
    statement="RR(I,T) >= sum_{n=1}^{T/k} f_1(n) >= (T/2k)(f_1(0) + f_1(T/k)).",
    literal=(
        Reading(
            name="c7_literal_1",
            says="the sum, m = T/k, and the area of OBEP",
            claim="Rew(f,m) >= m/2*(f(m)-f(0)) + f(0)*m and Rew(f,m) >= m/2*(f(0)+f(m))",
        ),
        Reading(
            name="c7_literal_2",
            says="the other arms pay at least 0",
            claim="Rew(f,m) >= 0",
        ),
    ),
    others=(
        Reading(
            name="c7_other_1",
            says="for arms that are only nondecreasing",
            claim="Rew(f,m) >= m/2*(f(0)+f(m))",
            arms="f: monotone",
        ),
    ),
    repairs=(
        Reading(
            name="c7_repair_1",
            says="sharper, with the trapezia from 1 on",
            claim="Rew(f,m) >= m/2*(f(1)+f(m))",
        ),
    ),
    relies_on=("C1",),
)
