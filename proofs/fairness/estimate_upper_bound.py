"""E14: Upper bound of an estimate of C."""

from imab_verify.ledger import Entry, Reading, combine

ENTRY = Entry(
    id="E14",
    lines="1638-1641",
    slug="estimate-upper-bound",
    title="Upper bound of an estimate of C",
    statement=(
        "p_i(T') <= Rew_i(N_i) + (N*-N_i) f_i(N_i) + (N*-N_i)(N*-N_i+1) Delta/4 <= ... + "
        "(N*-N_i+1)^2 Delta/4."
    ),
    literal=(
        Reading(
            name="e14_literal_1",
            says="the first bound",
            claim="P(f,a,M) <= Rew(f,a) + (M-a)*f(a) + (M-a)*(M-a+1)/4*Delta(g,m)",
            given=("2*Delta(f,a) < Delta(g,m)", "2 <= a", "a <= M", "m >= 2"),
            arms="f, g",
            by=(combine({"given 1": "(M-a)*(M-a+1)"}, scale="4"),),
        ),
        Reading(
            name="e14_literal_2",
            says="the second bound",
            claim="(M-a)*(M-a+1)*Delta(g,m) <= (M-a+1)**2*Delta(g,m)",
            given=("2 <= a", "a <= M", "m >= 2"),
            arms="g",
        ),
    ),
    relies_on=("E8", "E13"),
)
