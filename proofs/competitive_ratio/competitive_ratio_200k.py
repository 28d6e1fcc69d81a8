"""D6: Competitive-ratio theorem: 200k."""

from imab_verify.ledger import Entry, Reading, play

ENTRY = Entry(
    id="D6",
    lines="653,661,1571",
    slug="competitive-ratio-200k",
    title="Competitive-ratio theorem: 200k",
    statement="The competitive ratio of Algorithm 1 is at most 200k, for every T (as derived).",
    literal=(
        Reading(
            name="d6_literal_1",
            says="any k, any T",
            claim="OPT(T) <= 200*k*ALG(T)",
            policy="algorithm-1",
            tries=(play("0", "1", T=1),),
        ),
    ),
    others=(
        Reading(
            name="d6_other_1",
            says="after the initialisation, T >= 2k",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T >= 2*k",),
            policy="algorithm-1",
            tries=(play(*("0",) * 299, "min(n, 600)/600", T=600),),
        ),
        Reading(
            name="d6_other_2",
            says="after more than the initialisation, T > 2k",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T > 2*k",),
            policy="algorithm-1",
            tries=(play(*("0",) * 598, "min(n, 1199)/1199", T=1199),),
        ),
    ),
    repairs=(
        Reading(
            name="d6_repair_1",
            says="200k at T = 2k, for k <= 299",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("T == 2*k", "k <= 299"),
            policy="algorithm-1",
        ),
        Reading(
            name="d6_repair_2",
            says="200k is enough for T >= 4k, by the bound k(1+1/T)",
            claim="k*(T+1)/T <= 200*k",
            given=("T >= 4*k",),
        ),
        Reading(
            name="d6_repair_3",
            says="200k is enough for 2k < T <= 4k with T - 2k >= k/397, by T(T+1)/(8(T-2k))",
            claim="T*(T+1)/(8*(T-2*k)) <= 200*k",
            given=("T > 2*k", "T <= 4*k", "397*(T-2*k) >= k"),
        ),
    ),
    relies_on=("D40", "D41"),
    convention="As for the constant 32.",
    finding=(
        "The proof ends with 200k where the theorem says 32k, and neither holds for "
        "every T: at T = 2k the exact ratio k(2k+1)/3 exceeds 200k from k = 300 on."
    ),
)
