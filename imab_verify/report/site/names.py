"""Where the pages of a site are: every entry and every reading has one place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from imab_verify.ledger.check import Checked, Ledger, Result

UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Names:
    """The file of every entry by its id, and the entry by whose page a reading is told in full."""

    files: Mapping[str, str]
    homes: Mapping[str, str]

    @staticmethod
    def of(ledger: Ledger) -> Names:
        """File names are plain letters and differ by more than capitals."""
        files: dict[str, str] = {}
        taken: set[str] = set()
        for checked in ledger.asked:
            plain = UNSAFE.sub("-", checked.entry.id).strip("-") or "entry"
            name, number = plain, 1
            while name.lower() in taken:
                number += 1
                name = f"{plain}-{number}"
            taken.add(name.lower())
            files[checked.entry.id] = f"{name}.html"
        homes: dict[str, str] = {}
        for checked in ledger.asked:
            for result in checked.results:
                homes.setdefault(result.reading.name, checked.entry.id)
        return Names(files, homes)

    def page(self, id_: str, root: str = "") -> str:
        """The page of an entry, from the page whose way to the top is `root`; "" without one."""
        return f"{root}entries/{self.files[id_]}" if id_ in self.files else ""

    def certificate(self, result: Result) -> str:
        """The file of a certificate, from the top; "" if there is none."""
        return f"certificates/{result.reading.name}.json" if result.outcome.certificate else ""

    def is_home(self, checked: Checked, result: Result) -> bool:
        """Whether the reading is told in full on the page of this entry."""
        return self.homes[result.reading.name] == checked.entry.id
