"""Closed forms from sympy."""
