import argparse
import pkgutil
from importlib import import_module
from typing import Protocol, cast

import benchmarks
from benchmarks.table import PAGE, Table, put


class Benchmark(Protocol):
    """What a benchmark module has."""

    NAME: str

    def run(self) -> Table:
        """Measure."""


def main() -> None:
    """Run the named benchmarks, or all of them."""
    known = registered()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="run the benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {', '.join(known)}")
    parser.add_argument("--write", action="store_true", help=f"update {PAGE.name} in docs/")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}: use one of {', '.join(known)}")
    for name in options.names or known:
        table = known[name].run().markdown()
        print(f"## {name}\n\n{table}\n", flush=True)
        if options.write:
            put(name, table)


def registered() -> dict[str, Benchmark]:
    """Find the benchmark modules, by name."""
    names = [info.name for info in pkgutil.iter_modules(benchmarks.__path__)]
    modules = [import_module(f"benchmarks.{name}") for name in names if name != "__main__"]
    found = [cast("Benchmark", module) for module in modules if hasattr(module, "NAME")]
    return {benchmark.NAME: benchmark for benchmark in found}


if __name__ == "__main__":
    main()
