"""Lemmas proved for all horizons, against z3 on the same lemmas at fixed horizons."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from benchmarks.table import Table
from imab_verify.deciding.decide import Decision, decide
from imab_verify.engines.z3 import Answer, Finding
from imab_verify.kernel import ArmClass, Claim, judge
from imab_verify.language.reading import Question, read_question
from imab_verify.processes import Failure, run_one

NAME = "ask"
HORIZONS = (10, 20, 40)
SECONDS = 120
TWO_ARMS = {"f": ArmClass.CONCAVE, "g": ArmClass.CONCAVE}
FROM_1 = {"f": ArmClass.CONCAVE_FROM_1}
HALF = "Rew(f,T//2)/Rew(f,T) >= 1/5"
EXAMPLES = [
    # (the largest parameter, the claim, its givens, its arms)
    ("T", "m*(m+1)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"], None),
    ("T", "m*(m+2)*Rew(f,T) <= T*(T+1)*Rew(f,m)", ["m <= T"], None),
    ("N", "P(f,a,N) >= Rew(f,N)", ["a >= 2", "a <= N"], None),
    ("N", "P(f,a,N) >= Rew(f,N)", ["a >= 2", "a <= N"], FROM_1),
    ("N", "a*(a+1)*P(f,a,N) <= N*(N+1)*Rew(f,a)", ["2 <= a", "a <= N"], None),
    ("N", "a*(a+1)*P(f,a,N) <= N*(N+1)*Rew(f,a)", ["2 <= a", "a <= N"], FROM_1),
    ("T", HALF, ["T >= 4"], None),
    ("T", HALF, [], None),
    ("T", "Area(f,T) <= Rew(f,T) and Rew(f,T) <= Area(f,T+1)", [], None),
    (
        "T",
        "Rew(f,n) + Rew(g,T-n) <= Rew(f,T)",
        ["Rew(g,T) <= Rew(f,T)", "n <= T"],
        TWO_ARMS,
    ),
]


def run() -> Table:
    """Decide every example, replay its certificate, and ask z3 at some horizons."""
    trivial = read_question("f(n) >= 0")
    decide(trivial)  # loads the solvers, which is not measured
    start_up = min(z3_seconds(trivial, "n", 1, "proved") or 0 for _ in range(3))
    rows = []
    for largest, text, givens, arms in EXAMPLES:
        question = read_question(text, givens, arms)
        found, seconds = best_decision(question)
        bounded = [z3_seconds(question, largest, T, found.verdict) for T in HORIZONS]
        rows.append(
            (
                label(text, givens, arms),
                str(found.verdict),
                f"{seconds:.3f}",
                f"{replay_seconds(found) / seconds:.2f}",
                *("-" if b is None else f"{max(0, b - start_up) / seconds:.1f}" for b in bounded),
            )
        )
    return Table(
        "Each claim decided for all parameters and rewards. Targets: at most 1 second, replay at "
        "most 0.30 of that. z3: the same claim with its largest parameter fixed and the rewards "
        "as real unknowns, without the start of its process, in multiples of the time to decide "
        f"the claim for all parameters; - means no answer within {SECONDS} seconds.",
        (
            "claim",
            "verdict",
            "seconds",
            "replay / decide",
            *(f"z3 at {T} / decide" for T in HORIZONS),
        ),
        rows,
    )


def label(text: str, givens: Sequence[str], arms: Mapping[str, ArmClass] | None) -> str:
    """Write the claim with its givens and the class of its arm."""
    kind = f", {ArmClass.CONCAVE_FROM_1}" if arms is FROM_1 else ""
    return f"`{text}`" + (f" given `{', '.join(givens)}`" if givens else "") + kind


def best_decision(question: Question) -> tuple[Decision, float]:
    """Decide three times, and give the last decision and the best time."""
    decisions = [decide(question) for _ in range(3)]
    return decisions[-1], min(decision.seconds for decision in decisions)


def replay_seconds(found: Decision) -> float:
    """Give the best of five times to read and judge the certificate's text."""
    if found.certified is None:
        raise RuntimeError(f"an example is {found.verdict}")
    text = found.certified.text
    times = []
    for _ in range(5):
        start = perf_counter()
        judge(text)
        times.append(perf_counter() - start)
    return min(times)


def z3_seconds(question: Question, largest: str, T: int, verdict: str) -> float | None:
    """Time z3 with one parameter fixed; None if it has no answer in time."""
    start = perf_counter()
    found = run_one(_fixed, (question.claims().claim, largest, T), seconds=SECONDS)
    seconds = perf_counter() - start
    if isinstance(found, Failure) or found.answer is Answer.UNKNOWN:
        return None
    if found.answer is Answer.FOUND and verdict == "proved":
        raise RuntimeError("z3 and the kernel disagree")
    return seconds


def _fixed(asked: tuple[Claim, str, int]) -> Finding:
    """Work of the process that is measured."""
    from imab_verify.engines.z3.countermodels import up_to_bound

    claim, largest, T = asked
    return up_to_bound(claim, T, {largest: T})
