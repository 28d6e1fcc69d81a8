"""Lower bounds for every deterministic policy: adversaries to try, and proofs of what they need."""
