"""Proofs for claims about runs."""
