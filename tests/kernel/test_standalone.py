"""python -I -m imab_verify.kernel FILE...: the checker on its own."""

import json
import subprocess
import sys
from pathlib import Path

CERTIFICATES = Path(__file__).parents[1] / "certificates"
PROVED = CERTIFICATES / "valid" / "proved--rew-ratio.json"
REFUTED = CERTIFICATES / "valid" / "refuted--rew-ratio-too-large.json"
INVALID = CERTIFICATES / "invalid" / "identity--dropped-term.json"
MALFORMED = CERTIFICATES / "malformed" / "json--cut-off.json"

LOADED = """
import json, runpy, sys
before = set(sys.modules)
sys.argv = ["kernel", *sys.argv[1:]]
try:
    runpy.run_module("imab_verify.kernel", run_name="__main__", alter_sys=True)
except SystemExit as end:
    print(json.dumps([end.code, sorted(set(sys.modules) - before)]))
"""


def kernel(*files):
    command = [sys.executable, "-I", "-m", "imab_verify.kernel", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_verdicts_and_exit_codes():
    done = kernel(PROVED, REFUTED)
    assert done.returncode == 0
    assert done.stdout == f"{PROVED}: proved\n{REFUTED}: refuted\n"
    assert done.stderr == ""
    done = kernel(PROVED, INVALID)
    assert done.returncode == 1
    assert done.stdout.splitlines()[1].startswith(f"{INVALID}: rejected (identity: ")
    for unreadable in (MALFORMED, CERTIFICATES / "no-such-file.json"):
        done = kernel(unreadable, INVALID)
        assert done.returncode == 2
        assert done.stdout.startswith(f"{unreadable}: cannot be read (")
        assert done.stderr == ""


def test_nothing_but_the_kernel_and_the_standard_library_is_loaded():
    command = [sys.executable, "-I", "-c", LOADED, str(PROVED), str(REFUTED)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0
    assert "imab_verify.kernel.judging" in modules
    own = {name for name in modules if name.partition(".")[0] == "imab_verify"}
    assert all(name == "imab_verify" or name.startswith("imab_verify.kernel") for name in own)
    others = {name.partition(".")[0] for name in set(modules) - own}
    assert others <= sys.stdlib_module_names | {"__main__", "__mp_main__"}


def test_no_module_of_the_kernel_imports_anything_else():
    """By its source: only the standard library and its own modules."""
    folder = CERTIFICATES.parents[1] / "imab_verify" / "kernel"
    for path in folder.rglob("*.py"):
        for line in path.read_text().splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]) and len(words) > 1:
                module = words[1]
                top = module.partition(".")[0]
                assert module.startswith("imab_verify.kernel") or top in sys.stdlib_module_names
