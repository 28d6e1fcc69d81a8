"""Statements of proofs/model made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A1": (
        Reading(
            name="a1_mutant_1",
            says="ratio at least (k+1)/2",
            claim="(k+1)*(T//k) <= T + 1",
            given=("T >= 1",),
        ),
        Reading(
            name="a1_mutant_2",
            says="the regret constant 1/6 for two arms",
            claim="(T-q)*(T-q+1)/2 >= T*T/6",
            given=("k >= 2", "0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    "A11": (
        Reading(
            name="a11_mutant_1",
            says="for monotone arms",
            claim="(c-a)*f(b) >= (c-b)*f(a) + (b-a)*f(c)",
            given=("a >= 0", "a <= b", "b <= c"),
            arms="f: monotone",
        ),
        Reading(
            name="a11_mutant_2",
            says="with a little more on the right",
            claim="(c-a)*f(b) >= (c-b)*f(a) + 1001*(b-a)/1000*f(c)",
            given=("a >= 0", "a <= b", "b <= c"),
        ),
    ),
    "A12": (
        Reading(
            name="a12_mutant_1",
            says="bounded by less",
            claim="f(n) <= 999/1000",
            given=("n >= 0",),
        ),
        Reading(
            name="a12_mutant_2",
            says="doubling",
            claim="2*f(n) <= f(n+1)",
            given=("n >= 0",),
        ),
    ),
    "A13": (
        Reading(
            name="a13_mutant_1",
            says="the reward before",
            claim="Rew(f,N+1) - Rew(f,N) == f(N)",
            given=("N >= 0",),
        ),
        Reading(
            name="a13_mutant_2",
            says="after one pull",
            claim="Rew(f,N) == 0",
            given=("N == 1",),
        ),
    ),
    "A18": (
        Reading(
            name="a18_mutant_1",
            says="more than a",
            claim="c >= a + 1",
            given=("c*x >= y", "y >= a*x", "x >= 1"),
        ),
        Reading(
            name="a18_mutant_2",
            says="without the instance",
            claim="c >= a",
            given=("c*x >= y", "x >= 1"),
        ),
    ),
    "A19": (
        Reading(
            name="a19_mutant_1",
            says="a smaller alpha",
            claim="(a-1)*x >= y",
            given=("y <= a*x", "x >= 0"),
        ),
        Reading(
            name="a19_mutant_2",
            says="without the bound",
            claim="a*x >= y",
            given=("x >= 0",),
        ),
    ),
}
