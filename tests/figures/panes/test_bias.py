"""The Bias pane: one head's matrix, every head over the lag, and the numbers they show."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Heatmap
from peviewer.figures.panes.catalog import pane
from peviewer.figures.readout import readout

BIAS = pane("bias")


def alibi(**changes):
    return Document().edited({"encoding.scheme": "alibi", "encoding.length": 50, **changes})


def test_the_matrix_is_that_of_the_chosen_head():
    (heatmap,) = (mark for mark in BIAS.figure(alibi(**{"bias.head": 2})).panels[0].marks if isinstance(mark, Heatmap))
    cells = heatmap.raster.exact(range(50), range(50))
    lags = np.abs(np.arange(50)[None, :] - np.arange(50)[:, None])
    assert np.array_equal(cells, -lags / 4)
    assert heatmap.levels == (cells.min(), cells.max())


def test_one_position_alone_has_a_range_of_colours_too():
    marks = BIAS.figure(alibi(**{"encoding.length": 1})).panels[0].marks
    (heatmap,) = (mark for mark in marks if isinstance(mark, Heatmap))
    assert heatmap.raster.exact(range(1), range(1)).tolist() == [[0.0]]
    assert heatmap.levels == (-1.0, 0.0)


def test_a_head_that_does_not_exist_is_the_last():
    figure = BIAS.figure(alibi(**{"bias.head": 100, "encoding.heads": 4}))
    assert figure.panels[0].title == "Head 4"


def test_every_head_stands_over_the_lag_and_fits():
    panel = BIAS.figure(alibi(**{"encoding.heads": 6, "encoding.first": -20})).panels[2]
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    assert len(curves) == 6
    for curve in curves:
        lags, numbers = curve.series.sample(*panel.x.limits, 300)
        assert 0.0 in lags
        assert panel.y.limits[0] <= numbers.min() <= numbers.max() <= panel.y.limits[1]


def test_many_heads_are_told_of():
    panel = BIAS.figure(alibi(**{"encoding.heads": 100})).panels[2]
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    assert panel.fact == f"{len(curves)} of 100 heads"


def test_a_head_over_the_lag_holds_no_numbers_of_others():
    panel = BIAS.figure(alibi(**{"encoding.heads": 1024})).panels[2]
    curve = next(mark for mark in panel.marks if isinstance(mark, Curve))
    for lags, numbers in (curve.series.sample(-40, 40, 300), curve.series.exact(-40, 40)):
        assert numbers.shape == lags.shape
        assert numbers.base is None  # a row of every head's would hold on to them all


def test_the_readout_tells_the_bias_of_a_cell():
    assert readout(alibi(), {"position": 30, "other": 26}) == (
        "t = 30, s = 26 · lag −4 · bias −2 of head 1 to −0.01562 of the last"
    )


@pytest.mark.parametrize("heads", [1, 2, 3, 8, 12, 100])
def test_the_formula_gives_the_slopes_that_are_drawn(heads):
    text = BIAS.formula_text(alibi(**{"encoding.heads": heads}))
    steepness = BIAS.figure(alibi(**{"encoding.heads": heads})).panels[1].marks[0]
    power = int(text.partition("h = P = ")[2].partition(",")[0] or heads)
    assert text.startswith("bias = −mₕ·|s − t|,  mₕ = 2^(−8h/" + ("H)" if power == heads else "P)"))
    assert ("then 2^(−4(2(h−P)−1)/P)" in text) is (power < heads)
    expected = [2 ** (-8 * h / power) if h <= power else 2 ** (-4 * (2 * (h - power) - 1) / power)
                for h in range(1, heads + 1)]  # fmt: skip
    assert steepness.series.y.tolist() == pytest.approx(expected, rel=1e-14)
