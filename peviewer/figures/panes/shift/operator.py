"""The operator M(φ): the matrix, its first blocks, its packed forms, and what each way of applying it costs."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.words import difference, number, steady, storage, whole
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Listing, Note, Panel
from peviewer.figures.panels.axes import dimension_axis, pair_axis
from peviewer.figures.panels.bare import listed
from peviewer.figures.panels.table import NO_OPERATOR, name
from peviewer.figures.panes.pane import Pane
from peviewer.figures.tables import Column, Columns
from peviewer.model.claims.properties import claim
from peviewer.model.content.embedded import worst_shift_error
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples
from peviewer.model.shift.matrix import packed_operators, swap_vectors
from peviewer.model.shift.operator import OperatorRaster, costs, errors_of_ways

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.model.claims.properties import Property

_WAYS = {
    "pairs": "pair by pair, 2×2",
    "matrix": "one *d*×*d* matrix",
    "packed": "packed, *M*₁ and *M*₂",
    "swapped": "*v*₁⊙row + *v*₂⊙swap(row)",
    "complex": "complex product",
}
_TITLES = {
    True: "One operator shifts every row",
    False: "This operator does not shift the rows",
    None: "The operator *M*(*φ*)",
}
_CORNERS = {
    "interleaved": (
        "diag( cos ωᵢφ  sin ωᵢφ ; −sin ωᵢφ  cos ωᵢφ )",
        r"\mathrm{diag}_i \,(\cos\,\omega_i\varphi,\ \sin\,\omega_i\varphi;"
        r"\ -\sin\,\omega_i\varphi,\ \cos\,\omega_i\varphi)",
    ),
    "concatenated": (
        "( cos Ω  sin Ω ; −sin Ω  cos Ω )",
        r"(\cos\,\Omega,\ \sin\,\Omega;\ -\sin\,\Omega,\ \cos\,\Omega)",
    ),
    "flipped": ("( cos Ω  −sin Ω ; sin Ω  cos Ω )", r"(\cos\,\Omega,\ -\sin\,\Omega;\ \sin\,\Omega,\ \cos\,\Omega)"),
}
FEW = 6  # pairs whose blocks are drawn beside a larger matrix
_HALVES = Formula("Ω = diag ωᵢφ", r"\Omega = \mathrm{diag}_i\ \omega_i\varphi")


def _draw(document: Document[Turning]) -> Figure:
    encoding, phi, operator = document.encoding, document.shift.phi, document.operator
    columns = dimension_axis(document)
    rows = replace(columns, label="row *r*", cursor="row", inverted=True)
    if encoding.dim % 2:
        return Figure(_TITLES[None], ((Panel(columns, rows, (Note(NO_OPERATOR),)),),))
    raster = OperatorRaster(encoding, operator, phi)
    matrix = Panel(
        replace(columns, label="column *j*"),
        rows,
        (
            Heatmap(
                raster,
                (-1.0, 1.0),
                document.view.colormap,
                reduce=document.view.reduce,
                called="*M*(*φ*)",
                key="operator",
            ),
        ),
        title=f"*M*(*φ*),  *φ* = {steady(phi)}",
        fact=f"{whole(_filled(document))} entries are not 0",
        square_cells=True,
    )
    made = encoding.model_copy(update={"layout": operator})
    packed, vectors, costs_of_ways = _packed(document, made), _vectors(document, made), _costs(document, made)
    title = _TITLES[_claim(document).holds]
    if not _has_corner(encoding):
        names = "matrix", "vectors", "sines", "cosines", "ways"
        return Figure(
            title, ((matrix, vectors), packed, (costs_of_ways,)), heights=(3.4, 0.8, 1.6), spare=(1,), names=names
        )
    corner = _corner(document, made, raster)
    return Figure(
        title,
        ((matrix, corner), (*packed, vectors), (costs_of_ways,)),
        heights=(3.2, 0.9, 1.5),
        spare=(1,),
        wide=((0, 5), (1, 2, 3, 4)),
        wide_heights=(2.2, 1.0),
    )


def _has_corner(encoding: Turning) -> bool:
    """Whether the matrix is too large for its 2×2 blocks to be seen in it."""
    return encoding.pairs > FEW


def _corner(document: Document[Turning], made: Turning, raster: OperatorRaster) -> Panel:
    """Return the rows and columns of the first pairs, large enough for each entry to be seen."""
    order = made.columns
    halves = [range(int(side[0]), int(side[0]) + FEW) for side in (order.sines, order.cosines)]
    halves = [range(2 * FEW)] if made.layout == "interleaved" else sorted(halves, key=lambda half: half.start)
    cells = np.block([[raster.exact(rows, columns) for columns in halves] for rows in halves])
    names = () if len(halves) == 1 else tuple(whole(place) for half in halves for place in half)
    axis = Axis("corner", "", (-0.5, 2 * FEW - 0.5), whole=True, zooms=True, names=names)
    column, row = (None, None) if names else ("dimension", "row")
    return Panel(
        replace(axis, label="column *j*", cursor=column),
        replace(axis, label="row *r*", cursor=row, inverted=True),
        (Heatmap(ArrayRaster(cells), (-1.0, 1.0), document.view.colormap, bar=None, called="*M*(*φ*)", key=None),),
        title=f"The first {whole(FEW)} pairs",
        square_cells=True,
    )


def _claim(document: Document[Turning]) -> Property:
    """Return what is claimed of M(φ), with the number that Properties gives."""
    return claim("linear-shift", document.embedded, document.operator, document.shift.phi)


def _filled(document: Document[Turning]) -> int:
    """Return how many entries of M(φ) are not 0: at φ = 0 there are no sines."""
    return 2 * int(np.count_nonzero(packed_operators(document.encoding, document.shift.phi)[0]))


def _vectors(document: Document[Turning], encoding: Turning) -> Panel:
    a, b = swap_vectors(encoding, document.shift.phi)
    places = np.arange(encoding.dim, dtype=np.float64)
    style: Literal["points", "line"] = "points" if encoding.dim <= 64 else "line"
    return Panel(
        dimension_axis(document),
        Axis("value", "", (-1.1, 1.1)),
        (
            Curve(Samples(places, a), "*v*₁", "cosine", style, key="a"),
            Curve(Samples(places, b), "*v*₂", "sine", style, key="b"),
        ),
        title="*v*₁ and *v*₂",
        legend=True,
    )


def _packed(document: Document[Turning], encoding: Turning) -> tuple[Panel, Panel]:
    pairs = pair_axis(document)
    halves = Axis("part", "", (-0.5, 1.5), inverted=True, whole=True, names=("· sin", "· cos"))
    first, second = packed_operators(encoding, document.shift.phi)
    colours = document.view.colormap
    return (
        Panel(
            pairs,
            halves,
            (Heatmap(ArrayRaster(first), (-1.0, 1.0), colours, bar=None, key="packed_sines"),),
            "*M*₁ for sines",
        ),
        Panel(
            pairs,
            halves,
            (Heatmap(ArrayRaster(second), (-1.0, 1.0), colours, bar=None, key="packed_cosines"),),
            "*M*₂ for cosines",
        ),
    )


def _costs(document: Document[Turning], made: Turning) -> Panel:
    worst = worst_shift_error(document.embedded, document.operator, document.shift.phi)
    errors = errors_of_ways(worst.before, worst.after, made, document.shift.phi)
    holds = _claim(document).holds
    rows = []
    for cost in costs(document.encoding):
        error = errors[cost.method]
        rows.append(
            (
                _WAYS[cost.method],
                whole(cost.multiplications),
                "not built" if isnan(cost.seconds) else f"{number(cost.seconds * 1e6, 3)} µs",
                storage(cost.memory),
                "not built" if isnan(error) else difference(error),
            )
        )
    verdicts = tuple(None if isnan(error) else holds for error in errors.values())
    columns = "Way", "Products", "Time, one thread", "Memory", "Error"
    listing = Listing(columns, tuple(rows), verdicts, measured=columns[2], errors=columns[4])
    count = len(worst.positions)
    which = f"the worst of {whole(count)} rows" if count > 1 else "the one row"
    title = f"Five ways to apply it to a row of {name(document)}"
    return listed(listing, title, f"error in {which} tried")


def _tables(document: Document[Turning]) -> tuple[Columns, ...]:
    encoding = document.encoding
    if encoding.dim % 2:
        return ()
    made = encoding.model_copy(update={"layout": document.operator})
    worst = worst_shift_error(document.embedded, document.operator, document.shift.phi)
    errors = errors_of_ways(worst.before, worst.after, made, document.shift.phi)
    found = costs(encoding)
    columns: dict[str, Column] = {
        "way": [cost.method for cost in found],
        "products": [cost.multiplications for cost in found],
        "memory": [cost.memory for cost in found],
        "error": [errors[cost.method] for cost in found],
    }
    labels = {"products": "multiplications a row", "memory": "bytes", "error": "the largest in the rows tried"}
    return (Columns("ways", columns, labels),)


def _explain(document: Document[Turning]) -> str:
    encoding, dim = document.encoding, document.encoding.dim
    if dim % 2:
        return NO_OPERATOR
    text = f"Of the {whole(dim * dim)} entries of *M*(*φ*) {whole(_filled(document))} are not 0: "
    text += "it is one 2×2 rotation" if dim == 2 else f"one 2×2 rotation for each pair, {_place(document)}"
    if _has_corner(encoding):
        if document.view.reduce == "mean":
            text += ". Where a pixel covers several, it shows the one farthest from 0"
        text += f". Beside the whole stand the rows and columns of the first {whole(FEW)} pairs"
    text += f". Packed as *M*₁ and *M*₂, or as *v*₁ and *v*₂, the same numbers take {whole(2 * dim)} products a row"
    text += ", as many as *M* itself." if dim == 2 else f" in place of {whole(dim * dim)}."
    holds, why = _claim(document).holds, _claim(document).detail
    if holds is None and "rounding t+φ" in why:
        return f"{text} Whether it shifts the rows cannot be told so far out: rounding *t*+*φ* costs too much."
    if holds is None:
        return f"{text} Whether it shifts the rows cannot be told with so small a *φ*: rounding hides it."
    if holds:
        return text
    reasons = []
    if document.operator != encoding.layout:
        reasons.append("*M* was built for another layout than the table's")
    if not document.embedded.plain:
        reasons.append("*M* turns the content too")
    return f"{text} Here the rows miss: {' and '.join(reasons) or 'rounding is large here'}."


def _place(document: Document[Turning]) -> str:
    if not document.shift.phi:
        return "none of which turns anything at *φ* = 0"
    if document.operator == "interleaved":
        return "side by side along the diagonal, since sines and cosines alternate"
    return "spread over three diagonals, since sines and cosines are kept apart"


def _formula(document: Document[Turning]) -> Formula:
    if document.encoding.dim % 2:
        return Formula()
    corners, set_corners = _CORNERS[document.operator]
    matrix = Formula(f"M(φ) = {corners}", rf"M(\varphi) = {set_corners}")
    if document.operator != "interleaved":
        matrix = matrix.beside(_HALVES)
    return matrix.beside(document.encoding.frequency_formula())


PANE = Pane(
    name="operator",
    title="Operator",
    summary="the matrix M(φ), its packed forms, and five ways to apply it",
    shows="the matrix that shifts a table",
    needs=Turning,
    reads=lambda document: (
        document.embedded,
        document.operator,
        document.shift.phi,
        document.view.colormap,
        document.view.raw,
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    choices=("shift.operator",),
    measures=True,
    tables=_tables,
    parts=("matrix", "blocks", "sines", "cosines", "vectors", "ways"),
)
