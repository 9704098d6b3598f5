"""Draw marks: one table from the type of a mark to the function that paints it."""

from collections.abc import Callable
from typing import Any

from peviewer.figures.grammar import (
    Arrows,
    Band,
    Curve,
    Diagonal,
    Dials,
    Heatmap,
    Listing,
    Mark,
    Note,
    Numbers,
    Panel,
    Path,
    Rings,
    Rule,
    Words,
)
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.curves import draw_band, draw_curve
from peviewer.paper.marks.heatmap import draw_heatmap
from peviewer.paper.marks.listing import draw_listing
from peviewer.paper.marks.numbers import draw_numbers
from peviewer.paper.marks.rules import draw_diagonal, draw_rule
from peviewer.paper.marks.shapes import draw_arrows, draw_dials, draw_path, draw_rings
from peviewer.paper.marks.words import draw_words
from peviewer.paper.text import typeset, wrapped

# The distance of a note's lines, as a multiple of the size of its type.
NOTE_LEADING = 1.5
# The width of a note at most, as a share of its area's.
NOTE_WIDTH = 0.9


def draw(mark: Mark, canvas: Canvas) -> None:
    """Paint one mark on a panel that has its final place."""
    DRAWINGS[type(mark)](mark, canvas)


def is_without_axes(panel: Panel) -> bool:
    """Whether a panel has neither axes nor frame, as one drawn to scale, a table and a note."""
    return panel.is_without_axes or all(isinstance(mark, Numbers | Listing) for mark in panel.marks)


def note_lines(note: Note, room: float) -> list[str]:
    """Return the lines of a note in an area that is `room` wide, in sizes of its type."""
    lines = []
    for text in note.text.splitlines():
        lines += wrapped(text, NOTE_WIDTH * room)
    return lines


def _draw_note(note: Note, canvas: Canvas) -> None:
    size = canvas.style.sizes.axis
    lines = note_lines(note, canvas.axes.bbox.width / (size * canvas.pixel))
    text = canvas.axes.text(0.5, 0.5, typeset("\n".join(lines)), linespacing=NOTE_LEADING)
    text.set(transform=canvas.axes.transAxes, ha="center", va="center")
    text.set(fontsize=size, color=canvas.style.palette.secondary)


DRAWINGS: dict[type, Callable[[Any, Canvas], None]] = {
    Heatmap: draw_heatmap,
    Curve: draw_curve,
    Rule: draw_rule,
    Diagonal: draw_diagonal,
    Band: draw_band,
    Note: _draw_note,
    Rings: draw_rings,
    Arrows: draw_arrows,
    Dials: draw_dials,
    Path: draw_path,
    Words: draw_words,
    Numbers: draw_numbers,
    Listing: draw_listing,
}
