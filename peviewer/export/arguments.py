"""What the arguments of the functions in Python ask for: the Document that is meant, and the look of a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.base.words import nearest_names
from peviewer.document.document import Document, DocumentError
from peviewer.figures.presets import preset as named  # with the panes that declare sections of the Document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peviewer.base.parameters import Parameters
    from peviewer.model.encodings.scheme import Scheme
    from peviewer.paper.style import Style


def opened(
    encoding: Scheme | None, view: Mapping[str, object], preset: str | None = None, session: str | Path | None = None
) -> Document:
    """Return the Document that is meant: of a preset or a session, with an encoding and fields set."""
    if preset and session:
        raise DocumentError("preset and session exclude each other: give one of them")
    document = Document()
    if session:
        from peviewer.export.carry.provenance import read

        document = read(Path(session))
    elif preset:
        document = named(preset).document
    if encoding is not None:
        document = Document(**{**document.sections(), "encoding": encoding})
    return document.edited(_paths(view))


def look(choices: Mapping[str, Any]) -> tuple[Style, dict[str, Any]]:
    """Return the style that is meant, and what is left of the choices."""
    from peviewer.paper.sizes import Sizing
    from peviewer.paper.style import Parts

    size, parts = fields_of(Sizing, choices), fields_of(Parts, choices)
    style = Sizing(**size).style(choices.get("theme"), **parts)
    return style, {name: value for name, value in choices.items() if name not in {"theme", *size, *parts}}


def fields_of(model: type[Parameters], choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices that are fields of a class."""
    return {name: value for name, value in choices.items() if name in model.model_fields}


def _paths(view: Mapping[str, object]) -> dict[str, object]:
    """Turn bare field names into paths: ``phi`` into ``shift.phi``."""
    sections = [path for path in Document().paths() if not path.startswith("encoding.")]
    homes = {path.partition(".")[2]: path for path in sections}
    for name in view:
        if name not in homes:
            raise DocumentError(f"{name} is not a field{nearest_names(name, sorted(homes))}")
    return {homes[name]: value for name, value in view.items()}
