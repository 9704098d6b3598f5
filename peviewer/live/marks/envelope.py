"""A curve with more points than pixels: fewer points, or the extent of the curve in each column of pixels."""

import numpy as np
from numpy.typing import NDArray

CROWDED = 1.5  # points a pixel, from which fewer are drawn
SWINGS = 0.25  # turns a pixel, from which columns are drawn instead of lines
THICKNESS = 1.5
ON, OFF = 5, 4  # pixels of a dash, and between dashes


def fewer(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the points that draw the same line: the first of each column of pixels, and turning points.

    >>> fewer(np.array([0.0, 0.2, 0.4, 0.6, 1.1]), np.array([0.0, 1.0, 2.0, 1.0, 0.0]))
    array([0, 2, 4])
    """
    kept = np.diff(np.floor(x), prepend=np.nan) != 0
    kept[turns(y)] = True
    kept[-1:] = True
    return np.flatnonzero(kept)


def turns(y: NDArray[np.float64]) -> NDArray[np.intp]:
    return np.flatnonzero(np.diff(np.sign(np.diff(y)))) + 1


def columns(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the extent of a curve in each column of pixels.

    >>> columns(np.array([0.2, 0.6, 1.5, 1.9]), np.array([0.0, 4.0, 8.0, 8.0]))
    array([[ 0.  , -0.75,  1.  ,  7.5 ],
           [ 1.  ,  5.25,  1.  ,  3.5 ]])
    """
    if x[0] > x[-1]:
        x, y = x[::-1], y[::-1]
    places = np.floor(x)
    starts = np.flatnonzero(np.diff(places, prepend=places[0] - 1))
    top, bottom = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
    crossings = (y[starts[1:] - 1] + y[starts[1:]]) / 2
    for side in (slice(1, None), slice(None, -1)):
        top[side], bottom[side] = np.minimum(top[side], crossings), np.maximum(bottom[side], crossings)
    left = places[starts]
    widths = np.append(np.diff(left), 1.0)
    return np.stack([left, top - THICKNESS / 2, widths, bottom - top + THICKNESS], axis=1)


def dashes(strips: NDArray[np.float64]) -> NDArray[np.float64]:
    return strips[strips[:, 0] % (ON + OFF) < ON]


def outlined(strips: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the outline of strips, as x and y to be filled: those that touch have one, a NaN ends each.

    >>> outlined(np.array([[1.0, 2.0, 1.0, 5.0]]))
    (array([ 1.,  2.,  2.,  1., nan]), array([ 2.,  2.,  7.,  7., nan]))
    """
    left, top, width, height = strips[np.argsort(strips[:, 0])].T
    right = left + width
    x, y = np.stack([left, right], axis=1).ravel(), np.repeat(top, 2)
    first = np.flatnonzero(np.append(True, left[1:] != right[:-1])[: len(left)])  # of those that touch
    corners = 2 * np.diff(np.append(first, len(left)))
    outline = np.repeat(np.arange(len(first)), corners)
    start, stop, at = 2 * first[outline], (2 * first + corners)[outline], np.arange(len(x))
    along_top, along_bottom = start + outline + at, start + 2 * stop + outline - 1 - at
    xs, ys = np.full((2, 2 * len(x) + len(first)), np.nan)
    xs[along_top], xs[along_bottom] = x, x
    ys[along_top], ys[along_bottom] = y, y + np.repeat(height, 2)
    return xs, ys
