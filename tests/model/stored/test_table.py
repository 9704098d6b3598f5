"""A table resized, against torch's figures (tests/data/README.md); and gaps in one that was only sampled."""

import itertools
from pathlib import Path

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document
from peviewer.model.encodings.learned import Learned
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.table import MOST_CELLS, weights

FILE = Path(__file__).parents[2] / "data/interpolated.npz"


@pytest.fixture(scope="module")
def figures():
    with np.load(FILE) as held:
        return dict(held)


@pytest.mark.parametrize("interpolation", ["bilinear", "bicubic"])
def test_a_grid_agrees_with_torch(figures, interpolation):
    table = pv.Table(figures["table"], patch_rows=7)
    for size, antialias, align in itertools.product(
        ("11x4", "3x9", "7x5", "1x1", "24x24"), (False, True), (False, True)
    ):
        given = table.replace(resize=size, interpolation=interpolation, antialias=antialias, align_corners=align)
        theirs = figures[f"{size} {interpolation} {antialias:d} {align:d}"]
        assert np.abs(given.table() - theirs).max() < 1e-12, (size, antialias, align)


@pytest.mark.parametrize(("length", "align"), [*itertools.product((50, 12, 1), (False, True))])
def test_a_row_of_positions_agrees_with_torch(figures, length, align):
    given = pv.Table(figures["table"], resize=str(length), interpolation="bilinear", align_corners=align)
    assert np.abs(given.table() - figures[f"{length} bilinear 0 {align:d}"]).max() < 1e-12


def test_the_weights_of_a_place_sum_to_one():
    for interpolation, antialias, align in itertools.product(("bilinear", "bicubic"), (False, True), (False, True)):
        assert np.allclose(weights(7, 11, interpolation, antialias, align).sum(axis=1), 1)


def test_a_resized_table_is_a_table_of_its_size_that_can_be_compared_and_opened_again(figures, tmp_path):
    table = pv.Table(figures["table"], patch_rows=7)
    other = table.replace(resize="14x10")
    assert (other.shape, other.grid, other.size) == ((140, 3), (14, 10), "140 × 3")
    assert other.replace(resize="") == table
    assert pv.compare(table, other).differences()["cells"] > 0
    assert pv.compare(table, table.replace(resize="7x5")).differences()["cells"] < 1e-15
    np.save(tmp_path / "a.npy", figures["table"])
    named = pv.Table(tmp_path / "a.npy", patch_rows=7, resize="14x10")
    assert np.array_equal(pv.Document.from_json(pv.Document(encoding=named).to_json()).encoding.table(), other.table())


@pytest.mark.parametrize(
    ("resize", "words"),
    [
        ("x", "resize = 'x' is not allowed: it must be how many positions"),
        ("0x4", "resize = '0x4' is not allowed"),
        ("4x4", "35 positions are no square grid"),
        ("3000x3000", "resize is not allowed: with 3 dimensions"),
    ],
)
def test_a_size_that_cannot_be_is_refused_in_one_line(figures, resize, words):
    with pytest.raises(ValueError, match=words) as caught:
        pv.Table(figures["table"], patch_rows=0 if resize == "4x4" else 7, resize=resize).table()
    assert "\n" not in str(caught.value)


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
