"""Proofs of claims about runs: the sentence of each rule, and what it is applied to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from imab_verify.kernel import (
    ALGORITHM_1,
    ANY,
    BEFORE,
    COUNT,
    INDEX,
    KINDS,
    LAST_BEFORE,
    LATER_BEFORE,
    LEVEL,
    NEXT_ARM,
    NEXT_BEFORE,
    NEXT_LEVEL,
    OPTIMAL,
    PULLED,
    REACHED_BEFORE,
    ROUND_ROBIN,
    Atom,
    Cells,
    Claim,
    ClaimProof,
    CrossingSum,
    GuaranteedPulls,
    Kind,
    LastPull,
    Node,
    Polynomial,
    Run,
    RunCases,
    RunFacts,
    SumOverArms,
    Value,
    Weakening,
    claims_of,
    duties,
    guaranteed_claim,
    last_pull_claim,
    ratio_shares,
    run_branches,
    run_of,
    run_region,
    settle,
    times_of,
    two_claims,
)
from imab_verify.language.writing import show_value
from imab_verify.model.rationals import show_rational
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.blocks import Block, Display, Parts, Section, Table, list_parts, say
from imab_verify.report.explain.expressions import (
    Call,
    Chain,
    Expression,
    Floor,
    Role,
    Symbol,
    equation,
    text,
)
from imab_verify.report.explain.formulas import Names, keep_brackets, product
from imab_verify.report.explain.signs import Appendix
from imab_verify.report.explain.statements import statement
from imab_verify.report.explain.telling import Known

K, T = Polynomial.variable("k"), Polynomial.variable("T")
TWO = Polynomial.constant(2)
ALG, OPT = Atom(Kind.ALG), Atom(Kind.OPT)
POLICIES = {
    ALGORITHM_1: "Algorithm 1",
    ROUND_ROBIN: "round robin",
    ANY: "any policy",
    INDEX: "the index policy",
}
TIES = {
    "any": "however ties are broken",
    "lowest-index": "ties broken by lowest index",
    "highest-index": "ties broken by highest index",
}
FACTS = (
    "The counts of the k arms add up to T, and what is known of them, of the rewards and of the "
    "last pull of an arm stands among the hypotheses. What is left is a claim about arms."
)
SUM_OVER_ARMS = "Sum over arms."
LAST_PULL = (
    "At the last pull of an arm its estimate was maximal among all arms, every arm had two pulls "
    "or more, and all pulls together are at most T. So the following is known, and what is left is "
    "a claim about arms."
)

CROSSING_SCORES = (
    "An arm crosses a level when its pull raises the largest number of pulls from there. Every "
    "level is crossed once, lower ones before higher ones, and the score of the arm that crosses "
    "is maximal. The claims about the arms of every kind add up to a bound for ALG(T)."
)
CROSSING = (
    "An arm crosses a level when its pull raises the largest number of pulls from there. Every "
    "level is crossed once, lower ones before higher ones. The estimate of the arm that crosses is "
    "what it has paid so far; it is maximal, and estimates are not below what arms really pay. So "
    "this arm has paid at least as much as any other arm pays with as many pulls."
)
CHAIN = (
    "An arm other than the best one has two pulls, or its last pull came when some arm had as many "
    "pulls as it has in the end, or it crossed a level with its last pull. Arms of the last kind "
    "follow each other by their levels, and each hands on a potential to the next one. The claims "
    "below say what each kind of arm contributes; their sum is"
)


def policy_name(run: Run) -> str:
    """The policy, and how it begins where that is not plain."""
    policy = POLICIES.get(run.policy, run.policy)
    if run.index is not None:
        opening = "one pull" if run.index.opening == 1 else f"{run.index.opening} pulls"
        score = show_value(Value(run.index.score))
        policy += f" (it opens with {opening} of every arm; the score is {score})"
    order = " (both pulls of an arm at the start in one go)" if run.init == "pairs" else ""
    return f"{policy}{order}"


def about_run(run: Run) -> Parts:
    """What run the claim is about, and what is counted in it."""
    ties = f", {TIES[run.ties]}" if run.scoring is not None else ""
    parts: list[Parts] = [
        (Symbol(name), " the number of pulls of ", Symbol(arm), " at the end")
        for name, arm in run.pulls
    ]
    if run.most:
        parts.append((Symbol(run.most), " the largest number of pulls at the end"))
    if run.least:
        parts.append((Symbol(run.least), " the least number of pulls at the end"))
    if run.squares:
        parts.append((Symbol(run.squares), " the sum of the squares of all numbers of pulls"))
    other: Parts = (" other than ", Symbol(run.beside))
    if run.rival:
        parts.append((Symbol(run.rival), " the largest number of pulls of the arms", *other))
    if run.idle:
        parts.append((Symbol(run.idle), " the number of arms", *other, " without a later pull"))
    before: Parts = (" just before the last pull of ", Symbol(run.pulled))
    if run.level:
        parts.append((Symbol(run.level), " the largest number of pulls", *before))
    for name, arm in run.before:
        parts.append((Symbol(name), " the number of pulls of ", Symbol(arm), *before))
    counts: Parts = (" Let ", *_being(parts), ".") if parts else ()
    stage: Parts = ()
    if run.pulled:
        first: Parts = ("after the first 2", Symbol("k"), " pulls")
        when: Parts = first if run.stage == "after" else ("at any time",)
        stage = (" The last pull of ", Symbol(run.pulled), " comes ", *when, ".")
    start: Parts = (
        f"Consider any run of {policy_name(run)} on ",
        Symbol("k"),
        " concave arms with horizon ",
        Symbol("T"),
        f"{ties}.",
    )
    apart: Parts = ()
    if run.different:
        apart = (
            " ",
            *list_parts([(Symbol(arm),) for arm in run.different]),
            " are different arms.",
        )
    return (*start, *counts, *stage, *apart)


def _own_names(
    claim: Claim, last: str, names: Names, times: Sequence[Polynomial], *, first: bool = False
) -> Iterator[Parts]:
    """What the names stand for that the rule gives to arms and counts, as far as they are used."""
    used = {atom.arm for atom in claim.atoms()} | {*claim.parameters}
    rules = [name for name in (*dict(claim.arms), *claim.parameters) if name.startswith("_")]
    for name in rules:
        symbol = Symbol(names.arm(name))
        arm = Symbol(names.arm(name[2:])) if name[:2] in (LAST_BEFORE, REACHED_BEFORE) else symbol
        if name not in used:
            continue
        match name[:2]:
            case "_g":
                t = names.expand(times[int(name[2:] or 0)])
                yield symbol, " is an arm that is best at ", t, ": ", _is("OPT", symbol, t)
            case "_h":
                t = names.expand(times[int(name[2:] or 0)])
                yield symbol, " is the constant for which ", _is("ALG", symbol, t)
            case "_n":
                yield symbol, " is the number of pulls of ", Symbol(names.arm("_g")), " at the end"
            case "_f":
                yield symbol, " is any arm, with ", Symbol(names.arm("_N")), " pulls at the end"
            case "_M" | "_L":
                pulled = Symbol(names.arm("_f" if name == "_M" else last))
                which = "first pull after the opening" if first and name == "_M" else "last pull"
                yield symbol, f" is the largest count just before the {which} of ", pulled
            case "_B":
                yield symbol, " is the count of ", Symbol(names.arm("_g")), " then"
            case "_l":
                yield symbol, " is the arm that first got the largest number of pulls"
            case "_C":
                yield symbol, " is the count of ", arm, " before the last pull of ", Symbol(last)
            case "_R":
                yield symbol, " is the count of ", arm, " just before that pull"
            case _:
                pass  # _N is told with _f


def _looks_at_first(proof: RunFacts, inner: ClaimProof) -> bool:
    """Whether this is a proof of a bound by the first pull of an arm after the opening."""
    return any(inner in share.proofs for share in proof.sums if share.pull == "first")


def _crossing_names(claim: Claim, names: Names) -> Iterator[Parts]:
    """What the names stand for in a claim about arms of a crossing sum."""
    f, g, h, N, M, L = (
        Symbol(names.arm(name)) for name in (PULLED, OPTIMAL, NEXT_ARM, COUNT, LEVEL, NEXT_LEVEL)
    )
    used = {*dict(claim.arms), *claim.parameters}
    best = _is("OPT", g, Symbol("T"))
    yield g, " is an arm that is best at ", Symbol("T"), ": ", best
    if COUNT in used:
        whose = f if PULLED in used else g
        yield N, " is the number of pulls of ", whose, " at the end"
        if LEVEL in used:
            yield M, " is the largest count just before the last pull of ", f
    elif LEVEL in used:
        yield f, " crosses the level ", M, " with its last pull"
    if NEXT_ARM in used:
        yield h, " crosses the level ", L, " with its last pull"
    for name, arm, when in ((BEFORE, g, f), (NEXT_BEFORE, h, f), (LATER_BEFORE, g, h)):
        if name in used:
            count = Symbol(names.arm(name))
            yield count, " is the count of ", arm, " just before the last pull of ", when


def _is(total: str, arm: Symbol, t: Expression) -> Chain:
    """OPT(t) or ALG(t) is what an arm pays in t pulls."""
    return equation(Call(total, (t,)), Call("Rew", (arm, t)), Role.SAID)


def _being(parts: Sequence[Parts]) -> Parts:
    named: list[Parts] = [(part[0], " be", *part[1:]) for part in parts]
    return list_parts(named)


@dataclass(slots=True)
class RunTelling:
    """Tells the proof of one claim about a run."""

    claim: Claim
    names: Names
    appendix: Appendix
    lemmas: Sequence[Known] = ()

    def proof(self, proof: Any) -> list[Block]:
        """By the rule that the certificate uses."""
        match proof:
            case LastPull(inner):
                return list(self._last_pull(inner))
            case SumOverArms():
                return list(self._sum_over_arms(proof))
            case GuaranteedPulls():
                return list(self._guaranteed_pulls(proof))
            case RunFacts():
                return list(self._facts(proof))
            case CrossingSum():
                return list(self._crossing_sum(proof))
            case RunCases(split, low, high):
                return list(self._cases(split, low, high))
            case Cells():
                return list(self._cells(proof))
            case _:
                raise TypeError("this is no proof about a run")

    def _telling(self, claim: Claim, names: Names) -> Telling:
        return Telling(claim, names, self.appendix, self.lemmas)

    def _last_pull(self, inner: ClaimProof) -> Iterator[Block]:
        derived = last_pull_claim(self.claim)
        yield say(LAST_PULL, lead="Last pull.")
        facts = derived.givens[len(self.claim.givens) :]
        earlier = sum(bool(given.form.terms) for given in self.claim.givens)
        yield say(
            *list_parts([(self.names.comparison(fact),) for fact in facts if not fact.form.terms]),
            ".",
        )
        about = [fact for fact in facts if fact.form.terms]
        for number, fact in enumerate(about, start=earlier + 1):
            yield Display(self.names.comparison(fact), f"(H{number})")
        yield from self._telling(derived, self.names).proof(inner)

    def _sum_over_arms(self, proof: SumOverArms) -> Iterator[Block]:
        two, later = two_claims(proof.weight, proof.alpha, proof.beta, self.claim)
        names = Names.of(later)
        f, g, N = (Symbol(names.arm(name)) for name in ("_f", "_g", "_N"))
        yield say(
            "For an arm ", f, " with ", N, " pulls at the end it is shown that", lead=SUM_OVER_ARMS
        )
        share = names.factorise(proof.alpha + proof.beta * Polynomial.variable("_N"))
        rew, opt = Call("Rew", (f, N)), Call("OPT", (Symbol("T"),))
        earned = product(Fraction(1), [names.factorise(proof.weight), rew])
        yield Display(
            Chain(earned, ((">=", product(Fraction(1), [share, opt])),), Role.SAID), "(1)"
        )
        total = K * proof.alpha + T * proof.beta
        yield say(
            "The numbers of pulls of the ",
            Symbol("k"),
            " arms add up to ",
            Symbol("T"),
            ", so the sum over all arms is",
        )
        yield Display(self._ratio(proof.weight, total), "(2)")
        yield from self._weakening(proof.weakening, proof.weight, total)
        yield from self._known_sign(
            proof.initialised, T - K * TWO, "Every arm has two pulls or more, because"
        )
        yield self._with_two_pulls(two, proof.two_pulls, g)
        yield self._with_more_pulls(later, proof.last_pull, names)

    def _with_two_pulls(self, claim: Claim, proof: ClaimProof, g: Symbol) -> Section:
        names = Names.of(claim)
        for name in ("_f", "_g"):
            names.symbol(name)
        horizon = Symbol("T")
        optimal: Parts = (
            "Let ",
            g,
            " be an arm with ",
            equation(Call("OPT", (horizon,)), Call("Rew", (g, horizon)), Role.SAID),
            ". Then (1) is a claim about two arms:",
        )
        told = (
            say(*optimal),
            *statement(claim, names),
            *self._telling(claim, names).proof(proof),
        )
        return Section("(1) for an arm with two pulls", told)

    def _with_more_pulls(self, claim: Claim, proof: ClaimProof, names: Names) -> Section:
        f, g, M, B = (Symbol(names.arm(name)) for name in ("_f", "_g", "_M", "_B"))
        level: Parts = (M, " is the largest number of pulls just before the last pull of ", f)
        before: Parts = (B, " is the number of pulls of ", g, " then.")
        told = (
            say(LAST_PULL, lead="Last pull."),
            say(*level, ", and ", *before),
            *statement(claim, names),
            *self._telling(claim, names).proof(proof),
        )
        return Section("(1) for an arm with three pulls or more", told)

    def _facts(self, proof: RunFacts) -> Iterator[Block]:
        """What is true in the run, then every claim about arms that is left."""
        times = (T, *times_of(self.claim))
        for duty in duties(proof, self.claim):
            names = Names.of(duty.claim)
            crossing = duty.what in KINDS
            own = (
                _crossing_names(duty.claim, names)
                if crossing
                else _own_names(
                    duty.claim, proof.last, names, times, first=_looks_at_first(proof, duty.proof)
                )
            )
            spoken = [(" ", *part, ".") for part in own]
            facts = CROSSING_SCORES if crossing else FACTS
            yield Section(
                f"{duty.what[0].upper()}{duty.what[1:]}",
                (
                    say(facts, *chain.from_iterable(spoken), lead="Facts about the run."),
                    *statement(duty.claim, names),
                    *self._telling(duty.claim, names).proof(duty.proof),
                ),
            )

    def _crossing_sum(self, proof: CrossingSum) -> Iterator[Block]:
        line = proof.line
        bound = line.bound(run_of(self.claim))
        yield say(CROSSING, lead="Crossings.")
        yield say(CHAIN, lead=SUM_OVER_ARMS)
        yield Display(self._ratio(line.weight, bound), "(1)")
        yield from self._weakening(proof.weakening, line.weight, bound)
        yield from self._known_sign(
            proof.initialised, T - K * TWO, "Every arm has two pulls or more, because"
        )
        yield from self._known_sign(
            proof.order, line.alpha - line.alpha_last, "If no arm crossed last, (1) holds too:"
        )
        claims = zip(proof.about_arms(), claims_of(line, self.claim), strict=True)
        for kind, (inner, about_arms) in zip(KINDS, claims, strict=True):
            names = Names.of(about_arms)
            for arm, _ in about_arms.arms:
                names.symbol(arm)
            told = self._telling(about_arms, names).proof(inner)
            title = f"{kind[0].upper()}{kind[1:]}"
            yield Section(title, (*statement(about_arms, names), *told))

    def _cases(self, split: Polynomial, low: Any, high: Any) -> Iterator[Block]:
        """Two claims, which may also speak of floor(T/k), each with its proof."""
        yield say("There are two cases.", lead="Cases.")
        low_claim, high_claim = run_branches(self.claim, split)
        for claim, proof in ((low_claim, low), (high_claim, high)):
            names = Names.of(claim)
            telling = RunTelling(claim, names, self.appendix, self.lemmas)
            where = text(names.comparison(claim.givens[-1]))
            told = (*statement(claim, names), *telling.proof(proof))
            yield Section(f"Where {where}", told)

    def _guaranteed_pulls(self, proof: GuaranteedPulls) -> Iterator[Block]:
        derived = guaranteed_claim(proof.weight, proof.bound, self.claim)
        names = Names.of(derived)
        g = Symbol(names.arm("_g"))
        run = self.claim.played
        robin = run is not None and run.policy == ROUND_ROBIN
        count: Parts = (Floor(Symbol("T"), Symbol("k")),) if robin else ("two",)
        yield say(
            "Every arm gets at least ",
            *count,
            " pulls, so with an arm ",
            g,
            " for which ",
            equation(Call("OPT", (Symbol("T"),)), Call("Rew", (g, Symbol("T"))), Role.SAID),
            ", the policy earns at least what these pulls of ",
            g,
            " earn. From the claim below follows",
            lead="Guaranteed pulls.",
        )
        yield Display(self._ratio(proof.weight, proof.bound), "(1)")
        yield from self._weakening(proof.weakening, proof.weight, proof.bound)
        if not robin:
            yield from self._known_sign(
                proof.ready, T - K * TWO, "Every arm gets two pulls, because"
            )
        yield from self._known_sign(
            proof.sign, proof.weight, "The factor on the left is not negative:"
        )
        yield Section(
            "The claim about the optimal arm",
            (
                *statement(derived, names),
                *self._telling(derived, names).proof(proof.proof),
            ),
        )

    def _ratio(self, weight: Polynomial, bound: Polynomial) -> Chain:
        """weight * ALG >= bound * OPT."""
        alg, opt = (self.names.atom(atom) for atom in (ALG, OPT))
        left = self.names.combination([(weight, alg)])
        return Chain(left, ((">=", self.names.combination([(bound, opt)])),), Role.SAID)

    def _weakening(self, proof: Weakening, D: Polynomial, E: Polynomial) -> Iterator[Block]:
        """From D*ALG >= E*OPT to the claim."""
        A, R = ratio_shares(self.claim)
        q = proof.factor
        if (q * A, q * R) == (D, E):
            times: Parts = () if not q.names() else (", times ", self.names.factorise(q))
            yield say("This is the claim", *times, ".")
            return
        yield say("The claim follows, because")
        alg, opt = (self.names.atom(atom) for atom in (ALG, OPT))
        ours = self.names.combination([(q * A, alg), (-(q * R), opt)])
        known = self.names.combination([(D, alg), (-E, opt)])
        spare_alg, spare_opt = q * A - D, E - q * R
        terms = [(False, known)]
        terms += [self.names.times(c, e) for c, e in ((spare_alg, alg), (spare_opt, opt)) if len(c)]
        yield Display(
            equation(ours, self.names.sum_of([(False, keep_brackets(known)), *terms[1:]]))
        )
        for p, node, what in (
            (spare_alg, proof.alg, "The factor of ALG(T) is not negative:"),
            (spare_opt, proof.opt, "The factor of OPT(T) is not negative:"),
        ):
            if len(p):
                yield from self._known_sign(node, p, what)
        if q.names():
            yield from self._known_sign(proof.positive, q, "and", strict=True)

    def _known_sign(
        self, node: Node, p: Polynomial, what: str, *, strict: bool = False
    ) -> Iterator[Block]:
        """A sign of parameters in the claim's own region; nothing where it is plain."""
        region = run_region(self.claim)
        telling = self._telling(self.claim, self.names)
        if telling.signs.obvious(p, region, strict=strict):
            return
        yield say(what)
        yield from telling.sign(node, p, region, strict=strict)

    def _cells(self, proof: Cells) -> Iterator[Block]:
        """A table of the worst cases."""
        alg, opt = ratio_shares(self.claim)
        rows = []
        for cell in proof.cells:
            head = cell[0]
            k, horizon, upper = head["k"], head["T"], head["upper"]
            values = settle(self.claim, {"k": Fraction(k), "T": Fraction(horizon)})
            share = opt.at(values)
            needed = show_rational(alg.at(values) / share) if share > 0 else "any"
            rows.append((str(k), str(horizon), str(upper), needed))
        yield say(
            "The hypotheses leave finitely many sizes. At each of them the largest possible "
            "OPT/ALG is at most the number in the third column, which a worst-case "
            "certificate shows, and that is not more than what the claim allows.",
            lead="Worst cases.",
        )
        yield Table(("k", "T", "OPT/ALG at most", "claimed"), tuple(rows))
