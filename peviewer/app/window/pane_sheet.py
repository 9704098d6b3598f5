"""The sheet of panes: a picture, a name and a few words of each, found by typing."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)

from peviewer.app.controls.text_boxes import SearchBox
from peviewer.app.look.parts import in_column, in_row, set_tooltip
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.type_size import scaled, set_sizes
from peviewer.app.panes.area import PaneArea
from peviewer.app.session.session import Session
from peviewer.app.window.commands import of_panes
from peviewer.app.window.search import ranked
from peviewer.base.files import resource
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import GROUPS, PANES
from peviewer.figures.panes.pane import Pane

# Pixels of a picture, and around it in its card.
PICTURE_WIDTH = 120
PICTURE_HEIGHT = 80
CARD_MARGIN = 10
# The least width of a card.
CARD_WIDTH = 144
# Pixels between cards, and around all.
GAP = 8
MARGIN = 14
HINT = "Find a pane"
NOTHING = "No pane matches these words."
_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


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
        self._groups: dict[QLabel, list[Card]] = {}
        for title, panes in GROUPS.items():
            heading = QLabel(title, self)
            heading.setObjectName("paneCardHeading")
            self._groups[heading] = [Card(pane) for pane in panes]
            for card in self._groups[heading]:
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
        for heading, group in self._groups.items():
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


class PaneSheet(QFrame):
    """Lies over the panes and opens the one that is chosen; it stays where none is open.

    Otherwise it closes once something else has the focus.
    """

    dismissed = Signal()
    """It was closed without a choice."""

    def __init__(self, session: Session, area: PaneArea) -> None:
        super().__init__(area)
        self.setObjectName("paneSheet")
        self.setAccessibleName("Panes to open")
        self._session = session
        self._area = area
        self._entries = list(of_panes(session.document, area.reveal))
        self.search = SearchBox()
        self.search.setPlaceholderText(HINT)
        self.search.setAccessibleName(HINT)
        self.search.textChanged.connect(lambda _: self._show_matches())
        self.search.installEventFilter(self)
        self.undo_button = QPushButton()
        self.undo_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.undo_button.clicked.connect(session.undo_stack.undo)
        self.close_words = QLabel("Esc closes")
        self.close_words.setObjectName("paneCardWords")
        self.nothing = QLabel(NOTHING)
        self.cards = Cards()
        self._group = QButtonGroup(self)
        for card in self.cards.cards.values():
            self._group.addButton(card)
            card.clicked.connect(lambda _, card=card: self.choose(card))
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setWidget(self.cards)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        in_column(
            in_row((self.search, 1), self.undo_button, self.close_words, spacing=GAP),
            self.nothing,
            (self._scroll, 1),
            inside=self,
            margins=(MARGIN, MARGIN, MARGIN, MARGIN),
            spacing=GAP,
        )
        area.installEventFilter(self)
        self._scroll.viewport().installEventFilter(self)
        session.watch("encoding compare content view.panes", self._follow, when=self.isVisible)
        # There is an application.
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]
        self.hide()

    @property
    def current(self) -> Card | None:
        checked = self._group.checkedButton()
        return checked if isinstance(checked, Card) and checked.isVisibleTo(self) else None

    @property
    def stays(self) -> bool:
        """Whether no pane is open, so that there is nothing else to show."""
        return not self._area.open

    def open(self) -> None:
        """Show it, with nothing typed; where it is open, close it."""
        if self.isVisible() and not self.stays:
            self.dismiss()
            return
        self.search.clear()
        self.setGeometry(self._area.rect())
        self.show()
        self.raise_()
        self._follow(self._session.document)
        self._show_matches()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def follow_panes(self) -> None:
        """Be there while no pane is open."""
        if self.stays:
            self.open()
        else:
            self.hide()

    def dismiss(self) -> None:
        if self.isVisible() and not self.stays:
            self.hide()
            self.dismissed.emit()

    def choose(self, card: Card) -> None:
        """Open a pane, or bring it to the front; one that has nothing to show stays to be read."""
        if card.why_not:
            return
        self.hide()
        self._area.reveal(card.pane.name)
        self.dismissed.emit()

    def _follow(self, document: Document) -> None:
        self._entries = list(of_panes(document, self._area.reveal))
        for card in self.cards.cards.values():
            card.show_for(document)
        step = self._session.undo_stack.undoText()
        self.undo_button.setText(f"Undo {step}")
        self.undo_button.setVisible(self.stays and step.startswith("close"))
        self.close_words.setVisible(not self.stays)

    def _show_matches(self) -> None:
        typed = self.search.text()
        titles = {pane.title: name for name, pane in PANES.items()}
        found = [titles[entry.title] for entry in ranked(typed, self._entries)]
        self.nothing.setVisible(not found)
        self._arrange(found)
        self._make_current(self._first(found, typed))

    def _first(self, found: Sequence[str], typed: str) -> Card | None:
        """Return the card of the best match, or of the first pane that can show something."""
        if typed.strip() and found:
            return self.cards.cards[found[0]]
        shown = [card for row in self.cards.rows for card in row]
        fresh = (card for card in shown if not card.why_not and not card.state.text())
        return next(fresh, next(iter(shown), None))

    def _shown(self) -> Iterator[str]:
        for row in self.cards.rows:
            for card in row:
                yield card.pane.name

    def _arrange(self, names: Sequence[str]) -> None:
        self.cards.arrange(names, self._scroll.viewport().width())

    def _make_current(self, card: Card | None) -> None:
        if card is None:
            return
        card.setChecked(True)
        self._scroll.ensureWidgetVisible(card, 0, GAP)
        self.search.setAccessibleDescription(f"{card.pane.title}. {card.accessibleDescription()}")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "cards"):
            for card in self.cards.cards.values():
                card.show_picture()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_search = watched is getattr(self, "search", None)
        if event.type() == QEvent.Type.Resize and self.isVisible() and not is_search:
            self.setGeometry(self._area.rect())
            self._arrange(list(self._shown()))
        if is_search and isinstance(event, QKeyEvent):
            is_escape = event.key() == Qt.Key.Key_Escape and not self.stays
            if event.type() == QEvent.Type.ShortcutOverride and is_escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and self._press(Qt.Key(event.key())):
                return True
        return super().eventFilter(watched, event)

    def _press(self, key: Qt.Key) -> bool:
        card = self.current
        if key == Qt.Key.Key_Escape and not self.stays:
            self.dismiss()
        elif card and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose(card)
        elif card and key in _STEPS:
            self._make_current(self.cards.beside(card, *_STEPS[key]))
        else:
            return False
        return True

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if (
            self.isVisible()
            and not self.stays
            and new is not None
            and new.window() is self.window()
            and not self.isAncestorOf(new)
        ):
            self.hide()
