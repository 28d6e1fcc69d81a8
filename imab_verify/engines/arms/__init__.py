"""Proofs and counterexamples for claims about arms."""
