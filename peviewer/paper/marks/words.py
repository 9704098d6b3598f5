"""Set short texts in the plane of a panel, all of them as large as they have room."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.text import Text

from peviewer.base.words import MINUS
from peviewer.figures.grammar import Rings, Words, layer
from peviewer.paper.marks.shapes import clipping, color_of, points_of
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.backend_bases import RendererBase
    from matplotlib.transforms import Bbox

    from peviewer.paper.marks.canvas import Canvas

SMALL = 0.85
# How far words may shrink or grow; ``AIR`` keeps those beside each other apart.
LARGEST_WORDS, LARGEST_SMALL_WORDS = 1.4, 1.2
AIR = 0.82
PADDING = "\N{FIGURE SPACE}"
SIGN = re.compile(rf"^{PADDING}(?=\d\.)")  # in place of a minus, but narrower
MIDDLE = 0.26  # from the middle of a line of type down to its base line, in sizes of type
STEPS = 9  # sizes that are tried between theirs and the smallest
# Kinds of words, in the order in which they give way where even the smallest type would touch.
GIVING_WAY = MINOR, SHORT, FULL = "minor", "small", "full"


class Word(Text):
    """A text centred on a point; a number padded with figure spaces as if it had a minus, or digits, in their place.

    So they move and shrink nothing when they come; some readers of SVG centre what is padded without its padding.
    """

    def __init__(self, x: float, y: float, text: str, **look: Any) -> None:
        super().__init__(x, y, text.lstrip(PADDING), **look)
        self._widest = SIGN.sub(MINUS, text).replace(PADDING, "0")

    def draw(self, renderer: RendererBase) -> None:
        """Draw it with the middle of its line on its point, and with room for what it is padded with."""
        padded = self._widest != self.get_text()
        left_free = self.room(renderer).width - self.get_window_extent(renderer).width if padded else 0.0
        place, to_page = self.get_position(), self.get_transform()
        x, y = to_page.transform(place)
        self.set_position(to_page.inverted().transform((x + left_free / 2, y - self._down(renderer))).tolist())
        super().draw(renderer)
        self.set_position(place)

    def get_window_extent(self, renderer: RendererBase | None = None, dpi: float | None = None) -> Bbox:
        """Return where it stands."""
        box = super().get_window_extent(renderer, dpi)
        return box if renderer is None else box.translated(0, -self._down(renderer))

    def room(self, renderer: RendererBase) -> Bbox:
        """Return the box that is kept for it."""
        text = self.get_text()
        self.set_text(self._widest)
        box = self.get_window_extent(renderer)
        self.set_text(text)
        return box

    def _down(self, renderer: RendererBase) -> float:
        """Return how many pixels below the point its base line is."""
        point = float(renderer.points_to_pixels(1.0))  # type: ignore[arg-type]  # a number is an array, too
        return MIDDLE * float(self.get_fontsize()) * point


def words(words: Words, canvas: Canvas) -> None:
    """Paint short texts centred on points; see :func:`fit_words` for their size."""
    sizes = canvas.style.sizes
    size = max(sizes.least, SMALL * sizes.tick) if words.small else sizes.tick
    look: dict[str, Any] = {"ha": "center", "va": "baseline", "fontsize": size, "color": color_of(words, canvas)}
    for (x, y), text in zip(points_of(words.x, words.y, canvas), words.texts, strict=True):
        kind = MINOR if words.small and words.color == "muted" else SHORT if words.small else FULL
        canvas.axes.add_artist(
            Word(float(x), float(y), typeset(text), label=kind, zorder=layer(Words), transform=canvas.axes.transData,
                 **look, **clipping(canvas))
        )  # fmt: skip


def fit_words(canvas: Canvas) -> None:
    """Make all words of a panel smaller where two of them would touch; on slides larger in square ones with room.

    Where they would touch in the smallest type, too, those that are missed least are left out.
    """
    texts = [text for text in canvas.axes.texts if isinstance(text, Word)]
    if not texts:
        return
    renderer = canvas.axes.figure.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    least, boxes = canvas.style.sizes.least, {text: text.room(renderer) for text in texts}
    for kind in GIVING_WAY:
        if _are_apart(boxes, 0.0, least, air=1.0):
            break
        for text in boxes:
            text.set_visible(text.get_visible() and text.get_label() != kind)
        boxes = {text: box for text, box in boxes.items() if text.get_visible()}
    if not boxes and not any(isinstance(mark, Rings) for mark in canvas.panel.marks):
        canvas.axes.set_visible(False)  # what only framed them goes with them
    share = _share(boxes)
    if any(share * float(text.get_fontsize()) < least for text in boxes):  # small ones stay, others come down to them
        share = next((one for one in np.linspace(share, 0, STEPS) if _are_apart(boxes, one, least)), 0.0)
    # On paper sizes are fixed: what has room there is not larger than the caption.
    natural, grows = canvas.style.sizes.tick, canvas.panel.square and not canvas.style.printed
    for text, box in boxes.items():
        size, within = float(text.get_fontsize()), canvas.axes.bbox.width / box.width
        most = LARGEST_WORDS if size == natural else LARGEST_SMALL_WORDS
        text.set_fontsize(max(min(size, least), size * min(share, within, most if grows else 1.0)))


def _share(boxes: Mapping[Word, Bbox]) -> float:
    """Return the size of type in which no two texts touch, as a share of their own."""
    pairs = combinations(boxes.values(), 2)
    return min((_apart(first, second, AIR) for first, second in pairs), default=LARGEST_WORDS)


def _are_apart(boxes: Mapping[Word, Bbox], share: float, least: float, air: float = AIR) -> bool:
    """Whether no two texts touch in such a share of their size, those that would be smaller being `least` points."""
    factors = [max(share, min(1.0, least / float(text.get_fontsize()))) for text in boxes]
    grown = [box.expanded(factor, factor) for box, factor in zip(boxes.values(), factors, strict=True)]
    return all(_apart(first, second, air) >= 1 for first, second in combinations(grown, 2))


def _apart(first: Bbox, second: Bbox, air: float) -> float:
    """Return by how much two boxes may grow around their centres before they come close."""
    across = abs(first.x0 + first.x1 - second.x0 - second.x1) / (first.width + second.width)
    up = abs(first.y0 + first.y1 - second.y0 - second.y1) / (first.height + second.height)
    return float(max(air * across, up))
