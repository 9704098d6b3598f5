"""Cards of the gallery, one a pane, and their groups in as many columns as there is room for."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from peviewer.app.gallery.thumbnails import SIZE
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane

NARROWEST, WIDEST = 188, 316
PADDING, ROUND = 8, 6
TITLE, LINES, REASON = 24, 2, 4  # pixels of the title, lines below a picture, lines that say why there is none
ARROWS = Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down
KEYS = (*ARROWS, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class Card(QAbstractButton):
    """One pane to choose; it cannot be chosen while it has nothing to show.

    Parameters
    ----------
    pane : Pane
        The pane it opens.
    palette : Palette
        The colours to begin with.
    parent : QWidget, optional
        As everywhere in Qt.
    """

    arrowPressed = Signal(int)  # a key of Qt: another card is wanted
    typed = Signal(str)  # letters, which are for the search

    def __init__(self, pane: Pane, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pane = pane
        self._palette = palette
        self._picture, self._scaled = QPixmap(), QPixmap()
        self._why, self._is_open = "", False
        self.setText(pane.title)
        self.setAccessibleName(pane.title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._describe()

    @property
    def picture(self) -> QPixmap:
        """What the pane was last seen to look like; empty while that is not known."""
        return self._picture

    @property
    def why(self) -> str:
        """Why the pane has nothing to show; empty where it has."""
        return self._why

    @property
    def is_open(self) -> bool:
        """Whether the pane is marked as one that is open."""
        return self._is_open

    def show_state(self, why: str, is_open: bool) -> None:
        """Show why the pane has nothing to show, if it has not, and whether it is open."""
        if (why, is_open) != (self._why, self._is_open):
            self._why, self._is_open = why, is_open
            self.setEnabled(not why)
            self._describe()
            self.update()

    def set_picture(self, picture: QPixmap) -> None:
        self._picture, self._scaled = picture, QPixmap()
        self.update()

    def set_palette(self, palette: Palette) -> None:
        """Recolour it; the picture is replaced when there is one in these colours."""
        self._palette = palette
        self.update()

    def heightForWidth(self, width: int) -> int:
        """Return the height of the picture, the title and two lines."""
        return self._picture_height(width) + self._height_of(LINES)

    def least_height(self) -> int:
        """Return the height of the title and the reason why there is no picture."""
        return self._height_of(REASON)

    def _height_of(self, lines: int) -> int:
        return TITLE + _text_height(self.fontMetrics(), lines * "A\n", self.width()) + PADDING

    def _picture_height(self, width: int) -> int:
        return round((width - 4) * SIZE.height() / SIZE.width()) + 2

    def sizeHint(self) -> QSize:
        return QSize(NARROWEST, self.heightForWidth(NARROWEST))

    def _describe(self) -> None:
        self.setToolTip("" if self._why else f"Show {self.pane.title}" if self._is_open else f"Open {self.pane.title}")
        state = "open already. " if self._is_open else ""
        self.setAccessibleDescription(self._why or f"{state}{self.pane.summary}")

    # ---- keys

    def event(self, event: QEvent) -> bool:
        """Keep from the window's shortcuts what a card understands: arrows, Space, Return and letters."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in KEYS or (event.text().isprintable() and event.text() and not _is_command(event)):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose it on Return, go to other cards by arrows, and leave letters to the search."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in ARROWS:
            self.arrowPressed.emit(event.key())
        elif (text := event.text()).strip() and text.isprintable() and not _is_command(event):
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    # ---- what it looks like

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture or the reason, and the words below it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, dimmed = self._palette, bool(self._why)
        lit = self.underMouse() or self.hasFocus()
        edge = palette.accent if lit and not dimmed else palette.line
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        painter.setBrush(QColor(palette.window if dimmed else palette.panel))
        inset = 1.0 if self.hasFocus() else 0.5
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), ROUND, ROUND)
        if not dimmed and not self._picture.isNull():
            wide = self.width() - 4
            painter.drawPixmap(2, 2, self._fitted(QSize(wide, self._picture_height(self.width()) - 2)))
        self._draw_words(painter, 0 if dimmed else self._picture_height(self.width()))

    def _fitted(self, size: QSize) -> QPixmap:
        """Return the picture in this size, sharp on the screen it is on."""
        ratio = self.devicePixelRatioF()
        wanted = (size.toSizeF() * ratio).toSize()
        if self._scaled.size() != wanted:
            smooth = Qt.TransformationMode.SmoothTransformation
            self._scaled = self._picture.scaled(wanted, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
            self._scaled.setDevicePixelRatio(ratio)
        return self._scaled

    def _draw_words(self, painter: QPainter, top: int) -> None:
        inside = self.rect().adjusted(PADDING + 2, top + PADDING // 2, -PADDING - 2, -PADDING // 2)
        title = QRect(inside.left(), inside.top(), inside.width(), TITLE)
        side = Qt.AlignmentFlag.AlignVCenter
        if self._is_open:
            painter.setPen(QColor(self._palette.accent))
            painter.drawText(title, side | Qt.AlignmentFlag.AlignRight, "open")
        font = QFont(self.font())
        font.setWeight(QFont.Weight.Medium)
        painter.setFont(font)
        painter.setPen(QColor(self._palette.secondary if self._why else self._palette.text))
        painter.drawText(title, side | Qt.AlignmentFlag.AlignLeft, self.pane.title)
        painter.setFont(self.font())
        line = self._why or self.pane.summary[:1].upper() + self.pane.summary[1:]
        self._write(painter, inside.adjusted(0, TITLE, 0, 0), line, self._palette.secondary)

    def _write(self, painter: QPainter, room: QRect, text: str, colour: str) -> None:
        """Write as many words as there is room for, with … for the others."""
        painter.setPen(QColor(colour))
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        metrics, words, shown = self.fontMetrics(), text.split(), text
        while len(words) > 1 and _text_height(metrics, shown, room.width()) > room.height():
            words.pop()
            shown = " ".join(words).rstrip(",;:.") + " …"
        painter.drawText(QRectF(room), shown, option)


def _is_command(event: QKeyEvent) -> bool:
    """Whether a key is held by which others become commands."""
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
    return bool(event.modifiers() & held)


def _text_height(metrics: QFontMetrics, text: str, width: int) -> int:
    """Return how high some words are in so many pixels: a line is higher than Qt's line spacing."""
    return metrics.boundingRect(QRect(0, 0, width, 10_000), int(Qt.TextFlag.TextWordWrap), text.rstrip("\n")).height()


GAP, HEADING = 12, 34
MOST = 7  # cards beside each other: in a wider window they are larger


def columns(width: int) -> int:
    """Return how many cards fit beside each other in so many pixels.

    Examples
    --------
    >>> columns(100), columns(700), columns(1120), columns(2400)
    (1, 3, 5, 7)
    """
    return min(max(1, (width + GAP) // (NARROWEST + GAP)), MOST)


class CardGroup(QWidget):
    """Some cards below a heading; hidden while none of them is shown.

    Parameters
    ----------
    title : str
        What they have in common.
    cards : sequence of Card
        In order.
    """

    def __init__(self, title: str, cards: Sequence[Card]) -> None:
        super().__init__()
        self.title, self.cards = title, tuple(cards)
        self._heading = QLabel(title, self)
        self._heading.setObjectName("group")
        for card in cards:
            card.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def shown(self) -> list[Card]:
        """The cards that fit what is searched for; those that cannot be chosen come last."""
        return sorted((card for card in self.cards if not card.isHidden()), key=lambda card: bool(card.why))

    @property
    def has_usable(self) -> bool:
        """Whether any of its cards can be chosen."""
        return not all(card.why for card in self.cards)

    def show_only(self, names: set[str]) -> None:
        for card in self.cards:
            card.setVisible(card.pane.name in names)
        self.setVisible(bool(self.shown))
        self.update_layout()

    def update_layout(self) -> None:
        """Place the cards again: their texts may have other heights."""
        self.updateGeometry()
        self._place()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return HEADING + sum(height + GAP for height in self._heights(width))

    def sizeHint(self) -> QSize:
        return QSize(NARROWEST, self.heightForWidth(max(self.width(), NARROWEST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _card_width(self, width: int) -> int:
        across = columns(width)
        return min(WIDEST, (width - (across - 1) * GAP) // across)

    def _heights(self, width: int) -> list[int]:
        """Return the height of each row: without a picture less."""
        across, wide, shown = columns(width), self._card_width(width), self.shown
        heights = [card.least_height() if card.why else card.heightForWidth(wide) for card in shown]
        return [max(heights[first : first + across]) for first in range(0, len(shown), across)]

    def _place(self) -> None:
        self._heading.setGeometry(0, 0, self.width(), HEADING - 4)
        across, wide, shown, top = columns(self.width()), self._card_width(self.width()), self.shown, HEADING
        for row, height in enumerate(self._heights(self.width())):
            for column, card in enumerate(shown[row * across : (row + 1) * across]):
                card.setGeometry(column * (wide + GAP), top, wide, height)
            top += height + GAP
