"""The layout of one view: the places of its panels, and the parts around them that have room."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import count
from typing import Literal, Protocol

from PySide6.QtCore import QSize

from peviewer.figures.fitting.hiding import SCREEN_STEPS, Part
from peviewer.figures.fitting.sharing import shares_with_room, width_shares
from peviewer.figures.fitting.squares import square_cell_sizes
from peviewer.figures.grammar import Panel
from peviewer.live.data_areas import DataRect, Margins, arrange

# The least width of data, in pixels, with texts around it.
MIN_WIDTH = 56

# Margins depend on the data's size, as headers fold and ticks change: after so many rounds they
# only grow.
ROUNDS = 3


@dataclass(frozen=True)
class VisibleParts:
    """The parts that are shown around a panel's data.

    `x` and `y` say whether its axes have numbers, `titled_below` whether a panel below has the
    title of its x axis.
    """

    parts: Set[Part]
    x: bool
    y: bool
    titled_below: bool = False


class LaidOut(Protocol):
    """The attributes of a panel or a table on screen that the layout needs."""

    panel: Panel

    @property
    def is_bare(self) -> bool:
        """Whether it has no axes around it."""

    @property
    def max_width(self) -> int | None:
        """The width that shows all of a table; None for what may have any width."""

    def margins(self, box: DataRect, shown: VisibleParts) -> Margins:
        """Return the room of all parts around data of that size."""

    def fits(self, box: DataRect, shown: VisibleParts) -> bool:
        """Whether all texts around data of that size can be read whole."""

    def has_room(self, box: DataRect, /) -> bool:
        """Whether its texts, if it has any on its data, have room in a place."""

    def place(self, box: DataRect, shown: VisibleParts) -> None:
        """Put its data area there, and the parts around it."""


Rows = Sequence[Sequence[LaidOut]]
DataRects = list[list[DataRect]]
Shown = list[list[VisibleParts]]
Shares = list[list[float]]
"""The share of each panel in the width of its row."""


class Layout:
    """Lays out rows of panels, if anything has changed that decides their places."""

    def __init__(self) -> None:
        self._placed: object = None

    def reset(self) -> None:
        self._placed = None

    def lay_out(self, rows: Rows, size: QSize, row_shares: Sequence[float]) -> bool:
        """Place all panels with as many parts around them as have room; True if any moved."""
        for step in SCREEN_STEPS:
            shown = _shown(rows, step)
            panel_shares = [width_shares([view.panel for view in row]) for row in rows]
            margins, places = _placed(rows, shown, size, row_shares, panel_shares)
            usable_shares = _usable(rows, places, panel_shares)
            if usable_shares != panel_shares:
                margins, places = _placed(rows, shown, size, row_shares, usable_shares)
            if _all_fit(rows, places, shown):
                break

        if (margins, places, shown) == self._placed:
            return False
        self._placed = margins, places, shown
        for row, row_places, row_shown in zip(rows, places, shown, strict=True):
            for view, place, view_shown in zip(row, row_places, row_shown, strict=True):
                view.place(place, view_shown)
        return True


def _shown(rows: Rows, parts: Set[Part]) -> Shown:
    """Return what is shown around each panel.

    A panel has no numbers that the panel below it, or at its left, also shows.
    """
    shown: Shown = []
    row_below: Sequence[LaidOut] = ()
    titles_below: set[str] = set()
    for row in reversed(rows):
        has_panels_below = len(row_below) == len(row)
        row_shown: list[VisibleParts] = []
        for column, view in enumerate(row):
            below = row_below[column] if has_panels_below else None
            left = row[column - 1] if column else None
            row_shown.append(
                VisibleParts(
                    parts,
                    x=not _shows_same(below, view, "x"),
                    y=not _shows_same(left, view, "y"),
                    titled_below=view.panel.x.label in titles_below,
                )
            )
        shown.insert(0, row_shown)
        row_below = row
        titles_below |= {view.panel.x.label for view in row if not view.is_bare}
    return shown


def _shows_same(neighbour: LaidOut | None, view: LaidOut, axis_name: Literal["x", "y"]) -> bool:
    """Whether a neighbour shows the same range of the same quantity along an axis."""
    if neighbour is None or neighbour.is_bare:
        return False
    axis = getattr(view.panel, axis_name)
    neighbour_axis = getattr(neighbour.panel, axis_name)
    is_same_quantity = axis.quantity == neighbour_axis.quantity
    return bool(is_same_quantity and axis.shown == neighbour_axis.shown)


def _usable(rows: Rows, places: DataRects, panel_shares: Shares) -> Shares:
    """Return the shares without panels that have no room for their texts.

    A row in which none has room keeps all of them.

    An empty panel, which keeps its row in line with the one above it, goes with the panel above it.
    """
    usable_shares: Shares = []
    panels_above: list[bool] = []
    for row, row_places, shares in zip(rows, places, panel_shares, strict=True):
        have_room: list[bool] = []
        for column, view in enumerate(row):
            has_panel_above = column < len(panels_above)
            if has_panel_above and not view.panel.marks:
                have_room.append(panels_above[column])
            else:
                have_room.append(view.has_room(row_places[column]))
        usable_shares.append(shares_with_room(shares, have_room))
        panels_above = have_room
    return usable_shares


def _placed(
    rows: Rows, shown: Shown, size: QSize, row_shares: Sequence[float], panel_shares: Shares
) -> tuple[list[list[Margins]], DataRects]:
    """Return the margins and the place of every panel.

    Margins and places depend on each other, so they are computed in turns.
    """
    row_height = size.height() // len(rows)
    places: DataRects = []
    for row in rows:
        first_place = DataRect(0, 0, size.width() // len(row), row_height)
        places.append([first_place] * len(row))

    max_widths = _max_widths(rows)
    margins: list[list[Margins]] = []
    for turn in count():
        last_margins = margins
        margins = _margins(rows, places, shown)
        if turn > ROUNDS:
            margins = _larger_margins(last_margins, margins)
        if margins == last_margins:
            return margins, places

        room = size.width(), size.height()
        unlimited_places = arrange(*room, margins, row_shares, panel_shares, max_widths=max_widths)
        max_heights = _max_heights(rows, unlimited_places, margins)
        limited_places = arrange(*room, margins, row_shares, panel_shares, max_heights, max_widths)
        places = _squared(rows, limited_places)
    raise AssertionError("unreachable")


def _max_widths(rows: Rows) -> list[dict[int, float]]:
    """Return for each row, by a panel's place in it, how wide a table beside plots is at most.

    Tables in rows of as many panels as others have no such limit: their columns stay aligned.
    """
    panel_counts = [len(row) for row in rows]
    limits: list[dict[int, float]] = []
    for row in rows:
        widths = {place: view.max_width for place, view in enumerate(row)}
        tables = {place: float(width) for place, width in widths.items() if width is not None}
        is_mixed = 0 < len(tables) < len(row)
        limits.append(tables if is_mixed and panel_counts.count(len(row)) == 1 else {})
    return limits


def _margins(rows: Rows, places: DataRects, shown: Shown) -> list[list[Margins]]:
    margins: list[list[Margins]] = []
    for columns in zip(rows, places, shown, strict=True):
        views = zip(*columns, strict=True)
        margins.append([view.margins(place, view_shown) for view, place, view_shown in views])
    return margins


def _larger_margins(one: list[list[Margins]], other: list[list[Margins]]) -> list[list[Margins]]:
    """Return for every panel the larger of each of its margins."""
    larger: list[list[Margins]] = []
    for row in zip(one, other, strict=True):
        pairs = zip(*row, strict=True)
        larger.append([Margins(*map(max, *pair)) for pair in pairs])
    return larger


def _max_heights(
    rows: Rows, places: DataRects, margins: Sequence[Sequence[Margins]]
) -> dict[int, float]:
    """Return the largest height of some rows, by the row's number.

    Rows of drawings to one scale, and of square cells, have such a limit, and so have tables in a
    picture with plots.

    The rest of the height goes to other rows, or is space around them.
    """
    squared_places = _squared(rows, places)
    max_heights: dict[int, float] = {}
    for number, row in enumerate(rows):
        if all(view.panel.square_cells for view in row):
            max_heights[number] = float(max(place.height for place in squared_places[number]))
        elif all(_is_drawing(view) for view in row):
            max_heights[number] = _height_to_scale(row, places[number])
        elif _is_table_row(row) and not all(map(_is_table_row, rows)):
            max_heights[number] = float(max(panel.whole for panel in margins[number]))
    return max_heights


def _is_table_row(row: Sequence[LaidOut]) -> bool:
    return all(view.max_width is not None for view in row)


def _is_drawing(view: LaidOut) -> bool:
    return view.panel.square and view.is_bare and not view.panel.is_sentence


def _height_to_scale(row: Sequence[LaidOut], places: Sequence[DataRect]) -> float:
    """Return the height of drawings side by side in one scale.

    The narrowest drawing is as wide as its place.
    """
    views = zip(row, places, strict=True)
    visible = [(view.panel, place) for view, place in views if place.width]
    pixels_per_unit = min(place.width / panel.x.extent for panel, place in visible)
    return pixels_per_unit * max(panel.y.extent for panel, _ in visible)


def _squared(rows: Rows, places: DataRects) -> DataRects:
    """Return the places of data areas, narrower or lower if cells are to be square."""
    panels = [[view.panel for view in row] for row in rows]
    if not any(panel.square_cells for row in panels for panel in row):
        return places

    sizes = [[(place.width, place.height) for place in row] for row in places]
    squared_sizes = square_cell_sizes(panels, sizes)
    squared: DataRects = []
    for row in zip(places, squared_sizes, strict=True):
        pairs = zip(*row, strict=True)
        squared.append(
            [_centred(place, round(width), round(height)) for place, (width, height) in pairs]
        )
    return squared


def _centred(place: DataRect, width: int, height: int) -> DataRect:
    """Return a smaller place, horizontally centred, with its margins close to it."""
    freed_width = place.width - width
    freed_left = freed_width // 2
    freed_right = freed_width - freed_left
    return place._replace(
        x=place.x + freed_left,
        width=width,
        height=height,
        right=place.right + freed_right,
        beside=freed_right,
    )


def _all_fit(rows: Rows, places: DataRects, shown: Shown) -> bool:
    """Whether all visible panels are wide enough, and what is around them can be read whole."""
    for columns in zip(rows, places, shown, strict=True):
        for view, place, view_shown in zip(*columns, strict=True):
            if not place.width:
                continue
            if place.width < MIN_WIDTH or not view.fits(place, view_shown):
                return False
    return True
