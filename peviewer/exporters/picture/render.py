"""A Figure as the bytes of a picture file, the Document inside them; and that file written, whole or not at all."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from peviewer.base.files import write
from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.exporters.formats import formats
from peviewer.exporters.metadata.reading import stamped
from peviewer.exporters.target import check
from peviewer.figures.grammar import Figure
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import PRINT_DPI, Style


@dataclass(frozen=True)
class Painted:
    """A page that is about to be written."""

    page: Any
    style: Style
    title: str
    session: str

    @property
    def plain(self) -> str:
        """The same on one line, in ASCII."""
        return json.dumps(json.loads(self.session))

    def saved(self, kind: str, metadata: dict[str, Any]) -> bytes:
        """Return the page as matplotlib writes it."""
        file = io.BytesIO()
        ground = self.style.ground
        self.page.savefig(file, format=kind, dpi=self.style.dpi, facecolor=ground, edgecolor="none", metadata=metadata)
        return file.getvalue()


@dataclass(frozen=True)
class Rendered:
    """The bytes of a picture's file, and what it leaves out because it has no room for it."""

    content: bytes
    left_out: tuple[str, ...] = ()


def missing_from(name: str, left_out: Sequence[str]) -> str:
    """Say what a picture of a name leaves out; nothing where it has all.

    >>> missing_from("a.png", ("the formula", "the legend")), missing_from("a.png", ())
    ('a.png has no room for the formula, the legend', '')
    """
    return f"{name} has no room for {', '.join(left_out)}" if left_out else ""


def render(figure: Figure | Composition, kind: str, *, document: Document, style: Style) -> bytes:
    """Return a picture as the bytes of its file: see :func:`rendered`."""
    return rendered(figure, kind, document=document, style=style).content


def rendered(figure: Figure | Composition, kind: str, *, document: Document, style: Style) -> Rendered:
    """Return a picture as the bytes of its file, and what it leaves out."""
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.page.painter import paint_fitted, painting, settings

    known = formats("picture")[kind]
    with painting(settings(style)):
        resolution = max(PRINT_DPI, style.dpi) if known.vector else None
        page = paint_fitted(figure, style, resolution)
        figures, columns = (figure.figures, figure.columns) if isinstance(figure, Composition) else ((figure,), None)
        session = stamped(document, [one.name for one in figures], style, columns)
        title = style.title if style.title and isinstance(style.title, str) else figure.title
        left_out = page.left_out
        try:
            content: bytes = known.write(Painted(page, style, unstarred(title), session))
        finally:
            page.release()
    return Rendered(content, left_out)


def export(figure: Figure | Composition, target: Path, *, document: Document, style: Style) -> tuple[str, ...]:
    """Write a Figure, or several arranged as one, in the format of the target's extension."""
    target = Path(target)
    known = check(target, "picture")
    made = rendered(figure, known.suffix, document=document, style=style)
    write(target, made.content)
    return made.left_out
