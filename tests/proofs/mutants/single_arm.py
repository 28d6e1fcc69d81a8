"""Statements of proofs/single_arm made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A14": (
        Reading(
            name="a14_mutant_1",
            says="the other arm is the better one",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="a14_mutant_2",
            says="one pull too many",
            claim="Rew(f,n) + Rew(g,T-n+1) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="a14_mutant_3",
            says="a mean that grows",
            claim="T*Rew(f,n) <= (n-1)*Rew(f,T)",
            given=("n <= T",),
        ),
        Reading(
            name="a14_mutant_4",
            says="strictly",
            claim="Rew(f,n) + Rew(g,T-n) < Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T - 1"),
            arms="f, g",
        ),
    ),
    "A15": (
        Reading(
            name="a15_mutant_1",
            says="T = 1 included",
            claim="Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            given=(
                "f(0) == (T+3)/(4*T)",
                "f(T) == (T+3)/(4*T)",
                "g(0) == 0",
                "g(1) == 1/T",
                "g(T) == 1",
            ),
            arms="f, g",
        ),
        Reading(
            name="a15_mutant_2",
            says="a constant of 1/T",
            claim="Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            given=("T >= 2", "f(0) == 1/T", "f(T) == 1/T", "g(0) == 0", "g(1) == 1/T", "g(T) == 1"),
            arms="f, g",
        ),
    ),
    "B19": (
        Reading(
            name="b19_mutant_1",
            says="best one step earlier",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T-1) <= Rew(f,T-1)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="b19_mutant_2",
            says="one pull for free",
            claim="Rew(f,n) + Rew(g,T-n) + f(0) <= Rew(f,T)",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T - 1"),
            arms="f, g",
        ),
    ),
    "B20": (
        Reading(
            name="b20_mutant_1",
            says="g(2)",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T) - g(2)",
            arms="f, g",
        ),
        Reading(
            name="b20_mutant_2",
            says="f(T-1)",
            claim="Rew(f,T) - Rew(f,T-1) - g(1) == f(T-1) - g(1)",
            arms="f, g",
        ),
    ),
    "B22": (
        Reading(
            name="b22_mutant_1",
            says="from f(T) < g(2)",
            claim="Rew(f,T) < Rew(g,T)",
            given=("f(T) < g(2)",),
            arms="f, g",
        ),
        Reading(
            name="b22_mutant_2",
            says="r one too far",
            claim="f(r) <= f(T)",
            given=("r <= T + 1",),
        ),
    ),
    "B23": (
        Reading(
            name="b23_mutant_1",
            says="n + 1 rewards of g",
            claim="Rew(f,T) - Rew(f,T-n) - Rew(g,n+1) >= 0",
            given=("Rew(g,T) <= Rew(f,T)", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="b23_mutant_2",
            says="without the better arm",
            claim="Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            given=("n <= T",),
            arms="f, g",
        ),
    ),
    "B24": (
        Reading(
            name="b24_mutant_1",
            says="A <= 0",
            claim="f(T-n) < g(n+1)",
            given=("n <= T - 1", "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) <= 0"),
            arms="f, g",
        ),
        Reading(
            name="b24_mutant_2",
            says="one pull earlier",
            claim="f(T-n) < g(n)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
    ),
    "B25": (
        Reading(
            name="b25_mutant_1",
            says="with <= and n <= T",
            claim="(T-n-1)*f(T-n) <= (T-n-1)*g(n+1)",
            given=("n <= T", "f(T-n) < g(n+1)"),
            arms="f, g",
        ),
    ),
    "B26": (
        Reading(
            name="b26_mutant_1",
            says="A <= 0",
            claim="Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n+1)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) <= 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
        Reading(
            name="b26_mutant_2",
            says="f_2(n) for f_2(n+1)",
            claim="Rew(f,T) - Rew(f,T-n) + (T-n)*f(T-n) < Rew(g,n) + (T-n)*g(n)",
            given=(
                "n <= T - 1",
                "Rew(f,T) - Rew(f,T-n-1) - Rew(g,n+1) < 0",
                "Rew(f,T) - Rew(f,T-n) - Rew(g,n) >= 0",
            ),
            arms="f, g",
        ),
    ),
    "B27": (
        Reading(
            name="b27_mutant_1",
            says="f(T-n-1)",
            claim="Rew(f,T-n) <= (T-n)*f(T-n-1)",
            given=("n <= T - 1",),
        ),
        Reading(
            name="b27_mutant_2",
            says="one term less",
            claim="Rew(f,T-n) <= (T-n-1)*f(T-n)",
            given=("n <= T",),
        ),
    ),
    "B28": (
        Reading(
            name="b28_mutant_1",
            says="f(n+2)",
            claim="Rew(f,n) + (T-n)*f(n+2) <= Rew(f,T)",
            given=("n <= T",),
        ),
        Reading(
            name="b28_mutant_2",
            says="one term more",
            claim="Rew(f,n) + (T-n+1)*f(n+1) <= Rew(f,T)",
            given=("n <= T",),
        ),
    ),
    "B29": (
        Reading(
            name="b29_mutant_1",
            says="into the worse arm",
            claim="Rew(f,M) + Rew(g,N) <= Rew(g,M+N)",
            given=("0 <= M", "0 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f, g",
        ),
        Reading(
            name="b29_mutant_2",
            says="best at M only",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("Rew(g,M) <= Rew(f,M)",),
            arms="f, g",
        ),
    ),
    "B30": (
        Reading(
            name="b30_mutant_1",
            says="l >= 1",
            claim="1 <= l - 1 and l - 1 <= k",
            given=("l <= k",),
        ),
    ),
    "B31": (
        Reading(
            name="b31_mutant_1",
            says="a merge that pays less",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N-1)",
            given=("1 <= M", "1 <= N", "Rew(g,M+N) <= Rew(f,M+N)"),
            arms="f, g",
        ),
        Reading(
            name="b31_mutant_2",
            says="no better arm",
            claim="Rew(f,M) + Rew(g,N) <= Rew(f,M+N)",
            given=("0 <= M", "0 <= N"),
            arms="f, g",
        ),
    ),
    "B32": (
        Reading(
            name="b32_mutant_1",
            says="merged into a worse arm 2",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(g,T)",
            given=("Rew(g,T) <= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
        Reading(
            name="b32_mutant_2",
            says="arm 2 is best",
            claim="Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
            given=("Rew(g,T) >= Rew(f,T)", "0 <= n", "n <= T"),
            arms="f, g",
        ),
    ),
}
