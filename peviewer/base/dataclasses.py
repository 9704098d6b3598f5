"""Python's own dataclasses, in a sixth of the time: a hundred are made before the window's first frame.

Python compiles seven functions for each frozen one. Here it is one, ``__init__``;
the others are the same for all and ask a getter of the fields.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError, astuple, field, fields, replace
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["astuple", "dataclass", "field", "replace"]


class _Made:
    """Stands for a value that is made where none is given, in words as Python's own."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Made()
_PLAIN = {"init": True, "repr": True, "hash": None, "compare": True}


def _dataclass(cls: type | None = None, /, **how: bool) -> Any:
    """Make a class a dataclass; quickly where it is a frozen one, as most of ours are.

    Parameters
    ----------
    cls : type, optional
        The class; None for what takes and returns it.
    **how
        As Python's.

    Returns
    -------
    type or callable
        The class, or what makes it a dataclass.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Cell:
    ...     row: int
    ...     column: int = 0
    >>> Cell(3), Cell(3) == Cell(3, 0), hash(Cell(3)) == hash(Cell(3)), replace(Cell(3), column=1)
    (Cell(row=3, column=0), True, True, Cell(row=3, column=1))
    """
    if cls is None:
        return partial(_dataclass, **how)
    if not how.get("frozen") or how.keys() - {"frozen", "eq", "repr"}:
        return dataclasses.dataclass(cls, **how)
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    _freeze(made, how.get("eq", True), how.get("repr", True))
    return made


def _freeze(cls: type, eq: bool, shows: bool) -> None:
    own = fields(cls)
    names = tuple(one.name for one in own)
    assert all(getattr(one, key) is plain for one in own for key, plain in _PLAIN.items()), "not supported here"
    values = _getter(names)

    def __eq__(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(values(self))

    @recursive_repr()
    def __repr__(self: Any) -> str:
        shown = (f"{name}={value!r}" for name, value in zip(names, values(self), strict=True))
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    def __setattr__(_self: Any, name: str, _value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(_self: Any, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    wanted = [_init(own, hasattr(cls, "__post_init__")), __setattr__, __delattr__]
    wanted += [__eq__, __hash__] if eq else []
    wanted += [__repr__] if shows else []
    for function in wanted:
        if vars(cls).get(function.__name__) is None:  # Python sets no hash where there is an __eq__
            function.__qualname__ = f"{cls.__qualname__}.{function.__name__}"
            setattr(cls, function.__name__, function)


def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what gives all values of an instance, as one tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda instance: tuple(getattr(instance, name) for name in names)


def _init(own: tuple[dataclasses.Field[Any], ...], goes_on: bool) -> Callable[..., None]:
    known: dict[str, Any] = {"_made": _MADE}
    words, lines = ["self"], ["__own = self.__dict__"]
    for number, one in enumerate(own):
        value = one.name
        if one.default is not dataclasses.MISSING:
            known[f"_{number}"] = one.default
            words.append(f"{one.name}=_{number}")
        elif one.default_factory is not dataclasses.MISSING:
            known[f"_{number}"] = one.default_factory
            words.append(f"{one.name}=_made")
            value = f"_{number}() if {one.name} is _made else {one.name}"
        else:
            words.append(one.name)
        lines.append(f"__own[{one.name!r}] = {value}")
    lines += ["self.__post_init__()"] if goes_on else []
    exec(f"def __init__({', '.join(words)}) -> None:\n  " + "\n  ".join(lines), known)  # as Python's does
    made: Callable[..., None] = known["__init__"]
    made.__annotations__ = {one.name: one.type for one in own} | {"return": None}
    return made


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
