import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QDockWidget, QLabel

from peviewer.app.pane_area import PaneArea


@pytest.fixture
def docks(qtbot):
    made = {}
    for name in ("one", "two", "three", "four", "five"):
        made[name] = QDockWidget(name)
        made[name].setObjectName(name)
        made[name].setWidget(QLabel(name))
        made[name].setTitleBarWidget(QLabel(name))
    return made


@pytest.fixture
def area(qtbot, qapp, docks):
    from peviewer.app import themes
    from peviewer.figures.palette import LIGHT

    themes.apply(qapp, LIGHT)
    made = PaneArea(docks)
    qtbot.addWidget(made)
    made.resize(1008, 808)
    with qtbot.waitExposed(made):
        made.show()
    return made


def places(docks):
    return {name: dock.geometry().getRect() for name, dock in docks.items()}


def in_front(docks):
    return [name for name, dock in docks.items() if dock.isVisible() and dock.x() >= 0]


def test_four_panes_stand_two_by_two_eight_pixels_apart_and_equal(qapp, docks, area):
    del area
    qapp.processEvents()
    first = {name: places(docks)[name] for name in ("two", "three", "four")}
    assert first == {"two": (508, 0, 500, 400), "three": (0, 408, 500, 400), "four": (508, 408, 500, 400)}


def test_a_fifth_pane_lies_behind_the_first(docks, area):
    assert area.tabifiedDockWidgets(docks["one"]) == [docks["five"]]
    assert in_front(docks) == ["one", "two", "three", "four"]


def test_a_maximised_pane_fills_the_area_and_all_come_back(qtbot, qapp, docks, area):
    qapp.processEvents()
    before = places(docks)
    with qtbot.waitSignal(area.maximisedChanged) as caught:
        area.toggle("two")
    qapp.processEvents()
    assert caught.args == ["two"]
    assert docks["two"].geometry().getRect() == (0, 0, 1008, 808)
    assert in_front(docks) == ["two"]
    area.toggle("two")
    qapp.processEvents()
    assert area.maximised == ""
    assert {name: places(docks)[name] for name in in_front(docks)} == {n: before[n] for n in in_front(docks)}
    assert in_front(docks) == ["one", "two", "three", "four"]


def test_a_closed_pane_stays_closed_after_another_was_maximised(docks, area):
    docks["three"].close()
    area.maximise("two")
    area.restore()
    assert docks["three"].isHidden()
    assert not docks["four"].isHidden()


def test_opening_a_pane_shows_all_others_again(docks, area):
    docks["three"].close()
    area.maximise("two")
    area.reveal("three")
    assert area.maximised == ""
    assert in_front(docks) == ["one", "two", "three", "four"]


def test_a_pane_behind_a_tab_is_brought_to_the_front(qapp, docks, area):
    area.reveal("five")
    qapp.processEvents()
    assert "five" in in_front(docks)
    assert "one" not in in_front(docks)


def test_the_arrangement_comes_back_as_if_nothing_had_been_maximised(qapp, docks, area):
    docks["four"].close()
    qapp.processEvents()
    before = places(docks)["three"]
    area.maximise("one")
    state = area.state()
    area.arrange()
    assert area.take(state)
    qapp.processEvents()
    assert docks["four"].isHidden()
    assert places(docks)["three"] == before


def test_what_is_no_arrangement_is_refused(area):
    assert not area.take(QByteArray(b"nonsense"))


def test_the_first_arrangement_can_be_had_back(qapp, docks, area):
    qapp.processEvents()
    before = places(docks)
    docks["two"].setFloating(True)
    docks["three"].close()
    area.maximise("one")
    area.arrange()
    qapp.processEvents()
    assert in_front(docks) == ["one", "two", "three", "four"]
    assert {name: places(docks)[name] for name in in_front(docks)} == {n: before[n] for n in in_front(docks)}
