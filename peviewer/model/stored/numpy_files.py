"""NumPy's files: an array, or several in an archive."""

from __future__ import annotations

import io
import tokenize
import zipfile
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib import format as npy

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
from peviewer.model.stored.zips import entry_offset

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import IO

    from numpy.typing import NDArray

MOST_HEADER = 2**16  # bytes
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def read_npy(path: Path, only: str = "") -> Contents:
    """Return the array of a ``.npy`` file."""
    with path.open("rb") as file:
        shape, rows_first, dtype, begin = _header(file)
    if begin + prod(shape) * dtype.itemsize > path.stat().st_size:
        raise TableError("it ends too early")
    if reason := _refusal(dtype):
        raise TableError(f"its array {reason}")
    dtype, kind = _kept_as(dtype)
    place = Place.in_order(path, dtype, begin, shape, rows_first=rows_first)
    return Contents({"": Entry(shape, kind, place.read, place)})


def read_npz(path: Path, only: str = "") -> Contents:
    """Return the arrays of a ``.npz`` file, or only that of a name."""
    size = path.stat().st_size
    with path.open("rb") as whole, zipfile.ZipFile(whole) as archive:
        entries = {
            info.filename.removesuffix(".npy"): info for info in archive.infolist() if info.filename.endswith(".npy")
        }
        found = Contents({}, names=entries)
        for key, info in entries.items():
            if only not in ("", key):
                continue
            with archive.open(info) as file:
                try:
                    shape, rows_first, dtype, begin = _header(file)
                except TableError as error:
                    found.refused[key] = f"cannot be read: {error}"
                    continue
            if reason := _refusal(dtype):
                found.refused[key] = reason
            elif begin + prod(shape) * dtype.itemsize > info.file_size:
                found.refused[key] = "ends too early"
            elif info.compress_type == zipfile.ZIP_STORED:
                begin += entry_offset(whole, info, size)
                dtype, kind = _kept_as(dtype)
                place = Place.in_order(path, dtype, begin, shape, rows_first=rows_first)
                found.arrays[key] = Entry(shape, kind, place.read, place)
            elif prod(shape) * dtype.itemsize > MOST_READ:
                found.refused[key] = f"is compressed, and of those at most {MOST_SAID} are read: save it by np.savez"
            else:
                found.arrays[key] = Entry(shape, _kept_as(dtype)[1], _unpacking(path, info.filename))
    return found


def _header(file: Any) -> tuple[tuple[int, ...], bool, np.dtype[Any], int]:
    """Return shape, order and type of an array, and where its numbers begin."""
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
    if not all(type(size) is int and size >= 0 for size in shape):
        raise TableError("its header is broken")
    return shape, not by_columns, dtype, start.tell()


def _is_bfloat16(dtype: np.dtype[Any]) -> bool:
    """Whether numbers are of two bytes that NumPy has no word for, as JAX saves bfloat16."""
    return dtype.kind == "V" and dtype.itemsize == 2 and not dtype.fields and not dtype.subdtype


def _kept_as(dtype: np.dtype[Any]) -> tuple[np.dtype[Any], str]:
    """Return the type by which numbers are read, and what they are."""
    return (np.dtype("<u2"), BFLOAT16) if _is_bfloat16(dtype) else (dtype, dtype.name)


def _refusal(dtype: np.dtype[Any]) -> str:
    if is_number(dtype) or _is_bfloat16(dtype):
        return ""
    named = dtype.name if dtype.fields or dtype.subdtype else str(dtype)  # a list of fields may have any length
    return f"is of type {named}, which is not read: save it as float32"


class _ProgressReader:
    """A file that is unpacked, which reports how much of it has been."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file, self._size = file, size
        self._done = self._reported = 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        found = self._file.read(size)
        self._done += len(found)
        if self._done - self._reported >= PART:
            self._reported = self._done
            reached(min(1.0, self._done / self._size))
        return found


def _unpacking(path: Path, name: str) -> Callable[[], NDArray[Any]]:
    def load() -> NDArray[Any]:
        with zipfile.ZipFile(path) as archive, archive.open(name) as file:
            reader = _ProgressReader(file, archive.getinfo(name).file_size)
            array: NDArray[Any] = npy.read_array(reader, allow_pickle=False)
            return array.view(_kept_as(array.dtype)[0])

    return load
