"""A Figure rearranged for the shape of a view: its rows, its drawings and its squares."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize

from peviewer.base.words import unstarred
from peviewer.figures.fitting.drawings import fit_drawings
from peviewer.figures.fitting.flipping import flips
from peviewer.figures.fitting.squares import break_square_rows
from peviewer.figures.grammar import Figure, Listing, Numbers, Panel
from peviewer.live.data_areas import MARGIN

# The approximate size of type, height of a panel's header, and height of its title, in pixels.
TYPE = 12
HEADER = 28
TITLE = 20

# The least height in pixels with all rows: on less, spare rows would squeeze the others.
LOW = 280

# Of a presentation: the share of their area that the main plots keep at least where other rows are
# shown, too.
MAIN_SHARE = 0.6

# Pixels above and below the data of a row: its header, and the numbers and title of an axis.
AROUND = HEADER + 36

# About the height of a row of a listing, the width of a letter in it and the room between its
# columns, in pixels.
LISTING_ROW = 25
LETTER = 6.5
LISTING_GAP = 18

# A view this many times as wide as high has the order of panels of a wide page.
WIDE = 1.9


def shaped_for_view(
    figure: Figure, size: QSize, *, shows_b: bool = False, presented: bool = False
) -> Figure:
    """Return a Figure with the order of panels and the rows that suit a view of a size.

    Where A and B take turns, it is that of A or of B. If it is `presented`, spare rows go before
    they take much of the room of the others, and so do listings of which a row would not be seen.
    """
    width = size.width() - 2 * MARGIN
    height = size.height() - 2 * MARGIN
    shaped = _in_shape(figure, width, height, presented=presented)
    if flips(figure, shaped, width, height, TITLE):
        return _in_shape(figure.flips[shows_b], width, height, presented=presented)
    return shaped


def _in_shape(figure: Figure, width: float, height: float, *, presented: bool) -> Figure:
    if figure.wide and width >= WIDE * height:
        figure = figure.on_wide_page
        if presented:
            # Its first row has what it is about.
            figure = replace(figure, spare_rows=tuple(range(1, len(figure.rows))))
    if presented:
        figure = _with_large_main(figure, width, height)
    if figure.spare_rows and height < LOW:
        figure = figure.without_spare_rows
    fitted = fit_drawings(figure, width, height, TYPE, HEADER)
    return break_square_rows(fitted, width, height, TITLE)


def _with_large_main(figure: Figure, width: float, height: float) -> Figure:
    """Return a Figure without the spare rows, then without the listings, that take much room."""
    if all(map(_is_table, figure.panels)):
        return figure
    if figure.spare_rows and main_share(figure, width, height) < MAIN_SHARE:
        figure = figure.without_spare_rows
    takes_much_room = main_share(figure, width, height) < MAIN_SHARE
    if takes_much_room or not _has_room_for_listings(figure, width, height):
        figure = figure.without_listings
    return figure


def _has_room_for_listings(figure: Figure, width: float, height: float) -> bool:
    """Whether about all rows and columns of its listings are seen in a view of that size."""
    for row_height, row in zip(figure.heights, figure.rows, strict=True):
        room = QSize(int(width / len(row)), int(height * row_height / sum(figure.heights)))
        for panel in row:
            for mark in panel.marks:
                if isinstance(mark, Listing) and not _has_room(mark, room):
                    return False
    return True


def _has_room(listing: Listing, room: QSize) -> bool:
    """Whether about all of a listing is seen, without breaking its lines."""
    needed_height = TITLE + LISTING_ROW * (len(listing.rows) + 1)
    needed_width = 0.0
    for texts in zip(listing.columns, *listing.rows, strict=True):
        most_letters = max(len(unstarred(text)) for text in texts)
        needed_width += most_letters * LETTER + LISTING_GAP
    return needed_height <= room.height() and needed_width <= room.width()


def main_share(figure: Figure, width: float, height: float) -> float:
    """Return about which share of their area plots keep beside spare rows and rows of listings."""
    numbers = range(len(figure.rows))
    main_rows = [
        number
        for number, row in enumerate(figure.rows)
        if number not in figure.spare_rows and not all(map(_is_table, row))
    ]
    area_alone = _data_area(figure, main_rows, main_rows, width, height)
    return _data_area(figure, main_rows, numbers, width, height) / area_alone


def _is_table(panel: Panel) -> bool:
    return all(isinstance(mark, Numbers | Listing) for mark in panel.marks)


def _data_area(
    figure: Figure, counted: Sequence[int], shown: Sequence[int], width: float, height: float
) -> float:
    """Return about how large the data of some rows are where the rows `shown` share the height."""
    room = max(height - AROUND * len(shown), 1)
    all_heights = sum(figure.heights[number] for number in shown)
    area = 0.0
    for number in counted:
        row = figure.rows[number]
        row_height = room * figure.heights[number] / all_heights
        panel_width = width / len(row)
        for panel in row:
            if not _is_table(panel):
                is_square = panel.square or panel.square_cells
                area += row_height * (min(panel_width, row_height) if is_square else panel_width)
    return max(area, 1.0)
