"""The fairness lemma and theorem: an improving arm is pulled again, and when.

Write L for the pulls of an arm f that Algorithm 1 neglects and suppose its last increment is
still Delta(f,L) >= 1/r. Let g be the most pulled arm, with M pulls. If g is pulled once more, its
estimate was maximal: Rew(g,M) >= P(f,L,M) >= (M-L)(M-L+1)/2 * Delta(f,L), while Rew(g,M) <= M.
So (M-L)(M-L+1) <= 2rM, which is impossible for M >= 2L + 2r. While f is neglected no arm gets
more than 2L + 2r pulls, so f is pulled again before step k(2L + 2r) + 1. This replaces the limit
argument of the paper by a number, and it needs none of its cases.

The paper's own argument compares estimates for a large level N*. Its displayed steps are entries
of their own; for its "N* large enough" 4L + 4r will do.
"""

from imab_verify.kernel import ArmClass, Run
from imab_verify.ledger.statements import TWO_ARMS, Entry, Reading, Verdict
from proofs.instances import FULL, NOTHING, capped, played

LEADER = Run("algorithm-1", pulls=(("N", "g"),), pulled="g", level="M", before=(("L", "f"),))
ROLES = {"g": 1, "f": 2}
THREE_ARMS = {**TWO_ARMS, "h": ArmClass.CONCAVE}
TWO_CASES = (
    *("P(h,c,M) < P(f,a,M)", "P(f,a,M) <= P(g,b,M)"),
    *("2 <= a", "a <= M", "2 <= b", "b <= M", "2 <= c", "c <= M"),
)
OWN = Run("algorithm-1", pulls=(("N", "f"),), pulled="f", level="M", before=(("B", "f"),))

COUNTING = (
    "counting: if no arm has more than M pulls then at most k*M pulls have been made, so an arm"
    " that may not be passed by any level M is pulled again by step k*M + 1"
)
LIMIT = "a limit: an arm that is pulled for ever takes the values f(n) for all n, which tend to a_i"

PULLED_AGAIN = Reading(
    "the most pulled arm, at M pulls, is not pulled again while f waits with L pulls and"
    " Delta(f,L) >= 1/r, unless M < 2L + 2r",
    "M < 2*L + 2*r",
    ("M == N - 1", "r*Delta(f,L) >= 1"),
    arms=TWO_ARMS,
    run=LEADER,
    multipliers=(("1", "(M-L)*(M-L+1)", "2*r", ("g", "M", "2*r*M")), ("1",)),
)
SHARP_LEVEL = Reading(
    "the level M at which an arm may still wait satisfies (M-L)(M-L+1) <= 2rM",
    "(M-L)*(M-L+1) <= 2*r*M",
    ("M == N - 1", "r*Delta(f,L) >= 1"),
    arms=TWO_ARMS,
    run=LEADER,
    multipliers=(("1", "(M-L)*(M-L+1)", "2*r", ("g", "M", "2*r*M")), ("1",)),
)
TOO_SOON = (
    Reading(
        "one increment too small: 2r replaced by r",
        "M < 2*L + r",
        ("M == N - 1", "r*Delta(f,L) >= 1"),
        arms=TWO_ARMS,
        run=LEADER,
        tries=lambda: [played((FULL, capped(10, 10)), 17, ROLES, {"r": 10})],
    ),
    Reading(
        "without the increment",
        "M < 2*L + 2*r",
        ("M == N - 1", "Delta(f,L) >= 0"),
        arms=TWO_ARMS,
        run=LEADER,
        tries=lambda: [played((FULL, NOTHING), 10, ROLES, {"r": 1})],
    ),
)
STAYS = Reading(
    "an arm that has stopped improving stays where it is",
    "f(n) == f(L)",
    ("Delta(f,L) <= 0", "n >= L"),
)
STAYS_MUTANTS = (
    Reading("before L as well", "f(n) == f(L)", ("Delta(f,L) <= 0", "n >= 1")),
    Reading("from one pull earlier", "f(n) == f(L-1)", ("Delta(f,L+1) <= 0", "n >= L")),
)
SMALL_INCREMENT = Reading(
    "after n > 2r pulls the increment of any arm is below half of one that is at least 1/r",
    "2*Delta(f,n) < Delta(g,L)",
    ("r*Delta(g,L) >= 1", "n >= 2*r + 1"),
    arms=TWO_ARMS,
    multipliers=(("n*r", "n", ("f", "n", "2*r")),),
)
DOMINATES = Reading(
    "for N* >= 4L + 4r the right-hand side is positive",
    "Rew(f,L) + (M-L)*f(L) + (M-L)**2/2*Delta(f,L)"
    " > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/4*Delta(f,L)",
    ("r*Delta(f,L) >= 1", "a >= 2", "a <= M", "L >= 2", "M >= 4*L + 4*r"),
    arms=TWO_ARMS,
    multipliers=(("4*r", "2*(M-L)**2 - (M-a+1)**2", ("g", "a", "4*r*M")),),
)

ENTRIES = (
    Entry(
        "E1",
        "512-518",
        "fairness-theorem",
        "Fairness theorem",
        "For every arm i and eps in (0, a_i] there is a T with a_i - f_i(N_i(T)) <= eps.",
        literal=(PULLED_AGAIN, STAYS),
        mutants=TOO_SOON,
        prose=(COUNTING, LIMIT),
        relies_on=("E3", "E5", "E6"),
        finding=(
            "The statement gives no horizon; an arm with L pulls and increment at least 1/r is"
            " pulled again by step k(2L + 2r) + 1."
        ),
    ),
    Entry(
        "E2",
        "520,555,688",
        "arms-keep-improving",
        "All arms are pulled until they reach their potential",
        "The algorithm keeps pulling an arm as long as it is improving.",
        literal=(PULLED_AGAIN,),
        others=(SHARP_LEVEL,),
        mutants=TOO_SOON,
        prose=(COUNTING,),
        relies_on=("E3",),
        convention='"Reach" is read as "come arbitrarily close": a strictly increasing arm never'
        " attains its limit.",
    ),
    Entry(
        "E3",
        "671-674",
        "fairness-lemma",
        "Fairness lemma",
        "If L_i = max_t N_i(t) is finite then Delta_i(L_i) = 0.",
        literal=(PULLED_AGAIN,),
        others=(SHARP_LEVEL,),
        mutants=TOO_SOON,
        prose=(COUNTING,),
        relies_on=("E4", "E8", "E12", "E13", "E14", "E15", "E16", "E17", "E18"),
        finding=(
            "A neglected arm with L pulls and increment at least 1/r is pulled again before any"
            " arm gets more than 2L + 2r pulls."
        ),
    ),
    Entry(
        "E4",
        "676,1591-1593",
        "some-arm-for-ever",
        "Some arm is pulled infinitely often",
        "If every L_i were finite there would be no pull after step sum_i L_i.",
        literal=(
            Reading(
                "k counts of at most L cannot add up to more than k*L pulls",
                "T > k*L",
                ("T >= k*L + 1",),
            ),
        ),
        mutants=(
            Reading("one pull fewer", "T > k*L", ("T >= k*L",)),
            Reading("one arm more", "T > (k+1)*L", ("T >= k*L + 1",)),
        ),
        prose=("pigeonhole: the k counts add up to the number of steps made",),
    ),
    Entry(
        "E5",
        "682,1582",
        "no-increment-no-growth",
        "No increment means the potential is reached",
        "Delta_i(L_i) = 0 implies f_i(L_i) = a_i.",
        literal=(STAYS,),
        others=(
            Reading(
                "without f(0), from the second pull on",
                "f(n) == f(L)",
                ("Delta(f,L) <= 0", "n >= L", "L >= 2"),
                arms={"f": ArmClass.CONCAVE_FROM_1},
            ),
        ),
        mutants=STAYS_MUTANTS,
    ),
    Entry(
        "E6",
        "1583",
        "infinite-count",
        "L_i infinite means pulled infinitely often",
        "If L_i is not finite then, by the fairness lemma, arm i is pulled infinitely often.",
        kind=Verdict.DEFINITION,
        reason="L_i is the largest number of pulls; that it is infinite says just this. The"
        " fairness lemma is not needed.",
    ),
    Entry(
        "E7",
        "1609-1610",
        "last-pull-step",
        "T_i is the step of the L_i-th pull",
        "T_i = argmax_t N_i(t) is the time step at which arm i is pulled for the L_i-th time.",
        literal=(
            Reading(
                "N_i(t) does not count the pull at step t: at the step of the last pull it is"
                " claimed to be L_i already",
                "B == N",
                arms={"f": ArmClass.CONCAVE},
                run=OWN,
            ),
        ),
        repairs=(
            Reading(
                "at the step of the last pull the count is L_i - 1; it is L_i from the next step"
                " on, for ever, so the argmax is not a single step",
                "B == N - 1",
                arms={"f": ArmClass.CONCAVE},
                run=OWN,
            ),
        ),
        convention="N_{i,t}, which is not defined, is read as N_i(t).",
        finding="N_i(t) excludes step t, so the maximum is first attained one step later, and then"
        " at all steps; the choice T > max T_j is unaffected.",
    ),
    Entry(
        "E8",
        "1611-1615",
        "a-late-step",
        "A step after which the increments of C are small",
        "There is a T with T > max_j T_j and Delta_i(N_i(T)) < Delta/2 for all i in C.",
        literal=(SMALL_INCREMENT,),
        mutants=(
            Reading(
                "a step earlier",
                "2*Delta(f,n) < Delta(g,L)",
                ("r*Delta(g,L) >= 1", "n >= 2*r"),
                arms=TWO_ARMS,
            ),
            Reading(
                "a third instead of a half",
                "3*Delta(f,n) < Delta(g,L)",
                ("r*Delta(g,L) >= 1", "n >= 2*r + 1"),
                arms=TWO_ARMS,
            ),
        ),
        prose=("an arm of C is pulled for ever or has increment 0, so N_i(T) passes 2r or is L_i",),
        relies_on=("E7", "E10", "E11"),
        finding="The step can be named: every arm with more than 2r pulls has an increment below"
        " 1/(2r).",
    ),
    Entry(
        "E9",
        "1617",
        "finite-counts",
        "The counts of the other arms are finite",
        '"Note that L_j if finite for all i in C-bar."',
        kind=Verdict.NOT_FORMAL,
        reason="A slip of the pen (the bound index is j, and it is the assumption itself).",
    ),
    Entry(
        "E10",
        "1619",
        "open-interval",
        "Rewards are bounded in (0,1)",
        "The reward functions are bounded in (0,1).",
        literal=(Reading("values strictly between 0 and 1", "0 < f(n) and f(n) < 1"),),
        repairs=(Reading("values in [0,1], as the model says", "0 <= f(n) and f(n) <= 1"),),
        finding="The model has the closed interval [0,1]; only the upper bound is used.",
    ),
    Entry(
        "E11",
        "1621",
        "time-for-count",
        "A time compared with a count",
        "If L_i is finite and Delta_i(L_i) = 0 then Delta_i(N_i(T)) < Delta/2 for some T <= L_i.",
        literal=(
            Reading(
                "at steps T <= L_i the arm has at most L_i - 1 pulls, the increments of which are"
                " claimed to be small already",
                "2*Delta(f,L-1) < Delta(g,m)",
                ("Delta(f,L) <= 0", "Delta(g,m) > 0", "L >= 2"),
                arms=TWO_ARMS,
            ),
        ),
        repairs=(
            Reading(
                "after the L_i-th pull",
                "2*Delta(f,L) < Delta(g,m)",
                ("Delta(f,L) <= 0", "Delta(g,m) > 0"),
                arms=TWO_ARMS,
            ),
        ),
        finding="T is a time and L_i a count; the sentence is true for the first T with"
        " N_i(T) = L_i.",
    ),
    Entry(
        "E12",
        "1625-1628",
        "two-cases",
        "The two cases of the contradiction",
        "Either p_m > p_j for all j in C-bar other than m, or p_m < p_j for some j in C.",
        literal=(
            Reading(
                "f is arm m, g another arm of C-bar, h one of C: where (a) fails for g, (b) is"
                " claimed for h, although p_m > p_i for all i in C",
                "P(f,a,M) < P(h,c,M)",
                TWO_CASES,
                arms=THREE_ARMS,
            ),
        ),
        repairs=(
            Reading(
                "where (a) fails for g, ties included, g is above every arm of C as well",
                "P(h,c,M) < P(g,b,M)",
                TWO_CASES,
                arms=THREE_ARMS,
            ),
        ),
        finding="Case (b) must read C-bar for C, and ties must be added; in every case an arm of"
        " C-bar is pulled.",
    ),
    Entry(
        "E13",
        "1636-1637",
        "estimates-fall",
        "Estimates fall as pulls are made",
        "With the same N*, the estimate computed from more pulls is at most the one from fewer.",
        literal=(
            Reading(
                "any two counts from 2 on",
                "P(f,b,M) <= P(f,a,M)",
                ("2 <= a", "a <= b", "b <= M"),
            ),
        ),
        others=(
            Reading(
                "without f(0)",
                "P(f,b,M) <= P(f,a,M)",
                ("2 <= a", "a <= b", "b <= M"),
                arms={"f": ArmClass.CONCAVE_FROM_1},
            ),
        ),
        mutants=(
            Reading("strictly", "P(f,b,M) < P(f,a,M)", ("2 <= a", "a < b", "b <= M")),
            Reading(
                "for monotone arms",
                "P(f,b,M) <= P(f,a,M)",
                ("2 <= a", "a <= b", "b <= M"),
                arms={"f": ArmClass.MONOTONE},
            ),
        ),
    ),
    Entry(
        "E14",
        "1638-1641",
        "estimate-upper-bound",
        "Upper bound of an estimate of C",
        "p_i(T') <= Rew_i(N_i) + (N*-N_i) f_i(N_i) + (N*-N_i)(N*-N_i+1) Delta/4"
        " <= ... + (N*-N_i+1)^2 Delta/4.",
        literal=(
            Reading(
                "the first bound",
                "P(f,a,M) <= Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(g,m)",
                ("2*Delta(f,a) < Delta(g,m)", "2 <= a", "a <= M", "m >= 2"),
                arms=TWO_ARMS,
                multipliers=(("4", "(M-a)*(M-a+1)"),),
            ),
            Reading(
                "the second bound",
                "(M-a)*(M-a+1)*Delta(g,m) <= (M-a+1)**2*Delta(g,m)",
                ("2 <= a", "a <= M", "m >= 2"),
                arms={"g": ArmClass.CONCAVE},
            ),
        ),
        mutants=(
            Reading(
                "an eighth instead of a quarter",
                "P(f,a,M) <= Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/8*Delta(g,m)",
                ("2*Delta(f,a) < Delta(g,m)", "2 <= a", "a <= M", "m >= 2"),
                arms=TWO_ARMS,
            ),
            Reading(
                "without the small increment",
                "P(f,a,M) <= Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(g,m)",
                ("2 <= a", "a <= M", "m >= 2"),
                arms=TWO_ARMS,
            ),
        ),
        relies_on=("E8", "E13"),
    ),
    Entry(
        "E15",
        "1646",
        "estimate-lower-bound",
        "Lower bound of the estimate of arm m",
        "p_m(T') >= Rew_m(L) + (N*-L) f_m(L) + (N*-L)^2 Delta/2.",
        literal=(
            Reading(
                "as written",
                "P(f,L,M) >= Rew(f,L) + (M-L)*f(L) + (M-L)**2/2*Delta(f,L)",
                ("2 <= L", "L <= M"),
            ),
        ),
        mutants=(
            Reading(
                "with the square of N*-L+1",
                "P(f,L,M) >= Rew(f,L) + (M-L)*f(L) + (M-L+1)**2/2*Delta(f,L)",
                ("2 <= L", "L <= M"),
            ),
            Reading(
                "a slightly larger factor",
                "P(f,L,M) >= Rew(f,L) + (M-L)*f(L) + 501*(M-L)**2/1000*Delta(f,L)",
                ("2 <= L", "L <= M"),
            ),
        ),
    ),
    Entry(
        "E16",
        "1650",
        "sufficient-inequality",
        "What suffices for p_m > p_i",
        "It suffices that p_m - Rew_i(N_i) - (N*-N_i) f_i(N_i) - (N*-N_i+1)^2 Delta/2 > 0.",
        literal=(
            Reading(
                "as written",
                "P(f,L,M) > P(g,a,M)",
                (
                    "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/2*Delta(f,L)",
                    "2*Delta(g,a) < Delta(f,L)",
                    "2 <= a",
                    "a <= M",
                    "2 <= L",
                    "L <= M",
                ),
                arms=TWO_ARMS,
                multipliers=(("4", "4", "(M-a)*(M-a+1)"),),
            ),
        ),
        repairs=(
            Reading(
                "with Delta/4, which is what the sequel uses",
                "P(f,L,M) > P(g,a,M)",
                (
                    "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/4*Delta(f,L)",
                    "2*Delta(g,a) < Delta(f,L)",
                    "2 <= a",
                    "a <= M",
                    "2 <= L",
                    "L <= M",
                ),
                arms=TWO_ARMS,
                multipliers=(("4", "4", "(M-a)*(M-a+1)"),),
            ),
        ),
        mutants=(
            Reading(
                "an eighth",
                "P(f,L,M) > P(g,a,M)",
                (
                    "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/8*Delta(f,L)",
                    "2*Delta(g,a) < Delta(f,L)",
                    "2 <= a",
                    "a <= M",
                    "2 <= L",
                    "L <= M",
                ),
                arms=TWO_ARMS,
            ),
            Reading(
                "without the small increment",
                "P(f,L,M) > P(g,a,M)",
                (
                    "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/2*Delta(f,L)",
                    "2 <= a",
                    "a <= M",
                    "2 <= L",
                    "L <= M",
                ),
                arms=TWO_ARMS,
            ),
        ),
        relies_on=("E14",),
        finding="With Delta/2 the quadratic terms cancel and nothing can be concluded for large"
        " N*; the printed computation that follows has Delta/4.",
    ),
    Entry(
        "E17",
        "1653-1661",
        "leading-term",
        "The quadratic term dominates",
        "Since N*^2 (Delta/2 - Delta/4) > 0 and N* grows, the difference is positive in the end.",
        literal=(DOMINATES,),
        mutants=(
            Reading(
                "already at 2L + 2r",
                DOMINATES.claim,
                ("r*Delta(f,L) >= 1", "a >= 2", "a <= M", "L >= 2", "M >= 2*L + 2*r"),
                arms=TWO_ARMS,
                multipliers=DOMINATES.multipliers,
            ),
            Reading(
                "without an increment",
                DOMINATES.claim,
                ("a >= 2", "a <= M", "L >= 2", "M >= 4*L + 4*r"),
                arms=TWO_ARMS,
            ),
        ),
        relies_on=("E15", "E16"),
        convention='"Large enough" is read with the explicit threshold N* >= 4L + 4r for'
        " Delta >= 1/r.",
        finding="N* >= 4L + 4r is large enough when Delta >= 1/r.",
    ),
    Entry(
        "E18",
        "1596-1604,1665",
        "induction-on-arms",
        "The contradiction holds for every number of arms in C",
        "The lemma cannot hold for exactly l arms, 1 <= l < k; hence it holds for all.",
        literal=(PULLED_AGAIN,),
        mutants=TOO_SOON,
        prose=(COUNTING,),
        relies_on=("E3", "E4", "E12", "E17"),
    ),
)
