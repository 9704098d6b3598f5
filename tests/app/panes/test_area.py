"""Panes in their area: arranged by their number, moved by hand, as tabs, and one of them maximised."""

from itertools import combinations
from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabBar

from peviewer.app.panes.area import Dock, OpenPanes, PaneArea
from peviewer.app.panes.dragging import DropIndicator
from peviewer.app.panes.splitters import Splitter
from peviewer.document.arrangement import even

NAMES = ("one", "two", "three", "four", "five", "six", "seven")
LEFT = Qt.MouseButton.LeftButton


def evenly(names):
    return OpenPanes(tuple(names), even(names))


class Pane(Dock):
    is_freed = False

    def clear(self):
        self.is_freed = True


@pytest.fixture
def docks():
    return {}


@pytest.fixture
def area(qtbot, themed, docks):
    def make(name):
        docks[name] = Pane(name.title(), QLabel(name))
        docks[name].header.setParent(docks[name])
        docks[name].header.setFixedSize(100, 28)
        return docks[name]

    made = PaneArea(make)
    made.asked.connect(lambda panes, _step: made.show_panes(panes))
    qtbot.addWidget(made)
    made.resize(1008, 808)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def four(area):
    area.show_panes(evenly(NAMES[:4]))
    return area


def places(docks):
    return {name: docks[name].geometry().getRect() for name in in_front(docks)}


def in_front(docks):
    return [name for name, dock in docks.items() if dock.isVisible()]


def bars(area):
    return [bar for bar in area.findChildren(QTabBar) if bar.isVisible()]


def tabs(area):
    return [[bar.tabText(index) for index in range(bar.count())] for bar in bars(area)]


def drag(area, source, start, *points, button=LEFT):
    """Drag a widget from one of its points through points of the area."""
    QTest.mousePress(source, button, pos=start)
    for point in points:
        QTest.mouseMove(source, source.mapFrom(area, point))
    QTest.mouseRelease(source, button, pos=source.mapFrom(area, points[-1]))


def move(area, dock, *point):
    """Drag a pane by its header, and let it go at a point of the area."""
    drag(area, dock.header, QPoint(5, 5), QPoint(300, 300), QPoint(*point))


def widen(area, bar_at, by):
    """Drag the gap at a point of the area."""
    bar = area.childAt(bar_at)
    assert isinstance(bar, Splitter)
    drag(area, bar, bar.mapFrom(area, bar_at), bar_at + by / 2, bar_at + by)


PANE_RECTS_BY_COUNT = (
    [(0, 0, 1008, 808)],
    [(0, 0, 500, 808), (508, 0, 500, 400), (508, 408, 500, 400)],
    [(0, 0, 500, 400), (508, 0, 500, 400), (0, 408, 500, 400), (508, 408, 500, 400)],
)


def test_few_panes_share_the_area_equally_eight_pixels_apart(docks, area):
    for rects in PANE_RECTS_BY_COUNT:
        area.show_panes(evenly(NAMES[: len(rects)]))
        assert list(places(docks).values()) == rects
        assert area.placed == NAMES[: len(rects)]


def test_a_pane_behind_a_tab_comes_to_the_front_and_stays_as_another_opens(docks, area):
    area.show_panes(evenly(NAMES))
    area.reveal("seven")
    assert in_front(docks) == [*NAMES[1:6], "seven"]
    assert area.open == NAMES
    assert bars(area)[0].currentIndex() == 1
    area.reveal("eight")
    assert {"seven", "eight"} <= set(in_front(docks))


def test_a_closed_pane_comes_back_where_it_was(docks, four):
    before = places(docks)
    four.close_pane("three")
    four.reveal("three")
    assert places(docks) == before


def test_where_the_user_moved_panes_one_more_takes_half_of_the_largest(docks, four):
    widen(four, QPoint(504, 600), QPoint(200, 0))
    widen(four, QPoint(20, 404), QPoint(0, 150))
    before = places(docks)
    four.reveal("five")
    after = places(docks)
    expected = [before[name] for name in NAMES[1:4]]
    assert [after[name] for name in NAMES[1:4]] == expected
    assert after["one"][2] + after["five"][2] + 8 == before["one"][2]


def test_a_maximised_pane_fills_the_area_cannot_be_dragged_and_all_come_back(qtbot, docks, four):
    before = places(docks)
    with qtbot.waitSignal(four.maximisedChanged) as caught:
        four.toggle("two")
    assert caught.args == ["two"]
    move(four, docks["two"], 960, 600)
    expected = {"two": (0, 0, 1008, 808)}
    assert places(docks) == expected
    assert four.open == NAMES[:4]
    four.toggle("two")
    assert four.maximised == ""
    assert places(docks) == before


@pytest.mark.parametrize(
    ("point", "lands"),
    [
        (
            (960, 600),
            {"three": (0, 0, 500, 808), "four": (508, 408, 246, 400), "one": (762, 408, 246, 400)},
        ),
        ((750, 420), {"one": (508, 408, 500, 400), "four": (0, 0, 500, 400)}),
        (
            (750, 780),
            {"two": (508, 0, 500, 396), "four": (508, 404, 500, 198), "one": (508, 610, 500, 198)},
        ),
    ],
)
def test_a_pane_lands_where_its_header_is_let_go(docks, four, point, lands):
    move(four, docks["one"], *point)
    after = places(docks)
    assert set(after) == set(NAMES[:4])
    assert {name: after[name] for name in lands} == lands


def test_a_pane_let_go_in_the_middle_of_another_is_a_tab_over_it_and_can_be_torn_off(docks, four):
    move(four, docks["one"], 750, 620)
    assert tabs(four) == [["Four", "One"]]
    assert in_front(docks) == ["one", "two", "three"]
    (bar,) = bars(four)
    drag(four, bar, bar.tabRect(0).center(), QPoint(300, 500), QPoint(30, 400))
    assert tabs(four) == []
    assert docks["four"].x() == 0
    assert sorted(in_front(docks)) == sorted(NAMES[:4])


def test_while_a_pane_is_dragged_only_the_drop_indicator_moves_until_escape(docks, four):
    before = places(docks)
    mark = four.findChild(DropIndicator)
    header = docks["one"].header
    target = header.mapFrom(four, QPoint(750, 420))
    QTest.mousePress(header, LEFT, pos=QPoint(5, 5))
    QTest.mouseMove(header, target)
    assert mark.isVisible() is True
    assert mark.text == "Swap with Four"
    assert mark.geometry() == docks["four"].geometry()
    assert places(docks) == before
    QTest.keyClick(four, Qt.Key.Key_Escape)
    QTest.mouseMove(header, target + QPoint(1, 1))
    assert not mark.isVisible()
    QTest.mouseRelease(header, LEFT, pos=target)
    assert places(docks) == before
    heard = []
    key_sequence = QKeySequence(Qt.Key.Key_Escape)
    QShortcut(key_sequence, four, lambda: heard.append(True))
    QTest.keyClick(four, Qt.Key.Key_Escape)
    assert heard == [True], "where nothing is dragged the key is for others"


def test_no_other_button_moves_a_pane_nor_a_hand_that_is_not_quite_still(docks, four):
    before = places(docks)
    header = docks["one"].header
    drag(
        four,
        header,
        QPoint(5, 5),
        QPoint(300, 300),
        QPoint(960, 600),
        button=Qt.MouseButton.RightButton,
    )
    drag(four, header, QPoint(50, 10), header.mapTo(four, QPoint(53, 11)))
    assert places(docks) == before


def test_panes_without_room_lie_as_tabs_until_there_is_room_again(docks, four):
    kept = four.arrangement
    four.resize(2 * 220 + 8, 2 * 178 + 8)
    assert tabs(four) == []
    four.resize(2 * 220 + 8, 2 * 178 + 7)
    expected = [["One", "Three"], ["Two", "Four"]]
    assert tabs(four) == expected
    assert in_front(docks) == ["one", "two"]
    four.resize(four.minimumSizeHint())
    assert tabs(four) == [["One", "Two", "Three", "Four"]]
    assert four.arrangement == kept
    four.findChild(QTabBar).setCurrentIndex(2)
    assert in_front(docks) == ["three"]
    four.reveal("two")
    assert in_front(docks) == ["two"]
    four.resize(1008, 808)
    assert tabs(four) == []
    assert in_front(docks) == list(NAMES[:4])


def act(area, docks, chance):
    """Drag a header, a tab or a gap to anywhere, or open, close, maximise or resize something."""
    headers = [docks[name].header for name in in_front(docks)]
    grips = [
        *headers,
        *bars(area),
        *(gap for gap in area.findChildren(Splitter) if gap.isVisible()),
    ]
    deed = chance.choice(["drag"] * 6 + ["toggle", "close", "open", "resize"])
    if deed == "drag" and grips:
        points = [QPoint(chance.randint(-90, 1100), chance.randint(-90, 900)) for _ in range(3)]
        grip = chance.choice(grips)
        drag(area, grip, grip.rect().center(), *points)
    elif deed == "toggle" and area.open:
        area.toggle(chance.choice(area.open))
    elif deed == "close" and area.open:
        area.close_pane(chance.choice(area.open))
    elif deed == "resize":
        area.resize(chance.randint(230, 1500), chance.randint(150, 950))
    else:
        area.reveal(chance.choice(NAMES))


@pytest.mark.parametrize(
    "seeds", [range(1), pytest.param(range(1, 40), marks=pytest.mark.nightly)], ids=str
)
def test_every_open_pane_is_in_one_place_and_an_arrangement_comes_back(docks, four, seeds):
    for seed in seeds:
        chance = Random(seed)
        for _ in range(150):
            act(four, docks, chance)
            seen = places(docks)
            assert set(seen) <= set(four.open)
            for first, second in combinations(seen, 2):
                assert not docks[first].geometry().intersects(docks[second].geometry())
            tabbed = [title.lower() for titles in tabs(four) for title in titles]
            assert len(tabbed) == len(set(tabbed))
            assert four.maximised or set(seen) | set(tabbed) == set(four.open)
            assert {dock.parentWidget() for dock in docks.values()} == {four}
        four.restore()
        before = places(docks)
        arrangement = four.arrangement
        four.show_panes(evenly(four.open))
        four.show_panes(OpenPanes(four.open, arrangement))
        assert places(docks) == before
