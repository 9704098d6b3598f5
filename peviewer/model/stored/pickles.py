"""What a pickle of tensors says, without running any of it.

Python's own reader calls whatever a pickle names. This one follows the opcodes by
itself: it knows dictionaries, lists, numbers, texts and tensors, and refuses the
rest. What it holds grows with the file alone.
"""

from __future__ import annotations

import pickletools
import warnings
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from peviewer.model.stored.entry import TableError

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_STEPS = 2_000_000  # opcodes: a checkpoint of a thousand tensors has thirty thousand
_MARK = object()
_STORED_AS = {
    "DoubleStorage": "<f8", "FloatStorage": "<f4", "HalfStorage": "<f2", "BFloat16Storage": "<u2",
    "LongStorage": "<i8", "IntStorage": "<i4", "ShortStorage": "<i2", "CharStorage": "i1", "ByteStorage": "u1",
    "BoolStorage": "?",
}  # fmt: skip


@dataclass(frozen=True)
class Named:
    """What a pickle names of a module: nothing is imported."""

    module: str
    name: str

    @property
    def dtype(self) -> str:
        """How the numbers of a storage of PyTorch are kept; empty where it is none that is read."""
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
class Opaque:
    """A harmless thing that no table needs, such as the name of a device."""


def _ordered(*_: object) -> dict[Any, Any]:
    return {}


def _counts(number: object) -> bool:
    """Whether it is a number of things in a file: one of millions of digits takes for ever to multiply."""
    return type(number) is int and 0 <= number < 2**63


def _tensor(storage: Storage, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: object) -> Tensor:
    numbers = (offset, *shape, *strides)
    if not isinstance(storage, Storage) or not all(map(_counts, numbers)):
        raise TableError("a tensor of it is broken")
    if len(shape) != len(strides) or len(shape) > 32:
        raise TableError("a tensor of it is broken")
    return Tensor(storage, offset, tuple(shape), tuple(strides))


def _parameter(tensor: object, *_: object) -> object:
    return tensor


def _opaque(*_: object) -> Opaque:
    return Opaque()


_MEANT: dict[tuple[str, str], Callable[..., object]] = {
    ("collections", "OrderedDict"): _ordered,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    ("torch._utils", "_rebuild_tensor"): _tensor,
    ("torch._utils", "_rebuild_parameter"): _parameter,
    ("torch", "Size"): _opaque,
    ("torch", "device"): _opaque,
}
"""All that is understood of what a pickle asks to be called."""


def read_pickle(file: IO[bytes]) -> Any:
    """Return what the pickle that begins here says; what lies behind it is left.

    Parameters
    ----------
    file : binary file
        In memory: a pickle may ask to read as much as it likes.

    Raises
    ------
    TableError
        If it asks for anything that is not among tensors, numbers, texts, lists and dictionaries.
    """
    try:
        with warnings.catch_warnings(action="ignore"):  # of escapes in texts, which are what they are
            return _Reader().read(file)
    except (IndexError, KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, TableError):
            raise
        raise TableError("it is no pickle of tensors that can be read") from None


class _Reader:
    """The stack of a pickle, and what it has set aside."""

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
        elif name in ("EMPTY_DICT", "EMPTY_LIST"):
            stack.append({} if name == "EMPTY_DICT" else [])
        elif name == "MARK":
            stack.append(_MARK)
        elif name in ("BINPUT", "LONG_BINPUT", "PUT", "MEMOIZE"):
            self._kept[len(self._kept) if argument is None else argument] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(self._kept[argument])
        elif name == "POP":
            stack.pop()
        elif name in ("GLOBAL", "STACK_GLOBAL"):
            self._name(argument)
        elif name in ("REDUCE", "BUILD", "BINPERSID"):
            self._make(name)
        elif name not in ("PROTO", "FRAME"):
            self._collect(name)

    def _name(self, argument: str | None) -> None:
        if argument is None:
            name, module = self._stack.pop(), self._stack.pop()
        else:
            module, name = argument.split(" ", 1)
        named = Named(str(module), str(name))
        if (named.module, named.name) not in _MEANT and not named.dtype:
            wanted = f"{named.module}.{named.name}"[:80]
            raise TableError(f"its pickle asks for {wanted!r}, and nothing but tensors, numbers and texts is read")
        self._stack.append(named)

    def _make(self, name: str) -> None:
        argument = self._stack.pop()
        if name == "BUILD":  # what an ordered dictionary has besides its items
            if not isinstance(self._stack[-1], dict | Tensor | Opaque):
                raise TableError("its pickle changes what is no dictionary")
        elif name == "BINPERSID":
            _, kind, key, _, count, *_ = argument
            if not isinstance(kind, Named) or not kind.dtype or not _counts(count):
                raise TableError("a tensor of it is of a type that is not read")
            self._stack.append(Storage(kind, str(key), count))
        else:
            called = self._stack.pop()
            self._stack.append(_MEANT[called.module, called.name](*argument))

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
        elif name in ("TUPLE", "LIST", "DICT"):
            items = self._since_mark()
            self._stack.append(tuple(items) if name == "TUPLE" else items if name == "LIST" else {})
            if name == "DICT":
                self._put(items)
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
        elif isinstance(into, dict):
            for key, value in zip(items[::2], items[1::2], strict=True):
                if not isinstance(key, str | int):
                    raise TableError("a key of it is neither a text nor a number")
                into[key] = value
        else:
            raise TableError("its pickle changes what is no dictionary")


_CONSTANTS: dict[str, Any] = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_PLAIN = frozenset({
    "BININT", "BININT1", "BININT2", "INT", "LONG", "LONG1", "LONG4", "BINFLOAT", "FLOAT", "BINUNICODE",
    "SHORT_BINUNICODE", "BINUNICODE8", "UNICODE", "BINSTRING", "SHORT_BINSTRING", "STRING", "BINBYTES",
    "SHORT_BINBYTES", "BINBYTES8",
})  # fmt: skip
