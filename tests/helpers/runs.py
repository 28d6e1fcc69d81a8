"""Runs of policies by the names and the words that people use."""

from imab_verify.deciding.questions import read_run
from imab_verify.kernel import Index, Run
from imab_verify.language.contexts import read_context


def run_of(policy, where="", **options):
    """The run of a policy, and what is observed of it: `N = N(f), M = most`."""
    if isinstance(policy, Index):
        return read_context(where, Run(policy))
    return read_run(policy, [f"{name}={value}" for name, value in options.items()], where)
