"""A15: the best arm depends on T (line 279).

For every T >= 2 the constant arm c = (T+3)/(4T) beats the line n/T at horizon 1, as c > 1/T for
T > 1, and loses at T, as Tc = (T+3)/4 < (T+1)/2 for T > 1. So an arm that is best at one horizon
need not be best at the next.
"""

from imab_verify.ledger import Entry, Reading, Severity

ENTRY = Entry(
    id="A15",
    lines="279",
    slug="best-arm-depends-on-horizon",
    severity=Severity.REMARK,
    title="The best arm depends on T",
    statement="The arm j*_T of the single-arm proposition may be different for different T.",
    literal=(
        Reading(
            "constant_better_at_1_line_better_at_horizon",
            ("for every T >= 2: the constant (T+3)/(4T) is best at horizon 1, the line n/T at T"),
            "Rew(f,1) > Rew(g,1) and Rew(f,T) < Rew(g,T)",
            given=(
                "T >= 2",
                "f(0) == (T+3)/(4*T)",
                "f(T) == (T+3)/(4*T)",
                "g(0) == 0",
                "g(1) == 1/T",
                "g(T) == 1",
            ),
            arms="f, g",
        ),
    ),
    others=(
        Reading(
            "better_at_succ_of_better",
            "on every instance the arm that is best at one horizon is best at the next",
            "Rew(g,T+1) <= Rew(f,T+1)",
            given=("Rew(g,T) <= Rew(f,T)",),
            arms="f, g",
        ),
    ),
    finding=(
        "At every T >= 2 there is an instance whose best arm at horizon 1 is not its "
        "best arm at horizon T."
    ),
)
