"""What every control and command of a window is set to, in some Documents, is what is kept; words are not."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QSlider,
)

from peviewer.app.controls.row import Row
from peviewer.app.look.themes import Appearance
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.window import MainWindow
from peviewer.document.document import Document
from peviewer.document.fields import compare_with, with_several
from peviewer.figures.presets import DEFAULT, preset
from peviewer.live.view import FigureView
from tests.numbers import check, numbers_in, summary
from tests.screen import settle

SMALL = Document().edited(
    {"encoding.length": 40, "encoding.dim": 12, "encoding.first": -5, "shift.phi": 4.5}
)
OPENED = {
    "small": SMALL,
    "rotary": SMALL.edited({"encoding.scheme": "rope", "encoding.scaling": "yarn", "encoding.rotated": "part"}),
    "heads": SMALL.edited({"encoding.scheme": "alibi", "view.panes": ("bias", "attention")}),
    "compared": compare_with(SMALL, "base=50").edited({"view.panes": ("vectors", "similarity")}),
    "several": with_several(SMALL, "dim=8,12,16").edited({"view.panes": ("waves", "frequencies")}),
    "grid": SMALL.edited({"encoding.scheme": "sincos", "view.transposed": True, "view.panes": ("tiles", "table")}),
    "content": SMALL.edited({"content.kind": "normal", "play.moves": "encoding.base", "view.panes": ("clocks", "vectors")}),
}  # fmt: skip
PENDING = "pendingMark"
"""Its Cancel goes before other children once it was shown, which depends on the machine."""
KINDS = QSlider, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractButton, QAction, Row


def numbers_of(part):
    """Return the numbers that a control or a command is set to, and whether it can be used."""
    numbers = [part.isEnabled()]
    if isinstance(part, QSlider):
        numbers += [part.minimum(), part.maximum(), part.value(), part.pageStep()]
    elif isinstance(part, QComboBox):
        numbers += [part.count(), part.currentIndex()]
    elif isinstance(part, QLineEdit):
        numbers += [len(numbers_in(part.text())), *numbers_in(part.text()), part.isReadOnly()]
    elif isinstance(part, QAbstractSpinBox):
        numbers += [*numbers_in(part.text()), part.isReadOnly()]
    elif isinstance(part, QAbstractButton | QAction):
        numbers += [part.isCheckable(), part.isChecked()]
    else:
        numbers += [part.isHidden()]
    return list(map(float, numbers))


def settings(window):
    """Return what all controls and commands are set to, by their kinds."""
    found = {}
    for kind in KINDS:
        for part in window.findChildren(kind):
            if part.parent().objectName() != PENDING:
                found.setdefault(kind.__name__, []).extend(numbers_of(part))
    return summary(found)


def cases(window):
    """Return what a window is set to in each Document, which it opens after one another."""
    found = {}
    for called, document in OPENED.items():
        window.session.open(document, called)
        window.session.flush()
        # Rows of controls are built a few a turn, in more turns where the machine is busy.
        while window.transition.is_on or window.parameters.panel.building.is_under_way:
            QApplication.processEvents()
        settle(*window.findChildren(FigureView))
        found[f"window/{called}"] = settings(window)
    return found


def all_cases():
    app = QApplication.instance() or QApplication([])
    chosen = preset(DEFAULT)
    document = chosen.document.edited({"view.panes": ("encoding",)})
    with TemporaryDirectory() as home:
        session = Session(document, chosen.title)
        window = MainWindow(session, Settings(Path(home)), Appearance("light"))
        window.resize(1440, 900)
        window.show()
        app.processEvents()
        found = cases(window)
        window.close_without_asking()
        window.finish()
    return found


def test_controls_are_set_to_what_is_kept(small_window):
    check("app/window", cases(small_window))
