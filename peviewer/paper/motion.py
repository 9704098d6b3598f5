"""Paint one Figure after another: pages are laid out once, and every frame redraws only the changes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from peviewer.figures.fitting import panel_grid
from peviewer.figures.grammar import Figure, Heatmap, Panel
from peviewer.paper.axes import draw_bar
from peviewer.paper.marks.shapes import fit_words
from peviewer.paper.page.builder import write_words
from peviewer.paper.page.composition import Composition, PageContent, page_content
from peviewer.paper.page.fitting import Fitted, fitted
from peviewer.paper.page.heading import figure_heading
from peviewer.paper.page.layout import break_words, fit_labels
from peviewer.paper.page.painter import paint_panel, painting, settings
from peviewer.paper.page.panels import Area, Block, Spacing, barred, set_up_axes
from peviewer.paper.style import Style, StyleError

Shown = Figure | Composition

if TYPE_CHECKING:
    from matplotlib.artist import Artist


class Course(Protocol):
    """The Figures of a clip, one or several on a page."""

    def widest_of(self, shown: Shown) -> Shown:
        """Return the Figures that need most room among all frames with the same panels."""
        ...


class Motion:
    """Paints Figures that follow each other."""

    def __init__(self, style: Style, course: Course | None = None) -> None:
        self._style, self._course = style, course
        self._settings = settings(style)
        self._scenes: dict[object, _Scene] = {}

    def paint(self, figure: Shown) -> NDArray[np.uint8]:
        """Return a Figure's picture, RGBA, shape (height, width, 4); it is good until the next one."""
        with painting(self._settings):
            key = tuple(map(panel_grid, figure.figures if isinstance(figure, Composition) else (figure,)))
            scene = self._scenes.get(key)
            if scene is None:
                scene = self._scenes[key] = _Scene(self._laid_out(figure))
            if (shown := scene.content(figure, self._style)) is None:
                scene = self._scenes[key] = _Scene(fitted(figure, self._style))
                shown = scene.fitted.shown
            return scene.paint(shown)

    def release(self) -> None:
        """Release the page kept for the next picture."""
        self._scenes.clear()

    def _laid_out(self, figure: Shown) -> Fitted:
        if self._course is not None:
            with suppress(StyleError):  # together they may be too large for the page
                return fitted(self._course.widest_of(figure), self._style)
        return fitted(figure, self._style)


class _Scene:
    """A page on which Figures of one shape are shown one after another."""

    def __init__(self, fitted: Fitted) -> None:
        self.fitted = fitted
        self._style = fitted.shown.style
        self._panels: dict[int, Panel] = {}
        self._drawn: dict[int, list[Artist]] = {}
        self._texts: dict[int, object] = {}
        self._words: dict[int, list[Artist]] = {}

    def content(self, figure: Shown, style: Style) -> PageContent | None:
        """Return the content of a Figure on this page; None if it needs another page."""
        if isinstance(figure, Composition):
            figure = replace(figure, columns=len(self.fitted.shown.rows[0]))
        shown = page_content(figure, style, self.fitted.hiding_step)
        return shown if _shape(shown) == _shape(self.fitted.shown) else None

    def paint(self, shown: PageContent) -> NDArray[np.uint8]:
        """Draw what has changed, and return the picture."""
        page: Any = self.fitted.page
        for number, (area, panel) in enumerate(zip(self.fitted.areas, shown.panels, strict=True)):
            if self._panels.get(number) != panel:
                self._remove(self._drawn.get(number, []))
                self._drawn[number] = self._draw(area, panel)
                self._panels[number] = panel
        figures = [figure for row in shown.rows for figure in row]
        for number, (block, figure) in enumerate(zip(self.fitted.blocks, figures, strict=True)):
            texts = figure.title, figure.formula, [_texts(panel) for panel in figure.panels]
            if self._texts.get(number) != texts:
                self._remove(self._words.get(number, []))
                self._words[number] = self._write(block, figure)
                self._texts[number] = texts
        page.canvas.draw()
        return np.asarray(page.canvas.buffer_rgba())

    def _remove(self, artists: list[Artist]) -> None:
        for artist in artists:
            artist.remove()

    def _draw(self, area: Area, panel: Panel) -> list[Artist]:
        """Draw a panel in the place of another one; return its marks."""
        style, axes = self._style, area.axes
        before, area.panel = area.panel, panel
        if (before.x, before.y) != (panel.x, panel.y):
            self._remove(list(axes.child_axes))
            set_up_axes(axes, panel, style, area.shared)
            fit_labels(area, axes.figure.canvas.get_renderer(), style.sizes)  # type: ignore[attr-defined]  # Agg
        old, new = barred(before), barred(panel)
        if area.bar is not None and old is not None and new is not None and _colours(old) != _colours(new):
            area.bar.clear()
            draw_bar(area.bar, new, style)
        artists = set(axes.get_children())
        canvas = area.canvas(style)
        paint_panel(canvas)
        fit_words(canvas)
        return [artist for artist in axes.get_children() if artist not in artists]

    def _write(self, block: Block, figure: Figure) -> list[Artist]:
        """Write the words of a Figure in the places that the page has for them."""
        page, style, spacing = self.fitted.page, self._style, Spacing.of(self._style)
        room, size = (block.frame.right - block.frame.left) / spacing.point, block.heading.title.size
        block.heading = figure_heading(figure.title, figure.formula, room, size or style.sizes.title, style.sizes)
        break_words(block, spacing)
        artists = set(page.get_children())
        write_words(page, block, style)
        return [artist for artist in page.get_children() if artist not in artists]


def _shape(shown: PageContent) -> object:
    """Return the key that is equal for all content that one page can show."""
    panels = [[list(map(len, figure.rows)) for figure in row] for row in shown.rows]
    return panels, shown.title, shown.caption, shown.bar and _colours(shown.bar)


def _colours(heat: Heatmap) -> object:
    return heat.levels, heat.colormap, heat.bar


def _texts(panel: Panel) -> object:
    return panel.title, panel.fact, panel.legend_marks if panel.legend else ()
