"""E16: What suffices for p_m > p_i."""

from imab_verify.ledger import Entry, Reading, combine

ENTRY = Entry(
    id="E16",
    lines="1650",
    slug="sufficient-inequality",
    title="What suffices for p_m > p_i",
    statement="It suffices that p_m - Rew_i(N_i) - (N*-N_i) f_i(N_i) - (N*-N_i+1)^2 Delta/2 > 0.",
    literal=(
        Reading(
            name="e16_literal_1",
            says="as written",
            claim="P(f,L,M) > P(g,a,M)",
            given=(
                "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/2*Delta(f,L)",
                "2*Delta(g,a) < Delta(f,L)",
                "2 <= a",
                "a <= M",
                "2 <= L",
                "L <= M",
            ),
            arms="f, g",
            by=(combine({"given 1": "4", "given 2": "(M-a)*(M-a+1)"}, scale="4"),),
        ),
    ),
    repairs=(
        Reading(
            name="e16_repair_1",
            says="with Delta/4, which is what the sequel uses",
            claim="P(f,L,M) > P(g,a,M)",
            given=(
                "P(f,L,M) > Rew(g,a) + (M-a)*g(a) + (M-a+1)**2/4*Delta(f,L)",
                "2*Delta(g,a) < Delta(f,L)",
                "2 <= a",
                "a <= M",
                "2 <= L",
                "L <= M",
            ),
            arms="f, g",
            by=(combine({"given 1": "4", "given 2": "(M-a)*(M-a+1)"}, scale="4"),),
        ),
    ),
    relies_on=("E14",),
    finding=(
        "With Delta/2 the quadratic terms cancel and nothing can be concluded for large "
        "N*; the printed computation that follows has Delta/4."
    ),
)
