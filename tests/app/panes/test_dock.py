import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QLabel

from peviewer.app.panes.dock import PaneDock
from peviewer.app.panes.nothing_here import NothingHere
from peviewer.app.panes.pointing import Pointing
from peviewer.base.formula import Formula
from peviewer.figures.grammar import Axis, Figure, Note, Panel, Rule
from peviewer.figures.palette import DARK, LIGHT
from peviewer.figures.panes.pane import Pane
from peviewer.live.text import markup, unbroken
from peviewer.model.encodings.scheme import Scheme


def figure(document):
    axes = Axis("position", "*t*", (-0.5, 199.5), cursor="position"), Axis("dimension", "*j*", (-0.5, 255.5))
    return Figure("Toy", ((Panel(*axes, (Note(f"φ = {document.shift.phi}"),)),),))


def toy(draw=figure):
    return Pane(
        "toy", "Toy", "a toy", "toys", Scheme,
        reads=lambda document: document.shift.phi,
        draw=draw,
        explain=lambda _document: "Look at *t*.",
        formula=lambda _document: Formula("t = t", "t = t"),
    )  # fmt: skip


@pytest.fixture
def dock(qtbot, session, draws):
    made = PaneDock(toy(), session, Pointing(session), LIGHT)
    qtbot.addWidget(made, before_close_func=lambda dock: dock.dispose())
    with qtbot.waitExposed(made):
        made.show()
    return made


def edit(qtbot, session, changes):
    with qtbot.waitSignal(session.changed):
        session.edit(changes)


def test_an_edit_redraws_a_pane_only_if_the_pane_reads_it(qtbot, session, dock, draws):
    assert draws["toy"] == 1
    edit(qtbot, session, {"binary.bits": 3})
    assert draws["toy"] == 1
    edit(qtbot, session, {"shift.phi": 7})
    assert draws["toy"] == 2
    assert dock.view.figure() == toy().figure(session.document)


def test_a_hidden_pane_does_nothing_and_catches_up_once_shown(qtbot, session, dock, draws):
    dock.hide()
    for phi in (1, 2, 3):
        edit(qtbot, session, {"shift.phi": phi})
    assert draws["toy"] == 1
    dock.show()
    assert draws["toy"] == 2
    assert dock.view.figure() == toy().figure(session.document)


def test_a_pane_that_comes_back_has_the_cursor_where_it_is_by_now(qtbot, session):
    def draw(document):
        (panel,) = figure(document).panels
        return Figure("Toy", ((replace(panel, marks=(Rule("x", 5.0),)),),))

    pointing = Pointing(session)
    dock = PaneDock(toy(draw), session, pointing, LIGHT)
    qtbot.addWidget(dock, before_close_func=lambda dock: dock.dispose())
    dock.show()
    dock.view.grab()
    dock.hide()
    pointing.hover({"position": 30})
    pointing.click()
    dock.show()
    dock.view.grab()
    [panel] = dock.view.panels
    assert panel._pinned == {"position": 30}


def test_a_pane_that_comes_back_unchanged_is_not_drawn_again(session, dock, draws):
    dock.hide()
    dock.show()
    assert draws["toy"] == 1


@pytest.mark.slow
def test_a_pane_that_is_closed_frees_its_panels_and_one_that_is_covered_does_not(qapp, open_window):
    window = open_window()
    dock, area = window.docks["distance"], window.area
    area.maximise("shift")
    assert dock.view.panels, "it may come back any moment"
    area.restore()
    area.close_pane("distance")
    assert dock.view.panels == []


def test_a_pane_that_was_cleared_is_drawn_again_once_shown(session, dock, draws):
    dock.hide()
    dock.clear()
    assert dock.view.figure() is None
    dock.show()
    assert draws["toy"] == 2
    assert dock.view.figure() == toy().figure(session.document)


def test_a_minimised_pane_does_nothing_and_catches_up(qtbot, session, dock, draws):
    dock.showMinimized()
    edit(qtbot, session, {"shift.phi": 5})
    assert draws["toy"] == 1
    dock.showNormal()
    qtbot.waitUntil(lambda: draws["toy"] == 2)


def test_a_hidden_pane_is_recoloured_when_shown(dock, monkeypatch):
    recoloured = []
    monkeypatch.setattr(dock.view, "set_palette", recoloured.append)
    dock.hide()
    dock.set_palette(DARK)
    assert recoloured == []
    dock.show()
    assert recoloured == [DARK]


def test_a_pane_that_cannot_be_drawn_says_so_in_place_and_recovers(qtbot, session, capsys):
    def draw(document):
        if document.shift.phi == 13:
            raise RuntimeError("thirteen")
        return figure(document)

    dock = PaneDock(toy(draw), session, Pointing(session), LIGHT)
    qtbot.addWidget(dock, before_close_func=lambda dock: dock.dispose())
    dock.show()
    edit(qtbot, session, {"shift.phi": 13})
    assert dock._failure.isVisible()
    assert dock._failure.text() == "Toy cannot be drawn: thirteen"
    assert "RuntimeError: thirteen" in capsys.readouterr().err
    edit(qtbot, session, {"shift.phi": 14})
    assert dock.view.isVisible()


def test_hovering_leaves_the_document_alone_and_a_click_pins(session, dock):
    before = session.document
    dock.view.hovered.emit({"position": 37})
    assert session.document is before
    dock.view.pressed.emit(False)
    assert session.document.cursor.position == 37
    assert session.undo_stack.undoText() == "pin cursor"


def test_the_crosshair_shows_where_any_pane_points(qtbot, session, monkeypatch):
    pointing = Pointing(session)
    docks = [PaneDock(toy(), session, pointing, LIGHT) for _ in range(2)]
    shown = []
    for dock in docks:
        qtbot.addWidget(dock, before_close_func=lambda dock: dock.dispose())
        dock.show()
        monkeypatch.setattr(dock.view, "set_crosshair", lambda *cells: shown.append(cells))
    docks[0].view.hovered.emit({"position": 3})
    with qtbot.waitSignal(pointing.moved):
        docks[0].view.pressed.emit(False)
    docks[0].view.left.emit()
    at = {"position": 3}
    assert shown == [(at, {}, {})] * 2 + [(at, at, {})] * 2 + [({}, at, {})] * 2


@pytest.mark.parametrize(("linked", "key"), [(True, "position"), (False, "toy/position")])
def test_zooming_is_shared_or_the_panes_own(qtbot, session, dock, linked, key):
    session.edit({"view.linked": linked})
    dock.view.zoomed.emit({"position": (10.0, 20.0)})
    assert session.document.view.zoom == {key: (10.0, 20.0)}
    assert session.undo_stack.count() == (0 if linked else 1)
    dock.view.resetRequested.emit()
    assert session.document.view.zoom == {}


def test_the_buttons_are_drawn_only_with_the_pointer_or_the_focus_in_the_pane(dock):
    button = dock.header.buttons["maximise"]
    dock.focusWidget().clearFocus()
    dock.header.reveal(False)
    assert not button.revealed
    dock.header.reveal(True)
    assert button.revealed
    dock.activateWindow()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    dock.header.reveal(False)
    assert button.revealed


def test_buttons_and_double_clicks_ask_for_what_they_say(qtbot, dock):
    for name, signal in [
        ("copy", dock.copyRequested),
        ("export", dock.exportRequested),
        ("maximise", dock.maximiseRequested),
    ]:
        with qtbot.waitSignal(signal) as caught:
            dock.header.buttons[name].click()
        assert caught.args == ["toy"]
    with qtbot.waitSignal(dock.maximiseRequested):
        QTest.mouseDClick(dock.header, Qt.MouseButton.LeftButton)
        QTest.mouseRelease(dock.header, Qt.MouseButton.LeftButton)  # Qt's hand keeps it down
    dock.header.buttons["close"].click()
    assert dock.isHidden()


@pytest.mark.parametrize(("cells", "words"), [(1, "Copied 1 cell"), (12, "Copied 12 cells")])
def test_copied_cells_are_counted(qtbot, dock, cells, words):
    with qtbot.waitSignal(dock.reported) as told:
        dock.view.copied.emit(cells)
    assert told.args == [words]


def menu_of(qapp, dock, reason=QContextMenuEvent.Reason.Mouse):
    """Ask for the menu of what has been hit in the figure; return its entries."""
    target = dock.view.findChild(QGraphicsView).viewport()
    at = target.rect().center()
    QApplication.sendEvent(target, QContextMenuEvent(reason, at, target.mapToGlobal(at)))
    menu = qapp.activePopupWidget()
    return {action.text(): action for action in menu.actions() if action.text()}


def test_the_right_button_offers_whatever_can_be_done_with_a_figure(qtbot, qapp, session, dock):
    entries = menu_of(qapp, dock)
    assert list(entries) == [
        "Reset view", "Colour range of toy…", "Copy toy as image", "Copy toy as code", "Export toy…",
        "Export data of toy…", "Explain toy", "Maximise toy", "Close toy",
    ]  # fmt: skip
    assert not entries["Reset view"].isEnabled()
    assert not entries["Colour range of toy…"].isEnabled(), "it has no colours"
    asked = {
        "Copy toy as image": dock.copyRequested,
        "Copy toy as code": dock.codeRequested,
        "Export toy…": dock.exportRequested,
        "Export data of toy…": dock.dataRequested,
        "Maximise toy": dock.maximiseRequested,
    }
    for text, signal in asked.items():
        with qtbot.waitSignal(signal) as told:
            entries[text].trigger()
        assert told.args == ["toy"]
    qapp.activePopupWidget().close()


@pytest.mark.slow
def test_a_key_opens_the_menu_and_a_zoomed_figure_can_be_reset_there(qtbot, qapp, open_window):
    window = open_window()
    dock = window.docks["encoding"]
    edit(qtbot, window.session, {"view.zoom": {"position": (3.0, 9.0)}})
    assert dock.header.reset.isVisible()
    button = dock.header.buttons["explain"]
    QApplication.sendEvent(button, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(2, 2), QPoint(2, 2)))
    entries = {action.text(): action for action in qapp.activePopupWidget().actions()}
    assert entries["Reset view"].isEnabled()
    with qtbot.waitSignal(window.session.changed):
        entries["Reset view"].trigger()
    qapp.activePopupWidget().close()
    assert window.session.document.view.zoom == {}
    assert not dock.header.reset.isVisible()


@pytest.mark.slow
def test_cells_are_copied_from_the_menu_of_a_table(qtbot, qapp, open_window):
    window = open_window()
    window.area.reveal("table")
    dock = window.docks["table"]
    table = dock.view.panels[0].table
    at = table.viewport().rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, table.viewport().mapToGlobal(at))
    for selected in (False, True):
        if selected:
            table.setCurrentIndex(table.model().index(0, 0))
        QApplication.sendEvent(table.viewport(), event)
        entry = next(action for action in qapp.activePopupWidget().actions() if action.text() == "Copy cells")
        assert entry.isEnabled() == selected
        if selected:
            with qtbot.waitSignal(dock.reported) as told:
                entry.trigger()
            assert told.args == ["Copied 1 cell"]
        qapp.activePopupWidget().close()
        qapp.processEvents()


def test_what_is_dragged_in_a_figure_is_one_undo_step(session, dock):
    for value in (30.0, 31.0, 35.0):
        dock.view.edited.emit("shift.phi", value, "source 1")
    assert session.document.shift.phi == 35
    assert session.undo_stack.count() == 1


def test_a_double_click_on_data_maximises_and_leaves_the_cursor_free(qtbot, dock):
    dock.view.hovered.emit({"position": 3})
    with qtbot.waitSignal(dock.maximiseRequested):
        dock.view.pressed.emit(False)
        dock.view.doubleClicked.emit()
    assert not dock._pointing.pinned
    assert dock._session.undo_stack.count() == 0


@pytest.mark.slow
def test_the_explanation_stays_below_the_header_until_closed_and_follows_the_document(qtbot, open_window):
    window = open_window()
    dock = window.docks["encoding"]
    button, strip, picture = dock.header.buttons["explain"], dock.explanation, dock.view.height()
    assert strip.isHidden()
    button.click()
    assert strip.isVisible()
    assert (strip.y(), dock._pages.y()) == (dock.header.height(), dock.header.height() + strip.height())
    assert dock.view.height() == picture - strip.height()
    edit(qtbot, window.session, {"encoding.length": 77, "view.transposed": True})
    assert strip.text.text() == unbroken(markup(dock.pane.explanation(window.session.document)))
    assert strip.text.text().startswith("Each column is the vector")
    assert button.accessibleName() == "Close the explanation of encoding"
    button.click()
    assert strip.isHidden()
    assert button.accessibleName() == "Explain encoding"
    dock.explain()
    dock.explain()
    assert strip.isVisible()
    strip.close_button.click()
    assert strip.isHidden()


def test_the_handle_asks_for_a_drag_once_the_pointer_has_moved_away(qtbot, dock):
    handle = dock.header.handle
    middle = handle.rect().center()
    with qtbot.waitSignal(dock.dragPrepared) as caught:
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    assert caught.args == ["toy"]
    with qtbot.assertNotEmitted(dock.dragRequested):
        QTest.mouseMove(handle, middle + QPoint(1, 1))
    with qtbot.waitSignal(dock.dragRequested):
        QTest.mouseMove(handle, middle + QPoint(40, 0))
    with qtbot.assertNotEmitted(dock.dragRequested):
        QTest.mouseMove(handle, middle + QPoint(60, 0))
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton)


@pytest.mark.slow
def test_a_pane_that_cannot_serve_a_scheme_says_so_and_hides_its_choices(qtbot, open_window):
    window = open_window()
    dock = window.docks["distance"]
    choice, _ = dock.header.choices
    assert choice.isVisible()
    edit(qtbot, window.session, {"encoding.scheme": "alibi", "view.panes": window.area.open})
    qtbot.waitUntil(lambda: not dock.view.is_pending)
    (note,) = dock.view.figure().panels[0].marks
    assert note.text == "ALiBi gives a bias for every head and lag; Distance shows how far vectors are apart."
    assert nothing_in(dock).why.text() == note.text
    assert nothing_in(dock).isVisible()
    assert not choice.isVisible()
    edit(qtbot, window.session, {"encoding.scheme": "kerple", "view.panes": window.area.open})
    assert nothing_in(dock).why.text().startswith("KERPLE gives")
    edit(qtbot, window.session, {"encoding.scheme": "sinusoidal", "view.panes": window.area.open})
    assert choice.isVisible()
    qtbot.waitUntil(dock.view.isVisible)


def nothing_in(dock):
    return dock.findChild(NothingHere)


@pytest.mark.slow
def test_an_empty_pane_offers_those_that_would_show_something_in_its_place(qtbot, window):
    edit(qtbot, window.session, {"encoding.scheme": "t5", "view.panes": window.area.open})
    place = window.docks["distance"].geometry()
    offered = nothing_in(window.docks["distance"]).buttons
    assert list(offered) == ["bias", "buckets", "attention", "properties"]
    assert [button.text() for button in offered.values()] == ["Bias", "Buckets", "Attention", "Properties"]
    qtbot.mouseClick(offered["buckets"], Qt.MouseButton.LeftButton)
    assert window.session.document.view.panes == ("encoding", "shift", "binary", "buckets")
    assert window.docks["buckets"].geometry() == place
    assert window.session.undo_stack.undoText() == "open Buckets"
    assert window.current.name == "buckets"
    qtbot.waitUntil(lambda: "buckets" not in nothing_in(window.docks["shift"]).buttons)
    window.area.maximise("shift")
    nothing_in(window.docks["shift"]).buttons["bias"].click()
    assert window.area.maximised == "bias"
    assert window.session.document.view.panes == ("encoding", "bias", "binary", "buckets")


@pytest.mark.slow
def test_keys_reach_what_an_empty_pane_offers(qtbot, window):
    edit(qtbot, window.session, {"encoding.scheme": "alibi", "view.panes": ("distance",)})
    window.activateWindow()
    window.current_pane.enter()
    first = next(iter(nothing_in(window.docks["distance"]).buttons.values()))
    qtbot.waitUntil(first.hasFocus)
    qtbot.keyClick(first, Qt.Key.Key_Space)
    assert window.session.document.view.panes == ("bias",)


def test_a_pane_that_takes_long_shows_the_latest_document_once_it_is_drawn(qtbot, session, draws, monkeypatch):
    monkeypatch.setattr("peviewer.live.worker.PATIENCE", 0.0)
    begun, gate, drawn = threading.Event(), threading.Event(), []

    def slow(document):
        begun.set()
        assert gate.wait(30)
        drawn.append(document.shift.phi)
        return figure(document)

    made = PaneDock(toy(slow), session, Pointing(session), LIGHT)
    qtbot.addWidget(made, before_close_func=lambda dock: dock.dispose())
    with qtbot.waitExposed(made):
        made.show()
    assert begun.wait(30)
    for phi in (1.0, 2.0, 3.0):
        edit(qtbot, session, {"shift.phi": phi})
    made.explain()
    assert made.view.is_pending
    assert made.explanation.isHidden()
    gate.set()
    qtbot.waitUntil(lambda: not made.view.is_pending)
    [[panel]] = made.view.figure().rows
    assert panel.marks == (Note("φ = 3.0"),)
    assert drawn == [100.0, 3.0]
    qtbot.waitUntil(made.explanation.isVisible)


def test_a_pane_that_was_cancelled_says_so_and_is_drawn_once_it_is_shown_again(qtbot, session, monkeypatch):
    monkeypatch.setattr("peviewer.live.worker.PATIENCE", 0.0)
    gate, said = threading.Event(), []

    def slow(document):
        assert gate.wait(30)
        return figure(document)

    made = PaneDock(toy(slow), session, Pointing(session), LIGHT)
    made.reported.connect(said.append)
    qtbot.addWidget(made, before_close_func=lambda dock: dock.dispose())
    with qtbot.waitExposed(made):
        made.show()
    made.explain()
    made.view.cancel()
    qtbot.waitUntil(lambda: not made.view.is_pending)
    failure = made.findChild(QLabel, "paneFailure")
    assert failure.text() == "Toy was cancelled: close and open it to work it out."
    assert failure.isVisible()
    assert made.explanation.isHidden()
    assert said == ["Cancelled: what is shown stays as it is"]
    gate.set()
    made.hide()
    with qtbot.waitSignal(made.view.made):
        made.show()
    assert made.view.isVisible()


def test_while_an_explanation_is_worked_out_the_last_words_stay(qtbot, session, monkeypatch):
    monkeypatch.setattr("peviewer.live.worker.PATIENCE", 0.0)
    monkeypatch.setattr("peviewer.live.worker.QUICK", 0.0)
    gates = {phi: threading.Event() for phi in (100.0, 1.0, 2.0)}

    def explain(document):
        assert gates[document.shift.phi].wait(30)
        return f"Look at {document.shift.phi:g}."

    made = PaneDock(replace(toy(), explain=explain), session, Pointing(session), LIGHT)
    qtbot.addWidget(made, before_close_func=lambda dock: dock.dispose())
    with qtbot.waitExposed(made):
        made.show()
    strip, button = made.explanation, made.header.buttons["explain"]
    button.click()
    button.click()
    gates[100.0].set()
    assert strip.isHidden(), "who asks twice wants none"
    button.click()
    qtbot.waitUntil(strip.isVisible)
    for phi in (1.0, 2.0):
        edit(qtbot, session, {"shift.phi": phi})
        qtbot.waitUntil(lambda: not made.view.is_pending)
        assert strip.text.text() == "Look at 100."
    gates[1.0].set()
    gates[2.0].set()
    qtbot.waitUntil(lambda: strip.text.text() == "Look at 2.")


def test_the_cursor_is_pinned_moved_and_let_go_by_keys_alone(qtbot, open_window):
    window = open_window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    def press(*keys):
        for key in keys:
            QTest.keyClick(window.focusWidget(), key)
            QApplication.processEvents()

    press(Qt.Key.Key_F6)
    dock = window.docks["encoding"]
    assert dock.view.hasFocus()
    press(Qt.Key.Key_Right, Qt.Key.Key_Return)
    cursor = window.session.document.cursor
    assert (cursor.position, cursor.dimension, cursor.pinned) == (100, 128, ("dimension", "position"))
    press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert window.session.document.cursor.position == 101
    assert "t = 101" in dock.view.accessibleDescription()
    press(Qt.Key.Key_Return)
    assert window.session.document.cursor.pinned == ()
    phi = window.session.document.shift.phi
    press(Qt.Key.Key_Escape, Qt.Key.Key_Escape, Qt.Key.Key_Left)
    assert window.session.document.shift.phi == phi - 1, "left to itself the arrow steps the shift"


@pytest.mark.slow
def test_a_key_leads_from_figure_to_figure_and_into_tables(qtbot, open_window):
    window = open_window()
    window.session.edit({"view.panes": ["encoding", "table", "properties"]})
    qtbot.waitUntil(lambda: window.area.open == ("encoding", "table", "properties"))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    visited = []
    for _ in range(4):
        window.current_pane.enter()
        visited.append(next(name for name, dock in window.docks.items() if dock.isAncestorOf(window.focusWidget())))
    assert visited == ["encoding", "table", "properties", "encoding"]


@pytest.mark.slow
def test_the_keys_of_a_table_read_and_pin_its_cells(qtbot, open_window):
    window = open_window()
    window.area.reveal("table")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    table = window.docks["table"].view.panels[0].table
    table.setFocus(Qt.FocusReason.TabFocusReason)
    table.setCurrentIndex(table.model().index(2, 3))
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert window.pointing.hovered == {"position": 3, "dimension": 3}
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert window.pointing.pinned == {"position": 3, "dimension": 3}


@pytest.mark.slow
def test_shift_and_f10_open_the_menu_of_the_pane_that_has_the_focus(qtbot, qapp, open_window):
    window = open_window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for focused, title in ((window.docks["distance"].view, "distance"), (window.centralWidget(), "encoding")):
        focused.setFocus()
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
        assert f"Maximise {title}" in [action.text() for action in qapp.activePopupWidget().actions()]
        qapp.activePopupWidget().close()
