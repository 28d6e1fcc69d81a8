"""The model of improving bandits: reward functions, instances and their files, all exact."""
