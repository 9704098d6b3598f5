"""Files of safetensors: a JSON header, then the numbers as they are."""

from __future__ import annotations

import json
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from peviewer.base.parameters import abbreviated
from peviewer.model.stored.entry import BFLOAT16, MOST_AXES, Contents, Entry, Place, TableError

_MOST_HEADER = 100_000_000  # bytes, as the format itself has it
_TYPES = {
    name: (np.dtype(stored), BFLOAT16 if name == "BF16" else np.dtype(stored).name)
    for name, stored in {
        "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
        "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "?", "C64": "<c8",
    }.items()
}  # fmt: skip
"""By what the format calls them: how numbers are stored, and what they are."""


def read_safetensors(path: Path) -> Contents:
    """Return the arrays of a ``.safetensors`` file."""
    size = path.stat().st_size
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > min(_MOST_HEADER, size - 8):
            raise TableError("it is no file of safetensors")
        try:
            header = json.loads(file.read(length))
        except (ValueError, RecursionError):
            raise TableError("its header is broken") from None
    if not isinstance(header, dict):
        raise TableError("it is no file of safetensors")
    contents = Contents({})
    for key, known in header.items():
        if key != "__metadata__":
            entry = _entry(path, known, 8 + length, size)
            if isinstance(entry, Entry):
                contents.arrays[key] = entry
            else:
                contents.refused[key] = entry
    return contents


def _entry(path: Path, known: Any, base: int, size: int) -> Entry | str:
    name, shape, (begin, end) = known["dtype"], tuple(known["shape"]), known["data_offsets"]
    if name not in _TYPES:
        return f"is of type {abbreviated(name)}, which is not read: save it as float32"
    dtype, kind = _TYPES[name]
    whole = len(shape) <= MOST_AXES and all(type(number) is int and number >= 0 for number in (*shape, begin, end))
    if not whole or end - begin != prod(shape) * dtype.itemsize or base + end > size:
        raise TableError("its header does not fit its numbers")
    place = Place.in_order(path, dtype, base + begin, shape)
    return Entry(shape, kind, place.read, place)
