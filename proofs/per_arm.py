"""The per-arm lemma: if N_1 <= T/2 then OPT(T)/Rew_i(N_i) <= 200 T^2/N_i^2 for every arm i.

As stated it is false, at every T >= 2: an arm that pays nothing is pulled twice in the
initialisation and perhaps never again, so Rew_i(N_i) = 0 while OPT(T) > 0. It is true for every arm
with N_i >= 3, for every T and without N_1 <= T/2, with a better constant:

    N^2 OPT(T) <= T(T+1) Rew(f,N).

Let M be the largest count before the last pull of f and a = N-1. The estimate of f was the largest,
P(f,a,M) >= P(g,B,M) >= Rew(g,M) for all arms g; then N^2 P(f,a,M) <= M(M+1) Rew(f,N) and
M(M+1) Rew(g,T) <= T(T+1) Rew(g,M), which are claims about one arm each.

The printed proof
-----------------
It distinguishes whether arm i is the first to cross N_i - 1 pulls (case 1) or not (case 2). In both
it uses that arm i was chosen for its estimate, which is so for N_i >= 3 only. With this added, all
of its steps hold, and its constants are 32, 100 and 200. Its names are kept here:

    n = N_i,  q = N'_l = N - 1,  a = N_i - 1,  b = N'_l - N_i + 2 = N - a,

where N is the largest count at the step t of the last pull of arm i, and l the first arm that had N
pulls. X = OPT(N'_l) is Rew(g,q) for an arm g that is optimal at q.
"""

from __future__ import annotations

from dataclasses import replace

from imab_verify.kernel import ArmClass, Run
from imab_verify.ledger.statements import TWO_ARMS, Entry, Reading, Verdict
from proofs.first_arm import AFTER, ANY, FIRST, FROM_ONE, FROM_TWO, ONE_LATER, STRICT
from proofs.instances import FULL, NOTHING, capped, played

COUNTED = Run("algorithm-1", pulls=(("N", "f"),), most="L")
"""Final counts: N of arm f, L = max_j N_j = N_1."""
ANY_COUNTED = replace(ANY, most="L")
"""The last pull of f wherever it is, and L = N_1."""
THREE_ARMS = {"f": ArmClass.CONCAVE, "g": ArmClass.CONCAVE, "h": ArmClass.CONCAVE}

SMALL = "2*L <= T"
CASE_2_COUNTS = ("n >= 2", "q >= 1", "q+1 >= n")
A, B = "(n-1)", "(q-n+2)"
CHAIN = f"Rew(f,n-1) + 2*{B}*f(n-1) + 2*{B}**2*Delta(f,n-1) >= Rew(g,q)"
FLAT_CASE = f"f(n-1) >= {B}*Delta(f,n-1)"
STEEP_CASE = f"f(n-1) < {B}*Delta(f,n-1)"
FLAT_BOUND = f"4*{B}*f(n-1) >= Rew(g,q) - Rew(f,n-1)"
STEEP_BOUND = f"4*{B}**2*Delta(f,n-1) >= Rew(g,q) - Rew(f,n-1)"
BEST_AT_Q = "Rew(h,q) <= Rew(g,q)"

LEMMA = Entry(
    id="D22",
    lines="630-636",
    slug="per-arm",
    title="Per-arm lemma",
    statement="If N_1 <= T/2 then OPT(T)/Rew_i(N_i) <= 200 T^2/N_i^2 for any arm i.",
    literal=(
        Reading(
            "any arm, any T",
            "N*N*OPT(T) <= 200*T*T*Rew(f,N)",
            (SMALL,),
            run=COUNTED,
            tries=lambda: [played((NOTHING, FULL), 2, {"f": 1})],
        ),
    ),
    others=(
        Reading(
            "after the initialisation",
            "N*N*OPT(T) <= 200*T*T*Rew(f,N)",
            (SMALL, "T > 2*k"),
            run=COUNTED,
            tries=lambda: [played((NOTHING, capped(9, 9), capped(9, 9)), 9, {"f": 1})],
        ),
    ),
    repairs=(
        Reading(
            "N >= 3: the last pull",
            "P(f,N-1,M) >= Rew(g,M)",
            arms=TWO_ARMS,
            run=AFTER,
        ),
        Reading(
            "N >= 3: an estimate is not too optimistic",
            "N*N*P(f,N-1,M) <= M*(M+1)*Rew(f,N)",
            ("2 <= N", "N <= M+1"),
        ),
        Reading(
            "the same without the last pull",
            "a*(a+1)*P(f,a,M) <= M*(M+1)*Rew(f,a)",
            ("a <= M",),
        ),
        Reading(
            "N >= 3: the bound at the level M",
            "N*N*Rew(g,M) <= M*(M+1)*Rew(f,N)",
            arms=TWO_ARMS,
            run=AFTER,
            multipliers=(("1", "N*N"),),
        ),
        Reading(
            "from the level M to T",
            "M*(M+1)*Rew(f,T) <= T*(T+1)*Rew(f,M)",
            ("M <= T",),
        ),
        Reading(
            "N >= 3: N^2 OPT(T) <= T(T+1) Rew(N)",
            "N*N*Rew(g,T) <= T*(T+1)*Rew(f,N)",
            ("P(f,N-1,M) >= Rew(g,M)", "3 <= N", "N <= M+1", "M < T"),
            arms=TWO_ARMS,
            multipliers=(("M*(M+1)", "T*(T+1)*N*N"),),
        ),
        Reading("better than 200", "T*(T+1) <= 2*T*T"),
    ),
    mutants=(
        Reading(
            "one pull more",
            "(N+1)*(N+1)*Rew(g,M) <= M*(M+1)*Rew(f,N)",
            arms=TWO_ARMS,
            run=AFTER,
            tries=lambda: [played((capped(9, 9), capped(9, 9)), 6, {"f": 1, "g": 2})],
        ),
        Reading(
            "(N+1)^2 at T",
            "(N+1)*(N+1)*Rew(g,T) <= T*(T+1)*Rew(f,N)",
            ("P(f,N-1,M) >= Rew(g,M)", "3 <= N", "N <= M+1", "M < T"),
            arms=TWO_ARMS,
        ),
        Reading(
            "the optimistic estimate at one pull more",
            "N*N*P(f,N-1,M+1) <= M*(M+1)*Rew(f,N)",
            ("2 <= N", "N <= M+1"),
        ),
    ),
    relies_on=("D24", "D28", "D29", "D35", "D39"),
    convention="A/B <= C means A <= C B, so Rew_i(N_i) = 0 < OPT(T) is a counterexample.",
    finding=(
        "An arm that pays 0 in its two pulls of the initialisation has Rew_i(N_i) = 0, at any "
        "horizon. For arms with N_i >= 3 the bound holds with T(T+1) in place of 200 T^2 and "
        "without N_1 <= T/2."
    ),
)

CITATION = Entry(
    id="D23",
    lines="638",
    slug="per-arm-citations",
    title="What the per-arm lemma's proof cites",
    statement="The proof of the per-arm lemma uses the Rew-ratio lemma and that lemma itself.",
    kind=Verdict.NOT_FORMAL,
    reason=(
        "A slip of a reference: the appendix proof uses the first-arm lemma, the corollary and, "
        "at its end, the Rew-ratio lemma, and nowhere the per-arm lemma, so it is not circular."
    ),
)

CASE_1_OPT = Entry(
    id="D24",
    lines="1414-1419",
    slug="case-1-optimal",
    title="Case 1: Rew_i(N_i) >= OPT(N_i - 1) >= OPT(N_i/2)",
    statement=(
        "If arm i is the first to cross N_i - 1 pulls then Rew_i(N_i) >= Rew_i(N_i-1) = OPT(N_i-1) "
        ">= OPT(N_i/2)."
    ),
    literal=(
        Reading("Rew is nondecreasing", "Rew(f,N) >= Rew(f,N-1)"),
        Reading(
            "Rew_i(N_i) >= OPT(N_i-1)",
            "Rew(f,N) >= Rew(g,N-1)",
            (*FIRST, SMALL),
            arms=TWO_ARMS,
            run=ANY_COUNTED,
            tries=lambda: [played((NOTHING, FULL), 4, {"f": 1, "g": 2})],
        ),
        Reading(
            "OPT(N_i-1) >= OPT(N_i/2), rounded up",
            "Rew(g,N-1) >= Rew(g,(N+1)//2)",
            ("N >= 2",),
            arms={"g": ArmClass.CONCAVE},
        ),
    ),
    repairs=(
        Reading(
            "N_i >= 3",
            "Rew(f,N) >= Rew(g,N-1)",
            FIRST,
            arms=TWO_ARMS,
            run=AFTER,
        ),
    ),
    mutants=(
        Reading(
            "OPT(N_i)",
            "Rew(f,N) >= Rew(g,N)",
            FIRST,
            arms=TWO_ARMS,
            run=AFTER,
            tries=ONE_LATER.tries,
        ),
        Reading(
            "OPT((N_i+1)/2), rounded up",
            "Rew(g,N-1) >= Rew(g,(N+2)//2)",
            ("N >= 2",),
            arms={"g": ArmClass.CONCAVE},
        ),
    ),
    relies_on=("D8", "D25"),
    finding="Rests on the first-arm lemma, so it needs N_i >= 3.",
)

HALVES = Entry(
    id="D25",
    lines="1420",
    slug="half-of-the-pulls",
    title="N_i >= 2 implies N_i - 1 >= N_i/2",
    statement="N_i >= 2 implies N_i - 1 >= N_i/2.",
    literal=(Reading("as written", "N-1 >= N/2", ("N >= 2",)),),
    others=(
        Reading(
            "every arm has N_i >= 2",
            "N >= 2",
            ("N >= 0",),
            run=Run("algorithm-1", pulls=(("N", "f"),)),
            tries=lambda: [played((NOTHING,), 1, {"f": 1})],
        ),
    ),
    mutants=(
        Reading("N_i >= 1", "N-1 >= N/2", ("N >= 1",)),
        Reading("strictly", "N-1 > N/2", ("N >= 2",)),
    ),
    finding="N_i >= 2 is known for T >= 2k only.",
)

ALPHA = Entry(
    id="D26",
    lines="1425",
    slug="alpha-from-half",
    title="N_i/2 = alpha T/k and N_i <= T/2 give alpha <= k/2",
    statement="If N_i/2 = alpha T/k and N_i <= T/2 then alpha <= k/2.",
    literal=(Reading("alpha = k N_i/(2T)", "k*N/(2*T) <= k/2", ("2*N <= T",)),),
    repairs=(Reading("alpha <= k/4", "k*N/(2*T) <= k/4", ("2*N <= T",)),),
    mutants=(
        Reading("alpha <= k/5", "k*N/(2*T) <= k/5", ("2*N <= T",)),
        Reading("N_i <= T, alpha <= k/4", "k*N/(2*T) <= k/4", ("N <= T",)),
    ),
)

SUBSTITUTION = Entry(
    id="D27",
    lines="1428",
    slug="substituted-count",
    title='"Substituting N_i = alpha T/k"',
    statement="With alpha defined by N_i/2 = alpha T/k, the step substitutes N_i = alpha T/k.",
    literal=(Reading("N_i = alpha T/k for alpha = k N_i/(2T)", "N == k*N/(2*T)*T/k"),),
    repairs=(Reading("N_i/2 = alpha T/k", "N/2 == k*N/(2*T)*T/k"),),
    mutants=(Reading("N_i/3", "N/3 == k*N/(2*T)*T/k"),),
    finding=(
        "A slip in the remark: N_i/2 = alpha T/k is what is substituted; the next lines use that."
    ),
)

CASE_1_BOUND = Entry(
    id="D28",
    lines="1429-1431",
    slug="case-1-bound",
    title="Case 1: alpha^2/(4k^2) = N_i^2/(16T^2) >= N_i^2/(32T^2)",
    statement=(
        "OPT(alpha T/k)/OPT(T) >= alpha^2/(4k^2), said to be the corollary, = N_i^2/(16T^2) >= "
        "N_i^2/(32T^2) for alpha = k N_i/(2T)."
    ),
    literal=(
        Reading(
            "the corollary's constant is larger",
            "16*x*x/(25*k*k) >= x*x/(4*k*k)",
            reals=("x",),
        ),
        Reading("alpha^2/(4k^2) = N_i^2/(16T^2)", "(k*N/(2*T))**2/(4*k**2) == N**2/(16*T**2)"),
        Reading("N_i^2/(16T^2) >= N_i^2/(32T^2)", "N**2/(16*T**2) >= N**2/(32*T**2)"),
        Reading(
            "OPT(N_i/2), rounded down: f optimal at T, g at N_i/2",
            "Rew(g,N//2)/Rew(f,T) >= N*N/(16*T*T)",
            ("Rew(f,N//2) <= Rew(g,N//2)", "N >= 2", "2*N <= T"),
            arms=TWO_ARMS,
        ),
    ),
    repairs=(
        Reading(
            "the corollary gives 4 N_i^2/(25T^2), which is more than N_i^2/(16T^2)",
            "16*(k*N/(2*T))**2/(25*k**2) >= 4*N**2/(25*T**2) and 4*N**2/(25*T**2) > N**2/(16*T**2)",
        ),
    ),
    mutants=(
        Reading("2/3 in place of 1/4", "16*x*x/(25*k*k) >= 2*x*x/(3*k*k)", reals=("x",)),
        Reading("15 in place of 16", "(k*N/(2*T))**2/(4*k**2) == N**2/(15*T**2)"),
        Reading(
            "N_i^2/(4T^2), rounded down",
            "Rew(g,N//2)/Rew(f,T) >= N*N/(4*T*T)",
            ("Rew(f,N//2) <= Rew(g,N//2)", "N >= 2", "2*N <= T"),
            arms=TWO_ARMS,
        ),
    ),
    relies_on=("D21", "D27"),
    convention="x is alpha.",
    finding=(
        "The corollary gives 16 alpha^2/(25 k^2), which is more than the alpha^2/(4k^2) that is "
        "cited; the display is right, and weaker than it could be."
    ),
)

CASES = Entry(
    id="D29",
    lines="1409-1412,1435",
    slug="case-2-estimates",
    title="Case 2: the step t and the comparison of estimates",
    statement=(
        "Arm i is the first to cross N_i - 1 pulls or it is not; in the second case it was pulled "
        "at step t because p_i(t) >= p_j(t) for all arms j."
    ),
    literal=(
        Reading(
            "p_i(t) >= p_j(t), some arm has N_i pulls before",
            "P(f,N-1,M) >= P(g,B,M)",
            ("N >= 2", "M >= N", SMALL),
            arms=TWO_ARMS,
            run=ANY_COUNTED,
            tries=lambda: [played((FULL, NOTHING), 4, {"f": 2, "g": 1})],
        ),
    ),
    repairs=(
        Reading(
            "N_i >= 3, in both cases",
            "P(f,N-1,M) >= P(g,B,M)",
            arms=TWO_ARMS,
            run=AFTER,
        ),
    ),
    mutants=(
        Reading(
            "strictly",
            "P(f,N-1,M) > P(g,B,M)",
            ("M >= N",),
            arms=TWO_ARMS,
            run=AFTER,
            tries=lambda: [played((FULL, FULL), 6, {"f": 2, "g": 1})],
        ),
        Reading(
            "after the pull",
            "P(f,N,M) >= P(g,B,M)",
            ("M >= N",),
            arms=TWO_ARMS,
            run=AFTER,
            tries=lambda: [played((FULL, capped(2, 2)), 6, {"f": 2, "g": 1})],
        ),
    ),
    convention="N_i >= 2, so that an estimate of arm i exists.",
    finding=(
        "The two cases are exhaustive, but for N_i = 2 the pull belongs to the initialisation and "
        "no estimates are compared."
    ),
)

GAP = Entry(
    id="D30",
    lines="1439",
    slug="gap-at-least-one",
    title="b = N - a >= 1",
    statement="b = N'_l + 1 - (N_i - 1) = N'_l - N_i + 2 and, in case 2, b >= 1.",
    literal=(
        Reading("the two forms", "q + 1 - (n-1) == q - n + 2"),
        Reading("b >= 1, since some arm has N_i pulls", f"{B} >= 1", ("q+1 >= n",)),
    ),
    mutants=(
        Reading("b >= 2", f"{B} >= 2", ("q+1 >= n",)),
        Reading("b >= 1 in case 1 too", f"{B} >= 1", ("q+1 >= n-1",)),
    ),
    relies_on=("D29",),
)

LEADER = Entry(
    id="D31",
    lines="1440",
    slug="leader-optimal",
    title="Rew_l(N'_l) = OPT(N'_l)",
    statement="The first arm l to be pulled for the N-th time, N = N'_l + 1, is optimal at N'_l.",
    literal=(
        replace(
            FROM_ONE,
            says="N'_l >= 1, where N_1 <= T/2",
            given=(*FIRST, SMALL),
            run=ANY_COUNTED,
            tries=lambda: [played((NOTHING, FULL), 4, {"f": 1, "g": 2})],
        ),
    ),
    repairs=(replace(FROM_TWO, says="N'_l >= 2, which N_i >= 3 gives"),),
    mutants=(STRICT, ONE_LATER),
    relies_on=("D8",),
    convention="Here f is the arm l and M = N'_l.",
    finding="False for N'_l = 1, which is the case N_i = 2; true for N_i >= 3.",
)

CHAIN_ENTRY = Entry(
    id="D32",
    lines="1442-1447",
    slug="estimate-chain",
    title="Rew(a) + 2b f + 2b^2 Delta >= ... >= p_i >= Rew_l(N) >= OPT(N'_l)",
    statement=(
        "Rew_i(a) + 2b f_i(a) + 2b^2 Delta_i >= Rew_i(a) + (b+1) f_i(a) + (b+1)^2 Delta_i/2 >= "
        "p_i(t) >= Rew_l(N'_l+1) >= Rew_l(N'_l) = OPT(N'_l)."
    ),
    literal=(
        Reading(
            "since b >= 1",
            "2*b*f(a) + 2*b**2*Delta(f,a) >= (b+1)*f(a) + (b+1)**2/2*Delta(f,a)",
        ),
        Reading(
            "the left Riemann sum: below the integral of f(a) + x Delta over [1, b+1]",
            "P(f,a,a+b) <= Rew(f,a) + b*f(a) + ((b+1)**2-1)/2*Delta(f,a)",
        ),
        Reading(
            "which is below the second line",
            f"P(f,n-1,q+1) <= Rew(f,n-1) + ({B}+1)*f(n-1) + ({B}+1)**2/2*Delta(f,n-1)",
            CASE_2_COUNTS,
        ),
        Reading(
            "p_i(t) >= Rew_l(N'_l+1), l has all M = N'_l+1 pulls",
            "P(f,N-1,M) >= Rew(g,M)",
            ("N >= 2", "M >= N", "B == M", SMALL),
            arms=TWO_ARMS,
            run=ANY_COUNTED,
            tries=lambda: [played((FULL, NOTHING), 4, {"f": 2, "g": 1})],
        ),
        Reading("Rew_l(N'_l+1) >= Rew_l(N'_l)", "Rew(f,q+1) >= Rew(f,q)"),
    ),
    repairs=(
        Reading(
            "p_i(t) >= Rew_l(N'_l+1), N_i >= 3",
            "P(f,N-1,M) >= Rew(g,M)",
            ("B == M",),
            arms=TWO_ARMS,
            run=AFTER,
        ),
        Reading(
            "p_i(t) >= OPT(N'_l+1) directly, N_i >= 3",
            "P(f,N-1,M) >= Rew(g,M)",
            arms=TWO_ARMS,
            run=AFTER,
        ),
    ),
    mutants=(
        Reading(
            "b >= 0",
            "2*b*f(a) + 2*b**2*Delta(f,a) >= (b+1)*f(a) + (b+1)**2/2*Delta(f,a)",
            ("b >= 0",),
        ),
        Reading(
            "the integral over [0, b]",
            "P(f,a,a+b) <= Rew(f,a) + b*f(a) + b**2/2*Delta(f,a)",
        ),
        Reading(
            "Rew_l one pull later",
            "P(f,N-1,M) >= Rew(g,M+1)",
            arms=TWO_ARMS,
            run=AFTER,
            tries=lambda: [played((FULL, FULL), 5, {"f": 1, "g": 2})],
        ),
    ),
    relies_on=("D29", "D30", "D31"),
    finding=(
        "The inequalities about one arm hold always; the comparison of estimates needs N_i >= 3."
    ),
)

FLAT = Entry(
    id="D33",
    lines="1459-1466",
    slug="case-2a-value",
    title="Case 2a: f(a) >= (OPT(N'_l) - Rew(a))/(4b)",
    statement=(
        "If f(a) >= b Delta then Rew(a) + 4b f(a) >= OPT(N'_l), so f(a) >= "
        "(OPT(N'_l) - Rew(a))/(4b)."
    ),
    literal=(
        Reading(
            "Rew(a) + 4b f(a) >= Rew(a) + 2b(f(a) + b Delta)",
            f"4*{B}*f(n-1) >= 2*{B}*(f(n-1) + {B}*Delta(f,n-1))",
            (FLAT_CASE, *CASE_2_COUNTS),
            multipliers=(("1", f"2*{B}"),),
        ),
        Reading(
            "with the chain",
            FLAT_BOUND,
            (FLAT_CASE, CHAIN, *CASE_2_COUNTS),
            arms=TWO_ARMS,
            multipliers=(("1", f"2*{B}", "1"),),
        ),
    ),
    mutants=(
        Reading(
            "3 in place of 4",
            FLAT_BOUND.replace("4*", "3*", 1),
            (FLAT_CASE, CHAIN, *CASE_2_COUNTS),
            arms=TWO_ARMS,
        ),
        Reading(
            "without the case",
            FLAT_BOUND,
            (CHAIN, *CASE_2_COUNTS),
            arms=TWO_ARMS,
        ),
    ),
    relies_on=("D32",),
)

FLAT_REW = Entry(
    id="D34",
    lines="1470-1477",
    slug="case-2a-reward",
    title="Case 2a: Rew_i(N_i) >= N_i/(32 N'_l) OPT(N'_l)",
    statement=(
        "Rew(a) >= (a/2) f(a) and case 2a give Rew(N_i) >= a/(a+8b) OPT(N'_l) >= a/(8(a+b)) "
        "OPT(N'_l) >= N_i/(32 N'_l) OPT(N'_l)."
    ),
    literal=(
        Reading("Rew(a) >= (a/2) f(a)", "Rew(f,a) >= a/2*f(a)"),
        Reading(
            "(a+8b) Rew(a) >= a OPT(N'_l)",
            f"({A}+8*{B})*Rew(f,n-1) >= {A}*Rew(g,q)",
            (FLAT_BOUND, *CASE_2_COUNTS),
            arms=TWO_ARMS,
            multipliers=(("1", A),),
        ),
        Reading("Rew(N_i) >= Rew(a)", "Rew(f,n) >= Rew(f,n-1)", ("n >= 2",)),
        Reading("a/(a+8b) >= a/(8(a+b))", "a/(a+8*b) >= a/(8*(a+b))"),
        Reading(
            "a/(8(a+b)) >= N_i/(32 N'_l)",
            f"{A}/(8*({A}+{B})) >= n/(32*q)",
            CASE_2_COUNTS,
        ),
        Reading("a >= N_i/2", f"{A} >= n/2", ("n >= 2",)),
        Reading("a+b = N'_l+1 <= 2N'_l", f"{A}+{B} == q+1 and q+1 <= 2*q"),
    ),
    mutants=(
        Reading("31 in place of 32", f"{A}/(8*({A}+{B})) >= n/(31*q)", CASE_2_COUNTS),
        Reading("7 in place of 8", "a/(a+8*b) >= a/(7*(a+b))"),
        Reading(
            "a+7b",
            f"({A}+7*{B})*Rew(f,n-1) >= ({A}+1)*Rew(g,q)",
            (FLAT_BOUND, *CASE_2_COUNTS),
            arms=TWO_ARMS,
        ),
    ),
    relies_on=("D33",),
)

FLAT_END = Entry(
    id="D35",
    lines="1480-1490",
    slug="case-2a-bound",
    title="Case 2a: Rew_i(N_i)/OPT(T) >= N_i^2/(100T^2)",
    statement=(
        "With N'_l = alpha T/k, alpha <= k/2: Rew_i(N_i)/OPT(T) >= (k N_i/(32 alpha T)) "
        "(16 alpha^2/(25k^2)) = alpha N_i/(50kT) = N_i N'_l/(50T^2) >= N_i^2/(100T^2)."
    ),
    literal=(
        Reading(
            "the constants",
            "k*n/(32*alpha*T)*(16*alpha**2/(25*k**2)) == alpha*n/(50*k*T)",
            ("alpha > 0",),
            reals=("alpha",),
        ),
        Reading("alpha = k N'_l/T", "(k*q/T)*n/(50*k*T) == n/(50*T**2)*q"),
        Reading("N'_l <= N_1 <= T/2 gives alpha <= k/2", "k*q/T <= k/2", ("2*q <= T",)),
        Reading("N'_l >= N_i/2", "q >= n/2", CASE_2_COUNTS),
        Reading("the end", "n/(50*T**2)*q >= n**2/(100*T**2)", CASE_2_COUNTS),
        Reading(
            "all of it, h optimal at T and g at N'_l",
            "Rew(f,n)/Rew(h,T) >= n*n/(100*T*T)",
            ("32*q*Rew(f,n) >= n*Rew(g,q)", BEST_AT_Q, *CASE_2_COUNTS, "2*q <= T"),
            arms=THREE_ARMS,
            multipliers=(("8*q", "25*T*T", "25*n*T*T"),),
        ),
    ),
    mutants=(
        Reading("99 in place of 100", "n/(50*T**2)*q >= n**2/(99*T**2)", CASE_2_COUNTS),
        Reading(
            "49 in place of 50",
            "k*n/(32*alpha*T)*(16*alpha**2/(25*k**2)) == alpha*n/(49*k*T)",
            ("alpha > 0",),
            reals=("alpha",),
        ),
    ),
    relies_on=("D34", "D21"),
)

STEEP = Entry(
    id="D36",
    lines="1493-1501",
    slug="case-2b-delta",
    title="Case 2b: Delta >= (OPT(N'_l) - Rew(a))/(4b^2)",
    statement="If f(a) < b Delta then Rew(a) + 4b^2 Delta >= OPT(N'_l).",
    literal=(
        Reading(
            "4b^2 Delta >= 2b(f(a) + b Delta)",
            f"4*{B}**2*Delta(f,n-1) >= 2*{B}*(f(n-1) + {B}*Delta(f,n-1))",
            (STEEP_CASE, *CASE_2_COUNTS),
            multipliers=(("1", f"2*{B}"),),
        ),
        Reading(
            "with the chain",
            STEEP_BOUND,
            (STEEP_CASE, CHAIN, *CASE_2_COUNTS),
            arms=TWO_ARMS,
            multipliers=(("1", f"2*{B}", "1"),),
        ),
    ),
    mutants=(
        Reading(
            "3 in place of 4",
            STEEP_BOUND.replace("4*", "3*", 1),
            (STEEP_CASE, CHAIN, *CASE_2_COUNTS),
            arms=TWO_ARMS,
        ),
        Reading(
            "without the case",
            STEEP_BOUND,
            (CHAIN, *CASE_2_COUNTS),
            arms=TWO_ARMS,
        ),
    ),
    relies_on=("D32",),
)

SLOPE = Entry(
    id="D37",
    lines="1503",
    slug="slope-above-delta",
    title="f(a)/a >= Delta",
    statement="f(a)/a >= Delta_i(a), by decreasing marginal returns.",
    literal=(Reading("as written", "f(a)/a >= Delta(f,a)"),),
    others=(
        Reading(
            "f(0) is not known",
            "f(a)/a >= Delta(f,a)",
            ("a >= 2",),
            arms={"f": ArmClass.CONCAVE_FROM_1},
        ),
    ),
    mutants=(
        Reading("f(a)/(a+1)", "f(a)/(a+1) >= Delta(f,a)"),
        Reading("the increment before", "f(a)/a >= Delta(f,a-1)", ("a >= 2",)),
    ),
    convention="Decreasing marginal returns from n = 1 on, and f(0) >= 0.",
    finding="Uses f(0) >= 0; without f(0) only f(a)/(a-1) >= Delta holds.",
)

STEEP_REW = Entry(
    id="D38",
    lines="1506-1519",
    slug="case-2b-reward",
    title="Case 2b: Rew_i(N_i) >= N_i^2/(128 N'_l^2) OPT(N'_l)",
    statement=(
        "Rew(a) >= a f(a)/2 >= a^2 Delta/2 and case 2b give Rew(N_i) >= a^2/(a^2+8b^2) OPT(N'_l) "
        ">= a^2/(8(a^2+b^2)) OPT(N'_l) >= N_i^2/(128 N'_l^2) OPT(N'_l)."
    ),
    literal=(
        Reading("Rew(a) >= a f(a)/2", "Rew(f,a) >= 1/2*a*f(a)"),
        Reading("a f(a) >= a^2 Delta", "1/2*a*f(a) >= 1/2*a**2*Delta(f,a)"),
        Reading(
            "(a^2+8b^2) Rew(a) >= a^2 OPT(N'_l)",
            f"({A}**2+8*{B}**2)*Rew(f,n-1) >= {A}**2*Rew(g,q)",
            (STEEP_BOUND, *CASE_2_COUNTS),
            arms=TWO_ARMS,
            multipliers=(("1", f"{A}**2"),),
        ),
        Reading("a^2/(a^2+8b^2) >= a^2/(8(a^2+b^2))", "a**2/(a**2+8*b**2) >= a**2/(8*(a**2+b**2))"),
        Reading("(N_i-1)^2 >= N_i^2/4", "(n-1)**2 >= n**2/4", ("n >= 2",)),
        Reading("a^2+b^2 <= (a+b)^2", "a**2+b**2 <= (a+b)**2"),
        Reading("(N'_l+1)^2 <= 4 N'_l^2", "(q+1)**2 <= 4*q**2"),
        Reading(
            "a^2/(8(a^2+b^2)) >= N_i^2/(128 N'_l^2)",
            f"{A}**2/(8*({A}**2+{B}**2)) >= n**2/(128*q**2)",
            CASE_2_COUNTS,
        ),
    ),
    mutants=(
        Reading("(N_i-1)^2 >= N_i^2/3", "(n-1)**2 >= n**2/3", ("n >= 2",)),
        Reading("(N'_l+1)^2 <= 3 N'_l^2", "(q+1)**2 <= 3*q**2"),
        Reading(
            "63 in place of 128",
            f"{A}**2/(8*({A}**2+{B}**2)) >= n**2/(63*q**2)",
            CASE_2_COUNTS,
        ),
        Reading("7 in place of 8", "a**2/(a**2+8*b**2) >= a**2/(7*(a**2+b**2))"),
    ),
    relies_on=("D36", "D37"),
)

STEEP_END = Entry(
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
            "the constants",
            "k**2*n**2/(128*alpha**2*T**2)*(16*alpha**2/(25*k**2)) == n**2/(200*T**2)",
            ("alpha > 0",),
            reals=("alpha",),
        ),
        Reading(
            "all of it, h optimal at T and g at N'_l",
            "Rew(f,n)/Rew(h,T) >= n*n/(200*T*T)",
            ("128*q*q*Rew(f,n) >= n*n*Rew(g,q)", BEST_AT_Q, *CASE_2_COUNTS, "2*q <= T"),
            arms=THREE_ARMS,
            multipliers=(("16*q*q", "25*T*T", "25*n*n*T*T"),),
        ),
    ),
    mutants=(
        Reading(
            "199 in place of 200",
            "k**2*n**2/(128*alpha**2*T**2)*(16*alpha**2/(25*k**2)) >= n**2/(199*T**2)",
            ("alpha > 0",),
            reals=("alpha",),
        ),
        Reading(
            "g not optimal at N'_l",
            "Rew(f,n)/Rew(h,T) >= n*n/(200*T*T)",
            ("128*q*q*Rew(f,n) >= n*n*Rew(g,q)", *CASE_2_COUNTS, "2*q <= T"),
            arms=THREE_ARMS,
        ),
    ),
    relies_on=("D38", "D11b"),
)

ENTRIES = (
    LEMMA,
    CITATION,
    CASE_1_OPT,
    HALVES,
    ALPHA,
    SUBSTITUTION,
    CASE_1_BOUND,
    CASES,
    GAP,
    LEADER,
    CHAIN_ENTRY,
    FLAT,
    FLAT_REW,
    FLAT_END,
    STEEP,
    SLOPE,
    STEEP_REW,
    STEEP_END,
)
