"""z3 as an independent witness: it looks for countermodels and is never believed.

countermodel   the questions, put to a process of its own, the only one that loads z3
claims         claims as z3 expressions
ray_models     any parameters, every arm a constant plus one ray
table_models   bounded parameters, any rewards
worst_case     a whole run of Algorithm 1 as one optimisation problem
"""
