"""Curves, rules and bands: told apart by their looks, labelled where there is room."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Band, Curve, Diagonal, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.model.sampling.series import Samples
from peviewer.paper.marks.lines import FEW, FRAME, LARGE, PIXELS
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

STYLE = Style(700, 300)


def ruled(made, at, direction="x", **where):
    """Return a painted panel from 0 to 1 with a labelled rule, in pixels: its area, where the rule is, its label."""
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    page = paint(made.figure((made.Panel(*axes, (made.Rule(direction, at, "a rather long label", **where),)),)), STYLE)
    (data,) = page.axes
    place = data.transData.transform((at, at))["xy".index(direction)]
    return data.bbox, place, [text.get_window_extent(page.canvas.get_renderer()) for text in data.texts]


def test_rules_are_thinner_than_curves_and_dashed_where_asked(made):
    (axes,) = paint(made.figure((made.curves(),)), Style()).axes
    half, three = (line for line in axes.lines if len(set(line.get_xdata())) == 1 or len(set(line.get_ydata())) == 1)
    sine = next(line for line in axes.lines if len(set(line.get_ydata())) > 3)
    assert half.get_linewidth() == three.get_linewidth() < sine.get_linewidth()
    assert (half.get_linestyle(), three.get_linestyle()) == ("-", "--")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(10, 20))
def test_the_label_of_an_upright_rule_stands_right_of_it_else_left(made, part):
    _, _, [usual] = ruled(made, 0.0)
    area, place, [label] = ruled(made, part / 20)
    points = STYLE.dpi / 72
    if area.x1 - place > 1.1 * usual.width + 12 * points:
        assert place < label.x0 < place + 8 * points
    if area.x1 - place < usual.width:
        assert place - 8 * points < label.x1 < place


@pytest.mark.parametrize("at_left", [True, False])
def test_the_label_of_a_rule_across_stands_at_the_end_that_suits_it(made, at_left):
    area, _, [label] = ruled(made, 0.5, "y", at_left=at_left)
    assert (label.x0 - area.x0 < 20) == at_left
    assert (area.x1 - label.x1 < 20) != at_left


def test_the_label_of_an_upright_rule_is_left_out_where_neither_side_has_room(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    for at, count in ((0.5, 0), (0.02, 1), (0.98, 1)):
        panel = made.Panel(*axes, (made.Rule("x", at, "a rather long label that fills it, small as it may be"),))
        page = paint(made.figure((panel, panel)), STYLE)
        assert [len(data.texts) for data in page.axes] == [count, count], at


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("direction", ["x", "y"])
def test_a_frame_stands_outside_what_it_marks(made, direction, inverted):
    x = made.Axis("a", "a", (0.0, 10.0))
    y = made.Axis("b", "b", (0.0, 10.0), inverted=inverted)
    page = paint(made.figure((made.Panel(x, y, (Band(direction, 4, 5, framed=True),)),)), STYLE)
    (data,) = page.axes
    place, half = "xy".index(direction), FRAME * STYLE.sizes.hair * STYLE.dpi / 72 / 2
    low, high = sorted(data.transData.transform([(end, end) for end in (4, 5)])[:, place])
    edges = sorted(line.get_transform().transform(line.get_xydata())[0][place] for line in data.lines)
    assert edges == pytest.approx([low - half, high + half], abs=0.01)
    assert not data.patches


@pytest.mark.parametrize("far", [0, 10**12])
@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize("direction", ["x", "y"])
def test_a_band_stands_where_its_own_axis_says_however_far_out_that_begins(made, direction, framed, far):
    place = "xy".index(direction)
    axes = [made.Axis(name, name, (0.0, 10.0)) for name in "ab"]
    axes[place] = made.Axis("far", "far", (far, far + 10.0))
    page = paint(made.figure((made.Panel(*axes, (Band(direction, far + 4, far + 5, framed=framed),)),)), STYLE)
    (data,) = page.axes
    begin, length = ((data.bbox.x0, data.bbox.width), (data.bbox.y0, data.bbox.height))[place]
    if framed:
        edges = sorted(line.get_transform().transform(line.get_xydata())[0][place] for line in data.lines)
    else:
        edges = np.array(data.patches[0].get_window_extent())[:, place].tolist()
    assert edges == pytest.approx([begin + 0.4 * length, begin + 0.5 * length], abs=2)


@pytest.mark.parametrize("origin", [0, 10**12])
def test_a_diagonal_goes_through_all_places_that_far_apart(made, origin):
    axes = [made.Axis("position", name, (origin - 0.5, origin + 99.5)) for name in "ts"]
    page = paint(made.figure((made.Panel(*axes, (made.Diagonal(25.0, "lag"),)),)), STYLE)
    (data,) = page.axes
    (line,) = data.lines
    assert (line.get_xdata() - line.get_ydata()).tolist() == [25.0, 25.0]
    assert [float(end) for end in line.get_xdata()] == [data.get_xlim()[0] + 25, data.get_xlim()[1]]
    assert [text.get_text() for text in data.texts] == ["lag"]


@pytest.mark.parametrize("at", [100.0, -100.0, 1e9])
def test_a_diagonal_beyond_the_axes_is_left_out(made, at):
    axes = [made.Axis("position", name, (-0.5, 99.5)) for name in "ts"]
    (data,) = paint(made.figure((made.Panel(*axes, (made.Diagonal(at, "lag"),)),)), STYLE).axes
    assert not data.lines
    assert not data.texts


@pytest.mark.parametrize("at", [0.0, 60.0, 95.0, -60.0])
def test_the_label_of_a_diagonal_lies_inside(made, at):
    axes = [made.Axis("position", name, (-0.5, 99.5)) for name in "ts"]
    page = paint(made.figure((made.Panel(*axes, (made.Diagonal(at, "a rather long label"),)),)), STYLE)
    (data,) = page.axes
    label = data.texts[0].get_window_extent(page.canvas.get_renderer())
    assert data.bbox.x0 <= label.x0
    assert label.x1 <= data.bbox.x1


def test_the_label_of_a_diagonal_is_smaller_where_it_would_cover_much_of_the_colours(made):
    def size(label):
        axes = [made.Axis("position", name, (-0.5, 99.5)) for name in "ts"]
        (data,) = paint(made.figure((made.Panel(*axes, (made.Diagonal(20.0, label),)),)), STYLE).axes
        return data.texts[0].get_fontsize()

    assert size("a label that is much longer than that") < size("lag")


def test_what_marks_something_has_a_halo_and_what_it_is_read_against_has_none(made):
    panel = made.Panel(
        *(made.Axis(name, name, (0.0, 1.0)) for name in "ab"), (made.Rule("x", 0.5), made.Rule("y", 0.5, "", "muted"))
    )
    mark, reference = paint(made.figure((panel,)), STYLE).axes[0].lines
    assert mark.get_path_effects()
    assert not reference.get_path_effects()


@pytest.mark.parametrize(("slope", "left"), [(1.0, True), (-1.0, False)])
def test_the_label_of_a_level_rule_stands_where_no_curve_runs_through_it(made, slope, left):
    x, y = np.linspace(0, 1, 50), 0.5 + slope * np.linspace(-0.4, 0.4, 50)
    curve = Curve(Samples(x, y), key=None)
    panel = made.Panel(
        *(made.Axis(name, name, (0.0, 1.0)) for name in "ab"),
        (curve, made.Rule("y", 0.8, "a label that is rather long")),
    )
    page = paint(made.figure((panel,)), STYLE)
    (data,) = page.axes
    (label,) = [text.get_window_extent(page.canvas.get_renderer()) for text in data.texts]
    assert bool(label.x0 < (data.bbox.x0 + data.bbox.x1) / 2) is left


def test_the_label_of_a_level_rule_covers_as_little_of_a_curve_as_it_can(made):
    x, y = np.array([0.0, 0.3, 0.87, 0.88, 1.0]), np.array([0.4, 0.9, 0.9, 0.53, 0.53])
    curves = [Curve(Samples(x, 0.5 + side * (y - 0.5)), key=None) for side in (1, -1)]
    between = [made.Rule("x", at) for at in (0.29, 0.5, 0.7)]
    panel = made.Panel(
        *(made.Axis(name, name, (0.0, 1.0)) for name in "ab"),
        (*curves, *between, made.Rule("y", 0.5, "a rather long label")),
    )
    page = paint(made.figure((panel,)), STYLE)
    (data,) = page.axes
    (label,) = [text.get_window_extent(page.canvas.get_renderer()) for text in data.texts]
    assert label.x0 < (data.bbox.x0 + data.bbox.x1) / 2


def test_the_label_of_a_level_rule_stands_between_what_runs_through_both_ends(made):
    axes = (made.Axis(name, name, (0.0, 1.0)) for name in "ab")
    marks = (made.Rule("x", 0.1), made.Rule("x", 0.9), made.Rule("y", 0.5, "a label that is rather long"))
    page = paint(made.figure((made.Panel(*axes, marks),)), STYLE)
    (text,) = page.axes[0].texts
    box = text.get_window_extent(page.canvas.get_renderer())
    at = page.axes[0].transData.transform([(0.1, 0.5), (0.9, 0.5)])
    assert at[0, 0] < box.x0 < box.x1 < at[1, 0]


@pytest.mark.parametrize("phi", [100, 140, 149.4])
def test_the_distance_of_neighbours_is_named_beside_the_reference_position(phi):
    """In a column there is no room for its number left of *t* where *t* + *φ* has its name at the right."""
    document = Document().edited({"shift.phi": phi})
    page = paint(PANES["distance"].figure(document), Style.default("paper"))
    axes = page.axes[2]
    (text,) = [text for text in axes.texts if text.get_text().startswith("neighbours")]
    box, across = text.get_window_extent(page.canvas.get_renderer()), axes.transData.transform((50, 0))[0]
    assert not box.x0 <= across <= box.x1
    assert "2.6712" in text.get_text()


def test_a_label_is_smaller_where_it_would_else_run_into_a_curve(made):
    def size(*marks):
        axes = (made.Axis(name, name, (0.0, 1.0)) for name in "ab")
        page = paint(made.figure((made.Panel(*axes, (*marks, made.Rule("y", 0.5, "a label"))),)), Style())
        (label,) = page.axes[0].texts
        return label.get_fontsize(), page.axes[0].bbox.height / page.dpi * 72

    natural, high = size()
    apart = (4 + 1.44 * natural) / high  # between what a small label takes and what a natural one does
    curves = [Curve(Samples(np.array([0.0, 1.0]), np.full(2, 0.5 + side * apart)), key=None) for side in (1, -1)]
    assert size(*curves)[0] == pytest.approx(Style().sizes.least, rel=0.01)


def test_on_colours_labels_have_a_ground_though_the_page_has_none(made):
    rule = made.Rule("x", 3.0, "here")
    heat, curves = made.heat(), made.curves()
    coloured = replace(heat, marks=(*heat.marks, rule))
    plain = replace(curves, legend=False, marks=(*curves.marks, rule))
    page = paint(made.figure((coloured,), (plain,)), STYLE.but(transparent=True))
    grounds = [text.get_bbox_patch().get_facecolor()[3] for data in page.axes for text in data.texts]
    assert grounds[0] > 0.5
    assert not any(grounds[1:])


def test_labels_of_rules_stand_apart_or_not_at_all(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    rules = tuple(made.Rule("y", at, f"the label of {at}") for at in (0.5, 0.52, 0.54, 0.56, 0.58, 0.6))
    page = paint(made.figure((made.Panel(*axes, rules),)), STYLE)
    boxes = [text.get_window_extent(page.canvas.get_renderer()) for text in page.axes[0].texts]
    assert len(boxes) >= 2
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1080), (1440, 1080)])
@pytest.mark.parametrize("diagonal_first", [True, False])
def test_labels_of_diagonals_and_rules_stand_apart(made, size, diagonal_first):
    axes = [made.Axis("row", "s", (-0.5, 199.5)), made.Axis("column", "t", (-0.5, 199.5), inverted=True)]
    marks = Diagonal(100.0, "lag *φ* = 100"), made.Rule("y", 50.0, "*t* = 50")
    panel = made.Panel(*axes, marks if diagonal_first else marks[::-1])
    page = paint(made.figure((panel, panel)), Style(*size))
    for data in page.axes:
        one, other = (text.get_window_extent(page.canvas.get_renderer()) for text in data.texts)
        assert not one.overlaps(other)


def test_the_label_of_an_upright_rule_covers_no_curve_where_it_has_another_place(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    high = Curve(Samples(np.linspace(0, 1, 50), np.full(50, 0.96)), key=None)
    low = Curve(Samples(np.linspace(0, 1, 50), np.full(50, 0.04)), key=None)
    for curves in ((high,), (high, low)):
        page = paint(made.figure((made.Panel(*axes, (made.Rule("x", 0.5, "here"), *curves)),)), STYLE)
        (data,) = page.axes
        (label,) = (text.get_window_extent(page.canvas.get_renderer()) for text in data.texts)
        heights = [data.transData.transform((0, curve.series.sample(0, 1, 2)[1][0]))[1] for curve in curves]
        assert not any(label.y0 < height < label.y1 for height in heights)
        assert data.bbox.y0 < label.y0
        assert label.y1 < data.bbox.y1


@pytest.mark.parametrize("height", [0.72, 0.8, 0.86, 0.93])
def test_the_label_of_an_upright_rule_is_drawn_where_it_was_found_to_cover_no_curve(made, height):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    curve = Curve(Samples(np.linspace(0, 1, 50), np.full(50, height)), key=None)
    page = paint(made.figure((made.Panel(*axes, (made.Rule("x", 0.99, "here"), curve)),)), Style(640, 150))
    (data,) = page.axes
    page.canvas.draw()
    (label,) = (text.get_bbox_patch().get_window_extent() for text in data.texts)
    assert not label.y0 < data.transData.transform((0, height))[1] < label.y1


def test_the_label_of_what_lies_outside_covers_no_curve_in_a_small_picture():
    document = Document().edited({"shift.phi": 190})
    page = paint(PANES["distance"].figure(document), Style(640, 360))
    page.canvas.draw()
    data = next(axes for axes in page.axes if any("outside" in text.get_text() for text in axes.texts))
    (label,) = (text for text in data.texts if "outside" in text.get_text())
    x, y = max((line.get_xydata() for line in data.lines), key=len).T
    across, up = data.transData.transform(np.column_stack([x, y])).T
    box = label.get_bbox_patch().get_window_extent()
    assert not ((box.x0 <= across) & (across <= box.x1) & (box.y0 <= up) & (up <= box.y1)).any()


def test_the_short_label_of_a_rule_replaces_what_would_cover_a_curve(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    rule = made.Rule("x", 0.99, "a name, with more words", short="a name")
    for dip, words in ((0.2, rule.label), (0.85, rule.short)):
        x = np.linspace(0, 1, 201)
        curve = Curve(Samples(x, np.where(abs(x - dip) < 0.01, 0.0, 1.0)), key=None)
        (data,) = paint(made.figure((made.Panel(*axes, (rule, curve)),)), Style(640, 300)).axes
        assert [text.get_text() for text in data.texts] == [words]


def test_the_label_of_a_rule_does_not_lie_on_another_rule(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    rules = (made.Rule("y", 0.5, "one"), made.Rule("y", 0.54, "", "muted"))
    page = paint(made.figure((made.Panel(*axes, rules),)), STYLE)
    (data,) = page.axes
    (label,) = (text.get_window_extent(page.canvas.get_renderer()) for text in data.texts)
    assert label.y1 < data.transData.transform((0, 0.5))[1]


def test_every_upright_rule_over_a_heatmap_is_named_if_over_another_rule():
    document = Document().edited({"encoding.length": 60, "encoding.dim": 32, "view.transposed": True, "shift.phi": 5})
    (data, *_) = paint(PANES["encoding"].figure(document), Style.of_pixels(1280, 720)).axes
    assert len(data.texts) == 2, "5 positions on, at the right edge, there is no room beside"
    first, second = (text.get_window_extent(data.figure.canvas.get_renderer()) for text in data.texts)
    assert not first.overlaps(second)


@pytest.mark.parametrize("direction", ["x", "y"])
def test_the_label_of_a_rule_does_not_stand_beyond_another_rule(made, direction):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    rules = (made.Rule(direction, 0.5, "the first"), made.Rule(direction, 0.505, "the second"))
    page = paint(made.figure((made.Panel(*axes, rules),)), Style(700, 640))
    (data,) = page.axes
    boxes = {text.get_text(): text.get_window_extent(page.canvas.get_renderer()) for text in data.texts}
    first, second = boxes["the first"], boxes["the second"]
    assert (first.x1 < second.x0) if direction == "x" else (first.y1 < second.y0)


def test_the_label_of_a_level_rule_is_left_out_where_it_is_wider_than_its_panel(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    for words, count in (("a word", 1), ("words " * 60, 0)):
        (data,) = paint(made.figure((made.Panel(*axes, (made.Rule("y", 0.5, words),)),)), STYLE).axes
        assert len(data.texts) == count, words


def test_points_are_as_close_in_every_format():
    document = Document().edited({"encoding.length": 100, "encoding.dim": 16})
    pages = [paint(PANES["waves"].figure(document), Style(), resolution=dpi) for dpi in (None, 300)]
    counts = [[len(line.get_xdata()) for line in page.axes[0].lines if line.get_marker() == "o"] for page in pages]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "style",
    [Style(), Style.default("paper"), Style.of_pixels(960, 540)],
    ids=lambda style: f"{style.theme}-{style.width:g}",
)
def test_points_are_as_close_to_each_other_as_on_a_screen_where_one_is_four_pixels_wide(made, style):
    asked = []

    class Noted(Samples):
        def sample(self, low, high, pixels):
            asked.append(pixels)
            return super().sample(low, high, pixels)

    x = np.arange(12.0)
    points = replace(made.curves(), marks=(Curve(Noted(x, np.sin(x)), "sine", style="points"),))
    page = paint(made.figure((points,)), style)
    (axes,) = page.axes
    (drawn,) = (line for line in axes.lines if line.get_marker() == "o")
    wide = drawn.get_markersize() / (LARGE if len(x) * FEW < asked[-1] / PIXELS else 1)
    inside = axes.get_window_extent().width * 72 / page.dpi
    assert asked[-1] == pytest.approx(PIXELS * inside / wide, rel=0.02)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("style", ["line", "points", "dashed", "step"])
@pytest.mark.parametrize("mark", [Rule("x", 0.5), Diagonal(0.0)], ids=["rule", "diagonal"])
def test_a_mark_with_its_halo_erases_nothing_of_a_curve_whatever_comes_first(made, mark, style):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    curve = Curve(Samples(np.linspace(0, 1, 21), np.full(21, 0.5)), color="curve-2", style=style)
    pictures = []
    for marks in ((curve, mark), (curve,)):
        page = paint(made.figure((made.Panel(*axes, marks),)), STYLE)
        page.canvas.draw()
        pictures.append(np.asarray(page.canvas.buffer_rgba()).astype(int))
    color = [int(STYLE.palette.role("curve-2")[k : k + 2], 16) for k in (1, 3, 5)]
    with_mark, alone = (np.all(np.abs(picture[..., :3] - color) < 3, axis=2) for picture in pictures)
    assert alone.sum() > 20
    assert (with_mark >= alone).all()


def test_a_legend_names_shadings_by_a_piece_of_each(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    bands = Band("x", 0.1, 0.2, label="slow"), Band("x", 0.5, 0.8, label="slow"), Band("x", 2.0, 3.0, label="unseen")
    page = paint(made.figure((replace(made.Panel(*axes, bands), legend=True),)), STYLE)
    (legend,) = page.legends
    assert [text.get_text() for text in legend.get_texts()] == ["slow"]
    (piece,) = legend.get_patches()
    shaded = page.axes[0].patches
    assert len(shaded) == 3
    assert {patch.get_facecolor() for patch in shaded} == {piece.get_facecolor()}
