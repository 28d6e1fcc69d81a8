"""B11: The main-text family gives the bound, the appendix family a tighter one."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B11",
    lines="968-970",
    slug="main-family-guarantee",
    title="The main-text family gives the bound, the appendix family a tighter one",
    statement=(
        "With the main-text family the guarantee still holds; the appendix family gives "
        "a tighter one."
    ),
    literal=(
        Reading(
            name="b11_literal_1",
            says="ratio k/2 on the main-text family, for the algorithm that stays with one arm",
            claim="T*(T+1)/2 >= k/2*(N*T - N*(N-1)/2)",
            given=("k >= 2", "T <= k*N", "k*(N-1) < T"),
        ),
        Reading(
            name="b11_literal_2",
            says="where the appendix family is valid its slope 1/T is above 1/(kN)",
            claim="1/T > 1/(k*N)",
            given=("T <= k*N", "k*(N-1) < T", "N/T <= 1/k"),
        ),
    ),
    others=(
        Reading(
            name="b11_other_1",
            says="from T = k on",
            claim="T*(T+1)/2 >= k/2*(N*T - N*(N-1)/2)",
            given=("k >= 2", "T <= k*N", "k*(N-1) < T", "T >= k"),
        ),
    ),
    repairs=(
        Reading(
            name="b11_repair_1",
            says="where the appendix family is valid the two are the same: kN = T",
            claim="k*N == T",
            given=("T <= k*N", "k*(N-1) < T", "N/T <= 1/k"),
        ),
        Reading(
            name="b11_repair_2",
            says=(
                "main text, any algorithm: every pull pays at most 1/k, and T(T+1)/(2kN) >= "
                "(k/2)(T/k) if kN <= T + 1"
            ),
            claim="T*(T+1) >= k*N*T",
            given=("k*N <= T + 1",),
        ),
        Reading(
            name="b11_repair_3",
            says="main text, T >= k: T(T+1)/(2kN) >= (k/4)(T/k), a ratio of k/4",
            claim="2*T*(T+1) >= k*N*T",
            given=("T <= k*N", "k*(N-1) < T", "T >= k"),
        ),
    ),
    relies_on=("B5", "B10"),
    finding=(
        "Where k divides neither T nor T + 1 the main-text family may not give k/2 (k = "
        "3, T = 4: ratio 10/7 for the algorithm that stays with one arm), and where the "
        "appendix family is valid it is the same family."
    ),
)
