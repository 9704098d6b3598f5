"""What nothing expects: an exception in a slot, in an event, on a thread, in what reports it."""

import sys
import threading

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from peviewer.app.window import faults as module
from peviewer.app.window.faults import Faults


class Source(QObject):
    fired = Signal(int)


@pytest.fixture
def printed(monkeypatch):
    """Collect what is printed as ever, and keep it from failing the test."""
    heard = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: heard.append(str(error)))
    monkeypatch.setattr(sys, "unraisablehook", lambda fault: heard.append(str(fault.exc_value)))
    monkeypatch.setattr(threading, "excepthook", lambda fault: heard.append(str(fault.exc_value)))
    return heard


@pytest.fixture
def faults(qtbot, session, printed):
    window = QWidget()
    qtbot.addWidget(window)
    made = Faults(window, session)
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


def test_an_error_in_a_slot_is_printed_and_shown_with_a_report_to_copy(qtbot, faults, broken, printed, session):
    broken.fired.emit(0)
    dialog = shown(qtbot, faults)
    assert printed == ["slot 0"]
    dialog.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    for part in ("ValueError: slot 0", "in fail", "peviewer ", "PySide6", '"length": 200'):
        assert part in copied


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
    assert "slot 1" in shown(qtbot, faults).report.toPlainText()


def test_what_goes_wrong_while_the_report_is_open_joins_it(qtbot, qapp, faults, broken):
    broken.fired.emit(0)
    dialog = shown(qtbot, faults)
    broken.fired.emit(1)
    qtbot.waitUntil(lambda: "slot 1" in dialog.report.toPlainText())
    assert "slot 0" in dialog.report.toPlainText()
    assert faults.dialog is dialog


def test_an_error_on_a_thread_is_shown_in_the_window(qtbot, faults, printed):
    def fail():
        raise OSError("thread")

    working = threading.Thread(target=fail)
    working.start()
    working.join()
    assert "OSError: thread" in shown(qtbot, faults).report.toPlainText()
    assert printed == ["thread"]


def test_an_error_in_a_destructor_is_shown(qtbot, faults, printed):
    class Left:
        def __del__(self):
            raise OSError("destructor")

    left = Left()
    del left
    assert "OSError: destructor" in shown(qtbot, faults).report.toPlainText()


def test_a_report_that_fails_itself_is_printed_and_never_comes_back(qtbot, qapp, faults, broken, printed, monkeypatch):
    monkeypatch.setattr(module, "entries", lambda: [].pop())
    broken.fired.emit(0)
    for _ in range(20):
        qapp.processEvents()
    assert printed[0] == "slot 0"
    assert 2 <= len(printed) <= 3
    assert faults.dialog is None


def test_an_interrupt_is_no_fault(qapp, faults, printed):
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt("stop"), None)
    QCoreApplication.sendPostedEvents(faults, QEvent.Type.MetaCall)
    assert printed == ["stop"]
    assert faults.dialog is None


def test_python_s_own_way_is_given_back(faults, printed):
    mine = sys.excepthook
    faults.release()
    assert sys.excepthook != mine
    sys.excepthook(ValueError, ValueError("later"), None)
    assert printed == ["later"]
    assert not faults._known
