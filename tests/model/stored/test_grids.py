"""Grids of patches in arrays of three axes: which axis has the channels."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.code import code
from peviewer.model.encodings.learned import Learned
from peviewer.model.stored.grids import channels_by_likeness, channels_by_width


def smooth_grid(rows, columns, channels, seed=0):
    """Return rows × columns × channels that neighbours have nearly alike, and channels not at all."""
    amplitudes = np.random.default_rng(seed).standard_normal((4, channels))
    down = np.linspace(0, 1, rows)[:, None, None]
    across = np.linspace(0, 1, columns)[None, :, None]
    waves = [np.sin(3 * down), np.cos(3 * down), np.sin(3 * across), np.cos(3 * across)]
    return sum(wave * row for wave, row in zip(waves, amplitudes, strict=True))


@pytest.mark.parametrize(("rows", "columns", "channels"), [(6, 9, 64), (8, 8, 96), (14, 14, 768)])
@pytest.mark.parametrize("axes", ["hwc", "1hwc", "chw", "1chw"])
def test_the_axis_of_a_usual_width_has_the_channels(tmp_path, rows, columns, channels, axes):
    grid = np.random.default_rng(1).standard_normal((rows, columns, channels))
    stored = grid if axes.endswith("hwc") else np.moveaxis(grid, -1, 0)
    stored = stored[None] if axes.startswith("1") else stored
    np.save(tmp_path / "grid.npy", stored)
    for table in (Learned(tmp_path / "grid.npy"), Learned(stored)):
        assert table.grid == (rows, columns)
        expected = grid.reshape(-1, channels)
        assert np.array_equal(table.table(), expected)
        assert not table.question


@pytest.mark.parametrize(
    ("rows", "columns", "channels"), [(64, 64, 128), (10, 13, 20), (64, 96, 64)]
)
@pytest.mark.parametrize("axis", [0, 2])
def test_else_the_axis_whose_neighbours_are_least_alike_has_them(rows, columns, channels, axis):
    grid = smooth_grid(rows, columns, channels)
    stored = np.moveaxis(grid, -1, axis)
    assert channels_by_width(stored.shape) is None
    assert channels_by_likeness(stored, "float64") == ("first" if axis == 0 else "last")
    table = Learned(stored).table()
    assert np.array_equal(table, grid.reshape(-1, channels))


def test_only_a_corner_of_a_large_grid_is_compared():
    stored = np.moveaxis(smooth_grid(128, 128, 160), -1, 0).astype(np.float32)
    stored[:, 128:] = np.nan
    assert channels_by_likeness(stored, "float32") == "first"


@pytest.mark.parametrize("where", ["file", "memory"])
def test_where_nothing_tells_the_axis_is_asked_and_the_answer_sets_it(tmp_path, where):
    stored = np.random.default_rng(3).standard_normal((6, 7, 9))
    np.save(tmp_path / "noise.npy", stored)
    table = Learned(tmp_path / "noise.npy" if where == "file" else stored)
    assert table.grid == (6, 7)
    assert table.dim == 9
    assert (
        "Of 6 × 7 × 9 numbers nothing tells whether the channels are first or last"
        in table.question
    )
    assert list(table.answers) == ["Channels are first", "Channels are last"]

    answered = table.replace(**table.answers["Channels are first"])
    assert answered.grid == (7, 9)
    assert answered.dim == 6
    assert answered.question == ""
    assert np.array_equal(answered.table(), stored.reshape(6, 63).T)
    assert answered.replace(**table.answers["Channels are last"]).grid == (6, 7)


@pytest.mark.parametrize("channels", ["first", "last"])
def test_the_axis_of_channels_is_part_of_sessions_and_of_code(tmp_path, channels):
    stored = smooth_grid(5, 6, 7).astype(np.float32)
    np.save(tmp_path / "grid.npy", stored)
    for table in (Learned(tmp_path / "grid.npy"), Learned(stored)):
        set_table = table.replace(channels=channels)
        document = Document().opening(set_table)
        again = Document.from_json(document.to_json()).encoding
        assert again == set_table
        expected = stored.reshape(30, 7) if channels == "last" else stored.reshape(5, 42).T
        assert np.array_equal(again.table(), expected)
    names = {}
    learned = Learned(tmp_path / "grid.npy", channels=channels)
    exec(code(Document().opening(learned)), names)
    assert np.array_equal(names["positional_encoding"](), expected)


def test_a_table_of_two_axes_has_no_switch_of_channels():
    learned = Learned(np.zeros((3, 4)))
    assert learned.axes == "two"
    assert Learned(np.zeros((3, 4, 5))).axes == "three"
