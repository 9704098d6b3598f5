"""A figure that the keys are for: they move the cursor, pin it, pan and zoom, and leave again."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from peviewer.figures.grammar import Axis, Rule
from peviewer.figures.palette import LIGHT
from tests.made_figures import plot

Key = Qt.Key
Held = Qt.KeyboardModifier
Reason = Qt.FocusReason


@pytest.fixture
def press(qtbot, view):
    """Return a function that presses keys in the view, which has taken them."""
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)

    def keys(*pressed, held=Held.NoModifier):
        for key in pressed:
            QTest.keyClick(view, key, held)

    return keys


@pytest.fixture
def focused(view, press, table, heat):
    """Show 100 positions, downwards, of 200 dimensions, and take the keys."""
    heatmap = heat(table(np.zeros((100, 200))))
    view.set_figure(heatmap)
    view.enter()
    assert view.hasFocus()
    return view


def test_the_first_arrow_shows_the_cursor_where_it_is_and_others_move_it_a_cell(
    focused, press, cells, table, heat
):
    focused.set_crosshair({}, {"position": 30, "dimension": 7})
    press(Key.Key_Right, Key.Key_Right, Key.Key_Down, Key.Key_Up, Key.Key_Left)
    expected = [(30, 8), (30, 9), (31, 9), (30, 9), (30, 8)]
    assert [(cell["position"], cell["dimension"]) for cell in cells] == expected
    heatmap = heat(table(np.zeros((100, 200))), inverted=False)
    focused.set_figure(heatmap)
    press(Key.Key_Up)
    assert cells[-1] == {"position": 31, "dimension": 8}, "up is up on an upright axis"


def test_without_a_cursor_keys_begin_in_the_middle_or_at_the_mouse(focused, press, cells, mouse):
    press(Key.Key_Right)
    mouse.move(0.2525, 0.255)
    press(Key.Key_Right, held=Held.ControlModifier)
    expected = [(50, 100), (25, 50), (25, 60)]
    assert [(cell["position"], cell["dimension"]) for cell in cells] == expected


def test_it_stops_at_the_limits_and_what_is_shown_goes_along(
    qtbot, view, press, cells, table, heat
):
    windows = ((0, 100), None)
    heatmap = heat(table(np.zeros((100, 200))), windows=windows)
    view.set_figure(heatmap)
    view.enter()
    view.set_crosshair({}, {"position": 98, "dimension": 96})
    press(*[Key.Key_Down] * 4)
    assert cells[-1]["position"] == 99
    with qtbot.waitSignal(view.zoomed) as reported:
        press(Key.Key_Right, held=Held.ControlModifier)
    low, high = reported.args[0]["dimension"]
    assert cells[-1]["dimension"] == 106
    assert low == 6
    assert high == 106


def test_a_step_along_an_axis_without_cells_is_a_fiftieth_of_what_is_shown(view, press):
    value = Axis("value", "", (0.0, 1000.0), window=(400.0, 500.0))
    view.set_figure(plot(Rule("y", 450.0), y=value))
    view.enter()
    places = []
    view.panels[0].area.hovered.connect(lambda _x, y: places.append(y))

    press(Key.Key_Up, Key.Key_Up, Key.Key_Down)

    assert places == pytest.approx([450, 452, 450])


def test_a_step_over_cells_that_are_smaller_than_pixels_is_a_pixel(view, press, cells, table, heat):
    first = 20_000
    last = 60_000
    windows = ((first, last), None)
    heatmap = heat(table(np.zeros((2, 100_000))), windows=windows)
    view.set_figure(heatmap)
    view.enter()
    cells_a_pixel = np.ceil((last - first) / view.panels[0].area.rect().width())

    press(Key.Key_Right, Key.Key_Right, Key.Key_Left)

    steps = np.diff([cell["dimension"] for cell in cells])
    assert steps.tolist() == [cells_a_pixel, -cells_a_pixel]


def test_enter_clicks_where_the_cursor_is(qtbot, focused, press, cells):
    focused.set_crosshair({}, {"position": 30, "dimension": 7})
    press(Key.Key_Right)
    with qtbot.waitSignal(focused.pressed) as reported:
        press(Key.Key_Return)
    assert reported.args == [False], (
        "the pin beside it, less than three pixels away, is another cell"
    )
    assert cells[-1] == {"position": 30, "dimension": 8}


def test_shift_and_an_arrow_pan(qtbot, view, press, table, heat):
    windows = ((50, 150), (20, 60))
    heatmap = heat(table(np.zeros((100, 200))), windows=windows)
    view.set_figure(heatmap)
    view.enter()
    with qtbot.waitSignal(view.zoomed) as reported:
        press(Key.Key_Right, held=Held.ShiftModifier)
    assert reported.args[0] == {"dimension": (60, 160)}


def test_plus_and_minus_zoom_about_the_cursor(qtbot, focused, press):
    focused.set_crosshair({}, {"position": 20, "dimension": 50})
    with qtbot.waitSignal(focused.zoomed) as reported:
        press(Key.Key_Plus)
    low, high = reported.args[0]["dimension"]
    assert high - low == pytest.approx(160)
    assert (50 - low) / (high - low) == pytest.approx(50.5 / 200)
    with qtbot.waitSignal(focused.zoomed) as reported:
        press(Key.Key_Minus)
    assert reported.args[0]["dimension"] == pytest.approx((-0.5, 199.5))


def test_escape_takes_away_the_pointer_then_the_zoom_then_the_keys(qtbot, view, press, table, heat):
    windows = ((50, 150), None)
    heatmap = heat(table(np.zeros((100, 200))), windows=windows)
    view.set_figure(heatmap)
    view.enter()
    press(Key.Key_Right)
    with qtbot.waitSignal(view.left), qtbot.assertNotEmitted(view.resetRequested):
        press(Key.Key_Escape)
    with qtbot.waitSignal(view.resetRequested), qtbot.assertNotEmitted(view.keysTaken):
        press(Key.Key_Escape)
    view.set_figure(heat(table(np.zeros((100, 200)))))
    with qtbot.waitSignal(view.keysTaken) as reported:
        press(Key.Key_Escape)
    assert reported.args == [False]


def test_the_ring_says_that_keys_are_for_the_figure_and_only_then_they_are(
    view, press, cells, table, heat, pixels, rgb
):
    heatmap = heat(table(np.zeros((100, 200))))
    view.set_figure(heatmap)
    view.setFocus(Reason.OtherFocusReason)
    press(Key.Key_Right, Key.Key_Plus)
    assert cells == []
    assert tuple(pixels(view)[200, 2]) != rgb(LIGHT.accent)
    press(Key.Key_Return)
    assert tuple(pixels(view)[200, 2]) == rgb(LIGHT.accent)
    press(Key.Key_Right)
    assert len(cells) == 1
    view.clearFocus()
    assert tuple(pixels(view)[200, 2]) != rgb(LIGHT.accent)


def test_a_menu_that_opens_leaves_the_keys_where_they_were(qtbot, qapp, focused):
    with qtbot.assertNotEmitted(focused.keysTaken):
        menu = QMenu(focused)
        menu.addAction("Any")
        menu.popup(focused.mapToGlobal(focused.rect().center()))
        assert qapp.activePopupWidget() is menu
        focus_event = QFocusEvent(QFocusEvent.Type.FocusAboutToChange, Reason.OtherFocusReason)
        qapp.sendEvent(focused, focus_event)
        menu.close()
    assert focused.hasFocus()


@pytest.mark.parametrize(("inverted", "shown"), [(True, (16, 56)), (False, (24, 64))])
def test_shift_and_up_show_what_is_above_whichever_way_positions_run(
    qtbot, view, press, table, heat, inverted, shown
):
    windows = ((50, 150), (20, 60))
    heatmap = heat(table(np.zeros((100, 200))), windows=windows, inverted=inverted)
    view.set_figure(heatmap)
    view.enter()
    with qtbot.waitSignal(view.zoomed) as reported:
        press(Key.Key_Up, held=Held.ShiftModifier)

    assert reported.args[0] == {"position": shown}
