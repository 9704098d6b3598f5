"""Where the points of given positions stand: over their values, or over rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from peviewer.document.document import Document
from peviewer.figures.grammar import Axis
from peviewer.figures.panels.axes import position_axis
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import Samples, Series
from peviewer.model.turning.table import ColumnCurve


def stands_over_values(encoding: Turning) -> bool:
    """Whether given positions only rise, so that curves stand over them and not over rows."""
    return bool((np.diff(encoding.places()) > 0).all())


def places_of_rows(encoding: Turning) -> NDArray[np.float64]:
    """Return where the point of each row stands."""
    if stands_over_values(encoding):
        return encoding.places()
    return np.arange(encoding.length, dtype=np.float64)


def column_series(encoding: Turning, column: int, reduce: Reduce) -> Series:
    """Return a column between its first and last position, or over rows."""
    if not encoding.at:
        return ColumnCurve(encoding, column, reduce)
    if stands_over_values(encoding):
        return ColumnCurve(encoding, column, reduce, (encoding.at[0], encoding.at[-1]))
    numbers = encoding.cells(encoding.places(), np.array([column]))[:, 0]
    return Samples(places_of_rows(encoding), numbers)


def axis_across(document: Document[Turning]) -> Axis:
    encoding = document.encoding
    if not encoding.at or not stands_over_values(encoding):
        return position_axis(document)
    return axis_of_values(encoding, "position *t*")


def axis_of_values(encoding: Turning, label: str) -> Axis:
    """Return the axis of given positions that only rise."""
    first, last = encoding.at[0], encoding.at[-1]
    margin = 0.04 * (last - first) or 1.0
    return Axis("given position", label, (first - margin, last + margin), zooms=True)


def points_sentence(encoding: Turning) -> str:
    if not encoding.at:
        return "Points mark whole positions where they have room."
    if stands_over_values(encoding):
        return "Points mark the positions that are given."
    return "Points mark the rows in their order, as positions repeat or fall."
