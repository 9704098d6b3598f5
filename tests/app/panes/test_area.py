import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabBar

from peviewer.app.panes.area import Dock, PaneArea
from peviewer.app.panes.layout.dragging import DropIndicator
from peviewer.app.panes.layout.splitters import SplitterHandle
from peviewer.document.arrangement import even

NAMES = ("one", "two", "three", "four", "five", "six", "seven")


@pytest.fixture
def docks():
    return {}


@pytest.fixture
def area(qtbot, qapp, docks):
    from peviewer.app.look import themes
    from peviewer.figures.palette import LIGHT

    def make(name):
        docks[name] = Dock(name.title(), QLabel(name))
        docks[name].header.setParent(docks[name])
        docks[name].header.setFixedSize(100, 28)
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
    area.show_arrangement(NAMES[:4])
    qapp.processEvents()
    return area


def places(docks):
    return {name: docks[name].geometry().getRect() for name in in_front(docks)}


def in_front(docks):
    return [name for name, dock in docks.items() if dock.isVisible()]


def tabs(area):
    bars = [bar for bar in area.findChildren(QTabBar) if bar.isVisible()]
    return [[bar.tabText(index) for index in range(bar.count())] for bar in bars]


def drag(source, start, *points):
    """Drag a child of the area from one of its points through points of the area."""
    area = (
        source.parentWidget() if isinstance(source, SplitterHandle | QTabBar) else source.parentWidget().parentWidget()
    )
    QTest.mousePress(source, Qt.MouseButton.LeftButton, pos=start)
    for point in points:
        QTest.mouseMove(source, source.mapFrom(area, point))
    QTest.mouseRelease(source, Qt.MouseButton.LeftButton, pos=source.mapFrom(area, points[-1]))


def widen(area, bar_at, by):
    """Drag the gap at a point of the area."""
    bar = area.childAt(bar_at)
    assert isinstance(bar, SplitterHandle)
    drag(bar, bar.mapFrom(area, bar_at), bar_at + by / 2, bar_at + by)


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
    area.show_arrangement(NAMES[:count])
    qapp.processEvents()
    assert places(docks) == expected


@pytest.mark.parametrize("count", [5, 6])
def test_more_stand_three_across_of_one_width(qapp, docks, area, count):
    area.show_arrangement(NAMES[:count])
    qapp.processEvents()
    lefts = sorted({place[0] for place in places(docks).values()})
    assert len(lefts) == 3
    widths = [docks[name].width() for name in NAMES[:count]]
    assert max(widths) - min(widths) <= 2
    assert [docks[name].height() for name in NAMES[:count]].count(400) == (4 if count == 5 else 6)
    assert docks["one"].height() == (808 if count == 5 else 400)


def test_a_seventh_pane_lies_behind_the_first(qapp, docks, area):
    area.show_arrangement(NAMES)
    qapp.processEvents()
    assert tabs(area) == [["One", "Seven"]]
    assert in_front(docks) == list(NAMES[:6])


def test_only_panes_that_were_open_have_a_dock(docks, four):
    four.show_arrangement(["two"])
    assert set(docks) == set(NAMES[:4])
    assert four.open == ("two",)
    assert in_front(docks) == ["two"]


def test_arranging_is_not_taken_for_the_users_doing(qtbot, docks, four):
    with qtbot.assertNotEmitted(four.changed):
        four.show_arrangement(["five", "one"])
        four.show_arrangement(["one", "two"], even(["one", "two"]), "two")
        four.show_arrangement([])
    assert four.open == ()


def test_what_the_user_arranges_is_told_as_a_step_in_words(qtbot, docks, four):
    told = []
    four.changed.connect(told.append)
    four.reveal("five")
    four.maximise("two")
    four.restore()
    four.restore()
    docks["two"].close()
    drag(docks["one"].header, QPoint(5, 5), QPoint(700, 300), QPoint(960, 600))
    assert told == ["open Five", "maximise Two", "show all panes", "close Two", "move One"]
    assert four.maximised == ""


def test_a_splitter_and_a_tab_are_told_without_a_step(docks, area):
    area.show_arrangement(NAMES)
    told = []
    area.changed.connect(told.append)
    widen(area, QPoint(20, 404), QPoint(0, 50))
    assert told == [""]  # when it is let go, not on its way
    area.findChild(QTabBar).setCurrentIndex(1)
    assert told == ["", ""]


def test_opening_a_pane_leaves_the_front_tabs_of_others_alone(docks, area):
    area.show_arrangement(NAMES)
    area.reveal("seven")
    area.reveal("eight")
    assert tabs(area) == [["One", "Seven"], ["Two", "Eight"]]
    assert {"seven", "eight"} <= set(in_front(docks))


def test_a_pane_closed_by_its_own_button_is_told(qtbot, docks, four):
    with qtbot.waitSignal(four.changed):
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
    with qtbot.waitSignal(four.changed):
        four.reveal("five")
    qapp.processEvents()
    assert sorted({place[0] for place in places(docks).values()})[1] == docks["two"].x()
    assert abs(docks["two"].width() - docks["five"].width()) <= 1
    assert in_front(docks) == list(NAMES[:5])


def test_where_the_user_moved_panes_one_more_takes_half_of_the_largest(qapp, docks, four):
    widen(four, QPoint(504, 600), QPoint(200, 0))
    widen(four, QPoint(20, 404), QPoint(0, 150))
    before = places(docks)
    four.reveal("five")
    qapp.processEvents()
    after = places(docks)
    assert {name: after[name] for name in ("two", "three", "four")} == {
        name: before[name] for name in ("two", "three", "four")
    }
    assert after["one"][2] + after["five"][2] + 8 == before["one"][2]


def test_where_no_pane_is_large_enough_to_share_one_more_is_a_tab(docks, four):
    widen(four, QPoint(504, 600), QPoint(30, 0))
    four.resize(500, 390)
    four.reveal("five")
    assert "five" in in_front(docks)
    assert any("Five" in titles for titles in tabs(four))


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
    with qtbot.waitSignal(four.changed):
        docks["two"].close()
    assert four.maximised == ""
    assert four.open == ("one", "three", "four")
    assert in_front(docks) == ["one", "three", "four"]


def test_a_pane_closed_while_another_is_maximised_stays_closed(qtbot, docks, four):
    four.maximise("two")
    with qtbot.waitSignal(four.changed):
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
    area.show_arrangement(NAMES)
    area.reveal("seven")
    qapp.processEvents()
    assert "seven" in in_front(docks)
    assert "one" not in in_front(docks)
    assert area.open == NAMES


def test_the_arrangement_comes_back_as_if_nothing_had_been_maximised(docks, four):
    widen(four, QPoint(504, 600), QPoint(200, 0))
    drag(docks["four"].header, QPoint(5, 5), QPoint(300, 300), QPoint(20, 200))
    before = places(docks)
    four.maximise("one")
    state = four.arrangement
    four.show_arrangement(NAMES[:4])
    assert places(docks) != before
    four.show_arrangement(NAMES[:4], state)
    assert places(docks) == before


def test_the_first_arrangement_can_be_had_back(docks, four):
    before = places(docks)
    drag(docks["two"].header, QPoint(5, 5), QPoint(300, 300), QPoint(20, 200))
    docks["three"].close()
    four.maximise("one")
    four.show_arrangement(NAMES[:4])
    assert places(docks) == before


@pytest.mark.parametrize(
    ("point", "lands"),
    [
        ((960, 600), {"three": (0, 0, 500, 808), "four": (508, 408, 246, 400), "one": (762, 408, 246, 400)}),
        ((750, 420), {"one": (508, 408, 500, 400), "four": (0, 0, 500, 400)}),
        ((750, 780), {"two": (508, 0, 500, 396), "four": (508, 404, 500, 198), "one": (508, 610, 500, 198)}),
    ],
)
def test_a_pane_lands_where_its_header_is_let_go(docks, four, point, lands):
    drag(docks["one"].header, QPoint(5, 5), QPoint(300, 300), QPoint(*point))
    after = places(docks)
    assert set(after) == set(NAMES[:4])
    assert {name: after[name] for name in lands} == lands


def test_a_pane_let_go_in_the_middle_of_another_is_a_tab_over_it_and_can_be_torn_off(docks, four):
    drag(docks["one"].header, QPoint(5, 5), QPoint(700, 300), QPoint(750, 620))
    assert tabs(four) == [["Four", "One"]]
    assert in_front(docks) == ["one", "two", "three"]
    (bar,) = (bar for bar in four.findChildren(QTabBar) if bar.isVisible())
    drag(bar, bar.tabRect(0).center(), QPoint(300, 500), QPoint(30, 400))
    assert tabs(four) == []
    assert docks["four"].x() == 0
    assert sorted(in_front(docks)) == sorted(NAMES[:4])


def test_a_tab_brings_its_pane_to_the_front(docks, area):
    area.show_arrangement(NAMES)
    (bar,) = (bar for bar in area.findChildren(QTabBar) if bar.isVisible())
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(1).center())
    assert "seven" in in_front(docks)
    assert "one" not in in_front(docks)


def test_a_pane_let_go_outside_or_on_itself_stays(docks, four):
    before = places(docks)
    for point in (QPoint(-80, 300), QPoint(500, 2000), QPoint(250, 300)):
        drag(docks["one"].header, QPoint(5, 5), QPoint(700, 300), point)
        assert places(docks) == before


def test_while_a_pane_is_dragged_only_the_mark_of_where_it_would_land_moves(docks, four):
    before, header, mark = places(docks), docks["one"].header, four._dragging.indicator
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.mouseMove(header, header.mapFrom(four, QPoint(750, 420)))
    assert (mark.isVisible(), mark.text) == (True, "Swap with four")
    assert mark.geometry() == docks["four"].geometry()
    assert not isinstance(four.childAt(750, 700), DropIndicator)
    assert places(docks) == before
    QTest.keyClick(four, Qt.Key.Key_Escape)
    assert not mark.isVisible()
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=header.mapFrom(four, QPoint(750, 420)))
    assert places(docks) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda area: area.maximise("two"),
        lambda area: area.close_pane("four"),
        lambda area: area.close_pane("one"),
        lambda area: area.show_arrangement(["five", "one"]),
    ],
    ids=["maximise", "close another", "close it", "arrange"],
)
def test_what_changes_the_arrangement_ends_a_drag(docks, four, change):
    header = docks["one"].header
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.mouseMove(header, header.mapFrom(four, QPoint(960, 600)))
    change(four)
    after = places(docks)
    QTest.mouseMove(header, header.mapFrom(four, QPoint(960, 300)))
    assert not four._dragging.indicator.isVisible()
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=header.mapFrom(four, QPoint(960, 300)))
    assert places(docks) == after


def test_a_window_that_is_left_in_mid_drag_ends_it(qapp, docks, four):
    before, header, mark = places(docks), docks["one"].header, four._dragging.indicator
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.mouseMove(header, header.mapFrom(four, QPoint(750, 420)))
    qapp.sendEvent(header, QEvent(QEvent.Type.WindowDeactivate))
    assert not mark.isVisible()
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=header.mapFrom(four, QPoint(750, 420)))
    assert places(docks) == before


def test_an_arrangement_that_is_restored_shows_all_panes(docks, four):
    four.maximise("one")
    four.show_arrangement(four.open, four.arrangement)
    assert four.maximised == ""
    assert in_front(docks) == list(NAMES[:4])


def test_panes_without_room_lie_as_tabs_until_there_is_room_again(docks, four):
    kept = four.arrangement
    four.resize(2 * 220 + 8, 2 * 178 + 8)
    assert tabs(four) == []
    four.resize(2 * 220 + 8, 2 * 178 + 7)
    assert tabs(four) == [["One", "Three"], ["Two", "Four"]]
    assert in_front(docks) == ["one", "two"]
    four.resize(four.minimumSizeHint())
    assert tabs(four) == [["One", "Two", "Three", "Four"]]
    assert four.arrangement == kept
    four.resize(1008, 808)
    assert tabs(four) == []
    assert in_front(docks) == list(NAMES[:4])


def test_a_pane_that_lies_behind_for_want_of_room_comes_to_the_front_when_asked_for(docks, four):
    four.resize(four.minimumSizeHint())
    four.findChild(QTabBar).setCurrentIndex(2)
    assert in_front(docks) == ["three"]
    four.reveal("two")
    assert in_front(docks) == ["two"]


def test_a_maximised_pane_cannot_be_dragged(docks, four):
    four.maximise("one")
    drag(docks["one"].header, QPoint(5, 5), QPoint(700, 300), QPoint(960, 600))
    assert places(docks) == {"one": (0, 0, 1008, 808)}
    four.restore()
    assert places(docks)["one"] == (0, 0, 500, 400)


def test_a_gap_moves_only_its_neighbours_and_stops_at_their_least(docks, four):
    before = places(docks)
    widen(four, QPoint(20, 404), QPoint(0, 100))
    after = places(docks)
    assert (after["one"], after["three"]) == ((0, 0, 500, 500), (0, 508, 500, 300))
    assert (after["two"], after["four"]) == (before["two"], before["four"])
    widen(four, QPoint(20, 504), QPoint(0, 1000))
    assert places(docks)["three"] == (0, 630, 500, 178)


def test_a_gap_that_is_held_is_let_go_when_the_arrangement_changes(docks, four):
    bar = four.childAt(QPoint(20, 404))
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, 4))
    four.show_arrangement(["one", "two", "three"])
    before = places(docks)
    QTest.mouseMove(bar, bar.mapFrom(four, QPoint(20, 700)))
    assert places(docks) == before


@pytest.mark.parametrize("size", [(300, 300), (600, 200), (300, 700)])
def test_a_gap_that_is_held_is_let_go_when_the_area_becomes_too_small_for_it(docks, four, size):
    before = four.arrangement
    bar = four.childAt(QPoint(20, 404))
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, 4))
    four.resize(*size)
    QTest.mouseMove(bar, bar.mapFrom(four, QPoint(20, 700)))
    assert four.arrangement == before


def test_panes_keep_one_parent_whatever_is_done(docks, four):
    drag(docks["one"].header, QPoint(5, 5), QPoint(700, 300), QPoint(750, 620))
    four.maximise("two")
    docks["three"].close()
    four.show_arrangement(["five"])
    assert {dock.parentWidget() for dock in docks.values()} == {four}
