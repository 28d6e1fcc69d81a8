"""F13: the worst ratio of explore-then-commit is T(T+1)/(4(T-2k+3)) from T = 2k + 2 on.

Explore-then-commit pulls every arm twice, then an arm of largest f(2) for ever. This is an index
policy, with the score (a-1)f(a) of an arm with a pulls: the arm chosen has 2f(3) >= 2f(2) at its
next pull, more than any f(2), unless all arms pay nothing.

Let g be optimal, with n pulls in the end, D = T - 2k, and v = 2 OPT(T)/(T(T+1)). As in F12,
g(2) >= 2v and Rew(g,n) >= n(n+1)/2 v; and another arm f with N >= 3 pulls has f(2) >= g(2), so that

    f(1) >= f(2)/2 >= v    and    Rew(f,N) >= (2N-1) v.

With E = D - n + 2 pulls of the other arms after the opening, and E >= 1,

    ALG(T) >= (2E + 3 + n(n+1)/2) v = (2D + 6 + (n-2)(n-1)/2) v >= 2(D+3) v.

If E = 0 then n = D + 2 >= 4, and n(n+1)/2 >= 2(D+3).

Attained by the line n and min(n,2) beside zeros, where the latter is chosen at the tie.
"""

from imab_verify.ledger import Entry, Reading, Severity, play

POLICY = "index 2 by (a-1)*f(a)"
CLAIM = "4*(T-2*k+3)*OPT(T) <= T*(T+1)*ALG(T)"

ENTRY = Entry(
    id="F13",
    lines="beyond",
    slug="explore-then-commit-exact-ratio",
    severity=Severity.LEMMA,
    title="Explore-then-commit: OPT <= T(T+1)/(4(T-2k+3)) ALG",
    statement=(
        "For T >= 2k + 2, 4(T-2k+3) OPT(T) <= T(T+1) ALG(T) in every run of explore-then-commit "
        "with two pulls of every arm, and this is attained for all k >= 2 and T >= 2k + 2."
    ),
    literal=(
        Reading(
            "commit_opt_le_exact_ratio",
            "T >= 2k + 2",
            CLAIM,
            given=("T >= 2*k + 2",),
            policy=POLICY,
        ),
        Reading(
            "commit_exact_ratio_attained",
            "it is attained",
            "4*(T-2*k+3)*OPT(T) >= T*(T+1)*ALG(T)",
            given=("T >= 2*k + 2", "k >= 2"),
            policy=f"some {POLICY}",
        ),
    ),
    others=(
        Reading(
            "rew_ge_of_commitment",
            "an arm with more than the two pulls, against the best arm",
            "T*(T+1)*Rew(f,N) >= 2*(2*N-1)*Rew(g,T)",
            given=("f(2) >= g(2)", "N >= 2", "T >= 3"),
            arms="f, g",
        ),
        Reading(
            "commit_opt_lt_exact_ratio",
            "as a strict inequality",
            "4*(T-2*k+3)*OPT(T) < T*(T+1)*ALG(T)",
            given=("T >= 2*k + 2", "OPT(T) > 0"),
            policy=POLICY,
            tries=(play("min(n, 2)/6", "min(n, 6)/6", T=6),),
        ),
        Reading(
            "commit_opt_le_exact_ratio_from_2k_plus_1",
            "from T = 2k + 1 on",
            CLAIM,
            given=("T >= 2*k + 1",),
            policy=POLICY,
            tries=(play("min(n, 5)/5", "0", T=5),),
        ),
    ),
    relies_on=("F12",),
    convention=(
        "The policy takes an arm of largest (a-1)f(a) after the opening. It goes round the arms "
        "where all of them pay nothing, and then OPT(T) = ALG(T) = 0."
    ),
)
