"""The gallery itself: a search, and the panes there are, in the groups of their catalog."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from peviewer.app.controls.text_boxes import SearchBox
from peviewer.app.gallery.cards import Card, CardGroup
from peviewer.app.gallery.thumbnails import Thumbnails
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.base.words import match_score
from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane

ASKED, NONE_OPEN = "Add a pane", "Choose a pane"
NOTHING = "No pane has these words."
SETTLED_MS = 120  # so long a change of the Document waits for the next one before pictures are drawn
LEAST = QSize(200, 120)


class Gallery(QWidget):
    """All panes with what they show now; those that have nothing to show of the scheme say why.

    Parameters
    ----------
    session : Session
        Whose Document is shown.
    groups : mapping of str to sequence of Pane
        The panes there are, by what one asks.
    palette : Palette
        The colours to begin with.
    parent : QWidget, optional
        As everywhere in Qt.
    """

    chosen = Signal(str)
    """The name of the pane that was chosen."""
    dismissed = Signal()
    """It was closed without a choice."""

    def __init__(
        self, session: Session, groups: Mapping[str, Sequence[Pane]], palette: Palette, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("gallery")
        self._session = session
        self._grouped = groups
        self.cards: dict[str, Card] = {}
        self._groups: list[CardGroup] = []
        self._titles = list(groups)
        self._palette = palette
        self.thumbnails = Thumbnails(palette, self)
        self.heading = QLabel(ASKED)
        self.heading.setObjectName("galleryTitle")
        self.search = SearchBox(placeholderText="Search panes")
        self.search.setAccessibleName("Search panes")
        self.search.setClearButtonEnabled(True)
        self.close_button = HeaderButton("close", "Back to the panes (Esc)")
        self.close_button.reveal(True)
        self.close_button.set_palette(palette)
        self._nothing = QLabel(NOTHING, alignment=Qt.AlignmentFlag.AlignCenter)
        self._nothing.setObjectName("exportHint")
        self._inside = QWidget()
        self._scrolled = QScrollArea(widgetResizable=True)
        self._draw_timer = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 12, 10)
        head.setSpacing(16)
        head.addWidget(self.heading)
        head.addWidget(self.search, 1)
        head.addWidget(self.close_button)
        self.search.setMinimumWidth(120)
        self.search.setMaximumWidth(320)
        head.insertStretch(1, 1)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(16, 0, 16, 12)
        self._column.setSpacing(8)
        self._column.addWidget(self._nothing)
        self._column.addStretch(1)
        self._scrolled.setWidget(self._inside)
        self._scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(self._scrolled, 1)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._find)
        self.search.returnPressed.connect(self._choose_first)
        self.search.installEventFilter(self)
        self.close_button.clicked.connect(self.dismissed)
        self.thumbnails.drawn.connect(self._on_drawn)
        self.thumbnails.failed.connect(lambda name: self._on_drawn(name, QPixmap()))
        self._draw_timer.timeout.connect(self._draw)
        self._scrolled.verticalScrollBar().valueChanged.connect(lambda _: self._draw_soon())
        self._watch = self._session.watch(lambda document: document, self._show_state, when=self.isVisible)

    def _fill(self) -> None:
        """Make the cards, once, when they are first shown: the window opens sooner."""
        if self._groups:
            return
        for place, (title, panes) in enumerate(self._grouped.items()):
            group = CardGroup(title, [self._card(pane) for pane in panes])
            self._groups.append(group)
            self._column.insertWidget(place, group)
        self._find("")

    def _card(self, pane: Pane) -> Card:
        card = self.cards[pane.name] = Card(pane, self._palette)
        card.clicked.connect(lambda: self.chosen.emit(pane.name))
        card.arrowPressed.connect(lambda key: self._focus_next(card, key))
        card.typed.connect(self._type)
        return card

    # ---- what is shown

    def begin(self, *, can_close: bool) -> None:
        """Show all panes, and focus the search; it can be closed where some pane is open."""
        self.search.clear()
        self.set_can_close(can_close)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_can_close(self, can_close: bool) -> None:
        """Set whether the gallery can be closed, which needs an open pane."""
        self.heading.setText(ASKED if can_close else NONE_OPEN)
        self.close_button.setVisible(can_close)

    @property
    def shown(self) -> list[Card]:
        """The cards that fit what is searched for, in order."""
        return [card for group in self._groups for card in group.shown]

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        self.close_button.set_palette(palette)
        self.thumbnails.set_palette(palette)
        for card in self.cards.values():
            card.set_palette(palette)
        if self.isVisible():
            self._draw_soon()

    def finish(self) -> None:
        """Stop the thread; call before the application ends."""
        self._draw_timer.stop()
        self.thumbnails.finish()

    def _find(self, typed: str) -> None:
        """Show the panes that fit what is typed, by their title, their line and their group."""
        found = {
            pane.name
            for group, panes in self._grouped.items()
            for pane in panes
            if match_score(typed, pane.title, f"{pane.summary} {group} {pane.name}")
        }
        for group_of_cards in self._groups:
            group_of_cards.show_only(found)
        self._nothing.setVisible(not found)
        self._draw_soon()

    def _show_state(self, document: Document) -> None:
        for name, card in self.cards.items():
            why = "" if card.pane.shows_any(document) else card.pane.reason_empty(document)
            card.show_state(why, name in document.view.panes)
        self._groups.sort(key=lambda group: (not group.has_usable, self._titles.index(group.title)))
        for place, group in enumerate(self._groups):
            self._column.insertWidget(place, group)
            group.update_layout()
        self._draw_soon()

    def _draw_soon(self) -> None:
        """Draw soon: while a Document keeps changing it is drawn now and then, not at every step."""
        if self.isVisible() and not self._draw_timer.isActive():
            self._draw_timer.start()

    def _draw(self) -> None:
        """Draw the cards that can be seen, then those below."""
        document = self._session.document
        top = self._scrolled.verticalScrollBar().value()
        seen = QRect(0, top, self._inside.width(), self._scrolled.viewport().height())
        cards = [card for card in self.shown if not card.why]
        cards.sort(key=lambda card: not seen.intersects(self._card_rect(card)))
        self.thumbnails.draw([card.pane for card in cards], document)

    def _card_rect(self, card: Card) -> QRect:
        return QRect(card.mapTo(self._inside, QPoint()), card.size())

    def _on_drawn(self, name: str, picture: QPixmap) -> None:
        self.cards[name].set_picture(picture)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()
        self._watch.forget()
        self._watch.update(self._session.document)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._draw_timer.stop()
        self.thumbnails.stop()

    def minimumSizeHint(self) -> QSize:
        return LEAST

    # ---- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._escape():
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down:
                self._focus_first()
                return True
            if event.key() == Qt.Key.Key_Escape:
                return self._escape()
        return super().eventFilter(watched, event)

    def _escape(self) -> bool:
        """Search for nothing, or else leave; return whether there was anything to do."""
        if self.search.text():
            self.search.clear()
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        if not self.close_button.isHidden():
            self.dismissed.emit()
            return True
        return False

    def _usable(self) -> list[Card]:
        return [card for card in self.shown if card.isEnabled()]

    def _choose_first(self) -> None:
        if self.search.text().strip() and (cards := self._best()):
            self.chosen.emit(cards[0].pane.name)

    def _best(self) -> list[Card]:
        typed = self.search.text()
        return sorted(self._usable(), key=lambda card: -match_score(typed, card.pane.title, card.pane.summary))

    def _focus_first(self) -> None:
        if cards := self._usable():
            self._focus(cards[0])

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(self.search.text() + text)

    def _focus_next(self, card: Card, key: int) -> None:
        """Focus the next card in a direction; above the first row is the search."""
        cards = self._usable()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            at = cards.index(card) + (1 if key == Qt.Key.Key_Right else -1)
            if 0 <= at < len(cards):
                self._focus(cards[at])
            return
        here, down = self._card_rect(card), key == Qt.Key.Key_Down
        rows = {
            top for other in cards if ((top := self._card_rect(other).top()) > here.top()) == down and top != here.top()
        }
        if not rows:
            if not down:
                self.search.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        row = min(rows) if down else max(rows)
        below = [other for other in cards if self._card_rect(other).top() == row]
        self._focus(min(below, key=lambda other: abs(self._card_rect(other).left() - here.left())))

    def _focus(self, card: Card) -> None:
        card.setFocus(Qt.FocusReason.OtherFocusReason)
        where = self._card_rect(card)
        self._scrolled.ensureVisible(where.center().x(), where.center().y(), 0, where.height() // 2 + 40)
