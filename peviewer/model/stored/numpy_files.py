"""NumPy's files: an array, or several in an archive."""

from __future__ import annotations

import io
import tokenize
import zipfile
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from peviewer.model.stored.entry import (
    BFLOAT16,
    MOST_READ,
    MOST_SAID,
    Contents,
    Entry,
    TableError,
    is_number,
    numbers_at,
)

_MOST_HEADER = 2**16  # bytes
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


class _Header(NamedTuple):
    shape: tuple[int, ...]
    order: Literal["C", "F"]
    dtype: np.dtype[Any]
    kind: str
    end: int  # where the numbers begin


def read_npy(path: Path) -> Contents:
    """Return the array of a ``.npy`` file."""
    with path.open("rb") as file:
        head = _header(file, path.stat().st_size)
    load = partial(numbers_at, path, head.end, head.dtype, head.shape, head.order)
    return Contents({"": Entry(head.shape, head.kind, load)})


def read_npz(path: Path) -> Contents:
    """Return the arrays of a ``.npz`` file."""
    contents = Contents({})
    with zipfile.ZipFile(path) as archive:
        for info in (info for info in archive.infolist() if info.filename.endswith(".npy")):
            key = info.filename.removesuffix(".npy")
            try:
                with archive.open(info) as file:
                    head = _header(file, info.file_size)
            except TableError as error:
                contents.refused[key] = f"cannot be read: {error}"
                continue
            if prod(head.shape) * head.dtype.itemsize > MOST_READ:
                contents.refused[key] = f"is larger than {MOST_SAID}, of which no more is read here: save it by np.save"
            else:
                contents.arrays[key] = Entry(head.shape, head.kind, partial(_unpacked, path, key, head.dtype))
    return contents


def _unpacked(path: Path, key: str, dtype: np.dtype[Any]) -> NDArray[Any]:
    with np.load(path, allow_pickle=False) as arrays:
        array: NDArray[Any] = arrays[key]
    return array.view(dtype)


def _header(file: Any, size: int) -> _Header:
    """Return what a file of `size` bytes says of its array."""
    start = io.BytesIO(file.read(_MOST_HEADER))  # whatever length it claims
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
    return _Header(shape, "F" if by_columns else "C", dtype, kind, start.tell())
