"""Proofs of claims about runs: the sentence of each rule, and what it is applied to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
    Cells,
    Claim,
    ClaimProof,
    Polynomial,
    Run,
    RunCases,
    RunFacts,
    Value,
    duties,
    ratio_shares,
    run_branches,
    settle,
    times_of,
)
from imab_verify.language.writing import show_value
from imab_verify.model.rationals import show_rational
from imab_verify.report.explain.arms import Telling
from imab_verify.report.explain.blocks import Block, Parts, Section, Table, list_parts, say
from imab_verify.report.explain.expressions import (
    Call,
    Chain,
    Expression,
    Role,
    Symbol,
    equation,
    text,
)
from imab_verify.report.explain.formulas import Names
from imab_verify.report.explain.signs import Appendix
from imab_verify.report.explain.statements import statement
from imab_verify.report.explain.telling import Known

T = Polynomial.variable("T")
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
CROSSING = (
    "An arm crosses a level when its pull raises the largest number of pulls from there. Every "
    "level is crossed once, lower ones before higher ones, and the score of the arm that crosses "
    "is maximal. The claims about the arms of every kind add up to a bound for ALG(T)."
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
        m = str(run.opening) if run.opening > 1 else ""
        first: Parts = (f"after the first {m}", Symbol("k"), " pulls")
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


def _without_idle_names(claim: Claim) -> Claim:
    """The claim without the arms of the rule that nothing in it speaks of."""
    used = {atom.arm for atom in claim.atoms()}
    arms = tuple((arm, of) for arm, of in claim.arms if arm in used or not arm.startswith("_"))
    return replace(claim, arms=arms)


def _looks_at_first(proof: RunFacts, inner: ClaimProof) -> bool:
    """Whether this is a proof of a bound by the first pull of an arm after the opening."""
    return any(inner in share.proofs for share in proof.sums if share.pull == "first")


def _crossing_names(claim: Claim, names: Names) -> Iterator[Parts]:
    """What the names stand for in a claim about arms of a crossing sum."""
    f, g, h, N, M, L = (
        Symbol(names.arm(name)) for name in (PULLED, OPTIMAL, NEXT_ARM, COUNT, LEVEL, NEXT_LEVEL)
    )
    used = {*dict(claim.arms), *claim.parameters}
    if OPTIMAL in used:
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
            case RunFacts():
                return list(self._facts(proof))
            case RunCases(split, low, high):
                return list(self._cases(split, low, high))
            case Cells():
                return list(self._cells(proof))
            case _:
                raise TypeError("this is no proof about a run")

    def _telling(self, claim: Claim, names: Names) -> Telling:
        return Telling(claim, names, self.appendix, self.lemmas)

    def _facts(self, proof: RunFacts) -> Iterator[Block]:
        """What is true in the run, then every claim about arms that is left."""
        times = (T, *times_of(self.claim))
        for duty in duties(proof, self.claim):
            claim = _without_idle_names(duty.claim)
            names = Names.of(claim)
            crossing = duty.what in KINDS
            own = (
                _crossing_names(claim, names)
                if crossing
                else _own_names(
                    claim, proof.last, names, times, first=_looks_at_first(proof, duty.proof)
                )
            )
            spoken = [(" ", *part, ".") for part in own]
            facts = CROSSING if crossing else FACTS
            yield Section(
                f"{duty.what[0].upper()}{duty.what[1:]}",
                (
                    say(facts, *chain.from_iterable(spoken), lead="Facts about the run."),
                    *statement(claim, names),
                    *self._telling(claim, names).proof(duty.proof),
                ),
            )

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
