"""Figures in their space: square cells on request, on screen and on paper, and variants of drawings that fill it."""

from itertools import pairwise

import pytest

from peviewer.document.document import Document
from peviewer.figures.fitting import EVEN, fit_drawings, spread_texts
from peviewer.figures.panes.catalog import PANES, pane

MATRICES = {"distance": 1, "operator": 2, "bias": 1}


def _document(name, square, changes=()):
    scheme = {"encoding.scheme": "alibi"} if name == "bias" else {}
    return Document().edited({**scheme, **dict(changes), "view.square": square})


def _even(figure):
    return [place for place, panel in enumerate(figure.panels) if panel.square_cells]


@pytest.mark.parametrize("name", MATRICES)
def test_square_cells_are_asked_for(name):
    assert len(_even(PANES[name].figure(_document(name, True)))) == MATRICES[name]
    always = name == "operator"  # it has as many rows as columns, whatever they are
    assert len(_even(PANES[name].figure(_document(name, False)))) == (MATRICES[name] if always else 0)


@pytest.mark.parametrize("length", [0, 30, 100, 333, 1000])
def test_texts_along_an_axis_are_as_many_as_have_room_evenly_spread_from_end_to_end(length):
    places = [length * (k + 0.5) / 20 for k in range(20)]
    shown = spread_texts(places, [18.0 + k % 3 for k in range(20)], length, 4)
    assert len(shown) == {0: 0, 30: 0, 100: 4, 333: 5, 1000: 20}[length]
    if shown:
        assert (shown[0][0], shown[-1][0]) == (0, 19)
        assert shown[0][1] >= 0
        assert shown[-1][1] + 18 + 19 % 3 <= length
        for (one, start), (other, after) in pairwise(shown):
            assert start + 18 + one % 3 + 4 <= after
            assert other - one <= EVEN * min(b - a for (a, _), (b, _) in pairwise(shown))


@pytest.fixture
def clocks():
    return pane("clocks").figure(Document())


def _lines(panel):
    return len(set(panel.marks[0].y))


@pytest.mark.parametrize(("size", "lines"), [((1900, 900), 1), ((1060, 900), 2), ((1900, 500), 1), ((300, 450), 2)])
def test_small_clocks_take_as_many_lines_as_fill_the_space(clocks, size, lines):
    assert _lines(fit_drawings(clocks, *size, 24, 45).panels[2]) == lines


def test_an_equation_is_below_its_clock_where_it_does_not_fit_beside_it(clocks):
    narrow = fit_drawings(clocks, 600, 850, 20, 45)
    assert [len(row) for row in narrow.rows] == [1, 1, 1]
    assert [len(row) for row in fit_drawings(clocks, 1200, 850, 20, 45).rows] == [2, 1]
    assert len(narrow.heights) == len(narrow.rows)
