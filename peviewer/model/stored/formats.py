"""The kinds of files that arrays are read from, recognized by their first bytes.

Those of NumPy and safetensors.
"""

import ast
import io
import json
import re
from collections.abc import Callable
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.refusals import abbreviated
from peviewer.model.stored import entry
from peviewer.model.stored.entry import BFLOAT16, Contents, Entry, TableError
from peviewer.model.stored.opened import GZIP, StoredFile, numbers_at
from peviewer.model.stored.text_files import read_text
from peviewer.model.stored.torch_files import read_torch

MOST_ARRAYS = 10_000
# The most bytes of a header; NumPy itself reads no longer ones.
MOST_HEADER = 2**14
# The most bytes of a header in a file with thousands of arrays; a plain one has 128.
MOST_OF_MANY = 2**8
# How many bytes hold the length of a header, by the format's version.
_LENGTHS = {(1, 0): 2, (2, 0): 4}
# A whole number as Python 2 wrote it.
_LONG = re.compile(r"(\d)L\b")


class Header(NamedTuple):
    """The description of the array at the beginning of a NumPy file."""

    shape: tuple[int, ...]
    order: Literal["C", "F"]
    dtype: np.dtype[Any]
    kind: str
    end: int  # where the numbers begin

    @property
    def size(self) -> int:
        """How many bytes the numbers take."""
        return prod(self.shape) * self.dtype.itemsize


def read_npy(file: StoredFile) -> Contents:
    """Return the array of a ``.npy`` file."""
    header = _header_of_numbers(file.read(MOST_HEADER), file.size)
    load = partial(numbers_at, file.path, header.end, header.dtype, header.shape, header.order)
    return Contents({"": Entry(header.shape, header.kind, load)})


def read_npz(file: StoredFile) -> Contents:
    """Return the arrays of a ``.npz`` file."""
    contents = Contents({})
    sizes = {name: size for name, size in file.archive.sizes.items() if name.endswith(".npy")}
    _check_count(len(sizes))
    for name, size in sizes.items():
        key = name.removesuffix(".npy")
        try:
            header = _header_of_numbers(file.archive.read(name, min(size, MOST_OF_MANY)), size)
        except TableError as error:
            contents.refused[key] = f"cannot be read: {error}"
            continue
        if header.size > entry.MOST_READ:
            why = (
                f"is larger than {entry.MOST_READ_TEXT}, of which no more is read here: save it by "
                "np.save"
            )
            contents.refused[key] = why
        else:
            load = partial(_unpacked_numbers, file.path, name, header)
            contents.arrays[key] = Entry(header.shape, header.kind, load)
    return contents


def _check_count(count: int) -> None:
    if count > MOST_ARRAYS:
        raise TableError(f"it has {number(count)} arrays: at most {number(MOST_ARRAYS)} are read")


def _unpacked_numbers(path: Path, name: str, header: Header) -> NDArray[Any]:
    with StoredFile(path) as file:
        content = file.archive.read(name, header.end + header.size)
    return np.ndarray(header.shape, header.dtype, content, header.end, order=header.order)


def read_header(beginning: bytes | bytearray) -> Header:
    """Return the description of the array of a NumPy file with this beginning."""
    start = io.BytesIO(beginning)
    try:
        version = npy.read_magic(start)
    except ValueError:
        raise TableError("it does not begin like a NumPy file") from None
    if version not in _LENGTHS:
        raise TableError(
            f"it is of version {version[0]}.{version[1]} of NumPy's format, which is not read"
        )
    length = int.from_bytes(start.read(_LENGTHS[version]), "little")
    text = start.read(length).decode("latin-1")
    if len(text) < length:
        raise TableError("its header is broken: it is longer than that of an array of numbers")
    try:
        shape, by_columns, dtype = _described(text)
    except (SyntaxError, ValueError, TypeError, LookupError, RecursionError, MemoryError):
        raise TableError(
            "its header is broken, or of a type that NumPy has not: save it as float32"
        ) from None
    if not all(type(size) is int and size >= 0 for size in shape):
        raise TableError("its header is broken")
    return Header(shape, "F" if by_columns else "C", dtype, dtype.name, start.tell())


def _described(text: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return shape, order and type of an array from the text of its header."""
    # The parser warns of escapes, which only names of fields have.
    if "\\" in text:
        raise ValueError
    fields = ast.literal_eval(_LONG.sub(r"\1", text).strip())
    shape = fields["shape"]
    if not isinstance(shape, tuple):
        raise TypeError
    return shape, bool(fields["fortran_order"]), npy.descr_to_dtype(fields["descr"])


def _header_of_numbers(beginning: bytes | bytearray, size: int) -> Header:
    """Return the description of an array of numbers in a file of `size` bytes.

    Refuse an array of anything else, and a file that lacks some of the numbers.
    """
    header = read_header(beginning)
    dtype = header.dtype
    is_plain = not dtype.fields and not dtype.subdtype
    if is_plain and dtype.kind == "V" and dtype.itemsize == 2:  # as JAX saves them
        header = header._replace(dtype=np.dtype("<u2"), kind=BFLOAT16)
    elif not entry.is_number(dtype):
        # A list of fields may be of any length, so only the kind is named.
        named = str(dtype) if is_plain else header.kind
        raise TableError(f"it is of type {named}, which is not read: save it as float32")
    if header.end + header.size > size:
        raise TableError("it ends too early")
    return header


_LONGEST_SAFETENSORS_HEADER = 100_000_000
"""The most bytes of a header; safetensors itself has this limit."""
_SAFETENSORS_TYPES = {
    name: (np.dtype(stored), BFLOAT16 if name == "BF16" else np.dtype(stored).name)
    for name, stored in {
        "F64": "<f8",
        "F32": "<f4",
        "F16": "<f2",
        "BF16": "<u2",
        "I64": "<i8",
        "I32": "<i4",
        "I16": "<i2",
        "I8": "i1",
        "U64": "<u8",
        "U32": "<u4",
        "U16": "<u2",
        "U8": "u1",
        "BOOL": "?",
        "C64": "<c8",
    }.items()
}
"""How numbers are stored, and their kind, by the format's names of types."""


def _read_archive(file: StoredFile) -> Contents:
    is_checkpoint = any(name.rpartition("/")[2] == "data.pkl" for name in file.archive.sizes)
    return read_torch(file) if is_checkpoint else read_npz(file)


def read_safetensors(file: StoredFile) -> Contents:
    """Return the arrays of a ``.safetensors`` file."""
    length = int.from_bytes(file.read(8), "little")
    if file.size < 8 or length > _LONGEST_SAFETENSORS_HEADER:
        raise TableError("it is no file of safetensors")
    _check_whole(file, 8 + length)
    text = file.read(length)
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise TableError("its header is broken") from None
    if not isinstance(header, dict):
        raise TableError("it is no file of safetensors")
    _check_count(len(header))
    contents = Contents({})
    whole_size = 8 + length
    for key, known in header.items():
        if key == "__metadata__":
            continue
        name, shape, (begin, end) = known["dtype"], tuple(known["shape"]), known["data_offsets"]
        if name not in _SAFETENSORS_TYPES:
            contents.refused[key] = (
                f"is of type {abbreviated(name)}, which is not read: save it as float32"
            )
            continue
        dtype, kind = _SAFETENSORS_TYPES[name]
        counts = (*shape, begin, end)
        are_plausible = len(shape) <= entry.MOST_AXES and all(map(entry.is_count, counts))
        if not are_plausible or end - begin != prod(shape) * dtype.itemsize:
            raise TableError("its header does not fit its numbers")
        whole_size = max(whole_size, 8 + length + end)
        load = partial(numbers_at, file.path, 8 + length + begin, dtype, shape)
        contents.arrays[key] = Entry(shape, kind, load)
    _check_whole(file, whole_size)
    return contents


def _check_whole(file: StoredFile, whole_size: int) -> None:
    """Refuse a file that has not as many bytes as its header says."""
    if file.size < whole_size:
        missing = number(whole_size - file.size)
        total = number(whole_size)
        raise TableError(f"it ends too early: {missing} of its {total} bytes are missing")


SUFFIXES: dict[str, Callable[[StoredFile], Contents]] = {
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
"""The functions that read files whose beginning does not tell their format, by suffix."""
_BEGINNINGS = {
    b"\x93NUMPY": read_npy,
    b"PK\x03\x04": _read_archive,
    b"\x80": read_torch,
    GZIP: read_text,
}
_NOT_READ = {
    ".gguf": "of GGUF, which is not read: save its table in Python by gguf and numpy.save",
    ".h5": "of HDF5, which is not read: save its table in Python by h5py and numpy.save",
    ".hdf5": "of HDF5, which is not read: save its table in Python by h5py and numpy.save",
    ".onnx": "of ONNX, which is not read: save its table in Python by onnx and numpy.save",
    ".index.json": "that names those of a checkpoint: open the one with the table",
    ".json": "of JSON, which has no array: load_table, read_config and --table open the "
    "configuration of a model",
}
"""What other files of models are, by the ends of their names."""


def read_arrays(file: StoredFile) -> Contents:
    """Return the arrays of a file, of the kind that its first bytes say, or else its name."""
    name = file.path.name.lower()
    for ending, what in _NOT_READ.items():
        if name.endswith(ending):
            raise TableError(f"it is a file {what}")
    # A file of safetensors begins with the length of its header, and the header.
    if file.beginning[:9].endswith(b"\0{"):
        return read_safetensors(file)
    by_beginning = (
        known for begins, known in _BEGINNINGS.items() if file.beginning.startswith(begins)
    )
    by_name = (known for ending, known in SUFFIXES.items() if name.endswith(ending))
    read = next(by_beginning, None) or next(by_name, read_text)
    return read(file)
