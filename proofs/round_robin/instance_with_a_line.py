"""C3-C5 (lines 1029-1044): the instance of the lower bound, its reward and its ratio.

C3  f_1(n) = n/T up to T, then 1, and f_i = 0 otherwise, are reward functions; OPT = (T+1)/2.
C4  RR(I,T) = sum of n/T for n = 1..T/k = (T+k)/(2k^2). The line is the first arm, which gets
    c = ceil(T/k) pulls and pays c(c+1)/(2T). That is the printed value if T = kc, and more
    otherwise; that T is a multiple of k is said only later, for the upper bound.
C5  OPT/RR >= (T+1)/(T+k) k^2 >= k^2/2 for T >= k. The second step is right. The first fails with
    C4, and so does the conclusion: k = 3 and T = 4 give the ratio 20/6 < 9/2.

The line as the last arm repairs both: it gets q = floor(T/k) pulls, and k^2 q(q+1) <= T(T+k).
"""

from imab_verify.ledger import Entry, Reading
from proofs.round_robin.round_robin_theorem import EXACT_RATIO_GE_FROM_K

INSTANCE = Entry(
    id="C3",
    lines="1029-1038",
    slug="round-robin-instance",
    title="The instance: one line, the others zero; OPT = (T+1)/2",
    statement="f_1(n) = n/T up to T, then 1, and f_i = 0 are reward functions, and OPT = (T+1)/2.",
    literal=(
        Reading(
            name="line_concave_at_horizon",
            says="at n = T + 1 the line grows by no less than 0 and no more than before",
            claim="0 <= 1 - T/T and 1 - T/T <= 1/T",
        ),
        Reading(
            name="rew_of_line_eq",
            says="OPT, above the zero arms",
            claim="Rew(f,T) == (T+1)/2 and Rew(f,T) >= 0",
            given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
        ),
    ),
    relies_on=("A14",),
)

REWARD = Entry(
    id="C4",
    lines="1039",
    slug="round-robin-reward",
    title="RR(I,T) = (T+k)/(2k^2)",
    statement="On the instance RR(I,T) = sum_{n=1}^{T/k} n/T = (T+k)/(2k^2).",
    literal=(
        Reading(
            name="reward_of_first_line_eq",
            says="the first arm gets c = ceil(T/k) pulls, which pay c(c+1)/(2T)",
            claim="c*(c+1)/(2*T) == (T+k)/(2*k**2)",
            integers=("c",),
            given=("T <= k*c", "k*(c-1) < T"),
        ),
    ),
    others=(
        Reading(
            name="reward_of_first_line_eq_from_2k",
            says="T >= 2k, as the proof says",
            claim="c*(c+1)/(2*T) == (T+k)/(2*k**2)",
            integers=("c",),
            given=("T <= k*c", "k*(c-1) < T", "T >= 2*k"),
        ),
    ),
    repairs=(
        Reading(
            name="reward_of_first_line_eq_of_dvd",
            says="where k divides T, times 2Tk^2",
            claim="k**2*c*(c+1) == T*(T+k)",
            integers=("c",),
            given=("T == k*c",),
        ),
        Reading(
            name="reward_of_last_line_le",
            says="the line as last arm: q = floor(T/k) pulls pay at most that",
            claim="2*k**2*q*(q+1) <= 2*T*(T+k)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    relies_on=("C1",),
    finding=(
        "The line is the first arm, which is pulled ceil(T/k) times, so the value holds "
        "only where k divides T; that T is a multiple of k is said later, for the upper "
        "bound."
    ),
)

RATIO = Entry(
    id="C5",
    lines="1042-1044",
    slug="round-robin-instance-ratio",
    title="The ratio on the instance is at least k^2/2",
    statement="For T >= k, OPT/RR >= (T+1)/(T+k) k^2 >= k^2/2.",
    literal=(
        Reading(
            name="ratio_of_first_line_ge",
            says="c = ceil(T/k) pulls of the line: T(T+1)/(c(c+1)) >= k^2 (T+1)/(T+k)",
            claim="T*(T+k) >= k**2*c*(c+1)",
            integers=("c",),
            given=("T >= k", "T <= k*c", "k*(c-1) < T"),
        ),
        Reading(
            name="printed_ratio_ge_half_sq",
            says="(T+1)/(T+k) k^2 >= k^2/2",
            claim="(T+1)/(T+k)*k**2 >= k**2/2",
            given=("T >= k",),
        ),
    ),
    others=(
        Reading(
            name="ratio_of_first_line_ge_half_sq",
            says="the printed instance, ratio at least k^2/2",
            claim="T*(T+1) >= k**2/2*c*(c+1)",
            integers=("c",),
            given=("T >= k", "T <= k*c", "k*(c-1) < T"),
        ),
    ),
    repairs=(
        Reading(
            name="ratio_of_last_line_ge",
            says="the line as last arm, q = floor(T/k) pulls",
            claim="T*(T+k) >= k**2*q*(q+1)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
        EXACT_RATIO_GE_FROM_K,
        Reading(
            name="ratio_of_first_line_ge_of_dvd",
            says="where T = kc",
            claim="k*c*(k*c+k) >= k**2*c*(c+1)",
            integers=("c",),
        ),
    ),
    relies_on=("C3", "C4"),
    finding=(
        "If k does not divide T the first arm gets too many pulls and the ratio can be "
        "below k^2/2 (k = 3, T = 4: 20/6 < 9/2); with the line as last arm the bound "
        "holds for every T."
    ),
)

ENTRIES = (INSTANCE, REWARD, RATIO)
