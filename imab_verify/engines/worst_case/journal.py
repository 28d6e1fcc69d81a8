"""A file that keeps the certificates of searches, finished or not, so that work can go on."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from imab_verify.engines.worst_case.documents import Key, key_of
from imab_verify.errors import InputError, quote
from imab_verify.files import taking_turns, write_file
from imab_verify.kernel import MalformedError, read
from imab_verify.kernel.worst_case import Supremum

FORMAT = "imab-worst-case-journal/1"


class Journal:
    """The certificates by what they are about; `keep` writes the file anew.

    Several searches may keep theirs in one file at the same time. `trouble` says why the last
    certificates are not in the file, or not there at all.
    """

    def __init__(self, path: str | None) -> None:
        self.path = path
        self.trouble: str | None = None
        self.certificates: dict[Key, bytes] = {}
        self._seen: set[bytes] = set()
        if path is not None:
            self._load(path)

    def keep(self, certificate: bytes) -> None:
        """Remember a certificate, and write the file; a full disk does not end the work."""
        self.certificates[_key(certificate)] = certificate
        self._seen.add(certificate)
        if self.path is None:
            return
        try:
            with taking_turns(self.path):
                self._load(self.path)
                texts = [text.decode() for text in self.certificates.values()]
                write_file(self.path, json.dumps({"format": FORMAT, "certificates": texts}) + "\n")
            self.trouble = None
        except InputError as error:
            self.trouble = str(error)

    def _load(self, path: str) -> None:
        """Take what is new in the file, unless what is here is as good."""
        try:
            document = json.loads(Path(path).read_text(encoding="utf-8"))
            if document["format"] != FORMAT:
                raise InputError(f"{quote(path)} is not a journal of the format {FORMAT}")
            for text in [text.encode() for text in document["certificates"]]:
                if text not in self._seen:
                    self._take(text)
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError, AttributeError, MalformedError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{quote(path)} cannot be read as a journal of searches") from None

    def _take(self, certificate: bytes) -> None:
        key = _key(certificate)
        self._seen.add(certificate)
        mine = self.certificates.get(key)
        if mine is None or _gap(certificate) < _gap(mine):
            self.certificates[key] = certificate


def _key(certificate: bytes) -> Key:
    return key_of(_read(certificate))


def _gap(certificate: bytes) -> tuple[bool, Fraction]:
    """How far a search has come: the distance of its bounds, which may be infinite."""
    case = _read(certificate)
    upper, lower = case.upper, case.lower.ratio
    if upper is None or lower is None:
        return upper != lower, Fraction(0)
    return False, upper - lower


def _read(certificate: bytes) -> Supremum:
    case = read(certificate)
    if not isinstance(case, Supremum):
        raise MalformedError("this is not a worst case")
    return case
