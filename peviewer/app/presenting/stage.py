"""The stage: one widget in larger type, scaled as a whole."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

TICKS = 26.0 / 1080
"""The size of ticks on slides, as a share of their height."""
LIVE_TICKS = 12  # pixels of a window
SMALLEST, LARGEST = 0.6, 2.0
FEWER = {1: 1.0, 2: 1.0, 3: 0.8}
"""The share of that size for so many panels below one another, or panes beside one another; `CROWDED` for more."""
CROWDED = 0.7


def scale_for(size: QSize, rows: int, columns: int, larger: float = 1.0) -> float:
    """Return how many times as large as in a window type is on a screen: as on a slide of its size, where it has room.

    Parameters
    ----------
    size : QSize
        Of the screen, in pixels.
    rows, columns : int
        How many panels are below one another, and panes beside one another.
    larger : float
        By how much the user wants it larger.

    Examples
    --------
    >>> round(scale_for(QSize(1920, 1080), 1, 1), 2), round(scale_for(QSize(1280, 720), 4, 2), 2)
    (2.17, 1.01)
    """
    height = min(size.height(), size.width() * 9 / 16)
    fewer = min(FEWER.get(rows, CROWDED), FEWER.get(columns, CROWDED))
    return max(1.0, TICKS * height / LIVE_TICKS * fewer) * larger


class Stage(QGraphicsView):
    """Shows a widget in larger type: it has fewer pixels, and each is drawn as large as several.

    Parameters
    ----------
    inside : QWidget
        What is shown, without a parent.
    """

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale = 1.0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setScene(QGraphicsScene(self))
        self._proxy = self.scene().addWidget(inside)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for hide in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            hide(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def type_scale(self) -> float:
        """How many times as large as in a window everything is."""
        return self._scale

    def set_type_scale(self, scale: float) -> None:
        self._scale = scale
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.resetTransform()
        self.scale(self._scale, self._scale)
        wide, high = self.width() / self._scale, self.height() / self._scale
        self.setSceneRect(0, 0, wide, high)
        self._proxy.resize(wide, high)
