"""Paint one Figure after another, fast where only data change: the same pixels as each painted from scratch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from peviewer.figures.fitting import panel_grid
from peviewer.paper.page.builder import lay_out
from peviewer.paper.page.composition import Composition, page_content
from peviewer.paper.page.fitting import fitted
from peviewer.paper.page.layout import saved_layout
from peviewer.paper.page.painter import paint_content, painting, settings
from peviewer.paper.partial_page import PartialPage, changed_parts, with_all_words
from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.blocks import Block
    from peviewer.paper.page.composition import PageContent
    from peviewer.paper.page.fitting import Fitted
    from peviewer.paper.page.layout import SavedBlock
    from peviewer.paper.page.page import Page
    from peviewer.paper.style import Style

    Shown = Figure | Composition


class Course(Protocol):
    """What a Figure, or several on a page, goes through in a clip."""

    def widest_of(self, shown: Shown) -> Shown:
        """Return what needs most room of all Figures that have the panels of this one, as one of them."""
        ...


class _SharedLayout(NamedTuple):
    """The layout of all Figures of one shape, and how many steps of hiding they take."""

    hiding_step: int
    blocks: tuple[SavedBlock, ...]


# After so many Figures in a row that need another layout, the changing parts are found anew.
MISSES = 3


class Motion:
    """Paints Figures that follow each other.

    Where two of them differ only in what a :class:`PartialPage` can move, the rest is
    painted once; where ticks, titles or the number of panels change, all of it.

    Parameters
    ----------
    style : Style
        Size and look.
    course : Course, optional
        What all Figures have in common: they are laid out alike then.
    """

    def __init__(self, style: Style, course: Course | None = None) -> None:
        self._style = style
        self._course = course
        self._shared_layouts: dict[object, _SharedLayout | None] = {}
        self._settings = settings(style)
        self._scene: PartialPage | None = None
        self._misses = 0
        self._first: PageContent | None = None
        self._hiding_step: int | None = None
        self._ready: Fitted | None = None  # laid out and not painted yet

    def prepare(self, figure: Shown, another: Shown) -> None:
        """Find the changing parts from two Figures, so that the first one is painted like all others."""
        with painting(self._settings):
            first = self._content(figure)
            parts = changed_parts(first, self._content(another))
            if parts is not None:
                self._first, self._scene = first, PartialPage(first, parts, *self._laid_out(first))

    def paint(self, figure: Shown) -> NDArray[np.uint8]:
        """Return a Figure's picture, RGBA, shape (height, width, 4); it is good until the next one."""
        with painting(self._settings):
            return self._paint(self._content(figure))

    def release(self) -> None:
        """Drop what is kept for the next picture."""
        self._scene = None

    def _content(self, figure: Shown) -> PageContent:
        """Return what the page shows: the same parts are hidden in all pictures."""
        if (shared := self._shared_layout(figure)) is not None:
            return replace(page_content(figure, self._style, shared.hiding_step), saved=shared.blocks)
        if self._hiding_step is not None:
            return page_content(figure, self._style, self._hiding_step)
        self._ready = found = fitted(figure, self._style)
        self._hiding_step = found.hiding_step
        shown = page_content(figure, self._style, found.hiding_step)
        return found.shown if found.shown.style == shown.style else shown

    def _shared_layout(self, figure: Shown) -> _SharedLayout | None:
        """Return the layout of all Figures of this shape; None where each has its own."""
        if self._course is None:
            return None
        key = tuple(map(panel_grid, figure.figures if isinstance(figure, Composition) else (figure,)))
        if key not in self._shared_layouts:
            try:
                found = fitted(self._course.widest_of(figure), self._style)
            except StyleError:  # together they are too large for it
                self._shared_layouts[key] = None
            else:
                self._shared_layouts[key] = _SharedLayout(found.hiding_step, saved_layout(found.blocks))
        return self._shared_layouts[key]

    def _laid_out(self, shown: PageContent) -> tuple[Page, list[Block]]:
        """Return a page that is laid out, the one that is ready if it shows this."""
        if self._ready is None or self._ready.shown is not shown:
            return lay_out(shown)
        found, self._ready = self._ready, None
        return found.page, found.blocks

    def _paint(self, shown: PageContent) -> NDArray[np.uint8]:
        parts = changed_parts(self._first, shown) if self._first is not None else None
        if parts is None:
            return self._from_scratch(shown)
        if self._scene is None or not parts <= self._scene.parts:
            known = self._scene.parts if self._scene else frozenset()
            self.release()
            self._first = shown
            self._scene = PartialPage(shown, with_all_words(known | parts, shown.panels), *self._laid_out(shown))
        picture = self._scene.paint(shown)
        if picture is not None:
            self._misses = 0
            return picture
        self._misses += 1
        return self._from_scratch(shown, reset=self._misses == MISSES)

    def _from_scratch(self, shown: PageContent, *, reset: bool = True) -> NDArray[np.uint8]:
        if reset:
            self.release()
            self._first, self._misses = shown, 0
        page: Any = paint_content(shown, *self._laid_out(shown))
        page.canvas.draw()
        return np.asarray(page.canvas.buffer_rgba())
