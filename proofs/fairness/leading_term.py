"""E17: The quadratic term dominates."""

from imab_verify.ledger import Entry, Reading, bound, combine

ENTRY = Entry(
    id="E17",
    lines="1653-1661",
    slug="leading-term",
    title="The quadratic term dominates",
    statement=(
        "Since N*^2 (Delta/2 - Delta/4) > 0 and N* grows, the difference is positive in the end."
    ),
    literal=(
        Reading(
            name="e17_literal_1",
            says="for N* >= 4L + 4r the right-hand side is positive",
            claim=(
                "Rew(f,L) + (M-L)*f(L) + (M-L)**2/2*Delta(f,L) > Rew(g,a) + (M-a)*g(a) + "
                "(M-a+1)**2/4*Delta(f,L)"
            ),
            given=("r*Delta(f,L) >= 1", "a >= 2", "a <= M", "L >= 2", "M >= 4*L + 4*r"),
            arms="f, g",
            by=(
                combine(
                    {"given 1": "2*(M-L)**2 - (M-a+1)**2"},
                    scale="4*r",
                    bounds=[bound("g", at="a", times="4*r*M")],
                ),
            ),
        ),
    ),
    relies_on=("E15", "E16"),
    convention='"Large enough" is read with the explicit threshold N* >= 4L + 4r for Delta >= 1/r.',
    finding="N* >= 4L + 4r is large enough when Delta >= 1/r.",
)
