"""The fixture `imab`: claims, worst cases and hunts inside a test of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from imab_verify.errors import InputError
from imab_verify.model.rationals import parse_rational, show_ratio

if TYPE_CHECKING:
    from counterexample_search.objective import Evaluation
    from imab_verify.engines.worst_case.solve import RatioBounds
    from imab_verify.ledger.cache import Cache
    from imab_verify.ledger.check import Result
    from imab_verify.model.instances import Instance
    from imab_verify.report.counterexamples import Counterexample

Bound = Fraction | int | str


class Imab:
    """What a test may ask. A claim takes the keywords that a claim file has for it.

    What is not as the test says fails it, with the numbers and without a stack trace. Policies
    `file.py:name` are looked for beside the test.
    """

    def __init__(self, beside: Path, seconds: int, cache: Cache | None) -> None:
        self._beside = beside
        self._seconds = seconds
        self._cache = cache

    def prove(self, claim: str, given: Sequence[str] = (), **more: Any) -> None:
        """Fail, unless the claim is proved. What is cited on an author's word does not count."""
        from imab_verify.ledger.statements import Verdict

        result = self._decide(claim, given, more)
        if result.outcome.rests_on:
            names = ", ".join(result.outcome.rests_on)
            self._fail(f"proved, but it rests on the {names}, on its author's word", result)
        self._expect(result, Verdict.PROVED)

    def refute(self, claim: str, given: Sequence[str] = (), **more: Any) -> Counterexample:
        """Fail, unless the claim is refuted; give the counterexample."""
        from imab_verify.ledger.statements import Verdict
        from imab_verify.report.ledger_documents import refuted_by

        result = self._decide(claim, given, more)
        self._expect(result, Verdict.REFUTED)
        wrong = refuted_by(result)
        if wrong is None:
            raise RuntimeError("a refuted claim has a counterexample")
        return wrong

    def worst_case(
        self,
        policy: object,
        k: int,
        T: int,
        *,
        at_most: Bound | None = None,
        seconds: float | None = None,
        **more: Any,
    ) -> RatioBounds:
        """The supremum of OPT/ALG with its certificate; fail if it is not known to be `at_most`."""
        from imab_verify.engines.worst_case.solve import worst_case

        case = worst_case(self._policy(policy), k, T, seconds=seconds or self._seconds, **more)
        if at_most is not None and not _within(case.upper, at_most):
            what = "up to" if case.lower != case.upper else "exactly"
            sentence = (
                f"the worst OPT/ALG of {case.policy} at k = {k}, T = {T} is {what} "
                f"{show_ratio(case.upper)}, expected is at most {at_most}"
            )
            pytest.fail("\n".join([sentence, *_arms(case.instance)]), pytrace=False)
        return case

    def hunt(
        self,
        policy: str,
        k: int,
        T: int,
        *,
        at_most: Bound | None = None,
        evaluations: int = 1000,
        seed: int = 0,
    ) -> Evaluation:
        """The worst instance found in so many runs; fail if its OPT/ALG is not `at_most`."""
        from counterexample_search.campaign import Settings, hunt_cells
        from counterexample_search.problem import make_problems
        from imab_verify.policies.registry import beside

        name = beside(self._beside, policy)
        problems = make_problems(name, range(k, k + 1), range(T, T + 1), {})
        [cell] = hunt_cells(problems, Settings(seed=seed, evaluations=evaluations)).cells
        if cell.best is None:
            raise InputError(f"no run of {policy} came to its end: {cell.faults[0][0]}")
        worst = cell.best.evaluation
        if at_most is not None and not _within(worst.score.value, at_most):
            sentence = (
                f"{policy} has OPT/ALG = {show_ratio(worst.score.value)} at k = {k}, T = {T}, "
                f"expected is at most {at_most}"
            )
            pytest.fail("\n".join([sentence, *_arms(worst.instance)]), pytrace=False)
        return worst

    def _policy(self, policy: object) -> object:
        from imab_verify.policies.registry import beside, make_policy

        return make_policy(beside(self._beside, policy)) if isinstance(policy, str) else policy

    def _decide(self, claim: str, given: Sequence[str], more: dict[str, Any]) -> Result:
        from imab_verify.ledger.check import check_reading
        from imab_verify.ledger.statements import Reading
        from imab_verify.policies.registry import beside

        more = {key: str(value) if key in ("k", "T") else value for key, value in more.items()}
        if "policy" in more:
            more["policy"] = beside(self._beside, more["policy"])
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


def _arms(instance: Instance) -> list[str]:
    from imab_verify.kernel import Curve
    from imab_verify.report.counterexamples import arm_lines

    curves = {str(n): Curve(arm.points) for n, arm in enumerate(instance.arms, start=1)}
    return [f"  {line}" for line in arm_lines(curves, run=True)]
