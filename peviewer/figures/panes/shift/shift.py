"""The Shift pane: PE beside M(φ)·PE, and row t, shifted, over row t + φ."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, plain, steady
from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Axis,
    Curve,
    Dials,
    Direction,
    Figure,
    Note,
    Panel,
    Picks,
    Role,
    Turns,
)
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import curve_style, dimension_axis, position_axis
from peviewer.figures.panels.table import (
    NO_OPERATOR,
    cells_panel,
    content_formula,
    table_levels,
    table_name,
)
from peviewer.figures.panes.pane import Columns, Pane
from peviewer.model.claims.properties import shift_claim
from peviewer.model.claims.subject import Subject
from peviewer.model.claims.turning import matches
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.series import Samples
from peviewer.model.turning.pairs import Layout, exact_phasors

FEW_DIMENSIONS = 64  # whose numbers are drawn as points


def _draw(document: Document[Turning]) -> Figure:
    encoding, embedded, phi = document.encoding, document.embedded, document.shift.phi
    positions, dimensions = position_axis(document), dimension_axis(document)
    what = table_name(document) if embedded.plain else f"({table_name(document)})"
    table = f"{what}(*t*)"
    direction: Direction = "x" if document.view.transposed else "y"
    name, raster = table_name(document), embedded.raster()
    if encoding.dim % 2:
        before = cells_panel(document, positions, dimensions, raster, table, None, quantity=name)
        before = replace(
            before, marks=(*before.marks, shift_marks.reference_rule(document, direction))
        )
        across, down = (replace(axis, cursor=None) for axis in (before.x, before.y))
        empty = Panel(across, down, (Note(NO_OPERATOR),), f"*M*(*φ*)·{table}")
        return Figure("Shift", ((before, empty),))
    before = cells_panel(
        document, positions, dimensions, raster, table, bar=None, shifted=True, quantity=name
    )
    title, moved = f"*M*(*φ*)·{table}", embedded.raster(phi, document.operator)
    after = cells_panel(
        document,
        positions,
        dimensions,
        moved,
        title,
        shifted=True,
        quantity=f"*M*(*φ*)·{what}",
        key="shifted",
    )
    before = replace(before, marks=(*before.marks, *shift_marks.shift_rules(document, direction)))
    marks = (*after.marks, shift_marks.reference_rule(document, direction))
    is_shifted = document.operator == encoding.layout
    # The title stays while φ plays, so that φ is apart from it.
    after = replace(
        after, marks=marks, fact=f"*φ* = {steady(phi)}", moved=phi if is_shifted else None
    )
    return Figure(
        "A shift is one matrix, the same for every position"
        if holds(document)
        else "One matrix for every position",
        (
            (before, after),
            (_dials_panel(document, dimensions),),
            (_row_panel(document, dimensions),),
        ),
        heights=(2.0, 0.5, 1.0),
        spare=(1,),
    )


def holds(document: Document[Turning]) -> bool:
    """Whether M(φ) maps the vector of any position t to that of t + φ, up to rounding."""
    is_pure = document.embedded.plain and document.operator == document.encoding.layout
    return is_pure or bool(
        shift_claim(document.embedded, document.operator, document.shift.phi).holds
    )


class _RowMatch(NamedTuple):
    """A row moved by M(φ), and the row that it should match."""

    position: int
    moved: NDArray[np.float64]
    direct: NDArray[np.float64]
    error: float
    meets: (
        bool | None
    )  # whether they differ by rounding only; None where rounding is too large to tell

    @property
    def fact(self) -> str:
        if self.meets:
            return "up to rounding"
        return f"largest difference {plain(self.error, 2) if self.error >= 0.01 else number(self.error, 2)}"


def _match_reference_row(document: Document[Turning]) -> _RowMatch:
    position = document.reference_position
    return _match_row(document.embedded, document.operator, document.shift.phi, position)


@lru_cache(maxsize=2)  # drawn and explained from the same rows
def _match_row(
    embedded: Embedded[Turning], operator: Layout, phi: float, position: int
) -> _RowMatch:
    moved = embedded.shifted(embedded.table([position]), phi, operator)[0]
    direct = embedded.table([position + phi])[0]
    error = float(np.abs(moved - direct).max())
    meets = matches(
        Subject(embedded, operator, phi), error, np.stack([moved, direct]), np.array([position])
    )
    return _RowMatch(position, moved, direct, error, meets)


MOST_DIALS = 48  # a painter shows as many as fit


def _dials_panel(document: Document[Turning], dimensions: Axis) -> Panel:
    encoding, order = document.encoding, document.encoding.columns
    step = -(-encoding.pairs // MOST_DIALS)
    pairs = np.arange(step // 2, encoding.pairs, step)
    omegas, rests = encoding.frequencies()[pairs], encoding.frequency_rests()[pairs]
    (before,) = exact_phasors(np.array([float(document.reference_position)]), omegas, rests)
    beside = order.cosines[pairs] if encoding.layout == "interleaved" else order.sines[pairs]
    phi, numbers = document.shift.phi, tuple(pairs.tolist())
    dials = Dials(
        tuple(((order.sines[pairs] + beside) / 2).tolist()),
        tuple(np.angle(before).tolist()),
        tuple((omegas * phi).tolist()),
        _pair_names(numbers),
        picks=Picks("clocks.pair", numbers),
        turns=Turns("shift.phi", phi, tuple(omegas.tolist())),
    )
    return Panel(dimensions, Axis("dial", "", (-1.0, 1.0)), (dials,))


@lru_cache(maxsize=8)  # which do not change while φ plays
def _pair_names(pairs: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"*i* = {number(pair)}" for pair in pairs)


def _row_panel(document: Document[Turning], dimensions: Axis) -> Panel:
    compared = _match_reference_row(document)
    position, moved, direct, meets = (
        compared.position,
        compared.moved,
        compared.direct,
        compared.meets,
    )
    reach = max(
        table_levels(document, shifted=True)[1],
        float(np.abs(moved).max()),
        float(np.abs(direct).max()),
    )
    order = document.encoding.columns
    what = table_name(document) if document.embedded.plain else f"({table_name(document)})"
    at, onto = number(position), steady(position + document.shift.phi)
    style = curve_style(len(moved), FEW_DIMENSIONS)
    expected: list[Curve] = []
    turned: list[Curve] = []
    sides: tuple[tuple[Role, str, NDArray[np.int64]], ...] = (
        ("sine", "sin", order.sines), ("cosine", "cos", order.cosines)
    )  # fmt: skip
    for color, name, columns in sides:
        right, own = (Samples(columns.astype(float), row[columns]) for row in (direct, moved))
        wide: Literal["wide", "points"] = "wide" if len(columns) > 1 else "points"
        expected.append(Curve(right, f"{what}(*t* + *φ*), {name}", color, wide, key=None))
        label = f"*M*·{what}(*t*)"
        turned.append(
            Curve(own, "" if turned else label, "ink", style, quantity=f"{label}, {name}", key=None)
        )
    lands = {True: "lands on", False: "misses", None: "lands beside"}[meets]
    return Panel(
        dimensions,
        Axis("value", "", (-1.1 * reach, 1.1 * reach)),
        (*expected, *turned),
        title=f"Row {at}, turned, {lands} row {onto}{', which is rounded' if meets is None else ''}",
        fact=compared.fact,
        legend=True,
        keeps_curves_together=True,
    )


def _row_tables(document: Document[Turning]) -> tuple[Columns, ...]:
    if document.encoding.dim % 2:
        return ()
    compared = _match_reference_row(document)
    places = np.arange(document.encoding.dim)
    return (
        Columns(
            "row", {"dimension": places, "expected": compared.direct, "shifted": compared.moved}
        ),
    )


def _explain(document: Document[Turning]) -> str:
    if document.encoding.dim % 2:
        return NO_OPERATOR
    meets = _match_reference_row(document).meets
    unknown = (
        "So far out *t*+*φ* is rounded, so it cannot be told whether the vectors below coincide."
    )
    if holds(document):
        if document.shift.phi == 0:
            return "With *φ* = 0 the matrix *M*(*φ*) is the identity and changes nothing."
        below = unknown if meets is None else "Below, the two vectors coincide."
        return (
            "The second table looks shifted by *φ* positions, but every position's vector was only multiplied by the "
            f"same matrix *M*(*φ*), which turns each pair by its own angle *ωᵢφ*. {below}"
        )
    what = "In the second table every position's vector is multiplied by the same matrix *M*(*φ*). "
    faults = []
    if document.operator != document.encoding.layout:
        faults.append(
            "*M* was built for another layout than the table's, so it turns numbers that do not form a pair"
        )
        if {document.operator, document.encoding.layout} == {"concatenated", "flipped"}:
            faults = [
                "*M* takes sines for cosines and cosines for sines, and so turns each pair back, by −*φ*"
            ]
    if not document.embedded.plain:
        faults.append("it also turns the content, which a shift of the positions does not change")
    below = {
        True: "At the position compared below this cannot be seen.",
        False: "Below, the two vectors differ.",
        None: unknown,
    }[meets]
    return f"{what}That is not the table shifted by *φ* positions: {'; and '.join(faults)}. {below}"


def _formula(document: Document[Turning]) -> Formula:
    if document.encoding.dim % 2:
        return Formula()
    sign = "=" if holds(document) else r"\neq"
    y = "PE" if document.embedded.plain else "y"
    shifted = Formula(rf"{y}(t+\varphi) {sign} M(\varphi)\,{y}(t)")
    if not document.embedded.plain:
        shifted = shifted.beside(content_formula(document))
    turns = Formula(r"M(\varphi)\ \mathrm{turns\ pair}\ i\ \mathrm{by}\ \omega_i\varphi")
    return shifted.beside(turns).beside(document.encoding.frequency_formula())


PANE = Pane(
    "shift",
    Turning,
    "the shift of a table by a matrix, PE(t+φ) = M(φ)·PE(t), moving with φ",
    reads=attrgetter(
        "embedded",
        "operator",
        "shift.phi",
        "cursor.position",
        "view.colormap",
        "view.transposed",
        "view.raw",
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    tables=_row_tables,
    main="shifted",
    parts=("table", "shifted", "clocks", "row"),
)
