"""The lower-bound theorem: linear regret and competitive ratio k/2 for every algorithm.

Statement. For every algorithm and every T there is an instance of k arms with regret at least cT
and ratio at least k/2. The paper gives two families I_1, ..., I_k with N = ceil(T/k): all arms
grow alike for N pulls, then all but arm m stay at 1/k; the main text with slope 1/(kN), the
appendix with slope 1/T.

What is found. The appendix family is not an IMAB instance unless k divides T: f(N) = N/T > 1/k =
f(N+1). The main-text family is one for all k and T, but where k divides neither T nor T + 1 it may
not give k/2 (k = 3, T = 4: the algorithm that stays with one arm has ratio 10/7 on it). Where k
divides T the two are the same. Also "some arm is pulled fewer than N times" fails when k divides T.

The corrected family, for all k and T. Let q = floor(T/k), f_i(n) = min(n,q)/T for i != m, and
f_m(n) = min(n,T)/T. Run the algorithm on I_0, where all arms are capped at q. Some arm l gets
N_l <= q pulls. On I_l the algorithm sees the same rewards, so it pulls the same arms, and

    ALG(T) = sum_i Rew(f_0,N_i) <= Rew(f_0,T) = q(2T-q+1)/(2T),      OPT(T) = (T+1)/2,
    OPT - ALG >= (T-q)(T-q+1)/(2T) >= (k-1)^2/(2k^2) T,
    OPT/ALG >= T(T+1)/(q(2T-q+1)) >= k(T+1)/(2T) > k/2        (ALG = 0 < OPT where T < k).

The smallest repair of the printed proof is floor for ceil in the appendix family, 1/k kept: it is
then valid for all k and T, and with N_k <= N for N_k < N, and l taken from the run on I_0, every
display of the proof is right as printed.

The regret constant. The paper's (k-2)/(2k) is 0 at k = 2. The bound above gives 1/8 there, 2/9 for
three arms and tends to 1/2. Two slopes do better for two arms: let 8 divide T, f_0 with slope
8/(5T) up to T/4, 4/(5T) up to T/2, then constant 3/5; the arm with n <= T/2 pulls goes on with the
slope it has shown last, up to the value 1. The regret is at least T/5. The best constant for k = 2
is not known to us; the trivial upper bound is 1.

Randomised algorithms. "A distribution over deterministic algorithms" does not carry the bound
over: l depends on the run, and one instance has to be bad for most runs at once. Probing the arms
in random order, and leaving an arm at its first reward below n/T, has on the paper's own family
(k divides T, T/k >= k-1) the same expectation on every I_m, and that is at least OPT/3. What does
hold follows from Markov's inequality with the longer cap h = floor(T/s), s^2 <= k: some arm has
E[N_l] <= T/k, so it passes h with probability at most 1/s, and OPT/E[ALG] >= s/3. So the ratio is
of order sqrt(k), which is nearly what randomised algorithms attain (Blum and Ravichandran, 2024:
O(sqrt(k) log k)). Linear regret survives: at least T/96 for two arms or more, where 4 divides T.
"""

from collections.abc import Mapping

from imab_verify.kernel import ArmClass, Run
from imab_verify.ledger.statements import Entry, Reading

NUMBERS: Mapping[str, ArmClass] = {}
MONOTONE = {"f": ArmClass.MONOTONE}
CEIL = ("T <= k*N", "k*(N-1) < T")
"""N = ceil(T/k)."""
FLOOR = ("0 <= N", "k*N <= T", "T < k*(N+1)")
"""N = floor(T/k)."""
SHARE = ("0 <= q", "k*q <= T", "T < k*(q+1)")
"""q = floor(T/k)."""
REST = ("N >= 1", "k*(N-1) < T", "T < k*N")
"""N = ceil(T/k), where k does not divide T."""

SAME_RUN = (
    "indistinguishability: let all arms be capped at q and let l be an arm with N_l <= q in that"
    " run; if arm l alone goes on, the algorithm sees the same rewards and pulls the same arms"
)
FEWEST = "pigeonhole: k arms with at least q + 1 pulls each would be more than T pulls"

# --- the corrected family ----------------------------------------------------------------------

VALID = Reading(
    "the corrected family is valid: min(n,q)/T and min(n,T)/T stay in [0,1]",
    "0 <= q/T and q/T <= 1",
    SHARE,
    NUMBERS,
)
PIGEONHOLE = Reading(
    "some arm has at most floor(T/k) pulls: one more for all of them is more than T",
    "k*(T//k + 1) > T",
    (),
    NUMBERS,
)
TOGETHER = Reading(
    "equal arms: all pulls on one of them pay most",
    "Rew(f,m) + Rew(f,n) <= Rew(f,m+n)",
    ("0 <= m", "0 <= n"),
    MONOTONE,
)
CAPPED = Reading(
    "an arm below n/T and q/T has Rew(T) <= q(2T-q+1)/(2T)",
    "T*Rew(f,T) <= q*T - q*(q-1)/2",
    ("0 <= q", "q <= T", "f(1) <= 1/T", "f(T) <= q/T"),
    multipliers=(("1", "q*(q+1)/2", "T-q"),),
)
LINE = Reading(
    "the arm that goes on has OPT(T) = (T+1)/2",
    "Rew(f,T) == (T+1)/2",
    ("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
)
REGRET = Reading(
    "(a) the regret OPT - A is at least (T-q)(T-q+1)/(2T)",
    "T*((T+1)/2 - A) >= (T-q)*(T-q+1)/2",
    (*SHARE, "T*A <= q*T - q*(q-1)/2"),
    NUMBERS,
    reals=("A",),
)
CONSTANT = Reading(
    "which is at least c T with c = (k-1)^2/(2k^2), for every k and T",
    "(T-q)*(T-q+1)/2 >= (k-1)**2/(2*k**2)*T*T",
    SHARE,
    NUMBERS,
)
RATIO = Reading(
    "(b) OPT >= (k/2) A, for every k and T",
    "T*(T+1)/2 >= k/2*(T*A)",
    (*SHARE, "T*A <= q*T - q*(q-1)/2"),
    NUMBERS,
    reals=("A",),
)
OBLIGATIONS = (VALID, PIGEONHOLE, TOGETHER, CAPPED, LINE, REGRET, CONSTANT, RATIO)

REGRET_TWO = Reading(
    "regret: c = 1/8 for two arms or more",
    "(T-q)*(T-q+1)/2 >= T*T/8",
    ("k >= 2", *SHARE),
    NUMBERS,
)
REGRET_THREE = Reading(
    "regret: c = 2/9 for three arms or more, where q <= T/3",
    "(T-q)*(T-q+1)/2 >= 2/9*T*T",
    ("0 <= q", "3*q <= T"),
    NUMBERS,
)
RATIO_SHARP = Reading(
    "ratio: q(2T-q+1)/(2T) k(T+1)/(2T) <= (T+1)/2",
    "k*q*(2*T-q+1) <= 2*T*T",
    SHARE,
    NUMBERS,
)
ONE_ARM = Reading(
    "with one arm there is no regret: c > 0 needs k >= 2",
    "OPT(T) <= ALG(T)",
    ("k == 1",),
    run=Run("round-robin"),
)

# --- two slopes against two arms: T = 8p -------------------------------------------------------

SLOPES = Reading(
    "two arms, T = 8p: the slopes 1/(5p) up to 2p, 1/(10p) up to 4p and 0 make a valid arm",
    "1/(5*p) >= 1/(10*p) and 1/(10*p) >= 0 and 2*p/(5*p) + 2*p/(10*p) == 3/5",
    (),
    NUMBERS,
)
FEW_PULLS = Reading(
    "n <= T/4 pulls: the arm goes on as min(n/(5p), 1), and the regret is at least T/5",
    "(5*p+1)/2 + 3*p - A >= 8*p/5",
    ("A <= 2*p*(2*p+1)/(10*p) + 2*p*(2/5) + 2*p*(2*p+1)/(20*p) + 4*p*(3/5)",),
    NUMBERS,
    reals=("A",),
)
MORE_PULLS = Reading(
    "T/4 < n <= T/2 pulls: it goes on with slope 1/(10p) up to the value 1 at T",
    "2*p*(2*p+1)/(10*p) + 6*p*(2/5) + 6*p*(6*p+1)/(20*p) - A >= 8*p/5",
    ("A <= 2*(2*p*(2*p+1)/(10*p)) + 2*p*(2/5) + 2*p*(2*p+1)/(20*p) + 2*p*(3/5)",),
    NUMBERS,
    reals=("A",),
)
EVENLY = Reading(
    "with at least m pulls for each of two equal arms, m and T - m pay most",
    "Rew(f,n) + Rew(f,T-n) <= Rew(f,m) + Rew(f,T-m)",
    ("0 <= m", "m <= n", "2*n <= T"),
    MONOTONE,
)
TWO_SLOPES = (SLOPES, FEW_PULLS, MORE_PULLS, EVENLY)

# --- the theorem -------------------------------------------------------------------------------

THEOREM = Entry(
    id="B1",
    lines="357-364",
    slug="lower-bound",
    title="Lower-bound theorem",
    statement="For every algorithm and every T there is an instance of k arms with regret at "
    "least cT, for some constant c, and competitive ratio at least k/2.",
    literal=OBLIGATIONS,
    others=(ONE_ARM,),
    repairs=(REGRET_TWO, RATIO_SHARP),
    mutants=(
        Reading(
            "one arm, c > 0",
            "(T-q)*(T-q+1)/2 >= T*T/8",
            SHARE,
            NUMBERS,
        ),
        Reading(
            "ratio (k+1)/2 from q <= T/k",
            "T*(T+1)/2 >= (k+1)/2*(q*T - q*(q-1)/2)",
            SHARE,
            NUMBERS,
        ),
        Reading("pigeonhole with floor(T/k) - 1", "k*(T//k) > T", (), NUMBERS),
    ),
    prose=(FEWEST, SAME_RUN),
    relies_on=("B5", "B10", "B12", "B13", "B14", "B15", "B16", "B17", "A14"),
    convention="c may depend on k, which is fixed first; at k = 1 it is 0. The algorithm is "
    "deterministic, as in the proof; B18 has the randomised ones",
    finding="The theorem is true, but neither printed family proves it for all T; with "
    "q = floor(T/k) and arms min(n,q)/T, of which one goes on, the regret constant is "
    "(k-1)^2/(2k^2) and the ratio exceeds k/2 for every T.",
)

EXISTS = Entry(
    id="B2",
    lines="359",
    slug="lower-bound-instance",
    title="One instance has both, regret and ratio",
    statement="For every algorithm and every T there is an instance on which both bounds hold.",
    literal=(
        Reading(
            "both on the same instance of the corrected family",
            "T*((T+1)/2 - A) >= (T-q)*(T-q+1)/2 and T*(T+1)/2 >= k/2*(T*A)",
            (*SHARE, "T*A <= q*T - q*(q-1)/2"),
            NUMBERS,
            reals=("A",),
        ),
    ),
    mutants=(
        Reading(
            "with A <= (q+1) only",
            "T*(T+1)/2 >= k/2*(T*A)",
            (*SHARE, "A <= q + 1"),
            NUMBERS,
            reals=("A",),
        ),
        Reading(
            "c = 1/2",
            "(T+1)/2 - A >= T/2",
            (*SHARE, "T*A <= q*T - q*(q-1)/2"),
            NUMBERS,
            reals=("A",),
        ),
    ),
    prose=(FEWEST, SAME_RUN),
    relies_on=("B1",),
    convention="regret and ratio are those of the instance: the defined ones are suprema over all "
    "instances, for which 'there exists an instance' says nothing",
    finding="Regret and competitive ratio are defined as suprema over instances, so the theorem's "
    "words 'there exists an instance such that Regret >= cT' bind no instance; one instance of "
    "the corrected family has both.",
)

ORDER = Entry(
    id="B3",
    lines="338",
    slug="lower-bound-quantifiers",
    title="An instance that is bad for every algorithm",
    statement="For any T there is an instance such that any algorithm suffers linear regret.",
    literal=(
        Reading(
            "regret, on any instance with best arm f, of the algorithm that always pulls f",
            "Rew(f,T) - Rew(f,T) >= c*T",
            ("c > 0",),
            reals=("c",),
        ),
    ),
    others=(
        Reading(
            "that algorithm has less than any linear regret, whatever the instance",
            "Rew(f,T) - Rew(f,T) < c*T",
            ("c > 0",),
            reals=("c",),
        ),
    ),
    repairs=(REGRET, REGRET_TWO),
    relies_on=("B1",),
    convention="the regret is the one on that instance; B1 has the order that the theorem states",
    finding="The order of the quantifiers matters: for a fixed instance the algorithm that always "
    "pulls its best arm has no regret; the instance has to be chosen after the algorithm.",
)

KNOWN = Entry(
    id="B4",
    lines="365",
    slug="lower-bound-known-horizon",
    title="The bound holds even if T is known",
    statement="Sublinear regret is impossible also for algorithms that know T.",
    literal=(REGRET, CONSTANT, PIGEONHOLE),
    mutants=(
        Reading("c = 1/4 by this family", "(T-q)*(T-q+1)/2 >= T*T/4", ("k >= 2", *SHARE), NUMBERS),
        Reading("one arm", "(T-q)*(T-q+1)/2 >= T*T/8", SHARE, NUMBERS),
    ),
    prose=(SAME_RUN + "; the pulls may depend on T in any way",),
    relies_on=("B1",),
)

# --- the two printed families ------------------------------------------------------------------

MAIN_TEXT = Entry(
    id="B5",
    lines="374-389",
    slug="main-family-valid",
    title="The main-text family is an IMAB instance",
    statement="With N = ceil(T/k), n/(kN) up to N then 1/k, and n/(kN) up to kN then 1, are "
    "reward functions for all k and T.",
    literal=(
        Reading(
            "values on the lines are in [0,1]",
            "0 <= n/(k*N) and n/(k*N) <= 1",
            (*CEIL, "0 <= n", "n <= k*N"),
            NUMBERS,
        ),
        Reading(
            "at n = N + 1 the capped arm grows by no less than 0 and no more than before",
            "0 <= 1/k - N/(k*N) and 1/k - N/(k*N) <= 1/(k*N) and 1/k <= 1",
            CEIL,
            NUMBERS,
        ),
        Reading(
            "at n = kN + 1 so does the arm that goes on",
            "0 <= 1 - k*N/(k*N) and 1 - k*N/(k*N) <= 1/(k*N)",
            CEIL,
            NUMBERS,
        ),
    ),
    mutants=(
        Reading(
            "slope 1/T",
            "0 <= 1/k - N/T and 1/k - N/T <= 1/T",
            CEIL,
            NUMBERS,
        ),
        Reading("values up to n = kN + 1", "n/(k*N) <= 1", (*CEIL, "n <= k*N + 1"), NUMBERS),
    ),
)

DIFFER = Entry(
    id="B6",
    lines="392",
    slug="arms-alike-until-n",
    title="The arms of I_m cannot be told apart until arm m has N pulls",
    statement="An algorithm cannot differentiate between the arms in I_m until arm m has been "
    "pulled at least N times.",
    literal=(
        Reading(
            "arm m not pulled: another arm still pays n/(kN), as arm m would, at its pull n > N",
            "1/k == n/(k*N)",
            (*CEIL, "N + 1 <= n", "n <= T"),
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "up to N pulls of each arm, capped or not is the same",
            "n/(k*N) <= 1/k",
            (*CEIL, "n <= N"),
            NUMBERS,
        ),
        Reading(
            "arm m itself shows that it goes on at pull N + 1",
            "(N+1)/(k*N) > 1/k",
            CEIL,
            NUMBERS,
        ),
    ),
    mutants=(Reading("up to N + 1 pulls", "n/(k*N) <= 1/k", (*CEIL, "n <= N + 1"), NUMBERS),),
    finding="Pull N + 1 of another arm shows that it is not arm m, also if arm m has not been "
    "pulled at all (k = 2, T = 2); what the proof needs is that up to N pulls of arm m the "
    "rewards are those of the instance in which every arm is capped.",
)

FEWER = Entry(
    id="B7",
    lines="392,973",
    slug="some-arm-below-n",
    title="Some arm is pulled fewer than N times",
    statement="With N = ceil(T/k), any algorithm pulls at least one arm fewer than N times.",
    literal=(Reading("N pulls of all k arms are more than T", "k*N > T", CEIL, NUMBERS),),
    others=(Reading("for two arms or more", "k*N > T", (*CEIL, "k >= 2"), NUMBERS),),
    repairs=(
        Reading("some arm is pulled at most N times", "k*(N+1) > T", CEIL, NUMBERS),
        Reading("some arm is pulled at most floor(T/k) times", "k*(T//k + 1) > T", (), NUMBERS),
        Reading(
            "fewer than N times, where k does not divide T",
            "k*N > T",
            REST,
            NUMBERS,
        ),
    ),
    mutants=(Reading("at most N - 1 times", "k*N > T", (*CEIL, "T >= k"), NUMBERS),),
    convention="all arms can have c pulls exactly if kc <= T",
    finding="If k divides T every arm can be pulled exactly N = T/k times, as round robin does; "
    "'at most N' is true and is what the proof needs.",
)

PIGEON = Entry(
    id="B8",
    lines="971",
    slug="some-arm-at-most-share",
    title="Some arm is pulled at most T/k times",
    statement="After T steps there is an arm l with N_l <= T/k.",
    literal=(
        Reading(
            "if all k arms have c pulls or more, so kc <= T, then c <= T/k",
            "c <= T/k",
            ("0 <= c", "k*c <= T"),
            NUMBERS,
        ),
        PIGEONHOLE,
    ),
    mutants=(
        Reading("fewer than T/k", "c < T/k", ("0 <= c", "k*c <= T"), NUMBERS),
        Reading("c <= T/(k+1)", "c <= T/(k+1)", ("0 <= c", "k*c <= T"), NUMBERS),
    ),
    convention="c is the least of the counts",
    prose=("counting: k counts of c or more add up to T, so k*c <= T",),
)

CHOSEN = Entry(
    id="B9",
    lines="971-973",
    slug="instance-from-run",
    title="The instance is chosen from the run",
    statement="An arm l with N_l <= T/k is taken from the algorithm's run, and on I_l arm l then "
    "has at most N pulls.",
    literal=(
        Reading(
            "run on I_1 of the algorithm that probes arms 1, 2, ... for N + 1 pulls and stays "
            "where rewards go on: N_2 = 0; on I_2 it pulls arm 2 T - (N+1) times",
            "T - (N+1) <= N",
            ("k >= 2", *CEIL, "N + 1 <= T"),
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "run on I_0, all arms capped at floor(T/k): some arm stays at the cap or below",
            PIGEONHOLE.claim,
            (),
            NUMBERS,
        ),
        Reading(
            "up to q = floor(T/k) pulls I_0 and I_l pay the same: n/T = min(n,q)/T",
            "n/T <= q/T",
            ("n <= q",),
            NUMBERS,
        ),
    ),
    mutants=(Reading("one pull more", "n/T <= q/T", ("n <= q + 1",), NUMBERS),),
    relies_on=("B8",),
    convention="the run is one on an instance of the printed family: no other is defined",
    finding="The run depends on the instance: an arm l with few pulls on I_1 can have more than N "
    "pulls on I_l (k = 4, T = 4); l has to be taken from the run on the instance in which every "
    "arm is capped.",
)

APPENDIX = Entry(
    id="B10",
    lines="954-966",
    slug="appendix-family-valid",
    title="The appendix family is an IMAB instance",
    statement="With N = ceil(T/k), n/T up to N then 1/k, and n/T up to T then 1, are reward "
    "functions.",
    literal=(
        Reading(
            "at n = N + 1 the capped arm does not fall",
            "N/T <= 1/k",
            CEIL,
            NUMBERS,
        ),
        Reading(
            "at n = N + 1 it grows by no more than before, and all values are in [0,1]",
            "1/k - N/T <= 1/T and N/T <= 1 and 1/k <= 1",
            CEIL,
            NUMBERS,
        ),
    ),
    others=(Reading("from T = k on", "N/T <= 1/k", (*CEIL, "T >= k"), NUMBERS),),
    repairs=(
        Reading(
            "N = floor(T/k) for ceil(T/k): valid for all k and T",
            "0 <= 1/k - N/T and 1/k - N/T <= 1/T and N/T <= 1 and 1/k <= 1",
            FLOOR,
            NUMBERS,
        ),
        Reading(
            "as printed it is valid exactly where k divides T: if so",
            "0 <= 1/k - N/T and 1/k - N/T <= 1/T",
            ("T == k*N",),
            NUMBERS,
        ),
        Reading(
            "and only if so",
            "N/T > 1/k",
            REST,
            NUMBERS,
        ),
    ),
    mutants=(Reading("floor(T/k) + 1", "N/T <= 1/k", ("N == T//k + 1",), NUMBERS),),
    finding="If k does not divide T then f(N) = N/T > 1/k = f(N+1): the reward falls at pull "
    "N + 1. With floor(T/k) for ceil(T/k) the family is valid for all k and T, and the displays "
    "of the proof hold as printed, with N_k <= N for N_k < N.",
)

STAYS = "N*T - N*(N-1)/2"
GUARANTEE = Entry(
    id="B11",
    lines="968-970",
    slug="main-family-guarantee",
    title="The main-text family gives the bound, the appendix family a tighter one",
    statement="With the main-text family the guarantee still holds; the appendix family gives a "
    "tighter one.",
    literal=(
        Reading(
            "ratio k/2 on the main-text family, for the algorithm that stays with one arm",
            f"T*(T+1)/2 >= k/2*({STAYS})",
            ("k >= 2", *CEIL),
            NUMBERS,
        ),
        Reading(
            "where the appendix family is valid its slope 1/T is above 1/(kN)",
            "1/T > 1/(k*N)",
            (*CEIL, "N/T <= 1/k"),
            NUMBERS,
        ),
    ),
    others=(
        Reading(
            "from T = k on",
            f"T*(T+1)/2 >= k/2*({STAYS})",
            ("k >= 2", *CEIL, "T >= k"),
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "where the appendix family is valid the two are the same: kN = T",
            "k*N == T",
            (*CEIL, "N/T <= 1/k"),
            NUMBERS,
        ),
        Reading(
            "main text, any algorithm: every pull pays at most 1/k, and T(T+1)/(2kN) >= (k/2)(T/k) "
            "if kN <= T + 1",
            "T*(T+1) >= k*N*T",
            ("k*N <= T + 1",),
            NUMBERS,
        ),
        Reading(
            "main text, T >= k: T(T+1)/(2kN) >= (k/4)(T/k), a ratio of k/4",
            "2*T*(T+1) >= k*N*T",
            (*CEIL, "T >= k"),
            NUMBERS,
        ),
    ),
    mutants=(
        Reading("kN <= T + 2", "T*(T+1) >= k*N*T", (*CEIL, "k*N <= T + 2"), NUMBERS),
        Reading("always the same", "k*N == T", CEIL, NUMBERS),
    ),
    relies_on=("B5", "B10"),
    finding="Where k divides neither T nor T + 1 the main-text family may not give k/2 (k = 3, "
    "T = 4: ratio 10/7 for the algorithm that stays with one arm), and where the appendix family "
    "is valid it is the same family.",
)

PER_PULL = Entry(
    id="B12",
    lines="975-976",
    slug="pull-at-most-share",
    title="On I_k every pull pays at most 1/k",
    statement="No pull of the algorithm on I_k gives more than 1/k, since arm k is not pulled more "
    "than N times.",
    literal=(
        Reading("pull n <= N of any arm pays n/T <= 1/k", "k*n <= T", (*CEIL, "n <= N"), NUMBERS),
    ),
    repairs=(
        Reading("N = floor(T/k)", "k*n <= T", ("k*N <= T", "n <= N"), NUMBERS),
        Reading(
            "N = ceil(T/k), where k divides T = kN",
            "k*n <= k*N",
            ("n <= N",),
            NUMBERS,
        ),
    ),
    mutants=(
        Reading("N = floor(T/k), one pull more", "k*n <= T", (*FLOOR, "n <= N + 1"), NUMBERS),
    ),
    relies_on=("B7", "B9"),
    finding="If k does not divide T, pull N = ceil(T/k) of any arm pays N/T > 1/k.",
)

REWARD = Entry(
    id="B13",
    lines="979-980",
    slug="algorithm-at-most-share",
    title="ALG(T) <= T/k on I_k",
    statement="The algorithm's reward on I_k is at most T/k.",
    literal=(
        Reading(
            "the algorithm that stays with arm 1: n/T up to N, then 1/k",
            "N*(N+1)/(2*T) + (T-N)/k <= T/k",
            ("k >= 2", *CEIL),
            NUMBERS,
        ),
    ),
    others=(
        Reading(
            "the same from T = k on",
            "N*(N+1)/(2*T) + (T-N)/k <= T/k",
            ("k >= 2", *CEIL, "T >= k"),
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "an arm that pays at most 1/k: its n pulls pay at most n/k; sum over the arms",
            "Rew(f,n) <= n/k",
            ("0 <= n", "f(n) <= 1/k"),
            MONOTONE,
        ),
        Reading(
            "with N = floor(T/k) every pull pays at most 1/k",
            "k*n <= T",
            ("k*N <= T", "n <= N"),
            NUMBERS,
        ),
        CAPPED,
    ),
    mutants=(
        Reading("one pull less", "Rew(f,n) <= (n-1)/k", ("f(n) <= 1/k",), MONOTONE),
        Reading("a cap of (q-1)/T", "T*Rew(f,T) <= (q-1)*T - q*(q-1)/2", CAPPED.given),
    ),
    relies_on=("B12",),
    finding="With the printed N = ceil(T/k) the bound can fail where k does not divide T (k = 3, "
    "T = 4: staying with one arm pays 17/12 > 4/3); with floor(T/k) it holds, and min(n,q)/T "
    "gives q(2T-q+1)/(2T).",
)

OPTIMUM = Entry(
    id="B14",
    lines="984-985",
    slug="optimum-on-family",
    title="OPT(T) = (T+1)/2 on I_k",
    statement="The best policy always pulls arm k and gets sum n/T = (T+1)/2.",
    literal=(
        LINE,
        Reading(
            "no other arm pays more",
            "N*(N+1)/(2*T) + (T-N)/k <= (T+1)/2",
            CEIL,
            NUMBERS,
        ),
    ),
    mutants=(
        Reading("T/2", "Rew(f,T) == T/2", LINE.given),
        Reading("any concave arm with f(T) = 1", "Rew(f,T) == (T+1)/2", ("f(0) == 0", "f(T) == 1")),
    ),
    relies_on=("A14",),
)

DIFFERENCE = Entry(
    id="B15",
    lines="989-991",
    slug="regret-on-family",
    title="OPT - ALG >= (1/2 - 1/k) T + 1/2 >= (k-2)/(2k) T",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT - ALG >= (1/2-1/k)T + 1/2 >= (k-2)T/(2k).",
    literal=(
        Reading(
            "A stands for ALG",
            "(T+1)/2 - A >= (1/2-1/k)*T + 1/2 and (1/2-1/k)*T + 1/2 >= (k-2)*T/(2*k)",
            ("A <= T/k",),
            NUMBERS,
            reals=("A",),
        ),
    ),
    repairs=(REGRET, CONSTANT),
    mutants=(
        Reading("(k-1)/(2k)", "(1/2-1/k)*T + 1/2 >= (k-1)*T/(2*k)", (), NUMBERS),
        Reading("+ 1", "(T+1)/2 - A >= (1/2-1/k)*T + 1", ("A <= T/k",), NUMBERS, reals=("A",)),
    ),
    relies_on=("B13", "B14"),
    finding="The steps are right but lose a constant: (k-2)/(2k) is 0 at k = 2, and the corrected "
    "family has regret (T-q)(T-q+1)/(2T), at least (k-1)^2/(2k^2) T.",
)

SIXTH = Entry(
    id="B16",
    lines="992",
    slug="regret-constant",
    title="(k-2)/(2k) T >= T/6 for k > 2",
    statement="(k-2)/(2k) T >= T/6 for k > 2.",
    literal=(Reading("k > 2", "(k-2)/(2*k)*T >= T/6", ("k > 2",), NUMBERS),),
    others=(Reading("k = 2 included", "(k-2)/(2*k)*T >= T/6", ("k >= 2",), NUMBERS),),
    repairs=(REGRET_TWO, REGRET_THREE, *TWO_SLOPES),
    mutants=(
        Reading("T/5", "(k-2)/(2*k)*T >= T/5", ("k > 2",), NUMBERS),
        Reading(
            "1/7 for two arms by equal caps",
            "(T-q)*(T-q+1)/2 >= T*T/7",
            ("k >= 2", *SHARE),
            NUMBERS,
        ),
        Reading(
            "two slopes, n <= T/2 pulls: more than T/5",
            "2*p*(2*p+1)/(10*p) + 6*p*(2/5) + 6*p*(6*p+1)/(20*p) - A > 8*p/5",
            MORE_PULLS.given,
            NUMBERS,
            reals=("A",),
        ),
    ),
    relies_on=("B15",),
    finding="Nothing is said for k = 2, where (k-2)/(2k) = 0: equal caps give the constant 1/8 for "
    "every T, and two slopes give 1/5 for T divisible by 8.",
)

QUOTIENT = Entry(
    id="B17",
    lines="996-997",
    slug="ratio-on-family",
    title="OPT/ALG >= (k/2)(T+1)/T >= k/2",
    statement="From ALG <= T/k and OPT = (T+1)/2: OPT/ALG >= (k/2)(T+1)/T >= k/2.",
    literal=(
        Reading(
            "A stands for ALG",
            "(T+1)/2 >= k/2*(T+1)/T*A and k/2*(T+1)/T >= k/2",
            ("A <= T/k",),
            NUMBERS,
            reals=("A",),
        ),
    ),
    repairs=(RATIO_SHARP,),
    mutants=(
        Reading("(k+1)/2", "(T+1)/2 >= (k+1)/2*A", ("A <= T/k",), NUMBERS, reals=("A",)),
        Reading("(k/2)(T+2)/T", "(T+1)/2 >= k/2*(T+2)/T*A", ("A <= T/k",), NUMBERS, reals=("A",)),
    ),
    relies_on=("B13", "B14"),
)

# --- randomised algorithms ---------------------------------------------------------------------

PROBED = "(k-1)*N*(N+3)/4 + (k*N*(k*N+1) - (2*k*N+1)*(N+1)*(k-1)/2 + (N+1)**2*(k-1)*(2*k-1)/6)/2"
"""T E[ALG(T)] of probing in random order on I_m, T = kN and N >= k-1.

The arm that goes on comes after i others with probability 1/k, i = 0, ..., k-1. Each of those costs
N + 1 pulls, the last of which shows that it is capped, and pays (N(N+1)/2 + N)/T; the T - i(N+1)
pulls that are left pay (T-i(N+1))(T-i(N+1)+1)/(2T).
"""
CAP = ("0 <= h", "s*h <= T", "T < s*(h+1)")
"""h = floor(T/s)."""
LONG_PROBES = ("N >= k - 1",)

RANDOMISED = Entry(
    id="B18",
    lines="950",
    slug="randomised-lower-bound",
    title="The bound extends to randomised algorithms in expectation",
    statement="Since a randomised algorithm is a distribution over deterministic ones, some "
    "instance of the family has OPT(T) >= (k/2) E[ALG(T)].",
    literal=(
        Reading(
            "probing in random order on the paper's family, T = kN: E[ALG] is the same on all I_m",
            f"k*N*(k*N+1)/2 >= k/2*({PROBED})",
            LONG_PROBES,
            NUMBERS,
        ),
    ),
    repairs=(
        Reading(
            "on the paper's family probing in random order gets a third of OPT, for every k",
            f"k*N*(k*N+1)/2 <= 3*({PROBED})",
            LONG_PROBES,
            NUMBERS,
        ),
        Reading(
            "Markov: an arm with E[N_l] <= T/k passes h = floor(T/s) with probability x <= 1/s",
            "s*(h+1)*(s*x) <= s*(h+1)",
            ("s*s <= k", *CAP, "x >= 0", "k*(x*(h+1)) <= T"),
            NUMBERS,
            reals=("x",),
        ),
        Reading(
            "so arms capped at h, of which arm l goes on, give OPT >= (s/3) E[ALG], s^2 <= k;"
            " y = sx and F = s E[ALG]",
            "3*((T+1)/2) >= F",
            (*CAP, "y <= 1", "F <= s*h + y*(T+1)/2"),
            NUMBERS,
            reals=("y", "F"),
        ),
        Reading(
            "linear regret: T = 4p, cap 3p, passed with probability at most 2/3, gives T/96",
            "(1-x)*(p*(p+1)/(8*p)) >= 4*p/96",
            ("x <= 2/3",),
            NUMBERS,
            reals=("x",),
        ),
    ),
    mutants=(
        Reading(
            "half of OPT",
            f"k*N*(k*N+1)/2 <= 2*({PROBED})",
            LONG_PROBES,
            NUMBERS,
        ),
        Reading(
            "OPT >= (s/2) E[ALG] by Markov",
            "2*((T+1)/2) >= F",
            (*CAP, "y <= 1", "F <= s*h + y*(T+1)/2"),
            NUMBERS,
            reals=("y", "F"),
        ),
    ),
    relies_on=("B1", "B9"),
    convention="said of the family on which the argument rests, T = kN; the policy knows T, which "
    "the theorem allows; its exact expectation is compared with the simulator's in the tests",
    finding="The bound does not extend as said: the bad instance depends on the run, and probing "
    "in random order gets at least a third of OPT in expectation on every instance of the "
    "paper's family. Markov's inequality gives floor(sqrt(k))/3 in place of k/2.",
)

ENTRIES = (
    THEOREM,
    EXISTS,
    ORDER,
    KNOWN,
    MAIN_TEXT,
    DIFFER,
    FEWER,
    PIGEON,
    CHOSEN,
    APPENDIX,
    GUARANTEE,
    PER_PULL,
    REWARD,
    OPTIMUM,
    DIFFERENCE,
    SIXTH,
    QUOTIENT,
    RANDOMISED,
)
