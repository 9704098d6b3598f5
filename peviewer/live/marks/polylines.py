"""Lines through points, in fewer points: as steps, without needless points, or as columns."""

import numpy as np
from numpy.typing import NDArray

from peviewer.model.sampling.series import Points

# The width that a line of columns has, in pixels.
THICKNESS = 1.5

Floats = NDArray[np.float64]


def stepped(x: Floats, y: Floats) -> Points:
    """Return the corners of a line of steps: each point is the middle of a horizontal step."""
    gaps = np.diff(x) if len(x) > 1 else np.ones(1)
    first_edge = x[:1] - gaps[:1] / 2
    last_edge = x[-1:] + gaps[-1:] / 2
    middles = (x[1:] + x[:-1]) / 2
    edges = np.concatenate([first_edge, middles, last_edge])
    return np.repeat(edges, 2)[1:-1], np.repeat(y, 2)


def needed_points(x: Floats, y: Floats) -> NDArray[np.intp]:
    """Return the indices of the points that are enough to draw the same line.

    These are the first point in each column of pixels, and turning points.

    >>> needed_points(np.array([0.0, 0.2, 0.4, 0.6, 1.1]), np.array([0.0, 1.0, 2.0, 1.0, 0.0]))
    array([0, 2, 4])
    """
    is_needed = np.diff(np.floor(x), prepend=np.nan) != 0
    is_needed[turns(y)] = True
    is_needed[-1:] = True
    return np.flatnonzero(is_needed)


def turns(y: Floats) -> NDArray[np.intp]:
    """Return the points at which a curve turns up or down."""
    direction = np.sign(np.diff(y))
    return np.flatnonzero(np.diff(direction)) + 1


def columns(x: Floats, y: Floats) -> Floats:
    """Return a rectangle for each column of pixels, from a curve's top to its bottom there.

    Rectangles are rows of left, top, width and height.

    >>> columns(np.array([0.2, 0.6, 1.5, 1.9]), np.array([0.0, 4.0, 8.0, 8.0]))
    array([[ 0.  , -0.75,  1.  ,  7.5 ],
           [ 1.  ,  5.25,  1.  ,  3.5 ]])
    """
    if x[0] > x[-1]:
        x = x[::-1]
        y = y[::-1]
    pixels = np.floor(x)
    starts = np.flatnonzero(np.diff(pixels, prepend=pixels[0] - 1))
    top = np.minimum.reduceat(y, starts)
    bottom = np.maximum.reduceat(y, starts)

    # Columns side by side meet halfway between the last point of one and the first of the next.
    crossings = (y[starts[1:] - 1] + y[starts[1:]]) / 2
    for side in (slice(1, None), slice(None, -1)):
        top[side] = np.minimum(top[side], crossings)
        bottom[side] = np.maximum(bottom[side], crossings)

    left = pixels[starts]
    widths = np.append(np.diff(left), 1.0)
    heights = bottom - top + THICKNESS
    return np.stack([left, top - THICKNESS / 2, widths, heights], axis=1)
