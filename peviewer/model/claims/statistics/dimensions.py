"""How much each dimension varies over the positions."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.model.claims.statistics.sampled import CELLS
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.waves import dirichlet

Array = NDArray[np.float64]


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
    if content.kind == "normal" and encoding.length * encoding.dim <= CELLS:
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
