"""Paint one Figure after another: a page is laid out once, and its marks and words are painted anew for every frame."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from numpy.typing import NDArray

from peviewer.figures.fitting import panel_grid
from peviewer.figures.grammar import Figure
from peviewer.paper.page.composition import Composition, PageContent, page_content
from peviewer.paper.page.fitting import Fitted, fitted
from peviewer.paper.page.layout import break_words, fit_labels
from peviewer.paper.page.painter import paint_blocks, painting, settings
from peviewer.paper.page.panels import Spacing, set_up_axes
from peviewer.paper.style import Style, StyleError

Shown = Figure | Composition


class Motion:
    """Paints Figures that follow each other.

    ``widest_of`` returns the Figures that need most room among all frames with the same panels.
    """

    def __init__(self, style: Style, widest_of: Callable[[Shown], Shown] = lambda shown: shown) -> None:
        self._style, self._widest_of = style, widest_of
        self._settings = settings(style)
        # A page for each grid of panels, and what is on it and on its axes before anything is painted.
        self._pages: dict[object, tuple[Fitted, dict[Any, set[Artist]]]] = {}

    def paint(self, figure: Shown) -> NDArray[np.uint8]:
        """Return a Figure's picture, RGBA, shape (height, width, 4); it is good until the next one."""
        with painting(self._settings):
            key = tuple(map(panel_grid, figure.figures if isinstance(figure, Composition) else (figure,)))
            if key not in self._pages:
                try:
                    self._keep(key, fitted(self._widest_of(figure), self._style))
                except StyleError:  # together they may be too large for the page
                    self._keep(key, fitted(figure, self._style))
            if _rows(shown := self._content(key, figure)) != _rows(self._pages[key][0].shown):
                self._keep(key, fitted(figure, self._style))
                shown = self._content(key, figure)
            return _painted(*self._pages[key], shown)

    def release(self) -> None:
        self._pages.clear()

    def _keep(self, key: object, page: Fitted) -> None:
        self._pages[key] = page, {part: set(part.get_children()) for part in (page.page, *page.page.axes)}

    def _content(self, key: object, figure: Shown) -> PageContent:
        page = self._pages[key][0]
        if isinstance(figure, Composition):
            figure = replace(figure, columns=len(page.shown.rows[0]))
        return page_content(figure, self._style, page.hiding_step)


def _rows(shown: PageContent) -> object:
    """Return how many panels each row of each Figure has: one page shows all that are alike in that."""
    return [[list(map(len, figure.rows)) for figure in row] for row in shown.rows]


def _painted(laid_out: Fitted, bare: Mapping[Any, set[Artist]], shown: PageContent) -> NDArray[np.uint8]:
    """Paint Figures on a page in place of others, and return the picture."""
    page: Any = laid_out.page
    style, spacing = shown.style, Spacing.of(shown.style)
    for part, children in bare.items():
        for artist in set(part.get_children()) - children:
            artist.remove()
    for area, panel in zip(laid_out.areas, shown.panels, strict=True):
        before, area.panel = area.panel, panel
        if (before.x, before.y) != (panel.x, panel.y):
            for child in list(area.axes.child_axes):
                child.remove()
            set_up_axes(area.axes, panel, style, area.shared)
            bare[area.axes].update(area.axes.child_axes)
            fit_labels(area, page.canvas.get_renderer(), style.sizes)
    figures = [figure for row in shown.rows for figure in row]
    for block, figure in zip(laid_out.blocks, figures, strict=True):
        block.figure, size = figure, block.heading.rows[0][0].size
        block.set_heading(size or style.sizes.title, spacing)
        break_words(block, spacing)
    paint_blocks(laid_out)
    page.canvas.draw()
    return np.asarray(page.canvas.buffer_rgba())
