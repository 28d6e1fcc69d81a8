"""z3 as an independent witness: it looks for countermodels and is never believed.

countermodel   the questions of `ask`, put to a process of its own
scripts        a claim in SMT-LIB; loads no solver
smtlib         terms and comparisons in SMT-LIB, from the definitions
rays           any parameters, every arm a constant and a ray with an unknown bend
slopes         any parameters, every arm by its values and slopes at unknown breakpoints
tables         bounded parameters, any rewards
runs           Algorithm 1 and round robin, played at small k and T on any rewards
games          every policy against capped lines, for lower bounds at small k and T
models         what z3 answers as points of the kernel
searching      the questions, in the process that loads z3
solving        z3 on one script
findings       what comes out
"""
