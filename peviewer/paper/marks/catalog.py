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
from peviewer.paper.marks.heatmap import heatmap
from peviewer.paper.marks.lines import band, curve, diagonal, rule
from peviewer.paper.marks.listing import listing
from peviewer.paper.marks.numbers import numbers
from peviewer.paper.marks.shapes import arrows, dials, path, rings, words
from peviewer.paper.text import typeset, wrapped

NOTE_LEADING = 1.5  # of the lines of a note, by the size of its type


def draw(mark: Mark, canvas: Canvas) -> None:
    """Paint one mark on a panel that has its final place."""
    DRAWINGS[type(mark)](mark, canvas)


def is_without_axes(panel: Panel) -> bool:
    """Whether a panel has neither axes nor frame: it is drawn to scale, a table, a note or clocks."""
    return panel.is_without_axes or all(isinstance(mark, Numbers | Listing) for mark in panel.marks)


def note_lines(note: Note, room: float) -> list[str]:
    """Return the lines of a note in an area of some width, in units of its type."""
    return [line for text in note.text.splitlines() for line in wrapped(text, 0.9 * room)]


def _note(note: Note, canvas: Canvas) -> None:
    size = canvas.style.sizes.axis
    lines = note_lines(note, canvas.axes.bbox.width / (size * canvas.pixel))
    canvas.axes.text(
        0.5,
        0.5,
        typeset("\n".join(lines)),
        transform=canvas.axes.transAxes,
        ha="center",
        va="center",
        fontsize=size,
        color=canvas.style.palette.secondary,
        linespacing=NOTE_LEADING,
    )


DRAWINGS: dict[type, Callable[[Any, Canvas], None]] = {
    Heatmap: heatmap,
    Curve: curve,
    Rule: rule,
    Diagonal: diagonal,
    Band: band,
    Note: _note,
    Rings: rings,
    Arrows: arrows,
    Dials: dials,
    Path: path,
    Words: words,
    Numbers: numbers,
    Listing: listing,
}
