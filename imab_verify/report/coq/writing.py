"""A certificate as a Coq file: its data, the check by computation, the theorem as it is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from imab_verify.kernel import (
    ArmClass,
    Bound,
    Certificate,
    Claim,
    ClaimProof,
    Clauses,
    Disproved,
    Have,
    Point,
    Proved,
    Refuted,
    Run,
    RunPoint,
)
from imab_verify.kernel.formulas import clause_claim, clauses
from imab_verify.kernel.statement import AllOf
from imab_verify.language.writing import show_claim
from imab_verify.report.coq import runs
from imab_verify.report.coq.points import point
from imab_verify.report.coq.proofs import ProofWriter
from imab_verify.report.coq.terms import (
    CLASS,
    Names,
    NotCoveredError,
    identifier,
    listed,
    reading_atom,
    reading_comparison,
    reading_formula,
    reading_index,
)

HEAD = "Require Import Imab.Syntax.\n"


@dataclass(frozen=True, slots=True)
class CoqFile:
    """A Coq file: its text, and the theorems in it."""

    text: str
    theorems: tuple[str, ...]


def coq_file(certificate: Certificate, name: str) -> CoqFile:
    """The file of a certificate; NotCoveredError if the checker lacks a rule that it needs.

    So it is where a part of the proof is missing, as it may be in what the kernel does not accept.
    """
    theorems, texts = [], [HEAD]
    for title, one, has_witness in _parts(certificate, re.sub(r"\W", "_", name)):
        try:
            texts.append(_module(title, one, has_witness))
        except (LookupError, ValueError) as error:
            raise NotCoveredError(f"what is no proof: {error}") from None
        theorems.append(title)
    return CoqFile("\n".join(texts), tuple(theorems))


def _parts(certificate: Certificate, name: str) -> Iterator[tuple[str, Certificate, bool]]:
    """The certificate, its side conditions, and what stands beside it, each with a name.

    That the givens can hold is asked of certificates, not of side conditions.
    """
    yield name, certificate, not certificate.claim.families
    for number, side in enumerate(certificate.sides):
        proved = Proved(side.claim, side.proof, Point({}, {}))
        yield f"{name}_side_{number}", proved, False
    for number, other in enumerate(getattr(certificate, "beside", ())):
        yield from _parts(other, f"{name}_beside_{number}")


def _module(name: str, certificate: Certificate, has_witness: bool) -> str:
    """The data, the check and the theorem of one certificate."""
    claim = certificate.claim
    if isinstance(certificate, Disproved):
        raise NotCoveredError("the rule negation")
    if claim.chosen:
        raise NotCoveredError("names that exist (the rules choice and no-choice)")
    about_runs = claim.run is not None
    run = runs.run_of(claim) if about_runs else None
    names = runs.names_of(claim) if run else Names().within(claim)
    body = _statement(claim, names, run)
    kind = "run_statement" if run else "statement"
    data = [f"Definition the_statement : {kind} :=\n {body}."]
    if isinstance(certificate, Refuted):
        if certificate.clauses:
            raise NotCoveredError("the rule no-choice")
        if claim.families:
            raise NotCoveredError("a counterexample to a claim with families")
        data.append(f"Definition the_point := {_point(claim, certificate.counterexample)}.")
        word = "run_fails" if run else "fails_here"
        data.append(_checked(f"{word} the_statement the_point"))
        bounded, how = not run, f"{'run_fails' if run else 'refutes'}_sound _ _ Data.checked"
    else:
        bounded = _uses_bound(certificate) and not run
        data += _proof(certificate, names, has_witness)
        kind = "_run" if run else " true" if bounded else " false"
        word, rule = ("accepted", "accept") if has_witness else ("proves", "proves")
        data.append(_checked(f"{word}{kind} the_statement the_certificate"))
        how = f"{rule}{'_run' if run else ''}_sound _ _{'' if run else ' _'} Data.checked"
    text = statement_text(claim, bounded)
    if isinstance(certificate, Refuted):
        text = f"~ (\n{text})"
    shown = show_claim(claim).replace("(*", "( *").replace("*)", "* )")
    inside = "\n".join([names.abbreviations(), *data])
    return (
        f"(* {shown} *)\nModule {name}.\nModule Data.\n{inside}\nEnd Data.\n\n"
        f"Theorem {name} :\n{text}.\nProof. exact ({how}). Qed.\nEnd {name}.\n"
        f"Print Assumptions {name}.{name}.\n"
    )


def _checked(call: str) -> str:
    """The check, by computation."""
    return f"Lemma checked : {call} = true.\nProof. vm_cast_no_check (eq_refl true). Qed."


def _statement(claim: Claim, names: Names, run: Run | None) -> str:
    """A claim as a statement: how many integers and reals it has, its givens and its conclusion."""
    integers = len(runs.integers_of(claim) if run else claim.parameters) + (
        0 if run else len(claim.floors)
    )
    concluded = listed(map(names.formula, claim.conclusion), ";\n   ")
    arms = (("_g", ArmClass.CONCAVE), ("_h", ArmClass.CONCAVE), *claim.arms) if run else claim.arms
    given = names.claim(replace(claim, arms=arms), ())
    body = f"Statement {integers} {len(claim.reals)} {given}\n  {concluded}"
    return runs.statement(claim, run, names, body) if run else body


def _point(claim: Claim, at: Point | RunPoint) -> str:
    """An instance, of arms or of a run."""
    if isinstance(at, RunPoint):
        return runs.point(claim, runs.run_of(claim), at)
    return point(claim, at)


def _uses_bound(certificate: Proved) -> bool:
    """Whether the proof rests on f <= 1: the theorem is for all arms if it does not."""
    return any(isinstance(have.source, Bound) for have in _walk(certificate))


def _walk(thing: object) -> Iterator[Have]:
    """Every `have` in a proof."""
    if isinstance(thing, Have):
        yield thing
    if isinstance(thing, dict):
        thing = tuple(thing.values())
    if isinstance(thing, tuple):
        for part in thing:
            yield from _walk(part)
    elif hasattr(thing, "__slots__"):
        for slot in getattr(type(thing), "__slots__", ()):
            yield from _walk(getattr(thing, slot, None))


def _proof(certificate: Proved, names: Names, has_witness: bool) -> Iterator[str]:
    """The lemmas, the proof and the witness."""
    about_run = certificate.claim.run is not None
    lemmas: list[tuple[Claim, Names]] = []
    for number, lemma in enumerate(certificate.lemmas):
        claim = lemma.claim
        if claim.run is not None or claim.chosen:
            raise NotCoveredError("a lemma about runs, or with names that exist")
        own = names.within(claim)
        writer = ProofWriter(own, lemmas)
        proof = writer.proof(claim, lemma.proof)
        yield f"Definition lemma_{number} : claim :=\n {own.claim(claim, claim.plain)}."
        yield f"Definition lemma_{number}_proof : arm_proof :=\n {proof}."
        lemmas.append((claim, own))
    cited = listed(f"(lemma_{n}, lemma_{n}_proof)" for n in range(len(lemmas)))
    proof = _any_proof(certificate.claim, certificate.proof, ProofWriter(names, lemmas))
    witness = "(RunPoint [] [] [] [] [] 0 0%Q)" if about_run else "(Point [] [] [])"
    if has_witness:
        witness = _point(certificate.claim, certificate.witness)
    kind, word = ("run_proof", "RunCertificate") if about_run else ("arm_proof", "Certificate")
    yield f"Definition the_proof : any_proof {kind} :=\n {proof}."
    yield f"Definition the_certificate := {word} {cited} the_proof {witness}."


def _any_proof(claim: Claim, proof: ClaimProof | Clauses, writer: ProofWriter) -> str:
    """A proof of the conclusion, or of each of its clauses."""
    if isinstance(proof, ClaimProof):
        return f"(Plain {writer.proof(claim, proof)})"
    rows = []
    for part, clause in zip(proof.clauses, clauses(AllOf(claim.conclusion)), strict=True):
        own = clause_claim(claim, clause, part.goal)
        inside = writer.proof(own, part.proof)
        rows.append(f"({part.goal}%nat, {inside})")
    return f"(Clauses {listed(rows)})"


# --- the theorem as it is read -------------------------------------------------------------------


def statement_text(claim: Claim, bounded: bool) -> str:
    """The meaning of a claim, as Coq reads it."""
    atom = runs.reading_run_atom if claim.played else _atom
    run = claim.played
    integers = [*claim.parameters, *(q.name for q in claim.floors)]
    if run:
        integers = runs.integers_of(claim)
    binders = [" ".join(map(identifier, integers)) + " : Z"] if integers else []
    binders += [" ".join(map(identifier, claim.reals)) + " : R"] if claim.reals else []
    lines = [f"  forall {' '.join(f'({one})' for one in binders)},"] if binders else []
    if run:
        lines.append("  forall (F : nat -> arm) (s : nat -> nat),")
        lines.append(f"  run {runs.policy(run)[1]} k T F s ->")
        roles = (identifier(arm) for arm, _ in claim.arms)
        lines += [f"  forall {name} : nat, ({name} < Z.to_nat k)%nat ->" for name in roles]
        lines += [f"  {premise} ->" for premise in runs.premises(run)]
    for arm, kind in () if run else claim.arms:
        name = identifier(arm)
        bound = f" at_most_1 {CLASS[kind]} {name} ->" if bounded else ""
        lines.append(f"  forall {name} : arm, in_class {CLASS[kind]} {name} ->{bound}")
    for q in claim.floors:
        value = f"({_whole(q.numerator)} / {_whole(q.divisor)})%Z"
        lines.append(f"  {identifier(q.name)} = {value} ->")
    lines += [f"  {reading_comparison(given, atom)} ->" for given in claim.givens]
    for f in claim.families:
        n = identifier(f.name)
        last = "" if f.last is None else f" ({n} <= {_whole(f.last)})%Z ->"
        said = reading_comparison(f.comparison, atom)
        lines.append(f"  (forall {n} : Z, ({_whole(f.first)} <= {n})%Z ->{last} {said}) ->")
    parts = [reading_formula(part, atom) for part in claim.conclusion]
    return "\n".join([*lines, "  " + (" /\\ ".join(f"({p})" for p in parts))])


def _whole(p: object) -> str:
    return reading_index(p).removesuffix("%Z")  # type: ignore[arg-type]


def _atom(atom: object) -> str:
    return reading_atom(atom, identifier)  # type: ignore[arg-type]
