"""Untrusted engines: they look for witnesses, the kernel judges them.

arms         claims about arms: proofs for all parameters, counterexamples
runs         claims about the runs of index policies and round robin for all k and T
exhibits     adversaries against every policy, and what some run of a policy attains
worst_case   the largest OPT/ALG of a policy at one k and T
rays         linear programs over arms, in the weights of rays
lp           linear programs solved exactly: solve and check
z3           a second opinion: countermodels, independent of the others
sympy        another one: every identity of a certificate, derived again

`lp` knows nothing of arms, `rays` uses it, `arms` and `worst_case` use `rays`, `runs` uses `arms`;
`z3`, `sympy` share nothing with them. Solvers are loaded by the functions that call them.
"""
