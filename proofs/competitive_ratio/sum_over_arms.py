"""D41: Theorem, case 2: N_1 <= T/2."""

from imab_verify.ledger import Entry, Reading, combine, play

ENTRY = Entry(
    id="D41",
    lines="655-661,1548-1556",
    slug="sum-over-arms",
    title="Theorem, case 2: N_1 <= T/2",
    statement=(
        "If N_1 <= T/2 then ALG(T)/OPT(T) >= sum_i N_i^2/(200 T^2) >= 1/(200k), by the "
        "per-arm lemma and Cauchy-Schwarz."
    ),
    literal=(
        Reading(
            name="d41_literal_1",
            says="the ratio, any T",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("2*L <= T",),
            policy="algorithm-1",
            where="L = most",
            tries=(play("0", "0", "1", T=2),),
        ),
    ),
    others=(
        Reading(
            name="d41_other_1",
            says="the ratio, T >= 2k",
            claim="OPT(T) <= 200*k*ALG(T)",
            given=("2*L <= T", "T >= 2*k"),
            policy="algorithm-1",
            where="L = most",
            tries=(play(*("0",) * 299, "min(n, 600)/600", T=600),),
        ),
    ),
    repairs=(
        Reading(
            name="d41_repair_1",
            says="an arm with N >= 3 pulls: a line below the per-arm bound",
            claim="k*k*T*(T+1)*Rew(f,N) >= (2*k*T*N - T*T)*Rew(g,T)",
            given=("N*N*Rew(g,T) <= T*(T+1)*Rew(f,N)", "Rew(g,T) >= 0"),
            arms="f, g",
            by=(combine({"given 1": "k*k", "given 2": "(k*N-T)**2"}),),
        ),
        Reading(
            name="d41_repair_2",
            says="the line is a tangent of N^2 at T/k",
            claim="k*k*N*N - (2*k*T*N - T*T) == (k*N-T)**2 and k*(k*N-T)**2 >= 0",
        ),
        Reading(
            name="d41_repair_3",
            says="an arm with two pulls: the line is <= 0 there, for T >= 4k",
            claim="2*k*T*2 - T*T <= 0",
            given=("T >= 4*k",),
        ),
        Reading(
            name="d41_repair_4",
            says="summed over k arms with T pulls: ALG/OPT >= k T^2/(k^2 T(T+1))",
            claim="2*k*T*T - k*T*T == k*T*T and k*T*T/(k*k*T*(T+1)) == T/(k*(T+1))",
        ),
        Reading(
            name="d41_repair_5",
            says="for 2k < T < 4k the line 8(N-2)",
            claim="N*N >= 8*(N-2)",
        ),
    ),
    relies_on=("D22", "D42"),
    finding=(
        "The per-arm lemma gives nothing for arms with two pulls, so the sum must run "
        "over the others; a tangent of N^2 that is <= 0 at N = 2 repairs the sum for T "
        ">= 4k."
    ),
)
