"""Hypothesis profiles for all tests: the same examples every time, no time limits.

`fast` is the default; `--hypothesis-profile=thorough` draws more examples.
"""

from hypothesis import HealthCheck, settings

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
