"""The keys: which pane is the current one, how they lead to panes and parameters, and the order of Tab."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(open_window, qtbot):
    """Return a window of two panes that has the keys."""
    made = open_window(panes=("encoding", "distance"))
    activate(made, qtbot)
    return made


def activate(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


@pytest.mark.slow
def test_a_key_leads_to_the_parameters_and_a_preset_of_the_menu_back(window, qtbot):
    dock = window.parameters
    for prepare in (dock.show, dock.hide):
        prepare()
        window.current_pane.focus()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is window.docks["encoding"].view)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda: QApplication.focusWidget() is dock.chooser)
    [menu] = [menu for menu in window.menuBar().findChildren(QMenu) if menu.title() == "P&resets"]
    menu.actions()[1].menu().actions()[0].trigger()
    assert not window.preset_chooser.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert window.player.playing


@pytest.mark.slow
def test_keys_lead_to_the_panes_on_show_in_the_order_of_their_places(window, qtbot):
    for number, name in enumerate(("encoding", "distance"), 1):
        QTest.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), CONTROL)
        assert QApplication.focusWidget() is window.docks[name].focus_target
        assert window.current.name == name
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
    assert window.current.name == "encoding", "from the last one to the first"
    before = window.session.document
    QTest.keyClick(window, Qt.Key.Key_3, CONTROL)
    assert window.session.document is before, "there is no third"
    window.area.maximise("distance")
    QTest.keyClick(window, Qt.Key.Key_1, CONTROL)
    assert window.area.maximised == "encoding"
    window.area.restore()
    window.session.edit({"view.panes": ["clocks", "binary"], "view.arrangement": None})
    window.session.flush()
    QTest.keyClick(window, Qt.Key.Key_1, CONTROL)
    assert window.current.name == "clocks"


@pytest.mark.slow
def test_the_current_pane_is_closed_by_its_key_until_there_is_none(qtbot, window):
    closing = next(
        action for action in window.findChildren(QAction) if action.text() == "&Close pane"
    )
    window.docks["distance"].asked.emit("activate", "distance")
    for left in (("encoding",), ()):
        qtbot.keyClick(window, Qt.Key.Key_W, CONTROL)
        assert window.area.open == left
    assert not closing.isEnabled()
    qtbot.keyClick(window, Qt.Key.Key_F6)  # there is nothing to enter,
    qtbot.keyClick(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)  # and no menu
    window.current_pane.focus()
    assert window.centralWidget().isAncestorOf(QApplication.focusWidget())
    window.session.undo_stack.undo()
    qtbot.waitUntil(closing.isEnabled)


def walk(qtbot, start, key=Qt.Key.Key_Tab):
    """Return what has the focus after each Tab from a widget on, once around."""
    window = start.window()
    window.activateWindow()
    # A picture that is late offers Cancel, which would be one stop more.
    qtbot.waitUntil(lambda: not any(dock.view.is_pending for dock in window.docks.values()))
    start.setFocus()
    QApplication.processEvents()  # what was made anew is where it belongs,
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # and what it replaces is gone
    qtbot.waitUntil(start.hasFocus)
    stops = [start]
    while True:
        qtbot.keyClick(QApplication.focusWidget(), key)
        if (now := QApplication.focusWidget()) in stops:
            return stops
        stops.append(now)


def parts_of(stops, parts):
    """Return which of several parts the stops are in, each named once in a row."""
    inside = [next((part for part in parts if part.isAncestorOf(stop)), None) for stop in stops]
    return [
        part
        for part, before in zip(inside, [None, *inside], strict=False)
        if part and part is not before
    ]


@pytest.mark.slow
def test_tab_goes_from_parameters_through_the_panes_to_the_transport_and_back(qtbot, window):
    window.area.close_pane("encoding")
    window.area.reveal("waves")  # made last of all
    window.session.flush()
    stops = walk(qtbot, window.preset_chooser)
    panel = window.parameters.panel
    heights = [
        stop.mapTo(panel, QPoint(0, stop.height() // 2)).y()
        for stop in stops
        if panel.isAncestorOf(stop)
    ]
    assert heights == sorted(heights), "from top to bottom"
    parts = window.parameters, window.area, window.transport
    assert parts_of(stops, parts)[:3] == [*parts]
    expected = [*window.area.placed]
    assert [dock.pane.name for dock in parts_of(stops, window.docks.values())] == expected
    dock = window.docks["distance"]
    inside = [stop for stop in stops if dock.isAncestorOf(stop)]
    assert inside[-1] is dock.view, "choices, then buttons, then the figure"
    actual = [stop for stop in inside if stop in dock.header.buttons.values()]
    assert actual == [*dock.header.buttons.values()]
    first = inside.index(dock.header.buttons["explain"])
    assert [dock.header.choices[0].isAncestorOf(stop) for stop in inside[:first]] == [True, False]
    back = walk(qtbot, window.preset_chooser, Qt.Key.Key_Backtab)
    assert back == [stops[0], *stops[:0:-1]]
