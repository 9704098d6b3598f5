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
    centres_of_runs = start + run * np.arange(count)
    actual = means(seed, dim, first, centres_of_runs, run)
    for centre, column in zip(centres_of_runs, actual.T, strict=True):
        low = centre - run / 2 + 0.5
        high = centre + run / 2 + 0.5
        places = np.arange(math.floor(low), math.ceil(high))
        shares = np.minimum(high, places + 1) - np.maximum(low, places)
        columns = np.arange(len(column))
        numbers = cells(seed, dim, first + places, columns).astype(np.float64)
        np.testing.assert_allclose(column, shares @ numbers / run, rtol=0, atol=1e-6)


def test_the_numbers_are_numpys_and_repeat_in_both_directions():
    shape = (DIMENSIONS, POSITIONS)
    drawn = np.random.default_rng(3).standard_normal(shape, dtype=np.float32).T
    places = np.array([-1, 0, 4095, 4096, 10**15])
    columns = np.array([0, 2047, 2048, 65_535])
    expected = drawn[np.ix_(places % POSITIONS, columns % DIMENSIONS)]
    assert np.array_equal(cells(3, 65_536, places, columns), expected)
    # Of few dimensions they are the same.
    of_few = cells(3, 5, places, columns[:1])
    assert np.array_equal(of_few, drawn[places % POSITIONS, :1])
    assert not normals(3, 5).flags.writeable


def test_content_is_nothing_ones_or_random_and_may_be_scaled():
    places = np.array([-3, 0, 7])
    ones = Content(kind="ones").rows(places, 4)
    content = Content(kind="ones", scaled=True)
    scaled_ones = content.rows(places, 4)
    random = Content(kind="normal", seed=5).rows(places, 16)
    scaled_random = Content(kind="normal", seed=5, scaled=True).rows(places, 16)
    assert not Content().rows(places, 4).any()
    assert np.array_equal(ones, np.ones((3, 4)))
    assert np.array_equal(scaled_ones, np.full((3, 4), 2.0))
    assert np.allclose(scaled_random, 4 * random)
    assert np.allclose(random, cells(5, 16, places, np.arange(16)))


def test_embeddings_of_deviation_1_over_root_d_times_root_d_are_standard_normal():
    def drawn(deviation, scaled):
        content = Content(kind="normal", deviation=deviation, scaled=scaled)
        return content.rows(np.arange(400), 256)

    expected = pytest.approx(1, rel=0.02)
    assert drawn("one", False).std() == expected
    expected = pytest.approx(16, rel=0.02)
    assert drawn("one", True).std() == expected
    expected = pytest.approx(1 / 16, rel=0.02)
    assert drawn("inverse-root", False).std() == expected
    expected = pytest.approx(1, rel=0.02)
    assert drawn("inverse-root", True).std() == expected
    assert np.array_equal(drawn("inverse-root", True), drawn("one", False))
    ones = Content(kind="ones", deviation="inverse-root").rows(np.arange(2), 9)
    assert np.array_equal(ones, np.ones((2, 9)))


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
    first = -30
    embedded = Embedded(_encoding(), content)
    expected = embedded.encoding.table() + content.rows(np.arange(first, 90), 24)
    row_of_5 = expected[5 - first]
    some_rows = embedded.table(positions=[5, first])
    one_row = embedded.table(positions=5)
    assert np.array_equal(embedded.table(), expected)
    assert np.allclose(some_rows, [row_of_5, expected[0]], rtol=0, atol=1e-12)
    assert np.allclose(one_row, row_of_5, rtol=0, atol=1e-12)


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
    raster = embedded.raster(phi, operator)
    image = raster.sample(centres(*rows), centres(*columns))
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
    sinusoidal = Sinusoidal(length=length, dim=dim, first=first)
    embedded = Embedded(sinusoidal, Content(kind="normal", scaled=True))
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
    expected = pytest.approx(errors.max(), abs=1e-13)
    assert actual.error == expected
    expected = pytest.approx(errors.max(), abs=1e-13)
    assert np.abs(matrix @ actual.before - actual.after).max() == expected
