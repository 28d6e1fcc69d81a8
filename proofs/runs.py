"""Shapes of claims about runs of Algorithm 1: what they count, and what two arms they are about."""

from functools import partial

from imab_verify.ledger import Reading, cite, combine

LAST_PULL_OF_F = "N = N(f), M = most before the last pull of f, B = N(g) before the last pull of f"
"""N pulls of f in all; just before its last pull M of the most pulled arm, and B of g."""

ANY_LAST_PULL_OF_F = f"{LAST_PULL_OF_F}, the last pull of f at any stage"
"""These counts for a last pull at any stage, in the initialisation too."""

LAST_PULL_OF_G = "N = N(g), M = most before the last pull of g, L = N(f) before the last pull of g"
"""N pulls of g in all; just before its last pull M of the most pulled arm, and L of f."""

at_last_pull_of_f = partial(Reading, arms="f, g", policy="algorithm-1", where=LAST_PULL_OF_F)
"""A reading about two arms at the last pull of f, which comes after the initialisation."""

at_any_last_pull_of_f = partial(
    Reading, arms="f, g", policy="algorithm-1", where=ANY_LAST_PULL_OF_F
)
"""A reading about two arms at the last pull of f, wherever it comes."""

BY_ITS_ESTIMATE = (
    cite("estimate_ge_rew", f="g", N="M"),
    combine({"P(f,N-1,M) >= P(g,B,M)": "1", "estimate_ge_rew": "1"}),
)
"""f was pulled for its estimate, which is at least that of g, and this at least Rew(g,M)."""
