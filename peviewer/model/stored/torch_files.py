"""Checkpoints of PyTorch: an archive with runs of numbers and a pickle, read by a reader that runs nothing.

Python's own reader calls whatever a pickle names. This one follows the opcodes by
itself: it knows dictionaries, lists, numbers, texts and tensors, and whatever else is
named becomes a thing that does nothing. What it holds grows with the file alone.
"""

import io
import pickletools
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from peviewer.model.stored.entry import BFLOAT16, MOST_READ, MOST_SAID, Contents, Entry, TableError

_MOST_STEPS = 2_000_000  # opcodes: a checkpoint of a thousand tensors has thirty thousand
_MOST_PICKLE = 2**26  # bytes
_MOST_VISITED = 200_000  # objects: a few bytes can refer to the same ones over and over
_DEEPEST = 8
_LISTED = 100  # tensors of a list that are named
_MARK = object()
_STORED_AS = {
    "DoubleStorage": "<f8", "FloatStorage": "<f4", "HalfStorage": "<f2", "BFloat16Storage": "<u2",
    "LongStorage": "<i8", "IntStorage": "<i4", "ShortStorage": "<i2", "CharStorage": "i1", "ByteStorage": "u1",
    "BoolStorage": "?", "ComplexFloatStorage": "<c8", "ComplexDoubleStorage": "<c16",
}  # fmt: skip


@dataclass(frozen=True)
class Named:
    """A name in a module, as a pickle has it; nothing is imported."""

    module: str
    name: str

    @property
    def dtype(self) -> str:
        """The type of the numbers of a storage of PyTorch; empty if it cannot be read."""
        return _STORED_AS.get(self.name, "") if self.module == "torch" else ""


@dataclass(frozen=True)
class Storage:
    """A run of numbers beside the pickle."""

    kind: Named
    key: str


@dataclass(frozen=True)
class Tensor:
    """A tensor: where in a storage its numbers are."""

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


@dataclass(frozen=True)
class Unread:
    """A tensor that is not read, with the reason."""

    why: str


@dataclass(eq=False)
class Thing:
    """An object of any other class, which is neither imported nor called: only what it holds is known."""

    state: Any = None
    items: dict[Any, Any] = field(default_factory=dict)


def _counts(number: object) -> bool:
    """Whether a value is a plausible count: one of millions of digits would take for ever to multiply."""
    return type(number) is int and 0 <= number < 2**63


def _tensor(
    storage: Storage, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *rest: object
) -> Tensor | Unread:
    are_counts = all(map(_counts, (offset, *shape, *strides)))
    if not isinstance(storage, Storage) or not are_counts or len(shape) != len(strides) or len(shape) > 32:
        raise TableError("a tensor of it is broken")
    own = storage.kind.name.removesuffix("Storage")
    named = next((kind.name for kind in rest if isinstance(kind, Named)), own)
    if not storage.kind.dtype or named != own:
        return Unread(f"is of type {named}, which is not read: save it as float32")
    return Tensor(storage, offset, tuple(shape), tuple(strides))


def _unread(why: str) -> Callable[..., object]:
    return lambda *_: Unread(why)


_OF_NUMPY = _unread("is NumPy's, which is not read here: save it by np.save")
_MEANT: dict[tuple[str, str], Callable[..., object]] = {
    ("collections", "OrderedDict"): lambda *_: {},
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    ("torch._utils", "_rebuild_tensor_v3"): _tensor,
    ("torch._utils", "_rebuild_parameter"): lambda tensor, *_: tensor,
    ("torch._utils", "_rebuild_parameter_with_state"): lambda tensor, *_: tensor,
    ("torch._utils", "_rebuild_qtensor"): _unread("is quantized, which is not read: save it by dequantize()"),
    ("numpy._core.multiarray", "_reconstruct"): _OF_NUMPY,
    ("numpy.core.multiarray", "_reconstruct"): _OF_NUMPY,
    ("torch._utils", "_rebuild_sparse_tensor"): _unread("is sparse, which is not read: save it by to_dense()"),
    ("torch._tensor", "_rebuild_from_type_v2"): lambda call, kind, arguments, *_: _called(call, arguments),
    ("torch.jit._pickle", "restore_type_tag"): lambda tensor, *_: tensor,
    ("torch.jit._pickle", "build_tensorlist"): lambda tensors, *_: tensors,
}
"""All that is understood of what a pickle asks to be called."""


def _called(named: object, arguments: tuple[Any, ...]) -> object:
    """Return the result of a known call; for any other call a `Thing`."""
    meant = _MEANT.get((named.module, named.name)) if isinstance(named, Named) else None
    return meant(*arguments) if meant else Thing()


def read_pickle(file: IO[bytes]) -> Any:
    """Return the content of a pickle in a file in memory, as it may ask to read as much as it likes."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of escapes in texts, which are what they are
            return _followed(file)
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, TableError):
            raise
        raise TableError("it is no pickle of tensors that can be read") from None


def _followed(file: IO[bytes]) -> Any:
    stack: list[Any] = []
    memo: dict[int, Any] = {}
    argument: Any

    def since_mark() -> list[Any]:
        items = []
        while (item := stack.pop()) is not _MARK:
            items.append(item)
        return items[::-1]

    for step, (opcode, argument, _) in enumerate(pickletools.genops(file)):
        if step > _MOST_STEPS:
            raise TableError("its pickle is longer than any of tensors")
        match opcode.name:
            case "STOP":
                break
            case "PROTO" | "FRAME" | "READONLY_BUFFER":
                pass
            case "NONE" | "NEWTRUE" | "NEWFALSE" | "EMPTY_TUPLE":
                stack.append({"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}[opcode.name])
            case "EMPTY_DICT":
                stack.append({})
            case "EMPTY_LIST" | "EMPTY_SET":
                stack.append([])
            case "MARK":
                stack.append(_MARK)
            case "BINPUT" | "LONG_BINPUT" | "PUT" | "MEMOIZE":
                memo[len(memo) if argument is None else argument] = stack[-1]
            case "BINGET" | "LONG_BINGET" | "GET":
                stack.append(memo[argument])
            case "POP":
                stack.pop()
            case "POP_MARK":
                since_mark()
            case "DUP":
                stack.append(stack[-1])
            case "GLOBAL":
                stack.append(Named(*argument.split(" ", 1)))
            case "STACK_GLOBAL":
                stack.append(Named(str(stack.pop(-2)), str(stack.pop())))
            case "BUILD":
                state = stack.pop()
                if isinstance(stack[-1], Thing):
                    stack[-1].state = state
            case "BINPERSID":
                match stack.pop():  # the run of numbers that a pickle names
                    case ("storage", Named() as kind, key, *_):
                        stack.append(Storage(kind, str(key)))
                    case _:
                        stack.append(Thing())
            case "REDUCE":
                arguments = stack.pop()
                stack.append(_called(stack.pop(), arguments))
            case "NEWOBJ" | "NEWOBJ_EX":
                del stack[-(3 if opcode.name == "NEWOBJ_EX" else 2) :]
                stack.append(Thing())
            case "INST" | "OBJ":
                since_mark()
                stack.append(Thing())
            case "TUPLE1" | "TUPLE2" | "TUPLE3":
                count = int(opcode.name[-1])
                stack[-count:] = [tuple(stack[-count:])]
            case "TUPLE":
                stack.append(tuple(since_mark()))
            case "LIST" | "FROZENSET":
                stack.append(since_mark())
            case "DICT":
                stack.append(_with_items({}, since_mark()))
            case "SETITEM":
                _with_items(stack[-3], stack[-2:])
                del stack[-2:]
            case "APPEND":
                _with_items(stack[-2], stack[-1:])
                del stack[-1:]
            case "SETITEMS" | "APPENDS" | "ADDITEMS":
                items = since_mark()
                _with_items(stack[-1], items)
            case _ if opcode.arg and not opcode.stack_before:  # a number or a text
                stack.append(argument)
            case name:
                raise TableError(f"its pickle does what is not read ({name})")
    return stack.pop()


def _with_items(into: Any, items: list[Any]) -> Any:
    """Add items to a list, or keys and values to a dictionary, and return it."""
    if isinstance(into, list):
        into.extend(items)
    elif isinstance(into, dict | Thing) and len(items) % 2 == 0:
        held = into if isinstance(into, dict) else into.items
        # No key of another kind names a tensor.
        held |= {key: value for key, value in zip(items[::2], items[1::2], strict=True) if isinstance(key, str | int)}
    return into


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
