"""Whatever is done to an arrangement, every pane keeps one place and its room.

Where a drag ends.
"""

from math import nan

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect

from peviewer.app.panes.dragging import drop
from peviewer.app.panes.geometry import GAP, moved, rooms
from peviewer.document.arrangement import (
    behind,
    beside,
    even,
    in_front,
    names,
    only,
    renamed,
    tab_groups,
    tidy,
)
from peviewer.document.document import Document, DocumentError
from peviewer.document.view import View

NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight")
AREA = QRect(0, 0, 1400, 900)
few = settings(max_examples=30)


@st.composite
def arrangements(draw):
    """Return an arrangement that a user could have made."""
    count = draw(st.integers(2, len(NAMES)))
    arrangement = even(NAMES[:count])
    for _ in range(draw(st.integers(0, 6))):
        one, other = draw(st.permutations(NAMES[:count]))[:2]
        deed = draw(
            st.sampled_from(["left", "right", "above", "below", "behind", "swapped", "in front"])
        )
        if deed == "behind":
            arrangement = behind(arrangement, one, other)
        elif deed == "swapped":
            arrangement = renamed(arrangement, {one: other, other: one})
        elif deed == "in front":
            arrangement = in_front(arrangement, one)
        else:
            arrangement = beside(arrangement, one, other, deed)
    return arrangement


@few
@given(arrangements())
def test_every_pane_has_one_place_and_what_is_written_is_read_back_the_same(arrangement):
    found = names(arrangement)
    assert sorted(found) == sorted(NAMES[: len(found)])
    assert tidy(arrangement) == arrangement
    assert all(place.front in place.names for place in tab_groups(arrangement))
    actual = View.model_validate_json(View(arrangement=arrangement).model_dump_json()).arrangement
    assert actual == arrangement


def across(panes, front, shares):
    return {"across": True, "parts": [{"names": [*panes], "front": front}], "shares": shares}


@pytest.mark.parametrize("written", [
    across("a", "b", [1]), across("a", "a", []), across("a", "a", [0]), across("a", "a", [nan]), across("aa", "a", [1]),
    {"across": False, "parts": 3, "shares": [1]}, {"names": ["a"], "front": "a"}, [],
])  # fmt: skip
def test_what_is_no_arrangement_is_not_read(written):
    with pytest.raises(
        DocumentError, match=r"^view.arrangement = .* it must be rows and columns, as in"
    ):
        Document(view={"arrangement": written})


@few
@given(
    arrangements(), st.sets(st.sampled_from(NAMES)), st.integers(300, 2000), st.integers(300, 2000)
)
def test_rooms_fill_the_area_and_lie_apart(arrangement, closed, width, height):
    seen = [name for name in names(arrangement) if name not in closed]
    area = QRect(0, 0, width, height)
    found, gaps = rooms(arrangement, area, seen)
    assert [name for room in found for name in room.group.names] == names(only(arrangement, seen))
    rects = [room.rect for room in found] + [gap.rect for gap in gaps]
    assert sum(rect.width() * rect.height() for rect in rects) == (width * height if seen else 0)
    assert all(area.contains(rect) for rect in rects)
    assert not any(
        one.intersects(other) for index, one in enumerate(rects) for other in rects[:index]
    )


@pytest.mark.parametrize(
    ("edge", "rect"), [((3, 440), (0, 0, 462, 900)), ((690, 896), (0, 454, 1400, 446))]
)
def test_a_pane_along_a_whole_side_is_as_large_as_the_others(edge, rect):
    panes = ["a", "b", "c", "d"]
    found = drop(even(panes), AREA, panes, "d", QPoint(*edge))
    expected = pytest.approx(rect, abs=2)
    assert found.rect.getRect() == expected
    assert found.target == ""


def test_a_closed_pane_keeps_its_place_and_its_share_while_others_are_resized():
    arrangement = beside(even(["a", "b"]), "c", "b", "right")  # shares 1, ½, ½
    (before, _), (gap,) = rooms(arrangement, AREA, ["a", "c"])
    wider = moved(arrangement, gap, 100)
    assert names(wider) == ["a", "b", "c"]
    (a, c), _ = rooms(wider, AREA, ["a", "c"])
    assert a.rect.width() == before.rect.width() + 100
    assert a.rect.width() + c.rect.width() + GAP == AREA.width()


@few
@given(arrangements(), st.data())
def test_a_gap_that_is_moved_leaves_all_that_is_off_its_strip(arrangement, data):
    before, gaps = rooms(arrangement, AREA, names(arrangement))
    assume(gaps)
    gap = data.draw(st.sampled_from(gaps))
    by = data.draw(st.integers(-900, 900))
    after, _ = rooms(moved(arrangement, gap, by), AREA, names(arrangement))
    strip = QRect(0, gap.rect.y(), AREA.width(), gap.rect.height())
    if not gap.across:
        strip = QRect(gap.rect.x(), 0, gap.rect.width(), AREA.height())

    def off(found):
        return [room for room in found if not room.rect.intersects(strip)]

    assert off(before) == off(after)


@few
@given(arrangements(), st.sampled_from(NAMES), st.integers(-50, 1450), st.integers(-50, 950))
def test_wherever_a_pane_is_let_go_all_keep_one_place_and_their_least(arrangement, name, x, y):
    assume(name in names(arrangement))
    found = drop(arrangement, AREA, names(arrangement), name, QPoint(x, y))
    if found:
        assert sorted(names(found.arrangement)) == sorted(names(arrangement))
        assert found.arrangement != arrangement
        assert AREA.contains(found.rect)
        after, _ = rooms(found.arrangement, AREA, names(arrangement))
        assert any(name in room.group.names and room.rect == found.rect for room in after)


def test_what_would_change_nothing_or_be_a_slip_of_a_header_is_not_offered():
    panes = ["a", "b"]
    assert drop(even(panes), AREA, panes, "b", QPoint(600, 450)) is None  # right of a it is already
    assert drop(even(panes), AREA, panes, "a", QPoint(60, 3)) is None
