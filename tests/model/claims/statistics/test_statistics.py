"""Statistics of rows and columns: against NumPy on whole tables, against the notebooks, at any size."""

import tracemalloc
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from peviewer.model.claims.statistics.dimensions import (
    dimension_deviations,
)
from peviewer.model.claims.statistics.extents import extents
from peviewer.model.claims.statistics.ranges import (
    compared_with,
    similarity_ranges,
)
from peviewer.model.claims.statistics.rows import RowStatistic, block_moments, moments
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal

KINDS = ("norm", "mean", "deviation", "range")
CONTENTS = [Content(), Content(kind="ones"), Content(kind="normal", seed=3), Content(kind="normal", scaled=True)]
EVERY_CONTENT = pytest.mark.parametrize("content", CONTENTS, ids=lambda content: f"{content.kind}-{content.scaled}")


def _plainly(embedded, kind):
    """Return a statistic from the whole table, as NumPy has it."""
    table = embedded.table()
    if kind == "range":
        norms = np.linalg.norm(table, axis=1)
        directions = table / np.where(norms > 0, norms, 1)[:, None]
        return np.ptp(directions @ directions.T, axis=1)
    return {"norm": lambda: np.linalg.norm(table, axis=1), "mean": lambda: table.mean(axis=1),
            "deviation": lambda: table.std(axis=1)}[kind]()  # fmt: skip


@pytest.fixture(scope="module")
def seeds():
    with np.load(Path(__file__).parents[3] / "data" / "seeds.npz") as arrays:
        return dict(arrays)


def test_the_notebook_s_norms_means_and_ranges(seeds):
    embedded = Embedded(Sinusoidal(length=50, dim=100, schedule="endpoint"))
    found = moments(embedded, np.arange(50))
    np.testing.assert_allclose(found.of("norm"), seeds["s1_norms"], rtol=0, atol=1e-14)
    np.testing.assert_allclose(found.of("mean"), seeds["s1_means"], rtol=0, atol=1e-14)
    # The notebook adds 1e-11 to every norm.
    expected = np.ptp(seeds["s1_cos"], axis=1)
    np.testing.assert_allclose(similarity_ranges(embedded, np.arange(50)), expected, rtol=0, atol=4e-12)


def test_most_columns_of_a_short_table_hardly_vary():
    deviations = dimension_deviations(Embedded(Sinusoidal(length=50, dim=512)))
    assert (deviations < 0.01).sum() == 163
    assert np.array_equal(deviations < 0.01, Sinusoidal(length=50, dim=512).table().std(axis=0) < 0.01)


@EVERY_CONTENT
@pytest.mark.parametrize(
    "encoding",
    [
        Sinusoidal(length=64, dim=30, layout="flipped", first=1000, schedule="endpoint"),
        Sinusoidal(length=1, dim=1),
    ],
    ids=str,
)
def test_small_tables_are_worked_out(encoding, content):
    embedded = Embedded(encoding, content)
    ends = encoding.positions
    for kind in KINDS:
        x, y = RowStatistic(embedded, kind).sample(ends[0] - 0.5, ends[-1] + 0.5, 2000)
        assert x.tolist() == list(ends)
        np.testing.assert_allclose(y, _plainly(embedded, kind)[(x - ends[0]).astype(int)], rtol=0, atol=1e-6)
    np.testing.assert_allclose(dimension_deviations(embedded), embedded.table().std(axis=0), rtol=0, atol=1e-12)


@given(encoding=st.from_type(Sinusoidal))
@example(encoding=Sinusoidal(length=25, dim=36, base=1.015625, schedule="endpoint"))
def test_closed_forms_equal_the_table(encoding):
    for content in CONTENTS[:2]:
        embedded = Embedded(encoding, content)
        found = block_moments(embedded, np.arange(encoding.length, dtype=float), 1.0)
        np.testing.assert_allclose(found.of("mean"), _plainly(embedded, "mean"), rtol=0, atol=2e-6)
        # the closed form's mean is rounded to single precision, and counts d times in the squared norm
        norms = _plainly(embedded, "norm") ** 2 / encoding.dim
        np.testing.assert_allclose(found.of("norm") ** 2 / encoding.dim, norms, rtol=0, atol=1e-6)
        variances = _plainly(embedded, "deviation") ** 2
        np.testing.assert_allclose(found.of("deviation") ** 2, variances, rtol=0, atol=4e-6)
        np.testing.assert_allclose(dimension_deviations(embedded), embedded.table().std(axis=0), rtol=0, atol=1e-12)


@pytest.mark.parametrize("dim", [40, 7])
@pytest.mark.parametrize("kind", ["none", "ones"])
def test_zoomed_out_a_pixel_is_the_mean_of_its_rows_and_of_norms_the_root_mean_square(dim, kind):
    embedded = Embedded(Sinusoidal(length=6000, dim=dim, first=-100), Content(kind=kind))
    table = embedded.table().reshape(60, 100 * dim)
    deviations = embedded.table().std(axis=1).reshape(60, 100).mean(axis=1)
    for statistic, expected in (
        ("mean", table.mean(axis=1)),
        ("deviation", deviations),
        ("norm", np.sqrt(np.square(table).sum(axis=1) / 100)),
    ):
        x, y = RowStatistic(embedded, statistic).sample(-100.5, 5899.5, 60)
        inside = np.interp(-100.5 + 100 * (np.arange(60) + 0.5), x, y)
        np.testing.assert_allclose(inside, expected, atol=2e-3 * max(1, abs(expected).max()))


@given(encoding=st.from_type(Sinusoidal))
def test_the_range_is_that_of_the_whole_matrix(encoding):
    embedded = Embedded(encoding)
    found = similarity_ranges(embedded, np.array(encoding.positions))
    np.testing.assert_allclose(found, _plainly(embedded, "range"), rtol=0, atol=1e-9)


def test_a_sampled_range_is_close_to_the_range_and_never_beyond():
    content = Content(kind="ones")
    embedded = Embedded(Sinusoidal(length=3000, dim=64), content)
    found, expected = similarity_ranges(embedded, np.arange(0, 3000, 50)), _plainly(embedded, "range")[::50]
    assert (found <= expected + 1e-9).all()
    assert (found > 0.85 * expected).all()


def test_raw_samples_are_single_rows():
    embedded = Embedded(Sinusoidal(length=6000, dim=40))
    x, y = RowStatistic(embedded, "mean", "nearest").sample(-0.5, 5999.5, 100)
    assert (x == np.floor(x)).all()
    np.testing.assert_allclose(y, embedded.table(x).mean(axis=1), atol=1e-6)


@pytest.mark.slow
@EVERY_CONTENT
def test_the_largest_table_takes_little_memory(content):
    embedded = Embedded(Sinusoidal(length=10_000_000, dim=65_536), content)
    embedded.encoding.frequencies()
    tracemalloc.start()
    try:
        extents(embedded).deviations, extents(embedded).ranges  # worked out when asked for
        for kind, (low, high) in product(KINDS, ((-0.5, 9_999_999.5), (5e6, 5e6 + 300))):
            x, y = RowStatistic(embedded, kind).sample(low, high, 700)
            assert np.isfinite(y).all()
            assert 100 <= len(x) <= 705
        assert tracemalloc.get_traced_memory()[1] < 96 * 2**20  # 32 of them the random numbers that repeat
    finally:
        tracemalloc.stop()


@EVERY_CONTENT
@pytest.mark.parametrize("dim", [1, 64])
def test_ranges_to_keep_are_those_of_the_whole_matrix(dim, content):
    embedded = Embedded(Sinusoidal(length=700, dim=dim, first=-9), content)
    positions, kept = RowStatistic(embedded, "range").exact(-1e9, 1e9)
    assert positions.tolist() == list(range(-9, 691))
    np.testing.assert_allclose(kept, _plainly(embedded, "range"), rtol=0, atol=1e-12)


def test_what_a_view_compares_with_is_known():
    assert compared_with(Embedded(Sinusoidal(length=200, dim=7))) == (200, 7)
    assert compared_with(Embedded(Sinusoidal(length=5000, dim=8))) == (5000, 8)
    positions, dims = compared_with(Embedded(Sinusoidal(length=5000, dim=1001)))
    assert positions == 512 < 5000
    assert 256 < dims <= 512
