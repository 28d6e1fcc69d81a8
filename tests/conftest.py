"""One hypothesis profile for all tests: the same examples every time, no time limits."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "imab",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("imab")
