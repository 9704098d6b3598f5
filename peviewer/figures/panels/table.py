"""The table x + PE as a panel of coloured cells, shared by the panes that show it."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from peviewer.base.formula import Formula
from peviewer.base.words import whole
from peviewer.figures.grammar import Axis, Heatmap, Panel
from peviewer.model.claims.statistics.extents import extents, largest_turned_cell
from peviewer.model.content.content import DIMENSIONS, POSITIONS

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.model.encodings.turning import Turning
    from peviewer.model.sampling.raster import Raster

NO_OPERATOR = "With odd *d* the last pair has no cosine, so no *M*(*φ*) exists. Choose an even number of dimensions."
"""What panes of M(φ) say in its place."""


def levels(document: Document[Turning], moved: bool = False) -> tuple[float, float]:
    """Return a range of colours around 0 that holds the cells; `moved`, under any M(φ) too.

    Of random content those of a fixed sample count: it stays while the table is zoomed or shifted.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> levels(Document()), levels(Document().edited({"content.kind": "ones"}))
    ((-1.0, 1.0), (-2.0, 2.0))
    """
    found = extents(document.embedded)
    reach = max(found.cell, largest_turned_cell(document.embedded, document.operator)) if moved else found.cell
    reach = ceil(100 * reach) / 100  # a colour bar is read to no more
    return -reach, reach


def cells_panel(
    document: Document[Turning],
    positions: Axis,
    dimensions: Axis,
    raster: Raster,
    title: str = "",
    bar: str | None = "",
    moved: bool = False,
    called: str | None = None,
    key: str = "table",
) -> Panel:
    """Return a panel of a positions × dimensions raster, turned as the Document says; colours as for :func:`levels`.

    It is `key` in files of numbers.
    """
    view, colours = document.view, levels(document, moved)
    first = document.encoding.first
    heatmap = Heatmap(raster, colours, view.colormap, y0=first, reduce=view.reduce, bar=bar, called=called, key=key)
    if view.transposed:
        heatmap = replace(heatmap, raster=raster.transposed, x0=first, y0=0.0)
        return Panel(positions, replace(dimensions, inverted=True), (heatmap,), title)
    return Panel(dimensions, replace(positions, inverted=True), (heatmap,), title)


def name(document: Document[Turning]) -> str:
    """Return what the table is called: PE, or where content is added x + PE or √d·x + PE."""
    if document.embedded.plain:
        return "PE"
    return "√*d*·*x* + PE" if document.content.scaled else "*x* + PE"


def repeating(document: Document[Turning]) -> str:
    """Say after how many positions and dimensions random content repeats, where the table has more.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> document = Document().edited({"content.kind": "normal"})
    >>> repeating(document), repeating(document.edited({"encoding.length": 4097}))
    ('', ' Random content repeats after 4\u2009096 positions.')
    """
    encoding = document.encoding
    sizes = (encoding.length, POSITIONS, "positions"), (encoding.dim, DIMENSIONS, "dimensions")
    after = [f"{whole(most)} {what}" for size, most, what in sizes if size > most]
    shown = document.content.kind == "normal" and after
    return f" Random content repeats after {' and after '.join(after)}." if shown else ""


def formula(document: Document[Turning]) -> Formula:
    """Return what the table's cells are: the columns, the frequencies, and what is added to them."""
    rule = document.encoding.formula().beside(document.encoding.frequency_formula())
    return rule if document.embedded.plain else sum_formula(document).beside(rule)


def sum_formula(document: Document[Turning]) -> Formula:
    """Return what stands for the table where content is added: ``"y = x + PE"``."""
    if document.content.scaled:
        return Formula("y = √d·x + PE", r"y = \sqrt{d}\,x + PE")
    return Formula("y = x + PE", "y = x + PE")
