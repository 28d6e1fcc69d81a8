"""Claims about Algorithm 1 and round robin, for all k and T (proofs)."""
