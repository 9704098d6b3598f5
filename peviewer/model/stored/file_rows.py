"""Files that may change while they are open: what each is known by again, and rows read from one that is large."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from peviewer.base.work import check_cancelled
from peviewer.model.stored.entry import TableError

if TYPE_CHECKING:
    from typing import IO

    from numpy.typing import NDArray

_BLOCK, _BLOCKS = 4096, 64
_PAGE = 4096  # bytes: rows with a smaller gap between them are read in one go


class ChangedError(TableError):
    """A file is no longer what it was when it was opened."""


def fingerprint(path: Path) -> str:
    """Return identifies a file when a session is opened again: its size, its time, and a hash of blocks all over it.

    Raises
    ------
    TableError
        If there is no such file.
    """
    try:
        known = path.stat()
        if not path.is_file():  # a pipe would be waited for
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


def is_same_file(one: str, other: str) -> bool:
    """Whether two fingerprints are of the same bytes: a copy has another time.

    >>> is_same_file("12 1 ab", "12 2 ab"), is_same_file("12 1 ab", "13 1 ab")
    (True, False)
    """
    return one.split(" ")[::2] == other.split(" ")[::2]


def has_changed(path: str, known: str) -> bool:
    """Whether a file is there, and is not the one of a fingerprint."""
    try:
        now = os.stat(path)
        return not known.startswith(f"{now.st_size} {now.st_mtime_ns} ") and not is_same_file(
            known, fingerprint(Path(path))
        )
    except (OSError, ValueError):
        return False


def check_unchanged(path: str, known: str) -> None:
    """Raise :class:`ChangedError` where a file is not the one of a fingerprint."""
    if has_changed(path, known):
        raise ChangedError(f"{path} has changed on disk since it was opened")


def check_same(path: str, known: str) -> None:
    """Raise :class:`TableError` where a file is not there, or not the one of a fingerprint."""
    if not is_same_file(known, fingerprint(Path(path))):
        raise ChangedError(f"its table {path} has changed since")


@dataclass(frozen=True, eq=False)
class FileRows:
    """A table that is too large to be read whole: its rows are read whenever they are looked at.

    A mapped file would do the same by itself, but ends the program once it has become shorter.

    Attributes
    ----------
    path, known : str
        The file, and its fingerprint.
    shape, steps : tuple of int
        Rows and columns, and the bytes from each to the next.
    """

    path: str
    known: str
    dtype: np.dtype[Any]
    offset: int
    shape: tuple[int, int]
    steps: tuple[int, int]

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]

    @property
    def T(self) -> FileRows:
        return FileRows(self.path, self.known, self.dtype, self.offset, self.shape[::-1], self.steps[::-1])

    def after(self, row: int) -> FileRows:
        """Return the rows from one on."""
        offset, shape = self.offset + row * self.steps[0], (self.shape[0] - row, self.shape[1])
        return FileRows(self.path, self.known, self.dtype, offset, shape, self.steps)

    def read(self, index: NDArray[np.int64], start: int, stop: int) -> NDArray[Any]:
        """Return the numbers of some rows in the columns from `start` to before `stop`.

        Raises
        ------
        ChangedError
            If the file has changed.
        """
        try:
            with open(self.path, "rb", buffering=0) as file:
                found = self._read(file, index, start, stop)
        except OSError as error:
            raise TableError(f"{self.path} cannot be read: {error.strerror or error}") from None
        except EOFError:
            raise ChangedError(f"{self.path} has become shorter since it was opened") from None
        check_unchanged(self.path, self.known)  # once it was read: it may have changed meanwhile
        return found

    def _read(self, file: IO[bytes], index: NDArray[np.int64], start: int, stop: int) -> NDArray[Any]:
        item = self.dtype.itemsize
        found = np.empty((len(index), stop - start), self.dtype)
        done = 0
        for first, count in _runs(index, 1 if self.steps[0] - (stop - start) * item > _PAGE else len(index)):
            check_cancelled()
            if self.steps[1] == item:
                found[done : done + count] = self._block(file, first, count, start, stop)
            else:  # columns follow each other in the file, as its own rows would
                found[done : done + count] = self.T._read(file, np.arange(start, stop), first, first + count).T
            done += count
        return found

    def _block(self, file: IO[bytes], first: int, count: int, start: int, stop: int) -> NDArray[Any]:
        """Return consecutive rows, whose numbers follow each other."""
        item = self.dtype.itemsize
        raw = bytearray((count - 1) * self.steps[0] + (stop - start) * item)
        file.seek(self.offset + first * self.steps[0] + start * item)
        done = 0
        while done < len(raw):
            if not (more := file.readinto(memoryview(raw)[done:])):  # type: ignore[attr-defined]  # it is raw
                raise EOFError
            done += more
        return np.ndarray((count, stop - start), self.dtype, raw, 0, (self.steps[0], item))


def _runs(index: NDArray[np.int64], most: int) -> list[tuple[int, int]]:
    """Return the first and the number of rows that follow each other, at most so many together.

    >>> _runs(np.array([3, 4, 5, 9]), 4), _runs(np.array([3, 4]), 1)
    ([(3, 3), (9, 1)], [(3, 1), (4, 1)])
    """
    if not len(index):
        return []
    breaks = np.flatnonzero(np.diff(index) != 1) + 1 if most > 1 else np.arange(1, len(index))
    return [(int(index[here]), there - here) for here, there in pairwise([0, *breaks.tolist(), len(index)])]
