"""A field is offered once: in a pane's header while that has room, φ in the transport, else in the Parameters."""

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow

from peviewer.app.controls.heading import Heading
from peviewer.app.look.parts import HeaderButton
from peviewer.app.session.settings import Settings
from peviewer.app.window.parameters_dock import CollapsedSidebar, ParametersDock
from peviewer.figures.panes.catalog import PANES


def offered(window):
    """Return the fields that the Parameters show now."""
    panel = window.parameters.panel
    return {path for path in panel.paths() if not panel.control(path).parentWidget().isHidden()}


def heading(window, title):
    return next(
        found
        for found in window.parameters.findChildren(Heading)
        if found.accessibleName() == title
    )


def more_of(window, title):
    return heading(window, f"the seldom used parameters of {title}")


def show_panes(qtbot, window, *panes, **changes):
    window.session.edit(
        {"view.panes": panes, **{path.replace("_", "."): value for path, value in changes.items()}}
    )
    qtbot.waitUntil(lambda: set(window.area.shown) == set(panes))


@pytest.mark.slow
def test_what_a_header_offers_is_not_in_the_parameters_nor_what_no_open_pane_heeds(qtbot, window):
    choices = {path for name in window.area.open for path in PANES[name].choices}
    assert choices
    assert not choices & offered(window)
    for name in window.area.open:
        assert window.docks[name].visible_fields == list(PANES[name].choices)
    for name in ("shift", "binary", "distance"):
        window.docks[name].close()
    qtbot.waitUntil(lambda: window.session.document.view.panes == ("encoding",))
    assert not {"binary.bits", "cursor.bit", "pairwise.metric"} & offered(window)


@pytest.mark.slow
def test_it_comes_back_while_the_header_has_no_room_for_it(qtbot, qapp, window):
    before = offered(window)
    window.session.edit({"view.panes": (*window.area.open, "waves", "clocks")})
    qtbot.waitUntil(lambda: "clocks" in window.docks and window.docks["clocks"].isVisible())
    window.resize(1100, 700)  # all panes stand side by side still
    qtbot.waitUntil(lambda: len(window.docks["clocks"].visible_fields) < 3)
    shown = {path for name in window.area.shown for path in window.docks[name].visible_fields}
    wanted = {path for name in window.area.shown for path in PANES[name].choices}
    wanted -= {
        "view.square",
        "cursor.other",
    }  # in the View menu; of schemes that turn queries and keys
    assert wanted - shown
    assert wanted - shown <= offered(window)
    window.session.edit({"view.panes": window.session.baseline.view.panes})
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: offered(window) == before)


@pytest.mark.slow
def test_groups_and_what_is_seldom_used_are_folded_by_their_headings_and_stay_so(
    qtbot, open_window
):
    def length_and_first(window):
        return [
            window.parameters.panel.control(f"encoding.{name}").isVisible()
            for name in ("length", "first")
        ]

    window = open_window(panes=("encoding",))
    assert length_and_first(window) == [True, False]
    more = more_of(window, "Encoding")
    assert more.focusPolicy() == Qt.FocusPolicy.TabFocus
    more.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(more, Qt.Key.Key_Space)
    assert length_and_first(window) == [True, True]
    qtbot.mouseClick(heading(window, "Encoding"), Qt.MouseButton.LeftButton)
    assert length_and_first(window) == [False, False]
    window.close()
    again = open_window(panes=("encoding",))
    button = heading(again, "Encoding")
    assert length_and_first(again) == [False, False]
    assert button.toolTip() == "Show Encoding"
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert length_and_first(again) == [True, True]
    assert button.toolTip() == "Fold Encoding"


@pytest.mark.slow
def test_what_is_offered_follows_the_scheme_and_the_choices_that_were_made(qtbot, small_window):
    window = small_window
    show_panes(qtbot, window, "bias", encoding_scheme="alibi")
    qtbot.waitUntil(lambda: window.docks["bias"].visible_fields[:1] == ["cursor.head"])
    window.session.edit({"encoding.scheme": "t5"})
    qtbot.waitUntil(lambda: window.docks["bias"].visible_fields == ["view.square"])
    show_panes(qtbot, window, "attention", encoding_scheme="alibi")
    header = window.docks["attention"].header
    qtbot.waitUntil(lambda: header.choices[0] in header.shown_choices)
    assert "cursor.position" not in offered(window)
    window.session.edit({"attention.query": "cursor"})
    qtbot.waitUntil(lambda: "cursor.position" in offered(window))
    window.session.edit({"encoding.scheme": "t5"})
    qtbot.waitUntil(
        lambda: header.choices[0] not in header.shown_choices
    )  # of one head none is chosen


@pytest.mark.slow
def test_phi_has_one_control_the_transport_whatever_that_moves(qtbot, window):
    transport = window.transport
    session = window.session
    assert window.animated_field.path == "shift.phi"
    assert transport.scrubber.isVisible()
    window.animated_field.choose("encoding.base")
    qtbot.waitUntil(lambda: transport.scrubber.number() == 10_000)
    assert "shift.phi" not in offered(window)
    assert {"encoding.base", "cursor.position"} <= offered(window), (
        "other fields are only lent to the transport"
    )
    session.undo_stack.undo()
    qtbot.waitUntil(lambda: transport.scrubber.number() == 100)
    assert "shift.phi" not in offered(window)


@pytest.mark.slow
def test_a_dot_says_that_something_under_more_is_not_at_its_default(qtbot, small_window):
    window = small_window
    more = more_of(small_window, "Encoding")
    assert more.text() == "More"
    window.session.edit({"encoding.first": 7, "content.kind": "ones"})
    qtbot.waitUntil(lambda: more.text() == "More •")
    assert more.accessibleDescription() == "Not at their defaults: First position, Content"
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: more.text() == "More")


def test_parameters_that_end_with_the_program_leave_no_error(qtbot, session, tmp_path):
    window = QMainWindow()
    dock = ParametersDock(session, Settings(tmp_path))
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.setCentralWidget(sidebar := CollapsedSidebar(dock))
    window.show()
    with qtbot.captureExceptions() as errors:
        shiboken6.delete(window)
    assert errors == []
    assert shiboken6.isValid(sidebar) is False


@pytest.mark.slow
def test_first_parameters_need_no_scrolling_at_900_pixels_and_closed_leave_a_button(window):
    panel = window.parameters.panel
    controls = [control for path in offered(window) if (control := panel.control(path)).isVisible()]
    lowest = max(control.mapTo(panel, control.rect().bottomLeft()).y() for control in controls)
    assert 300 < lowest < panel.height()
    strip = window.collapsed_sidebar
    for is_closed in (False, True):
        assert window.parameters.isVisible() == (not is_closed)
        assert strip.isVisible() == is_closed
        window.parameters.close()
    strip.findChild(HeaderButton).click()
    assert window.parameters.isVisible() is True
    assert strip.isVisible() is False


def test_the_long_name_of_a_file_does_not_widen_the_panel(qtbot, qapp, small_window, tmp_path):
    path = tmp_path / f"table_{'x' * 150}.npy"
    np.save(path, np.eye(9))
    qapp.processEvents()
    width = small_window.parameters.width()
    least = small_window.minimumSizeHint().width()
    assert small_window.files.open_table(path)
    qapp.processEvents()
    about = small_window.parameters.panel.findChild(QLabel, "about")
    qtbot.waitUntil(about.isVisible)
    assert about.text().replace("\u200b", "") == f"{path.name}, float64."
    assert about.height() >= about.heightForWidth(about.width()) > 3 * about.fontMetrics().height()
    assert small_window.parameters.width() == width

    (tmp_path / f"broken_{'y' * 150}.npy").write_bytes(b"nothing")
    assert not small_window.files.open(tmp_path / f"broken_{'y' * 150}.npy")
    qapp.processEvents()
    assert small_window.minimumSizeHint().width() <= least + 40
