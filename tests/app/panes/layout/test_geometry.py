"""Whatever is done to an arrangement, every pane keeps one place."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect

from peviewer.app.panes.layout.dragging import drop
from peviewer.app.panes.layout.geometry import GAP, LEAST, TABS, least, lengths, moved, rooms
from peviewer.document.arrangement import (
    Place,
    Split,
    behind,
    beside,
    even,
    from_plain,
    in_front,
    names,
    only,
    places,
    swapped,
    tidy,
    to_plain,
    without,
)

NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight")
AREA = QRect(0, 0, 1400, 900)


@st.composite
def arrangements(draw):
    """Return an arrangement that a user could have made."""
    count = draw(st.integers(2, len(NAMES)))
    arrangement = even(NAMES[:count])
    for _ in range(draw(st.integers(0, 6))):
        one, other = draw(st.permutations(NAMES[:count]))[:2]
        arrangement = draw(
            st.sampled_from(
                [
                    lambda s, a, b: behind(s, a, b),
                    lambda s, a, b: swapped(s, a, b),
                    lambda s, a, b: in_front(s, a),
                    *(lambda s, a, b, side=side: beside(s, a, b, side) for side in ("left", "right", "above", "below")),
                ]
            )
        )(arrangement, one, other)
    return arrangement


@given(arrangements())
def test_every_pane_has_one_place_and_no_split_is_idle(arrangement):
    found = names(arrangement)
    assert sorted(found) == sorted(set(found))
    assert set(found) == set(NAMES[: len(found)])
    assert tidy(arrangement) == arrangement
    assert all(place.front in place.names for place in places(arrangement))


@given(arrangements())
def test_an_arrangement_that_is_written_is_read_back_the_same(arrangement):
    assert from_plain(json.loads(json.dumps(to_plain(arrangement)))) == arrangement


@pytest.mark.parametrize(
    "text",
    [
        '""',
        "[]",
        "7",
        '{"panes": ["a"], "front": "a"}',
        '{"across": [{"panes": ["a"], "front": "b"}], "shares": [1]}',
        '{"across": [{"panes": ["a"], "front": "a"}], "shares": []}',
        '{"across": [{"panes": ["a"], "front": "a"}], "shares": [0]}',
        '{"across": [{"panes": ["a"], "front": "a"}], "shares": [NaN]}',
        '{"across": [{"panes": ["a", "a"], "front": "a"}], "shares": [1]}',
        '{"down": 3, "shares": [1]}',
    ],
)
def test_what_is_no_arrangement_is_not_read(text):
    with pytest.raises(ValueError, match="rows and columns of panes"):
        from_plain(json.loads(text))


@given(arrangements(), st.sets(st.sampled_from(NAMES)), st.integers(300, 2000), st.integers(300, 2000))
def test_rooms_fill_the_area_and_lie_apart(arrangement, closed, width, height):
    seen = [name for name in names(arrangement) if name not in closed]
    area = QRect(0, 0, width, height)
    found, gaps = rooms(arrangement, area, seen)
    assert [name for room in found for name in room.place.names] == names(only(arrangement, seen))
    filled = sum(room.rect.width() * room.rect.height() for room in found)
    filled += sum(gap.rect.width() * gap.rect.height() for gap in gaps)
    assert filled == (width * height if seen else 0)
    rects = [room.rect for room in found] + [gap.rect for gap in gaps]
    assert all(area.contains(rect) for rect in rects)
    assert not any(one.intersects(other) for index, one in enumerate(rects) for other in rects[:index])


@given(arrangements())
def test_in_an_area_of_the_least_size_every_pane_has_its_least(arrangement):
    found, _ = rooms(arrangement, QRect(QPoint(0, 0), least(arrangement)), names(arrangement))
    for room in found:
        assert room.inside.width() >= LEAST.width()
        assert room.inside.height() >= LEAST.height()
        assert room.inside.top() - room.rect.top() == (TABS if len(room.place.names) > 1 else 0)


@given(st.lists(st.tuples(st.floats(0.01, 100), st.integers(1, 50)), min_size=1, max_size=8), st.integers(0, 2000))
def test_lengths_add_up_and_keep_their_least(parts, total):
    shares, leasts = zip(*parts, strict=True)
    found = lengths(total, shares, leasts)
    assert sum(found) == total
    if sum(leasts) <= total:
        assert all(length >= least - 1 for length, least in zip(found, leasts, strict=True))


def test_the_neighbours_of_a_pane_that_goes_take_its_room_by_their_shares():
    arrangement = Split(True, (Place(("a",), "a"), Place(("b",), "b"), Place(("c",), "c")), (1.0, 2.0, 3.0))
    after = without(arrangement, "c")
    assert after.parts == arrangement.parts[:2]
    assert after.shares[1] == 2 * after.shares[0]


def test_a_pane_beside_another_takes_half_of_its_share():
    arrangement = Split(True, (Place(("a",), "a"), Place(("b",), "b")), (1.0, 3.0))
    assert beside(arrangement, "c", "b", "left").shares == pytest.approx((1.0, 1.5, 1.5))
    assert names(beside(arrangement, "c", "b", "left")) == ["a", "c", "b"]
    assert beside(arrangement, "c", "a", "below").parts[0] == Split(
        False, (Place(("a",), "a"), Place(("c",), "c")), (1.0, 1.0)
    )


@pytest.mark.slow
def test_a_pane_moved_in_and_out_for_ever_leaves_all_a_share():
    arrangement = even(["a", "b", "c"])
    for _ in range(3000):
        arrangement = beside(arrangement, "c", "b", "right")
        arrangement = beside(arrangement, "c", "a", "above")
    assert from_plain(json.loads(json.dumps(to_plain(arrangement)))) == arrangement
    assert all(room.rect.width() >= LEAST.width() for room in rooms(arrangement, AREA, ["a", "b", "c"])[0])


@pytest.mark.parametrize(
    ("side", "rect"),
    [("left", (0, 0, 462, 900)), ("right", (938, 0, 462, 900)), ("above", (0, 0, 1400, 446)),
     ("below", (0, 454, 1400, 446))],
)  # fmt: skip
def test_a_pane_along_a_whole_side_is_as_large_as_the_others(side, rect):
    panes = ["a", "b", "c", "d"]
    edge = {"left": (3, 440), "right": (1396, 440), "above": (690, 3), "below": (690, 896)}[side]
    found = drop(even(panes), AREA, panes, "d", QPoint(*edge))
    assert abs(found.rect.width() - rect[2]) <= 2
    assert abs(found.rect.x() - rect[0]) <= 2
    assert (found.rect.y(), found.rect.height()) == (rect[1], rect[3])
    assert found.target == ""


def test_a_closed_pane_keeps_its_place_and_its_share_while_others_are_resized():
    arrangement = even(["a", "b"])
    arrangement = beside(arrangement, "c", "b", "right")  # shares 1, ½, ½
    _, (gap,) = rooms(arrangement, AREA, ["a", "c"])
    wider = moved(arrangement, gap, 100)
    assert names(wider) == ["a", "b", "c"]
    (a, c), _ = rooms(wider, AREA, ["a", "c"])
    (before, _), _ = rooms(arrangement, AREA, ["a", "c"])
    assert a.rect.width() == before.rect.width() + 100
    assert a.rect.width() + c.rect.width() + GAP == AREA.width()


@pytest.mark.slow
@given(arrangements(), st.data())
def test_a_gap_that_is_moved_leaves_all_that_is_off_its_strip(arrangement, data):
    before, gaps = rooms(arrangement, AREA, names(arrangement))
    assume(gaps)
    gap, by = data.draw(st.sampled_from(gaps)), data.draw(st.integers(-900, 900))
    after, _ = rooms(moved(arrangement, gap, by), AREA, names(arrangement))
    assert [room for room in before if _off(room.rect, gap)] == [room for room in after if _off(room.rect, gap)]


def _off(rect, gap):
    if gap.across:
        return rect.bottom() < gap.rect.top() or rect.top() > gap.rect.bottom()
    return rect.right() < gap.rect.left() or rect.left() > gap.rect.right()


@pytest.mark.slow
@given(arrangements(), st.sampled_from(NAMES), st.integers(-50, 1450), st.integers(-50, 950))
def test_wherever_a_pane_is_let_go_all_keep_one_place_and_their_least(arrangement, name, x, y):
    assume(name in names(arrangement))
    found = drop(arrangement, AREA, names(arrangement), name, QPoint(x, y))
    if found:
        assert sorted(names(found.arrangement)) == sorted(names(arrangement))
        assert found.arrangement != arrangement
        assert AREA.contains(found.rect)
        assert any(name in room.place.names and room.rect == found.rect
                   for room in rooms(found.arrangement, AREA, names(arrangement))[0])  # fmt: skip


def test_a_side_without_room_for_both_is_not_offered():
    panes = ["a", "b", "c"]
    wide, narrow = QRect(0, 0, 1000, 600), QRect(0, 0, 2 * LEAST.width() + GAP, 600)
    assert drop(even(panes), wide, panes, "c", QPoint(150, 300)).phrase == "As a tab over {}"
    assert drop(even(panes), wide, panes, "c", QPoint(480, 300)).phrase == "Right of {}"
    tabbed = behind(even(["a", "b"]), "c", "b")
    assert drop(tabbed, narrow, panes, "c", QPoint(210, 300)).phrase == "As a tab over {}"


def test_a_side_on_which_a_pane_stands_already_is_not_offered():
    assert drop(even(["a", "b"]), AREA, ["a", "b"], "b", QPoint(600, 450)) is None


def test_a_header_at_the_edge_of_the_area_can_slip_a_little():
    assert drop(even(["a", "b"]), AREA, ["a", "b"], "a", QPoint(60, 3)) is None


def test_it_is_written_so_that_a_person_can_read_it():
    assert to_plain(even(["a", "b", "c"])) == {
        "across": [
            {"panes": ["a"], "front": "a"},
            {
                "down": [{"panes": ["b"], "front": "b"}, {"panes": ["c"], "front": "c"}],
                "shares": [1.0, 1.0],
            },
        ],
        "shares": [1.0, 1.0],
    }
