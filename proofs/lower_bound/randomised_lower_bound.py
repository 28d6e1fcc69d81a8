"""B18: The bound extends to randomised algorithms in expectation."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="B18",
    lines="950",
    slug="randomised-lower-bound",
    title="The bound extends to randomised algorithms in expectation",
    statement=(
        "Since a randomised algorithm is a distribution over deterministic ones, some "
        "instance of the family has OPT(T) >= (k/2) E[ALG(T)]."
    ),
    literal=(
        Reading(
            name="b18_literal_1",
            says=(
                "probing in random order on the paper's family, T = kN: E[ALG] is the "
                "same on all I_m"
            ),
            claim=(
                "k*N*(k*N+1)/2 >= k/2*((k-1)*N*(N+3)/4 + (k*N*(k*N+1) - (2*k*N+1)*(N+1)*(k-1)/2 "
                "+ (N+1)**2*(k-1)*(2*k-1)/6)/2)"
            ),
            given=("N >= k - 1",),
        ),
    ),
    repairs=(
        Reading(
            name="b18_repair_1",
            says="on the paper's family probing in random order gets a third of OPT, for every k",
            claim=(
                "k*N*(k*N+1)/2 <= 3*((k-1)*N*(N+3)/4 + (k*N*(k*N+1) - (2*k*N+1)*(N+1)*(k-1)/2 + "
                "(N+1)**2*(k-1)*(2*k-1)/6)/2)"
            ),
            given=("N >= k - 1",),
        ),
        Reading(
            name="b18_repair_2",
            says=(
                "Markov: an arm with E[N_l] <= T/k passes h = floor(T/s) with probability x <= 1/s"
            ),
            claim="s*(h+1)*(s*x) <= s*(h+1)",
            given=("s*s <= k", "0 <= h", "s*h <= T", "T < s*(h+1)", "x >= 0", "k*(x*(h+1)) <= T"),
            reals=("x",),
        ),
        Reading(
            name="b18_repair_3",
            says=(
                "so arms capped at h, of which arm l goes on, give OPT >= (s/3) E[ALG], s^2 <= "
                "k; y = sx and F = s E[ALG]"
            ),
            claim="3*((T+1)/2) >= F",
            given=("0 <= h", "s*h <= T", "T < s*(h+1)", "y <= 1", "F <= s*h + y*(T+1)/2"),
            reals=("y", "F"),
        ),
        Reading(
            name="b18_repair_4",
            says="linear regret: T = 4p, cap 3p, passed with probability at most 2/3, gives T/96",
            claim="(1-x)*(p*(p+1)/(8*p)) >= 4*p/96",
            given=("x <= 2/3",),
            reals=("x",),
        ),
    ),
    relies_on=("B1", "B9"),
    convention=(
        "said of the family on which the argument rests, T = kN; the policy knows T, "
        "which the theorem allows; its exact expectation is compared with the "
        "simulator's in the tests"
    ),
    finding=(
        "The bound does not extend as said: the bad instance depends on the run, and "
        "probing in random order gets at least a third of OPT in expectation on every "
        "instance of the paper's family. Markov's inequality gives floor(sqrt(k))/3 in "
        "place of k/2."
    ),
)
