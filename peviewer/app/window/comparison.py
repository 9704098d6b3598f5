"""Compare with another scheme: what pins it, the strip that names A and B, and the menu."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from peviewer.app.controls.choice import Segments
from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.look.parts import HeaderButton, in_column, in_row, set_tooltip
from peviewer.app.session.files import SessionFiles
from peviewer.app.session.session import Session
from peviewer.app.session.waiting import waited_for
from peviewer.app.window.menus import add, add_field, add_heading, fill_presets
from peviewer.app.window.several_values import SeveralValues, coloured_names
from peviewer.base.specification import specification
from peviewer.base.work import Cancelled
from peviewer.document.comparison import Compare
from peviewer.document.document import Document, DocumentError
from peviewer.figures.compare.texts import scheme_names
from peviewer.figures.panes.catalog import PANES, offered_panes
from peviewer.figures.panes.one_sided import one_sided_sentences
from peviewer.model.encodings.catalog import SCHEMES, groups
from peviewer.model.encodings.scheme import Scheme

SAME = "as A: change a parameter"
# Pixels between the parts of the strip.
SPACING = 8
# Pixels of a name beyond which others are not shortened.
NARROWEST_NAME = 40
# Pixels less than the segments ask for, which is plenty.
TIGHT = 48
HOLD = "Hold this, or F, to see B in A's place wherever the two flip"
PIN = "Pin this encoding as B and compare with it whatever you choose next (Ctrl+B)"


def pin(session: Session, scheme: Scheme | None = None) -> None:
    """Compare with a scheme from now on: the one that is shown, where none is given."""
    compared = scheme or session.document.encoding
    session.edit({"compare.against": compared}, text=f"compare with {compared.title}")


def unpin(session: Session) -> None:
    session.edit({"compare.against": None, "compare.several": ()}, text="stop comparing")


def choose_values(session: Session) -> None:
    dialog = SeveralValues(session, session.window)
    dialog.exec()
    # Without this the dialog would live as long as the window.
    dialog.deleteLater()


def swap(session: Session) -> None:
    compared = session.document.compare.against
    own = session.document.encoding
    if compared is not None:
        fields = {
            f"encoding.{name}": getattr(compared, name) for name in type(compared).model_fields
        }
        session.edit({**fields, "compare.against": own}, text="swap A and B")


class HeldName(ElidedLabel):
    """A name that is held like a key; it is underlined where the pointer is on it."""

    held = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._set_underlined(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_underlined(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.held.emit(True)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.held.emit(False)
        event.accept()

    def _set_underlined(self, underlined: bool) -> None:
        font = QFont(self.font())
        font.setUnderline(underlined)
        self.setFont(font)


class ComparisonStrip(QFrame):
    """The strip above the panes while there is a B.

    It says what A and B are, and has how they are shown, and the way out.
    """

    b_held = Signal(bool)
    """Whether B's name is held."""
    offered = Signal(str)
    """A pane that was offered is to be opened."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session = session
        self.letters = QLabel("A"), QLabel("B")
        for letter in self.letters:
            letter.setObjectName(f"letter{letter.text()}")
        self.names = ElidedLabel(), HeldName()
        self.names[1].held.connect(self.b_held)
        # Those of one parameter, in the colours of their curves, on as many lines as they need.
        self.values = QLabel(textFormat=Qt.TextFormat.RichText, wordWrap=True)
        self.choose_button = QToolButton()
        self.choose_button.setText("Choose B…")
        self.choose_button.setObjectName("chooseB")
        set_tooltip(
            self.choose_button, "Compare with another scheme, or with the encoding of a preset"
        )
        self.choose_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choose_button.setMenu(_choices(QMenu(self), session))
        spec = specification(Compare, "shows")
        self.shows = Segments(spec.labels, "Compare", spread=False)
        set_tooltip(self.shows, spec.help)
        self.swap_button = HeaderButton("swap", "Swap A and B", revealed=True)
        self.close_button = HeaderButton("close", "Stop comparing (Ctrl+Shift+B)", revealed=True)
        # Which panes show one of the two only, and what would show the other.
        self.one_sided = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.one_sided.setObjectName("oneSided")
        self.offer_button = QPushButton()
        self.offer_button.setObjectName("offer")
        self.offer_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.offer_button.clicked.connect(self._open_offered)
        self.shows.edited.connect(lambda choice, _: session.edit({"compare.shows": choice}))
        self.swap_button.clicked.connect(lambda: swap(session))
        self.close_button.clicked.connect(lambda: unpin(session))
        session.watch("encoding compare", self._show)
        session.watch("encoding compare content view.panes", self._show_one_sided)

    def _lay_out(self) -> None:
        line = in_row(spacing=SPACING)
        line.addWidget(self.values, 1)
        middle = Qt.AlignmentFlag.AlignVCenter
        for name in self.names:
            # A name is as wide as it is, and shortened where it has less room.
            name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            name.setMinimumWidth(NARROWEST_NAME)
        line.addWidget(self.letters[0])
        line.addWidget(self.names[0])
        line.addWidget(self.swap_button, 0, middle)
        line.addWidget(self.letters[1])
        line.addWidget(self.names[1])
        line.addWidget(self.choose_button, 0, middle)
        line.addStretch(1)
        line.addWidget(self.shows, 0, middle)
        line.addWidget(self.close_button, 0, middle)
        self.one_sided.setMinimumWidth(1)
        reason = in_row((self.one_sided, 1), (self.offer_button, 0, middle), spacing=8)
        in_column(line, reason, inside=self, margins=(12, 4, 5, 4), spacing=2)
        self.shows.setMinimumWidth(self.shows.sizeHint().width() - TIGHT)
        self.choose_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "values"):
            self._show(self._session.document)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide the button where the names need its room: the menu has the same choices."""
        parts = (*self.letters, *self.names, self.choose_button, self.shows, self.swap_button)
        needed = sum(part.sizeHint().width() + SPACING for part in parts)
        has_room = needed + self.close_button.width() + 2 * SPACING <= self.width()
        self.choose_button.setVisible(has_room and self.shows.isVisibleTo(self))

    def _show(self, document: Document) -> None:
        compared = document.compare.against
        several = document.documents_of_values
        self.setVisible(compared is not None or bool(several))
        for part in (*self.letters, *self.names, self.shows, self.swap_button):
            part.setVisible(compared is not None)
        self.choose_button.hide()
        self.values.setVisible(bool(several))
        if several:
            self.values.setText(f"In one plot: &nbsp; {' &nbsp; '.join(coloured_names(document))}")
        if compared is None:
            return
        names = scheme_names(document.encoding, compared)
        if compared == document.encoding:
            names = names[0], SAME
        for label, name in zip(self.names, names, strict=True):
            label.setText(name)
        set_tooltip(self.names[0], names[0])
        set_tooltip(self.names[1], f"{names[1]}\n{HOLD}")
        self.shows.set_value(document.compare.shows)
        self._fit()

    def _show_one_sided(self, document: Document) -> None:
        """Say for all panes which show one side only, and offer some that show the other."""
        open_panes = [PANES[name] for name in document.view.panes if name in PANES]
        sentences = one_sided_sentences(document, open_panes)
        offered = offered_panes(document) if sentences else []
        self.one_sided.setText(sentences)
        self.one_sided.setVisible(bool(sentences))
        self.offer_button.setVisible(bool(offered))
        self.offer_button.setText(f"Open {' and '.join(PANES[name].title for name in offered)}")

    def _open_offered(self) -> None:
        for name in offered_panes(self._session.document):
            self.offered.emit(name)


def pin_scheme(session: Session, name: str) -> None:
    """Compare with a scheme from now on.

    It is as A is in all that both have, and has its own defaults beyond that.
    """
    document = session.document
    try:
        compared = waited_for(
            lambda: document.edited({"encoding.scheme": name}).encoding,
            f"Computing {SCHEMES[name].title}…",
            session.window,
            may_never_end=True,
        )
    except Cancelled:
        return
    except DocumentError as error:
        session.rejected.emit(str(error))
        return
    pin(session, compared)


def _choices(menu: QMenu, session: Session) -> QMenu:
    """Return a menu of what can be B, filled when it opens: some schemes are opened later."""
    menu.aboutToShow.connect(lambda: _fill_choices(menu, session))
    return menu


def _fill_choices(menu: QMenu, session: Session) -> None:
    menu.clear()
    for submenu in menu.findChildren(QMenu):
        submenu.deleteLater()
    menu.setToolTipsVisible(True)
    for title, names in groups().items():
        add_heading(menu, title)
        for name in names:
            add(
                menu,
                SCHEMES[name].title,
                partial(pin_scheme, session, name),
                tip=f"Gives {SCHEMES[name].gives}",
            )
    add_heading(menu, "The encoding of a preset")
    fill_presets(menu, lambda preset: pin(session, preset.document.encoding))


def fill_menu(menu: QMenu, session: Session, files: SessionFiles) -> None:
    add(menu, "&Pin the encoding as B", partial(pin, session), "Ctrl+B", tip=PIN)
    _choices(menu.addMenu("&Choose B"), session)
    add(menu, "Compare with a &table…", files.choose_and_compare, tip="Make a table of a file B")
    add(
        menu,
        "Se&veral values…",
        partial(choose_values, session),
        tip="Draw curves of several values in one plot",
    )
    shows = add_field(menu, session, "compare.shows")
    swapping = add(menu, "&Swap A and B", partial(swap, session))
    stopping = add(menu, "S&top comparing", partial(unpin, session), "Ctrl+Shift+B")

    def enable(document: Document) -> None:
        for action in (shows, swapping):
            action.setEnabled(document.compare.against is not None)
        stopping.setEnabled(
            document.compare.against is not None or bool(document.documents_of_values)
        )

    session.watch("compare.against compare.several", enable)
