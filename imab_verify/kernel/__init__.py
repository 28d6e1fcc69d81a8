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
    regions       conjunctions of polynomial inequalities, integer case splits
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
    runs.play     policies played step by step, what a claim says about such a run
    runs.known    a claim about a run as a claim about arms, to which facts are added
    runs.counts   facts about counts
    runs.rewards  facts about OPT and ALG, at T and at other times
    runs.indices  facts about index policies: opening, last pulls, who reached a count first
    runs.sums     sums over all arms
    runs.rules    last pull, sum over arms, guaranteed pulls
    runs.crossing    the sum over arms, with those that reached a count first
    runs.facts       the rule by which these facts prove a claim
    runs.splitting   cases of k and T; all rules about runs
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
    "claims": "Claim times_of",
    "classes": "ArmClass PULL RAY",
    "contexts": "ALGORITHM_1 ANY ANYTIME Context Every INDEX Index KNOWS_HORIZON ROUND_ROBIN RUN "
    "Run Some knows_horizon",
    "documents": "Arm MAX_EXPONENT NAME Ratio Raw Slot build slots",
    "errors": "MalformedError Reason RejectedError",
    "existence": "at_choice at_rest check_none_chosen",
    "families": "Family in_range shifts_of summable total_of",
    "forms": "AT_TIMES Atom Comparison Floor Form Kind OF_RUN Relation at_least rew",
    "formulas": "AllOf AnyOf Compound Existence Extremum Formula Value ValueComparison "
    "clause_claim clauses formula_holds negate_formula tests_of value_at",
    "functionals": "expand",
    "judging": "Judgement check_statement judge read",
    "limits": "MAX_BYTES",
    "observing": "observe violation",
    "points": "Curve Point RunPoint atom_values first_violation form_value settle",
    "polynomials": "Monomial ONE Polynomial ZERO degree_of",
    "proofs": "Bound Case ClaimProof Combine Empty Given Lemma Member Node ProvedClaim Rays Sum "
    "Term Total Use",
    "rays": "Functional cut functional on_constant on_ray ray_region",
    "regions": "Constraint Region parameter_region",
    "rules": "check_identity goals obligations",
    "runs.counts": "with_quotient",
    "runs.crossing": "Crossing CrossingSum KINDS LATER_BEFORE Line NEXT_ARM NEXT_BEFORE "
    "NEXT_LEVEL claims_of crossing_duties crossing_sum",
    "runs.facts": "RunFacts duties known_of",
    "runs.indices": "add_last_pull add_leader add_opening late_claim opening_claim reached_claim",
    "runs.known": "BEFORE COUNT Known LAST_BEFORE LAST_LEVEL LEADER LEVEL OPT OPTIMAL "
    "OPTIMAL_COUNT PULLED REACHED_BEFORE",
    "runs.play": "opening_pulls run_of sequence_of",
    "runs.rewards": "Fact Later add_order order_claim",
    "runs.rules": "GuaranteedPulls LastPull SumOverArms Weakening guaranteed_claim "
    "last_pull_claim ratio_shares run_region two_claims",
    "runs.splitting": "AnyRunProof RunCases run_branches",
    "runs.sums": "Shares per_arm sum_shares",
    "wellformed": "check_well_formed",
    "worst_case.bounds": "values_where_givens_hold",
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
    from imab_verify.kernel.families import *
    from imab_verify.kernel.forms import *
    from imab_verify.kernel.formulas import *
    from imab_verify.kernel.functionals import *
    from imab_verify.kernel.judging import *
    from imab_verify.kernel.limits import *
    from imab_verify.kernel.observing import *
    from imab_verify.kernel.points import *
    from imab_verify.kernel.polynomials import *
    from imab_verify.kernel.proofs import *
    from imab_verify.kernel.rays import *
    from imab_verify.kernel.regions import *
    from imab_verify.kernel.rules import *
    from imab_verify.kernel.runs.counts import *
    from imab_verify.kernel.runs.crossing import *
    from imab_verify.kernel.runs.facts import *
    from imab_verify.kernel.runs.indices import *
    from imab_verify.kernel.runs.known import *
    from imab_verify.kernel.runs.play import *
    from imab_verify.kernel.runs.rewards import *
    from imab_verify.kernel.runs.rules import *
    from imab_verify.kernel.runs.splitting import *
    from imab_verify.kernel.runs.sums import *
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
