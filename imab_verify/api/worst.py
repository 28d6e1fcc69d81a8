"""The exact supremum of OPT/ALG of a policy, at one size or at many."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from imab_verify.api.policies import Options, PolicyLike, build
from imab_verify.deciding.worst import Asked, Size, solve_sizes
from imab_verify.engines.worst_case.solve import ADVERSARIAL
from imab_verify.errors import InputError
from imab_verify.files import check_destination, write_file
from imab_verify.model.rationals import Span, check_numbers, read_span, show_short
from imab_verify.report.worst_cases import SILENT, WorstCase, WorstCases, sizes_progress

if TYPE_CHECKING:
    pass

MOST_SIZES = 10_000


def worst_case(
    policy: PolicyLike,
    k: int,
    T: int,
    *,
    options: Options | None = None,
    ties: str = ADVERSARIAL,
    init: str | None = None,
    seconds: float | None = None,
) -> WorstCase:
    """The exact supremum of OPT(T)/ALG(T) over all concave instances with k arms.

    policy: algorithm-1, round-robin, greedy, or one's own that derives from `LinearIndex`.
    ties: "adversarial" or "lowest-index", who wins among best arms with fewest pulls. init: the
    order of the initial pulls. seconds: after these there are only bounds.

    >>> worst_case("algorithm-1", k=3, T=11).ratio
    Fraction(44, 15)
    """
    check_numbers(seconds=seconds)
    question = Asked(build(policy, options), ties, init, seconds)
    return WorstCase.of(question.solve((k, T)))


def worst_cases(
    policy: PolicyLike,
    k: Span,
    T: Span,
    *,
    options: Options | None = None,
    ties: str = ADVERSARIAL,
    init: str | None = None,
    seconds: float | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    certificate: str | None = None,
    progress: bool = False,
) -> WorstCases:
    """The worst cases at all sizes of two ranges, such as k="2..4" and T=range(8, 17).

    seconds: for each size. scheduler: a Dask cluster in place of `workers`. certificate: a file for
    the certificate or, for more than one size, a directory. progress: show it on a terminal. Ctrl-C
    gives what is done.
    """
    check_numbers(seconds=seconds, workers=workers)
    sizes = _sizes(k, T)
    files = {} if certificate is None else _files(certificate, sizes)
    for file in files.values():
        check_destination(file, parents=True)
    question = Asked(build(policy, options), ties, init, seconds)
    shown = sizes_progress(len(sizes)) if progress else nullcontext(SILENT)
    with shown as (report, step):
        cases, lost = solve_sizes(
            question, sizes, workers=workers, scheduler=scheduler, report=report, step=step
        )
    troubles = [*lost]
    for case in cases:
        if place := files.get((case.k, case.T)):
            try:
                write_file(place, case.certificate, parents=True)
            except InputError as error:  # the answer is not lost with it
                troubles.append(str(error))
                del files[case.k, case.T]
    return WorstCases(_name(policy), sizes, tuple(map(WorstCase.of, cases)), files, tuple(troubles))


def _sizes(k: Span, T: Span) -> tuple[Size, ...]:
    arms, horizons = read_span(k, 1, "k"), read_span(T, 1, "T")
    number = (arms[-1] - arms[0] + 1) * (horizons[-1] - horizons[0] + 1)
    if number > MOST_SIZES:
        raise InputError(
            f"k and T span {show_short(number)} sizes: give at most {MOST_SIZES} sizes"
        )
    return tuple((arm, t) for arm in arms for t in horizons)


def _files(path: str, sizes: tuple[Size, ...]) -> dict[Size, str]:
    """One file, or for a range a file for every size in a directory."""
    if len(sizes) == 1:
        return {sizes[0]: path}
    return {(k, T): str(Path(path) / f"k{k}-T{T}.json") for k, T in sizes}


def _name(policy: PolicyLike) -> str:
    return policy if isinstance(policy, str) else policy.name
