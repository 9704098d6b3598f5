"""Figures in their space: texts along axes, variants of drawings that fill it, rows of squares on several lines."""

from dataclasses import replace
from itertools import pairwise

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.fitting.drawings import fit_drawings
from peviewer.figures.fitting.spreading import MAX_GAP_RATIO, spread_texts
from peviewer.figures.fitting.squares import break_square_rows, square_cell_sizes
from peviewer.figures.fitting.worst_cases import worst_cases
from peviewer.figures.grammar import Axis, Figure, Panel
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import preset

PANEL = Panel(Axis("position", "", (0.0, 1.0)), Axis("value", "", (0.0, 1.0)), ())


@pytest.mark.parametrize("length", [0, 30, 100, 333, 1000])
def test_texts_along_an_axis_are_as_many_as_have_room_evenly_spread_from_end_to_end(length):
    gap = 4
    places = [length * (number + 0.5) / 20 for number in range(20)]
    widths = [18.0 + number % 3 for number in range(20)]
    shown = spread_texts(places, widths, length, gap)
    expected = {0: 0, 30: 0, 100: 4, 333: 5, 1000: 20}[length]
    assert len(shown) == expected
    if not shown:
        return
    first, first_start = shown[0]
    last, last_start = shown[-1]
    assert first == 0
    assert last == 19
    assert first_start >= 0
    assert last_start + widths[last] <= length

    distances = [after - before for (before, _), (after, _) in pairwise(shown)]
    assert max(distances) <= MAX_GAP_RATIO * min(distances)
    for (before, start), (_, next_start) in pairwise(shown):
        assert start + widths[before] + gap <= next_start


@pytest.fixture
def clocks():
    return pane("clocks").figure(Document())


def _lines(panel):
    return len(set(panel.marks[0].y))


@pytest.mark.parametrize(
    ("size", "lines"), [((1900, 900), 1), ((1060, 900), 2), ((1900, 500), 1), ((300, 450), 2)]
)
def test_small_clocks_take_as_many_lines_as_fill_the_space(clocks, size, lines):
    assert _lines(fit_drawings(clocks, *size, 24, 45).panels[2]) == lines


def test_an_equation_is_below_its_clock_where_it_does_not_fit_beside_it(clocks):
    narrow = fit_drawings(clocks, 600, 850, 20, 45)
    wide = fit_drawings(clocks, 1200, 850, 20, 45)
    expected = [1, 1, 1]
    assert [len(row) for row in narrow.rows] == expected
    assert [len(row) for row in wide.rows] == [2, 1]
    assert len(narrow.heights) == len(narrow.rows)


GRID = Document().edited({"encoding.scheme": "sincos"})
BOTH = compare_with(GRID, "rows=10,columns=10")


def lines(figure, size):
    return [len(row) for row in break_square_rows(figure, *size, 40).rows]


@pytest.mark.parametrize(
    ("document", "wide", "square", "tall"), [(GRID, [2], [2], [1, 1]), (BOTH, [4], [2, 2], [2, 2])]
)
def test_a_row_has_as_many_lines_as_make_its_panels_largest(document, wide, square, tall):
    figure = pane("tiles").figure(document)
    assert lines(figure, (1900, 900)) == wide
    assert lines(figure, (1000, 900)) == square
    assert lines(figure, (1000, 1800)) == tall


def test_panels_keep_their_order_and_each_line_a_colour_bar():
    figure = pane("tiles").figure(GRID)
    broken = break_square_rows(figure, 1000, 1800, 40)
    bare = [replace(panel, marks=()) for panel in figure.panels]
    bare_and_broken = [replace(panel, marks=()) for panel in broken.panels]
    assert [panel.heatmap.bar is None for panel in figure.panels] == [True, False]
    assert bare_and_broken == bare
    assert all(row[-1].heatmap.bar is not None for row in broken.rows)


def test_rows_of_curves_stay_and_those_that_can_be_spared_are_the_same():
    document = Document().edited({"encoding.scheme": "swin"})
    swin = compare_with(document, "rows=4")
    figure = pane("offsets").figure(swin)
    broken = break_square_rows(figure, 1000, 900, 40)
    spare_rows = [figure.rows[number] for number in figure.spare_rows]
    spare_rows_of_broken = [broken.rows[number] for number in broken.spare_rows]
    expected = [4, 2, 2]
    assert [len(row) for row in broken.rows] == expected
    assert spare_rows_of_broken == spare_rows


def test_a_lone_matrix_stands_above_its_curve_or_beside_it_whichever_is_larger():
    figure = pane("distance").figure(Document())
    assert lines(figure, (1200, 700)) == [2]
    assert lines(figure, (500, 900)) == [1, 1]


def test_cells_stay_square_where_a_lower_panel_below_narrows_both():
    figure = pane("offsets").figure(preset("swin").document)
    panel = figure.rows[0][1]
    sizes = square_cell_sizes([[panel], [panel]], [[(500, 178)], [(500, 127)]])
    assert sizes == [[(127, 127)], [(127, 127)]]


def test_a_clip_keeps_room_for_the_longest_fact_of_its_frames():
    facts = ["t = 8", "t = 1 000, the last one", "t = 64"]
    frames = [Figure("", ((replace(PANEL, fact=fact),),)) for fact in facts]

    (worst,) = worst_cases(frames).values()
    assert worst.panels[0].fact == facts[1]


def test_a_clip_keeps_room_for_the_title_of_clocks_that_are_not_in_every_frame():
    small, large = (
        pane("clocks.row").figure(Document().edited({"encoding.dim": dim})) for dim in (2, 16)
    )

    (worst,) = worst_cases([small, large]).values()
    assert {variant.title for variant in worst.panels[0].variants} == {large.panels[0].title}
