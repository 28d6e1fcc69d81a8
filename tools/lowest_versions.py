"""Print the lowest versions that pyproject.toml allows, as constraints for pip.

`make test-lowest` installs exactly these and runs the tests, so that a lower bound is a promise
that was tried.
"""

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
EXTRAS = ("site", "figures", "dask", "test")


def lowest_versions(project: dict[str, object]) -> list[str]:
    """Give "name==version" for every requirement "name>=version" that the tests need."""
    extras = project["optional-dependencies"]
    requirements = [*project["dependencies"], *(r for extra in EXTRAS for r in extras[extra])]  # type: ignore[misc, index]
    pins = []
    for requirement in requirements:
        match = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement)
        if match is None:
            raise SystemExit(f"{requirement!r} is not of the form name>=version")
        pins.append(f"{match[1]}=={match[2]}")
    return pins


if __name__ == "__main__":
    print("\n".join(lowest_versions(tomllib.loads(PYPROJECT.read_text())["project"])))
