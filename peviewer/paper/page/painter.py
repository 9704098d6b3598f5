"""Paint Figures on a matplotlib page, without pyplot and without global state left behind."""

from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg

from peviewer.base.work import check_cancelled
from peviewer.figures.grammar import Axis, Figure
from peviewer.paper.axes import note_averaging
from peviewer.paper.fonts import font_settings
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import draw
from peviewer.paper.marks.rules import write_names
from peviewer.paper.marks.words import fit_words
from peviewer.paper.page.builder import lay_out
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.engine import PageEngine
from peviewer.paper.page.fitting import LaidOutPage, fitted_page, omitted
from peviewer.paper.page.page import PaperPage
from peviewer.paper.painting import painting
from peviewer.paper.style import Style

FIXED_SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "peviewer",
    "pdf.fonttype": 42,
    "path.simplify": False,
    # Without hinting letters stand where they were measured, and are drawn faster.
    "text.hinting": "none",
    "axes.unicode_minus": True,
}


def paint(
    figure: Figure | Composition, style: Style, *, resolution: float | None = None
) -> PaperPage:
    """Paint a Figure, or several arranged as one, to be shown in a notebook."""

    def repaint(page: PaperPage, new_style: Style) -> None:
        _paint_anew(page, figure, new_style, resolution)

    page_settings = settings(style)
    with painting(page_settings):
        page = paint_fitted(figure, style, resolution)
        page.finish()
    page.settings = page_settings
    page.set_layout_engine(PageEngine(style, repaint))
    return page


def _paint_anew(
    page: PaperPage, figure: Figure | Composition, style: Style, resolution: float | None
) -> None:
    """Paint a Figure on a page that was painted before and has another size now."""
    present_canvas = page.canvas
    present_dpi = page.dpi
    page_settings = settings(style)
    with painting(page_settings):
        chosen = fitted_page(figure, style)
        page.remove_painted_parts()
        page.dpi = style.dpi
        # Texts are measured as this one draws them.
        FigureCanvasAgg(page)
        try:
            placed_figures = lay_out(page, chosen.content)
            _paint_laid_out(
                LaidOutPage(chosen.parts, chosen.content, page, placed_figures), figure, resolution
            )
            page.finish()
        finally:
            page.set_canvas(present_canvas)
            page.dpi = present_dpi
    page.settings = page_settings


def paint_fitted(
    figure: Figure | Composition, style: Style, resolution: float | None = None
) -> PaperPage:
    """Paint a Figure with the parts that have room; the style's settings must be in force."""
    laid_out = fitted_page(figure, style)
    _paint_laid_out(laid_out, figure, resolution)
    return laid_out.page


def _paint_laid_out(
    laid_out: LaidOutPage, figure: Figure | Composition, resolution: float | None
) -> None:
    """Paint a page that is laid out, and note on it what of a Figure it leaves out."""
    paint_content(laid_out, resolution)
    figures = figure.figures if isinstance(figure, Composition) else (figure,)
    style = laid_out.content.style
    laid_out.page.left_out = omitted(figures, style, laid_out.parts, laid_out.areas)


def paint_content(laid_out: LaidOutPage, resolution: float | None = None) -> None:
    """Paint the marks of a page that is laid out, and its words.

    The settings of the style must be in force.
    """
    style = laid_out.content.style
    for placed in laid_out.placed_figures:
        placed.write(laid_out.page, style)
    for area in laid_out.areas:
        canvas = area.canvas(style, resolution)
        paint_panel(canvas)
        fit_words(canvas)


def paint_panel(canvas: Canvas) -> None:
    """Paint the marks of a panel, and note in the titles of its axes what a sample averages."""
    if canvas.panel.square:
        _make_square(canvas)
    for mark in canvas.panel.marks:
        check_cancelled()
        draw(mark, canvas)
    write_names(canvas)
    note_averaging(canvas.axes, canvas.panel, canvas.samples(), canvas.style)


def settings(style: Style) -> dict[Any, Any]:
    """Return matplotlib's settings for a style.

    They start from matplotlib's defaults, so that no user's file changes a picture.
    """
    fixed: dict[Any, Any] = {
        key: value for key, value in dict.items(mpl.rcParamsDefault) if "backend" not in key
    }
    fixed |= FIXED_SETTINGS | font_settings(serif=style.printed)
    fixed["font.size"] = style.sizes.axis
    fixed["text.color"] = style.palette.text
    return fixed


def _make_square(canvas: Canvas) -> None:
    """Give a panel one scale in both directions.

    It fills its axes in one direction, and is centred in the other.
    """
    x = canvas.panel.x
    y = canvas.panel.y
    box = canvas.axes.bbox
    pixels_per_unit = min(box.width / x.extent, box.height / y.extent)
    canvas.axes.set(
        xlim=_centred_ends(x, box.width / pixels_per_unit),
        ylim=_centred_ends(y, box.height / pixels_per_unit),
    )


def _centred_ends(axis: Axis, length: float) -> tuple[float, float]:
    """Return the limits of an axis of this length, around the middle of its window."""
    middle = sum(axis.shown) / 2
    half = length / 2
    if axis.inverted:
        return middle + half, middle - half
    return middle - half, middle + half
