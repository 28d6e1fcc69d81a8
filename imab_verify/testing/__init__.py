"""Claims and policies under pytest.

    plugin      collects claim files and modules with statements, one test for each statement
    plays       a decorator: a test of a policy, on instances drawn by the hunt's strategies
    Imab        what the fixture `imab` is: prove, refute, worst_case, hunt

The plugin is found by itself where imab-verify is installed; docs/papers.md has examples.
"""

from imab_verify.testing.playing import plays

__all__ = ["plays"]
