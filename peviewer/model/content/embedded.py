"""What a model sees: token content plus encoding, shifted by M(φ) in a right or a wrong layout."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.content.content import Content
from peviewer.model.content.raster import EmbeddedRaster
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Raster
from peviewer.model.shift.misapplied import MisappliedRaster, mixing
from peviewer.model.turning.layouts import Layout

NO_CONTENT = Content()


@dataclass(frozen=True)
class Embedded:
    """Content added to an encoding: x(t) + PE(t).

    Attributes
    ----------
    encoding : Turning
        PE.
    content : Content
        x; ``kind="none"`` adds nothing.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> Embedded(Sinusoidal(length=3, dim=2), Content(kind="ones")).table()[0]
    array([1., 2.])
    """

    encoding: Turning
    content: Content = NO_CONTENT

    @property
    def plain(self) -> bool:
        """Whether nothing is added."""
        return self.content.kind == "none"

    def table(self, positions: ArrayLike | None = None) -> NDArray[np.float64]:
        """Return x(t) + PE(t), shape (L, d); at real positions x is that of the nearest whole one."""
        table = self.encoding.table(positions)
        if self.plain:
            return table
        places = np.asarray(self.encoding.positions if positions is None else positions, dtype=np.float64)
        whole = _nearest(places.reshape(-1))
        return table + self.content.rows(whole, self.encoding.dim).reshape(table.shape)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``table(positions)[:, columns]``, bit by bit, working out no other columns."""
        cells = self.encoding.cells(positions, columns)
        if self.plain:
            return cells
        whole = _nearest(np.asarray(positions, dtype=np.float64))
        return cells + self.content.cells(whole, columns, self.encoding.dim)

    def shifted(self, table: NDArray[np.float64], phi: float, operator: Layout | None = None) -> NDArray[np.float64]:
        """Return ``table @ M(φ).T``, with M made for the layout `operator` (None: the encoding's own)."""
        index, factor = mixing(self.encoding, operator or self.encoding.layout, phi)
        shifted: NDArray[np.float64] = table[..., index[:, 0]] * factor[:, 0] + table[..., index[:, 1]] * factor[:, 1]
        return shifted

    def raster(self, phi: float = 0.0, operator: Layout | None = None) -> Raster:
        """Return M(φ)·(x + PE), never built; with φ = 0 the table itself.

        Parameters
        ----------
        phi : float
            The shift in positions.
        operator : {"interleaved", "concatenated", "flipped"}, optional
            The layout that M was made for; None for the encoding's own.
        """
        encoding, operator = self.encoding, operator or self.encoding.layout
        own = operator == encoding.layout or not phi
        turned = encoding.raster(phi) if own else MisappliedRaster(encoding, operator, phi)
        return turned if self.plain else EmbeddedRaster(turned, encoding, self.content, float(phi), operator)


def _nearest(positions: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the nearest whole positions; adding ½ to one beyond 2⁵² would round it to its neighbour."""
    below = np.floor(positions)
    return (below + (positions - below >= 0.5)).astype(np.int64)
