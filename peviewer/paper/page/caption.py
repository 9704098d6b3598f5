"""What stands above and below the panes of a page: a heading, and a caption in small type."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.paper.marks.table_area import BASE, LINE
from peviewer.paper.typography.measure import wrapped
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Page

    from peviewer.document.document import Document
    from peviewer.figures.grammar import Figure
    from peviewer.figures.panes.pane import Pane
    from peviewer.paper.style import Style

# The space above it, in lines.
LEAD = 0.6
# Bold type is wider than what is measured by so much.
BOLD = 1.15


def captioned(pane: Pane, document: Document) -> Figure:
    """Return what a pane shows, with a caption for the styles that want one."""
    return replace(pane.figure_for_file(document), caption=pane.caption(document))


def draw_heading(page: Page, text: str, style: Style, margin: float) -> float:
    """Write a text above all panes; return how far it reaches below the margin, in pixels."""
    if not text:
        return 0.0
    size, pixel = style.sizes.title, style.dpi / 72
    lines = wrapped(text, (page.bbox.width - 2 * margin) / (BOLD * size * pixel))
    pitch = LINE * size * pixel
    for number, line in enumerate(lines):
        base = page.bbox.height - margin - (number + 0.5) * pitch - BASE * size * pixel
        page.text(margin / page.bbox.width, base / page.bbox.height, typeset(line), fontsize=size,
                  fontweight="bold", ha="left", va="baseline")  # fmt: skip
    return (len(lines) + LEAD / 2) * pitch


def draw_caption(page: Page, text: str, style: Style, margin: float) -> float:
    """Write a caption at the foot of a page; return how high it reaches above the margin, in pixels."""
    if not text:
        return 0.0
    size, pixel = style.sizes.tick, style.dpi / 72
    lines = wrapped(text, (page.bbox.width - 2 * margin) / (size * pixel))
    pitch = LINE * size * pixel
    for number, line in enumerate(reversed(lines)):
        base = margin + (number + 0.5) * pitch - BASE * size * pixel
        page.text(margin / page.bbox.width, base / page.bbox.height, typeset(line), fontsize=size,
                  color=style.palette.text, ha="left", va="baseline")  # fmt: skip
    return (len(lines) + LEAD) * pitch
