"""Use the real window as a person would; run as a program, with a target folder: prints what was done.

The window is the one that ``peviewer`` opens: only the start of the event loop is
caught, to begin the visit from inside it.
"""

import sys
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog, QMenu

from peviewer.app.controls.slider import Slider
from peviewer.app.window.launch import launch
from peviewer.app.window.window import MainWindow
from peviewer.document.animation import animation_range
from peviewer.figures.presets import DEFAULT, preset
from peviewer.live import worker

PATIENCE = 10_000  # ms
worker.TURN_SECONDS = (
    60.0  # pictures are looked at as soon as they are asked for, however busy the machine is
)


def until(condition, what):
    """Let the window live until something is so."""
    loop = QEventLoop()
    poll = QTimer(interval=5)
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
        entry.text(): entry
        for menu in window.preset_chooser.menu.findChildren(QMenu)
        for entry in menu.actions()
    }
    for name, theme in (("paper", "light"), ("xpos", "dark")):
        window.choose_theme(theme)
        chosen = preset(name)
        entries[chosen.title].trigger()
        until(lambda c=chosen: window.session.document == c.document, f"preset {name}")
        settled(window.session)
        shown = [dock for dock in window.docks.values() if dock.seen]
        assert shown, f"{name} shows no pane"
        until(
            lambda d=shown: all(dock.view.figure() for dock in d), f"the panes of {name}"
        )  # one a turn
        for dock in shown:
            assert dock.view.isVisible(), f"{dock.pane.name} cannot be drawn in {name}"
            assert colours_of(dock.view) > 3, f"{dock.pane.name} is blank in {name}, {theme}"
    print("chose presets")


def drag_controls(window):
    """Drag a slider, and click a switch that is folded away."""
    panel = window.parameters.panel
    session = window.session
    session.open(preset(DEFAULT).document, "visit")
    settled(session)
    slider = panel.control("encoding.length").findChild(Slider)
    switch = panel.control("view.raw").findChild(QCheckBox)
    height = slider.height() // 2
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, height))
    for share in (0.6, 0.7, 0.8):
        QTest.mouseMove(slider, QPoint(round(slider.width() * share), height))
    QTest.mouseRelease(
        slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.width() * 0.8), height)
    )
    until(lambda: session.document.encoding.length > 200, "the length to change")
    panel.unfold("view.raw")
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(9, switch.height() // 2))
    until(lambda: session.document.view.raw, "the switch")
    print("dragged controls")


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
    until(
        lambda: session.document.shift.phi == animation_range(session.document, "shift.phi")[0],
        "Home",
    )
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
    window = next(
        widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow)
    )
    until(
        lambda: window.windowHandle() is not None and window.windowHandle().isExposed(),
        "the window",
    )
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
