"""A short run in the suite; ``python -m tests.monkey`` makes longer ones."""

import sys
import traceback
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer, qWarning
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDoubleSpinBox,
    QMainWindow,
    QMenu,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from peviewer.app.session.settings import Settings
from peviewer.app.transport.inputs import KeyAction
from peviewer.document.arrangement import Place, Split
from peviewer.document.document import Document
from tests.monkey import acts
from tests.monkey.monkey import _undone, run
from tests.monkey.watch import complaints

ACTIONS = 300
PAGE = {"size": "pixels", "width": 480, "height": 360}


@pytest.mark.slow
def test_random_actions_raise_nothing_and_undo_leads_back(qapp, tmp_path):
    # Painting pages is a third of the work: these are small until the monkey chooses others.
    Settings(tmp_path / "config").remember(export=dict.fromkeys(("picture", "clip", "deck"), PAGE))
    report = run(seed=8, actions=ACTIONS, folder=tmp_path)
    assert report.faults == []
    assert (report.actions, report.returns) == (ACTIONS, ACTIONS // 100)


def test_a_run_hears_of_errors_in_slots_warnings_of_qt_and_panes_that_cannot_be_drawn(qtbot):
    def fail():
        raise ValueError("in a slot")

    slider = QSlider()
    qtbot.addWidget(slider)
    slider.valueChanged.connect(fail)
    before = sys.excepthook
    with complaints() as heard:
        heard.action = "action 7"
        slider.setValue(3)
        qWarning("of Qt")
        try:
            raise OSError("in a pane")
        except OSError as error:
            traceback.print_exc()
            traceback.print_exception(error, file=sys.stderr)
    assert [text.splitlines()[-1] for text in heard.exceptions] == [
        "ValueError: in a slot",
        "OSError: in a pane",
        "OSError: in a pane",
    ]
    assert heard.warnings == ["after action 7: of Qt"]
    assert sys.excepthook is before


@pytest.mark.slow
def test_a_run_sees_where_undo_leads_astray(qapp, tmp_path, monkeypatch):
    def edit_aside(window, random):
        window.session.edit({"encoding.length": random.randint(1, 300)}, undoable=False)
        return "edit aside"

    monkeypatch.setattr("tests.monkey.monkey.ACTS", {edit_aside: 1})
    monkeypatch.setattr("tests.monkey.monkey.RETURNS", 5)
    report = run(seed=1, actions=5, folder=tmp_path)
    assert any("encoding.length" in text for text in report.astray)


def test_a_clicked_tab_and_a_dragged_splitter_lead_nobody_astray():
    def arranged(front, share, names=("encoding", "shift")):
        whole = Split(True, (Place(names, front), Place(("binary",), "binary")), (share, 2.0 - share))
        return _undone(Document().edited({"view.arrangement": whole}))

    assert arranged("encoding", 1.0) == arranged("shift", 0.5)
    assert arranged("encoding", 1.0) != arranged("encoding", 1.0, ("shift", "encoding"))
    assert arranged("encoding", 1.0) != _undone(Document())


class Unmoved(QDoubleSpinBox):
    """A box that a space is no part of, as where nothing is half typed."""

    def event(self, event):
        if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Space:
            event.ignore()
            return False
        return super().event(event)


def test_a_menu_that_opens_while_a_number_is_typed_does_not_wait_for_ever(qtbot, monkeypatch):
    window, menu = QMainWindow(), QMenu()
    menu.addAction("one")
    button, box = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup), Unmoved()
    button.setMenu(menu)
    box.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    rows = QWidget()
    layout = QVBoxLayout(rows)
    for part in (button, box):
        layout.addWidget(part)
    window.setCentralWidget(rows)
    space = KeyAction("Play", window, shortcut=QKeySequence(Qt.Key.Key_Space))
    window.addAction(space)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    button.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is button)
    monkeypatch.setattr(box, "setFocus", lambda: None)
    opened = []
    menu.aboutToShow.connect(lambda: opened.append(True))
    late = QTimer(singleShot=True, interval=2_000)  # or a failure would last for ever
    late.timeout.connect(lambda: (opened.append("too long"), menu.close()))
    late.start()
    acts._type(box, SimpleNamespace(random=lambda: 1.0, choice=lambda some: "1 0" if some is acts.TYPED else some[-1]))
    assert opened == [True]
    assert not menu.isVisible()
