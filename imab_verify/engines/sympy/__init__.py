"""sympy as an independent cross-check: it derives again what a certificate says.

polynomials   functionals in a polynomial ring of sympy; the rays as sympy sums of min(i,j)
identities    every identity that a proof rests on, as sympy equations
points        a counterexample, evaluated from the definitions
closed_forms  closed forms that a paper states: derived again, and tried on numbers

witnesses.py asks it about a certificate; nothing here is loaded before that.
"""
