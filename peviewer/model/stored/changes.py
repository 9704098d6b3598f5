"""Files that may change while they are open, and their fingerprints."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from peviewer.model.stored.entry import TableError

_BLOCK, _BLOCKS = 4096, 64


class ChangedError(TableError):
    """A file has changed since it was opened."""


def fingerprint(path: Path) -> str:
    """Return what identifies a file when a session is opened again: size, time, and a hash of blocks spread over it."""
    try:
        known = path.stat()
        if not path.is_file():  # reading a pipe would block
            raise TableError(f"{path} cannot be read: it is not an ordinary file")
        hashed, last = hashlib.sha256(), max(0, known.st_size - _BLOCK)
        with path.open("rb", buffering=0) as file:
            for start in (*range(0, last, max(_BLOCK, last // _BLOCKS)), last):
                file.seek(start)
                hashed.update(file.read(_BLOCK))
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError:  # a NUL character
        raise TableError(f"{str(path)!r} is no path of a file") from None
    return f"{known.st_size} {known.st_mtime_ns} {hashed.hexdigest()[:16]}"


def is_same_file(first: str, second: str) -> bool:
    """Whether two fingerprints are of the same bytes; the time of a copy may differ.

    >>> is_same_file("12 1 ab", "12 2 ab"), is_same_file("12 1 ab", "13 1 ab")
    (True, False)
    """
    return first.split(" ")[::2] == second.split(" ")[::2]


def has_changed(path: str, known: str) -> bool:
    """Whether a file exists and differs from its fingerprint."""
    try:
        now = os.stat(path)
        return not known.startswith(f"{now.st_size} {now.st_mtime_ns} ") and not is_same_file(
            known, fingerprint(Path(path))
        )
    except (OSError, ValueError):
        return False


def check_unchanged(path: str, known: str) -> None:
    if has_changed(path, known):
        raise ChangedError(f"{path} has changed on disk since it was opened")


def check_same(path: str, known: str) -> None:
    """Raise :class:`TableError` if a file does not exist or differs from its fingerprint."""
    if not is_same_file(known, fingerprint(Path(path))):
        raise ChangedError(f"its table {path} has changed since")
