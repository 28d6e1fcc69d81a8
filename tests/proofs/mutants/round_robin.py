"""Statements of proofs/round_robin made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "A4": (
        Reading(
            name="a4_mutant_1",
            says="k(2k-1) - 1",
            claim="OPT(T) <= (k*(2*k-1)-1)*ALG(T)",
            given=("T//k >= 1", "k >= 2"),
            policy="round-robin",
        ),
        Reading(
            name="a4_mutant_2",
            says="T = k - 1 included",
            claim="OPT(T) <= k*(2*k-1)*ALG(T)",
            given=("T >= k - 1",),
            policy="round-robin",
        ),
    ),
    "C1": (
        Reading(
            name="c1_mutant_1",
            says="ceil(T/k) times",
            claim="(T-i+k)//k >= (T+k-1)//k",
            given=("1 <= i", "i <= k"),
        ),
        Reading(
            name="c1_mutant_2",
            says="an arm k + 1",
            claim="(T-i+k)//k >= T//k",
            given=("1 <= i", "i <= k + 1"),
        ),
    ),
    "C2": (
        Reading(
            name="c2_mutant_1",
            says="the exact ratio less 1/(q(q+1))",
            claim="(T//k)*(T//k+1)*OPT(T) <= (T*(T+1)-1)*ALG(T)",
            given=("T >= k",),
            policy="round-robin",
        ),
        Reading(
            name="c2_mutant_2",
            says="one pull more for every arm",
            claim="(T//k+1)*(T//k+2)*OPT(T) <= T*(T+1)*ALG(T)",
            policy="round-robin",
        ),
        Reading(
            name="c2_mutant_3",
            says="lower bound 2k^2/3",
            claim="T*(T+1) >= 2*k**2/3*q*(q+1)",
            given=("0 <= q", "k*q <= T", "T < k*(q+1)"),
        ),
    ),
    "C3": (
        Reading(
            name="c3_mutant_1",
            says="OPT = T/2",
            claim="Rew(f,T) == T/2",
            given=("f(0) == 0", "f(1) == 1/T", "f(T) == 1"),
        ),
        Reading(
            name="c3_mutant_2",
            says="1 from T - 1 on",
            claim="Rew(f,T) == (T+1)/2",
            given=("f(0) == 0", "f(T) == 1"),
        ),
    ),
    "C4": (
        Reading(
            name="c4_mutant_1",
            says="the first arm pays at most that",
            claim="k**2*c*(c+1) <= T*(T+k)",
            given=("T <= k*c", "k*(c-1) < T"),
        ),
    ),
    "C5": (
        Reading(
            name="c5_mutant_1",
            says="the line as last arm, 2k^2/3",
            claim="(T+1)/(T+k)*k**2 >= 2*k**2/3",
            given=("T >= k",),
        ),
        Reading(
            name="c5_mutant_2",
            says="T >= k - 3",
            claim="(T+1)/(T+k)*k**2 >= k**2/2",
            given=("T >= k - 3",),
        ),
    ),
    "C6": (
        Reading(
            name="c6_mutant_1",
            says="T >= k - 1",
            claim="OPT(T) <= 8*k**2*ALG(T)",
            given=("T >= k - 1",),
            policy="round-robin",
        ),
        Reading(
            name="c6_mutant_2",
            says="k^2, as where k divides T",
            claim="OPT(T) <= k**2*ALG(T)",
            given=("T >= 2*k",),
            policy="round-robin",
        ),
    ),
    "C7": (
        Reading(
            name="c7_mutant_1",
            says="f(m) for f(0)",
            claim="Rew(f,m) >= m/2*(f(m)+f(m))",
        ),
        Reading(
            name="c7_mutant_2",
            says="one term less",
            claim="Rew(f,m-1) >= m/2*(f(0)+f(m))",
        ),
    ),
    "C8": (
        Reading(
            name="c8_mutant_1",
            says="up to x = T only",
            claim="2*Rew(f,T) <= T*(2*f(m) + (f(m)-f(m-1))*(T-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="c8_mutant_2",
            says="a tangent one step later",
            claim="2*Rew(f,T) <= (T+1)*(2*f(m) + (f(m+2)-f(m+1))*(T+1-2*m))",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    "C9": (
        Reading(
            name="c9_mutant_1",
            says="m up to T",
            claim="m*(2*f(m) + (f(m)-f(m-1))*(T+1-2*m)) <= 2*m*f(m) + (f(m)-f(0))*(T+1-2*m)",
            given=("m <= T",),
        ),
    ),
    "C10": (
        Reading(
            name="c10_mutant_1",
            says="C at x = T",
            claim="m**2*((T-m)**2 + (t*(T-m))**2) == (T+1-m)**2*(m**2 + (t*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("t",),
        ),
        Reading(
            name="c10_mutant_2",
            says="tangent and chord exchanged",
            claim="m**2*((T+1-m)**2 + (t*(T+1-m))**2) == (T+1-m)**2*(m**2 + (s*m)**2)",
            given=("T == k*m", "m >= 2"),
            reals=("s", "t"),
        ),
    ),
    "C11": (
        Reading(
            name="c11_mutant_1",
            says="k >= 2, strictly",
            claim="m < T - m",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    "C12": (
        Reading(
            name="c12_mutant_1",
            says="without FE <= GE",
            claim="(t-s)*m**2 <= (t-s)*(T+1-m)**2",
            given=("T == k*m", "m >= 2", "t >= s"),
            reals=("s", "t"),
        ),
        Reading(
            name="c12_mutant_2",
            says="tangent steeper than the chord",
            claim="(t-s)*m**2 <= (t-s)*(T+1-m)**2",
            given=("T == k*m", "m >= 2", "m <= T + 1 - m"),
            reals=("s", "t"),
        ),
    ),
    "C13": (
        Reading(
            name="c13_mutant_1",
            says="f(1) for f(0)",
            claim="k*(f(m)-f(1))*m/T + f(0) == f(m)",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="c13_mutant_2",
            says="T + 1 for T",
            claim="k*(f(m)-f(0))*m/(T+1) + f(0) == f(m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    "C14": (
        Reading(
            name="c14_mutant_1",
            says="k >= 2, with (T-1)^2 for (T+1)^2",
            claim="2*T*Rew(f,T) <= k*(T-1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            name="c14_mutant_2",
            says="another area",
            claim=(
                "k*(T+1)*(2*m*f(m) + (f(m)-f(0))*(T+1-2*m)) == k*(T+1)**2*(f(m)-f(0)) + "
                "2*T*(T+1)*f(0) + f(0)"
            ),
            given=("T == k*m", "m >= 2"),
        ),
    ),
    "C15": (
        Reading(
            name="c15_mutant_1",
            says="k = 1 included",
            claim="k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0) <= k*(T+1)**2*f(m)",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="c15_mutant_2",
            says="less f(m)",
            claim="k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0) <= k*(T+1)**2*f(m) - f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    "C16": (
        Reading(
            name="c16_mutant_1",
            says="the denominator with f(2)",
            claim="2*k*Rew(f,m) >= T*(f(2)+f(m))",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            name="c16_mutant_2",
            says="the numerator with T^2",
            claim="2*T*Rew(f,T) <= k*T**2*f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    "C17": (
        Reading(
            name="c17_mutant_1",
            says="3k^2",
            claim="k**2*(T+1)**2/T**2 <= 3*k**2",
        ),
        Reading(
            name="c17_mutant_2",
            says="T = 0 included",
            claim="k**2*(T+1)**2 <= 4*k**2*T**2",
            given=("T >= 0",),
        ),
    ),
}
