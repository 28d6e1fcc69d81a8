"""Proofs of claims about arms as Coq terms. Names of hypotheses become places in two lists.

The kernel's own functions say what is known at each place of a proof, and in which order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from imab_verify.kernel import (
    Bound,
    Case,
    Claim,
    ClaimProof,
    Combine,
    Crossing,
    Empty,
    Fact,
    Have,
    Kind,
    Lemma,
    Node,
    Polynomial,
    Rays,
    Sum,
    Term,
)
from imab_verify.kernel.arms import (
    Member,
    Quotient,
    Region,
    Source,
    _family_region,
    bring_in,
    goals,
    parameter_region,
    ray_region,
)
from imab_verify.kernel.facts import (
    LAST_BEFORE,
    LAST_LEVEL,
    LEADER,
    OPTIMAL,
    OPTIMAL_COUNT,
    REACHED_BEFORE,
    SEEN_LEVEL,
    before_pull,
    beside_of,
    known_run,
    own_arms,
    start_of_run,
)
from imab_verify.kernel.statement import ROUND_ROBIN, Atom, K, T, domain
from imab_verify.kernel.sums import (
    BEFORE,
    COUNT,
    LATER_BEFORE,
    LEVEL,
    NEXT_ARM,
    NEXT_BEFORE,
    NEXT_LEVEL,
    PULLED,
    crossing_kinds,
)
from imab_verify.report.coq.terms import Names, NotCoveredError, listed, rational


class ProofWriter:
    """Writes the nodes of the proof of one claim."""

    def __init__(self, names: Names, lemmas: Sequence[tuple[Claim, Names]] = ()) -> None:
        self.names, self.lemmas = names, lemmas

    def node(self, node: Node, region: Region) -> str:
        """A node of a proof, in the place where so much is known."""
        match node:
            case Sum(terms):
                return f"(Sum {self.terms(terms, region)})"
            case Empty(terms):
                return f"(Empty {self.terms(terms, region)})"
            case Case(split, low, high):
                below, above = region.branches(split)
                parts = self.node(low, below), self.node(high, above)
                return f"(Case {self.names.data(split)}\n {parts[0]}\n {parts[1]})"
            case Have(name, source, then):
                return self.have(name, source, then, region)
            case Combine():
                return self.combine(node, region)
            case _:
                raise NotCoveredError(f"the rule {type(node).__name__.lower()}")

    def terms(self, terms: Sequence[Term], region: Region) -> str:
        """A sum of products."""
        place = {c.name: i for i, c in enumerate(region.constraints)}
        rows = []
        for term in terms:
            factors = ";".join(str(place[name]) for name, e in term.factors for _ in range(e))
            square = "None" if term.square is None else f"(Some {self.names.data(term.square)})"
            rows.append(f"Term {rational(term.weight)} [{factors}]%nat {square}")
        return listed(rows)

    def combine(self, node: Combine, region: Region) -> str:
        """A combination."""
        known, name = [own for own, _ in region.hypotheses], self.names
        uses = listed(
            f"({known.index(one.hypothesis)}%nat, {name.data(one.multiplier)},"
            f" {self.node(one.sign, region)})"
            for one in node.uses
        )
        arms = listed(
            f"({name.arms[arm]}%nat, {self.rays(rays, region)})" for arm, rays in node.arms.items()
        )
        strict = "None" if node.strict is None else f"(Some {node.strict}%nat)"
        positive, rest = self.node(node.positive, region), self.node(node.rest, region)
        return f"(Combine {name.data(node.scale)} {positive}\n {uses}\n {arms}\n {rest} {strict})"

    def rays(self, rays: Rays, region: Region) -> str:
        """Proofs on the constant and on the rays."""
        at_bend = self.node(rays.ray, ray_region(region))
        return f"({self.node(rays.constant, region)},\n {at_bend})"

    def have(self, name: str, source: Source, then: Node, region: Region) -> str:
        """What is brought in, with the proofs that it needs."""
        text, proofs = self.source(name, source, region)
        inside = self.after(name, source, region)
        return f"(Have {text} {listed(proofs)}\n {self.node(then, inside)})"

    def after(self, name: str, source: Source, region: Region) -> Region:
        """What is known then."""
        return bring_in(name, source, region)

    def source(self, name: str, source: Source, region: Region) -> tuple[str, list[str]]:
        """What is brought in, and the proofs that it needs."""
        data = self.names.data
        match source:
            case Bound(arm, index, inside):
                return f"(Bound {self.names.arms[arm]} {data(index)})", [self.node(inside, region)]
            case Quotient(numerator, divisor, positive):
                x = self.names.place(f"_{name}")
                text = f"(Quotient {x}%positive {data(numerator)} {data(divisor)})"
                return text, [self.node(positive, region)]
            case Member(family, value, inside):
                text = f"(Member {family} {data(value)})"
                return text, [self.node(one, region) for one in inside]
            case Lemma():
                return self.lemma(source, region)
            case Fact(_, _, conditions):
                return f"(Fact (Row {self.row(source, region)}))", [
                    self.node(one, region) for one in conditions
                ]
            case Crossing():
                return self.crossing(source, region)
            case _:
                raise NotCoveredError(f"the rule {type(source).__name__.lower()}")

    def crossing(self, part: Crossing, region: Region) -> tuple[str, list[str]]:
        """A crossing sum, with the proofs of its conditions and of its kinds of arms."""
        if len(part.gamma) or part.alpha_idle is not None or beside_of(region):
            raise NotCoveredError("the rule crossing with squares, or beside an arm")
        names = self.names
        for arm in (PULLED, NEXT_ARM):
            names.arms.setdefault(arm, 1 + max(names.arms.values()))
        numbers = (part.weight, part.beta, part.alpha, part.alpha_optimal, part.alpha_last)
        potential = (part.share, part.rest)
        own = (COUNT, LEVEL, BEFORE, NEXT_LEVEL, NEXT_BEFORE, LATER_BEFORE)
        words = (
            *(names.data(p) for p in (*numbers, *potential)),
            *(f"{names.place(name)}%positive" for name in own),
            *(str(names.arms[arm]) for arm in (PULLED, NEXT_ARM)),
        )
        kinds = crossing_kinds(part, region)
        order = ("best", "idle", "late", "first", "next", "last")
        proofs = [self.node(part.opened, region), self.node(part.order, region)]
        proofs += [self.node(part.proofs[kind], kinds[kind][0]) for kind in order]
        return f"(Fact (Sum_of (Crossing {' '.join(words)})))", proofs

    def row(self, fact: Fact, region: Region) -> str:
        """A row of the table of facts about runs, with places for the names that it brings in."""
        names, run = self.names, known_run(region)

        def before(pairs: Iterable[tuple[str, str]]) -> str:
            texts = (
                f"({names.place(name)}%positive, {names.arms[arm]}%nat)" for name, arm in pairs
            )
            return listed(texts)

        arms = [*own_arms(region), OPTIMAL]
        match fact.word, fact.of:
            case "count", (name,):
                quotients = (q for q in region.floors if (q.numerator, q.divisor) == (T, K))
                known = [c.name for c in region.constraints]
                places = (
                    f"({names.place(q.name)}%positive, {known.index(f'{q.name}.low')}%nat)"
                    for q in (quotients if run.policy == ROUND_ROBIN else ())
                )
                return f"(Count {names.place(name)}%positive {listed(places)})"
            case "share" | "rest", several:
                numbers = ";".join(str(names.arms[arm]) for arm in several)
                return f"({fact.word.capitalize()} [{numbers}]%nat)"
            case ("best", (arm,) | (arm, "T")):
                return f"(Best {names.arms[arm]})"
            case "best_count", ():
                return f"(BestCount {names.place(OPTIMAL_COUNT)}%positive)"
            case "pulled", (arm,):
                level = run.name_of("level", arm) or SEEN_LEVEL
                return f"(Pulled {names.arms[arm]} {names.place(level)}%positive)"
            case "last", (arm,):
                level, said = run.name_of("level", arm) or LAST_LEVEL, before_pull(run, arm)
                taken = {arm, *(other for _, other in said)}
                more = ((LAST_BEFORE + g, g) for g in arms if g not in taken)
                head = f"{names.arms[arm]} {names.place(level)}%positive"
                return f"(Last {head} {before((*said, *more))})"
            case "leader", ():
                number = names.arms.setdefault(LEADER, 1 + max(names.arms.values()))
                return f"(Leader {number} {before((REACHED_BEFORE + arm, arm) for arm in arms)})"
            case ("sizes" | "different" | "opening") as word, ():
                return word.capitalize()
            case _:
                raise NotCoveredError(f"the fact {fact.word} of {', '.join(fact.of)}")

    def lemma(self, cited: Lemma, region: Region) -> tuple[str, list[str]]:
        """A lemma at values of its names, with a proof of each of its constraints."""
        claim, own = self.lemmas[cited.lemma]
        if claim.run is not None:
            raise NotCoveredError("a lemma about runs")
        values = (
            f"({own.number(x)}%positive, {self.names.data(p)})" for x, p in cited.parameters.items()
        )
        arms = ";".join(str(self.names.arms[cited.arms[arm]]) for arm, _ in claim.arms)
        text = f"(Lemma_ {cited.lemma} {cited.comparison} {listed(values)} [{arms}]%nat)"
        constraints = parameter_region(claim).constraints
        return text, [self.node(cited.proofs[c.name], region) for c in constraints]

    def proof(self, claim: Claim, proof: ClaimProof) -> str:
        """The proof of a claim about arms, or about a run."""
        lemmas = [known for known, _ in self.lemmas]
        if claim.run is None:
            region = parameter_region(claim, lemmas)
        else:
            claim, region = start_of_run(claim, lemmas)
        domains = listed(self.domains(claim, proof, region), ";\n   ")
        pairs = zip(proof.goals, goals(claim), strict=True)
        nodes = listed((self.node(node, region) for node, _ in pairs), ";\n   ")
        return f"(Proof_ {domains}\n  {nodes})"

    def domains(self, claim: Claim, proof: ClaimProof, region: Region) -> Iterator[str]:
        """A proof of each condition, in the order of the checker; numbers need none."""
        first = {arm: kind.first for arm, kind in claim.arms}
        ends = {f"{floor.name}.{end}" for floor in claim.floors for end in ("low", "high")}
        given = tuple(c for c in region.constraints if c.name not in ends)
        wanted = [(floor.divisor - 1, replace(region, constraints=given)) for floor in claim.floors]
        wanted += [
            (p, region) for atom in claim.atoms() for p in _conditions(atom, first[atom.arm])
        ]
        for family in claim.families:
            inside = _family_region(family, region)
            atoms = (atom for _, atom in family.comparison.form.terms)
            wanted += [(p, inside) for atom in atoms for p in _conditions(atom, first[atom.arm])]
        for p, where in wanted:
            yield f"Some {self.node(proof.domain[p], where)}" if p.names() else "None"


def _conditions(atom: Atom, first: int) -> list[Polynomial]:
    """What must be >= 0 for a functional to be defined; Area looks at f(0)."""
    area = [Polynomial.constant(-first)] if atom.kind == Kind.AREA else []
    return [*domain(atom.kind, atom.indices, first), *area]
