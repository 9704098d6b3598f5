"""The numbers that a pane gives to files beside those of its marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from peviewer.figures.grammar import Axis

Column: TypeAlias = "Sequence[Any] | NDArray[Any]"


@dataclass(frozen=True)
class Columns:
    """Named columns of numbers or words, all of one length.

    ``key`` is the table's name in files: one word that never changes. ``columns`` are found by
    names that can be typed. ``labels`` give quantity and unit, by column, where the name does not.
    """

    key: str
    columns: Mapping[str, Column]
    labels: Mapping[str, str] = field(default_factory=dict)


class Exact(Protocol):
    """A matrix whose cells can be computed one by one: a Raster, or one that is never drawn."""

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return cells in double precision; see :meth:`Raster.exact`."""


@dataclass(frozen=True)
class Grid:
    """Some columns of a matrix that is never built.

    ``zero`` is the coordinate of row 0 on the axis ``rows``. ``column_indices`` are the places of
    the columns in the matrix, ``coordinates`` their coordinates on the axis ``columns``.
    """

    key: str
    source: Exact
    rows: Axis
    zero: float
    height: int
    columns: Axis
    coordinates: tuple[int, ...]
    column_indices: tuple[int, ...]
    label: str = ""
