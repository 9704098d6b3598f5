"""The arrays of five published notebooks, and figures known of the original encoding."""

from pathlib import Path

import numpy as np
import pytest

from peviewer.model.between.pairwise import lag_profile, pairwise, profile
from peviewer.model.binary import binary_table
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shifting import packed_operators, shift, shift_matrix, swap_vectors

TABLE = {"rtol": 0, "atol": 1e-14}
TO_13_DIGITS = {"rtol": 1e-13, "atol": 0}


@pytest.fixture(scope="module")
def seeds():
    path = Path(__file__).parents[1] / "data" / "seeds.npz"
    with np.load(path) as arrays:
        return dict(arrays)


@pytest.fixture
def distances():
    return Sinusoidal(length=1000, dim=500)


@pytest.fixture
def endpoint():
    return Sinusoidal(length=50, dim=100, schedule="endpoint")


def test_s0_small_tables(seeds):
    sinusoidal = Sinusoidal(length=4, dim=8)
    assert np.allclose(sinusoidal.table(), seeds["s0_pe_4x8"], **TABLE)
    assert np.array_equal(binary_table(4, bits=8), seeds["s0_bin_4x8"])


def test_s0_neighbours_are_all_equally_far_apart(seeds, distances):
    step = float(lag_profile(distances, 1))
    assert step == pytest.approx(float(seeds["s0_step"]), rel=1e-14)
    assert round(step, 8) == 3.67198566
    steps = np.diff(distances.table(), axis=0)
    assert np.allclose(np.linalg.norm(steps, axis=1), step, rtol=1e-12)


def test_s0_distances(seeds, distances):
    expected = seeds["s0_dist_row0_1000"]
    first_row = pairwise(distances)[0]
    from_first = profile(distances, 0, "euclidean")
    by_lag = lag_profile(distances, np.arange(1000))
    assert np.allclose(first_row, expected, **TO_13_DIGITS)
    assert np.allclose(from_first, expected, **TO_13_DIGITS)
    assert np.allclose(by_lag, expected, **TO_13_DIGITS)


def test_s1_rates_and_table(seeds, endpoint):
    assert np.allclose(endpoint.frequencies(), seeds["s1_rates"], rtol=1e-14, atol=0)
    assert np.allclose(endpoint.table(), seeds["s1_pe"], **TABLE)


def test_s1_similarities(seeds, endpoint):
    # The notebook adds 1e-11 to every norm, so its cosines are 3e-12 smaller.
    cosines = pairwise(endpoint, "cosine")
    assert np.allclose(cosines, seeds["s1_cos"], rtol=0, atol=4e-12)
    dots = profile(endpoint, 20, "dot")
    assert np.allclose(dots, seeds["s1_dots20"], rtol=0, atol=1e-12)
    squares = profile(endpoint, 20, "sse")
    assert np.allclose(squares, seeds["s1_sse20"], rtol=0, atol=1e-12)


def test_s1_norms_and_means(seeds, endpoint):
    table = endpoint.table()
    norms = np.linalg.norm(table, axis=1)
    assert np.allclose(norms, np.sqrt(50), rtol=1e-14)
    assert np.allclose(norms, seeds["s1_norms"], **TABLE)
    assert np.allclose(table.mean(axis=1), seeds["s1_means"], **TABLE)


def _error(moved, table):
    """Return the largest error of a shift by −10, as the notebook measures it."""
    return np.abs(moved[10:] - table[:-10]).max()


def test_s1_ten_steps_back_in_the_right_layout(seeds, endpoint):
    concatenated = Sinusoidal(length=50, dim=100, schedule="endpoint", layout="concatenated")
    table = concatenated.table()
    error = _error(table @ shift_matrix(concatenated, -10).T, table)
    assert error < 2e-14
    assert float(seeds["s1_err_cat"]) < 2e-14
    interleaved = endpoint.table()
    assert _error(shift(interleaved, endpoint, -10), interleaved) < 2e-14


def test_s1_the_wrong_layout_is_far_off(seeds, endpoint):
    sinusoidal = Sinusoidal(dim=100, schedule="endpoint", layout="concatenated")
    wrong = shift_matrix(sinusoidal, -10).T
    table = endpoint.table()
    expected = float(seeds["s1_err_interleaved_with_cat_M"])
    assert _error(table @ wrong, table) == pytest.approx(expected, rel=1e-12)
    with_ones = table + 1
    expected = pytest.approx(float(seeds["s1_err_as_seed"]), rel=1e-12)
    assert _error(with_ones @ wrong, with_ones) == expected


def test_s1_the_window_shows_the_same_error(seeds, endpoint):
    embedded = Embedded(endpoint, Content(kind="ones"))
    moved = embedded.shifted(embedded.table(), -10, "concatenated")
    expected = float(seeds["s1_err_as_seed"])
    assert _error(moved, embedded.table()) == pytest.approx(expected, rel=1e-12)


def test_s2_bits(seeds):
    assert np.array_equal(binary_table(100, bits=10), seeds["s2_bin_100x10"])


def test_s3_ten_by_six(seeds):
    encoding = Sinusoidal(length=10, dim=6)
    # The table is printed to four decimals, the denominators by float32.
    assert np.allclose(encoding.table(), seeds["s3_pe_10x6"], rtol=0, atol=5e-5)
    denominators = 1 / encoding.frequencies()
    assert np.allclose(denominators, seeds["s3_denominator"], rtol=3e-6, atol=0)


def test_s4_operators_of_a_shift_by_a_hundred(seeds):
    encoding = Sinusoidal(length=200, dim=256)
    first, second = packed_operators(encoding, 100)
    a, b = swap_vectors(encoding, 100)
    # The notebook takes powers as exp(log): its frequencies are off by 1e-16, a hundred steps on by
    # 1e-14.
    for name, ours in {"s4_M1": first, "s4_M2": second, "s4_a": a, "s4_b": b}.items():
        assert np.allclose(ours, seeds[name], rtol=0, atol=2e-14), name


def test_every_array_is_used(seeds):
    source = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in seeds if f'"{name}"' not in source] == []


def test_a_few_components_hold_a_short_table():
    table = Sinusoidal(length=50, dim=512).table()
    centred = table - table.mean(axis=0)
    variances = np.linalg.svd(centred, compute_uv=False) ** 2
    shares = np.cumsum(variances) / variances.sum()
    assert shares[14] < 0.99 < shares[15]


def test_similarity_does_not_fall_steadily_with_the_lag():
    kernel = lag_profile(Sinusoidal(dim=512), np.arange(60), "cosine")
    middle = kernel[1:-1]
    is_dip = (middle < kernel[:-2]) & (middle < kernel[2:])
    dips = np.flatnonzero(is_dip) + 1
    assert dips.tolist() == [43, 49, 55]


def test_the_longest_wavelength_stops_short_of_a_full_turn_of_the_base():
    wavelengths = Sinusoidal(dim=512).wavelengths()
    assert round(wavelengths[-1]) == 60_611
    assert wavelengths[-1] < 2 * np.pi * 10_000
