"""Statistics of a table: of each position's row, of each dimension's column; exact, or at the cost of the pixels."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import floor, isqrt, log2
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.model.between.pairwise import profile
from peviewer.model.between.pairwise_raster import PairwiseRaster
from peviewer.model.content.content import noise
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Reduce, cells, run
from peviewer.model.sampling.series import Points, Series
from peviewer.model.turning.rotation import column_means
from peviewer.model.turning.runs import phasors
from peviewer.model.turning.waves import dirichlet

Array = NDArray[np.float64]
Kind = Literal["norm", "mean", "deviation", "range"]

_CELLS = 2**20  # of a table that are worked out one by one; beyond, closed forms stand for them
_CHUNK = 2**17  # cells of a table held at a time
_KERNEL = 2**26  # lags × pairs whose similarity is worked out lag by lag
_LAGS = 512  # of more lags, so many small ones and so many evenly spaced ones are looked at
_OTHERS = 512  # positions that a row is compared with, where content makes every pair of rows different
_COLUMNS = 512  # dimensions that count in such a comparison; of more, an even sample of pairs
_SMALL = 128  # terms of a product that is multiplied out on one core
_DRAWN = 256  # positions of a view whose similarity is looked at, where content has to be drawn for each


@dataclass(frozen=True, eq=False)
class Moments:
    """The mean of some cells and the mean of their squares, one entry a row of `dim` cells."""

    mean: Array
    square: Array
    dim: int

    def of(self, kind: Kind) -> Array:
        """Return the norm, the mean or the standard deviation of the rows."""
        if kind == "mean":
            return self.mean
        squares = self.dim * self.square if kind == "norm" else self.square - self.mean**2
        roots: Array = np.sqrt(np.maximum(squares, 0))
        return roots


def moments(embedded: Embedded, positions: ArrayLike) -> Moments:
    """Return the moments of rows x(t) + PE(t), exact, in little memory.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> moments(Embedded(Sinusoidal(dim=500)), [0, 7]).of("norm").round(6)
    array([15.811388, 15.811388])
    """
    places = np.atleast_1d(np.asarray(positions, dtype=np.float64))
    mean, square = np.empty(len(places)), np.empty(len(places))
    for part, rows in _rows(embedded, places):
        mean[part] = rows.mean(axis=1)
        square[part] = np.square(rows).mean(axis=1)
    return Moments(mean, square, embedded.encoding.dim)


def _rows(embedded: Embedded, places: Array) -> Iterator[tuple[slice, Array]]:
    step = max(1, _CHUNK // embedded.encoding.dim)
    for start in range(0, len(places), step):
        part = slice(start, start + step)
        yield part, embedded.table(places[part])


def block_moments(embedded: Embedded, centres: Array, run: float) -> Moments:
    """Return the moments of all cells within `run` positions around evenly spaced rows, none of them worked out.

    Exact without content and with constant content. Of random content the mean
    is exact for single rows, and beyond that of the largest dyadic block in
    the middle; its square is taken at its expectation.

    Parameters
    ----------
    embedded : Embedded
        The table.
    centres : ndarray, shape (h,)
        Evenly spaced row numbers, 0 for the first position.
    run : float
        How many positions each stands for; at most 1 for single rows.
    """
    encoding, content = embedded.encoding, embedded.content
    mean = column_means(encoding, centres, run).astype(np.float64)
    square = np.full(len(centres), 0.5)
    if encoding.dim % 2:
        omega = encoding.frequencies()[-1:]
        lone = (1 - np.cos(2 * omega * (encoding.first + centres)) * dirichlet(2 * omega, run)) / 2
        square = (encoding.dim // 2 + lone) / encoding.dim
    factor = content.factor(encoding.dim)
    if content.kind == "ones":
        square = square + 2 * factor * mean + factor**2
        mean = mean + factor
    elif content.kind == "normal":
        square = square + factor**2
        mean = mean + factor * _content_mean(embedded, centres, run)
    return Moments(mean, square, encoding.dim)


def _content_mean(embedded: Embedded, centres: Array, run: float) -> Array:
    """Return unscaled random content averaged over all columns, as dyadic blocks that add up to d columns."""
    dim, total, start = embedded.encoding.dim, np.zeros(len(centres)), 0
    tall = max(0, floor(log2(max(1.0, run))))
    nodes = np.floor(embedded.encoding.first + centres + 0.5).astype(np.int64) >> tall
    for level in reversed(range(dim.bit_length())):
        if dim >> level & 1:
            block = np.array([start >> level])
            total += 2**level * noise(embedded.content.seed, nodes, block, tall, level)[:, 0]
            start += 2**level
    mean: Array = total / dim
    return mean


def similarity_ranges(embedded: Embedded, positions: ArrayLike) -> Array:
    """Return the range (largest − smallest) of each position's cosine similarity with all positions, itself included.

    Without content and with even d the similarity is a function of the lag:
    exact while L·d/2 is at most 67 million, else the smallest of 512 small and
    512 evenly spaced lags. Otherwise a row is compared with all positions, or
    with an even sample of 512, in all dimensions, or in an even sample of 512.
    A sample of lags or positions gives at most the true range.

    Parameters
    ----------
    embedded : Embedded
        The table.
    positions : array_like, shape (n,)
        Positions of the table.

    Returns
    -------
    ndarray, shape (n,), float64

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> similarity_ranges(Embedded(Sinusoidal(length=4, dim=2)), [0, 1]).round(4)
    array([1.99  , 1.4161])
    """
    places = np.atleast_1d(np.asarray(positions, dtype=np.float64))
    encoding = embedded.encoding
    if embedded.plain and encoding.dim % 2 == 0:
        lags, smallest = _smallest_similarities(encoding)
        farthest = np.maximum(places - encoding.positions[0], encoding.positions[-1] - places)
        ranges: Array = 1 - smallest[np.searchsorted(lags, farthest, side="right") - 1]
        return ranges
    return _compared(embedded, places)


@lru_cache(maxsize=4)
def _smallest_similarities(encoding: Turning) -> tuple[Array, Array]:
    """Return lags, and the smallest cosine similarity at any of them so far."""
    length = encoding.length
    if length * encoding.pairs <= _KERNEL and length <= _CELLS:
        lags = np.arange(length, dtype=np.float64)
        return lags, np.minimum.accumulate(profile(encoding, encoding.first, "cosine"))
    near = np.arange(min(length, _LAGS), dtype=np.float64)
    far = float(-(-length // _LAGS)) * np.arange(1, length // -(-length // _LAGS))
    raster = PairwiseRaster(encoding, "cosine")
    similar = [raster.sample([0], some, "nearest")[0].astype(np.float64) for some in (near, far) if len(some)]
    lags, values = np.concatenate([near, far]), np.concatenate(similar)
    order = np.argsort(lags, kind="stable")
    return lags[order], np.minimum.accumulate(values[order])


def _compared(embedded: Embedded, places: Array) -> Array:
    """Return the ranges of rows' similarity with all positions or a sample of them, row by row."""
    columns = _sampled_columns(embedded.encoding, _COLUMNS)
    others = _others(embedded)
    ranges = np.empty(len(places))
    for start in range(0, len(places), _OTHERS):
        part = slice(start, start + _OTHERS)
        rows = _directions(embedded, places[part], columns)
        similar = rows @ others.T
        itself = np.square(rows).sum(axis=1)
        ranges[part] = np.maximum(similar.max(axis=1), itself) - similar.min(axis=1)
    return ranges


@lru_cache(maxsize=4)
def _others(embedded: Embedded) -> Array:
    """Return the directions of the rows that others are compared with; read-only."""
    encoding = embedded.encoding
    directions = _directions(embedded, _sampled_positions(encoding, _OTHERS), _sampled_columns(encoding, _COLUMNS))
    directions.setflags(write=False)
    return directions


def _sampled_positions(encoding: Turning, most: int) -> Array:
    """Return all positions, or an even sample of them."""
    ends = encoding.positions
    return np.unique(np.linspace(ends[0], ends[-1], min(encoding.length, most)).round())


def _typical_positions(encoding: Turning) -> Array:
    """Return the first 64 positions and 64 evenly spaced ones: near 0 all pairs swing together."""
    start = np.arange(encoding.first, encoding.first + min(encoding.length, 64), dtype=np.float64)
    return np.union1d(start, _sampled_positions(encoding, 64))


def _sampled_columns(encoding: Turning, most: int) -> NDArray[np.int64]:
    """Return all columns, or those of an even sample of pairs."""
    step = -(-encoding.dim // most)
    chosen: NDArray[np.int64] = np.flatnonzero(encoding.columns.pairs % step == 0)
    return chosen


def _directions(embedded: Embedded, places: Array, columns: NDArray[np.int64]) -> Array:
    """Return rows of x + PE in some columns, of length 1 (or 0)."""
    rows = _part_of_rows(embedded, places, columns)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: Array = np.divide(rows, norms, out=rows, where=norms > 0)
    return directions


def _part_of_rows(embedded: Embedded, places: Array, columns: NDArray[np.int64]) -> Array:
    """Return some rows of x + PE in some columns."""
    encoding, content = embedded.encoding, embedded.content
    order = encoding.columns
    angles = places[:, None] * encoding.frequencies()[order.pairs[columns]][None, :]
    angles += order.is_cosine[columns] * (np.pi / 2)
    rows: Array = np.sin(angles, out=angles)
    if content.kind == "normal":
        rows += content.factor(encoding.dim) * noise(content.seed, places.astype(np.int64), columns)
    else:
        rows += content.constant(encoding.dim)
    return rows


@lru_cache(maxsize=8)
def dimension_deviations(embedded: Embedded) -> Array:
    """Return the standard deviation over all positions of each dimension, shape (d,); read-only.

    Exact without content and with constant content (which changes nothing);
    with random content exact up to a million cells, beyond at its expectation.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> int((dimension_deviations(Embedded(Sinusoidal(length=50, dim=512))) < 0.01).sum())
    163
    """
    encoding, content = embedded.encoding, embedded.content
    if content.kind == "normal" and encoding.length * encoding.dim <= _CELLS:
        deviations: Array = embedded.table().std(axis=0)
    else:
        variances = _turning_variances(encoding)
        if content.kind == "normal" and encoding.length > 1:
            variances += content.factor(encoding.dim) ** 2
        deviations = np.sqrt(variances)
    deviations.setflags(write=False)
    return deviations


def _turning_variances(encoding: Turning) -> Array:
    """Return the variance of each column: that of a sinusoid over a run of positions.

    With θ the angle in the middle of the run and D the Dirichlet kernel, the
    mean of the sines is sin θ·D(ω), and that of their squares ½ − ½ cos 2θ·D(2ω).
    """
    order, length = encoding.columns, float(encoding.length)
    omega = encoding.frequencies()
    middle = (encoding.first + (length - 1) / 2) * omega
    single, double = dirichlet(omega, length), dirichlet(2 * omega, length)
    sines = (1 - np.cos(2 * middle) * double) / 2 - (np.sin(middle) * single) ** 2
    cosines = (1 + np.cos(2 * middle) * double) / 2 - (np.cos(middle) * single) ** 2
    variances: Array = np.where(order.is_cosine, cosines[order.pairs], sines[order.pairs])
    return np.maximum(variances, 0)


@dataclass(frozen=True)
class RowStatistic(Series):
    """A statistic of each position's row, over the positions.

    While a view holds at most a million cells every row is worked out. Beyond,
    and zoomed out, closed forms stand for them (see :func:`block_moments`): a
    pixel shows the mean, the root mean square of the norm, and the standard
    deviation, of all the cells it covers. The range of similarity is that of
    the pixel's middle position (see :func:`similarity_ranges`).
    """

    embedded: Embedded
    kind: Kind
    reduce: Reduce = "mean"

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the statistic at the positions, or at the pixels; see :meth:`Series.sample`."""
        encoding = self.embedded.encoding
        first = encoding.first
        if self.kind == "range" and self.embedded.content.kind == "normal":
            pixels = min(pixels, _DRAWN)
        rows = cells(low - first - 1, high - first + 1, encoding.length, pixels)
        if not len(rows):
            return np.empty(0), np.empty(0)
        pitch = float(rows[1] - rows[0]) if len(rows) > 1 else 1.0
        if self.kind == "range" or self.reduce == "nearest":
            rows, pitch = np.arange(np.ceil(rows[0]), rows[-1] + 1, np.ceil(pitch)), 1.0
        if self.kind == "range":
            return rows + first, _ranges(self.embedded, tuple(rows.tolist()))
        return rows + first, _moments(self.embedded, tuple(rows.tolist()), pitch).of(self.kind)

    def exact(self, low: float, high: float) -> Points:
        """Return the statistic of every position, rows worked out; see :meth:`Series.exact`."""
        first = self.embedded.encoding.first
        positions = first + np.array(run(low - first, high - first, self.embedded.encoding.length), dtype=np.float64)
        if self.kind == "range":
            return positions, similarity_ranges(self.embedded, positions)
        return positions, moments(self.embedded, positions).of(self.kind)


@lru_cache(maxsize=4)
def _ranges(embedded: Embedded, rows: tuple[float, ...]) -> Array:
    return similarity_ranges(embedded, embedded.encoding.first + np.array(rows))


@lru_cache(maxsize=4)
def _moments(embedded: Embedded, rows: tuple[float, ...], pitch: float) -> Moments:
    if pitch <= 1 and len(rows) * embedded.encoding.dim <= _CELLS:
        return moments(embedded, embedded.encoding.first + np.array(rows))
    return block_moments(embedded, np.array(rows), pitch)


@lru_cache(maxsize=16)
def extent(embedded: Embedded, kind: Kind) -> tuple[float, float]:
    """Return about the smallest and the largest value of a statistic over all positions.

    Taken from up to 128 positions and 512 dimensions of the encoding; what
    random content adds is put at four standard deviations.
    """
    encoding, content = embedded.encoding, embedded.content
    known = Embedded(encoding) if content.kind == "normal" else embedded
    places = _typical_positions(encoding)
    columns = _sampled_columns(encoding, _COLUMNS)
    factor = content.factor(encoding.dim) if content.kind == "normal" else 0.0
    if kind == "range":
        rows = _directions(known, places, columns)
        values = 1 - (1 - np.ptp(rows @ rows.T, axis=1)) / (1 + 2 * factor**2)
        stray = 4 / encoding.dim**0.5 if factor else 0.0
        return float(values.min()), min(2.0, float(values.max()) + stray)
    rows = _part_of_rows(known, places, columns)
    mean, square = rows.mean(axis=1), np.square(rows).mean(axis=1) + factor**2
    shake = 4 * factor / encoding.dim**0.5
    swing = shake * (2 * (1 + factor**2)) ** 0.5
    low, high = Moments(mean, square - swing, encoding.dim), Moments(mean, square + swing, encoding.dim)
    if kind == "mean":
        return float(mean.min()) - shake, float(mean.max()) + shake
    return float(low.of(kind).min()), float(high.of(kind).max())


@lru_cache(maxsize=16)
def comparison_extent(embedded: Embedded, metric: Literal["dot", "sse"]) -> tuple[float, float]:
    """Return about the smallest and the largest value of a comparison of any two positions, as :func:`extent` does.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> comparison_extent(Embedded(Sinusoidal(length=2, dim=2)), "sse")
    (0.0, 0.9193953882637205)
    """
    encoding, content = embedded.encoding, embedded.content
    known = Embedded(encoding) if content.kind == "normal" else embedded
    factor = content.factor(encoding.dim) if content.kind == "normal" else 0.0
    columns = _sampled_columns(encoding, _COLUMNS)
    rows = _part_of_rows(known, _typical_positions(encoding), columns)
    dots = rows @ rows.T * (encoding.dim / len(columns))
    added, stray = encoding.dim * factor**2, 4 * factor * (2 * encoding.dim * (1 + factor**2)) ** 0.5
    if metric == "dot":
        return float(dots.min()) - stray, float(dots.max()) + added + stray
    squares = np.diag(dots)
    distances = squares[:, None] + squares[None, :] - 2 * dots
    return 0.0, float(distances.max()) + 2 * (added + stray)


@lru_cache(maxsize=8)
def last_falling_lag(encoding: Turning) -> int | None:
    """Return the lag up to which the closed form Σ cos ω_i·lag falls; None if it falls at every lag there is.

    Exact: its steps −Σ 2·sin(ω/2)·sin(ω(lag + ½)), which do not cancel, are
    looked at one by one until the first that rises.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> last_falling_lag(Sinusoidal(dim=512))
    43
    """
    frequencies = encoding.frequencies()[: encoding.dim // 2]
    start, count = 0, 64
    while start < encoding.length - 1:
        steps = _kernel_steps(frequencies, start, min(count, encoding.length - 1 - start))
        rising = np.flatnonzero(steps > 0)
        if len(rising):
            return start + int(rising[0])
        start, count = start + count, min(4 * count, 1024)
    return None


def _kernel_steps(frequencies: Array, start: int, count: int) -> Array:
    """Return how much the closed form grows from lag k to k + 1, for k = start … start + count − 1."""
    fine = isqrt(count - 1) + 1
    coarse = -(-count // fine)
    steps = np.zeros((coarse, fine))
    for first in range(0, len(frequencies), 4096):
        omega = frequencies[first : first + 4096]
        near = _powers(np.ones(len(omega)), omega, fine)
        far = _powers(2 * np.sin(omega / 2) * phasors(omega * (start + 0.5)), omega * fine, coarse)
        left, right = np.hstack([far.real, far.imag]), np.hstack([near.imag, near.real])
        # Large products wait for all cores, however busy; small ones are done at once.
        whole = left.shape[1] // _SMALL * _SMALL
        parts = (side[:, :whole].reshape(len(side), -1, _SMALL).swapaxes(0, 1) for side in (left, right))
        steps -= np.matmul(next(parts), next(parts).swapaxes(1, 2)).sum(axis=0)
        steps -= left[:, whole:] @ right[:, whole:].T
    return steps.ravel()[:count]


def _powers(scale: NDArray[np.complex128] | Array, angles: Array, count: int) -> NDArray[np.complex128]:
    """Return scale·e^{i·angle·k}, k = 0 … count−1, shape (count, len(angles)), by repeated doubling."""
    powers = np.empty((count, len(angles)), np.complex128)
    powers[0] = scale
    done = 1
    while done < count:
        more = min(done, count - done)
        np.multiply(powers[:more], phasors(done * angles), out=powers[done : done + more])
        done += more
    return powers
