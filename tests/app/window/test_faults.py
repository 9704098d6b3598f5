"""What nothing expects: an exception in a slot, in an event, on a thread, in what reports it."""

import json
import sys
import threading

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from peviewer.app.session import autosave
from peviewer.app.session.autosave import Saved
from peviewer.app.window import diagnostics
from peviewer.app.window import faults as module
from peviewer.app.window.faults import Faults


class Source(QObject):
    fired = Signal(int)


@pytest.fixture
def printed(monkeypatch):
    """Collect what is printed as ever, and keep it from failing the test."""
    heard = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: heard.append(str(error)))
    monkeypatch.setattr(
        sys, "unraisablehook", lambda fault: heard.append(f"in a destructor: {fault.exc_value}")
    )
    monkeypatch.setattr(
        threading, "excepthook", lambda fault: heard.append(f"in a thread: {fault.exc_value}")
    )
    return heard


@pytest.fixture
def saving(session, tmp_path):
    made = autosave.new(tmp_path)
    made.source = lambda: Saved(document=session.document, baseline=session.baseline)
    yield made
    made.close()


@pytest.fixture
def started():
    """Collect what *Start fresh* has done."""
    return []


@pytest.fixture
def faults(qtbot, session, printed, saving, started):
    window = QWidget()
    qtbot.addWidget(window)
    made = Faults(window, session, saving, lambda: started.append(True))
    yield made
    made.release()


@pytest.fixture
def broken(faults):
    """Return a signal whose slot fails."""
    source = Source()

    def fail(number):
        raise [ValueError, KeyError][number](f"slot {number}")

    source.fired.connect(fail)
    return source


def shown(qtbot, faults):
    qtbot.waitUntil(lambda: faults.dialog is not None and faults.dialog.isVisible())
    return faults.dialog


def button(dialog, text):
    return next(found for found in dialog.buttons() if found.text() == text)


def fail(kind=RuntimeError):
    sys.excepthook(kind, kind("slot"), None)  # without a trace all of a type are from one place


def test_an_error_in_a_slot_is_printed_and_shown_with_a_report_to_copy(
    qtbot, faults, broken, printed, saving, session
):
    for step in range(module.STEPS + 2):
        session.edit({"shift.phi": float(step)}, text=f"step {step}")
    session.undo_stack.undo()
    broken.fired.emit(0)
    dialog = shown(qtbot, faults)
    assert printed == ["slot 0"]
    assert module.KEPT in dialog.informativeText()
    assert json.loads(saving.path.read_text("utf-8"))["document"]["shift"]["phi"] == module.STEPS
    button(dialog, "Copy report").click()
    assert dialog.isVisible()
    copied = QGuiApplication.clipboard().text()
    for part in (
        "ValueError: slot 0",
        "in fail",
        '"length": 200',
        diagnostics.text(diagnostics.facts()),
    ):
        assert part in copied
    lines = copied.splitlines()
    first = lines.index("Last steps") + 1
    expected = [f"  step {step}" for step in range(1, module.STEPS + 1)]
    assert lines[first : first + module.STEPS] == expected
    assert lines[first + module.STEPS] == ""


def test_the_same_error_is_shown_once_and_another_one_again(qtbot, qapp, faults, broken, printed):
    broken.fired.emit(0)
    dialog = shown(qtbot, faults)
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()
    broken.fired.emit(0)
    qapp.processEvents()
    assert faults.dialog is None
    assert printed == ["slot 0", "slot 0"]
    broken.fired.emit(1)
    assert "slot 1" in shown(qtbot, faults).detailedText()


@pytest.mark.parametrize("where", ["thread", "destructor"])
def test_what_goes_wrong_on_a_thread_or_in_a_destructor_is_shown_too(qtbot, faults, printed, where):
    class Broken:
        def __del__(self):
            raise OSError(where)

    def fail_there():
        raise OSError(where)

    if where == "thread":
        working = threading.Thread(target=fail_there)
        working.start()
        working.join()
    else:
        Broken()
    assert f"OSError: {where}" in shown(qtbot, faults).detailedText()
    assert printed == [f"in a {where}: {where}"]


def test_start_fresh_and_quit_do_so_and_enter_and_escape_continue(qtbot, faults, started):
    window = faults.parent()
    window.show()
    for kind, leave, fresh, stays in (
        (ValueError, lambda dialog: qtbot.keyClick(dialog, Qt.Key.Key_Return), [], True),
        (KeyError, lambda dialog: qtbot.keyClick(dialog, Qt.Key.Key_Escape), [], True),
        (TypeError, lambda dialog: button(dialog, "Start fresh").click(), [True], True),
        (OSError, lambda dialog: button(dialog, "Quit").click(), [True], False),
    ):
        fail(kind)
        dialog = shown(qtbot, faults)
        with qtbot.waitSignal(dialog.destroyed):
            leave(dialog)
        assert started == fresh
        assert window.isVisible() == stays
        assert faults.dialog is None
