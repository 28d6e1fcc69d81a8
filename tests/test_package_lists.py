"""Packages that list their modules list all of them, and no others."""

import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

PACKAGES = [
    "counterexample_search",
    "imab_verify.engines",
    "imab_verify.engines.arms",
    "imab_verify.engines.runs",
    "imab_verify.engines.sympy",
    "imab_verify.engines.worst_case",
    "imab_verify.engines.z3",
    "imab_verify.witnesses",
]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_lists_its_modules(name):
    package = import_module(name)
    listed = re.findall(r"^ *(\w+) {2,}\S", package.__doc__, flags=re.MULTILINE)
    assert sorted(listed) == sorted(module.name for module in iter_modules(package.__path__))


def test_the_kernel_lists_its_modules():
    from imab_verify import kernel

    listed = re.findall(r"^    ([a-z_.]+)  +\S", kernel.__doc__, flags=re.MULTILINE)
    modules = set()
    for module in iter_modules(kernel.__path__):
        if module.ispkg:
            inner = import_module(f"imab_verify.kernel.{module.name}")
            modules |= {f"{module.name}.{part.name}" for part in iter_modules(inner.__path__)}
        else:
            modules.add(module.name)
    assert sorted(listed) == sorted(modules - {"__main__"})
