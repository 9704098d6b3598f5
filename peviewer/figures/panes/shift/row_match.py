"""Row t of a table, turned by M(φ), over the row t + φ that it should match."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, log10
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number, plain, power, steady
from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Axis,
    Curve,
    Panel,
    Role,
)
from peviewer.figures.panels.axes import curve_style
from peviewer.figures.panels.given_places import reference_place
from peviewer.figures.panels.table import (
    table_levels,
    table_name,
)
from peviewer.figures.panes.pane import Columns
from peviewer.model.claims.subject import Subject
from peviewer.model.claims.turning import matches
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.series import Samples
from peviewer.model.turning.pairs import Layout

# The most dimensions that are drawn as points.
FEW_DIMENSIONS = 64


def factor_name(document: Document[Turning]) -> str:
    """Return the name of the table, in brackets if it is a sum."""
    name = table_name(document)
    return name if document.embedded.has_no_content else f"({name})"


class RowMatch(NamedTuple):
    """A row moved by M(φ), and the row that it should match.

    `meets` says whether they differ only by rounding; None if rounding is too large to tell.
    """

    position: float
    moved: NDArray[np.float64]
    direct: NDArray[np.float64]
    error: float
    meets: bool | None

    @property
    def fact(self) -> str:
        if self.meets:
            # A rounded bound is written: the last digits of the difference would change all the
            # time.
            return (
                f"differences ≤ {power(ceil(log10(self.error)))}" if self.error else "no difference"
            )
        error_text = plain(self.error, 2) if self.error >= 0.01 else number(self.error, 2)
        return f"largest difference {error_text}"

    @property
    def largest_number(self) -> float:
        return max(float(np.abs(self.moved).max()), float(np.abs(self.direct).max()))


def match_reference_row(document: Document[Turning]) -> RowMatch:
    position = reference_place(document)
    return _match_row(document.embedded, document.operator, document.shift.phi, position)


# The picture and its explanation use the same rows.
@lru_cache(maxsize=2)
def _match_row(
    embedded: Embedded[Turning], operator: Layout, phi: float, position: float
) -> RowMatch:
    moved = embedded.shifted(embedded.table([position]), phi, operator)[0]
    direct = embedded.table([position + phi])[0]
    error = float(np.abs(moved - direct).max())
    subject = Subject(embedded, operator, phi)
    meets = matches(subject, error, np.stack([moved, direct]), np.array([position]))
    return RowMatch(position, moved, direct, error, meets)


def row_panel(document: Document[Turning], dimensions: Axis) -> Panel:
    match = match_reference_row(document)
    columns = document.encoding.columns
    sides: tuple[tuple[Role, str, NDArray[np.int64]], ...] = (
        ("sine", "sin", columns.sines),
        ("cosine", "cos", columns.cosines),
    )
    factor = factor_name(document)
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


def _match_title(match: RowMatch, phi: float) -> str:
    """Return a sentence on whether a turned row lands on the row that it should match."""
    row = number(match.position)
    expected_row = steady(match.position + phi)
    if match.meets is None:
        return f"Row {row}, turned, lands beside row {expected_row}, which is rounded"
    return f"Row {row}, turned, {'lands on' if match.meets else 'misses'} row {expected_row}"


def row_tables(document: Document[Turning]) -> tuple[Columns, ...]:
    if document.encoding.dim % 2:
        return ()
    match = match_reference_row(document)
    dimensions = np.arange(document.encoding.dim)
    columns = {"dimension": dimensions, "expected": match.direct, "shifted": match.moved}
    return (Columns("row", columns),)
