"""Paint one Figure after another on a page that is laid out once."""

import io
from collections.abc import Callable, Set
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.text import Text
from numpy.typing import NDArray

from peviewer.figures.fitting.worst_cases import panel_grid
from peviewer.figures.grammar import Figure, Panel
from peviewer.paper.axes import draw_bar
from peviewer.paper.page.composition import Composition, PageContent, page_content
from peviewer.paper.page.fitting import LaidOutPage, fitted_page
from peviewer.paper.page.layout import break_words, fit_labels
from peviewer.paper.page.painter import paint_content, settings
from peviewer.paper.page.panels import PanelArea, Spacing, heatmap_with_bar, set_up_axes
from peviewer.paper.painting import painting
from peviewer.paper.style import Style, StyleError

PageFigures = Figure | Composition
# Settings with which points of a curve are left out that lie within half a pixel of the rest.
THINNED = {"path.simplify": True, "path.simplify_threshold": 0.5}


class Motion:
    """Paints Figures that follow each other, as the frames of a clip.

    ``widest_of`` returns, for the Figures of a frame, those that need most room among all frames
    with the same panels.
    """

    def __init__(
        self, style: Style, widest_of: Callable[[PageFigures], PageFigures] = lambda shown: shown
    ) -> None:
        self._style = style
        self._widest_of = widest_of
        self._settings = settings(style)
        # One page for each grid of panels.
        self._pages: dict[object, _MovingPage] = {}

    def paint(self, figure: PageFigures) -> NDArray[np.uint8]:
        """Return a Figure's picture, RGBA, shape (height, width, 4).

        The picture is overwritten by the next one.
        """
        with painting(self._settings):
            return self._page_with(figure).picture()

    def svg(self, figure: PageFigures) -> bytes:
        """Return a Figure's picture as SVG whose texts are texts."""
        with painting(self._settings | THINNED):
            return self._page_with(figure, resolution=self._style.dpi).svg()

    def _page_with(self, figure: PageFigures, resolution: float | None = None) -> "_MovingPage":
        """Return the page for a Figure's panels, on which the Figure has been put.

        `resolution` is the samples an inch of vector formats.
        """
        figures = figure.figures if isinstance(figure, Composition) else (figure,)
        grids = tuple(map(panel_grid, figures))
        if grids not in self._pages:
            self._pages[grids] = self._widest_page(figure)
        has_place = self._pages[grids].put(figure, self._style, resolution)
        if not has_place:
            self._pages[grids] = self._page_for(figure)
            is_put = self._pages[grids].put(figure, self._style, resolution)
            assert is_put  # it is laid out for this Figure
        return self._pages[grids]

    def release(self) -> None:
        self._pages.clear()

    def _widest_page(self, figure: PageFigures) -> "_MovingPage":
        """Lay out a page with room for all frames; for this one if they have none together."""
        try:
            return self._page_for(self._widest_of(figure))
        except StyleError:
            return self._page_for(figure)

    def _page_for(self, figure: PageFigures) -> "_MovingPage":
        return _MovingPage(fitted_page(figure, self._style))


class _MovingPage:
    """A page that is laid out once, on which Figures are painted in place of each other.

    What is painted for each frame is "animated" in matplotlib's sense: the axes with their numbers
    and titles, which take most of the time, are drawn without it, and again only when they change.
    """

    def __init__(self, laid_out: LaidOutPage) -> None:
        self._laid_out = laid_out
        self._page: Any = laid_out.page
        for axes in self._page.axes:
            # The lines around data are in front of marks.
            axes.spines[:].set_animated(True)
        # The parts of the page and of its axes that are there before marks and words are painted.
        self._permanent_artists: dict[Any, set[Artist]] = {
            owner: set(owner.get_children()) for owner in (self._page, *self._page.axes)
        }
        self._drawn_axes: object = None
        # The looks of texts above panels that were the same in all frames; None before the first.
        self._staying_texts: Set[object] | None = None
        self._background: Any = None

    def put(self, figure: PageFigures, style: Style, resolution: float | None) -> bool:
        """Paint Figures in the place of the last ones, and return whether that was possible.

        It is not where a row has another number of panels.
        """
        if isinstance(figure, Composition):
            columns = len(self._laid_out.content.rows[0])
            figure = replace(figure, columns=columns)
        content = page_content(figure, style, self._laid_out.parts)
        if _panel_counts(content) != _panel_counts(self._laid_out.content):
            return False
        for owner, lasting in self._permanent_artists.items():
            for artist in set(owner.get_children()) - lasting:
                artist.remove()
        self._set_up(content)
        paint_content(self._laid_out, resolution)
        return True

    def picture(self) -> NDArray[np.uint8]:
        """Draw the axes and the texts that stay, if they have changed, then all others."""
        staying_texts = self._animate_all_but_staying()
        axes = [_axes_content(area) for area in self._laid_out.areas]
        canvas = self._page.canvas
        if axes != self._drawn_axes or staying_texts != self._staying_texts:
            canvas.draw()
            self._drawn_axes = axes
            self._staying_texts = staying_texts
            self._background = canvas.copy_from_bbox(self._page.bbox)
        canvas.restore_region(self._background)
        for owner in (*filter(Artist.get_visible, self._page.axes), self._page):
            moving = [artist for artist in owner.get_children() if artist.get_animated()]
            for artist in sorted(moving, key=Artist.get_zorder):
                owner.draw_artist(artist)
        return np.asarray(canvas.buffer_rgba())

    def svg(self) -> bytes:
        """Return what is on the page as SVG."""
        file = io.BytesIO()
        self._page.savefig(file, format="svg", dpi=self._page.dpi, metadata={"Date": None})
        return file.getvalue()

    def _set_up(self, content: PageContent) -> None:
        """Give the axes and headings of the page what Figures have there."""
        for area, panel in zip(self._laid_out.areas, content.panels, strict=True):
            # Axes are hidden where the words of the last Figure had no room.
            area.axes.set_visible(True)
            self._set_up_area(area, panel, content.style)
        spacing = Spacing.of(content.style)
        pairs = zip(self._laid_out.placed_figures, content.figures, strict=True)
        for placed, figure in pairs:
            title_item = placed.heading.rows[0][0]
            placed.figure = figure
            placed.set_heading(title_item.size or content.style.sizes.title, spacing)
            break_words(placed, spacing)

    def _set_up_area(self, area: PanelArea, panel: Panel, style: Style) -> None:
        """Set up the axes and the colour bar of an area where a new panel has others."""
        before = area.panel
        area.panel = panel
        has_new_axes = (before.x, before.y) != (panel.x, panel.y)
        has_new_bar = _bar_content(before) != _bar_content(panel)
        if has_new_axes:
            for child in list(area.axes.child_axes):
                child.remove()
            set_up_axes(area.axes, panel, style, area.shared)
            self._permanent_artists[area.axes].update(area.axes.child_axes)
        heatmap = heatmap_with_bar(panel)
        if has_new_bar and area.bar is not None and heatmap is not None:
            area.bar.clear()
            draw_bar(area.bar, heatmap, style)
            self._permanent_artists[area.bar] = set(area.bar.get_children())
        if has_new_axes or has_new_bar:
            fit_labels(area, self._page.canvas.get_renderer(), style.sizes)

    def _animate_all_but_staying(self) -> Set[object]:
        """Mark the artists that are painted only for this frame.

        Return the looks of the texts that are not marked, because they were the same in all frames.
        """
        painted = {
            owner: set(owner.get_children()) - lasting
            for owner, lasting in self._permanent_artists.items()
        }
        for artists in painted.values():
            for artist in artists:
                artist.set_animated(True)
        texts: dict[object, Text] = {}
        for artist in painted[self._page]:
            if isinstance(artist, Text):
                look = (artist.get_text(), artist.get_position(), artist.get_fontsize())
                texts[look] = artist
        earlier_texts = texts.keys() if self._staying_texts is None else self._staying_texts
        staying_texts = texts.keys() & earlier_texts
        for text_look in staying_texts:
            texts[text_look].set_animated(False)
        return staying_texts


def _axes_content(area: PanelArea) -> object:
    """Return the attributes of a panel on which its axes and its colour bar depend."""
    titles = (area.axes.get_xlabel(), area.axes.get_ylabel())
    return area.panel.x, area.panel.y, titles, _bar_content(area.panel)


def _bar_content(panel: Panel) -> object:
    """Return the attributes of a panel on which its colour bar depends."""
    heatmap = heatmap_with_bar(panel)
    if heatmap is None:
        return None
    return heatmap.levels, heatmap.bar, heatmap.colormap


def _panel_counts(content: PageContent) -> object:
    """Return how many panels each row of each Figure has; a page needs these to stay."""
    return [[list(map(len, figure.rows)) for figure in row] for row in content.rows]
