"""Hypothesis profiles for all tests: the same examples every time, no time limits.

An engine that raises fails its test, where it costs users an attempt.
`fast` is the default; `--hypothesis-profile=thorough` draws more examples.
"""

import os
import sys

from hypothesis import HealthCheck, settings

from imab_verify.deciding import attempts

attempts.failures_raise = True

# Each worker reads all tests, and tests start many processes: without compiled files on disk each
# of them would compile the project again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

for name, examples in (("fast", 30), ("thorough", 100)):
    settings.register_profile(
        name,
        derandomize=True,
        deadline=None,
        database=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("fast")
