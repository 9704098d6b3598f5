"""Rows of square panels on several lines, where these make them larger."""

from dataclasses import replace

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.fitting import break_square_rows
from peviewer.figures.panes.catalog import pane

GRID = Document().edited({"encoding.scheme": "sincos"})
BOTH = compare_with(GRID, "rows=10,columns=10")


def lines(figure, size):
    return [len(row) for row in break_square_rows(figure, *size, 40).rows]


@pytest.mark.parametrize(
    ("document", "wide", "square", "tall"), [(GRID, [2], [2], [1, 1]), (BOTH, [4], [2, 2], [2, 2])]
)
def test_a_row_has_as_many_lines_as_make_its_panels_largest(document, wide, square, tall):
    figure = pane("tiles").figure(document)
    assert [lines(figure, size) for size in ((1900, 900), (1000, 900), (1000, 1800))] == [wide, square, tall]


def test_panels_keep_their_order_and_each_line_a_colour_bar():
    figure = pane("tiles").figure(GRID)
    assert [panel.heatmap.bar is None for panel in figure.panels] == [True, False]
    broken = break_square_rows(figure, 1000, 1800, 40)
    bare = [[replace(panel, marks=()) for panel in one.panels] for one in (figure, broken)]
    assert bare[0] == bare[1]
    assert all(row[-1].heatmap.bar is not None for row in broken.rows)


def test_rows_of_curves_stay_and_those_that_can_be_spared_are_the_same():
    swin = compare_with(Document().edited({"encoding.scheme": "swin"}), "rows=4")
    figure = pane("offsets").figure(swin)
    broken = break_square_rows(figure, 1000, 900, 40)
    assert [len(row) for row in broken.rows] == [4, 2, 2]
    assert [figure.rows[k] for k in figure.spare] == [broken.rows[k] for k in broken.spare]


def test_a_lone_matrix_stands_above_its_curve_or_beside_it_whichever_is_larger():
    figure = pane("distance").figure(Document())
    assert [lines(figure, size) for size in ((1200, 700), (500, 900))] == [[2], [1, 1]]
