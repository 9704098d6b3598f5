"""Content plus encoding: its table, its rasters, its distances, and M(φ) made for the wrong layout."""

from typing import get_args

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.between.pairwise import pairwise
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.content import Content, Embedded, worst_shift_error
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shifting import shift_matrix
from peviewer.model.turning.pairs import Layout

SINGLE = 1e-5
CONTENTS = [Content(kind="ones"), Content(kind="ones", scaled=True), Content(kind="normal", seed=7)]
EVERY_CONTENT = pytest.mark.parametrize("content", CONTENTS, ids=lambda content: f"{content.kind}-{content.scaled}")
LAYOUTS = pytest.mark.parametrize("layout", get_args(Layout))
OPERATORS = pytest.mark.parametrize("operator", get_args(Layout))


def _encoding(layout="interleaved", length=120, dim=24):
    return Sinusoidal(length=length, dim=dim, layout=layout, first=-30)


def _operator(encoding, operator, phi):
    return shift_matrix(encoding.model_copy(update={"layout": operator}), phi)


def _centres(start, size, count):
    return start + (size - 1) / 2 + size * np.arange(count)


def _block_means(matrix, rows, columns):
    (top, high, down), (left, wide, across) = rows, columns
    picked = matrix[top : top + high * down, left : left + wide * across]
    return picked.reshape(down, high, across, wide).mean(axis=(1, 3))


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
    assert np.allclose(embedded.shifted(embedded.table(), 3.5, operator), expected, rtol=0, atol=1e-13)


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
    expected = _block_means(embedded.table() @ matrix.T, rows, columns)
    image = embedded.raster(phi, operator).sample(_centres(*rows), _centres(*columns))
    assert np.abs(image - expected).max() < SINGLE


@pytest.mark.parametrize(("position", "token"), [(2.49, 2), (2.5, 3), (-2.5, -2), (-2.51, -3)])
def test_between_tokens_the_nearest_is_added_half_way_the_later(position, token):
    encoding, content = _encoding(), Content(kind="normal", seed=1)
    added = Embedded(encoding, content).table([position]) - encoding.table([position])
    np.testing.assert_allclose(added, content.rows(np.array([token]), encoding.dim), atol=1e-12)


@EVERY_CONTENT
@pytest.mark.parametrize(("metric", "dim"), [("euclidean", 7), ("cosine", 24), ("dot", 7)])
def test_distances_follow_the_content(content, metric, dim):
    embedded = Embedded(_encoding(dim=dim), content)
    expected = pairwise(embedded.table(), metric)
    raster = PairwiseRaster(embedded, metric)
    assert raster.shape == (120, 120)
    image = raster.sample(np.arange(120), np.arange(120))
    scale = max(1.0, np.abs(expected).max())
    assert np.abs(image - expected).max() < (2e-3 if metric == "euclidean" else SINGLE) * scale
    single = raster.sample([20], np.arange(120))
    assert np.abs(single - expected[20]).max() < (2e-3 if metric == "euclidean" else SINGLE) * scale


@pytest.mark.parametrize(
    ("first", "length", "dim", "wide", "phi", "operator"),
    [(-30, 40, 6144, 512, 0.0, None), (10**12, 9000, 8, 2, -10.0, "flipped")],
)
def test_random_content_has_its_exact_means_where_it_repeats(length, dim, wide, first, phi, operator):
    embedded = Embedded(Sinusoidal(length=length, dim=dim, first=first), Content(kind="normal", scaled=True))
    rows, columns = (0, length // 4, 4), (0, wide, dim // wide)
    raster = embedded.raster(phi, operator)
    expected = _block_means(raster.exact(range(length), range(dim)), rows, columns)
    actual = raster.sample(_centres(*rows), _centres(*columns))
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
    before, after = embedded.table(tried), embedded.table(np.array(tried) + phi)
    errors = np.abs(before @ matrix.T - after).max(axis=1)
    actual = worst_shift_error(embedded, operator, phi)
    assert actual.positions.tolist() == tried
    assert actual.error == pytest.approx(errors.max(), abs=1e-13)
    assert np.abs(matrix @ actual.before - actual.after).max() == pytest.approx(errors.max(), abs=1e-13)
