"""The model and its definitions, and what the front matter says about the results.

Most rows are definitions. Where a definition is used as a statement (monotone, concave, the
limit exists, the order of pulls does not matter, how a bound on the competitive ratio is shown)
the arithmetic behind it is a claim.
"""
