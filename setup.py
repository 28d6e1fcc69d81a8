"""What pyproject.toml cannot say: in a wheel, the folders beside imab_verify are inside it.

The repository keeps `proofs` and `counterexample_search` at its top, where a reader looks for them.
Installed there, they would take these names from everybody, and a folder `proofs` of a user's own
would hide ours. So they are built as imab_verify.proofs and imab_verify.counterexample_search, and
whoever imports them is built to import these.
"""

import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

INSIDE = ("proofs", "counterexample_search")
IMPORTS = re.compile(rf"^(\s*(?:from|import)\s+)({'|'.join(INSIDE)})\b", re.MULTILINE)


class BuildInside(build_py):
    """Build as usual, then move the folders and rewrite the imports; an editable build stays."""

    def run(self) -> None:
        """Build everything."""
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib) / "imab_verify"
        for name in INSIDE:
            shutil.rmtree(package / name, ignore_errors=True)
            shutil.move(package.parent / name, package / name)
        for file in package.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(IMPORTS.sub(r"\1imab_verify.\2", text), encoding="utf-8")


setup(cmdclass={"build_py": BuildInside})
