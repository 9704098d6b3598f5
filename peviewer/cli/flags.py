"""Flags that are made from the declarations of fields, and flags that say what is shown.

A field's flag is made from its declaration. The other flags are no fields: which panes and which
file; where the Document comes from; how the window looks, which its settings keep; how an answer is
written.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from peviewer.cli.parser import Parser, chosen_from, not_empty

# Modules that load NumPy and pydantic are imported where they are needed: help needs none.
if TYPE_CHECKING:
    from peviewer.base.parameters import Parameters
    from peviewer.base.specification import Specification
    from peviewer.exporters.reading import Made
    from peviewer.paper.style import Style

# The names of flags that differ from their field's name.
FLAG_NAMES = {"path": "animate", "start": "from", "stop": "to"}

# The placeholder in the help for a field's value, where its kind does not tell the form.
METAVARS = {
    "size": "WxH",
    "inches": "WxH",
    "positions": "FIRST:END",
    "dimensions": "FIRST:END",
    "pairs": "FIRST:END",
    "panes": "PANE,PANE…",
}

THEMES = "light", "dark"
"""The themes of the window."""

_NUMBER_TYPES: dict[str, Callable[[str], Any]] = {"int": int, "float": float}


def flag(name: str) -> str:
    """Return the flag of a field."""
    return f"--{FLAG_NAMES.get(name, name).replace('_', '-')}"


def add_fields(parser: Parser, model: type[Parameters], names: Sequence[str] = ()) -> None:
    """Add a flag for each of some fields, or for all."""
    from peviewer.base.specification import specification

    for name in names or model.model_fields:
        spec = specification(model, name)
        if spec.worded:
            _add_with_opposite(parser, spec, nargs="?", const=True, metavar="TEXT")
        elif spec.kind == "bool" and spec.default is None:
            _add_with_opposite(parser, spec, action="store_true", default=None)
        elif spec.kind == "bool":
            parser.add(flag(name), dest=name, action="store_true", default=None, help=_help(spec))
        else:
            read = partial(_number, _NUMBER_TYPES.get(spec.kind, str))
            parser.add(
                flag(name),
                dest=name,
                type=read,
                metavar=_metavar(spec),
                help=_help(spec),
                known=spec.choices,
            )


def _add_with_opposite(parser: Parser, spec: Specification, **options: Any) -> None:
    """Add the flag that switches a field on, and the one that switches it off.

    The help of the first names the second, too. Without either flag something else decides the
    field, such as the theme.
    """
    without = f"--no-{flag(spec.name).removeprefix('--')}"
    help = f"{_help(spec)}; {without} for none"
    parser.add(flag(spec.name), dest=spec.name, help=help, **options)
    parser.add(without, dest=spec.name, action="store_false", default=None, help=argparse.SUPPRESS)


def _metavar(spec: Specification) -> str:
    """Return the placeholder for a field's value in the help."""
    if spec.kind in _NUMBER_TYPES:
        return "N"
    if spec.kind == "choice":
        return "NAME"
    return METAVARS.get(spec.name, "KEY")


def _number(kind: Callable[[str], Any], text: str) -> Any:
    """Return a number.

    A text that is no number is returned as it was typed: the field then refuses it.
    """
    try:
        return kind(text)
    except ValueError:
        return text


def _help(spec: Specification) -> str:
    """Return the help of a flag: what the field does, what it may be, and its default."""
    help = spec.help.rstrip(".")
    if help[1:2].islower() or help[1:2] == " ":
        help = help[:1].lower() + help[1:]
    choices = [choice for choice in spec.choices if choice]
    if choices and choices[0] not in help:
        help += f": {', '.join(choices[:-1])} or {choices[-1]}"
    has_default = spec.kind != "bool" and spec.default not in (None, "")
    if has_default:
        default = f"{spec.default:g}" if isinstance(spec.default, float) else spec.default
        help += f" (default: {default})"
    # argparse formats the help with %.
    return help.replace("%", "%%")


def given_fields(arguments: argparse.Namespace, model: type[Parameters]) -> dict[str, Any]:
    """Return the fields that the user gave, as they were typed.

    The Parameters into which they go refuse wrong ones.
    """
    fields = {name: getattr(arguments, name, None) for name in model.model_fields}
    return {name: value for name, value in fields.items() if value is not None}


def add_document(
    parser: Parser,
    *,
    with_range: bool = True,
    with_colours: bool = True,
    with_session: bool = True,
) -> None:
    """Add the flags that every command with a Document has.

    `with_range`: and those of the part of it that is shown; `with_colours`: and its colours;
    `with_session`: and ``--session``.
    """
    parser.begin("what is shown")
    parser.add(
        "--preset", type=not_empty, metavar="NAME", help="start from a preset: see peviewer presets"
    )
    parser.add(
        "--story",
        type=not_empty,
        metavar="NAME[:STEP]",
        help="start from a step of a story: see peviewer stories",
    )
    if with_session:
        parser.add(
            "--session",
            type=not_empty,
            metavar="FILE",
            help="start from a .peview file or an exported picture",
        )
    parser.add(
        "--table",
        type=not_empty,
        metavar="FILE[:KEY]",
        help="show your own table, or a model's config.json",
    )
    parser.add(
        "--scheme",
        type=not_empty,
        metavar="FILE.py",
        help="show a scheme of your own; the file's code is run",
    )
    parser.add(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE…",
        help="set fields: dim=64 phi=10 (see peviewer fields)",
    )
    parser.add(
        "--against",
        action="append",
        default=[],
        metavar="KEY=VALUE…",
        help="compare with B: scheme=alibi heads=4, or base=9",
    )
    parser.add(
        "--several",
        type=not_empty,
        metavar="KEY=VALUES",
        help="curves of several values in one plot: dim=64,128,256",
    )
    if with_range:
        from peviewer.document.visible_range import RANGES, VisibleRange

        add_fields(parser, VisibleRange, () if with_colours else RANGES)


def add_theme(parser: Parser) -> None:
    """Add ``--theme``, how the window looks."""
    parser.add(
        "--theme",
        metavar="NAME",
        known=THEMES,
        help=f"how the window looks: {' or '.join(THEMES)} (default: as last time)",
    )


def window_theme(name: str | None) -> str | None:
    """Return the theme of the window, whose name may also be that of an export's theme."""
    return chosen_from("theme", name and name.removeprefix("slide-"), THEMES)


def add_style(parser: Parser, without: str = "") -> None:
    """Add the flags of size, theme, type and parts, without one of these."""
    from peviewer.paper.sizing import Sizing
    from peviewer.paper.style import Parts
    from peviewer.paper.style import Style as FullStyle

    parser.begin("how it looks")
    add_fields(parser, Sizing)
    names = [name for name in ("theme", *Parts.model_fields) if name != without]
    add_fields(parser, FullStyle, names)


def style_from_flags(arguments: argparse.Namespace, made: Made) -> Style:
    """Return the size and look that the flags ask for.

    Where they say nothing, the style is that with which the session's file was `made`.
    """
    from peviewer.paper.sizing import Sizing
    from peviewer.paper.style import Parts

    sizing = Sizing(**given_fields(arguments, Sizing))
    parts = given_fields(arguments, Parts)
    return sizing.restyled(made.style, arguments.theme, **parts)
