"""The source of a table: a file with its fingerprint, or an array that is kept as text."""

import base64
import binascii
import hashlib
import os
import zlib
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import plain_array
from peviewer.base.log import log_error
from peviewer.base.refusals import abbreviated
from peviewer.model.stored.choice import Choice, table_shape
from peviewer.model.stored.entry import TableError, decoded, is_number
from peviewer.model.stored.grids import (
    Channels,
    GridArray,
    channels_by_likeness,
    channels_by_width,
    sides_of,
)
from peviewer.model.stored.opened import StoredFile
from peviewer.model.stored.reading import chosen
from peviewer.model.stored.table import StoredTable

# The most bytes of an array that a session holds: 512 × 256 numbers in single precision.
MOST_EMBEDDED = 2**19
_IN_MEMORY: dict[str, NDArray[Any]] = {}
_MEMORY = "in memory "
_BLOCK = 4096
_BLOCKS = 64
LONGEST_PATH = 4096  # letters, as on Linux


class ChangedError(TableError):
    """A file has changed since it was opened."""


def fingerprint(path: Path) -> str:
    """Return what identifies a file when a session is opened again.

    It is made of its size, time, and a hash of blocks spread over it.
    """
    if len(str(path)) > LONGEST_PATH:
        raise TableError(f"{abbreviated(str(path))} is no path of a file")
    try:
        with StoredFile(path) as file:
            hashed = hashlib.sha256()
            last = max(0, file.size - _BLOCK)
            for start in (*range(0, last, max(_BLOCK, last // _BLOCKS)), last):
                file.seek(start)
                hashed.update(file.read(_BLOCK))
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror or error}") from None
    except TableError as error:
        raise TableError(f"{path} cannot be read: {error}") from None
    except ValueError:  # a NUL character
        raise TableError(f"{str(path)!r} is no path of a file") from None
    return f"{file.size} {file.changed_ns} {hashed.hexdigest()[:16]}"


def is_same_file(first: str, second: str) -> bool:
    """Whether two fingerprints are of the same bytes; the time of a copy may differ."""
    return first.split(" ")[::2] == second.split(" ")[::2]


def has_changed(path: str, known: str) -> bool:
    """Whether a file exists and differs from its fingerprint."""
    try:
        now = os.stat(path)
        return not known.startswith(f"{now.st_size} {now.st_mtime_ns} ") and not is_same_file(
            known, fingerprint(Path(path))
        )
    except (OSError, ValueError) as error:
        log_error(f"{path} was not compared with its fingerprint", error)
        return False


def check_unchanged(path: str, known: str) -> None:
    if has_changed(path, known):
        raise ChangedError(f"{path} has changed on disk since it was opened")


def check_same(path: str, known: str) -> None:
    """Raise :class:`TableError` if a file does not exist or differs from its fingerprint."""
    if not is_same_file(known, fingerprint(Path(path))):
        raise ChangedError(f"its table {path} has changed since")


@lru_cache(maxsize=64)
def choice_of(path: str, key: str, known: str) -> Choice:
    """Return the chosen array of a file; looked up once for each fingerprint."""
    check_unchanged(path, known)
    return chosen(Path(path), key)


@lru_cache(maxsize=4)
def file_table(
    path: str, key: str, known: str, turned: bool, apart: int, channels: Channels | None = None
) -> StoredTable:
    """Return the table of a file with the fingerprint `known`, without its extra rows.

    `turned` swaps its axes. channels: on which axis those of a grid are, where that was set.
    """
    check_unchanged(path, known)
    choice = choice_of(path, key, known).with_channels(channels)
    stored = choice.load()
    stored.setflags(write=False)
    # The check is repeated, because the file may have changed while it was read.
    check_unchanged(path, known)
    stored = (stored.T if turned else stored)[apart:]
    try:
        made_of = ("file", path, key, known, turned, apart, channels)
        return StoredTable.checked(made_of, stored, choice.entry.kind)
    except TableError as error:
        named = f"{key} of {Path(path).name}" if key else Path(path).name
        raise TableError(f"{named} cannot be shown: {error}") from None


def array_text(values: ArrayLike) -> str:
    """Return an array as text for a session.

    A large array is kept in this program, and the text only names it.
    """
    try:
        array = plain_array(values)
    except (ValueError, TypeError, RuntimeError) as error:
        message = (str(error).splitlines() or ["it is no array"])[0]  # as of a sparse tensor
        if isinstance(values, list | tuple) and isinstance(error, ValueError):
            message = "its rows have different lengths"
        raise TableError(f"the array cannot be read: {message.rstrip('.')}") from None
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        array = array.astype(np.float64)
    if array.dtype.kind == "c":
        array = decoded(array, "")
    if not is_number(array.dtype):
        hint = f"; of {type(values).__name__} give its weight" if hasattr(values, "weight") else ""
        raise TableError(f"the array is of type {array.dtype}: only real numbers are shown{hint}")
    array = array.reshape(sides_of(array.shape) or table_shape(array.shape, "the array"))
    raw = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    if raw.nbytes <= MOST_EMBEDDED:
        head = " ".join([raw.dtype.str, *map(str, array.shape), ""])
        return head + base64.b64encode(zlib.compress(raw.tobytes(), 6)).decode()
    name = (
        _MEMORY
        + hashlib.sha256(raw.tobytes() + str((raw.dtype, raw.shape)).encode()).hexdigest()[:32]
    )
    if name not in _IN_MEMORY:
        raw = raw.copy() if np.shares_memory(raw, array) else raw
        raw.setflags(write=False)
        _IN_MEMORY[name] = raw
    return name


def is_in_memory(text: str) -> bool:
    """Whether a text by :func:`array_text` only names an array that this program keeps."""
    return text.startswith(_MEMORY)


@lru_cache(maxsize=16)
def array_grid(text: str, channels: Channels | None = None) -> GridArray | None:
    """Return the grid of an array of three axes, with its channels as set, or else as recognized.

    Return None for a table.
    """
    array = _array(text)
    if array.ndim != 3:
        return None
    sides = array.shape[0], array.shape[1], array.shape[2]
    if channels is not None:
        return GridArray(sides, channels)
    told = channels_by_width(sides) or channels_by_likeness(array, array.dtype.name)
    return GridArray(sides, told or "last", is_channels_axis_unknown=told is None)


@lru_cache(maxsize=16)
def array_table(
    text: str, turned: bool, apart: int = 0, channels: Channels | None = None
) -> StoredTable:
    """Return the table of a text by :func:`array_text`; the rest as for :func:`file_table`."""
    array = _array(text)
    grid = array_grid(text, channels)
    if grid is not None:
        array = grid.flat(array)
    try:
        stored = (array.T if turned else array)[apart:]
        return StoredTable.checked(
            ("array", hash(text), turned, apart, channels), stored, array.dtype.name
        )
    except TableError as error:
        raise TableError(f"the array cannot be shown: {error}") from None


def _array(text: str) -> NDArray[Any]:
    """Return the array of a text, table or grid."""
    array = _IN_MEMORY.get(text) if is_in_memory(text) else _read(text)
    if array is None:
        raise TableError(
            f"its array was in the memory of another program: arrays over {MOST_EMBEDDED // 1024} "
            "KiB are no part of a "
            "session; save it by np.save, and open that file"
        )
    return array


@lru_cache(maxsize=4)
def _read(text: str) -> NDArray[Any]:
    try:
        kind, *sides, data = text.split(" ", 4)[:5]
        dtype = np.dtype(kind)
        shape = tuple(map(int, sides))
        size = dtype.itemsize * prod(shape)
        if (
            not is_number(dtype)
            or not 0 < size <= MOST_EMBEDDED
            or len(shape) not in (2, 3)
            or min(shape) < 1
        ):
            raise ValueError
        raw = zlib.decompressobj().decompress(base64.b64decode(data, validate=True), size)
        array = np.frombuffer(raw, dtype).reshape(shape)
    except (ValueError, TypeError, zlib.error, binascii.Error):
        raise TableError("its numbers are no array that was embedded") from None
    return array
