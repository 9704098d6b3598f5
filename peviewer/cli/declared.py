"""Flags made from the declarations of fields, and what the user gave with them."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from peviewer.base.parameters import specification

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from peviewer.base.parameters import Parameters, Specification

# Fields that the command line calls otherwise.
CALLED = {"path": "animate", "start": "from", "stop": "to"}
# What stands for the value of a field whose kind does not say how it is written.
WRITTEN = {"size": "WxH", "inches": "WxH", "preset_size": "NAME", "positions": "FIRST:END",
           "dimensions": "FIRST:END", "pairs": "FIRST:END", "panes": "PANE,PANE…", "group": "NAME",
           "template": "FILE"}  # fmt: skip
_NUMBERS: dict[str, Callable[[str], Any]] = {"int": int, "float": float}


def flag(name: str) -> str:
    """Return the flag of a field.

    Examples
    --------
    >>> flag("preset_size"), flag("start")
    ('--preset-size', '--from')
    """
    return f"--{CALLED.get(name, name).replace('_', '-')}"


def add_fields(parser: argparse.ArgumentParser, model: type[Parameters], names: Sequence[str] = ()) -> None:
    """Add a flag for each of some fields, or for all.

    Examples
    --------
    >>> from peviewer.export.clip.course import Course
    >>> parser = argparse.ArgumentParser(prog="peviewer")
    >>> add_fields(parser, Course, ["start", "fps"])
    >>> given(parser.parse_args(["--from", "2"]), Course)
    {'start': 2.0}
    """
    for name in names or model.model_fields:
        spec = specification(model, name)
        if spec.worded:
            without = f"--no-{flag(name)[2:]}"
            help = f"{_help(spec)}; {without} for none"
            parser.add_argument(flag(name), dest=name, nargs="?", const=True, metavar="TEXT", help=help)
            parser.add_argument(without, dest=name, action="store_false", default=None, help=argparse.SUPPRESS)
        elif spec.kind == "bool":
            switch = "store_true" if spec.default is False else argparse.BooleanOptionalAction
            parser.add_argument(flag(name), dest=name, action=switch, default=None, help=_help(spec))
        else:
            letters = "N" if spec.kind in _NUMBERS else "NAME" if spec.kind == "choice" else WRITTEN.get(name, "KEY")
            read = partial(_number, _NUMBERS.get(spec.kind, str))
            parser.add_argument(flag(name), dest=name, type=read, metavar=letters, help=_help(spec))


def _number(kind: Callable[[str], Any], text: str) -> Any:
    """Return a number; what is none stays as it was typed: the field refuses it, and says what may be."""
    try:
        return kind(text)
    except ValueError:
        return text


def given(chosen: argparse.Namespace, model: type[Parameters]) -> dict[str, Any]:
    """Return the fields that the user gave, as they were typed: what they become a part of refuses what is wrong."""
    fields = {name: getattr(chosen, name, None) for name in model.model_fields}
    return {name: value for name, value in fields.items() if value is not None}


def _help(spec: Specification) -> str:
    """Return the help of a flag: what the field does, what it may be, and what it is at first."""
    help = spec.help.rstrip(".")
    if help[1:2].islower() or help[1:2] == " ":
        help = help[:1].lower() + help[1:]
    choices = [choice for choice in spec.choices if choice]
    if choices and choices[0] not in help:
        help += f": {', '.join(choices[:-1])} or {choices[-1]}"
    first = "" if spec.kind == "bool" or spec.default in (None, "") else f" (default: {_plain(spec.default)})"
    return f"{help}{first}".replace("%", "%%")


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
