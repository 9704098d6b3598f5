"""Paint one Figure or several on a matplotlib page, without pyplot and without global state left behind."""

from functools import cache
from typing import Any

import matplotlib as mpl
from matplotlib.font_manager import fontManager

from peviewer.base.work import check_cancelled
from peviewer.figures.grammar import Figure
from peviewer.paper.axes import note_averaging
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import draw
from peviewer.paper.marks.rules import write_names
from peviewer.paper.marks.words import fit_words
from peviewer.paper.page.builder import Page
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.fitting import Fitted, fitted, omitted
from peviewer.paper.painting import painting
from peviewer.paper.style import Style

# These come with matplotlib. STIX lacks a few signs, which the second family has.
SANS: dict[str, Any] = {"font.family": ["DejaVu Sans"], "mathtext.fontset": "dejavusans"}
SERIF: dict[str, Any] = {"font.family": ["STIXGeneral", "DejaVu Serif"], "mathtext.fontset": "stix"}
# For words of a sentence in other scripts, those that are installed.
OTHER_SCRIPTS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Hiragino Sans", "PingFang SC", "Yu Gothic", "Microsoft YaHei",
    "Noto Emoji",
)  # fmt: skip


@cache
def _families(own: tuple[str, ...]) -> list[str]:
    """Return families of type, and those for letters that these lack.

    They need a bold face for titles.
    """
    bold = {font.name for font in fontManager.ttflist if str(font.weight) in ("bold", "700")}
    return [*own, *(name for name in OTHER_SCRIPTS if name in bold)]


def paint(figure: Figure | Composition, style: Style, *, resolution: float | None = None) -> Page:
    """Paint a Figure, or several arranged as one, to be shown in a notebook."""
    used = settings(style)
    with painting(used):
        page = paint_fitted(figure, style, resolution)
    page.settings = used
    return page


def paint_fitted(
    figure: Figure | Composition, style: Style, resolution: float | None = None
) -> Page:
    """Paint the parts that have room; the settings of the style must be in force."""
    laid_out = fitted(figure, style)
    paint_blocks(laid_out, resolution)
    figures = figure.figures if isinstance(figure, Composition) else (figure,)
    laid_out.page.left_out = omitted(figures, laid_out.shown.style, laid_out.parts, laid_out.areas)
    return laid_out.page


def paint_blocks(fitted_page: Fitted, resolution: float | None = None) -> None:
    """Paint the marks of a page that is laid out, and its words.

    The settings of the style must be in force.
    """
    for block in fitted_page.blocks:
        block.write(fitted_page.page, fitted_page.shown.style)
    for area in fitted_page.areas:
        canvas = area.canvas(fitted_page.shown.style, resolution)
        paint_panel(canvas)
        fit_words(canvas)


def paint_panel(canvas: Canvas) -> None:
    """Paint the marks of a panel, and say in the titles of its axes where a sample is of several cells."""
    if canvas.panel.square:
        _make_square(canvas)
    for mark in canvas.panel.marks:
        check_cancelled()
        draw(mark, canvas)
    write_names(canvas)
    note_averaging(canvas.axes, canvas.panel, canvas.samples(), canvas.style)


def settings(style: Style) -> dict[Any, Any]:
    """Return matplotlib's settings for a style: its defaults, so that no user file changes a picture."""
    fixed: dict[Any, Any] = {
        key: value for key, value in dict.items(mpl.rcParamsDefault) if "backend" not in key
    }
    fixed |= SERIF if style.printed else SANS
    fixed["font.family"] = _families(tuple(fixed["font.family"]))
    return (
        fixed
        | {
            "font.size": style.sizes.axis,
            "svg.fonttype": "none",
            "svg.hashsalt": "peviewer",
            "pdf.fonttype": 42,
            "path.simplify": False,
            "text.hinting": "none",  # letters stand where they are measured, at any size; and they are drawn faster
            "text.color": style.palette.text,
            "axes.unicode_minus": True,
        }
    )


def _make_square(canvas: Canvas) -> None:
    """Give a panel one scale in both directions: it fills one of them, and is centred in the other."""
    x, y, box = canvas.panel.x, canvas.panel.y, canvas.axes.bbox
    unit = min(box.width / x.extent, box.height / y.extent)
    for direction, axis, side in (("x", x, box.width), ("y", y, box.height)):
        middle, half = sum(axis.shown) / 2, side / unit / 2
        ends = (middle + half, middle - half) if axis.inverted else (middle - half, middle + half)
        canvas.axes.set(**{f"{direction}lim": ends})
