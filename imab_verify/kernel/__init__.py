"""The trusted kernel: what a claim is, what proves it, what refutes it.

This is all a reader must trust. It uses the standard library only, no floating point, and
nothing else of this project.

    read(text) -> Certificate           or MalformedError: this is not a certificate
    judge(certificate) -> Judgement     or RejectedError: this is not a proof

A Judgement can only come from `judge`; its verdict is "proved" or "refuted".

Where to read what, in this order:
    claims        what a claim is and means; the functionals f, Rew, Delta, P, Area
    polynomials   sparse polynomials over the rationals
    limits        one budget of arithmetic per certificate
    regions       conjunctions of polynomial inequalities, integer case splits
    rays          the extreme rays of each class of rewards
    proofs        proof trees as data
    rules         products, cases, rays, hypotheses across arms, composition
    instances     concrete rewards, exact values, plain Algorithm 1 and round robin
    runs          last pull, sum over arms, guaranteed pulls, exact runs
    certificates  the document: reading and judging
    branches      worst cases of Algorithm 1 at one k and T: trees of cases, closed by rays
    decisions     the same for index policies such as greedy
    worst_cases   the worst-case document: reading and judging
"""

from imab_verify.kernel.certificates import FORMAT, Certificate, Judgement
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.worst_cases import judge, read

__all__ = [
    "FORMAT",
    "Certificate",
    "Judgement",
    "MalformedError",
    "Reason",
    "RejectedError",
    "judge",
    "read",
]
