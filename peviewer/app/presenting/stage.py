"""The stage: one widget in larger type, scaled as a whole."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

TICKS = 26.0 / 1080
"""The size of ticks on slides, as a share of their height."""
LIVE_TICKS = 12  # pixels of a window
SMALLEST, LARGEST = 0.6, 2.0
TOGETHER = 0.7
"""The share of that size in which the panes of every step have room: type has one size from step to step."""


def scale_for(size: QSize, share: float = 1.0, larger: float = 1.0) -> float:
    """Return how many times as large as in a window type is on a screen: a share of what it is on a slide of its size.

    >>> round(scale_for(QSize(1920, 1080)), 2), round(scale_for(QSize(1280, 720), TOGETHER), 2)
    (2.17, 1.01)
    """
    height = min(size.height(), size.width() * 9 / 16)
    return max(1.0, TICKS * height / LIVE_TICKS * share) * larger


class Stage(QGraphicsView):
    """Shows a widget in larger type: it has fewer pixels, and each is drawn as large as several."""

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
