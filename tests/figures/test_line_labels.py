"""Names of lines: marks' in the margins, the others beside their line, where no curve is, so that none meets another."""

import numpy as np
import pytest

from peviewer.figures.grammar import Axis, Diagonal, Heatmap, Panel, Rule
from peviewer.figures.line_labels import (
    ARROWS,
    Box,
    LabelRoom,
    LineName,
    diagonal_end,
    has_names_above,
    name_width_at_right,
    wordings,
)
from peviewer.figures.name_places import meets_curve, place_names
from peviewer.model.sampling.raster import ArrayRaster

WIDTH = 300.0
HEIGHT = 200.0
NAME = (60.0, 16.0)
WEDGE = 9.0
ROOM = LabelRoom(WIDTH, HEIGHT, name_width=NAME[0], wedge=WEDGE)
MARGINS = pytest.mark.parametrize(("direction", "edge"), [("x", "above"), ("y", "right")])


def _marks(direction, edge, *places, size=NAME):
    rules = [Rule(direction, place, "*t* = 5") for place in places]
    return [LineName(rule, (rule.at, rule.at), [size], edge) for rule in rules]


def _level(*sizes, at=100.0, **looks):
    rule = Rule("y", 0.0, "level", "muted", **looks)
    return LineName(rule, (0.0, at), sizes)


@MARGINS
@pytest.mark.parametrize("here", [0.0, 70.0, 200.0])
def test_names_in_a_margin_are_beside_their_lines_and_make_way_for_each_other(
    direction, edge, here
):
    size_along = NAME[0] if direction == "x" else NAME[1]
    length = WIDTH if direction == "x" else HEIGHT
    for there in range(0, int(length) + 1, 5):
        one, other = place_names(_marks(direction, edge, here, there), ROOM)
        along = [(name.left if direction == "x" else name.top) for name in (one, other)]
        assert abs(along[0] - along[1]) >= size_along
        assert all(0 <= start <= length - size_along for start in along)
        neighbour = min(max(here, size_along / 2), length - size_along / 2)
        is_far_away = abs(neighbour - there) > size_along + 6 and size_along < there < length - 70
        if is_far_away:
            assert along[1] + size_along / 2 == there


@MARGINS
def test_names_in_a_margin_cover_no_data_nor_their_wedges(direction, edge):
    (name,) = place_names(_marks(direction, edge, 70.0), ROOM)
    if edge == "above":
        assert name.top + NAME[1] == -WEDGE
    else:
        assert name.left == WIDTH + WEDGE


def test_where_names_above_the_data_have_no_room_all_are_symbols():
    sizes = [NAME, (20.0, 16.0)]
    names = [
        LineName(name.line, name.at, sizes, "above")
        for name in _marks("x", "above", 30.0, 60.0, 90.0)
    ]
    expected = [0, 0, 0]
    assert [name.wording for name in place_names(names, ROOM)] == expected
    narrow = LabelRoom(100.0, HEIGHT, 0.0, WEDGE)
    expected = [1, 1, 1]
    assert [name.wording for name in place_names(names, narrow)] == expected


def _marked_panel(*marks, **changes):
    array_raster = ArrayRaster(np.zeros((9, 9)))
    cells = Heatmap(array_raster, (0.0, 1.0), "viridis")
    axes = [Axis(name, name, (-0.5, 8.5), whole=True) for name in ("dimension", "position")]
    return Panel(*axes, (cells, *marks), **changes)


@pytest.mark.parametrize(
    ("width", "expected"), [(600.0, "*t* = 1 000"), (150.0, "*t*"), (20.0, "")]
)
def test_the_margin_has_room_for_the_longest_names_for_symbols_or_for_wedges(width, expected):
    panel = _marked_panel(Rule("y", 5, "*t* = 5", longest="*t* = 1 000"))
    room = name_width_at_right(panel, width, lambda text: 10.0 * len(text), WEDGE)
    assert room == 10.0 * len(expected)


def test_a_panel_without_a_level_mark_has_no_margin_at_the_right():
    panel = _marked_panel(Rule("y", 5, "half", "reference"), Rule("x", 5, "*t* = 5"))
    assert name_width_at_right(panel, 600.0, len, WEDGE) is None


@pytest.mark.parametrize(
    ("mark", "above"),
    [
        (Rule("x", 5, "*t* = 5"), True),
        (Diagonal(2, "lag"), True),
        (Rule("x", 5, "zero", "muted"), False),
        (Rule("x", 5), False),
        (Rule("y", 5, "*t* = 5"), False),
    ],
)
def test_named_marks_that_go_up_have_room_above(mark, above):
    assert has_names_above(_marked_panel(mark)) is above
    assert not has_names_above(_marked_panel(mark, names_above=False))


@pytest.mark.parametrize(
    ("ends", "edge"),
    [(((90, 0), (300, 210)), "above"), (((0, 40), (160, 200)), None), (((300, 0), (300, 0)), None)],
)
def test_a_diagonal_has_its_name_above_where_it_ends_there(ends, edge):
    end = diagonal_end(*ends, WIDTH, has_margin=True)
    assert end.edge == edge
    assert end.at == ends[0]
    assert diagonal_end(*ends, WIDTH, has_margin=False).edge is None


def test_a_name_without_room_is_written_shorter_or_not_at_all():
    sizes = (280.0, 16.0), (90.0, 16.0)
    assert place_names([_level(*sizes)], ROOM)[0].wording == 1
    assert place_names([_level(*sizes)], LabelRoom(100.0, HEIGHT)) == [None]
    low = LabelRoom(110.0, 24.0)
    first, second = place_names([_level((80.0, 16.0), at=20.0)] * 2, low)
    assert first is not None
    assert second is None, "one that would meet another is not shown"


def test_a_name_stands_above_its_line_at_the_right_unless_a_curve_is_there():
    (alone,) = place_names([_level(NAME)], ROOM)
    assert alone.top + NAME[1] <= 100
    assert alone.left + NAME[0] > WIDTH - 5

    taken = Box(alone.left, alone.top, alone.left + NAME[0], alone.top + NAME[1])
    (beside,) = place_names([_level(NAME)], ROOM._replace(is_free=lambda box: not box.meets(taken)))
    assert beside is not None
    box = Box(beside.left, beside.top, beside.left + NAME[0], beside.top + NAME[1])
    assert not box.meets(taken)


def test_a_name_is_shorter_rather_than_on_a_curve():
    free = LabelRoom(WIDTH, HEIGHT, is_free=lambda box: box.right - box.left < 50)
    (name,) = place_names([_level(NAME, (40.0, 16.0))], free)
    assert name.wording == 1
    nowhere = LabelRoom(WIDTH, HEIGHT, is_free=lambda _: False)
    assert place_names([_level(NAME)], nowhere)[0] is not None, "its number is never lost"


def test_at_the_left_a_long_name_is_shorter():
    (name,) = place_names([_level((0.5 * WIDTH, 16.0), (0.2 * WIDTH, 16.0), at_left=True)], ROOM)
    assert name.wording == 1
    assert name.left < 10


def test_an_upright_name_on_the_data_does_not_stand_on_its_line():
    for x in (0.0, 100.0, WIDTH - 20, WIDTH):
        rule = Rule("x", 0.0, "zero", "muted")
        name = LineName(rule, (x, 0.0), [NAME])
        (placed,) = place_names([name], ROOM)
        assert not placed.left < x < placed.left + NAME[0]


@pytest.mark.parametrize(
    ("left", "is_joined", "meets"), [(40, True, True), (40, False, False), (95, False, True)]
)
def test_a_box_meets_points_and_the_lines_between_them(left, is_joined, meets):
    x = np.array([0.0, 100.0, 200.0])
    y = np.array([0.0, 100.0, 0.0])
    box = Box(left, left, left + 10, left + 10)
    assert meets_curve(box, x, y, is_joined=is_joined) is meets
    assert not meets_curve(Box(0, 150, 200, 160), x, y, is_joined=True)


@pytest.mark.parametrize(("direction", "side"), ARROWS)
def test_an_arrow_points_to_a_line_out_of_view(direction, side):
    rule = Rule(direction, 90.0, "*t* = 90", short="*t*")
    arrow = ARROWS[direction, side]
    assert wordings(rule, 0) == ["*t* = 90", "*t*"]
    expected = (
        [f"{arrow} *t* = 90", f"{arrow} *t*"] if side < 0 else [f"*t* = 90 {arrow}", f"*t* {arrow}"]
    )
    assert wordings(rule, side) == (expected)
