"""What leads through stories: the ring around the control to use, the invitation of a first start."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollBar, QWidget

from peviewer.app.panes.header import PaneHeader
from peviewer.app.session.settings import Settings
from peviewer.app.window.story_guide import Ring
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import FIRST, preset
from peviewer.figures.stories import TOUR, place, places, stories
from tests.live.texts import canvas_of, collisions, written


@pytest.mark.slow
@pytest.mark.parametrize("answered", ["start", "close_button"])
def test_the_invitation_to_the_tour_leaves_for_good_once_it_was_answered(small_window, answered):
    invitation = small_window.invitation
    guide = small_window.guide
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
def test_beside_a_preset_or_a_step_there_is_no_invitation(small_window):
    for opened in (preset("paper"), preset("shift")):
        small_window.guide.open_preset(opened)
        small_window.session.flush()
        assert small_window.description.isVisible()
        assert not small_window.invitation.isVisible()
        assert small_window.settings.choices.invites, "it comes again"


@pytest.mark.slow
@pytest.mark.parametrize("story", tuple(stories()))
def test_each_control_that_a_step_names_can_be_seen_by_that_name(qtbot, open_window, story):
    window = open_window(panes=("encoding",), size=(1280, 720))
    for found in places():
        if found.story.name != story:
            continue
        window.guide.open_place(found)
        window.session.flush()
        panel = window.parameters.panel
        qtbot.waitUntil(lambda panel=panel: not panel.building.is_under_way)
        qtbot.waitUntil(lambda: window.guide.highlight.control is not None)
        names = re.findall(r"\*\*(.+?)\*\*", found.words.do)
        first = names[0]
        later = names[1:]
        qtbot.waitUntil(lambda first=first: first in names_on_screen(window))
        for path, name in zip(found.step.controls, later, strict=False):
            control = window.guide.highlight.control
            window.session.edit({path: "none"})
            window.session.flush()
            qtbot.waitUntil(lambda seen=control: window.guide.highlight.control is not seen)
            qtbot.waitUntil(lambda name=name: name in names_on_screen(window))


SCROLLED = {
    ("steps:2", "table"), ("steps:3", "properties"), ("shift:5", "operator"),
    ("counters:5", "properties"), ("choosing:7", "score"), ("choosing:7", "deciding"),
    ("tensor2tensor:3", "table"), ("tensor2tensor:5", "properties"),
    ("tensor2tensor:6", "operator"), ("tensor2tensor:7", "properties"), ("tokens:3", "table"),
}  # fmt: skip
"""Long tables of a small window, whose words are about what their beginnings show."""


@pytest.mark.nightly
def test_in_a_small_window_nothing_that_a_step_shows_is_cut(qtbot, open_window):
    window = open_window(panes=("encoding",), size=(1280, 720))
    scrolled = set()
    for here in places():
        window.session.open_place(here)
        QApplication.processEvents()
        shown = [window.docks[name] for name in window.area.shown]
        qtbot.waitUntil(
            lambda docks=shown: all(
                dock.view.figure() and not dock.view.is_pending for dock in docks
            )
        )
        for dock in shown:
            texts = written(canvas_of(dock.view), 2)
            cut = [text.words for text in texts if text.is_cut]
            assert cut + collisions(texts) == [], (here.key, dock.pane.name)
            if any(bar.isVisible() for bar in dock.view.findChildren(QScrollBar)):
                scrolled.add((here.key, dock.pane.name))
    assert scrolled <= SCROLLED


def names_on_screen(window):
    """Return the texts of all labels that can be seen, and of the field that plays."""
    names = {window.transport.chooser.currentText()}
    for label in window.findChildren(QLabel):
        if not label.isVisible() or label.visibleRegion().isEmpty():
            continue
        text = QTextDocumentFragment.fromHtml(label.text()).toPlainText()
        names.add(text.replace("\N{NO-BREAK SPACE}", " "))
    return names


@pytest.mark.slow
def test_where_what_to_do_is_done_is_ringed_until_it_is_done(qtbot, small_window):
    window = small_window
    panel = small_window.parameters.panel
    highlight = small_window.guide.highlight
    window.guide.open_place(place("steps:1"))
    qtbot.waitUntil(lambda: highlight.control is panel.control("cursor.position"))
    window.session.edit({"cursor.position": 5})
    qtbot.waitUntil(lambda: highlight.control is None)
    window.guide.open_place(place("shift:1"))
    qtbot.waitUntil(lambda: highlight.control is window.transport.play_button)
    window.guide.open_place(place("shift:5"))
    qtbot.waitUntil(lambda: highlight.control is panel.control("content.kind"))
    window.session.edit({"content.kind": "none"})
    qtbot.waitUntil(
        lambda: (
            "operator" in window.docks
            and highlight.control in window.docks["operator"].header.choices
        )
    )
    window.session.edit({"shift.operator": "own"})
    qtbot.waitUntil(lambda: highlight.control is None)
    window.guide.open_place(place("tensor2tensor:5"))
    qtbot.waitUntil(lambda: highlight.control is panel.control("content.kind"))
    assert panel.control("content.kind").isVisible(), "seldom, and unfolded"
    window.guide.open_place(place("steps:1"))
    qtbot.waitUntil(lambda: not panel.control("content.kind").isVisible())


def test_the_ring_in_a_header_covers_no_neighbour_and_nothing_that_opens_over_it(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    around = QLabel("From", window)
    beside = QLabel("To", window)
    header = PaneHeader(pane("vectors"), [around, beside], window)
    header.resize(500, header.height())
    window.resize(500, 100)
    window.show()
    ring = Ring(around)
    assert ring.geometry().contains(around.geometry().adjusted(-2, -1, 2, 1))
    assert not ring.geometry().intersects(beside.geometry())
    assert ring.parentWidget() is header
