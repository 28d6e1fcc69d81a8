"""Certificates written by hand: a claim in a line, and the proofs of its goals."""

import json

from imab_verify.kernel import RejectedError, judge


def by(*products):
    """What is asked for is the sum of these products of hypotheses."""
    return {"sum": list(products)}


def goal(*rest, arms=None, **more):
    """A combination: what is left of the goal is the sum of these products."""
    return {"arms": arms or {}} | ({"rest": by(*rest)} if rest else {}) | more


def use(name, multiplier="1", *sign):
    """A hypothesis about rewards, times something that is a sum of these products."""
    return {"hypothesis": name, "multiplier": multiplier, "sign": by(*sign or [multiplier])}


def have(name, source, then):
    return {"have": name, "by": source, "then": then}


def floor(name, numerator, divisor):
    return {"name": name, "numerator": numerator, "divisor": divisor}


def bound(arm, index, *inside):
    """f(index) <= 1, where the sum of these products shows that the index is in the domain."""
    return {"bound": arm, "index": index, "inside": by(*inside)}


def statement(says, given="", names="n", arms=None, **more):
    """A claim: comparisons with semicolons between them; `arms` are concave, or of their class."""
    kinds = dict.fromkeys(arms, "concave") if isinstance(arms, str) else arms or {}
    return {
        "parameters": names.split(),
        "arms": kinds,
        "givens": [part.strip() for part in given.split(";") if part],
        "conclusion": [part.strip() for part in says.split(";")],
    } | more


def side(claim, *goals, **domain):
    return {"claim": claim, "proof": {"domain": domain, "goals": list(goals)}}


def certificate(claim, *goals, domain=None, at=3, curves=None, lemmas=(), **more):
    """A proved claim as a text; its witness has this value for names, or these, and arms at 1.

    Of a claim about runs it is one arm, and so many steps.
    """
    names = (*claim["parameters"], *claim.get("reals", ()))
    first = {arm: int(kind in ("concave-from-1", "rotting")) for arm, kind in claim["arms"].items()}
    flat = {arm: [[n, "1"]] for arm, n in first.items()} | (curves or {})
    point = {
        "parameters": at if isinstance(at, dict) else dict.fromkeys(names, str(at)),
        "arms": {arm: {"points": points} for arm, points in flat.items()},
    }
    if "run" in claim:
        point = {"arms": [{"points": [[0, "1"]]}], "T": at, "roles": dict.fromkeys(first, 1)}
    proof = {"domain": domain or {}, "goals": list(goals)}
    document = {"format": "imab-certificate/2", "claim": claim, "proof": proof, "witness": point}
    return json.dumps(document | ({"lemmas": list(lemmas)} if lemmas else {}) | more)


def outcome(*parts, **more):
    """What the kernel says of the certificate with these parts: "proved", or why not."""
    try:
        return judge(certificate(*parts, **more)).verdict
    except RejectedError as error:
        return error.reason


def proved(*parts, **more):
    """Whether the certificate with these parts proves its claim."""
    return outcome(*parts, **more) == "proved"
