"""The trusted kernel: what a claim is, what proves it, what refutes it.

This is all a reader must trust. It uses the standard library only, no floating point, and
nothing else of this project.

    read(text)  -> Proved | Refuted | Supremum    or MalformedError: this is not a certificate
    judge(text) -> Judgement                       or RejectedError: this is not a proof

A Judgement can only come from `judge`; its verdict is "proved" or "refuted", and it names the rules
and the facts about runs that were used. `rule_text` says what each of them means.

Where to read what, in this order:
    polynomials   the two ways to say no, one budget of work per document, sparse polynomials
    documents     JSON to the data types, by their annotations
    statement     what a claim is and means: functionals, classes of arms and the rays that span
                  them, runs and policies; which claims make sense
    semantics     a claim at an instance: concrete rewards, policies played step by step
    formulas      conclusions with and, or, min, max; statements that something exists
    arms          what is known at a place of a proof, by name; the data of proofs; the rules sum,
                  empty, case, have, combine, and rays
    texts         polynomials, forms, comparisons and products of hypotheses as texts
    facts         the table of facts that are true in every run
    sums          sums over all arms, with those that reached a count first
    adversary     lower bounds, for every deterministic policy
    schedule      what some run of a policy attains, for all k and T
    worst_case    the exact sup of OPT/ALG at one k and T; ranges of k and T
    judging       certificates, and the two functions; what the words of a judgement mean

Everything is loaded when it is first used: who judges claims about arms loads nothing of runs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

_ROOMS = {
    "adversary": "Anytime ByCase Caps LastArm LowerBoundProof OPEN SHARE anytime_claims "
    "beaten_claim caps_claims last_arm_claims lower_bound_parts "
    "split_cases",
    "arms": "Bound Case ClaimProof Combine Constraint Crossing Empty Fact "
    "Functional Have Lemma Member Node ProvedClaim Rays Region Shares "
    "Source Sum Term Total Use bring_in check_identity cut functional "
    "goals obligations on_constant on_ray parameter_region ray_region "
    "start_of",
    "documents": "Arm MAX_EXPONENT NAME Ratio Raw Slot build slots",
    "facts": "ALG EARNED Facts LAST_BEFORE LAST_LEVEL LEADER OPT OPTIMAL "
    "OPTIMAL_COUNT QUOTIENT REACHED_BEFORE ROWS Row after_row arm_at "
    "count_of named_facts own_arms quotient_of row_of stand_ins",
    "formulas": "AllOf AnyOf Compound Existence Extremum Formula Value ValueComparison "
    "at_choice at_rest check_none_chosen clause_claim clauses "
    "formula_holds negate_formula tests_of value_at",
    "judging": "AnyCertificate Certificate ClauseProof ExistenceCertificate "
    "FormulaCertificate GoodPolicy Judgement Proved ProvedExistence "
    "ProvedFormula RULES Refuted RefutedExistence RefutedFormula "
    "check_statement judge read rule_text",
    "polynomials": "MAX_BYTES MalformedError Monomial ONE Polynomial Reason RejectedError "
    "ZERO degree_of",
    "schedule": "AttainedProof Group Phase Schedule ScheduleCases attained_parts "
    "schedule_cases schedule_claims",
    "semantics": "Curve Point RunPoint atom_values first_violation form_value observe "
    "opening_pulls sequence_of settle violation",
    "statement": "ALGORITHM_1 ANY ANYTIME AT_TIMES ArmClass Atom Claim Comparison "
    "Context ESTIMATE Every Family Floor Form INDEX Index KNOWS_HORIZON "
    "Kind OF_RUN PULL RAY ROUND_ROBIN RUN Relation Run Some at_least "
    "check_well_formed expand in_range knows_horizon rew run_of shifts_of "
    "summable times_of total_of",
    "sums": "BEFORE COUNT LATER_BEFORE LEVEL NEXT_ARM NEXT_BEFORE NEXT_LEVEL "
    "PULLED beside_is_best crossing_kinds share_kinds sum_of_crossing "
    "sum_of_shares",
    "worst_case": "Cells ratio_shares values_where_givens_hold",
}
"""Where each name that the kernel offers is at home."""
_HOMES = {name: module for module, names in _ROOMS.items() for name in names.split()}

if TYPE_CHECKING:
    from imab_verify.kernel.adversary import *
    from imab_verify.kernel.arms import *
    from imab_verify.kernel.documents import *
    from imab_verify.kernel.facts import *
    from imab_verify.kernel.formulas import *
    from imab_verify.kernel.judging import *
    from imab_verify.kernel.polynomials import *
    from imab_verify.kernel.schedule import *
    from imab_verify.kernel.semantics import *
    from imab_verify.kernel.statement import *
    from imab_verify.kernel.sums import *
    from imab_verify.kernel.worst_case import *
else:

    def __getattr__(name: str) -> object:
        """Load what is asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__} has no attribute {name}")
        thing: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = thing
        return thing
