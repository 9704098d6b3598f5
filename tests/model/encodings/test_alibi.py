"""ALiBi against the published slopes, and its matrix against one built cell by cell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.exporters.code import code
from peviewer.figures.presets import Document
from peviewer.model.between.position_matrices import LagRaster
from peviewer.model.encodings.alibi import Alibi

# Press et al. 2022, section 3: 8 heads have 1/2, 1/4 … 1/256; 16 heads have 1/√2, 1/2, 1/(2√2) …
EIGHT = [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]
SIXTEEN = [2 ** (-k / 2) for k in range(1, 17)]


def test_powers_of_two_have_the_paper_s_slopes():
    assert Alibi(heads=8).slopes().tolist() == EIGHT
    assert np.allclose(Alibi(heads=16).slopes(), SIXTEEN, rtol=1e-15)


def test_other_numbers_of_heads_take_every_second_slope_of_the_next_power():
    assert np.allclose(Alibi(heads=12).slopes(), EIGHT + SIXTEEN[:8:2], rtol=1e-15)
    assert Alibi(heads=3).slopes().tolist() == [2**-4, 2**-8, 2**-2]


@pytest.mark.parametrize("heads", [1, 2, 3, 6, 8, 12, 100])
def test_the_code_makes_what_is_shown(heads):
    program = code(Document().edited({"encoding.scheme": "alibi", "encoding.heads": heads, "encoding.length": 9}))
    names = {}
    exec(program, names)
    made = names["attention_bias"]()
    lags = np.arange(9)[None, :] - np.arange(9)[:, None]
    assert made.shape == (heads, 9, 9)
    assert np.array_equal(made, -Alibi(heads=heads).slopes()[:, None, None] * abs(lags))


def brute(length, slope, rows, columns, high, wide):
    """Average blocks of a matrix that is really built."""
    matrix = -slope * np.abs(np.arange(length)[None, :] - np.arange(length)[:, None])
    return np.array([[matrix[r : r + high, c : c + wide].mean() for c in columns] for r in rows])


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 20), st.integers(0, 20))
def test_a_pixel_is_the_exact_mean_of_its_cells(high, wide, top, left):
    raster = LagRaster(Alibi(length=64, heads=4), 1)
    rows, columns = top + high * np.arange(3), left + wide * np.arange(3)
    shown = raster.sample(rows + (high - 1) / 2, columns + (wide - 1) / 2)
    assert np.allclose(shown, brute(64, 2**-4, rows, columns, high, wide), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("heads", [0, 1025, 2.5])
def test_bad_numbers_of_heads_are_refused(heads):
    with pytest.raises(ValueError, match="heads"):
        Alibi(heads=heads)
