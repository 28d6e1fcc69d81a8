"""Sources of certificates for claims about every policy, and about some run of one."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from typing import NamedTuple

from imab_verify.deciding import runs
from imab_verify.deciding.attempts import Search, find_arm_witness
from imab_verify.deciding.certify import Scope
from imab_verify.deciding.runs import MOST_ROWS, TIES, cell_certificates, table_rows
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.hints import NO_HINTS
from imab_verify.engines.arms.points import parameter_points
from imab_verify.engines.arms.proofs import check_meaning, prove_claim
from imab_verify.engines.exhibits.proofs import Attempted, prove_all, showing
from imab_verify.engines.exhibits.schedules import Family, adversaries, schedules
from imab_verify.engines.worst_case.solve import ask_for, propose
from imab_verify.kernel import (
    AllOf,
    Atom,
    Certificate,
    Choice,
    Claim,
    ClaimProof,
    ClauseProof,
    Clauses,
    Combine,
    Comparison,
    Disproved,
    Every,
    Fact,
    Form,
    Have,
    Kind,
    Lemma,
    Node,
    Played,
    Polynomial,
    Proved,
    ProvedClaim,
    RejectedError,
    Relation,
    Run,
    Some,
    Sum,
    Term,
    Use,
)
from imab_verify.kernel.arms import obligations, parameter_region, start_of
from imab_verify.kernel.formulas import choose, clause_claim, clauses, negation
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import ANYTIME, ROUND_ROBIN, rew
from imab_verify.language.instances import curves_of
from imab_verify.language.policy_names import ALGORITHM_1
from imab_verify.language.reading import read_question
from imab_verify.language.scored import policy_of_run

POLICIES = (Run(ROUND_ROBIN), Run(ALGORITHM_1))
LITTLE = Fraction(1, 100_000)
MOST_TRIED, MOST_LOOKED_AT, MOST_ARMS = 12, 400, 4
"""The most parameters that are tried, that are looked at, and the most arms."""
LEMMA_SECONDS = 20.0
EACH = 1 / 3
"""The share of the time that one policy gets at one place."""
NOT_REACHED = "it does not show this"
YES = Sum((Term(Fraction(1)),))
T = Polynomial.variable("T")


def certificates_of_every(claim: Claim, search: Search) -> Iterator[Certificate]:
    """Certificates for the kernel to judge: an adversary, or a policy that does better."""
    found = adversaries(claim, search.clock)
    yield from search.stage("an adversary", _shown_by(claim, found, NOT_REACHED, search))
    yield from search.stage("small sizes", refutations(claim, search.clock))
    search.note("Algorithm 1 and round robin at small sizes", "they do not beat it")


def _shown_by(
    claim: Claim, attempts: Iterable[Attempted], failed: str, search: Search
) -> Generator[Proved]:
    """The claim by adversaries or schedules, each tried in turn."""
    witness = find_arm_witness(claim, search.clock)
    for attempt in attempts:
        if attempt.proof is not None:
            yield Proved(claim, attempt.proof, witness)
        search.note(attempt.way, failed)


# --- policies that do better ---------------------------------------------------------------------


def refutations(claim: Claim, clock: Clock) -> Generator[Disproved]:
    """Certificates that a policy does better at small parameters than the claim says.

    That is Algorithm 1 or round robin for a lower bound, and its own for a claim about some run.
    """
    if claim.chosen:
        return
    policies = (None,) if isinstance(claim.run, Some) else POLICIES
    anytime = claim.run == Every(ANYTIME)
    for values in islice(_parameters(claim, anytime=anytime), MOST_TRIED):
        for run in policies:
            if not clock.left():
                return
            disproof = _beating(claim, values, run, clock)
            if disproof is not None:
                yield disproof


def _parameters(claim: Claim, *, anytime: bool) -> Iterator[dict[str, Fraction]]:
    """Small parameters that satisfy the givens; without T where policies do not know it."""
    names = [name for name in (*claim.parameters, *claim.reals) if not (anytime and name == "T")]
    bare = replace(claim, run=None, conclusion=(Comparison(Form()),))
    seen: set[tuple[Fraction, ...]] = set()
    for values in parameter_points(bare, MOST_LOOKED_AT):
        key = tuple(values[name] for name in names)
        if key not in seen and values["k"] <= MOST_ARMS:
            seen.add(key)
            yield {name: values[name] for name in names}


def _beating(
    claim: Claim, values: Mapping[str, Fraction], run: Run | None, clock: Clock
) -> Disproved | None:
    """A proof that the policy makes the claim false, if it is easily found."""
    choice = Choice({name: Polynomial.constant(value) for name, value in values.items()})
    try:
        false = choose(negation(claim, run), choice)
    except RejectedError:
        return None
    [clause] = clauses(AllOf(false.conclusion))
    for goal in range(len(clause)):
        shown = _shown(clause_claim(false, clause, goal), values, clock)
        if shown is not None:
            proof = shown.proof if false.is_plain else Clauses((ClauseProof(goal, shown.proof),))
            return Disproved(claim, proof, run, shown.lemmas, choice)
    return None


class Shown(NamedTuple):
    """A proof of a claim about runs, and the lemmas that it cites."""

    proof: ClaimProof
    lemmas: tuple[ProvedClaim, ...]


def _shown(claim: Claim, values: Mapping[str, Fraction], clock: Clock) -> Shown | None:
    """A proof of a*ALG - b*OPT + d > 0 (or >= 0), given OPT > 0.

    It is a lemma a*ALG >= (b + margin)*OPT, with margin*OPT + d > 0 (or >= 0).
    """
    [goal] = claim.plain
    givens = tuple(given for given in claim.givens if not given.form.terms)
    for margin in _margins(goal.form, values):
        of_opt = ((Polynomial.constant(-margin), Atom(Kind.OPT)),) if margin else ()
        about = replace(
            claim, givens=givens, conclusion=(Comparison(Form(ZERO, (*goal.form.terms, *of_opt))),)
        )
        for proved in _about_runs(about, values, min(EACH * clock.seconds, clock.left())):
            if not isinstance(proved.proof, ClaimProof):
                continue
            lemmas = (*proved.lemmas, ProvedClaim(about, proved.proof))
            shown = _with_margin(claim, margin, lemmas, clock)
            if shown is not None:
                return shown
            break
    return None


def _margins(form: Form, values: Mapping[str, Fraction]) -> list[Fraction]:
    """Margins to try: 0 (for strict claims and constant terms), a little, all a ratio of k leaves.

    With OPT <= k*ALG, a*ALG >= (b + margin)*OPT for margin = a/k - b.
    """
    shares = {Kind.OPT: Fraction(0), Kind.ALG: Fraction(0)}
    for coefficient, atom in form.terms:
        if atom in (Atom(Kind.OPT), Atom(Kind.ALG)) and coefficient.names() <= values.keys():
            shares[atom.kind] += coefficient.at(values)
    left = shares[Kind.ALG] / values["k"] + shares[Kind.OPT]
    return [Fraction(0), LITTLE, *([left] if left < 0 else [])]


def _with_margin(
    claim: Claim, margin: Fraction, lemmas: tuple[ProvedClaim, ...], clock: Clock
) -> Shown | None:
    """The claim by its last lemma, OPT > 0 and OPT <= T."""
    stated, region = start_of(claim, [lemma.claim for lemma in lemmas])
    better = len(lemmas) - 1
    [goal] = stated.plain
    known = {(c.polynomial, c.strict): c.name for c in region.constraints}
    inner = parameter_region(lemmas[-1].claim)
    same = {
        c.name: Sum((Term(Fraction(1), ((known[c.polynomial, c.strict], 1),)),))
        for c in inner.constraints
    }
    names = {name: Polynomial.variable(name) for name in inner.names}
    cited = Lemma(better, 0, names, {}, same)
    positive = next(name for name, given in region.hypotheses if given.form == rew("_g", T))
    uses = [Use("better", ONE, YES)]
    rest = goal.form.constant
    by_rest, strict = margin <= 0, goal.relation is Relation.GT
    strictly = strict and not by_rest
    if margin > 0:
        shown = Fraction(margin.numerator - 1) if strictly else margin
        sign = Sum((Term(shown),) if shown else ())
        uses.append(Use(positive, Polynomial.constant(margin), sign))
    elif margin < 0:
        uses.append(Use("most", Polynomial.constant(-margin), Sum((Term(-margin),))))
        rest = rest + T.scaled(margin)
    relation = goal.relation if by_rest else Relation.GE
    proofs = prove_all(region, [Comparison(Form(rest), relation)], clock)
    domain = {
        p: prove_all(where, [Comparison(Form(p))], clock)
        for p, where in obligations(stated, region)
    }
    if proofs is None or None in domain.values():
        return None
    least = region.sharpen(rest, strict=by_rest and strict).polynomial
    number = Fraction(0) if least.names() else least.at({})
    node = next(iter(proofs.values()), Sum((Term(number),) if number else ()))
    leaf: Node = Combine({}, tuple(uses), rest=node, strict=1 if strictly else None)
    if margin < 0:
        steps = Sum((Term(Fraction(1), (("sizes.steps", 1),)),))
        most = Lemma(len(lemmas), 0, {"T": T}, {"f": "_g"}, {"h1": steps})
        leaf = Have("sizes", Fact("sizes"), Have("most", most, leaf))
        lemmas = (*lemmas, _most())
    tree = Have("better", cited, leaf)
    inside = {p: (found or {}).get(p, Sum(())) for p, found in domain.items()}
    return Shown(ClaimProof(inside, (tree,)), lemmas)


@cache
def _most() -> ProvedClaim:
    """Rewards are at most 1."""
    claim = read_question("Rew(f,T) <= T", ["T >= 0"]).claims().claim
    clock = Clock(LEMMA_SECONDS)
    proof = prove_claim(claim, check_meaning(claim, clock), clock)
    if proof is None:
        raise RuntimeError("no proof was found that rewards are at most 1")
    return ProvedClaim(claim, proof)


def _about_runs(claim: Claim, values: Mapping[str, Fraction], seconds: float) -> Iterator[Proved]:
    """A proof of a claim about runs: of its one size, or of all; none once it is refuted."""
    search = Search(seconds)
    certificates: Iterator[Certificate] = runs.certificates(claim, NO_HINTS, search)
    if "T" in values:
        k, T = (range(int(values[name]), int(values[name]) + 1) for name in ("k", "T"))
        certificates = chain(cell_certificates(claim, Scope(k, T), [], search.clock), certificates)
    for certificate in certificates:
        if not isinstance(certificate, Proved):
            return
        yield certificate


# --- some run: families of instances, one after the other ----------------------------------------


NOT_SHOWN = "this is not shown to attain it"
LONGEST = 1000
"""Horizons beyond this are not played pull by pull."""
SHARE = 1 / 3
"""Of the time that is left, for the worst case at one size."""


def certificates_of_some(
    claim: Claim, run: Run, scope: Scope | None, search: Search
) -> Iterator[Certificate]:
    """Certificates for the kernel to judge: a schedule, or a proof that no run attains it.

    Over a scope of one size the worst case there is one more instance.
    """
    clock = search.clock
    found = schedules(claim, run, clock, _worst_case(run, scope, clock))
    yield from search.stage("a schedule", _shown_by(claim, found, NOT_SHOWN, search))
    yield from search.stage("small sizes", refutations(claim, clock))
    search.note("the worst case at small sizes", "it is not shown to be less")


def _worst_case(run: Run, scope: Scope | None, clock: Clock) -> Iterator[Family]:
    """The run that attains the largest OPT/ALG at the one size of a scope."""
    if scope is None or {len(scope.k), len(scope.T)} != {1} or run.ties not in TIES:
        return
    k, T = scope.k[0], scope.T[0]
    if run.index is None or not 1 <= T <= LONGEST or table_rows(run, k, T) > MOST_ROWS:
        return
    task = ask_for(policy_of_run(run), k, T, ties=TIES[run.ties])
    case = propose(task, SHARE * clock.left())
    plan = Played(curves_of(case.instance), case.sequence, {})
    yield Family("the worst case at this size", showing(plan))
