"""``peviewer fields``: what --set can set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from peviewer.cli.flags import Parser
from peviewer.cli.status import DONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peviewer.base.parameters import Specification
    from peviewer.document.document import Document


def fields(arguments: list[str]) -> int:
    """List what --set can set: path, tab, what it does and may be."""
    parser = Parser("peviewer fields", f"{fields.__doc__} With a pane only what changes it.")
    parser.add_argument("pane", nargs="?", metavar="PANE", help="see peviewer panes")
    chosen = parser.parse_args(arguments)
    from peviewer.figures.moved import changes
    from peviewer.figures.panes import catalog

    pane = catalog.pane(chosen.pane) if chosen.pane else None
    told: dict[str, str] = {}
    for document in _documents():
        for path, spec in _specifications(document):
            if path not in told and (pane is None or changes(pane, document, path)):
                told[path] = _row(spec)
    print(*(f"{path}\t{row}" for path, row in told.items()), sep="\n")
    return DONE


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


def _row(spec: Specification) -> str:
    from peviewer.model.encodings.catalog import SCHEMES

    if spec.name == "scheme":
        return f"The rule. One of {', '.join(SCHEMES)}."
    allowed = spec.allowed()
    return f"{spec.help} {allowed[:1].upper()}{allowed[1:]}; default {json.dumps(spec.default, default=str)}."
