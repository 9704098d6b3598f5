"""A table of numbers on paper: its window, as much as is readable, set as tables are."""

import re

import numpy as np
import pytest

from peviewer.figures.palette import LIGHT, colormap
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def texts(page):
    return page.axes[0].texts


def cell(page, text):
    return next(found for found in texts(page) if found.get_text() == text)


def numerals(page):
    """Return the numbers of the columns: what stands on the line of the corner."""
    corner = cell(page, "$j$ =")
    level = [text for text in texts(page) if text.get_position()[1] == corner.get_position()[1]]
    return [int(text.get_text()) for text in level if text is not corner]


def rows(page):
    """Return the numbers of the rows."""
    found = [re.fullmatch(r"\$t\$ = ([\d$\\,]+)", text.get_text()) for text in texts(page)]
    return [int(re.sub(r"\D", "", match[1])) for match in found if match]


@pytest.fixture
def named(made):
    """Return a painted table whose columns are counted by *j*."""
    from dataclasses import replace

    def painted(style=None, **more):
        panel = made.sheet(**more)
        return paint(made.figure((replace(panel, x=replace(panel.x, label="dimension *j*")),)), style or Style())

    return painted


def test_a_table_begins_at_its_first_cell_and_dots_say_that_it_goes_on(named):
    page = named()
    assert rows(page)[:3] == [0, 1, 2]
    assert numerals(page)[:3] == [0, 1, 2]
    written = [text.get_text() for text in texts(page)]
    assert written.count("…") == len(rows(page))
    assert written.count("⋮") == len(numerals(page)) + 1


def test_a_small_table_is_shown_whole_without_dots_and_in_larger_type(named):
    page, large = named(rows=10, columns=6), named()
    assert (rows(page), numerals(page)) == (list(range(10)), list(range(6)))
    assert not {"…", "⋮"} & {text.get_text() for text in texts(page)}
    assert texts(page)[0].get_fontsize() > texts(large)[0].get_fontsize()


def test_the_window_of_the_axes_is_shown_in_their_own_numbers(named):
    page = named(rows=1000, row0=500, window=((519.5, 523.5), (2.5, 6.5)))
    assert rows(page) == [520, 521, 522, 523]
    assert numerals(page) == [3, 4, 5, 6]


def test_numbers_have_their_decimals_and_true_minus_signs(named):
    page = named(rows=3, columns=3, decimals=3)
    written = [text.get_text() for text in texts(page)]
    assert "−1.000" in written
    assert "−0.890" in written
    assert not any("-" in text for text in written)


def test_numbers_of_a_column_are_aligned_at_their_right(named):
    page = named(rows=12, columns=4)
    edges = {}
    renderer = page.canvas.get_renderer()
    for text in texts(page):
        edges.setdefault(text.get_position()[0], []).append(text.get_window_extent(renderer).x1)
        assert text.get_horizontalalignment() == "right"
    assert len(edges) == 5
    assert all(max(ends) - min(ends) <= 2 for ends in edges.values())


def test_hairlines_stand_above_below_the_header_and_at_the_end_only(named):
    page = named()
    lines = [line.get_ydata() for line in page.axes[0].lines]
    assert len(lines) == 3
    corner = cell(page, "$j$ =").get_position()[1]
    first, header, last = (float(y[0]) for y in lines)
    assert first < corner < header < last
    assert max(text.get_position()[1] for text in texts(page)) < last


@pytest.mark.parametrize("rows", [10, 200])
def test_every_line_has_its_height_and_hairlines_are_as_long_as_lines(named, rows):
    page = named(rows=rows)
    first, header, last = (line.get_ydata()[0] for line in page.axes[0].lines)
    lines = {text.get_position()[1] for text in texts(page)}
    assert last - first == pytest.approx(len(lines) * (header - first))
    longest = max(text.get_position()[0] for text in texts(page))
    assert [tuple(line.get_xdata()) for line in page.axes[0].lines] == [(0, longest)] * 3


def test_no_more_numbers_are_asked_for_than_the_page_holds(made):
    calls = []
    paint(made.figure((made.sheet(10**7, 65_536, asked=(calls,)),)), Style())
    assert max(height * width for height, width in calls) < 5000


def test_coloured_cells_have_the_colours_of_the_map_and_readable_numbers(named):
    page = named(rows=6, columns=6, colormap="viridis")
    cells = page.axes[0].patches
    assert len(cells) == 36
    values = ((np.arange(6)[:, None] * 37 + np.arange(6) * 11) % 201 - 100) / 100
    for patch, value in zip(cells, values.ravel(), strict=True):
        expected = colormap("viridis")[min(255, int((value + 1) * 128))] / 255
        assert np.allclose(patch.get_facecolor()[:3], expected, atol=1 / 255)
    inks = {text.get_color() for text in texts(page) if re.fullmatch(r"−?\d\.\d+", text.get_text())}
    assert inks == {"#000000", "#FFFFFF"}
    assert {text.get_color() for text in texts(named(rows=6, columns=6))} == {LIGHT.text, LIGHT.secondary}
