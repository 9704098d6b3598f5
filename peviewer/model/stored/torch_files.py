"""Checkpoints of PyTorch: an archive with a pickle and runs of numbers, or, before version 1.6, both in a row."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

from peviewer.model.stored.entry import BFLOAT16, Contents, Entry, Place, TableError
from peviewer.model.stored.pickles import Tensor, Thing, Unread, read_pickle

_MOST_PICKLE = 2**26  # bytes
_LOCAL = struct.Struct("<4s5H3I2H")  # begins an entry; the last two numbers are the lengths of name and extra field
_ARCHIVE = b"PK\x03\x04"  # its first bytes; an archive that ends early has no directory
_MAGIC = 0x1950A86A20F9469CFC6C
_DEEPEST = 8
_LISTED = 100  # tensors of a list that are named
_MOST_VISITED = 200_000  # objects: a few bytes can refer to the same ones over and over
Places = dict[str, int]
"""By their keys, at which byte of the file storages begin."""


def read_torch(path: Path) -> Contents:
    """Return the tensors of a checkpoint; nothing in it is run."""
    size = path.stat().st_size
    with path.open("rb") as file:
        archived = file.read(len(_ARCHIVE)) == _ARCHIVE
    unpickled, places = _of_archive(path, size) if archived else _in_a_row(path)
    contents = Contents({})
    for key, tensor in _tensors(unpickled):
        if isinstance(tensor, Unread):
            contents.refused[key] = tensor.why
            continue
        try:
            contents.arrays[key] = _entry(path, tensor, places, size)
        except TableError as error:
            contents.refused[key] = str(error)
    if not (contents.arrays or contents.refused):
        raise TableError("it has no tensor")
    return contents


def _of_archive(path: Path, size: int) -> tuple[Any, Places]:
    with path.open("rb") as whole, zipfile.ZipFile(whole) as archive:
        entries = {info.filename: info for info in archive.infolist()}
        pickled = next((name for name in entries if name.rpartition("/")[2] == "data.pkl"), None)
        if pickled is None:
            raise TableError("it is no checkpoint of PyTorch")
        folder = pickled.removesuffix("data.pkl")
        if entries[pickled].file_size > _MOST_PICKLE:
            raise TableError("its pickle is larger than any of tensors")
        with archive.open(pickled) as file:
            unpickled = read_pickle(io.BytesIO(file.read(_MOST_PICKLE)))
        order = entries.get(f"{folder}byteorder")
        if order is not None:
            with archive.open(order) as file:
                if file.read(8).strip() == b"big":
                    raise TableError("it was written by a machine with the other order of bytes")
        data, places = f"{folder}data/", {}
        for name, info in entries.items():
            if name.startswith(data) and info.compress_type == zipfile.ZIP_STORED:
                places[name.removeprefix(data)] = _entry_offset(whole, info, size)
    return unpickled, places


def _entry_offset(file: IO[bytes], info: zipfile.ZipInfo, size: int) -> int:
    """Return the offset of an uncompressed entry's data in an archive of `size` bytes."""
    file.seek(info.header_offset)
    head = file.read(_LOCAL.size)
    if len(head) < _LOCAL.size or not head.startswith(b"PK\3\4"):
        raise TableError("it is a broken archive")
    *_, name, extra = _LOCAL.unpack(head)
    begin: int = info.header_offset + _LOCAL.size + name + extra
    if begin + info.file_size > size:
        raise TableError("it ends too early")
    return begin


def _in_a_row(path: Path) -> tuple[Any, Places]:
    with path.open("rb") as whole:
        file: IO[bytes] = io.BytesIO(whole.read(_MOST_PICKLE))
        if read_pickle(file) != _MAGIC:
            raise TableError("it is no checkpoint of PyTorch: save its array by np.save")
        read_pickle(file), read_pickle(file)  # the version and the machine
        unpickled, keys = read_pickle(file), read_pickle(file)
        widths = {
            tensor.storage.key: np.dtype(tensor.storage.kind.dtype)
            for _, tensor in _tensors(unpickled)
            if isinstance(tensor, Tensor)
        }
        offset, places = file.tell(), {}
        for key in map(str, keys):
            whole.seek(offset)
            count = int.from_bytes(whole.read(8), "little")
            if key not in widths:
                break  # no tensor has its type, so the places after it are unknown
            places[key] = offset + 8
            offset += 8 + count * widths[key].itemsize
    return unpickled, places


def _tensors(unpickled: Any) -> Iterator[tuple[str, Tensor | Unread]]:
    """Return all tensors by their names, joined by dots in nested dictionaries."""
    return _tensors_in(unpickled, "", 0, iter(range(_MOST_VISITED)))


def _tensors_in(
    unpickled: Any, prefix: str, depth: int, visits: Iterator[int]
) -> Iterator[tuple[str, Tensor | Unread]]:
    if next(visits, None) is None:
        raise TableError("it has more in it than any checkpoint")
    if isinstance(unpickled, Tensor | Unread):
        yield prefix or "tensor", unpickled
    elif isinstance(unpickled, Thing):
        for held in (unpickled.state, unpickled.items):
            if not isinstance(held, Thing):  # only one level deep
                yield from _tensors_in(held, prefix, depth, visits)
    elif isinstance(unpickled, dict | list | tuple) and depth < _DEEPEST:
        for key, value in unpickled.items() if isinstance(unpickled, dict) else enumerate(unpickled[:_LISTED]):
            yield from _tensors_in(value, f"{prefix}.{key}" if prefix else str(key), depth + 1, visits)


def _entry(path: Path, tensor: Tensor, places: Places, size: int) -> Entry:
    storage = tensor.storage
    dtype = np.dtype(storage.kind.dtype)
    if storage.key not in places:
        raise TableError("has no numbers in the file that can be read as they are")
    begin = places[storage.key]
    last = tensor.offset + sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.strides, strict=True))
    empty = 0 in tensor.shape
    if not empty and (last >= storage.count or begin + storage.count * dtype.itemsize > size):
        raise TableError("reaches beyond its numbers")
    kind = BFLOAT16 if storage.kind.name == "BFloat16Storage" else dtype.name
    steps = tuple(stride * dtype.itemsize for stride in tensor.strides)
    place = Place(str(path), dtype, begin + tensor.offset * dtype.itemsize, tensor.shape, steps)
    return Entry(tensor.shape, kind, place.read, place)
