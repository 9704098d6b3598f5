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
# How many positions the short table has that is multiplied by every 64th wave.
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
        """The factor with which Re(unit·e^{iωt}) is a column's value.

        It is −i for sines, 1 for cosines.
        """
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
    is_cosine = np.zeros(dim, np.bool_)
    is_cosine[cosines] = True
    pairs = np.empty(dim, np.int64)
    pairs[sines] = np.arange(whole)
    pairs[cosines] = np.arange(half)
    for array in (sines, cosines, pairs, is_cosine):
        array.setflags(write=False)
    return Columns(sines, cosines, pairs, is_cosine)


def operator_layout(operator: Operator, own: Layout, dim: int) -> Layout:
    """Return the layout that M(φ) was made for: the table's `own` if both have the same columns."""
    if operator == "own":
        return own
    has_own_columns = np.array_equal(columns(operator, dim).sines, columns(own, dim).sines)
    return own if has_own_columns else operator


class TurningPairs(Protocol):
    """The attributes of an encoding that this folder uses: pairs that turn, laid out in columns."""

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
    def frequency_rounding_errors(self) -> NDArray[np.float64]: ...
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
        leap = exponentials(done * rates)
        np.multiply(terms[:more], leap, out=terms[done : done + more])
        done += more
    return terms


def exponentials(rates: Complex) -> Complex:
    """Return e^rate; rates without decay use sine and cosine, which are faster."""
    turned = phasors(rates.imag)
    return turned * np.exp(rates.real) if rates.real.any() else turned


def exact_phasors(positions: Array, frequencies: Array, rounding_errors: Array) -> Complex:
    """Return e^{iωt}, shape (n, m), as exact far out as near 0.

    The rounding of ω, which is `rounding_errors`, and that of ω·t are corrected.
    """
    column = positions[:, None]
    angles = column * frequencies
    angle_rests = product_rest(column, frequencies) + column * rounding_errors
    cosines = np.cos(angles)
    sines = np.sin(angles)
    # The sine and cosine of a tiny angle are the angle and 1, to the last bit.
    are_tiny = np.abs(angle_rests).max(initial=0) < 1e-9
    rest_cosines: Array | float = 1.0 if are_tiny else np.cos(angle_rests)
    rest_sines = angle_rests if are_tiny else np.sin(angle_rests)
    # NumPy would round a product of complex numbers depending on their shape.
    waves = np.empty(angles.shape, np.complex128)
    waves.real = cosines * rest_cosines - sines * rest_sines
    waves.imag = sines * rest_cosines + cosines * rest_sines
    return waves


@lru_cache(maxsize=4)
def start_angles(encoding: TurningPairs) -> Array:
    """Return ω·first of every pair modulo whole turns.

    Relative to these, angles stay exact at any first position.
    """
    first = np.array([encoding.first], dtype=np.float64)
    waves = exact_phasors(first, encoding.frequencies(), encoding.frequency_rounding_errors())
    angles: Array = np.angle(waves[0])
    angles.setflags(write=False)
    return angles


def pairs_at(frequencies: Array, rounding_errors: Array, first: int, length: int) -> Complex:
    """Return sin(ωt) + i·cos(ωt) for t = first … first+length−1, of ω and its rounding errors.

    Two short tables are multiplied out: e^{iω(64a+b)} = e^{iω64a}·e^{iωb}. How a position is split
    depends on it alone, so that overlapping runs agree bit for bit.
    """
    if not length:
        return np.empty((0, len(frequencies)), np.complex128)
    # NumPy rounds the products of single complex numbers differently from those of rows.
    if len(frequencies) == 1:
        pair = pairs_at(np.repeat(frequencies, 2), np.repeat(rounding_errors, 2), first, length)
        return np.ascontiguousarray(pair[:, :1])
    first_block, offset = divmod(first, _BLOCK)
    stop_block = (first + length - 1) // _BLOCK + 1
    block_starts = np.arange(first_block, stop_block, dtype=np.float64) * _BLOCK
    # i·e^{−iθ} = sin θ + i·cos θ.
    coarse = 1j * exact_phasors(block_starts, -frequencies, -rounding_errors)

    # Of a single block only the positions asked for are computed.
    is_single_block = stop_block - first_block == 1
    fine_start = offset if is_single_block else 0
    fine_stop = offset + length if is_single_block else _BLOCK
    fine_positions = np.arange(fine_start, fine_stop, dtype=np.float64)
    fine = exact_phasors(fine_positions, -frequencies, -rounding_errors)

    blocks = (coarse[:, None, :] * fine).reshape(-1, len(frequencies))
    skipped = offset - fine_start
    return blocks[skipped : skipped + length]


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
    encoding: TurningPairs, positions: range, chosen_columns: NDArray[np.int64], phi: float = 0.0
) -> Array:
    """Return some columns of the table at a run of positions, each moved by φ.

    The numbers are bit for bit those of the table.
    """
    order = encoding.columns
    pairs_used, pair_indices = np.unique(order.pairs[chosen_columns], return_inverse=True)
    frequencies = encoding.frequencies()[pairs_used]
    rounding_errors = encoding.frequency_rounding_errors()[pairs_used]
    pairs = pairs_at(frequencies, rounding_errors, positions.start, len(positions))
    if phi:
        pairs *= exact_phasors(np.array([-phi]), frequencies, rounding_errors)
    # Sine, cosine, sine, cosine …
    numbers = pairs.view(np.float64)
    places = 2 * pair_indices + order.is_cosine[chosen_columns]
    if np.array_equal(places, np.arange(numbers.shape[1])):
        return numbers
    return numbers[:, places]
