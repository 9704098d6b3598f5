"""The pointer and the cursor: crosshairs, a tag and dots with the readings, what is reported."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, SignalInstance
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsTextItem

from peviewer.figures.grammar import Role, Rule
from peviewer.figures.readings import Reading
from peviewer.live.area import DataArea
from peviewer.live.text import font, markup, unbroken

# The farthest pixel from a line that still counts as on the line.
CLOSE = 3.0

# The width of a line's halo in pixels, and its opacity, of 255.
HALO = 3
HALO_ALPHA = 150

Cursor = Mapping[str, int]
"""A cell by its cursor fields, such as the position."""

CellName = Callable[[Cursor, Sequence[Reading]], str]
"""Returns the name of a cell with these readings; empty without one."""


class _Line(QGraphicsLineItem):
    """A thin line on a wider faint one of the ground's colour.

    The wide line keeps it visible among stripes as thin as itself.
    """

    def __init__(self, area: DataArea, role: str, depth: float) -> None:
        super().__init__(area)
        self._area = area
        self._role = role
        # A pen of the halo's width gives it bounds that hold the halo.
        self.setPen(QPen(Qt.GlobalColor.black, HALO))
        self.setZValue(depth)
        self.hide()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        ground = QColor(colors.panel)
        ground.setAlpha(HALO_ALPHA)
        for color, width in ((ground, HALO), (QColor(getattr(colors, self._role)), 1)):
            painter.setPen(QPen(color, width))
            painter.drawLine(self.line())


class Crosshairs:
    """Thin grey lines in one data area at the pinned cursors, and paler ones at the pointer's.

    In a matrix of positions their diagonal is drawn too.
    """

    def __init__(self, area: DataArea) -> None:
        self._area = area
        # The lines for x, for y and for the diagonal.
        self._pinned_items = [_Line(area, "text", 10) for _ in range(3)]
        self._hovered_items = [_Line(area, "secondary", 10.1) for _ in range(3)]
        self._hovered: Cursor = {}
        self._pinned: Cursor = {}

    def set_cursors(self, hovered: Cursor, pinned: Cursor) -> None:
        if (hovered, pinned) == (self._hovered, self._pinned):
            return
        self._hovered = hovered
        self._pinned = pinned
        self.update_lines()

    def crosses_at(self, point: QPointF) -> bool:
        """Whether the pinned crosshair has lines that cross at a pixel or close to it.

        All axes with a cursor must have such a line.
        """
        distances: list[float] = []
        for index, pixel in enumerate((point.x(), point.y())):
            if not self._area.has_cursor(index):
                continue
            cursor_pixel = self._pixel(index, self._pinned)
            distances.append(inf if cursor_pixel is None else abs(pixel - cursor_pixel))
        return bool(distances) and max(distances) <= CLOSE

    def update_lines(self) -> None:
        """Move the lines to the cursors in the area's ranges and size."""
        self._show(self._pinned_items, self._lines(self._pinned, {}))
        self._show(self._hovered_items, self._lines(self._hovered, self._pinned))

    @staticmethod
    def _show(items: Sequence[_Line], lines: Sequence[QLineF | None]) -> None:
        for item, line in zip(items, lines, strict=True):
            item.setVisible(line is not None)
            if line is not None:
                item.setLine(line)

    def _lines(self, cursor: Cursor, other_cursor: Cursor) -> list[QLineF | None]:
        """Return the lines of a cursor along x, along y and along the diagonal.

        A line that is not shown is None.
        """
        if not cursor:
            return [None] * 3
        width, height = self._area.lengths
        pixels: list[float | None] = []
        for index in (0, 1):
            is_marked = self._is_marked(index, cursor, other_cursor)
            pixels.append(None if is_marked else self._pixel(index, cursor))
        x, y = pixels
        return [
            None if x is None else QLineF(x, 0, x, height),
            None if y is None else QLineF(0, y, width, y),
            self._diagonal(cursor),
        ]

    def _is_marked(self, index: int, cursor: Cursor, other_cursor: Cursor) -> bool:
        """Whether a mark or the other cursor already has a line at the same place."""
        place = self._area.cursor_place(index, cursor)
        if place == self._area.cursor_place(index, other_cursor):
            return True
        axis = self._area.axes[index]
        rules = [mark for mark in self._area.panel.marks if isinstance(mark, Rule)]
        for rule in rules:
            is_place_mark = rule.color == "mark" and rule.direction == "xy"[index]
            if is_place_mark and place == float(axis.to_screen(rule.at)):
                return True
        return False

    def _pixel(self, index: int, cursor: Cursor) -> float | None:
        """Return the pixel of the cursor along x (0) or y (1), on a pixel's centre.

        Return None outside the area.
        """
        low, high = self._area.ranges[index]
        place = self._area.cursor_place(index, cursor)
        if place is None or not low <= place <= high:
            return None
        pixel = float(self._area.data_to_pixel(place, index))
        return round(pixel - 0.5) + 0.5

    def _diagonal(self, cursor: Cursor) -> QLineF | None:
        """Return the line of all pairs of positions as far apart as the cursors.

        Return None outside a matrix of positions.
        """
        area = self._area
        x = area.cursor_place(0, cursor)
        y = area.cursor_place(1, cursor)
        is_matrix = [axis.axis.cursor for axis in area.axes] == ["other", "position"]
        if not is_matrix or x is None or y is None:
            return None
        return area.diagonal(x - y)


# The distance between the pointer and its tag, in pixels.
AWAY = 12.0

PADDING = 5.0

# The radius of a dot on a curve.
DOT = 3.5


class ValueTag(QGraphicsTextItem):
    """A small tag beside the pointer: one number, or a named number for each curve.

    It is an item of the scene, not of the area: a low panel has no room for several lines.
    """

    def __init__(self, area: DataArea) -> None:
        super().__init__()
        self._area = area
        self._key: object = None
        self.setFont(font(12))
        self.document().setDocumentMargin(PADDING)
        self.setZValue(20)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_at(self, pointer: QPointF, readings: Sequence[Reading], name: str = "") -> None:
        """Stand beside the pointer with what is read there, after the name of the cell."""
        self.setVisible(bool(readings))
        if not readings:
            return
        key = (readings, name, self._area.colors.name)
        if key != self._key:
            self._key = key
            self.setDefaultTextColor(QColor(self._area.colors.text))
            self.setHtml(self._html(readings, name))
        data_rect = self._area.mapRectToScene(self._area.rect())
        self.setPos(self._corner(data_rect, self._area.mapToScene(pointer)))

    def _corner(self, data_rect: QRectF, pointer: QPointF) -> QPointF:
        """Return its upper left corner.

        The tag stands right of the pointer and above it, or else where it has room.
        """
        width = self.boundingRect().width()
        height = self.boundingRect().height()

        x = pointer.x() + AWAY
        if x + width > data_rect.right():
            x = pointer.x() - AWAY - width
        y = pointer.y() - AWAY - height
        if y < data_rect.top():
            y = pointer.y() + AWAY
        y = min(y, data_rect.bottom() - height)

        # The scene's own rectangle reaches as far as any item.
        view_rect: QRectF = self._area.getViewWidget().sceneRect()
        x = max(view_rect.left(), min(x, view_rect.right() - width))
        return QPointF(x, max(view_rect.top(), y))

    def _html(self, readings: Sequence[Reading], name: str) -> str:
        named = f'<span style="color: {self._area.colors.secondary}">{markup(name)}</span>'
        if len(readings) == 1:
            lines = [f"{named if name else ''} {markup(readings[0].number)}".strip()]
        else:
            lines = [named] if name else []
            lines += [self._line(reading) for reading in readings]
        return f'<div style="white-space: pre">{unbroken("<br>".join(lines))}</div>'

    def _line(self, reading: Reading) -> str:
        """Return a reading's line in rich text, after a disc in the colour of the curve's dot."""
        color = self._area.colors.role(reading.color) if reading.spot else "transparent"
        return f'<span style="color: {color}">●</span> {markup(reading.text)}'

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._area.colors.line), 1))
        painter.setBrush(QColor(self._area.colors.panel))
        painter.drawRoundedRect(self.boundingRect().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        super().paint(painter, option, widget)


class Dots(QGraphicsItem):
    """A dot on each curve with a reading."""

    def __init__(self, area: DataArea) -> None:
        super().__init__(area)
        self.setZValue(11)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._area = area
        self._spots: list[tuple[QPointF, Role]] = []
        self.hide()

    def boundingRect(self) -> QRectF:
        return QRectF(self._area.rect())

    def show_at(self, spots: list[tuple[QPointF, Role]]) -> None:
        if spots != self._spots:
            self._spots = spots
            self.setVisible(bool(spots))
            self.update()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._area.colors.panel), 1.5))
        for spot, role in self._spots:
            painter.setBrush(QColor(self._area.colors.role(role)))
            painter.drawEllipse(spot, DOT + 0.75, DOT + 0.75)


class ReadPanel(Protocol):
    """The attributes of a panel that a readout needs."""

    @property
    def area(self) -> DataArea:
        """The data area."""

    def cells_at(self, x: float, y: float, *, clicked: bool = False) -> dict[str, int]:
        """Return the cursor fields of a place in screen units, or those that a click there sets."""

    def read_at(self, x: float, y: float) -> Sequence[Reading]:
        """Return the readings at a place in screen units."""

    def show_read(self, x: float, y: float, readings: Sequence[Reading], name: str = "") -> None:
        """Show the readings beside the pointer, after the name of the cell."""


class ReadView(Protocol):
    """The attributes of a view that a readout needs."""

    @property
    def hovered(self) -> SignalInstance:
        """A signal with the cursor fields that are pointed at, and the readings."""

    @property
    def left(self) -> SignalInstance:
        """A signal that nothing is pointed at any more."""

    @property
    def cell_name(self) -> CellName:
        """Returns the name of a cell, such as its pair."""


P = TypeVar("P", bound=ReadPanel)


class Readout(Generic[P]):
    """The cell and the readings of the place pointed at in one view, reported once per change."""

    def __init__(self, view: ReadView) -> None:
        self._view = view
        self.panel: P | None = None
        """The panel that was last pointed at."""
        self.place: tuple[float, float] | None = None
        """The place in that panel, in screen units."""
        self._reported: tuple[dict[str, int], Sequence[Reading]] | None = None

    def point(self, panel: P, x: float, y: float) -> None:
        self.panel = panel
        self.place = x, y
        self.refresh()

    @property
    def clicked(self) -> dict[str, int]:
        """The cursor fields that a click there sets."""
        if self.panel is not None and self.place is not None:
            return self.panel.cells_at(*self.place, clicked=True)
        return self._reported[0] if self._reported else {}

    def refresh(self) -> None:
        if self.panel is None or self.place is None:
            return
        readings = self.panel.read_at(*self.place)
        cells = self.panel.cells_at(*self.place)
        self.panel.show_read(*self.place, readings, self._view.cell_name(cells, readings))
        self.report(cells, readings)

    def report(self, cells: dict[str, int], readings: Sequence[Reading] = ()) -> None:
        if (cells, readings) != self._reported:
            self._reported = cells, readings
            self._view.hovered.emit(cells, readings)

    def clear(self) -> None:
        """Point at nothing; the view reports that only if it was pointed at."""
        was_pointed_at = self._reported is not None
        self.place = None
        self._reported = None
        if was_pointed_at:
            self._view.left.emit()

    def set_panel(self, panel: P | None) -> None:
        if panel is not self.panel:
            self.panel = panel
            self.place = None
