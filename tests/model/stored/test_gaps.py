"""Numbers that are not finite in a table so large that only a sample of it was looked at when it was opened."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.model.encodings.learned import Learned
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.table import MOST_CELLS

DIM = 16
LENGTH = MOST_CELLS // DIM + 10_000
GAPS = np.setdiff1d(np.arange(2000, 9000), linspace_indices(LENGTH, 2**20 // DIM))  # of what is looked at first


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "gaps.npy"
    drawn = np.tile(np.random.default_rng(0).standard_normal((1000, DIM)), (LENGTH // 1000 + 1, 1))[:LENGTH]
    drawn[GAPS, 3:5] = np.nan
    np.save(path, drawn.astype(np.float16))
    return Document(encoding=Learned(path))


@pytest.mark.slow
def test_what_is_not_finite_is_a_gap_and_nothing_else_is(document):
    assert "a number that is not finite leaves a gap" in document.encoding.about
    rows = np.arange(2000, 2040)
    cells = document.embedded.raster().sample(rows, np.arange(DIM))
    expected = np.isin(rows, GAPS)
    assert 0 < expected.sum() < len(rows)
    assert np.array_equal(np.isnan(cells), expected[:, None] & np.isin(np.arange(DIM), [3, 4]))
