"""Countermodels from z3."""
