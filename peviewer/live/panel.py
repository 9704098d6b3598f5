"""One panel on screen: a data area with its marks, two axes, a header, perhaps a colour bar."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Any, TypeVar

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from shiboken6 import delete

from peviewer.figures.grammar import (
    Arrows,
    Band,
    Curve,
    Diagonal,
    Dials,
    Heatmap,
    Mark,
    Note,
    Panel,
    Path,
    Rings,
    Rule,
    Words,
)
from peviewer.figures.line_labels import has_names_above
from peviewer.figures.readout import Reading, read_panel
from peviewer.live.area import DataArea
from peviewer.live.axis import FAR_LINE, FarNumbers, Grid, TickAxis, brief_title
from peviewer.live.canvas import Canvas
from peviewer.live.header import Header
from peviewer.live.layout import COLUMN_GAP, MIN_HEIGHT, Margins, Place, VisibleParts
from peviewer.live.marks.curves import CurveItem, PointsItem
from peviewer.live.marks.heatmap import ColorBar, HeatmapItem
from peviewer.live.marks.item import MarkBase
from peviewer.live.marks.labels import Labels, NoteItem, WordsItem
from peviewer.live.marks.rules import DiagonalItem, RuleItem
from peviewer.live.marks.shapes import ArrowsItem, BandItem, DialsItem, PathItem, RingsItem
from peviewer.live.pointer import Crosshairs, Dots, ValueTag
from peviewer.live.worker import Worker

T = TypeVar("T")
LINE = 15  # of a text beside the data
MIN_RIGHT = 14  # half of the last tick's number
MIN_CELLS, MIN_ROW = (
    52,
    16,
)  # pixels of a heatmap's height, and as much of a row's, with its name, if it has few
MIN_ABOVE = 4  # with the margin: half of the uppermost number, inside the focus ring
BOTTOM_WITHOUT_NUMBERS = 6

KINDS: dict[type[Mark], Callable[[Any, Any], MarkBase[Any]]] = {
    Heatmap: HeatmapItem,
    Curve: lambda mark, area: (PointsItem if mark.style == "points" else CurveItem)(mark, area),
    Rule: RuleItem,
    Diagonal: DiagonalItem,
    Band: BandItem,
    Note: NoteItem,
    Rings: RingsItem,
    Path: PathItem,
    Arrows: ArrowsItem,
    Dials: DialsItem,
    Words: WordsItem,
}

FORM = attrgetter("square", "square_cells", "legend", "places")
"""What decides what is around the marks, besides their kinds."""
NAMED = RuleItem, DiagonalItem
"""The kinds whose names are placed on the data."""
SAMPLED = HeatmapItem, CurveItem, PointsItem
"""The kinds of which an axis says what a pixel, or a point, is."""


class PanelView:
    """The items on the scene that draw one :class:`Panel`, hidden until they have a place."""

    def __init__(self, panel: Panel, canvas: Canvas, worker: Worker) -> None:
        self.panel = panel
        self._canvas, self._scene = canvas, canvas.scene()
        self._cursors: tuple[Mapping[str, int], Mapping[str, int]] = (
            {},
            {},
        )  # below the pointer, and pinned
        self.area = DataArea(panel, worker, canvas)
        self._labels = Labels(self.area)
        self.bottom, self.left = TickAxis("bottom", self.area), TickAxis("left", self.area)
        self.plot = pg.PlotItem(
            viewBox=self.area,
            axisItems={"bottom": self.bottom, "left": self.left},
            enableMenu=False,
        )
        self.plot.hideButtons()
        self.plot.layout.setContentsMargins(0, 0, 0, 0)
        self.header = Header(canvas)
        self.bar: ColorBar | None = None
        self.items: list[MarkBase[Any]] = []
        self._placed: tuple[Place, VisibleParts] | None = None
        self._outdated: set[MarkBase[Any]] = set()  # items that are to compute what they draw
        self._dots_drawn = 0.0  # dots of the screen in a pixel, when items last did
        self._grid = Grid(self.left)
        self._far = FarNumbers(self.area)
        self.crosshairs = Crosshairs(self.area)
        self.tag, self._dots = ValueTag(self.area), Dots(self.area)
        for item in (self.plot, self.header, self._far, self.tag):
            item.hide()
            self._scene.addItem(item)
        self.area.find_pick = lambda point: self._topmost(lambda item: item.pick_at(point))
        self.area.find_handle = lambda point: self._topmost(lambda item: item.handle_at(point))
        self.area.moved.connect(self._update_ranges)
        self.area.left.connect(self.hide_read)
        self._show_marks()
        self._take_form()
        self._set_bar()
        self.header.set_panel(panel)
        self._update_ranges()

    # ---- what is shown

    def set_panel(self, panel: Panel) -> bool:
        """Show another panel, touching only what differs; True if the layout may change."""
        before, self.panel = self.panel, panel
        axes_changed = self.area.set_panel(panel)
        if axes_changed:
            self._repaint_axes(before)
            self.crosshairs.update_lines()
            if panel.square and self._placed:
                self.place(*self._placed)
        shown, changed = self.items, self._show_marks()
        is_reformed = shown != self.items or FORM(before) != FORM(panel)
        if axes_changed or is_reformed or any(isinstance(item, SAMPLED) for item in changed):
            self._show_around()
        if is_reformed:
            self._take_form()
        elif any(isinstance(item, (*NAMED, WordsItem)) for item in changed):
            self._place_names()
        bar_changed = self._set_bar()
        return self.header.set_panel(panel) or bar_changed or axes_changed or is_reformed

    def _repaint_axes(self, before: Panel) -> None:
        """Paint anew what is drawn of an axis outside it."""
        if before.x != self.panel.x:
            self._far.update()
        if before.y != self.panel.y:
            self._grid.update()

    def _show_around(self) -> None:
        """Show around the data what the panel has there, and the layout allows."""
        if self._placed is None:
            return
        box, shown = self._placed
        self._far.setVisible(box.width > 0 and self._has_far_numbers(shown))
        self.bottom.set_texts(numbered=shown.x, titled=self._is_x_titled(box, shown))
        self.left.set_texts(numbered=shown.y, titled="axis titles" in shown.parts)
        for axis in (self.bottom, self.left):
            axis.follow()

    def _take_form(self) -> None:
        """Set what depends on the kinds of marks, not on what each of them shows."""
        for item in self.items:
            item.move()
        for side in ("bottom", "left"):
            self.plot.showAxis(side, not self.is_bare)
        self.set_cursors(*self._cursors)
        lines = [item for item in self.items if isinstance(item, NAMED)]
        words = [item for item in self.items if isinstance(item, WordsItem)]
        self._labels.set_items(lines, words)
        self._grid.setVisible(not self.is_bare and self.panel.heatmap is None)
        self._place_names()

    @property
    def is_bare(self) -> bool:
        """Whether it has no axes around it, as a square drawing and a sentence."""
        return self.panel.is_without_axes

    def _place_names(self) -> None:
        """Name straight lines, and hide crosshairs where there are such lines."""
        if self._placed is not None:
            _, shown = self._placed
            self.area.parts, self.area.has_names_above = shown.parts, self._has_names_above(shown)
        self.crosshairs.update_lines()
        self._labels.place()

    def _show_marks(self) -> list[MarkBase[Any]]:
        """Show every mark by an item of its kind, one that is there or a new one.

        Return the items that changed.
        """
        items, changed = [], []
        for item, mark in zip_longest(self.items, self.panel.marks):
            if item is None or item.mark != mark:
                if item is not None and mark is not None and item.suits(mark):
                    item.set_mark(mark)
                else:
                    if item is not None:
                        item.drop()
                        _remove(item)
                    if mark is None:
                        continue
                    item = KINDS[type(mark)](mark, self.area)
                changed.append(item)
            items.append(item)
        if items != self.items:
            for number, item in enumerate(items):
                item.set_order(number)
        self.items = items
        if changed:
            self._refresh(changed)
        return changed

    def _set_bar(self) -> bool:
        mark = self.panel.heatmap
        if mark is None or mark.bar is None:
            was, self.bar = self.bar, None
            if was is not None:
                _remove(was)
            return was is not None
        if self.bar is not None:
            return self.bar.set_mark(mark)
        self.bar = ColorBar(mark, self._canvas)
        self.bar.setVisible(self._placed is not None)
        self._scene.addItem(self.bar)
        return True

    def restyle(self) -> None:
        """Take the colours of another theme, where they are not asked for at painting."""
        for item in self.items:
            item.recolour()
        self.refresh()

    # ---- its place

    def margins(self, box: Place, shown: VisibleParts) -> Margins:
        titled = "axis titles" in shown.parts
        left = self.left.thickness(box.height, numbered=shown.y, titled=titled)
        bottom = self.bottom.thickness(
            box.width, numbered=shown.x, titled=self._is_x_titled(box, shown)
        )
        header = max(
            0 if self.is_bare else MIN_ABOVE, self.header.height(box.header_width, shown.parts)
        )
        return Margins(
            header=header,
            left=0 if self.is_bare else left,
            right=max(0 if self.panel.square else MIN_RIGHT, self.bar.width if self.bar else 0),
            bottom=0 if self.is_bare else bottom if shown.x else BOTTOM_WITHOUT_NUMBERS,
            height=max(
                [self._min_height(shown), *(item.height(box.whole_width) for item in self._notes)]
            ),
            above=FAR_LINE if self._has_far_numbers(shown) or self._has_names_above(shown) else 0,
        )

    def _min_height(self, shown: VisibleParts) -> int:
        """Return the height of data below which texts around it are hidden: cells need more, but keep their title."""
        heatmap = self.panel.heatmap if "axis titles" in shown.parts else None
        return (
            max(MIN_HEIGHT, min(MIN_CELLS, MIN_ROW * heatmap.raster.shape[0]))
            if heatmap
            else MIN_HEIGHT
        )

    @property
    def _notes(self) -> list[NoteItem]:
        return [item for item in self.items if isinstance(item, NoteItem)]

    def _is_x_titled(self, box: Place, shown: VisibleParts) -> bool:
        """Whether the title of the x axis is shown: one that says what its pixels are is not left to a panel below."""
        return "axis titles" in shown.parts and not (
            shown.titled_below and not self.bottom.notes(box.width)
        )

    def _has_far_numbers(self, shown: VisibleParts) -> bool:
        return bool(self.panel.x.far) and "far numbers" in shown.parts

    def _has_names_above(self, shown: VisibleParts) -> bool:
        has_legend = self.panel.legend and "legend" in shown.parts
        return "panel titles" in shown.parts and not has_legend and has_names_above(self.panel)

    def fits(self, box: Place, shown: VisibleParts) -> bool:
        """Whether all that is shown around data of that size can be read whole."""
        if self.header.plan(box.header_width, shown.parts) is None or box.height < self._min_height(
            shown
        ):
            return False
        if any(item.height(box.whole_width) > box.height for item in self._notes):
            return False
        if self.is_bare or "axis titles" not in shown.parts:
            return True
        margins = self.margins(box, shown)
        across, up = box.width + margins.left + margins.right, box.height + sum(_overhang(margins))
        has_x_title = shown.x and self._is_x_titled(box, shown)
        wide, high = (brief_title(axis.label).width for axis in (self.panel.x, self.panel.y))
        return (not has_x_title or wide <= across) and (not shown.y or high <= up)

    def has_room(self, box: Place) -> bool:
        """Whether the words of an expression, if there are any, have room in a place."""
        if not self.panel.square:
            words = (
                [item for item in self.items if isinstance(item, WordsItem)] if self.is_bare else []
            )
            return all(item.widest <= box.width and item.height <= box.height for item in words)
        wide, high = (end - start for start, end in self.area.ranges)
        unit = min(box.width / wide, box.height / high)
        return all(item.fits(unit) for item in self.items if isinstance(item, WordsItem))

    def place(self, box: Place, shown: VisibleParts) -> None:
        """Put the data area there and the visible parts around it.

        Hide everything if the width is 0.
        """
        for part in (self.plot, self.header):
            part.setVisible(box.width > 0)
        self._placed = box, shown
        if not box.width:
            self._far.hide()
            return
        drawn: list[Any] = [*self.items, self._grid, self._far]
        for item in drawn:
            item.prepareGeometryChange()
        margins = self.margins(box, shown)
        left = (
            box.left if box.is_first else margins.left
        )  # the first axes of all rows begin at one line
        self.left.set_room(*_overhang(margins))
        self.left.setWidth(left)
        self.bottom.set_room(left if box.is_first else left - COLUMN_GAP, box.right)
        self.bottom.setHeight(margins.bottom)
        beside = (0, 0) if self.is_bare else (left, margins.bottom)
        self.plot.setGeometry(self._data_rect(box).adjusted(-beside[0], 0, 0, beside[1]))
        self.plot.layout.activate()
        self._show_around()
        self.header.show_parts(box.header_width, shown.parts)
        self.header.setPos(box.x, box.y - box.above - margins.header)
        self._far.setPos(box.x, box.y)
        if self.bar:
            self.bar.show()
            self.bar.set_height(box.height)
            self.bar.setPos(box.x + box.width, box.y)
        self._place_names()
        self.refresh()

    def _data_rect(self, box: Place) -> QRectF:
        """Return the box, or the largest part in its middle with one scale along both axes."""
        if self._notes:
            return QRectF(box.x - box.left, box.y, box.whole_width, box.height)
        if not self.panel.square:
            return QRectF(box.x, box.y, box.width, box.height)
        wide, high = (end - start for start, end in self.area.ranges)
        unit = min(box.width / wide, box.height / high)
        wide, high = wide * unit, high * unit
        return QRectF(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high)

    def _update_ranges(self) -> None:
        self._labels.place()
        self.crosshairs.update_lines()
        for item in self.items:
            item.move()
        parts: list[Any] = [self.area, self._grid, self._far, self.bottom, self.left]
        for part in parts:
            part.update()
        self.refresh()

    def _refresh(self, items: Iterable[MarkBase[Any]]) -> None:
        """Let items compute what they draw before the next frame, in the next turn of the event loop."""
        self._outdated.update(items)
        self._canvas.refresh()

    def refresh(self) -> None:
        self._refresh(self.items)

    def prepare(self, dots: float) -> None:
        """Let outdated items compute what they draw, or all if there are other dots of the screen in a pixel."""
        if dots != self._dots_drawn:
            self._outdated.update(self.items)
        if not self._outdated:
            return
        outdated = [item for item in self.items if item in self._outdated]
        self._dots_drawn = dots
        self._outdated.clear()
        for item in outdated:
            item.prepare()

    # ---- the pointer

    def set_cursors(self, hovered: Mapping[str, int], pinned: Mapping[str, int]) -> None:
        self._cursors = hovered, pinned
        self.crosshairs.set_cursors(*(({}, {}) if self.is_bare else self._cursors))

    def cells_at(self, x: float, y: float, *, clicked: bool = False) -> dict[str, int]:
        """Return the cursor fields of a place in screen units, or those that a click there sets."""
        cell = self.area.x_axis.cell(x), self.area.y_axis.cell(y)
        if self.panel.places:
            values = [
                (some, value)
                for some in self.panel.places
                if (value := some.value_at(*cell)) is not None
            ]
            return {
                some.clicked if clicked and some.clicked else some.cursor: value
                for some, value in values
            }
        axes = zip((self.panel.x, self.panel.y), cell, strict=True)
        return {
            axis.cursor: axis.cursor_at(place) for axis, place in axes if axis.cursor is not None
        }

    def _topmost(self, find: Callable[[MarkBase[Any]], T | None]) -> T | None:
        """Return the first result that is not None, from the topmost mark down."""
        topmost_first = sorted(self.items, key=lambda item: float(item.zValue()))[::-1]
        return next((result for item in topmost_first if (result := find(item)) is not None), None)

    def read_at(self, x: float, y: float) -> tuple[Reading, ...]:
        """Return the readings at a place in screen units."""
        if self.panel.square:
            return ()
        x_axis, y_axis = self.area.axes
        return read_panel(self.panel, x_axis.cell(x), y_axis.cell(y), y_axis.raw(y))

    def show_read(self, x: float, y: float, readings: Sequence[Reading]) -> None:
        """Show the readings beside the pointer, at a place in screen units, with a dot on every curve."""
        x_axis, y_axis = self.area.axes
        self.tag.show_at(self.area.point(x, y), readings)
        spots = [(x_axis.to_screen(some.spot[0]), y_axis.to_screen(some.spot[1]), some.color)
                 for some in readings if some.spot]  # fmt: skip
        self._dots.show_at(
            [(self.area.point(across, down), color) for across, down, color in spots]
        )

    def hide_read(self) -> None:
        self.tag.hide()
        self._dots.show_at([])

    def remove(self) -> None:
        """Take everything off the scene and delete it: connected signals would keep it."""
        for item in self.items:
            item.drop()
        for part in (
            self.header,
            self._far,
            self.tag,
            self.plot,
            *([self.bar] if self.bar else []),
        ):
            _remove(part)
        # The plot's menu, which is never shown, is deleted first: it holds actions of the plot.
        delete(self.plot.ctrlMenu)
        for widget in (self.bottom, self.left, self.area, self.plot):
            widget.deleteLater()
        self.items = []


def _overhang(margins: Margins) -> tuple[int, int]:
    """Return the room of the left axis's title above and below the axis."""
    return min(LINE, margins.header + margins.above), min(LINE, margins.bottom)


def _remove(item: Any) -> None:
    scene = item.scene()
    if scene is not None:
        scene.removeItem(item)
    item.setParentItem(None)
