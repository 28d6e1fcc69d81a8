"""Counts of a run that a claim writes where it needs them: N(f), most, and at a last pull."""

from __future__ import annotations

from dataclasses import replace

from imab_verify.kernel import Context, Every, Run, Some
from imab_verify.language.fresh import Fresh
from imab_verify.language.values import RefusalError

TOTALS = {"least": "least_pulls", "squares": "sum_of_squares"}
"""Words for the least number of pulls of an arm and the sum of all squares, with their names."""


class Counts:
    """The run of a claim, which gets a name for every count that the text writes out.

    A count that `--where` has named already keeps its name.
    """

    def __init__(self, run: Context | None, fresh: Fresh) -> None:
        self.run = run
        self.named: list[str] = []
        self._fresh = fresh

    def of(self, arm: str, pulled: str) -> str:
        """The name of N(arm), or of most if there is no arm; before a last pull if there is one."""
        run = self._run(arm if arm in TOTALS else "N(f)" if arm else "most")
        if arm in TOTALS:
            return self._total(run, arm, pulled)
        if pulled:
            return self._before(self._at_last_pull(run, pulled), arm, pulled)
        if not arm:
            name = run.most or self._new("most_pulls")
            self.run = replace(run, most=name)
            return name
        name = _name_of(arm, run.pulls) or self._new(f"N_{arm}")
        self.run = replace(run, pulls=_with(run.pulls, name, arm))
        return name

    def _total(self, run: Run, word: str, pulled: str) -> str:
        if pulled:
            raise RefusalError(f"{word} is known at the end of the run only")
        if word == "least":
            self.run = replace(run, least=run.least or self._new(TOTALS[word]))
            return self.run.least
        self.run = replace(run, squares=run.squares or self._new(TOTALS[word]))
        return self.run.squares

    def _run(self, what: str) -> Run:
        if isinstance(self.run, Every):
            raise RefusalError(f"{what} counts pulls in the run of one policy, not of every one")
        if isinstance(self.run, Some):
            raise RefusalError(
                f"{what} counts pulls in all runs: what some run has is said of OPT(T) and ALG(T)"
            )
        if self.run is None:
            raise RefusalError(
                f"{what} counts pulls in the run of a policy: name one with --policy"
            )
        return self.run

    def _at_last_pull(self, run: Run, pulled: str) -> Run:
        if run.pulled not in ("", pulled):
            raise RefusalError(f"a claim speaks of one last pull, and that of {run.pulled}")
        return replace(run, pulled=pulled)

    def _before(self, run: Run, arm: str, pulled: str) -> str:
        if not arm:
            name = run.level or self._new("most_before")
            self.run = replace(run, level=name)
            return name
        name = _name_of(arm, run.before) or self._new(f"N_{arm}_before")
        self.run = replace(run, pulled=pulled, before=_with(run.before, name, arm))
        return name

    def _new(self, base: str) -> str:
        name = self._fresh.name(base, "count")
        self.named.append(name)
        return name


Named = tuple[tuple[str, str], ...]


def _name_of(arm: str, counts: Named) -> str:
    return next((name for name, other in counts if other == arm), "")


def _with(counts: Named, name: str, arm: str) -> Named:
    return counts if (name, arm) in counts else (*counts, (name, arm))
