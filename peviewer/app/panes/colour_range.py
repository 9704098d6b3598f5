"""The range of colours of a pane's heatmaps, as a dialog."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.look.parts import in_column, in_row
from peviewer.app.session.session import Session
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.specification import specification
from peviewer.document.view import MOST_COLOURED, Interval, is_distinguishable
from peviewer.figures.grammar import Figure, Numbers
from peviewer.figures.panes.pane import Pane
from peviewer.figures.ranges import Coloured, has_free_range

DATA = "data"
FULL = "full"
SEEN = "seen"
HAND = "hand"
LABELS = {
    DATA: "Range of the data",
    FULL: "Full range",
    SEEN: "Range of what is seen",
    HAND: "By hand",
}
NOTE = "Diverging colours stay where 0 is in their middle; elsewhere they run from dark to light."
WIDTH = 110
MARGINS = (20, 18, 20, 16)


class Ends(Parameters):
    """The two ends of a range that is set by hand."""

    low: float = parameter(
        -1.0,
        title="From",
        ge=-MOST_COLOURED,
        le=MOST_COLOURED,
        help="The value of the first colour.",
    )
    high: float = parameter(
        1.0, title="To", ge=-MOST_COLOURED, le=MOST_COLOURED, help="The value of the last colour."
    )


def coloured_mark(figure: Figure | None) -> Coloured | None:
    """Return a mark of a Figure whose range of colours can be chosen; None if there is none."""
    marks = (mark for panel in (figure.panels if figure else ()) for mark in panel.marks)
    return next(filter(has_free_range, marks), None)


def _unavailable(mark: Coloured) -> set[str]:
    """Return the modes of ranges that a mark does not offer.

    Numbers are scrolled and not zoomed, so no part of them is in view.
    """
    if isinstance(mark, Numbers):
        return {FULL, SEEN}
    return set() if mark.full else {FULL}


class ColourRange(QDialog):
    """Chooses a pane's range of colours.

    A choice shows at once, and can be undone like any edit.
    """

    def __init__(
        self, pane: Pane, session: Session, shown: Callable[[], Figure | None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Colour range of {pane.title}")
        self._name = pane.name
        self._session = session
        self._shown = shown
        self.mode = ChoiceBox(LABELS, "Colour range")
        self.ends = {name: NumberBox(specification(Ends, name)) for name in ("low", "high")}
        self._lay_out()
        self.mode.edited.connect(lambda mode, _: self._choose(mode))
        for name, box in self.ends.items():
            box.edited.connect(lambda value, key, name=name: self._set_end(name, value, key))

    def _lay_out(self) -> None:
        named = QLabel("Colours")
        named.setBuddy(self.mode)
        low, high = self.ends.values()
        for box in (low, high):
            box.setFixedWidth(WIDTH)
        note = QLabel(NOTE, wordWrap=True)
        note.setObjectName("unit")
        # Return ends a number.
        closing = QPushButton("Close", autoDefault=False)
        closing.clicked.connect(self.reject)
        ends = in_row(QLabel("From"), low, QLabel("to"), high, None, spacing=10)
        foot = closing, 0, Qt.AlignmentFlag.AlignRight
        in_column(
            in_row(named, (self.mode, 1), spacing=10),
            ends,
            note,
            foot,
            inside=self,
            margins=MARGINS,
            spacing=12,
        )

    def follow(self) -> None:
        """Show the Document's choice, and the ends of the colours that are on screen."""
        heat = coloured_mark(self._shown())
        if heat is None:
            self.hide()
            return
        self.mode.offer(
            {mode: text for mode, text in LABELS.items() if mode not in _unavailable(heat)}
        )
        chosen = self._session.document.view.levels.get(self._name, DATA)
        self.mode.set_value(HAND if isinstance(chosen, tuple) else chosen)
        for box, value in zip(self.ends.values(), heat.levels, strict=True):
            box.set_value(float(f"{value:.6g}"))

    def _choose(self, mode: str) -> None:
        low, high = (float(box.value()) for box in self.ends.values())
        self._edit((low, high) if mode == HAND else mode, "")

    def _set_end(self, name: str, value: float, key: str) -> None:
        ends = {other: float(box.value()) for other, box in self.ends.items()} | {
            name: float(value)
        }
        if is_distinguishable(**ends):
            self._edit((ends["low"], ends["high"]), key)
            return
        is_less = ends["low"] < ends["high"]
        why = "at least a millionth less than" if is_less else "less than"
        self.ends[name].reject(value, f"The first colour must stand for {why} the last")

    def _edit(self, chosen: str | Interval, key: str) -> None:
        levels: dict[str, object] = {**self._session.document.view.levels, self._name: chosen}
        if chosen == DATA:
            del levels[self._name]
        self._session.edit({"view.levels": levels}, merge=key, text="colour range")
