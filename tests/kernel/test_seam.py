"""What the kernel offers, and which of its layers a document makes it load."""

import json
import re
import subprocess
import sys
from pathlib import Path
from pkgutil import iter_modules
from typing import get_args

import pytest

from imab_verify import kernel
from imab_verify.kernel import certificates
from imab_verify.kernel.documents import slots

CERTIFICATES = Path(__file__).parents[1] / "certificates" / "valid"
LAYERS = {"adversary", "attained", "cells", "existence", "runs", "worst_case"}


def loaded_by(*names):
    files = [str(CERTIFICATES / name) for name in names]
    code = (
        "import sys\nfrom imab_verify.kernel import judge\n"
        "for name in sys.argv[1:]: judge(open(name, 'rb').read())\n"
        "print(*(m.split('.')[2] for m in sys.modules if m.startswith('imab_verify.kernel.')))"
    )
    done = subprocess.run([sys.executable, "-c", code, *files], capture_output=True, check=True)
    return set(done.stdout.decode().split()) & LAYERS


def words_of(kind):
    """The word in the field `rule` of a type of proofs."""
    (slot,) = (slot for slot in slots(kind) if slot.key == "rule")
    return get_args(slot.kind)[1:]


def test_every_name_that_is_offered_is_there():
    assert all(getattr(kernel, name) is not None for name in kernel._HOMES)
    assert len(kernel._HOMES) == sum(len(names.split()) for names in kernel._ROOMS.values())
    assert not {module.name for module in iter_modules(kernel.__path__)} & kernel._HOMES.keys()
    with pytest.raises(AttributeError, match="no attribute nothing"):
        kernel.nothing  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute nothing"):
        kernel.nothing  # noqa: B018


def test_every_layer_has_the_rules_that_are_said_of_it():
    layers = get_args(certificates.AnyProof)[1:]
    assert len(layers) == 4
    for layer in layers:
        kinds = get_args(layer.load()) or (layer.load(),)
        assert sorted(layer.rules) == sorted(word for kind in kinds for word in words_of(kind))


def test_claims_about_arms_load_no_other_layer():
    assert loaded_by("proved--rew-ratio.json", "refuted--rew-ratio-too-large.json") == set()


def test_a_rule_about_runs_loads_the_runs_alone():
    assert loaded_by("proved--last-pull.json", "proved--crossing-sum.json") == {"runs"}


@pytest.mark.parametrize("rule", ["no-such-rule", 3, ["cases"], "cells"])
def test_a_rule_that_is_none_is_malformed(rule):
    document = json.loads((CERTIFICATES / "proved--rew-ratio.json").read_text())
    document["proof"]["rule"] = rule
    with pytest.raises(kernel.MalformedError):
        kernel.read(json.dumps(document))
    document["proof"] = {"rule": rule}
    with pytest.raises(kernel.MalformedError):
        kernel.read(json.dumps(document))


def test_every_name_that_the_seam_offers_is_used():
    root = Path(kernel.__file__).parents[2]
    rooms = ("imab_verify", "counterexample_search", "benchmarks")
    files = [path for room in rooms for path in (root / room).rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in files if "kernel" not in path.parts]
    imports = re.compile(r"from imab_verify\.kernel import (\([^)]*\)|[^\n]*)|kernel\.(\w+)")
    found = [" ".join(match) for text in texts for match in imports.findall(text)]
    assert kernel._HOMES.keys() - set(re.findall(r"\w+", " ".join(found))) == set()
