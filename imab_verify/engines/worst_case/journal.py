"""A file that keeps the certificates of searches, finished or not, so that work can go on."""

from __future__ import annotations

import json
from pathlib import Path

from imab_verify.engines.worst_case.documents import Key, key_of
from imab_verify.errors import InputError, quote
from imab_verify.files import write_file
from imab_verify.kernel import MalformedError, read
from imab_verify.kernel.worst_case import Supremum

FORMAT = "imab-worst-case-journal/1"


class Journal:
    """The certificates by what they are about; `keep` writes the file anew.

    `trouble` says why the last certificates are not in the file, or not there at all.
    """

    def __init__(self, path: str | None) -> None:
        self.path = path
        self.trouble: str | None = None
        self.certificates: dict[Key, bytes] = {}
        if path is not None and Path(path).exists():
            self._load(path)

    def keep(self, certificate: bytes) -> None:
        """Remember a certificate, and write the file; a full disk does not end the work."""
        self.certificates[_key(certificate)] = certificate
        if self.path is None:
            return
        texts = [text.decode() for text in self.certificates.values()]
        document = json.dumps({"format": FORMAT, "certificates": texts})
        try:
            write_file(self.path, document + "\n")
            self.trouble = None
        except InputError as error:
            self.trouble = str(error)

    def _load(self, path: str) -> None:
        try:
            document = json.loads(Path(path).read_text(encoding="utf-8"))
            if document["format"] != FORMAT:
                raise InputError(f"{quote(path)} is not a journal of the format {FORMAT}")
            texts = [text.encode() for text in document["certificates"]]
            self.certificates = {_key(text): text for text in texts}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, MalformedError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{quote(path)} cannot be read as a journal of searches") from None


def _key(certificate: bytes) -> Key:
    case = read(certificate)
    if not isinstance(case, Supremum):
        raise MalformedError("this is not a worst case")
    return key_of(case)
