"""Pairs of a sine and a cosine: the columns that hold them, and their values at positions."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from peviewer.model.turning.frequencies import product_rest

Layout = Literal["interleaved", "concatenated", "flipped"]
Operator = Literal["own", "interleaved", "concatenated", "flipped"]
"""The layout that M(φ) was made for; ``"own"`` is the table's."""
Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
# Positions of the short table that is multiplied by every 64th.
_BLOCK = 64


@dataclass(frozen=True, eq=False)
class Columns:
    """Which columns of a table hold sines and which cosines.

    With odd d the last pair has no cosine.
    """

    sines: NDArray[np.int64]  # the column of each pair's sine
    cosines: NDArray[np.int64]
    pairs: NDArray[np.int64]  # the pair of each column
    is_cosine: NDArray[np.bool_]  # whether a column holds cosines

    @property
    def units(self) -> NDArray[np.complex128]:
        """The factor with which Re(unit·e^{iωt}) is a column's value: −i for sines, 1 for cosines."""
        return self.is_cosine - 1j * ~self.is_cosine


@lru_cache(maxsize=4)  # up to 1 MB each
def columns(layout: Layout, dim: int) -> Columns:
    """Return which columns of a layout hold sines and which cosines."""
    whole = (dim + 1) // 2
    half = dim // 2
    if layout == "interleaved":
        sines = np.arange(0, dim, 2)
        cosines = np.arange(1, dim, 2)
    elif layout == "concatenated":
        sines = np.arange(whole)
        cosines = np.arange(whole, dim)
    else:
        sines = np.arange(half, dim)
        cosines = np.arange(half)
    pairs = np.empty(dim, np.int64)
    is_cosine = np.zeros(dim, np.bool_)
    pairs[sines], pairs[cosines], is_cosine[cosines] = np.arange(whole), np.arange(half), True
    for array in (sines, cosines, pairs, is_cosine):
        array.setflags(write=False)
    return Columns(sines, cosines, pairs, is_cosine)


def operator_layout(operator: Operator, own: Layout, dim: int) -> Layout:
    """Return the layout that M(φ) was made for: the table's `own` wherever both have the same columns."""
    if operator == "own" or np.array_equal(columns(operator, dim).sines, columns(own, dim).sines):
        return own
    return operator


class TurningPairs(Protocol):
    """An encoding as pairs that turn, laid out in columns, as this folder uses it."""

    @property
    def length(self) -> int: ...
    @property
    def dim(self) -> int: ...
    @property
    def first(self) -> int: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def pairs(self) -> int: ...
    @property
    def columns(self) -> Columns: ...
    def frequencies(self) -> NDArray[np.float64]: ...
    def frequency_rests(self) -> NDArray[np.float64]: ...
    def __hash__(self) -> int: ...


def phasors(angles: Array) -> Complex:
    """Return e^{i·angles}, any shape, complex128."""
    result = np.empty(angles.shape, np.complex128)
    np.cos(angles, out=result.real)
    np.sin(angles, out=result.imag)
    return result


def powers(begin: Complex | Array, rates: Complex, count: int) -> Complex:
    """Return begin·e^(rate·k), k = 0 … count − 1, shape (count, n), by repeated doubling."""
    terms = np.empty((count, len(rates)), np.complex128)
    terms[0] = begin
    done = 1
    while done < count:
        more = min(done, count - done)
        np.multiply(terms[:more], exponentials(done * rates), out=terms[done : done + more])
        done += more
    return terms


def exponentials(rates: Complex) -> Complex:
    """Return e^rate; without losses by sine and cosine, which are faster."""
    turned = phasors(rates.imag)
    return turned * np.exp(rates.real) if rates.real.any() else turned


def exact_phasors(positions: Array, frequencies: Array, rests: Array) -> Complex:
    """Return e^{iωt}, shape (n, m), as exact far out as near 0: the rounding of ω and of ω·t is corrected."""
    places = positions[:, None]
    near = places * frequencies
    rest = product_rest(places, frequencies) + places * rests
    # Then sine and cosine are the angle and 1 to the last bit.
    tiny = np.abs(rest).max(initial=0) < 1e-9
    cosines = np.cos(near)
    sines = np.sin(near)
    rest_cosines, rest_sines = (1.0, rest) if tiny else (np.cos(rest), np.sin(rest))
    # Not near * rest: NumPy rounds complex products depending on shape.
    waves = np.empty(near.shape, np.complex128)
    waves.real = cosines * rest_cosines - sines * rest_sines
    waves.imag = sines * rest_cosines + cosines * rest_sines
    return waves


@lru_cache(maxsize=4)
def start_angles(encoding: TurningPairs) -> Array:
    """Return ω·first of every pair modulo whole turns, relative to which angles stay exact at any first position."""
    first = np.array([encoding.first], dtype=np.float64)
    angles: Array = np.angle(
        exact_phasors(first, encoding.frequencies(), encoding.frequency_rests())[0]
    )
    angles.setflags(write=False)
    return angles


def pairs_at(frequencies: Array, rests: Array, first: int, length: int) -> Complex:
    """Return sin(ωt) + i·cos(ωt) for t = first … first+length−1, of ω and its rounding errors.

    Two short tables are multiplied out: e^{iω(64a+b)} = e^{iω64a}·e^{iωb}. How a position is split
    depends on it alone, so that overlapping runs agree bit for bit.
    """
    if not length:
        return np.empty((0, len(frequencies)), np.complex128)
    # NumPy rounds the products of single complex numbers differently from those of rows.
    if len(frequencies) == 1:
        pair = pairs_at(np.repeat(frequencies, 2), np.repeat(rests, 2), first, length)
        return np.ascontiguousarray(pair[:, :1])
    begin = first // _BLOCK
    end = (first + length - 1) // _BLOCK + 1
    low, count = (first % _BLOCK, length) if end - begin == 1 else (0, _BLOCK)
    tops = np.arange(begin, end, dtype=np.float64) * _BLOCK
    coarse = 1j * exact_phasors(tops, -frequencies, -rests)  # i·e^{−iθ} = sin θ + i·cos θ
    fine = exact_phasors(np.arange(low, low + count, dtype=np.float64), -frequencies, -rests)
    return (coarse[:, None, :] * fine).reshape(-1, len(frequencies))[first % _BLOCK - low :][
        :length
    ]


def in_columns(pairs: Complex, order: Columns, interleaved: bool) -> Array:
    """Return sin + i·cos, shape (…, m), as a real table, shape (…, d)."""
    dim = len(order.pairs)
    if interleaved:
        table = np.ascontiguousarray(pairs).view(np.float64)
        return table if table.shape[-1] == dim else np.ascontiguousarray(table[..., :dim])
    table = np.empty((*pairs.shape[:-1], dim))
    table[..., order.sines] = pairs.real
    table[..., order.cosines] = pairs.imag[..., : len(order.cosines)]
    return table


def table_cells(
    encoding: TurningPairs, positions: range, some: NDArray[np.int64], phi: float = 0.0
) -> Array:
    """Return some columns of the table at a run of positions, each moved by φ, bit for bit those of the table."""
    order = encoding.columns
    pairs_used, back = np.unique(order.pairs[some], return_inverse=True)
    frequencies = encoding.frequencies()[pairs_used]
    rests = encoding.frequency_rests()[pairs_used]
    pairs = pairs_at(frequencies, rests, positions.start, len(positions))
    if phi:
        pairs *= exact_phasors(np.array([-phi]), frequencies, rests)
    numbers = pairs.view(np.float64)  # sine, cosine, sine, cosine …
    places = 2 * back + order.is_cosine[some]
    return numbers if np.array_equal(places, np.arange(numbers.shape[1])) else numbers[:, places]
