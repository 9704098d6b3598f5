"""Paint one Figure after another, fast where only data change: the same pixels as each painted from scratch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from peviewer.figures.fitting import panel_grid
from peviewer.paper.page.builder import lay_out
from peviewer.paper.page.composition import Composition, arranged
from peviewer.paper.page.fitting import fitted
from peviewer.paper.page.layout import places
from peviewer.paper.page.painter import paint_arranged, painting, settings
from peviewer.paper.partial_page import PartialPage, moved, with_company
from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.blocks import Block
    from peviewer.paper.page.composition import Arranged
    from peviewer.paper.page.fitting import Fitted
    from peviewer.paper.page.layout import BlockPlaces
    from peviewer.paper.page.page import Page
    from peviewer.paper.style import Style

    Shown = Figure | Composition


class _Room(NamedTuple):
    """How many parts give way in all Figures of a shape, and where the others stand."""

    given_up: int
    places: tuple[BlockPlaces, ...]


# After so many Figures in a row that need another layout, the parts are found anew.
MISSES = 3


class Motion:
    """Paints Figures that follow each other, `widest` being what needs most room of all those of one's shape.

    Where two of them differ only in what a :class:`PartialPage` can move, the rest is
    painted once; where ticks, titles or the number of panels change, all of it.
    """

    def __init__(self, style: Style, widest: Callable[[Shown], Shown] | None = None) -> None:
        self._style = style
        self._widest = widest
        self._rooms: dict[object, _Room | None] = {}
        self._settings = settings(style)
        self._scene: PartialPage | None = None
        self._misses = 0
        self._first: Arranged | None = None
        self._given_up: int | None = None
        self._ready: Fitted | None = None  # laid out to see what fits, and not painted yet

    def prepare(self, figure: Shown, another: Shown) -> None:
        """Learn beforehand what will move, from two Figures: then the first one is painted as all others are."""
        with painting(self._settings):
            first = self._arranged(figure)
            parts = moved(first, self._arranged(another))
            if parts is not None:
                self._first, self._scene = first, PartialPage(first, parts, *self._laid_out(first))

    def paint(self, figure: Shown) -> NDArray[np.uint8]:
        """Return a Figure's picture, RGBA, shape (height, width, 4); it is good until the next one."""
        with painting(self._settings):
            return self._paint(self._arranged(figure))

    def let_go(self) -> None:
        """Let go of what was kept for the next picture: it is begun anew."""
        self._scene = None

    def _arranged(self, figure: Shown) -> Arranged:
        """Return what stands on the page: what gives way for want of room is the same in all pictures."""
        if (room := self._room(figure)) is not None:
            return replace(arranged(figure, self._style, room.given_up), kept=room.places)
        if self._given_up is not None:
            return arranged(figure, self._style, self._given_up)
        self._ready = found = fitted(figure, self._style)
        self._given_up = found.given_up
        shown = arranged(figure, self._style, found.given_up)
        return found.shown if found.shown.style == shown.style else shown

    def _room(self, figure: Shown) -> _Room | None:
        """Return where the parts of a Figure stand, as they do in all of its shape; None where each has its own."""
        if self._widest is None:
            return None
        key = tuple(map(panel_grid, figure.figures if isinstance(figure, Composition) else (figure,)))
        if key not in self._rooms:
            try:
                found = fitted(self._widest(figure), self._style)
            except StyleError:  # together they are too large for it
                self._rooms[key] = None
            else:
                self._rooms[key] = _Room(found.given_up, places(found.blocks))
        return self._rooms[key]

    def _laid_out(self, shown: Arranged) -> tuple[Page, list[Block]]:
        """Return a page, the one that is ready if this stands on it: laying out takes as long as painting."""
        if self._ready is None or self._ready.shown is not shown:
            return lay_out(shown)
        found, self._ready = self._ready, None
        return found.page, found.blocks

    def _paint(self, shown: Arranged) -> NDArray[np.uint8]:
        parts = moved(self._first, shown) if self._first is not None else None
        if parts is None:
            return self._from_scratch(shown)
        if self._scene is None or not parts <= self._scene.parts:
            known = self._scene.parts if self._scene else frozenset()
            self.let_go()
            self._first = shown
            self._scene = PartialPage(shown, with_company(known | parts, shown.panels), *self._laid_out(shown))
        picture = self._scene.paint(shown)
        if picture is not None:
            self._misses = 0
            return picture
        self._misses += 1
        return self._from_scratch(shown, reset=self._misses == MISSES)

    def _from_scratch(self, shown: Arranged, *, reset: bool = True) -> NDArray[np.uint8]:
        if reset:
            self.let_go()
            self._first, self._misses = shown, 0
        page: Any = paint_arranged(shown, *self._laid_out(shown))
        page.canvas.draw()
        return np.asarray(page.canvas.buffer_rgba())
