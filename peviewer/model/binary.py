"""The binary counter: the discrete cousin of the sinusoidal encoding."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peviewer.base.refusals import refused
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import nearest_cells
from peviewer.model.sampling.raster import Array, Pixels, Raster, Reduce

# The bits of a counter that is shown by itself; it counts as many positions as these distinguish.
COUNTED_BITS = 4
COUNTED = 2**COUNTED_BITS

# The highest bit that is computed: twice its period fits an int64. Higher bits equal the sign.
_WIDEST = 61


def binary_table(length: int, bits: int | None = None) -> NDArray[np.uint8]:
    """Return the bits of 0 … length−1, least significant bit first.

    Parameters
    ----------
    length : int
        How many positions, at least 1.
    bits : int, optional
        How many bits, 1 … 64; by default as many as length − 1 needs.

    Returns
    -------
    ndarray, shape (length, bits), uint8
        Column b holds ⌊t/2ᵇ⌋ mod 2.

    Examples
    --------
    >>> binary_table(4, bits=3)
    array([[0, 0, 0],
           [1, 0, 0],
           [0, 1, 0],
           [1, 1, 0]], dtype=uint8)
    """
    if not isinstance(length, int | np.integer) or not 1 <= length <= 2**53:
        raise ValueError(refused("length", length, "it must be a whole number of at least 1"))
    width = max(1, int(length - 1).bit_length()) if bits is None else bits
    if not isinstance(width, int | np.integer) or not 1 <= width <= 64:
        raise ValueError(refused("bits", bits, "it must be a whole number from 1 to 64"))
    return bits_of(np.arange(length), np.arange(width))


def bits_of(positions: NDArray[np.int64], which: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return bit b of each position, shape (positions, bits).

    Negative positions have two's complement.
    """
    return ((positions[:, None] >> which[None, :]) & 1).astype(np.uint8)


def nearest_pair(encoding: Turning, bit: int) -> int:
    """Return the pair whose wavelength is nearest, by ratio, to the bit's period 2^(b+1)."""
    return int(np.argmin(np.abs(np.log(encoding.wavelengths()) - (bit + 1) * np.log(2))))


@dataclass(frozen=True)
class BinaryRaster(Raster):
    """The counter's bits for positions first … first+length−1, never built."""

    first: int
    length: int
    bits: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.length, self.bits

    def pixels(
        self,
        row_centres: Array,
        block_height: float,
        column_centres: Array,
        block_width: float,
        reduce: Reduce,
    ) -> Pixels:
        which = nearest_cells(column_centres, self.bits)
        if block_height <= 1:
            return bits_of(self.first + np.floor(row_centres + 0.5).astype(np.int64), which).astype(
                np.float32
            )
        begin = row_centres - block_height / 2 + 0.5
        end = row_centres + block_height / 2 + 0.5
        ones = self._ones_below(end, which) - self._ones_below(begin, which)
        return (ones / (end - begin)[:, None]).astype(np.float32)

    def _ones_below(
        self, ends: NDArray[np.float64], which: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Count the ones in the rows above each end; a part of a row counts as that part."""
        whole = np.floor(ends + 1e-9)
        rows = self.first + whole.astype(np.int64)
        cut = np.maximum(0.0, ends - whole)[:, None] * bits_of(rows, which)
        return np.asarray(
            _ones_below(rows, which) - _ones_below(np.array([self.first]), which) + cut
        )

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        return bits_of(self.first + np.array(rows, np.int64), np.array(columns, np.int64)).astype(
            np.float64
        )


def _ones_below(stops: NDArray[np.int64], which: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the ones of each bit among positions below each stop (relative to those below 0)."""
    bit = np.minimum(which, _WIDEST)[None, :]
    half = np.int64(1) << bit
    whole_periods = stops[:, None] >> (bit + 1)
    rest = stops[:, None] & (2 * half - 1)
    return np.asarray(whole_periods * half + np.maximum(0, rest - half))
