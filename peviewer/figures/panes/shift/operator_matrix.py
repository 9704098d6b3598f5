"""The matrix M(φ) of the Operator pane: whole, and its first pairs."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from peviewer.base.numbers import number, steady
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Heatmap, Note, Panel
from peviewer.figures.panels.axes import dimension_axis
from peviewer.figures.panels.table import NO_OPERATOR
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.shifted_rasters import OperatorRaster
from peviewer.model.shifting import (
    packed_operators,
)

# How many of the first pairs are drawn large, beside the whole matrix.
FEW_PAIRS = 8

# The width of the whole matrix beside the first pairs, as a share of their width.
WHOLE_SHARE = 0.5


def shows_first_pairs(encoding: Turning) -> bool:
    """Whether the matrix is too large for its 2×2 blocks to be visible."""
    return encoding.pairs > FEW_PAIRS


def _row_axis(document: Document[Turning]) -> Axis:
    columns = dimension_axis(document)
    return columns.other_side(label="row *r*", cursor="row", inverted=True)


def odd_note(document: Document[Turning]) -> Panel:
    """Return a panel with the sentence why there is no M(φ) with odd d."""
    across = replace(dimension_axis(document), cursor=None)
    down = replace(_row_axis(document), cursor=None)
    return Panel(across, down, (Note(NO_OPERATOR),))


def in_layout_of_operator(document: Document[Turning]) -> Turning:
    """Return the encoding in M(φ)'s layout."""
    return document.encoding.model_copy(update={"layout": document.operator})


def of_another_layout(document: Document[Turning]) -> Turning | None:
    """Return the encoding in the layout that M(φ) is built for; None if it is the table's own.

    In another layout, columns of M(φ) belong to other pairs than columns of the table.
    """
    if document.operator == document.encoding.layout:
        return None
    return in_layout_of_operator(document)


def _operator_raster(document: Document[Turning]) -> OperatorRaster:
    return OperatorRaster(document.encoding, document.operator, document.shift.phi)


def matrix_panel(document: Document[Turning]) -> Panel:
    heatmap = Heatmap(
        _operator_raster(document),
        (-1.0, 1.0),
        document.view.colormap,
        reduce=document.view.reduce,
        quantity="*M*(*φ*)",
        key="operator",
    )
    return Panel(
        replace(dimension_axis(document), label="column *j*"),
        _row_axis(document),
        (heatmap,),
        title=f"*M*(*φ*),  *φ* = {steady(document.shift.phi)}",
        fact=f"{number(count_entries(document))} entries are not 0",
        square_cells=True,
        encoding=of_another_layout(document),
    )


def small_matrix_panel(document: Document[Turning]) -> Panel:
    """Return the whole matrix beside its first pairs."""
    panel = matrix_panel(document)
    assert panel.heatmap is not None
    title = f"All {number(document.encoding.pairs)} pairs"
    heatmap = replace(panel.heatmap, bar=None)
    return replace(panel, marks=(heatmap,), title=title, share=WHOLE_SHARE)


def first_pairs_panel(document: Document[Turning]) -> Panel:
    halves = _columns_of_first_pairs(in_layout_of_operator(document))
    raster = _operator_raster(document)
    blocks = [[raster.exact(rows, columns) for columns in halves] for rows in halves]
    heatmap = Heatmap(
        ArrayRaster(np.block(blocks)),
        (-1.0, 1.0),
        document.view.colormap,
        quantity="*M*(*φ*)",
        key=None,
    )

    limits = (-0.5, 2 * FEW_PAIRS - 0.5)
    axis = Axis("corner", "", limits, cursor="dimension", whole=True, zooms=True)
    row_cursor: str | None = "row"
    if len(halves) > 1:
        # Columns of both halves are numbered as in the whole matrix.
        columns = itertools.chain(*halves)
        axis = replace(axis, names=tuple(map(number, columns)), cursor=None)
        row_cursor = None
    return Panel(
        replace(axis, label="column *j*"),
        axis.other_side(label="row *r*", cursor=row_cursor, inverted=True),
        (heatmap,),
        title=f"*M*({steady(document.shift.phi)}): first {number(FEW_PAIRS)} pairs",
        square_cells=True,
        encoding=of_another_layout(document),
    )


def _columns_of_first_pairs(encoding: Turning) -> list[range]:
    """Return the columns of the first pairs: side by side, or in two halves, from left to right."""
    if encoding.layout == "interleaved":
        return [range(2 * FEW_PAIRS)]
    first_sine = int(encoding.columns.sines[0])
    first_cosine = int(encoding.columns.cosines[0])
    starts = sorted((first_sine, first_cosine))
    return [range(start, start + FEW_PAIRS) for start in starts]


def count_entries(document: Document[Turning]) -> int:
    """Return how many entries of M(φ) are not 0."""
    packed_sines, _ = packed_operators(document.encoding, document.shift.phi)
    return 2 * int(np.count_nonzero(packed_sines))
