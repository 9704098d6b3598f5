"""Files of tables: which arrays they have, which of them is meant, and its rows and columns."""

from __future__ import annotations

import errno
import os
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from peviewer.base.words import nearest_names, whole
from peviewer.model.stored.entry import MOST_AXES, Contents, Entry, TableError, decoded
from peviewer.model.stored.families import (
    LIKE_BIASES,
    LIKE_POSITIONS,
    NO_POSITIONS,
    TELLING,
    BiasTable,
    Layout,
    bias_table,
    known_layout,
)
from peviewer.model.stored.numpy_files import read_npy, read_npz
from peviewer.model.stored.safetensors_files import read_safetensors
from peviewer.model.stored.text_files import read_csv
from peviewer.model.stored.torch_files import read_torch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

SUFFIXES: dict[str, Callable[[Path, str], Contents]] = {
    ".npy": read_npy,
    ".npz": read_npz,
    ".csv": read_csv,
    ".tsv": read_csv,
    ".safetensors": read_safetensors,
    ".pt": read_torch,
    ".pth": read_torch,
    ".bin": read_torch,
}
"""What reads a file, or of one of many arrays that of a name alone, by the end of its name."""
MOST_ROWS, MOST_COLUMNS = 10_000_000, 65_536
_BROKEN = (OSError, ValueError, KeyError, TypeError, EOFError, IndexError, OverflowError, MemoryError,
           NotImplementedError, RuntimeError, RecursionError, zipfile.BadZipFile, zlib.error)  # fmt: skip
_LISTED = 6
_LONGEST_NAME = 300  # letters


@dataclass(frozen=True)
class Choice:
    """An array of a file that can be shown as a table.

    Attributes
    ----------
    key : str
        Its name in the file; empty where that has one array without a name.
    entry : Entry
        What is known of it.
    path : pathlib.Path
        The file.
    layout : Layout, optional
        Whose table it is, where its name is known.
    biases : BiasTable, optional
        Whose table of biases it is, where it is one: it has no vectors of positions.
    """

    key: str
    entry: Entry
    path: Path
    layout: Layout | None
    biases: BiasTable | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Its rows and columns."""
        return table_shape(self.entry.shape)

    @property
    def title(self) -> str:
        """What a list of arrays says of it: ``"wpe.weight, 1024 × 768, float32: GPT-2"``."""
        named = f"{self.key}, " if self.key else ""
        family = f": {self.biases.title}" if self.biases else f": {self.layout.family}" if self.layout else ""
        return f"{named}{self.entry.size_text}, {self.entry.kind}{family}"

    def load(self) -> NDArray[Any]:
        """Return its numbers as they are stored, rows × columns; a TableError says in one line why it cannot."""
        try:
            return self.entry.load().reshape(self.shape)
        except _BROKEN as error:
            raise _refusal(self.path, error) from None


def contents(path: Path, only: str = "") -> Contents:
    """Return the arrays of a file; at least that of a name, where one is given.

    Raises
    ------
    TableError
        If it cannot be read: one line says why.
    """
    reader = SUFFIXES.get(path.suffix.lower())
    if reader is None:
        raise TableError(f"{path.name} is no table: tables are in {' '.join(SUFFIXES)}")
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for
        raise TableError(f"{path.name} cannot be read: it is not an ordinary file")
    try:
        found = reader(path, only)
    except _BROKEN as error:
        raise _refusal(path, error) from None
    arrays, refused = {}, {}
    for key, entry in found.arrays.items():
        if not _is_name(key):
            refused[""] = "an array of it has a name that does not fit into a line"
        elif len(entry.shape) > MOST_AXES:
            refused[key] = f"has {len(entry.shape)} axes: a table has two, positions × dimensions"
        else:
            arrays[key] = entry
    refused |= {key: why for key, why in found.refused.items() if _is_name(key)}
    return Contents(arrays, refused, found.names or found.arrays)


def _is_name(key: str) -> bool:
    """Whether the name of an array fits into a line."""
    return key.isprintable() and len(key) <= _LONGEST_NAME


def _refusal(path: Path, error: Exception) -> TableError:
    """Return in one line why a file cannot be read, whatever is wrong with it."""
    said = "it is broken"  # what libraries say of that is for who calls them
    if isinstance(error, TableError):
        said = str(error)
    elif isinstance(error, OSError) and error.errno != errno.EINVAL:  # that is of a place before its beginning
        said = error.strerror or str(error)
    return TableError(f"{path.name} cannot be read: {said}")


def choices(path: Path, only: str = "") -> list[Choice]:
    """Return what of a file can be shown as a table, known tables of positions first; or what has a name there.

    Raises
    ------
    TableError
        If no name is given, and there is nothing.
    """
    found = contents(path, only)
    usable, why = [], dict(found.refused)
    telling = [part for part in TELLING if any(part in name for name in found.names)]
    for key, entry in found.arrays.items():
        if NO_POSITIONS.search(key) or only not in ("", key):
            continue
        try:
            rows = table_shape(entry.shape, key or "it")[0]
        except TableError as error:
            why.setdefault("", str(error))
            continue
        usable.append(Choice(key, entry, path, known_layout(key, rows, telling), bias_table(key, rows)))
    if not (usable or only):
        raise TableError(f"{path.name} has no table to show: {_first_reason(why)}")
    return sorted(usable, key=_order)


def _order(choice: Choice) -> int:
    """Return where in a list it stands: known tables, names that speak of positions, and all others."""
    return 0 if choice.layout or choice.biases else 1 if LIKE_POSITIONS.search(choice.key) else 2


def chosen(path: Path, key: str = "") -> Choice:
    """Return the table of positions of a file that is meant; see :func:`picked`."""
    found = picked(choices(path, key), path, key)
    if found.biases:
        biases = f"{found.biases.title} by {found.biases.described} and head"
        raise TableError(f"{found.key} of {path.name} has {biases}, no vectors: load_table gives their scheme")
    return found


def picked(found: Sequence[Choice], path: Path, key: str = "") -> Choice:
    """Return the array of a file that is meant.

    Parameters
    ----------
    found : sequence of Choice
        What :func:`choices` returns of the file, or of that name there.
    path : pathlib.Path
        The file.
    key : str
        Its name there; empty for the only one, or the first table of positions that is known.

    Raises
    ------
    TableError
        If there is no such array, or several and none is known: the message names them.
    """
    if not key:
        if found[0].layout or found[0].biases:
            return found[0]
        if len(found) == 1 and LIKE_BIASES.search(found[0].key):
            name = f"{path.name}:{found[0].key}"
            raise TableError(f"{found[0].title} is hardly a table of positions: name it to show its rows, as in {name}")
        if len(found) == 1:
            return found[0]
        named = ", ".join(choice.key for choice in found[:_LISTED])
        more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
        example = f"{path.name}:{found[0].key}"
        raise TableError(
            f"{path.name} has {len(found)} arrays of unknown names: choose one, as in {example}: {named}{more}"
        )
    for choice in found:
        if choice.key == key:
            return choice
    every = contents(path, key)
    if key in every.refused:
        raise TableError(f"{key} of {path.name} {every.refused[key]}")
    if key in every.arrays:
        table_shape(every.arrays[key].shape, key)
    known = [choice.key for choice in choices(path) if choice.key]
    hint = nearest_names(key, known) if known else ": its one array has no name"
    raise TableError(f"{path.name} has no array {key}{hint}")


def _first_reason(why: dict[str, str]) -> str:
    key, reason = next(iter(why.items()), ("", "it is empty"))
    return f"{key} {reason}".strip()


def table_shape(shape: tuple[int, ...], named: str = "it") -> tuple[int, int]:
    """Return rows and columns of an array, axes of length 1 left out.

    >>> table_shape((1, 197, 768)), table_shape((5000, 1, 512)), table_shape((1, 4))
    ((197, 768), (5000, 512), (1, 4))
    >>> table_shape((768,))
    Traceback (most recent call last):
    peviewer.model.stored.entry.TableError: it has one axis, (768,): a table has two, positions × dimensions
    """
    of_one = [place for place, size in enumerate(shape) if size == 1]
    spare = set(of_one[: max(0, len(shape) - 2)])
    kept = [size for place, size in enumerate(shape) if place not in spare]
    if 0 in kept:
        raise TableError(f"{named} is empty, of shape {shape}")
    if len(kept) != 2:
        axes = {0: "no axis", 1: "one axis"}.get(len(kept), f"{len(kept)} axes")
        raise TableError(f"{named} has {axes}, {shape}: a table has two, positions × dimensions")
    return kept[0], kept[1]


def check_size(rows: int, columns: int) -> None:
    """Refuse a table that has more of anything than can be shown."""
    for count, most, what in ((rows, MOST_ROWS, "positions"), (columns, MOST_COLUMNS, "dimensions")):
        if count > most:
            raise TableError(f"it has {whole(count)} {what}: at most {whole(most)} are shown")


def numbers(stored: NDArray[Any], kind: str) -> NDArray[np.float64]:
    """Return stored numbers in double precision."""
    return decoded(stored, kind).astype(np.float64)


def split_key(text: str) -> tuple[str, str]:
    """Return the file and the key of ``FILE[:KEY]``; a file of the whole name comes first.

    >>> split_key("gpt2.safetensors:wpe.weight"), split_key("wpe.npy"), split_key("C:/wpe.npy")
    (('gpt2.safetensors', 'wpe.weight'), ('wpe.npy', ''), ('C:/wpe.npy', ''))
    """
    path, colon, key = text.rpartition(":")
    if colon and Path(path).suffix.lower() in SUFFIXES and not os.path.exists(text):
        return path, key
    return text, ""
