import math
from dataclasses import replace

import numpy as np
import pytest

from peviewer.figures.grammar import Arrows, Axis, Band, Curve, Figure, Panel, Path, Rings, Words
from peviewer.figures.palette import DARK, LIGHT
from peviewer.live.marks.envelope import CROWDED, columns
from peviewer.live.marks.item import MarkItem
from peviewer.live.text import TextLine
from peviewer.model.sampling.series import Samples


def square(*marks, width=4.0, height=2.0):
    x, y = Axis("turn", "", (-width / 2, width / 2)), Axis("turn", "", (-height / 2, height / 2))
    return Figure("", ((Panel(x, y, marks, square=True),),))


def near(shown, color, slack=40):
    return np.all(np.abs(shown.astype(int) - color) <= slack, axis=2)


@pytest.mark.parametrize("size", [(600, 400), (300, 500)])
def test_a_ring_in_a_square_panel_is_round_centred_and_fills_it(view, data_pixels, rgb, size):
    view.resize(*size)
    view.set_figure(square(Rings((0.0,), (0.0,), 1.0, "accent"), width=2.2, height=2.2))
    rect = view.panels[0].area.sceneBoundingRect()
    assert rect.width() == pytest.approx(rect.height())
    assert rect.width() > 0.9 * min(size)
    assert (rect.center().x(), rect.center().y()) == pytest.approx((size[0] / 2, size[1] / 2), abs=3)
    rows, across = np.nonzero(near(data_pixels(view), rgb(LIGHT.accent)))
    assert np.ptp(rows) == pytest.approx(np.ptp(across), abs=2)
    assert np.ptp(rows) == pytest.approx(rect.height() / 1.1, abs=4)


def test_a_square_panel_has_no_axes_and_stays_where_it_is(qtbot, view, mouse):
    view.set_figure(square(Rings((0.0,), (0.0,), 1.0)))
    reported = []
    view.zoomed.connect(reported.append)
    before = view.panels[0].area.x_range
    mouse.wheel(0.5, 0.5, notches=3)
    mouse.drag((0.3, 0.5), (0.6, 0.5))
    qtbot.wait(5)
    assert not view.panels[0].bottom.isVisible()
    assert not view.panels[0].left.isVisible()
    assert (view.panels[0].area.x_range, reported) == (before, [])


def test_a_wider_field_is_fitted_into_the_same_view(view):
    view.set_figure(square(Rings((0.0,), (0.0,), 1.0), width=2.0))
    narrow = view.panels[0].area.sceneBoundingRect()
    view.set_figure(square(Rings((0.0,), (0.0,), 1.0), width=8.0))
    wide = view.panels[0].area.sceneBoundingRect()
    assert narrow.width() == pytest.approx(narrow.height())
    assert wide.width() == pytest.approx(4 * wide.height())


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_strong_arrow_is_thick_and_ends_in_a_disc_a_weak_one_is_thin(view, data_pixels, rgb, palette):
    thickness = {}
    for strong in (True, False):
        view.set_palette(palette)
        view.set_figure(square(Arrows((-1.0,), (0.0,), (2.0,), (0.0,), strong=strong)))
        inked = near(data_pixels(view), rgb(palette.accent), 110)
        _, width = inked.shape
        thickness[strong] = inked[:, width // 2].sum(), inked[:, round(0.75 * width)].sum()
    assert 2 <= thickness[True][0] <= 4
    assert thickness[True][1] > 1.8 * thickness[True][0]
    assert thickness[False][0] < thickness[True][0]
    assert thickness[False][1] <= thickness[False][0]


def test_only_short_arrows_are_drawn_thinner(view, data_pixels, rgb):
    def tip(length):
        view.set_figure(square(Arrows((-1.0,), (0.0,), (length,), (0.0,))))
        inked = near(data_pixels(view), rgb(LIGHT.accent), 110)
        at = round((1.0 + length) / 4 * inked.shape[1])
        return inked[:, at - 2 : at + 3].sum(axis=0).max()

    assert tip(12 / 150) < 0.75 * tip(2.0)  # a panel of 600 pixels is 4 wide
    assert tip(40 / 150) == pytest.approx(tip(2.0), abs=1)


def test_arrows_turn_without_new_items(view, data_pixels):
    items, pictures = [], []
    for angle in (0.0, 0.7):
        hands = Arrows((0.0,), (0.0,), (math.cos(angle),), (math.sin(angle),))
        view.set_figure(square(Rings((0.0,), (0.0,), 1.0), hands))
        items.append(view.panels[0].items)
        pictures.append(data_pixels(view))
    assert items[0] == items[1]
    assert (pictures[0] != pictures[1]).any()


def test_a_fading_path_grows_fainter_towards_its_beginning(view, data_pixels):
    x = tuple(np.linspace(-1.8, 1.8, 100).tolist())
    view.set_figure(square(Path(x, (0.0,) * 100, fading=True)))
    shown = data_pixels(view).astype(int)
    ink = (255 - shown[..., 0]).max(axis=0)
    part = len(ink) // 10
    strengths = [ink[k * part : (k + 1) * part].mean() for k in (1, 4, 6, 8)]
    assert strengths == sorted(strengths)
    assert strengths[0] < 0.2 * strengths[-1]


def test_a_plain_path_is_even_and_skips_missing_points(view, data_pixels, rgb):
    view.set_figure(square(Path((-1.8, float("nan"), 1.8), (0.0, 0.0, 0.0))))
    inked = near(data_pixels(view), rgb(LIGHT.accent), 110).any(axis=0)
    assert inked[round(0.06 * len(inked)) : round(0.94 * len(inked))].all()


def test_words_are_centred_on_their_points(view, data_pixels, rgb):
    view.set_figure(square(Words((-1.0, 1.0), (0.5, -0.5), ("*M*", "MMM"))))
    inked = near(data_pixels(view), rgb(LIGHT.text), 120)
    height, width = inked.shape
    for half, x, y in ((slice(None, width // 2), 0.25, 0.25), (slice(width // 2, None), 0.25, 0.75)):
        rows, across = np.nonzero(inked[:, half])
        assert across.mean() == pytest.approx(x * width, abs=4)
        assert rows.mean() == pytest.approx(y * height, abs=4)


def test_words_side_by_side_shrink_until_they_are_apart(view, data_pixels, rgb):
    places = tuple(np.linspace(-1.8, 1.8, 12).tolist())
    widths = []
    for names in (("8",) * 12, ("8888888",) * 12):
        view.set_figure(square(Words(places, (0.0,) * 12, names)))
        inked = near(data_pixels(view), rgb(LIGHT.text), 120)
        widths.append(np.ptp(np.nonzero(inked)[0]))
    assert widths[1] < widths[0]


def test_words_of_one_expression_are_of_one_size(view, monkeypatch):
    sizes = {}
    monkeypatch.setattr(
        TextLine, "draw", lambda line, *_: sizes.update({line.html: line.font.pixelSize()} if line.html else {})
    )
    view.set_figure(square(*(Words((x,), (0.0,), (text,), room=0.4) for x, text in ((-1.0, "1"), (1.0, "−0.12345")))))
    view.grab()
    assert len(sizes) == 2
    assert len(set(sizes.values())) == 1


def test_small_words_are_left_out_where_they_have_not_the_room_they_name(view, data_pixels, rgb):
    inked = {}
    for room in (2.0, 0.05):
        view.set_figure(square(Words((0.0,), (0.0,), ("named",), small=True, room=room)))
        inked[room] = near(data_pixels(view), rgb(LIGHT.text), 120).any()
    assert inked == {2.0: True, 0.05: False}


def test_strips_reach_as_far_as_the_curve_and_join():
    x = np.linspace(0, 50, 400)
    y = 100 * np.sin(x)
    strips = columns(x, y)
    np.testing.assert_array_equal(strips[:, 0], np.arange(51))
    for left, top, _, height in strips:
        inside = y[(x >= left) & (x < left + 1)]
        assert top <= inside.min()
        assert inside.max() <= top + height
    tops, bottoms = strips[:, 1], strips[:, 1] + strips[:, 3]
    assert (tops[1:] <= bottoms[:-1]).all()
    assert (tops[:-1] <= bottoms[1:]).all()
    np.testing.assert_allclose(columns(x[::-1], y[::-1]), strips)


@pytest.mark.parametrize("rate", [0.2, 5.0])
def test_a_crowded_curve_covers_what_its_lines_would(view, data_pixels, rgb, rate):
    def inked(points):
        x = np.linspace(0, 100, points)
        curve = Curve(Samples(x, 0.8 * np.sin(rate * x)))
        panel = Panel(Axis("position", "", (0, 100)), Axis("value", "", (-1, 1)), (curve,))
        view.set_figure(Figure("", ((panel,),)))
        (item,) = view.panels[0].items
        return near(data_pixels(view), rgb(LIGHT.accent), 120), item.opts["fillLevel"] is not None

    (sparse, _), (crowded, is_filled) = inked(700), inked(round(600 * CROWDED * 2))
    assert is_filled == (rate > 1), "lines that are apart are drawn as lines, smooth at their edges"
    middles = [np.nonzero(some[:, at])[0].mean() for some in (sparse, crowded) for at in (100, 200, 300)]
    assert middles[:3] == pytest.approx(middles[3:], abs=1 if rate < 1 else 25)
    assert crowded.sum() == pytest.approx(sparse.sum(), rel=0.35 if rate < 1 else 0.5)


@pytest.mark.parametrize("row", [2, 3])
def test_a_frame_leaves_what_it_marks_as_it_is(view, table, heat, data_pixels, rgb, row):
    figure = heat(table(np.arange(40.0).reshape(8, 5) / 20 - 1))
    (panel,) = figure.panels
    plain, framed = (
        replace(figure, rows=((replace(panel, marks=(*panel.marks, *marks)),),))
        for marks in ((), (Band("y", row - 0.5, row + 0.5, framed=True),))
    )
    pictures = []
    for shown in (plain, framed):
        view.set_figure(shown)
        pictures.append(data_pixels(view))
    changed = np.flatnonzero((pictures[0] != pictures[1]).any(axis=(1, 2)))
    height = len(pictures[0]) / 8
    assert len(changed) in (2, 3, 4)
    inside = [line for line in changed if row * height + 1 < line < (row + 1) * height - 1]
    assert not inside


def test_an_area_without_pixels_leaves_what_lies_in_it_as_it_was(qtbot, view):
    view.set_figure(square(Rings((0.0,), (0.0,), 1.0)))
    qtbot.waitUntil(lambda: view.panels[0].area.childGroup.transform().m11() != 1)
    area = view.panels[0].area
    item = next(item for item in area.childGroup.childItems() if isinstance(item, MarkItem))
    before = item.transform()
    area.resize(0, area.rect().height())
    area.updateMatrix()
    assert area.childGroup.transform().determinant() == 0
    assert item.transform() == before


def test_a_legend_names_a_shading_by_a_piece_of_it(view, pixels, data_pixels):
    axes = Axis("a", "", (0.0, 1.0)), Axis("b", "", (0.0, 1.0))
    band = Band("x", 0.0, 1.0, color="curve-2")
    pictures, shades = [], []
    for label in ("", "slow"):
        view.set_figure(Figure("", ((Panel(*axes, (replace(band, label=label),), title="Pairs", legend=True),),)))
        header = view.panels[0].header.sceneBoundingRect().toRect()
        pictures.append(pixels(view)[header.top() : header.bottom()])
        shades.append(data_pixels(view)[7, 50].astype(int))  # between two lines of the grid
    counts = [int(np.all(np.abs(picture.astype(int) - shades[0]) <= 2, axis=2).sum()) for picture in pictures]
    assert counts[0] == 0
    assert counts[1] >= 80
