"""C14: OPT <= (k/2T)(T+1)^2 [f(T/k) - f(0)] + f(0)(T+1)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C14",
    lines="1139-1141",
    slug="round-robin-opt-bound",
    title="OPT <= (k/2T)(T+1)^2 [f(T/k) - f(0)] + f(0)(T+1)",
    statement="OPT(I,T) <= Ar(OBCQO) = (k/2T)(T+1)^2 [f(T/k) - f(0)] + f(0)(T+1).",
    literal=(
        Reading(
            name="c14_literal_1",
            says="the bound, every k",
            claim="2*T*Rew(f,T) <= k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)",
            given=("T == k*m", "m >= 2"),
        ),
        Reading(
            name="c14_literal_2",
            says="the area under the chord",
            claim=(
                "k*(T+1)*(2*m*f(m) + (f(m)-f(0))*(T+1-2*m)) == k*(T+1)**2*(f(m)-f(0)) + "
                "2*T*(T+1)*f(0)"
            ),
            given=("T == k*m", "m >= 2"),
        ),
    ),
    repairs=(
        Reading(
            name="c14_repair_1",
            says="the bound, k >= 2",
            claim="2*T*Rew(f,T) <= k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    relies_on=("C8", "C9", "C13"),
    finding="For k = 1 it fails from T = 3 on, with the chord (C9).",
)
