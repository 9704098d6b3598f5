"""The size of type in the window's panes: by keys, remembered, and apart from zoom."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.app.panes.type_size import SMALLEST
from peviewer.app.session.settings import Settings

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.slow
def test_keys_make_type_larger_and_smaller_in_every_pane_and_zoom_nothing(qtbot, tmp_path, open_window):
    window = open_window(panes=("encoding", "distance"))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    zoom = window.session.document.view.zoom

    def sizes():
        return {round(dock.view.type_scale, 3) for dock in window.docks.values()}

    assert sizes() == {1.0}
    QTest.keyClick(window, Qt.Key.Key_Plus, CONTROL)
    QTest.keyClick(window, Qt.Key.Key_Equal, CONTROL)
    assert sizes() == {1.21}
    assert round(Settings(tmp_path / "config").choices.pane_type_size, 3) == 1.21
    window.area.reveal("table")
    assert sizes() == {1.21}, "a pane that is opened later, too"
    for _ in range(9):
        QTest.keyClick(window, Qt.Key.Key_Minus, CONTROL)
    assert sizes() == {SMALLEST}
    QTest.keyClick(window, Qt.Key.Key_0, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert sizes() == {1.0}
    assert window.session.document.view.zoom == zoom
    assert window.settings.choices.type_size == 1.0, "that of a presentation is another"
