"""The operator M(φ) as a matrix, and tables turned by an M(φ) for the wrong layout."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import nearest_cells, overlaps
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce
from peviewer.model.shifting import Mixing, mixing
from peviewer.model.turning.pairs import Complex, Layout, phasors, start_angles, table_cells
from peviewer.model.turning.table import RotationRaster
from peviewer.model.turning.waves import Waves

Indices = NDArray[np.int64]

# A smaller overlap of a cell with a pixel is only rounding.
_EDGE = 1e-6


@dataclass(frozen=True)
class MisappliedRaster(RotationRaster):
    """The table times an M(φ) that expects its columns in the layout `operator`."""

    encoding: Turning
    operator: Layout = "interleaved"

    def exact(self, rows: range, columns: range) -> Array:
        first = self.encoding.first
        positions = range(first + rows.start, first + rows.stop)
        mixed = self._mixing.of_rows(slice(columns.start, columns.stop))
        left_sources, right_sources = mixed.sources.T
        left_factors, right_factors = mixed.factors.T
        left = table_cells(self.encoding, positions, left_sources) * left_factors
        right = table_cells(self.encoding, positions, right_sources) * right_factors
        return np.asarray(left + right)

    @property
    def _mixing(self) -> Mixing:
        return mixing(self.encoding, self.operator, self.phi)

    def _nearest(self, down: Array, across: Array) -> Pixels:
        mixed = self._mixing.of_rows(nearest_cells(across, self.encoding.dim))
        table = RotationRaster(self.encoding)
        source_columns = []
        for column in mixed.sources.ravel():
            cells = table.sample(down, [column], "nearest")
            source_columns.append(cells[:, 0])
        image = np.stack(source_columns, axis=1).reshape(len(down), *mixed.sources.shape)
        return np.asarray((image * mixed.factors).sum(axis=2), np.float32)

    def _means(
        self, top: float, run: float, height: int, left: float, width: float, count: int
    ) -> Pixels:
        waves, index, shares = _waves(
            self.encoding, self.operator, top, run, height, left, width, count
        )
        mixed = self._mixing
        order = self.encoding.columns
        units: Complex = order.units * phasors(start_angles(self.encoding))[order.pairs]
        mixed_units: Complex = units[mixed.sources] * mixed.factors
        weights = mixed_units[index] * shares[..., None]
        return waves.weighted(weights.reshape(count, -1), height)


@lru_cache(maxsize=2)
def _waves(
    encoding: Turning,
    operator: Layout,
    top: float,
    run: float,
    height: int,
    left: float,
    width: float,
    count: int,
) -> tuple[Waves, Indices, Array]:
    """Return the waves of a picture, and which columns each of `count` pixels covers, with shares.

    The other arguments are those of :meth:`RotationRaster._means`.
    """
    index, parts = overlaps(left, width, count, encoding.dim)
    sources = mixing(encoding, operator, 0.0).sources
    source_frequencies = encoding.frequencies()[encoding.columns.pairs[sources]]
    frequencies = source_frequencies[index].reshape(count, -1)
    waves = Waves.over(frequencies, top, run, height)
    return waves, index, parts / parts.sum(1, keepdims=True)


@dataclass(frozen=True)
class OperatorRaster(Raster):
    """The d×d matrix M(φ), two entries a row.

    A pixel shows the entry farthest from 0: a mean of mostly zeros would fade.
    """

    encoding: Turning
    operator: Layout
    phi: float

    @property
    def shape(self) -> tuple[int, int]:
        return self.encoding.dim, self.encoding.dim

    @property
    def averaged(self) -> str:
        return "extreme"

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        (entry_rows, entry_columns), entries = self.entries()
        row, is_in_row = _pixels_of_cells(entry_rows, row_centres, block_height)
        column, is_in_column = _pixels_of_cells(entry_columns, column_centres, block_width)
        # Each entry in each of two rows and two columns of pixels.
        candidates = np.broadcast_arrays(
            row[:, :, None], column[:, None, :], entries[:, None, None]
        )
        is_inside = is_in_row[:, :, None] & is_in_column[:, None, :]
        pixel_rows, pixel_columns, values = (part[is_inside][::-1] for part in candidates)

        # The last value written to a pixel stays.
        order = np.argsort(np.abs(values), kind="stable")
        image = np.zeros((len(row_centres), len(column_centres)), dtype=np.float32)
        image[pixel_rows[order], pixel_columns[order]] = values[order]
        return image

    def exact(self, rows: range, columns: range) -> Array:
        (entry_rows, entry_columns), entries = self.entries()
        is_in_rows = (entry_rows >= rows.start) & (entry_rows < rows.stop)
        is_in_columns = (entry_columns >= columns.start) & (entry_columns < columns.stop)
        is_inside = is_in_rows & is_in_columns
        cell_rows = entry_rows[is_inside] - rows.start
        cell_columns = entry_columns[is_inside] - columns.start
        cells = np.zeros((len(rows), len(columns)))
        cells[cell_rows, cell_columns] = entries[is_inside]
        return cells

    def entries(self) -> tuple[Indices, Array]:
        """Return the rows and columns, shape (2, n), of the entries that may differ from 0.

        The second array holds the entries.
        """
        mixed = mixing(self.encoding, self.operator, self.phi)
        rows = np.repeat(np.arange(self.encoding.dim), 2)
        return np.stack([rows, mixed.sources.ravel()]), mixed.factors.ravel()


def _pixels_of_cells(
    cells: Indices, centres: Array, width: float
) -> tuple[Indices, NDArray[np.bool_]]:
    """Return on a last axis the two pixels that each cell may lie in, and whether it does.

    Pixels of `width` cells lie around `centres`.
    """
    last = len(centres) - 1
    if width <= 1:
        pixel_cells = np.floor(centres + 0.5)
        pixels = np.clip(np.searchsorted(pixel_cells, cells), 0, last)
        is_inside = pixel_cells[pixels] == cells
        return pixels[..., None], is_inside[..., None]
    first_edge = centres[0] - width / 2
    ends = cells[..., None] + np.array([_EDGE - 0.5, 0.5 - _EDGE])
    pixels = np.floor((ends - first_edge) / width).astype(np.int64)
    is_inside = (pixels >= 0) & (pixels <= last)
    # A cell within a single pixel lies in it once.
    is_inside[..., 1] &= pixels[..., 1] > pixels[..., 0]
    return np.clip(pixels, 0, last), is_inside
