"""Checkpoints of PyTorch: an archive with runs of numbers and a pickle, of which nothing is run."""

import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.model.stored.entry import (
    BFLOAT16,
    LONGEST_NAME,
    MOST_READ,
    MOST_READ_TEXT,
    Contents,
    Entry,
    TableError,
    is_count,
)
from peviewer.model.stored.opened import Archive, StoredFile
from peviewer.model.stored.pickles import ForeignObject, Global, call, read_pickle

MAX_PICKLE_BYTES = 2**24
MAX_TENSORS = 20_000
MAX_DEPTH = 32
"""How deeply dictionaries and lists within one another are searched for tensors."""
_MAX_AXES = 32
_STORED_AS = {
    "DoubleStorage": "<f8",
    "FloatStorage": "<f4",
    "HalfStorage": "<f2",
    "BFloat16Storage": "<u2",
    "LongStorage": "<i8",
    "IntStorage": "<i4",
    "ShortStorage": "<i2",
    "CharStorage": "i1",
    "ByteStorage": "u1",
    "BoolStorage": "?",
    "ComplexFloatStorage": "<c8",
    "ComplexDoubleStorage": "<c16",
}


@dataclass(frozen=True)
class Storage:
    """A run of numbers beside the pickle."""

    kind: Global
    key: str

    @property
    def number_type(self) -> str:
        """PyTorch's name of the type of its numbers."""
        return self.kind.name.removesuffix("Storage")

    @property
    def dtype(self) -> str:
        """NumPy's name of the type of its numbers; empty if that cannot be read."""
        return _STORED_AS.get(self.kind.name, "") if self.kind.module == "torch" else ""


@dataclass(frozen=True)
class Tensor:
    """A tensor: where in a storage its numbers are."""

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def end(self) -> int:
        """The place in the storage after its last number; 0 for an empty tensor."""
        if 0 in self.shape:
            return 0
        reaches = [
            (size - 1) * stride for size, stride in zip(self.shape, self.strides, strict=True)
        ]
        return self.offset + sum(reaches) + 1


@dataclass(frozen=True)
class Unread:
    """A tensor that is not read, and the reason."""

    reason: str


def _find_storage(name: object) -> Storage | Unread | ForeignObject:
    """Return the run of numbers that a pickle names."""
    match name:
        case ("storage", Global() as kind, str() | int() as key, *_) if isinstance(
            key, str
        ) or is_count(key):
            return Storage(kind, str(key))
        case ("storage", Global(), *_):
            return Unread("has numbers that are named by neither a text nor a whole number")
    return ForeignObject()


def _tensor(
    storage: object, offset: object, shape: object, strides: object, *rest: object
) -> Tensor | Unread:
    if isinstance(storage, Unread):
        return storage
    if not isinstance(storage, Storage):
        return Unread("has no numbers in the file")
    if not (is_count(offset) and _are_counts(shape) and _are_counts(strides)):
        return Unread(
            "is broken: its offset, its shape and its strides must be whole numbers from 0 on"
        )
    if len(shape) != len(strides):
        return Unread("is broken: its shape and its strides are of different lengths")

    given_types = [kind.name for kind in rest if isinstance(kind, Global)]
    number_type = given_types[0] if given_types else storage.number_type
    if not storage.dtype or number_type != storage.number_type:
        return Unread(f"is of type {number_type}, which is not read: save it as float32")
    return Tensor(storage, offset, shape, strides)


def _are_counts(values: object) -> TypeGuard[tuple[int, ...]]:
    return isinstance(values, tuple) and len(values) <= _MAX_AXES and all(map(is_count, values))


def _unread(reason: str) -> Callable[..., Unread]:
    return lambda *_: Unread(reason)


def _first(tensor: object, *_: object) -> object:
    return tensor


def _from_type(callee: object, _kind: object, arguments: object, *_: object) -> object:
    return call(_CALLS, callee, arguments)


_OF_NUMPY = _unread("is NumPy's, which is not read here: save it by np.save")
_CALLS: dict[Global, Callable[..., object]] = {
    Global("collections", "OrderedDict"): lambda *_: {},
    Global("torch._utils", "_rebuild_tensor_v2"): _tensor,
    Global("torch._utils", "_rebuild_tensor_v3"): _tensor,
    Global("torch._utils", "_rebuild_parameter"): _first,
    Global("torch._utils", "_rebuild_parameter_with_state"): _first,
    Global("torch._utils", "_rebuild_qtensor"): _unread(
        "is quantized, which is not read: save it by dequantize()"
    ),
    Global("torch._utils", "_rebuild_sparse_tensor"): _unread(
        "is sparse, which is not read: save it by to_dense()"
    ),
    Global("torch._tensor", "_rebuild_from_type_v2"): _from_type,
    Global("torch.jit._pickle", "restore_type_tag"): _first,
    Global("torch.jit._pickle", "build_tensorlist"): _first,
    Global("numpy._core.multiarray", "_reconstruct"): _OF_NUMPY,
    Global("numpy.core.multiarray", "_reconstruct"): _OF_NUMPY,
}
"""The calls that are understood of those that a checkpoint asks for."""


def read_torch(file: StoredFile) -> Contents:
    """Return the tensors of a checkpoint; nothing in it is run."""
    if not zipfile.is_zipfile(file):
        raise TableError(
            "it is no checkpoint of PyTorch, or of one before version 1.6: save its array by "
            "np.save"
        )
    archive = file.archive
    folder = _folder(archive.sizes)
    _check_byte_order(archive, f"{folder}byteorder")
    pickle_name = f"{folder}data.pkl"
    pickled = archive.read(pickle_name, archive.sizes[pickle_name])

    content = read_pickle(bytes(pickled), _CALLS, _find_storage)
    storage_folder = f"{folder}data/"
    contents = Contents({})
    for name, tensor in _search(content).items():
        try:
            contents.arrays[name] = _entry(file, tensor, storage_folder)
        except TableError as error:
            contents.refused[name] = str(error)
    return contents


def _folder(sizes: Mapping[str, int]) -> str:
    """Return the beginning of the names of a checkpoint's parts.

    A checkpoint that is too large is refused.
    """
    pickle_name = next((name for name in sizes if name.rpartition("/")[2] == "data.pkl"), None)
    if pickle_name is None:
        raise TableError("it is no checkpoint of PyTorch")
    if sizes[pickle_name] > MAX_PICKLE_BYTES:
        raise TableError(
            f"its pickle is larger than {MAX_PICKLE_BYTES // 2**20} MiB, of which no more is read"
        )
    return pickle_name.removesuffix("data.pkl")


def _check_byte_order(archive: Archive, name: str) -> None:
    size = archive.sizes.get(name)
    if size is not None and archive.read(name, min(size, 8)).strip() == b"big":
        raise TableError("it was written by a machine with the other order of bytes")


class _Search:
    """Finds tensors and their names, joined by dots in nested dictionaries and lists.

    Each of these is searched once: a few bytes of a pickle can hold the same one over and over.
    """

    def __init__(self) -> None:
        self.tensors: dict[str, Tensor | Unread] = {}
        self.is_cut_off = False
        self._searched_ids: set[int] = set()

    def search(self, content: object, name: str = "", depth: int = 0) -> None:
        if isinstance(content, Tensor | Unread):
            self._add(name or "tensor", content)
            return
        if id(content) in self._searched_ids:
            return
        self._searched_ids.add(id(content))

        if isinstance(content, ForeignObject):
            for held in (content.state, content.values):
                # An object of an unknown class is not followed.
                if not isinstance(held, ForeignObject):
                    self.search(held, name, depth)
        elif isinstance(content, dict):
            self._search_items(content.items(), name, depth)
        elif isinstance(content, list | tuple):
            self._search_items(enumerate(content), name, depth)

    def _search_items(self, items: Iterable[tuple[object, object]], name: str, depth: int) -> None:
        if depth == MAX_DEPTH:
            self.is_cut_off = True
            return
        for key, value in items:
            if not isinstance(value, _SEARCHED):
                continue
            full_name = f"{name}.{key}" if name else str(key)
            if len(full_name) > LONGEST_NAME:
                self.is_cut_off = True
                continue
            self.search(value, full_name, depth + 1)

    def _add(self, name: str, tensor: Tensor | Unread) -> None:
        self.tensors[name] = tensor
        if len(self.tensors) > MAX_TENSORS:
            raise TableError(f"it has more than {number(MAX_TENSORS)} tensors")


_SEARCHED = (Tensor, Unread, ForeignObject, dict, list, tuple)


def _search(content: object) -> dict[str, Tensor | Unread]:
    """Return the tensors of a checkpoint by their names."""
    search = _Search()
    search.search(content)
    if not search.tensors:
        limits = f" in its first {MAX_DEPTH} levels, of a name of at most {LONGEST_NAME} letters"
        raise TableError(f"it has no tensor{limits if search.is_cut_off else ''}")
    return search.tensors


def _entry(file: StoredFile, tensor: Tensor | Unread, storage_folder: str) -> Entry:
    if isinstance(tensor, Unread):
        raise TableError(tensor.reason)
    member_name = f"{storage_folder}{tensor.storage.key}"
    size = file.archive.sizes.get(member_name)
    if size is None:
        raise TableError("has no numbers in the file")

    dtype = np.dtype(tensor.storage.dtype)
    if tensor.end * dtype.itemsize > size:
        raise TableError("reaches beyond its numbers")
    # Strides that are 0, or that overlap, may make many numbers out of few.
    unfolded_size = prod(tensor.shape) * dtype.itemsize
    if size > MOST_READ:
        raise TableError(
            f"is of more than {MOST_READ_TEXT}, of which no more is read here: save it by np.save"
        )
    if unfolded_size > MOST_READ:
        raise TableError(
            f"unfolds to more than {MOST_READ_TEXT}, of which no more is read here: save it by "
            "np.save"
        )

    kind = BFLOAT16 if tensor.storage.kind.name == "BFloat16Storage" else dtype.name
    return Entry(tensor.shape, kind, partial(_numbers, file.path, member_name, tensor, dtype))


def _numbers(path: Path, member_name: str, tensor: Tensor, dtype: np.dtype[Any]) -> NDArray[Any]:
    with StoredFile(path) as file:
        raw = file.archive.read(member_name, tensor.end * dtype.itemsize)
    steps = tuple(stride * dtype.itemsize for stride in tensor.strides)
    return np.ndarray(tensor.shape, dtype, raw, tensor.offset * dtype.itemsize, steps)
