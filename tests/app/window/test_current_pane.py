import pytest
from PySide6.QtWidgets import QWidget

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
