"""A Figure rearranged for the shape of a view: its rows, its drawings and its squares."""

from PySide6.QtCore import QSize

from peviewer.figures.fitting.drawings import fit_drawings
from peviewer.figures.fitting.flipping import flips
from peviewer.figures.fitting.squares import break_square_rows
from peviewer.figures.grammar import Figure
from peviewer.live.data_areas import MARGIN

# The approximate size of type, height of a panel's header, and height of its title, in pixels.
TYPE = 12
HEADER = 28
TITLE = 20

# The least height in pixels with all rows: on less, spare rows would squeeze the others.
LOW = 280

# A view this many times as wide as high has the order of panels of a wide page.
WIDE = 1.9


def shaped_for_view(figure: Figure, size: QSize, *, shows_b: bool = False) -> Figure:
    """Return a Figure with the order of panels and the rows that suit a view of a size.

    Where A and B take turns, it is that of A or of B.
    """
    width = size.width() - 2 * MARGIN
    height = size.height() - 2 * MARGIN
    shaped = _in_shape(figure, width, height)
    if flips(shaped, width, height, TITLE):
        return _in_shape(figure.flips[shows_b], width, height)
    return shaped


def _in_shape(figure: Figure, width: float, height: float) -> Figure:
    if figure.wide and width >= WIDE * height:
        figure = figure.on_wide_page
    if figure.spare_rows and height < LOW:
        figure = figure.without_spare_rows
    fitted = fit_drawings(figure, width, height, TYPE, HEADER)
    return break_square_rows(fitted, width, height, TITLE)
