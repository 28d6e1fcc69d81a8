"""Adversaries played step by step against every policy, from their description alone.

A deterministic policy with a deterministic adversary makes one sequence of pulls, and every
sequence is made by some policy: so all sequences are all policies. Rewards are not scaled here.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product


def sequences(k: int, T: int) -> Iterator[tuple[int, ...]]:
    """All sequences of T pulls of k arms."""
    return product(range(k), repeat=T)


class Game:
    """Arms that pay as an adversary says; `arms` are the rewards f(1..T) that it ends with."""

    def __init__(self, k: int, T: int) -> None:
        self.k, self.T = k, T
        self.counts = [0] * k
        self.paid: list[list[Fraction]] = [[] for _ in range(k)]
        self.caps: dict[int, Fraction] = {}

    def pull(self, arm: int) -> None:
        """Answer one more pull."""
        self.counts[arm] += 1
        self.decide(arm)
        self.paid[arm].append(self.reward(arm, self.counts[arm]))

    def decide(self, arm: int) -> None:
        """Fix what an arm that was just pulled pays from now on, or leave it open."""
        raise NotImplementedError

    def reward(self, arm: int, n: int) -> Fraction:
        return min(Fraction(n), self.caps.get(arm, Fraction(self.T)))

    def alg(self) -> Fraction:
        return sum((sum(paid, Fraction(0)) for paid in self.paid), Fraction(0))

    def opt(self) -> Fraction:
        pulls = range(1, self.T + 1)
        return max(sum(self.reward(arm, n) for n in pulls) for arm in range(self.k))

    def is_an_instance(self) -> bool:
        """What was paid is what the arms pay in the end, and these are concave from f(0) = 0."""
        for arm, paid in enumerate(self.paid):
            values = [Fraction(0), *(self.reward(arm, n) for n in range(1, self.T + 1))]
            steps = [b - a for a, b in pairwise(values)]
            falling = all(a >= b >= 0 for a, b in pairwise(steps))
            if values[1 : 1 + len(paid)] != paid or not falling or values[-1] > self.T:
                return False
        return True


class LastArmGame(Game):
    """The first z arms pay 0; of the others all but the last to pass q pulls are capped at q."""

    def __init__(self, k: int, T: int, zeros: int, cap: int) -> None:
        super().__init__(k, T)
        self.zeros, self.cap = zeros, cap

    def decide(self, arm: int) -> None:
        undecided = [i for i in range(self.k) if i not in self.caps]
        if self.counts[arm] == 1 and sum(c == 0 for c in self.caps.values()) < self.zeros:
            self.caps[arm] = Fraction(0)
        elif arm in undecided and self.counts[arm] > self.cap and len(undecided) > 1:
            self.caps[arm] = Fraction(self.cap)


class CapsGame(Game):
    """With m >= 2 open arms, the first with more than a(m)*w pulls is capped there."""

    def __init__(self, k: int, T: int, shares: dict[int, Fraction]) -> None:
        super().__init__(k, T)
        self.shares, self.left = shares, Fraction(T)

    def decide(self, arm: int) -> None:
        m = self.k - len(self.caps)
        cap = self.shares[m] * self.left if m >= 2 else None
        if cap is not None and arm not in self.caps and self.counts[arm] > cap:
            self.caps[arm] = cap
            self.left -= cap


def play(game: Game, pulls: tuple[int, ...]) -> Game:
    """The game after these pulls."""
    for arm in pulls:
        game.pull(arm)
    return game
