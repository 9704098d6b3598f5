"""Extents hold every value of a small table, and of a large one about all: they are those of a fixed sample."""

import numpy as np
import pytest

from peviewer.model.between.extents import Extents, largest_turned_cell, smallest_dot
from peviewer.model.content import Content, Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shifting import shift_matrix

CONTENTS = [Content(), Content(kind="ones"), Content(kind="ones", scaled=True), Content(kind="normal", seed=3)]
CONTENTS += [Content(kind="normal", scaled=True)]
EVERY_CONTENT = pytest.mark.parametrize("content", CONTENTS, ids=lambda content: f"{content.kind}-{content.scaled}")


def _holds(ends, values, rounding=2e-6):
    low, high = ends
    rounding *= max(1.0, np.abs(values).max())
    return low - rounding <= values.min() and values.max() <= high + rounding


@EVERY_CONTENT
@pytest.mark.parametrize(("length", "first", "dim"), [(1, 0, 1), (40, 9 * 10**15, 7)])
def test_rows_and_what_they_compare_to_stay_between_the_ends(length, first, dim, content):
    embedded = Embedded(Sinusoidal(length=length, dim=dim, first=first), content)
    actual, table = Extents(embedded), embedded.table()
    squares, dots = np.square(table).sum(axis=1), table @ table.T
    norms = np.sqrt(np.where(squares > 0, squares, 1))
    assert _holds((-actual.cell, actual.cell), table)
    assert _holds(actual.dots, dots)
    assert _holds(actual.distances, squares[:, None] + squares[None, :] - 2 * dots)
    assert _holds(actual.ranges, np.ptp(dots / norms[:, None] / norms[None, :], axis=1))


@pytest.mark.nightly
@EVERY_CONTENT
@pytest.mark.parametrize("operator", ["interleaved", "concatenated"])
def test_turned_cells_stay_between_the_ends_and_reach_them(content, operator):
    encoding = Sinusoidal(length=300, dim=16)
    embedded = Embedded(encoding, content)
    most, made_for = largest_turned_cell(embedded, operator), encoding.model_copy(update={"layout": operator})
    actual = [np.abs(embedded.table() @ shift_matrix(made_for, phi).T).max() for phi in np.arange(-40, 40, 0.5)]
    assert 0.9 * most <= max(actual) <= most + 1e-9


def test_ends_of_an_even_table_are_those_of_its_matrix():
    encoding = Sinusoidal(length=300, dim=12, first=-10_000)
    table = encoding.table()
    assert smallest_dot(encoding) == pytest.approx((table @ table.T).min(), abs=1e-9)
