"""Checkpoints of PyTorch: an archive with a pickle and runs of numbers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.model.stored.entry import BFLOAT16, MOST_READ, MOST_SAID, Contents, Entry, TableError
from peviewer.model.stored.pickles import Tensor, Thing, Unread, read_pickle

_MOST_PICKLE = 2**26  # bytes
_DEEPEST = 8
_LISTED = 100  # tensors of a list that are named
_MOST_VISITED = 200_000  # objects: a few bytes can refer to the same ones over and over


def read_torch(path: Path) -> Contents:
    """Return the tensors of a checkpoint; nothing in it is run."""
    if not zipfile.is_zipfile(path):
        raise TableError("it is no checkpoint of PyTorch, or of one before version 1.6: save its array by np.save")
    contents = Contents({})
    with zipfile.ZipFile(path) as archive:
        entries = {info.filename: info for info in archive.infolist()}
        pickled = next((name for name in entries if name.rpartition("/")[2] == "data.pkl"), None)
        if pickled is None:
            raise TableError("it is no checkpoint of PyTorch")
        if entries[pickled].file_size > _MOST_PICKLE:
            raise TableError("its pickle is larger than any of tensors")
        folder = pickled.removesuffix("data.pkl")
        with archive.open(pickled) as file:
            unpickled = read_pickle(io.BytesIO(file.read(_MOST_PICKLE)))
        if (order := f"{folder}byteorder") in entries:
            with archive.open(order) as file:
                if file.read(8).strip() == b"big":
                    raise TableError("it was written by a machine with the other order of bytes")
    for key, tensor in _tensors(unpickled, "", 0, iter(range(_MOST_VISITED))):
        try:
            contents.arrays[key] = _entry(path, tensor, entries, folder)
        except TableError as error:
            contents.refused[key] = str(error)
    if not (contents.arrays or contents.refused):
        raise TableError("it has no tensor")
    return contents


def _tensors(unpickled: Any, prefix: str, depth: int, visits: Iterator[int]) -> Iterator[tuple[str, Tensor | Unread]]:
    """Yield all tensors by their names, joined by dots in nested dictionaries."""
    if next(visits, None) is None:
        raise TableError("it has more in it than any checkpoint")
    if isinstance(unpickled, Tensor | Unread):
        yield prefix or "tensor", unpickled
    elif isinstance(unpickled, Thing):
        for held in (unpickled.state, unpickled.items):
            if not isinstance(held, Thing):  # only one level deep
                yield from _tensors(held, prefix, depth, visits)
    elif isinstance(unpickled, dict | list | tuple) and depth < _DEEPEST:
        for key, value in unpickled.items() if isinstance(unpickled, dict) else enumerate(unpickled[:_LISTED]):
            yield from _tensors(value, f"{prefix}.{key}" if prefix else str(key), depth + 1, visits)


def _entry(path: Path, tensor: Tensor | Unread, entries: dict[str, zipfile.ZipInfo], folder: str) -> Entry:
    if isinstance(tensor, Unread):
        raise TableError(tensor.why)
    storage, dtype = tensor.storage, np.dtype(tensor.storage.kind.dtype)
    run = entries.get(f"{folder}data/{storage.key}")
    if run is None:
        raise TableError("has no numbers in the file")
    last = tensor.offset + sum((size - 1) * step for size, step in zip(tensor.shape, tensor.strides, strict=True))
    if 0 not in tensor.shape and (last + 1) * dtype.itemsize > run.file_size:
        raise TableError("reaches beyond its numbers")
    if run.file_size > MOST_READ:
        raise TableError(f"is of more than {MOST_SAID}, of which no more is read here: save it by np.save")
    kind = BFLOAT16 if storage.kind.name == "BFloat16Storage" else dtype.name
    return Entry(tensor.shape, kind, partial(_numbers, path, run, tensor, dtype))


def _numbers(path: Path, run: zipfile.ZipInfo, tensor: Tensor, dtype: np.dtype[Any]) -> NDArray[Any]:
    with zipfile.ZipFile(path) as archive:
        raw = archive.read(run)
    steps = tuple(step * dtype.itemsize for step in tensor.strides)
    return np.ndarray(tensor.shape, dtype, raw, tensor.offset * dtype.itemsize, steps)
