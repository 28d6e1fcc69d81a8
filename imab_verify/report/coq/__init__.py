"""Certificates as Coq: the statement and its proof as data, for a checker that Coq proves sound.

`theories` has the checker and its soundness; its `Definitions.v` is what a reader must read.
`writing` turns certificates into Coq files, from `terms` (polynomials, forms, claims), `proofs` and
`points` (instances). `folder` makes a folder that builds on its own.
"""
