"""One panel on screen: the marks in its frame, crosshairs, and readings at the pointer."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QPointF
from shiboken6 import delete

from peviewer.figures.grammar import Panel, Role
from peviewer.figures.readings import Reading, read_panel
from peviewer.live.canvas import Canvas
from peviewer.live.data_areas import DataRect
from peviewer.live.frame import LINE, PanelFrame
from peviewer.live.layout import VisibleParts
from peviewer.live.marks.axis_tags import AxisTag
from peviewer.live.marks.curves import CurveItem, PointsItem
from peviewer.live.marks.diagonals import DiagonalItem
from peviewer.live.marks.heatmap import HeatmapItem
from peviewer.live.marks.items import AnyItem, remove_from_scene
from peviewer.live.marks.labels import Labels
from peviewer.live.marks.rules import RuleItem
from peviewer.live.marks.words import WordsItem
from peviewer.live.pointer import Crosshairs, Dots, ValueTag
from peviewer.live.worker import Worker

# The attributes of a panel that decide, besides the kinds of marks, which parts are around it.
FORM = attrgetter("square", "square_cells", "legend", "places")

# The kinds whose texts are placed on the data.
TEXT_ITEMS = (RuleItem, DiagonalItem, WordsItem)

# The kinds of items for which an axis's title says what a pixel, or a point, means.
SAMPLED_ITEMS = (HeatmapItem, CurveItem, PointsItem)


class PanelView(PanelFrame):
    """The items on the scene that draw one :class:`Panel`, hidden until they have a place."""

    def __init__(self, panel: Panel, canvas: Canvas, worker: Worker) -> None:
        super().__init__(panel, canvas, worker)
        self._hovered: Mapping[str, int] = {}
        self._pinned: Mapping[str, int] = {}
        self._labels = Labels(self.area)
        self.crosshairs = Crosshairs(self.area)
        self._axis_tags = [AxisTag(self.area, self.plot, index) for index in (0, 1)]
        self.tag = ValueTag(self.area)
        canvas.scene().addItem(self.tag)
        self._dots = Dots(self.area)
        self.area.find_pick = lambda point: self._marks.topmost(lambda item: item.pick_at(point))
        self.area.find_handle = lambda point: self._marks.topmost(
            lambda item: item.handle_at(point)
        )
        self.area.moved.connect(self._update_ranges)
        self.area.left.connect(self.hide_read)
        self._show_marks()
        self._take_form()
        self._set_bar()
        self.header.set_panel(panel)
        self._update_ranges()

    @property
    def items(self) -> list[AnyItem]:
        """The items that draw its marks."""
        return self._marks.items

    # ---- what is shown

    def set_panel(self, panel: Panel) -> bool:
        """Show another panel, touching only what differs; True if the layout may change."""
        old_panel = self.panel
        self.panel = panel
        axes_changed = self.area.set_panel(panel)
        if axes_changed:
            self._repaint_axes(old_panel)
            self._update_crosshairs()
            if panel.square and self._placed:
                self.place(*self._placed)

        old_items = self.items
        changed_items = self._show_marks()
        is_reformed = old_items != self.items or FORM(old_panel) != FORM(panel)
        is_sampled_anew = any(isinstance(item, SAMPLED_ITEMS) for item in changed_items)
        if axes_changed or is_reformed or is_sampled_anew:
            self._show_around()
        if is_reformed:
            self._take_form()
        elif any(isinstance(item, TEXT_ITEMS) for item in changed_items):
            self._place_names()

        bar_changed = self._set_bar()
        return self.header.set_panel(panel) or bar_changed or axes_changed or is_reformed

    def _take_form(self) -> None:
        """Set everything that depends on the kinds of marks, not on their data."""
        for item in self.items:
            item.move()
        for side in ("bottom", "left"):
            self.plot.showAxis(side, not self.is_bare)
        self.set_cursors(self._hovered, self._pinned)
        self._labels.set_items(self._marks.lines, self._marks.words, self._marks.curves)
        self._grid.setVisible(not self.is_bare and self.panel.heatmap is None)
        self._place_names()

    def _place_names(self) -> None:
        """Name straight lines, and hide crosshairs where there are such lines."""
        if self._placed is not None:
            box, shown = self._placed
            self.area.parts = shown.parts
            self.area.name_edges = self._name_edges(box, shown)
            self.area.name_width = self._name_width(box, shown) or 0.0
        self._update_crosshairs()
        self._labels.place()

    def _show_marks(self) -> list[AnyItem]:
        """Show every mark, and return the items that changed."""
        changed_items = self._marks.show(self.panel.marks)
        if changed_items:
            self._refresh(changed_items)
        return changed_items

    def restyle(self) -> None:
        """Take the colours of another theme, in items that keep colours between paints."""
        for item in self.items:
            item.recolour()
        self.refresh()

    def place(self, box: DataRect, shown: VisibleParts) -> None:
        """Put the data area there and the visible parts around it.

        Hide everything if the width is 0.
        """
        super().place(box, shown)
        if box.width:
            self._place_names()
            self.refresh()

    def _update_ranges(self) -> None:
        self._labels.place()
        self._update_crosshairs()
        for item in self.items:
            item.move()
        parts: list[Any] = [self.area, self._grid, self._far, self.bottom, self.left]
        for part in parts:
            part.update()
        self.refresh()

    def _refresh(self, items: Iterable[AnyItem]) -> None:
        """Let items compute what they draw before the next frame.

        They do so in the next turn of the event loop.
        """
        self._marks.outdate(items)
        self._canvas.refresh()

    def refresh(self) -> None:
        self._refresh(self.items)

    def prepare(self, dots: float) -> None:
        """Let outdated items compute what they draw; `dots` are the screen dots in a pixel."""
        self._marks.prepare(dots)
        # Names avoid curves, whose points are known only now.
        self._labels.place()

    # ---- the pointer

    def set_cursors(self, hovered: Mapping[str, int], pinned: Mapping[str, int]) -> None:
        self._hovered = hovered
        self._pinned = pinned
        if self.is_bare:
            self.crosshairs.set_cursors({}, {})
        else:
            self.crosshairs.set_cursors(hovered, pinned)
        self._show_axis_tags()

    def _update_crosshairs(self) -> None:
        self.crosshairs.update_lines()
        self._show_axis_tags()

    def _show_axis_tags(self) -> None:
        """Say on axes with numbers where the pointer is."""
        rooms = (0.0, 0.0)
        if self._placed is not None and not self.is_bare:
            box, shown = self._placed
            title_width = LINE if "axis titles" in shown.parts else 0
            rooms = (float(shown.x), (box.left - title_width) * shown.y) if box.width else rooms
        for tag, room in zip(self._axis_tags, rooms, strict=True):
            tag.show_at(self._hovered, room)

    def cells_at(self, x: float, y: float, *, clicked: bool = False) -> dict[str, int]:
        """Return the cursor fields of a place in screen units, or those that a click there sets."""
        column = self.area.x_axis.cell_at(x)
        row = self.area.y_axis.cell_at(y)
        cells: dict[str, int] = {}
        if self.panel.places:
            for places in self.panel.places:
                value = places.value_at(column, row)
                if value is not None:
                    cells[places.clicked if clicked and places.clicked else places.cursor] = value
            return cells

        for axis, cell in ((self.panel.x, column), (self.panel.y, row)):
            if axis.cursor is not None:
                cells[axis.cursor] = axis.cursor_at(cell)
        return cells

    def read_at(self, x: float, y: float) -> tuple[Reading, ...]:
        """Return the readings at a place in screen units."""
        if self.panel.square:
            return ()
        x_axis, y_axis = self.area.axes
        return read_panel(self.panel, x_axis.cell_at(x), y_axis.cell_at(y), y_axis.raw(y))

    def show_read(self, x: float, y: float, readings: Sequence[Reading], name: str = "") -> None:
        """Show the readings beside the pointer, with a dot on every curve.

        `x` and `y` are in screen units; `name` is that of the cell there.
        """
        x_axis, y_axis = self.area.axes
        self.tag.show_at(self.area.data_to_point(x, y), readings, name)
        dots: list[tuple[QPointF, Role]] = []
        for reading in readings:
            if reading.spot:
                spot_x, spot_y = reading.spot
                point = self.area.data_to_point(x_axis.to_screen(spot_x), y_axis.to_screen(spot_y))
                dots.append((point, reading.color))
        self._dots.show_at(dots)

    def hide_read(self) -> None:
        self.tag.hide()
        self._dots.show_at([])

    def remove(self) -> None:
        """Take everything off the scene and delete it: connected signals would keep it."""
        self._marks.drop()
        for part in (self.header, self._far, self.tag, self.plot):
            remove_from_scene(part)
        if self.bar:
            remove_from_scene(self.bar)
        # The plot's menu, which is never shown, is deleted first: it holds actions of the plot.
        delete(self.plot.ctrlMenu)
        for widget in (self.bottom, self.left, self.area, self.plot):
            widget.deleteLater()
