"""The line above the panes that says what the preset on show is about."""

import html
import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.presets import Preset, titled
from peviewer.live.text.text import unbroken

_SUM, _HELD = re.compile(" ([+−=]) "), "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}"  # no line breaks in a formula
LOW, MOST = 400, 0.15  # pixels of height below which panes need all of them; and the share of more that it may take
LOOKS = ("transposed", "raw")  # of the view, what a description may speak of


class Description(QFrame):
    """A preset's title and description, until closed or another is opened; *as opened* once it was changed.

    Where it was changed into another scheme it is that preset no more: what the scheme gives stands there then,
    and the way back.

    Parameters
    ----------
    session : Session
        Whose preset it is.
    settings : Settings
        Remembers whether descriptions are wanted at all.
    """

    wantedChanged = Signal()
    """It was closed or asked for; or a preset without one was opened."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session, self._settings = session, settings
        self._closed, self._room = False, QSize(10_000, 10_000)
        self._preset: Preset | None = None
        self.label = QLabel(wordWrap=True)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.label.linkActivated.connect(lambda _: session.open(session.baseline, session.title))
        self.as_opened = QLabel("as opened")
        self.as_opened.setObjectName("asOpened")
        self.as_opened.setToolTip("It says what the preset showed when it was opened; something was changed since")
        self.closing = HeaderButton("close", "Close this description")
        self.closing.reveal(True)
        self._lay_out()
        self.closing.clicked.connect(self._close)
        session.opened.connect(self._show_preset)
        session.watch(lambda _: session.current_title, lambda _: self._say())
        session.watch(self._changed, lambda _: self._mark())
        self._show_preset()

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 5, 5, 5)
        line.addWidget(self.label, 1)
        policy = self.as_opened.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # else lines would break anew when something changes
        self.as_opened.setSizePolicy(policy)
        for part in (self.as_opened, self.closing):
            line.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
        self.as_opened.setFixedHeight(self.closing.height())

    @property
    def wanted(self) -> bool:
        """Whether presets are described."""
        return self._settings.choices.descriptions and not self._closed

    @property
    def can_come_back(self) -> bool:
        """Whether there is a description, and it was closed."""
        return self._preset is not None and not self.wanted

    def choose(self, wanted: bool) -> None:
        """Describe presets, or do not, from now on."""
        self._settings.remember(descriptions=wanted)
        self._show_preset()

    def _show_preset(self) -> None:
        self._preset = titled(self._session.title)
        self._say()
        self._closed = False
        self._appear()
        self._mark()

    def _say(self) -> None:
        if self._preset is None:
            return
        title, text = html.escape(self._preset.title), html.escape(self._preset.invitation)
        if self._session.left_preset:
            scheme = self._session.document.encoding
            text = f"gives {html.escape(scheme.gives)}. <a href='#back'>Back to {title}</a>"
            title = html.escape(scheme.title)
        self.label.setText(unbroken(f"<b>{title}</b>&ensp;{_SUM.sub(_HELD, text)}"))
        self.label.setFocusPolicy(Qt.FocusPolicy.TabFocus if self._session.left_preset else Qt.FocusPolicy.NoFocus)

    def give_way(self, room: QSize) -> None:
        """Be there only while that leaves room for the panes below it."""
        self._room = room
        self._appear()

    def minimumSizeHint(self) -> QSize:
        """Return no height: it goes before a window cannot be made lower."""
        return QSize(super().minimumSizeHint().width(), 0)

    def _close(self) -> None:
        self._closed = True
        self._appear()

    def _appear(self) -> None:
        wanted = self._preset is not None and self._settings.choices.descriptions
        leaves = self._room.height() >= LOW and self.heightForWidth(self._room.width()) <= MOST * self._room.height()
        self.setVisible(wanted and not self._closed and leaves)
        self.wantedChanged.emit()

    def _changed(self, document: Document) -> bool:
        """Whether what is described is no longer what is shown; the cursor, the zoom and the panes apart."""
        if self._preset is None or self._session.left_preset or document is (opened := self._preset.document):
            return False
        names = [name for name in document.section_names() if name not in ("cursor", "view")]
        looks = any(getattr(document.view, name) != getattr(opened.view, name) for name in LOOKS)
        return looks or any(document.section(name) != opened.section(name) for name in names)

    def _mark(self) -> None:
        self.as_opened.setVisible(self._changed(self._session.document))

    def set_palette(self, palette: Palette) -> None:
        """Recolour the button."""
        self.closing.set_palette(palette)
