"""Tables of turning pairs: built whole as products of short tables, or sampled at pixels."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, isqrt
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.sampling.raster import Raster, Reduce, grid
from peviewer.model.turning.layouts import Columns, Layout, columns

Complex = NDArray[np.complex128]
_STRIP = 100_000  # numbers of a picture that are worked on at a time


class TurningPairs(Protocol):
    """What this file needs to know of an encoding: pairs that turn, laid out in columns."""

    @property
    def length(self) -> int: ...  # noqa: D102
    @property
    def dim(self) -> int: ...  # noqa: D102
    @property
    def first(self) -> int: ...  # noqa: D102
    @property
    def layout(self) -> Layout: ...  # noqa: D102
    @property
    def pairs(self) -> int: ...  # noqa: D102
    @property
    def columns(self) -> Columns: ...  # noqa: D102
    def frequencies(self) -> NDArray[np.float64]: ...  # noqa: D102
    def __hash__(self) -> int: ...


def phasors(angles: NDArray[np.float64]) -> Complex:
    """Return e^{i·angles}, any shape, complex128."""
    result = np.empty(angles.shape, np.complex128)
    np.cos(angles, out=result.real)
    np.sin(angles, out=result.imag)
    return result


def _rounded_phasors(angles: NDArray[np.float64]) -> NDArray[np.complex64]:
    """Return e^{i·angles}, worked out in double precision, kept in single."""
    result = np.empty(angles.shape, np.complex64)
    np.cos(angles, out=result.real, casting="same_kind")
    np.sin(angles, out=result.imag, casting="same_kind")
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

    Two short tables are made, and multiplied out: e^{iω(na+b)} = e^{iωna}·e^{iωb}.

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
    if first < 0:
        return _mirrored_run(frequencies, first, length)
    block = max(1, isqrt(length))
    blocks = ceil(length / block)
    coarse = 1j * short_run(-frequencies, first, block, blocks)  # i·e^{−iθ} = sin θ + i·cos θ
    fine = short_run(-frequencies, 0, 1, block)
    table = coarse[:, None, :] * fine[None, :, :]
    return table.reshape(blocks * block, len(frequencies))[:length]


def _mirrored_run(frequencies: NDArray[np.float64], first: int, length: int) -> Complex:
    """Return a run from below 0, worked out from 0 outwards: near 0 no angle is then a difference of large ones."""
    below = min(length, -first)
    run = np.empty((length, len(frequencies)), np.complex128)
    mirror = run_of_pairs(frequencies, 1 - first - below, below)[::-1]
    np.negative(mirror.conj(), out=run[:below])
    if below < length:
        run[below:] = run_of_pairs(frequencies, 0, length - below)
    return run


def short_run(frequencies: NDArray[np.float64], first: float, step: float, count: int) -> Complex:
    """Return e^{iωt} for t = first, first + step …, itself as a product: sines and cosines are the dear part."""
    block = max(1, isqrt(count))
    far = first + step * block * np.arange(ceil(count / block), dtype=np.float64)
    near = step * np.arange(block, dtype=np.float64)
    run = _turned(frequencies, far)[:, None, :] * _turned(frequencies, near)[None, :, :]
    return run.reshape(-1, len(frequencies))[:count]


def _turned(frequencies: NDArray[np.float64], positions: NDArray[np.float64]) -> Complex:
    """Return e^{iωt}; at position 0, where most short runs begin, nothing has turned yet."""
    waves = np.empty((len(positions), len(frequencies)), np.complex128)
    still = int(positions[0] == 0)
    waves[:still] = 1
    angles = positions[still:, None] * frequencies
    np.cos(angles, out=waves.real[still:])
    np.sin(angles, out=waves.imag[still:])
    return waves


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


def turning(encoding: TurningPairs, positions: range, some: NDArray[np.int64], phi: float = 0.0) -> NDArray[np.float64]:
    """Return some columns of the table at a run of positions, each moved by φ, in double precision.

    Whole tables of one run are bitwise those of :meth:`peviewer.model.encodings.turning.Turning.table`.

    Parameters
    ----------
    encoding : Turning
        Gives the frequencies and the layout.
    positions : range
        Of step 1.
    some : ndarray of int, shape (n,)
        Columns, in any order.
    phi : float
        The shift in positions.

    Returns
    -------
    ndarray, shape (len(positions), n), float64
    """
    order = encoding.columns
    wanted, back = np.unique(order.pairs[some], return_inverse=True)
    frequencies = encoding.frequencies()[wanted]
    pairs = run_of_pairs(frequencies, positions.start, len(positions))
    if phi:
        pairs *= phasors(-phi * frequencies)
    numbers = pairs.view(np.float64)  # sine, cosine, sine, cosine …
    places = 2 * back + order.is_cosine[some]
    return numbers if np.array_equal(places, np.arange(numbers.shape[1])) else numbers[:, places]


@dataclass(frozen=True)
class RotationRaster(Raster):
    """The table of an encoding of turning pairs, moved by φ, never built.

    Attributes
    ----------
    encoding : Turning
        Gives the frequencies, the layout, the length and the first position.
    phi : float
        The shift in positions: row r shows PE(first + r + φ).
    """

    encoding: TurningPairs
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
        waves, frequencies, weights = _factors(self.encoding, down[0], run, len(down), across[0], width, len(across))
        turned = weights * phasors(frequencies * self.phi) if self.phi else weights
        return waves.weighted(turned, len(down))

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return single cells in double precision; see :meth:`Raster.exact`."""
        first = self.encoding.first
        return turning(self.encoding, range(first + rows.start, first + rows.stop), np.array(columns), self.phi)

    def _nearest(self, down: NDArray[np.float64], across: NDArray[np.float64]) -> NDArray[np.float32]:
        order = columns(self.encoding.layout, self.encoding.dim)
        picked = np.clip(np.floor(across + 0.5).astype(np.int64), 0, self.encoding.dim - 1)
        positions = self.encoding.first + np.floor(down + 0.5) + self.phi
        turns = positions[:, None] * (self.encoding.frequencies()[order.pairs[picked]] / (2 * np.pi))[None, :]
        turns += 0.25 * order.is_cosine[picked]
        turns -= np.round(turns)
        image: NDArray[np.float32] = np.sin(turns.astype(np.float32) * np.float32(2 * np.pi))
        return image


@dataclass(frozen=True, eq=False)
class Waves:
    """Complex exponentials of some terms over evenly spaced rows, as the product of two short tables.

    Attributes
    ----------
    coarse : ndarray, shape (w, ⌈h/n⌉, terms), complex64
        Every n-th row, averaged over the rows' runs.
    fine : ndarray, shape (w, 2·terms, n), float32
        The n rows between, cosines above sines.
    """

    coarse: NDArray[np.complex64]
    fine: NDArray[np.float32]

    @classmethod
    def over(
        cls, frequencies: NDArray[np.float64], top: float, spacing: float, height: int, run: float | None = None
    ) -> "Waves":
        """Return the waves of (w, terms) frequencies at `height` rows from `top`.

        Rows are `spacing` apart and averaged over `run` positions, by default over their spacing.
        """
        run = spacing if run is None else run
        step = max(1, isqrt(height))
        tops = top + spacing * step * np.arange(ceil(height / step))
        wide, terms = frequencies.shape
        coarse = np.empty((wide, len(tops), terms), np.complex64)
        fine = np.empty((wide, 2, terms, step), np.float32)
        for some in _strips(wide, terms * max(step, len(tops))):
            coarse[some] = _rounded_phasors(tops[None, :, None] * frequencies[some, None, :])
            coarse[some] *= dirichlet(frequencies[some], run).astype(np.float32)[:, None, :]
            between = (spacing * np.arange(step))[None, None, :] * frequencies[some, :, None]
            np.cos(between, out=fine[some, 0], casting="same_kind")
            np.sin(between, out=fine[some, 1], casting="same_kind")
        return cls(coarse, fine.reshape(wide, 2 * terms, step))

    def weighted(self, weights: Complex, height: int) -> NDArray[np.float32]:
        """Return Σ Re(weight·wave) over the terms: (height, w) pixels for (w, terms) weights."""
        wide, tops, terms = self.coarse.shape
        strips = []
        for some in _strips(wide, tops * terms):
            coarse = self.coarse[some] * weights[some].astype(np.complex64)[:, None, :]
            stacked = np.concatenate([coarse.real, -coarse.imag], axis=2)
            strips.append(np.matmul(stacked, self.fine[some]))  # Re of the complex product
        image: NDArray[np.float32] = strips[0] if len(strips) == 1 else np.concatenate(strips)
        return image.reshape(wide, -1)[:, :height].T


def _strips(wide: int, each: int) -> Iterator[slice]:
    """Yield strips of pixel columns, `each` numbers a column, that are worked on at a time: memory stays small."""
    most = max(1, _STRIP // max(1, each))
    for start in range(0, wide, most):
        yield slice(start, start + most)


@lru_cache(maxsize=6)
def _factors(
    encoding: TurningPairs, top: float, run: float, height: int, left: float, width: float, count: int
) -> tuple[Waves, NDArray[np.float64], Complex]:
    """Return all of a picture that does not depend on φ: waves, and (count, terms) frequencies and weights."""
    frequencies, weights = _terms(encoding, left, width, count)
    return Waves.over(frequencies, encoding.first + top, run, height), frequencies, weights


def column_means(encoding: TurningPairs, centres: NDArray[np.float64], run: float) -> NDArray[np.float32]:
    """Return the mean over all columns of evenly spaced rows, averaged over `run` positions, shape (h,)."""
    frequencies, weights = _terms(encoding, (encoding.dim - 1) / 2, float(encoding.dim), 1)
    step = float(centres[1] - centres[0]) if len(centres) > 1 else 1.0
    waves = Waves.over(frequencies, encoding.first + float(centres[0]), step, len(centres), run)
    return waves.weighted(weights, len(centres))[:, 0]


def overlaps(left: float, width: float, count: int, size: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the cells that evenly spaced pixels overlap, and the part of each cell that lies in each.

    Parameters
    ----------
    left, width : float
        The first pixel's centre and the pixels' pitch, in cells.
    count : int
        How many pixels.
    size : int
        How many cells there are.

    Returns
    -------
    index : ndarray, shape (count, m), int64
        Clipped to real cells.
    part : ndarray, shape (count, m), float64
        From 0 to 1; 0 for padding.

    Examples
    --------
    >>> overlaps(0.25, 1.5, 2, 3)[1]
    array([[1. , 0.5],
           [0.5, 1. ]])
    """
    begin = left - width / 2 + width * np.arange(count)
    end = begin + width
    first = np.floor(begin + 0.5 + 1e-9).astype(np.int64)
    last = np.ceil(end + 0.5 - 1e-9).astype(np.int64)
    cell = first[:, None] + np.arange(max(1, int((last - first).max())))[None, :]
    part = np.minimum(end[:, None], cell + 0.5) - np.maximum(begin[:, None], cell - 0.5)
    return np.clip(cell, 0, size - 1), np.where((cell >= 0) & (cell < size), np.clip(part, 0, 1), 0.0)


def _terms(encoding: TurningPairs, left: float, width: float, count: int) -> tuple[NDArray[np.float64], Complex]:
    """Return frequencies and weights, (count, terms), of the sinusoids each pixel column adds up.

    The real part of weight·e^{iωt} is the mean over the pixel's columns: −i gives a sine, 1 a cosine.
    Interleaved and more than a column to the pixel, a pair's two columns make one term.
    """
    order = columns(encoding.layout, encoding.dim)
    index, part = overlaps(left, width, count, encoding.dim)
    weights: Complex = part * order.units[index]
    pairs = order.pairs[index]
    if encoding.layout == "interleaved" and width > 1:
        pairs, weights = _paired(pairs, weights, encoding.pairs)
    return encoding.frequencies()[pairs], weights / part.sum(axis=1, keepdims=True)


def _paired(pairs: NDArray[np.int64], weights: Complex, size: int) -> tuple[NDArray[np.int64], Complex]:
    """Add up the weights of neighbouring columns of one pair: half the terms remain."""
    slots = pairs - pairs[:, :1]
    merged = np.zeros((len(pairs), pairs.shape[1] // 2 + 1), np.complex128)
    np.add.at(merged, (np.arange(len(pairs))[:, None], slots), weights)
    return np.minimum(pairs[:, :1] + np.arange(merged.shape[1])[None, :], size - 1), merged
