"""Schemes that act on attention by the offset on a grid, against numbers computed anew as the authors' codes do."""

from itertools import product

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.code import code
from peviewer.model.claims.properties import properties
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.swin import IndexRaster, Swin


def places_of(rows, columns):
    """Return the row and the column of every patch, each as a column of numbers."""
    y, x = np.divmod(np.arange(rows * columns), columns)
    return y[:, None], x[:, None]


def halves(rows, columns, dim, base):
    """As EVA-02: the frequencies of half a head, by the row, then the same by the column."""
    half = dim // 2
    rates = base ** -(np.arange(0, half, 2) / half)
    y, x = places_of(rows, columns)
    return np.hstack([y * rates, x * rates])


def pixtral(rows, columns, dim, base):
    """As mistral-inference: of the frequencies of a head those at even places by the row, at odd ones by the column."""
    rates = base ** -(np.arange(0, dim, 2) / dim)
    y, x = places_of(rows, columns)
    return np.hstack([y * rates[::2], x * rates[1::2]])


def qwen(frames, rows, columns, dim, base, sections):
    """As transformers: all angles for each of three positions, then a run of each by its section."""
    rates = [base ** -(k / dim) for k in range(0, dim, 2)]
    actual = []
    for place in product(range(frames), range(rows), range(columns)):
        angles = [[position * rate for rate in rates] for position in place]
        start = 0
        taken = []
        for axis, count in enumerate(sections):
            taken += angles[axis][start : start + count]
            start += count
        actual.append(taken)
    return actual


def test_angles_are_those_of_the_authors_codes():
    own = {"rows": 3, "columns": 5, "dim": 12, "base": 300.0}
    assert np.allclose(AxialRope(**own).angles(), halves(**own), rtol=1e-13)
    axial_rope = AxialRope(**own, sharing="alternating")
    assert np.allclose(axial_rope.angles(), pixtral(**own), rtol=1e-13)


def test_sections_are_those_of_qwen2_vl():
    scheme = AxialRope(sharing="sections", frames=2, rows=3, columns=4, dim=128, base=1e6)
    expected = qwen(2, 3, 4, 128, 1e6, [16, 24, 24])
    assert np.allclose(scheme.angles(), expected, rtol=1e-13)
    expected = [16, 24, 24]
    assert np.bincount(scheme.turned_by()).tolist() == expected
    narrow = AxialRope(sharing="sections", frames=2, rows=3, columns=4, dim=40)
    expected = [16, 4, 0]
    assert np.bincount(narrow.turned_by(), minlength=3).tolist() == expected, (
        "a narrow head has no pair for the rest"
    )
    numbers_by_offset = narrow.by_offset(0, 0, np.arange(4))
    assert (numbers_by_offset == 1).all()


@pytest.mark.parametrize("sharing", ["halves", "alternating", "sections", "interleaved"])
def test_scores_by_offset_are_those_of_turned_vectors(sharing):
    grid = {"frames": 2, "rows": 4, "columns": 3}
    pairs = {"frame_pairs": 2, "row_pairs": 3}
    scheme = AxialRope(sharing=sharing, dim=16, base=50.0, **grid, **pairs)
    turned = np.exp(1j * scheme.angles())
    scores = (turned.conj() @ turned.T).real / scheme.pairs
    places = scheme.places(np.array(scheme.positions))
    offsets = np.moveaxis(places[None, :] - places[:, None], -1, 0)
    assert np.allclose(scheme.by_offset(*offsets)[0], scores)
    query = 7
    frame = places[query][:-2].tolist()
    seen = [place[:-2].tolist() == frame for place in places]
    assert np.allclose(scheme.place_map(0, query).ravel(), scores[query][seen])
    assert scheme.offset_maps()[0].shape == (7, 5)
    assert scheme.offset_maps()[0][3, 2] == 1


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 2), (7, 7), (3, 5)])
def test_the_index_is_that_of_swin(rows, columns):
    scheme = Swin(rows=rows, columns=columns)
    places = list(product(range(rows), range(columns)))
    expected = [
        [(y - v + rows - 1) * (2 * columns - 1) + x - u + columns - 1 for v, u in places]
        for y, x in places
    ]  # queries (y, x), keys (v, u)
    length = rows * columns
    assert IndexRaster(scheme).exact(range(length), range(length)).tolist() == expected
    table = scheme.table()
    offset_count = (2 * rows - 1) * (2 * columns - 1)
    assert table.shape == (offset_count, scheme.heads)
    bias = table[np.array(expected)].transpose(2, 0, 1)
    for position in range(length):
        for head in range(scheme.heads):
            assert (scheme.place_map(head, position).ravel() == bias[head, position]).all()


def video_swin_index(frames, rows, columns):
    """As the authors' code: an offset of frames counts for as many as a frame has, all from 0."""
    places = list(product(range(frames), range(rows), range(columns)))
    of_frame = (2 * rows - 1) * (2 * columns - 1)
    return [
        [
            (f - g + frames - 1) * of_frame
            + (y - v + rows - 1) * (2 * columns - 1)
            + x - u + columns - 1
            for g, v, u in places
        ]
        for f, y, x in places
    ]  # fmt: skip


@pytest.mark.parametrize("window", [(2, 3, 2), (3, 1, 2), (8, 7, 7)])
def test_the_index_of_a_window_with_frames_is_that_of_video_swin(window):
    frames, rows, columns = window
    scheme = Swin(frames=frames, rows=rows, columns=columns, heads=2)
    index = np.array(video_swin_index(*window))
    queries = range(0, scheme.length, 1 + scheme.length // 40)
    assert np.array_equal(IndexRaster(scheme).exact(queries, range(scheme.length)), index[queries])
    expected = (index.max() + 1, 2)
    assert scheme.table().shape == expected

    biases = scheme.table()[index].transpose(2, 0, 1)
    of_frame = rows * columns
    for query in queries:
        own_frame = slice(query // of_frame * of_frame, (query // of_frame + 1) * of_frame)
        assert np.array_equal(scheme.place_map(1, query).ravel(), biases[1, query, own_frame])


def test_the_code_of_a_window_with_frames_makes_its_biases():
    scheme = Swin(frames=2, rows=2, columns=3, heads=2)
    names = {}
    exec(code(Document().opening(scheme)), names)
    index = np.array(video_swin_index(2, 2, 3))
    expected = scheme.table()[index].transpose(2, 0, 1)
    assert np.array_equal(names["attention_bias"](), expected)


def test_claims_of_a_window_with_frames_are_about_all_its_offsets():
    swin = Swin(frames=2, rows=2, columns=3, values="ramp", heads=1)
    claims = properties(swin)
    assert claims["both-ways"].holds
    expected = 5 * 5 * 7 - 3 * 3 * 5
    assert claims["extends"].value == expected
    numbers = np.arange(45.0)
    swin = Swin(frames=2, rows=2, columns=3, heads=1, values="chosen", learned=numbers)
    given = properties(swin)
    assert given["both-ways"].value == 44
    assert given["own-bias"].value == 45


def test_a_window_that_is_only_guessed_is_asked_about_until_it_is_set():
    given = {"heads": 1, "values": "chosen", "learned": range(15), "rows": 2, "columns": 3}
    assert Swin(**given).question == ""
    guessed = Swin(**given, window="guessed")
    assert guessed.question == (
        "15 offsets are those of a window of 2 × 3, as shown, or of 3 × 2. "
        "Set its sides if it is another, as in rows=3 columns=2."
    )
    assert list(guessed.answers) == ["It is 2 × 3", "It is 3 × 2"]
    for answer, grid in [("It is 2 × 3", (2, 3)), ("It is 3 × 2", (3, 2))]:
        answered = guessed.replace(**guessed.answers[answer])
        assert answered.grid == grid
        assert answered.question == ""
        assert answered.learned == guessed.learned


def test_a_block_of_indices_is_their_mean():
    raster = IndexRaster(Swin(rows=6, columns=6))
    every = raster.exact(range(36), range(36))
    blocks = every.reshape(9, 4, 6, 6).mean(axis=(1, 3))
    rows = 1.5 + 4 * np.arange(9)
    columns = 2.5 + 6 * np.arange(6)
    assert np.allclose(raster.sample(rows, columns), blocks)


def test_a_table_of_ones_own_is_read_in_the_order_of_indices_head_by_head():
    weight = np.arange(18.0).reshape(9, 2)  # as the authors' code keeps it
    scheme = Swin(learned=weight)
    assert scheme.rows == 2
    assert scheme.columns == 2
    assert scheme.heads == 2
    assert np.array_equal(scheme.table(), weight)
    expected = tuple(range(0, 18, 2))
    assert scheme.learned[:9] == expected
    numbers_by_offset = scheme.by_offset(-1, -1)
    assert numbers_by_offset.tolist() == [16, 17]
    two_heads = Swin(heads=2, seed=4).table()
    five_heads = Swin(heads=5, seed=4).table()
    assert np.array_equal(two_heads, five_heads[:, :2])


def test_the_length_follows_the_grid_and_frames_count_in_sections_alone():
    scheme = AxialRope(rows=7, columns=5)
    assert scheme.length == 35
    assert scheme.grid == (7, 5)
    assert scheme.axis_names == ("y", "x")
    video = scheme.replace(sharing="sections", frames=3)
    assert video.length == 105
    assert video.grid == (3, 7, 5)
    assert video.axis_names == ("t", "y", "x")
    assert video.replace(sharing="halves").length == 35
    assert video.size == "3 × 7 × 5 positions, 64 dimensions"
    assert Swin().size == "7 × 7 positions, 3 heads"
    expected = [[0, 0], [1, 1]]
    assert scheme.replace(first=10).places([10, 16]).tolist() == expected


def test_claims_have_the_verdicts_that_the_rules_give():
    def verdicts(scheme):
        return {claim.name: claim.holds for claim in properties(scheme)}

    square = {
        "relative": True,
        "norm-kept": True,
        "every-turn": False,
        "axes-alike": True,
        "extends": True,
    }
    assert verdicts(AxialRope()) == square
    assert verdicts(AxialRope(sharing="alternating")) == {**square, "axes-alike": False}
    for side, turns in (
        (7, False),
        (8, True),
    ):  # the fastest pair turns in 2π steps, and 7 places are 6
        expected = {**square, "every-turn": turns}
        axial_rope = AxialRope(rows=side, columns=side, dim=4)
        assert verdicts(axial_rope) == expected
    assert verdicts(Swin()) == {
        "both-ways": False,
        "axes-alike": False,
        "own-bias": True,
        "extends": False,
    }
    ramp = verdicts(Swin(values="ramp"))
    assert ramp == {"both-ways": True, "axes-alike": True, "own-bias": False, "extends": False}
