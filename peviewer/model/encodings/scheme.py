"""Schemes by what they give: a vector a position, pairs that turn, numbers by lag."""

from abc import abstractmethod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.parameters import Parameters, parameter
from peviewer.model.sampling.raster import Raster
from peviewer.model.turning.layouts import Columns, Layout, columns
from peviewer.model.turning.rotation import RotationRaster, ordered, run_of_pairs


class Turning(Parameters):
    """A rule that gives every position a vector of sines and cosines.

    A scheme declares ``scheme`` (its name), its own parameters and
    :meth:`frequencies`; everything else follows.
    """

    scheme: str
    length: int = parameter(
        200, title="Length", symbol="L", unit="positions", ge=1, le=10_000_000, scale="log",
        help="How many positions the table has.", formula="t = first … first + L − 1",
    )  # fmt: skip
    dim: int = parameter(
        256, title="Dimensions", symbol="d", ge=1, le=65_536, slider=(2, 65_536), scale="log",
        help="How many numbers each position gets: one pair of sine and cosine for every two.",
        formula="pairs i = 0 … ⌈d/2⌉ − 1",
    )  # fmt: skip
    first: int = parameter(
        0, title="First position", symbol="t₀", ge=-(2**53) + 10_000_000, le=2**53 - 10_000_000,
        slider=(-10_000, 10_000), help="The position of the table's first row.", formula="t = t₀ … t₀ + L − 1",
    )  # fmt: skip
    layout: Layout = parameter(
        "interleaved", title="Layout",
        labels={"interleaved": "sin cos sin cos …", "concatenated": "sines | cosines", "flipped": "cosines | sines"},
        help="The order of the columns.", formula="interleaved: PE(t, 2i) = sin ωᵢt, PE(t, 2i+1) = cos ωᵢt",
    )  # fmt: skip

    @abstractmethod
    def frequencies(self) -> NDArray[np.float64]:
        """Return ω_i, shape (⌈d/2⌉,), in rad/position; read-only."""

    def frequency_rests(self) -> NDArray[np.float64]:
        """Return what rounding took from each ω_i, shape (⌈d/2⌉,); zeros where that is not known."""
        return np.zeros(self.pairs)

    @property
    def pairs(self) -> int:
        """How many pairs there are, ⌈d/2⌉."""
        return (self.dim + 1) // 2

    @property
    def columns(self) -> Columns:
        """Where the sines and cosines stand."""
        return columns(self.layout, self.dim)

    @property
    def positions(self) -> range:
        """The positions of the table's rows."""
        return range(self.first, self.first + self.length)

    def wavelengths(self) -> NDArray[np.float64]:
        """Return λ_i = 2π/ω_i, shape (⌈d/2⌉,), in positions."""
        return 2 * np.pi / self.frequencies()

    def angles(self) -> NDArray[np.float64]:
        """Return ω_i·t, shape (L, ⌈d/2⌉), in radians, not wrapped."""
        positions = np.arange(self.first, self.first + self.length, dtype=np.float64)
        return positions[:, None] * self.frequencies()[None, :]

    def table(self, positions: ArrayLike | None = None) -> NDArray[np.float64]:
        """Return PE(t), one row a position.

        Parameters
        ----------
        positions : array_like of float, optional
            Any real positions, a scalar included; by default
            first … first + L − 1.

        Returns
        -------
        ndarray, shape (L, d), float64
            Or, for given positions, their shape followed by d.

        Raises
        ------
        ValueError
            If a position is not a finite number.
        """
        interleaved = self.layout == "interleaved"
        if positions is None:
            pairs = run_of_pairs(self.frequencies(), self.first, self.length)
            return ordered(pairs, self.columns, interleaved)
        places = np.asarray(positions, dtype=np.float64)
        if not np.all(np.isfinite(places)):
            raise ValueError(f"positions = {positions!r} is not allowed: they must be finite numbers")
        angles = places[..., None] * self.frequencies()
        return ordered(np.sin(angles) + 1j * np.cos(angles), self.columns, interleaved)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``table(positions)[:, columns]``, bit by bit, working out no other columns.

        Parameters
        ----------
        positions : array_like of float, shape (n,)
            Any real positions.
        columns : ndarray of int, shape (m,)
            Columns of the table.

        Returns
        -------
        ndarray, shape (n, m), float64
        """
        order = self.columns
        places = np.asarray(positions, dtype=np.float64)
        angles = places[:, None] * self.frequencies()[order.pairs[columns]][None, :]
        cosines = order.is_cosine[columns]
        cells = np.empty_like(angles)
        cells[:, ~cosines] = np.sin(angles[:, ~cosines])
        cells[:, cosines] = np.cos(angles[:, cosines])
        return cells

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table moved by φ positions, as a matrix that is never built.

        Parameters
        ----------
        phi : float
            Row r shows PE(first + r + φ).

        Returns
        -------
        Raster
            Of shape (L, d).
        """
        return RotationRaster(self, float(phi))
