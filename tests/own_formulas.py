"""Encodings by formulas of the tests' own, sharing no line with the model.

And the numbers that a text states.
"""

import re
from math import ceil

import mpmath
import numpy as np

from peviewer.document.document import Document

_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_NUMBER = re.compile(r"(?<![\w.₀-₉])−?\d[\d\u2009]*(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")

CONFIGURATIONS = {
    "turned": {"view.transposed": True, "view.raw": True},
    "concatenated": {"encoding.layout": "concatenated", "encoding.schedule": "endpoint", "encoding.dim": 100},
    "flipped, odd": {"encoding.layout": "flipped", "encoding.dim": 7, "encoding.first": -20},
    "concatenated, odd": {"encoding.layout": "concatenated", "encoding.dim": 33, "encoding.schedule": "endpoint"},
    "one number": {"encoding.dim": 1},
    "one pair, long": {"encoding.dim": 2, "encoding.schedule": "endpoint", "encoding.length": 1_000_000},
    "one position": {"encoding.length": 1, "encoding.first": 7},
    "far out": {"encoding.first": 9 * 10**15 - 10_000_000, "encoding.dim": 64, "cursor.position": 9 * 10**15},
    "far below": {"encoding.first": -(10**12), "encoding.dim": 20, "encoding.base": 1.1, "content.kind": "ones"},
    "normal": {"content.kind": "normal", "content.scaled": True},
    "time step": {"encoding.scheme": "timestep", "encoding.dim": 12, "encoding.scale": 1000.0,
                  "encoding.freq_shift": 0.0},
    "time scales": {"encoding.scheme": "tensor2tensor", "encoding.dim": 10, "encoding.min_timescale": 3.0},
}  # fmt: skip


def configured(name, changes=()):
    """Return the Document of a configuration, changed further."""
    return Document().edited({**CONFIGURATIONS[name], **dict(changes)})


def frequencies(document):
    """Return ω_i of all pairs as numbers of 50 digits."""
    mpmath.mp.dps = 50
    given = document.encoding
    power = mpmath.power
    pairs = range(ceil(given.dim / 2))
    most = max(1, len(pairs) - 1)
    if given.scheme == "tensor2tensor":
        least = mpmath.mpf(given.min_timescale)
        return [least * power(given.max_timescale / least, mpmath.mpf(-i) / most) for i in pairs]
    if given.scheme == "timestep":
        divisor = len(pairs) - mpmath.mpf(given.freq_shift)
        return [given.scale * power(given.base, -i / divisor) for i in pairs]
    if given.schedule == "wavelengths":
        ratio = mpmath.mpf(repr(given.greatest)) / mpmath.mpf(repr(given.least))
        lengths = [given.least * power(ratio, mpmath.mpf(i) / most) for i in pairs]
        return [2 * mpmath.pi / length for length in lengths]
    if given.schedule == "endpoint":
        return [power(given.base, mpmath.mpf(-i) / most) for i in pairs]
    return [power(given.base, mpmath.mpf(-2 * i) / given.dim) for i in pairs]


def columns(document):
    """Return the pair of each column, and whether it is the pair's cosine."""
    dim = document.encoding.dim
    layout = document.encoding.layout
    sines = [(i, False) for i in range(ceil(dim / 2))]
    cosines = [(i, True) for i in range(dim // 2)]
    if layout == "interleaved":
        return [(j // 2, j % 2 == 1) for j in range(dim)]
    return sines + cosines if layout == "concatenated" else cosines + sines


def table(document, positions):
    """Return PE at positions that are floats, shape (n, d)."""
    omegas = frequencies(document)
    placed = columns(document)
    if np.abs(positions).max() < 1e6:  # the longer floats of NumPy will do, and are faster
        rates = np.array([mpmath.nstr(omegas[pair], 25) for pair, _ in placed]).astype(
            np.longdouble
        )
        angles = np.asarray(positions, dtype=np.longdouble)[:, None] * rates
        return np.where([cosine for _, cosine in placed], np.cos(angles), np.sin(angles)).astype(
            np.float64
        )
    return np.array(
        [
            [
                float((mpmath.cos if cosine else mpmath.sin)(omegas[pair] * mpmath.mpf(float(t))))
                for pair, cosine in placed
            ]
            for t in positions
        ]
    )


def numbers(text):
    """Return the numbers that a text states, in order.

    Examples
    --------
    >>> numbers("pair 3 makes −1.5×10⁻⁷ of 10\u2009000 turns, ω₃")
    [3.0, -1.5e-07, 10000.0]
    """
    return [_number(found) for found in _NUMBER.findall(text)]


def _number(text):
    mantissa, _, exponent = text.replace("−", "-").replace("\u2009", "").partition("×10")
    return float(f"{mantissa}e{exponent.translate(_RAISED) or 0}")
