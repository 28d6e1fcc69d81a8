"""Untrusted engines: they look for witnesses, the kernel judges them.

arms         claims about arms: proofs for all parameters, counterexamples
runs         claims about Algorithm 1 and round robin for all k and T
worst_case   the largest OPT/ALG of a policy at one k and T
z3           a second opinion: countermodels, independent of the others
rays         linear programs over arms, in the weights of rays
lp           linear programs solved exactly: solve and check

`lp` knows nothing of arms, `rays` uses it, `arms` and `worst_case` use `rays`, `runs` uses `arms`;
`z3` shares nothing with them. Solvers are loaded by the functions that call them.
"""
