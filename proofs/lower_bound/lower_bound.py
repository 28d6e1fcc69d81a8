"""B1: Lower-bound theorem."""

from imab_verify.ledger import Entry, Reading, combine

B1_LITERAL_2 = Reading(
    name="b1_literal_2",
    says="some arm has at most floor(T/k) pulls: one more for all of them is more than T",
    claim="k*(T//k + 1) > T",
)

B1_LITERAL_4 = Reading(
    name="b1_literal_4",
    says="an arm below n/T and q/T has Rew(T) <= q(2T-q+1)/(2T)",
    claim="T*Rew(f,T) <= q*T - q*(q-1)/2",
    given=("0 <= q", "q <= T", "f(1) <= 1/T", "f(T) <= q/T"),
    by=(combine({"given 3": "q*(q+1)/2", "given 4": "T-q"}),),
)

B1_LITERAL_5 = Reading(
    name="b1_literal_5",
    says="the arm that goes on has OPT(T) = (T+1)/2",
    claim="Rew(f,T) == (T+1)/2",
    given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
)

B1_LITERAL_6 = Reading(
    name="b1_literal_6",
    says="(a) the regret OPT - A is at least (T-q)(T-q+1)/(2T)",
    claim="T*((T+1)/2 - A) >= (T-q)*(T-q+1)/2",
    given=("0 <= q", "k*q <= T", "T < k*(q+1)", "T*A <= q*T - q*(q-1)/2"),
    reals=("A",),
)

B1_LITERAL_7 = Reading(
    name="b1_literal_7",
    says="which is at least c T with c = (k-1)^2/(2k^2), for every k and T",
    claim="(T-q)*(T-q+1)/2 >= (k-1)**2/(2*k**2)*T*T",
    given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
)

B1_REPAIR_1 = Reading(
    name="b1_repair_1",
    says="regret: c = 1/8 for two arms or more",
    claim="(T-q)*(T-q+1)/2 >= T*T/8",
    given=("k >= 2", "0 <= q", "k*q <= T", "T < k*(q+1)"),
)

B1_REPAIR_2 = Reading(
    name="b1_repair_2",
    says="ratio: q(2T-q+1)/(2T) k(T+1)/(2T) <= (T+1)/2",
    claim="k*q*(2*T-q+1) <= 2*T*T",
    given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
)

ENTRY = Entry(
    id="B1",
    lines="357-364",
    slug="lower-bound",
    title="Lower-bound theorem",
    statement=(
        "For every algorithm and every T there is an instance of k arms with regret at "
        "least cT, for some constant c, and competitive ratio at least k/2."
    ),
    literal=(
        Reading(
            name="b1_literal_1",
            says="the corrected family is valid: min(n,q)/T and min(n,T)/T stay in [0,1]",
            claim="0 <= q/T and q/T <= 1",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
        B1_LITERAL_2,
        Reading(
            name="b1_literal_3",
            says="equal arms: all pulls on one of them pay most",
            claim="Rew(f,m) + Rew(f,n) <= Rew(f,m+n)",
            given=("0 <= m", "0 <= n"),
            arms="f: monotone",
        ),
        B1_LITERAL_4,
        B1_LITERAL_5,
        B1_LITERAL_6,
        B1_LITERAL_7,
        Reading(
            name="b1_literal_8",
            says="(b) OPT >= (k/2) A, for every k and T",
            claim="T*(T+1)/2 >= k/2*(T*A)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)", "T*A <= q*T - q*(q-1)/2"),
            reals=("A",),
        ),
    ),
    others=(
        Reading(
            name="b1_other_1",
            says="with one arm there is no regret: c > 0 needs k >= 2",
            claim="OPT(T) <= ALG(T)",
            given=("k == 1",),
            policy="round-robin",
        ),
    ),
    repairs=(B1_REPAIR_1, B1_REPAIR_2),
    prose=(
        "pigeonhole: k arms with at least q + 1 pulls each would be more than T pulls",
        (
            "indistinguishability: let all arms be capped at q and let l be an arm with N_l "
            "<= q in that run; if arm l alone goes on, the algorithm sees the same rewards "
            "and pulls the same arms"
        ),
    ),
    relies_on=("B5", "B10", "B12", "B13", "B14", "B15", "B16", "B17", "A14"),
    convention=(
        "c may depend on k, which is fixed first; at k = 1 it is 0. The algorithm is "
        "deterministic, as in the proof; B18 has the randomised ones"
    ),
    finding=(
        "The theorem is true, but neither printed family proves it for all T; with q = "
        "floor(T/k) and arms min(n,q)/T, of which one goes on, the regret constant is "
        "(k-1)^2/(2k^2) and the ratio exceeds k/2 for every T."
    ),
)
