"""Statements of proofs/rew_ratio made slightly too strong."""

from imab_verify.ledger import Reading

MUTANTS = {
    "D11a": (
        Reading(
            name="d11a_mutant_1",
            says="2/7 in place of 1/4",
            claim="Rew(f,m)/Rew(f,T) >= 2/7",
            given=("2*m >= T",),
        ),
        Reading(
            name="d11a_mutant_2",
            says="one pull less",
            claim="Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m + 1 >= T",),
        ),
        Reading(
            name="d11a_mutant_3",
            says="only monotone",
            claim="Rew(f,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T",),
            arms="f: monotone",
        ),
        Reading(
            name="d11a_mutant_4",
            says="the sharp form shifted",
            claim="(m+1)*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)",
            given=("m <= T",),
        ),
    ),
    "D11b": (
        Reading(
            name="d11b_mutant_1",
            says="m^2/(T^2-1)",
            claim="(T*T-1)*Rew(f,m) >= m*m*Rew(f,T)",
            given=("m <= T",),
        ),
        Reading(
            name="d11b_mutant_2",
            says="rounded down, from m = 2 on",
            claim="Rew(f,m)/Rew(f,T) >= 16*(m+1)*(m+1)/(25*T*T)",
            given=("m >= 2", "2*m <= T"),
        ),
        Reading(
            name="d11b_mutant_3",
            says="beyond T",
            claim="Rew(f,m)/Rew(f,T) >= m*m/(T*T)",
            given=("m <= T+1",),
        ),
    ),
    "D12": (
        Reading(
            name="d12_mutant_1",
            says="more than sharp",
            claim="Rew(f,m) >= (m+2)/2*f(m)",
        ),
        Reading(
            name="d12_mutant_2",
            says="only monotone",
            claim="Rew(f,m) >= m/2*f(m)",
            arms="f: monotone",
        ),
        Reading(
            name="d12_mutant_3",
            says="a higher triangle",
            claim="Area(f,m) >= (m+1)/2*f(m)",
        ),
    ),
    "D13": (
        Reading(
            name="d13_mutant_1",
            says="T >= 2",
            claim="Rew(f,T) <= 5*T/4*f(m)",
            given=("2*m >= T", "T >= 2"),
        ),
        Reading(
            name="d13_mutant_2",
            says="T + 1/2",
            claim="Rew(f,T) <= (T+1/2)*f(m)",
            given=("2*m >= T",),
        ),
        Reading(
            name="d13_mutant_3",
            says="rounded down, odd T >= 7",
            claim="Rew(f,2*m+1) <= 5*(2*m+1)/4*f(m)",
            given=("m >= 3",),
        ),
    ),
    "D14": (
        Reading(
            name="d14_mutant_1",
            says="3/5 in place of 2/5",
            claim="Rew(f,m)/Rew(f,T) >= 3*m/(5*T)",
            given=("2*m >= T",),
        ),
        Reading(
            name="d14_mutant_2",
            says="2 alpha/5 >= 2/9",
            claim="2*m/(5*T) >= 2/9",
            given=("2*m >= T",),
        ),
    ),
    "D15": (
        Reading(
            name="d15_mutant_1",
            says="the area up to T",
            claim="Rew(f,T) <= T*f(m) + T*(T-2*m)/2*Delta(f,m)",
            given=("2*m >= T", "m <= T"),
        ),
        Reading(
            name="d15_mutant_2",
            says="a slope one pull earlier",
            claim="Rew(f,T) <= (T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m-1)",
            given=("2*m >= T", "m <= T", "m >= 2"),
        ),
        Reading(
            name="d15_mutant_3",
            says="6/5",
            claim="(T+1)*f(m) <= 6*T/5*f(m)",
            given=("T >= 4",),
        ),
    ),
    "D16": (
        Reading(
            name="d16_mutant_1",
            says="AE >= DE + 1",
            claim="m >= T+2-m",
            given=("2*m >= T+1", "m <= T"),
        ),
    ),
    "D17": (
        Reading(
            name="d17_mutant_1",
            says="2 alpha T + 1 >= T",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)*f(m)",
            given=("2*m + 1 >= T", "m <= T"),
        ),
    ),
    "D18": (
        Reading(
            name="d18_mutant_1",
            says="AE AB = DE DC",
            claim="m*(m*Delta(f,m)) == (T+1-m)*((T+1-m)*Delta(f,m))",
            given=("m <= T",),
        ),
        Reading(
            name="d18_mutant_2",
            says="AE CE^2 = DE BE^2",
            claim="m*((T+1-m)**2 + ((T+1-m)*s)**2) == (T+1-m)*(m**2 + (m*s)**2)",
            given=("m <= T",),
            reals=("s",),
        ),
    ),
    "D19": (
        Reading(
            name="d19_mutant_1",
            says="more than sharp",
            claim="Rew(f,m) >= (m+1)**2/2*(f(m)/m)",
        ),
        Reading(
            name="d19_mutant_2",
            says="only monotone",
            claim="Rew(f,m) >= m**2/2*(f(m)/m)",
            arms="f: monotone",
        ),
    ),
    "D19b": (
        Reading(
            name="d19b_mutant_1",
            says="23/32",
            claim="Rew(f,T) <= 23*T**2/32*(f(m)/m)",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19b_mutant_2",
            says="T^2/2",
            claim="Rew(f,T) <= T**2/2*(f(m)/m)",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19b_mutant_3",
            says="beyond (T+1)/2",
            claim="Rew(f,T) <= T*(T+1)/2*(f(m)/m)",
            given=("2*m <= T+2", "m <= T"),
        ),
    ),
    "D19c": (
        Reading(
            name="d19c_mutant_1",
            says="17 in place of 16",
            claim="alpha**2*T**2/(2*k**2)*(32/(25*T**2)) >= 17*alpha**2/(25*k**2)",
            reals=("alpha",),
        ),
        Reading(
            name="d19c_mutant_2",
            says="without the upper bound",
            claim="Rew(f,m)/Rew(f,T) >= 16*m*m/(25*T*T)",
            given=("Rew(f,m) >= m**2/2*(f(m)/m)",),
        ),
    ),
    "D19d": (
        Reading(
            name="d19d_mutant_1",
            says="T >= 3",
            claim="(T+1)**2/2*(f(m)/m) <= 25*T**2/32*(f(m)/m)",
            given=("T >= 3",),
        ),
        Reading(
            name="d19d_mutant_2",
            says="the area up to T",
            claim="Rew(f,T) <= T*f(m) + T*(T-2*m)/2*Delta(f,m)",
            given=("2*m <= T",),
        ),
    ),
    "D19e": (
        Reading(
            name="d19e_mutant_1",
            says="FE HC = HE FO with H at E",
            claim="m*(y*X/m) == (X-m)*y",
            given=("m < X",),
            reals=("y",),
        ),
        Reading(
            name="d19e_mutant_2",
            says="AO = DC",
            claim="y-m*s == y*X/m - y - (X-m)*s",
            given=("m < X",),
            reals=("y", "s"),
        ),
    ),
    "D19f": (
        Reading(
            name="d19f_mutant_1",
            says="FE < HE - 1",
            claim="m < T-m",
            given=("2*m <= T",),
        ),
        Reading(
            name="d19f_mutant_2",
            says="up to (T+2)/2",
            claim="(T+1)*f(m) + (T+1)*(T+1-2*m)/2*Delta(f,m) <= (T+1)**2/2*(f(m)/m)",
            given=("2*m <= T+2",),
        ),
        Reading(
            name="d19f_mutant_3",
            says="f(0) is not known",
            claim="m**2*(f(m)-m*Delta(f,m)) <= (T+1-m)**2*(f(m)-m*Delta(f,m))",
            given=("2*m <= T", "m >= 2"),
            arms="f: concave-from-1",
        ),
    ),
    "D21": (
        Reading(
            name="d21_mutant_1",
            says="2/7 in place of 1/5",
            claim="Rew(g,m)/Rew(f,T) >= 2/7",
            given=("Rew(f,m) <= Rew(g,m)", "2*m >= T", "m <= T"),
            arms="f, g",
        ),
        Reading(
            name="d21_mutant_2",
            says="g not optimal",
            claim="Rew(g,m)/Rew(f,T) >= 1/5",
            given=("2*m >= T", "m <= T"),
            arms="f, g",
        ),
    ),
    "D44": (
        Reading(
            name="d44_mutant_1",
            says="T >= 2",
            claim="Rew(f,T) <= 5*T/4*f(m)",
            given=("2*m >= T", "T >= 2"),
        ),
        Reading(
            name="d44_mutant_2",
            says="23/32",
            claim="Rew(f,T) <= 23*T**2/32*(f(m)/m)",
            given=("2*m <= T",),
        ),
    ),
}
