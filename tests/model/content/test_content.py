"""Token content: ones, or NumPy's normal numbers, which repeat; their means over any run of positions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.content import DIMENSIONS, POSITIONS, Content, cells, means, normals


@given(
    seed=st.integers(0, 2**31),
    dim=st.sampled_from([1, 7, 64]),
    first=st.integers(-(2**50), 2**50),
    start=st.floats(0, 5000),
    run=st.floats(1.01, 9000) | st.sampled_from([2.0, 4096.0]),
    count=st.integers(1, 3),
)
def test_a_mean_over_positions_is_that_of_the_numbers_parts_of_them_too(seed, dim, first, start, run, count):
    centres = start + run * np.arange(count)
    actual = means(seed, dim, first, centres, run)
    for centre, column in zip(centres, actual.T, strict=True):
        low, high = centre - run / 2 + 0.5, centre + run / 2 + 0.5
        places = np.arange(math.floor(low), math.ceil(high))
        part = np.minimum(high, places + 1) - np.maximum(low, places)
        numbers = cells(seed, dim, first + places, np.arange(len(column))).astype(np.float64)
        np.testing.assert_allclose(column, part @ numbers / run, rtol=0, atol=1e-6)


def test_the_numbers_are_numpys_and_repeat_in_both_directions():
    drawn = np.random.default_rng(3).standard_normal((DIMENSIONS, POSITIONS), dtype=np.float32).T
    places, columns = np.array([-1, 0, 4095, 4096, 10**15]), np.array([0, 2047, 2048, 65_535])
    assert np.array_equal(cells(3, 65_536, places, columns), drawn[np.ix_(places % POSITIONS, columns % DIMENSIONS)])
    assert np.array_equal(cells(3, 5, places, columns[:1]), drawn[places % POSITIONS, :1]), "few dimensions, the same"
    assert not normals(3, 5).flags.writeable


def test_content_is_nothing_ones_or_random_and_may_be_scaled():
    places = np.array([-3, 0, 7])
    assert not Content().rows(places, 4).any()
    assert np.array_equal(Content(kind="ones").rows(places, 4), np.ones((3, 4)))
    assert np.array_equal(Content(kind="ones", scaled=True).rows(places, 4), np.full((3, 4), 2.0))
    plain, scaled = (Content(kind="normal", seed=5, scaled=scaled).rows(places, 16) for scaled in (False, True))
    assert np.allclose(scaled, 4 * plain)
    assert np.allclose(plain, cells(5, 16, places, np.arange(16)))


def test_embeddings_of_deviation_one_over_root_d_scaled_by_root_d_are_standard_normal():
    drawn = {
        (deviation, scaled): Content(kind="normal", deviation=deviation, scaled=scaled).rows(np.arange(400), 256)
        for deviation in ("one", "inverse-root")
        for scaled in (False, True)
    }
    deviations = {key: float(rows.std()) for key, rows in drawn.items()}
    expected = {("one", False): 1, ("one", True): 16, ("inverse-root", False): 1 / 16, ("inverse-root", True): 1}
    assert deviations == pytest.approx(expected, rel=0.02)
    assert np.array_equal(drawn["inverse-root", True], drawn["one", False]), "like for like"
    assert np.array_equal(Content(kind="ones", deviation="inverse-root").rows(np.arange(2), 9), np.ones((2, 9)))
