"""A reader of pickles of tensors that runs nothing.

Python's own reader calls whatever a pickle names. This one follows the opcodes by
itself: it knows dictionaries, lists, numbers, texts and tensors, and whatever else is
named becomes a thing that does nothing. What it holds grows with the file alone.
"""

from __future__ import annotations

import pickletools
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any

from peviewer.model.stored.entry import TableError

_MOST_STEPS = 2_000_000  # opcodes: a checkpoint of a thousand tensors has thirty thousand
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
    count: int


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


def _ordered(*_: object) -> dict[Any, Any]:
    return {}


def _counts(number: object) -> bool:
    """Whether a value is a plausible count: one of millions of digits would take for ever to multiply."""
    return type(number) is int and 0 <= number < 2**63


def _tensor(
    storage: Storage, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *rest: object
) -> Tensor | Unread:
    numbers = (offset, *shape, *strides)
    if not isinstance(storage, Storage) or not all(map(_counts, numbers)):
        raise TableError("a tensor of it is broken")
    if len(shape) != len(strides) or len(shape) > 32:
        raise TableError("a tensor of it is broken")
    named = next((kind.name for kind in rest if isinstance(kind, Named)), storage.kind.name.removesuffix("Storage"))
    if not storage.kind.dtype or named != storage.kind.name.removesuffix("Storage"):
        return Unread(f"is of type {named}, which is not read: save it as float32")
    return Tensor(storage, offset, tuple(shape), tuple(strides))


def _first(first: object, *_: object) -> object:
    return first


def _subclass(call: object, kind: object, arguments: tuple[Any, ...], *_: object) -> object:
    return _called(call, arguments)


def _unread(why: str) -> Callable[..., object]:
    return lambda *_: Unread(why)


_MEANT: dict[tuple[str, str], Callable[..., object]] = {
    ("collections", "OrderedDict"): _ordered,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    ("torch._utils", "_rebuild_tensor_v3"): _tensor,
    ("torch._utils", "_rebuild_tensor"): _tensor,
    ("torch._utils", "_rebuild_parameter"): _first,
    ("torch._utils", "_rebuild_parameter_with_state"): _first,
    ("torch._utils", "_rebuild_qtensor"): _unread("is quantized, which is not read: save it by dequantize()"),
    ("numpy._core.multiarray", "_reconstruct"): _unread("is NumPy's, which is not read here: save it by np.save"),
    ("numpy.core.multiarray", "_reconstruct"): _unread("is NumPy's, which is not read here: save it by np.save"),
    ("torch._utils", "_rebuild_sparse_tensor"): _unread("is sparse, which is not read: save it by to_dense()"),
    ("torch._tensor", "_rebuild_from_type_v2"): _subclass,
    ("torch.jit._pickle", "restore_type_tag"): _first,
    ("torch.jit._pickle", "build_tensorlist"): _first,
}
"""All that is understood of what a pickle asks to be called."""


def _called(named: object, arguments: tuple[Any, ...]) -> object:
    """Return the result of a known call; for any other call a `Thing`."""
    meant = _MEANT.get((named.module, named.name)) if isinstance(named, Named) else None
    return meant(*arguments) if meant else Thing()


def read_pickle(file: IO[bytes]) -> Any:
    """Return the content of the pickle that begins at the file's position, and stop at its end.

    The file is one in memory: a pickle may ask to read as much as it likes.
    """
    try:
        with warnings.catch_warnings(action="ignore"):  # of escapes in texts, which are what they are
            return _Reader().read(file)
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, TableError):
            raise
        raise TableError("it is no pickle of tensors that can be read") from None


class _Reader:
    """The stack and the memo of a pickle."""

    def __init__(self) -> None:
        self._stack: list[Any] = []
        self._kept: dict[int, Any] = {}

    def read(self, file: IO[bytes]) -> Any:
        for step, (opcode, argument, _) in enumerate(pickletools.genops(file)):
            if step > _MOST_STEPS:
                raise TableError("its pickle is longer than any of tensors")
            if opcode.name == "STOP":
                break
            self._follow(opcode.name, argument)
        return self._stack.pop()

    def _follow(self, name: str, argument: Any) -> None:
        stack = self._stack
        if name in _CONSTANTS:
            stack.append(_CONSTANTS[name])
        elif name in _PLAIN:
            stack.append(argument)
        elif name in ("EMPTY_DICT", "EMPTY_LIST", "EMPTY_SET"):
            stack.append({} if name == "EMPTY_DICT" else [])
        elif name == "MARK":
            stack.append(_MARK)
        elif name in ("BINPUT", "LONG_BINPUT", "PUT", "MEMOIZE"):
            self._kept[len(self._kept) if argument is None else argument] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(self._kept[argument])
        elif name == "POP":
            stack.pop()
        elif name == "POP_MARK":
            self._since_mark()
        elif name == "DUP":
            stack.append(stack[-1])
        elif name in ("GLOBAL", "STACK_GLOBAL"):
            module, named = argument.split(" ", 1) if argument else (stack.pop(-2), stack.pop())
            stack.append(Named(str(module), str(named)))
        elif name in _MAKING:
            self._make(name, argument)
        elif name not in ("PROTO", "FRAME", "READONLY_BUFFER"):
            self._collect(name)

    def _make(self, name: str, argument: Any) -> None:
        stack = self._stack
        if name == "BUILD":
            state = stack.pop()
            if isinstance(stack[-1], Thing):
                stack[-1].state = state
        elif name == "BINPERSID":
            stack.append(_stored(stack.pop()))
        elif name == "REDUCE":
            arguments = stack.pop()
            stack.append(_called(stack.pop(), arguments))
        elif name in ("NEWOBJ", "NEWOBJ_EX"):
            del stack[-(3 if name == "NEWOBJ_EX" else 2) :]
            stack.append(Thing())
        elif name in ("INST", "OBJ"):
            self._since_mark()
            stack.append(Thing())
        else:  # PERSID, EXT1, EXT2, EXT4, NEXT_BUFFER
            stack.append(Thing())

    def _collect(self, name: str) -> None:
        if name in ("TUPLE1", "TUPLE2", "TUPLE3"):
            count = int(name[-1])
            items = self._stack[-count:]
            if len(items) < count:
                raise IndexError
            self._stack[-count:] = [tuple(items)]
        elif name in ("SETITEM", "APPEND"):
            items = [self._stack.pop() for _ in range(1 + (name == "SETITEM"))][::-1]
            self._put(items)
        elif name in ("SETITEMS", "APPENDS"):
            self._put(self._since_mark())
        elif name in ("TUPLE", "LIST", "DICT", "FROZENSET"):
            items = self._since_mark()
            self._stack.append({} if name == "DICT" else tuple(items) if name == "TUPLE" else items)
            if name == "DICT":
                self._put(items)
        elif name == "ADDITEMS":
            self._put(self._since_mark())
        else:
            raise TableError(f"its pickle does what is not read ({name})")

    def _since_mark(self) -> list[Any]:
        items = []
        while (item := self._stack.pop()) is not _MARK:
            items.append(item)
        return items[::-1]

    def _put(self, items: list[Any]) -> None:
        """Add items to the list, or keys and values to the dictionary, on top of the stack."""
        into = self._stack[-1]
        if isinstance(into, list):
            into.extend(items)
        elif isinstance(into, dict | Thing) and len(items) % 2 == 0:
            held = into if isinstance(into, dict) else into.items
            for key, value in zip(items[::2], items[1::2], strict=True):
                if isinstance(key, str | int):  # no other names a tensor
                    held[key] = value


def _stored(identifier: Any) -> Storage | Thing:
    """Return the run of numbers that a pickle names."""
    match identifier:
        case ("storage", Named() as kind, key, _, count, *_) if _counts(count):
            return Storage(kind, str(key), count)
    return Thing()


_MAKING = frozenset({
    "BUILD", "BINPERSID", "REDUCE", "NEWOBJ", "NEWOBJ_EX", "INST", "OBJ", "PERSID", "EXT1", "EXT2", "EXT4",
    "NEXT_BUFFER",
})  # fmt: skip
_CONSTANTS: dict[str, Any] = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_PLAIN = frozenset({
    "BININT", "BININT1", "BININT2", "INT", "LONG", "LONG1", "LONG4", "BINFLOAT", "FLOAT", "BINUNICODE",
    "SHORT_BINUNICODE", "BINUNICODE8", "UNICODE", "BINSTRING", "SHORT_BINSTRING", "STRING", "BINBYTES",
    "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8",
})  # fmt: skip
