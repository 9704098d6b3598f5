"""The tile picture: every cell is the cosine of two patches, whoever made their vectors and however it is sampled."""

import numpy as np
import pytest

from peviewer.model.between.tiles import TileRaster
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.learned import Learned

ROWS = 4
COLUMNS = 3


def brute(table):
    """Return every cell of the picture, patch by patch."""
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = unit @ unit.T
    by_place = cosines.reshape(ROWS, COLUMNS, ROWS, COLUMNS)
    by_tile = by_place.transpose(0, 2, 1, 3)
    return by_tile.reshape(ROWS * ROWS, COLUMNS * COLUMNS)


SUBJECTS = {
    "closed form": Embedded(Sincos(rows=ROWS, columns=COLUMNS, dim=16, span="unit", offset=1)),
    "content": Embedded(Sincos(rows=ROWS, columns=COLUMNS, dim=16), Content(kind="normal")),
    "learned": Embedded(Learned(np.random.default_rng(3).standard_normal((12, 5)))),
}


@pytest.fixture(params=SUBJECTS, name="tiles")
def _tiles(request):
    return TileRaster(SUBJECTS[request.param], (ROWS, COLUMNS))


def test_each_cell_is_the_cosine_of_the_patch_of_its_tile_and_of_its_place_in_it(tiles):
    expected = brute(tiles.embedded.table())
    assert tiles.shape == (16, 9)
    exact = tiles.exact(range(16), range(9))
    assert np.allclose(exact, expected, atol=1e-12)
    sampled = tiles.sample(range(16), range(9))
    assert np.allclose(sampled, expected, atol=1e-6)
    part = tiles.sample(range(5, 9), range(4, 7))
    assert np.allclose(part, expected[5:9, 4:7], atol=1e-6)
    tile = tiles.tile(2, 1)
    assert np.allclose(tile, expected[8:12, 3:6], atol=1e-12)
    assert tile[2, 1] == pytest.approx(1)


def test_a_pixel_of_several_cells_is_their_mean_across_tiles(tiles):
    cells = brute(tiles.embedded.table())
    between_rows = np.arange(0.5, 16, 2)
    means = tiles.sample(between_rows, np.arange(1.0, 9, 3))
    expected = cells.reshape(8, 2, 3, 3).mean(axis=(1, 3))
    assert np.allclose(means, expected, atol=1e-6)
    nearest = tiles.sample(between_rows + 0.1, range(9), "nearest")
    assert np.allclose(nearest, cells[1::2], atol=1e-6)


def test_a_large_grid_is_sampled_without_its_millions_of_cells():
    sincos = Sincos(rows=128, columns=96, dim=64)
    embedded = Embedded(sincos)
    tiles = TileRaster(embedded, (128, 96))
    assert tiles.averaged == "mean of a sample"
    pitch = 128 * 128 / 200
    rows = pitch * (np.arange(200) + 0.5) - 0.5
    shown = tiles.sample(rows, np.arange(96) + 0.0)
    assert shown.shape == (200, 96)
    assert np.abs(shown).max() <= 1 + 1e-6


def test_a_patch_without_length_is_like_none():
    learned = Learned(np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]]))
    embedded = Embedded(learned)
    tiles = TileRaster(embedded, (2, 2))
    assert not tiles.exact(range(2), range(2)).any()
