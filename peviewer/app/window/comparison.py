"""Compare with another scheme: what pins it, the strip that names A and B, and the menu."""

from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QToolButton, QWidget

from peviewer.app.controls.choice import Segments
from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.look.parts import HeaderButton, in_row, set_tooltip
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
from peviewer.model.encodings.catalog import SCHEMES, groups
from peviewer.model.encodings.scheme import Scheme

SAME = "as A: change a parameter"
# In fewer pixels there are only the names, how they are shown, and the way out.
ROOMY = 560
# Pixels less than the segments ask for, which is plenty.
TIGHT = 48
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


class ComparisonStrip(QFrame):
    """The strip above the panes while there is a B.

    It says what A and B are, and has how they are shown, and the way out.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session = session
        self.letters = QLabel("A"), QLabel("B")
        for letter in self.letters:
            letter.setObjectName(f"letter{letter.text()}")
        self.names = ElidedLabel(), ElidedLabel()
        # Those of one parameter, in the colours of their curves, on as many lines as they need.
        self.values = QLabel(textFormat=Qt.TextFormat.RichText, wordWrap=True)
        self.choose_button = QToolButton()
        self.choose_button.setText("Choose B…")
        set_tooltip(
            self.choose_button, "Compare with another scheme, or with the encoding of a preset"
        )
        self.choose_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choose_button.setMenu(_choices(QMenu(self), session))
        spec = specification(Compare, "shows")
        self.shows = Segments(spec.labels, "Compare")
        set_tooltip(self.shows, spec.help)
        self.swap_button = HeaderButton("swap", "Swap A and B", revealed=True)
        self.close_button = HeaderButton("close", "Stop comparing (Ctrl+Shift+B)", revealed=True)
        self._lay_out()
        self.shows.edited.connect(lambda choice, _: session.edit({"compare.shows": choice}))
        self.swap_button.clicked.connect(lambda: swap(session))
        self.close_button.clicked.connect(lambda: unpin(session))
        session.watch("encoding compare", self._show)

    def _lay_out(self) -> None:
        line = in_row(inside=self, margins=(12, 4, 5, 4), spacing=8)
        line.addWidget(self.values, 1)
        for letter, name in zip(self.letters, self.names, strict=True):
            line.addWidget(letter)
            line.addWidget(name, 1)
        for part in (self.choose_button, self.shows, self.swap_button, self.close_button):
            line.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        self.shows.setMinimumWidth(self.shows.sizeHint().width() - TIGHT)
        self.choose_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "values"):
            self._show(self._session.document)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the button where the names need its room: the menu has the same choices."""
        super().resizeEvent(event)
        self.choose_button.setVisible(self.width() >= ROOMY and self.shows.isVisibleTo(self))

    def _show(self, document: Document) -> None:
        compared = document.compare.against
        several = document.documents_of_values
        self.setVisible(compared is not None or bool(several))
        for part in (*self.letters, *self.names, self.shows, self.swap_button):
            part.setVisible(compared is not None)
        self.choose_button.setVisible(compared is not None and self.width() >= ROOMY)
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
            set_tooltip(label, name)
        self.shows.set_value(document.compare.shows)


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
