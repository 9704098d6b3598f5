"""Which panes are open: one field of the Document, whoever changes it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from peviewer.app.panes.layout.dragging import Drop
from peviewer.app.panes.layout.splitters import SplitterHandle
from peviewer.cli.main import main
from peviewer.document.arrangement import swapped
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import GROUPS, PANES

STANDARD = ("encoding", "shift", "binary", "distance")


def turn(qtbot, session, change):
    with qtbot.waitSignal(session.changed):
        change()


def edit(qtbot, window, *panes):
    turn(qtbot, window.session, lambda: window.session.edit({"view.panes": panes}))


@pytest.mark.slow
def test_a_document_opens_exactly_its_panes(qtbot, window):
    assert window.area.open == STANDARD
    edit(qtbot, window, "distance", "encoding")
    assert window.area.open == ("distance", "encoding")
    assert [name for name, dock in window.docks.items() if dock.seen] == ["encoding", "distance"]


@pytest.mark.slow
def test_a_pane_that_was_never_open_has_no_dock(qtbot, open_window):
    window = open_window()
    assert set(window.docks) == set(STANDARD)
    assert set(window.panes) == set(PANES)


@pytest.mark.slow
def test_a_pane_that_is_closed_draws_nothing(qtbot, draws, window):
    edit(qtbot, window, "shift")
    before = draws.copy()
    turn(qtbot, window.session, lambda: window.session.edit({"encoding.dim": 64}))
    assert [name for name in window.docks if draws[name] > before[name]] == ["shift"]


@pytest.mark.slow
def test_a_pane_that_a_preset_closes_is_not_drawn_for_it_first(qtbot, draws, window):
    before = draws["binary"]
    other = Document().edited({"encoding.dim": 64, "view.panes": ("shift",)})
    turn(qtbot, window.session, lambda: window.session.open(other, "Other"))
    assert draws["binary"] == before


def test_closing_a_pane_is_a_step_in_the_document(qtbot, window):
    turn(qtbot, window.session, window.docks["binary"].header.buttons["close"].click)
    assert window.session.document.view.panes == ("encoding", "shift", "distance")
    assert window.area.open == ("encoding", "shift", "distance")
    assert window.session.undo_stack.undoText() == "close Binary"
    turn(qtbot, window.session, window.session.undo_stack.undo)
    assert window.area.open == STANDARD
    assert window.session.document.view == Document().view


@pytest.mark.slow
def test_moving_and_maximising_are_steps_and_a_splitter_is_none(qtbot, window):
    before, session = window.area.arrangement, window.session
    moved = swapped(before, "encoding", "distance")
    window.area._on_dropped("encoding", Drop(moved, window.rect(), "", "distance"))
    window.area.maximise("shift")
    assert (session.document.view.arrangement, session.document.view.maximised) == (moved, "shift")
    turn(qtbot, session, session.undo_stack.undo)
    assert window.area.maximised == ""
    turn(qtbot, session, session.undo_stack.undo)
    assert window.area.arrangement == before
    bar = window.area.findChild(SplitterHandle)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(5, 4))
    QTest.mouseMove(bar, QPoint(25, 24))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(25, 24))
    assert window.area.arrangement != before
    assert session.document.view.arrangement == window.area.arrangement
    assert session.undo_stack.index() == 0


@pytest.mark.slow
def test_a_session_carries_its_arrangement(qtbot, window, tmp_path):
    window.area.reveal("clocks")
    window.area.maximise("clocks")
    shown = window.area.open, window.area.arrangement, window.area.maximised
    assert window.files.save_to(tmp_path / "one.peview")
    turn(qtbot, window.session, lambda: window.session.open(Document(), "Fresh"))
    assert window.area.maximised == ""
    turn(qtbot, window.session, lambda: window.files.open(tmp_path / "one.peview"))
    assert (window.area.open, window.area.arrangement, window.area.maximised) == shown


@pytest.mark.slow
def test_undo_after_closing_panes_brings_them_back_before_the_preset_goes(qtbot, window):
    turn(qtbot, window.session, lambda: window.session.open(Document().edited({"encoding.dim": 64}), "Preset"))
    turn(qtbot, window.session, lambda: window.area.close_pane("binary"))
    turn(qtbot, window.session, window.session.undo_stack.undo)
    assert window.area.open == STANDARD
    assert window.session.document.encoding.dim == 64


@pytest.mark.slow
def test_opening_moving_and_maximising_a_pane_do_not_echo(qtbot, window, monkeypatch):
    turn(qtbot, window.session, lambda: window.area.close_pane("binary"))
    arranged, set_ = [], window.area._set
    monkeypatch.setattr(window.area, "_set", lambda *given: arranged.append(given) or set_(*given))
    turn(qtbot, window.session, lambda: window.area.reveal("binary"))
    assert window.session.document.view.panes == ("encoding", "shift", "distance", "binary")
    turn(qtbot, window.session, lambda: window.area.toggle("binary"))
    turn(qtbot, window.session, lambda: window.area.toggle("binary"))
    assert len(arranged) == 3  # the user's own, none from the Document back


@pytest.mark.slow
def test_undoing_what_was_opened_brings_its_panes_back(qtbot, window):
    turn(qtbot, window.session, lambda: window.area.close_pane("binary"))
    other = Document().edited({"view.panes": ("distance",)})
    turn(qtbot, window.session, lambda: window.session.open(other, "Other"))
    assert window.area.open == ("distance",)
    turn(qtbot, window.session, window.session.undo_stack.undo)
    assert window.area.open == ("encoding", "shift", "distance")
    turn(qtbot, window.session, window.session.undo_stack.redo)
    assert window.area.open == ("distance",)


@pytest.mark.slow
def test_a_pane_that_is_not_known_is_left_out_named_and_kept(qtbot, window):
    edit(qtbot, window, "shift", "waterfall", "shift")
    assert window.area.open == ("shift",)
    assert window.status.currentMessage() == "There is no pane 'waterfall' here: it is left out."
    turn(qtbot, window.session, lambda: window.area.reveal("encoding"))
    assert window.session.document.view.panes == ("shift", "encoding", "waterfall")


@pytest.mark.slow
def test_all_panes_can_be_closed_and_one_opened_again(qtbot, window):
    edit(qtbot, window)
    assert window.area.open == ()
    assert window.current.name == "encoding"
    turn(qtbot, window.session, lambda: window.area.toggle("shift"))
    assert (window.area.open, window.area.maximised) == (("shift",), "shift")


@pytest.mark.slow
def test_reset_arrangement_opens_what_the_preset_opened(qtbot, window):
    turn(qtbot, window.session, lambda: window.area.close_pane("binary"))
    turn(qtbot, window.session, window.reset_arrangement)
    assert window.area.open == STANDARD
    assert window.session.document.view.panes == STANDARD


@pytest.mark.slow
def test_the_pictures_of_the_menu_are_of_the_pane_last_clicked_if_it_is_open(qtbot, window):
    window.docks["binary"].activated.emit("binary")
    assert window.current.name == "binary"
    turn(qtbot, window.session, lambda: window.area.close_pane("binary"))
    assert window.current.name == "encoding"


def test_every_pane_is_in_one_group():
    names = [pane.name for group in GROUPS.values() for pane in group]
    assert names == list(PANES)
    assert len(set(names)) == len(names)


def test_the_command_line_names_the_open_panes(monkeypatch):
    launched = []
    monkeypatch.setattr("peviewer.app.window.launch.launch", lambda document, *_, **__: launched.append(document) or 0)
    assert main(["--preset", "paper", "--set", 'view.panes=["shift","clocks"]']) == 0
    assert [document.view.panes for document in launched] == [("shift", "clocks")]


@pytest.mark.parametrize("value", ["shift", '["shift", 1]'])
def test_what_is_no_list_of_panes_is_refused_in_one_line(capsys, value):
    assert main(["--set", f"view.panes={value}"]) == 2
    allowed = 'it must be a list of names, as in ["shift", "clocks"]'
    assert capsys.readouterr().err == f"peviewer: view.panes = {value} is not allowed: {allowed}\n"
