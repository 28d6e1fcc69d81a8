import argparse

from benchmarks.hunt import SECONDS, SEEDS, measure, results_in, table
from benchmarks.hunt.cells import TUNED, held_out
from benchmarks.hunt.searchers import SEARCHERS


def main() -> None:
    """Measure what is missing of the chosen searchers, and print the table of all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hunt")
    parser.add_argument("--only", nargs="+", choices=SEARCHERS, metavar="NAME", help="searchers")
    parser.add_argument("--results", metavar="FILE", help="a file of JSON lines to go on from")
    options = parser.parse_args()
    results = results_in(options.results)
    measure(results, options.only or SEARCHERS)
    print(table(results, [*TUNED, *held_out()], SECONDS, SEEDS).markdown())


if __name__ == "__main__":
    main()
