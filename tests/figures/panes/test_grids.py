"""The panes of a grid: tiles, their frame and the second panel follow the reference position.

Others say why not.
"""

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Curve, Heatmap, Note, Path, Rule, cell_of
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.learned import Learned
from tests.figures.drawn import of
from tests.made_tables import save_safetensors

TILES = PANES["tiles"]


def test_the_frame_is_round_the_tile_of_the_reference_position():
    sincos = Sincos(rows=5, columns=7, first=100)
    document = Document(encoding=sincos).edited({"cursor.position": 100 + 2 * 7 + 3})
    tiles, patch = TILES.figure(document).panels
    *edges, frame = of(tiles, Path)
    expected = [{4.5, 9.5, 14.5, 19.5}, {6.5, 13.5, 20.5, 27.5, 34.5, 41.5}]
    assert [{*edges[0].y}, {*edges[1].x}] == expected
    assert min(frame.x) == 20.5
    assert max(frame.x) == 27.5
    assert min(frame.y) == 9.5
    assert max(frame.y) == 14.5
    assert patch.title == "*t* = 117"
    assert [rule.label for rule in of(patch, Rule)] == ["column 3", "row 2"]
    expected = [("x", 3), ("y", 2)]
    assert [(rule.direction, rule.at) for rule in of(patch, Rule)] == expected
    across, down = of(patch, Rule)
    expected = 100 + 2 * 7 + 6
    assert (6 - across.origin) * across.factor == expected  # where dragging it to column 6 leads
    expected = pytest.approx(100 + 4 * 7 + 3)
    assert (4 - down.origin) * down.factor == expected
    shown = of(patch, Heatmap)[0].raster.exact(range(5), range(7))
    assert np.unravel_index(shown.argmax(), shown.shape) == (2, 3)
    assert tiles.y.names[10] == "2"
    assert tiles.x.names[21:28] == ("3",) * 7
    assert "row 2 and column 3" in TILES.explanation(document)


def test_a_table_of_patches_has_tiles_and_others_say_why_not():
    square = Document(encoding=Learned(np.random.default_rng(0).standard_normal((49, 8))))
    assert TILES.figure(square).panels[0].title == "7 × 7 tiles"
    for encoding in (Learned(np.eye(50)), Learned()):
        none = Document(encoding=encoding)
        (panel,) = TILES.figure(none).panels
        (note,) = of(panel, Note)
        assert note.text.startswith(f"{encoding.length} positions fill no grid of patches")
        assert note.text in TILES.explanation(none)


@pytest.mark.parametrize(("pane", "scheme", "cell"), [
    ("tiles", "sincos", (30, 20)), ("offsets", "swin", (3, 2)), ("offsets", "axial_rope", (9, 1)),
])  # fmt: skip
def test_a_click_on_a_patch_chooses_it_and_the_cell_shows_what_the_cursor_names(pane, scheme, cell):
    document = Document().edited(
        {"encoding.scheme": scheme, "encoding.first": 10, "cursor.position": 60}
    )
    for panel in PANES[pane].figure(document).panels:
        if not panel.places:
            continue
        pointed = {some.cursor: some.value_at(*cell) for some in panel.places}
        assert cell_of(panel.places, pointed) == cell
        (sets,) = {some.clicked or some.cursor for some in panel.places} - {"other"}
        value = next(
            some.value_at(*cell) for some in panel.places if (some.clicked or some.cursor) == sets
        )
        edited_document = document.edited({f"cursor.{sets}": value})
        chosen = PANES[pane].figure(edited_document)
        (rows, columns), *before = (
            document.encoding.grid[-2:],
            *document.encoding.places(document.reference_position)[:-2],
        )
        place = (cell[1] // rows, cell[0] // columns) if len(panel.places) > 1 else cell[::-1]
        expected = [*before, *place]
        assert document.encoding.places(value).tolist() == expected
        assert chosen != PANES[pane].figure(document)
        return
    raise AssertionError("no panel with places")


def test_a_grid_that_is_set_has_tiles_and_a_guessed_one_is_said_to_be(tmp_path):
    numbers = np.random.default_rng(0).standard_normal((1, 193, 8)).astype(np.float32)
    unknown = Document(
        encoding=Learned(save_safetensors(tmp_path / "v.safetensors", {"pos_embed": numbers}))
    )
    (panel,) = TILES.figure(unknown).panels
    assert "193 positions fill no grid of patches" in of(panel, Note)[0].text
    known = unknown.edited({"encoding.patch_rows": 12})
    assert known.encoding.grid == (12, 16)
    assert known.encoding.length == 192
    assert TILES.figure(known).panels[0].title == "12 × 16 tiles"
    assert "guessed" not in TILES.explanation(known)
    figure = TILES.figure(known.edited({"encoding.length": 100}))
    (panel,) = figure.panels
    assert "100 positions fill no grid of patches" in of(panel, Note)[0].text
    learned = Learned(np.eye(9))
    assert "That 9 positions are 3 × 3 patches is guessed." in TILES.explanation(
        Document(encoding=learned)
    )


class OnGrid(pv.extend.Tabled):
    rows: int = 3

    @property
    def grid(self):
        return (self.rows, 4)

    def table(self, positions):
        return np.stack([np.cos(positions // 4), np.sin(positions // 4), positions % 4], axis=1)


def test_a_class_of_ones_own_on_a_grid_has_tiles():
    scheme = OnGrid(length=12, dim=3)
    tiles, _ = TILES.figure(Document(encoding=scheme)).panels
    assert tiles.title == "3 × 4 tiles"
    vectors = scheme.table() / np.linalg.norm(scheme.table(), axis=1)[:, None]
    shown = of(tiles, Heatmap)[0].raster.exact(range(9), range(16))
    expected = pytest.approx(vectors[1 * 4 + 2] @ vectors[2 * 4 + 3])
    assert shown[1 * 3 + 2, 2 * 4 + 3] == expected
    with pytest.raises(ValueError, match="grid = 5 × 4 is not allowed: there are 12 positions"):
        OnGrid(length=12, dim=3, rows=5)


OFFSETS = PANES["offsets"]


@pytest.mark.parametrize("name", ["pixtral", "qwen2-vl"])
def test_every_pair_is_drawn_once_in_the_colour_of_its_axis(name):
    document = preset(name).document
    scheme = document.encoding
    _, _, axes, pairs = OFFSETS.figure(document).panels
    drawn = [curve.series.exact(-1, scheme.pairs) for curve in of(pairs, Curve)]
    expected = np.arange(scheme.pairs)
    assert np.array_equal(np.sort(np.concatenate([places for places, _ in drawn])), expected)
    for axis, (places, rates) in enumerate(drawn):
        assert (scheme.turned_by()[places.astype(int)] == axis).all()
        assert np.array_equal(rates, scheme.frequencies()[places.astype(int)])
    expected = [curve.color for curve in of(axes, Curve)]
    assert [curve.color for curve in of(pairs, Curve)] == expected


@pytest.mark.parametrize(("other", "titles"), [("columns=4", ["A", "B"]), ("rows=4", ["A − B"])])
def test_two_grids_in_which_a_position_is_at_another_place_are_not_subtracted(other, titles):
    axial_rope = AxialRope(rows=8, columns=8)
    both = compare_with(Document(encoding=axial_rope), other)
    document = both.edited({"compare.shows": "difference", "cursor.position": 11})
    found = [
        panel.title.partition(":")[0]
        for panel in OFFSETS.figure(document).panels
        if "From" in panel.title
    ]
    assert found == titles


def test_words_are_of_the_scheme_on_show():
    assert "16 by frames, 24 by rows and 24 by columns" in OFFSETS.explanation(
        preset("qwen2-vl").document
    )
    assert "one of 169 biases" in OFFSETS.explanation(preset("swin").document)
    swin = Swin(rows=7, columns=5)
    assert "7 × 5 places" in OFFSETS.explanation(Document(encoding=swin))
    video = preset("qwen2-vl").document.edited({"cursor.position": 245})
    assert OFFSETS.figure(video).panels[1].title == "From position *t* = 245, frame 1"


def test_beside_another_scheme_no_curve_of_an_axis_is_lost():
    document = compare_with(preset("pixtral").document, "sharing=halves")
    labels = [
        [curve.label for curve in of(panel, Curve)] for panel in OFFSETS.figure(document).panels
    ]
    assert labels.count(["along rows", "along columns"]) == 2
    assert labels.count(["by rows", "by columns"]) == 2
