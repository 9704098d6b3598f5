"""Statistics of rows and columns: against NumPy on whole tables, against the notebooks, at any size."""

import tracemalloc
from itertools import product
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from peviewer.model.claims.statistics.dimensions import (
    DimensionDeviations,
    dimension_deviations,
    exact_dimension_deviations,
)
from peviewer.model.claims.statistics.extents import extents
from peviewer.model.claims.statistics.ranges import (
    compared_with,
    exact_similarity_ranges,
    sampled_columns,
    similarity_ranges,
)
from peviewer.model.claims.statistics.rows import RowStatistic, block_moments, moments
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.timestep import Timestep

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
        Sinusoidal(length=50, dim=100, schedule="endpoint"),
        Sinusoidal(length=300, dim=7, first=-40),
        Sinusoidal(length=64, dim=30, layout="flipped", first=1000),
        Sinusoidal(length=1, dim=1),
        Sinusoidal(length=20, dim=2, schedule="endpoint"),
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


@pytest.mark.parametrize(
    ("dim", "layout"), [(8, "interleaved"), (1000, "concatenated"), (4096, "flipped"), (65_536, "concatenated")]
)
def test_a_sample_of_columns_is_of_whole_pairs_from_the_fastest_to_the_slowest(layout, dim):
    order = Sinusoidal(dim=dim, layout=layout).columns
    chosen = sampled_columns(Sinusoidal(dim=dim, layout=layout), 512)
    sines, cosines = chosen[~order.is_cosine[chosen]], chosen[order.is_cosine[chosen]]
    assert order.pairs[sines].tolist() == order.pairs[cosines].tolist()
    assert 256 < len(chosen) <= 512 or len(chosen) == dim
    steps = np.diff(np.sort(order.pairs[sines]))
    assert len(set(steps.tolist())) == 1
    assert order.pairs[sines].min() == 0
    assert order.pairs[sines].max() + steps[0] >= dim // 2


def test_scaled_random_content_moves_each_dimension_by_its_factor_in_a_table_too_large_to_work_out():
    embedded = Embedded(Sinusoidal(length=5000, dim=256), Content(kind="normal", scaled=True))
    np.testing.assert_allclose(dimension_deviations(embedded), embedded.table().std(axis=0), rtol=0.05)


@pytest.mark.parametrize(
    ("first", "turns", "length"),
    [(0, 0.5, 2), (5, 1.0, 3), (38_412_400, 1.5, 200), (0, 500.5, 3), (5, 1000.0, 200), (38_412_400, 20_062.9, 2)],
)
def test_deviations_are_those_of_the_table_where_pairs_make_half_turns_or_whole_ones(length, turns, first):
    embedded = Embedded(Timestep(length=length, dim=8, scale=2 * np.pi * turns, first=first))
    np.testing.assert_allclose(dimension_deviations(embedded), embedded.table().std(axis=0), rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("first", "base", "length"), [(0, 10.0, 1), (-7, 1e4, 2), (9 * 10**15, 1e12, 3), (0, 1e4, 5), (-7, 1e12, 200)]
)
def test_however_little_a_dimension_varies_its_deviation_has_eight_digits(length, base, first, exact_frequencies):
    encoding = Sinusoidal(length=length, dim=9, base=base, first=first)
    with mpmath.workdps(60):
        omega = exact_frequencies(encoding)
        table = [[(mpmath.cos if j % 2 else mpmath.sin)(omega[j // 2] * (first + row)) for j in range(9)]
                 for row in range(length)]  # fmt: skip
        means = [mpmath.fsum(column) / length for column in zip(*table, strict=True)]
        expected = [
            float(mpmath.sqrt(mpmath.fsum((value - mean) ** 2 for value in column) / length))
            for column, mean in zip(zip(*table, strict=True), means, strict=True)
        ]
    np.testing.assert_allclose(dimension_deviations(Embedded(encoding)), expected, rtol=1e-8, atol=0)


def test_numbers_to_keep_count_every_cell_of_random_content_and_leave_zeros_zero():
    embedded = Embedded(Sinusoidal(length=300_001, dim=4, first=-5), Content(kind="normal"))
    _, kept = DimensionDeviations(embedded, 0.0, np.inf, 1e-6).exact(-1, 10)
    np.testing.assert_allclose(kept, embedded.table().std(axis=0), rtol=0, atol=1e-12)
    assert np.abs(kept - dimension_deviations(embedded)).max() > 1e-4, "a view draws what is expected"
    assert exact_dimension_deviations(embedded) is exact_dimension_deviations(embedded), "worked out once"
    alone = DimensionDeviations(Embedded(Sinusoidal(length=1, dim=4)), 0.0, 0.01, 1e-6)
    assert alone.exact(-1, 10)[1].tolist() == [0, 0, 0, 0]
    assert alone.sample(-1, 10, 100)[1].tolist() == [1e-6] * 4


@pytest.mark.sampled
@EVERY_CONTENT
@pytest.mark.parametrize("dim", [1, 2, 7, 64, 600])
def test_ranges_to_keep_are_those_of_the_whole_matrix(dim, content):
    embedded = Embedded(Sinusoidal(length=700, dim=dim, first=-9), content)
    positions, kept = RowStatistic(embedded, "range").exact(-1e9, 1e9)
    assert positions.tolist() == list(range(-9, 691))
    np.testing.assert_allclose(kept, _plainly(embedded, "range"), rtol=0, atol=1e-12)


@pytest.mark.slow
def test_ranges_at_a_million_positions_are_kept_by_every_lag():
    encoding = Sinusoidal(length=1_000_000, dim=16)
    kept = exact_similarity_ranges(Embedded(encoding), [0, 999_999, 500_000])
    omega = np.array([10_000.0 ** (-i / 8) for i in range(8)])
    similarities = np.zeros(1_000_000)
    for w in omega:
        similarities += np.cos(w * np.arange(1_000_000)) / 8
    np.testing.assert_allclose(kept[:2], 1 - similarities.min(), rtol=0, atol=1e-9)
    np.testing.assert_allclose(kept[2], 1 - similarities[:500_001].min(), rtol=0, atol=1e-9)


def test_what_a_view_compares_with_is_known():
    assert compared_with(Embedded(Sinusoidal(length=200, dim=7))) == (200, 7)
    assert compared_with(Embedded(Sinusoidal(length=5000, dim=8))) == (5000, 8)
    positions, dims = compared_with(Embedded(Sinusoidal(length=5000, dim=1001)))
    assert positions == 512 < 5000
    assert 256 < dims <= 512


def test_zoomed_out_norms_of_random_content_scatter_as_the_rows_do():
    embedded = Embedded(Sinusoidal(length=100_000, dim=256), Content(kind="normal"))
    positions, norms = RowStatistic(embedded, "norm").sample(-0.5, 99_999.5, 500)
    assert len(positions) >= 400
    np.testing.assert_allclose(norms, np.linalg.norm(embedded.table(positions), axis=1), rtol=0, atol=1e-9)
    assert np.ptp(norms) > 3
