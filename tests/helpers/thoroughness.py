"""How many examples a property needs, and how many cases a family."""

import pytest
from hypothesis import settings


def examples(count):
    """Draw so many examples in the thorough profile, and a quarter of them in the fast one."""
    fast = settings.get_current_profile_name() == "fast"
    return settings(max_examples=max(count // 4, 10) if fast else count)


def first_fast(cases):
    """Cases of one family, of which the fast tests take only the first."""
    first, *others = cases
    return [first, *(pytest.param(*_values(case), marks=pytest.mark.slow) for case in others)]


def _values(case):
    return case if isinstance(case, tuple) else (case,)
