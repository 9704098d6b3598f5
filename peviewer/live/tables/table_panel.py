"""A panel that is a table: a header on the scene, below it a table widget."""

import math
from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Listing, Numbers, Panel
from peviewer.live.canvas import Canvas
from peviewer.live.header import Header
from peviewer.live.layout import Margins, Place, VisibleParts
from peviewer.live.tables.listing import ListingTable
from peviewer.live.tables.numbers import NumbersTable


class TablePanel(QObject):
    """The header and the widget that show one :class:`Panel` whose only mark is a table."""

    hovered = Signal(dict)  # as FigureView.hovered
    is_bare = True  # it has no axes that a neighbour could share

    def __init__(self, panel: Panel, parent: QWidget, canvas: Canvas) -> None:
        super().__init__(parent)
        self.panel, self._scale = panel, 1.0
        self._is_under_pointer = False
        self._pointed: dict[str, int] = {}
        self.header = Header(canvas)
        canvas.scene().addItem(self.header)
        self.table = _table(panel, canvas)
        self.table.setParent(parent)
        self.header.set_panel(panel)
        self.table.setAccessibleName(unstarred(panel.title) or "Table")
        self.table.hovered.connect(self._on_cell)
        self.table.left.connect(self._on_left)
        self.table.show()

    # ---- what is shown

    def set_panel(self, panel: Panel) -> bool:
        """Show another panel with a table of the same kind; True if the layout may change."""
        self.panel, table = panel, panel.marks[0]
        if isinstance(self.table, NumbersTable) and isinstance(table, Numbers):
            self.table.set_numbers(panel, table)
        elif isinstance(self.table, ListingTable) and isinstance(table, Listing):
            self.table.set_listing(table)
        self._point()
        return self.header.set_panel(panel)

    def set_scale(self, scale: float) -> None:
        """Have so many pixels in a unit of the scene."""
        self._scale = scale
        self.table.set_scale(scale)

    def recolour(self) -> None:
        self.table.recolour()

    # ---- its place

    def margins(self, box: Place, shown: VisibleParts) -> Margins:
        """Return the pixels needed around a table of about that size."""
        header = self.header.height(_width(box), shown.parts)
        least, whole = (
            math.ceil(high(self._pixels(_width(box))) / self._scale)
            for high in (self.table.min_height, self.table.whole_height)
        )
        return Margins(header=header, left=0, right=0, bottom=0, height=least, whole=whole)

    def fits(self, box: Place, shown: VisibleParts) -> bool:
        """Whether the header can be read, and below it the first row: other parts are hidden for that."""
        whole = box.height * self._scale >= self.table.min_height(self._pixels(_width(box)))
        return whole and self.header.plan(_width(box), shown.parts) is not None

    def has_room(self, _box: Place) -> bool:
        """Return True for any place: a table scrolls."""
        return True

    def place(self, box: Place, shown: VisibleParts) -> None:
        """Fill a place with its margins left and right."""
        self.header.show_parts(_width(box), shown.parts)
        self.header.setPos(box.x - box.left, box.y - self.margins(box, shown).header)
        edges = box.x - box.left, box.y, _width(box), box.height
        self.table.setGeometry(*map(self._pixels, edges))

    def _pixels(self, length: int) -> int:
        return round(length * self._scale)

    # ---- the pointer

    def set_cursors(self, hovered: Mapping[str, int], pinned: Mapping[str, int]) -> None:
        """Mark the cell below the pointer, or the pinned one; scroll to it unless the pointer is in this table."""
        self._pointed = {**pinned, **hovered}
        self._point()

    def _point(self) -> None:
        if isinstance(self.table, NumbersTable):
            row, column = (self._pointed.get(axis.cursor or "") for axis in (self.panel.y, self.panel.x))
            self.table.point(row, column, follow=not self._is_under_pointer)

    def _on_cell(self, row: int, column: int) -> None:
        self._is_under_pointer = True
        if isinstance(self.table, NumbersTable):
            self.hovered.emit(self.table.cursor_at(row, column))

    def _on_left(self) -> None:
        self._is_under_pointer = False

    # ---- the end

    def remove(self) -> None:
        """Take everything off the screen and delete it."""
        scene = self.header.scene()
        if scene is not None:
            scene.removeItem(self.header)
        self.table.hide()
        self.table.deleteLater()
        self.deleteLater()


def _width(box: Place) -> int:
    return box.left + box.width + box.right


def _table(panel: Panel, canvas: Canvas) -> NumbersTable | ListingTable:
    table = panel.marks[0]
    if isinstance(table, Numbers):
        return NumbersTable(panel, table, canvas)
    assert isinstance(table, Listing)
    return ListingTable(table, canvas)
