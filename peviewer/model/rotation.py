"""Tables of turning pairs: built whole as products of short tables, or sampled at pixels."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, isqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.layouts import Columns, columns
from peviewer.model.raster import Raster, Reduce, grid

if TYPE_CHECKING:
    from peviewer.model.encoding import Encoding

Complex = NDArray[np.complex128]


def phasors(angles: NDArray[np.float64]) -> Complex:
    """Return e^{i·angles}, any shape, complex128."""
    result = np.empty(angles.shape, np.complex128)
    np.cos(angles, out=result.real)
    np.sin(angles, out=result.imag)
    return result


def dirichlet(frequencies: NDArray[np.float64], run: float) -> NDArray[np.float64]:
    """Return D_n(ω) = sin(nω/2)/(n·sin(ω/2)): what averaging n neighbours leaves of a sinusoid.

    The mean over k = 0 … n−1 of e^{iω(t+k)} is e^{iω(t+(n−1)/2)}·D_n(ω); n = `run` may be real.

    Examples
    --------
    >>> omega, t = np.array([0.3]), np.arange(10, 15)
    >>> bool(np.isclose(np.sin(0.3 * t).mean(), np.sin(0.3 * 12) * dirichlet(omega, 5)[0]))
    True
    """
    if run <= 1:
        return np.ones_like(frequencies)
    below = run * np.sin(frequencies / 2)
    safe = np.abs(below) > 1e-12 * run
    return np.where(safe, np.sin(run * frequencies / 2) / np.where(safe, below, 1.0), 1.0)


def run_of_pairs(frequencies: NDArray[np.float64], first: int, length: int) -> Complex:
    """Return sin(ωt) + i·cos(ωt) for t = first … first+length−1.

    Only two short tables are made of sines and cosines; the rest is one complex
    product a row: e^{iω(na+b)} = e^{iωna}·e^{iωb}.

    Parameters
    ----------
    frequencies : ndarray, shape (m,)
        In rad/position.
    first, length : int
        The run of positions.

    Returns
    -------
    ndarray, shape (length, m), complex128
        Its memory, read as float64, is the interleaved table.
    """
    block = max(1, isqrt(length))
    blocks = ceil(length / block)
    coarse = (first + block * np.arange(blocks, dtype=np.float64))[:, None] * frequencies[None, :]
    fine = np.arange(block, dtype=np.float64)[:, None] * frequencies[None, :]
    left = np.empty(coarse.shape, np.complex128)  # i·e^{−iθ} = sin θ + i·cos θ
    np.sin(coarse, out=left.real)
    np.cos(coarse, out=left.imag)
    table = np.empty((blocks, block, len(frequencies)), np.complex128)
    np.multiply(left[:, None, :], phasors(-fine)[None, :, :], out=table)
    return table.reshape(blocks * block, len(frequencies))[:length]


def ordered(pairs: Complex, order: Columns, interleaved: bool) -> NDArray[np.float64]:
    """Return sin + i·cos, shape (…, m), as a real table, shape (…, d), in a column order."""
    dim = len(order.pairs)
    if interleaved:
        table = np.ascontiguousarray(pairs).view(np.float64)
        return table if table.shape[-1] == dim else np.ascontiguousarray(table[..., :dim])
    table = np.empty((*pairs.shape[:-1], dim))
    table[..., order.sines] = pairs.real
    table[..., order.cosines] = pairs.imag[..., : len(order.cosines)]
    return table


@dataclass(frozen=True)
class RotationRaster(Raster):
    """The table of an encoding of turning pairs, moved by φ, never built.

    Attributes
    ----------
    encoding : Encoding
        Gives the frequencies, the layout, the length and the first position.
    phi : float
        The shift in positions: row r shows PE(first + r + φ).
    """

    encoding: "Encoding"
    phi: float = 0.0

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return self.encoding.length, self.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or exact block means; see :meth:`Raster.sample`.

        Where the pitch p along positions is above 1, a block is the p positions
        around its centre (p may be real: see :func:`dirichlet`); along dimensions
        each column counts by the part of it that lies in the block.
        """
        down, run = grid(rows)
        across, width = grid(columns)
        if not len(down) or not len(across):
            return np.empty((len(down), len(across)), np.float32)
        if reduce == "nearest" or run < 1 or width < 1:
            return self._nearest(down, across)
        if run == 1:
            down = np.floor(down + 0.5)
        coarse, fine, frequencies = _factors(self.encoding, down[0], run, len(down), across[0], width, len(across))
        if self.phi:
            coarse = coarse * phasors(frequencies * self.phi).astype(np.complex64)[:, None, :]
        stacked = np.concatenate([coarse.real, -coarse.imag], axis=2)
        image: NDArray[np.float32] = np.matmul(stacked, fine)  # (w, h/n, n): Re of the complex product
        return image.reshape(len(across), -1)[:, : len(down)].T

    def _nearest(self, down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float32]:
        order = columns(self.encoding.layout, self.encoding.dim)
        picked = np.clip(np.floor(across + 0.5).astype(np.int64), 0, self.encoding.dim - 1)
        positions = self.encoding.first + np.floor(down + 0.5) + self.phi
        turns = positions[:, None] * (self.encoding.frequencies()[order.pairs[picked]] / (2 * np.pi))[None, :]
        turns += 0.25 * order.is_cosine[picked]
        turns -= np.round(turns)
        image: NDArray[np.float32] = np.sin(turns.astype(np.float32) * np.float32(2 * np.pi))
        return image


@lru_cache(maxsize=16)
def _factors(
    encoding: "Encoding", top: float, run: float, height: int, left: float, width: float, count: int
) -> tuple[NDArray[np.complex64], NDArray[np.float32], NDArray[np.float64]]:
    """Return the two short tables whose product is a picture, before any shift.

    Returns
    -------
    coarse : (count, ⌈height/n⌉, terms) complex64
        Every n-th row, with weights and the averaging factor folded in.
    fine : (count, 2·terms, n) float32
        The n rows between, cosines above sines.
    frequencies : (count, terms) float64
        Of each term, to turn `coarse` by φ.
    """
    frequencies, weights = _terms(encoding, left, width, count)
    step = max(1, isqrt(height))
    tops = encoding.first + top + run * step * np.arange(ceil(height / step))
    coarse = phasors(tops[None, :, None] * frequencies[:, None, :])
    coarse *= (weights * dirichlet(frequencies, run))[:, None, :]
    between = (run * np.arange(step))[None, None, :] * frequencies[:, :, None]
    fine = np.concatenate([np.cos(between), np.sin(between)], axis=1, dtype=np.float32, casting="same_kind")
    return coarse.astype(np.complex64), fine, frequencies


def _terms(encoding: "Encoding", left: float, width: float, count: int) -> tuple[NDArray[np.float64], Complex]:
    """Return frequencies and weights, (count, terms), of the sinusoids each pixel column adds up.

    The real part of weight·e^{iωt} is the mean over the pixel's columns: −i gives a sine, 1 a cosine.
    Interleaved, a pair's two columns are neighbours and make one term.
    """
    order = columns(encoding.layout, encoding.dim)
    begin = left - width / 2 + width * np.arange(count)
    end = begin + width
    per_term = 2 if encoding.layout == "interleaved" and width > 1 else 1
    first = np.floor((begin + 0.5 + 1e-9) / per_term).astype(np.int64)
    last = np.ceil((end + 0.5 - 1e-9) / per_term).astype(np.int64)
    term = first[:, None] + np.arange(max(1, int((last - first).max())))[None, :]

    def part(column: NDArray[np.int64]) -> NDArray[np.float64]:
        overlap = np.minimum(end[:, None], column + 0.5) - np.maximum(begin[:, None], column - 0.5)
        return np.where((column >= 0) & (column < encoding.dim), np.clip(overlap, 0, 1), 0.0)

    if per_term == 2:
        sines, cosines = part(2 * term), part(2 * term + 1)
        weights = cosines - 1j * sines
        area = sines + cosines
        pairs = np.clip(term, 0, encoding.pairs - 1)
    else:
        area = part(term)
        column = np.clip(term, 0, encoding.dim - 1)
        weights = area * np.where(order.is_cosine[column], 1, -1j)
        pairs = order.pairs[column]
    return encoding.frequencies()[pairs], weights / area.sum(axis=1, keepdims=True)
