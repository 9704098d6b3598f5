"""Token content, its means, and the sum with an encoding: its table, rasters, distances, and M(φ) of a wrong layout."""

import math
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import peviewer as pv
from peviewer.model.content import DIMENSIONS, POSITIONS, Content, cells, means, normals
from peviewer.model.embedded import Embedded, worst_shift_error
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shifting import shift_matrix
from peviewer.model.turning.pairs import Layout
from tests.blocks import block_means, centres


@given(
    seed=st.integers(0, 2**31),
    dim=st.sampled_from([1, 7, 64]),
    first=st.integers(-(2**50), 2**50),
    start=st.floats(0, 5000),
    run=st.floats(1.01, 9000) | st.sampled_from([2.0, 4096.0]),
    count=st.integers(1, 3),
)
def test_a_mean_over_positions_is_that_of_the_numbers_parts_of_them_too(
    seed, dim, first, start, run, count
):
    centres = start + run * np.arange(count)
    actual = means(seed, dim, first, centres, run)
    for centre, column in zip(centres, actual.T, strict=True):
        low = centre - run / 2 + 0.5
        high = centre + run / 2 + 0.5
        places = np.arange(math.floor(low), math.ceil(high))
        part = np.minimum(high, places + 1) - np.maximum(low, places)
        numbers = cells(seed, dim, first + places, np.arange(len(column))).astype(np.float64)
        np.testing.assert_allclose(column, part @ numbers / run, rtol=0, atol=1e-6)


def test_the_numbers_are_numpys_and_repeat_in_both_directions():
    drawn = np.random.default_rng(3).standard_normal((DIMENSIONS, POSITIONS), dtype=np.float32).T
    places = np.array([-1, 0, 4095, 4096, 10**15])
    columns = np.array([0, 2047, 2048, 65_535])
    expected = drawn[np.ix_(places % POSITIONS, columns % DIMENSIONS)]
    assert np.array_equal(cells(3, 65_536, places, columns), expected)
    assert np.array_equal(cells(3, 5, places, columns[:1]), drawn[places % POSITIONS, :1]), (
        "few dimensions, the same"
    )
    assert not normals(3, 5).flags.writeable


def test_content_is_nothing_ones_or_random_and_may_be_scaled():
    places = np.array([-3, 0, 7])
    assert not Content().rows(places, 4).any()
    assert np.array_equal(Content(kind="ones").rows(places, 4), np.ones((3, 4)))
    assert np.array_equal(Content(kind="ones", scaled=True).rows(places, 4), np.full((3, 4), 2.0))
    plain, scaled = (
        Content(kind="normal", seed=5, scaled=scaled).rows(places, 16) for scaled in (False, True)
    )
    assert np.allclose(scaled, 4 * plain)
    assert np.allclose(plain, cells(5, 16, places, np.arange(16)))


def test_embeddings_of_deviation_1_over_root_d_times_root_d_are_standard_normal():
    drawn = {
        (deviation, scaled): Content(kind="normal", deviation=deviation, scaled=scaled).rows(
            np.arange(400), 256
        )
        for deviation in ("one", "inverse-root")
        for scaled in (False, True)
    }
    deviations = {key: float(rows.std()) for key, rows in drawn.items()}
    expected = {
        ("one", False): 1,
        ("one", True): 16,
        ("inverse-root", False): 1 / 16,
        ("inverse-root", True): 1,
    }
    assert deviations == pytest.approx(expected, rel=0.02)
    assert np.array_equal(drawn["inverse-root", True], drawn["one", False]), "like for like"
    actual = Content(kind="ones", deviation="inverse-root").rows(np.arange(2), 9)
    assert np.array_equal(actual, np.ones((2, 9)))


SINGLE = 1e-5
CONTENTS = [Content(kind="ones"), Content(kind="ones", scaled=True), Content(kind="normal", seed=7)]
EVERY_CONTENT = pytest.mark.parametrize(
    "content", CONTENTS, ids=lambda content: f"{content.kind}-{content.scaled}"
)
LAYOUTS = pytest.mark.parametrize("layout", get_args(Layout))
OPERATORS = pytest.mark.parametrize("operator", get_args(Layout))


def _encoding(layout="interleaved", length=120, dim=24):
    return Sinusoidal(length=length, dim=dim, layout=layout, first=-30)


def _operator(encoding, operator, phi):
    return shift_matrix(encoding.model_copy(update={"layout": operator}), phi)


@EVERY_CONTENT
def test_the_table_is_content_plus_encoding(content):
    embedded = Embedded(_encoding(), content)
    expected = embedded.encoding.table() + content.rows(np.arange(-30, 90), 24)
    assert np.array_equal(embedded.table(), expected)
    assert np.allclose(embedded.table(positions=[5, -30]), expected[[35, 0]], rtol=0, atol=1e-12)
    assert np.allclose(embedded.table(positions=5), expected[35], rtol=0, atol=1e-12)


@LAYOUTS
@OPERATORS
def test_an_operator_shifts_as_the_matrix_of_its_layout(layout, operator):
    embedded = Embedded(_encoding(layout), Content(kind="normal"))
    expected = embedded.table() @ _operator(embedded.encoding, operator, 3.5).T
    actual = embedded.shifted(embedded.table(), 3.5, operator)
    assert np.allclose(actual, expected, rtol=0, atol=1e-13)


@EVERY_CONTENT
@pytest.mark.parametrize(
    ("rows", "columns", "phi", "operator"),
    [
        ((0, 1, 120), (0, 1, 24), 0.0, None),
        ((5, 7, 15), (0, 3, 8), -10.0, "concatenated"),
        ((1, 4, 29), (2, 2, 9), -10.0, "concatenated"),
    ],
)
def test_a_raster_is_the_product_cell_by_cell_or_its_mean(content, operator, phi, rows, columns):
    embedded = Embedded(_encoding(), content)
    matrix = _operator(embedded.encoding, operator or "interleaved", phi)
    expected = block_means(embedded.table() @ matrix.T, rows, columns)
    image = embedded.raster(phi, operator).sample(centres(*rows), centres(*columns))
    assert np.abs(image - expected).max() < SINGLE


@pytest.mark.parametrize(("position", "token"), [(2.49, 2), (2.5, 3), (-2.5, -2), (-2.51, -3)])
def test_between_tokens_the_nearest_is_added_half_way_the_later(position, token):
    encoding = _encoding()
    content = Content(kind="normal", seed=1)
    added = Embedded(encoding, content).table([position]) - encoding.table([position])
    np.testing.assert_allclose(added, content.rows(np.array([token]), encoding.dim), atol=1e-12)


@pytest.mark.parametrize(
    ("first", "length", "dim", "wide", "phi", "operator"),
    [(-30, 40, 6144, 512, 0.0, None), (10**12, 9000, 8, 2, -10.0, "flipped")],
)
def test_random_content_has_its_exact_means_where_it_repeats(
    length, dim, wide, first, phi, operator
):
    embedded = Embedded(
        Sinusoidal(length=length, dim=dim, first=first), Content(kind="normal", scaled=True)
    )
    rows = (0, length // 4, 4)
    columns = (0, wide, dim // wide)
    raster = embedded.raster(phi, operator)
    expected = block_means(raster.exact(range(length), range(dim)), rows, columns)
    actual = raster.sample(centres(*rows), centres(*columns))
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-6 * np.sqrt(dim))


@pytest.mark.parametrize(
    ("phi", "operator", "content"),
    [
        (0.0, "interleaved", "none"),
        (-10.0, "concatenated", "ones"),
        (3.5, "flipped", "normal"),
        (1000.0, "concatenated", "ones"),
    ],
)
def test_it_is_the_worst_of_the_rows_that_land_inside(content, operator, phi):
    encoding = pv.Sinusoidal(length=50, dim=20, first=-7)
    embedded = Embedded(encoding, Content(kind=content))
    tried = [t for t in range(-7, 43) if -7 <= t + phi <= 42] or list(range(-7, 43))
    matrix = pv.shift_matrix(encoding.model_copy(update={"layout": operator}), phi)
    before = embedded.table(tried)
    after = embedded.table(np.array(tried) + phi)
    errors = np.abs(before @ matrix.T - after).max(axis=1)
    actual = worst_shift_error(embedded, operator, phi)
    assert actual.positions.tolist() == tried
    assert actual.error == pytest.approx(errors.max(), abs=1e-13)
    assert np.abs(matrix @ actual.before - actual.after).max() == pytest.approx(
        errors.max(), abs=1e-13
    )
