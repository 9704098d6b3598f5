"""Files that may change while they are open: their fingerprints, and rows read from large ones."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.stored.entry import Place, TableError

_BLOCK, _BLOCKS = 4096, 64
_PAGE = 4096  # bytes: rows with a smaller gap between them are read in one go


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
    """Raise :class:`ChangedError` if a file differs from its fingerprint."""
    if has_changed(path, known):
        raise ChangedError(f"{path} has changed on disk since it was opened")


def check_same(path: str, known: str) -> None:
    """Raise :class:`TableError` if a file does not exist or differs from its fingerprint."""
    if not is_same_file(known, fingerprint(Path(path))):
        raise ChangedError(f"its table {path} has changed since")


@dataclass(frozen=True, eq=False)
class FileRows:
    """A table that is too large to be read whole: its rows are read when they are needed.

    A memory-mapped file would do the same, but ends the program if it becomes shorter.
    """

    place: Place  # of two axes
    known: str  # the file's fingerprint

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.place.shape
        return rows, columns

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]

    @property
    def T(self) -> FileRows:
        return FileRows(replace(self.place, shape=self.shape[::-1], steps=self.place.steps[::-1]), self.known)

    def after(self, row: int) -> FileRows:
        """Return the rows from one on."""
        return FileRows(self._part(row, self.shape[0] - row, 0, self.shape[1]), self.known)

    def _part(self, first: int, count: int, start: int, stop: int) -> Place:
        down, across = self.place.steps
        return replace(
            self.place, offset=self.place.offset + first * down + start * across, shape=(count, stop - start)
        )

    def read(self, index: NDArray[np.int64], start: int, stop: int) -> NDArray[Any]:
        """Return the numbers of some rows in the columns from `start` to before `stop`."""
        path = self.place.path
        if os.path.exists(path) and not os.path.isfile(path):  # reading a pipe would block
            raise ChangedError(f"{path} is no longer an ordinary file")
        try:
            numbers = self._read(index, start, stop)
        except OSError as error:
            raise TableError(f"{path} cannot be read: {error.strerror or error}") from None
        except TableError:
            raise ChangedError(f"{path} has become shorter since it was opened") from None
        check_unchanged(path, self.known)  # after reading: it may have changed meanwhile
        return numbers

    def _read(self, index: NDArray[np.int64], start: int, stop: int) -> NDArray[Any]:
        (down, across), item = self.place.steps, self.place.dtype.itemsize
        numbers = np.empty((len(index), stop - start), self.place.dtype)
        done = 0
        for first, count in _runs(index, 1 if down - (stop - start) * item > _PAGE else len(index)):
            check_cancelled()
            if across == item:
                numbers[done : done + count] = self._part(first, count, start, stop).read()
            else:  # columns follow each other in the file, as its own rows would
                numbers[done : done + count] = self.T._read(np.arange(start, stop), first, first + count).T
            done += count
        return numbers


def _runs(index: NDArray[np.int64], most: int) -> list[tuple[int, int]]:
    """Return the first index and the length of each run of consecutive rows, at most `most` long.

    >>> _runs(np.array([3, 4, 5, 9]), 4), _runs(np.array([3, 4]), 1)
    ([(3, 3), (9, 1)], [(3, 1), (4, 1)])
    """
    if not len(index):
        return []
    breaks = np.flatnonzero(np.diff(index) != 1) + 1 if most > 1 else np.arange(1, len(index))
    return [(int(index[begin]), end - begin) for begin, end in pairwise([0, *breaks.tolist(), len(index)])]
