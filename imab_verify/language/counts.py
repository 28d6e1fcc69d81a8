"""Counts of a run that a claim writes where it needs them: N(f), most, and at a last pull."""

from __future__ import annotations

from dataclasses import replace

from imab_verify.kernel import Every, Run, Some
from imab_verify.kernel.statement import Context
from imab_verify.language.contexts import last_pulls
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
        if arm in TOTALS and pulled:
            raise RefusalError(f"{arm} is known at the end of the run only")
        if pulled:
            words: tuple[str, ...] = ("before", pulled, arm) if arm else ("level", pulled)
            base = f"N_{arm}_before" if arm else "most_before"
        else:
            words = ("pulls", arm) if arm and arm not in TOTALS else (arm or "most",)
            base = TOTALS.get(arm, f"N_{arm}" if arm else "most_pulls")
        return run.name_of(*words) or self._observe(run, words, self._new(base))

    def _observe(self, run: Run, words: tuple[str, ...], name: str) -> str:
        """A new name; a last pull that nothing else is said of is late, if the policy opens."""
        late = run.late
        if words[0] in ("level", "before") and run.index and words[1] not in last_pulls(run):
            late = (*late, words[1])
        self.run = replace(run, observed=(*run.observed, (name, words)), late=late)
        return name

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

    def _new(self, base: str) -> str:
        name = self._fresh.name(base, "count")
        self.named.append(name)
        return name
