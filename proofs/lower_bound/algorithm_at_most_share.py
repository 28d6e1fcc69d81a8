"""B13: ALG(T) <= T/k on I_k."""

from imab_verify.ledger import Entry, Reading
from proofs.lower_bound.lower_bound import B1_LITERAL_4

ENTRY = Entry(
    id="B13",
    lines="979-980",
    slug="algorithm-at-most-share",
    title="ALG(T) <= T/k on I_k",
    statement="The algorithm's reward on I_k is at most T/k.",
    literal=(
        Reading(
            name="b13_literal_1",
            says="the algorithm that stays with arm 1: n/T up to N, then 1/k",
            claim="N*(N+1)/(2*T) + (T-N)/k <= T/k",
            given=("k >= 2", "T <= k*N", "k*(N-1) < T"),
        ),
    ),
    others=(
        Reading(
            name="b13_other_1",
            says="the same from T = k on",
            claim="N*(N+1)/(2*T) + (T-N)/k <= T/k",
            given=("k >= 2", "T <= k*N", "k*(N-1) < T", "T >= k"),
        ),
    ),
    repairs=(
        Reading(
            name="b13_repair_1",
            says="an arm that pays at most 1/k: its n pulls pay at most n/k; sum over the arms",
            claim="Rew(f,n) <= n/k",
            given=("0 <= n", "f(n) <= 1/k"),
            arms="f: monotone",
        ),
        Reading(
            name="b13_repair_2",
            says="with N = floor(T/k) every pull pays at most 1/k",
            claim="k*n <= T",
            given=("k*N <= T", "n <= N"),
        ),
        B1_LITERAL_4,
    ),
    relies_on=("B12",),
    finding=(
        "With the printed N = ceil(T/k) the bound can fail where k does not divide T (k "
        "= 3, T = 4: staying with one arm pays 17/12 > 4/3); with floor(T/k) it holds, "
        "and min(n,q)/T gives q(2T-q+1)/(2T)."
    ),
)
