"""Mutation tests of the trusted kernel: is there a test for every line a verdict rests on?

Each mutant changes one place of `imab_verify/kernel` (a comparison, a boundary, a Boolean word, a
sign, a check that is left out, an answer) in a copy of the project, and runs the tests that reach
this place. A mutant that no test notices survives: a test is missing, or the mutant means the same
as the original and is listed, with the reason, in `allowed_survivors.toml`.

    python tools/kernel_mutants.py                        all mutants; goes on where it stopped
    python tools/kernel_mutants.py --seconds 3600         as many as fit into an hour
    python tools/kernel_mutants.py --sample 40 --seed 1   some of them
    python tools/kernel_mutants.py --list                 what they are

The module is also the pytest plugin that runs a choice of tests, shortest first.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KERNEL = Path("imab_verify/kernel")
TESTS = ("tests/kernel", "tests/certificates")
STATE = ROOT / ".mutants"
ALLOWED = Path(__file__).with_name("allowed_survivors.toml")
COPIED = ("imab_verify", "proofs", "counterexample_search", "tests", "docs", "examples")
MOST_MEMORY = 4 * 2**30
FIRST = 12
"""So many tests, the shortest that reach a mutant, run before the others are collected."""
MANY = 20
"""So many times as many run on the kernel as it is, before any mutant."""
LEAST_SECONDS = 20.0
"""A mutant has at least this long, or ten times what its tests take on the kernel as it is."""
QUIET = ("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning")
"""Hypothesis is loaded before pytest starts; a warning of that would be an error, on any kernel."""

# --- the mutants -------------------------------------------------------------------------------

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLS = {"all": "any", "any": "all", "min": "max", "max": "min"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file: the text from start to end becomes `after`."""

    file: str
    function: str
    line: int
    start: int
    end: int
    before: str
    after: str

    @property
    def key(self) -> str:
        """A name that is the same in every run on the same sources."""
        return f"{self.file}:{self.line}:{self.start}:{self.before}->{self.after}"

    def apply(self, source: bytes) -> bytes:
        """Give the changed source."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def changed_lines(self, source: bytes) -> tuple[str, str]:
        """The lines with the change, before and after it, each as one line."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        head, tail = source[first : self.start], source[self.end : last]
        before = head + source[self.start : self.end] + tail
        after = head + self.after.encode() + tail
        return " ".join(before.decode().split()), " ".join(after.decode().split())


class _Finder:
    """Lists the mutants of one source."""

    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.source = source.encode()
        starts = [0]
        for line in self.source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self.starts = starts
        self.mutants: list[Mutant] = []
        self.visit(ast.parse(source), "")

    def add(self, node: ast.expr | ast.stmt, after: str, function: str) -> None:
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = self.source[start:end].decode()
        self.mutants.append(Mutant(self.file, function, node.lineno, start, end, before, after))

    def visit(self, node: ast.AST, function: str) -> None:
        """Mutate a node and what is below it; annotations, decorators and docstrings stay."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
        for after in _changes(node):
            self.add(node, after, function)  # type: ignore[arg-type]
        for name, field in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "type_params"}:
                continue
            for child in field if isinstance(field, list) else [field]:
                if isinstance(child, ast.AST) and not _stays(child):
                    self.visit(child, function)


def _stays(node: ast.AST) -> bool:
    """Whether the node is an import, text that is put together, `strict=True` or a docstring.

    How much work is counted stays too: that it is counted is what a test can notice.
    """
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr):
        return True
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "spend"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST) -> Iterator[str]:
    """Give the texts that may stand in the place of a node."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                    yield _text(ast.Compare(node.left, ops, node.comparators))
        case ast.BoolOp():
            other_word = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield _text(ast.BoolOp(other_word, node.values))
            for place in range(len(node.values)):
                rest = [value for i, value in enumerate(node.values) if i != place]
                yield _text(ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0])
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield _text(node.operand)
        case ast.BinOp() if type(node.op) in OPERATIONS and not _joins_text(node):
            yield _text(ast.BinOp(node.left, OPERATIONS[type(node.op)](), node.right))
        case ast.AugAssign() if type(node.op) in OPERATIONS:
            yield ast.unparse(ast.AugAssign(node.target, OPERATIONS[type(node.op)](), node.value))
        case ast.Constant(value=bool(truth)):
            yield str(not truth)
        case ast.Constant(value=int(number)):
            yield str(number + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield ast.unparse(ast.Call(ast.Name(CALLS[name]), node.args, node.keywords))
        case ast.Raise():
            yield "pass"
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()):
            yield "pass"
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "return None"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "pass"
        case _:
            pass


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def _joins_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
        for side in sides
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def list_mutants() -> list[Mutant]:
    """All mutants of the kernel that can be compiled, in the order of the sources."""
    mutants = []
    for path in sorted((ROOT / KERNEL).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        finder = _Finder(str(path.relative_to(ROOT)), source)
        mutants += [m for m in finder.mutants if _compiles(m.apply(finder.source))]
    return mutants


def _compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


# --- the pytest plugin: a choice of tests, shortest first ----------------------------------------


def pytest_addoption(parser: Any) -> None:
    """Two files: which tests to run, and where to write how long they took."""
    parser.addoption("--chosen-tests", default=None)
    parser.addoption("--write-durations", default=None)


def pytest_configure(config: Any) -> None:
    """A mutant that asks for too much memory fails."""
    if config.getoption("--chosen-tests"):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Keep the chosen tests, in the order in which they are given."""
    path = config.getoption("--chosen-tests")
    if path:
        order = {name: place for place, name in enumerate(json.loads(Path(path).read_text()))}
        items[:] = sorted((i for i in items if i.nodeid in order), key=lambda i: order[i.nodeid])


_durations: Counter[str] = Counter()


def pytest_runtest_logreport(report: Any) -> None:
    """Add up set-up, call and clean-up."""
    _durations[report.nodeid] += report.duration


def pytest_sessionfinish(session: Any) -> None:
    """Write the durations."""
    path = session.config.getoption("--write-durations")
    if path:
        Path(path).write_text(json.dumps(_durations))


# --- which test reaches which line ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reach:
    """How long every test takes, and which tests run which line."""

    durations: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, shortest first; all for what runs on import."""
        reaching = self.lines.get(mutant.file, {}).get(mutant.line, [])
        names = self.durations if not mutant.function or "" in reaching else reaching
        return sorted((n for n in names if n in self.durations), key=self.durations.__getitem__)


def know_reach(copy: Path, fingerprint: str) -> Reach:
    """Remember what the tests of these sources reach, or measure it."""
    path = STATE / f"{fingerprint}.reach.json"
    if not path.exists():
        print("measuring which test reaches which line", flush=True)
        reach = measure_reach(copy)
        path.write_text(json.dumps({"durations": reach.durations, "lines": reach.lines}))
    known = json.loads(path.read_text())
    lines = {
        file: {int(line): tests for line, tests in reached.items()}
        for file, reached in known["lines"].items()
    }
    return Reach(known["durations"], lines)


def measure_reach(copy: Path) -> Reach:
    """Run all tests once on the kernel as it is, with the coverage of each."""
    durations = copy / "durations.json"
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "kernel_mutants"),
        *(f"--write-durations={durations}", f"--cov={KERNEL}", "--cov-context=test"),
        *("--cov-report=", "--cov-branch", *TESTS),
    ]
    done = subprocess.run(  # noqa: S603  our own tests
        command, cwd=copy, env=_environment(copy), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"the tests fail on the kernel as it is:\n{done.stdout[-3000:]}")
    from coverage import CoverageData

    data = CoverageData(str(copy / ".coverage"))
    data.read()
    lines: dict[str, dict[int, list[str]]] = {}
    for file in data.measured_files():
        name = str(Path(file).relative_to(copy))
        lines[name] = {
            line: sorted({context.partition("|")[0] for context in contexts})
            for line, contexts in data.contexts_by_lineno(file).items()
        }
    return Reach(json.loads(durations.read_text()), lines)


def _environment(copy: Path) -> dict[str, str]:
    paths = [str(copy), str(Path(__file__).parent)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


# --- one mutant ----------------------------------------------------------------------------------


def copy_project(folder: Path) -> Path:
    """Copy what the tests need."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (*ROOT.glob("*.md"), ROOT / "pyproject.toml"):
        shutil.copy(file, folder)
    return folder


class Runner:
    """Runs tests on one copy, in children of a process that has loaded what all of them need."""

    def __init__(self, copy: Path) -> None:
        self.copy = copy
        self.server = subprocess.Popen(
            [sys.executable, "-c", "import kernel_mutants; kernel_mutants.serve()"],
            cwd=copy,
            env=_environment(copy),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def survives(self, mutant: Mutant, reach: Reach) -> bool:
        """Whether all tests that reach the mutant pass; one that takes too long does not."""
        tests = reach.tests_of(mutant)
        path = self.copy / mutant.file
        source = path.read_bytes()
        try:
            _replace(path, mutant.apply(source))
            return all(self._pass(part, reach) for part in (tests[:FIRST], tests[FIRST:]) if part)
        finally:
            _replace(path, source)

    def check(self, reach: Reach) -> None:
        """The kernel as it is survives: else every mutant would seem to be killed."""
        tests = sorted(reach.durations, key=reach.durations.__getitem__)
        if not self._pass(tests[: MANY * FIRST], reach):
            raise SystemExit("the tests fail on the kernel as it is, where mutants are tried")

    def _pass(self, tests: list[str], reach: Reach) -> bool:
        chosen = self.copy / "chosen-tests.json"
        chosen.write_text(json.dumps(tests))
        seconds = max(LEAST_SECONDS, 10 * sum(reach.durations[test] for test in tests))
        files = sorted({test.partition("::")[0] for test in tests})
        stdin, stdout = self.server.stdin, self.server.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the server has no pipes")
        stdin.write(json.dumps([str(chosen), files, seconds]) + "\n")
        stdin.flush()
        answer: bool = json.loads(stdout.readline())
        return answer

    def close(self) -> None:
        """End the server."""
        self.server.kill()
        self.server.communicate()


def _replace(path: Path, source: bytes) -> None:
    """Write a module, and forget what was compiled of it."""
    path.write_bytes(source)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def serve() -> None:
    """Answer each line of the input: whether the tests in it pass, in a child of this process."""
    import hypothesis.strategies  # noqa: F401  children have it loaded
    import pytest

    for line in sys.stdin:
        chosen, files, seconds = json.loads(line)
        child = os.fork()
        if not child:
            os.setsid()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "kernel_mutants", *QUIET]
            os._exit(int(pytest.main([*options, f"--chosen-tests={chosen}", *files])))
        print(json.dumps(_ends_well(child, seconds)), flush=True)


def _ends_well(child: int, seconds: float) -> bool:
    """Whether a child ends in time with code 0; it and its own children are gone then."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


# --- all of them ---------------------------------------------------------------------------------


class Journal:
    """What is known of the mutants of these very sources; survives an interruption."""

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self.path = STATE / f"{fingerprint}.jsonl"
        self.known: dict[str, bool] = {}
        self.lock = threading.Lock()
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                row = json.loads(line)
                self.known[row["mutant"]] = row["survives"]

    def note(self, mutant: Mutant, *, survived: bool) -> None:
        """Write down an answer at once."""
        with self.lock, self.path.open("a") as stream:
            self.known[mutant.key] = survived
            stream.write(json.dumps({"mutant": mutant.key, "survives": survived}) + "\n")


def fingerprint_of_sources() -> str:
    """A name for the state of the kernel, its tests and this tool."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for folder in (KERNEL, *map(Path, TESTS), Path("tests/helpers")):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def judge_all(mutants: list[Mutant], journal: Journal, workers: int, seconds: float) -> None:
    """Run the tests on every mutant that is not yet known, for so many seconds."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in mutants:
        if mutant.key not in journal.known:
            waiting.put(mutant)
    total = waiting.qsize()
    if not total:
        return
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = [copy_project(Path(folder) / str(i)) for i in range(workers)]
        reach = know_reach(copies[0], journal.fingerprint)
        print(f"{len(mutants)} mutants, {total} of them new", flush=True)
        runners = [Runner(copy) for copy in copies]
        runners[0].check(reach)
        start = time.monotonic()

        def work(runner: Runner) -> None:
            while not waiting.empty() and time.monotonic() - start < seconds:
                try:
                    mutant = waiting.get_nowait()
                except queue.Empty:
                    break
                survived = runner.survives(mutant, reach)
                journal.note(mutant, survived=survived)
                done = total - waiting.qsize()
                if survived or done % 50 == 0:
                    word = "survives" if survived else "killed"
                    took = time.monotonic() - start
                    print(f"{done}/{total} {took:.0f} s: {mutant.key}: {word}", flush=True)
            runner.close()

        threads = [threading.Thread(target=work, args=(runner,), daemon=True) for runner in runners]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def read_allowed() -> dict[tuple[str, str, str], str]:
    """(function, line, line with the change) -> why the mutant means the same."""
    rows = tomllib.loads(ALLOWED.read_text(encoding="utf-8")).get("survivor", [])
    return {(row["function"], row["line"], row["becomes"]): row["reason"] for row in rows}


def main() -> int:
    """Say which mutants survive that should not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--sample", type=int, help="take so many mutants at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--only", default="", help="mutants whose file or function match this")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after these")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    options = parser.parse_args()
    mutants = [m for m in list_mutants() if re.search(options.only, f"{m.file} {m.function}")]
    if options.sample is not None:
        chance = random.Random(options.seed)  # noqa: S311  a sample, not a secret
        mutants = chance.sample(mutants, min(options.sample, len(mutants)))
    if options.list:
        print("\n".join(mutant.key for mutant in mutants))
        return 0
    STATE.mkdir(exist_ok=True)
    journal = Journal(fingerprint_of_sources())
    judge_all(mutants, journal, options.workers, options.seconds)
    whole = options.sample is None and not options.only
    known = [mutant for mutant in mutants if mutant.key in journal.known]
    if len(known) < len(mutants):
        print(f"{len(mutants) - len(known)} mutants are left: run it again to go on")
    return report(known, journal, whole=whole and len(known) == len(mutants))


def report(mutants: list[Mutant], journal: Journal, *, whole: bool) -> int:
    """Print the survivors that are not allowed; after a whole run also allowances without use."""
    allowed = read_allowed()
    used = set()
    missed = []
    for mutant in mutants:
        if journal.known[mutant.key]:
            lines = mutant.changed_lines((ROOT / mutant.file).read_bytes())
            allowance = (mutant.function, *lines)
            if allowance in allowed:
                used.add(allowance)
            else:
                missed.append((mutant, *lines))
    for mutant, before, after in missed:
        print(f"\n{mutant.file}:{mutant.line} in {mutant.function or 'the module'}")
        print(f"- {before}\n+ {after}")
    survivors = sum(journal.known[mutant.key] for mutant in mutants)
    print(
        f"\n{len(mutants)} mutants: {len(mutants) - survivors} killed, {len(used)} survive and are "
        f"allowed to, {len(missed)} survive and are not"
    )
    unused = allowed.keys() - used if whole else set()
    for function, line, becomes in sorted(unused):
        print(f"allowed without use: {function}: {line} -> {becomes}")
    return 1 if missed or unused else 0


if __name__ == "__main__":
    sys.exit(main())
