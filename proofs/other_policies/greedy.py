"""F12: the worst ratio of greedy is T(T+1)/(2(T-k+2)) from T = k + 1 on.

Greedy pulls every arm once, then an arm of largest last reward. Let g be optimal, with n pulls in
the end, and D = T - k. Let v = 2 OPT(T)/(T(T+1)): concavity gives g(1) >= v, and Rew(g,n) >=
n(n+1)/2 v. Another arm f with N >= 2 pulls had the largest last reward at its second pull, so

    f(1) >= g(B) >= g(1) >= v    and    Rew(f,N) >= N v.

The other arms have E = D - n + 1 pulls after the first round. If E >= 1, N - 1 <= E for each of
them, so N >= (N-1)(E+1)/E, and the sum of these is E + 1, for idle arms count 0. Together

    ALG(T) >= (E + 1 + n(n+1)/2) v = (D + 2 + n(n-1)/2) v >= (D+2) v.

If E = 0 then n = D + 1 >= 2, and n(n+1)/2 >= D + 2.

Sharp. Beside zeros, the line n and a constant that is a little more than 1: the line gets one pull,
and the constant all that come after the first round, D + 1 in all. The constant 1 would do, were it
not that ties go to the arm with fewest pulls; at T = k + 1 it does.
"""

from imab_verify.ledger import Entry, Reading, Severity, play

CLAIM = "2*(T-k+2)*OPT(T) <= T*(T+1)*ALG(T)"

ENTRY = Entry(
    id="F12",
    lines="beyond",
    slug="greedy-exact-ratio",
    severity=Severity.LEMMA,
    title="Greedy: OPT <= T(T+1)/(2(T-k+2)) ALG",
    statement=(
        "For T > k, 2(T-k+2) OPT(T) <= T(T+1) ALG(T) in every run of greedy, and for k >= 2 no "
        "larger factor than 2(T-k+2) will do: for every n some run has "
        "(2(T-k+2) + 1/n) OPT(T) >= T(T+1) ALG(T)."
    ),
    literal=(
        Reading("greedy_opt_le_exact_ratio", "T > k", CLAIM, given=("T > k",), policy="greedy"),
        Reading(
            "greedy_exact_ratio_approached",
            "no larger factor will do",
            "(2*(T-k+2) + 1/n)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T > k", "k >= 2", "n >= 1"),
            integers=("n",),
            policy="some greedy",
        ),
    ),
    others=(
        Reading(
            "rew_ge_of_first_pull",
            "an arm with a second pull, which came when the best arm had B pulls",
            "T*(T+1)*Rew(f,N) >= 2*N*Rew(g,T)",
            given=("f(1) >= g(B)", "B >= 1", "N >= 1"),
            arms="f, g",
        ),
        Reading(
            "greedy_opt_lt_exact_ratio",
            "as a strict inequality",
            "2*(T-k+2)*OPT(T) < T*(T+1)*ALG(T)",
            given=("T > k", "OPT(T) > 0"),
            policy="greedy",
            tries=(play("1/3", "min(n, 3)/3", T=3),),
        ),
        Reading(
            "greedy_opt_le_exact_ratio_from_k",
            "from T = k on",
            CLAIM,
            given=("T >= k",),
            policy="greedy",
            tries=(play("0", "min(n, 2)/2", T=2),),
        ),
    ),
    convention="Ties go to the arm with fewest pulls, and among these they may fall in any way.",
)
