"""Write a Figure as a picture: whole or not at all, the Document inside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.files import write
from peviewer.exporters.picture.render import rendered
from peviewer.exporters.target import check

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.style import Style


def export(figure: Figure | Composition, target: Path, *, document: Document, style: Style) -> tuple[str, ...]:
    """Write a Figure, or several arranged as one, in the format of the target's extension.

    Parameters
    ----------
    figure : Figure or Composition
        What to show.
    target : pathlib.Path
        The file; one of that name is replaced once the new one is complete.
    document : Document
        Goes into the picture's metadata, so that the picture can be opened again.
    style : Style
        Size and look.

    Returns
    -------
    tuple of str
        What it leaves out because it has no room for it.

    Raises
    ------
    ExportError
        If the target has no known extension or cannot be written. Nothing is
        left behind then, and a file of that name stays as it was.
    StyleError
        If the size is too small for what the picture shows, or the format has no such pictures.
    """
    target = Path(target)
    known = check(target, "picture")
    made = rendered(figure, known.suffix, document=document, style=style)
    write(target, made.content)
    return made.left_out
