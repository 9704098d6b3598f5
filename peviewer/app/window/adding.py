"""Adding a pane: the sheet of all panes, found by typing, which an empty window shows, too."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
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
from peviewer.app.look.parts import in_column, in_row
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.cards import GAP, Card, Cards
from peviewer.app.session.session import Session
from peviewer.app.window.commands import of_panes
from peviewer.app.window.search import ranked
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES

# Pixels around the sheet.
MARGIN = 14
HINT = "Find a pane"
NOTHING = "No pane matches these words."
_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


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
        # Why the current pane is not opened, or that there is none.
        self.note = QLabel(wordWrap=True)
        self.note.setObjectName("paneCardWords")
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
            (self._scroll, 1),
            self.note,
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
        self._arrange(found)
        self.make_current(self._first(found, typed))

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

    def make_current(self, card: Card | None) -> None:
        note = NOTHING if card is None else card.why_not
        self.note.setText(note)
        self.note.setVisible(bool(note))
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
            self.make_current(self.cards.beside(card, *_STEPS[key]))
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


class Adding(QObject):
    """The sheet of panes of a window, made when it is first needed."""

    dismissed = Signal()
    """The sheet was closed, or a pane chosen."""
    emptied = Signal(bool)
    """Whether no pane is open; said as panes come and go."""

    def __init__(self, session: Session, area: PaneArea, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._area = area
        self.sheet: PaneSheet | None = None
        area.placed_anew.connect(self._follow)

    def open_sheet(self) -> None:
        if self.sheet is None:
            self.sheet = PaneSheet(self._session, self._area)
            self.sheet.dismissed.connect(self.dismissed)
        self.sheet.open()

    def _follow(self) -> None:
        """Show the sheet while no pane is open."""
        is_empty = not self._area.open
        self.emptied.emit(is_empty)
        if is_empty:
            self.open_sheet()
        elif self.sheet is not None:
            self.sheet.hide()
