"""Small answers of this tree against those of an earlier one: `python -m benchmarks.earlier DIR`.

DIR is a checkout, such as `git worktree add DIR COMMIT` makes. Both trees are asked in turn, each
in a process of its own, and the best CPU times of these are compared, start-up and all.
"""

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from compileall import compile_dir
from pathlib import Path

from benchmarks.ask import EXAMPLES, label
from benchmarks.table import Table
from imab_verify.kernel import ArmClass

HERE = Path(__file__).resolve().parents[1]
MAIN = "import sys; from imab_verify.cli import main; main(sys.argv[1:])"

COMMANDS = (
    ("ask", "OPT(T) <= 32*k*ALG(T)", "--given", "T == 2*k", "--policy", "algorithm-1"),
    ("ask", "OPT(T) <= 2*k*ALG(T)", "--policy", "algorithm-1", "-k", "2..3", "-T", "7..12"),
    ("worst-case", "--policy", "algorithm-1", "-k", "5", "-T", "24"),
    ("worst-case", "--policy", "algorithm-1", "-k", "3", "-T", "11"),
    ("worst-case", "--policy", "greedy", "-k", "2", "-T", "7"),
    ("worst-case", "--policy", "algorithm-1", "-k", "2..4", "-T", "8..12"),
    ("ask", "OPT(T) <= 3*ALG(T)", "--policy", "round-robin", "-k", "2..3", "-T", "4..9"),
    ("show", "D8"),
    ("simulate", "examples/two-arms.json", "--policy", "algorithm-1", "-T", "200"),
    ("hunt", "--claim", "f(n) >= 1/3"),
)
"""About runs, worst cases, a simulation and a hunt."""


def seconds(tree: Path, *args: str) -> float:
    """The CPU time of one command in a tree."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # noqa: S603  our own command line
        [sys.executable, "-c", MAIN, *args],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(trees: list[Path], rounds: int, commands: list[list[str]]) -> float:
    """The best time of the second tree over that of the first; they take turns."""
    pairs = list(zip(trees, commands, strict=True))
    times = [[seconds(tree, *words) for tree, words in pairs] for _ in range(rounds)]
    bests: list[float] = [min(column) for column in zip(*times, strict=True)]
    return bests[1] / bests[0]


def question(text: str, givens: list[str], arms: Mapping[str, ArmClass] | None) -> list[str]:
    """The words of the command `ask`."""
    said = [word for given in givens for word in ("--given", given)]
    return ["ask", text, *said, *(f"--arm={arm}:{kind}" for arm, kind in (arms or {}).items())]


def run(earlier: Path, rounds: int) -> Table:
    """Compare every example: to ask it, and to replay its certificate."""
    rows = []
    trees = [earlier, HERE]
    with tempfile.TemporaryDirectory() as folder:
        for number, (_, text, givens, arms) in enumerate(EXAMPLES):
            files = [f"{folder}/{number}-{i}.json" for i in range(2)]
            ask = [*question(text, givens, arms), "--certificate"]
            asked = best(trees, rounds, [[*ask, file] for file in files])
            replayed = best(trees, rounds, [["replay", file] for file in files])
            rows.append((label(text, givens, arms), f"{asked:.2f}", f"{replayed:.2f}"))
    return Table(
        "CPU time of a command, with its start, in multiples of what the earlier tree took.",
        ("claim", "ask", "replay"),
        rows,
    )


def compile_all(tree: Path) -> None:
    """Neither tree compiles anything while it is measured."""
    for room in ("imab_verify", "counterexample_search", "proofs"):
        compile_dir(tree / room, quiet=2)


def run_commands(earlier: Path, rounds: int) -> Table:
    """Compare every command of another kind."""
    trees = [earlier, HERE]
    rows = [
        (f"`{shlex.join(words)}`", f"{best(trees, rounds, [[*words], [*words]]):.2f}")
        for words in COMMANDS
    ]
    return Table("The same for other commands.", ("command", "time"), rows)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.earlier", description=__doc__)
    parser.add_argument("tree", type=Path, help="a checkout of an earlier commit")
    parser.add_argument("--rounds", type=int, default=5, help="times that each command is run")
    options = parser.parse_args()
    for tree in (options.tree.resolve(), HERE):
        compile_all(tree)
    for measure in (run, run_commands):
        print(measure(options.tree.resolve(), options.rounds).markdown())


if __name__ == "__main__":
    main()
