"""Exhibits in proofs: what they must show, where they stand, and others put in their place."""

from dataclasses import replace

from imab_verify.kernel import Case, Have
from imab_verify.kernel.arms import start_of
from imab_verify.kernel.exhibits import duties


def duties_of(plan, claim):
    """What an exhibit must show for a claim, part by part."""
    return duties(plan, start_of(claim)[1], claim)


def exhibits(node):
    """Every exhibit of a proof, with a function that puts another one in its place."""
    match node:
        case Case():
            names = ("low", "high")
        case Have():
            names = ("then",)
        case _:
            yield node, lambda new: new
            return
    for name in names:
        for plan, put in exhibits(getattr(node, name)):
            yield plan, lambda new, n=name, put=put: replace(node, **{n: put(new)})


def first_exhibit(certificate):
    """The first exhibit of a certificate."""
    return next(exhibits(certificate.proof.goals[0]))[0]


def with_exhibit(certificate, new):
    """The certificate with another exhibit in the place of its first one."""
    _, put = next(exhibits(certificate.proof.goals[0]))
    return replace(certificate, proof=replace(certificate.proof, goals=(put(new),)))


def without(plan, name):
    """The exhibit without the proofs of one part."""
    return replace(plan, proofs={k: v for k, v in plan.proofs.items() if k != name})
