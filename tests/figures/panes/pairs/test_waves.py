"""The waves pane as data: the grid of columns, points on continuous curves."""

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Note
from peviewer.figures.panes.catalog import pane
from tests.figures.drawn import of
from tests.own_formulas import columns as columns_of
from tests.own_formulas import configured, frequencies, numbers


def _draw(changes=()):
    document = Document().edited({"waves.by": "column", **dict(changes)})
    return pane("waves").figure(document)


def test_points_of_the_encoding_are_all_of_a_view_or_none():
    dots = of(_draw({"encoding.length": 1000}).panels[0], Curve)[1].series
    expected = list(range(50))
    assert dots.sample(-0.5, 49.5, 300)[0].tolist() == expected
    assert len(dots.sample(-0.5, 51.5, 300)[0]) == 0, (
        "through some of them one would see another wave"
    )


def test_zoomed_out_the_curve_is_as_high_as_ever_and_points_give_way():
    wave, dots = of(_draw({"encoding.length": 1_000_000}).panels[0], Curve)
    x, y = wave.series.sample(0, 1e6, 300)
    assert len(x) == 600
    assert y.tolist() == [-1, 1] * 300
    assert len(dots.series.sample(0, 1e6, 300)[0]) == 0
    wave, dots = of(_draw({"encoding.length": 1_000_000, "view.raw": True}).panels[0], Curve)
    assert np.abs(wave.series.sample(0, 1e6, 300)[1]).max() > 0.9
    assert np.abs(dots.series.sample(0, 1e6, 300)[1]).max() > 0.9


@pytest.mark.parametrize("dim", [1, 7])
def test_without_columns_it_says_so(dim):
    (panel,) = _draw({"encoding.dim": dim, "waves.step": 4}).panels
    (note,) = panel.marks
    assert f"*d* = {dim}" in note.text


def test_without_a_step_the_rows_are_spread_over_all_pairs():
    document = Document().edited({"encoding.dim": 256, "waves.count": 4})
    titles = [left.title for left, _ in pane("waves").figure(document).rows]
    assert titles == [f"Pair {pair}: sin" for pair in (0, 32, 64, 96)]


def test_a_sine_begins_at_the_first_position_and_ends_at_the_last():
    document = Document().edited({"encoding.first": 0, "encoding.length": 50})
    wave, _ = of(pane("waves").figure(document).rows[0][0], Curve)
    x, y = wave.series.sample(-0.5, 49.5, 400)
    assert (x[0], y[0], x[-1]) == (0, 0, 49)


# ---- sine and cosine of one pair


@pytest.mark.parametrize(("name", "step"), [
    ("turned", 3), ("concatenated", 1), ("flipped, odd", 3), ("concatenated, odd", 1), ("one number", 1),
    ("one pair, long", 3), ("far out", 1), ("time step", 3), ("time scales", 1),
])  # fmt: skip
def test_a_row_is_the_sine_and_the_cosine_of_one_pair(name, step):
    document = configured(name, {"waves.step": step, "waves.count": 3})
    figure = pane("waves").figure(document)
    placed = columns_of(document)
    omegas = frequencies(document)
    expected = min(3, -(-len(omegas) // step))
    assert len(figure.rows) == expected
    first = document.encoding.first
    lone = document.encoding.dim % 2
    for k, (left, right) in enumerate(figure.rows):
        pair = k * step
        for panel, cosine in ((left, False), (right, True)):
            if isinstance(panel.marks[0], Note):
                assert cosine is True
                assert lone == 1
                assert pair == len(omegas) - 1
                assert f"Pair {pair} has no cosine" in panel.marks[0].text
                continue
            column, wavelength = numbers(panel.fact)
            assert placed[int(column)] == (pair, cosine)
            assert panel.title == f"Pair {pair}: {'cos' if cosine else 'sin'}"
            assert wavelength == pytest.approx(float(2 * mpmath.pi / omegas[pair]), rel=1e-3)
            x, y = of(panel, Curve)[0].series.exact(first, first + 3)
            turned = [omegas[pair] * int(t) for t in x]
            expected = [float((mpmath.cos if cosine else mpmath.sin)(angle)) for angle in turned]
            assert y == pytest.approx(expected, abs=1e-9)
    said = pane("waves").explanation(document)
    assert ("On the left is the sine of a pair" in said) is (document.encoding.dim > 1)
    assert ("From row to row the waves grow longer." in said) is (len(figure.rows) > 1)
