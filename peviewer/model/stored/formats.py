"""The kinds of files that arrays are read from, recognized by their first bytes or else by their suffix."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from peviewer.base.parameters import abbreviated
from peviewer.model.stored.entry import BFLOAT16, MOST_AXES, MOST_READ, MOST_SAID, Contents, Entry, Place, TableError
from peviewer.model.stored.numpy_files import read_npy, read_npz
from peviewer.model.stored.text_files import GZIP, read_text
from peviewer.model.stored.torch_files import read_torch

_MOST_INDEX = 2**26  # bytes
_MOST_HEADER = 100_000_000  # bytes, as safetensors itself has it
_SAFETENSORS_TYPES = {
    name: (np.dtype(stored), BFLOAT16 if name == "BF16" else np.dtype(stored).name)
    for name, stored in {
        "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
        "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "?", "C64": "<c8",
    }.items()
}  # fmt: skip
"""By what the format calls them: how numbers are stored, and what they are."""


def _read_archive(path: Path) -> Contents:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    return (read_torch if any(name.rpartition("/")[2] == "data.pkl" for name in names) else read_npz)(path)


def _read_index(path: Path) -> Contents:
    """Return the arrays of a checkpoint in several files by its index."""
    if path.stat().st_size > _MOST_INDEX:
        raise TableError("it is too large for an index of arrays")
    shards = dict(json.loads(path.read_bytes())["weight_map"])
    if any(re.search(r"[/\\:]|json$", name) for name in shards.values()):
        raise TableError("it names files that are not beside it")
    present = {name: path.parent / name for name in shards.values() if (path.parent / name).is_file()}
    held = {name: reader(shard)(shard) for name, shard in present.items()}
    contents = Contents({})
    for key, name in shards.items():
        entry = held[name].arrays.get(key) if name in held else None
        if entry and not (entry.place and entry.place.nbytes > MOST_READ):
            contents.arrays[key] = replace(entry, place=None)
        elif entry:
            contents.refused[key] = f"is larger than {MOST_SAID}: open {name}"
        elif name in held:
            contents.refused[key] = held[name].refused.get(key, f"is not in {name}")
        else:
            contents.refused[key] = f"is in {name}, which is not there: put it into the same folder"
    return contents


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
            entry = _safetensors_entry(path, known, 8 + length, size)
            if isinstance(entry, Entry):
                contents.arrays[key] = entry
            else:
                contents.refused[key] = entry
    return contents


def _safetensors_entry(path: Path, known: Any, base: int, size: int) -> Entry | str:
    name, shape, (begin, end) = known["dtype"], tuple(known["shape"]), known["data_offsets"]
    if name not in _SAFETENSORS_TYPES:
        return f"is of type {abbreviated(name)}, which is not read: save it as float32"
    dtype, kind = _SAFETENSORS_TYPES[name]
    whole = len(shape) <= MOST_AXES and all(type(number) is int and number >= 0 for number in (*shape, begin, end))
    if not whole or end - begin != prod(shape) * dtype.itemsize or base + end > size:
        raise TableError("its header does not fit its numbers")
    place = Place.in_order(path, dtype, base + begin, shape)
    return Entry(shape, kind, place.read, place)


def _not_read(kind: str, numbers: str) -> Callable[[Path], Contents]:
    """Return a reader that refuses a kind of file, and says how Python converts it to one that is read."""

    def refuse(path: Path) -> Contents:
        code = numbers.format(name=repr(path.name))
        raise TableError(f"it is a file of {kind}. Export its table in Python: numpy.savez('{path.stem}.npz', {code})")

    return refuse


_GGUF = _not_read(
    "GGUF", "**{{t.name: gguf.dequantize(t.data, t.tensor_type) for t in gguf.GGUFReader({name}).tensors}}"
)
_HDF5 = _not_read("HDF5", "table=h5py.File({name})['NAME']")
_ONNX = _not_read("ONNX", "**{{t.name: onnx.numpy_helper.to_array(t) for t in onnx.load({name}).graph.initializer}}")
SUFFIXES: dict[str, Callable[[Path], Contents]] = {
    ".npy": read_npy,
    ".npz": read_npz,
    ".csv": read_text,
    ".tsv": read_text,
    ".txt": read_text,
    ".csv.gz": read_text,
    ".safetensors": read_safetensors,
    ".index.json": _read_index,
    ".pt": read_torch,
    ".pth": read_torch,
    ".bin": read_torch,
    ".ckpt": read_torch,
    ".weights": read_torch,
}
"""What reads a file where its beginning does not say what it is."""
_BEGINNINGS = {
    b"\x93NUMPY": read_npy, b"PK\x03\x04": _read_archive, b"\x80": read_torch, GZIP: read_text, b"GGUF": _GGUF,
    b"\x89HDF": _HDF5,
}  # fmt: skip
_ENDINGS = {**SUFFIXES, ".gguf": _GGUF, ".h5": _HDF5, ".hdf5": _HDF5, ".onnx": _ONNX}


def reader(path: Path) -> Callable[[Path], Contents]:
    """Return the reader of a file by its first bytes, or by its name if these do not decide."""
    with path.open("rb") as file:
        head = file.read(9)
    if head.endswith(b"\0{"):  # the length of a header of safetensors, and that
        return read_safetensors
    by_head = (known for begins, known in _BEGINNINGS.items() if head.startswith(begins))
    by_name = (known for ending, known in _ENDINGS.items() if path.name.lower().endswith(ending))
    return next(by_head, None) or next(by_name, read_text)
