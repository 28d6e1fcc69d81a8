"""D32: Rew(a) + 2b f + 2b^2 Delta >= ... >= p_i >= Rew_l(N) >= OPT(N'_l)."""

from imab_verify.ledger import Entry, Reading, play
from proofs.runs import ANY_LAST_PULL_OF_F, LAST_PULL_OF_F

ENTRY = Entry(
    id="D32",
    lines="1442-1447",
    slug="estimate-chain",
    title="Rew(a) + 2b f + 2b^2 Delta >= ... >= p_i >= Rew_l(N) >= OPT(N'_l)",
    statement=(
        "Rew_i(a) + 2b f_i(a) + 2b^2 Delta_i >= Rew_i(a) + (b+1) f_i(a) + (b+1)^2 "
        "Delta_i/2 >= p_i(t) >= Rew_l(N'_l+1) >= Rew_l(N'_l) = OPT(N'_l)."
    ),
    literal=(
        Reading(
            name="d32_literal_1",
            says="since b >= 1",
            claim="2*b*f(a) + 2*b**2*Delta(f,a) >= (b+1)*f(a) + (b+1)**2/2*Delta(f,a)",
        ),
        Reading(
            name="d32_literal_2",
            says="the left Riemann sum: below the integral of f(a) + x Delta over [1, b+1]",
            claim="P(f,a,a+b) <= Rew(f,a) + b*f(a) + ((b+1)**2-1)/2*Delta(f,a)",
        ),
        Reading(
            name="d32_literal_3",
            says="which is below the second line",
            claim="P(f,n-1,q+1) <= Rew(f,n-1) + ((q-n+2)+1)*f(n-1) + ((q-n+2)+1)**2/2*Delta(f,n-1)",
            given=("n >= 2", "q >= 1", "q+1 >= n"),
        ),
        Reading(
            name="d32_literal_4",
            says="p_i(t) >= Rew_l(N'_l+1), l has all M = N'_l+1 pulls",
            claim="P(f,N-1,M) >= Rew(g,M)",
            given=("N >= 2", "M >= N", "B == M", "2*L <= T"),
            arms="f, g",
            policy="algorithm-1",
            where=f"L = most, {ANY_LAST_PULL_OF_F}",
            tries=(play("1", "0", T=4, f=2, g=1),),
        ),
        Reading(
            name="d32_literal_5",
            says="Rew_l(N'_l+1) >= Rew_l(N'_l)",
            claim="Rew(f,q+1) >= Rew(f,q)",
        ),
    ),
    repairs=(
        Reading(
            name="d32_repair_1",
            says="p_i(t) >= Rew_l(N'_l+1), N_i >= 3",
            claim="P(f,N-1,M) >= Rew(g,M)",
            given=("B == M",),
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
        ),
        Reading(
            name="d32_repair_2",
            says="p_i(t) >= OPT(N'_l+1) directly, N_i >= 3",
            claim="P(f,N-1,M) >= Rew(g,M)",
            arms="f, g",
            policy="algorithm-1",
            where=LAST_PULL_OF_F,
        ),
    ),
    relies_on=("D29", "D30", "D31"),
    finding=(
        "The inequalities about one arm hold always; the comparison of estimates needs N_i >= 3."
    ),
)
