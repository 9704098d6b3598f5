import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QLabel

from peviewer.app.panes.area import PaneArea

NAMES = ("one", "two", "three", "four", "five", "six", "seven")


@pytest.fixture
def docks():
    return {}


@pytest.fixture
def area(qtbot, qapp, docks):
    from peviewer.app.look import themes
    from peviewer.figures.palette import LIGHT

    def make(name):
        docks[name] = QDockWidget(name)
        docks[name].setObjectName(name)
        docks[name].setWidget(QLabel(name))
        docks[name].setTitleBarWidget(QLabel(name))
        return docks[name]

    themes.apply(qapp, LIGHT)
    made = PaneArea(make)
    qtbot.addWidget(made)
    made.resize(1008, 808)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def four(qapp, area):
    area.arrange(NAMES[:4])
    qapp.processEvents()
    return area


def places(docks):
    return {name: docks[name].geometry().getRect() for name in in_front(docks)}


def in_front(docks):
    return [name for name, dock in docks.items() if dock.isVisible() and dock.x() >= 0]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, {"one": (0, 0, 1008, 808)}),
        (2, {"one": (0, 0, 500, 808), "two": (508, 0, 500, 808)}),
        (3, {"one": (0, 0, 500, 808), "two": (508, 0, 500, 400), "three": (508, 408, 500, 400)}),
        (
            4,
            {
                "one": (0, 0, 500, 400),
                "two": (508, 0, 500, 400),
                "three": (0, 408, 500, 400),
                "four": (508, 408, 500, 400),
            },
        ),
    ],
)
def test_few_panes_share_the_area_equally_eight_pixels_apart(qapp, docks, area, count, expected):
    area.arrange(NAMES[:count])
    qapp.processEvents()
    assert places(docks) == expected


@pytest.mark.parametrize("count", [5, 6])
def test_more_stand_three_across_of_one_width(qapp, docks, area, count):
    area.arrange(NAMES[:count])
    qapp.processEvents()
    lefts = sorted({place[0] for place in places(docks).values()})
    assert len(lefts) == 3
    widths = [docks[name].width() for name in NAMES[:count]]
    assert max(widths) - min(widths) <= 2
    assert [docks[name].height() for name in NAMES[:count]].count(400) == (4 if count == 5 else 6)
    assert docks["one"].height() == (808 if count == 5 else 400)


def test_a_seventh_pane_lies_behind_the_first(qapp, docks, area):
    area.arrange(NAMES)
    qapp.processEvents()
    assert area.tabifiedDockWidgets(docks["one"]) == [docks["seven"]]
    assert in_front(docks) == list(NAMES[:6])


def test_only_panes_that_were_open_have_a_dock(docks, four):
    four.arrange(["two"])
    assert set(docks) == set(NAMES[:4])
    assert four.open == ("two",)
    assert in_front(docks) == ["two"]


def test_arranging_is_not_taken_for_the_users_doing(qtbot, docks, four):
    with qtbot.assertNotEmitted(four.openChanged):
        four.arrange(["five", "one"])
        four.maximise("five")
        four.restore()
        four.arrange([])
    assert four.open == ()


def test_a_pane_closed_by_its_own_button_is_told(qtbot, docks, four):
    with qtbot.waitSignal(four.openChanged):
        docks["two"].close()
    assert four.open == ("one", "three", "four")


def test_a_closed_pane_comes_back_where_it_was(qapp, docks, four):
    before = places(docks)
    four.close_pane("three")
    qapp.processEvents()
    four.reveal("three")
    qapp.processEvents()
    assert places(docks) == before
    assert four.open == ("one", "two", "four", "three")


def test_one_pane_more_makes_an_even_arrangement_of_all(qtbot, qapp, docks, four):
    with qtbot.waitSignal(four.openChanged):
        four.reveal("five")
    qapp.processEvents()
    assert sorted({place[0] for place in places(docks).values()})[1] == docks["two"].x()
    assert abs(docks["two"].width() - docks["five"].width()) <= 1
    assert in_front(docks) == list(NAMES[:5])


def test_where_the_user_moved_panes_one_more_takes_half_of_the_largest(qapp, docks, four):
    four.resizeDocks([docks["one"], docks["two"]], [700, 300], Qt.Orientation.Horizontal)
    four.resizeDocks([docks["one"], docks["three"]], [600, 200], Qt.Orientation.Vertical)
    qapp.processEvents()
    before = places(docks)
    four.reveal("five")
    qapp.processEvents()
    after = places(docks)
    assert {name: after[name] for name in ("two", "three", "four")} == {
        name: before[name] for name in ("two", "three", "four")
    }
    assert after["one"][2] + after["five"][2] + 8 == before["one"][2]


def test_where_no_pane_is_large_enough_to_share_one_more_is_a_tab(qapp, docks, four):
    docks["four"].setFloating(True)
    four.resize(500, 390)
    qapp.processEvents()
    four.reveal("five")
    qapp.processEvents()
    assert "five" in in_front(docks)
    assert any(four.tabifiedDockWidgets(docks["five"]))


def test_a_maximised_pane_fills_the_area_and_all_come_back(qtbot, qapp, docks, four):
    before = places(docks)
    with qtbot.waitSignal(four.maximisedChanged) as caught:
        four.toggle("two")
    qapp.processEvents()
    assert caught.args == ["two"]
    assert places(docks) == {"two": (0, 0, 1008, 808)}
    assert four.open == NAMES[:4]
    four.toggle("two")
    qapp.processEvents()
    assert four.maximised == ""
    assert places(docks) == before


def test_a_closed_pane_stays_closed_after_another_was_maximised(docks, four):
    docks["three"].close()
    four.maximise("two")
    four.restore()
    assert docks["three"].isHidden()
    assert not docks["four"].isHidden()


def test_a_maximised_pane_that_is_closed_gives_way_to_the_others(qtbot, docks, four):
    four.maximise("two")
    with qtbot.waitSignal(four.openChanged):
        docks["two"].close()
    assert four.maximised == ""
    assert four.open == ("one", "three", "four")
    assert in_front(docks) == ["one", "three", "four"]


def test_a_floating_pane_closed_beside_a_maximised_one_stays_closed(qtbot, docks, four):
    docks["three"].setFloating(True)
    four.maximise("two")
    with qtbot.waitSignal(four.openChanged):
        docks["three"].close()
    assert four.open == ("one", "two", "four")
    four.restore()
    assert docks["three"].isHidden()
    assert in_front(docks) == ["one", "two", "four"]


def test_opening_a_pane_shows_all_others_again(docks, four):
    docks["three"].close()
    four.maximise("two")
    four.reveal("three")
    assert four.maximised == ""
    assert in_front(docks) == list(NAMES[:4])


def test_a_pane_behind_a_tab_is_brought_to_the_front(qapp, docks, area):
    area.arrange(NAMES)
    area.reveal("seven")
    qapp.processEvents()
    assert "seven" in in_front(docks)
    assert "one" not in in_front(docks)
    assert area.open == NAMES


def test_the_arrangement_comes_back_as_if_nothing_had_been_maximised(qapp, docks, four):
    four.resizeDocks([docks["one"], docks["two"]], [700, 300], Qt.Orientation.Horizontal)
    docks["four"].setFloating(True)
    qapp.processEvents()
    before = places(docks)["three"]
    four.maximise("one")
    state = four.state()
    four.arrange(NAMES[:4])
    assert four.set_state(state)
    qapp.processEvents()
    assert docks["four"].isFloating()
    assert places(docks)["three"] == before


def test_what_is_no_arrangement_is_refused(qapp, docks, four):
    before = places(docks)
    assert not four.set_state(QByteArray(b"nonsense"))
    qapp.processEvents()
    assert places(docks) == before


def test_the_first_arrangement_can_be_had_back(qapp, docks, four):
    before = places(docks)
    docks["two"].setFloating(True)
    docks["three"].close()
    four.maximise("one")
    four.arrange(NAMES[:4])
    qapp.processEvents()
    assert places(docks) == before


def test_an_area_without_panes_says_how_to_open_one(qapp, four):
    def ink():
        image = four.grab().toImage()
        across = range(300, 700)
        return sum(image.pixelColor(x, y).lightness() < 180 for x in across for y in range(396, 412))

    four.arrange([])
    qapp.processEvents()
    assert ink() > 100
    four.arrange(["one"])
    assert four.open == ("one",)
