"""Cards of panes: a picture, a name and a few words of each, in groups."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from peviewer.app.look.parts import in_column, in_row, set_tooltip
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.type_size import scaled, set_sizes
from peviewer.base.files import resource
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import GROUPS
from peviewer.figures.panes.pane import Pane

# Pixels of a picture, and around it in its card.
PICTURE_WIDTH = 120
PICTURE_HEIGHT = 80
CARD_MARGIN = 10
# The least width of a card.
CARD_WIDTH = 144
# Pixels between cards.
GAP = 8


def thumbnail(name: str) -> QPixmap:
    """Return the picture of a pane in the theme's colours; a null one of a pane that has none."""
    return QPixmap(str(resource("thumbnails") / f"{name}-{shown_palette().name}.png"))


class Card(QPushButton):
    """A pane to choose: its picture, its name and what it shows in a few words."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane
        self.why_not = ""
        self.setObjectName("paneCard")
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.picture = QLabel()
        self.picture.setScaledContents(True)
        set_sizes(self.picture, width=PICTURE_WIDTH, height=PICTURE_HEIGHT)
        name = QLabel(pane.title)
        name.setObjectName("paneCardName")
        self.state = QLabel()
        words = QLabel(pane.in_brief or pane.summary.partition(":")[0], wordWrap=True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self.state, words):
            label.setObjectName("paneCardWords")
        self._labels = (self.picture, name, self.state, words)
        for label in self._labels:
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        margins = (CARD_MARGIN, CARD_MARGIN, CARD_MARGIN, CARD_MARGIN - 2)
        in_column(
            (self.picture, 0, Qt.AlignmentFlag.AlignHCenter),
            in_row((name, 1), self.state),
            (words, 1),
            inside=self,
            margins=margins,
            spacing=3,
        )
        self.setAccessibleName(pane.title)
        self.show_picture()

    def show_picture(self) -> None:
        self.picture.setPixmap(thumbnail(self.pane.name))

    def show_for(self, document: Document) -> None:
        """Say of the pane whether it is open, or why it has nothing to show."""
        can_show = self.pane.shows_any(document)
        self.why_not = "" if can_show else self.pane.reason_empty(document)
        self.state.setText("open" if self.pane.name in document.view.panes else "")
        for label in self._labels:
            label.setEnabled(can_show)
        summary = self.pane.summary
        set_tooltip(self, self.why_not or f"{summary[:1].upper()}{summary[1:]}.")

    def height_for_words(self) -> int:
        """Return a height at which each card has room for two lines of words."""
        line = self.fontMetrics().lineSpacing()
        return scaled(PICTURE_HEIGHT) + 2 * CARD_MARGIN + 3 * line + 8


class Cards(QWidget):
    """Cards in groups with headings, as many in a row as fit.

    A group that fits into what is left of a row begins there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("paneCards")
        self.cards: dict[str, Card] = {}
        self.rows: list[list[Card]] = []
        """The cards that are shown, row by row."""
        self.groups: dict[QLabel, list[Card]] = {}
        for title, panes in GROUPS.items():
            heading = QLabel(title, self)
            heading.setObjectName("paneCardHeading")
            self.groups[heading] = [Card(pane) for pane in panes]
            for card in self.groups[heading]:
                card.setParent(self)
                self.cards[card.pane.name] = card

    def arrange(self, names: Sequence[str], width: int) -> None:
        """Show the cards of some panes in a width."""
        self.rows = []
        columns = max(1, (width + GAP) // (scaled(CARD_WIDTH) + GAP))
        card_width = (width + GAP) // columns - GAP
        card_height = max(card.height_for_words() for card in self.cards.values())
        heading_height = scaled(24)
        top = -card_height - GAP
        column = columns
        for heading, group in self.groups.items():
            cards = [card for card in group if card.pane.name in names]
            heading.setVisible(bool(cards))
            for card in group:
                card.setVisible(card in cards)
            begins_row = column + len(cards) > columns
            if cards and begins_row:
                top += card_height + GAP
                heading.setGeometry(0, top, width, heading_height)
                top += heading_height
                column = 0
                self.rows.append([])
            elif cards:
                left = column * (card_width + GAP)
                heading.setGeometry(left, top - heading_height, width - left, heading_height)
            for card in cards:
                if column == columns:
                    top += card_height + GAP
                    column = 0
                    self.rows.append([])
                card.setGeometry(column * (card_width + GAP), top, card_width, card_height)
                self.rows[-1].append(card)
                column += 1
        self.setFixedHeight(max(0, top + card_height))

    def beside(self, card: Card, across: int, down: int) -> Card:
        """Return the card so many further as they are read, or so many rows further."""
        if across:
            shown = [other for row in self.rows for other in row]
            return shown[(shown.index(card) + across) % len(shown)]
        number = next(number for number, row in enumerate(self.rows) if card in row)
        row = self.rows[min(max(number + down, 0), len(self.rows) - 1)]
        return min(row, key=lambda other: abs(other.x() - card.x()))
