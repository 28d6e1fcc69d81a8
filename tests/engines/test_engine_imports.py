"""What an engine loads: its own room, and no solver before it is called."""

import subprocess
import sys

import pytest

SOLVERS = {"flint", "highspy", "numpy", "sympy", "z3"}
ENTRANCES = {
    # module: the packages of engines that it may load
    "imab_verify.engines.lp": {"lp"},
    "imab_verify.engines.rays": {"lp", "rays"},
    "imab_verify.engines.arms.proofs": {"arms", "lp", "rays"},
    "imab_verify.engines.arms.counterexamples": {"arms", "lp", "rays"},
    "imab_verify.engines.runs.proofs": {"arms", "lp", "rays", "runs"},
    "imab_verify.engines.worst_case.solve": {
        "arms",
        "exhibits",
        "lp",
        "rays",
        "runs",
        "worst_case",
    },
    "imab_verify.engines.definitions": {"definitions"},
    "imab_verify.engines.z3": {"z3"},
    "imab_verify.engines.sympy": {"sympy"},
    "imab_verify.witnesses": set(),
    "imab_verify.language.terms": set(),
}


@pytest.mark.parametrize(("entrance", "rooms"), ENTRANCES.items())
def test_an_engine_loads_its_own_room_and_no_solver(entrance, rooms):
    code = f"import sys, {entrance}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    prefix = "imab_verify.engines."
    used = {name.removeprefix(prefix).split(".")[0] for name in loaded if name.startswith(prefix)}
    assert used == rooms
    assert not SOLVERS & set(loaded)
