"""How well the toolkit tells wrong statements from right ones: the mutants of the ledger.

    python -m tests.proofs.mutants

A mutant is a statement that is slightly too strong. It must not be proved, and should be refuted.
The score is the share that is refuted; it is written into docs/papers.md.

mutants()    the mutants by the id of the statement they come from
paper()      the same as a paper, so that they are decided like statements
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from imab_verify.ledger import Entry, Paper, Reading, Status

HERE = Path(__file__).parent


@cache
def mutants() -> dict[str, tuple[Reading, ...]]:
    """All mutants; a file for each folder of proofs."""
    names = [file.name for file in iter_modules([str(HERE)]) if not file.name.startswith("_")]
    files = [import_module(f"{__name__}.{name}") for name in names]
    return {id_: readings for file in files for id_, readings in file.MUTANTS.items()}


@cache
def paper() -> Paper:
    """One entry for each mutated statement."""
    return Paper(
        source=__name__,
        title="Mutants",
        authors=(),
        entries=tuple(
            Entry(
                id=id_,
                lines="",
                slug=id_.lower(),
                title=f"Mutants of {id_}",
                statement="",
                others=readings,
                kind=Status.NOT_FORMAL,
                reason="Mutants test the toolkit.",
            )
            for id_, readings in mutants().items()
        ),
        record=HERE / "expected.json",
    )
