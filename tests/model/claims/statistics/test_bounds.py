"""Ends hold every value: of whole tables, and of tails where only some were worked out."""

from math import sqrt

import numpy as np
import pytest

from peviewer.model.claims.statistics import bounds as of_tables
from peviewer.model.claims.statistics import ends as of_turning
from peviewer.model.claims.statistics.bounds import Bounds
from peviewer.model.claims.statistics.ends import lone_sine, row_sums, smallest_dot
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shift.matrix import shift_matrix

CONTENTS = [Content(), Content(kind="ones"), Content(kind="ones", scaled=True), Content(kind="normal", seed=3)]
CONTENTS += [Content(kind="normal", scaled=True)]
EVERY = [
    pytest.mark.parametrize("content", CONTENTS, ids=lambda content: f"{content.kind}-{content.scaled}"),
    pytest.mark.parametrize("dim", [1, 2, 7, 64]),
    pytest.mark.parametrize(("length", "first"), [(1, 0), (2, -1), (40, 9 * 10**15), (700, -200)]),
    pytest.mark.parametrize("cheap", [True, False], ids=["worked out", "bounded"]),
]


def _every(test):
    for mark in EVERY:
        test = mark(test)
    return test


@pytest.fixture
def found(length, first, dim, content, cheap, monkeypatch):
    """Return bounds worked out, or in closed form as of a table that is too large, and the table."""
    caches = (smallest_dot, row_sums, lone_sine)
    for cached in caches:
        cached.cache_clear()
    if not cheap:
        for module in (of_tables, of_turning):
            for name in ("_LAGS", "_ROWS", "_DRAWN", "_COMPARED"):
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, 0)
    embedded = Embedded(Sinusoidal(length=length, dim=dim, first=first), content)
    yield Bounds(embedded), embedded.table()
    for cached in caches:
        cached.cache_clear()


def _holds(ends, values):
    low, high = ends
    rounding = 1e-9 * max(1.0, np.abs(values).max())
    return low - rounding <= values.min() and values.max() <= high + rounding


@_every
def test_rows_and_what_they_compare_to_stay_between_the_ends(found):
    bounds, table = found
    squares, dots = np.square(table).sum(axis=1), table @ table.T
    norms = np.sqrt(np.where(squares > 0, squares, 1))
    assert _holds((-bounds.cell, bounds.cell), table)
    assert _holds(bounds.means, table.mean(axis=1))
    assert _holds(bounds.squares, squares)
    assert _holds(bounds.deviations, table.std(axis=1))
    assert _holds(bounds.dots, dots)
    assert _holds(bounds.distances, squares[:, None] + squares[None, :] - 2 * dots)
    assert _holds(bounds.ranges, np.ptp(dots / norms[:, None] / norms[None, :], axis=1))


@_every
def test_turned_cells_stay_between_the_ends(found):
    bounds, table = found
    encoding = bounds.embedded.encoding
    if encoding.dim % 2:
        return
    for operator in ("interleaved", "concatenated"):
        most = bounds.turned_cell(operator == encoding.layout)
        made_for = encoding.model_copy(update={"layout": operator})
        for phi in (0.5, 0.25 * np.pi, 3.0, -40.0):
            assert np.abs(table @ shift_matrix(made_for, phi).T).max() <= most + 1e-9


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: f"{content.kind}-{content.scaled}")
@pytest.mark.parametrize("dim", [7, 64])
def test_ends_are_not_far_from_the_values(dim, content):
    embedded = Embedded(Sinusoidal(length=700, dim=dim), content)
    bounds, table = Bounds(embedded), embedded.table()
    dots = table @ table.T
    squares = np.diag(dots)
    assert bounds.cell <= 1.4 * np.abs(table).max()
    assert bounds.squares[1] <= 2 * squares.max()
    assert bounds.distances[1] <= 2 * (squares[:, None] + squares[None, :] - 2 * dots).max()
    assert np.ptp(bounds.means) <= 2 * np.ptp(table.mean(axis=1))


def test_ends_of_an_even_table_are_those_of_its_matrix():
    encoding = Sinusoidal(length=300, dim=12, first=-10_000)
    table = encoding.table()
    assert smallest_dot(encoding) == pytest.approx((table @ table.T).min(), abs=1e-9)
    assert row_sums(encoding) == pytest.approx((table.sum(axis=1).min(), table.sum(axis=1).max()), abs=1e-4)


def test_ends_of_a_small_table_with_ones_are_those_of_its_matrix():
    found = Bounds(Embedded(Sinusoidal(length=40, dim=32), Content(kind="ones")))
    cosine = found.embedded.table() / np.sqrt(np.square(found.embedded.table()).sum(axis=1, keepdims=True))
    assert found.dots[0] == pytest.approx((found.embedded.table() @ found.embedded.table().T).min())
    assert found.ranges[1] == pytest.approx(1 - (cosine @ cosine.T).min())


@pytest.mark.parametrize("first", [-1000, 0, 3, 10**6, 10**15])
@pytest.mark.parametrize("length", [1, 2, 3, 100])
@pytest.mark.parametrize("dim", [1, 5, 9])
def test_the_lone_sine_reaches_its_ends_where_it_passes_a_peak(first, length, dim):
    encoding = Sinusoidal(length=length, dim=dim, first=first)
    sines = encoding.table()[:, encoding.columns.sines[-1]]
    low, high = lone_sine(encoding)
    assert low - 1e-12 <= sines.min()
    assert sines.max() <= high + 1e-12
    slow = encoding.frequencies()[-1] < 0.02
    assert not slow or (sines.min() - low < 1e-4 and high - sines.max() < 1e-4)


def test_the_longest_table_of_one_pair_costs_little_memory_and_is_bounded():
    encoding = Sinusoidal(length=10_000_000, dim=2)
    assert smallest_dot(encoding) == pytest.approx(-1, abs=1e-6)
    assert row_sums(encoding) == (-sqrt(2), sqrt(2))
