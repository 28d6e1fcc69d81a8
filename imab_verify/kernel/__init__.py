"""The trusted kernel: what a claim is, what proves it, what refutes it.

This is all a reader must trust. It uses the standard library only, no floating point, and
nothing else of this project.

    read(text)  -> Proved | Refuted | WorstCase    or MalformedError: this is not a certificate
    judge(text) -> Judgement                       or RejectedError: this is not a proof

A Judgement can only come from `judge`; its verdict is "proved" or "refuted", and it names the
theorems that it rests on.

Where to read what, in this order. Claims about arms:
    claims        what a claim is and means; the functionals f, Rew, Delta, P, Area
    polynomials   sparse polynomials over the rationals
    regions       conjunctions of polynomial inequalities, integer case splits
    rays          the extreme rays of each class of rewards
    rules         products, cases, rays, hypotheses across arms, composition
    points        concrete rewards, exact values, counterexamples
    formulas      conclusions with and, or, min, max: lowered to single comparisons
    existence     what exists: a choice that serves, or an instance without one
    documents     JSON to the data types, by their annotations
    limits        one budget of work per document
    judging       certificates: the two functions
Claims about runs:
    runs.play     policies played step by step, what a claim says about such a run
    runs.facts    what is true in every run: counts, OPT and ALG, last pulls, sums over arms
    runs.rules    last pull, sum over arms, guaranteed pulls
    runs.crossing    the sum over arms, with those that reached a count first
    runs.splitting   cases of k and T; all rules about runs
Lower bounds, for every deterministic policy:
    adversary.bounds      from what an adversary pays to the conclusion
    adversary.rules       the last arm goes on, anytime, caps one after the other
    adversary.policies    a policy against a lower bound
Worst cases at one k and T:
    worst_case.boxes      Algorithm 1: trees of cases, closed by rays
    worst_case.index      the same for index policies such as greedy
    worst_case.bounds     theorems about all k and T, at one of them
    worst_case.theorems   theorems that are taken on their author's word
    worst_case.document   the worst-case document
Claims about runs over finitely many k and T:
    cells         from the worst case of each
"""

from imab_verify.kernel.adversary.bounds import SHARE
from imab_verify.kernel.adversary.policies import beaten_claim
from imab_verify.kernel.adversary.rules import (
    OPEN,
    PULLS,
    Anytime,
    ByCase,
    Caps,
    LastArm,
    LowerBoundProof,
    anytime_claims,
    caps_claims,
    cases,
    check_lower_bound,
    last_arm_claims,
    lower_bound_parts,
)
from imab_verify.kernel.cells import Cells
from imab_verify.kernel.claims import (
    ALGORITHM_1,
    ANY,
    ANYTIME,
    AT_TIMES,
    INDEX,
    KNOWS_HORIZON,
    OF_RUN,
    ROUND_ROBIN,
    RUN,
    Atom,
    Claim,
    Comparison,
    Every,
    Family,
    Floor,
    Form,
    Index,
    Kind,
    Relation,
    Run,
    check_well_formed,
    domain,
    expand,
    knows_horizon,
    shifts_of,
    times_of,
)
from imab_verify.kernel.classes import PULL, RAY, ArmClass, Ray, Shape, check_complete
from imab_verify.kernel.documents import MAX_EXPONENT, NAME, Arm, Ratio, Raw, Slot, build, slots
from imab_verify.kernel.errors import MalformedError, Reason, RejectedError
from imab_verify.kernel.existence import Existence, at_choice, at_rest, check_none_chosen, denied
from imab_verify.kernel.formulas import (
    AllOf,
    AnyOf,
    Compound,
    Extremum,
    Formula,
    Value,
    ValueComparison,
    clause_claim,
    clauses,
    formula_holds,
    negated,
    tests_of,
    value_at,
)
from imab_verify.kernel.judging import (
    FORMAT,
    AnyCertificate,
    Certificate,
    ClauseProof,
    ExistenceCertificate,
    FormulaCertificate,
    GoodPolicy,
    Judgement,
    Proved,
    ProvedExistence,
    ProvedFormula,
    Refuted,
    RefutedExistence,
    RefutedFormula,
    check_statement,
    judge,
    read,
)
from imab_verify.kernel.limits import MAX_BYTES
from imab_verify.kernel.points import (
    Curve,
    Point,
    atom_values,
    evaluate,
    first_violation,
    form_value,
    settle,
    violation,
)
from imab_verify.kernel.polynomials import ONE, ZERO, Monomial, Polynomial, degree_of
from imab_verify.kernel.rays import (
    Functional,
    cut,
    functional,
    on_constant,
    on_ray,
    ray_region,
)
from imab_verify.kernel.regions import Constraint, Region, parameter_region
from imab_verify.kernel.rules import (
    Bound,
    Case,
    ClaimProof,
    Combine,
    Empty,
    Given,
    Lemma,
    Member,
    Node,
    ProvedClaim,
    Rays,
    Sum,
    Term,
    Total,
    Use,
    check_combination,
    check_identity,
    check_rays,
    check_sign,
    check_tree,
    goals,
    in_range,
    obligations,
    summable,
    total_of,
)
from imab_verify.kernel.runs.crossing import (
    NEXT_ARM,
    NEXT_LEVEL,
    CrossingSum,
    Line,
    crossing_claims,
)
from imab_verify.kernel.runs.facts import (
    ALG,
    BEFORE,
    COUNT,
    EARNED,
    LAST_BEFORE,
    LAST_LEVEL,
    LEADER,
    LEVEL,
    OPT,
    OPTIMAL,
    OPTIMAL_COUNT,
    PULLED,
    QUOTIENT,
    REACHED_BEFORE,
    Fact,
    Known,
    Later,
    RunFacts,
    Shares,
    arm_at,
    at_least,
    duties,
    known_of,
    last_pulled,
    late_claim,
    opened,
    opening_claim,
    order_claim,
    ordered,
    per_arm,
    reached,
    reached_claim,
    rew,
    summed,
)
from imab_verify.kernel.runs.play import RunPoint, last_step, observe, run_violation, sequence_of
from imab_verify.kernel.runs.rules import (
    GuaranteedPulls,
    LastPull,
    RunProof,
    SumOverArms,
    Weakening,
    guaranteed_claim,
    last_pull_claim,
    per_arm_claims,
    ratio_shares,
    run_region,
    with_quotient,
)
from imab_verify.kernel.runs.splitting import AnyRunProof, RunCases, run_branches
from imab_verify.kernel.worst_case.bounds import values_where_givens_hold
