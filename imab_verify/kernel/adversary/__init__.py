"""Lower bounds, for every deterministic policy: an adversary fixes the instance as it is played."""
