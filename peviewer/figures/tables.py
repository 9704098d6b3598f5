"""Numbers behind a pane that its picture does not hold as such: rows that it spells out, and columns of a matrix."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Axis

Column: TypeAlias = "Sequence[Any] | NDArray[Any]"


@dataclass(frozen=True)
class Columns:
    """Named columns of numbers or words, all of one length.

    Attributes
    ----------
    key : str
        Its name in files, one word that stays the same whatever is shown.
    columns : mapping of str to sequence
        The columns, by names that can be typed.
    labels : mapping of str to str
        What columns are called, with their units, where their names do not say it.
    """

    key: str
    columns: Mapping[str, Column]
    labels: Mapping[str, str] = field(default_factory=dict)


class Exact(Protocol):
    """What single cells can be asked of: every Raster, and what is never drawn."""

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return cells in double precision; see :meth:`Raster.exact`."""


@dataclass(frozen=True)
class Grid:
    """Chosen columns of a matrix that is never built; `zero` is the coordinate of row 0.

    ``coordinates`` are those of the columns, ``chosen`` which of the matrix they are.
    """

    key: str
    source: Exact
    rows: Axis
    zero: float
    height: int
    columns: Axis
    coordinates: tuple[int, ...]
    chosen: tuple[int, ...]
    label: str = ""
