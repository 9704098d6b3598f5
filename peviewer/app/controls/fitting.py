"""Windows that fit the screen they open on, title bar included, whatever they would like to be."""

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtWidgets import QScrollArea, QWidget

FRAME = QMargins(6, 36, 6, 6)  # what a desktop puts around a window; nobody knows before it is shown


def room_on(screen: QRect) -> QRect:
    """Return where a window may stand on a screen, so that its frame is seen too.

    Examples
    --------
    >>> room_on(QRect(0, 0, 1024, 700)).getRect()
    (6, 36, 1012, 658)
    """
    return screen.marginsRemoved(FRAME)


def fit(window: QWidget, wanted: QSize, least: QSize) -> None:
    """Make a window as large as wanted, and let it be made as small as `least`, as far as its screen has room.

    Parameters
    ----------
    window : QWidget
        What is to be shown; it opens where its parent is.
    wanted, least : QSize
        In pixels, without the frame.
    """
    room = room_on((window.parentWidget() or window).screen().availableGeometry()).size()
    window.setMinimumSize(least.boundedTo(room))
    window.resize(wanted.boundedTo(room))


class Scrolled(QScrollArea):
    """Something that is shown whole where there is room, and scrolled up and down where there is not.

    Parameters
    ----------
    inside : QWidget
        It is never scrolled sideways.
    parent : QWidget, optional
        What it stands in.
    """

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True)
        self._inside = inside
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        """Return what shows all of it."""
        return self._inside.sizeHint() + QSize(self._bar(), 0)

    def minimumSizeHint(self) -> QSize:
        """Return a size that cuts nothing off at the right, with the scroll bar beside it."""
        return QSize(self._inside.minimumSizeHint().width() + self._bar(), 80)

    def _bar(self) -> int:
        return int(self.verticalScrollBar().sizeHint().width())
