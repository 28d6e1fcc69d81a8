"""C3-C5 (lines 1029-1044): the instance of the lower bound, its reward and its ratio.

C3  f_1(n) = n/T up to T, then 1, and f_i = 0 otherwise, are reward functions; OPT = (T+1)/2.
C4  RR(I,T) = sum of n/T for n = 1..T/k = (T+k)/(2k^2). The line is the first arm, which gets
    c = ceil(T/k) pulls and pays c(c+1)/(2T). That is the printed value if T = kc, and more
    otherwise; that T is a multiple of k is said only later, for the upper bound.
C5  OPT/RR >= (T+1)/(T+k) k^2 >= k^2/2 for T >= k. The second step is right. The first fails with
    C4, and so does the conclusion: k = 3 and T = 4 give the ratio 20/6 < 9/2.

The line as the last arm repairs both: it gets q = floor(T/k) pulls, and k^2 q(q+1) <= T(T+k).
"""

from imab_verify.ledger import Entry, Identity, Reading, play
from proofs.round_robin.round_robin_theorem import EXACT_RATIO_GE_FROM_K

LINE = ("f(0) == 0", "f(1) == 1/T", "f(T) == 1")
"""f is the line n/T, which pays (T+1)/2 in T pulls."""

LINE_IN_THE_RUN = (*LINE, "N == L")
"""f is the line n/T, and no arm has more pulls than it: it is the first arm, or k divides T."""

INSTANCE = Entry(
    id="C3",
    lines="1029-1038",
    slug="round-robin-instance",
    title="The instance: one line, the others zero; OPT = (T+1)/2",
    statement="f_1(n) = n/T up to T, then 1, and f_i = 0 are reward functions, and OPT = (T+1)/2.",
    literal=(
        Reading(
            "line_concave_at_horizon",
            "at n = T + 1 the line grows by no less than 0 and no more than before",
            "0 <= 1 - T/T and 1 - T/T <= 1/T",
        ),
        Reading(
            "rew_of_line_eq",
            "OPT, above the zero arms",
            "Rew(f,T) == (T+1)/2 and Rew(f,T) >= 0",
            given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
        ),
    ),
    relies_on=("A14",),
    identities=(Identity("opt_of_line_eq", "OPT on the instance", "sum(n/T, n, 1, T) == (T+1)/2"),),
)

REWARD = Entry(
    id="C4",
    lines="1039",
    slug="round-robin-reward",
    title="RR(I,T) = (T+k)/(2k^2)",
    statement="On the instance RR(I,T) = sum_{n=1}^{T/k} n/T = (T+k)/(2k^2).",
    literal=(
        Reading(
            "reward_of_line_eq",
            "what the line pays in the run, where no arm has more pulls; the others pay 0",
            "2*k**2*Rew(f,N) == T + k",
            given=(*LINE_IN_THE_RUN, "T >= 2*k"),
            policy="round-robin",
            where="N = N(f), L = most",
            tries=(play("min(n, 7)/7", "0", "0", T=7, f=1),),
        ),
    ),
    negation=(
        Reading(
            "reward_of_first_line_gt_of_not_dvd",
            (
                "wherever k does not divide T the first arm gets c = ceil(T/k) pulls, which pay "
                "more than the printed value"
            ),
            "c*(c+1)/(2*T) > (T+k)/(2*k**2)",
            integers=("c",),
            given=("k*(c-1) < T", "T < k*c"),
        ),
    ),
    repairs=(
        Reading(
            "reward_of_first_line_eq_of_dvd",
            "where k divides T, T = kc: c pulls of the line pay (T+k)/(2k^2)",
            "2*k**2*Rew(f,c) == T + k",
            integers=("c",),
            given=(*LINE, "T == k*c"),
        ),
        Reading(
            "reward_of_last_line_le",
            "q <= T/k pulls of the line, as the last arm gets, pay at most that",
            "2*k**2*Rew(f,q) <= T + k",
            given=(*LINE, "0 <= q", "k*q <= T"),
        ),
    ),
    relies_on=("C1",),
    printed=r"$\mathtt{RR}(I,T) = \sum_{t=1}^{T/k} \frac{n}{T} = \frac{T+k}{2k^2}$",
    corrected=(
        r"With the line as the last arm, $\mathtt{RR}(I,T) = \sum_{n=1}^{\lfloor T/k\rfloor} "
        r"\frac{n}{T} \le \frac{T+k}{2k^2}$."
    ),
    finding=(
        "The line is the first arm, which is pulled ceil(T/k) times, so the value holds "
        "only where k divides T; that T is a multiple of k is said later, for the upper "
        "bound."
    ),
    identities=(
        Identity(
            "round_robin_of_line_eq",
            "T/k pulls of the line, where T/k is an integer",
            "sum(n/T, n, 1, T/k) == (T+k)/(2*k**2)",
        ),
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
            "ratio_of_line_ge",
            "first step, in the run: OPT/RR >= (T+1)/(T+k) k^2",
            "(T+k)*Rew(f,T) >= (T+1)*k**2*Rew(f,N)",
            given=(*LINE_IN_THE_RUN, "T >= k"),
            policy="round-robin",
            where="N = N(f), L = most",
            tries=(play("min(n, 4)/4", "0", "0", T=4, f=1),),
        ),
        Reading(
            "printed_ratio_ge_half_sq",
            "(T+1)/(T+k) k^2 >= k^2/2",
            "(T+1)/(T+k)*k**2 >= k**2/2",
            given=("T >= k",),
        ),
    ),
    beyond=(
        Reading(
            "ratio_of_line_ge_half_sq_from_2k",
            "the conclusion OPT/RR >= k^2/2 in the run, from T = 2k on",
            "2*Rew(f,T) >= k**2*Rew(f,N)",
            given=(*LINE_IN_THE_RUN, "T >= 2*k"),
            policy="round-robin",
            where="N = N(f), L = most",
            tries=(play("min(n, 11)/11", "0", "0", "0", "0", T=11, f=1),),
        ),
    ),
    repairs=(
        Reading(
            "ratio_of_last_line_ge",
            "q <= T/k pulls of the line, as the last arm gets: the first step",
            "(T+k)*((T+1)/2) >= (T+1)*k**2*Rew(f,q)",
            given=(*LINE, "0 <= q", "k*q <= T"),
        ),
        EXACT_RATIO_GE_FROM_K,
        Reading(
            "ratio_of_first_line_ge_of_dvd",
            "where T = kc, the first step for c pulls of the line",
            "(T+k)*((T+1)/2) >= (T+1)*k**2*Rew(f,c)",
            integers=("c",),
            given=(*LINE, "T == k*c"),
        ),
    ),
    relies_on=("C3", "C4"),
    finding=(
        "If k does not divide T the first arm gets too many pulls and the ratio can be "
        "below k^2/2 (k = 3, T = 4: 20/6 < 9/2; k = 5, T = 11: 11 < 25/2); with the line as last "
        "arm the bound "
        "holds for every T."
    ),
    identities=(
        Identity(
            "ratio_of_line_eq",
            "the ratio of the two sums",
            "sum(n/T, n, 1, T)/sum(n/T, n, 1, T/k) == (T+1)/(T+k)*k**2",
        ),
    ),
    printed=(
        r"$\frac{\mathrm{OPT}(I,T)}{\mathtt{RR}(I,T)} \ge \frac{T+1}{T+k}\cdot k^2 \ge "
        r"\frac{T}{2T}\cdot k^2 = \frac{k^2}{2}$ (For $T \ge k$)"
    ),
    corrected=(
        r"With the line as the last arm and $q = \lfloor T/k\rfloor \ge 1$, "
        r"$\frac{\mathrm{OPT}(I,T)}{\mathtt{RR}(I,T)} = \frac{T(T+1)}{q(q+1)} \ge "
        r"\frac{T+1}{T+k}\,k^2 \ge \frac{k^2}{2}$."
    ),
)

ENTRIES = (INSTANCE, REWARD, RATIO)
