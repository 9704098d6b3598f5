"""A view keeps its panels and items from Figure to Figure, aligns them, and shows the crosshair on them."""

import gc
import math
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Note, Panel, Rule
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.live.coordinate import Coordinate
from peviewer.model.sampling.series import Samples
from tests.made_figures import plot


def test_in_another_arrangement_panels_that_are_there_go_on_and_others_come_and_go(
    view, table, heat, stack, qtbot
):
    raster = table(np.ones((5, 5)))
    view.set_figure(heat(raster))
    [first] = view.panels
    view.set_figure(stack(raster))
    assert view.panels[0] is first
    second = view.panels[1].area
    scene = second.scene()
    view.set_figure(heat(raster))
    assert view.panels == [first]
    assert first.area in scene.items()
    assert second not in scene.items()


def test_a_view_that_is_resized_while_its_panels_are_made_arranges_those_it_has_then(
    qtbot, view, table, heat
):
    window = QWidget()
    qtbot.addWidget(window)
    box = QVBoxLayout(window)
    box.addWidget(view)
    window.resize(600, 500)
    window.show()
    QApplication.processEvents()
    heatmap = heat(table(np.ones((5, 5))))
    view.set_figure(heatmap)
    before = view.size()
    box.setContentsMargins(
        0, 0, 0, 150
    )  # comes into force as soon as anything is shown: here a table
    figure = PANES["frequencies"].figure(Document())
    assert len(figure.rows) > 1
    view.set_figure(figure)
    assert view.size() != before
    assert view.figure() is figure
    assert len(view.panels) == len(list(figure.panels))
    view.setParent(None)


def test_small_clocks_are_spread_anew_as_the_view_changes_its_shape(view, qtbot):
    def lines():
        QApplication.processEvents()
        return len(set(view.panels[-1].panel.marks[0].y))

    view.resize(1200, 400)
    figure = PANES["clocks"].figure(Document())
    view.set_figure(figure)
    assert lines() == 1
    view.resize(900, 640)
    assert lines() == 2
    view.resize(1200, 400)
    assert lines() == 1
    assert view.figure() is figure


def test_data_areas_of_a_stack_align_with_and_without_colour_bar(view, table, stack):
    view.set_figure(stack(table(np.ones((5000, 40)))))
    upper, lower = (panel.area.sceneBoundingRect() for panel in view.panels)
    assert upper.left() == lower.left()
    assert upper.right() == lower.right()
    assert len({panel.left.sceneBoundingRect().left() for panel in view.panels}) == 1, (
        "titles in one line"
    )
    assert upper.bottom() < lower.top()
    with_bar = upper.width()
    view.set_figure(stack(table(np.ones((5000, 40))), bar=None))
    upper, lower = (panel.area.sceneBoundingRect() for panel in view.panels)
    assert upper.width() == lower.width() > with_bar


def test_stacked_and_adjacent_panels_show_the_numbers_of_a_shared_axis_once(
    view, table, heat, stack
):
    view.set_figure(stack(table(np.ones((9, 40)))))
    assert [panel.bottom.numbered for panel in view.panels] == [False, True]
    heatmap = heat(table(np.ones((9, 40))))
    [[panel]] = heatmap.rows
    figure = Figure("", ((panel, panel),))
    view.set_figure(figure)
    assert [panel.left.numbered for panel in view.panels] == [True, False]


def test_cells_become_square_when_that_is_asked_for_and_fill_the_room_again(view, table, heat):
    wide = heat(table(np.zeros((9, 9))))
    square = replace(wide, rows=((replace(wide.panels[0], square_cells=True),),))
    shapes = []
    for figure in (wide, square, wide):
        view.set_figure(figure)
        rect = view.panels[0].area.rect()
        shapes.append(rect.width() == pytest.approx(rect.height(), abs=1))
    assert shapes == [False, True, False]
    view.resize(300, 600)
    view.set_figure(square)
    area = view.panels[0].area
    expected = pytest.approx(300, abs=40)
    assert area.mapRectToScene(area.rect()).center().y() == expected


@pytest.mark.parametrize("style", ["step", "dashed", "points"])
def test_every_style_of_curve_is_drawn_with_gaps_at_missing_values(view, data_pixels, rgb, style):
    x = np.arange(101.0)
    y = np.where((x > 40) & (x < 60), np.nan, 0.0)
    curve = Curve(Samples(x, y), style=style)
    axis = Axis("position", "", (0, 100))
    view.set_figure(plot(curve, x=axis))
    blue = np.all(np.abs(data_pixels(view).astype(int) - rgb("#2B66E3")) < 60, axis=2).any(axis=0)
    assert blue[: int(0.38 * len(blue))].mean() > 0.4
    assert not blue[int(0.43 * len(blue)) : int(0.57 * len(blue))].any()


def test_steps_change_midway_between_whole_numbers(view, data_pixels, rgb):
    series = Samples(np.array([0.0, 1.0]), np.array([-0.5, 0.5]))
    curve = Curve(series, style="step")
    axis = Axis("position", "", (-0.5, 1.5))
    view.set_figure(plot(curve, x=axis))
    shown = data_pixels(view).astype(int)
    blue = np.all(np.abs(shown - rgb("#2B66E3")) < 60, axis=2)
    height, width = blue.shape
    assert blue[int(0.7 * height) :, : width // 2 - 3].any(axis=0).all()
    assert blue[: int(0.3 * height), width // 2 + 3 :].any(axis=0).all()


def test_a_note_is_alone_without_axes(view, table, heat):
    figure = heat(table(np.ones((5, 5))))
    view.set_figure(Figure("", ((replace(figure.panels[0], marks=(Note("nothing to see"),)),),)))
    view.set_crosshair({"position": 1, "dimension": 1})
    assert not view.panels[0].left.isVisible()
    view.set_figure(figure)
    assert view.panels[0].left.isVisible()


@pytest.fixture
def lines(view, data_pixels, rgb):
    """Return a function from a colour to the places of upright lines of it, as parts of a panel's width."""

    def places(color, panel=0):
        marked = np.all(data_pixels(view, panel) == rgb(color), axis=2).mean(axis=0) > 0.9
        return ((np.flatnonzero(marked) + 0.5) / len(marked)).tolist()

    return places


def test_the_crosshair_is_on_the_cell_in_every_panel_with_that_cursor(
    view, table, stack, data_pixels, lines
):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    for panel in (0, 1):
        before = data_pixels(view, panel)
        view.set_crosshair({"position": 10})
        expected = [pytest.approx(10.5 / 40, abs=0.002)]
        assert lines(LIGHT.secondary, panel) == expected
        view.set_crosshair({})
        np.testing.assert_array_equal(data_pixels(view, panel), before)


def test_beside_a_pinned_crosshair_the_pointers_own_is_quiet(view, table, stack, lines):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    view.set_crosshair({"position": 30}, {"position": 10})
    expected = [pytest.approx(10.5 / 40, abs=0.002)]
    assert lines(LIGHT.text) == expected
    assert lines(LIGHT.secondary) == [pytest.approx(30.5 / 40, abs=0.002)]
    view.set_crosshair({"position": 10}, {"position": 10})
    assert len(lines(LIGHT.text)) == 1
    assert lines(LIGHT.secondary) == []
    assert lines(LIGHT.mark) == [], "what is pointed at is grey"


def test_the_crosshair_follows_the_zoom_and_leaves_with_its_cell(view, table, stack, lines):
    view.set_crosshair({"position": 10})
    for window, places in (((7.5, 11.5), [pytest.approx(0.625, abs=0.003)]), ((20.0, 30.0), [])):
        view.set_figure(stack(table(np.zeros((9, 40))), window=window))
        assert lines(LIGHT.secondary) == places


def test_the_diagonal_of_what_is_pointed_at_is_drawn_and_its_lag_on_the_profile(view, data_pixels):
    axes = [
        Axis("position", "", (-0.5, 99.5), cursor=name, zooms=True)
        for name in ("other", "position")
    ]
    marks = (Rule("y", 0.5),)
    axis = Axis("value", "", (0.0, 1.0))
    profile = Panel(replace(axes[0], lag_origin=50.0), axis, marks)
    figure = Figure("", ((Panel(*axes, marks),), (profile,)), heights=(2.0, 1.0))
    view.set_figure(figure)
    without = [data_pixels(view, panel).astype(int) for panel in (0, 1)]
    view.set_crosshair({"position": 20, "other": 40})
    matrix = (data_pixels(view, 0) != without[0]).any(axis=2)
    row = (data_pixels(view, 1) != without[1]).any(axis=2)
    height, width = matrix.shape
    for at in (5, 50, 70):  # of the position; the other one is 20 later
        down = round((1 - (at + 0.5) / 100) * height)
        across = round((at + 20.5) / 100 * width)
        assert matrix[down - 1 : down + 2, across - 1 : across + 2].any()
    expected = pytest.approx(0.705, abs=0.005)
    assert np.flatnonzero(row.mean(axis=0) > 0.9).mean() / width == expected


def test_a_rule_is_at_its_coordinate_on_a_logarithmic_axis(view, lines):
    axis = Axis("lag", "", (1.0, 10_000.0), log=True)
    view.set_figure(plot(Rule("x", 100.0), x=axis))
    expected = pytest.approx([0.5], abs=0.003)
    assert lines(LIGHT.mark) == expected


def test_a_view_that_is_cleared_frees_its_panels_and_shows_the_next_figure(
    view, mouse, heat, table, data_pixels
):
    figure = heat(table(np.ones((4, 5))))
    view.set_figure(figure)
    shown = data_pixels(view)
    mouse.move(0.5, 0.5)
    mouse.click(0.5, 0.5)
    panel = weakref.ref(view.panels[0])
    parts = [weakref.ref(part) for part in (panel().plot, panel().area, panel().left)]
    view.clear()
    assert view.figure() is None
    assert view.panels == []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert [part() for part in (panel, *parts)] == [None] * 4
    view.set_figure(figure)
    np.testing.assert_array_equal(data_pixels(view), shown)


def test_the_pin_lets_the_outline_of_the_reference_position_be_seen(
    view, heat, table, data_pixels, rgb
):
    marks = (Rule("y", 10.0),)
    heatmap = heat(table(np.zeros((40, 9))), marks=marks)
    view.set_figure(heatmap)
    view.set_crosshair({}, {"position": 10})
    shown = data_pixels(view)
    rows = {name: np.all(shown == rgb(color), axis=2).mean(axis=1) > 0.9
            for name, color in (("mark", LIGHT.mark), ("pin", LIGHT.text))}  # fmt: skip
    expected = pytest.approx([10 / 40, 11 / 40], abs=0.006)
    assert np.flatnonzero(rows["mark"]) / len(shown) == expected
    assert not rows["pin"].any()


@pytest.mark.slow
def test_a_thousand_frames_and_more(view, table, stack):
    """PySide6 6.12 on Python 3.11 aborts in such a loop after some 1,100 frames."""
    view.resize(160, 120)
    painted = 0
    values = np.linspace(-1, 1, 64).reshape(8, 8)
    for frame in range(1_500):
        raster = table(np.roll(values, frame))
        view.set_figure(stack(raster, offset=0.001 * (frame % 500)))
        view.set_crosshair({"position": frame % 8})
        QApplication.processEvents()
        painted += bool(raster.calls)
    assert painted > 0.99 * 1_500


def test_a_logarithmic_axis_reports_its_own_units():
    axis = Coordinate(Axis("lag", "", (1.0, 1e6), log=True))
    assert axis.limits == (0.0, 6.0)
    assert axis.from_screen((1.0, 2.0)) == (10.0, 100.0)
    assert axis.from_screen(axis.limits) == (1.0, 1e6)
    along = Coordinate(Axis("lag", "", (1.0, 1000.0), log=True, whole=True))
    for place, cell in (
        (5000.0, 1000),
        (-5000.0, 1),
        (math.log10(7), 7),
    ):  # where a linear axis had the pointer
        assert along.cell_at(place) == cell


def test_on_a_logarithmic_axis_no_line_stands_for_0(view, data_pixels, rgb):
    across = Axis("position", "", (0.0, 10.0))
    rows = []
    for log, limits in ((True, (0.01, 100.0)), (False, (-1.0, 1.0))):
        up = Axis("value", "", limits, log=log)
        rule = Rule("x", -5.0, color="muted")
        panel = Panel(across, up, (rule,))
        figure = Figure("", ((panel,),))
        view.set_figure(figure)
        dark = np.all(data_pixels(view)[:, 40:60] == rgb(LIGHT.line), axis=(1, 2))
        rows.append(int(dark.sum()))
    assert rows == [0, 1]
