"""Runs, policies side by side, and worst cases: as JSON documents, as tables, as CSV.

In documents rationals are text, and arms are counted from 1.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console
from rich.table import Table

from imab_verify.errors import quote
from imab_verify.model.files import instance_to_json
from imab_verify.model.instances import Instance
from imab_verify.model.rationals import show_ratio, show_rational
from imab_verify.report import terminal
from imab_verify.report.terminal import (
    cell,
    count,
    equation,
    fields,
    line,
    pair,
    sketch,
    table,
)
from imab_verify.simulation.expectation import Expectation
from imab_verify.simulation.play import Played, WorstHorizon
from imab_verify.simulation.stepwise import FinishedRun, ratio

if TYPE_CHECKING:
    from imab_verify.deciding.worst import RatioBounds, Size
    from imab_verify.engines.worst_case.witness import Rounds


class Span(NamedTuple):
    """For the horizons first, ..., last the arm (index from 0) is the optimal one."""

    first: int
    last: int
    arm: int


def optimal_spans(instance: Instance, T: int) -> list[Span]:
    """The spans of the horizons 1, ..., T in which one arm is optimal, in order."""
    changes = [change for change in instance.opt_changes() if change[0] <= T]
    ends = [first - 1 for first, _ in changes[1:]] + [T]
    return [Span(first, last, arm) for (first, arm), last in zip(changes, ends, strict=False)]


def run_document(
    outcome: Played | Expectation, worst: WorstHorizon | None = None
) -> dict[str, Any]:
    """A run as JSON, with the profile if its worst horizon is given.

    For a randomised policy `alg` is E[ALG(T)], exact or estimated, and there are no pulls.
    """
    run = outcome if isinstance(outcome, Expectation) else outcome.run
    document = {
        "k": run.instance.k,
        "policy": run.policy,
        "T": run.T,
        "opt": show_ratio(run.opt),
        "opt_arm": run.opt_arm + 1,
        "ratio": show_ratio(run.ratio),
        "policy_regret": show_ratio(run.regret),
    }
    if isinstance(outcome, Expectation):
        return document | {
            "exact": outcome.exact,
            "method": "expectation" if outcome.exact else "monte-carlo",
            "pulls": None,
            "alg": show_ratio(outcome.alg),
            "alg_interval": [show_ratio(end) for end in outcome.interval],
            "confidence": "1" if outcome.exact else "19/20",
            "samples": outcome.samples,
            "seed": outcome.seed,
            "external_regret": None,
            "external_regret_reason": "the policy is randomised",
            "gaps": None,
        }
    run, external = outcome.run, outcome.external_regret
    return {
        **document,
        "exact": True,
        "method": outcome.method,
        "pulls": list(run.pulls),
        "alg": show_ratio(run.alg),
        "external_regret": None if isinstance(external, str) else show_ratio(external),
        **({"external_regret_reason": external} if isinstance(external, str) else {}),
        "gaps": [show_ratio(gap) for gap in run.gaps],
        **({"profile": _profile(run, worst)} if worst else {}),
    }


def _profile(run: FinishedRun, worst: WorstHorizon) -> dict[str, Any]:
    points = None if worst.profile is None else worst.profile.points()
    return {
        "worst": {"T": worst.t, "ratio": show_ratio(worst.ratio)},
        "optimal": [
            {"from": first, "to": last, "arm": arm + 1}
            for first, last, arm in optimal_spans(run.instance, run.T)
        ],
        "points": points and [{"T": t, "ratio": show_ratio(ratio)} for t, ratio in points],
    }


# --- a run on the terminal -----------------------------------------------------------------------

MOST_ROWS, MOST_HORIZONS = 30, 24
BARS = 16
HOW = {"leaping": "in leaps", "stepwise": "pull by pull"}


def show_run(
    screen: Console, file: str, outcome: Played | Expectation, worst: WorstHorizon | None = None
) -> None:
    """Print a run on the instance of a file, with the profile if its worst horizon is given."""
    run = outcome.run if isinstance(outcome, Played) else outcome
    where = f"{quote(run.policy)} on {quote(file)}: k = {run.instance.k}, {equation('T', run.T)}"
    if isinstance(outcome, Played):
        screen.print(f"{where}, played {HOW[outcome.method]}")
        screen.print(arms_table(outcome.run))
    else:
        screen.print(f"{where}\n")
    screen.print(fields(_totals(outcome)))
    if worst is not None:
        screen.print()
        screen.print(
            fields([("worst OPT/ALG", f"{line(worst.ratio)}, at horizon {count(worst.t)}")])
        )
        screen.print(_spans_table(optimal_spans(run.instance, run.T), worst))


def arms_table(run: FinishedRun) -> Table:
    """A table with every arm: its curve, its pulls, and where it stands.

    Of more than 30 arms the 30 with most pulls are shown, and the rest is summed up.
    """
    top = max(arm.limit for arm in run.instance.arms)
    places = _places(run.instance, run.T)
    rows = table(
        ["arm", f"f(n), n = 1..{count(places[-1])}"],
        ["pulls", "last reward", "gap to limit", "collected"],
    )
    gaps = run.gaps
    ranked = sorted(range(len(run.pulls)), key=lambda i: (-run.pulls[i], i))
    listed, others = sorted(ranked[:MOST_ROWS]), ranked[MOST_ROWS:]
    for i in listed:
        arm, n = run.instance.arms[i], run.pulls[i]
        rows.add_row(
            str(i + 1),
            sketch([arm.value(place) for place in places], top),
            count(n),
            cell(arm.value(n)) if n else "-",
            cell(gaps[i]),
            cell(arm.rew(n)),
        )
    if others:
        rest = [n if i in others else 0 for i, n in enumerate(run.pulls)]
        collected = cell(run.instance.collected(rest))
        rows.add_row("...", f"{len(others)} other arms", count(sum(rest)), "", "", collected)
    return rows


def _totals(outcome: Played | Expectation) -> Iterator[tuple[str, str]]:
    """Reward, optimum and regret of a run; of a randomised policy the mean, exact or estimated."""
    run = outcome.run if isinstance(outcome, Played) else outcome
    if isinstance(outcome, Played):
        yield "ALG(T)", line(outcome.run.alg)
    elif outcome.exact:
        yield "E[ALG(T)]", f"{line(outcome.alg)}, exact"
    else:
        low, high = map(line, outcome.interval)
        yield "E[ALG(T)]", f"{line(outcome.alg)}, an estimate: Monte Carlo"
        yield "at least 95%", f"between {low} and {high}"
        yield "from", f"{outcome.samples} runs with seed {outcome.seed}"
    yield "OPT(T)", f"{line(run.opt)}, arm {run.opt_arm + 1}"
    yield "OPT/ALG", line(run.ratio)
    yield "policy regret", line(run.regret)
    if isinstance(outcome, Played):
        regret = outcome.external_regret
        yield "external regret", f"- ({regret})" if isinstance(regret, str) else line(regret)


def _spans_table(spans: Sequence[Span], worst: WorstHorizon) -> Table:
    """A table of optimal arms by horizons, with OPT/ALG at the last of these if it is known."""
    profile = worst.profile
    rows = table(["horizons", "optimal arm"], ["OPT/ALG at the last"] if profile else [])
    for first, last, arm in spans[:MOST_ROWS]:
        horizons = count(first) if first == last else f"{count(first)}..{count(last)}"
        ratio = [pair(profile.ratio_at(last))] if profile else []
        rows.add_row(horizons, str(arm + 1), *ratio)
    if len(spans) > MOST_ROWS:
        rows.add_row("...", f"{len(spans) - MOST_ROWS} more changes")
    return rows


def _places(instance: Instance, T: int) -> list[int]:
    """At most 16 pulls at which to sketch the curves, up to where all of them are flat."""
    end = max(1, min(T, max(arm.flat_from for arm in instance.arms)))
    bars = min(BARS, end)
    return [-(-end * j // bars) for j in range(1, bars + 1)]


# --- policies side by side -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A policy on one instance at one horizon."""

    policy: str
    instance: str
    reached: FinishedRun | Expectation

    @property
    def badness(self) -> tuple[bool, Fraction]:
        """Order by the ratio; nothing is worse than infinite."""
        return self.reached.ratio is None, self.reached.ratio or Fraction(0)


def worst_line(lines: Iterable[Line]) -> Line:
    """The line with the largest OPT/ALG, the first of several."""
    return max(lines, key=lambda line: line.badness)


def by_policy(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines of each policy."""
    own: dict[str, list[Line]] = {}
    for one in lines:
        own.setdefault(one.policy, []).append(one)
    return own


def show_comparison(screen: Console, lines: Sequence[Line]) -> None:
    """Print a row for every policy and, over several horizons, OPT/ALG and regret at each."""
    horizons = sorted({one.reached.T for one in lines})
    one_run = len({(one.instance, one.reached.T) for one in lines}) == 1
    columns = ["ALG(T)", "OPT/ALG", "regret"]
    rows = table(["policy"], columns if one_run else ["worst OPT/ALG", "at T", "largest regret"])
    if not one_run:
        rows.add_column("on", overflow="fold")
    for policy, own in by_policy(lines).items():
        worst = worst_line(own)
        at, regret = worst.reached, pair(max(one.reached.regret for one in own))
        ratio = _shown(at, at.ratio)
        cells = [_shown(at, at.alg), ratio, regret]
        if not one_run:
            cells = [ratio, count(at.T), regret, quote(worst.instance)]
        rows.add_row(quote(policy), *cells)
    screen.print(rows)
    if len(horizons) > 1:
        screen.print(_by_horizon(lines, horizons, "OPT/ALG"))
        screen.print(_by_horizon(lines, horizons, "regret"))
    if not all(one.reached.exact for one in lines):
        screen.print("~ estimated: a mean of samples, not exact")


def _by_horizon(lines: Sequence[Line], horizons: Sequence[int], what: str) -> Table:
    """The largest ratio or regret over the instances."""
    policies = by_policy(lines)
    rows = table([], ["T", *(f"{what}, {quote(policy)}" for policy in policies)])
    for T in horizons[:MOST_HORIZONS]:
        cells = []
        for own in policies.values():
            here = [one for one in own if one.reached.T == T]
            if what == "OPT/ALG":
                at = worst_line(here).reached
                cells.append(_shown(at, at.ratio))
            else:
                at = max((one.reached for one in here), key=lambda at: at.regret)
                cells.append(_shown(at, at.regret))
        rows.add_row(count(T), *cells)
    if len(horizons) > MOST_HORIZONS:
        rows.add_row(f"... {len(horizons) - MOST_HORIZONS} more")
    return rows


def _shown(at: FinishedRun | Expectation, number: Fraction | None) -> str:
    """A number of a run, marked where it is estimated."""
    return pair(number) if at.exact else f"~ {pair(number)}"


def comparison_document(lines: Sequence[Line]) -> dict[str, Any]:
    """Every policy with its worst run in front, and all its runs."""
    return {
        "policies": [
            {"name": policy, **_outcome(worst_line(own)), "runs": [_outcome(one) for one in own]}
            for policy, own in by_policy(lines).items()
        ]
    }


def _outcome(one: Line) -> dict[str, Any]:
    at = one.reached
    return {
        "instance": one.instance,
        "T": at.T,
        "alg": show_rational(at.alg),
        "opt": show_rational(at.opt),
        "ratio": show_ratio(at.ratio),
        "regret": show_rational(at.regret),
        "exact": at.exact,
        "pulls": None if at.pulls is None else list(at.pulls),
    }


# --- worst cases ---------------------------------------------------------------------------------

MOST_SHOWN, MOST_LISTED = 200, 10_000
"""Pulls that are listed one by one on a terminal, and in a document; beyond these, rounds are."""
COLUMNS = ("k", "T", "status", "OPT/ALG", "attained", "pulls", "k/2", "k", "32k", "200k")


def case_document(case: RatioBounds, file: str | None = None) -> dict[str, Any]:
    """The JSON document of one size. Arms are counted from 1."""
    own = ratio(case.instance.opt(case.T), case.instance.collected(case.pulls))
    return {
        "policy": case.policy,
        "k": case.k,
        "T": case.T,
        "ties": case.ties,
        "init": case.init,
        "status": case.status,
        "ratio": show_ratio(case.lower) if case.status == "exact" else None,
        "lower": show_ratio(case.lower),
        "upper": show_ratio(case.upper),
        "attained": case.attained,
        "rests_on": [],
        "instance": instance_to_json(case.instance),
        "instance_ratio": show_ratio(own),
        "limit": None if case.limit is None else instance_to_json(case.limit),
        "pulls": list(case.pulls),
        "sequence": [i + 1 for i in case.sequence] if case.T <= MOST_LISTED else None,
        "rounds": None if case.run.rounds is None else rounds_from_1(case.run.rounds),
        "programs": case.programs,
        "seconds": round(case.seconds, 3),
        "certificate": file,
    }


def sizes_document(
    policy: str, documents: Sequence[dict[str, Any]], sizes: Sequence[Size]
) -> dict[str, Any]:
    """The document of one size itself, or all of a range together."""
    if len(sizes) == 1 and documents:
        return documents[0]
    return {"policy": policy, "results": list(documents)}


def cases_csv(cases: Sequence[RatioBounds]) -> str:
    """The table as CSV, with exact numbers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(case, show_ratio) for case in cases)
    return text.getvalue()


def show_cases(
    screen: Console,
    cases: Sequence[RatioBounds],
    sizes: Sequence[Size],
    files: Mapping[Size, str],
) -> None:
    """Print one size in full, or a range as a table, and how many sizes are left."""
    if len(sizes) == 1 and cases:
        show_case(screen, cases[0])
        for file in files.values():
            screen.print(f"certificate: {file}")
    else:
        rows = terminal.table(COLUMNS[:3], COLUMNS[3:])
        for case in cases:
            rows.add_row(*_row(case, terminal.cell))
        screen.print(rows)
    if len(cases) < len(sizes):
        screen.print(f"not done: {len(sizes) - len(cases)} of {len(sizes)} sizes")


def show_case(screen: Console, case: RatioBounds) -> None:
    """Print one size in full."""
    ties = f"ties {case.ties}, initialisation in {case.init}"
    screen.print(f"{quote(case.policy)}: k = {case.k}, T = {case.T}, {ties}")
    lines = [("largest OPT/ALG", terminal.line(case.lower))]
    if case.status == "bounds":
        lines = [
            ("OPT/ALG at least", terminal.line(case.lower)),
            ("OPT/ALG at most", terminal.line(case.upper)),
        ]
    how = "attained by this instance" if case.attained else "approached along this instance"
    how = f"the lower one is {how}" if case.status == "bounds" else how
    lines.append(("status", f"{case.status}, {how}"))
    lines.append(("pulls", ", ".join(map(str, case.pulls))))
    if case.run.rounds is None or case.T <= MOST_SHOWN:
        lines.append(("sequence", " ".join(str(i + 1) for i in case.sequence)))
    else:
        lines.append(
            ("rounds", ", ".join(_tell_rounds(*one) for one in rounds_from_1(case.run.rounds)))
        )
    if case.limit is not None:
        lines.append(("note", "(1-e)*limit + e*instance tends to it as e tends to 0"))
    screen.print(terminal.fields(lines))
    rows = terminal.table(["instance", "points (n, f(n)), joined by straight lines"], [])
    for name, instance in (("arm", case.instance), ("limit, arm", case.limit)):
        for number, arm in enumerate(instance.arms if instance is not None else (), start=1):
            points = "  ".join(f"({n}, {show_ratio(v)})" for n, v in arm.points)
            rows.add_row(f"{name} {number}", points)
    screen.print(rows)


def rounds_from_1(rounds: Rounds) -> list[tuple[list[int], int]]:
    """The rounds after the opening: arms, counted from 1, and how many rounds of them."""
    return [([i + 1 for i in arms], c) for arms, c in rounds]


def _tell_rounds(arms: Sequence[int], c: int) -> str:
    """c rounds of some arms: "7 times (1 3 to 5)"."""
    parts: list[list[int]] = []
    for i in arms:
        if parts and i == parts[-1][-1] + 1:
            parts[-1].append(i)
        else:
            parts.append([i])
    names = [str(p[0]) if len(p) == 1 else f"{p[0]} to {p[-1]}" for p in parts]
    return f"{'once' if c == 1 else f'{c} times'} ({' '.join(names)})"


def _row(case: RatioBounds, number: Callable[[Fraction], str]) -> list[str]:
    low, high = ("inf" if q is None else number(q) for q in (case.lower, case.upper))
    return [
        str(case.k),
        str(case.T),
        case.status,
        low if case.status == "exact" else f"{low}..{high}",
        ("yes" if case.attained else "approached") if case.status == "exact" else "",
        " ".join(map(str, case.pulls)),
        number(Fraction(case.k, 2)),
        str(case.k),
        str(32 * case.k),
        str(200 * case.k),
    ]


Watch = tuple[Callable[[Fraction, Fraction], None], Callable[[], None]]
"""Two functions: one to call with new bounds, one when a size is done."""
SILENT: Watch = (lambda _low, _high: None), (lambda: None)


@contextmanager
def sizes_progress(total: int) -> Iterator[Watch]:
    """On a terminal, how many sizes are done and the bounds of the current one."""
    done = 0
    with terminal.stages("worst case") as say:

        def report(low: Fraction, high: Fraction) -> None:
            bounds = f"between {terminal.approximate(low)} and {terminal.approximate(high)}"
            say(f"size {done + 1} of {total}: {bounds}")

        def step() -> None:
            nonlocal done
            done += 1
            say(f"{done} of {total} sizes")

        yield report, step
