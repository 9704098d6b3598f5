"""The Shift pane: PE beside M(φ)·PE, and row t, shifted, over row t + φ."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number, steady
from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Axis,
    Dials,
    Direction,
    Figure,
    Note,
    Panel,
    Picks,
    Turns,
)
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import dimension_axis, position_axis
from peviewer.figures.panels.given_places import reference_place
from peviewer.figures.panels.table import (
    NO_OPERATOR,
    cells_panel,
    content_formula,
    table_name,
)
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.shift.row_match import (
    factor_name,
    match_reference_row,
    row_panel,
    row_tables,
)
from peviewer.model.claims.properties import shift_claim
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.pairs import exact_phasors

# The most small clocks; a painter shows as many as fit.
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
            (row_panel(document, dimensions),),
        ),
        heights=(2.0, 0.5, 1.0),
        spare_rows=(1,),
    )


def _marked_direction(document: Document[Turning]) -> Direction:
    """Return the direction along which positions run."""
    return "x" if document.view.transposed else "y"


def _odd_table(document: Document[Turning]) -> Panel:
    """Return the table of an encoding with odd d, which has no M(φ)."""
    panel = cells_panel(
        document,
        position_axis(document),
        dimension_axis(document),
        document.embedded.raster(),
        f"{factor_name(document)}(*t*)",
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
        f"{factor_name(document)}(*t*)",
        bar=None,
        shifted=True,
        quantity=table_name(document),
    )
    rules = shift_marks.shift_rules(document, _marked_direction(document))
    return replace(panel, marks=(*panel.marks, *rules))


def _shifted_panel(document: Document[Turning]) -> Panel:
    phi = document.shift.phi
    factor = factor_name(document)
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
    # φ is not in the title but in the fact, so that the title stays while φ plays.
    return replace(
        panel,
        marks=(*panel.marks, rule),
        fact=f"*φ* = {steady(phi)}",
        moved=phi if is_shifted else None,
    )


def holds(document: Document[Turning]) -> bool:
    """Whether M(φ) maps the vector of any position t to that of t + φ, up to rounding."""
    if document.embedded.has_no_content and document.operator == document.encoding.layout:
        return True
    claim = shift_claim(document.embedded, document.operator, document.shift.phi)
    return bool(claim.holds)


def _dials_panel(document: Document[Turning], dimensions: Axis) -> Panel:
    encoding = document.encoding
    columns = encoding.columns
    step = -(-encoding.pairs // MAX_DIALS)
    pairs = np.arange(step // 2, encoding.pairs, step)
    pair_numbers = tuple(pairs.tolist())
    frequencies = encoding.frequencies()[pairs]
    rounding_errors = encoding.frequency_rounding_errors()[pairs]
    position = np.array([reference_place(document)])
    (hands,) = exact_phasors(position, frequencies, rounding_errors)

    # A clock stands between the pair's columns if these are neighbours, else above its sine.
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


_UNKNOWN = "So far out *t*+*φ* is rounded, so it cannot be told whether the vectors below coincide."


def _explain(document: Document[Turning]) -> str:
    if document.encoding.dim % 2:
        return NO_OPERATOR
    meets = match_reference_row(document).meets
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
    if not document.embedded.has_no_content:
        faults.append("it also turns the content, which a shift of the positions does not change")
    return faults


def _formula(document: Document[Turning]) -> Formula:
    if document.encoding.dim % 2:
        return Formula()
    sign = "=" if holds(document) else r"\neq"
    name = "PE" if document.embedded.has_no_content else "y"
    shifted = Formula(rf"{name}(t+\varphi) {sign} M(\varphi)\,{name}(t)")
    if not document.embedded.has_no_content:
        shifted = shifted.joined_with(content_formula(document))
    turns = Formula(r"M(\varphi)\ \mathrm{turns\ pair}\ i\ \mathrm{by}\ \omega_i\varphi")
    return shifted.joined_with(turns).joined_with(document.encoding.frequency_formula())


PANE = Pane(
    "shift",
    Turning,
    "the shift of a table by a matrix, PE(t+φ) = M(φ)·PE(t), moving with φ",
    in_brief="One matrix moves every row",
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
    choices=("view.transposed",),
    tables=row_tables,
    main="shifted",
    parts=("table", "shifted", "clocks", "row"),
    given="table",
)
