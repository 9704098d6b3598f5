import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from peviewer.app.window.current_pane import CurrentPane


@pytest.fixture
def window(open_window):
    made = open_window()
    made.session.edit({"view.panes": ["encoding", "distance"]})
    made.session._announce()
    return made


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


def test_without_panes_there_is_nothing_to_enter_and_the_focus_goes_elsewhere(window, qtbot):
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    alone = CurrentPane(window.area, window.panes, {}, elsewhere)
    with qtbot.waitExposed(elsewhere):
        elsewhere.show()
    elsewhere.activateWindow()
    qtbot.waitUntil(elsewhere.isActiveWindow)
    alone.enter()
    alone.offer_menu()
    alone.choose_range()
    assert not alone.has_range
    alone.focus()
    assert elsewhere.hasFocus()


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
