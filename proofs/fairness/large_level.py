"""E16, E17 (lines 1650-1661): p_m > p_i once the level N* = M is large enough.

f is arm m, waiting with L pulls, Delta = Delta(f,L); g is an arm of C with a pulls and
2 Delta(g,a) < Delta.

E16  It suffices that p_m - Rew_i(a) - (M-a) f_i(a) - (M-a+1)^2 Delta/2 > 0. True, but of no use:
     p_m has the term M^2 Delta/2 as well, so the squares cancel and a large M does not help.
     Delta/4 suffices too, and that is what the next display has.
E17  Since M^2 (Delta/2 - Delta/4) > 0, the difference is positive in the end. For Delta >= 1/r it
     is from M = 4L + 4r on: the rewards of g are at most 1.
"""

from imab_verify.ledger import Entry, Reading, Slip, bound, cite, combine

IN_THE_RANGE = ("2*Delta(g,a) < Delta(f,L)", "2 <= a", "a <= M", "2 <= L", "L <= M")

BY_THE_UPPER_BOUND = (
    cite("product_times_increment_le_square_times_increment", g="f", m="L"),
    combine(
        {
            "given 1": "4",
            "given 2": "(M-a)*(M-a+1)",
            "product_times_increment_le_square_times_increment": "1",
        },
        scale="4",
    ),
)

SUFFICIENT = Entry(
    id="E16",
    lines="1650",
    slug="sufficient-inequality",
    title="What suffices for p_m > p_i",
    statement="It suffices that p_m - Rew_i(N_i) - (N*-N_i) f_i(N_i) - (N*-N_i+1)^2 Delta/2 > 0.",
    literal=(
        Reading(
            "estimate_gt_of_gt_with_half",
            "as written",
            "P(f,L,M) > P(g,a,M)",
            given=("P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/2*Delta(f,L)", *IN_THE_RANGE),
            arms="f, g",
            by=BY_THE_UPPER_BOUND,
        ),
    ),
    repairs=(
        Reading(
            "estimate_gt_of_gt_with_quarter",
            "with Delta/4, which is what the sequel uses",
            "P(f,L,M) > P(g,a,M)",
            given=("P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/4*Delta(f,L)", *IN_THE_RANGE),
            arms="f, g",
            by=BY_THE_UPPER_BOUND,
        ),
    ),
    slips=(
        Slip(
            line="1650",
            printed="(N* - N_i(T) + 1)^2 Delta/2.",
            meant="Delta/4, as in the bound before and in the display after it.",
        ),
    ),
    relies_on=("E14",),
    finding=(
        "With Delta/2 the quadratic terms cancel and nothing can be concluded for large "
        "N*; the printed computation that follows has Delta/4."
    ),
)

LARGE_LEVEL = Entry(
    id="E17",
    lines="1653-1661",
    slug="leading-term",
    title="The quadratic term dominates",
    statement=(
        "Since N*^2 (Delta/2 - Delta/4) > 0 and N* grows, the difference is positive in the end."
    ),
    literal=(
        Reading(
            "lower_bound_gt_upper_bound_at_large_level",
            "for N* >= 4L + 4r the right-hand side is positive",
            (
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

ENTRIES = (SUFFICIENT, LARGE_LEVEL)
