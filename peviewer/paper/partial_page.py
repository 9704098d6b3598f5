"""A page of which only some parts change: the rest is painted once and kept as pixels, as in matplotlib's blitting."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from peviewer.figures.grammar import Diagonal, Heatmap, Listing, Rule, Words
from peviewer.figures.multiples import appearance
from peviewer.paper.marks.catalog import draw
from peviewer.paper.marks.listing import table_looks
from peviewer.paper.marks.shapes import fit_words
from peviewer.paper.page.builder import panel_header
from peviewer.paper.page.header import make_alike, place_alike
from peviewer.paper.page.painter import make_square

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Mark, Panel
    from peviewer.paper.marks.canvas import Canvas, TableLook
    from peviewer.paper.page.blocks import Area, Block
    from peviewer.paper.page.composition import PageContent
    from peviewer.paper.page.page import Page
    from peviewer.paper.style import Style

# In place of the number of a mark: the header of a panel.
HEADER = -1
Part = tuple[int, int]


def changed_parts(before: PageContent, after: PageContent) -> frozenset[Part] | None:
    """Return the parts of a page that differ, as (panel, mark); None where more than those does.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> from peviewer.paper.page.composition import page_content
    >>> from peviewer.paper.style import Style
    >>> shown = [pane("shift").figure(Document().edited({"shift.phi": phi})) for phi in (1, 2)]
    >>> sorted(changed_parts(*(page_content(figure, Style()) for figure in shown)))
    [(0, 2), (1, -1), (1, 0), (2, 0), (3, -1), (3, 0), (3, 1), (3, 2), (3, 3)]
    """
    if _page_key(before) != _page_key(after):
        return None
    parts: set[Part] = set()
    for k, (old, new) in enumerate(zip(before.panels, after.panels, strict=True)):
        if _panel_key(old) != _panel_key(new):
            return None
        if _header_key(old) != _header_key(new):
            parts.add((k, HEADER))
        parts |= {(k, m) for m, (one, other) in enumerate(zip(old.marks, new.marks, strict=True)) if one != other}
    return with_all_words(frozenset(parts), before.panels)


def with_all_words(parts: frozenset[Part], shown: tuple[Panel, ...]) -> frozenset[Part]:
    """Add all words of a panel where some are among the parts: their sizes depend on each other."""
    spoken = {k for k, m in parts if m != HEADER and isinstance(shown[k].marks[m], Words)}
    return parts | {(k, m) for k in spoken for m, mark in enumerate(shown[k].marks) if isinstance(mark, Words)}


def _page_key(page: PageContent) -> object:
    """Return all that the layout of a page depends on, but for its panels."""
    texts = [[(one.title, one.formula, one.caption, one.heights, [len(row) for row in one.rows]) for one in row]
             for row in page.rows]  # fmt: skip
    return page.header, texts, [(_kind(bar.heat), bar.rows) for bar in page.bars]


def _panel_key(panel: Panel) -> object:
    """Return what does not change of a panel while its data do."""
    words = bool(panel.title), bool(panel.fact)
    return replace(panel, marks=(), title="", fact=""), words, [_kind(mark) for mark in panel.marks]


def _kind(mark: Mark) -> object:
    """Return what may not change of a mark whose data do: of a heatmap all but its cells."""
    if not isinstance(mark, Heatmap):
        return type(mark)
    return mark.raster.shape, mark.levels, mark.colormap, mark.x0, mark.y0, mark.reduce, mark.bar


def _header_key(panel: Panel) -> object:
    named = panel.legend_marks if panel.legend else ()
    looks = [(mark.label, appearance(mark)) for mark in named]
    return panel.title, panel.fact, looks


# Heights of headers that differ by less are the same, in pixels.
SAME = 1e-6


class PartialPage:
    """Paints Figures that differ from the first one only in `parts`, as :func:`changed_parts` returns them.

    `page` is that of the first one, laid out and not painted, and `blocks` what is on it.
    The settings of the style must be in force.
    """

    def __init__(self, first: PageContent, parts: frozenset[Part], page: Page, blocks: list[Block]) -> None:
        self.parts = parts
        self._style, self._even = first.style, first.even
        self._page = page
        self._paint_still(blocks)

    def _paint_still(self, blocks: list[Block]) -> None:
        """Paint what does not change, and keep its pixels."""
        self._renderer: Any = self._page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
        self._pixels: NDArray[np.uint8] = np.asarray(self._renderer.buffer_rgba())
        areas = [area for block in blocks for area in block.areas]
        moving = [{m for k, m in self.parts if k == place} for place in range(len(areas))]
        self._painters = [_PanelPainter(area, self._style, marks) for area, marks in zip(areas, moving, strict=True)]
        painters = iter(self._painters)
        self._grids = [[[next(painters) for _ in row] for row in block.grid] for block in blocks]
        self._rows = [row for grid in self._grids for row in grid]
        self._blocks = [[painter for row in grid for painter in row] for grid in self._grids]
        self._heights = self._words_heights()
        still = [artist for painter in self._painters for artist in painter.animated()]
        for artist in still:
            artist.set_animated(True)
        self._page.canvas.draw()
        self._background = self._pixels.copy()

    def paint(self, shown: PageContent) -> NDArray[np.uint8] | None:
        """Return a picture, good until the next one; None where other words need another layout."""
        np.copyto(self._pixels, self._background)
        if not self._tables_fit(shown):
            return None
        for painter, panel in zip(self._painters, shown.panels, strict=True):
            painter.paint(panel, self._renderer)
        # Headers overlap nothing else.
        for painter, panel in zip(self._painters, shown.panels, strict=True):
            painter.set_words(panel)
        for painters in self._blocks:
            if any(painter.header_changes for painter in painters):
                place_alike([painter.header for painter in painters], partial(self._place_words, painters))
        for painter in self._painters:
            painter.draw_words(self._renderer)
        make_alike([[[one.header for one in row] for row in grid] for grid in self._grids], even=self._even)
        if any(painter.looks_otherwise for painter in self._painters):
            return None
        return self._pixels if np.allclose(self._words_heights(), self._heights, rtol=0, atol=SAME) else None

    def _tables_fit(self, shown: PageContent) -> bool:
        """Let tables that change look as the page has them; return whether the others do already."""
        panels = list(zip(self._painters, shown.panels, strict=True))
        if not any(painter.table_changes for painter in self._painters):
            return True
        looks = table_looks([painter.canvas(panel) for painter, panel in panels])
        return all(painter.set_table(look) for painter, look in zip(self._painters, looks, strict=True))

    def _place_words(self, painters: list[_PanelPainter]) -> None:
        for painter in painters:
            painter.place_words(self._renderer)

    def _words_heights(self) -> list[float]:
        """Return the height of each row's headers, which the layout depends on."""
        return [max(painter.header.height for painter in row) for row in self._rows]


class _PanelPainter:
    """One panel, of which some marks change."""

    def __init__(self, area: Area, style: Style, moving: set[int]) -> None:
        moving = moving | _texts_beside(area.panel, moving)
        self._area, self._style, self._moving = area, style, moving
        self._canvas = area.canvas(style)
        self.header = area.header
        self._looks = self.header.looks
        make_square(self._canvas)
        self._artists = [self._drawn(mark) for mark in area.panel.marks]
        fit_words(self._canvas)
        order = _order(area.axes)
        ours = {artist for m in moving - {HEADER} for artist in self._artists[m]}
        first = next((place for place, artist in enumerate(order) if artist in ours), len(order))
        # What is above the lowest changing mark is painted again with it.
        self._above = [artist for artist in order[first:] if artist not in ours]
        self._is_seen = area.axes.get_visible()

    @property
    def header_changes(self) -> bool:
        """Whether its header changes."""
        return HEADER in self._moving

    @property
    def table_changes(self) -> bool:
        """Whether its table changes."""
        return any(isinstance(self._area.panel.marks[m], Listing) for m in self._moving - {HEADER})

    def canvas(self, panel: Panel) -> Canvas:
        """Return what the marks of a panel in its place are painted on."""
        return replace(self._canvas, panel=panel)

    def set_table(self, look: TableLook | None) -> bool:
        """Set how its table looks; return whether it does already, or is painted anew."""
        if self.table_changes:
            self._canvas = replace(self._canvas, table=look)
        return look == self._canvas.table

    @property
    def looks_otherwise(self) -> bool:
        """Whether its header has to have another size or place to look like its counterparts."""
        return self.header.looks != self._looks

    def animated(self) -> list[Artist]:
        """Return what is not part of the background."""
        words = [item.artist for item in self.header.items] if self.header_changes else []
        moving = [artist for m in self._moving - {HEADER} for artist in self._artists[m]]
        return [*moving, *self._above, *words]

    def paint(self, panel: Panel, renderer: Any) -> None:
        """Paint what changes and what is above it, lowest first."""
        moving = sorted(self._moving - {HEADER})
        if not moving or not self._is_seen:
            return
        self._canvas = self.canvas(panel)
        self._redraw(moving)
        if any(isinstance(panel.marks[m], Words) for m in moving):  # all words of it are new, then
            fit_words(self._canvas)
        painted = {artist for m in moving for artist in self._artists[m]} | set(self._above)
        for artist in _order(self._area.axes):
            if artist in painted:
                artist.draw(renderer)

    def set_words(self, panel: Panel) -> None:
        """Make the header of a panel anew, not placed yet."""
        if not self.header_changes:
            return
        page: Any = self._area.axes.figure
        before = self.header
        for item in before.items:
            item.artist.remove()
        self.header = panel_header(page, panel, self._style)
        self.header.span, self.header.bottom, self.header.saved = before.span, before.bottom, before.saved
        self.header.names_row = before.names_row
        self.header.look_like(self._looks)

    def place_words(self, renderer: Any) -> None:
        """Place the header where the last one was."""
        page: Any = self._area.axes.figure
        self.header.place(page, renderer, *self.header.span, self.header.bottom)

    def draw_words(self, renderer: Any) -> None:
        """Draw the header, if it changes."""
        for item in self.header.items if self.header_changes else ():
            item.artist.set_animated(True)
            item.artist.draw(renderer)

    def _drawn(self, mark: Mark) -> list[Artist]:
        """Draw a mark, and return its artists."""
        before = set(self._area.axes.get_children())
        draw(mark, self._canvas)
        return [artist for artist in self._area.axes.get_children() if artist not in before]

    def _redraw(self, again: Sequence[int]) -> None:
        for m in again:
            for artist in self._artists[m]:
                artist.remove()
        for m in again:
            self._artists[m] = self._drawn(self._canvas.panel.marks[m])
            for artist in self._artists[m]:
                artist.set_animated(True)


def _texts_beside(panel: Panel, moving: set[int]) -> set[int]:
    """Return the marks whose texts depend on what changes: names of lines avoid each other, and words avoid them."""
    marks = dict(enumerate(panel.marks))
    if not any(isinstance(marks[m], Rule | Diagonal) for m in moving - {HEADER}):
        return set()
    return {
        m for m, mark in marks.items() if isinstance(mark, Words) or (isinstance(mark, Rule | Diagonal) and mark.label)
    }


def _order(axes: Axes) -> list[Artist]:
    """Return the artists of a panel in the order in which matplotlib paints them."""
    return sorted((artist for artist in axes.get_children() if artist is not axes.patch), key=lambda one: one.zorder)
