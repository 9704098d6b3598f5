"""The waves pane as data: the grid of columns, points on continuous curves."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Note
from peviewer.figures.panes.catalog import pane
from peviewer.figures.panes.waves import columns


def _draw(changes=()):
    return pane("waves").figure(Document().edited(dict(changes)))


def _curves(panel):
    return [mark for mark in panel.marks if isinstance(mark, Curve)]


def test_the_grid_is_the_notebook_s():
    figure = _draw({"encoding.length": 1000, "encoding.dim": 500})
    assert [[panel.title for panel in row] for row in figure.rows] == [
        [f"Column {odd}", f"Column {even}"] for odd, even in ((7, 8), (15, 16), (23, 24), (31, 32))
    ]
    assert len({(panel.x, panel.y) for panel in figure.panels}) == 1, "axes are shared"
    assert figure.panels[0].x.quantity == "position"


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("content", ["none", "ones", "normal"])
def test_points_are_the_table_and_the_curve_is_the_encoding(layout, content):
    changes = {"encoding.first": -5, "encoding.layout": layout, "content.kind": content}
    document = Document().edited(changes)
    table, encoding = document.embedded.table(), document.encoding
    for panel, column in zip(_draw(changes).panels, (7, 8, 15, 16, 23, 24, 31, 32), strict=True):
        wave, dots = _curves(panel)
        assert dots.style == "points"
        x, y = dots.series.sample(-5.5, 40.5, 2000)
        assert x.tolist() == list(range(-5, 41))
        assert np.allclose(y, table[:46, column], atol=1e-6)
        x, y = wave.series.sample(-5.5, 40.5, 2000)
        assert np.allclose(y, encoding.table(positions=x)[:, column], atol=1e-12)
        assert panel.y.limits[0] < min(y.min(), table[:46, column].min())
        assert panel.y.limits[1] > max(y.max(), table[:46, column].max())


def test_crowded_points_are_thinned_and_stay_while_panning():
    dots = _curves(_draw({"encoding.length": 1000}).panels[0])[1].series
    some, _ = dots.sample(0, 300, 300)
    assert 40 <= len(some) <= 60
    moved, _ = dots.sample(100, 400, 300)
    assert set(some[some > 101]) <= set(moved)


def test_zoomed_out_the_curve_is_as_high_as_ever_and_points_give_way():
    wave, dots = _curves(_draw({"encoding.length": 1_000_000}).panels[0])
    x, y = wave.series.sample(0, 1e6, 300)
    assert len(x) == 600
    assert y.tolist() == [-1, 1] * 300
    assert len(dots.series.sample(0, 1e6, 300)[0]) == 0
    wave, dots = _curves(_draw({"encoding.length": 1_000_000, "view.raw": True}).panels[0])
    assert np.abs(wave.series.sample(0, 1e6, 300)[1]).max() > 0.9
    assert np.abs(dots.series.sample(0, 1e6, 300)[1]).max() > 0.9


@pytest.mark.parametrize("kind", ["ones", "normal"])
def test_zoomed_out_points_with_content_are_some_of_the_positions(kind):
    changes = {"encoding.length": 1_000_000, "content.kind": kind}
    x, y = _curves(_draw(changes).panels[0])[1].series.sample(0, 1e6, 300)
    assert 40 <= len(x) <= 60
    assert np.allclose(y, Document().edited(changes).embedded.table(x)[:, 7], atol=1e-5)


@pytest.mark.parametrize(("step", "row", "expected"), [(1, 1, (1, 2)), (4, 4, (31, 32)), (32, 8, (511, 512))])
def test_columns_of_a_row(step, row, expected):
    assert columns(step, row) == expected


@pytest.mark.parametrize(("dim", "rows"), [(500, 4), (24, 3), (25, 3), (9, 1), (8, 1)])
def test_rows_end_with_the_columns(dim, rows):
    figure = _draw({"encoding.dim": dim})
    assert len(figure.rows) == rows == len(figure.heights)
    odd, even = figure.rows[-1]
    assert not isinstance(odd.marks[0], Note)
    assert isinstance(even.marks[0], Note) == (dim == 8 * rows)


@pytest.mark.parametrize("dim", [1, 7])
def test_without_columns_it_says_so(dim):
    (panel,) = _draw({"encoding.dim": dim}).panels
    (note,) = panel.marks
    assert f"*d* = {dim}" in note.text
