"""The operator M(φ): the matrix, its packed forms, and what each way of applying it costs."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.words import number, storage, whole
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Listing, Note, Panel
from peviewer.figures.panes.axes import dimension_axis, pair_axis
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.table_panel import NO_OPERATOR
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.array_raster import ArrayRaster
from peviewer.model.sampling.series import Samples
from peviewer.model.shift.matrix import packed_operators, swap_vectors
from peviewer.model.shift.operator import OperatorRaster, largest_differences, ways

if TYPE_CHECKING:
    from peviewer.document.document import Document

_WAYS = {
    "pairs": "pair by pair, 2×2",
    "matrix": "one d×d matrix",
    "packed": "packed, M₁ and M₂",
    "swapped": "a⊙f + b⊙swap(f)",
    "complex": "complex product",
}


def _draw(document: Document[Turning]) -> Figure:
    encoding, phi, operator = document.encoding, document.shift.phi, document.operator
    columns = dimension_axis(document)
    rows = replace(columns, label="row *k*", inverted=True)
    if encoding.dim % 2:
        return Figure("The operator *M*(*φ*)", ((Panel(columns, rows, (Note(NO_OPERATOR),)),),))
    raster = OperatorRaster(encoding, operator, phi)
    matrix = Panel(
        replace(columns, label="column *j*"),
        rows,
        (Heatmap(raster, (-1.0, 1.0), document.view.colormap, reduce=document.view.reduce),),
        title=f"*M*(*φ*),  *φ* = {number(phi, 6)}",
        fact=f"{whole(2 * encoding.dim)} entries are not 0",
    )
    made = encoding.model_copy(update={"layout": operator})
    return Figure(
        "One operator shifts every row",
        ((matrix, _vectors(document, made)), _packed(document, made), (_costs(document),)),
        heights=(2.0, 0.6, 1.8),
        formula=r"M(\varphi) = \mathrm{diag}_i \,(\cos\,\omega_i\varphi,\ \sin\,\omega_i\varphi;"
        r"\ -\sin\,\omega_i\varphi,\ \cos\,\omega_i\varphi)",
    )


def _vectors(document: Document[Turning], encoding: Turning) -> Panel:
    a, b = swap_vectors(encoding, document.shift.phi)
    places = np.arange(encoding.dim, dtype=np.float64)
    style: Literal["points", "line"] = "points" if encoding.dim <= 64 else "line"
    return Panel(
        dimension_axis(document),
        Axis("value", "", (-1.1, 1.1)),
        (Curve(Samples(places, a), "*a*", "accent", style), Curve(Samples(places, b), "*b*", "curve-1", style)),
        title="*a*⊙*f* + *b*⊙swap(*f*)",
        legend=True,
    )


def _packed(document: Document[Turning], encoding: Turning) -> tuple[Panel, Panel]:
    pairs = pair_axis(document)
    halves = Axis("part", "", (-0.5, 1.5), inverted=True, whole=True)
    first, second = packed_operators(encoding, document.shift.phi)
    colours = document.view.colormap
    return (
        Panel(pairs, halves, (Heatmap(ArrayRaster(first), (-1.0, 1.0), colours, bar=None),), "*M*₁ for sines"),
        Panel(pairs, halves, (Heatmap(ArrayRaster(second), (-1.0, 1.0), colours, bar=None),), "*M*₂ for cosines"),
    )


def _costs(document: Document[Turning]) -> Panel:
    encoding = document.encoding
    errors = largest_differences(encoding, document.operator, document.shift.phi)
    rows = []
    verdicts = []
    for way in ways(encoding):
        error = errors[way.method]
        rows.append(
            (
                _WAYS[way.method],
                whole(way.multiplications),
                "not built" if isnan(way.seconds) else f"{number(way.seconds * 1e6, 3)} µs",
                storage(way.memory),
                "not built" if isnan(error) else number(error, 2),
            )
        )
        verdicts.append(None if isnan(error) else error < 1e-6)
    listing = Listing(("Way", "Products", "Time", "Operator", "Error"), tuple(rows), tuple(verdicts))
    blank = Axis("listing", "", (0.0, 1.0))
    return Panel(blank, blank, (listing,), "Five ways to apply it to a row, and the largest error")


def _explain(document: Document[Turning]) -> str:
    if document.encoding.dim % 2:
        return NO_OPERATOR
    side = (
        "side by side, since sines and cosines alternate"
        if document.operator == "interleaved"
        else "spread over four diagonals, since sines and cosines are kept apart"
    )
    text = (
        f"*M*(*φ*) is almost empty: one 2×2 rotation for each pair, {side}. Packed as *M*₁ and *M*₂, or as *a* "
        "and *b*, the same few numbers do the same work with far fewer products."
    )
    if document.operator != document.encoding.layout:
        text += " This *M* was made for another layout than the table's, so its error is not rounding."
    return text


PANE = Pane(
    name="operator",
    title="Operator",
    summary="the matrix M(φ), its packed forms, and five ways to apply it",
    shows="the matrix that shifts a table",
    needs=Turning,
    reads=lambda document: (document.encoding, document.operator, document.shift.phi, document.view),
    draw=_draw,
    explain=_explain,
    formula=lambda document: (
        Formula()
        if document.encoding.dim % 2
        else Formula(
            "M(φ) = diag( cos ωᵢφ  sin ωᵢφ ; −sin ωᵢφ  cos ωᵢφ )",
            r"M(\varphi) = \mathrm{diag}_i \,(\cos\,\omega_i\varphi,\ \sin\,\omega_i\varphi;"
            r"\ -\sin\,\omega_i\varphi,\ \cos\,\omega_i\varphi)",
        )
    ),
    choices=("shift.operator",),
)
