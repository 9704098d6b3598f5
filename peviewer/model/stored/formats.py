"""The kinds of files that arrays are read from, recognized by their first bytes or else by their suffix."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from peviewer.model.stored.entry import MOST_READ, MOST_SAID, Contents, TableError
from peviewer.model.stored.numpy_files import read_npy, read_npz
from peviewer.model.stored.safetensors_files import read_safetensors
from peviewer.model.stored.text_files import GZIP, read_text
from peviewer.model.stored.torch_files import read_torch

_MOST_INDEX = 2**26  # bytes


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
