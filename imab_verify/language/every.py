"""Lower bounds in words: claims about every deterministic policy."""

from __future__ import annotations

from imab_verify.kernel import Every
from imab_verify.kernel.statement import ANYTIME, KNOWS_HORIZON

POLICIES = {"every": Every(KNOWS_HORIZON), "every-anytime": Every(ANYTIME)}
"""What stands in the place of a policy: every one, and every one that does not know T."""

SENTENCES = {
    KNOWS_HORIZON: (
        "for every deterministic policy on k arms with horizon T there is an instance "
        "with OPT(T) > 0"
    ),
    ANYTIME: (
        "for every deterministic policy on k arms that does not know T there are a T that "
        "satisfies the givens and an instance with OPT(T) > 0"
    ),
}
"""What is quantified after the parameters; the conclusion holds on that instance."""


def policy_word(every: Every) -> str:
    """The word for these policies."""
    return next(word for word, meant in POLICIES.items() if meant == every)


def read_every(sentence: str) -> Every | None:
    """The policies that a sentence speaks of, if it is one of these."""
    return next((Every(kind) for kind, said in SENTENCES.items() if said == sentence), None)
