"""python -I -m imab_verify.kernel FILE...: judge certificates, one line each."""

import sys
from pathlib import Path

from imab_verify.kernel import MalformedError, RejectedError, judge
from imab_verify.kernel.polynomials import MAX_BYTES


def main(files: list[str]) -> int:
    """0 if all certificates are accepted, 1 if one is rejected, 2 if one cannot be read."""
    worst = 0
    for name in files:
        try:
            with Path(name).open("rb") as stream:
                line = judge(stream.read(MAX_BYTES + 1)).verdict
        except RejectedError as error:
            line, worst = f"rejected ({error})", max(worst, 1)
        except (MalformedError, OSError, ValueError) as error:
            line, worst = f"cannot be read ({error})", 2
        sys.stdout.write(f"{ascii(name)[1:-1]}: {line}\n")
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
