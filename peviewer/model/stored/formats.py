"""The kinds of files that arrays are read from, recognized by their first bytes; those of NumPy and safetensors."""

import io
import json
import tokenize
import zipfile
from collections.abc import Callable
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from peviewer.base.parameters import abbreviated
from peviewer.model.stored import entry
from peviewer.model.stored.entry import BFLOAT16, Contents, Entry, TableError, numbers_at
from peviewer.model.stored.text_files import GZIP, read_text
from peviewer.model.stored.torch_files import read_torch

_MOST_HEADER, _MOST_OF_SAFETENSORS = 2**16, 100_000_000  # bytes of a header; safetensors itself has this limit
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
            if prod(head.shape) * head.dtype.itemsize > entry.MOST_READ:
                why = f"is larger than {entry.MOST_SAID}, of which no more is read here: save it by np.save"
                contents.refused[key] = why
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
    elif not entry.is_number(dtype):
        named = str(dtype) if is_plain else kind  # a list of fields may have any length
        raise TableError(f"it is of type {named}, which is not read: save it as float32")
    if start.tell() + prod(shape) * dtype.itemsize > size:
        raise TableError("it ends too early")
    return _Header(shape, "F" if by_columns else "C", dtype, kind, start.tell())


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


def read_safetensors(path: Path) -> Contents:
    """Return the arrays of a ``.safetensors`` file."""
    size = path.stat().st_size
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > min(_MOST_OF_SAFETENSORS, size - 8):
            raise TableError("it is no file of safetensors")
        try:
            header = json.loads(file.read(length))
        except (ValueError, RecursionError):
            raise TableError("its header is broken") from None
    if not isinstance(header, dict):
        raise TableError("it is no file of safetensors")
    contents = Contents({})
    for key, known in header.items():
        if key == "__metadata__":
            continue
        name, shape, (begin, end) = known["dtype"], tuple(known["shape"]), known["data_offsets"]
        if name not in _SAFETENSORS_TYPES:
            contents.refused[key] = f"is of type {abbreviated(name)}, which is not read: save it as float32"
            continue
        dtype, kind = _SAFETENSORS_TYPES[name]
        counts = (*shape, begin, end)
        whole = len(shape) <= entry.MOST_AXES and all(type(count) is int and count >= 0 for count in counts)
        if not whole or end - begin != prod(shape) * dtype.itemsize or 8 + length + end > size:
            raise TableError("its header does not fit its numbers")
        load = partial(numbers_at, path, 8 + length + begin, dtype, shape)
        contents.arrays[key] = Entry(shape, kind, load)
    return contents


SUFFIXES: dict[str, Callable[[Path], Contents]] = {
    ".npy": read_npy,
    ".npz": read_npz,
    ".csv": read_text,
    ".tsv": read_text,
    ".txt": read_text,
    ".csv.gz": read_text,
    ".safetensors": read_safetensors,
    ".pt": read_torch,
    ".pth": read_torch,
    ".bin": read_torch,
    ".ckpt": read_torch,
    ".weights": read_torch,
}
"""What reads a file where its beginning does not say what it is."""
_BEGINNINGS = {b"\x93NUMPY": read_npy, b"PK\x03\x04": _read_archive, b"\x80": read_torch, GZIP: read_text}
_NOT_READ = {
    ".gguf": "of GGUF, which is not read: save its table in Python by gguf and numpy.save",
    ".h5": "of HDF5, which is not read: save its table in Python by h5py and numpy.save",
    ".hdf5": "of HDF5, which is not read: save its table in Python by h5py and numpy.save",
    ".onnx": "of ONNX, which is not read: save its table in Python by onnx and numpy.save",
    ".index.json": "that names those of a checkpoint: open the one with the table",
    ".json": "of JSON, but no configuration of a model",
}
"""By how their names end, what else files of models are."""


def read_arrays(path: Path) -> Contents:
    """Return the arrays of a file, of the kind that its first bytes say, or else its name."""
    for ending, what in _NOT_READ.items():
        if path.name.lower().endswith(ending):
            raise TableError(f"it is a file {what}")
    with path.open("rb") as file:
        head = file.read(9)
    if head.endswith(b"\0{"):  # the length of a header of safetensors, and that
        return read_safetensors(path)
    by_head = (known for begins, known in _BEGINNINGS.items() if head.startswith(begins))
    by_name = (known for ending, known in SUFFIXES.items() if path.name.lower().endswith(ending))
    return (next(by_head, None) or next(by_name, read_text))(path)
