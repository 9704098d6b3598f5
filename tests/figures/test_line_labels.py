"""Names of lines: each at one fixed place of its line, so that none meets another or jumps while its line moves."""

import numpy as np
import pytest

from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.line_labels import ARROWS, LineName, place_names, wordings

WIDTH, HEIGHT, NAME = 300.0, 200.0, (60.0, 16.0)


def _placed(direction, here, there, size=NAME, room=(WIDTH, HEIGHT), **looks):
    rules = [Rule(direction, at, "name", **looks) for at in (here, there)]
    return place_names([LineName(rule, (rule.at, rule.at), [size]) for rule in rules], *room)


def _side(direction, name):
    """Return where a name is across its line."""
    return name.left if direction == "y" else name.top


@pytest.mark.parametrize("direction", ["x", "y"])
def test_the_names_of_t_and_of_t_phi_never_meet_and_keep_their_places(direction):
    length = WIDTH if direction == "x" else HEIGHT
    sides = set()
    for here in (0.0, 70.0, length):
        for there in range(0, int(length) + 1, 5):
            one, other = _placed(direction, here, float(there))
            (wide, high), left, top = (
                NAME,
                *sorted([one.left, other.left])[:1],
                min(one.top, other.top),
            )
            assert abs(one.left - other.left) >= wide or abs(one.top - other.top) >= high
            assert left >= 0
            assert top >= 0
            assert max(one.left, other.left) + wide <= WIDTH
            assert max(one.top, other.top) + high <= HEIGHT
            sides.add((_side(direction, one), _side(direction, other)))
            along = other.top + high / 2 if direction == "y" else other.left + wide / 2
            edge = (high if direction == "y" else wide) / 2
            assert along == min(max(there, edge), length - edge), (
                "beside its line, or as near as the edge allows"
            )
    assert len(sides) == 1


@pytest.mark.parametrize("here", [0.0, 70.0, WIDTH])
def test_names_above_the_data_are_over_their_lines_and_make_way_for_each_other(here):
    rules, ends = [Rule("x", 0, "*t* = 5"), Rule("x", 0, "*t* + *φ* = 9")], []
    for there in range(0, 301, 5):
        names = [
            LineName(rule, (at, 0.0), [NAME, (20.0, 16.0)])
            for rule, at in zip(rules, (here, there), strict=True)
        ]
        one, other = place_names(names, WIDTH, HEIGHT, above=True)
        assert one.top == other.top == -NAME[1]
        assert one.wording == other.wording == 0
        assert abs(one.left - other.left) >= NAME[0]
        assert all(0 <= name.left <= WIDTH - NAME[0] for name in (one, other))
        ends.append(other.left)
    jumps = np.abs(np.diff(ends))
    assert (jumps > 5).sum() <= 1, "where one line passes the other"
    assert [name.wording for name in place_names(names, 100.0, HEIGHT, above=True)] == [1, 1]


def test_on_cells_a_name_that_would_hide_much_has_its_symbol_alone():
    name = LineName(Rule("y", 0, "*t* = 5"), (0.0, 50.0), [NAME, (10.0, 16.0)])
    for width, cells, wording in ((90.0, True, 1), (110.0, True, 0), (90.0, False, 0)):
        assert place_names([name], width, HEIGHT, cells=cells)[0].wording == wording


def test_a_name_without_room_is_written_shorter_or_not_at_all():
    rule = Rule("y", 50.0, "neighbours: 2.5", short="neighbours", color="muted")
    sizes = [(280.0, 16.0), (90.0, 16.0)]
    assert place_names([LineName(rule, (0, 50), sizes)], WIDTH, HEIGHT)[0].wording == 1
    assert place_names([LineName(rule, (0, 50), sizes)], 100.0, HEIGHT) == [None]
    first, second = _placed("y", 50.0, 52.0, room=(110.0, HEIGHT))
    assert first is not None
    assert second is None, "one that would meet another is not shown"


def test_other_lines_have_their_name_above_them_below_it_where_a_mark_is_in_the_way():
    level = Rule("y", 0.0, "level", color="muted")
    (alone,) = place_names([LineName(level, (0, 100), [NAME])], WIDTH, HEIGHT)
    assert alone.top + NAME[1] <= 100
    mark = LineName(Rule("y", 0.0, "t"), (0, 92), [(290.0 * 0.7, 16.0)])
    _, beside = place_names([mark, LineName(level, (0, 100), [NAME])], WIDTH, HEIGHT)
    assert beside is not None
    diagonal = Diagonal(5.0, "lag *φ* = 5")
    (named,) = place_names([LineName(diagonal, (WIDTH, 0), [NAME])], WIDTH, HEIGHT)
    assert 0 <= named.left <= WIDTH - NAME[0]
    assert named.top == 0


def test_at_the_left_a_tag_is_above_its_line_and_covers_no_curve_that_rises_to_it():
    (tag,) = place_names(
        [LineName(Rule("y", 0.0, "*L* − 1", at_left=True), (0, 100), [NAME])], WIDTH, HEIGHT
    )
    assert tag.left < 10
    assert tag.top + NAME[1] <= 100
    sizes = [(0.5 * WIDTH, 16.0), (0.2 * WIDTH, 16.0)]
    (tag,) = place_names(
        [LineName(Rule("y", 0.0, "*L* − 1 = 9", at_left=True), (0, 100), sizes)], WIDTH, HEIGHT
    )
    assert tag.wording == 1


@pytest.mark.parametrize(("direction", "side"), ARROWS)
def test_an_arrow_points_to_a_line_out_of_view(direction, side):
    rule, arrow = Rule(direction, 90.0, "*t* = 90", short="*t*"), ARROWS[direction, side]
    assert wordings(rule, 0) == ["*t* = 90", "*t*"]
    assert wordings(rule, side) == (
        [f"{arrow} *t* = 90", f"{arrow} *t*"] if side < 0 else [f"*t* = 90 {arrow}", f"*t* {arrow}"]
    )
