"""How a picture or a clip was made, beside the Document in it: its panes and its look, to make it again."""

from __future__ import annotations

import json
from collections.abc import Mapping  # pydantic asks for it
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from peviewer.base.parameters import Parameters
from peviewer.document.document import MADE, DocumentError
from peviewer.exporters.carry.provenance import content, read
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.style import Style, StyleError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from peviewer.document.document import Document

_ALWAYS = "width", "height", "dpi", "theme"


class Made(Parameters):
    """Which panes a file shows, and its look."""

    panes: tuple[str, ...] = ()
    columns: int | None = None
    look: Mapping[str, Any] = Field(default_factory=dict)

    @property
    def style(self) -> Style | None:
        """The look; None where it is not allowed here."""
        try:
            return Style(**self.look)
        except (StyleError, TypeError):
            return None


def stamped(document: Document, panes: Iterable[str], style: Style, columns: int | None = None) -> str:
    """Return a Document as JSON, with how a file of it is made."""
    fields = type(style).model_fields
    told = [name for name, field in fields.items() if name in _ALWAYS or getattr(style, name) != field.default]
    data = json.loads(document.to_json())
    made = {"panes": list(panes), "columns": columns, "look": {name: getattr(style, name) for name in told}}
    return json.dumps({"peviewer": data.pop("peviewer"), MADE: made, **data}, ensure_ascii=False, indent=1)


def as_shown(path: Path) -> Document:
    """Return the Document of a file, with those panes open that a picture or a clip shows: as a window opens it.

    Raises
    ------
    DocumentError
        As :func:`~peviewer.exporters.carry.provenance.read`.
    """
    document = read(path)
    named = dict.fromkeys(name.partition(".")[0] for name in made(path).panes)
    panes = [name for name in named if name in PANES]
    return document.edited({"view.panes": panes}) if panes else document


def made(path: Path) -> Made:
    """Return how a file was made, as far as it says; it is not trusted: what is not allowed is left out."""
    try:
        return Made.model_validate(json.loads(content(path)).get(MADE, {}))
    except (OSError, ValueError, AttributeError, RecursionError, ValidationError, DocumentError):
        return Made()
