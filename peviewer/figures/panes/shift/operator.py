"""The Operator pane: the matrix M(φ), its first blocks, its packed forms, ways to apply it."""

from __future__ import annotations

from math import isnan
from operator import attrgetter

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, storage
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Listing, Panel
from peviewer.figures.panels.axes import curve_style, dimension_axis, pair_axis
from peviewer.figures.panels.table import NO_OPERATOR, table_name
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.figures.panes.shift.operator_matrix import (
    FEW_PAIRS,
    count_entries,
    first_pairs_panel,
    in_layout_of_operator,
    matrix_panel,
    odd_note,
    of_another_layout,
    shows_first_pairs,
    small_matrix_panel,
)
from peviewer.model.claims.properties import Property, shift_claim
from peviewer.model.embedded import worst_shift_error
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples
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
# The most dimensions that are drawn as points.
FEW_DIMENSIONS = 64


def _draw(document: Document[Turning]) -> Figure:
    if document.encoding.dim % 2:
        return Figure(_TITLES[None], ((odd_note(document),),))
    title = _TITLES[_shift_claim(document).holds]
    ways = _costs_listing(document)
    vectors = _vectors_panel(document)
    sines, cosines = _packed_panels(document)
    if not shows_first_pairs(document.encoding):
        return Figure(
            title,
            ((matrix_panel(document), vectors), (sines, cosines), (ways,)),
            heights=(3.4, 0.8, 1.6),
            spare_rows=(1,),
            names=("matrix", "vectors", "sines", "cosines", "ways"),
            wide=((0, 4), (2, 3, 1)),
            wide_heights=(2.2, 1.0),
        )
    return Figure(
        title,
        (
            (first_pairs_panel(document), small_matrix_panel(document)),
            (sines, cosines, vectors),
            (ways,),
        ),
        heights=(3.2, 0.9, 1.5),
        spare_rows=(1,),
        names=("blocks", "matrix", "sines", "cosines", "vectors", "ways"),
        wide=((0, 5), (1, 2, 3, 4)),
        wide_heights=(2.2, 1.0),
    )


def _shift_claim(document: Document[Turning]) -> Property:
    return shift_claim(document.embedded, document.operator, document.shift.phi)


def _vectors_panel(document: Document[Turning]) -> Panel:
    encoding = in_layout_of_operator(document)
    first, second = swap_vectors(encoding, document.shift.phi)
    columns = np.arange(encoding.dim, dtype=np.float64)
    style = curve_style(encoding.dim, FEW_DIMENSIONS)
    parts = [Samples(columns, second)]
    if encoding.layout == "interleaved" and style == "line":
        # Its signs alternate between sines and cosines, so a single curve would be a solid area.
        parts = [Samples(columns[side::2], second[side::2]) for side in (0, 1)]

    curves = [Curve(Samples(columns, first), "*v*₁", "cosine", style, key=None)]
    for number_of_part, series in enumerate(parts):
        label = "" if number_of_part else "*v*₂"
        curves.append(Curve(series, label, "sine", style, quantity="*v*₂", key=None))
    return Panel(
        dimension_axis(document),
        Axis("value", "", (-1.1, 1.1)),
        tuple(curves),
        "*v*₁ and *v*₂",
        legend=True,
        encoding=of_another_layout(document),
    )


def _packed_panels(document: Document[Turning]) -> tuple[Panel, Panel]:
    encoding = in_layout_of_operator(document)
    sines, cosines = packed_operators(encoding, document.shift.phi)
    return (
        _packed_panel(document, sines, "packed_sines", "*M*₁ for sines"),
        _packed_panel(document, cosines, "packed_cosines", "*M*₂ for cosines"),
    )


def _packed_panel(document: Document[Turning], packed: Array, key: str, title: str) -> Panel:
    heatmap = Heatmap(ArrayRaster(packed), (-1.0, 1.0), document.view.colormap, bar=None, key=key)
    names = ("· sin", "· cos")
    halves = Axis("part", "", (-0.5, 1.5), inverted=True, whole=True, names=names)
    return Panel(pair_axis(document), halves, (heatmap,), title)


def _errors(document: Document[Turning]) -> tuple[dict[Method, float], str]:
    """Return the largest error of each way to apply M(φ), and of which rows."""
    phi = document.shift.phi
    worst = worst_shift_error(document.embedded, document.operator, phi)
    count = len(worst.positions)
    rows = f"the worst of {number(count)} rows" if count > 1 else "the one row"
    if not worst.stays_inside:
        rows += " tried"
    elif count > 1:
        rows += " that stay in the table"
    else:
        rows += " that stays in the table"
    encoding = in_layout_of_operator(document)
    return errors_of_ways(worst.before, worst.after, encoding, phi), rows


def _costs_listing(document: Document[Turning]) -> Panel:
    errors, compared_rows = _errors(document)
    holds = _shift_claim(document).holds
    rows: list[tuple[str, ...]] = []
    verdicts: list[bool | None] = []
    for way, (products, memory) in costs(document.encoding.dim).items():
        is_built = not isnan(errors[way])
        error_text = number(errors[way], 2) if is_built else "not built"
        rows.append((_WAY_NAMES[way], number(products), storage(memory), error_text))
        verdicts.append(holds if is_built else None)
    columns = ("Way", "Products", "Memory", "Error")
    listing = Listing(columns, tuple(rows), tuple(verdicts))
    title = f"Five ways to apply it to a row of {table_name(document)}"
    return Panel.of_listing(listing, title, f"error in {compared_rows}")


def _tables(document: Document[Turning]) -> tuple[Columns, ...]:
    if document.encoding.dim % 2:
        return ()
    return (_table_of_ways(document), _table_of_vectors(document))


def _table_of_ways(document: Document[Turning]) -> Columns:
    costs_of_ways = costs(document.encoding.dim)
    errors, compared_rows = _errors(document)
    columns: dict[str, Column] = {
        "way": list(costs_of_ways),
        "products": [products for products, _ in costs_of_ways.values()],
        "memory": [memory for _, memory in costs_of_ways.values()],
        "error": [errors[way] for way in costs_of_ways],
    }
    labels = {
        "products": "multiplications a row",
        "memory": "bytes",
        "error": f"in {compared_rows}",
    }
    return Columns("ways", columns, labels)


def _table_of_vectors(document: Document[Turning]) -> Columns:
    encoding = in_layout_of_operator(document)
    first, second = swap_vectors(encoding, document.shift.phi)
    dimensions = np.arange(encoding.dim)
    return Columns("vectors", {"dimension": dimensions, "v1": first, "v2": second})


def _explain(document: Document[Turning]) -> str:
    dim = document.encoding.dim
    if dim % 2:
        return NO_OPERATOR
    entries = f"{number(dim * dim)} entries"
    text = (
        f"Of the {entries} of *M*(*φ*), {number(count_entries(document))} are not 0: "
        f"one 2×2 rotation for each pair, {_places_of_rotations(document)}"
    )
    if shows_first_pairs(document.encoding):
        text += _first_pairs_text(document)
    text += (
        ". Packed as *M*₁ and *M*₂, or as *v*₁ and *v*₂, the same numbers take "
        f"{number(2 * dim)} products per row instead of {number(dim * dim)}."
    )
    holds = _shift_claim(document).holds
    if holds is None:
        return f"{text} Rounding is too large here to tell whether *M* shifts the rows."
    return text if holds else f"{text} The rows are not shifted here: {_reasons(document)}."


def _places_of_rotations(document: Document[Turning]) -> str:
    """Return where in M(φ) the rotations of pairs are."""
    if not document.shift.phi:
        return "none of which turns anything at *φ* = 0"
    if document.operator == "interleaved":
        return "side by side along the diagonal, since sines and cosines alternate"
    return "spread over three diagonals, since sines and cosines are kept apart"


def _first_pairs_text(document: Document[Turning]) -> str:
    """Return the end of a sentence, and one on the first pairs, without its full stop."""
    text = ""
    if document.view.reduce == "mean":
        text += ". Where a pixel covers several entries, it shows the one farthest from 0"
    text += (
        f". The first {number(FEW_PAIRS)} pairs are drawn large, "
        "with the whole matrix small beside them"
    )
    if document.shift.phi:
        text += "; the other pairs turn in the same way, each by its own angle"
    return text


def _reasons(document: Document[Turning]) -> str:
    """Return why M(φ) does not shift the rows."""
    reasons: list[str] = []
    if document.operator != document.encoding.layout:
        reasons.append("*M* was built for another layout than the table's")
    if not document.embedded.has_no_content:
        reasons.append("*M* also turns the content")
    return " and ".join(reasons) or "rounding is large"


def _formula(document: Document[Turning]) -> Formula:
    if document.encoding.dim % 2:
        return Formula()
    matrix = Formula(rf"M(\varphi) = {_MATRIX_FORMULAS[document.operator]}")
    if document.operator != "interleaved":
        matrix = matrix.joined_with(Formula(r"\Omega = \mathrm{diag}\ \omega_i\varphi"))
    return matrix.joined_with(document.encoding.frequency_formula())


PANE = Pane(
    "operator",
    Turning,
    "the matrix M(φ) that shifts a table, its packed forms, and five ways to apply it",
    in_brief="The matrix that shifts rows",
    reads=attrgetter("embedded", "operator", "shift.phi", "view.colormap", "view.raw"),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    choices=("shift.operator",),
    tables=_tables,
    parts=("matrix", "blocks", "sines", "cosines", "vectors", "ways"),
    given="table",
)
