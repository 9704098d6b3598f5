"""One array of a file, and what kind it is by its name, its shape, or its numbers."""

import csv
import errno
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.log import log_error
from peviewer.base.refusals import abbreviated
from peviewer.model.stored import families
from peviewer.model.stored.companions import sines_of, turned_of
from peviewer.model.stored.entry import Entry, TableError, as_numbers, without_ones
from peviewer.model.stored.grids import (
    Channels,
    GridArray,
    channels_by_likeness,
    channels_by_width,
    is_usual_width,
    sides_of,
)
from peviewer.model.stored.lags import by_lag
from peviewer.model.stored.windows import BiasTable, bias_table, window_of_places

BROKEN = (
    OSError,
    ValueError,
    csv.Error,
    KeyError,
    TypeError,
    EOFError,
    IndexError,
    OverflowError,
    MemoryError,
    NotImplementedError,
    RuntimeError,
    RecursionError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a file that is broken may raise."""
MOST_HEADS = 64
# The most biases by offset that are all compared.
MOST_CELLS = 2**22
Kind = Literal["table", "lags", "vectors", "frequencies", "rotation", "turned"]
KINDS: dict[Kind, str] = {
    "lags": "biases by lag and head",
    "vectors": "vectors by lag",
    "frequencies": "frequencies of pairs",
    "rotation": "cosines and sines of a rotation",
    "turned": "queries or keys before a rotation",
}
_ANGLES = "Its complex numbers are shown as their angles, in radians from −π to π."
_BIASES = re.compile(r"alibi|bias", re.IGNORECASE)
_COSINES_AND_SINES = re.compile(r"(?<![a-z])cos_?sin(?![a-z]{2})", re.IGNORECASE)
_COMPLEX_WAVES = re.compile(r"(?<![a-z])freqs?_cis(?![a-z])", re.IGNORECASE)
_ROUND = (
    # Of the radius: how much that of a rotation may vary, as rounding of short types makes it.
    0.01
)


@dataclass(frozen=True)
class Choice:
    """An array of a file, with its kind, or with the reason why it cannot be shown."""

    # Its name in the file; empty for a single array without a name.
    key: str
    entry: Entry
    path: Path
    known: families.Layout | None = None  # set if its name is known
    # Set if it holds biases, not vectors of positions.
    biases: BiasTable | None = None
    # Set if it has three axes: the rows and columns of patches, and the channels.
    grid: GridArray | None = None
    kind: Kind = "table"
    # The sines of a rotation; the entry then holds the cosines.
    sines: Entry | None = None
    # Of queries or keys before a rotation, those after it.
    turned: Entry | None = None
    # Of vectors by lag, those of values, where the entry has those of keys.
    values: Entry | None = None
    why_not: str = ""  # why it cannot be shown

    @property
    def shape(self) -> tuple[int, int]:
        """Its rows and columns."""
        return self.grid.shape if self.grid else table_shape(self.entry.shape)

    @property
    def layout(self) -> families.Layout | None:
        """The table's layout, if its name or its shape tells it."""
        if self.grid is None:
            return self.known
        rows, _ = self.grid.grid
        return families.layout_of_grid(self.known, self.shape[0], rows, "by its shape")

    def with_channels(self, channels: Channels | None) -> "Choice":
        """Return the choice with the channels of a grid on an axis that was set.

        Return the choice itself for None.
        """
        if self.grid is None or channels is None:
            return self
        return replace(
            self, grid=replace(self.grid, channels=channels, is_channels_axis_unknown=False)
        )

    @property
    def is_known(self) -> bool:
        """Whether its name, or what its numbers are, tells what it is."""
        return bool(self.known or self.biases) or self.kind in (
            "lags",
            "vectors",
            "rotation",
            "turned",
        )

    @property
    def note(self) -> str:
        """A sentence about parts that were left out or converted; usually empty."""
        return _ANGLES if self.entry.kind.startswith("complex") else self.entry.note

    @property
    def title(self) -> str:
        """Its line in a list of arrays: ``"wpe.weight, 1024 × 768, float32: GPT-2"``."""
        if self.why_not:
            return f"{self.key or 'it'} {self.why_not}"
        what = KINDS.get(self.kind, "")
        if self.biases:
            what = self.biases.title
        elif self.known and not what:
            what = self.known.family
        named = f"{self.key}, " if self.key else ""
        family = f": {what}" if what else ""
        return f"{named}{' × '.join(map(str, self.entry.shape))}, {self.entry.kind}{family}"

    def load(self) -> NDArray[Any]:
        """Return its numbers as they are stored, rows × columns.

        Raise a TableError of one line if that fails.
        """
        stored = self.load_as_it_is()
        return self.grid.flat(stored) if self.grid else stored.reshape(self.shape)

    def load_as_it_is(self) -> NDArray[Any]:
        """Return its numbers as they are stored, with all axes; errors are as of :meth:`load`."""
        try:
            return self.entry.load()
        except BROKEN as error:
            raise reading_error(self.path, error) from None

    def numbers(self) -> NDArray[np.float64]:
        """Return its numbers in double precision, with all axes; errors are as of :meth:`load`."""
        return as_numbers(self.load_as_it_is(), self.entry.kind)


def choice_of_entry(
    path: Path, key: str, entries: Mapping[str, Entry], telling: Sequence[str]
) -> Choice:
    """Return an array of a file with its kind, which its name says, or else its shape.

    telling: parts of names in the file that say which model it belongs to.
    """
    entry = entries[key]
    if why := families.why_no_table(key):
        return unshown(path, key, why)
    if biases := bias_table(key, without_ones(entry.shape), entries):
        if biases.scheme == "swin" and not biases.windows:
            return unshown(
                path, key, "fits no window of attention, by its number of biases or by its index"
            )
        return Choice(key, entry, path, biases=biases)
    if families.VECTORS_BY_LAG.search(key):
        return _vectors_by_lag(path, key, entries)
    sines = sines_of(key, entries)
    if sines is not None or _has_cosines_and_sines(path, key, entry):
        return Choice(key, entry, path, kind="rotation", sines=sines)
    if (turned := turned_of(key, entries)) is not None:
        return Choice(key, entry, path, kind="turned", turned=turned)
    if len(entry.shape) == 1:
        return _one_axis(path, key, entry, is_alone=len(entries) == 1)
    may_be_grid = not key or len(entries) == 1 or families.LIKE_POSITIONS.search(key)
    if may_be_grid or _BIASES.search(key):
        biases_of_heads = _biases_of_heads(path, key, entry)
        if biases_of_heads is not None:
            return biases_of_heads

    sides = sides_of(entry.shape)
    if sides and may_be_grid:
        grid = _grid(path, entry, sides)
        layout = families.known_layout(key, grid.shape[0], telling)
        return Choice(key, entry, path, layout, grid=grid)
    try:
        rows, _ = table_shape(entry.shape, "")
    except TableError as error:
        return unshown(path, key, str(error).strip())
    return Choice(key, entry, path, families.known_layout(key, rows, telling))


def _vectors_by_lag(path: Path, key: str, entries: Mapping[str, Entry]) -> Choice:
    """Return the vectors for keys by lag, with those for values if the file has them."""
    entry = entries[key]
    sides = without_ones(entry.shape)
    if len(sides) != 2 or not sides[0] % 2 or sides[1] % 2:
        expected = "a vector by lag has an odd number of lags, −K to K, and an even dimension"
        return unshown(path, key, f"has the shape {abbreviated(entry.shape)}: {expected}")
    values = entries.get(re.sub("emb_rel_k$", "emb_rel_v", key))
    has_values = values is not None and values is not entry
    is_alike = has_values and values is not None and without_ones(values.shape) == sides
    return Choice(key, entry, path, kind="vectors", values=values if is_alike else None)


def _has_cosines_and_sines(path: Path, key: str, entry: Entry) -> bool:
    """Whether an array has the cosines and the sines of a rotation.

    Its name says that they stand side by side or are complex numbers, as Llama's code keeps them,
    or its last axis holds both.
    """
    sides = without_ones(entry.shape)
    if len(sides) == 2 and entry.kind.startswith("complex"):
        return bool(_COMPLEX_WAVES.search(key or path.stem))
    if len(sides) == 2 and sides[1] % 2 == 0:
        return bool(_COSINES_AND_SINES.search(key))
    if len(sides) != 3 or sides[2] != 2:
        return False
    cosines_and_sines = Choice(key, entry, path).numbers().reshape(sides)
    radii = np.hypot(cosines_and_sines[:, :, 0], cosines_and_sines[:, :, 1])
    return bool(np.ptp(radii) <= _ROUND * radii.max() > 0)


def _one_axis(path: Path, key: str, entry: Entry, *, is_alone: bool) -> Choice:
    """Return an array of one axis, which may be the frequencies of pairs.

    Their name says so, or the file has no other array and they fall from 1.
    """
    frequencies = Choice(key, entry, path, kind="frequencies")
    if families.TURNS.search(key):
        return frequencies
    if is_alone and prod(entry.shape) > 1:
        numbers = frequencies.numbers()
        is_falling = bool((np.diff(numbers) < 0).all()) and numbers[-1] > 0
        if numbers[0] == 1 and is_falling:
            return frequencies
    try:
        table_shape(entry.shape, "")
    except TableError as error:
        return unshown(path, key, str(error).strip())
    return unshown(path, key, f"has one axis, {entry.shape}")


def _biases_of_heads(path: Path, key: str, entry: Entry) -> Choice | None:
    """Return an array of heads × queries × keys that depends on the lag or the offset alone.

    Return None if it depends on more, unless its name says that it holds biases.
    """
    sides = sides_of_biases(entry.shape)
    if sides is None:
        return None
    is_named = bool(_BIASES.search(key or path.stem))
    lags = Choice(key, entry, path, kind="lags")
    stored = lags.load_as_it_is().reshape(sides)
    found = by_lag(stored, entry.kind)
    if found and (is_named or not found.is_relative):
        return lags
    heads, queries, _ = sides
    may_be_heads = heads <= MOST_HEADS and not is_usual_width(heads)
    if may_be_heads and queries > 1 and stored.size <= MOST_CELLS:
        window = window_of_places(as_numbers(stored, entry.kind))
        if window is not None:
            table = BiasTable("swin", "biases by offset", "places", by_head=True, windows=(window,))
            return Choice(key, entry, path, biases=table)
    if queries > 1 and is_named:
        why = "has biases that depend on more than the lag of query and key, which is not drawn"
        return unshown(path, key, why)
    return None


def sides_of_biases(shape: tuple[int, ...]) -> tuple[int, int, int] | None:
    """Return how many heads, queries and keys an array has, with as many queries as keys, or one.

    Return None for others.
    """
    sides = shape[1:] if len(shape) == 4 and shape[0] == 1 else shape
    if len(sides) != 3:
        return None
    heads, queries, keys = sides
    is_of_keys = queries == 1 and keys > 2 and heads <= MOST_HEADS
    is_square = queries == keys > 1
    return (heads, queries, keys) if is_of_keys or is_square else None


def _grid(path: Path, entry: Entry, sides: tuple[int, int, int]) -> GridArray:
    """Return a grid with its channels' axis, which their count tells, or else their numbers."""
    channels = channels_by_width(sides)
    if channels is None:
        stored = Choice("", entry, path).load_as_it_is().reshape(sides)
        channels = channels_by_likeness(stored, entry.kind)
    return GridArray(sides, channels or "last", is_channels_axis_unknown=channels is None)


def unshown(path: Path, key: str, why: str) -> Choice:
    """Return an array that cannot be shown, with the reason."""
    empty = Entry((), "", lambda: np.empty(0))
    return Choice(key, empty, path, families.known_layout(key, 0), why_not=why)


def reading_error(path: Path, error: Exception) -> TableError:
    """Return one line on why a file cannot be read, for any error."""
    log_error(f"{path} was not read", error)
    # The messages of libraries are not for users.
    message = "it is broken"
    # EINVAL is of a seek before the beginning.
    if isinstance(error, TableError):
        message = str(error)
    elif isinstance(error, OSError) and error.errno != errno.EINVAL:
        message = error.strerror or str(error)
    return TableError(f"{path.name or path} cannot be read: {message}")


def table_shape(shape: tuple[int, ...], named: str = "it") -> tuple[int, int]:
    """Return the rows and columns of an array, without axes of length 1."""
    sides = without_ones(shape)
    if 0 in sides:
        raise TableError(f"{named} is empty, of shape {shape}")
    if len(sides) != 2:
        axes = {0: "no axis", 1: "one axis"}.get(len(sides), f"{len(sides)} axes")
        expected = "a table has two, positions × dimensions"
        raise TableError(f"{named} has {axes}, {abbreviated(shape)}: {expected}")
    rows, columns = sides
    return rows, columns
