"""The theorems beyond the paper, and those about index policies: time, size of proof, replay."""

from collections.abc import Iterator
from time import process_time

from benchmarks.table import Table
from imab_verify.kernel import judge
from imab_verify.ledger import Reading
from imab_verify.ledger.check import decide_reading
from proofs import paper

NAME = "theorems"
SECONDS = 60
FACTOR = "(T*T + k*T - 2*k*(k-1))*OPT(T) <= k*T*(T+1)*ALG(T)"
POLICIES = (
    ("HORIZON", FACTOR),
    ("NEXT", FACTOR),
    ("FAR", "OPT(T) <= 2*k*ALG(T)"),
    ("BOLD", "OPT(T) <= 2*k*ALG(T)"),
    ("CAREFUL", "T*OPT(T) <= 2*k*(T+1)*ALG(T)"),
)


def statements() -> Iterator[tuple[str, tuple[Reading, ...]]]:
    """The literal claims of section F, then one claim for each of the index policies."""
    for entry in paper().entries:
        if entry.id.startswith("F"):
            yield f"{entry.id}: {entry.title}", tuple(entry.literal)
    for name, claim in POLICIES:
        policy = f"examples.index_policies:{name}"
        given = ("T >= 4*k", "k >= 2")
        reading = Reading(name=name, says=name, claim=claim, given=given, policy=policy)
        yield f"index policy {name}", (reading,)


def run() -> Table:
    """Decide all claims of every statement, and replay their certificates."""
    rows = []
    for title, readings in statements():
        find = replay = size = 0.0
        for reading in readings:
            start = process_time()
            outcome = decide_reading(reading, paper(), seconds=SECONDS)
            found = process_time()
            judge(outcome.certificate)
            replay += process_time() - found
            find += found - start
            size += len(outcome.certificate) / 1000
        numbers = (str(len(readings)), f"{find:.1f}", f"{size:.0f}", f"{replay / find:.2f}")
        rows.append((title, *numbers))
        print(*rows[-1], sep=" | ", flush=True)
    return Table(
        "All literal claims of each statement: seconds of the processor to find their proofs, "
        "kilobytes of the certificates, and replay / find, whose target is at most 0.30. What "
        "several proofs cite is proved once.",
        ("statement", "claims", "seconds", "kB", "replay / find"),
        rows,
    )
