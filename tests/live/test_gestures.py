from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from peviewer.document.document import Document
from peviewer.figures.grammar import Figure, Panel
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.readout import Reading


@pytest.fixture
def reported(view):
    """Return what `view` has told, in order: name and content."""
    events = []
    view.hovered.connect(lambda cells: events.append(("hovered", cells)))
    view.zoomed.connect(lambda ranges: events.append(("zoomed", ranges)))
    view.left.connect(lambda: events.append(("left", None)))
    view.pressed.connect(lambda: events.append(("pressed", None)))
    view.doubleClicked.connect(lambda: events.append(("doubleClicked", None)))
    view.resetRequested.connect(lambda: events.append(("resetRequested", None)))
    return events


def of(events, name):
    return [content for kind, content in events if kind == name]


def test_hovering_tells_the_cell_once(view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((4, 10)))))
    mouse.move(0.55, 0.3)
    mouse.move(0.56, 0.31)
    mouse.move(0.95, 0.9)
    assert of(reported, "hovered") == [{"dimension": 5, "position": 1}, {"dimension": 9, "position": 3}]


def test_hovering_an_upright_axis_counts_from_the_bottom(view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((4, 10))), inverted=False))
    mouse.move(0.5, 0.9)
    assert of(reported, "hovered")[-1]["position"] == 0


def test_along_an_axis_that_counts_backwards_the_cursor_is_the_same_pair_of_positions(
    view, mouse, reported, table, heat
):
    figure = heat(table(np.zeros((10, 10))))
    x = replace(figure.panels[0].x, cursor="lag", backwards=True)
    view.set_figure(replace(figure, rows=((replace(figure.panels[0], x=x),),)))
    mouse.move(0.55, 0.35)
    assert of(reported, "hovered") == [{"lag": -5, "position": 3}]
    presses = []
    view.pressed.connect(presses.append)
    for lag in (-5, 5):
        view.set_crosshair({}, {"lag": lag, "position": 3})
        mouse.click(0.55, 0.35)
    assert presses == [True, False]


def test_a_drag_ends_where_another_figure_takes_the_data_away(view, mouse, qapp, reported, table, heat, stack, recwarn):
    view.set_figure(heat(table(np.zeros((40, 40)))))
    mouse.wheel(0.5, 0.5, 3)
    mouse.move(0.5, 0.5)
    mouse.drag((0.5, 0.5), (0.6, 0.6), release=False)
    qapp.processEvents()
    panned = of(reported, "zoomed")
    view.set_figure(stack(table(np.zeros((40, 40)))))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    mouse.drag((0.5, 0.5), (0.3, 0.6))
    assert not list(recwarn)
    assert len(panned) > 0
    mouse.click(0.5, 0.5)
    assert of(reported, "pressed")


def test_leaving_the_data_is_reported(view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((4, 10)))))
    mouse.move(0.5, 0.5)
    mouse.move(0.5, 1.15)
    assert of(reported, "left") == [None]


def test_what_was_read_goes_when_the_view_gets_another_size(view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((4, 10)))))
    mouse.move(0.3, 0.4)
    tag = view.panels[0]._tag
    assert tag.isVisible()
    view.resize(view.width() + 200, view.height())
    assert not tag.isVisible()
    assert of(reported, "left") == [None]


def test_click_and_double_click(view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((4, 10)))))
    mouse.click(0.5, 0.5)
    assert of(reported, "pressed") == [None]
    mouse.double_click(0.5, 0.5)
    assert of(reported, "doubleClicked") == [None]
    assert of(reported, "zoomed") == []


@pytest.mark.parametrize(("across", "on_it"), [(0.55, True), (0.45, False)])
def test_a_click_reports_whether_the_pinned_crosshair_is_there(view, mouse, table, heat, across, on_it):
    reported = []
    view.pressed.connect(reported.append)
    view.set_figure(heat(table(np.zeros((10, 10)))))
    view.set_crosshair({}, {"dimension": 5, "position": 3})
    mouse.click(across, 0.35)
    assert reported == [on_it]


def test_a_click_on_the_pointers_own_crosshair_is_not_on_a_pin(view, mouse, table, heat):
    reported = []
    view.pressed.connect(reported.append)
    view.set_figure(heat(table(np.zeros((10, 10)))))
    view.set_crosshair({"dimension": 5, "position": 3})
    mouse.click(0.55, 0.35)
    assert reported == [False]


def test_a_click_beside_a_pin_along_one_axis_alone_is_not_on_it(view, mouse, table, heat):
    reported = []
    view.pressed.connect(reported.append)
    view.set_figure(heat(table(np.zeros((10, 10)))))
    view.set_crosshair({}, {"position": 3})
    mouse.click(0.55, 0.35)
    assert reported == [False]


def test_a_double_click_on_an_axis_asks_for_the_whole_view(view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((4, 10)))))
    mouse.double_click(0.5, 1.04)
    assert of(reported, "resetRequested") == [None]
    assert of(reported, "doubleClicked") == []


def test_the_wheel_zooms_about_the_pointer_and_tells_once(qtbot, view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200)))))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.25, 0.5)
        mouse.wheel(0.25, 0.5)
    qtbot.wait(5)
    [ranges] = of(reported, "zoomed")
    low, high = ranges["dimension"]
    assert high - low == pytest.approx(200 * 0.85**2)
    assert low + 0.25 * (high - low) == pytest.approx(-0.5 + 0.25 * 200, abs=0.5)
    assert set(ranges) == {"dimension", "position"}


def test_zooming_out_stops_at_the_limits_and_reports_them(qtbot, view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200))), windows=((20, 120), (10, 60))))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.5, 0.5, notches=-40)
    assert of(reported, "zoomed") == [{"dimension": (-0.5, 199.5), "position": (-0.5, 99.5)}]


def test_zooming_in_stops_at_two_cells(qtbot, view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200)))))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.5, 0.5, notches=90)
    assert [high - low for low, high in of(reported, "zoomed")[0].values()] == pytest.approx([2, 2])


def test_dragging_pans_and_only_moved_quantities_are_reported(qtbot, view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200))), windows=((50, 150), None)))
    with qtbot.waitSignal(view.zoomed):
        mouse.drag((0.6, 0.5), (0.5, 0.7))
    qtbot.wait(5)
    last = of(reported, "zoomed")[-1]
    assert last["dimension"] == (pytest.approx(60, abs=1), pytest.approx(160, abs=1))
    assert "position" not in last, "the whole of it is shown, so it cannot move"
    assert of(reported, "pressed") == []


def test_nothing_is_read_while_something_is_dragged(qtbot, view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200))), windows=((50, 150), None)))
    mouse.move(0.6, 0.5)
    assert view.panels[0]._tag.isVisible()
    with qtbot.waitSignal(view.zoomed):
        mouse.drag((0.6, 0.5), (0.5, 0.7), release=False)
    assert not view.panels[0]._tag.isVisible()
    assert of(reported, "left") == [None]


@pytest.mark.parametrize(("at", "high"), [(0.5, 150), (0.95, 150), (0.95, 300)])
def test_the_tag_covers_no_axis_below_however_low_the_data(view, mouse, table, stack, at, high):
    view.resize(300, high)
    view.set_figure(stack(table(np.zeros((9, 40)))))
    mouse.move(at, 0.95, panel=1)
    panel = view.panels[1]
    panel.show_read(30.0, -1.9, [Reading("sine", 0.5), Reading("cosine", 0.25)], ())  # two lines
    assert panel._tag.sceneBoundingRect().bottom() <= panel.area.sceneBoundingRect().bottom()


def test_dragging_beyond_the_limits_stops_there(qtbot, view, mouse, reported, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200))), windows=((5, 105), None)))
    with qtbot.waitSignal(view.zoomed):
        mouse.drag((0.1, 0.5), (0.9, 0.5))
    qtbot.wait(5)
    low, high = of(reported, "zoomed")[-1]["dimension"]
    assert (low, high) == pytest.approx((-0.5, 99.5))


def test_values_are_neither_zoomed_nor_panned(qtbot, view, mouse, reported, table, stack):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.5, 0.5, panel=1)
    assert set(of(reported, "zoomed")[0]) == {"position"}
    assert view.panels[1].area.y_range == (-2.0, 2.0)


def test_axes_of_one_quantity_move_together(qtbot, view, mouse, reported, table, stack):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.5, 0.5, panel=1)
    upper, lower = view.panels
    assert upper.area.x_range == lower.area.x_range != (-0.5, 39.5)


def test_a_matrix_of_one_quantity_keeps_its_axes_equal(qtbot, view, mouse, reported, table, heat):
    [[panel]] = heat(table(np.zeros((100, 100)))).rows
    panel = Panel(replace(panel.y, inverted=False, cursor="other"), panel.y, panel.marks)
    view.set_figure(Figure("", ((panel,),)))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.2, 0.7, notches=3)
    area = view.panels[0].area
    assert area.x_range == area.y_range
    assert of(reported, "zoomed") == [{"position": area.x_range}]


def test_ranges_set_by_the_program_tell_nothing(qtbot, view, reported, table, heat):
    raster = table(np.zeros((100, 200)))
    view.set_figure(heat(raster))
    view.set_figure(heat(raster, windows=((20, 120), (10, 60))))
    view.set_figure(heat(raster, windows=((0, 50), None)))
    view.resize(640, 480)
    qtbot.wait(20)
    assert view.panels[0].area.x_range == (0, 50)
    assert of(reported, "zoomed") == []


def test_data_that_move_keep_the_range_the_user_made(qtbot, view, mouse, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200)))))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.5, 0.5)
    shown = view.panels[0].area.x_range
    view.set_figure(heat(table(np.ones((100, 200)))))
    assert view.panels[0].area.x_range == shown


def test_a_figure_drawn_for_an_earlier_range_does_not_pull_a_drag_back(qtbot, view, mouse, reported, table, heat):
    raster = table(np.zeros((100, 200)))
    view.set_figure(heat(raster))
    mouse.wheel(0.5, 0.5)
    newest = view.panels[0].area.x_range
    view.set_figure(heat(raster, windows=((-0.5, 190.0), None)))
    assert view.panels[0].area.x_range == newest
    qtbot.waitUntil(lambda: len(of(reported, "zoomed")) == 1)
    assert of(reported, "zoomed")[0]["dimension"] == newest


def test_the_value_under_the_pointer_is_shown_and_hidden(view, mouse, table, heat, data_pixels):
    view.set_figure(heat(table(np.zeros((4, 10)))))
    before = data_pixels(view)
    mouse.move(0.5, 0.5)
    assert (data_pixels(view) != before).any()
    mouse.move(0.5, 1.15)
    np.testing.assert_array_equal(data_pixels(view), before)


def test_what_is_read_under_the_pointer_is_reported_with_its_cell(view, mouse, table, stack):
    reported = []
    view.read.connect(lambda *said: reported.append(said))
    view.set_figure(stack(table(np.full((9, 40), 0.25))))
    mouse.move(0.51, 0.51)
    mouse.move(0.512, 0.51)
    assert reported == [({"position": 20, "dimension": 4}, (Reading("Cells", 0.25),), ())]
    mouse.move(0.51, 0.5, panel=1)
    cell, [reading], since = reported[-1]
    assert (cell, reading.name, since) == ({"position": 20}, "sine", ())
    assert (reading.value, reading.spot) == (pytest.approx(np.sin(4)), (20, pytest.approx(np.sin(4))))


def test_what_is_read_follows_the_picture_under_a_pointer_that_rests(view, mouse, table, stack):
    reported = []
    view.set_figure(stack(table(np.full((9, 40), 0.25))))
    mouse.move(0.5, 0.5)
    view.read.connect(lambda _cell, readings, _since: reported.append(readings))
    view.set_figure(stack(table(np.full((9, 40), 0.75))))
    assert reported == [(Reading("Cells", 0.75),)]
    mouse.move(0.5, 1.15)
    view.set_figure(stack(table(np.full((9, 40), 0.5))))
    assert len(reported) == 1, "nothing is read where the pointer is gone"


def test_differences_from_the_pin_are_reported_where_the_panel_has_the_pinned_cell(view, mouse, table, stack):
    reported = []
    view.set_figure(stack(table(np.add.outer(np.arange(9.0), np.arange(40.0)))))
    mouse.move(0.51, 0.51)
    view.read.connect(lambda _cell, _readings, since: reported.append(since))
    view.set_crosshair({}, {"position": 18})
    assert reported == [], "the pin is no cell of this panel"
    view.set_crosshair({}, {"position": 18, "dimension": 1})
    assert reported == [(Reading("Cells", 5.0, is_change=True),)]
    view.set_crosshair({}, {"position": 18, "dimension": 100})
    assert reported[1:] == [()], "the pin lies beside the panel"
    mouse.move(0.51, 0.5, panel=1)
    [[difference]] = reported[2:]
    assert difference.value == pytest.approx(np.sin(4.0) - np.sin(3.6))


def test_a_pin_beside_the_table_tells_no_difference_though_a_wave_goes_on_there(view, mouse):
    reported = []
    view.set_figure(PANES["waves"].figure(Document().edited({"encoding.length": 50})))
    mouse.move(0.51, 0.5)
    view.read.connect(lambda _cell, _readings, since: reported.append(since))
    for pinned in (70, -1, 30):
        view.set_crosshair({}, {"position": pinned})
    assert reported[:-1] == []
    assert [found.is_change for found in reported[-1]] == [True] * len(reported[-1]) != []


def test_a_dot_is_on_the_curve_that_is_read(view, mouse, table, stack, data_pixels):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    before = data_pixels(view, 1).astype(int)
    mouse.move(0.51, 0.05, panel=1)
    changed = np.abs(data_pixels(view, 1) - before).max(axis=2) > 60
    height, width = changed.shape
    x, y = int(20.5 / 40 * width), int((2.0 - np.sin(4.0)) / 4 * height)
    assert changed[y - 5 : y + 6, x - 5 : x + 6].mean() > 0.3
    assert not changed[y - 5 : y + 6, : x - 20].any()
    mouse.move(0.51, 1.2, panel=1)
    assert (data_pixels(view, 1) == before).all()


def test_zooming_in_and_back_within_one_turn_tells_nothing(qtbot, view, mouse, reported, table, stack):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    mouse.wheel(0.5, 0.5, panel=1)
    mouse.wheel(0.5, 0.5, notches=-3, panel=1)
    assert [panel.area.x_range for panel in view.panels] == [(-0.5, 39.5)] * 2
    qtbot.wait(5)
    assert of(reported, "zoomed") == []
