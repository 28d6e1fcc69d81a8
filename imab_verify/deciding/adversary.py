"""Lower bounds, claims about every deterministic policy: adversaries, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice, product

from imab_verify.deciding import runs
from imab_verify.deciding.attempts import Attempt, Trying, pass_on
from imab_verify.deciding.cells import cell_certificates
from imab_verify.deciding.contradictions import no_instance
from imab_verify.deciding.scopes import Scope
from imab_verify.engines.adversary.proofs import attempts
from imab_verify.engines.arms.clock import Clock
from imab_verify.engines.arms.counterexamples import find_witness
from imab_verify.engines.arms.hints import NO_HINTS
from imab_verify.engines.arms.points import parameter_points
from imab_verify.kernel import (
    ALGORITHM_1,
    ANYTIME,
    ROUND_ROBIN,
    Certificate,
    Claim,
    Comparison,
    Every,
    Form,
    GoodPolicy,
    Kind,
    Point,
    Proved,
    Refuted,
    RejectedError,
    Run,
    Some,
    beaten_claim,
)

UNKNOWN = "no adversary tried reaches it, and neither Algorithm 1 nor round robin beats it"
POLICIES = (Run(ROUND_ROBIN), Run(ALGORITHM_1))
LITTLE = Fraction(1, 100_000)
MOST_TRIED, MOST_LOOKED_AT, MOST_ARMS = 12, 400, 4
"""So many parameters are tried, among so many that satisfy the givens, with so many arms."""
EACH = 1 / 3
"""The share of the time that one policy gets at one place."""
NOT_REACHED = "it does not show this"


def certificates(claim: Claim, seconds: float, tried: list[Attempt]) -> Iterator[Certificate]:
    """Certificates for the kernel to judge; what fails is noted in `tried`."""
    clock = Clock(seconds)
    witness = parameters_of(claim, seconds)
    with Trying("an adversary", tried):
        for attempt in attempts(claim, clock):
            if attempt.proof is not None:
                yield Proved(claim, attempt.proof, witness)
            failed = Attempt(attempt.way, NOT_REACHED)
            if failed not in tried:
                tried.append(failed)
    yield from pass_on("small sizes", refutations(claim, clock), tried)
    tried.append(Attempt("Algorithm 1 and round robin at small sizes", "they do not beat it"))


def parameters_of(claim: Claim, seconds: float) -> Point:
    """Parameters that satisfy the givens."""
    bare = replace(claim, run=None, conclusion=(Comparison(Form()),))
    witness = find_witness(bare, Clock(min(5.0, seconds / 2)))
    if witness is None:
        raise no_instance(bare)
    return witness


# --- policies that do better ---------------------------------------------------------------------


def refutations(claim: Claim, clock: Clock) -> Iterator[Refuted]:
    """Certificates that a policy does better at small parameters than the claim says.

    That is Algorithm 1 or round robin for a lower bound, and its own for a claim about some run.
    """
    policies = (claim.run.some,) if isinstance(claim.run, Some) else POLICIES
    anytime = claim.run == Every(ANYTIME)
    for values in islice(_parameters(claim, anytime=anytime), MOST_TRIED):
        for number, run in product(range(len(claim.conclusion)), policies):
            if not clock.left():
                return
            policy = _beating(claim, values, run, number, clock)
            if policy is not None:
                yield Refuted(claim, policy)


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


def _margins(claim: Claim, values: Mapping[str, Fraction], number: int) -> list[Fraction]:
    """Nothing, for a strict claim or one with a constant term; a little; what a ratio of k leaves.

    With OPT <= k*ALG, -b*ALG >= (a + margin)*OPT for margin = -b/k - a.
    """
    goal = claim.conclusion[number].form
    shares = {Kind.OPT: Fraction(0), Kind.ALG: Fraction(0)}
    for coefficient, atom in goal.terms:
        if coefficient.names() <= values.keys():
            shares[atom.kind] += coefficient.at(values)
    left = -shares[Kind.ALG] / values["k"] - shares[Kind.OPT]
    return [Fraction(0), LITTLE, *([left] if left < 0 else [])]


def _beating(
    claim: Claim, values: Mapping[str, Fraction], run: Run, number: int, clock: Clock
) -> GoodPolicy | None:
    """The policy with a proof, if it is easily found."""
    for margin in _margins(claim, values, number):
        try:
            about = beaten_claim(claim, values, run, number, margin)
        except RejectedError:
            continue
        for proved in _about_runs(about, values, min(EACH * clock.seconds, clock.left())):
            return GoodPolicy(dict(values), run, number, margin, proved.proof, proved.lemmas)
    return None


def _about_runs(claim: Claim, values: Mapping[str, Fraction], seconds: float) -> Iterator[Proved]:
    """A proof of a claim about runs: of its one size, or of all; none once it is refuted."""
    certificates: Iterator[Certificate] = runs.certificates(claim, NO_HINTS, seconds, [])
    if "T" in values:
        k, T = (range(int(values[name]), int(values[name]) + 1) for name in ("k", "T"))
        certificates = chain(cell_certificates(claim, Scope(k, T), [], seconds), certificates)
    for certificate in certificates:
        if isinstance(certificate, Refuted):
            return
        yield certificate
