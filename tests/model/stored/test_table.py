"""A table resized, against torch's figures (tests/data/README.md).

And gaps in one that was only sampled.
"""

import itertools
from pathlib import Path

import numpy as np
import pytest

import peviewer as pv
from peviewer.base.typed_values import read_value
from peviewer.model.stored.table import weights

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
        given = table.replace(
            resize=size, interpolation=interpolation, antialias=antialias, align_corners=align
        )
        theirs = figures[f"{size} {interpolation} {antialias:d} {align:d}"]
        assert np.abs(given.table() - theirs).max() < 1e-12, (size, antialias, align)


@pytest.mark.parametrize(("length", "align"), [*itertools.product((50, 12, 1), (False, True))])
def test_a_row_of_positions_agrees_with_torch(figures, length, align):
    given = pv.Table(figures["table"], resize=length, interpolation="bilinear", align_corners=align)
    assert np.abs(given.table() - figures[f"{length} bilinear 0 {align:d}"]).max() < 1e-12


@pytest.mark.parametrize(
    ("length", "rows"),
    [
        (3, [0, 2, 5]),
        (8, [0, 1, 2, 3, 4, 5, 6, 7]),
        (12, [0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7]),
        (16, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]),
    ],
)
def test_the_nearest_row_is_the_one_that_torch_takes_for_the_frames_of_timesformer(length, rows):
    table = np.arange(8.0)[:, None] * [1, -1]
    resized = pv.Table(table, resize=length, interpolation="nearest").table()
    assert resized.tolist() == table[rows].tolist()


def test_the_nearest_place_is_worked_out_in_single_precision_as_torch_does():
    """2 · 41 / 82 is 1, but in single precision less."""
    assert weights(2, 82, "nearest", False, False)[:, 1].sum() == 40
    expected = [[1, 0, 0]]
    assert weights(3, 1, "nearest", False, False).tolist() == expected


def test_the_weights_of_a_place_sum_to_one():
    ways = ("nearest", "bilinear", "bicubic")
    for interpolation, antialias, align in itertools.product(ways, (False, True), (False, True)):
        assert np.allclose(weights(7, 11, interpolation, antialias, align).sum(axis=1), 1)


def test_a_resized_table_has_its_size_and_is_compared_and_opened_again(figures, tmp_path):
    table = pv.Table(figures["table"], patch_rows=7)
    other = table.replace(resize="14x10")
    assert other.shape == (140, 3)
    assert other.grid == (14, 10)
    assert other.size == "140 × 3"
    assert other.replace(resize="") == table
    assert table.replace(resize=(14, 10)) == other
    assert repr(other) == "Learned(length=140, dim=3, patch_rows=7, resize='14x10')"
    typed = pv.Document(encoding=table).edited(
        {"encoding.resize": read_value("50")}
    )  # as on the command line
    assert typed.encoding.shape == (50, 3)
    assert pv.compare(table, other).numbers()["length"] == (35, 140)
    assert (
        pv.compare(table, other).differences() == {}
    )  # a row of the one is another place of the other
    assert pv.compare(table, table.replace(resize="7x5")).differences()["cells"] < 1e-15
    np.save(tmp_path / "a.npy", figures["table"])
    named = pv.Table(tmp_path / "a.npy", patch_rows=7, resize="14x10")
    assert np.array_equal(
        pv.Document.from_json(pv.Document(encoding=named).to_json()).encoding.table(), other.table()
    )


def test_a_row_of_a_class_token_is_left_out_of_an_array_of_patches(figures):
    patches = pv.Table(figures["table"], patch_rows=7)
    table = pv.Table(np.vstack([np.zeros((1, 3)), figures["table"]]), patch_rows=7)
    assert table.length == patches.length
    assert table.grid == patches.grid
    assert "Its first row is no patch, and left out" in table.remarks
    expected = patches.replace(resize="14x10").table()
    assert np.array_equal(table.replace(resize="14x10").table(), expected)


def test_a_number_that_is_not_finite_in_a_sampled_table_is_the_only_gap(monkeypatch):
    for module in ("stored.table", "encodings.learned", "encodings.stored"):
        monkeypatch.setattr(f"peviewer.model.{module}.MOST_CELLS", 100)
    monkeypatch.setattr("peviewer.model.stored.table.AT_ONCE", 64)
    numbers = np.random.default_rng(0).standard_normal((60, 4))
    numbers[5, 1:3] = np.nan  # row 5 is none of the sixteen that are looked at
    table = pv.Table(numbers)
    assert "a number that is not finite leaves a gap" in table.remarks
    raster = pv.Document(encoding=table).embedded.raster()
    shown = raster.sample(np.arange(20), np.arange(4))
    expected = np.isnan(numbers[:20])
    assert np.array_equal(np.isnan(shown), expected)
