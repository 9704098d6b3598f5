"""What leads through stories: the ring around the control to use, the invitation of a first start."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.app.panes.header import PaneHeader
from peviewer.app.session.settings import Settings
from peviewer.app.window.story_guide import Ring
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import FIRST, preset
from peviewer.figures.stories import TOUR, place


@pytest.mark.slow
@pytest.mark.parametrize("answered", ["start", "close_button"])
def test_the_invitation_to_the_tour_leaves_for_good_once_it_was_answered(small_window, answered):
    invitation, guide = small_window.invitation, small_window.guide
    guide.open_preset(preset(FIRST))
    small_window.session.flush()
    assert invitation.isVisible()
    assert f"{len(place(TOUR).story.steps)} steps" in invitation.label.text()
    QTest.mouseClick(getattr(invitation, answered), Qt.MouseButton.LeftButton)
    small_window.session.flush()
    assert (small_window.session.step == f"{TOUR}:1") == (answered != "close_button")
    guide.open_preset(preset(FIRST))
    small_window.session.flush()
    assert not invitation.isVisible()
    assert Settings(small_window.settings.folder).choices.invites is False


@pytest.mark.slow
def test_where_what_to_do_is_done_is_ringed_until_it_is_done(qtbot, small_window):
    window, panel, highlight = (
        small_window,
        small_window.parameters.panel,
        small_window.guide.highlight,
    )
    window.guide.open_place(place("steps:1"))
    qtbot.waitUntil(lambda: highlight.control is panel.control("cursor.position"))
    window.session.edit({"cursor.position": 5})
    qtbot.waitUntil(lambda: highlight.control is None)
    window.guide.open_place(place("shift:1"))
    qtbot.waitUntil(lambda: highlight.control is window.transport.scrubber)
    window.guide.open_place(place("start-here:8"))
    qtbot.waitUntil(
        lambda: (
            "operator" in window.docks
            and highlight.control in window.docks["operator"].header.choices
        )
    )
    window.guide.open_place(place("tensor2tensor:5"))
    qtbot.waitUntil(lambda: highlight.control is panel.control("content.kind"))
    assert panel.control("content.kind").isVisible(), "seldom, and unfolded"


def test_the_ring_in_a_header_covers_no_neighbour_and_nothing_that_opens_over_it(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    around, beside = QLabel("From", window), QLabel("To", window)
    header = PaneHeader(pane("vectors"), [around, beside], window)
    header.resize(500, header.height())
    window.resize(500, 100)
    window.show()
    ring = Ring(around)
    assert ring.geometry().contains(around.geometry().adjusted(-2, -2, 2, 2))
    assert not ring.geometry().intersects(beside.geometry())
    assert ring.parentWidget() is header
