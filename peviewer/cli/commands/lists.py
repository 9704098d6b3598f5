"""Commands that list what there is, one a line.

They are ``peviewer panes``, ``presets``, ``stories``, ``schemes``, ``sizes`` and ``fields``.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple

from peviewer.cli.output import DONE
from peviewer.cli.parser import Command, Parser

if TYPE_CHECKING:
    from peviewer.base.specification import Specification
    from peviewer.document.document import Document

Rows = Iterable[tuple[str, ...]]

# The least width of the texts in a table on a terminal, in letters.
MIN_TEXT_WIDTH = 30


def _print_rows(rows: Rows) -> int:
    """Print a row a line with tabs between its texts.

    A terminal gets a table of names and texts, as wide as the terminal.
    """
    if not sys.stdout.isatty():
        for row in rows:
            print(*row, sep="\t")
        return DONE
    table = list(rows)
    name_width = max((len(name) for name, *_ in table), default=0)
    gap = "  "
    indent = " " * name_width + gap
    width = max(len(indent) + MIN_TEXT_WIDTH, get_terminal_size().columns)
    for name, *texts in table:
        line = gap.join([name.ljust(name_width), *texts])
        print(fill(line, width, subsequent_indent=indent, break_on_hyphens=False))
    return DONE


def _add_json(parser: Parser) -> None:
    parser.add("--json", action="store_true", help="write them as JSON")


def _print(arguments: Namespace, keys: Sequence[str], rows: Rows) -> int:
    """Print rows as a list, or as objects of JSON whose texts have the given keys."""
    if not arguments.json:
        return _print_rows(rows)
    objects = [dict(zip(keys, row, strict=True)) for row in rows]
    print(json.dumps(objects, ensure_ascii=False, indent=1))
    return DONE


def _list(summary: str, rows: Callable[[], Rows], *keys: str) -> Command:
    def run(arguments: Namespace) -> int:
        return _print(arguments, keys, rows())

    return Command(summary, _add_json, run, "", ("", "--json"))


def _panes() -> Rows:
    from peviewer.figures.panes.catalog import PANES

    for name, pane in PANES.items():
        parts = ", ".join(f"{name}.{part}" for part in pane.parts)
        yield name, f"{pane.summary}; alone: {parts}" if parts else pane.summary


def _presets() -> Rows:
    from peviewer.figures.presets import presets as known

    return ((name, preset.description, preset.group) for name, preset in known().items())


def _steps() -> Rows:
    from peviewer.figures.stories import places

    return ((place.key, place.title, place.step.preset) for place in places())


def _schemes() -> Rows:
    from peviewer.model.encodings.catalog import SCHEMES

    return ((name, kind.scheme_summary()) for name, kind in SCHEMES.items())


def _sizes() -> Rows:
    from peviewer.paper.sizing import NAMED_SIZES

    return ((name, size.label) for name, size in NAMED_SIZES.items())


panes = _list(
    "List the panes: name, tab, what it shows, and the parts that can be shown alone.",
    _panes,
    "name",
    "shows",
)
presets = _list(
    "List the presets: name, tab, what it sets, tab, its group in the menu; "
    "steps of stories have none.",
    _presets,
    "name",
    "sets",
    "group",
)
stories = _list(
    "List the steps of stories: name, tab, title, tab, its preset; for --story.",
    _steps,
    "name",
    "title",
    "preset",
)
schemes = _list("List the encoding schemes: name, tab, what it is.", _schemes, "name", "is")
sizes = _list("List the named sizes: name, tab, what it is for.", _sizes, "name", "is")


def _flags(parser: Parser) -> None:
    parser.add("panes", nargs="?", metavar="PANE", help="see peviewer panes; or a field")
    _add_json(parser)


def _run(arguments: Namespace) -> int:
    from peviewer.figures.animated_fields import affects_panes
    from peviewer.figures.panes import catalog

    word = arguments.panes
    fields = list(_fields())
    paths = {field.path for field in fields}
    pane = None if word is None or word in paths else catalog.pane(word)

    sentences: dict[str, str] = {}
    for field in fields:
        if field.path in sentences:
            continue
        if pane:
            is_listed = affects_panes([pane], field.document, field.path)
        else:
            is_listed = word in (None, field.path)
        if is_listed:
            sentences[field.path] = _sentence(field.path, field.spec)
    return _print(arguments, ("path", "says"), sentences.items())


class _Field(NamedTuple):
    """A field of a Document."""

    document: Document
    path: str
    spec: Specification


def _fields() -> Iterator[_Field]:
    """Return the fields of Documents of all schemes; many have the same path."""
    from peviewer.base.specification import specifications

    for document in _documents():
        for name, section in document.sections().items():
            for spec in specifications(type(section)):
                yield _Field(document, f"{name}.{spec.name}", spec)


def _documents() -> Iterator[Document]:
    """Return a Document of every scheme.

    The last one also has content: fields of content have no effect without any.
    """
    from peviewer.figures.presets import DEFAULT, preset
    from peviewer.model.encodings.catalog import SCHEMES

    usual = preset(DEFAULT).document
    for scheme in SCHEMES:
        yield usual.edited({"encoding.scheme": scheme})
    yield usual.edited({"content.kind": "normal"})


def _sentence(path: str, spec: Specification) -> str:
    from peviewer.model.encodings.catalog import SCHEMES

    if path == "encoding.scheme":
        return f"The rule. One of {', '.join(SCHEMES)}."
    allowed = spec.allowed()
    default = json.dumps(spec.default, default=str)
    return f"{spec.help} {allowed[:1].upper()}{allowed[1:]}; default {default}."


fields = Command(
    "List what --set can set, with a pane what changes it: path, tab, what it does and may be.",
    _flags,
    _run,
    "[PANE] ",
    ("score", "encoding.base"),
)
