from dataclasses import dataclass
from fractions import Fraction

from imab_verify.model.instances import Instance


@dataclass(frozen=True, slots=True)
class BesideOpt:
    """A policy with T pulls of an instance, beside the best arm alone."""

    instance: Instance
    policy: str
    T: int

    @property
    def opt(self) -> Fraction:
        """OPT(T) = max_i Rew(f_i, T)."""
        return self.instance.opt(self.T)

    @property
    def opt_arm(self) -> int:
        """The index, from 0, of the first arm with Rew(f_i, T) = OPT(T)."""
        return self.instance.opt_arm(self.T)


@dataclass(frozen=True, slots=True)
class FinishedRun(BesideOpt):
    """What a policy reached on an instance with T pulls.

    `pulls` are the counts N_i in arm order, `alg` is ALG(T) = sum_i Rew(f_i, N_i).
    """

    pulls: tuple[int, ...]
    alg: Fraction

    @property
    def ratio(self) -> Fraction | None:
        """OPT(T)/ALG(T); None where ALG = 0 < OPT, 1 where both are 0."""
        return ratio(self.opt, self.alg)

    @property
    def policy_regret(self) -> Fraction:
        """OPT(T) - ALG(T), which is never negative."""
        return self.opt - self.alg

    @property
    def gaps(self) -> tuple[Fraction, ...]:
        """How far every arm is from its potential: lim f_i - f_i(N_i).

        An arm of class concave-from-1 has no f_i(0); before its first pull it stands at f_i(1).
        """
        return tuple(
            arm.limit - arm.value(max(n, arm.kind.first))
            for arm, n in zip(self.instance.arms, self.pulls, strict=True)
        )


def ratio(opt: Fraction, alg: Fraction) -> Fraction | None:
    """opt/alg; None ("inf") where alg = 0 < opt, 1 where both are 0."""
    if alg:
        return opt / alg
    return None if opt else Fraction(1)
