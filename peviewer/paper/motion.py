"""Paint one Figure after another: a page is laid out once, and its marks and words are painted anew for every frame."""

import itertools
from collections.abc import Callable, Set
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.text import Text
from numpy.typing import NDArray

from peviewer.figures.fitting import panel_grid
from peviewer.figures.grammar import Figure, Panel
from peviewer.paper.axes import draw_bar
from peviewer.paper.page.composition import Composition, PageContent, page_content
from peviewer.paper.page.fitting import Fitted, fitted
from peviewer.paper.page.layout import break_words, fit_labels
from peviewer.paper.page.painter import paint_blocks, settings
from peviewer.paper.page.panels import Spacing, barred, set_up_axes
from peviewer.paper.painting import painting
from peviewer.paper.style import Style, StyleError

Shown = Figure | Composition


class Motion:
    """Paints Figures that follow each other.

    ``widest_of`` returns the Figures that need most room among all frames with the same panels.
    """

    def __init__(
        self, style: Style, widest_of: Callable[[Shown], Shown] = lambda shown: shown
    ) -> None:
        self._style, self._widest_of = style, widest_of
        self._settings = settings(style)
        self._pages: dict[object, _MovingPage] = {}  # one for each grid of panels

    def paint(self, figure: Shown) -> NDArray[np.uint8]:
        """Return a Figure's picture, RGBA, shape (height, width, 4).

        It is good until the next one.
        """
        with painting(self._settings):
            key = tuple(
                map(panel_grid, figure.figures if isinstance(figure, Composition) else (figure,))
            )
            if key not in self._pages:
                try:
                    self._pages[key] = _MovingPage(fitted(self._widest_of(figure), self._style))
                except StyleError:  # together they may be too large for the page
                    self._pages[key] = _MovingPage(fitted(figure, self._style))
            if (picture := self._pages[key].paint(figure, self._style)) is None:
                self._pages[key] = _MovingPage(fitted(figure, self._style))
                picture = self._pages[key].paint(figure, self._style)
            assert picture is not None  # it is laid out for this Figure
            return picture

    def release(self) -> None:
        self._pages.clear()


class _MovingPage:
    """A page that is laid out once, on which Figures are painted in place of each other.

    What is painted for each frame is "animated" in matplotlib's sense: the axes with their numbers
    and titles, which take most of the time, are drawn without it, and again only when they change.
    """

    def __init__(self, laid_out: Fitted) -> None:
        self._laid_out = laid_out
        self._page: Any = laid_out.page
        for axes in self._page.axes:
            axes.spines[:].set_animated(True)  # they are in front of marks
        self._own: dict[Any, set[Artist]] = {
            part: set(part.get_children()) for part in (self._page, *self._page.axes)
        }
        self._axes_drawn: object = None
        self._staying: Set[object] | None = (
            None  # texts above panels that were the same in all frames
        )
        self._background: Any = None

    def paint(self, figure: Shown, style: Style) -> NDArray[np.uint8] | None:
        """Return the picture of Figures, or None where they have not as many panels in each row as those before."""
        if isinstance(figure, Composition):
            figure = replace(figure, columns=len(self._laid_out.shown.rows[0]))
        shown = page_content(figure, style, self._laid_out.parts)
        if _rows(shown) != _rows(self._laid_out.shown):
            return None
        for part, own in self._own.items():
            for artist in set(part.get_children()) - own:
                artist.remove()
        self._set_up(shown)
        paint_blocks(self._laid_out)
        return self._picture()

    def _set_up(self, shown: PageContent) -> None:
        """Give the axes and headings of the page what Figures have there."""
        style, spacing = shown.style, Spacing.of(shown.style)
        for area, panel in zip(self._laid_out.areas, shown.panels, strict=True):
            before, area.panel = area.panel, panel
            area.axes.set_visible(True)  # hidden where the words of the last Figure had no room
            moved, recoloured = (
                (before.x, before.y) != (panel.x, panel.y),
                _bar(before) != _bar(panel),
            )
            if moved:
                for child in list(area.axes.child_axes):
                    child.remove()
                set_up_axes(area.axes, panel, style, area.shared)
                self._own[area.axes].update(area.axes.child_axes)
            if recoloured and area.bar is not None and (heat := barred(panel)) is not None:
                area.bar.clear()
                draw_bar(area.bar, heat, style)
                self._own[area.bar] = set(area.bar.get_children())
            if moved or recoloured:
                fit_labels(area, self._page.canvas.get_renderer(), style.sizes)
        figures = [figure for row in shown.rows for figure in row]
        for block, one in zip(self._laid_out.blocks, figures, strict=True):
            block.figure, size = one, block.heading.rows[0][0].size
            block.set_heading(size or style.sizes.title, spacing)
            break_words(block, spacing)

    def _picture(self) -> NDArray[np.uint8]:
        """Draw the axes and the texts that stay, if they have changed, then all others."""
        canvas, page = self._page.canvas, self._page
        painted = {part: set(part.get_children()) - own for part, own in self._own.items()}
        for artist in itertools.chain.from_iterable(painted.values()):
            artist.set_animated(True)
        above = [artist for artist in painted[page] if isinstance(artist, Text)]
        texts = {
            (text.get_text(), text.get_position(), text.get_fontsize()): text for text in above
        }
        staying = texts.keys() & (texts if self._staying is None else self._staying)
        for look in staying:
            texts[look].set_animated(False)
        axes = [
            (
                area.panel.x,
                area.panel.y,
                area.axes.get_xlabel(),
                area.axes.get_ylabel(),
                _bar(area.panel),
            )
            for area in self._laid_out.areas
        ]
        if axes != self._axes_drawn or staying != self._staying:
            canvas.draw()
            self._axes_drawn, self._staying, self._background = (
                axes,
                staying,
                canvas.copy_from_bbox(page.bbox),
            )
        canvas.restore_region(self._background)
        for part in (*filter(Artist.get_visible, page.axes), page):
            moving = [artist for artist in part.get_children() if artist.get_animated()]
            for artist in sorted(moving, key=Artist.get_zorder):
                part.draw_artist(artist)
        return np.asarray(canvas.buffer_rgba())


def _bar(panel: Panel) -> object:
    """Return what the colour bar of a panel shows."""
    return (heat.levels, heat.bar, heat.colormap) if (heat := barred(panel)) else None


def _rows(shown: PageContent) -> object:
    """Return how many panels each row of each Figure has: one page shows all that are alike in that."""
    return [[list(map(len, figure.rows)) for figure in row] for row in shown.rows]
