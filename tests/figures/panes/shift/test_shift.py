"""The shift pane as data: PE beside M(φ)·PE, and one row laid over another."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Heatmap, Note
from peviewer.figures.panes.catalog import pane
from peviewer.model.claims.properties import claim
from peviewer.model.shift.matrix import shift_matrix


def _draw(changes=()):
    return pane("shift").figure(Document().edited(dict(changes)))


def _of(kind, panel):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


@pytest.mark.parametrize("phi", [100.0, -12.5, 0.0])
def test_the_right_picture_is_the_table_moved_by_phi(phi):
    before, after, _ = _draw({"shift.phi": phi, "encoding.length": 40, "encoding.dim": 10}).panels
    encoding = Document().edited({"encoding.length": 40, "encoding.dim": 10}).encoding
    left, right = (_of(Heatmap, panel)[0] for panel in (before, after))
    assert np.allclose(left.raster.sample(range(40), range(10)), encoding.table(), atol=1e-6)
    moved = encoding.table(positions=np.arange(40) + phi)
    assert np.allclose(right.raster.sample(range(40), range(10)), moved, atol=1e-6)


def test_both_pictures_share_axes_colours_and_place():
    before, after, overlay = _draw({"view.zoom": {"dimension": (3.5, 63.5)}, "encoding.first": 3}).panels
    assert (before.x, before.y) == (after.x, after.y)
    left, right = _of(Heatmap, before)[0], _of(Heatmap, after)[0]
    assert (
        (left.levels, left.colormap, left.y0) == (right.levels, right.colormap, right.y0) == ((-1, 1), "diverging", 3)
    )
    assert (overlay.x.quantity, overlay.x.window) == ("dimension", (3.5, 63.5))


def test_transposing_turns_both_pictures():
    before, after, overlay = _draw({"view.transposed": True}).panels
    assert before.x.quantity == after.x.quantity == "position"
    assert overlay.x.quantity == "dimension"


@pytest.mark.parametrize(("row", "phi"), [(3, 100.0), (7, -10.0), (150, 0.25)])
def test_the_moved_row_lies_on_the_row_it_reaches(row, phi):
    overlay = _draw({"cursor.position": row, "shift.phi": phi}).panels[2]
    direct, moved = (curve.series.exact(0, 256)[1] for curve in _of(Curve, overlay) if curve.key)
    assert np.allclose(direct, Document().encoding.table(positions=row + phi), atol=1e-13)
    assert np.allclose(direct, moved, atol=1e-12)
    assert not np.array_equal(direct, moved), "the two are computed in different ways"
    assert overlay.legend
    assert overlay.fact.startswith("largest difference below 10⁻¹")


def test_the_row_and_the_row_it_reaches_are_named():
    overlay = _draw({"cursor.position": 7, "shift.phi": -10.5}).panels[2]
    assert overlay.title == "Row 7, shifted, matches row −3.50"
    assert _draw({"cursor.position": 9000}).panels[2].title == "Row 199, shifted, matches row 299"


def test_phi_is_in_the_title():
    assert _draw({"shift.phi": -0.25}).panels[1].title.endswith("*φ* = −0.25")


def test_with_odd_dimensions_it_says_why_there_is_no_matrix():
    before, empty = _draw({"encoding.dim": 7}).panels
    assert len(_of(Heatmap, before)) == 1
    (note,) = empty.marks
    assert isinstance(note, Note)
    assert "odd *d*" in note.text
    assert "no *M*(*φ*) exists" in note.text


def test_raw_samples_are_asked_for_by_name():
    for panel in _draw({"view.raw": True}).panels[:2]:
        assert _of(Heatmap, panel)[0].reduce == "nearest"


@pytest.mark.parametrize("phi", [1e-4, 0.01])
def test_a_moved_row_that_is_a_little_beside_the_other_misses_it(phi):
    *_, overlay = _draw({"shift.phi": phi, "shift.operator": "flipped"}).panels
    ours, theirs = (curve.series.exact(0, 256)[1] for curve in _of(Curve, overlay) if curve.key)
    assert 1e-6 < np.abs(ours - theirs).max() < 0.1
    assert " misses " in overlay.title


@pytest.mark.parametrize("kind", ["none", "ones", "normal"])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("operator", ["own", "concatenated", "flipped"])
@pytest.mark.parametrize("phi", [0.75, 100.0, -3.0])
def test_colours_and_axis_hold_the_table_before_and_after(kind, scaled, operator, phi):
    changes = {"content.kind": kind, "content.scaled": scaled, "shift.operator": operator, "shift.phi": phi}
    document = Document().edited(changes | {"encoding.length": 60, "encoding.dim": 24, "cursor.position": 59})
    panels = pane("shift").figure(document).panels
    matrix = shift_matrix(document.encoding.model_copy(update={"layout": document.operator}), phi)
    table = document.embedded.table()
    for panel, cells in ((panels[0], table), (panels[1], table @ matrix.T)):
        (heatmap,) = _of(Heatmap, panel)
        assert np.abs(cells).max() <= heatmap.levels[1] + 1e-9
        assert heatmap.levels[0] == -heatmap.levels[1]
    low, high = panels[2].y.limits
    for curve in _of(Curve, panels[2]):
        _, values = curve.series.sample(-0.5, 23.5, 2000)
        assert low <= values.min()
        assert values.max() <= high


@pytest.mark.parametrize(("dim", "blames"), [(2, False), (4, True)])
def test_two_layouts_of_one_pair_are_the_same_one(dim, blames):
    changes = {"encoding.dim": dim, "shift.operator": "concatenated", "content.kind": "normal"}
    document = Document().edited(changes)
    assert ("another layout" in pane("shift").explain(document)) is blames
    failed = claim("linear-shift", document.embedded, document.operator, document.shift.phi)
    assert ("concatenated" in failed.detail) is blames


@pytest.mark.parametrize("layout", ["concatenated", "flipped"])
@pytest.mark.parametrize("content", ["none", "ones"])
def test_sines_and_cosines_that_change_places_turn_pairs_back(layout, content):
    other = {"concatenated": "flipped", "flipped": "concatenated"}[layout]
    changes = {"encoding.layout": layout, "shift.operator": other, "content.kind": content, "shift.phi": 3.5}
    document = Document().edited(changes | {"encoding.length": 20, "encoding.dim": 10})
    heatmap = _of(Heatmap, pane("shift").figure(document).panels[1])[0]
    back = document.encoding.table(positions=np.arange(20) - 3.5)
    shown = heatmap.raster.exact(range(20), range(10))
    assert np.allclose(shown, back, atol=1e-12) is (content == "none")
    text = pane("shift").explain(document)
    assert "turns each pair back, by −*φ*" in text
    assert "no pair" not in text
    assert "no pair" in pane("shift").explain(document.edited({"shift.operator": "interleaved"}))


@pytest.mark.parametrize(("first", "phi", "content", "said"), [
    (9 * 10**15, 0.25, "none", "which is rounded"), (9 * 10**15, 0.25, "ones", "misses"),
    (9 * 10**15, 3.0, "none", "matches"), (10**13, 0.25, "none", "matches"),
])  # fmt: skip
def test_whether_rows_meet_is_left_open_where_rounding_decides(first, phi, content, said):
    changes = {"encoding.first": first, "shift.phi": phi, "content.kind": content, "content.scaled": True}
    document = Document().edited(changes)
    assert said in pane("shift").figure(document).panels[2].title
    assert ("cannot be told" in pane("shift").explain(document)) is (said == "which is rounded")


@pytest.mark.parametrize("changes", [
    {}, {"encoding.dim": 1024, "encoding.length": 4000, "cursor.position": 3999}, {"encoding.first": 10**6},
    {"encoding.first": 10**12}, {"encoding.base": 2.0}, {"encoding.scheme": "timestep"},
])  # fmt: skip
def test_what_is_said_of_rounding_is_true_and_does_not_flicker_while_phi_moves(changes):
    document, said = Document().edited(changes), []
    for phi in np.linspace(0, 100, 61):
        overlay = _draw(changes | {"shift.phi": float(phi)}).panels[2]
        direct, moved = (curve.series.exact(0, 1000)[1] for curve in _of(Curve, overlay) if curve.key)
        text = overlay.fact.removeprefix("largest difference below 10")
        said.append(int(text.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))))
        assert np.abs(direct - moved).max() < 10.0 ** said[-1]
    assert said == sorted(said)
    assert said[-1] - said[0] <= 1
    far = document.encoding.first + document.cursor.position
    assert 10.0 ** said[0] <= 1e-14 * (1 + far), "the bound is not far from what rounding does"
