"""Which panes are open and where: fields of the Document, whoever changes them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel

from peviewer.app.panes.area import Dock, PaneArea
from peviewer.app.panes.arrangement_sync import ArrangementSync
from peviewer.app.panes.splitters import Splitter
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES

STANDARD = ("encoding", "shift", "binary", "distance")


@pytest.fixture
def area(qtbot, session):
    """Return an area that follows the session, with panes that have a title alone."""
    made = PaneArea(lambda name: Dock(PANES[name].title, QLabel(name)))
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.sync = ArrangementSync(session, made, made)
    made.sync.follow()
    made.show()
    return made


def turn(qtbot, session, change):
    with qtbot.waitSignal(session.changed):
        change()


@pytest.mark.slow
def test_panes_that_are_closed_moved_and_maximised_are_steps_and_a_splitter_is_none(qtbot, window):
    before = window.area.arrangement
    area = window.area
    session = window.session
    turn(qtbot, session, window.docks["binary"].header.buttons["close"].click)
    assert session.document.view.panes == area.open == ("encoding", "shift", "distance")
    assert session.undo_stack.undoText() == "close Binary"
    header = window.docks["distance"].header
    onto = window.docks["encoding"].geometry().center()
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.mouseMove(header, header.mapFrom(area, onto))
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton, pos=header.mapFrom(area, onto))
    moved = area.arrangement
    assert session.undo_stack.undoText() == "move Distance"
    QTest.mouseDClick(window.docks["shift"].header, Qt.MouseButton.LeftButton)
    assert session.document.view.arrangement == moved
    assert session.document.view.maximised == "shift"
    for _ in range(3):
        turn(qtbot, session, session.undo_stack.undo)
    assert area.maximised == ""
    assert area.open == STANDARD
    assert area.arrangement == before
    assert session.document.view == Document().view
    bar = area.findChild(Splitter)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, 4))
    QTest.mouseMove(bar, QPoint(25, 24))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(25, 24))
    assert session.document.view.arrangement == area.arrangement != before
    assert session.undo_stack.index() == 0


def test_a_document_opens_its_panes_in_its_order_and_has_their_arrangement(qtbot, session, area):
    assert area.open == STANDARD
    turn(qtbot, session, lambda: session.edit({"view.panes": ("distance", "encoding")}))
    assert area.open == area.shown == ("distance", "encoding")
    area.reveal("clocks")
    assert session.document.view.arrangement is None, "even, as without a word of it"
    area.maximise("clocks")
    shown = (area.open, area.arrangement, area.maximised)
    text = session.document.to_json()
    turn(qtbot, session, lambda: session.open(Document(), "Fresh"))
    assert area.maximised == ""
    turn(qtbot, session, lambda: session.open(Document.from_json(text), "Kept"))
    assert (area.open, area.arrangement, area.maximised) == shown


def test_a_pane_that_is_not_known_is_left_out_and_named_once(qtbot, session, area):
    told = QSignalSpy(area.sync.reported)
    unknown = {"view.panes": ("shift", "waterfall", "shift"), "view.maximised": "waterfall"}
    turn(qtbot, session, lambda: session.edit(unknown))
    assert area.open == ("shift",)
    assert area.maximised == ""
    turn(qtbot, session, lambda: area.reveal("encoding"))
    assert session.document.view.panes == ("shift", "encoding")
    actual = [told.at(row) for row in range(told.count())]
    assert actual == [["There is no pane 'waterfall' here: it is left out."]]
