"""Write the kernel alone as one file: python tools/kernel_zip.py imab-kernel.pyz

python -I imab-kernel.pyz FILE... judges certificates with the standard library and nothing else.
"""

import shutil
import sys
import tempfile
import zipapp
from pathlib import Path

PACKAGE = Path("imab_verify", "kernel")
MAIN = """import sys
from imab_verify.kernel.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def write_zip(target: Path) -> None:
    """Put the source files of the kernel, and nothing else, into a file that Python runs."""
    with tempfile.TemporaryDirectory() as place:
        inside = Path(place) / PACKAGE
        inside.mkdir(parents=True)
        for file in (Path(__file__).parents[1] / PACKAGE).glob("*.py"):
            shutil.copy(file, inside)
        (Path(place) / "__main__.py").write_text(MAIN)
        zipapp.create_archive(place, target)


if __name__ == "__main__":
    write_zip(Path(sys.argv[1]))
