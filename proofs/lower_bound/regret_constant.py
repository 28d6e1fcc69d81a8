"""B16: the constant of the regret (line 992).

(k-2)/(2k) T >= T/6 for k > 2, as 3(k-2) >= k from k = 3 on. At k = 2 the left side is 0 and nothing
is said. With q = floor(T/k) the regret is at least (T-q)(T-q+1)/(2T), which gives 1/8 for two arms
and 2/9 for three.

Two slopes do better for two arms. Let T = 8p, and let both arms rise by 1/(5p) up to pull 2p, by
1/(10p) up to 4p, and stay at 3/5. The arm with n <= T/2 pulls goes on with the slope it has shown
last, up to the value 1: as min(n/(5p), 1) if n <= 2p, to 1 at T if 2p < n <= 4p. As equal arms pay
most with n and T - n as far apart as they may be, A is at most the sum in the given, and the regret
is at least T/5. The best constant for two arms is not known to us.
"""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import REGRET_GE_EIGHTH

ENTRY = Entry(
    id="B16",
    lines="992",
    slug="regret-constant",
    title="(k-2)/(2k) T >= T/6 for k > 2",
    statement="(k-2)/(2k) T >= T/6 for k > 2.",
    literal=(
        Reading(
            name="regret_constant_ge_sixth_of_three_arms",
            says="k > 2",
            claim="(k-2)/(2*k)*T >= T/6",
            given=("k > 2",),
        ),
    ),
    others=(
        Reading(
            name="regret_constant_ge_sixth_of_two_arms",
            says="k = 2 included",
            claim="(k-2)/(2*k)*T >= T/6",
            given=("k >= 2",),
        ),
    ),
    repairs=(
        REGRET_GE_EIGHTH,
        Reading(
            name="regret_ge_two_ninths_of_three_arms",
            says="regret: c = 2/9 for three arms or more, where q <= T/3",
            claim="(T-q)*(T-q+1)/2 >= 2/9*T*T",
            given=("0 <= q", "3*q <= T"),
        ),
        Reading(
            name="two_slopes_fall",
            says=(
                "two arms, T = 8p: the slopes 1/(5p) up to 2p, 1/(10p) up to 4p and 0 make a "
                "valid arm"
            ),
            claim="1/(5*p) >= 1/(10*p) and 1/(10*p) >= 0 and 2*p/(5*p) + 2*p/(10*p) == 3/5",
        ),
        Reading(
            name="regret_ge_fifth_of_pulls_le_quarter",
            says=(
                "n <= T/4 pulls: the arm goes on as min(n/(5p), 1), and the regret is at least T/5"
            ),
            claim="(5*p+1)/2 + 3*p - A >= 8*p/5",
            given=("A <= 2*p*(2*p+1)/(10*p) + 2*p*(2/5) + 2*p*(2*p+1)/(20*p) + 4*p*(3/5)",),
            reals=("A",),
        ),
        Reading(
            name="regret_ge_fifth_of_pulls_le_half",
            says="T/4 < n <= T/2 pulls: it goes on with slope 1/(10p) up to the value 1 at T",
            claim="2*p*(2*p+1)/(10*p) + 6*p*(2/5) + 6*p*(6*p+1)/(20*p) - A >= 8*p/5",
            given=("A <= 2*(2*p*(2*p+1)/(10*p)) + 2*p*(2/5) + 2*p*(2*p+1)/(20*p) + 2*p*(3/5)",),
            reals=("A",),
        ),
        Reading(
            name="split_rew_le_uneven_split_rew_of_monotone",
            says="with at least m pulls for each of two equal arms, m and T - m pay most",
            claim="Rew(f,n) + Rew(f,T-n) <= Rew(f,m) + Rew(f,T-m)",
            given=("0 <= m", "m <= n", "2*n <= T"),
            arms="f: monotone",
        ),
    ),
    relies_on=("B15",),
    finding=(
        "Nothing is said for k = 2, where (k-2)/(2k) = 0: equal caps give the constant "
        "1/8 for every T, and two slopes give 1/5 for T divisible by 8."
    ),
)
