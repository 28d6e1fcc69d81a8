"""What is known of a run while a claim about it is proved: facts that are brought in one by one.

A claim about a run becomes one about arms (kernel/facts.py), on a region that every fact enlarges.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from imab_verify.engines.arms.clock import Clock, OutOfTimeError
from imab_verify.engines.arms.counterexamples import find_counterexample
from imab_verify.engines.arms.hints import NO_HINTS, Hints
from imab_verify.engines.arms.points import free_names
from imab_verify.engines.arms.positivity import prove_sign_by_facts
from imab_verify.engines.arms.proofs import UndefinedError, check_meaning, prove_claim, prove_goals
from imab_verify.kernel import (
    Claim,
    ClaimProof,
    Comparison,
    Crossing,
    Fact,
    Form,
    Have,
    Lemma,
    Node,
    Polynomial,
    RejectedError,
    Relation,
    Run,
    Shares,
    Sum,
    Term,
)
from imab_verify.kernel.arms import (
    Quotient,
    Region,
    Source,
    goals,
    obligations,
    start_of,
)
from imab_verify.kernel.arms import bring_in as bring_in_to
from imab_verify.kernel.facts import OPTIMAL_COUNT, after_row, row_of
from imab_verify.kernel.statement import ROUND_ROBIN, at_least, run_of
from imab_verify.kernel.sums import sum_of_crossing, sum_of_shares
from imab_verify.language.contexts import last_pulls

K, T = Polynomial.variable("k"), Polynomial.variable("T")
Step = tuple[str, Source]
"""What is brought in, and its name."""


def claim_of(
    region: Region, wanted: tuple[Comparison, ...], order: Sequence[str] = ()
) -> tuple[Claim, dict[str, str]]:
    """The claim about arms that the goals follow from what is known, and its names of that."""
    floors = {f"{floor.name}.{end}" for floor in region.floors for end in ("low", "high")}
    own = [c for c in region.constraints if c.name not in floors]
    seen = Region((), region.names, region.reals)
    givens: list[Comparison] = []
    names: dict[str, str] = {}
    for c in own:
        twin = f"{c.name.removesuffix('-')}"
        if c.name.endswith("-") and givens and names.get(f"h{len(givens)}") == twin:
            givens[-1] = Comparison(givens[-1].form, Relation.EQ)
            names[f"h{len(givens)}-"] = c.name
        elif c.strict or not seen.implies(c.polynomial):
            givens.append(Comparison(Form(c.polynomial), Relation.GT if c.strict else Relation.GE))
            names[f"h{len(givens)}"] = c.name
        seen = seen.adding(c)
    for name, hypothesis in region.hypotheses:
        givens.append(hypothesis)
        names[f"h{len(givens)}"] = name
    free = [name for name in free_names(region) if name not in region.reals]
    integers = [*(name for name in order if name in free), *(n for n in free if n not in order)]
    claim = Claim(
        tuple(integers),
        region.arms,
        tuple(givens),
        wanted,
        tuple(sorted(region.reals)),
        region.floors,
        families=region.families,
    )
    return claim, names


def essential(region: Region) -> Region:
    """The region without the constraints that are plain by those before them."""
    seen = replace(region, constraints=())
    for c in region.constraints:
        if c.strict or not seen.implies(c.polynomial):
            seen = seen.adding(c)
    return seen


LOOK, LOOK_AT = 0.3, 40
"""Seconds and parameters for a quick look."""


def plausible(region: Region, wanted: tuple[Comparison, ...]) -> bool:
    """Whether a quick look finds no counterexample: the goals may hold on the region."""
    claim, _ = claim_of(region, wanted)
    return find_counterexample(claim, Clock(LOOK), most=LOOK_AT) is None


def condition(claim: Claim, clock: Clock) -> ClaimProof | None:
    """A proof of a claim about arms, which is often false, and seen to be so at once."""
    if find_counterexample(claim, Clock(LOOK), most=LOOK_AT) is not None:
        return None
    try:
        return prove_claim(claim, check_meaning(claim, clock), clock)
    except (UndefinedError, OutOfTimeError, RejectedError):
        return None


# --- names in proofs -----------------------------------------------------------------------------


def rewritten(item: Any, change: Callable[[Any], Any]) -> Any:
    """A proof, or a part of one, with a change of each of its dataclasses, inner ones first."""
    match item:
        case tuple() | list():
            return type(item)(rewritten(part, change) for part in item)
        case Mapping():
            return {name: rewritten(part, change) for name, part in item.items()}
        case _ if is_dataclass(item) and not isinstance(item, type):
            parts = {f.name: getattr(item, f.name) for f in fields(item)}
            own = {name: rewritten(part, change) for name, part in parts.items()}
            changed = any(own[name] is not part for name, part in parts.items())
            return change(replace(item, **own) if changed else item)
        case _:
            return item


def citing(number: Callable[[int], int], item: Any) -> Any:
    """A proof, or a part of one, with other numbers for the lemmas that it cites."""

    def change(item: Any) -> Any:
        return replace(item, lemma=number(item.lemma)) if isinstance(item, Lemma) else item

    return rewritten(item, change)


def names_in(thing: object) -> set[str]:
    """Every name in a proof or in its sources, and other words that stand there."""
    words = {*re.findall(r"[^\W\d][\w.]*-?", repr(thing))}
    return words | {word.partition(".")[0] for word in words}


def bring_in(steps: Sequence[tuple[Step, Region]], node: Node) -> Node:
    """The proof with those of the steps before it that it needs, each with the region before it."""
    used = names_in(node)
    for (name, source), before in reversed(steps):
        declared: set[str] = set()
        told: set[str] = set()
        if isinstance(source, Fact):
            row = row_of(source.word, source.of, before)
            declared = {*row.names, *row.arms}
            told = names_in([fact for _, fact in row.facts])
        if isinstance(source, Quotient):
            declared = {f"_{name}"}
        if name in used or declared & used:
            node = Have(name, source, node)
            used |= names_in(source) | told
    return node


# --- a claim about a run -------------------------------------------------------------------------


@dataclass(frozen=True)
class Known:
    """A claim about a run, and what has been brought in about it."""

    question: Claim
    stated: Claim
    region: Region
    steps: tuple[tuple[Step, Region], ...] = ()

    @property
    def run(self) -> Run:
        """The run that the claim is about."""
        return run_of(self.question)

    def having(self, word: str, *of: str, conditions: tuple[Node, ...] = ()) -> Known:
        """With a row of the table of facts."""
        return self._adding("_".join((word, *of)), Fact(word, of, conditions))

    def with_quotient(self) -> Known:
        """With a name for floor(T/k)."""
        floors = {floor.name for floor in self.region.floors}
        name = next(q for q in (f"q{i or ''}" for i in count()) if q not in floors)
        steps = Sum((Term(Fraction(1), (("sizes.arms", 1),)),))
        return self._adding(name, Quotient(T, K, steps))

    def summing(self, name: str, part: Shares | Crossing) -> Known:
        """With a sum over arms."""
        return self._adding(name, part)

    def _adding(self, name: str, source: Source) -> Known:
        """With what a source says; of sums over arms nothing is checked."""
        match source:
            case Fact(word, of):
                region = after_row(name, row_of(word, of, self.region), self.region)
            case Shares():
                region = self.region.assuming([(name, sum_of_shares(source, self.region))])
            case Crossing():
                region = self.region.assuming([(name, sum_of_crossing(source, self.region))])
            case _:
                region = bring_in_to(name, source, self.region)
        return replace(self, region=region, steps=(*self.steps, ((name, source), self.region)))

    def split(self, e: Polynomial) -> tuple[Known, Known]:
        """Where e <= 0 and where e > 0."""
        low, high = (replace(self, region=part, steps=()) for part in self.region.branches(e))
        return low, high

    def conditions(self, word: str, *of: str) -> tuple[Polynomial, ...]:
        """What must be >= 0 for a row of the table."""
        return row_of(word, of, self.region).conditions

    def shown(self, p: Polynomial, clock: Clock) -> Node | None:
        """A proof here that p >= 0, which is often false, and seen to be so at once."""
        if plausible(replace(self.region, arms=(), hypotheses=()), (at_least(p),)):
            with suppress(OutOfTimeError, RejectedError):
                return prove_sign_by_facts(p, essential(self.region), clock)
        return None

    @property
    def plausible(self) -> bool:
        """Whether a quick look finds nothing against the claim about arms that is left."""
        return plausible(self.region, self.stated.plain)

    def prove(self, clock: Clock, hints: Hints = NO_HINTS) -> tuple[Node, ...] | None:
        """Proofs of the goals, if they follow from what is known, with all that they need."""
        with suppress(RejectedError):
            found = prove_goals(goals(self.stated), essential(self.region), clock, hints)
            return None if found is None else tuple(map(self.finish, found))
        return None

    def finish(self, node: Node) -> Node:
        """A proof of this place, with what it uses brought in before it."""
        return bring_in(self.steps, node)


def start_with(claim: Claim) -> Known:
    """The claim with its givens alone."""
    stated, region = start_of(claim)
    return Known(claim, stated, region)


def known_of(claim: Claim) -> Known:
    """The claim with sizes, counts and what is known of the pull that it looks at."""
    return with_counts(start_with(claim))


def with_counts(known: Known, *, best: bool = False) -> Known:
    """With what is known of all counts that have a name, of the best arm too if that is asked."""
    known = known.having("sizes")
    run = known.run
    if run.policy == ROUND_ROBIN and quotient_of(known.region) is None:
        known = known.with_quotient()
    if best:
        known = known.having("best_count")
    counts = [name for name, _ in run.all_of("pulls")] + [OPTIMAL_COUNT] * best
    for name in (*counts, *filter(None, (run.name_of("most"), run.name_of("least")))):
        known = known.having("count", name)
    if run.different:
        known = known.having("different")
    for arm in dict.fromkeys(arm for _, (arm,) in (*run.all_of("rival"), *run.all_of("idle"))):
        known = known.having("others", arm)
    for arm in last_pulls(run):
        known = known.having("pulled", arm)
    return known


def quotient_of(region: Region) -> Polynomial | None:
    """The name for floor(T/k), if there is one."""
    own = [floor.name for floor in region.floors if (floor.numerator, floor.divisor) == (T, K)]
    return Polynomial.variable(own[0]) if own else None


def prove_domain(known: Known, clock: Clock) -> dict[Polynomial, Node] | None:
    """Proofs that what the claim speaks of is defined, from what is known."""
    nodes: dict[Polynomial, Node] = {}
    for p, where in obligations(known.stated, known.region):
        try:
            node = prove_sign_by_facts(p, where, clock)
        except (OutOfTimeError, RejectedError):
            return None
        if node is None:
            return None
        nodes[p] = known.finish(node)
    return nodes


def claim_proof(claim: Claim, goals: tuple[Node, ...] | None, clock: Clock) -> ClaimProof | None:
    """The proof of a claim about a run, with proofs that what it speaks of is defined."""
    if goals is None:
        return None
    known = known_of(claim)
    domain = prove_domain(known, clock)
    if domain is None and known.run.index is not None:
        ready = known.shown(known.conditions("opening")[0], clock)
        if ready is not None:
            domain = prove_domain(known.having("opening", conditions=(ready,)), clock)
    return None if domain is None else ClaimProof(domain, goals)
