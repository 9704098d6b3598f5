"""The encoding pane as data: one heatmap on two named axes, turned and zoomed as the Document says."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import pane
from peviewer.model.encodings.learned import Learned
from tests.own_formulas import numbers


def _draw(changes=(), document=None):
    figure = pane("encoding").figure((document or Document()).edited(dict(changes)))
    ((panel,),) = figure.rows
    heatmap, *_ = panel.marks  # the rows t and t + φ: test_shift_marks.py
    return panel, heatmap


def test_positions_run_down_and_dimensions_across_or_transposed():
    panel, heatmap = _draw({"encoding.first": -30, "view.transposed": True})
    assert panel.x.quantity == "position"
    assert panel.y.quantity == "dimension"
    assert panel.x.inverted is False
    assert panel.y.inverted is True
    assert heatmap.x0 == -30
    assert heatmap.y0 == 0
    assert heatmap.raster.shape == (256, 200)
    panel, heatmap = _draw({"encoding.first": -30})
    assert panel.x.quantity == "dimension"
    assert panel.x.label == "dimension *j*"
    assert panel.x.limits == (-0.5, 255.5)
    assert panel.y.quantity == "position"
    assert panel.y.label == "position *t*"
    assert panel.y.limits == (-30.5, 169.5)
    assert panel.x.cursor == "dimension"
    assert panel.y.cursor == "position"
    assert panel.x.inverted is False
    assert panel.y.inverted is True
    assert heatmap.x0 == 0
    assert heatmap.y0 == -30
    assert heatmap.raster.shape == (200, 256)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("dim", [2, 7, 256])
def test_wavelengths_stand_above_the_columns_of_their_pairs(layout, dim):
    document = Document().edited({"encoding.layout": layout, "encoding.dim": dim})
    panel, _ = _draw(document=document)
    places, texts = zip(*panel.x.far_numbers, strict=True)
    assert texts[0].startswith("*λ* = ")
    for place, text in zip(places, texts, strict=True):
        pairs = {int(document.encoding.columns.pairs[j]) for j in {int(place), int(place + 0.5)}}
        assert len(pairs) == 1, "of one pair"
        wave = 2 * np.pi * 10_000 ** (2 * pairs.pop() / dim)
        expected = pytest.approx(wave, rel=6e-3)
        assert numbers(text.removeprefix("*λ* = "))[0] == expected
    assert len(places) <= 33
    assert max(np.diff(places), default=0) <= 2 * min(np.diff(places), default=0), "evenly spread"
    edited_document = document.edited({"view.transposed": True})
    figure = pane("encoding").figure(edited_document)
    (turned,) = figure.panels
    assert turned.y.far_numbers == panel.x.far_numbers


@pytest.mark.parametrize("largest", [3.124e-5, 0.02314, 0.994, 1.234])
def test_colours_hold_every_number_of_a_given_table_and_hardly_more(largest):
    numbers = largest * np.random.default_rng(0).uniform(-1, 1, (20, 8))
    numbers[3, 5] = -largest
    _, heatmap = _draw(document=Document(encoding=Learned(numbers)))
    assert -heatmap.levels[0] == heatmap.levels[1]
    assert largest <= heatmap.levels[1] < 1.05 * largest


def test_the_window_is_the_zoom_inside_the_limits():
    panel, _ = _draw({"view.zoom": {"position": (10.5, 20.5), "dimension": (-100, 63.5)}})
    assert panel.y.window == (10.5, 20.5)
    assert panel.x.window == (-0.5, 63.5)


@pytest.mark.parametrize("window", [(-0.5, 199.5), (-100, 300), (500, 600), (-20, -10)])
def test_a_zoom_that_hides_nothing_or_everything_is_no_zoom(window):
    assert _draw({"view.zoom": {"position": window}})[0].y.window is None


@pytest.mark.parametrize(("scale", "is_too_fast"), [(3.2, True), (3.1, False), (2.2, False)])
def test_pairs_look_slower_than_they_are_beyond_half_a_turn_a_position(scale, is_too_fast):
    document = Document().edited({"encoding.scheme": "timestep", "encoding.scale": scale})

    explanation = pane("encoding").explanation(document)

    assert ("looks slower than it is" in explanation) is is_too_fast


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"content.kind": "ones"}, "cosines, added to ones. Look"),
        (
            {"content.kind": "normal", "content.scaled": True},
            "added to random numbers times √*d*. Look",
        ),
        ({"encoding.dim": 2}, "the only pair, in columns 0 and 1, repeats every 6.283 positions."),
    ],
)
def test_the_explanation_says_what_is_so(changes, said):
    document = Document().edited(changes)
    explanation = pane("encoding").explanation(document)
    assert said in explanation
