from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTabBar, QWidget

from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.window.keyboard_focus import CurrentPane

if TYPE_CHECKING:
    from peviewer.app.panes.dock import PaneDock


@pytest.fixture
def window(open_window):
    made = open_window()
    made.session.edit({"view.panes": ["encoding", "distance"]})
    made.session._announce()
    return made


@pytest.mark.slow
def test_it_is_the_maximised_pane_else_the_one_clicked_while_it_is_open_else_the_first(window):
    current = window.current_pane
    assert current.pane.name == "encoding"
    current.click("distance")
    assert current.pane.name == "distance"
    window.area.toggle("encoding")
    assert current.pane.name == "encoding"
    window.area.restore()
    window.area.close_pane("distance")
    assert current.pane.name == "encoding"


@pytest.mark.slow
def test_without_panes_there_is_nothing_to_enter_and_the_focus_goes_elsewhere(window, qtbot):
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    alone = CurrentPane(window.area, window.panes, {}, elsewhere)
    with qtbot.waitExposed(elsewhere):
        elsewhere.show()
    elsewhere.activateWindow()
    qtbot.waitUntil(elsewhere.isActiveWindow)
    alone.enter()
    alone.open_menu()
    alone.choose_range()
    assert not alone.has_range
    alone.focus()
    assert elsewhere.hasFocus()


@pytest.mark.slow
def test_parameters_that_float_take_the_focus_when_they_are_shown_and_give_it_back(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    shown, dock = window.parameters.toggleViewAction(), window.parameters
    dock.setFloating(True)
    dock.hide()
    shown.trigger()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is dock.chooser)
    assert QApplication.activeWindow() is dock
    window.current_pane.enter()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.docks["encoding"].view)
    assert QApplication.activeWindow() is window
    assert window.current_pane.pane.name == "encoding", "not the next one: keys were not for it before"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert window.session.document.cursor.pinned


@pytest.mark.slow
def test_a_key_leads_to_the_parameters_wherever_they_are(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    dock = window.parameters
    for prepare in (dock.show, dock.hide, lambda: dock.setFloating(True)):
        prepare()
        window.current_pane.focus()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is window.docks["encoding"].view)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda: QApplication.focusWidget() is dock.chooser)


@pytest.mark.slow
def test_a_preset_of_the_menu_gives_the_keys_back_to_the_picture(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.preset_chooser.setFocus()
    qtbot.waitUntil(window.preset_chooser.hasFocus)
    [menu] = [menu for menu in window.menuBar().findChildren(QMenu) if menu.title() == "P&resets"]
    menu.actions()[1].menu().actions()[0].trigger()
    assert not window.preset_chooser.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert window.player.playing


@pytest.mark.slow
def test_keys_lead_to_the_panes_on_show_in_the_order_of_their_places(open_window, qtbot):
    window = open_window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for number, name in enumerate(("encoding", "shift", "binary", "distance"), 1):
        QTest.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.ControlModifier)
        assert QApplication.focusWidget() is window.docks[name].focus_target
        assert window.current_pane.pane.name == name
    before = window.session.document
    QTest.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert window.session.document is before, "there is no fifth"
    window.area.maximise("distance")
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.area.maximised == "shift"
    window.area.restore()
    window.session.edit({"view.panes": ["clocks", "binary"], "view.arrangement": None})
    window.session._announce()
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window.current_pane.pane.name == "clocks"
    menu = next(menu for menu in window.findChildren(QMenu) if menu.title() == "Go to pan&e")
    assert [action.text() for action in menu.actions() if action.isVisible()] == ["Clocks", "Binary"]


@pytest.mark.slow
def test_a_key_leads_to_a_pane_behind_a_tab(open_window, qtbot):
    window = open_window(size=(700, 420))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    behind = next(name for name in window.area.placed if name not in window.area.shown)
    place = window.area.placed.index(behind) + 1
    QTest.keyClick(window, Qt.Key(Qt.Key.Key_0 + place), Qt.KeyboardModifier.ControlModifier)
    assert behind in window.area.shown
    assert QApplication.focusWidget() is window.docks[behind].focus_target


@pytest.mark.slow
def test_below_a_tab_a_pane_does_not_repeat_its_title(open_window, qtbot):
    window = open_window(size=(700, 420))
    assert len(window.area.placed) > len(window.area.shown)
    titles = [bar.tabText(k) for bar in window.findChildren(QTabBar) if bar.isVisible() for k in range(bar.count())]
    for name in window.area.shown:
        dock = window.docks[name]
        assert dock.header.title.isVisible() == (dock.pane.title not in titles)
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: len(window.area.shown) == 4)
    assert all(window.docks[name].header.title.isVisible() for name in window.area.shown)


@pytest.mark.slow
def test_the_current_pane_is_closed_by_its_key_until_there_is_none(qtbot, window):
    closing = next(action for action in window.findChildren(QAction) if action.text() == "&Close pane")
    window.docks["distance"].activated.emit("distance")
    qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.area.open == ("encoding",)
    assert window.session.undo_stack.undoText() == "close Distance"
    qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.area.open == ()
    assert not closing.isEnabled()
    window.session.undo_stack.undo()
    qtbot.waitUntil(closing.isEnabled)


def walk(qtbot, window, start, key=Qt.Key.Key_Tab):
    """Return what has the focus after each Tab from a widget on, once around."""
    window.activateWindow()
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


def within(stops, part):
    return [stop for stop in stops if part.isAncestorOf(stop)]


def place(stop, inside):
    at = stop.mapTo(inside, QPoint(0, stop.height() // 2))
    return at.y(), at.x()


@pytest.mark.slow
def test_the_parameters_are_visited_from_top_to_bottom_after_another_scheme_and_back(qtbot, window):
    for scheme in ("rope", "sinusoidal"):
        window.session.edit({"encoding.scheme": scheme})
        window.session._announce()
    panel = window.findChild(ParametersPanel)
    stops = within(walk(qtbot, window, window.preset_chooser), panel)
    heights = [place(stop, panel)[0] for stop in stops]
    assert len(heights) > 15
    assert heights == sorted(heights)


@pytest.mark.slow
def test_parameters_come_before_the_panes_as_they_stand_and_those_before_the_transport(qtbot, window):
    window.area.close_pane("encoding")
    window.area.reveal("waves")  # made last of all
    window.session._announce()
    stops = walk(qtbot, window, window.preset_chooser)
    parts = [next((part for part in (window.parameters, window.area, window.transport) if part.isAncestorOf(stop)), 0)
             for stop in stops]  # fmt: skip
    visited = [part for part, before in zip(parts, [0, *parts], strict=False) if part and part is not before]
    assert visited[:3] == [window.parameters, window.area, window.transport]
    docks = [next((dock for dock in window.docks.values() if dock.isAncestorOf(stop)), None) for stop in stops]
    names = [dock.pane.name for dock, before in zip(docks, [None, *docks], strict=False) if dock and dock is not before]
    assert names == list(window.area.placed)


@pytest.mark.slow
def test_in_a_pane_choices_come_before_buttons_and_the_figure_last(qtbot, window):
    dock: PaneDock = window.docks["distance"]
    stops = within(walk(qtbot, window, window.preset_chooser), dock)
    assert stops[-1] is dock.view
    assert [stop for stop in stops if stop in dock.header.buttons.values()] == [*dock.header.buttons.values()]
    first = stops.index(dock.header.buttons["explain"])
    assert [dock.header.choices[0].isAncestorOf(stop) for stop in stops[:first]] == [True, False]


@pytest.mark.slow
def test_shift_tab_goes_the_same_way_back(qtbot, window):
    ahead = walk(qtbot, window, window.preset_chooser)
    back = walk(qtbot, window, window.preset_chooser, Qt.Key.Key_Backtab)
    assert back == [ahead[0], *ahead[:0:-1]]


@pytest.mark.slow
@pytest.mark.parametrize("floats", [False, True])
def test_parameters_in_a_window_of_their_own_are_a_round_of_their_own(qtbot, window, floats):
    window.parameters.setFloating(floats)
    window.session.edit({"encoding.scheme": "rope"})
    window.session._announce()
    stops = walk(qtbot, window.preset_chooser.window(), window.preset_chooser)
    panel = window.findChild(ParametersPanel)
    assert all(window.parameters.isAncestorOf(stop) for stop in stops) is floats
    heights = [place(stop, panel)[0] for stop in within(stops, panel)]
    assert heights == sorted(heights)
