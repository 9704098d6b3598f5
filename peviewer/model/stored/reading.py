"""Files of tables: which arrays they have, which one is chosen, and its rows and columns."""

import csv
import errno
import os
import zipfile
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.log import log_error
from peviewer.base.parameters import abbreviated
from peviewer.base.words import nearest_names
from peviewer.model.stored import families
from peviewer.model.stored.entry import LONGEST_NAME, Contents, Entry, TableError, decoded
from peviewer.model.stored.formats import SUFFIXES, read_arrays
from peviewer.model.stored.opened import StoredFile

BROKEN = (OSError, ValueError, csv.Error, KeyError, TypeError, EOFError, IndexError, OverflowError, MemoryError,
           NotImplementedError, RuntimeError, RecursionError, zipfile.BadZipFile, zlib.error)  # fmt: skip
"""What reading a file that is broken may raise."""
_LISTED = 6
_ANGLES = "Its complex numbers are shown as their angles, in radians from −π to π."


@dataclass(frozen=True)
class Choice:
    """An array of a file, which may have a reason why it cannot be shown as a table."""

    key: str  # its name in the file; empty for a single array without a name
    entry: Entry
    path: Path
    layout: families.Layout | None  # set if its name is known
    biases: families.BiasTable | None = None  # set if it holds biases, not vectors of positions
    why_not: str = ""  # why it cannot be shown

    @property
    def shape(self) -> tuple[int, int]:
        """Its rows and columns."""
        return table_shape(self.entry.shape)

    @property
    def note(self) -> str:
        """A sentence about parts that were left out or converted; usually empty."""
        return _ANGLES if self.entry.kind.startswith("complex") else self.entry.note

    @property
    def title(self) -> str:
        """Its line in a list of arrays: ``"wpe.weight, 1024 × 768, float32: GPT-2"``."""
        if self.why_not:
            return f"{self.key or 'it'} {self.why_not}"
        named = f"{self.key}, " if self.key else ""
        family = f": {self.biases.title}" if self.biases else f": {self.layout.family}" if self.layout else ""
        return f"{named}{' × '.join(map(str, self.entry.shape))}, {self.entry.kind}{family}"

    def load(self) -> NDArray[Any]:
        """Return its numbers as they are stored, rows × columns; raise a TableError of one line if that fails."""
        try:
            return self.entry.load().reshape(self.shape)
        except BROKEN as error:
            raise _refusal(self.path, error) from None


def contents(path: Path) -> Contents:
    """Return the arrays of a file."""
    if "\0" in str(path):
        raise TableError(f"{abbreviated(path.name)} cannot be read: a path has no NUL")
    try:
        known = path.stat()
        listed = _listed(path.absolute(), known.st_size, known.st_mtime_ns)
    except BROKEN as error:
        raise _refusal(path, error) from None
    arrays = {key: entry for key, entry in listed.arrays.items() if _is_name(key)}
    return Contents(arrays, {key: why for key, why in listed.refused.items() if _is_name(key)})


@lru_cache(maxsize=1)
def _listed(path: Path, _size: int, _changed: int) -> Contents:
    """Return all arrays of a file; cached, as a file is examined before its table is shown."""
    with StoredFile(path) as file:
        return read_arrays(file)


def _is_name(key: str) -> bool:
    """Whether the name of an array fits into a line."""
    return key.isprintable() and len(key) <= LONGEST_NAME


def _refusal(path: Path, error: Exception) -> TableError:
    """Return in one line why a file cannot be read, whatever is wrong with it."""
    log_error(f"{path} was not read", error)
    message = "it is broken"  # the messages of libraries are not for users
    if isinstance(error, TableError):
        message = str(error)
    elif isinstance(error, OSError) and error.errno != errno.EINVAL:  # EINVAL: a seek before the beginning
        message = error.strerror or str(error)
    return TableError(f"{path.name or path} cannot be read: {message}")


def choices(path: Path) -> list[Choice]:
    """Return the arrays of a file: known tables first, those that cannot be shown last."""
    listed = contents(path)
    telling = [part for part in families.TELLING if any(part in name for name in (*listed.arrays, *listed.refused))]
    shown = {key: entry for key, entry in listed.arrays.items() if not families.NO_POSITIONS.search(key)}
    every = [_choice(path, key, entry, telling) for key, entry in shown.items()]
    every += [_unshown(path, key, why) for key, why in listed.refused.items()]
    every.sort(key=_order)
    if all(choice.why_not for choice in every):
        check_table(every, path)
        raise TableError(f"{path.name} has no table to show: {every[0].title if every else 'save an array by np.save'}")
    return every


def _choice(path: Path, key: str, entry: Entry, telling: Collection[str]) -> Choice:
    grid = grid_of(entry.shape) if not key or families.LIKE_POSITIONS.search(key) else None
    if grid:
        entry = replace(entry, shape=(grid[0] * grid[1], entry.shape[-1]))
    try:
        rows = table_shape(entry.shape, "")[0]
    except TableError as error:
        return _unshown(path, key, str(error).strip())
    layout = families.known_layout(key, rows, telling)
    layout = families.layout_of_grid(layout, rows, grid[0], "by its shape") if grid else layout
    return Choice(key, entry, path, layout, families.bias_table(key, rows))


def _unshown(path: Path, key: str, why: str) -> Choice:
    return Choice(key, Entry((), "", lambda: np.empty(0)), path, families.known_layout(key, 0), why_not=why)


def _order(choice: Choice) -> int:
    """Return its rank in a list: known tables, names like positions, all others, those not shown."""
    if choice.layout or choice.biases:
        return 1 if choice.why_not else 0
    return 4 if choice.why_not else 2 if families.LIKE_POSITIONS.search(choice.key) else 3


def chosen(path: Path, key: str = "") -> Choice:
    """Return the chosen table of positions of a file; see :func:`picked`."""
    choice = picked(choices(path), path, key)
    if choice.biases:
        by = "bucket" if choice.biases.scheme == "t5" else "offset"
        biases = f"{choice.biases.title} by {by} and head"
        raise TableError(f"{choice.key} of {path.name} has {biases}, no vectors: load_table gives their scheme")
    return choice


def picked(every: Sequence[Choice], path: Path, key: str = "") -> Choice:
    """Return the chosen array of a file: that of a name, or the only one, or the first known one."""
    usable = [choice for choice in every if not choice.why_not]
    if not key:
        check_table(every, path)
        first = every[0]
        if first.layout or first.biases or len(usable) == 1:
            return first
        listed = ", ".join(choice.key for choice in usable[:_LISTED])
        more = f" and {len(usable) - _LISTED} more" if len(usable) > _LISTED else ""
        example = f"choose one, as in {path.name}:{first.key}: {listed}{more}"
        raise TableError(f"{path.name} has {len(usable)} arrays of unknown names: {example}")
    choice = next((choice for choice in every if choice.key == key), None)
    if choice is None:
        hint = nearest_names(key, [choice.key for choice in usable]) if usable[0].key else ": its one array has no name"
        raise TableError(f"{path.name} has no array {key}{hint}")
    if choice.why_not:
        raise TableError(f"{key} of {path.name} {choice.why_not}")
    return choice


def check_table(every: Sequence[Choice], path: Path) -> None:
    """Refuse a file whose table of positions cannot be shown, or that has none because its model rotates."""
    known = bool(every) and bool(every[0].layout or every[0].biases)
    if known and every[0].why_not:
        raise TableError(f"{every[0].key} of {path.name} {every[0].why_not}")
    turning = next((choice.key for choice in every if families.TURNS.search(choice.key)), "")
    if turning and not known and not families.LIKE_POSITIONS.search(every[0].key):
        raise TableError(
            f"{path.name} has no table of positions: its model rotates queries and keys by RoPE, as {turning} says. "
            "Open its config.json to see how"
        )


def grid_of(shape: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the rows and columns of an array 1 × rows × columns × dimensions; None for any other shape."""
    if len(shape) != 4 or shape[0] != 1 or 1 in shape[1:] or shape[1] != shape[2] == shape[3]:
        return None
    return shape[1], shape[2]


def table_shape(shape: tuple[int, ...], named: str = "it") -> tuple[int, int]:
    """Return rows and columns of an array, axes of length 1 left out."""
    of_one = [place for place, size in enumerate(shape) if size == 1]
    spare = set(of_one[: max(0, len(shape) - 2)])
    sides = [size for place, size in enumerate(shape) if place not in spare]
    if 0 in sides:
        raise TableError(f"{named} is empty, of shape {shape}")
    if len(sides) != 2:
        axes = {0: "no axis", 1: "one axis"}.get(len(sides), f"{len(sides)} axes")
        raise TableError(f"{named} has {axes}, {abbreviated(shape)}: a table has two, positions × dimensions")
    return sides[0], sides[1]


def numbers(stored: NDArray[Any], kind: str) -> NDArray[np.float64]:
    """Return stored numbers in double precision."""
    return decoded(stored, kind).astype(np.float64)


def split_key(text: str) -> tuple[str, str]:
    """Return the file and the key of ``FILE[:KEY]``; a file of the whole name comes first.

    >>> split_key("gpt2.safetensors:wpe.weight"), split_key("wpe.npy"), split_key("C:/wpe.npy")
    (('gpt2.safetensors', 'wpe.weight'), ('wpe.npy', ''), ('C:/wpe.npy', ''))
    """
    path, colon, key = text.rpartition(":")
    if colon and (path.lower().endswith(tuple(SUFFIXES)) or os.path.isfile(path)) and not os.path.exists(text):
        return path, key
    return text, ""
