"""Learned biases by bucket, or by the offset of two places in a window of attention."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import isqrt, prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.model.stored.entry import Entry

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Window = tuple[int, ...]
_BUCKETS = re.compile(r"relative_attention_bias(\.weight)?$")
_OFFSETS = re.compile(r"relative_position_bias_table$")
_BY_HEAD = re.compile(r"(^|\.)rpb$|relative_position_bias_table$")
_DISTANCES = re.compile(r"(^|\.)attention_biases$")
_INDICES = {
    "relative_position_bias_table": "relative_position_index",
    "attention_biases": "attention_bias_idxs",
}
# The biases of a class token, at the end of a table: from it, to it, and with itself.
_CLASS_TOKEN = 3
_LONGEST_SIDE = 128
# The difference that rounding may make between equal biases, as a share of the largest one.
_ROUNDING = 1e-6


@dataclass(frozen=True)
class BiasTable:
    """A learned table that is added to scores: a number for every bucket or offset in each head."""

    scheme: Literal["t5", "swin"]
    # The model's name, as lists of arrays show it.
    title: str

    # What the numbers are of, in order; those of places are of every query and key.
    counted: Literal["offsets", "offsets to the key", "distances", "places"] = "offsets"

    # Whether heads are the first axis.
    by_head: bool = False

    # The windows with as many offsets, the likeliest first.
    windows: tuple[Window, ...] = ()

    # Whether only the first window can be meant.
    is_told: bool = True

    # Rows at the end that belong to a class token.
    extra_rows: int = 0

    # The array, if the file has one, that says which number two places get.
    index: Entry | None = None


def bias_table(key: str, shape: tuple[int, ...], entries: Mapping[str, Entry]) -> BiasTable | None:
    """Return the kind of a table of biases by its name and sides; None if it holds no biases.

    entries: the arrays of its file, among which may be an index.
    """
    if _BUCKETS.search(key) and len(shape) == 2:
        return BiasTable("t5", "T5’s biases")
    if _BY_HEAD.search(key) and len(shape) == 3 and all(side % 2 for side in shape[1:]):
        window = tuple((side + 1) // 2 for side in shape[1:])
        title = "biases by offset"
        return BiasTable("swin", title, "offsets to the key", by_head=True, windows=(window,))
    index = _index_of(key, entries)
    if _OFFSETS.search(key) and len(shape) == 2:
        return _of_offsets(shape[0], index)
    if _DISTANCES.search(key) and len(shape) == 2:
        return _of_distances(shape[1], index)
    return None


def _index_of(key: str, entries: Mapping[str, Entry]) -> Entry | None:
    """Return the square array beside a table that says which number two places get.

    Return None if there is none.
    """
    name = next((name for name in _INDICES if key.endswith(name)), None)
    if name is None:
        return None
    index = entries.get(key.removesuffix(name) + _INDICES[name])
    if index is None:
        return None
    is_square = len(index.shape) == 2 and index.shape[0] == index.shape[1]
    is_number = index.kind.startswith(("int", "uint", "float"))
    return index if is_square and is_number else None


def _of_offsets(count: int, index: Entry | None) -> BiasTable:
    # Offsets are an odd number: an even one has those of a class token, too.
    apart = 0 if count % 2 else _CLASS_TOKEN
    title = "BEiT’s biases" if apart else "Swin’s biases"
    windows = tuple(windows_of(count - apart))
    if index is not None and not apart:
        windows = tuple(window for window in windows if prod(window) == index.shape[0])
        return BiasTable("swin", title, windows=windows, index=index)
    if side_of(count - apart):
        windows = windows[:1]
    return BiasTable("swin", title, windows=windows, is_told=len(windows) == 1, extra_rows=apart)


def _of_distances(count: int, index: Entry | None) -> BiasTable:
    """Return the kind of a table with a number for each distance in rows and in columns."""
    side = isqrt(count)
    windows = [(rows, count // rows) for rows in range(side, 0, -1) if count % rows == 0]
    windows += [(columns, rows) for rows, columns in windows if rows != columns]
    if index is not None and index.shape[0] != count:
        windows = []
    elif side * side == count and index is None:
        windows = windows[:1]
    return BiasTable(
        "swin",
        "LeViT’s biases",
        "distances",
        by_head=True,
        windows=tuple(windows),
        is_told=len(windows) == 1 or index is not None,
        index=index,
    )


def side_of(offsets: int) -> int:
    """Return the side M of the square window that has (2M − 1)² offsets; 0 if there is none."""
    side = isqrt(max(0, offsets))
    return (side + 1) // 2 if side * side == offsets and side % 2 else 0


def windows_of(offsets: int) -> Iterator[Window]:
    """Yield the windows that have `offsets` offsets, the likeliest first.

    Frames of squares come before single frames; of these, those nearest to a square come first,
    wide
    before high.
    """
    side = side_of(offsets)
    if side:
        yield side, side
    odd_sides = [odd for odd in range(3, 2 * _LONGEST_SIDE, 2) if offsets % odd == 0]
    in_frames = [
        (frames, odd, odd)
        for frames, odd in product(odd_sides, odd_sides)
        if frames * odd * odd == offsets
    ]
    in_frames.sort(key=lambda sides: -sides[1])
    flat = [(odd, offsets // odd) for odd in odd_sides if offsets // odd in odd_sides]
    flat = [sides for sides in flat if sides[0] != sides[1]]
    flat.sort(key=lambda sides: (max(sides) / min(sides), sides))
    for sides in (*in_frames, *flat):
        yield tuple((side + 1) // 2 for side in sides)


def by_offset(
    biases: Array, table: BiasTable, window: Window, index: Indices | None
) -> Array | None:
    """Return biases, heads × numbers, as heads × offsets of a window, query less key.

    Return None if the index contradicts. A table by distance has one number for all offsets that
    are as
    many rows and columns apart.
    """
    if index is not None:
        return _by_index(biases, window, index)
    if table.counted == "places":
        return _of_places(biases.reshape(len(biases), prod(window), -1), window)
    if table.counted == "offsets to the key":
        return biases[:, ::-1]
    if table.counted == "distances":
        along = [np.abs(np.arange(1 - side, side)) for side in window]
        distances = [axis.ravel() for axis in np.meshgrid(*along, indexing="ij")]
        return np.asarray(biases[:, np.ravel_multi_index(distances, window)])
    return biases


def window_of_places(biases: Array) -> Window | None:
    """Return the window such that biases, heads × queries × keys, depend only on its offsets.

    Return None if there is no such window.
    """
    if not np.isfinite(biases).all() or not np.ptp(biases):
        return None
    count = biases.shape[1]
    for rows in range(isqrt(count), 1, -1):
        if count % rows:
            continue
        for window in ((rows, count // rows), (count // rows, rows)):
            if _of_places(biases, window) is not None:
                return window
    return None


def _offsets_of_places(window: Window) -> Indices:
    """Return the number of the offset of every query and key, query less key."""
    places = np.stack(np.unravel_index(np.arange(prod(window)), window), axis=-1)
    away = places[:, None] - places[None, :] + np.array(window) - 1
    sides = tuple(2 * side - 1 for side in window)
    offsets: Indices = np.ravel_multi_index(tuple(np.moveaxis(away, -1, 0)), sides)
    return offsets


def _offset_count(window: Window) -> int:
    return prod(2 * side - 1 for side in window)


def _of_places(biases: Array, window: Window) -> Array | None:
    offsets = _offsets_of_places(window)
    of_offsets = np.zeros((len(biases), _offset_count(window)))
    of_offsets[:, offsets] = biases
    allowed = _ROUNDING * float(np.abs(biases).max())
    is_by_offset = (np.abs(of_offsets[:, offsets] - biases) <= allowed).all()
    return of_offsets if is_by_offset else None


def _by_index(biases: Array, window: Window, index: Indices) -> Array | None:
    offsets = _offsets_of_places(window)
    numbers = np.zeros(_offset_count(window), dtype=np.int64)
    numbers[offsets] = index
    is_by_offset = np.array_equal(numbers[offsets], index)
    is_within = 0 <= index.min() and index.max() < biases.shape[1]
    return np.asarray(biases[:, numbers]) if is_by_offset and is_within else None
