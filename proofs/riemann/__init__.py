"""Sums and integrals: the Riemann lemma of the appendix.

Between integers the curve of f is read as straight. Then the area under it up to T is the sum of
the trapezia, Area(f,T) = Rew(f,T) - (f(T) - f(0))/2, so the error of replacing the sum by the
integral is known exactly: half of f(T) - f(0). All bounds of the lemma follow; for the lower and
the upper sum it is enough that f does not decrease.
"""
