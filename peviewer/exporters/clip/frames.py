"""The frames of a clip as pixels: its panes, and below them the moving number if they do not show it."""

import io
import json
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page
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

# The height of the line below, in sizes of type, and the part of it below the words.
LINE, BELOW = 1.9, 0.75
SHORTEST = 100  # pixels of a page


class Frames:
    """Paints the frames of a clip, fast in their order.

    `numbered` ones say what moves where the panes do not.
    """

    def __init__(self, clip: Clip, style: Style, *, numbered: bool = True) -> None:
        self._clip = clip
        self._line = (
            _Line(style, clip.number_parts(0)[0], clip.widest)
            if numbered and clip.is_unnamed
            else None
        )
        line_height = self._line.height if self._line else 0
        if style.height - line_height < SHORTEST:
            raise StyleError(
                f"size = {style.width}x{style.height} is too small for what this picture shows"
            )
        self._motion = Motion(style.but(height=style.height - line_height), clip.widest_of)

    def paint(self, frame: int) -> NDArray[np.uint8]:
        """Return a frame, RGBA, shape (height, width, 4)."""
        page = self._motion.paint(self._clip.figure(frame))
        if self._line is None:
            return page.copy()
        return np.concatenate([page, self._line.paint(*self._clip.number_parts(frame)[1:])])

    def close(self) -> None:
        """Release the page that was kept for the next frame."""
        self._motion.release()


class _Line:
    """A line as wide as the page: a name before a number that always ends at the same place."""

    def __init__(self, style: Style, name: str, widest: str) -> None:
        self._settings = settings(style)
        pixel, size = style.dpi / 72, style.sizes.axis
        self.height = round(LINE * size * pixel)
        with painting(self._settings):
            sides = inches(style.width, self.height, style.dpi)
            self._page = Page(figsize=sides, dpi=style.dpi, facecolor=style.ground)
            FigureCanvasAgg(self._page)
            left, base = style.sizes.pad * pixel, BELOW * size * pixel / self.height
            end = left + width(f"{name} {widest} ", size) * pixel
            words = partial(
                self._page.text, y=base, fontsize=size, color=style.palette.text, va="baseline"
            )
            self._name, self._number = name, words(x=end / style.width, s="", ha="right")
            self._unit = words(x=(end + 0.4 * size * pixel) / style.width, s="")

    def paint(self, number: str, unit: str) -> NDArray[np.uint8]:
        canvas: Any = self._page.canvas
        with painting(self._settings):
            self._number.set_text(typeset(f"{self._name} {number}"))
            self._unit.set_text(unit)
            canvas.draw()
            return np.asarray(canvas.buffer_rgba())


def frame_picture(clip: Clip, style: Style, frame: int) -> bytes:
    """Return one frame as a PNG that carries its Document."""
    with closing(Frames(clip, style)) as frames:
        return png_of(
            frames.paint(frame), json.dumps(without_folders(clip.at(frame)), ensure_ascii=False)
        )


def png_of(pixels: NDArray[np.uint8], session: str) -> bytes:
    """Return pixels as a PNG that carries a Document."""
    written, about = io.BytesIO(), PngInfo()
    about.add_text("Software", f"peviewer {__version__}")
    about.add_itxt(KEY, session)
    Image.fromarray(pixels).save(written, "png", pnginfo=about)
    return written.getvalue()
