"""A panel that is a table: a header on the scene, below it a table widget."""

import math
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Numbers, Panel
from peviewer.live.canvas import Canvas
from peviewer.live.data_areas import DataRect, Margins
from peviewer.live.header import Header
from peviewer.live.layout import VisibleParts
from peviewer.live.tables.listing import ListingTable
from peviewer.live.tables.numbers import NumbersTable

# Pixels between the widths that a table has beside a plot.
WIDTH_STEP = 12


class TablePanel:
    """The header and the widget that show one :class:`Panel` whose only mark is a table.

    They are hidden until :meth:`show` is called, and the header until it has a place.
    """

    is_bare = True
    """A table has no axes that a neighbour could share."""

    def __init__(self, panel: Panel, parent: QWidget, canvas: Canvas) -> None:
        self.panel = panel
        self._canvas = canvas
        self.header = Header(canvas)
        self.header.hide()
        canvas.scene().addItem(self.header)
        self.table: NumbersTable | ListingTable
        if isinstance(panel.marks[0], Numbers):
            self.table = NumbersTable(panel, canvas)
        else:
            self.table = ListingTable(panel, canvas)
        self.table.setParent(parent)
        self.header.set_panel(panel)
        self.table.setAccessibleName(unstarred(panel.title) or "Table")

    def set_panel(self, panel: Panel) -> bool:
        """Show another panel with a table of the same kind; True if the layout may change."""
        if panel == self.panel:
            return False
        self.panel = panel
        heights = self.table.heights
        self.table.set_panel(panel)
        return self.header.set_panel(panel) or heights != self.table.heights

    def show(self) -> None:
        self.table.show()

    def restyle(self) -> None:
        self.table.restyle()

    def set_cursors(self, hovered: Mapping[str, int], pinned: Mapping[str, int]) -> None:
        if isinstance(self.table, NumbersTable):
            self.table.point({**pinned, **hovered})

    # ---- its place

    def margins(self, box: DataRect, shown: VisibleParts) -> Margins:
        width = self._canvas.pixels(box.whole_width)
        scale = self._canvas.type_scale
        return Margins(
            header=self.header.height(box.whole_width, shown.parts),
            left=0,
            right=0,
            bottom=0,
            height=math.ceil(self.table.min_height(width) / scale),
            whole=math.ceil(self.table.whole_height(width) / scale),
        )

    def fits(self, box: DataRect, shown: VisibleParts) -> bool:
        """Whether the header can be read, and below it the first row.

        Other panels' parts are hidden to make that room.
        """
        min_height = self.table.min_height(self._canvas.pixels(box.whole_width))
        is_high_enough = self._canvas.pixels(box.height) >= min_height
        return is_high_enough and self.header.plan(box.whole_width, shown.parts) is not None

    @property
    def max_width(self) -> int:
        """The width of its columns, in steps, so that another digit seldom changes it."""
        width = self.table.whole_width() / self._canvas.type_scale
        return math.ceil(width / WIDTH_STEP) * WIDTH_STEP

    def has_room(self, _box: DataRect) -> bool:
        """Return True for any place: a table scrolls."""
        return True

    def place(self, box: DataRect, shown: VisibleParts) -> None:
        left = box.x - box.left
        self.header.show_parts(box.whole_width, shown.parts)
        self.header.setPos(left, box.y - box.above - box.header)
        rect = (left, box.y, box.whole_width, box.height)
        left, top, width, height = map(self._canvas.pixels, rect)

        # Where all rows have room there is no bar: it would take room, and be needed for that
        # alone.
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if self.table.whole_height(width) <= height:
            policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.table.setVerticalScrollBarPolicy(policy)
        self.table.setGeometry(left, top, width, height)
        self.header.show()

    def remove(self) -> None:
        """Take everything off the screen and delete it."""
        if (scene := self.header.scene()) is not None:
            scene.removeItem(self.header)
        self.table.hide()
        self.table.deleteLater()
