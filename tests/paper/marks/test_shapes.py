"""Rings, arrows and paths keep their shape; words beside them are as large as they have room for and never overlap."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyArrowPatch

from peviewer.figures.grammar import Arrows, Axis, Panel, Path, Rings, Words
from peviewer.figures.palette import LIGHT
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def square(*marks, wide=4.0, high=2.0, **more):
    return Panel(Axis("turn", "", (-wide / 2, wide / 2)), Axis("turn", "", (-high / 2, high / 2)), marks, square=True)


def painted(made, *marks, style=None, **more):
    return paint(made.figure((square(*marks, **more),)), style or Style()).axes[0]


@pytest.mark.parametrize("style", [Style(), Style(600, 900), Style.default("paper")])
@pytest.mark.parametrize(("wide", "high"), [(4, 2), (1, 5), (20, 1)])
def test_a_unit_is_as_long_upwards_as_sideways_and_the_whole_range_is_shown(made, style, wide, high):
    axes = painted(made, style=style, wide=wide, high=high)
    units = axes.transData.transform([(0, 0), (1, 1)])
    assert units[1, 0] - units[0, 0] == pytest.approx(units[1, 1] - units[0, 1])
    low, top = axes.get_xlim(), axes.get_ylim()
    assert low[0] <= -wide / 2 + 1e-9
    assert low[1] >= wide / 2 - 1e-9
    assert top[0] <= -high / 2 + 1e-9
    assert top[1] >= high / 2 - 1e-9
    assert min((low[1] - low[0]) / wide, (top[1] - top[0]) / high) == pytest.approx(1)


def test_a_square_panel_has_neither_axes_nor_frame(made):
    axes = painted(made)
    assert not len(axes.get_xticks())
    assert not len(axes.get_yticks())
    assert not any(spine.get_visible() for spine in axes.spines.values())


def test_a_square_panel_does_not_carry_its_neighbours_numbers(made):
    heat = made.heat(bar=None)
    left, right = paint(made.figure((Panel(heat.x, heat.y, (), square=True), heat)), Style()).axes
    assert not len(left.get_yticks())
    right.figure.canvas.draw()
    assert right.get_ylabel()
    assert any(label.get_text() for label in right.get_yticklabels())


def test_a_ring_has_its_centre_and_radius(made):
    axes = painted(made, Rings((0.5,), (-0.25,), 0.5))
    (rings,) = [found for found in axes.collections if isinstance(found, PatchCollection)]
    (outline,) = rings.get_paths()
    box = outline.get_extents()
    assert (box.x0, box.x1, box.y0, box.y1) == pytest.approx((0, 1, -0.75, 0.25))
    assert not len(rings.get_facecolor())


def test_a_strong_arrow_has_a_head_and_ends_at_its_tip(made):
    axes = painted(made, Arrows((0.0,), (0.0,), (1.0,), (0.5,), "mark"))
    (arrow,) = [found for found in axes.patches if isinstance(found, FancyArrowPatch)]
    axes.figure.canvas.draw()
    (x, y), height = axes.transData.transform((1.0, 0.5)), Style().height
    picture = np.asarray(axes.figure.canvas.buffer_rgba())[..., :3]
    rows, columns = np.nonzero(np.all(picture == np.rint(np.array(to_rgb(LIGHT.mark)) * 255), axis=-1))
    assert abs(columns.max() - x) <= 3
    assert abs(height - rows.min() - y) <= 6
    assert np.allclose(arrow.get_facecolor()[:3], to_rgb(LIGHT.mark))


def test_a_weak_arrow_is_a_thin_line_without_a_head(made):
    axes = painted(made, Arrows((0.0,), (0.0,), (1.0,), (0.5,), strong=False))
    (line,) = [found for found in axes.collections if isinstance(found, LineCollection)]
    assert not axes.patches
    assert np.allclose(line.get_segments()[0], [(0, 0), (1, 0.5)])
    assert line.get_linewidths()[0] < Style().sizes.line


def test_hands_lie_on_thin_lines_those_on_paths_and_rings_whatever_comes_first(made):
    one = (0.0,), (0.0,)
    hand, line = (Arrows(*one, (1.0,), (0.0,), strong=strong) for strong in (True, False))
    path, rings = Path((0.0, 1.0), (0.0, 0.0)), Rings(*one, 1.0)
    axes = painted(made, Words(*one, ("one",)), hand, line, path, rings)
    (words,), (arrow,), (weak, trace, ring) = axes.texts, axes.patches, axes.collections
    depths = [part.get_zorder() for part in (ring, trace, weak, arrow, words)]
    assert depths == sorted(set(depths))


def test_an_arrow_of_no_length_is_not_drawn(made):
    assert not painted(made, Arrows((0.0,), (0.0,), (0.0,), (0.0,))).patches


def test_a_small_arrow_has_a_small_head(made):
    axes = painted(made, Arrows((0.0, 0.0), (0.0, 0.0), (1.0, 0.02), (0.0, 0.0)))
    large, small = (arrow.get_arrowstyle().head_length for arrow in axes.patches)
    unit = (axes.transData.transform((1, 0)) - axes.transData.transform((0, 0)))[0] * 72 / Style().dpi
    assert small < 0.5 * 0.02 * unit < large


def test_a_fading_path_grows_stronger_to_its_end_and_has_no_gaps(made):
    x = np.linspace(-1, 1, 100)
    axes = painted(made, Path(tuple(x.tolist()), tuple((x**2).tolist()), fading=True))
    (line,) = axes.collections
    strengths = line.get_colors()[:, 3]
    assert strengths[0] < 0.1
    assert strengths[-1] == 1
    assert np.all(np.diff(strengths) > 0)
    pieces = line.get_segments()
    assert all(np.array_equal(a[-1], b[0]) for a, b in pairwise(pieces))
    assert np.allclose(pieces[-1][-1], (1, 1))


@pytest.mark.parametrize("points", [(), (0.5,)])
def test_a_path_without_length_is_not_drawn(made, points):
    assert not painted(made, Path(points, points)).collections


def test_shapes_outside_the_window_are_cut_only_where_there_is_a_frame(made):
    mark = Path((0.0, 9.0), (0.0, 0.0))
    framed = Panel(Axis("a", "a", (0, 1)), Axis("b", "b", (0, 1)), (mark,))
    assert paint(made.figure((framed,)), Style()).axes[0].collections[0].get_clip_on()
    assert not painted(made, mark).collections[0].get_clip_on()


def with_words(made, *marks, style=None):
    panel = Panel(Axis("turn", "", (-2.0, 2.0)), Axis("turn", "", (-1.0, 1.0)), marks, square=True)
    return paint(made.figure((panel,)), style or Style()).axes[0]


def test_words_are_centred_and_of_one_size_where_they_would_touch(made):
    texts = tuple(f"*λ* = {k * 1000}" for k in range(8))
    places = tuple(np.linspace(-1.8, 1.8, 8).tolist())
    axes = with_words(made, Words(places, (0.0,) * 8, texts), style=Style(640, 400))
    renderer = axes.figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in axes.texts]
    assert all(a.x1 < b.x0 for a, b in pairwise(boxes))
    assert len({text.get_fontsize() for text in axes.texts}) == 1
    middle = (boxes[3].x0 + boxes[3].x1) / 2
    assert middle == pytest.approx(axes.transData.transform((places[3], 0))[0], abs=1.5)


def test_words_that_would_touch_in_the_smallest_type_give_way_the_lesser_ones_first(made):
    for count, kinds in ((4, {"*i*", "*λ*"}), (14, {"*i*"}), (60, set())):
        places = tuple(np.linspace(-1.8, 1.8, count).tolist())
        names = Words(places, (0.1,) * count, ("*i* = 0",) * count, small=True)
        lengths = Words(places, (-0.1,) * count, ("*λ* = 100000",) * count, "muted", small=True)
        axes = with_words(made, names, lengths, style=Style(640, 400))
        seen = [text for text in axes.texts if text.get_visible()]
        assert len(seen) == count * len(kinds)
        assert all(text.get_fontsize() >= Style(640, 400).sizes.least - 1e-9 for text in seen)


def test_words_in_the_smallest_type_are_clearly_apart(made):
    """Two numbers with a hair between them would be read as one."""
    pairs = [(-0.01 * wide, 0.01 * wide) for wide in range(20, 60)]
    gaps = []
    for places in pairs:
        words = Words(places, (0.0, 0.0), ("*λ* = 853085", "*λ* = 5953089"), "muted", small=True)
        axes = with_words(made, words, style=Style(640, 400))
        renderer = axes.figure.canvas.get_renderer()
        boxes = [text.get_window_extent(renderer) for text in axes.texts if text.get_visible()]
        gaps += [(b.x0 - a.x1) / a.width for a, b in pairwise(boxes)]
    assert gaps
    assert min(gaps) > 0.04


def test_small_words_that_a_frame_would_cut_are_left_out(made):
    at = Words((0.0, 0.5, 0.99), (0.5, 0.5, 0.5), ("first", "middle", "last"), small=True)
    sides = Axis("a", "a", (0.0, 1.0)), Axis("b", "b", (0.0, 1.0))
    axes = paint(made.figure((Panel(*sides, (Path((0.0, 1.0), (0.0, 1.0)), at)),)), Style(640, 400)).axes[0]
    assert [text.get_text() for text in axes.texts if text.get_visible()] == ["middle"]


def test_a_panel_with_axes_is_there_without_its_words(made):
    crowd = Words((0.5,) * 40, (0.5,) * 40, ("at one place",) * 40, small=True)
    sides = Axis("a", "a", (0.0, 1.0)), Axis("b", "b", (0.0, 1.0))
    axes = paint(made.figure((Panel(*sides, (Path((0.0, 1.0), (0.0, 1.0)), crowd)),)), Style(640, 400)).axes[0]
    assert axes.get_visible()
    assert not any(text.get_visible() for text in axes.texts)


def test_words_use_the_room_of_a_slide_but_keep_their_size_on_paper(made):
    mark = Words((-1.0, 1.0), (0.0, 0.0), ("one", "two"))
    for style, share in ((Style(), 1.4), (Style.default("paper"), 1.0)):
        axes = with_words(made, mark, style=style)
        assert axes.texts[0].get_fontsize() == pytest.approx(share * style.sizes.tick)


def test_the_sign_of_a_number_moves_neither_itself_nor_its_neighbour(made):
    def glyphs(number):
        axes = with_words(made, Words((-0.2, 0.2), (0.0, 0.0), (number, "=")))
        axes.figure.canvas.draw()
        shown = np.asarray(axes.figure.canvas.buffer_rgba())[Style().height // 3 :, :, 0]
        inked = np.flatnonzero((shown < 255).any(axis=0))
        return [(glyph[0], glyph[-1]) for glyph in np.split(inked, np.flatnonzero(np.diff(inked) > 1) + 1)]

    assert glyphs("−0.4444")[1:] == glyphs("\N{FIGURE SPACE}0.4444")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "style",
    [Style(), Style.default("paper"), Style.of_pixels(3840, 2160)],
    ids=lambda style: f"{style.theme}-{style.width:g}",
)
@pytest.mark.parametrize("small", [False, True])
def test_digits_stand_about_as_far_above_their_point_as_below_it(made, style, small):
    axes = with_words(made, Words((0.0,), (0.25,), ("0880",), small=small), style=style)
    page, (_, at) = axes.figure, axes.transData.transform((0.0, 0.25))
    page.canvas.draw()
    ink = np.asarray(page.canvas.buffer_rgba())[..., :3].astype(int)
    left, right = (round(edge) for edge in axes.texts[0].get_window_extent(page.canvas.get_renderer()).intervalx)
    rows = np.flatnonzero((np.abs(ink[:, left:right] - ink[0, 0]) > 60).any(axis=(1, 2)))
    middle = len(ink) - (rows[0] + rows[-1] + 1) / 2
    assert middle == pytest.approx(at, abs=0.25 * (rows[-1] - rows[0]))


def test_words_on_a_path_of_data_are_not_crossed_by_it(made):
    axis = Axis("component", "", (-1.0, 1.0))
    page = paint(
        made.figure((Panel(axis, axis, (Path((-1.0, 1.0), (0.0, 0.0)), Words((0.0,), (0.0,), ("50",), small=True))),)),
        Style(),
    )
    page.canvas.draw()
    (word,) = page.axes[0].texts
    box = word.get_window_extent(page.canvas.get_renderer())
    seen = np.asarray(page.canvas.buffer_rgba())[..., :3].astype(int)
    high = seen.shape[0]
    middle = round(high - (box.y0 + box.y1) / 2)

    def is_blue(x):
        red, _, blue = seen[middle, x]
        return blue - red > 60

    assert is_blue(round(box.x0) - 60)
    assert not any(map(is_blue, range(round(box.x0), round(box.x1))))
