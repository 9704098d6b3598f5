"""Base classes for schemes in a user's file or in another package.

Such a class has fields that are only annotated, or declared by :func:`parameter`, and one method.
What that gives is tried with the class's fields as they are, so that what is wrong with it is one
line that names file and line. It is kept, and looked up wherever it is shown: code that takes long,
or never ends, does so where a scheme is made.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from math import prod
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.formula import Formula
from peviewer.base.parameters import redeclared
from peviewer.base.refusals import CompleteError, refused
from peviewer.base.words import in_unit
from peviewer.model.encodings import lagged, turning
from peviewer.model.encodings.bases import tabled
from peviewer.model.encodings.bases.own_scheme import OwnScheme, shape_error
from peviewer.model.encodings.grids.gridded import PatchTable
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.stored import Stored
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.table import StoredTable

# The most cells of a user's table, or biases: all of them are computed.
MAX_CELLS = 2**22

# For how many schemes of a class numbers are kept: A, B, and a few undo steps.
KEPT = 16


class Tabled(OwnScheme, Stored, PatchTable):
    """A vector for every position, by a method ``table(positions)``.

    Where positions are places of a grid, a property ``grid`` gives its rows and columns, L in all:
    Tiles draws these.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> class Steps(pv.extend.Tabled):
    ...     dim: int = 3
    ...     height: float = 0.5
    ...
    ...     def table(self, positions):
    ...         return self.height * positions[:, None] * np.ones(self.dim)
    >>> Steps(length=4, height=2.0)[3]
    array([6., 6., 6.])
    """

    gives: ClassVar[str] = "a vector for every position, by code of one's own"
    method: ClassVar[str] = "table"
    panes: ClassVar[tuple[str, ...]] = ("encoding", "distance", "spectrum", "similarity")

    dim: int = redeclared(tabled.Tabled, "dim", 64, formula="")

    @classmethod
    def wrapped(cls, code: Callable[..., Any]) -> Callable[..., Any]:
        """Return `table` with all positions as the default, as in built-in schemes."""

        @wraps(code)
        def table(scheme: Tabled, positions: ArrayLike | None = None) -> Any:
            return (
                scheme.vectors()
                if positions is None
                else code(scheme, np.asarray(positions, np.float64))
            )

        return table

    def table(self, positions: Array) -> Array:  # type: ignore[override]  # a class of one's own need know no more
        """Return the vectors of positions, an array of shape (n,) in double precision.

        Shape (n, dim).
        """
        raise CompleteError(
            "a class that derives from Tabled needs a method table(self, positions)"
        )

    def check(self) -> None:
        if self.length * self.dim > MAX_CELLS:
            allowed = (
                f"with {self.dim} dimensions it must be at most {self.max_length}, as all numbers "
                "are computed"
            )
            raise CompleteError(refused("length", self.length, allowed))
        if self.grid and prod(self.grid) != self.length:
            sides = " × ".join(map(str, self.grid))
            raise CompleteError(f"grid = {sides} is not allowed: there are {self.length} positions")
        _ = self.stored

    @property
    def max_length(self) -> int:
        return max(1, MAX_CELLS // self.dim)

    @property
    def stored(self) -> StoredTable:
        """The numbers of all positions."""
        return _table_of_positions(self)

    @property
    def extends_beyond_length(self) -> bool:
        return _has_positions_beyond(self)

    def rows_of(self, positions: Array) -> Array:
        """Return the vectors of positions, with their shape checked."""
        code = type(self).table
        rows = self.call(code, positions)
        if rows.shape != (len(positions), self.dim):
            expected = f"{len(positions)} × {self.dim}, a row for each position and dim columns"
            raise shape_error(code, rows.shape, expected)
        return rows


@lru_cache(maxsize=KEPT)
def _table_of_positions(tabled: Tabled) -> StoredTable:
    rows = tabled.rows_of(np.arange(tabled.first, tabled.first + tabled.length, dtype=np.float64))
    try:
        return StoredTable.checked(("own", tabled), rows, rows.dtype.name)
    except TableError as error:
        raise CompleteError(f"what {tabled.title} gives cannot be shown: {error}") from None


@lru_cache(maxsize=KEPT)
def _has_positions_beyond(tabled: Tabled) -> bool:
    end = tabled.first + tabled.length
    try:
        tabled.rows_of(np.arange(end, end + tabled.length, dtype=np.float64))
    except ValueError:
        return False
    return True


class _OfFrequencies(OwnScheme, turning.Paired):
    """What follows from ``frequencies()``."""

    method: ClassVar[str] = "frequencies"

    @classmethod
    def wrapped(cls, code: Callable[..., Any]) -> Callable[..., Any]:
        """Return `frequencies` that runs the user's code once per scheme."""

        @lru_cache(maxsize=KEPT)
        @wraps(code)
        def frequencies(scheme: _OfFrequencies) -> Array:
            numbers = scheme.call(code)
            if numbers.shape != (scheme.pairs,):
                raise shape_error(
                    code, numbers.shape, f"of shape ({scheme.pairs},), one for each pair"
                )
            return numbers

        return frequencies

    def check(self) -> None:
        self.frequencies()

    def frequencies(self) -> Array:
        """Return ω_i, shape (⌈dim/2⌉,), in rad/position."""
        raise CompleteError(
            "a class that derives from Turning or Rotating needs a method frequencies(self)"
        )

    def frequency_rounding_errors(self) -> Array:
        return np.zeros(self.pairs)

    def with_base(self, base: float) -> None:
        """Return None, as it is unknown how the frequencies depend on a base."""


class Turning(_OfFrequencies, turning.Turning):
    """A table of sines and cosines whose pairs turn at one's own frequencies.

    The method ``frequencies()`` gives them.

    Examples
    --------
    >>> import peviewer as pv
    >>> class Halving(pv.extend.Turning):
    ...     fastest: float = 1.0
    ...
    ...     def frequencies(self):
    ...         return self.fastest / 2.0 ** np.arange(self.pairs)
    >>> Halving(dim=6, fastest=2.0).frequencies()
    array([2. , 1. , 0.5])
    """

    panes: ClassVar[tuple[str, ...]] = ("encoding", "shift", "frequencies", "distance")


class Rotating(_OfFrequencies, turning.Rotating):
    """Queries and keys whose pairs turn at one's own frequencies, by a method ``frequencies()``."""

    gives: ClassVar[str] = "a turn of queries and keys, by code of one's own"
    panes: ClassVar[tuple[str, ...]] = ("clocks", "score", "frequencies", "attention")

    dim: int = redeclared(turning.Rotating, "dim", 128)
    base: float = redeclared(turning.Rotating, "base", 10_000.0, hidden=True)

    def frequency_formula(self) -> Formula:
        return Formula()


def _max_length_of_heads(heads: int) -> int:
    return (MAX_CELLS // heads + 1) // 2


class Lagged(OwnScheme, lagged.Lagged):
    """A bias for every head and lag, by a method ``by_lag(lags)``.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> class Cliff(pv.extend.Lagged):
    ...     reach: int = 16
    ...
    ...     def by_lag(self, lags):
    ...         return np.where(np.abs(lags) < self.reach, 0.0, -4.0)[None, :]
    >>> Cliff(reach=2).by_lag(np.array([-2.0, 0.0, 1.0]))
    array([[-4.,  0.,  0.]])
    """

    gives: ClassVar[str] = "a bias for every head and lag, by code of one's own"
    method: ClassVar[str] = "by_lag"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")

    @classmethod
    def wrapped(cls, code: Callable[..., Any]) -> Callable[..., Any]:
        """Return `by_lag` that runs the user's code once for all whole lags of a scheme.

        For other lags it runs again.
        """

        def checked(biases: Lagged, lags: Array) -> Array:
            numbers = biases.call(code, lags)
            if numbers.ndim != 2 or not len(numbers) or numbers.shape[1] != len(lags):
                raise shape_error(code, numbers.shape, f"heads × {len(lags)}, a row for each head")
            return numbers

        @lru_cache(maxsize=KEPT)
        def of_all(biases: Lagged) -> Array:
            heads = len(checked(biases, np.zeros(1)))
            if biases.length > _max_length_of_heads(heads):
                most = _max_length_of_heads(heads)
                counted = in_unit(str(heads), "heads")
                why = f"of {counted} the biases of at most {most} are all computed"
                raise CompleteError(refused("length", biases.length, why))
            return checked(biases, np.arange(1.0 - biases.length, biases.length))

        @wraps(code)
        def by_lag(biases: Lagged, lags: Array) -> Array:
            reach = biases.length - 1
            lags = np.asarray(lags)
            if lags.ndim != 1 or (np.abs(lags) > reach).any() or (lags % 1).any():
                return checked(biases, lags)
            return of_all(biases)[:, (lags + reach).astype(np.int64)]

        return by_lag

    def by_lag(self, lags: Array) -> Array:  # type: ignore[override]  # a class of one's own need know no more
        """Return the biases of lags s − t, an array of shape (n,) in double precision.

        Shape (heads, n).
        """
        raise CompleteError("a class that derives from Lagged needs a method by_lag(self, lags)")

    def check(self) -> None:
        self.by_lag(np.zeros(1))

    @property
    def max_length(self) -> int:
        return _max_length_of_heads(len(self.head_labels))

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, len(self.head_labels)

    @property
    def head_labels(self) -> tuple[str, ...]:
        return lagged.head_names(len(self.by_lag(np.zeros(1))))

    def block_means(self, lags: Array, block_height: float, block_width: float, head: int) -> Array:
        return lagged.block_means(
            partial(self._bias, head=head), lags, block_height, block_width, smooth=False
        )

    def _bias(self, lags: Array, head: int) -> Array:
        """Return a head's biases at the nearest whole lags within the length."""
        reach = self.length - 1.0
        near = np.clip(np.rint(np.ravel(lags)), -reach, reach)
        return np.asarray(self.by_lag(near)[head]).reshape(np.shape(lags))
