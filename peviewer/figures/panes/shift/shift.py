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

# So many dimensions are drawn as points.
FEW_DIMENSIONS = 64

# Small clocks; a painter shows as many as fit.
MAX_DIALS = 48


def _draw(document: Document[Turning]) -> Figure:
    if document.encoding.dim % 2:
        return Figure("Shift", ((_odd_table(document), _odd_note(document)),))
    title = "One matrix for every position"
    if holds(document):
        title = "A shift is one matrix, the same for every position"
    dimensions = dimension_axis(document)
    return Figure(
        title,
        (
            (_table_panel(document), _shifted_panel(document)),
            (_dials_panel(document, dimensions),),
            (_row_panel(document, dimensions),),
        ),
        heights=(2.0, 0.5, 1.0),
        spare=(1,),
    )


def _factor_name(document: Document[Turning]) -> str:
    """Return the name of the table, in brackets if it is a sum."""
    name = table_name(document)
    return name if document.embedded.plain else f"({name})"


def _marked_direction(document: Document[Turning]) -> Direction:
    """Return along which axis positions are."""
    return "x" if document.view.transposed else "y"


def _odd_table(document: Document[Turning]) -> Panel:
    """Return the table of an encoding with odd d, which has no M(φ)."""
    panel = cells_panel(
        document,
        position_axis(document),
        dimension_axis(document),
        document.embedded.raster(),
        f"{_factor_name(document)}(*t*)",
        bar=None,
        quantity=table_name(document),
    )
    rule = shift_marks.reference_rule(document, _marked_direction(document))
    return replace(panel, marks=(*panel.marks, rule))


def _odd_note(document: Document[Turning]) -> Panel:
    """Return a sentence why there is no M(φ), on the axes of the table."""
    table = _odd_table(document)
    across = replace(table.x, cursor=None)
    down = replace(table.y, cursor=None)
    return Panel(across, down, (Note(NO_OPERATOR),), f"*M*(*φ*)·{table.title}")


def _table_panel(document: Document[Turning]) -> Panel:
    panel = cells_panel(
        document,
        position_axis(document),
        dimension_axis(document),
        document.embedded.raster(),
        f"{_factor_name(document)}(*t*)",
        bar=None,
        shifted=True,
        quantity=table_name(document),
    )
    rules = shift_marks.shift_rules(document, _marked_direction(document))
    return replace(panel, marks=(*panel.marks, *rules))


def _shifted_panel(document: Document[Turning]) -> Panel:
    phi = document.shift.phi
    factor = _factor_name(document)
    panel = cells_panel(
        document,
        position_axis(document),
        dimension_axis(document),
        document.embedded.raster(phi, document.operator),
        f"*M*(*φ*)·{factor}(*t*)",
        shifted=True,
        quantity=f"*M*(*φ*)·{factor}",
        key="shifted",
    )
    rule = shift_marks.reference_rule(document, _marked_direction(document))
    is_shifted = document.operator == document.encoding.layout
    # The title stays while φ plays, so that φ is apart from it.
    return replace(
        panel,
        marks=(*panel.marks, rule),
        fact=f"*φ* = {steady(phi)}",
        moved=phi if is_shifted else None,
    )


def holds(document: Document[Turning]) -> bool:
    """Whether M(φ) maps the vector of any position t to that of t + φ, up to rounding."""
    if document.embedded.plain and document.operator == document.encoding.layout:
        return True
    claim = shift_claim(document.embedded, document.operator, document.shift.phi)
    return bool(claim.holds)


class _RowMatch(NamedTuple):
    """A row moved by M(φ), and the row that it should match.

    `meets` is whether they differ by rounding only; None where rounding is too large to tell.
    """

    position: int
    moved: NDArray[np.float64]
    direct: NDArray[np.float64]
    error: float
    meets: bool | None

    @property
    def fact(self) -> str:
        if self.meets:
            return "up to rounding"
        error_text = plain(self.error, 2) if self.error >= 0.01 else number(self.error, 2)
        return f"largest difference {error_text}"

    @property
    def largest_number(self) -> float:
        return max(float(np.abs(self.moved).max()), float(np.abs(self.direct).max()))


def _match_reference_row(document: Document[Turning]) -> _RowMatch:
    position = document.reference_position
    return _match_row(document.embedded, document.operator, document.shift.phi, position)


# The picture and its explanation are of the same rows.
@lru_cache(maxsize=2)
def _match_row(
    embedded: Embedded[Turning], operator: Layout, phi: float, position: int
) -> _RowMatch:
    moved = embedded.shifted(embedded.table([position]), phi, operator)[0]
    direct = embedded.table([position + phi])[0]
    error = float(np.abs(moved - direct).max())
    subject = Subject(embedded, operator, phi)
    meets = matches(subject, error, np.stack([moved, direct]), np.array([position]))
    return _RowMatch(position, moved, direct, error, meets)


def _dials_panel(document: Document[Turning], dimensions: Axis) -> Panel:
    encoding = document.encoding
    columns = encoding.columns
    step = -(-encoding.pairs // MAX_DIALS)
    pairs = np.arange(step // 2, encoding.pairs, step)
    pair_numbers = tuple(pairs.tolist())
    frequencies = encoding.frequencies()[pairs]
    rests = encoding.frequency_rests()[pairs]
    position = np.array([float(document.reference_position)])
    (hands,) = exact_phasors(position, frequencies, rests)

    # Columns of a pair are side by side, or its clock is above its sine.
    last_columns = columns.sines[pairs]
    if encoding.layout == "interleaved":
        last_columns = columns.cosines[pairs]
    places = (columns.sines[pairs] + last_columns) / 2
    phi = document.shift.phi
    dials = Dials(
        tuple(places.tolist()),
        before=tuple(np.angle(hands).tolist()),
        turned=tuple((frequencies * phi).tolist()),
        names=_pair_names(pair_numbers),
        picks=Picks("clocks.pair", pair_numbers),
        turns=Turns("shift.phi", phi, tuple(frequencies.tolist())),
    )
    return Panel(dimensions, Axis("dial", "", (-1.0, 1.0)), (dials,))


# Names do not change while φ plays.
@lru_cache(maxsize=8)
def _pair_names(pairs: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"*i* = {number(pair)}" for pair in pairs)


def _row_panel(document: Document[Turning], dimensions: Axis) -> Panel:
    match = _match_reference_row(document)
    columns = document.encoding.columns
    sides: tuple[tuple[Role, str, NDArray[np.int64]], ...] = (
        ("sine", "sin", columns.sines),
        ("cosine", "cos", columns.cosines),
    )
    factor = _factor_name(document)
    turned_name = f"*M*·{factor}(*t*)"
    style = curve_style(len(match.moved), FEW_DIMENSIONS)
    expected_curves: list[Curve] = []
    turned_curves: list[Curve] = []
    for color, side_name, side_columns in sides:
        x = side_columns.astype(float)
        expected = Samples(x, match.direct[side_columns])
        turned = Samples(x, match.moved[side_columns])
        wide_style: Literal["wide", "points"] = "wide" if len(side_columns) > 1 else "points"
        expected_name = f"{factor}(*t* + *φ*), {side_name}"
        expected_curves.append(Curve(expected, expected_name, color, wide_style, key=None))
        # Both sides of the turned row are one entry of the legend.
        label = "" if turned_curves else turned_name
        quantity = f"{turned_name}, {side_name}"
        turned_curves.append(Curve(turned, label, "ink", style, quantity, key=None))

    reach = max(table_levels(document, shifted=True)[1], match.largest_number)
    return Panel(
        dimensions,
        Axis("value", "", (-1.1 * reach, 1.1 * reach)),
        (*expected_curves, *turned_curves),
        title=_match_title(match, document.shift.phi),
        fact=match.fact,
        legend=True,
        keeps_curves_together=True,
    )


def _match_title(match: _RowMatch, phi: float) -> str:
    """Return a sentence on whether a turned row lands on the row that it should match."""
    row = number(match.position)
    expected_row = steady(match.position + phi)
    if match.meets is None:
        return f"Row {row}, turned, lands beside row {expected_row}, which is rounded"
    return f"Row {row}, turned, {'lands on' if match.meets else 'misses'} row {expected_row}"


def _row_tables(document: Document[Turning]) -> tuple[Columns, ...]:
    if document.encoding.dim % 2:
        return ()
    match = _match_reference_row(document)
    dimensions = np.arange(document.encoding.dim)
    columns = {"dimension": dimensions, "expected": match.direct, "shifted": match.moved}
    return (Columns("row", columns),)


_UNKNOWN = "So far out *t*+*φ* is rounded, so it cannot be told whether the vectors below coincide."


def _explain(document: Document[Turning]) -> str:
    if document.encoding.dim % 2:
        return NO_OPERATOR
    meets = _match_reference_row(document).meets
    if not holds(document):
        below = "Below, the two vectors differ."
        if meets is None:
            below = _UNKNOWN
        elif meets:
            below = "At the position compared below this cannot be seen."
        return (
            "In the second table every position's vector is multiplied by the same matrix "
            "*M*(*φ*). That is not the table shifted by *φ* positions: "
            f"{'; and '.join(_faults(document))}. {below}"
        )
    if document.shift.phi == 0:
        return "With *φ* = 0 the matrix *M*(*φ*) is the identity and changes nothing."
    below = _UNKNOWN if meets is None else "Below, the two vectors coincide."
    return (
        "The second table looks shifted by *φ* positions, but every position's vector was only "
        "multiplied by the same matrix *M*(*φ*), which turns each pair by its own angle *ωᵢφ*. "
        f"{below}"
    )


def _faults(document: Document[Turning]) -> list[str]:
    """Return why M(φ) does not shift the table."""
    faults: list[str] = []
    operator = document.operator
    layout = document.encoding.layout
    if {operator, layout} == {"concatenated", "flipped"}:
        faults.append(
            "*M* takes sines for cosines and cosines for sines, "
            "and so turns each pair back, by −*φ*"
        )
    elif operator != layout:
        faults.append(
            "*M* was built for another layout than the table's, "
            "so it turns numbers that do not form a pair"
        )
    if not document.embedded.plain:
        faults.append("it also turns the content, which a shift of the positions does not change")
    return faults


def _formula(document: Document[Turning]) -> Formula:
    if document.encoding.dim % 2:
        return Formula()
    sign = "=" if holds(document) else r"\neq"
    name = "PE" if document.embedded.plain else "y"
    shifted = Formula(rf"{name}(t+\varphi) {sign} M(\varphi)\,{name}(t)")
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
