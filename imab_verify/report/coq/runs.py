"""Claims about runs as Coq terms, as Coq reads them back, and runs on exact instances.

Arm 0 of the data stands for OPT, arm 1 for ALG; those that a claim names are the arms 2, 3, ...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from imab_verify.kernel import ArmClass, Atom, Claim, Index, Kind, Run, RunPoint
from imab_verify.kernel.semantics import observe, sequence_of
from imab_verify.kernel.statement import OF_RUN, ROUND_ROBIN, times_of
from imab_verify.report.coq.points import curve
from imab_verify.report.coq.terms import (
    Names,
    NotCoveredError,
    identifier,
    listed,
    rational,
    reading_atom,
    reading_form,
)

OWN = 2
"""The number of the first arm that a claim names."""
TIES = {"any": "any_of_them", "lowest-index": "lowest_index", "highest-index": "highest_index"}
STEPS = "(Z.to_nat T)"


def run_of(claim: Claim) -> Run:
    """The run that a claim is about, if the checker knows claims of its kind."""
    if claim.played is None:
        raise NotCoveredError("claims about every policy, or about some run")
    if times_of(claim):
        raise NotCoveredError("OPT and ALG at other times than T")
    if not isinstance(claim.played.policy, str | Index):
        raise NotCoveredError("policies that are tables")
    return claim.played


def names_of(claim: Claim) -> Names:
    """The numbers of names and arms: k and T first, then all others."""
    names = Names(arms={arm: i + OWN for i, (arm, _) in enumerate(claim.arms)})
    names.arms |= {"_g": 0, "_h": 1}
    for name in ("k", "T"):
        names.number(name)
    return names.within(claim, names.arms)


def integers_of(claim: Claim) -> list[str]:
    """The integers of a claim about a run, in the order of the data."""
    others = [name for name in claim.parameters if name not in ("k", "T")]
    return ["k", "T", *others, *(q.name for q in claim.floors)]


def score_names() -> Names:
    """The names in the score of an index."""
    names = Names(arms={"f": 0})
    for name in ("k", "T", "a", "M"):
        names.number(name)
    return names


def policy(run: Run) -> tuple[str, str]:
    """A policy as data, and as it is read."""
    if not isinstance(run.policy, Index):
        return ("InTurn", "RoundRobin") if run.policy == ROUND_ROBIN else ("AnyPull", "AnyPolicy")
    index = run.policy
    head = f"{index.opening} {index.order} {TIES[index.ties]}"
    names = score_names()
    text = reading_form(index.score, lambda atom: reading_atom(atom, identifier))
    read = f"(ByIndex (Index {head} (fun (k T : Z) (f : arm) (a M : Z) => {text})))"
    return f"(Scored {head} {names.form(index.score)})", read


def looked_at(run: Run) -> list[str]:
    """The arms whose last pull the claim looks at."""
    words = (said for _, said in run.observed if said[0] in ("level", "before"))
    return [*dict.fromkeys(said[1] for said in words)]


def statement(claim: Claim, run: Run, names: Names, body: str) -> str:
    """A claim about a run as a statement."""

    def arms(of: Sequence[str]) -> str:
        return f"[{';'.join(str(names.arms[arm]) for arm in of)}]%nat"

    words = (
        f"({names.place(name)}%positive, {' '.join([word.capitalize(), *_places(names, of)])})"
        for name, (word, *of) in run.observed
    )
    seen = " ".join(map(arms, (looked_at(run), run.late, run.different)))
    return f"RunStatement {policy(run)[0]} {len(claim.arms)} {seen}\n  {listed(words)}\n ({body})"


def _places(names: Names, arms: list[str]) -> list[str]:
    return [str(names.arms[arm]) for arm in arms]


# --- as it is read -------------------------------------------------------------------------------


def reading_run_atom(atom: Atom) -> str:
    """A functional of an arm of the instance, or of the run."""
    if atom.kind in OF_RUN:
        return "OPT k F T" if atom.kind == Kind.OPT else "ALG F s T"
    if atom.kind == Kind.VALUE:
        return reading_atom(atom, lambda arm: f"F {identifier(arm)}")
    return reading_atom(atom, lambda arm: f"(F {identifier(arm)})")


def premises(run: Run) -> Iterator[str]:
    """What the words of a claim say of its run."""

    def count(arm: str) -> str:
        return f"count s {STEPS} {identifier(arm)}"

    m = run.index.opening if run.index else 0
    yield from (f"(1 <= {count(arm)})%Z" for arm in looked_at(run))
    yield from (f"({m + 1} <= {count(arm)})%Z" for arm in run.late)
    for f, g in combinations(run.different, 2):
        yield f"{identifier(f)} <> {identifier(g)}"
    for name, (word, *of) in run.observed:
        f = identifier(of[0]) if of else ""
        last = f"(last_step s {STEPS} {f})"
        said = {
            "pulls": f"count s {STEPS} {f}",
            "most": f"level (Z.to_nat k) s {STEPS}",
            "least": f"minZ (Z.to_nat k) (count s {STEPS})",
            "squares": f"sumZ (Z.to_nat k) (fun i => (count s {STEPS} i * count s {STEPS} i)%Z)",
            "rival": f"maxZ (Z.to_nat k) (beside {f} (count s {STEPS}))",
            "idle": f"sumZ (Z.to_nat k) (beside {f} (fun i =>"
            f" if (count s {STEPS} i <=? {m})%Z then 1%Z else 0%Z))",
            "level": f"level (Z.to_nat k) s {last}",
            "before": f"count s {last} {identifier(of[-1]) if of else ''}",
        }
        yield f"{identifier(name)} = {said[word]}"


# --- a run on an instance ------------------------------------------------------------------------


def point(claim: Claim, run: Run, at: RunPoint) -> str:
    """An instance, the pulls of a run on it, who is which arm, the best arm, and ALG/T."""
    values, atoms = observe(claim, at)
    pulls = sequence_of(run, at)
    earned = atoms(Atom(Kind.ALG)) / at.T if at.T else Fraction(0)
    best = max(range(len(at.curves)), key=lambda i: at.curves[i].rew(at.T))
    rows = (
        listed(f"({values[name]})%Z" for name in integers_of(claim)),
        listed(rational(values[name]) for name in claim.reals),
        listed((curve(f, ArmClass.CONCAVE) for f in at.curves), ";\n   "),
        f"[{';'.join(map(str, pulls))}]%nat",
        f"[{';'.join(str(at.roles[arm]) for arm, _ in claim.arms)}]%nat",
    )
    return f"(RunPoint {' '.join(rows[:2])}\n  {' '.join(rows[2:])} {best} {rational(earned)})"
