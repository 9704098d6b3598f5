"""Where M(φ) lands rows: the largest difference over the rows that were tried, and the row that has it."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import Embedded
from peviewer.model.content.landing import worst_landing


@pytest.mark.parametrize("content", ["none", "ones", "normal"])
@pytest.mark.parametrize("operator", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("phi", [0.0, -10.0, 3.5, 1000.0])
def test_it_is_the_worst_of_the_rows_that_land_inside(content, operator, phi):
    encoding = pv.Sinusoidal(length=50, dim=20, first=-7)
    embedded = Embedded(encoding, Content(kind=content))
    tried = [t for t in range(-7, 43) if -7 <= t + phi <= 42] or list(range(-7, 43))
    matrix = pv.shift_matrix(encoding.model_copy(update={"layout": operator}), phi)
    before, after = embedded.table(tried), embedded.table(np.array(tried) + phi)
    errors = np.abs(before @ matrix.T - after).max(axis=1)
    found = worst_landing(embedded, operator, phi)
    assert found.positions.tolist() == tried
    assert found.error == pytest.approx(errors.max(), abs=1e-13)
    assert np.abs(matrix @ found.before - found.after).max() == pytest.approx(errors.max(), abs=1e-13)


@pytest.mark.parametrize(("length", "dim", "tried"), [(1, 4, 1), (10**7, 4, 100), (10**7, 500, 50), (10**7, 65_536, 2)])
def test_few_rows_are_tried_however_large_the_table(length, dim, tried):
    assert worst_landing(Embedded(pv.Sinusoidal(length=length, dim=dim)), "interleaved", 0.0).positions.size == tried
