"""The columns of the vectors that are shown, all or chosen ones, and the curves through them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Role
from peviewer.figures.panels.axes import dimension_axis, with_zoom
from peviewer.figures.panels.chosen_columns import chosen_columns
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.turning import Turning


class ShownColumns(NamedTuple):
    """Columns of a table, and the axis on which they stand in this order."""

    indices: NDArray[np.int64]
    axis: Axis

    # Those inside the zoom.
    visible: NDArray[np.int64]


def shown_columns(document: Document[Tabled], typed: str) -> ShownColumns:
    """Return the columns that were typed, as in ``4, 5, 6, 7``; all of them without any."""
    if typed:
        chosen = chosen_columns(typed, document.encoding)
        indices = np.array(chosen, dtype=np.int64)
        names = tuple(number(column) for column in chosen)
        limits = (-0.5, max(len(chosen), 1) - 0.5)
        axis = Axis(
            "chosen column",
            "dimension *j*",
            limits,
            whole=True,
            names=names,
            numbers=tuple(chosen),
        )
        return ShownColumns(indices, axis, indices)
    axis = dimension_axis(document)
    visible = with_zoom(axis, document, "vectors").cells_shown
    return ShownColumns(np.arange(document.encoding.dim), axis, np.array(visible))


class Side(NamedTuple):
    """A part of a vector that is drawn as one curve: all its columns, its sines or its cosines."""

    label: str
    color: Role
    # Its places among the shown columns.
    places: NDArray[np.int64]


def alternates(encoding: Tabled) -> bool:
    """Whether sines and cosines alternate in a vector."""
    is_interleaved = isinstance(encoding, Turning) and encoding.layout == "interleaved"
    return is_interleaved and encoding.dim > 1


def sides(encoding: Tabled, row: int, columns: NDArray[np.int64]) -> list[Side]:
    """Return the parts of a row's vector that are drawn as curves."""
    if not alternates(encoding):
        return [Side("", "curve-1" if row % 2 else "accent", np.arange(len(columns)))]
    are_odd = columns % 2 == 1
    sines = Side("sin", "sine", np.flatnonzero(~are_odd))
    cosines = Side("cos", "cosine", np.flatnonzero(are_odd))
    return [side for side in (sines, cosines) if len(side.places)]
