"""The Operator pane: the matrix M(φ), its first blocks, its packed forms, and the costs of five ways to apply it."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from operator import attrgetter

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, steady, storage
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Listing, Note, Panel
from peviewer.figures.panels.axes import curve_style, dimension_axis, pair_axis
from peviewer.figures.panels.table import NO_OPERATOR, table_name
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.claims.properties import Property, shift_claim
from peviewer.model.embedded import worst_shift_error
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples
from peviewer.model.shifted_rasters import OperatorRaster
from peviewer.model.shifting import (
    Method,
    costs,
    errors_of_ways,
    packed_operators,
    swap_vectors,
)

_WAY_NAMES = {
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
_MATRIX_FORMULAS = {
    "interleaved": r"\mathrm{diag}(\cos\,\omega_i\varphi,\ \sin\,\omega_i\varphi;"
    r"\ -\sin\,\omega_i\varphi,\ \cos\,\omega_i\varphi)",
    "concatenated": r"(\cos\,\Omega,\ \sin\,\Omega;\ -\sin\,\Omega,\ \cos\,\Omega)",
    "flipped": r"(\cos\,\Omega,\ -\sin\,\Omega;\ \sin\,\Omega,\ \cos\,\Omega)",
}
FEW_PAIRS = 8  # drawn large, beside the whole matrix
WHOLE_SHARE = 0.5  # of the width of the first pairs


def _draw(document: Document[Turning]) -> Figure:
    encoding, phi, operator = document.encoding, document.shift.phi, document.operator
    columns = dimension_axis(document)
    rows = columns.other_side(label="row *r*", cursor="row", inverted=True)
    if encoding.dim % 2:
        across, down = (replace(axis, cursor=None) for axis in (columns, rows))
        return Figure(_TITLES[None], ((Panel(across, down, (Note(NO_OPERATOR),)),),))
    made = encoding.model_copy(update={"layout": operator})
    raster = OperatorRaster(encoding, operator, phi)
    colours, reduce = document.view.colormap, document.view.reduce
    cells = Heatmap(
        raster, (-1.0, 1.0), colours, reduce=reduce, quantity="*M*(*φ*)", key="operator"
    )
    matrix = Panel(
        replace(columns, label="column *j*"),
        rows,
        (cells,),
        title=f"*M*(*φ*),  *φ* = {steady(phi)}",
        fact=f"{number(_count_entries(document))} entries are not 0",
        square_cells=True,
        encoding=_of_another_layout(document, made),
    )
    packed, vectors = _packed_panels(document, made), _vectors_panel(document, made)
    costs_of_ways = _costs_listing(document)
    title = _TITLES[_shift_claim(document).holds]
    if not _shows_first_pairs(encoding):
        names = "matrix", "vectors", "sines", "cosines", "ways"
        few = (matrix, vectors), packed, (costs_of_ways,)
        return Figure(title, few, heights=(3.4, 0.8, 1.6), spare=(1,), names=names)
    blocks = _first_pairs_panel(document, made, raster)
    title_of_all = f"All {number(encoding.pairs)} pairs"
    matrix = replace(
        matrix, marks=(replace(cells, bar=None),), title=title_of_all, share=WHOLE_SHARE
    )
    return Figure(
        title,
        ((blocks, matrix), (*packed, vectors), (costs_of_ways,)),
        heights=(3.2, 0.9, 1.5),
        spare=(1,),
        names=("blocks", "matrix", "sines", "cosines", "vectors", "ways"),
        wide=((0, 5), (1, 2, 3, 4)),
        wide_heights=(2.2, 1.0),
    )


def _shows_first_pairs(encoding: Turning) -> bool:
    """Whether the matrix is too large for its 2×2 blocks to be visible."""
    return encoding.pairs > FEW_PAIRS


def _first_pairs_panel(document: Document[Turning], made: Turning, raster: OperatorRaster) -> Panel:
    order = made.columns
    halves = [
        range(int(side[0]), int(side[0]) + FEW_PAIRS) for side in (order.sines, order.cosines)
    ]
    halves = (
        [range(2 * FEW_PAIRS)]
        if made.layout == "interleaved"
        else sorted(halves, key=lambda half: half.start)
    )
    cells = np.block([[raster.exact(rows, columns) for columns in halves] for rows in halves])
    names = () if len(halves) == 1 else tuple(number(place) for half in halves for place in half)
    axis = Axis("corner", "", (-0.5, 2 * FEW_PAIRS - 0.5), whole=True, zooms=True, names=names)
    column, row = (None, None) if names else ("dimension", "row")
    return Panel(
        replace(axis, label="column *j*", cursor=column),
        axis.other_side(label="row *r*", cursor=row, inverted=True),
        (
            Heatmap(
                ArrayRaster(cells),
                (-1.0, 1.0),
                document.view.colormap,
                quantity="*M*(*φ*)",
                key=None,
            ),
        ),
        title=f"*M*({steady(document.shift.phi)}): first {number(FEW_PAIRS)} pairs",
        square_cells=True,
        encoding=_of_another_layout(document, made),
    )


def _of_another_layout(document: Document[Turning], made: Turning) -> Turning | None:
    """Return the encoding in M(φ)'s layout, where that is not the table's: its columns hold other pairs."""
    return None if made.layout == document.encoding.layout else made


def _shift_claim(document: Document[Turning]) -> Property:
    return shift_claim(document.embedded, document.operator, document.shift.phi)


def _count_entries(document: Document[Turning]) -> int:
    return 2 * int(np.count_nonzero(packed_operators(document.encoding, document.shift.phi)[0]))


def _vectors_panel(document: Document[Turning], encoding: Turning) -> Panel:
    a, b = swap_vectors(encoding, document.shift.phi)
    places = np.arange(encoding.dim, dtype=np.float64)
    style = curve_style(encoding.dim, 64)
    # Its signs alternate with sines and cosines, so a single curve would be a solid area.
    alternating = [Samples(places[side::2], b[side::2]) for side in (0, 1)]
    second = (
        alternating
        if encoding.layout == "interleaved" and style == "line"
        else [Samples(places, b)]
    )
    curves = [Curve(Samples(places, a), "*v*₁", "cosine", style, key=None)]
    for k, series in enumerate(second):
        curves.append(Curve(series, "" if k else "*v*₂", "sine", style, quantity="*v*₂", key=None))
    value = Axis("value", "", (-1.1, 1.1))
    axis = dimension_axis(document)
    made = _of_another_layout(document, encoding)
    return Panel(axis, value, tuple(curves), "*v*₁ and *v*₂", legend=True, encoding=made)


def _packed_panels(document: Document[Turning], encoding: Turning) -> tuple[Panel, Panel]:
    pairs = pair_axis(document)
    halves = Axis("part", "", (-0.5, 1.5), inverted=True, whole=True, names=("· sin", "· cos"))
    first, second = packed_operators(encoding, document.shift.phi)
    colours = document.view.colormap
    sines = Heatmap(ArrayRaster(first), (-1.0, 1.0), colours, bar=None, key="packed_sines")
    cosines = Heatmap(ArrayRaster(second), (-1.0, 1.0), colours, bar=None, key="packed_cosines")
    return Panel(pairs, halves, (sines,), "*M*₁ for sines"), Panel(
        pairs, halves, (cosines,), "*M*₂ for cosines"
    )


def _errors(document: Document[Turning]) -> tuple[dict[Method, float], str]:
    """Return the largest error of each way to apply M(φ), and of which rows."""
    made = document.encoding.model_copy(update={"layout": document.operator})
    worst = worst_shift_error(document.embedded, document.operator, document.shift.phi)
    count = len(worst.positions)
    which = f"the worst of {number(count)} rows" if count > 1 else "the one row"
    scope = "that stay in the table" if count > 1 else "that stays in the table"
    which = f"{which} {scope if worst.stays_inside else 'tried'}"
    return errors_of_ways(worst.before, worst.after, made, document.shift.phi), which


def _costs_listing(document: Document[Turning]) -> Panel:
    errors, which = _errors(document)
    holds = _shift_claim(document).holds
    texts = {
        way: "not built" if isnan(error) else number(error, 2) for way, error in errors.items()
    }
    rows = [
        (_WAY_NAMES[way], number(products), storage(memory), texts[way])
        for way, (products, memory) in costs(document.encoding.dim).items()
    ]
    verdicts = tuple(None if isnan(error) else holds for error in errors.values())
    listing = Listing(("Way", "Products", "Memory", "Error"), tuple(rows), verdicts)
    title = f"Five ways to apply it to a row of {table_name(document)}"
    return Panel.of_listing(listing, title, f"error in {which}")


def _tables(document: Document[Turning]) -> tuple[Columns, ...]:
    if document.encoding.dim % 2:
        return ()
    ways = costs(document.encoding.dim)
    errors, which = _errors(document)
    columns: dict[str, Column] = {
        "way": list(ways),
        "products": [products for products, _ in ways.values()],
        "memory": [memory for _, memory in ways.values()],
        "error": [errors[way] for way in ways],
    }
    labels = {"products": "multiplications a row", "memory": "bytes", "error": f"in {which}"}
    made = document.encoding.model_copy(update={"layout": document.operator})
    a, b = swap_vectors(made, document.shift.phi)
    vectors = Columns("vectors", {"dimension": np.arange(made.dim), "v1": a, "v2": b})
    return Columns("ways", columns, labels), vectors


def _explain(document: Document[Turning]) -> str:
    encoding, dim = document.encoding, document.encoding.dim
    if dim % 2:
        return NO_OPERATOR
    where = "spread over three diagonals, since sines and cosines are kept apart"
    if document.operator == "interleaved":
        where = "side by side along the diagonal, since sines and cosines alternate"
    if not document.shift.phi:
        where = "none of which turns anything at *φ* = 0"
    text = f"Of the {number(dim * dim)} entries of *M*(*φ*), {number(_count_entries(document))} are not 0: "
    text += f"one 2×2 rotation for each pair, {where}"
    if _shows_first_pairs(encoding):
        if document.view.reduce == "mean":
            text += ". Where a pixel covers several entries, it shows the one farthest from 0"
        text += f". The first {number(FEW_PAIRS)} pairs are drawn large, with the whole matrix small beside them"
        text += (
            "; the other pairs turn in the same way, each by its own angle"
            if document.shift.phi
            else ""
        )
    text += f". Packed as *M*₁ and *M*₂, or as *v*₁ and *v*₂, the same numbers take {number(2 * dim)} products per row"
    text += f" instead of {number(dim * dim)}."
    holds = _shift_claim(document).holds
    if holds is None:
        return f"{text} Rounding is too large here to tell whether *M* shifts the rows."
    if holds:
        return text
    reasons = []
    if document.operator != encoding.layout:
        reasons.append("*M* was built for another layout than the table's")
    if not document.embedded.plain:
        reasons.append("*M* also turns the content")
    return f"{text} The rows are not shifted here: {' and '.join(reasons) or 'rounding is large'}."


def _formula(document: Document[Turning]) -> Formula:
    if document.encoding.dim % 2:
        return Formula()
    matrix = Formula(rf"M(\varphi) = {_MATRIX_FORMULAS[document.operator]}")
    if document.operator != "interleaved":
        matrix = matrix.beside(Formula(r"\Omega = \mathrm{diag}\ \omega_i\varphi"))
    return matrix.beside(document.encoding.frequency_formula())


PANE = Pane(
    "operator",
    Turning,
    "the matrix M(φ) that shifts a table, its packed forms, and five ways to apply it",
    reads=attrgetter("embedded", "operator", "shift.phi", "view.colormap", "view.raw"),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    choices=("shift.operator",),
    tables=_tables,
    parts=("matrix", "blocks", "sines", "cosines", "vectors", "ways"),
)
