"""Policies that children of the tests import by name; some of them misbehave."""

import itertools
import os
from math import isqrt


class Turns:
    name = "turns"
    horizon_aware = False

    def choose(self, seen):
        return min(range(seen.k), key=lambda i: (seen.pulls[i], i))


class Last(Turns):
    name = "last"

    def choose(self, seen):
        if 0 in seen.pulls:
            return super().choose(seen)
        return max(range(seen.k), key=lambda i: (seen.last(i), -seen.pulls[i]))


class Raises(Turns):
    name = "raises"

    def choose(self, seen):
        if seen.t == 3 and seen.last(0) > seen.last(1):
            raise RuntimeError("boom")
        return super().choose(seen)


class Hangs(Turns):
    name = "hangs"

    def choose(self, seen):
        while seen.t == 3 and seen.last(0) > seen.last(1):
            pass
        return super().choose(seen)


class Nonsense(Turns):
    name = "nonsense"

    def choose(self, seen):
        return "first" if seen.t == 3 and seen.last(1) else super().choose(seen)


class Leaves(Turns):
    name = "leaves"

    def choose(self, seen):
        if seen.t == 3 and seen.last(0) > seen.last(1):
            os._exit(7)
        return super().choose(seen)


class Interrupts(Turns):
    name = "interrupts"

    def choose(self, seen):
        if seen.t == 3 and seen.last(0) > seen.last(1):
            raise KeyboardInterrupt
        return super().choose(seen)


class Hoards(Turns):
    name = "hoards"

    def choose(self, seen):
        if seen.t == 3 and seen.last(0) > seen.last(1):
            bytearray(2**43)
        return super().choose(seen)


STEPS = itertools.count()


class Coin(Turns):
    name = "coin"

    def choose(self, seen):
        return next(STEPS) % 3 % seen.k


class Chatty(Turns):
    name = "chatty"

    def choose(self, seen):
        if seen.t == 0:
            print("{not a message}")  # noqa: T201  this is the point
        return super().choose(seen)


class Means(Turns):
    """Every fifth pull goes round the arms, the others to the largest mean."""

    name = "means"

    def choose(self, seen):
        if seen.t < seen.k or seen.t % 5 == 0:
            return seen.t // (1 if seen.t < seen.k else 5) % seen.k
        return max(range(seen.k), key=lambda i: (seen.total(i) / seen.pulls[i], -i))


class Squares(Turns):
    """Nothing that it compares is linear."""

    name = "squares"

    def choose(self, seen):
        if seen.t < 2 * seen.k:
            return seen.t % seen.k
        return max(
            range(seen.k), key=lambda i: (seen.last(i) ** 2 + seen.last_delta(i) / seen.k, -i)
        )


class Myopic(Turns):
    """Greedy, but nobody knows that."""

    name = "myopic"

    def choose(self, seen):
        if seen.t < seen.k:
            return seen.t
        return max(range(seen.k), key=lambda i: (seen.last(i), -seen.pulls[i], -i))


class Explorer(Turns):
    """Epsilon-greedy by the clock: at squares it goes round, else it takes the largest mean."""

    name = "explorer"

    def choose(self, seen):
        if seen.t < seen.k:
            return seen.t
        root = isqrt(seen.t)
        if root * root == seen.t:
            return root % seen.k
        return max(range(seen.k), key=lambda i: (seen.total(i) / seen.pulls[i], -i))


class Exact(Turns):
    """Cannot be played on floats."""

    name = "exact"

    def choose(self, seen):
        if seen.t < seen.k:
            return seen.t
        return max(range(seen.k), key=lambda i: (seen.last(i).numerator > 0, -seen.pulls[i], -i))
