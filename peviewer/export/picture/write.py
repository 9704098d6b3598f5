"""Write a Figure as a picture: whole or not at all, the Document inside it."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.base.version import __version__
from peviewer.base.whole_file import ExportError as ExportError
from peviewer.base.whole_file import whole_file
from peviewer.base.words import unstarred
from peviewer.export.carry.provenance import KEY
from peviewer.paper.style import PRINT_DPI

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.style import Style

FORMATS = ("png", "svg", "pdf", "webp", "jpg")
ALIASES = {"jpeg": "jpg"}
VECTOR = ("svg", "pdf")
PIXELS = ("webp", "jpg")
FALLBACKS = {
    "STIXGeneral": "'STIX Two Text', 'Times New Roman', 'Liberation Serif', serif",
    "DejaVu Sans": "Verdana, sans-serif",
}


def export(figure: Figure | Composition, target: Path, *, document: Document, style: Style) -> None:
    """Write a Figure, or several arranged as one, as PNG, SVG, PDF, WebP or JPEG, by the target's extension.

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

    Raises
    ------
    ExportError
        If the target has no known extension or cannot be written. Nothing is
        left behind then, and a file of that name stays as it was.
    StyleError
        If the size is too small for what the picture shows, or the format has no such pictures.
    """
    target = Path(target)
    kind = check(target)
    write(target, render(figure, kind, document=document, style=style))


def check(target: Path, formats: tuple[str, ...] = FORMATS) -> str:
    """Return the format of a target, one of some, before any work is done for it.

    Raises
    ------
    ExportError
        If a picture cannot be written there.
    """
    _reach(target)
    if target.is_dir():
        raise ExportError(f"cannot write {target}: it is a folder")
    if target.exists() and not target.is_file():
        raise ExportError(f"cannot write {target}: a device is no place for a picture")
    kind = target.suffix.lower().removeprefix(".")
    kind = ALIASES.get(kind, kind)
    if kind not in formats:
        known = ", ".join(f".{name}" for name in formats)
        raise ExportError(f"cannot write {target}: the extension must be one of {known}")
    folder = target.resolve().parent
    if not folder.is_dir():
        raise ExportError(f"cannot write {target}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ExportError(f"cannot write {target}: the folder {folder} is not writable")
    if target.exists() and not os.access(target, os.W_OK):
        raise ExportError(f"cannot write {target}: the file is write-protected")
    return kind


def _reach(target: Path) -> None:
    """Refuse a name that the system does not take: too long, or a link to itself."""
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise ExportError(f"cannot write {target}: {error.strerror}") from None


def render(figure: Figure | Composition, kind: str, *, document: Document, style: Style) -> bytes:
    """Return a picture as the bytes of its file.

    Parameters
    ----------
    figure, document, style
        As for :func:`export`.
    kind : {"png", "svg", "pdf", "webp", "jpg"}
        The format.

    Returns
    -------
    bytes
        The same for the same arguments: no date, no random name.
    """
    import matplotlib as mpl

    from peviewer.paper.page.painter import paint, painting, settings

    picture = io.BytesIO()
    resolution = max(PRINT_DPI, style.dpi) if kind in VECTOR else None
    with painting, mpl.rc_context(settings(style)):
        page: Any = paint(figure, style, resolution=resolution)
        if kind in PIXELS:
            from peviewer.export.picture.pixels import picture as of_pixels

            return of_pixels(kind, page, style, unstarred(figure.title), document.to_json())
        page.savefig(picture, format=kind, dpi=style.dpi, facecolor=style.ground, edgecolor="none",
                     metadata=_metadata(kind, figure, document))  # fmt: skip
    return with_fonts(smooth_means(picture.getvalue())) if kind == "svg" else picture.getvalue()


def _metadata(kind: str, figure: Figure | Composition, document: Document) -> dict[str, Any]:
    title, session = unstarred(figure.title), document.to_json()
    if kind == "png":
        return {"Title": title, "Software": f"peviewer {__version__}", KEY: session}
    if kind == "svg":
        return {"Title": title, "Creator": f"peviewer {__version__}", "Description": session, "Date": None}
    # Plain ASCII keeps the string readable in the file: matplotlib writes anything else as UTF-16.
    plain = json.dumps(json.loads(session), ensure_ascii=True)
    return {"Title": title, "Creator": f"peviewer {__version__}", "Subject": plain, "CreationDate": None}


def smooth_means(svg: bytes) -> bytes:
    """Let viewers smooth those images of an SVG that hold means instead of cells.

    Drawn without smoothing, a picture shown smaller than it is would pick every
    n-th mean: the very moiré that the means avoid.
    """
    from peviewer.paper.marks.heatmap import MEANS

    hard = b'style="image-rendering:crisp-edges;image-rendering:pixelated"'
    mark = f'id="{MEANS}-'.encode()
    first, *rest = svg.split(mark)
    return first + b"".join(mark + part.replace(hard, b"", 1) for part in rest)


def with_fonts(svg: bytes) -> bytes:
    """Name fonts to fall back on: readers of an SVG seldom have those that come with matplotlib."""
    for font, others in FALLBACKS.items():
        known = f"'{font}'".encode()
        svg = svg.replace(f"'{font}', 'DejaVu Serif'".encode(), known).replace(known, f"'{font}', {others}".encode())
    return svg


def write(target: Path, content: bytes) -> None:
    """Write a file whole or not at all: beside its target first, then renamed.

    Raises
    ------
    ExportError
        If it cannot be written; nothing is left behind.
    """
    with whole_file(target) as file:
        file.write(content)
