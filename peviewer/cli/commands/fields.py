"""``peviewer fields``: what --set can set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from peviewer.cli import offered
from peviewer.cli.command import Command
from peviewer.cli.commands.lists import add_json, print_rows

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from peviewer.base.parameters import Specification
    from peviewer.cli.parser import Parser
    from peviewer.document.document import Document


def _flags(parser: Parser) -> None:
    parser.add("pane", nargs="?", offered=offered.panes, metavar="PANE", help="see peviewer panes")
    add_json(parser)


def _run(chosen: Namespace) -> int:
    from peviewer.figures.moved import changes
    from peviewer.figures.panes import catalog

    pane = catalog.pane(chosen.pane) if chosen.pane else None
    told: dict[str, dict[str, Any]] = {}
    for document in _documents():
        for path, spec in _specifications(document):
            if path not in told and (pane is None or changes([pane], document, path)):
                told[path] = _row(path, spec)
    return print_rows(told.values(), lambda row: (row["path"], _sentence(row)), as_json=chosen.json)


def _documents() -> Iterator[Document]:
    """Return a Document of every scheme; the last of them with content, whose fields do nothing without."""
    from peviewer.figures.presets import DEFAULT, preset
    from peviewer.model.encodings.catalog import SCHEMES

    usual = preset(DEFAULT).document
    for scheme in SCHEMES:
        yield usual.edited({"encoding.scheme": scheme})
    yield usual.edited({"content.kind": "normal"})


def _specifications(document: Document) -> Iterator[tuple[str, Specification]]:
    from peviewer.base.parameters import specifications

    for name, section in document.sections().items():
        for spec in specifications(type(section)):
            yield f"{name}.{spec.name}", spec


def _row(path: str, spec: Specification) -> dict[str, Any]:
    from peviewer.model.encodings.catalog import SCHEMES

    row = {"path": path, "title": spec.title, "symbol": spec.symbol, "unit": spec.unit, "help": spec.help}
    if spec.name == "scheme":
        return row | {"help": "The rule.", "allowed": f"one of {', '.join(SCHEMES)}", "default": None}
    return row | {"allowed": spec.allowed(), "default": spec.default}


def _sentence(row: dict[str, Any]) -> str:
    allowed = f"{row['allowed'][:1].upper()}{row['allowed'][1:]}"
    default = "" if row["path"] == "encoding.scheme" else f"; default {json.dumps(row['default'], default=str)}"
    return f"{row['help']} {allowed}{default}."


fields = Command(
    "List what --set can set: path, tab, what it does and may be.", _flags, _run, "With a pane only what changes it."
)
