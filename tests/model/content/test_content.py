"""Token content: drawn by rule, the same in every window, and averaged without being drawn."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.content.content import Content
from peviewer.model.content.noise import noise


@given(
    seed=st.integers(0, 2**31),
    row_level=st.integers(0, 6),
    column_level=st.integers(0, 5),
    row=st.integers(-(2**40), 2**40),
    column=st.integers(0, 2000),
)
def test_a_block_is_the_mean_of_its_cells(seed, row_level, column_level, row, column):
    cells = noise(
        seed,
        row * 2**row_level + np.arange(2**row_level),
        column * 2**column_level + np.arange(2**column_level),
    )
    block = noise(seed, np.array([row]), np.array([column]), row_level, column_level)
    assert block.shape == (1, 1)
    assert block[0, 0] == pytest.approx(cells.mean(), abs=3e-6)


@given(seed=st.integers(0, 1000), rows=st.lists(st.integers(-10_000, 10_000), min_size=1, unique=True))
def test_a_cell_does_not_depend_on_the_window(seed, rows):
    together = noise(seed, np.array(rows), np.arange(20))
    for place, row in enumerate(rows):
        assert np.allclose(noise(seed, np.array([row]), np.arange(5, 9))[0], together[place, 5:9], rtol=0, atol=1e-6)


def test_cells_are_independent_standard_normal():
    cells = noise(3, np.arange(-500, 500), np.arange(400)).astype(np.float64)
    assert cells.mean() == pytest.approx(0, abs=0.01)
    assert cells.var() == pytest.approx(1, abs=0.01)
    assert (cells**3).mean() == pytest.approx(0, abs=0.03)
    assert (cells**4).mean() == pytest.approx(3, abs=0.06)
    assert (np.abs(cells) < 1.96).mean() == pytest.approx(0.95, abs=0.003)
    for lag in (1, 2, 3, 64):
        assert (cells[lag:] * cells[:-lag]).mean() == pytest.approx(0, abs=0.01)
        assert (cells[:, lag:] * cells[:, :-lag]).mean() == pytest.approx(0, abs=0.01)


def test_seeds_differ():
    first, second = (noise(seed, np.arange(300), np.arange(300)) for seed in (0, 1))
    assert abs((first * second).mean()) < 0.02


def test_content_is_nothing_ones_or_random_and_may_be_scaled():
    places = np.array([-3, 0, 7])
    assert not Content().rows(places, 4).any()
    assert np.array_equal(Content(kind="ones").rows(places, 4), np.ones((3, 4)))
    assert np.array_equal(Content(kind="ones", scaled=True).rows(places, 4), np.full((3, 4), 2.0))
    plain, scaled = (Content(kind="normal", seed=5, scaled=scaled).rows(places, 16) for scaled in (False, True))
    assert np.allclose(scaled, 4 * plain)
    assert np.allclose(plain, noise(5, places, np.arange(16)))


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


@given(
    rows=st.lists(st.integers(-(2**52), 2**52), max_size=6),
    columns=st.lists(st.integers(0, 65_535), max_size=6),
    row_level=st.integers(0, 6),
    column_level=st.integers(0, 5),
)
def test_every_number_is_a_sum_of_details_drawn_by_place(rows, columns, row_level, column_level):
    drawn = noise(7, np.array(rows, np.int64), np.array(columns, np.int64), row_level, column_level)
    expected = [[_by_hand(7, row, column, row_level, column_level) for column in columns] for row in rows]
    np.testing.assert_allclose(drawn, np.reshape(expected, (len(rows), len(columns))), rtol=0, atol=3e-6)


def _by_hand(seed, row, column, row_level, column_level):
    """Add up every detail of a block, one by one."""
    total = 0.0
    for down, node, weight in _details_by_hand(row, row_level, 24):
        for across, other, other_weight in _details_by_hand(column, column_level, 17):
            key, other_key = _key_by_hand(seed, down + 32, node), _key_by_hand(seed, across, other)
            bits = _mixed_by_hand(key ^ (other_key << 1) % 2**64)
            radius = math.sqrt(-2 * math.log(((bits >> 40) + 1) * 2.0**-24))
            total += weight * other_weight * radius * math.cos(2 * math.pi * (bits % 2**24) * 2.0**-24)
    return total


def _details_by_hand(block, start, top):
    for level in range(start + 1, top + 1):
        half = block >> (level - 1 - start)
        yield level, half >> 1, (-1 if half & 1 else 1) * 2.0 ** (-level / 2)
    yield top + 1, block >> (top - start), 2.0 ** (-top / 2)


def _key_by_hand(seed, level, node):
    return _mixed_by_hand(node % 2**64 ^ _mixed_by_hand(seed * 64 + level))


def _mixed_by_hand(bits):
    bits = (bits + 0x9E3779B97F4A7C15) % 2**64
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2**64
    return bits ^ bits >> 31
