"""The frames of a clip as pixels.

The moving number stands below the panes, if they do not show it.
"""

import io
import json
from contextlib import closing
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as MatplotlibFigure
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from peviewer.base.version import __version__
from peviewer.document.tables import without_folders
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.formats import KEY
from peviewer.paper.motion import Motion
from peviewer.paper.page.builder import inches
from peviewer.paper.page.painter import settings
from peviewer.paper.painting import painting
from peviewer.paper.style import Style, StyleError
from peviewer.paper.text import typeset, width

# The height of the line with the number, as a multiple of the size of type.
LINE = 1.9
# From the lower edge of that line to the base of its words, in sizes of type.
BASE = 0.75
# The gap between the number and its unit, in sizes of type.
UNIT_GAP = 0.4
# The least height of a page, in pixels.
LEAST_HEIGHT = 100


class Frames:
    """Paints the frames of a clip, fast in their order.

    If `numbered`, frames show the moving number where the panes do not.
    """

    def __init__(self, clip: Clip, style: Style, *, numbered: bool = True) -> None:
        self._clip = clip
        self._line: _NumberLine | None = None
        page_height = style.height
        if numbered and clip.is_unnamed:
            name, _, _ = clip.number_parts(0)
            self._line = _NumberLine(style, name, clip.widest)
            page_height -= self._line.height
        if page_height < LEAST_HEIGHT:
            size = f"size = {style.width}x{style.height}"
            raise StyleError(f"{size} is too small for what this picture shows")
        self._motion = Motion(style.but(height=page_height), clip.widest_of)

    def paint(self, frame: int) -> NDArray[np.uint8]:
        """Return a frame, RGBA, shape (height, width, 4)."""
        page = self._motion.paint(self._clip.figure(frame))
        if self._line is None:
            return page.copy()
        _, number, unit = self._clip.number_parts(frame)
        return np.concatenate([page, self._line.paint(number, unit)])

    def close(self) -> None:
        """Release the page that was kept for the next frame."""
        self._motion.release()


class _NumberLine:
    """A line as wide as the page: a name before a number that always ends at the same place."""

    def __init__(self, style: Style, name: str, widest: str) -> None:
        self._settings = settings(style)
        self._name = name
        pixel = style.dpi / 72
        size = style.sizes.axis
        self.height = round(LINE * size * pixel)
        base = BASE * size * pixel / self.height
        look: dict[str, Any] = {"fontsize": size, "color": style.palette.text, "va": "baseline"}
        with painting(self._settings):
            sides = inches(style.width, self.height, style.dpi)
            self._page = MatplotlibFigure(figsize=sides, dpi=style.dpi, facecolor=style.ground)
            FigureCanvasAgg(self._page)
            longest_width = width(f"{name} {widest} ", size)
            number_end = style.sizes.pad * pixel + longest_width * pixel
            unit_start = number_end + UNIT_GAP * size * pixel
            self._number = self._page.text(number_end / style.width, base, "", ha="right", **look)
            self._unit = self._page.text(unit_start / style.width, base, "", **look)

    def paint(self, number: str, unit: str) -> NDArray[np.uint8]:
        canvas: Any = self._page.canvas
        with painting(self._settings):
            self._number.set_text(typeset(f"{self._name} {number}"))
            self._unit.set_text(unit)
            canvas.draw()
            return np.asarray(canvas.buffer_rgba())


def frame_picture(clip: Clip, style: Style, frame: int) -> bytes:
    """Return one frame as a PNG that carries its Document."""
    session = json.dumps(without_folders(clip.at(frame)), ensure_ascii=False)
    with closing(Frames(clip, style)) as frames:
        return png_of(frames.paint(frame), session)


def png_of(pixels: NDArray[np.uint8], session: str) -> bytes:
    """Return pixels as a PNG that carries a Document."""
    metadata = PngInfo()
    metadata.add_text("Software", f"peviewer {__version__}")
    metadata.add_itxt(KEY, session)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "png", pnginfo=metadata)
    return file.getvalue()
