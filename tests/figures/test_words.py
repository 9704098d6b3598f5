"""Words: those of positions stand along axes and in what is read there.

The alternative text says what is drawn.
"""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.alt_text import alt_text
from peviewer.figures.compare.texts import scheme_names
from peviewer.figures.grammar import Heatmap
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.figures.presets import preset
from peviewer.figures.readout import readout_text
from tests.figures.drawn import of

WORDS = "the cat sat on the mat"


def document(scheme="sinusoidal", **changes):
    chosen = {"encoding.scheme": scheme, "encoding.sentence": WORDS, "encoding.first": 3}
    return Document().edited({**chosen, **changes})


@pytest.mark.parametrize("scheme", ["sinusoidal", "rope", "alibi"])
@pytest.mark.parametrize("transposed", [False, True])
def test_every_axis_of_positions_is_named(scheme, transposed):
    shown = document(scheme, **{"view.transposed": transposed})
    panels = [
        panel for one in PANES.values() if one.serves(shown) for panel in one.figure(shown).panels
    ]
    axes = [axis for panel in panels for axis in (panel.x, panel.y)]
    along = [axis for axis in axes if axis.cursor in ("position", "other")]
    assert along
    for axis in along:
        expected = ["3 the", "5 sat", "9"] if axis.numbered else ["the", "sat", "9"]
        assert axis.tick_texts([3.0, 5.0, 9.0], ["3", "5", "9"]) == expected


READOUTS_WITH_WORDS = [
    ("sinusoidal", {"position": 5, "dimension": 2}, "t = 5, “sat”, j = 2"),
    ("sinusoidal", {"position": 5, "pair": 1}, "t = 5, “sat”, pair 1"),
    ("alibi", {"position": 5, "other": 4}, "t = 5, “sat”, s = 4, “cat” · lag −1"),
]


def test_a_readout_has_the_word_of_each_position():
    for scheme, pointed, said in READOUTS_WITH_WORDS:
        assert readout_text(document(scheme), pointed).startswith(said)


@pytest.mark.parametrize("causal", [True, False])
def test_attention_shows_who_attends_to_whom(causal):
    shown = document("alibi", **{"cursor.head": 2, "attention.causal": causal})
    matrix, weights, _ = pane("attention").figure(shown).panels
    [heat] = of(matrix, Heatmap)
    found = heat.raster.exact(range(6), range(6))
    lags = np.arange(6) - np.arange(6)[:, None]
    powers = np.where(causal & (lags > 0), 0.0, np.exp(-np.abs(lags) * 2.0**-2))
    np.testing.assert_allclose(found, powers / powers.sum(axis=1, keepdims=True), rtol=1e-12)
    series = next(mark.series for mark in weights.marks if getattr(mark, "key", "") == "weight")
    np.testing.assert_allclose(found[-1], series.exact(-5, 0.5)[1], rtol=1e-12)


def test_a_description_has_the_words_at_the_ends():
    assert "position t from 3, “the” to 8, “mat” downwards" in alt_text(
        pane("encoding").figure(document())
    )


def test_words_are_no_difference_of_schemes():
    one = document().encoding
    other = document(**{"encoding.sentence": "a b c d e f"}).encoding
    assert scheme_names(one, other) == ("Sinusoidal", "Sinusoidal")


@pytest.mark.parametrize(("length", "drawn"), [(32, True), (2000, False)])
def test_points_are_told_of_where_they_have_room(length, drawn):
    figure = PANES["waves"].figure(Document().edited({"encoding.length": length}))
    told = alt_text(figure)
    assert "curve of PE" in told
    assert ("points of PE" in told) == drawn


def test_what_has_a_name_is_one_of_all_that_are_drawn():
    score = Document().edited({"encoding.scheme": "rope", "encoding.length": 4096})
    assert "positions back t − s from 1 to 4\u2009095 across on a logarithmic scale" in alt_text(
        PANES["score"].figure(score)
    )
    figure = PANES["bias"].figure(preset("alibi").document)
    assert "8 curves, among them head 3, lag" in alt_text(figure)


def test_rows_that_are_the_first_of_more_are_told_so():
    assert "table of the first 64 of 128 pairs (pair" in alt_text(PANES["table"].figure(Document()))
