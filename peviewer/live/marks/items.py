"""The items of one panel: one for each of its marks, of the mark's kind."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from peviewer.figures.grammar import (
    Arrows,
    Band,
    Curve,
    Diagonal,
    Dials,
    Heatmap,
    Mark,
    Note,
    Path,
    Rings,
    Rule,
    Words,
)
from peviewer.live.area import DataArea
from peviewer.live.marks.curves import CurveItem, PointsItem
from peviewer.live.marks.diagonals import DiagonalItem
from peviewer.live.marks.dials import DialsItem
from peviewer.live.marks.heatmap import HeatmapItem
from peviewer.live.marks.item import MarkBase
from peviewer.live.marks.rules import RuleItem
from peviewer.live.marks.shapes import ArrowsItem, BandItem, PathItem, RingsItem
from peviewer.live.marks.words import NoteItem, WordsItem

T = TypeVar("T")
AnyItem = MarkBase[Any]


def _curve_item(mark: Curve, area: DataArea) -> AnyItem:
    return PointsItem(mark, area) if mark.style == "points" else CurveItem(mark, area)


ITEM_MAKERS: dict[type[Mark], Callable[[Any, DataArea], AnyItem]] = {
    Heatmap: HeatmapItem,
    Curve: _curve_item,
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


class MarkItems:
    """The items that draw the marks of a panel, and those among them that are outdated."""

    def __init__(self, area: DataArea) -> None:
        self.items: list[AnyItem] = []
        self._area = area
        self._outdated: set[AnyItem] = set()
        self._dots_drawn = 0.0
        """The number of screen dots in a pixel when items last computed what they draw."""

    @property
    def lines(self) -> list[RuleItem | DiagonalItem]:
        """The items of straight lines, whose names are placed."""
        return [item for item in self.items if isinstance(item, (RuleItem, DiagonalItem))]

    @property
    def words(self) -> list[WordsItem]:
        return [item for item in self.items if isinstance(item, WordsItem)]

    @property
    def curves(self) -> list[CurveItem | PointsItem]:
        return [item for item in self.items if isinstance(item, (CurveItem, PointsItem))]

    @property
    def notes(self) -> list[NoteItem]:
        return [item for item in self.items if isinstance(item, NoteItem)]

    def show(self, marks: Sequence[Mark]) -> list[AnyItem]:
        """Show every mark by an item of its kind, an existing or a new one.

        Return the items that changed.
        """
        items: list[AnyItem] = []
        changed: list[AnyItem] = []
        for item, mark in zip_longest(self.items, marks):
            if item is not None and item.mark == mark:
                items.append(item)
                continue
            if item is not None and mark is not None and item.suits(mark):
                item.set_mark(mark)
                shown_item = item
            else:
                if item is not None:
                    item.drop()
                    remove_from_scene(item)
                if mark is None:
                    continue
                shown_item = ITEM_MAKERS[type(mark)](mark, self._area)
            items.append(shown_item)
            changed.append(shown_item)

        if items != self.items:
            for number, item in enumerate(items):
                item.set_order(number)
        self.items = items
        return changed

    def topmost(self, find: Callable[[AnyItem], T | None]) -> T | None:
        """Return the first result that is not None, from the topmost item down."""
        from_below = sorted(self.items, key=lambda item: float(item.zValue()))
        for item in reversed(from_below):
            result = find(item)
            if result is not None:
                return result
        return None

    def outdate(self, items: Iterable[AnyItem]) -> None:
        """Let items compute what they draw before the next frame."""
        self._outdated.update(items)

    def prepare(self, dots: float) -> None:
        """Let outdated items compute what they draw.

        `dots` is how many dots of the screen a pixel has; where that changes, all are outdated.
        """
        if dots != self._dots_drawn:
            self._outdated.update(self.items)
        if not self._outdated:
            return
        outdated_items = [item for item in self.items if item in self._outdated]
        self._dots_drawn = dots
        self._outdated.clear()
        for item in outdated_items:
            item.prepare()

    def drop(self) -> None:
        """Discard running computations of all items, before they are removed with the area."""
        for item in self.items:
            item.drop()
        self.items = []


def remove_from_scene(item: Any) -> None:
    scene = item.scene()
    if scene is not None:
        scene.removeItem(item)
    item.setParentItem(None)
