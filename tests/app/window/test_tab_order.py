"""Tab goes through the window as it is read, whatever was made when."""

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication

from peviewer.app.controls.panel import ParametersPanel

if TYPE_CHECKING:
    from peviewer.app.panes.dock import PaneDock


def walk(qtbot, window, start, key=Qt.Key.Key_Tab):
    """Return what has the focus after each Tab from a widget on, once around."""
    window.activateWindow()
    start.setFocus()
    QApplication.processEvents()  # what was made anew is where it belongs,
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # and what it replaces is gone
    qtbot.waitUntil(start.hasFocus)
    stops = [start]
    while True:
        qtbot.keyClick(QApplication.focusWidget(), key)
        if (now := QApplication.focusWidget()) in stops:
            return stops
        stops.append(now)


def within(stops, part):
    return [stop for stop in stops if part.isAncestorOf(stop)]


def place(stop, inside):
    at = stop.mapTo(inside, QPoint(0, stop.height() // 2))
    return at.y(), at.x()


def test_the_parameters_are_visited_from_top_to_bottom_after_another_scheme_and_back(qtbot, window):
    for scheme in ("rope", "sinusoidal"):
        window.session.edit({"encoding.scheme": scheme})
        window.session._announce()
    panel = window.findChild(ParametersPanel)
    stops = within(walk(qtbot, window, window.preset_chooser), panel)
    heights = [place(stop, panel)[0] for stop in stops]
    assert len(heights) > 15
    assert heights == sorted(heights)


def test_parameters_come_before_the_panes_as_they_stand_and_those_before_the_transport(qtbot, window):
    window.area.close_pane("encoding")
    window.area.reveal("waves")  # made last of all
    window.session._announce()
    stops = walk(qtbot, window, window.preset_chooser)
    parts = [next((part for part in (window.parameters, window.area, window.transport) if part.isAncestorOf(stop)), 0)
             for stop in stops]  # fmt: skip
    visited = [part for part, before in zip(parts, [0, *parts], strict=False) if part and part is not before]
    assert visited[:3] == [window.parameters, window.area, window.transport]
    docks = [next((dock for dock in window.docks.values() if dock.isAncestorOf(stop)), None) for stop in stops]
    names = [dock.pane.name for dock, before in zip(docks, [None, *docks], strict=False) if dock and dock is not before]
    assert names == list(window.area.placed)


def test_in_a_pane_choices_come_before_buttons_and_the_figure_last(qtbot, window):
    dock: PaneDock = window.docks["distance"]
    stops = within(walk(qtbot, window, window.preset_chooser), dock)
    assert stops[-1] is dock.view
    assert [stop for stop in stops if stop in dock.header.buttons.values()] == [*dock.header.buttons.values()]
    first = stops.index(dock.header.buttons["explain"])
    assert [dock.header.choices[0].isAncestorOf(stop) for stop in stops[:first]] == [True, False]


def test_shift_tab_goes_the_same_way_back(qtbot, window):
    ahead = walk(qtbot, window, window.preset_chooser)
    back = walk(qtbot, window, window.preset_chooser, Qt.Key.Key_Backtab)
    assert back == [ahead[0], *ahead[:0:-1]]


@pytest.mark.parametrize("floats", [False, True])
def test_parameters_in_a_window_of_their_own_are_a_round_of_their_own(qtbot, window, floats):
    window.parameters.setFloating(floats)
    window.session.edit({"encoding.scheme": "rope"})
    window.session._announce()
    stops = walk(qtbot, window.preset_chooser.window(), window.preset_chooser)
    panel = window.findChild(ParametersPanel)
    assert all(window.parameters.isAncestorOf(stop) for stop in stops) is floats
    heights = [place(stop, panel)[0] for stop in within(stops, panel)]
    assert heights == sorted(heights)
