"""The shift: PE beside M(φ)·PE, and row t of the one over row t+φ of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.words import number, whole
from peviewer.figures.grammar import Axis, Curve, Figure, Note, Panel
from peviewer.figures.panes.axes import dimension_axis, position_axis, within
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.table_panel import NO_OPERATOR, cells_panel, levels, name
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.series import Samples

if TYPE_CHECKING:
    from peviewer.document.document import Document


def _draw(document: Document[Turning]) -> Figure:
    encoding, embedded, phi = document.encoding, document.embedded, document.shift.phi
    positions, dimensions = position_axis(document), dimension_axis(document)
    before = cells_panel(document, positions, dimensions, embedded.raster(), f"{name(document)}(*t*)", None, moved=True)
    if encoding.dim % 2:
        empty = Panel(before.x, before.y, (Note(NO_OPERATOR),), "*M*(*φ*)·PE(*t*)")
        return Figure("Shift", ((before, empty),))
    title = f"*M*(*φ*)·{_bracketed(document)}(*t*),  *φ* = {number(phi, 6)}"
    after = cells_panel(document, positions, dimensions, embedded.raster(phi, document.operator), title, moved=True)
    return Figure(
        "A shift is one matrix, the same for every position",
        ((before, after), (_overlay(document, dimensions),)),
        heights=(2.0, 1.0),
    )


def _overlay(document: Document[Turning], dimensions: Axis) -> Panel:
    encoding, phi = document.encoding, document.shift.phi
    row = within(document.shift.row, document)
    moved = document.embedded.shifted(document.embedded.table([row]), phi, document.operator)[0]
    direct = document.embedded.table([row + phi])[0]
    reach = max(levels(document, moved=True)[1], float(np.abs(moved).max()), float(np.abs(direct).max()))
    difference = float(np.abs(moved - direct).max())
    verb = "lies on" if difference < 1e-6 else "misses"
    places = np.arange(encoding.dim, dtype=np.float64)
    return Panel(
        dimensions,
        Axis("value", "", (-1.1 * reach, 1.1 * reach)),
        (
            Curve(Samples(places, direct), f"{_bracketed(document)}({number(row + phi, 6)})", "accent"),
            Curve(Samples(places, moved), f"*M*·{_bracketed(document)}({whole(row)})", "mark", "dashed"),
        ),
        title=f"Row {whole(row)}, moved, {verb} row {number(row + phi, 6)}",
        fact=f"largest difference {number(difference, 2)}",
        legend=True,
    )


def _bracketed(document: Document[Turning]) -> str:
    return name(document) if document.embedded.plain else f"({name(document)})"


def _explain(document: Document[Turning]) -> str:
    if document.encoding.dim % 2:
        return NO_OPERATOR
    what = (
        "The right picture is the left one multiplied by the same matrix *M*(*φ*) at every position, which turns each "
        "pair by its own angle *ωᵢφ*. "
    )
    if document.operator != document.encoding.layout:
        return (
            f"{what}Here *M* was made for another layout than the table's: it turns numbers that are no pair, and "
            "below, the rows part."
        )
    if not document.embedded.plain:
        return f"{what}It turns the content too, which should have stayed: below, the rows part."
    return (
        "The right picture is the left one moved by *φ* positions, yet nothing was moved: every row was multiplied by "
        "the same matrix *M*(*φ*), which turns each pair by its own angle *ωᵢφ*. Below, the two rows lie on each other."
    )


def _formula(document: Document[Turning]) -> Formula:
    if document.encoding.dim % 2:
        return Formula()
    if not document.embedded.plain:
        return Formula("x + PE(t+φ) ≠ M(φ)·(x + PE(t))", r"x + PE(t+\varphi) \neq M(\varphi)\,(x + PE(t))")
    if document.operator != document.encoding.layout:
        return Formula("PE(t+φ) ≠ M(φ)·PE(t)", r"PE(t+\varphi) \neq M(\varphi)\,PE(t)")
    return Formula("PE(t+φ) = M(φ)·PE(t)", r"PE(t+\varphi) = M(\varphi)\,PE(t)")


PANE = Pane(
    name="shift",
    title="Shift",
    summary="the shift PE(t+φ) = M(φ)·PE(t), moving with φ",
    shows="a table moved by a matrix",
    needs=Turning,
    reads=lambda document: (
        document.embedded,
        document.operator,
        document.shift.phi,
        document.shift.row,
        document.view,
    ),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    choices=("shift.row",),
)
