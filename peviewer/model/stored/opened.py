"""Files of any content, read a little at a time, so that reading can be cancelled."""

import gzip
import io
import stat
import zipfile
from collections import Counter
from functools import cached_property
from math import prod
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.refusals import abbreviated
from peviewer.base.work import check_cancelled
from peviewer.model.stored import entry
from peviewer.model.stored.entry import TableError

MOST_AT_ONCE = 2**22
"""The most bytes that are read at once, as for the list of an archive's members."""
BEGINNING = 16
"""The format of a file shows within this many bytes."""
GZIP = b"\x1f\x8b"
_PIECE = 2**20
_COMPRESSIONS = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED


class StoredFile(io.BufferedReader):
    """An ordinary file, open for reading.

    Whatever reads it ends once that is cancelled, and is refused more than `MOST_AT_ONCE` bytes at
    once.
    """

    def __init__(self, path: Path) -> None:
        known = path.stat()
        if not stat.S_ISREG(known.st_mode):  # a pipe would be waited for
            raise TableError("it is not an ordinary file")
        super().__init__(io.FileIO(path))
        self.path = path
        self.size = known.st_size
        self.changed_ns = known.st_mtime_ns
        self.beginning = super().read(min(BEGINNING, self.size))
        self.seek(0)

    def read(self, size: int | None = -1, /) -> bytes:
        check_cancelled()
        # A growing file, or one of the operating system's, may have no end.
        left = max(0, self.size - self.tell())
        count = left if size is None or size < 0 else min(size, left)
        if count > MOST_AT_ONCE:
            most = f"{MOST_AT_ONCE // 2**20} MiB"
            raise TableError(
                f"a part of it, such as the list of what it holds, is larger than {most}"
            )
        return super().read(count)

    @cached_property
    def archive(self) -> "Archive":
        """The members of the file as a ZIP archive."""
        return Archive(self)


class Archive:
    """The members of a ZIP file by their names, with the size that each says it has.

    No two names are equal.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._archive = zipfile.ZipFile(file)
        names = Counter(self._archive.namelist())
        for name, count in names.items():
            # Readers differ in which of two members of one name they take.
            if count > 1:
                raise TableError(f"it has {count} members called {abbreviated(name)}")
        self.sizes = {info.filename: info.file_size for info in self._archive.infolist()}

    def read(self, name: str, size: int) -> bytearray:
        """Return the first `size` bytes of a member; raise TableError if it has fewer."""
        compression = self._archive.getinfo(name).compress_type
        # Other compressions may unpack any amount at once.
        if compression not in _COMPRESSIONS:
            raise TableError("it is compressed by another method than deflate")
        with self._archive.open(name) as member:
            return read_in_pieces(member, size)


def read_in_pieces(file: IO[bytes], size: int) -> bytearray:
    """Return the next `size` bytes of a file; raise TableError if there are fewer."""
    content = bytearray(size)
    place = 0
    while place < size:
        piece = file.read(min(_PIECE, size - place))
        if not piece:
            raise TableError("it ends too early")
        content[place : place + len(piece)] = piece
        place += len(piece)
    return content


def numbers_at(
    path: Path,
    offset: int,
    dtype: np.dtype[Any],
    shape: tuple[int, ...],
    order: Literal["C", "F"] = "C",
) -> NDArray[Any]:
    """Return the numbers that follow each other in a file from an offset on.

    If there are many, they are mapped into memory.
    """
    size = prod(shape) * dtype.itemsize
    if size > entry.MOST_READ:
        return np.memmap(path, dtype, "r", offset, shape, order)
    with StoredFile(path) as file:
        file.seek(offset)
        # The numbers are copied: a mapped file that shrinks would end the program.
        content = read_in_pieces(file, size)
    return np.ndarray(shape, dtype, content, order=order)


def unpacked(file: StoredFile) -> StoredFile | gzip.GzipFile:
    """Return a text file from its beginning, unpacked if gzip has packed it."""
    file.seek(0)
    return gzip.GzipFile(fileobj=file) if file.beginning.startswith(GZIP) else file
