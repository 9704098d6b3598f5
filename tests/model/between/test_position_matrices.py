"""The L×L matrix under pixels, exact means for equal pitches and within a grey level for others.

Extents of tables.
"""

from typing import get_args

import numpy as np
import pytest

from peviewer.model.between.extents import Extents, largest_turned_cell, smallest_dot
from peviewer.model.between.pairwise import Metric, pairwise
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shifting import shift_matrix
from tests.blocks import block_means, centres

METRICS = pytest.mark.parametrize("metric", get_args(Metric))
GREY = 1 / 255


def _expected(encoding, metric, rows, columns):
    """Return block means of the full matrix.

    Of a Euclidean distance the root of the mean square.
    """
    if metric == "euclidean":
        return np.sqrt(block_means(pairwise(encoding, "sse"), rows, columns))
    return block_means(pairwise(encoding, metric), rows, columns)


def _span(encoding, metric):
    return {
        "euclidean": np.sqrt(encoding.dim),
        "sse": encoding.dim,
        "dot": encoding.dim / 2,
        "cosine": 1.0,
    }[metric]


SIZES = [
    (metric, *size) for metric in get_args(Metric) for size in ((500, 5), (2, 16), (33, 1), (3, 5))
]


@pytest.mark.parametrize(
    ("metric", "dim", "pitch"), [size for size in SIZES if size[0] != "cosine" or size[1] % 2 == 0]
)
def test_equal_pitches_give_the_mean_of_the_block(metric, pitch, dim):
    encoding = Sinusoidal(length=400, dim=dim, first=-100)
    rows = (10, pitch, 20)
    columns = (0, pitch, 25)
    pairwise_raster = PairwiseRaster(Embedded(encoding), metric)
    image = pairwise_raster.sample(centres(*rows), centres(*columns))
    assert image.shape == (20, 25)
    assert image.dtype == np.float32
    error = np.abs(image - _expected(encoding, metric, rows, columns)).max()
    assert error < (2e-3 if metric == "euclidean" else 2e-6) * _span(encoding, metric)


def test_a_pixel_is_called_a_mean_where_it_is_one():
    even = Embedded(Sinusoidal(length=400, dim=64))
    odd = Embedded(Sinusoidal(length=400, dim=3))
    names = {metric: PairwiseRaster(even, metric).averaged for metric in get_args(Metric)}
    expected = {"euclidean": "root mean square", "sse": "mean", "cosine": "mean", "dot": "mean"}
    assert names == expected
    assert PairwiseRaster(odd, "cosine").averaged == "approximate mean"


def test_the_cosine_of_a_vector_without_length_is_zero():
    encoding = Sinusoidal(length=3, dim=1)
    pairwise_raster = PairwiseRaster(Embedded(encoding), "cosine")
    image = pairwise_raster.sample(np.arange(3), np.arange(3))
    assert np.allclose(image, [[0, 0, 0], [0, 1, 1], [0, 1, 1]])


@METRICS
@pytest.mark.parametrize(("high", "wide"), [(1, 16), (20, 3)])
def test_unequal_pitches_stay_within_a_grey_level_of_the_mean(metric, high, wide):
    encoding = Sinusoidal(length=600, dim=128)
    rows = (30, high, 25)
    columns = (0, wide, 30)
    pairwise_raster = PairwiseRaster(Embedded(encoding), metric)
    image = pairwise_raster.sample(centres(*rows), centres(*columns))
    error = np.abs(image - _expected(encoding, metric, rows, columns)).max()
    assert error <= GREY * _span(encoding, metric)


@METRICS
@pytest.mark.parametrize(("dim", "reduce"), [(64, "mean"), (7, "nearest")])
def test_a_single_row_column_or_cell(metric, dim, reduce):
    encoding = Sinusoidal(length=100, dim=dim)
    raster = PairwiseRaster(Embedded(encoding), metric)
    matrix = pairwise(encoding, metric)
    tolerance = 2e-3 * _span(encoding, metric)
    every = np.arange(100)
    row = raster.sample([37], every, reduce)
    column = raster.sample(every, [37], reduce)
    cell = raster.sample([37], [90], reduce)
    assert np.abs(row - matrix[37:38]).max() < tolerance
    assert np.abs(column - matrix[:, 37:38]).max() < tolerance
    assert np.abs(cell - matrix[37, 90]).max() < tolerance
    assert raster.sample([], every, reduce).shape == (0, 100)


SCALED = Content(kind="normal", scaled=True)


@pytest.mark.parametrize(
    ("dim", "run", "metric", "first"),
    [(16, 2, "sse", -7), (16, 5, "cosine", 9 * 10**15), (7, 4, "dot", 9 * 10**15)],
)
def test_blocks_of_positions_are_compared_by_their_own_norms(first, metric, dim, run):
    sinusoidal = Sinusoidal(length=60, dim=dim, first=first)
    embedded = Embedded(sinusoidal, SCALED)
    table = embedded.table()
    count = 60 // run
    products = table @ table.T
    dots = products.reshape(count, run, count, run).mean(axis=(1, 3))
    squares_of_rows = np.square(table).sum(axis=1)
    squares = squares_of_rows.reshape(count, run).mean(axis=1)
    expected = {
        "dot": dots,
        "sse": squares[:, None] + squares[None, :] - 2 * dots,
        "cosine": dots / np.sqrt(np.outer(squares, squares)),
    }[metric]
    centres = (run - 1) / 2 + run * np.arange(count)
    actual = PairwiseRaster(embedded, metric).sample(centres, centres)
    largest = max(1, np.abs(expected).max())
    np.testing.assert_allclose(actual, expected, rtol=0, atol=2e-6 * largest)


def test_rows_that_all_but_vanish_have_cosines_too():
    sinusoidal = Sinusoidal(length=1_000_000, dim=1)
    embedded = Embedded(sinusoidal, Content(kind="ones"))  # sin t + 1
    vanishing = np.argsort(embedded.table()[:, 0])[:200]
    for row in vanishing:
        actual = PairwiseRaster(embedded, "cosine").sample([row], [0])
        assert np.isfinite(actual).all()


@pytest.mark.parametrize("metric", ["euclidean", "sse"])
@pytest.mark.parametrize("dim", [7, 64])
def test_constant_content_cancels_in_distances_to_the_last_digit_of_a_pixel(metric, dim):
    encoding = Sinusoidal(length=40, dim=dim)
    table = encoding.table() + np.sqrt(dim)
    squares = np.square(table[:, None] - table[None, :]).sum(axis=2)
    embedded = Embedded(encoding, Content(kind="ones", scaled=True))
    actual = PairwiseRaster(embedded, metric)
    expected = squares if metric == "sse" else np.sqrt(squares)
    sampled = actual.sample(np.arange(40), np.arange(40))
    tolerance = 2e-5 if metric == "sse" else 3e-3
    np.testing.assert_allclose(sampled, expected, rtol=1e-6, atol=tolerance)
    exact = actual.exact(range(40), range(40))
    np.testing.assert_allclose(exact, expected, rtol=1e-9, atol=1e-12)


CONTENTS = [
    Content(),
    Content(kind="ones"),
    Content(kind="ones", scaled=True),
    Content(kind="normal", seed=3),
]
CONTENTS += [Content(kind="normal", scaled=True)]
EVERY_CONTENT = pytest.mark.parametrize(
    "content", CONTENTS, ids=lambda content: f"{content.kind}-{content.scaled}"
)


def _holds(ends, values, rounding=2e-6):
    low, high = ends
    rounding *= max(1.0, np.abs(values).max())
    return low - rounding <= values.min() and values.max() <= high + rounding


@EVERY_CONTENT
@pytest.mark.parametrize(("length", "first", "dim"), [(1, 0, 1), (40, 9 * 10**15, 7)])
def test_rows_and_what_they_compare_to_stay_between_the_ends(length, first, dim, content):
    sinusoidal = Sinusoidal(length=length, dim=dim, first=first)
    embedded = Embedded(sinusoidal, content)
    actual = Extents(embedded)
    table = embedded.table()
    squares = np.square(table).sum(axis=1)
    dots = table @ table.T
    norms = np.sqrt(np.where(squares > 0, squares, 1))
    assert _holds((-actual.cell, actual.cell), table)
    assert _holds(actual.dots, dots)
    distances = squares[:, None] + squares[None, :] - 2 * dots
    cosines = dots / norms[:, None] / norms[None, :]
    assert _holds(actual.distances, distances)
    assert _holds(actual.ranges, np.ptp(cosines, axis=1))


@pytest.mark.nightly
@EVERY_CONTENT
@pytest.mark.parametrize("operator", ["interleaved", "concatenated"])
def test_turned_cells_stay_between_the_ends_and_reach_them(content, operator):
    encoding = Sinusoidal(length=300, dim=16)
    embedded = Embedded(encoding, content)
    most = largest_turned_cell(embedded, operator)
    made_for = encoding.model_copy(update={"layout": operator})
    matrices = [shift_matrix(made_for, phi) for phi in np.arange(-40, 40, 0.5)]
    actual = [np.abs(embedded.table() @ matrix.T).max() for matrix in matrices]
    assert 0.9 * most <= max(actual) <= most + 1e-9


def test_ends_of_an_even_table_are_those_of_its_matrix():
    encoding = Sinusoidal(length=300, dim=12, first=-10_000)
    table = encoding.table()
    expected = pytest.approx((table @ table.T).min(), abs=1e-9)
    assert smallest_dot(encoding) == expected
