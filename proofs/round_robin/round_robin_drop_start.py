"""C15: ... <= k(T+1)^2 f(T/k)/(2T)."""

from imab_verify.ledger import Entry, Reading

ENTRY = Entry(
    id="C15",
    lines="1143-1145",
    slug="round-robin-drop-start",
    title="... <= k(T+1)^2 f(T/k)/(2T)",
    statement=(
        "Since k >= 2 gives (T+1) - k(T+1)^2/(2T) <= 0, the bound is at most k(T+1)^2 f(T/k)/(2T)."
    ),
    literal=(
        Reading(
            name="c15_literal_1",
            says="k >= 2, as said there",
            claim="k*(T+1)**2*(f(m)-f(0)) + 2*T*(T+1)*f(0) <= k*(T+1)**2*f(m)",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
        Reading(
            name="c15_literal_2",
            says="the reason",
            claim="2*T*(T+1) - k*(T+1)**2 <= 0",
            given=("T == k*m", "m >= 2", "k >= 2"),
        ),
    ),
    others=(
        Reading(
            name="c15_other_1",
            says="k = 1 included",
            claim="2*T*(T+1) - k*(T+1)**2 <= 0",
            given=("T == k*m", "m >= 2"),
        ),
    ),
    relies_on=("C14",),
)
