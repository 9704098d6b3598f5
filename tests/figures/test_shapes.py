"""How drawings are spread over the room of a picture."""

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Arrows, Rings, Words
from peviewer.figures.panes.catalog import pane
from peviewer.figures.shapes import shaped

CLOCKS = pane("clocks").figure(Document())


def _lines(panel):
    return len(set(panel.marks[0].y))


@pytest.mark.parametrize(("size", "lines"), [((1900, 900), 1), ((1060, 900), 2), ((800, 800), 2), ((1900, 500), 1)])
def test_small_clocks_stand_in_as_many_lines_as_fill_the_room(size, lines):
    assert _lines(shaped(CLOCKS, *size, 24, 45).panels[2]) == lines


def test_clocks_of_a_and_b_are_spread_alike():
    both = shaped(pane("clocks").figure(compare_with(Document(), "base=500")), 1060, 900, 24, 45)
    assert [_lines(panel) for panel in both.rows[-1]] == [2, 2]


def test_an_equation_stands_below_its_clock_where_it_has_no_room_beside_it():
    narrow = shaped(CLOCKS, 600, 850, 20, 45)
    assert [len(row) for row in narrow.rows] == [1, 1, 1]
    assert [len(row) for row in shaped(CLOCKS, 1200, 850, 20, 45).rows] == [2, 1]
    assert len(narrow.heights) == len(narrow.rows)


def test_other_shapes_show_the_same_hands_beside_their_names():
    panel = CLOCKS.panels[2]
    for shown in map(panel.shaped, range(len(panel.shapes))):
        assert shown.title == panel.title
        (one,), (other,) = ([mark for mark in some.marks if isinstance(mark, Arrows)] for some in (panel, shown))
        assert (other.dx, other.dy, other.turns) == (one.dx, one.dy, one.turns)
        rings = next(mark for mark in shown.marks if isinstance(mark, Rings))
        names = [mark for mark in shown.marks if isinstance(mark, Words)]
        assert all(mark.x == rings.x == other.x for mark in names)
        assert all(low <= x - 1 and x + 1 <= high for x in rings.x for low, high in [shown.x.limits])
        assert all(low <= y - 1 and y + 1 <= high for y in rings.y for low, high in [shown.y.limits])


def test_what_has_one_shape_stays():
    figure = pane("distance").figure(Document())
    assert shaped(figure, 300, 900, 24, 45) is figure
