"""Lemmas proved for all horizons, against z3 on the same lemmas at fixed horizons."""

from time import perf_counter

from benchmarks.table import Table
from imab_verify.engines.decide import Decision, decide_question
from imab_verify.engines.smt import Answer, bounded_check
from imab_verify.kernel import judge, read
from imab_verify.kernel.claims import ArmClass
from imab_verify.language import dumps, read_question
from imab_verify.language.reading import Question

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
    decide_question(read_question("f(n) >= 0"))  # loads the solvers, which is not measured
    rows = []
    for largest, text, givens, arms in EXAMPLES:
        question = read_question(text, givens, arms)
        found, seconds = best_decision(question)
        bounded = [z3_seconds(question, largest, T) for T in HORIZONS]
        rows.append(
            (
                f"`{text}`" + (" from 1" if arms is FROM_1 else "") + (" given" if givens else ""),
                str(found.verdict),
                f"{seconds:.3f}",
                f"{replay_seconds(found) / seconds:.2f}",
                *(f"{ratio:.1f}" if (ratio := b and b / seconds) else "-" for b in bounded),
            )
        )
    return Table(
        "Each claim decided for all parameters and rewards. Targets: at most 1 second, replay at "
        "most 0.30 of that. z3: the same claim with one parameter fixed, all others up to it, in "
        "multiples of the time to decide it for all (it starts a process; - means no answer, or "
        f"that the claim holds at this horizon no more than elsewhere within {SECONDS} seconds).",
        (
            "claim",
            "verdict",
            "seconds",
            "replay / decide",
            *(f"z3 at {T} / decide" for T in HORIZONS),
        ),
        rows,
    )


def best_decision(question: Question) -> tuple[Decision, float]:
    """Decide three times, and give the last decision and the best time."""
    decisions = [decide_question(question) for _ in range(3)]
    return decisions[-1], min(decision.seconds for decision in decisions)


def replay_seconds(found: Decision) -> float:
    """Give the best of five times to read and judge the certificate's text."""
    if found.certificate is None:
        raise RuntimeError(f"an example is {found.verdict}")
    text = dumps(found.certificate)
    times = []
    for _ in range(5):
        start = perf_counter()
        judge(read(text))
        times.append(perf_counter() - start)
    return min(times)


def z3_seconds(question: Question, largest: str, T: int) -> float | None:
    """Time z3 with one parameter fixed; None if it has no answer in time."""
    start = perf_counter()
    found = bounded_check(question.claim, T, fixed={largest: T}, seconds=SECONDS)
    return None if found.answer is Answer.UNKNOWN else perf_counter() - start
