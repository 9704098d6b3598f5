"""Encodings over a grid, against numbers worked out anew in the steps of the code that each is named after."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.code import code
from peviewer.model.claims.properties import properties
from peviewer.model.content.content import Content
from peviewer.model.encodings.grids.fourier import Fourier
from peviewer.model.encodings.grids.sincos2d import Sincos2D
from peviewer.model.encodings.grids.sincos3d import Sincos3D
from peviewer.model.shift.over_grid import GridOperatorRaster, entries, shift_error, shift_over_grid

CONVENTIONS = ("mae", "detr", "detr-plain", "timm", "timm-interleaved")
GRIDS = [(3, 5), (1, 1)]


def mae(rows, columns, dim):
    """As facebookresearch/mae, util/pos_embed.py: a meshgrid whose first array is of the columns, each half flat."""
    grid = np.meshgrid(np.arange(columns), np.arange(rows))
    halves = []
    for along in grid:
        omega = 1 / 10_000 ** (np.arange(dim // 4) / (dim / 4))
        angles = np.outer(along.reshape(-1), omega)
        halves += [np.sin(angles), np.cos(angles)]
    return np.concatenate(halves, axis=1)


def detr(rows, columns, dim, normalize):
    """As facebookresearch/detr, models/position_encoding.py: sums of ones, every other angle a sine, rows first."""
    ones = np.ones((rows, columns))
    down, across = ones.cumsum(0), ones.cumsum(1)
    if normalize:
        down = down / (down[-1:, :] + 1e-6) * 2 * np.pi
        across = across / (across[:, -1:] + 1e-6) * 2 * np.pi
    features = dim // 2
    divisors = 10_000 ** (2 * (np.arange(features) // 2) / features)
    halves = []
    for along in (down, across):
        angles = along[:, :, None] / divisors
        pairs = np.stack([np.sin(angles[:, :, 0::2]), np.cos(angles[:, :, 1::2])], axis=-1)
        halves.append(pairs.reshape(rows, columns, -1))
    return np.concatenate(halves, axis=2).reshape(rows * columns, dim)


def timm(rows, columns, dim, interleave):
    """As pytorch-image-models, timm/layers/pos_embed_sincos.py: (place, row or column, band), stacked and flattened."""
    places = np.stack(np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")).reshape(2, -1).T
    bands = 1 / 10_000 ** (np.arange(dim // 4) / (dim // 4))
    angles = places[:, :, None] * bands
    return np.stack([np.sin(angles), np.cos(angles)], axis=2 if interleave else 1).reshape(rows * columns, dim)


SOURCES = {
    "mae": mae,
    "detr": lambda *sides: detr(*sides, normalize=True),
    "detr-plain": lambda *sides: detr(*sides, normalize=False),
    "timm": lambda *sides: timm(*sides, interleave=False),
    "timm-interleaved": lambda *sides: timm(*sides, interleave=True),
}


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_two_axes_are_as_in_the_named_code(convention, grid):
    for dim in (4, 24):
        scheme = Sincos2D(rows=grid[0], columns=grid[1], dim=dim, convention=convention)
        assert np.allclose(scheme.table(), SOURCES[convention](*grid, dim), rtol=0, atol=1e-13)


def test_a_column_is_named_after_what_it_holds():
    scheme = Sincos2D(rows=4, columns=4, dim=8)
    assert [scheme.column_name(j) for j in (0, 3, 4, 7)] == [
        "column, pair 0, sin", "column, pair 1, cos", "row, pair 0, sin", "row, pair 1, cos",
    ]  # fmt: skip
    for convention in CONVENTIONS:
        scheme = Sincos2D(rows=3, columns=4, dim=12, convention=convention)
        start, step = scheme.scales()
        for j in range(12):
            axis, pair, function = scheme.column_name(j).split(", ")
            axis = ("row", "column").index(axis)
            angle = (
                scheme.frequencies()[int(pair.split()[1])] * (start + step * scheme.places(scheme.positions))[:, axis]
            )
            assert np.allclose(scheme.table()[:, j], getattr(np, function)(angle))


def test_positions_are_counted_row_by_row_from_the_first():
    scheme = Sincos2D(rows=3, columns=5, first=10)
    assert scheme.grid == (3, 5)
    assert scheme.length == 15
    assert scheme.places([10, 14, 15, 24]).tolist() == [[0, 0], [0, 4], [1, 0], [2, 4]]
    with pytest.raises(ValueError, match="position = 25 is not allowed: the grid has whole ones from 10 to 24"):
        scheme.table([12, 25])
    with pytest.raises(ValueError, match=r"position = 10\.5 "):
        scheme.table(10.5)


def test_the_length_follows_the_grid():
    assert Sincos2D(rows=3, columns=5).replace(rows=4).length == 20
    with pytest.raises(ValueError, match="length = 7 is not allowed: a grid of 3 × 5 has 15 positions"):
        Sincos2D(rows=3, columns=5, length=7)
    assert Sincos2D(length=60).grid == Sincos2D(rows=3).replace(length=60).grid == (6, 10)
    with pytest.raises(ValueError, match="columns = 997 is not allowed"):
        Sincos2D(length=997)
    with pytest.raises(ValueError, match="rows = 0 is not allowed: it must be a whole number from 1 to 128"):
        Sincos2D(rows=0)
    with pytest.raises(ValueError, match="dim = 6 is not allowed: it must be a multiple of 4"):
        Sincos2D(dim=6)


def test_a_raster_averages_the_cells_of_the_table():
    scheme = Sincos2D(rows=6, columns=8, dim=16)
    table = scheme.table()
    shown = scheme.raster().sample(np.arange(1.5, 48, 4), np.arange(0.5, 16, 2))
    assert np.allclose(shown, table.reshape(12, 4, 8, 2).mean(axis=(1, 3)), atol=1e-6)
    assert np.array_equal(scheme.raster().exact(range(5, 9), range(3, 7)), table[5:9, 3:7])
    assert np.array_equal(scheme[5:9, 3:7], table[5:9, 3:7])


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_operator_moves_along_either_axis_and_leaves_the_other_half(convention):
    scheme = Sincos2D(rows=7, columns=5, dim=16, convention=convention)
    rows, columns = (np.array([axis in scheme.column_name(j) for j in range(16)]) for axis in ("row", "column"))
    before = scheme.at([[2.0, 3.0]])
    for moved, still in (([0, 1.5], rows), ([2, 0], columns)):
        after = shift_over_grid(scheme, before, moved)
        assert np.allclose(after, scheme.at([np.add([2.0, 3.0], moved)]), atol=1e-12)
        assert np.array_equal(after[:, still], before[:, still])
        assert np.abs(after[:, ~still] - before[:, ~still]).max() > 0.1
    assert shift_error(scheme, [1.25, -2.5]) < 1e-12


def test_the_operator_is_two_blocks_and_orthogonal():
    scheme = Sincos2D(dim=16)
    raster = GridOperatorRaster(scheme, (0.0, 2.5))
    matrix = raster.exact(range(16), range(16))
    assert np.allclose(matrix @ matrix.T, np.eye(16), atol=1e-14)
    assert np.array_equal(matrix[8:, 8:], np.eye(8))  # MAE's second half is of the rows
    assert not matrix[:8, 8:].any()
    assert not matrix[8:, :8].any()
    assert np.allclose(raster.sample(range(16), range(16)), matrix, atol=1e-7)
    index, factor = entries(scheme, [0.0, 2.5])
    assert np.allclose([matrix[row, index[row]] for row in range(16)], factor)


def test_claims_are_of_rows_and_columns():
    names = ["unique", "bounded", "grid-extends", "constant-norm", "by-places", "symmetric"]
    for convention in CONVENTIONS:
        claims = properties(Sincos2D(rows=7, columns=5, convention=convention))
        assert [claim.name for claim in claims] == [*names, "shift-down", "shift-across"]
        failing = {claim.name for claim in claims if not claim.holds}
        assert failing == ({"grid-extends"} if convention == "detr" else set())
    assert properties(Sincos2D(dim=64))["constant-norm"].value == pytest.approx(np.sqrt(32))
    content = {claim.name for claim in properties(Sincos2D(), content=Content(kind="normal")) if not claim.holds}
    assert {"by-places", "shift-down", "shift-across"} <= content


def test_three_axes_are_as_in_v_jepa():
    """As facebookresearch/jepa, src/models/utils/pos_embs.py: half for the depth, a quarter for height and width."""

    def one(dim, along):
        angles = np.einsum("m,d->md", along.reshape(-1).astype(float), 1 / 10_000 ** (np.arange(dim // 2) / (dim / 2)))
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)

    frames, side, dim = 3, 4, 24
    height, depth, width = np.meshgrid(np.arange(side), np.arange(frames), np.arange(side))
    wanted = np.concatenate([one(dim // 2, depth), one(dim // 4, height), one(dim // 4, width)], axis=1)
    scheme = Sincos3D(frames=frames, rows=side, columns=side, dim=dim)
    assert scheme.grid == (3, 4, 4)
    assert scheme.places(23).tolist() == [1, 1, 3]
    assert np.allclose(scheme.table(), wanted, rtol=0, atol=1e-13)
    assert shift_error(scheme, [1, -0.5, 2.5]) < 1e-12
    assert [claim.name for claim in properties(scheme)][-3:] == ["shift-through", "shift-down", "shift-across"]
    assert all(claim.holds for claim in properties(scheme))


def test_three_axes_are_as_in_cogvideox():
    """As huggingface/diffusers, models/embeddings.py: a quarter for time, and of the rest half for w, then h."""

    def one(dim, along):
        angles = np.outer(along.reshape(-1), 1 / 10_000 ** (np.arange(dim // 2) / (dim / 2)))
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)

    frames, height, width, dim = 3, 2, 4, 32
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    spatial = np.concatenate([one(3 * dim // 8, across), one(3 * dim // 8, down)], axis=1)
    temporal = one(dim // 4, np.arange(frames))
    wanted = np.concatenate(
        [np.repeat(temporal[:, None], height * width, axis=1), np.repeat(spatial[None], frames, axis=0)], axis=-1
    ).reshape(frames * height * width, dim)
    scheme = Sincos3D(frames=frames, rows=height, columns=width, dim=dim, convention="cogvideox")
    assert np.allclose(scheme.table(), wanted, rtol=0, atol=1e-13)
    assert shift_error(scheme, [1, -0.5, 2.5]) < 1e-12
    assert all(claim.holds for claim in properties(scheme))
    with pytest.raises(ValueError, match="dim = 24 is not allowed: as in CogVideoX it is a multiple of 16"):
        scheme.replace(dim=24)


@pytest.mark.parametrize("convention", ["vjepa", "cogvideox"])
def test_the_code_of_three_axes_makes_the_table(convention):
    scheme = Sincos3D(frames=3, rows=2, columns=5, dim=48, convention=convention)
    names = {}
    exec(code(Document(encoding=scheme)), names)
    assert np.allclose(names["positional_encoding"](), scheme.table(), rtol=0, atol=1e-12)


def test_gaussian_features_are_those_of_tancik_with_a_seeded_draw():
    """As the demo of Fourier Feature Networks: places k/side, (2π·place) @ Bᵀ, sines, then cosines."""
    scheme = Fourier(rows=3, columns=5, dim=12, spread=4.0, seed=7)
    drawn = np.random.default_rng(7).normal(0, 4.0, (6, 2))
    places = np.array([[y / 3, x / 5] for y in range(3) for x in range(5)])
    angles = 2 * np.pi * places @ drawn.T
    assert np.allclose(scheme.table(), np.concatenate([np.sin(angles), np.cos(angles)], axis=1), atol=1e-12)
    assert not np.allclose(scheme.table(), scheme.replace(seed=8).table())
    wide = Fourier(dim=4096, spread=3.0).wave_vectors() / (2 * np.pi)
    assert wide.std() == pytest.approx(3.0, rel=0.05)
    assert abs(wide.mean()) < 0.15


def test_octaves_are_those_of_nerf():
    """Equation 4 of arXiv 2003.08934, of each coordinate by itself."""
    scheme = Fourier(rows=3, columns=2, features="nerf", dim=12)

    def gamma(p):
        return [turn(2**k * np.pi * p) for k in range(3) for turn in (np.sin, np.cos)]

    wanted = [gamma(x) + gamma(y) for y in (-2 / 3, 0, 2 / 3) for x in (-0.5, 0.5)]
    assert np.allclose(scheme.table(), wanted, atol=1e-12)
    assert scheme.replace(features="gaussian").dim == 12
    assert Fourier().replace(features="nerf").dim == 40
    assert "4 of 6 pairs turn by more than half a turn" in Fourier(rows=2, columns=2, features="nerf", dim=12).about
    assert "2 of 6 pairs turn by more than half a turn" in Fourier(rows=1, columns=2, features="nerf", dim=12).about
    assert "half a turn" not in Fourier(rows=1, columns=1, features="nerf", dim=12).about
