"""The frame of a panel on screen: its data area, and axes, header and colour bar around it."""

from math import ceil
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF

from peviewer.figures.grammar import Panel
from peviewer.figures.line_labels import Edge, has_names_above, name_width_at_right
from peviewer.live.area import DataArea
from peviewer.live.axis import TickAxis, brief_title
from peviewer.live.canvas import Canvas
from peviewer.live.data_areas import COLUMN_GAP, MIN_HEIGHT, DataRect, Margins
from peviewer.live.grid import FAR_LINE, FarNumbers, Grid
from peviewer.live.header import Header
from peviewer.live.layout import VisibleParts
from peviewer.live.marks.color_bar import ColorBar
from peviewer.live.marks.items import MarkItems, remove_from_scene
from peviewer.live.marks.labels import NAMES_LINE
from peviewer.live.marks.line_names import WEDGE_ROOM, name_size
from peviewer.live.worker import Worker

# The line of a text beside the data, and half of the last tick's number, in pixels.
LINE = 15
MIN_RIGHT = 14

# Below this height of a heatmap, or that of so many pixels a row with its name if it has few,
# texts around it are hidden.
MIN_CELLS = 52
MIN_ROW = 16

# Together with the margin this holds half of the uppermost number, inside the focus ring.
MIN_ABOVE = 4

BOTTOM_WITHOUT_NUMBERS = 6


class PanelFrame:
    """The data area of a panel with axes, header and colour bar, hidden until they have a place."""

    def __init__(self, panel: Panel, canvas: Canvas, worker: Worker) -> None:
        self.panel = panel
        self._canvas = canvas
        self.area = DataArea(panel, worker, canvas)
        self._marks = MarkItems(self.area)
        self.bottom = TickAxis("bottom", self.area)
        self.left = TickAxis("left", self.area)
        self.plot = pg.PlotItem(
            viewBox=self.area,
            axisItems={"bottom": self.bottom, "left": self.left},
            enableMenu=False,
        )
        self.plot.hideButtons()
        self.plot.layout.setContentsMargins(0, 0, 0, 0)
        self.header = Header(canvas)
        self.bar: ColorBar | None = None
        self._placed: tuple[DataRect, VisibleParts] | None = None
        self._grid = Grid(self.left)
        self._far = FarNumbers(self.area)
        for item in (self.plot, self.header, self._far):
            item.hide()
            canvas.scene().addItem(item)

    @property
    def is_bare(self) -> bool:
        """Whether it has no axes around it, like a square drawing or a sentence."""
        return self.panel.is_without_axes

    # ---- what is shown

    def _repaint_axes(self, old_panel: Panel) -> None:
        """Paint grid lines and far numbers anew: they belong to an axis but lie outside it."""
        if old_panel.x != self.panel.x:
            self._far.update()
        if old_panel.y != self.panel.y:
            self._grid.update()

    def _show_around(self) -> None:
        """Show the parts around the data that the panel has and the layout allows."""
        if self._placed is None:
            return
        box, shown = self._placed
        self._far.setVisible(box.width > 0 and self._has_far_numbers(shown))
        self.bottom.set_texts(numbered=shown.x, titled=self._is_x_titled(box, shown))
        self.left.set_texts(numbered=shown.y, titled="axis titles" in shown.parts)
        for axis in (self.bottom, self.left):
            axis.follow()

    def _set_bar(self) -> bool:
        """Show the colour bar of the heatmap, if it has one; True if the layout may change."""
        heatmap = self.panel.heatmap
        if heatmap is None or heatmap.bar is None:
            if self.bar is None:
                return False
            remove_from_scene(self.bar)
            self.bar = None
            return True
        if self.bar is not None:
            return self.bar.set_mark(heatmap)
        self.bar = ColorBar(heatmap, self._canvas)
        self.bar.setVisible(self._placed is not None)
        self._canvas.scene().addItem(self.bar)
        return True

    # ---- its place

    def margins(self, box: DataRect, shown: VisibleParts) -> Margins:
        note_heights = [note.height(box.whole_width) for note in self._marks.notes]
        header_height = self.header.height(box.header_width, shown.parts)
        bar_width = self.bar.width if self.bar else 0
        names_width = self._names_margin(box, shown)
        return Margins(
            header=max(0 if self.is_bare else MIN_ABOVE, header_height),
            left=0 if self.is_bare else self._left_margin(box, shown),
            right=max(0 if self.panel.square else MIN_RIGHT, names_width + bar_width),
            bottom=0 if self.is_bare else self._bottom_margin(box, shown),
            height=max(self._min_height(shown), *note_heights, 0),
            above=self._room_above(shown),
        )

    def _room_above(self, shown: VisibleParts) -> int:
        """Return the height of the texts between the data and the header."""
        if self._has_far_numbers(shown):
            return FAR_LINE
        return NAMES_LINE if self._has_names_above(shown) else 0

    def _name_width(self, box: DataRect, shown: VisibleParts) -> float | None:
        """Return the room of names of marks at the right of the data; None without any."""
        if not self._has_names_beside(shown):
            return None
        return name_width_at_right(
            self.panel, box.whole_width, lambda text: name_size(text)[0], WEDGE_ROOM
        )

    def _names_margin(self, box: DataRect, shown: VisibleParts) -> int:
        """Return the width of the margin for names of marks, and their wedges."""
        name_width = self._name_width(box, shown)
        return 0 if name_width is None else ceil(WEDGE_ROOM + name_width)

    def _left_margin(self, box: DataRect, shown: VisibleParts) -> int:
        is_titled = "axis titles" in shown.parts
        return self.left.thickness(box.height, numbered=shown.y, titled=is_titled)

    def _bottom_margin(self, box: DataRect, shown: VisibleParts) -> int:
        if not shown.x:
            return BOTTOM_WITHOUT_NUMBERS
        is_titled = self._is_x_titled(box, shown)
        return self.bottom.thickness(box.width, numbered=True, titled=is_titled)

    def _min_height(self, shown: VisibleParts) -> int:
        """Return the height of data below which texts around it are hidden.

        Cells need more than curves, but keep their title.
        """
        heatmap = self.panel.heatmap
        if heatmap is None or "axis titles" not in shown.parts:
            return MIN_HEIGHT
        row_count = heatmap.raster.shape[0]
        return max(MIN_HEIGHT, min(MIN_CELLS, MIN_ROW * row_count))

    def _is_x_titled(self, box: DataRect, shown: VisibleParts) -> bool:
        """Whether the title of the x axis is shown.

        A title that says what pixels mean is shown even if a panel below has the same title.
        """
        if "axis titles" not in shown.parts:
            return False
        return not shown.titled_below or bool(self.bottom.notes(box.width))

    def _has_far_numbers(self, shown: VisibleParts) -> bool:
        return bool(self.panel.x.far_numbers) and "far numbers" in shown.parts

    def _has_names_above(self, shown: VisibleParts) -> bool:
        return self._has_names_beside(shown) and has_names_above(self.panel)

    def _has_names_beside(self, shown: VisibleParts) -> bool:
        """Whether names of marks may stand beside the data."""
        has_legend = self.panel.legend and "legend" in shown.parts
        return "panel titles" in shown.parts and not has_legend

    def _name_edges(self, box: DataRect, shown: VisibleParts) -> frozenset[Edge]:
        """Return the margins with names of marks."""
        edges: set[Edge] = set()
        if self._has_names_above(shown):
            edges.add("above")
        if self._name_width(box, shown) is not None:
            edges.add("right")
        return frozenset(edges)

    def fits(self, box: DataRect, shown: VisibleParts) -> bool:
        """Whether all texts around data of that size can be read whole."""
        if self.header.plan(box.header_width, shown.parts) is None:
            return False
        if box.height < self._min_height(shown):
            return False
        if any(note.height(box.whole_width) > box.height for note in self._marks.notes):
            return False
        if self.is_bare or "axis titles" not in shown.parts:
            return True

        margins = self.margins(box, shown)
        x_room = box.width + margins.left + margins.right
        y_room = box.height + sum(_overhang(margins))
        has_x_title = shown.x and self._is_x_titled(box, shown)
        x_fits = not has_x_title or brief_title(self.panel.x.label).width <= x_room
        y_fits = not shown.y or brief_title(self.panel.y.label).width <= y_room
        return x_fits and y_fits

    @property
    def max_width(self) -> None:
        """Data may have any width."""
        return None

    def has_room(self, box: DataRect) -> bool:
        """Whether the words of an expression, if there are any, have room in `box`."""
        words = self._marks.words
        if self.panel.square:
            unit = self._pixels_per_unit(box)
            return all(item.fits(unit) for item in words)
        if not self.is_bare:
            return True
        return all(item.widest <= box.width and item.height <= box.height for item in words)

    def place(self, box: DataRect, shown: VisibleParts) -> None:
        """Put the data area there and the visible parts around it.

        Hide everything if the width is 0.
        """
        for part in (self.plot, self.header):
            part.setVisible(box.width > 0)
        self._placed = box, shown
        if not box.width:
            self._far.hide()
            return

        drawn_items: list[Any] = [*self._marks.items, self._grid, self._far]
        for item in drawn_items:
            item.prepareGeometryChange()
        margins = self.margins(box, shown)
        self._place_plot(box, margins)
        self._show_around()
        self.header.show_parts(box.header_width, shown.parts)
        self.header.setPos(box.x, box.y - box.above - box.header)
        self._far.setPos(box.x, box.y)
        if self.bar:
            self.bar.show()
            self.bar.set_height(box.height)
            self.bar.setPos(box.x + box.width + self._names_margin(box, shown), box.y)

    def _place_plot(self, box: DataRect, margins: Margins) -> None:
        """Put the data area in the box, and its axes beside it.

        The first axes of all rows begin at one line.
        """
        left = box.left if box.is_first else margins.left
        self.left.set_room(*_overhang(margins))
        self.left.setWidth(left)
        self.bottom.set_room(left if box.is_first else left - COLUMN_GAP, box.right)
        self.bottom.setHeight(margins.bottom)
        rect = self._data_rect(box)
        if not self.is_bare:
            rect = rect.adjusted(-left, 0, 0, margins.bottom)
        self.plot.setGeometry(rect)
        self.plot.layout.activate()

    def _data_rect(self, box: DataRect) -> QRectF:
        """Return the box, or the largest part in its middle with one scale along both axes."""
        if self._marks.notes:
            return QRectF(box.x - box.left, box.y, box.whole_width, box.height)
        if not self.panel.square:
            return QRectF(box.x, box.y, box.width, box.height)
        unit = self._pixels_per_unit(box)
        width, height = ((end - start) * unit for start, end in self.area.ranges)
        x = box.x + (box.width - width) / 2
        y = box.y + (box.height - height) / 2
        return QRectF(x, y, width, height)

    def _pixels_per_unit(self, box: DataRect) -> float:
        """Return the pixels per unit of a drawing that is as large as `box` allows."""
        x_extent, y_extent = (end - start for start, end in self.area.ranges)
        return float(min(box.width / x_extent, box.height / y_extent))


def _overhang(margins: Margins) -> tuple[int, int]:
    """Return how far the left axis's title may extend above and below the axis."""
    return min(LINE, margins.header + margins.above), min(LINE, margins.bottom)
