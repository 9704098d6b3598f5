"""How much each dimension varies over the positions."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.claims.statistics.ranges import CELLS
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.sampling.series import Points, Samples, Series
from peviewer.model.stored.table import MOST_CELLS
from peviewer.model.turning.pairs import start_angles
from peviewer.model.turning.table import aliased, dirichlet

Array = NDArray[np.float64]

_SLOW = 0.05  # radians a pair may turn over all positions for a power series to replace the closed form, which cancels


@dataclass(frozen=True)
class DimensionDeviations(Series):
    """The standard deviations of the dimensions that vary at least by `low` and less than `high`.

    Those below `floor` are drawn there: a logarithmic axis has no zero.
    """

    embedded: Embedded
    low: float
    high: float
    floor: float

    def sample(self, low: float, high: float, pixels: int) -> Points:
        places, deviations = self._mine(dimension_deviations(self.embedded))
        return Samples(places, np.maximum(deviations, self.floor)).sample(low, high, pixels)

    def measured(self, low: float, high: float, pixels: int) -> Points:
        return Samples(*self._mine(dimension_deviations(self.embedded))).sample(low, high, pixels)

    def exact(self, low: float, high: float) -> Points:
        return Samples(*self._mine(exact_dimension_deviations(self.embedded))).exact(low, high)

    def read(self, at: float) -> tuple[float, float] | None:
        found = Samples(*self._mine(dimension_deviations(self.embedded))).read(at)
        return found and (found[0], max(found[0], self.floor))

    def _mine(self, deviations: Array) -> Points:
        mine = (deviations >= self.low) & (deviations < self.high)
        return np.flatnonzero(mine).astype(np.float64), deviations[mine]


@lru_cache(maxsize=4)
def dimension_deviations(embedded: Embedded) -> Array:
    """Return the standard deviation over all positions of each dimension, shape (d,); read-only.

    Exact without content and with constant content (which changes nothing);
    with random content exact up to a million cells, beyond at its expectation. Of a
    table that no rule makes exact up to 17 million cells, beyond of an even sample of its rows.

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> int((dimension_deviations(Embedded(Sinusoidal(length=50, dim=512))) < 0.01).sum())
    163
    """
    encoding, content = embedded.encoding, embedded.content
    if not isinstance(encoding, Turning) and not counts_every_cell(embedded):
        places = linspace_indices(encoding.length, max(2, MOST_CELLS // encoding.dim // 4))
        return np.asarray(embedded.table(encoding.first + places).std(axis=0))
    if embedded.measured and counts_every_cell(embedded):
        return exact_dimension_deviations(embedded)
    variances = _turning_variances(embedded.turning)
    if content.kind == "normal":
        variances += content.factor(encoding.dim) ** 2 * (1 - 1 / encoding.length)
    deviations: Array = np.sqrt(variances)
    deviations.setflags(write=False)
    return deviations


def counts_every_cell(embedded: Embedded) -> bool:
    """Whether :func:`dimension_deviations` are those of the very numbers, random content included."""
    most = CELLS if isinstance(embedded.encoding, Turning) else MOST_CELLS
    return not embedded.measured or embedded.encoding.length * embedded.encoding.dim <= most


@lru_cache(maxsize=2)
def exact_dimension_deviations(embedded: Embedded) -> Array:
    """Return the standard deviation of each dimension, random content counted cell by cell; read-only.

    >>> from peviewer.model.content.content import Content
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> some = Embedded(Sinusoidal(length=300_000, dim=4), Content(kind="normal"))
    >>> bool(np.allclose(exact_dimension_deviations(some), some.table().std(axis=0), atol=1e-12))
    True
    """
    encoding = embedded.encoding
    if not embedded.measured:
        return dimension_deviations(embedded)
    step, raster = max(1, CELLS // encoding.dim), embedded.raster()
    mean, squares = np.zeros(encoding.dim), np.zeros(encoding.dim)
    for start in range(0, encoding.length, step):
        check_cancelled()
        rows = raster.exact(range(start, min(start + step, encoding.length)), range(encoding.dim))
        away = rows.mean(axis=0) - mean
        mean += away * (len(rows) / (start + len(rows)))
        squares += np.square(rows - rows.mean(axis=0)).sum(axis=0)
        squares += away**2 * (start * len(rows) / (start + len(rows)))
    deviations: Array = np.sqrt(squares / encoding.length)
    deviations.setflags(write=False)
    return deviations


def _turning_variances(encoding: Turning) -> Array:
    """Return the variance of each column: that of a sinusoid over a run of positions.

    With θ the angle in the middle of the run, k what is left and right of it,
    A the variance of sin ωk and B that of cos ωk, sines vary by A cos²θ + B sin²θ:
    nothing cancels, however little they vary.
    """
    order, length = encoding.columns, float(encoding.length)
    omega = aliased(encoding.frequencies()) + encoding.frequency_rests()
    middle = start_angles(encoding) + (length - 1) / 2 * omega
    single, double = dirichlet(omega, length), dirichlet(2 * omega, length)
    slow = np.abs(omega) * length < _SLOW
    of_sines = np.where(slow, _slow_sines(omega, length), np.maximum((1 - double) / 2, 0))
    of_cosines = np.where(slow, _slow_cosines(omega, length), np.maximum((1 + double) / 2 - single**2, 0))
    part = np.cos(middle) ** 2, np.sin(middle) ** 2
    sines, cosines = of_sines * part[0] + of_cosines * part[1], of_sines * part[1] + of_cosines * part[0]
    variances: Array = np.where(order.is_cosine, cosines[order.pairs], sines[order.pairs])
    return variances


def _slow_sines(omega: Array, length: float) -> Array:
    """Return the variance of sin ωk, k = −(L−1)/2 … (L−1)/2, by its power series."""
    squares = omega**2
    second, fourth = (length**2 - 1) / 12, (length**2 - 1) * (3 * length**2 - 7) / 240
    sixth = (length**2 - 1) * (3 * length**4 - 18 * length**2 + 31) / 1344
    variance: Array = squares * (second - squares * (fourth / 3 - squares * (2 * sixth / 45)))
    return variance


def _slow_cosines(omega: Array, length: float) -> Array:
    """Return the variance of cos ωk, k = −(L−1)/2 … (L−1)/2, by its power series; 0 for up to two positions."""
    squares = omega**2
    variance: Array = squares**2 * ((length**2 - 1) * (length**2 - 4) / 720) * (1 - squares * (3 * length**2 - 13) / 84)
    return np.maximum(variance, 0)
