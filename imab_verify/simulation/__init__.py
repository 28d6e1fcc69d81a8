"""Exact runs: `stepwise` is the definition, pull by pull; `expectation` averages over chance."""
