"""Windows that fit the screen they open on, title bar included, and what in them scrolls."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QMargins, QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

BETWEEN = " · "


class Elided(QLabel):
    """A line with … for what it has no room for: for whole parts before the last one, if it has some, or at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much of the line as there is room for."""
        painter = QPainter(self)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._shown())

    def _shown(self) -> str:
        metrics, (first, *between) = self.fontMetrics(), self.text().split(BETWEEN)
        last = between[-1:]  # of a readout this is the value
        lines = [[first, *between[:count], "…", *last] for count in range(len(between) - 2, -1, -1)]
        lines += [["…", *last]] if last else []
        for text in (self.text(), *map(BETWEEN.join, lines)):
            if metrics.horizontalAdvance(text) <= self.width():
                return text
        return metrics.elidedText(first, Qt.TextElideMode.ElideRight, self.width())


WINDOW_FRAME = QMargins(6, 36, 6, 6)  # what a desktop puts around a window; nobody knows before it is shown


def room_on(screen: QRect) -> QRect:
    """Return where a window may stand on a screen, so that its frame is seen too.

    Examples
    --------
    >>> room_on(QRect(0, 0, 1024, 700)).getRect()
    (6, 36, 1012, 658)
    """
    return screen.marginsRemoved(WINDOW_FRAME)


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


class PageDialog(QDialog):
    """Shows one page, and is deleted once it is closed."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def show_page(self, page: Scrolled, size: QSize | None = None) -> None:
        """Put a page above the button; it has this size where the screen has room, or its own."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 18)
        layout.setSpacing(10)
        layout.addWidget(page, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.setContentsMargins(28, 0, 28, 0)
        foot.addWidget(buttons)
        layout.addLayout(foot)
        fit(self, size or self.sizeHint(), self.minimumSizeHint())


class ScrollColumn(Scrolled):
    """A column that is never scrolled sideways and takes no focus.

    Parameters
    ----------
    parts : iterable of QWidget
        What it holds, from top to bottom.
    margins : tuple of int
        Around it: left, top, right, bottom.
    spacing : int
        Between its parts.
    parent : QWidget, optional
        What it stands in.
    """

    def __init__(
        self,
        parts: Iterable[QWidget],
        margins: tuple[int, int, int, int],
        spacing: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        inside = QWidget()
        inside.setObjectName("parameters")
        super().__init__(inside, parent)
        self.inside = inside
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(*margins)
        self._column.setSpacing(spacing)
        self._column.addStretch(1)
        for part in parts:
            self.add(part)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def add(self, part: QWidget) -> None:
        """Put one more below the others; built in :attr:`inside` it need not be dressed again."""
        self._column.insertWidget(self._column.count() - 1, part)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for other room where what is inside needs other room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
