"""Claims as data, and what they mean.

A claim says: for all integers (or reals) that satisfy the givens, and all reward functions of
the declared classes that satisfy the givens, every comparison of the conclusion holds.
Reward functions take values in [0,1]. A claim with a `run` speaks about the run of a policy with
horizon T on an instance of k arms; its arms then range over the arms of the instance. Two kinds of
claim quantify otherwise: a lower bound has `Every` in that place (for every policy there is an
instance), and what a policy can come to has `Some` (there are an instance and a run).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from imab_verify.kernel.classes import ArmClass
from imab_verify.kernel.contexts import Context, Run
from imab_verify.kernel.errors import Reason, RejectedError
from imab_verify.kernel.families import Family
from imab_verify.kernel.forms import AT_TIMES, Atom, Comparison, Floor
from imab_verify.kernel.polynomials import Polynomial


@dataclass(frozen=True, slots=True)
class Claim:
    """The statement that a certificate proves or refutes."""

    parameters: tuple[str, ...]
    arms: tuple[tuple[str, ArmClass], ...] = ()
    givens: tuple[Comparison, ...] = ()
    conclusion: tuple[Comparison, ...] = ()
    reals: tuple[str, ...] = ()
    floors: tuple[Floor, ...] = ()
    run: Context | None = None
    families: tuple[Family, ...] = ()

    def class_of(self, arm: str) -> ArmClass:
        """The class of a declared arm."""
        return dict(self.arms)[arm]

    @property
    def played(self) -> Run | None:
        """The run of one policy that the claim is about, if it is about one."""
        return self.run if isinstance(self.run, Run) else None

    def comparisons(self) -> tuple[Comparison, ...]:
        """Everything the claim says, givens first."""
        return self.givens + self.conclusion

    def atoms(self) -> Iterable[Atom]:
        """Every functional that the claim names."""
        return (atom for c in self.comparisons() for _, atom in c.form.terms)


def times_of(claim: Claim) -> tuple[Polynomial, ...]:
    """The times other than T at which a claim looks at its run, each once."""
    return tuple(dict.fromkeys(a.indices[0] for a in claim.atoms() if a.kind in AT_TIMES))


def run_of(claim: Claim) -> Run:
    """The run that the claim is about; a claim about every policy is about none."""
    if claim.played is None:
        raise RejectedError(Reason.RULE, "the claim is not about a run")
    return claim.played
