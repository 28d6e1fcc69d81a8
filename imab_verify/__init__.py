"""Check, refute, repair and sharpen claims about improving bandits."""
