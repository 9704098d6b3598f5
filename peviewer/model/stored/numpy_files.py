"""NumPy's files: an array, or several in an archive."""

from __future__ import annotations

import io
import tokenize
import zipfile
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from peviewer.base.work import reached
from peviewer.model.stored.entry import (
    BFLOAT16,
    MOST_READ,
    MOST_SAID,
    PART,
    Contents,
    Entry,
    Place,
    TableError,
    is_number,
)

MOST_HEADER = 2**16  # bytes
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def read_npy(path: Path) -> Contents:
    """Return the array of a ``.npy`` file."""
    with path.open("rb") as file:
        shape, rows_first, dtype, kind, begin = _header(file, path.stat().st_size)
    place = Place.in_order(path, dtype, begin, shape, rows_first=rows_first)
    return Contents({"": Entry(shape, kind, place.read, place)})


def read_npz(path: Path) -> Contents:
    """Return the arrays of a ``.npz`` file."""
    with zipfile.ZipFile(path) as archive:
        entries = {
            info.filename.removesuffix(".npy"): info for info in archive.infolist() if info.filename.endswith(".npy")
        }
        contents = Contents({})
        for key, info in entries.items():
            try:
                with archive.open(info) as file:
                    shape, _, dtype, kind, _ = _header(file, info.file_size)
            except TableError as error:
                contents.refused[key] = f"cannot be read: {error}"
                continue
            if prod(shape) * dtype.itemsize > MOST_READ:
                contents.refused[key] = f"is larger than {MOST_SAID}, of which no more is read here: save it by np.save"
            else:
                contents.arrays[key] = Entry(shape, kind, _unpacking(path, info.filename, dtype))
    return contents


def _header(file: Any, size: int) -> tuple[tuple[int, ...], bool, np.dtype[Any], str, int]:
    """Return shape, order, type and kind of an array of `size` bytes, and where its numbers begin."""
    start = io.BytesIO(file.read(MOST_HEADER))  # whatever length it claims
    try:
        version = npy.read_magic(start)
    except ValueError:
        raise TableError("it does not begin like a NumPy file") from None
    if version not in _HEADERS:
        raise TableError(f"it is of version {version[0]}.{version[1]} of NumPy's format, which is not read")
    try:
        shape, by_columns, dtype = _HEADERS[version](start)
    except (ValueError, TypeError, tokenize.TokenError, RecursionError, MemoryError):
        raise TableError("its header is broken, or of a type that NumPy has not: save it as float32") from None
    if not all(type(length) is int and length >= 0 for length in shape):
        raise TableError("its header is broken")
    kind, is_plain = dtype.name, not dtype.fields and not dtype.subdtype
    if is_plain and dtype.kind == "V" and dtype.itemsize == 2:  # as JAX saves them
        dtype, kind = np.dtype("<u2"), BFLOAT16
    elif not is_number(dtype):
        named = str(dtype) if is_plain else kind  # a list of fields may have any length
        raise TableError(f"it is of type {named}, which is not read: save it as float32")
    if start.tell() + prod(shape) * dtype.itemsize > size:
        raise TableError("it ends too early")
    return shape, not by_columns, dtype, kind, start.tell()


class _ProgressReader:
    """A compressed file that reports its progress while it is read."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._size = file, size
        self._done = self._reported = 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        data = self._file.read(size)
        self._done += len(data)
        if self._done - self._reported >= PART:
            self._reported = self._done
            reached(min(1.0, self._done / self._size))
        return data


def _unpacking(path: Path, name: str, dtype: np.dtype[Any]) -> Callable[[], NDArray[Any]]:
    def load() -> NDArray[Any]:
        with zipfile.ZipFile(path) as archive, archive.open(name) as file:
            reader = _ProgressReader(file, archive.getinfo(name).file_size)
            array: NDArray[Any] = npy.read_array(reader, allow_pickle=False)
            return array.view(dtype)

    return load
