"""D5: Competitive-ratio theorem: 32k."""

from imab_verify.ledger import Entry, Reading, play

ENTRY = Entry(
    id="D5",
    lines="497-505",
    slug="competitive-ratio-32k",
    title="Competitive-ratio theorem: 32k",
    statement="The competitive ratio of Algorithm 1 is at most 32k, for every T.",
    literal=(
        Reading(
            name="d5_literal_1",
            says="any k, any T",
            claim="OPT(T) <= 32*k*ALG(T)",
            policy="algorithm-1",
            tries=(play("0", "1", T=1),),
        ),
    ),
    others=(
        Reading(
            name="d5_other_1",
            says="after the initialisation, T >= 2k",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T >= 2*k",),
            policy="algorithm-1",
            tries=(play(*("0",) * 47, "min(n, 96)/96", T=96),),
        ),
        Reading(
            name="d5_other_2",
            says="after more than the initialisation, T > 2k",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T > 2*k",),
            policy="algorithm-1",
            tries=(play(*("0",) * 94, "min(n, 191)/191", T=191),),
        ),
        Reading(
            name="d5_other_3",
            says="2k < T <= 4k with T - 2k >= k/77",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T > 2*k", "T <= 4*k", "77*(T-2*k) >= k"),
            policy="algorithm-1",
            tries=(
                play(
                    *("91*min(n, 3)/366000",) * 6,
                    "91*min(n, 2)/366000",
                    *("0",) * 992,
                    "min(n, 2013)/4026",
                    T=2013,
                ),
            ),
        ),
        Reading(
            name="d5_other_4",
            says="every arm has one pull, k <= T < 2k",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T >= k", "T < 2*k"),
            policy="algorithm-1",
            tries=(play(*("0",) * 16, "min(n, 33)/33", T=33),),
        ),
        Reading(
            name="d5_other_5",
            says="the exact ratio at T = 2k is below k(2k+1)/3 for k >= 2",
            claim="3*OPT(T) < k*(2*k+1)*ALG(T)",
            given=("T == 2*k", "k >= 2"),
            policy="algorithm-1",
            tries=(play("0", "min(n, 4)/4", T=4),),
        ),
        Reading(
            name="d5_other_6",
            says="where k divides T the ratio stays below k(T+1)/(T+k)",
            claim="(T+k)*OPT(T) < k*(T+1)*ALG(T)",
            given=("T == k*q", "q >= 4", "k >= 2"),
            policy="algorithm-1",
            tries=(play("min(n, 4)/12", "min(n, 4)/12", "min(n, 12)/12", T=12, q=4),),
        ),
    ),
    repairs=(
        Reading(
            name="d5_repair_1",
            says="k(1+1/T) for all T >= 4k",
            claim="T*OPT(T) <= k*(T+1)*ALG(T)",
            given=("T >= 4*k",),
            policy="algorithm-1",
        ),
        Reading(
            name="d5_repair_2",
            says="T(T+1)/(8(T-2k)) for all T > 2k",
            claim="8*(T-2*k)*OPT(T) <= T*(T+1)*ALG(T)",
            given=("T > 2*k",),
            policy="algorithm-1",
        ),
        Reading(
            name="d5_repair_3",
            says="k(2k+1)/3 at T = 2k, which is attained",
            claim="3*OPT(T) <= k*(2*k+1)*ALG(T)",
            given=("T == 2*k",),
            policy="algorithm-1",
        ),
        Reading(
            name="d5_repair_4",
            says="32k at T = 2k, for k <= 47",
            claim="OPT(T) <= 32*k*ALG(T)",
            given=("T == 2*k", "k <= 47"),
            policy="algorithm-1",
        ),
        Reading(
            name="d5_repair_5",
            says="32k is enough for T >= 4k",
            claim="k*(T+1)/T <= 32*k",
            given=("T >= 4*k",),
        ),
        Reading(
            name="d5_repair_6",
            says="32k is enough for 2k < T <= 4k with T - 2k >= k/62",
            claim="T*(T+1)/(8*(T-2*k)) <= 32*k",
            given=("T > 2*k", "T <= 4*k", "62*(T-2*k) >= k"),
        ),
        Reading(
            name="d5_repair_7",
            says="so for every T > 2k if k <= 62",
            claim="62*(T-2*k) >= k",
            given=("T > 2*k", "k <= 62"),
        ),
        Reading(
            name="d5_repair_8",
            says="with one pull of an arm nothing better than T(T+1)/2",
            claim="Rew(f,T) <= T*(T+1)/2*Rew(f,1)",
        ),
        Reading(
            name="d5_repair_9",
            says="so 32k holds for k <= T < 2k if k <= 16",
            claim="T*(T+1)/2 <= 32*k",
            given=("T < 2*k", "k <= 16"),
        ),
        Reading(
            name="d5_repair_10",
            says="lower bound: estimates of arms n/T do not depend on their counts",
            claim="a*(a+1)/2 + (N-a)*a + (N-a)*(N-a+1)/2 == N*(N+1)/2",
            given=("a <= N",),
        ),
        Reading(
            name="d5_repair_11",
            says="lower bound: 2*T*ALG for counts q, with r pulls of bent arms",
            claim="k*q*(q+1) + 2*r*q == q*(T+k+r)",
            given=("T == k*q + r", "r >= 0"),
        ),
        Reading(
            name="d5_repair_12",
            says="lower bound: k(T+1)/(T+k) if k divides T",
            claim="T*(T+1)*(T+k) == k*(T+1)*q*(T+k)",
            given=("T == k*q",),
        ),
        Reading(
            name="d5_repair_13",
            says="upper and lower bound differ by a factor of at most 5/4",
            claim="k*(1+1/T) <= 5/4*k*(T+1)/(T+k)",
            given=("T >= 4*k",),
        ),
    ),
    relies_on=("D6", "D40", "D41"),
    convention="Ties may fall in any way; OPT(T)/ALG(T) is infinite where ALG(T) = 0 < OPT(T).",
    finding=(
        "The bound cannot hold for every T: for T < k an arm is never pulled, and at T = "
        "2k the exact ratio is k(2k+1)/3, which exceeds 32k from k = 48 on. What the "
        "algorithm does guarantee is k(1+1/T) for T >= 4k, and T(T+1)/(8(T-2k)) for T > "
        "2k. The exact worst case at each k and T, by `imab-verify worst-case`, is at "
        "most k from T = 4k on (docs/worst-case.md gives the closed form and its proof "
        "in prose)."
    ),
)
