"""What the claims about runs of Algorithm 1 count."""

LAST_PULL_OF_F = "N = N(f), M = most before the last pull of f, B = N(g) before the last pull of f"
"""N pulls of f in all; just before its last pull M of the most pulled arm, and B of g."""

ANY_LAST_PULL_OF_F = f"{LAST_PULL_OF_F}, the last pull of f at any stage"
"""The same wherever the last pull is, in the initialisation too."""

LAST_PULL_OF_G = "N = N(g), M = most before the last pull of g, L = N(f) before the last pull of g"
"""N pulls of g in all; just before its last pull M of the most pulled arm, and L of f."""
