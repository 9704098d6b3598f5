"""Marks as pyqtgraph's items: where they lie, in which colours, what lies over what, and what they leave alone."""

from dataclasses import dataclass, replace

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF

from peviewer.figures.grammar import (
    Arrows,
    Axis,
    Band,
    Curve,
    Diagonal,
    Path,
    Rings,
    Rule,
    Words,
)
from peviewer.figures.palette import DARK, LIGHT, colormap
from peviewer.model.sampling.series import Bounds, Samples, Series
from tests.live.texts import canvas_of, collisions, written
from tests.made_figures import plot

# Whether a place between the ends of an axis lies in a shaded band.
SHADED_PARTS = [(0.1, False), (0.3, True), (0.5, False), (0.7, True), (0.9, False)]

NAMED_LINES = [
    Rule("y", 50.0, "a level rule"),
    Rule("y", 52.0, "another of them"),
    Rule("y", 54.0, "a third", "reference"),
    Rule("x", 97.0, "an upright rule"),
    Diagonal(50.0, "a diagonal"),
]


def cells_under(pixels, cells):
    """Return the cell under every pixel's centre, and whether that is no cell's edge."""
    places = (np.arange(pixels) + 0.5) / pixels * cells
    return places.astype(int), np.abs(places - np.round(places)) > 1e-9


@pytest.mark.parametrize(("inverted", "mirrored"), [(True, False), (False, True)])
def test_zoomed_in_every_pixel_has_the_colour_of_its_cell(
    view, table, heat, data_pixels, inverted, mirrored
):
    values = np.array([[-1.0, 0.0, 1.0], [0.25, -0.5, 2.0]])
    figure = heat(table(values), inverted=inverted)
    (panel,) = figure.panels
    x = replace(panel.x, inverted=mirrored)
    view.set_figure(replace(figure, rows=((replace(panel, x=x),),)))
    shown = data_pixels(view)
    rows, sure_rows = cells_under(shown.shape[0], 2)
    columns, sure_columns = cells_under(shown.shape[1], 3)
    steps = [[0, 128, 255], [160, 64, 255]]  # beyond the levels the ends
    steps = np.array(steps)[:: 1 if inverted else -1, :: -1 if mirrored else 1]
    wanted = colormap("viridis")[steps[np.ix_(rows, columns)]]
    sure = np.ix_(sure_rows, sure_columns)
    np.testing.assert_array_equal(shown[sure], wanted[sure])


def test_zoomed_out_every_pixel_shows_the_mean_of_its_block(view, table, heat, data_pixels):
    values = np.random.default_rng(1).uniform(-1, 1, (1500, 1800))
    view.set_figure(heat(table(values)))
    height, width, _ = data_pixels(view).shape
    windows = ((-0.5, 2 * width - 0.5), (-0.5, 3 * height - 0.5))
    heatmap = heat(table(values), windows=windows)
    view.set_figure(heatmap)
    seen = values[: 3 * height, : 2 * width]
    blocks = seen.reshape(height, 3, width, 2).mean(axis=(1, 3))
    steps = ((blocks + 1) / 2 * 256).astype(np.uint8)
    assert (data_pixels(view) == colormap("viridis")[steps]).mean() > 0.999


def test_missing_values_have_a_colour_of_their_own(view, table, heat, data_pixels, rgb):
    heatmap = heat(table(np.array([[np.nan, 1.0]])))
    view.set_figure(heatmap)
    shown = data_pixels(view)
    assert tuple(shown[10, 10]) == rgb(LIGHT.raised)
    assert tuple(shown[10, -10]) == tuple(colormap("viridis")[255])


def test_one_frame_takes_one_sample_whatever_changed(qtbot, view, table, heat):
    raster = table(np.zeros((500, 500)))
    view.set_figure(heat(raster))
    view.grab()
    raster.calls.clear()
    view.resize(500, 300)
    view.resize(640, 480)
    heatmap = heat(raster, windows=((0, 400), None))
    view.set_figure(heatmap)
    windows = ((0, 300), None)
    view.set_figure(heat(raster, windows=windows))
    qtbot.waitUntil(lambda: bool(raster.calls))
    view.grab()
    view.grab()
    assert len(raster.calls) == 1


@pytest.mark.parametrize("height", [60, 400])
def test_the_numbers_of_a_bar_are_apart_from_each_other_and_from_its_title(
    view, table, heat, height
):
    for levels in ((0.0, 9.3), (-0.04, 0.041), (0.0, 360.0)):
        view.resize(500, height + 60)
        raster = table(np.zeros((1, 1)))
        heatmap = heat(raster, levels=levels, bar="distance")
        view.set_figure(heatmap)
        texts = written(canvas_of(view))
        bar_left = view.width() - 80
        beside = [text for text in texts if text.rect.left() > bar_left]
        beside = [text for text in beside if text.words != "distance"]
        assert len(beside) > 1
        beside.sort(key=lambda text: text.rect.top())
        numbers = [float(text.words.replace("−", "-")) for text in beside]
        assert numbers == sorted(numbers, reverse=True), "the highest at the top"
        assert collisions(texts) == []


def wave(**kwargs):
    along = np.linspace(0.0, 10.0, 40)
    samples = Samples(along, 0.8 * np.sin(along))
    return Curve(samples, **kwargs)


@dataclass(frozen=True)
class Spread(Series):
    """A line at 0 for numbers between −0.5 and 0.5, in the left half of what is shown."""

    def sample(self, low, high, _pixels):
        return np.array([low, high]), np.zeros(2)

    def bounds(self, low, high, _pixels):
        edges = np.array([low, (low + high) / 2])
        return Bounds(edges, np.array([-0.5]), np.array([0.5]))


def test_the_numbers_that_a_curve_represents_are_shaded_behind_it(view, data_pixels):
    pictures = []
    for series in (Samples(np.array([0.0, 10.0]), np.zeros(2)), Spread()):
        view.set_figure(plot(Curve(series)))
        pictures.append(data_pixels(view))
    shaded = (pictures[0] != pictures[1]).any(axis=2)
    height, width = shaded.shape
    for part, is_shaded in SHADED_PARTS:
        row = shaded[round(part * height)]
        assert (row[2 : width // 2 - 1] == is_shaded).all(), part
        assert not row[width // 2 + 1 :].any()


def test_a_click_on_a_point_is_a_click_on_the_data(view, mouse):
    samples = Samples(np.array([0.0, 5.0, 10.0]), np.zeros(3))
    curve = Curve(samples, style="points")
    view.set_figure(plot(curve))
    view.grab()
    pressed = []
    view.pressed.connect(pressed.append)
    mouse.click(0.5, 0.5)
    assert pressed == [False]


def test_what_somebody_adds_to_a_plot_is_in_front_of_every_mark(view, data_pixels, rgb):
    band = Band("x", 4.0, 6.0)
    view.set_figure(plot(wave(), wave(style="points"), Rule("x", 5.0), band))
    cover = pg.QtWidgets.QGraphicsRectItem(2.0, -0.9, 6.0, 1.8)
    cover.setPen(pg.mkPen(None))
    cover.setBrush(pg.mkBrush("#ff0000"))
    view.panels[0].plot.addItem(cover)
    shown = data_pixels(view)
    height, width, _ = shown.shape
    rows = slice(round(0.1 * height), round(0.9 * height))
    columns = slice(round(0.25 * width), round(0.75 * width))
    inside = shown[rows, columns]
    assert (inside == rgb("#ff0000")).all()


def square(*marks, width=4.0, height=2.0):
    x = Axis("turn", "", (-width / 2, width / 2))
    y = Axis("turn", "", (-height / 2, height / 2))
    return plot(*marks, x=x, y=y, square=True)


def near(shown, color, slack=40):
    return np.all(np.abs(shown.astype(int) - color) <= slack, axis=2)


@pytest.mark.parametrize("size", [(600, 400), (300, 500)])
def test_a_ring_in_a_square_panel_is_round_centred_and_fills_it(view, data_pixels, rgb, size):
    view.resize(*size)
    rings = Rings((0.0,), (0.0,), 1.0, "accent")
    view.set_figure(square(rings, width=2.2, height=2.2))
    rect = view.panels[0].area.sceneBoundingRect()
    assert rect.width() == pytest.approx(rect.height())
    assert rect.width() > 0.9 * min(size)
    expected = (size[0] / 2, size[1] / 2)
    assert (rect.center().x(), rect.center().y()) == pytest.approx(expected, abs=3)
    rows, across = np.nonzero(near(data_pixels(view), rgb(LIGHT.accent)))
    assert np.ptp(rows) == pytest.approx(np.ptp(across), abs=2)
    assert np.ptp(rows) == pytest.approx(rect.height() / 1.1, abs=4)


def test_a_square_panel_has_no_axes_and_stays_where_it_is(qtbot, view, mouse):
    rings = Rings((0.0,), (0.0,), 1.0)
    view.set_figure(square(rings))
    reported = []
    view.zoomed.connect(reported.append)
    before = view.panels[0].area.x_range
    mouse.wheel(0.5, 0.5, notches=3)
    mouse.drag((0.3, 0.5), (0.6, 0.5))
    qtbot.wait(5)
    assert not view.panels[0].bottom.isVisible()
    assert not view.panels[0].left.isVisible()
    assert view.panels[0].area.x_range == before
    assert reported == []


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_strong_arrow_is_thick_and_ends_in_a_disc_a_weak_one_is_thin(
    view, data_pixels, rgb, palette
):
    thickness = {}
    for strong in (True, False):
        view.set_palette(palette)
        arrows = Arrows((-1.0,), (0.0,), (2.0,), (0.0,), strong=strong)
        view.set_figure(square(arrows))
        inked = near(data_pixels(view), rgb(palette.accent), 110)
        _, width = inked.shape
        middle = inked[:, width // 2].sum()
        further = inked[:, round(0.75 * width)].sum()
        thickness[strong] = middle, further
    assert 2 <= thickness[True][0] <= 4
    assert thickness[True][1] > 1.8 * thickness[True][0]
    assert thickness[False][0] < thickness[True][0]
    assert thickness[False][1] <= thickness[False][0]


def test_words_are_centred_on_their_points(view, data_pixels, rgb):
    words = Words((-1.0, 1.0), (0.5, -0.5), ("*M*", "MMM"))
    view.set_figure(square(words))
    inked = near(data_pixels(view), rgb(LIGHT.text), 120)
    height, width = inked.shape
    left = slice(None, width // 2)
    right = slice(width // 2, None)
    for half, x, y in ((left, 0.25, 0.25), (right, 0.25, 0.75)):
        rows, across = np.nonzero(inked[:, half])
        expected = pytest.approx(x * width, abs=4)
        assert across.mean() == expected
        assert rows.mean() == pytest.approx(y * height, abs=4)


@pytest.mark.parametrize("style", ["line", "dashed", "points", "wide"])
def test_a_legend_names_a_curve_by_a_piece_of_it(view, pixels, style):
    view.set_figure(plot(wave(style=style, label="x"), legend=True))
    header = view.panels[0].header.sceneBoundingRect().toRect()
    shown = pixels(view)[header.top() : header.bottom()].astype(int)
    bluer = shown[..., 2] - shown[..., 0]
    assert (bluer > 30).sum() >= 20, "the accent is blue"


def test_a_legend_names_a_shading_by_a_piece_of_it(view, pixels, data_pixels):
    pictures = []
    shades = []
    for label in ("", "slow"):
        band = Band("x", 0.0, 10.0, color="curve-2", label=label)
        view.set_figure(plot(band, title="Pairs", legend=True))
        header = view.panels[0].header.sceneBoundingRect().toRect()
        pictures.append(pixels(view)[header.top() : header.bottom()])
        shades.append(data_pixels(view)[7, 50].astype(int))  # between two lines of the grid
    differences = [np.abs(picture.astype(int) - shades[0]) for picture in pictures]
    counts = [int(np.all(difference <= 2, axis=2).sum()) for difference in differences]
    assert counts[0] == 0
    assert counts[1] >= 80


def test_a_solid_band_has_its_full_colour_on_the_data_and_in_the_legend(
    view, pixels, data_pixels, rgb
):
    band = Band("x", 2.0, 8.0, color="curve-2", label="B", solid=True)
    view.set_figure(plot(band, legend=True))
    full = rgb(LIGHT.role("curve-2"))
    shown = data_pixels(view)
    middle = shown.shape[1] // 2
    assert (shown[5:-5, middle] == full).all()
    header = view.panels[0].header.sceneBoundingRect().toRect()
    legend = pixels(view)[header.top() : header.bottom()]
    assert (legend == full).all(axis=2).sum() >= 80


@pytest.fixture
def show(view):
    """Return a function that shows marks on two axes of one quantity, y downwards.

    It returns the first one's item.
    """

    def _show(*marks, window=None):
        x = Axis("position", "t", (-0.5, 99.5), window, inverted=False)
        y = Axis("position", "t", (-0.5, 99.5), window, inverted=True)
        view.set_figure(plot(*marks, x=x, y=y, title="Rows"))
        return view.panels[0].items[0]

    return _show


@pytest.mark.parametrize("window", [None, (20.0, 60.0)])
def test_a_diagonal_is_where_x_minus_y_is_its_number(show, view, data_pixels, rgb, window):
    show(Diagonal(1e9), window=window)
    without = data_pixels(view).astype(int)
    show(Diagonal(12.5), window=window)
    shown = data_pixels(view)
    low, high = window or (-0.5, 99.5)
    down, across = np.argwhere((shown != without).any(axis=2)).T
    x = (across + 0.5) / shown.shape[1] * (high - low) + low
    y = (down + 0.5) / shown.shape[0] * (high - low) + low
    cell = (high - low) / min(shown.shape[:2])
    assert len(x) > 0.5 * shown.shape[0]
    assert np.abs(x - y - 12.5).max() < 2.5 * cell


@pytest.mark.parametrize(("before", "after"), [
    (Rule("x", 10.0, "here"), Rule("x", 97.0, "here", dashed=True)),
    (Rule("y", 10.0, "here"), Rule("y", 500.0, "here")),
])  # fmt: skip
def test_a_rule_that_moves_is_painted_again_wherever_it_differs(
    show, view, data_pixels, qapp, before, after
):
    item = show(before)
    was = data_pixels(view).astype(int)
    qapp.processEvents()
    renewed = []
    item.scene().changed.connect(renewed.extend)
    show(after)
    qapp.processEvents()
    corner = item.area.scenePos()
    differs = np.argwhere((data_pixels(view) != was).any(axis=2))
    assert len(differs) > 50
    for down, across in differs:
        at = corner + QPointF(across + 0.5, down + 0.5)
        assert any(rect.adjusted(-1, -1, 1, 1).contains(at) for rect in renewed)
    renewed_area = sum(rect.width() * rect.height() for rect in renewed)
    assert renewed_area < 0.2 * was[..., 0].size, "and little else"


@pytest.mark.parametrize(
    "mark",
    [
        Rule("x", 50.0),
        Diagonal(12.5, dashed=True),
        Path((20, 80, 80, 20, 20), (20, 20, 80, 80, 20), "mark"),
    ],
)
def test_what_marks_something_is_seen_on_its_own_colour(show, view, data_pixels, mark):
    ground = Band("x", -1e3, 1e3)  # of the mark's colour
    show(ground)
    without = data_pixels(view).astype(int)
    show(ground, mark)
    shown = data_pixels(view).astype(int)
    brighter = shown.sum(axis=2) - without.sum(axis=2)
    assert (brighter > 30).sum() > len(without), "a pixel a row, at least"


def test_a_mark_with_its_halo_erases_nothing_of_a_curve_whatever_comes_first(
    show, view, data_pixels, rgb
):
    samples = Samples(np.arange(100.0), np.full(100, 50.0))
    curve = Curve(samples, color="curve-2", style="points")
    pictures = []
    for marks in ((curve, Rule("x", 50.0), Diagonal(0.0)), (curve,)):
        show(*marks)
        is_color = data_pixels(view) == rgb(LIGHT.role("curve-2"))
        pictures.append(np.all(is_color, axis=2))
    assert pictures[1].sum() > 20
    assert (pictures[0] >= pictures[1]).all()


def test_names_of_marks_stand_in_the_margins_others_on_the_data_and_all_apart(show, view):
    show(*NAMED_LINES)
    inside = view.panels[0].area.boundingRect()
    texts = written(canvas_of(view))
    level, second, reference, upright, diagonal = (item.label.box for item in view.panels[0].items)
    assert inside.contains(reference)
    assert all(box.left() >= inside.right() for box in (level, second))
    assert all(box.bottom() <= inside.top() for box in (upright, diagonal))
    assert collisions(texts) == []
    assert [text.words for text in texts if text.is_cut] == []


def test_a_line_out_of_view_is_pointed_to(show, view):
    rule = Rule("x", 5.0, "*t* = 5")
    show(rule, window=(20.0, 60.0))
    assert "← " in "".join(text.words for text in written(canvas_of(view)))
    show(Diagonal(0.0), window=(20.0, 60.0))
    words = [text.words for text in written(canvas_of(view))]
    assert "← " not in "".join(words), "and its name goes with it"


@pytest.mark.parametrize(("rows", "framed"), [(8, False), (700, False), (8, True)])
def test_a_marked_row_has_a_line_at_each_edge_or_one_where_it_is_low(
    view, table, heat, data_pixels, rows, framed
):
    generator = np.random.default_rng(1)
    raster = table(generator.uniform(-1, 1, (rows, 5)))
    at = 3 * rows // 8
    pictures = []
    mark = Band("y", at - 0.5, at + 0.5, framed=True) if framed else Rule("y", at)
    for marks in ((), (mark,)):
        view.set_figure(heat(raster, marks=marks))
        pictures.append(data_pixels(view))
    changed = np.flatnonzero((pictures[0] != pictures[1]).any(axis=(1, 2)))
    cell = len(pictures[0]) / rows
    away = np.abs(changed + 0.5 - (at + 0.5) * cell)
    if rows == 700:
        assert len(changed) == 3, "one line, with its halo"
        assert away.max() < 3
        return
    assert len(changed) >= (2 if framed else 4), "two lines, with a halo outside"
    assert away.min() >= cell / 2 - (1 if framed else 1e-9)
    assert away.max() < cell / 2 + 3


def test_a_wide_curve_is_pale_and_does_not_hide_what_runs_along_it(view, data_pixels, rgb):
    level = Samples(np.array([0.0, 10.0]), np.full(2, 0.3))
    wide = Curve(level, color="sine", style="wide")
    thin = Curve(level, color="ink")
    view.set_figure(plot(wide, thin))
    column = data_pixels(view)[:, 45].astype(int)  # between two lines of the grid
    pale = 0.55 * np.array(rgb(LIGHT.panel)) + 0.45 * np.array(rgb(LIGHT.role("sine")))
    ink = rgb(LIGHT.role("ink"))
    assert (np.abs(column - pale).max(axis=1) <= 3).sum() >= 3
    assert (np.abs(column - ink).max(axis=1) <= 3).any()


def test_names_of_lines_leave_out_only_the_words_that_they_cover(view, table, heat):
    digits = Words(tuple(range(6)), (0,) * 6, tuple("012345"))
    rule = Rule("y", 0, "1000", "muted")
    heatmap = heat(table(np.zeros((16, 6))), marks=(digits, rule))
    view.set_figure(heatmap)
    area = view.panels[0].area.sceneBoundingRect()
    inside = [text.words for text in written(canvas_of(view)) if area.contains(text.rect.center())]
    assert [words for words in inside if len(words) == 1] == list("01234")


def test_a_curve_is_drawn_wherever_its_zero_is_moved(view, data_pixels, rgb):
    samples = Samples(np.array([0.0, 10.0]), np.zeros(2))
    curve = Curve(samples, color="ink", y0=100.0)
    figure = plot(curve)
    (panel,) = figure.panels
    y = replace(panel.y, limits=(99.0, 101.0))
    view.set_figure(replace(figure, rows=((replace(panel, y=y),),)))
    assert near(data_pixels(view)[:, 45:46], rgb(LIGHT.role("ink"))).any()


def test_the_line_of_what_is_outside_the_cells_is_at_their_edge_and_outlines_none(
    view, table, heat, data_pixels
):
    pictures = []
    for marks in ((), (Rule("y", 2.4, outside=True),)):
        heatmap = heat(table(np.zeros((3, 5))), marks=marks)
        view.set_figure(heatmap)
        pictures.append(data_pixels(view))
    changed = np.flatnonzero((pictures[0] != pictures[1]).any(axis=(1, 2)))
    assert changed.min() > 0.9 * len(pictures[0])


def test_the_name_of_a_line_moves_with_its_area(view):
    for far in (1, 100_000):
        rule = Rule("y", far / 2, "name", "reference", at_left=True)
        axis = Axis("value", "", (-float(far), float(far)))
        view.set_figure(plot(rule, y=axis))
    area = view.panels[0].area.sceneBoundingRect()
    [name] = [text.rect for text in written(canvas_of(view)) if text.words == "name"]
    assert area.left() <= name.left() <= area.left() + 8


@pytest.mark.parametrize("direction", ["x", "y"])
def test_a_wedge_in_the_margin_points_at_its_line_and_drags_it(show, view, mouse, direction):
    edits = []
    view.edited.connect(lambda field, value, _: edits.append((field, value)))
    show(Rule(direction, 30.0, "*t* = 30", moves="cursor.position"))
    (item,) = view.panels[0].items
    wedge = item.wedge.sceneBoundingRect()
    area = view.panels[0].area.sceneBoundingRect()
    index = 0 if direction == "x" else 1
    along = item.area.data_to_pixel(30.0, index)
    place = (wedge.center() - area.topLeft()).toTuple()
    assert abs(place[index] - along) <= 1
    assert not area.intersects(wedge.adjusted(2, 2, -2, -2))

    start = np.divide(place, item.area.lengths).tolist()
    end = list(start)
    end[index] = item.area.data_to_pixel(60.0, index) / item.area.lengths[index]
    mouse.drag(start, end)
    assert edits[-1] == ("cursor.position", pytest.approx(60, abs=0.5))


def test_the_name_of_a_mark_out_of_view_has_an_arrow_and_no_wedge(show, view):
    rule = Rule("x", 5.0, "*t* = 5")
    show(rule, window=(20.0, 60.0))
    (item,) = view.panels[0].items
    assert item.label.isVisible()
    assert not item.wedge.isVisible()


def test_the_data_stay_where_they_are_while_a_mark_gains_figures(view, table, heat):
    places = []
    for position in (1, 9, 10, 400):
        rule = Rule("y", position, f"*t* = {position}", longest="*t* = 400")
        raster = table(np.zeros((401, 5)))
        heatmap = heat(raster, marks=(rule,))
        view.set_figure(heatmap)
        places.append(view.panels[0].area.sceneBoundingRect().toRect())
    assert len(set(map(str, places))) == 1
