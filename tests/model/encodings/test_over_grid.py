"""Encodings over a grid, against numbers computed anew in the steps of the code that each is named after."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.code import code
from peviewer.figures.presets import preset
from peviewer.model.claims.properties import properties
from peviewer.model.content import Content
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.sincos import Sincos


def mae(rows, columns, dim):
    """As facebookresearch/mae, util/pos_embed.py: a meshgrid whose first array is of the columns, each half flat."""
    grid = np.meshgrid(np.arange(columns), np.arange(rows))
    halves = []
    for along in grid:
        omega = 1 / 10_000 ** (np.arange(dim // 4) / (dim / 4))
        angles = np.outer(along.reshape(-1), omega)
        halves += [np.sin(angles), np.cos(angles)]
    return np.concatenate(halves, axis=1)


def detr(rows, columns, dim, less=0.0):
    """As facebookresearch/detr, models/position_encoding.py: sums of ones, every other angle a sine, rows first.

    less: what Deformable-DETR takes from these.
    """
    ones = np.ones((rows, columns))
    down = ones.cumsum(0)
    across = ones.cumsum(1)
    down = (down - less) / (down[-1:, :] + 1e-6) * 2 * np.pi
    across = (across - less) / (across[:, -1:] + 1e-6) * 2 * np.pi
    features = dim // 2
    divisors = 10_000 ** (2 * (np.arange(features) // 2) / features)
    halves = []
    for along in (down, across):
        angles = along[:, :, None] / divisors
        pairs = np.stack([np.sin(angles[:, :, 0::2]), np.cos(angles[:, :, 1::2])], axis=-1)
        halves.append(pairs.reshape(rows, columns, -1))
    return np.concatenate(halves, axis=2).reshape(rows * columns, dim)


def timm(rows, columns, dim, *, interleave=False):
    """As pytorch-image-models, timm/layers/pos_embed_sincos.py.

    Places × (row or column) × bands are stacked and flattened.
    """
    axes = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    places = np.stack(axes).reshape(2, -1).T
    bands = 1 / 10_000 ** (np.arange(dim // 4) / (dim // 4))
    angles = places[:, :, None] * bands
    waves = np.stack([np.sin(angles), np.cos(angles)], axis=2 if interleave else 1)
    return waves.reshape(rows * columns, dim)


def diffusers(rows, columns, dim, base_size, interpolation_scale):
    """As huggingface/diffusers, models/embeddings.py, get_2d_sincos_pos_embed: PixArt, SD3."""
    down = np.arange(rows) / (rows / base_size) / interpolation_scale
    across = np.arange(columns) / (columns / base_size) / interpolation_scale
    frequencies = 1 / 10_000 ** (np.arange(dim // 4) / (dim / 4))
    halves = []
    # "here w goes first"
    for along in np.meshgrid(across, down):
        angles = np.outer(along.reshape(-1), frequencies)
        halves += [np.sin(angles), np.cos(angles)]
    return np.concatenate(halves, axis=1)


def sd3(rows, columns, dim):
    """The middle of a grid of 192 × 192, whose places 64 are as far apart as in training."""
    whole = diffusers(192, 192, dim, 64, 1.0).reshape(192, 192, dim)
    top = (192 - rows) // 2
    left = (192 - columns) // 2
    return whole[top : top + rows, left : left + columns].reshape(rows * columns, dim)


def nerf(rows, columns, dim):
    """As bmild/nerf, run_nerf_helpers.py.

    The coordinates, then for 2⁰, 2¹ … their sines and their cosines.
    """
    down = (2 * np.arange(rows) + 1) / rows - 1
    across = (2 * np.arange(columns) + 1) / columns - 1
    axes = np.meshgrid(down, across, indexing="ij")
    coordinates = np.stack(axes, axis=-1).reshape(-1, 2)
    parts = [coordinates]
    for octave in range((dim - 2) // 4):
        angles = coordinates * 2.0**octave
        parts += [np.sin(angles), np.cos(angles)]
    return np.concatenate(parts, axis=1)


def tatp22(*sides, dim):
    """As tatp22/multidim-positional-encoding.

    ⌈d/2a⌉ pairs for each of a axes, sine beside cosine, d columns of all.
    """
    channels = 2 * -(-dim // (2 * len(sides)))
    divisors = 10_000 ** (np.arange(0, channels, 2) / channels)
    parts = []
    for along in np.meshgrid(*map(np.arange, sides), indexing="ij"):
        angles = along.reshape(-1, 1) / divisors
        waves = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
        parts.append(waves.reshape(len(angles), channels))
    return np.concatenate(parts, axis=1)[:, :dim]


PRESETS = {
    "tiles-mae": mae,
    "tiles-detr": detr,
    "tiles-deformable-detr": lambda *sides: detr(*sides, less=0.5),
    "tiles-timm": timm,
    "tiles-pixart": lambda rows, columns, dim: diffusers(rows, columns, dim, rows, 2.0),
    "tiles-sd3": sd3,
    "tiles-nerf": nerf,
}


@pytest.mark.parametrize("name", PRESETS)
def test_presets_have_the_numbers_of_the_code_that_they_name(name):
    scheme = preset(name).document.encoding
    # With fewer numbers it is as right as with all.
    scheme = scheme.replace(dim=scheme.dim % 8 + 24)
    expected = PRESETS[name](*scheme.grid, scheme.dim)
    assert np.allclose(scheme.table(), expected, rtol=0, atol=1e-12)


GRIDS_WITH_DIMENSIONS = (((7,), 9), ((3, 5), 24), ((3, 5), 22), ((2, 3, 4), 24), ((2, 3, 4), 20))


def test_timm_interleaved_is_by_rows():
    scheme = Sincos(rows=3, columns=5, dim=24, order="rows")
    expected = timm(3, 5, 24, interleave=True)
    assert np.allclose(scheme.table(), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize(("sides", "dim"), GRIDS_WITH_DIMENSIONS)
def test_the_package_for_any_number_of_axes_is_by_rows_and_interleaved(sides, dim):
    names = ("frames", "rows", "columns")[-len(sides) :]
    grid = dict(zip(names, sides, strict=True))
    scheme = Sincos(**grid, axes=len(sides), dim=dim, order="rows", layout="interleaved")
    expected = tatp22(*sides, dim=dim)
    assert np.allclose(scheme.table(), expected, rtol=0, atol=1e-13)


def table_of_code(scheme):
    """Return the table that the exported code of a scheme makes."""
    names = {}
    exec(code(Document(encoding=scheme)), names)
    return names["positional_encoding"]()


def axis_of(along, dim):
    frequencies = 1 / 10_000 ** (np.arange(dim // 2) / (dim / 2))
    angles = np.outer(along.reshape(-1), frequencies)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def test_three_axes_are_as_in_v_jepa_and_cogvideox():
    """As src/models/utils/pos_embs.py of facebookresearch/jepa, and models/embeddings.py of
    huggingface/diffusers.
    """
    sides = {"frames": 3, "rows": 2, "columns": 4}
    dim = 32
    ranges = [np.arange(side) for side in sides.values()]
    time, down, across = np.meshgrid(*ranges, indexing="ij")
    jepa = [axis_of(time, dim // 2), axis_of(down, dim // 4), axis_of(across, dim // 4)]
    cogvideo = [axis_of(time, dim // 4), axis_of(across, 3 * dim // 8), axis_of(down, 3 * dim // 8)]
    for parts, fields in (
        (jepa, {"shares": (2, 1, 1), "order": "rows"}),
        (cogvideo, {"shares": (2, 3, 3)}),
    ):
        scheme = Sincos(axes=3, **sides, dim=dim, **fields)
        table = scheme.table()
        claims = properties(scheme)
        names = [claim.name for claim in claims]
        assert np.allclose(table, np.concatenate(parts, axis=1), rtol=0, atol=1e-13)
        assert names[-6:-3] == ["shift-through", "shift-down", "shift-across"]
        assert all(claim.holds for claim in claims if claim.verdict != "informs")
        assert np.allclose(table_of_code(scheme), table, rtol=0, atol=1e-12)


OTHERS = [
    {},
    {
        "order": "rows",
        "layout": "interleaved",
        "span": "unit",
        "offset": 1.0,
        "epsilon": 1e-6,
        "times": "2pi",
    },
    {"order": "rows", "layout": "functions"},
    {"rates": "octaves", "layout": "frequencies", "kept": True, "span": "signed", "dim": 14},
    {"rates": "drawn", "span": "unit", "times": "2pi", "dim": 13},
    {"axes": 1, "dim": 12, "layout": "interleaved"},
]


@pytest.mark.parametrize("fields", OTHERS)
def test_the_code_makes_the_table(fields):
    scheme = Sincos(**{"rows": 3, "columns": 4, "dim": 12, **fields})
    assert np.allclose(table_of_code(scheme), scheme.table(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("fields", [fields for fields in OTHERS if fields.get("rates") != "drawn"])
def test_a_column_holds_what_is_said_of_it(fields):
    scheme = Sincos(**{"rows": 3, "columns": 4, "dim": 12, **fields})
    start, step = scheme.scales()
    coordinates = start + step * scheme.places(scheme.positions)
    columns = scheme.wave_columns()
    times = {"1": 1, "pi": np.pi, "2pi": 2 * np.pi}[scheme.times]

    def expected_column(pair, is_cosine, axis):
        along = coordinates[:, axis]
        if pair < 0:
            return along
        is_wave_of_axis = (columns[:, 2] == axis) & (columns[:, 0] >= 0)
        power = pair - min(columns[is_wave_of_axis, 0])
        rate = 10_000 ** (-power * 2 * scheme.axes / scheme.dim)
        if scheme.rates == "octaves":
            rate = 2.0**power
        angles = times * rate * along
        return np.cos(angles) if is_cosine else np.sin(angles)

    for number, column in enumerate(columns):
        assert np.allclose(scheme.table()[:, number], expected_column(*column))


def test_positions_are_counted_row_by_row_from_the_first():
    scheme = Sincos(rows=3, columns=5, first=10)
    assert scheme.grid == (3, 5)
    assert scheme.length == 15
    expected = [[0, 0], [0, 4], [1, 0], [2, 4]]
    assert scheme.places([10, 14, 15, 24]).tolist() == expected


def test_a_raster_averages_the_cells_of_the_table():
    scheme = Sincos(rows=6, columns=8, dim=16)
    table = scheme.table()
    raster = scheme.raster()
    pixels = raster.sample(np.arange(1.5, 48, 4), np.arange(0.5, 16, 2))
    means = table.reshape(12, 4, 8, 2).mean(axis=(1, 3))
    assert np.allclose(pixels, means, atol=1e-6)
    assert np.array_equal(raster.exact(range(5, 9), range(3, 7)), table[5:9, 3:7])
    assert np.array_equal(scheme[5:9, 3:7], table[5:9, 3:7])


def test_a_vector_moves_along_either_axis_and_leaves_the_other_half():
    place = [2.0, 3.0]
    for fields in OTHERS[:3]:
        scheme = Sincos(**{"rows": 7, "columns": 5, "dim": 16, **fields})
        axis_of_column = scheme.wave_columns()[:, 2]
        before = scheme.at([place])
        for moved, still_axis in (([0, 1.5], 0), ([2, 0], 1)):
            is_still = axis_of_column == still_axis
            after = scheme.shifted(before, moved)
            expected = scheme.at([np.add(place, moved)])
            assert np.allclose(after, expected, atol=1e-12)
            assert np.allclose(after[:, is_still], before[:, is_still], atol=1e-14)
            assert np.abs(after[:, ~is_still] - before[:, ~is_still]).max() > 0.1


def names_of_failing(claims):
    return {claim.name for claim in claims if not claim.holds}


@pytest.mark.parametrize("fields", OTHERS[:4])
def test_claims_are_of_rows_and_columns(fields):
    scheme = Sincos(**{"rows": 7, "columns": 5, **fields})
    expected = ["unique", "bounded", "grid-extends", "constant-norm", "by-places", "symmetric"]
    if scheme.is_whole:
        expected += ["shift-down", "shift-across"]
    expected_to_fail = set()
    if scheme.span != "places":
        expected_to_fail.add("grid-extends")
    if scheme.kept:
        expected_to_fail.add("constant-norm")
    claims = [claim for claim in properties(scheme) if claim.verdict != "informs"]
    assert [claim.name for claim in claims] == expected
    assert names_of_failing(claims) == expected_to_fail


def test_the_norm_is_constant_until_there_is_content():
    norm = properties(Sincos(dim=64))["constant-norm"]
    assert norm.value == pytest.approx(np.sqrt(32))
    with_content = properties(Sincos(), content=Content(kind="normal"))
    assert {"by-places", "shift-down", "shift-across"} <= names_of_failing(with_content)


def test_gaussian_features_are_those_of_tancik_with_a_seeded_draw():
    """The demo of Fourier Feature Networks: places k/side, (2π·place) @ Bᵀ, sines, then cosines."""
    grid = {"rows": 3, "columns": 5, "dim": 12}
    drawn_waves = {"rates": "drawn", "span": "unit", "times": "2pi", "spread": 4.0, "seed": 7}
    scheme = Sincos(**grid, **drawn_waves)
    drawn = np.random.default_rng(7).normal(0, 4.0, (6, 2))
    places = np.array([[row / 3, column / 5] for row in range(3) for column in range(5)])
    angles = 2 * np.pi * places @ drawn.T
    expected = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    assert np.allclose(scheme.table(), expected, atol=1e-12)
    assert not np.allclose(scheme.table(), scheme.replace(seed=8).table())


def test_octaves_are_those_of_nerf_s_equation():
    """Equation 4 of arXiv 2003.08934, of each coordinate by itself."""
    sincos = Sincos(rows=3, columns=2, dim=12)
    scheme = sincos.replace(rates="octaves")
    assert scheme.span == "signed"
    assert scheme.offset == 0.5
    assert scheme.times == "pi"

    def gamma(p):
        waves = []
        for k in range(3):
            waves += [np.sin(2**k * np.pi * p), np.cos(2**k * np.pi * p)]
        return waves

    places = [(x, y) for y in (-2 / 3, 0, 2 / 3) for x in (-0.5, 0.5)]
    expected = [gamma(x) + gamma(y) for x, y in places]
    assert np.allclose(scheme.table(), expected, atol=1e-12)
    assert Sincos().replace(rates="octaves").dim == 40


@pytest.mark.parametrize(
    ("rows", "columns", "remark"),
    [(2, 2, "4 of 6 pairs turn by more"), (1, 2, "2 of 6 pairs turn"), (1, 1, "")],
)
def test_pairs_that_turn_fast_from_place_to_place_are_counted(rows, columns, remark):
    scheme = Sincos(rows=rows, columns=columns, dim=12, rates="octaves")
    assert scheme.remarks.startswith(remark)
    assert bool(scheme.remarks) == bool(remark)


def test_dinov3_turns_by_the_centres_of_patches_between_minus_one_and_one():
    scheme = AxialRope(rows=2, columns=3, dim=8, base=100, span="signed", offset=0.5, times="2pi")
    expected = []
    for y in (-0.5, 0.5):
        for x in (-2 / 3, 0, 2 / 3):
            turns = [y / 1, y / 10, x / 1, x / 10]
            expected.append([2 * np.pi * turn for turn in turns])
    assert np.allclose(scheme.angles(), expected, atol=1e-12)
    # Two rows span 2, three columns, too.
    of_rows = scheme.frequencies()[:2]
    of_columns = scheme.frequencies()[2:]
    assert np.allclose(of_rows, [2 * np.pi, 2 * np.pi / 10])
    assert np.allclose(of_columns, [4 * np.pi / 3, 4 * np.pi / 30])


def test_axes_apart_each_have_a_run_from_the_fastest_pair_on():
    grid = {"frames": 2, "rows": 2, "columns": 2}
    scheme = AxialRope(dim=16, sharing="apart", frame_pairs=2, row_pairs=4, **grid)
    expected = [1, 1e-2, 1, 1e-1, 1e-2, 1e-3, 1, 1e-2]
    assert np.allclose(scheme.frequencies(), expected)
    expected = [0, 0, 1, 1, 1, 1, 2, 2]
    assert scheme.turned_by().tolist() == expected


def test_a_grid_of_one_place_has_one_position():
    sincos = Sincos(rows=1, columns=1, dim=8)
    assert sincos.length == 1
    assert Sincos(rows=1, columns=3, dim=8).length == 3
