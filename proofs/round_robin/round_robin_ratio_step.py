"""C16: OPT/RR <= [k(T+1)^2 f(T/k)/(2T)] [2k/(T(f(1) + f(T/k)))]."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C16",
    lines="1147-1148",
    slug="round-robin-ratio-step",
    title="OPT/RR <= [k(T+1)^2 f(T/k)/(2T)] [2k/(T(f(1) + f(T/k)))]",
    statement="From the two bounds, OPT/RR <= k(T+1)^2 f(T/k)/(2T) * 2k/(T(f(1) + f(T/k))).",
    literal=(
        Reading(
            name="c16_literal_1",
            says="the numerator, k >= 2",
            claim="2*T*Rew(f,T) <= k*(T+1)**2*f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            name="c16_literal_2",
            says="the denominator with f(1)",
            claim="2*k*Rew(f,m) >= T*(f(1)+f(m))",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    others=(
        Reading(
            name="c16_other_1",
            says="the denominator with f(1) from the displayed one with f(0)",
            claim="f(0) + f(m) >= f(1) + f(m)",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    relies_on=("C7", "C15"),
    finding=(
        "The display has f(1) where the bound shown for RR has f(0); f(1) >= f(0) makes "
        "it a stronger claim, which is true but does not follow from that bound."
    ),
)
