"""Benchmarks: figures side by side, always as ratios measured in one run on one machine.

Every module here with a `NAME` and a function `run() -> Table` is a benchmark.

    python -m benchmarks              run all and print their tables
    python -m benchmarks NAME ...     run the named ones
    python -m benchmarks --write      also put the tables into docs/benchmarks.md
"""
