"""Curves, rules and bands are told apart by their looks.

Shapes keep theirs; words beside them never overlap.
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import FancyArrowPatch

from peviewer.figures.grammar import (
    Arrows,
    Axis,
    Band,
    Curve,
    Dials,
    Figure,
    Heatmap,
    Note,
    Panel,
    Path,
    Rule,
    Words,
)
from peviewer.figures.palette import LIGHT, SHADE_STRENGTH
from peviewer.model.sampling.series import Bounds, Samples
from peviewer.paper.marks.words import DOT, OFF
from peviewer.paper.page.heading_items import legend_item
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style
from tests.made_figures import Checks

STYLE = Style(700, 300)


def is_rule(line):
    """Return whether a line has two ends, and one height or one place across."""
    x, y = line.get_data()
    is_straight = len(set(x)) == 1 or len(set(y)) == 1
    return len(x) == 2 and is_straight


def test_rules_are_thinner_than_curves_and_dashed_where_asked(made):
    figure = made.figure((made.curves(),))
    page = paint(figure, Style())
    (axes,) = page.axes
    half, three = filter(is_rule, axes.lines)
    sine = next(line for line in axes.lines if len(set(line.get_ydata())) > 3)
    assert half.get_linewidth() == three.get_linewidth() < sine.get_linewidth()
    assert half.get_linestyle() == "-"
    assert three.get_linestyle() == "--"


@pytest.mark.parametrize(
    ("direction", "framed", "far"), [("x", False, 10**12), ("y", False, 0), ("y", True, 10**12)]
)
def test_a_band_stands_where_its_own_axis_says_however_far_out_that_begins(
    made, direction, framed, far
):
    place = "xy".index(direction)
    axes = [made.Axis(name, name, (0.0, 10.0)) for name in "ab"]
    axes[place] = made.Axis("far", "far", (far, far + 10.0))
    band = Band(direction, far + 4, far + 5, framed=framed)
    figure = made.figure((made.Panel(*axes, (band,)),))
    page = paint(
        figure,
        STYLE,
    )
    (data,) = page.axes
    begin = data.bbox.min[place]
    length = data.bbox.size[place]
    if framed:
        first_ends = [line.get_transform().transform(line.get_xydata())[0] for line in data.lines]
        edges = sorted(end[place] for end in first_ends)
    else:
        edges = np.array(data.patches[0].get_window_extent())[:, place].tolist()
    expected = [begin + 0.4 * length, begin + 0.5 * length]
    assert edges == pytest.approx(expected, abs=2)


def test_a_solid_band_has_its_full_colour_and_another_one_is_a_shade_of_it(made):
    axes = [made.Axis(name, name, (0.0, 10.0)) for name in "ab"]
    bands = Band("x", 1.0, 2.0, solid=True), Band("x", 3.0, 4.0)
    figure = made.figure((made.Panel(*axes, bands),))
    page = paint(figure, STYLE)
    (data,) = page.axes
    assert [patch.get_alpha() for patch in data.patches] == [1.0, SHADE_STRENGTH]


@pytest.mark.parametrize("origin", [0, 10**12])
def test_a_diagonal_goes_through_all_places_that_far_apart(made, origin):
    axes = [made.Axis("position", name, (origin - 0.5, origin + 99.5)) for name in "ts"]
    panel = made.Panel(*axes, (made.Diagonal(25.0, "lag"),))
    figure = made.figure((panel,))
    page = paint(figure, STYLE)
    (data,) = page.axes
    (line,) = data.lines
    assert (line.get_xdata() - line.get_ydata()).tolist() == [25.0, 25.0]
    expected = [data.get_xlim()[0] + 25, data.get_xlim()[1]]
    assert [float(end) for end in line.get_xdata()] == expected
    assert [text.get_text() for text in data.texts] == ["lag"]


def test_what_marks_something_has_a_halo_and_what_it_is_read_against_has_none(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    rules = (made.Rule("x", 0.5), made.Rule("y", 0.5, "", "muted"))
    panel = made.Panel(*axes, rules)
    page = paint(made.figure((panel,)), STYLE)
    mark, reference = page.axes[0].lines
    assert mark.get_path_effects()
    assert not reference.get_path_effects()


def test_letters_on_data_have_an_outline_in_the_colour_behind_them(made):
    rule = made.Rule("x", 3.0, "here", "reference")
    heat = made.heat()
    curves = made.curves()
    coloured = replace(heat, marks=(*heat.marks, rule))
    marks = (*curves.marks, rule)
    plain = replace(curves, legend=False, marks=marks)
    figure = made.figure((coloured,), (plain,))
    page = paint(figure, STYLE.but(transparent=True))
    names = [text for data in page.axes for text in data.texts if text.get_text() == "here"]
    assert len(names) == 2
    assert all(name.get_path_effects() for name in names)
    assert not any(name.get_bbox_patch() for name in names)


@pytest.mark.parametrize("direction", ["x", "y"])
def test_the_name_of_a_mark_stands_beside_the_data_and_its_bar_with_a_wedge(made, direction):
    heat = made.heat()
    marked = replace(heat, marks=(*heat.marks, made.Rule(direction, 3.0, "*t* = 3")))
    page = paint(made.figure((marked,)), STYLE)
    data, *bars = page.axes
    (name,) = data.texts
    extent = name.get_window_extent(page.canvas.get_renderer())
    (wedge,) = [line for line in data.lines if len(line.get_xdata()) == 1]
    [place] = wedge.get_xydata()
    tip = wedge.get_transform().transform(place)
    if direction == "x":
        assert extent.y0 > data.bbox.y1
        assert tip[1] >= data.bbox.y1
    else:
        assert extent.x0 > data.bbox.x1
        assert tip[0] >= data.bbox.x1
        assert all(extent.x1 < bar.bbox.x0 for bar in bars)


@pytest.mark.parametrize("rows", [8, 700])
def test_a_marked_row_has_a_line_at_each_edge_or_one_where_it_is_low(made, rows):
    panel = made.heat(rows, 9)
    marks = (*panel.marks, Rule("y", 3.0))
    figure = made.figure((replace(panel, marks=marks),))
    page = paint(figure, STYLE)
    (axes, *_) = page.axes
    unit = STYLE.dpi / 72
    middle = axes.transData.transform((0, 3.0))[1]
    cell = abs(axes.transData.transform((0, 4.0))[1] - middle)
    lines = [line for line in axes.lines if len(set(line.get_ydata())) == 1]
    ends = [line.get_transform().transform((0, line.get_ydata()[0])) for line in lines]
    away = [abs(end[1] - middle) for end in ends]
    if rows == 700:
        assert away == [pytest.approx(0, abs=1e-6)]
        return
    assert len(away) == 2
    assert min(away) - lines[0].get_linewidth() * unit / 2 >= cell / 2 - 1e-6


def test_a_wide_curve_is_wider_than_others_and_pale(made):
    x = np.arange(12.0)
    panel = made.curves()
    samples = Samples(x, np.sin(x))
    wide = Curve(samples, "expected", "curve-0", "wide")
    curve = Curve(Samples(x, np.sin(x)), "", "ink")
    figure = made.figure((replace(panel, marks=(wide, curve)),))
    page = paint(figure, STYLE)
    axes = page.axes[0]
    pale, other = axes.lines
    assert pale.get_linewidth() > 3 * other.get_linewidth()
    assert pale.get_alpha() < 0.6


def test_small_clocks_show_both_hands_the_turn_between_them_and_their_names(made):
    across = Axis("dimension", "", (-0.5, 99.5))
    axes = across, Axis("dial", "", (-1.0, 1.0))
    dials = Dials((20.0, 60.0), (0.0, 1.0), (0.5, 7.0), ("*i* = 3", "*i* = 7"))
    panel = Panel(*axes, (dials,))
    page = paint(made.figure((panel,)), STYLE)
    (data,) = page.axes
    assert not data.spines["left"].get_visible()
    assert [text.get_text() for text in data.texts] == ["$i$ = 3", "$i$ = 7"]
    sectors, rims, lines = (part.get_paths() for part in data.collections)
    assert len(sectors) == len(rims) == 2
    hands = [np.diff(line.vertices * data.bbox.size, axis=0)[0] for line in lines]
    expected = [0.0, 0.5, 1.0, 8 % (2 * np.pi)]
    angles = [np.arctan2(up, across) % (2 * np.pi) for across, up in hands]
    assert angles == pytest.approx(expected)
    first_sector = sectors[0].vertices
    expected = lines[0].vertices.tolist()
    assert first_sector[:2].tolist() == expected
    expected = lines[1].vertices[::-1].tolist()
    assert first_sector[-2:].tolist() == expected
    centres = [data.transAxes.transform(line.vertices[0])[0] for line in lines]
    expected = [data.transData.transform((x, 0))[0] for x in dials.x]
    assert set(np.rint(centres)) == set(np.rint(expected))


class Spread(Samples):
    """A line at 0 for numbers from −0.5 to 0.25."""

    def bounds(self, low, high, _pixels):
        return Bounds(np.array([low, high]), np.array([-0.5]), np.array([0.25]))


def test_the_numbers_that_a_curve_represents_are_shaded_behind_it(made):
    axes = made.Axis("a", "a", (0.0, 10.0)), made.Axis("value", "value", (-1.0, 1.0))
    spread = Spread(np.array([0.0, 10.0]), np.zeros(2))
    curve = Curve(spread)
    figure = made.figure((made.Panel(*axes, (curve,)),))
    page = paint(figure, STYLE)
    (data,) = page.axes
    (shade,) = data.collections
    box = shade.get_paths()[0].get_extents()
    assert box.x0 == 0.0
    assert box.x1 == 10.0
    assert box.y0 == -0.5
    assert box.y1 == 0.25
    assert shade.get_zorder() < data.lines[0].get_zorder()


def test_a_legend_names_shadings_by_a_piece_of_each(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    bands = (
        Band("x", 0.1, 0.2, label="slow"),
        Band("x", 0.5, 0.8, label="slow"),
        Band("x", 2.0, 3.0, label="unseen"),
    )
    panel = made.Panel(*axes, bands, legend=True)
    figure = made.figure((panel,))
    page = paint(figure, STYLE)
    (legend,) = page.legends
    assert [text.get_text() for text in legend.get_texts()] == ["slow"]
    (piece,) = legend.get_patches()
    shaded = page.axes[0].patches
    assert len(shaded) == 3
    expected = {piece.get_facecolor()}
    assert {patch.get_facecolor() for patch in shaded} == expected


def test_a_legend_of_two_rows_is_read_from_left_to_right(made):
    bands = [Band("x", 0.1, 0.2, label=f"a name of curve {k}") for k in range(6)]
    words = legend_item(bands, 40 * STYLE.sizes.tick, STYLE.sizes)
    # column by column
    assert words.columns == 3
    assert [mark.label[-1] for mark in words.marks] == list("031425")


def test_a_note_stands_in_the_middle_of_its_panel(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    panel = made.Panel(*axes, (Note("nothing to see"),))
    figure = made.figure((panel,))
    page = paint(figure, STYLE)
    (data,) = page.axes
    (note,) = data.texts

    box = note.get_window_extent()

    middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    middle_of_panel = data.bbox.x0 + data.bbox.width / 2, data.bbox.y0 + data.bbox.height / 2
    assert middle == pytest.approx(middle_of_panel, abs=3)


FAR = 10**12
MARKS = {
    "curve": lambda x, y: Curve(Samples(np.array([x + 4, x + 6]), np.array([7.0, 8.0])), y0=y),
    "spread": lambda x, y: Curve(Spread(np.array([x + 4, x + 6]), np.zeros(2)), y0=y + 7),
    "path": lambda x, y: Path((x + 4, x + 6), (y + 7, y + 8)),
    "arrow": lambda x, y: Arrows((x + 4,), (y + 7,), (2.0,), (1.0,)),
    "words": lambda x, y: Words((x + 4,), (y + 7,), ("here",)),
    "heatmap": lambda x, y: Heatmap(Checks(1, 2), (0.0, 64.0), "viridis", x + 4, y + 7, bar=None),
    "upright rule": lambda x, y: Rule("x", x + 4, "here"),
    "level rule": lambda x, y: Rule("y", y + 7, "here"),
    "dials": lambda x, y: Dials((x + 4,), (0.0,), (0.5,), ("*i* = 3",)),
}


def ink_of(mark, x, y):
    """Return where a mark begins and ends, across and up, as shares of its panel."""
    axes = Axis("a", "", (x, x + 10.0)), Axis("b", "", (y, y + 10.0))
    panel = Panel(*axes, (mark,))
    figure = Figure("", ((panel,),))
    page = paint(figure, STYLE)
    (data,) = page.axes
    data.set_axis_off()
    page.canvas.draw()
    pixels = np.asarray(page.canvas.buffer_rgba())
    picture = pixels[::-1, :, :3].astype(int)
    differences = abs(picture - picture[0, 0]).max(axis=2)
    rows, columns = np.nonzero(differences > 9)
    ends = np.array([columns.min(), columns.max()])
    across = (ends - data.bbox.x0) / data.bbox.width
    heights = np.array([rows.min(), rows.max()])
    up = (heights - data.bbox.y0) / data.bbox.height
    return [*across, *up]


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_a_mark_stands_where_its_axes_say_however_far_out_they_begin(mark):
    near = ink_of(mark(0, 0), 0, 0)

    expected = pytest.approx(near, abs=0.02)
    assert ink_of(mark(FAR, 0), FAR, 0) == expected
    expected = pytest.approx(near, abs=0.02)
    assert ink_of(mark(0, FAR), 0, FAR) == expected


def square(*marks, wide=4.0, high=2.0, **more):
    x = Axis("turn", "", (-wide / 2, wide / 2))
    y = Axis("turn", "", (-high / 2, high / 2))
    return Panel(x, y, marks, square=True)


def painted(made, *marks, style=None, **more):
    figure = made.figure((square(*marks, **more),))
    return paint(figure, style or Style()).axes[0]


@pytest.mark.parametrize(
    ("style", "wide", "high"),
    [(Style(), 1, 5), (Style(600, 900), 4, 2), (Style.default("paper"), 20, 1)],
)
def test_a_unit_is_as_long_upwards_as_sideways_and_the_whole_range_is_shown(
    made, style, wide, high
):
    axes = painted(made, style=style, wide=wide, high=high)
    units = axes.transData.transform([(0, 0), (1, 1)])
    expected = pytest.approx(units[1, 1] - units[0, 1])
    assert units[1, 0] - units[0, 0] == expected
    low = axes.get_xlim()
    top = axes.get_ylim()
    assert low[0] <= -wide / 2 + 1e-9
    assert low[1] >= wide / 2 - 1e-9
    assert top[0] <= -high / 2 + 1e-9
    assert top[1] >= high / 2 - 1e-9
    widths = (low[1] - low[0]) / wide
    heights = (top[1] - top[0]) / high
    assert min(widths, heights) == pytest.approx(1)


def test_a_square_panel_has_no_axes_no_frame_and_no_numbers_of_its_neighbours(made):
    heat = made.heat(bar=None)
    panel = Panel(heat.x, heat.y, (), square=True)
    figure = made.figure((panel, heat))
    page = paint(figure, Style())
    left, right = page.axes
    assert not [*left.get_xticks(), *left.get_yticks()]
    assert not any(spine.get_visible() for spine in left.spines.values())
    right.figure.canvas.draw()
    assert right.get_ylabel()
    assert any(label.get_text() for label in right.get_yticklabels())


def test_a_strong_arrow_has_a_head_and_ends_at_its_tip(made):
    arrows = Arrows((0.0,), (0.0,), (1.0,), (0.5,), "mark")
    axes = painted(made, arrows)
    (arrow,) = [found for found in axes.patches if isinstance(found, FancyArrowPatch)]
    axes.figure.canvas.draw()
    (x, y) = axes.transData.transform((1.0, 0.5))
    height = Style().height
    picture = np.asarray(axes.figure.canvas.buffer_rgba())[..., :3]
    color = np.rint(np.array(to_rgb(LIGHT.mark)) * 255)
    rows, columns = np.nonzero(np.all(picture == color, axis=-1))
    assert abs(columns.max() - x) <= 3
    assert abs(height - rows.min() - y) <= 6
    assert np.allclose(arrow.get_facecolor()[:3], to_rgb(LIGHT.mark))


def test_a_small_arrow_has_a_small_head_and_one_of_no_length_is_not_drawn(made):
    arrows = Arrows((0.0,) * 3, (0.0,) * 3, (1.0, 0.02, 0.0), (0.0,) * 3)
    axes = painted(made, arrows)
    large, small = (arrow.get_arrowstyle().head_length for arrow in axes.patches)
    origin, end = axes.transData.transform([(0, 0), (1, 0)])
    unit = (end[0] - origin[0]) * 72 / Style().dpi
    assert small < 0.5 * 0.02 * unit < large


def test_a_fading_path_grows_stronger_to_its_end_and_has_no_gaps(made):
    x = np.linspace(-1, 1, 100)
    y = x**2
    path = Path(tuple(x.tolist()), tuple(y.tolist()), fading=True)
    axes = painted(made, path)
    (line,) = axes.collections
    strengths = line.get_colors()[:, 3]
    assert strengths[0] < 0.1
    assert strengths[-1] == 1
    assert np.all(np.diff(strengths) > 0)
    pieces = line.get_segments()
    assert all(np.array_equal(a[-1], b[0]) for a, b in pairwise(pieces))
    assert np.allclose(pieces[-1][-1], (1, 1))


def test_shapes_outside_the_window_are_cut_only_where_there_is_a_frame(made):
    mark = Path((0.0, 9.0), (0.0, 0.0))
    sides = [Axis(name, name, (0, 1)) for name in "ab"]
    framed = Panel(*sides, (mark,))
    figure = made.figure((framed,))
    page = paint(figure, Style())
    assert page.axes[0].collections[0].get_clip_on()
    assert not painted(made, mark).collections[0].get_clip_on()


def with_words(made, *marks, style=None):
    x = Axis("turn", "", (-2.0, 2.0))
    y = Axis("turn", "", (-1.0, 1.0))
    panel = Panel(x, y, marks, square=True)
    figure = made.figure((panel,))
    return paint(figure, style or Style()).axes[0]


def test_words_are_centred_and_of_one_size_where_they_would_touch(made):
    texts = tuple(f"*λ* = {k * 1000}" for k in range(8))
    places = tuple(np.linspace(-1.8, 1.8, 8).tolist())
    words = Words(places, (0.0,) * 8, texts)
    axes = with_words(made, words, style=Style(640, 400))
    renderer = axes.figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in axes.texts]
    assert all(a.x1 < b.x0 for a, b in pairwise(boxes))
    assert len({text.get_fontsize() for text in axes.texts}) == 1
    middle = (boxes[3].x0 + boxes[3].x1) / 2
    place, _ = axes.transData.transform((places[3], 0))
    assert middle == pytest.approx(place, abs=1.5)


def test_words_that_would_touch_in_the_smallest_type_give_way_the_lesser_ones_first(made):
    for count, kinds in ((4, {"*i*", "*λ*"}), (14, {"*i*"}), (60, set())):
        places = tuple(np.linspace(-1.8, 1.8, count).tolist())
        names = Words(places, (0.1,) * count, ("*i* = 0",) * count, small=True)
        lengths = Words(places, (-0.1,) * count, ("*λ* = 100000",) * count, "muted", small=True)
        axes = with_words(made, names, lengths, style=Style(640, 400))
        seen = [text for text in axes.texts if text.get_visible()]
        assert len(seen) == count * len(kinds)
        least = Style(640, 400).sizes.least
        assert all(text.get_fontsize() >= least - 1e-9 for text in seen)


def test_small_words_that_a_frame_would_cut_are_left_out(made):
    at = Words((0.0, 0.5, 0.99), (0.5, 0.5, 0.5), ("first", "middle", "last"), small=True)
    sides = [Axis(name, name, (0.0, 1.0)) for name in "ab"]
    path = Path((0.0, 1.0), (0.0, 1.0))
    panel = Panel(*sides, (path, at))
    figure = made.figure((panel,))
    page = paint(figure, Style(640, 400))
    axes = page.axes[0]
    assert [text.get_text() for text in axes.texts if text.get_visible()] == ["middle"]


def test_words_use_the_room_of_a_slide_but_keep_their_size_on_paper(made):
    mark = Words((-1.0, 1.0), (0.0, 0.0), ("one", "two"))
    for style, share in ((Style(), 1.4), (Style.default("paper"), 1.0)):
        axes = with_words(made, mark, style=style)
        expected = pytest.approx(share * style.sizes.tick)
        assert axes.texts[0].get_fontsize() == expected


def test_a_point_of_a_path_has_a_dot_and_its_name_stands_off_it(made):
    point = Words((0.0,), (1.0,), ("here",), "ink", tangents=((1.0, 0.0),))
    plain = Axis("value", "x", (-2.0, 2.0))
    panel = Panel(plain, plain, (point,))
    page = paint(made.figure((panel,)), Style())
    axes = page.axes[0]
    (dot,) = axes.lines
    (name,) = axes.texts
    assert (dot.get_xdata()[0], dot.get_ydata()[0]) == (0, 1)
    above = name.get_window_extent().y0 - axes.transData.transform((0, 1))[1]
    gap = (DOT / 2 + OFF) * Style().sizes.tick * Style().dpi / 72
    # The name is centred by its base line, not by its box.
    assert above == pytest.approx(gap, abs=5)
    assert name.get_bbox_patch() is None
