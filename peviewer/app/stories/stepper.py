"""Which step of a story is open, and the ways to the ones beside it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from peviewer.app.look.layouts import in_row
from peviewer.app.look.tooltips import set_tooltip
from peviewer.app.panes.header_button import HeaderButton
from peviewer.figures.stories import Place

PREVIOUS, NEXT = "Previous step", "Next step"
SHORTCUTS = {-1: "Alt+PgUp", 1: "Alt+PgDown"}
"""The keys that lead on by so many steps."""


class Stepper(QWidget):
    """*Choosing 3 of 9* between two buttons; hidden while what is open is no step."""

    stepped = Signal(int)
    """By so many steps: −1 or 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place: Place | None = None
        self._is_short = False
        self.label = QLabel()
        self.label.setObjectName("stepOfStory")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.previous_button, self.next_button = HeaderButton("previous", PREVIOUS), HeaderButton("next", NEXT)
        line = in_row(self.label, inside=self, margins=(0, 0, 0, 0), spacing=2)
        self._ways = (
            (self.previous_button, -1, PREVIOUS, "Alt+PageUp"),
            (self.next_button, 1, NEXT, "Alt+PageDown"),
        )
        for button, by, *_ in self._ways:
            button.reveal(True)
            button.clicked.connect(lambda _=False, by=by: self.stepped.emit(by))
            line.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def show_place(self, place: Place | None) -> None:
        """Show where in a story the window is."""
        self._place = place
        self.setVisible(place is not None)
        self._update()

    def shorten(self, short: bool) -> None:
        """Leave the story's title out where there is little room."""
        if short != self._is_short:
            self._is_short = short
            self._update()

    def _update(self) -> None:
        if self._place is None:
            return
        text = self._place.text
        self.label.setText(text.removeprefix(self._place.story.title).strip() if self._is_short else text)
        self.label.setToolTip(text if self._is_short else "")
        for part in (self, self.label):
            part.setAccessibleName(text)
        for button, by, what, keys in self._ways:
            target = self._place.moved(by)
            set_tooltip(button, f"{what}: {target.title} ({keys})" if target else f"{what} ({keys})")
            button.setAccessibleName(f"{what}: {target.title}" if target else what)
            button.setAccessibleDescription(keys)
            button.setEnabled(target is not None)
