"""Which layers of the kernel a document makes it load."""

import subprocess
import sys
from pathlib import Path

import pytest

from imab_verify import kernel

CERTIFICATES = Path(__file__).parents[1] / "certificates" / "valid"
LAYERS = {"exhibits", "facts", "tree"}


def loaded_by(*names):
    files = [str(CERTIFICATES / name) for name in names]
    code = (
        "import sys\nfrom imab_verify.kernel import judge\n"
        "for name in sys.argv[1:]: judge(open(name, 'rb').read())\n"
        "print(*(m.split('.')[2] for m in sys.modules if m.startswith('imab_verify.kernel.')))"
    )
    done = subprocess.run([sys.executable, "-c", code, *files], capture_output=True, check=True)
    return set(done.stdout.decode().split()) & LAYERS


def test_claims_about_arms_load_no_other_layer_and_those_about_runs_the_facts_alone():
    assert loaded_by("proved--rew-ratio.json", "refuted--rew-ratio-too-large.json") == set()
    assert loaded_by("proved--last-pull.json", "proved--crossing-sum.json") == {"facts"}


def test_the_signature_has_at_most_sixty_names():
    """And no name besides, but the modules of the kernel."""
    assert len(kernel._HOMES) <= 60
    for _ in range(2):
        with pytest.raises(AttributeError, match="no attribute nothing"):
            kernel.nothing  # noqa: B018
