"""What the pointer can take hold of in data: a shape to pick, a mark to drag; each sets a field of the Document."""

from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, cos, floor, log10, sin

from PySide6.QtCore import QPointF, Qt

Shape = Qt.CursorShape


@dataclass(frozen=True)
class Pick:
    """A shape that sets a field when it is clicked."""

    field: str
    value: float


@dataclass(frozen=True)
class Grip:
    """A mark that sets a field while it is dragged; `value` is asked for each pixel of the way in turn."""

    field: str
    value: Callable[[QPointF], float]
    shape: Shape
    """The pointer's, over the mark."""
    item: object = None
    """The item of pyqtgraph's that drags itself; None where the area does it."""


class Turning:
    """How far the pointer has turned about a centre, told as a value.

    Parameters
    ----------
    angle : callable
        A pixel → its direction from the centre, in rad.
    start : float
        The direction where the drag begins.
    value, rate : float
        The value there, and by how many rad one more of it turns.
    reach : float
        Pixels from the centre to the tip: what one of them means decides how round the values are.
    whole : bool
        True where only whole numbers are told.
    """

    def __init__(
        self, angle: Callable[[QPointF], float], start: float, value: float, rate: float, reach: float, *, whole: bool
    ) -> None:
        self._angle, self._last, self._turned = angle, start, 0.0
        self._value, self._rate = value, rate
        pixel = 1 / (max(reach, 1.0) * abs(rate))
        self._grain = max(10.0 ** floor(log10(pixel)), 1.0 if whole else 0.0)

    def __call__(self, point: QPointF) -> float:
        """Return the value at the next pixel, counting whole turns."""
        now = self._angle(point)
        away = now - self._last
        self._turned += atan2(sin(away), cos(away))
        self._last = now
        steps = round((self._value + self._turned / self._rate) / self._grain)
        return steps * round(self._grain) if self._grain >= 1 else float(f"{steps * self._grain:.15g}")
