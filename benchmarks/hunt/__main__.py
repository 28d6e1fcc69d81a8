import argparse

from benchmarks.hunt import NAME, SECONDS, SEEDS, Shard, measure, results_in, table
from benchmarks.hunt.cells import TUNED, held_out
from benchmarks.hunt.searchers import SEARCHERS
from benchmarks.page import PAGE, put


def main() -> None:
    """Measure what is missing of the chosen searchers, and print the table of all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hunt")
    only = f"measure these only, or none: {', '.join(f'{name!r}' for name in SEARCHERS)}"
    parser.add_argument("--only", nargs="*", metavar="NAME", help=only)
    parser.add_argument(
        "--results",
        nargs="+",
        default=(),
        metavar="FILE",
        help="files of JSON lines to go on from; new results are kept in the first",
    )
    parser.add_argument(
        "--shard", type=_shard, default=(1, 1), metavar="I/N", help="do part I of N of the work"
    )
    parser.add_argument("--write", action="store_true", help=f"update {PAGE.name} in docs/")
    options = parser.parse_args()
    chosen = SEARCHERS if options.only is None else options.only
    if unknown := [name for name in chosen if name not in SEARCHERS]:
        parser.error(f"there is no searcher {unknown[0]!r}: --help lists them")
    results = results_in(options.results)
    measure(results, chosen, options.shard)
    text = table(results, [*TUNED, *held_out()], SECONDS, SEEDS).markdown()
    print(text)
    if options.write:
        put(NAME, text)


def _shard(text: str) -> Shard:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 0 < int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is not I/N with 1 <= I <= N")
    return int(part), int(parts)


if __name__ == "__main__":
    main()
