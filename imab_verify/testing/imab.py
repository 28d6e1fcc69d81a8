"""The fixture `imab`: claims, worst cases and hunts inside a test of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import pytest

from imab_verify.errors import InputError
from imab_verify.language.instances import curves_of
from imab_verify.language.parser import ClaimError, caret
from imab_verify.model.rationals import parse_rational, show_ratio

if TYPE_CHECKING:
    from imab_verify.api.policies import PolicyLike
    from imab_verify.ledger.cache import Cache
    from imab_verify.ledger.check import Result
    from imab_verify.model.instances import Instance
    from imab_verify.report.counterexamples import Counterexample
    from imab_verify.report.hunts import Hunt
    from imab_verify.report.worst_cases import WorstCase

Bound = Fraction | int | str


P = ParamSpec("P")
R = TypeVar("R")


def _in_one_sentence(ask: Callable[P, R]) -> Callable[P, R]:
    """Raise what was wrong in the question from the line of the test, with no frames of ours."""

    @wraps(ask)
    def ask_plainly(*args: P.args, **more: P.kwargs) -> R:
        __tracebackhide__ = True
        try:
            return ask(*args, **more)
        except ClaimError as error:
            raise InputError(f"{error}\n{caret(error)}") from None
        except InputError as error:
            raise error.with_traceback(None) from None

    return ask_plainly


class Imab:
    """The questions that a test may ask. A claim takes the keywords of a claim file.

    What is not as the test says fails it, with the numbers and without a stack trace; a question
    that makes no sense is an InputError at the line of the test that asks it. Policies
    `file.py:name` are looked for beside the test.
    """

    def __init__(self, beside: Path, seconds: int, cache: Cache | None) -> None:
        self._beside = beside
        self._seconds = seconds
        self._cache = cache

    @_in_one_sentence
    def prove(self, claim: str, given: Sequence[str] = (), **more: Any) -> None:
        """Fail, unless the claim is proved."""
        from imab_verify.ledger.statements import Status

        result = self._decide(claim, given, more)
        self._expect(result, Status.PROVED)

    @_in_one_sentence
    def refute(self, claim: str, given: Sequence[str] = (), **more: Any) -> Counterexample:
        """Fail, unless the claim is refuted; give the counterexample."""
        from imab_verify.ledger.statements import Status
        from imab_verify.report.ledger_documents import counterexample_of

        result = self._decide(claim, given, more)
        self._expect(result, Status.REFUTED)
        wrong = counterexample_of(result)
        if wrong is None:
            raise RuntimeError("a refuted claim has a counterexample")
        return wrong

    @_in_one_sentence
    def worst_case(
        self,
        policy: PolicyLike,
        k: int,
        T: int,
        *,
        at_most: Bound | None = None,
        seconds: float | None = None,
        **more: Any,
    ) -> WorstCase:
        """The supremum of OPT/ALG with its certificate; fail if it is not known to be `at_most`."""
        from imab_verify.api.worst import worst_case

        case = worst_case(self._find(policy), k, T, seconds=seconds or self._seconds, **more)
        if at_most is not None and not _within(case.upper, at_most):
            what = "exactly" if case.status == "exact" else "up to"
            size = f"{case.policy} at k = {k}, T = {T}"
            sentence = f"the worst OPT/ALG of {size} is {what} {show_ratio(case.upper)}"
            _fail_with(f"{sentence}, expected is at most {at_most}", case.instance)
        return case

    @_in_one_sentence
    def hunt(
        self,
        policy: PolicyLike,
        k: int,
        T: int,
        *,
        at_most: Bound | None = None,
        evaluations: int = 1000,
        **more: Any,
    ) -> Hunt:
        """The worst instance found in so many runs; fail if its OPT/ALG is not `at_most`."""
        from imab_verify.api.hunting import hunt

        hunted = hunt(self._find(policy), k, T, evaluations=evaluations, **more)
        best = hunted.best
        if best is None:
            why = hunted.faults[0] if hunted.faults else "it is not known why"
            raise InputError(f"no run came to its end: {why}")
        if at_most is not None and not _within(best.ratio, at_most):
            name = policy if isinstance(policy, str) else policy.name
            sentence = f"{name} has OPT/ALG = {show_ratio(best.ratio)} at k = {k}, T = {T}"
            _fail_with(f"{sentence}, expected is at most {at_most}", best.instance)
        return hunted

    def _find(self, policy: PolicyLike) -> PolicyLike:
        """A policy, or its name: `file.py:name` is beside the test."""
        from imab_verify.policies.registry import beside

        return beside(self._beside, policy) if isinstance(policy, str) else policy

    def _decide(self, claim: str, given: Sequence[str], more: dict[str, Any]) -> Result:
        from imab_verify.language.policy_names import policy_beside
        from imab_verify.ledger.check import check_reading
        from imab_verify.ledger.statements import Reading

        more = {key: str(value) if key in ("k", "T") else value for key, value in more.items()}
        if "policy" in more:
            more["policy"] = policy_beside(self._beside, more["policy"])
        reading = Reading(name="claim", says=claim, claim=claim, given=tuple(given), **more)
        reading.question()
        return check_reading(reading, seconds=self._seconds, cache=self._cache)

    def _expect(self, result: Result, verdict: str) -> None:
        if result.verdict != verdict:
            self._fail(f"{result.verdict}, expected is {verdict}", result)

    @staticmethod
    def _fail(sentence: str, result: Result) -> None:
        from imab_verify.report.ledger_tables import result_lines

        pytest.fail("\n".join([sentence, *result_lines(result)]), pytrace=False)


def _within(ratio: Fraction | None, bound: Bound) -> bool:
    return ratio is not None and ratio <= parse_rational(bound, "at_most")


def _fail_with(sentence: str, instance: Instance) -> None:
    from imab_verify.report.counterexamples import arm_lines

    curves = {str(n): curve for n, curve in enumerate(curves_of(instance), start=1)}
    arms = [f"  {line}" for line in arm_lines(curves, run=True)]
    pytest.fail("\n".join([sentence, *arms]), pytrace=False)
