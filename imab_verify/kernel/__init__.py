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

from imab_verify.kernel.certificates import (
    FORMAT,
    MAX_BYTES,
    MAX_EXPONENT,
    NAME,
    Certificate,
    Judgement,
    Lemmas,
    read_claim,
)
from imab_verify.kernel.claims import (
    ONE,
    ZERO,
    ArmClass,
    Atom,
    Claim,
    Comparison,
    Floor,
    Form,
    Kind,
    Relation,
    Run,
    expand,
)
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.points import (
    Curve,
    Point,
    atom_value,
    check_givens,
    estimate,
    form_value,
    settle,
    violation,
)
from imab_verify.kernel.polynomials import Monomial, Polynomial, degree_of
from imab_verify.kernel.proofs import (
    Bound,
    Case,
    ClaimProof,
    Combine,
    Empty,
    Given,
    Lemma,
    Node,
    Rays,
    Sum,
    Term,
    Use,
)
from imab_verify.kernel.rays import (
    RAY,
    Functional,
    cut,
    functional,
    on_constant,
    on_ray,
    ray_region,
)
from imab_verify.kernel.regions import Constraint, Region, parameter_region
from imab_verify.kernel.rules import (
    check_combination,
    check_identity,
    check_rays,
    check_sign,
    check_tree,
    goals,
    obligations,
)
from imab_verify.kernel.runs.rules import (
    ALGORITHM_1,
    COUNT,
    LEVEL,
    OPTIMAL,
    ROUND_ROBIN,
    GuaranteedPulls,
    LastPull,
    RunPoint,
    RunProof,
    SumOverArms,
    Weakening,
    at_least,
    guaranteed_claim,
    last_pull_claim,
    per_arm_claims,
    play,
    run_region,
    run_violation,
)
from imab_verify.kernel.worst_case.document import judge, read

__all__ = [
    "ALGORITHM_1",
    "COUNT",
    "FORMAT",
    "LEVEL",
    "MAX_BYTES",
    "MAX_EXPONENT",
    "NAME",
    "ONE",
    "OPTIMAL",
    "RAY",
    "ROUND_ROBIN",
    "ZERO",
    "ArmClass",
    "Atom",
    "Bound",
    "Case",
    "Certificate",
    "Claim",
    "ClaimProof",
    "Combine",
    "Comparison",
    "Constraint",
    "Curve",
    "Empty",
    "Floor",
    "Form",
    "Functional",
    "Given",
    "GuaranteedPulls",
    "Judgement",
    "Kind",
    "LastPull",
    "Lemma",
    "Lemmas",
    "MalformedError",
    "Monomial",
    "Node",
    "Point",
    "Polynomial",
    "Rays",
    "Reason",
    "Region",
    "RejectedError",
    "Relation",
    "Run",
    "RunPoint",
    "RunProof",
    "Sum",
    "SumOverArms",
    "Term",
    "Use",
    "Weakening",
    "at_least",
    "atom_value",
    "check_combination",
    "check_givens",
    "check_identity",
    "check_rays",
    "check_sign",
    "check_tree",
    "cut",
    "degree_of",
    "estimate",
    "expand",
    "form_value",
    "functional",
    "goals",
    "guaranteed_claim",
    "judge",
    "last_pull_claim",
    "obligations",
    "on_constant",
    "on_ray",
    "parameter_region",
    "per_arm_claims",
    "play",
    "ray_region",
    "read",
    "read_claim",
    "run_region",
    "run_violation",
    "settle",
    "violation",
]
