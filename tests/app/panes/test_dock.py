"""A pane in its dock: drawn while it is seen, with its menu, its explanation, and a sentence where it shows nothing."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView

from peviewer.app.panes.dock import PaneDock
from peviewer.app.panes.explanation import MAX_HEIGHT_SHARE
from peviewer.app.panes.header import PaneChoice
from peviewer.app.panes.pointing import Pointing
from peviewer.app.panes.type_size import SMALLEST
from peviewer.base.formula import Formula
from peviewer.figures.grammar import Axis, Figure, Note, Panel
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane
from peviewer.live.text import markup, unbroken
from peviewer.model.encodings.scheme import Scheme

LEFT = Qt.MouseButton.LeftButton


def figure(document):
    axes = (
        Axis("position", "*t*", (-0.5, 199.5), cursor="position"),
        Axis("dimension", "*j*", (-0.5, 255.5)),
    )
    panel = Panel(*axes, (Note(f"φ = {document.shift.phi}"),))
    return Figure("Toy", ((panel,),))


def toy(draw=figure):
    return Pane(
        "toy", Scheme, "toys",
        reads=lambda document: document.shift.phi,
        draw=draw,
        explain=lambda _document: "Look at *t*.",
        formula=lambda _document: Formula("t = t"),
    )  # fmt: skip


@pytest.fixture
def pointing(session):
    return Pointing(session)


@pytest.fixture
def opened(qtbot, session, pointing):
    """Return a function that shows a pane in its dock."""

    def show(pane):
        choices = [PaneChoice(session, path) for path in pane.choices]
        made = PaneDock(pane, session, pointing, choices)
        qtbot.addWidget(made, before_close_func=lambda dock: dock.dispose())
        made.resize(600, 500)
        with qtbot.waitExposed(made):
            made.show()
        return made

    return show


@pytest.fixture
def draws():
    """Return the Documents that were drawn."""
    return []


@pytest.fixture
def dock(opened, draws):
    return opened(toy(lambda document: draws.append(document) or figure(document)))


@pytest.fixture
def impatient(monkeypatch):
    """Let views wait for nothing: what is drawn comes late."""
    monkeypatch.setattr("peviewer.live.worker.TURN_SECONDS", 0.0)


def picture(dock):
    QApplication.processEvents()
    return dock.view.grab().toImage()


def test_an_edit_redraws_only_panes_that_read_it_and_hidden_ones_once_shown(
    session, dock, draws, edit
):
    for changes in ({"binary.bits": 3}, {"shift.phi": 7}):
        edit(changes)
    assert len(draws) == 2
    dock.hide()
    dock.show()
    assert len(draws) == 2, "nothing has changed"
    dock.hide()
    for phi in (1, 2, 3):
        edit({"shift.phi": phi})
    assert len(draws) == 2
    dock.show()
    assert len(draws) == 3
    dock.hide()
    dock.clear()
    assert dock.view.figure() is None
    assert dock.view.panels == []
    dock.show()
    assert dock.view.figure() == toy().figure(session.document)


def test_a_pane_that_cannot_be_drawn_says_so_in_place_and_recovers(opened, capsys, edit):
    def draw(document):
        if document.shift.phi == 13:
            raise RuntimeError("thirteen")
        return figure(document)

    dock = opened(toy(draw))
    edit({"shift.phi": 13})
    failure = dock.note
    assert failure.isVisible()
    assert failure.text() == "Toy cannot be drawn: thirteen. <a href='again'>Try again</a>."
    assert "RuntimeError: thirteen" in capsys.readouterr().err
    edit({"shift.phi": 14})
    assert dock.view.isVisible()


def test_the_crosshair_shows_where_any_pane_points_and_where_a_click_pins(
    session, opened, pointing
):
    docks = [opened(PANES["encoding"]) for _ in range(3)]
    free = picture(docks[1])
    docks[0].view.hovered.emit({"position": 37}, ())
    assert picture(docks[1]) != free
    docks[0].view.left.emit()
    assert picture(docks[1]) == free
    docks[2].hide()
    docks[0].view.hovered.emit({"position": 37}, ())
    docks[0].view.pressed.emit(False)
    docks[0].view.left.emit()
    assert session.document.cursor.position == 37
    docks[2].show()
    assert picture(docks[2]) == picture(docks[1]) != free, "one that comes back has it, too"


def menu_of(target, reason=QContextMenuEvent.Reason.Mouse):
    """Ask for the menu in the middle of a widget; return its entries by their texts."""
    at = target.rect().center()
    QApplication.sendEvent(target, QContextMenuEvent(reason, at, target.mapToGlobal(at)))
    return {
        action.text(): action
        for action in QApplication.activePopupWidget().actions()
        if action.text()
    }


def test_the_right_button_offers_whatever_can_be_done_with_a_figure(qtbot, dock):
    entries = menu_of(dock.view.findChild(QGraphicsView).viewport())
    expected = [
        "Zoom to all",
        "Colour range of Toy…",
        "Copy Toy as image",
        "Copy Toy as code",
        "Export Toy…",
        "Export data of Toy…",
        "Explain Toy",
        "Maximise Toy",
        "Close Toy",
    ]
    assert list(entries) == expected
    assert not entries["Zoom to all"].isEnabled()
    assert not entries["Colour range of Toy…"].isEnabled(), "it has no colours"
    asked = []
    dock.asked.connect(lambda what, name: asked.append((what, name)))
    for text in [*entries][2:8]:
        entries[text].trigger()
    assert asked == [(what, "toy") for what in ("copy", "code", "export", "data", "maximise")]
    assert dock.explanation.isVisible()
    QApplication.activePopupWidget().close()


def test_a_key_opens_the_menu_and_a_zoomed_figure_can_be_reset_there(session, opened, edit):
    dock = opened(PANES["encoding"])
    edit({"view.zoom": {"position": (3.0, 9.0)}})
    assert dock.header.reset.isVisible()
    menu_of(dock.header.buttons["explain"], QContextMenuEvent.Reason.Keyboard)[
        "Zoom to all"
    ].trigger()
    session.flush()
    assert session.document.view.zoom == {}
    assert not dock.header.reset.isVisible()
    QApplication.activePopupWidget().close()


def test_a_double_click_on_data_maximises_and_leaves_the_cursor_free(session, dock, pointing):
    dock.view.hovered.emit({"position": 3}, ())
    asked = []
    dock.asked.connect(lambda what, _: asked.append(what))
    dock.view.pressed.emit(False)
    dock.view.doubleClicked.emit()
    assert asked == ["activate", "maximise"]
    assert not pointing.pinned
    assert session.undo_stack.count() == 0


def test_the_explanation_stays_until_closed_and_follows_the_document(qtbot, session, opened, edit):
    dock = opened(PANES["encoding"])
    button = dock.header.buttons["explain"]
    strip = dock.explanation
    room = dock.view.height()
    assert strip.isHidden()
    button.click()
    QApplication.processEvents()
    assert strip.y() == dock.header.height()
    assert dock.view.height() == room - strip.height() < room
    edit({"encoding.length": 77, "view.transposed": True})
    explanation = dock.pane.explanation(session.document)
    assert strip.text.text() == unbroken(markup(explanation))
    assert strip.text.text().startswith("Each column is the vector")
    assert button.accessibleName() == "Close the explanation of Encoding"
    for close in (
        button.click,
        strip.close_button.click,
        lambda: QTest.keyClick(strip, Qt.Key.Key_Escape),
    ):
        strip.start()
        close()
        assert strip.isHidden()
        assert button.accessibleName() == "Explain Encoding"


TEXTS_IN_SIZES = (
    (1, 300, 2000),
    (8, 300, 2000),
    (1, 300, 2000),
    (8, 600, 2000),
    (8, 300, 200),
)


def test_an_explanation_is_as_tall_as_its_text_and_shrinks_in_a_wider_pane_alone(dock):
    strip = dock.explanation
    heights = []
    strip.show()
    for times, width, height in TEXTS_IN_SIZES:
        strip.set_texts(times * "Look at every row of *PE*. ", "t = t")
        strip.fit(width, height)
        heights.append(strip.height())
    short, long, as_long, wide, limited = heights
    assert short + 40 < long == as_long < 400
    assert wide < long
    assert limited == round(MAX_HEIGHT_SHARE * 200)


def test_a_pane_that_cannot_serve_a_scheme_says_so_and_hides_its_choices(
    qtbot, session, opened, edit
):
    dock = opened(PANES["distance"])
    choice = dock.header.choices[0]
    note = dock.note
    assert choice.isVisible()
    panes = session.document.view.panes
    edit({"encoding.scheme": "alibi", "view.panes": panes})
    qtbot.waitUntil(note.isVisible)
    assert (
        note.text()
        == "ALiBi gives a bias for every head and lag; Distance shows how far vectors are apart."
    )
    assert not choice.isVisible()
    edit({"encoding.scheme": "kerple", "view.panes": panes})
    qtbot.waitUntil(lambda: note.text().startswith("KERPLE gives"))
    edit({"encoding.scheme": "sinusoidal", "view.panes": panes})
    qtbot.waitUntil(dock.view.isVisible)
    assert choice.isVisible()


def test_a_pane_that_takes_long_shows_the_latest_document_once_it_is_drawn(
    qtbot, opened, impatient, edit
):
    begun = threading.Event()
    gate = threading.Event()
    drawn = []

    def slow(document):
        begun.set()
        assert gate.wait(30)
        drawn.append(document.shift.phi)
        return figure(document)

    made = opened(toy(slow))
    assert begun.wait(30)
    for phi in (1.0, 2.0, 3.0):
        edit({"shift.phi": phi})
    made.explanation.start()
    assert made.view.is_pending
    assert made.explanation.isHidden()
    gate.set()
    qtbot.waitUntil(lambda: not made.view.is_pending)
    [[panel]] = made.view.figure().rows
    assert panel.marks == (Note("φ = 3.0"),)
    assert drawn == [100.0, 3.0]
    qtbot.waitUntil(made.explanation.isVisible)


def test_a_pane_that_was_cancelled_says_so_and_is_drawn_once_it_is_shown_again(
    qtbot, opened, impatient
):
    gate = threading.Event()
    said = []

    def slow(document):
        assert gate.wait(30)
        return figure(document)

    made = opened(toy(slow))
    made.reported.connect(said.append)
    made.explanation.start()
    made.view.cancel()
    qtbot.waitUntil(lambda: not made.view.is_pending)
    assert made.note.text() == "Toy was cancelled. <a href='again'>Compute it</a>."
    assert made.note.isVisible()
    assert made.explanation.isHidden()
    assert said == ["Cancelled: what is shown stays as it is"]
    gate.set()
    made.hide()
    for again in (made.show, lambda: made.note.linkActivated.emit("again")):
        with qtbot.waitSignal(made.view.made):
            again()
        assert made.view.isVisible()
    made.header.buttons["explain"].click()  # which it was not meanwhile
    qtbot.waitUntil(made.explanation.isVisible)


SIZES_AFTER_KEYS = (
    (Qt.Key.Key_Plus, 1, 1.1),
    (Qt.Key.Key_Equal, 1, 1.21),
    (Qt.Key.Key_Minus, 9, SMALLEST),
)


@pytest.mark.slow
def test_keys_make_type_larger_and_smaller_in_every_pane_and_zoom_nothing(qtbot, open_window):
    window = open_window(panes=("encoding", "distance"))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    control = Qt.KeyboardModifier.ControlModifier
    document = window.session.document

    def sizes():
        return {round(dock.view.type_scale, 3) for dock in window.docks.values()}

    for key, times, size in SIZES_AFTER_KEYS:
        for _ in range(times):
            QTest.keyClick(window, key, control)
        assert sizes() == {size}
        assert round(window.settings.choices.pane_type_size, 3) == size
    assert window.session.document is document
    window.area.reveal("table")
    assert sizes() == {SMALLEST}, "a pane that is opened later, too"
    QTest.keyClick(window, Qt.Key.Key_0, control | Qt.KeyboardModifier.ShiftModifier)
    assert sizes() == {1.0}
    assert window.settings.choices.type_size == 1.0, "that of a presentation is another"
