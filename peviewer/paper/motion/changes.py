"""What differs between two pages that follow each other, so that only that is painted again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.figures.grammar import Curve, Heatmap, Words

if TYPE_CHECKING:
    from peviewer.figures.grammar import Mark, Panel
    from peviewer.paper.page.composition import Arranged

# In place of the number of a mark: the title, the fact and the legend of a panel.
ABOVE = -1
Part = tuple[int, int]


def moved(before: Arranged, after: Arranged) -> frozenset[Part] | None:
    """Return the parts of a page that differ, as (panel, mark); None where more than those does.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> from peviewer.paper.page.composition import arranged
    >>> from peviewer.paper.style import Style
    >>> shown = [pane("shift").figure(Document().edited({"shift.phi": phi})) for phi in (1, 2)]
    >>> sorted(moved(*(arranged(figure, Style()) for figure in shown)))
    [(0, 2), (1, -1), (1, 0), (2, -1), (2, 0), (2, 1), (2, 2), (2, 3)]
    """
    if _frame(before) != _frame(after):
        return None
    parts: set[Part] = set()
    for k, (old, new) in enumerate(zip(before.panels, after.panels, strict=True)):
        if _bed(old) != _bed(new):
            return None
        if _above(old) != _above(new):
            parts.add((k, ABOVE))
        parts |= {(k, m) for m, (one, other) in enumerate(zip(old.marks, new.marks, strict=True)) if one != other}
    return with_company(frozenset(parts), before.panels)


def with_company(parts: frozenset[Part], shown: tuple[Panel, ...]) -> frozenset[Part]:
    """Add the words of a panel where some of them are among the parts: their sizes depend on each other."""
    spoken = {k for k, m in parts if m != ABOVE and isinstance(shown[k].marks[m], Words)}
    return parts | {(k, m) for k in spoken for m, mark in enumerate(shown[k].marks) if isinstance(mark, Words)}


def _frame(page: Arranged) -> object:
    """Return what a page is laid out by, but for its panels."""
    texts = [[(one.title, one.formula, one.caption, one.heights, [len(row) for row in one.rows]) for one in row]
             for row in page.rows]  # fmt: skip
    return page.head, texts, [(_kind(bar.heat), bar.rows) for bar in page.bars]


def _bed(panel: Panel) -> object:
    """Return what stays of a panel while its data move."""
    words = bool(panel.title), bool(panel.fact)
    return replace(panel, marks=(), title="", fact=""), words, [_kind(mark) for mark in panel.marks]


def _kind(mark: Mark) -> object:
    """Return what may not change of a mark that moves: of a heatmap all but its cells."""
    if not isinstance(mark, Heatmap):
        return type(mark)
    return mark.raster.shape, mark.levels, mark.colormap, mark.x0, mark.y0, mark.reduce, mark.bar


def _above(panel: Panel) -> object:
    named = panel.named if panel.legend else ()
    looks = [(mark.label, mark.color, mark.style if isinstance(mark, Curve) else mark.dashed) for mark in named]
    return panel.title, panel.fact, looks
