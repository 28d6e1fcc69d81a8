"""The trusted kernel: what a claim is, what proves it, what refutes it.

This is all a reader must trust. It uses the standard library only, no floating point, and
nothing else of this project.

    read(text)  -> Proved | Refuted | Disproved    or MalformedError: this is no certificate
    judge(text) -> Judgement                       or RejectedError: this is no proof

A Judgement can only come from `judge`; its verdict is "proved" or "refuted", and it names the rules
and the facts about runs that were used. `rule_text` says what each of them means.

Where to read what, in this order:
    polynomials   the two ways to say no, one budget of work per document, sparse polynomials
    documents     JSON to the data types, by their annotations
    statement     what a claim is and means: functionals, classes of arms and the rays that span
                  them, runs and policies; which claims make sense
    semantics     a claim at an instance: concrete rewards, policies played step by step
    formulas      conclusions with and, or, min, max; names that exist; negation
    arms          what is known at a place of a proof, by name; the data of proofs; the rules sum,
                  empty, case, have, combine, and rays
    texts         polynomials, forms, comparisons and products of hypotheses as texts
    facts         the table of facts that are true in every run
    sums          sums over all arms, with those that reached a count first
    exhibits      that there is an instance: for every deterministic policy, or with some run
    tree          all runs of an index policy at one k and T, by its decisions
    judging       certificates, and the two functions; what the words of a judgement mean

Everything is loaded when it is first used: who judges claims about arms loads nothing of runs.
The names below are the signature: claims, proofs and certificates as data, and the functions.
Engines, which are not trusted, take what else they need from the module where it is at home.
"""

from importlib import import_module
from typing import TYPE_CHECKING

_ROOMS = {
    "arms": "Bound Caps Case Choice ClaimProof Combine Crossing Empty Fact Have"
    " LastArm Lemma Node Played ProvedClaim Rays Schedule Shares Sum Term Tree Use",
    "judging": "Certificate ClauseProof Clauses Disproved Judgement Proved RULES Refuted judge"
    " read rule_text",
    "polynomials": "MalformedError Polynomial Reason RejectedError",
    "semantics": "Curve Point RunPoint",
    "statement": "AllOf AnyOf ArmClass Atom Claim Comparison Every Exists Extremum Family Floor"
    " ForAll Form Index Kind Relation Run Some Table",
}
"""Where each name of the signature is at home."""
_HOMES = {name: module for module, names in _ROOMS.items() for name in names.split()}

if TYPE_CHECKING:
    from imab_verify.kernel.arms import *
    from imab_verify.kernel.judging import *
    from imab_verify.kernel.polynomials import *
    from imab_verify.kernel.semantics import *
    from imab_verify.kernel.statement import *
else:

    def __getattr__(name: str) -> object:
        """Load what is asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__} has no attribute {name}")
        thing: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = thing
        return thing
