"""A group of the gallery: a heading, and its cards in as many columns as there is room for."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from peviewer.app.gallery.card import NARROWEST, WIDEST, Card

GAP, HEADING = 12, 34
MOST = 7  # cards beside each other: in a wider window they are larger


def columns(width: int) -> int:
    """Return how many cards stand beside each other in so many pixels.

    Examples
    --------
    >>> columns(100), columns(700), columns(1120), columns(2400)
    (1, 3, 5, 7)
    """
    return min(max(1, (width + GAP) // (NARROWEST + GAP)), MOST)


class CardGroup(QWidget):
    """Some cards below what they have in common; without one that is shown it is gone.

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
    def serves(self) -> bool:
        """Whether any of its cards can be chosen."""
        return not all(card.why for card in self.cards)

    def show_only(self, names: set[str]) -> None:
        """Show the cards of these panes."""
        for card in self.cards:
            card.setVisible(card.pane.name in names)
        self.setVisible(bool(self.shown))
        self.settle()

    def settle(self) -> None:
        """Place the cards anew: what they say may be longer or shorter."""
        self.updateGeometry()
        self._place()

    def hasHeightForWidth(self) -> bool:
        """Qt's question whether a narrower one is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return HEADING + sum(height + GAP for height in self._heights(width))

    def sizeHint(self) -> QSize:
        """Return the size in the width it has."""
        return QSize(NARROWEST, self.heightForWidth(max(self.width(), NARROWEST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the cards anew."""
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
