"""Use the real window as a person would; run as a program, with a target folder: prints what was done.

The window is the one that ``peviewer`` opens: only the start of the event loop is
caught, to begin the visit from inside it.
"""

import sys
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QFileDialog, QMenu

from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.slider import HANDLE, Slider
from peviewer.app.window.launch import launch
from peviewer.app.window.window import MainWindow
from peviewer.document.animation import SHIFT
from peviewer.figures.presets import DEFAULT, preset
from peviewer.live import worker

PATIENCE = 10_000  # ms
worker.PATIENCE = 60.0  # pictures are looked at as soon as they are asked for, however busy the machine is


def until(condition, what):
    """Let the window live until something is so."""
    loop, poll = QEventLoop(), QTimer(interval=5)
    poll.timeout.connect(lambda: condition() and loop.quit())
    poll.start()
    QTimer.singleShot(PATIENCE, loop, loop.quit)
    loop.exec()
    poll.stop()
    assert condition(), f"in vain waited for: {what}"


def settled(session):
    """Let every announcement, and every repaint it asks for, happen."""
    heard = []
    session.changed.connect(lambda *_: heard.append(1))
    QApplication.processEvents()
    QApplication.processEvents()


def colours_of(widget):
    """Return how many colours a widget's picture has, looked at in a coarse grid."""
    image = widget.grab().toImage()
    spots = [(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)]
    return len({image.pixel(x, y) for x, y in spots})


def choose_presets(window):
    """Choose presets that show other panes than those before, in one theme and the other by turns."""
    entries = {
        entry.text(): entry for menu in window.preset_chooser.menu.findChildren(QMenu) for entry in menu.actions()
    }
    for name, theme in (("paper", "light"), ("xpos", "dark"), ("attention", "light"), ("tiles-mae", "dark")):
        window.choose_theme(theme)
        chosen = preset(name)
        entries[chosen.title].trigger()
        until(lambda c=chosen: window.session.document == c.document, f"preset {name}")
        settled(window.session)
        shown = [dock for dock in window.docks.values() if dock.seen]
        assert shown, f"{name} shows no pane"
        until(lambda d=shown: all(dock.view.figure() for dock in d), f"the panes of {name}")  # one a turn
        for dock in shown:
            assert dock.view.isVisible(), f"{dock.pane.name} cannot be drawn in {name}"
            assert colours_of(dock.view) > 3, f"{dock.pane.name} is blank in {name}, {theme}"
    print("chose presets")


# A slider, what is folded away, a list, boxes to tick, a choice in a header, and φ in the transport.
FIELDS = "encoding.length", "encoding.first", "encoding.layout", "view.transposed", "view.raw", "pairwise.metric", SHIFT


def drag_controls(window):
    """Use controls with the mouse and the keys, each of another kind."""
    panel, session = window.parameters.panel, window.session
    for path in FIELDS:
        session.open(preset(DEFAULT).document, "visit")
        settled(session)
        if path == SHIFT:
            control = window.transport
        elif path == "pairwise.metric":
            control = window.docks["distance"].header.choices[0]
        else:
            control = panel.control(path)
            panel.unfold(path)
        before = session.document.get(path)
        use(control)
        until(lambda p=path, b=before: session.document.get(p) != b, f"{path} to change")
    print("dragged controls")


def use(control):
    """Drag a slider, choose the next entry, or click a check box, with the mouse and the keys."""
    control.window().activateWindow()
    if slider := control.findChild(Slider):
        height = slider.height() // 2
        at = HANDLE // 2 + round(slider.span().fraction(slider.number()) * (slider.width() - HANDLE))
        goal = slider.width() * (0.3 if at > slider.width() / 2 else 0.7)
        QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(at, height))
        for step in (0.3, 0.6, 1.0):
            QTest.mouseMove(slider, QPoint(round(at + (goal - at) * step), height))
        QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(goal), height))
    elif box := control.findChild(QComboBox):
        box.setFocus()
        last = box.currentIndex() == box.count() - 1
        QTest.keyClick(box, Qt.Key.Key_Up if last else Qt.Key.Key_Down)
    elif box := control.findChild(NumberBox):
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Up)
    else:
        box = control.findChild(QCheckBox)
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(9, box.height() // 2))


def play(window):
    session = window.session
    session.open(preset(DEFAULT).document, "visit")
    session.edit({"shift.phi": 0.0})
    settled(session)
    steps = session.undo_stack.count()
    window.activateWindow()
    until(window.isActiveWindow, "the window to be active")
    window.centralWidget().setFocus()
    QTest.keyClick(window, Qt.Key.Key_Space)
    until(lambda: session.document.shift.phi > 1, "the shift to play")
    QTest.keyClick(window, Qt.Key.Key_Space)
    until(lambda: not window.player.playing, "the shift to stop")
    assert session.undo_stack.count() == steps + 1, "a play is one undo step"
    QTest.keyClick(window, Qt.Key.Key_Home)
    until(lambda: session.document.shift.phi == session.document.shift.start, "Home")
    print("played")


def export(window, folder):
    target = folder / "visit.png"
    window.export("shift")
    dialog = window.export_actions.dialog
    until(dialog.isVisible, "the Export dialog")
    until(lambda: dialog.export_button.isEnabled() and dialog.worker.job is None, "the preview")
    with patch.object(QFileDialog, "getSaveFileName", lambda *_: (str(target), "")):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    until(target.exists, "the exported picture")
    until(lambda: dialog.job is None, "the export to end")
    dialog.close()
    print(f"exported {target.stat().st_size} bytes")


def visit(folder):
    window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))
    until(lambda: window.windowHandle() is not None and window.windowHandle().isExposed(), "the window")
    choose_presets(window)
    drag_controls(window)
    play(window)
    export(window, folder)
    window.close()


def main(folder):
    run = QApplication.exec
    failures = []

    def guarded():
        try:
            visit(folder)
        except BaseException as error:
            failures.append(error)
            QApplication.exit(1)
            raise

    def begin(*_):
        QTimer.singleShot(0, guarded)
        return run()

    QApplication.exec = begin
    chosen = preset(DEFAULT)
    status = launch(chosen.document, chosen.title)
    return 1 if failures else status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
