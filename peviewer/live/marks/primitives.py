"""Arrays as what Qt's painter draws in one call."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPolygonF
from shiboken6 import VoidPtr, wrapInstance

_memory: Any = VoidPtr  # its stub knows neither its arguments nor that it is a buffer


def polygon(x: NDArray[np.float64], y: NDArray[np.float64]) -> QPolygonF:
    """Return points as a polygon.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
        In pixels.

    Examples
    --------
    >>> polygon(np.array([0.0, 2.0]), np.array([1.0, 3.5])).at(1)
    PySide6.QtCore.QPointF(2.000000, 3.500000)
    """
    made = QPolygonF()
    made.resize(len(x))
    if len(x):
        memory: Any = _memory(made.data(), 16 * len(x), True)  # two doubles a point, writable
        np.frombuffer(memory, np.float64).reshape(-1, 2)[:] = np.stack([x, y], axis=1)
    return made


class Rectangles:
    """Rectangles that are painted in one call, without an object for each.

    Parameters
    ----------
    rectangles : ndarray, shape (n, 4)
        Left, top, width and height.
    """

    def __init__(self, rectangles: NDArray[np.float64]) -> None:
        self._memory = np.ascontiguousarray(rectangles, np.float64)  # laid out as Qt lays out its rectangles
        self._first: Any = wrapInstance(self._memory.ctypes.data, QRectF)

    def draw(self, painter: QPainter) -> None:
        """Draw them with the painter's pen and brush."""
        painter.drawRects(self._first, len(self._memory))
