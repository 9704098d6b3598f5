"""Flags made from the declarations of fields, what the user gave with them, and the names that complete them."""

from __future__ import annotations

import argparse
import re
from functools import partial
from typing import TYPE_CHECKING, Any

from peviewer.base.parameters import specification

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from peviewer.base.parameters import Parameters, Specification
    from peviewer.cli.parser import Parser


def pane_names() -> Iterable[str]:
    """Return the names of the panes."""
    from peviewer.figures.panes.catalog import PANES

    return PANES


def preset_names() -> Iterable[str]:
    """Return the names of the presets."""
    from peviewer.figures.presets import presets

    return presets()


def step_names() -> Iterable[str]:
    """Return the names of the stories, and those of their steps."""
    from peviewer.figures.stories import places, stories

    return [*stories(), *(place.key for place in places())]


def size_names() -> Iterable[str]:
    """Return the names of the sizes of pages."""
    from peviewer.paper.sizes import NAMED_SIZES

    return NAMED_SIZES


def claims_formats() -> Iterable[str]:
    """Return how claims can be written."""
    from peviewer.model.claims.report import FORMATS

    return FORMATS


# Fields that the command line calls otherwise.
FLAG_NAMES = {"path": "animate", "start": "from", "stop": "to"}
# What stands for the value of a field whose kind does not say how it is written.
METAVARS = {"size": "WxH", "inches": "WxH", "preset_size": "NAME", "positions": "FIRST:END",
            "dimensions": "FIRST:END", "pairs": "FIRST:END", "panes": "PANE,PANE…",
            "template": "FILE", "author": "NAME", "date": "TEXT", "footer": "TEXT"}  # fmt: skip
# What completes the value of a field whose kind does not say what there is.
COMPLETIONS = {"preset_size": size_names, "panes": pane_names}
_CLAUSE = re.compile(r"[;:] (?![^(]*\))")
_NUMBERS: dict[str, Callable[[str], Any]] = {"int": int, "float": float}


def flag(name: str) -> str:
    """Return the flag of a field.

    Examples
    --------
    >>> flag("preset_size"), flag("start")
    ('--preset-size', '--from')
    """
    return f"--{FLAG_NAMES.get(name, name).replace('_', '-')}"


def add_fields(
    parser: Parser, model: type[Parameters], names: Sequence[str] = (), *, first: Sequence[str] = ()
) -> None:
    """Add a flag for each of some fields, or for all; the `first` are in the help of one screen.

    Examples
    --------
    >>> from peviewer.exporters.clip.range import ClipRange
    >>> from peviewer.cli.parser import Parser
    >>> parser = Parser("peviewer")
    >>> add_fields(parser, ClipRange, ["start", "fps"])
    >>> given(parser.read(["--from", "2"]), ClipRange)
    {'start': 2.0}
    """
    for name in names or model.model_fields:
        spec = specification(model, name)
        brief = _help(spec, brief=True) if name in first else None
        if spec.worded:
            without = f"--no-{flag(name)[2:]}"
            help = f"{_help(spec)}; {without} for none"
            parser.add(flag(name), dest=name, nargs="?", const=True, metavar="TEXT", help=help, brief=brief)
            parser.add(without, dest=name, action="store_false", default=None, help=argparse.SUPPRESS)
        elif spec.kind == "bool":
            switch = "store_true" if spec.default is False else argparse.BooleanOptionalAction
            parser.add(flag(name), dest=name, action=switch, default=None, help=_help(spec), brief=brief)
        else:
            letters = "N" if spec.kind in _NUMBERS else "NAME" if spec.kind == "choice" else METAVARS.get(name, "KEY")
            read = partial(_number, _NUMBERS.get(spec.kind, str))
            known = partial(tuple, spec.choices) if spec.choices else COMPLETIONS.get(name)
            parser.add(
                flag(name), dest=name, type=read, metavar=letters, help=_help(spec), brief=brief, completions=known
            )


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


def _help(spec: Specification, *, brief: bool = False) -> str:
    """Return the help of a flag: what the field does, what it may be, and what it is at first."""
    help = _CLAUSE.split(spec.help)[0] if brief else spec.help
    help = help.rstrip(".")
    if help[1:2].islower() or help[1:2] == " ":
        help = help[:1].lower() + help[1:]
    choices = [choice for choice in spec.choices if choice]
    if choices and choices[0] not in help:
        help += f": {', '.join(choices[:-1])} or {choices[-1]}"
    first = "" if spec.kind == "bool" or spec.default in (None, "") else f" (default: {_plain(spec.default)})"
    return f"{help}{first}".replace("%", "%%")


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
