"""The size of type in the window's panes: by keys, remembered, apart from zoom, and larger in a large pane."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.app.panes.type_size import SMALLEST, type_scale
from peviewer.app.session.settings import Settings

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.slow
def test_keys_make_type_larger_and_smaller_in_every_pane_and_zoom_nothing(qtbot, open_window):
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
    assert round(Settings(window.settings._folder).choices.pane_type_size, 3) == 1.21
    window.area.reveal("table")
    assert sizes() == {1.21}, "a pane that is opened later, too"
    for _ in range(9):
        QTest.keyClick(window, Qt.Key.Key_Minus, CONTROL)
    assert sizes() == {SMALLEST}
    QTest.keyClick(window, Qt.Key.Key_0, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert sizes() == {1.0}
    assert window.session.document.view.zoom == zoom
    assert window.settings.choices.type_size == 1.0, "that of a presentation is another"


@pytest.mark.slow
def test_type_is_larger_in_a_pane_that_is_larger_than_a_window_is_usually(qtbot, small_window):
    dock = small_window.docks["encoding"]
    small_window.resize(2800, 1600)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: dock.width() > 2000)
    assert dock.view.type_scale == type_scale(dock.size()) > 1.5
    assert type_scale(QSize(800, 2000)) == type_scale(QSize(300, 200)) == 1.0
