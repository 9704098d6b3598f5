"""The gallery itself: a search, and the panes there are, in the groups of their catalog."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

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
    """All panes with what they show now; those the scheme cannot serve say why.

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
    """The name of the pane that is wanted."""
    left = Signal()
    """None is wanted."""

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
        self.search = QLineEdit(placeholderText="Search panes")
        self.search.setAccessibleName("Search panes")
        self.search.setClearButtonEnabled(True)
        self.closing = HeaderButton("close", "Back to the panes (Esc)")
        self.closing.reveal(True)
        self.closing.set_palette(palette)
        self._nothing = QLabel(NOTHING, alignment=Qt.AlignmentFlag.AlignCenter)
        self._nothing.setObjectName("exportHint")
        self._inside = QWidget()
        self._scrolled = QScrollArea(widgetResizable=True)
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 12, 10)
        head.setSpacing(16)
        head.addWidget(self.heading)
        head.addWidget(self.search, 1)
        head.addWidget(self.closing)
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
        self.closing.clicked.connect(self.left)
        self.thumbnails.drawn.connect(self._on_drawn)
        self.thumbnails.failed.connect(lambda name: self._on_drawn(name, QPixmap()))
        self._settled.timeout.connect(self._draw)
        self._scrolled.verticalScrollBar().valueChanged.connect(lambda _: self._settle())
        self._watch = self._session.watch(lambda document: document, self._show_state, when=self.isVisible)

    def _fill(self) -> None:
        """Make the cards, once: a window that is never asked for them is there sooner."""
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
        card.arrowPressed.connect(lambda key: self._go(card, key))
        card.typed.connect(self._type)
        return card

    # ---- what is shown

    def begin(self, *, may_leave: bool) -> None:
        """Show all panes, and let keys be for the search; it can be left again where some pane is open."""
        self.search.clear()
        self.let_leave(may_leave)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def let_leave(self, may_leave: bool) -> None:
        """Say what to do, and offer the way back where there is one."""
        self.heading.setText(ASKED if may_leave else NONE_OPEN)
        self.closing.setVisible(may_leave)

    @property
    def shown(self) -> list[Card]:
        """The cards that fit what is searched for, in order."""
        return [card for group in self._groups for card in group.shown]

    def set_palette(self, palette: Palette) -> None:
        """Recolour everything."""
        self._palette = palette
        self.closing.set_palette(palette)
        self.thumbnails.set_palette(palette)
        for card in self.cards.values():
            card.set_palette(palette)
        if self.isVisible():
            self._settle()

    def finish(self) -> None:
        """Let go of the thread; call before the application ends."""
        self._settled.stop()
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
        self._settle()

    def _show_state(self, document: Document) -> None:
        for name, card in self.cards.items():
            why = "" if card.pane.shows_any(document) else card.pane.reason_empty(document)
            card.show_state(why, name in document.view.panes)
        self._groups.sort(key=lambda group: (not group.serves, self._titles.index(group.title)))
        for place, group in enumerate(self._groups):
            self._column.insertWidget(place, group)
            group.settle()
        self._settle()

    def _settle(self) -> None:
        """Draw soon: a Document that moves is drawn now and then, not begun anew at every step."""
        if self.isVisible() and not self._settled.isActive():
            self._settled.start()

    def _draw(self) -> None:
        """Draw the cards that can be seen, then those below."""
        document = self._session.document
        top = self._scrolled.verticalScrollBar().value()
        seen = QRect(0, top, self._inside.width(), self._scrolled.viewport().height())
        cards = [card for card in self.shown if not card.why]
        cards.sort(key=lambda card: not seen.intersects(self._where(card)))
        self.thumbnails.draw([card.pane for card in cards], document)

    def _where(self, card: Card) -> QRect:
        return QRect(card.mapTo(self._inside, QPoint()), card.size())

    def _on_drawn(self, name: str, picture: QPixmap) -> None:
        self.cards[name].set_picture(picture)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up."""
        super().showEvent(event)
        self._fill()
        self._watch.forget()
        self._watch.update(self._session.document)

    def hideEvent(self, event: QHideEvent) -> None:
        """Draw nothing that nobody sees."""
        super().hideEvent(event)
        self._settled.stop()
        self.thumbnails.stop()

    def minimumSizeHint(self) -> QSize:
        """Return no more than a pane needs."""
        return LEAST

    # ---- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back on Escape."""
        if event.key() == Qt.Key.Key_Escape and self._escape():
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow down lead from the search to the cards."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down:
                self._enter()
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
        if not self.closing.isHidden():
            self.left.emit()
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

    def _enter(self) -> None:
        if cards := self._usable():
            self._focus(cards[0])

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(self.search.text() + text)

    def _go(self, card: Card, key: int) -> None:
        """Let keys be for the next card in a direction; above the first row is the search."""
        cards = self._usable()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            at = cards.index(card) + (1 if key == Qt.Key.Key_Right else -1)
            if 0 <= at < len(cards):
                self._focus(cards[at])
            return
        here, down = self._where(card), key == Qt.Key.Key_Down
        rows = {
            top for other in cards if ((top := self._where(other).top()) > here.top()) == down and top != here.top()
        }
        if not rows:
            if not down:
                self.search.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        row = min(rows) if down else max(rows)
        below = [other for other in cards if self._where(other).top() == row]
        self._focus(min(below, key=lambda other: abs(self._where(other).left() - here.left())))

    def _focus(self, card: Card) -> None:
        card.setFocus(Qt.FocusReason.OtherFocusReason)
        where = self._where(card)
        self._scrolled.ensureVisible(where.center().x(), where.center().y(), 0, where.height() // 2 + 40)
