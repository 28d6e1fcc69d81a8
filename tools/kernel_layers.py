"""How large the layers of the trusted kernel are, in lines of code, and how large they may be.

A line of code is one that has something on it other than comments and docstrings.

    python tools/kernel_layers.py           the layers with their lines
    python tools/kernel_layers.py --table   the table of CONTRIBUTING.md
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KERNEL = Path(__file__).resolve().parents[1] / "imab_verify" / "kernel"
NO_CODE = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
)


@dataclass(frozen=True, slots=True)
class Layer:
    """Modules or packages of the kernel that answer one question, in at most `most` lines."""

    name: str
    question: str
    modules: tuple[str, ...]
    most: int

    def files(self) -> Iterator[Path]:
        """The files of the layer."""
        for module in self.modules:
            whole = KERNEL / module
            yield from sorted(whole.rglob("*.py")) if whole.is_dir() else [whole.with_suffix(".py")]

    def lines(self) -> int:
        """The lines of code of the layer."""
        return sum(lines_of(path.read_text(encoding="utf-8")) for path in self.files())


ARMS = ("forms", "functionals", "classes", "claims", "wellformed", "regions", "rays")
LAYERS = (
    Layer(
        "ground",
        "exact arithmetic, JSON to data, one budget of work",
        ("errors", "limits", "polynomials", "documents"),
        515,
    ),
    Layer(
        "core",
        "claims about arms: what they say, what proves and what refutes them",
        (*ARMS, "proofs", "rules", "points"),
        840,
    ),
    Layer("families", "hypotheses for every integer of a range", ("families",), 50),
    Layer("formulas", "and, or, min, max in a conclusion", ("formulas",), 135),
    Layer("contexts", "the runs and policies that a claim names", ("contexts",), 120),
    Layer(
        "runs",
        "a policy played step by step; sums over arms, last pulls, cases",
        ("runs/__init__", "runs/play", "runs/rules", "runs/splitting"),
        350,
    ),
    Layer(
        "facts of runs",
        "what is true in every run",
        tuple(
            f"runs/{part}" for part in ("known", "counts", "rewards", "indices", "sums", "facts")
        ),
        555,
    ),
    Layer("crossing sums", "which arm reached each count first", ("runs/crossing",), 200),
    Layer("lower bounds", "adversaries, for every policy", ("adversary",), 300),
    Layer("schedules", "what some run of a policy attains", ("attained",), 205),
    Layer(
        "worst cases",
        "the exact sup of OPT/ALG at one k and T",
        ("worst_case/__init__", "worst_case/document", "worst_case/bounds"),
        220,
    ),
    Layer("index tables", "worst cases of index policies", ("worst_case/index",), 150),
    Layer("rounds", "runs at any horizon, round by round", ("worst_case/rounds",), 50),
    Layer("cells", "ranges of k and T, from worst cases", ("cells",), 65),
    Layer("observing", "what a claim says at an instance", ("observing",), 30),
    Layer("existence", "a choice that serves, or none", ("existence",), 180),
    Layer(
        "judge",
        "certificates as data; `read` and `judge`; the seam",
        ("certificates", "judging", "__init__", "__main__"),
        430,
    ),
)


def lines_of(source: str) -> int:
    """The lines of code of a text."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def table() -> str:
    """The layers as CONTRIBUTING.md shows them."""
    rows = ["| layer | question | files in `kernel/` | lines at most |", "|---|---|---|---|"]
    for layer in LAYERS:
        files = ", ".join(f"`{module}`" for module in layer.modules if "__" not in module)
        rows.append(f"| {layer.name} | {layer.question} | {files} | {layer.most} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Print the layers."""
    if "--table" in sys.argv[1:]:
        print(table(), end="")
        return
    for layer in LAYERS:
        print(f"{layer.name:15}{layer.lines():6} of {layer.most:5}   {layer.question}")
    print(f"{'all':15}{sum(layer.lines() for layer in LAYERS):6}")


if __name__ == "__main__":
    main()
