"""The trusted kernel: what a claim is, what proves it, what refutes it.

This is all a reader must trust. It uses the standard library only, no floating point, and
nothing else of this project.

    read(text)  -> Proved | Refuted | Supremum    or MalformedError: this is not a certificate
    judge(text) -> Judgement                       or RejectedError: this is not a proof

A Judgement can only come from `judge`; its verdict is "proved" or "refuted", and it names the
theorems that it rests on.

Where to read what, in this order. The ground, which knows nothing of bandits:
    polynomials   sparse polynomials over the rationals
    documents     JSON to the data types, by their annotations
    limits        one budget of work per document
    errors        the two ways to say no
The core, claims about arms:
    classes       the classes of rewards, and the extreme rays that span each
    forms         what is compared: functionals, their combinations, comparisons
    functionals   f, Rew, Delta, P, Area by their definitions
    claims        what a claim is and means
    wellformed    which claims make sense
    texts         polynomials, forms, comparisons and products of hypotheses as texts
    regions       what is known at a place of a proof, by name; integer case splits
    rays          the value of a functional on the rays of a class
    proofs        proofs as data
    rules         products, cases, rays, hypotheses across arms, composition
    points        concrete rewards, exact values, counterexamples
What is built on it, each to be read by itself:
    families      hypotheses for every integer of a range
    contexts      the runs and the policies that a claim names
    formulas      conclusions with and, or, min, max: lowered to single comparisons
    observing     what a claim says at an instance of arms or of a run
    existence     what exists: a choice that serves, or an instance without one
    certificates  a claim with what proves or refutes it
    judging       the two functions
Claims about runs:
    play          policies played step by step, what a claim says about such a run
    facts         the table of facts that are true in every run
    sums          sums over all arms, with those that reached a count first
Lower bounds, for every deterministic policy:
    adversary.bounds      from what an adversary pays to the conclusion
    adversary.rules       the last arm goes on, anytime, caps one after the other
    adversary.policies    a policy against a lower bound
What is attained in some run of a policy:
    attained              an instance for all k and T, and the phases of a run on it
Worst cases at one k and T:
    worst_case.index      index policies such as greedy: trees of decisions
    worst_case.bounds     theorems about all k and T, at one of them
    worst_case.rounds     long runs of Algorithm 1, checked in rounds
    worst_case.document   the worst-case document
Claims about runs over finitely many k and T:
    cells         from the worst case of each

Everything is loaded when it is first used: who judges claims about arms loads nothing of runs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

_ROOMS = {
    "adversary.bounds": "SHARE",
    "adversary.policies": "beaten_claim",
    "adversary.rules": "Anytime ByCase Caps LastArm LowerBoundProof OPEN anytime_claims "
    "caps_claims last_arm_claims lower_bound_parts split_cases",
    "attained": "AttainedProof Group Phase Schedule ScheduleCases attained_parts schedule_cases "
    "schedule_claims",
    "cells": "Cells",
    "certificates": "AnyCertificate Certificate ClauseProof ExistenceCertificate "
    "FormulaCertificate GoodPolicy Proved ProvedExistence ProvedFormula Refuted "
    "RefutedExistence RefutedFormula",
    "claims": "Claim run_of times_of",
    "classes": "ArmClass PULL RAY",
    "contexts": "ALGORITHM_1 ANY ANYTIME Context ESTIMATE Every INDEX Index KNOWS_HORIZON "
    "ROUND_ROBIN RUN Run Some knows_horizon",
    "documents": "Arm MAX_EXPONENT NAME Ratio Raw Slot build slots",
    "errors": "MalformedError Reason RejectedError",
    "existence": "at_choice at_rest check_none_chosen",
    "families": "Family in_range shifts_of summable total_of",
    "forms": "AT_TIMES Atom Comparison Floor Form Kind OF_RUN Relation at_least rew",
    "formulas": "AllOf AnyOf Compound Existence Extremum Formula Value ValueComparison "
    "clause_claim clauses formula_holds negate_formula tests_of value_at",
    "functionals": "expand",
    "judging": "Judgement RULES check_statement judge read rule_text",
    "limits": "MAX_BYTES",
    "observing": "observe violation",
    "points": "Curve Point RunPoint atom_values first_violation form_value settle",
    "polynomials": "Monomial ONE Polynomial ZERO degree_of",
    "facts": "ALG EARNED Facts LAST_BEFORE LAST_LEVEL LEADER OPT OPTIMAL OPTIMAL_COUNT QUOTIENT "
    "REACHED_BEFORE ROWS Row after_row arm_at count_of named_facts own_arms quotient_of row_of "
    "stand_ins",
    "play": "opening_pulls sequence_of",
    "proofs": "Bound Case ClaimProof Combine Crossing Empty Fact Have Lemma Member Node "
    "ProvedClaim Rays Shares Source Sum Term Total Use",
    "sums": "BEFORE COUNT LATER_BEFORE LEVEL NEXT_ARM NEXT_BEFORE NEXT_LEVEL PULLED "
    "beside_is_best crossing_kinds share_kinds sum_of_crossing sum_of_shares",
    "rays": "Functional cut functional on_constant on_ray ray_region",
    "regions": "Constraint Region parameter_region",
    "rules": "bring_in check_identity goals obligations start_of",
    "wellformed": "check_well_formed",
    "worst_case.bounds": "ratio_shares values_where_givens_hold",
}
"""Where each name that the kernel offers is at home."""
_HOMES = {name: module for module, names in _ROOMS.items() for name in names.split()}

if TYPE_CHECKING:
    from imab_verify.kernel.adversary.bounds import SHARE
    from imab_verify.kernel.adversary.policies import *
    from imab_verify.kernel.adversary.rules import *
    from imab_verify.kernel.attained import *
    from imab_verify.kernel.cells import *
    from imab_verify.kernel.certificates import *
    from imab_verify.kernel.claims import *
    from imab_verify.kernel.classes import *
    from imab_verify.kernel.contexts import *
    from imab_verify.kernel.documents import *
    from imab_verify.kernel.errors import *
    from imab_verify.kernel.existence import *
    from imab_verify.kernel.facts import *
    from imab_verify.kernel.families import *
    from imab_verify.kernel.forms import *
    from imab_verify.kernel.formulas import *
    from imab_verify.kernel.functionals import *
    from imab_verify.kernel.judging import *
    from imab_verify.kernel.limits import *
    from imab_verify.kernel.observing import *
    from imab_verify.kernel.play import *
    from imab_verify.kernel.points import *
    from imab_verify.kernel.polynomials import *
    from imab_verify.kernel.proofs import *
    from imab_verify.kernel.rays import *
    from imab_verify.kernel.regions import *
    from imab_verify.kernel.rules import *
    from imab_verify.kernel.sums import *
    from imab_verify.kernel.wellformed import *
    from imab_verify.kernel.worst_case.bounds import *
else:

    def __getattr__(name: str) -> object:
        """Load what is asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__} has no attribute {name}")
        thing: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = thing
        return thing
