"""Find the proofs of the theorems about worst cases again, and write the file that keeps them.

    python tools/worst_case_theorems.py

It takes a few seconds, and writes what was there unless an engine, a rule or a theorem changed.
"""

import json

from imab_verify.engines.runs.theorems import prove_theorems
from imab_verify.engines.worst_case.theorems import FILE
from imab_verify.files import write_file
from imab_verify.language.documents import dumps


def file_text() -> str:
    """One theorem in each line."""
    lines = []
    for theorem in prove_theorems():
        if theorem is None:
            raise SystemExit("no proof was found for one of the theorems: nothing is written")
        lines.append(json.dumps(json.loads(dumps(theorem))) + "\n")
    return "".join(lines)


if __name__ == "__main__":
    write_file(str(FILE), file_text().encode())
