"""The presets about choosing: each number that they tell is what the panes they open come to, computed anew."""

import math
import re

import numpy as np
import pytest

from peviewer.figures.grammar import Band
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.figures.stories import place
from tests.own_formulas import numbers

THETA = 10_000.0 ** (-np.arange(64) / 64)
TURNS = 4096 * THETA / (2 * math.pi)


def told(name):
    return [number for number in numbers(preset(name).description) if number != 0]


def test_plain_rope_comes_to_new_angles():
    expected = [4096, 32_768, (TURNS < 1).sum(), 64]
    assert told("choose-plain") == expected
    scaling = PANES["scaling"]
    document = preset("choose-plain").document
    assert "18 of 64 pairs" in scaling.explanation(document)
    assert "angles never trained" in [
        mark.label for mark in scaling.figure(document).panels[0].legend_marks
    ]
    within = document.edited({"encoding.length": 4096})
    assert "shaded" not in scaling.explanation(within)
    assert not any(isinstance(mark, Band) for mark in scaling.figure(within).panels[0].marks)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("choose-interpolation", THETA / 8),
        ("choose-ntk", (10_000 * 8 ** (128 / 126)) ** (-np.arange(64) / 64)),
        ("choose-dynamic", (10_000 * 8 ** (128 / 126)) ** (-np.arange(64) / 64)),
    ],
)
def test_each_scaling_does_what_is_said_of_it(name, wanted):
    frequencies = preset(name).document.encoding.frequencies()
    assert frequencies == pytest.approx(wanted)
    if name == "choose-interpolation":
        assert told(name) == [8, 1, 1 / 8]
        assert (wanted * 32_768 <= THETA * 4096).all()  # no angle is new
    if name == "choose-ntk":
        expected = [pytest.approx(10_000 * 8 ** (128 / 126), abs=0.5), 10_000, 8]
        assert told(name) == expected


def test_kept_stretched_and_blended_are_counted_as_the_ramps_have_them():
    low = math.floor(128 * math.log(4096 / (32 * 2 * math.pi)) / (2 * math.log(10_000)))
    high = math.ceil(128 * math.log(4096 / (2 * math.pi)) / (2 * math.log(10_000)))
    expected = [low + 1, 64 - high, high - low - 1, pytest.approx(0.1 * math.log(8) + 1, abs=5e-4)]
    assert told("choose-yarn") == expected
    kept = (TURNS >= 4).sum()
    stretched = (TURNS <= 1).sum()
    expected = [4, kept, low + 1, 64 - kept - stretched]
    assert told("choose-llama-3") == expected


def test_how_far_each_base_reaches_is_where_its_score_comes_to_0():
    expected = [10_000, 1707, 500_000, 18_438, 32, 64, 18]
    assert told("choose-base") == expected
    for base, zero in ((1e4, 1707), (5e5, 18_438)):
        rates = base ** (-np.arange(64) / 64)
        lags = np.array([zero - 1, zero])
        above, below = np.cos(lags[:, None] * rates).mean(axis=1)
        assert above > 0 >= below
        assert (2 * math.pi / rates > 4096).sum() == (32 if base == 5e5 else 18)


def test_what_long_contexts_need_is_what_the_list_says():
    document = preset("choose-precision").document
    figure = PANES["precision"].figure(document)
    listing = figure.panels[-1].marks[0]
    assert listing.columns[-1] == "score off, at least"
    rows = {row[0]: [numbers(cell) for cell in row[1:]] for row in listing.rows}
    expected = [131_072, *(rows["bfloat16"][at][0] for at in (0, 1, 3))]
    assert told("choose-precision") == expected
    assert rows["bfloat16"][2][0] > 40 * math.pi
    assert rows["float32"][2][0] < 0.01


def test_the_steepest_head_takes_what_is_said():
    assert re.search(r"takes 2 from a score 4 positions back", preset("choose-alibi").description)
    assert preset("choose-alibi").document.encoding.by_lag([-4])[0, 0] == -2


@pytest.mark.parametrize(
    ("length", "base"), [(4096, ""), (8192, ", *b*′ = "), (32_768, ", *b*′ = 82\u2009685")]
)
def test_the_title_of_wavelengths_names_the_base_that_grows_with_the_length(length, base):
    document = place("choosing:4").step.document.edited({"encoding.length": length})
    figure = PANES["scaling"].figure(document)
    title = figure.panels[0].title
    assert title.startswith(f"Wavelengths{base}")
    assert ("*b*′" in title) is (length > document.encoding.trained)
