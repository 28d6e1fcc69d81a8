"""Refutations of what is said to hold from some point on: of "for all eps there is a T0 ...".

Such a statement about every run is false if for all T0 there are a T and some run that fails. The
kernel forms this negation. Here its names are chosen (eps, then k and T by T0), and the rest is a
claim about some run, for all parameters.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product

from imab_verify.deciding.arms import with_ranges
from imab_verify.deciding.attempts import Search
from imab_verify.deciding.policies import certificates_of_some
from imab_verify.kernel import (
    Claim,
    ClaimProof,
    Comparison,
    Disproved,
    Polynomial,
    Proved,
    RejectedError,
    Run,
    Some,
)
from imab_verify.kernel.arms import Choice
from imab_verify.kernel.formulas import choose, negation
from imab_verify.kernel.polynomials import ONE, ZERO
from imab_verify.kernel.statement import stages_of

REALS = (Fraction(1, 2), Fraction(1), Fraction(1, 10), Fraction(1, 100))
ARMS, FAR = (2, 3, 4), 20
MOST = 12
"""Choices that are tried."""
EACH = 1 / 6
"""The share of the time for one of them."""


def refutations_of_limits(claim: Claim, search: Search) -> Generator[Disproved]:
    """Certificates that every choice fails somewhere, for the kernel to judge."""
    if not isinstance(claim.run, Run) or not claim.prefix:
        return
    try:
        false = negation(claim)
    except RejectedError:
        return
    if "T" not in false.chosen or not _before(false, stages_of(false), "T"):
        return  # one horizon for all refutes no bound
    clock = search.clock
    for values in islice(_values(false), MOST):
        if not clock.left():
            return
        choice = with_ranges(false, Choice(values), clock)
        try:
            rest = choose(false, choice)
        except RejectedError:
            continue
        if not rest.is_plain or not isinstance(rest.run, Some):
            return
        part = search.part(EACH * search.seconds)
        shown = certificates_of_some(rest, rest.run.some, None, part)
        proved = next((one for one in shown), None)
        if isinstance(proved, Proved) and isinstance(proved.proof, ClaimProof):
            yield Disproved(claim, proved.proof, None, proved.lemmas, choice)


def _values(false: Claim) -> Iterator[dict[str, Polynomial]]:
    """Values for the names that the negation chooses: small numbers, sums and multiples."""
    stage, names = stages_of(false), [n for block in false.prefix for n in block.names]
    chosen = [name for name in names if name in false.chosen]
    late = [name for name in chosen if name not in ("k", "T")]
    for each in product(*(_numbers(false, name) for name in late)):
        numbers = dict(zip(late, each, strict=True))
        for k in _arms(false, stage, chosen):
            known = numbers | ({} if k is None else {"k": k})
            for T in _horizons(false, known):
                yield known | ({} if T is None else {"T": T})


def _numbers(false: Claim, name: str) -> Sequence[Polynomial]:
    values = REALS if name in false.reals else map(Fraction, (1, 2, 3))
    return [Polynomial.constant(value) for value in values]


def _before(false: Claim, stage: dict[str, int], name: str) -> list[Polynomial]:
    """The integers for all of which a value is chosen."""
    return [
        Polynomial.variable(n)
        for n in false.parameters
        if n not in false.chosen and stage[n] < stage[name]
    ]


def _arms(
    false: Claim, stage: dict[str, int], chosen: Sequence[str]
) -> Sequence[Polynomial | None]:
    """Numbers of arms, in proportion to what stands before them."""
    if "k" not in chosen:
        return [None]
    growing = [x + ONE for x in _before(false, stage, "k")]
    return [*growing, *map(Polynomial.constant, ARMS)]


def _horizons(false: Claim, known: dict[str, Polynomial]) -> Iterator[Polynomial | None]:
    """Horizons beyond their bounds, some by a fixed number, some in proportion to k."""
    if "T" not in false.chosen:
        yield None
        return
    k = known.get("k", Polynomial.variable("k"))
    bounds = [_bound(given) for given in false.givens]
    least = [p.substitute(known) for p in bounds if p is not None] or [ZERO]
    beyond = [2 * k, *(q for p in least for q in (p + FAR, p + 4 * k, p, 2 * k * p))]
    yield from (q for q in beyond if all(_is_sum(q - p) for p in least))


def _is_sum(p: Polynomial) -> bool:
    """Whether p >= 0 is plain: no coefficient is negative, and names are at least 1."""
    return all(c >= 0 for _, c in p.terms())


def _bound(given: Comparison) -> Polynomial | None:
    """p, if the given is T >= p."""
    p = Polynomial.variable("T") - given.form.constant
    return None if given.form.terms or "T" in p.names() else p
