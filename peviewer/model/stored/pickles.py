"""Pickles, followed opcode by opcode by a reader that runs nothing.

Python's own reader calls whatever a pickle names, and a key of sixty bytes can keep its
dictionaries busy for hours. This one knows dictionaries, lists, numbers and texts, and whatever
else is named becomes an object that does nothing. What it holds grows with the file, and no opcode
takes longer because of what earlier ones have made.
"""

import pickletools
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from peviewer.base.log import log_error
from peviewer.base.numbers import number
from peviewer.base.work import check_cancelled
from peviewer.model.stored.entry import LONGEST_NAME, TableError

MAX_OPCODES = 1_000_000
"""The most opcodes that are followed; a checkpoint has about thirty for each tensor."""
MAX_GLOBALS = 20_000
"""The most names of classes; a pickle names each once, and then refers to it by a number."""
_OPCODES_BETWEEN_CHECKS = 1024
_MAX_KEY_PARTS = 8
_MAX_ARGUMENTS = 16
_MARK = object()


@dataclass(frozen=True, slots=True)
class Global:
    """A class or a function that a pickle names; it is not imported."""

    module: str
    name: str


@dataclass(eq=False, slots=True)
class ForeignObject:
    """An object of a class that is neither imported nor called: only what it holds is known."""

    state: Any = None
    values: dict[str, Any] = field(default_factory=dict)


Calls = Mapping[Global, Callable[..., object]]


def call(calls: Calls, callee: object, arguments: object) -> object:
    """Return the result of a known call; for any other call an object that does nothing."""
    known_call = calls.get(callee) if isinstance(callee, Global) else None
    if known_call is None:
        return ForeignObject()
    if not isinstance(arguments, tuple) or len(arguments) > _MAX_ARGUMENTS:
        raise TableError(f"a call of its pickle has more than {_MAX_ARGUMENTS} arguments")
    return known_call(*arguments)


def read_pickle(pickled: bytes, calls: Calls, find_stored: Callable[[object], object]) -> Any:
    """Return the content of a pickle.

    `calls` are the calls that are understood of those that a pickle asks for. `find_stored` returns
    what is meant by the name of something beside the pickle.
    """
    reader = _Reader(calls, find_stored)
    try:
        # Escapes in texts, which Python would warn of, are harmless here.
        with warnings.catch_warnings(action="ignore"):
            return reader.follow(pickled)
    except TableError:
        raise
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        log_error("a pickle was not read to its end", error)
        raise TableError("it is no pickle of tensors that can be read") from None


class _Reader:
    """A stack of objects and a memo of numbered objects, both changed by opcodes."""

    def __init__(self, calls: Calls, find_stored: Callable[[object], object]) -> None:
        self.calls = calls
        self.find_stored = find_stored
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}
        self.global_count = 0

    def follow(self, pickled: bytes) -> Any:
        for count, (opcode, argument, _) in enumerate(pickletools.genops(pickled)):
            if count % _OPCODES_BETWEEN_CHECKS == 0:
                check_cancelled()
            if count == MAX_OPCODES:
                raise TableError(f"its pickle has more than {number(MAX_OPCODES)} opcodes")

            if opcode.name == "STOP":
                break
            follow_opcode = _OPCODES.get(opcode.name)
            if follow_opcode is None:
                raise TableError(f"its pickle does what is not read ({opcode.name})")
            follow_opcode(self, argument)
        return self.stack.pop()

    def pop_to_mark(self) -> list[Any]:
        items: list[Any] = []
        while (item := self.stack.pop()) is not _MARK:
            items.append(item)
        items.reverse()
        return items

    def make_global(self, module: object, name: object) -> Global:
        if not isinstance(module, str) or not isinstance(name, str):
            raise TableError("a class of its pickle is named by something other than texts")
        if len(module) + len(name) > LONGEST_NAME:
            raise TableError(
                f"a class of its pickle has a name of more than {LONGEST_NAME} letters"
            )
        if not module.isprintable() or not name.isprintable():
            raise TableError("a class of its pickle has a name with control characters")
        self.global_count += 1
        if self.global_count > MAX_GLOBALS:
            raise TableError(f"its pickle names classes more than {number(MAX_GLOBALS)} times")
        return Global(module, name)


_Opcode = Callable[[_Reader, Any], None]


def _ignore(_reader: _Reader, _argument: object) -> None:
    """Do nothing: the opcode only concerns how the pickle is written."""


def _push_argument(reader: _Reader, argument: object) -> None:
    reader.stack.append(argument)


def _pushing(make: Callable[[], object]) -> _Opcode:
    """Return an action that pushes a new object onto the stack."""
    return lambda reader, _: reader.stack.append(make())


def _pushing_items(make: Callable[[list[Any]], object]) -> _Opcode:
    """Return an action that replaces all items down to the mark by one object made of them."""
    return lambda reader, _: reader.stack.append(make(reader.pop_to_mark()))


def _replacing(count: int, make: Callable[[list[Any]], object]) -> _Opcode:
    """Return an action that replaces the last `count` objects by one made of them."""

    def replace(reader: _Reader, _argument: object) -> None:
        if len(reader.stack) < count:
            raise IndexError
        reader.stack[-count:] = [make(reader.stack[-count:])]

    return replace


def _pop(reader: _Reader, _argument: object) -> None:
    reader.stack.pop()


def _pop_mark(reader: _Reader, _argument: object) -> None:
    reader.pop_to_mark()


def _duplicate(reader: _Reader, _argument: object) -> None:
    reader.stack.append(reader.stack[-1])


def _put(reader: _Reader, place: int | None) -> None:
    """Keep the last object at a place of the memo, by default the next one."""
    reader.memo[len(reader.memo) if place is None else place] = reader.stack[-1]


def _get(reader: _Reader, place: int) -> None:
    reader.stack.append(reader.memo[place])


def _global(reader: _Reader, argument: str) -> None:
    module, name = argument.split(" ", 1)
    reader.stack.append(reader.make_global(module, name))


def _stack_global(reader: _Reader, _argument: object) -> None:
    name = reader.stack.pop()
    module = reader.stack.pop()
    reader.stack.append(reader.make_global(module, name))


def _reduce(reader: _Reader, _argument: object) -> None:
    arguments = reader.stack.pop()
    callee = reader.stack.pop()
    reader.stack.append(call(reader.calls, callee, arguments))


def _instance(reader: _Reader, argument: str) -> None:
    _pop_mark(reader, argument)
    module, name = argument.split(" ", 1)
    reader.make_global(module, name)
    reader.stack.append(ForeignObject())


def _build(reader: _Reader, _argument: object) -> None:
    state = reader.stack.pop()
    built = reader.stack[-1]
    if isinstance(built, ForeignObject):
        built.state = state


def _find_stored(reader: _Reader, _argument: object) -> None:
    reader.stack.append(reader.find_stored(reader.stack.pop()))


def _append(reader: _Reader, _argument: object) -> None:
    item = reader.stack.pop()
    _add_items(reader.stack[-1], [item])


def _append_marked(reader: _Reader, _argument: object) -> None:
    items = reader.pop_to_mark()
    _add_items(reader.stack[-1], items)


def _set_item(reader: _Reader, _argument: object) -> None:
    value = reader.stack.pop()
    key = reader.stack.pop()
    _set_values(reader.stack[-1], [key, value])


def _set_marked(reader: _Reader, _argument: object) -> None:
    keys_and_values = reader.pop_to_mark()
    _set_values(reader.stack[-1], keys_and_values)


def _add_items(container: object, items: list[Any]) -> None:
    if isinstance(container, list):
        container.extend(items)


def _set_values(container: object, keys_and_values: list[Any]) -> None:
    if isinstance(container, ForeignObject):
        container = container.values
    if isinstance(container, dict):
        container.update(_as_dictionary(keys_and_values))


def _as_dictionary(keys_and_values: list[Any]) -> dict[str, Any]:
    """Return keys and values that follow each other as a dictionary.

    Keys that cannot name a tensor are left out.
    """
    keys = map(_name_of_key, keys_and_values[::2])
    values = keys_and_values[1::2]
    return {key: value for key, value in zip(keys, values, strict=True) if key is not None}


def _name_of_key(key: object) -> str | None:
    """Return the name that a key gives to its value.

    Texts, numbers, and short flat tuples of these give a name.
    """
    if not isinstance(key, tuple):
        return _name_of_part(key)
    if len(key) > _MAX_KEY_PARTS:
        return None
    names = [name for part in key if (name := _name_of_part(part)) is not None]
    return ".".join(names) if len(names) == len(key) else None


def _name_of_part(part: object) -> str | None:
    if isinstance(part, str) and len(part) <= LONGEST_NAME:
        return part
    if isinstance(part, int | float) and abs(part) < 2**63:
        return str(part)
    return None


_OPCODES: dict[str, _Opcode] = {
    **dict.fromkeys(("PROTO", "FRAME", "READONLY_BUFFER"), _ignore),
    **dict.fromkeys(
        ("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"), _push_argument
    ),
    **dict.fromkeys(("FLOAT", "BINFLOAT"), _push_argument),
    **dict.fromkeys(("STRING", "BINSTRING", "SHORT_BINSTRING"), _push_argument),
    **dict.fromkeys(("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"), _push_argument),
    **dict.fromkeys(("BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8"), _push_argument),
    "NONE": _pushing(lambda: None),
    "NEWTRUE": _pushing(lambda: True),
    "NEWFALSE": _pushing(lambda: False),
    "MARK": _pushing(lambda: _MARK),
    "EMPTY_TUPLE": _pushing(tuple),
    "EMPTY_DICT": _pushing(dict),
    "EMPTY_LIST": _pushing(list),
    "EMPTY_SET": _pushing(list),
    "TUPLE1": _replacing(1, tuple),
    "TUPLE2": _replacing(2, tuple),
    "TUPLE3": _replacing(3, tuple),
    "TUPLE": _pushing_items(tuple),
    "LIST": _pushing_items(list),
    "FROZENSET": _pushing_items(list),
    "DICT": _pushing_items(_as_dictionary),
    "APPEND": _append,
    "APPENDS": _append_marked,
    "ADDITEMS": _append_marked,
    "SETITEM": _set_item,
    "SETITEMS": _set_marked,
    "POP": _pop,
    "POP_MARK": _pop_mark,
    "DUP": _duplicate,
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"), _put),
    **dict.fromkeys(("GET", "BINGET", "LONG_BINGET"), _get),
    "GLOBAL": _global,
    "STACK_GLOBAL": _stack_global,
    "REDUCE": _reduce,
    "BUILD": _build,
    "BINPERSID": _find_stored,
    "NEWOBJ": _replacing(2, lambda _: ForeignObject()),
    "NEWOBJ_EX": _replacing(3, lambda _: ForeignObject()),
    "INST": _instance,
    "OBJ": _pushing_items(lambda _: ForeignObject()),
}
"""The action for each opcode that is followed."""
