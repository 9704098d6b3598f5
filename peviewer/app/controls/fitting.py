"""Widgets that fit their room: elided labels, scrolled columns, and windows within their screen."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QMargins, QObject, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy, QWidget

from peviewer.app.look.parts import in_column

BETWEEN = " · "

# A place of no width at which a line may end.
BREAK = "\u200b"

# How many letters at the beginning of a word stay together.
UNBROKEN = 16

# A guess of the frame that a desktop adds, which is unknown until the window is shown.
WINDOW_FRAME = QMargins(6, 36, 6, 6)


class ElidedLabel(QLabel):
    """A line that is shortened by … if it is too long.

    The … replaces parts before the last one, or else the end of the line.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        alignment = self.alignment() | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), alignment, self.shown_text())

    def shown_text(self) -> str:
        metrics = self.fontMetrics()
        first, *others = self.text().split(BETWEEN)
        # The last part of a readout is its value, and stays.
        last = others[-1:]
        lines = [[first, *others[:count], "…", *last] for count in range(len(others) - 2, -1, -1)]
        lines += [["…", *last]] if last else []
        for text in (self.text(), *map(BETWEEN.join, lines)):
            if metrics.horizontalAdvance(text) <= self.width():
                return text
        return metrics.elidedText(first, Qt.TextElideMode.ElideRight, self.width())


def breakable(text: str) -> str:
    """Return a text whose long words, such as names of files, may be broken anywhere.

    >>> breakable("a table"), breakable("m" * 18).split(BREAK)
    ('a table', ['mmmmmmmmmmmmmmmm', 'm', 'm'])
    """
    return " ".join(_breakable_word(word) for word in text.split(" "))


def _breakable_word(word: str) -> str:
    return BREAK.join([word[:UNBROKEN], *word[UNBROKEN:]])


def room_on(screen: QRect) -> QRect:
    """Return where a window and its frame fit on a screen.

    >>> room_on(QRect(0, 0, 1024, 700)).getRect()
    (6, 36, 1012, 658)
    """
    return screen.marginsRemoved(WINDOW_FRAME)


def fit(window: QWidget, size: QSize, smallest: QSize) -> None:
    """Give a window that is not shown yet its size and minimum size.

    Both are limited to the screen of its parent.
    """
    room = room_on((window.parentWidget() or window).screen().availableGeometry()).size()
    window.setMinimumSize(smallest.boundedTo(room))
    window.resize(size.boundedTo(room))


class ScrollColumn(QScrollArea):
    """Widgets below one another that scroll up and down, never sideways, and take no focus."""

    def __init__(
        self,
        parts: Iterable[QWidget],
        margins: tuple[int, int, int, int],
        spacing: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, widgetResizable=True)
        self.inside = QWidget()
        self.inside.setObjectName("parameters")
        self._column = in_column(None, inside=self.inside, margins=margins, spacing=spacing)
        for part in parts:
            self.add(part)
        self.setWidget(self.inside)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def add(self, part: QWidget) -> None:
        """Add a widget at the bottom.

        A widget built with :attr:`inside` as its parent need not be styled again.
        """
        self._column.insertWidget(self._column.count() - 1, part)

    def sizeHint(self) -> QSize:
        return self.inside.sizeHint() + QSize(self._bar(), 0)

    def minimumSizeHint(self) -> QSize:
        """Return a size that cuts nothing off at the right, with the scroll bar beside it."""
        return QSize(self.inside.minimumSizeHint().width() + self._bar(), 80)

    def _bar(self) -> int:
        return int(self.verticalScrollBar().sizeHint().width())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
