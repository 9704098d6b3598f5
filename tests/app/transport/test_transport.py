"""The transport: keys, knob and ends that play, step, scrub and type the number, in any width."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QMenu, QVBoxLayout, QWidget

from peviewer.app.controls.choice import FRAME
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.player import Player
from peviewer.app.transport.transport import Transport
from peviewer.app.window.menus import fill_play
from peviewer.base.specification import specification
from peviewer.document.animation import SHIFT, animation_range, animation_speed
from peviewer.document.document import Document


class Bench(QWidget):
    """A window with a pane that takes the focus, a number, a check box and the transport."""

    def __init__(self, session):
        super().__init__()
        self.session = session
        self.animated_field = AnimatedField(session, parent=self)
        self.player = Player(session, chosen=lambda: self.animated_field.path)
        self.transport = Transport(session, self.animated_field, self.player)
        self.pane = QLabel("Pane")
        self.pane.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.number = NumberBox(specification(type(Document().encoding), "length"))
        self.box = QCheckBox("Choice")
        column = QVBoxLayout(self)
        for widget in (self.pane, self.number, self.box, self.transport):
            column.addWidget(widget)


@pytest.fixture
def bench(session, qtbot):
    session.edit(
        {"shift.phi": 10, "play.tracks": {"shift.phi": {"start": 0, "stop": 100}}}, undoable=False
    )
    made = Bench(session)
    qtbot.addWidget(made)
    made.resize(1100, 160)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.pane.setFocus()
    yield made
    made.player.stop()


def type_in(box, text):
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, f"{text}\r")


def type_number(bench, field, text):
    """Double-click the knob or an end, and type; return the box."""
    scrubber = bench.transport.scrubber
    part = scrubber if field == "value" else scrubber.ends[field]
    place = scrubber.knob().center().toPoint() if field == "value" else part.rect().center()
    QTest.mouseDClick(part, Qt.MouseButton.LeftButton, pos=place)
    box = bench.transport.entry.boxes[field]
    QTest.keyClicks(box, f"{text}\r")
    return box


def ends(session):
    return animation_range(session.document, SHIFT)


RIGHT = Qt.Key.Key_Right
LEFT = Qt.Key.Key_Left
HOME = Qt.Key.Key_Home
END = Qt.Key.Key_End


@pytest.mark.parametrize(("key", "phis"), [
    (RIGHT, {10: 11, 10.25: 11, 99.5: 100, 100: 100, -0.5: 0, 1e9: 1e9}),
    (LEFT, {10: 9, 10.25: 10, 0: 0, -0.5: -0.5, 130: 129}),
    (HOME, {10: 0}),
    (END, {10: 100}),
])  # fmt: skip
def test_keys_move_phi_within_its_track_wherever_the_focus_is(bench, session, key, phis):
    for start, phi in phis.items():
        session.edit({"shift.phi": start}, undoable=False)
        QTest.keyClick(bench.pane, key)
        assert session.document.shift.phi == phi


def test_space_plays_and_pauses(bench):
    for plays, text in ((False, "Play shift"), (True, "Pause shift"), (False, "Play shift")):
        assert bench.player.playing == plays
        assert bench.transport.play_action.text() == text
        QTest.keyClick(bench.pane, Qt.Key.Key_Space)


def test_keys_stay_with_a_number_that_is_typed_but_for_space(bench, session):
    bench.number.setFocus()
    bench.number.selectAll()
    for key in (Qt.Key.Key_7, Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_5, Qt.Key.Key_End):
        QTest.keyClick(bench.number, key)
    assert bench.number.lineEdit().text() == "75"
    assert session.document.shift.phi == 10
    assert not bench.player.playing
    QTest.keyClick(bench.number, Qt.Key.Key_Space)
    assert bench.player.playing
    assert bench.number.lineEdit().text() == "75"


def test_space_presses_the_button_that_has_the_focus_and_arrows_stay_with_the_slider(
    bench, session
):
    bench.box.setFocus()
    QTest.keyClick(bench.box, Qt.Key.Key_Space)
    assert bench.box.isChecked()
    assert not bench.player.playing
    bench.transport.scrubber.setFocus()
    QTest.keyClick(bench.transport.scrubber, RIGHT)
    assert session.document.shift.phi == 11


def test_everything_follows_the_document(bench, session, edit):
    edit({
        "shift.phi": 3.5,
        "play.tracks": {"shift.phi": {"start": -20, "stop": 1e6, "speed": 1e5}},
    })  # fmt: skip
    scrubber = bench.transport.scrubber
    assert scrubber.text(scrubber.number()) == "3.5"
    assert scrubber.ends["start"].number() == -20
    assert scrubber.ends["stop"].number() == 1e6
    assert scrubber.span().low == -20
    assert scrubber.span().high == 1e6
    assert bench.transport.speed_box.lineEdit().text() == "100\u2009000 positions/s"
    assert session.undo_stack.count() == 1


def test_the_name_of_what_moves_is_never_cut_off(themed, bench):
    chooser = bench.transport.chooser
    bench.animated_field.choose("encoding.dim")
    themed.processEvents()
    assert chooser.fontMetrics().horizontalAdvance("Dimensions d") <= chooser.width() - FRAME


@pytest.mark.parametrize(("field", "text", "path"), [
    ("value", "7.125", "shift.phi"), ("start", "-5", "start"), ("stop", "-50", "stop"),
])  # fmt: skip
def test_a_double_click_types_any_number_even_ends_that_cross(bench, session, field, text, path):
    box = type_number(bench, field, text)
    start, stop = ends(session)
    found = {"shift.phi": session.document.shift.phi, "start": start, "stop": stop}
    assert found[path] == float(text)
    assert not box.isVisible()


def test_a_number_outside_the_ends_is_typed_and_stays_outside(bench, session):
    type_number(bench, "value", "130")
    assert session.document.shift.phi == 130
    assert ends(session) == (0, 100)


def test_what_is_not_allowed_stays_with_the_reason_and_escape_gives_it_up(bench, session):
    box = type_number(bench, "start", "many")
    assert box.isVisible()
    assert box.validation_error().startswith("Play from must be a number from")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible()
    assert ends(session) == (0, 100)


def test_a_refused_speed_keeps_the_last_one_until_something_is_opened(bench, session, qtbot):
    speed_box = bench.transport.speed_box
    type_in(speed_box, "2.5")
    type_in(speed_box, "0")
    assert speed_box.validation_error().startswith("Speed must be a number from 0.01")
    assert animation_speed(session.document, SHIFT) == 2.5
    with qtbot.waitSignal(session.opened):
        session.open(session.document, "Again")
    assert not speed_box.validation_error()


def test_an_end_is_dragged_as_one_step_and_the_scale_follows_when_it_is_dropped(bench, session):
    scrubber = bench.transport.scrubber
    end = scrubber.ends["stop"]
    steps = session.undo_stack.count()
    middle = end.rect().center()
    half = QPoint(scrubber.track_width() // 2, 0)
    QTest.mousePress(end, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(end, middle - half / 2)
    session.flush()
    QTest.mouseMove(end, end.mapFrom(scrubber, end.geometry().topLeft() + middle - half / 2))
    session.flush()
    expected = (0, pytest.approx(50, abs=2))
    assert ends(session) == expected
    assert scrubber.span().high == 100
    QTest.mouseRelease(end, Qt.MouseButton.LeftButton)
    assert scrubber.span().high == ends(session)[1]
    assert session.undo_stack.count() == steps + 1


def test_knob_and_ends_are_all_done_by_keys(bench, session):
    scrubber = bench.transport.scrubber
    start = scrubber.ends["start"]
    start.setFocus()
    QTest.keyClick(start, LEFT)
    assert ends(session) == (-1, 100)
    QTest.keyClick(start, Qt.Key.Key_Return)
    box = bench.transport.entry.boxes["start"]
    assert box.hasFocus()
    QTest.keyClicks(box, "12\r")
    assert ends(session) == (12, 100)
    assert start.hasFocus()
    scrubber.setFocus()
    QTest.keyClick(scrubber, Qt.Key.Key_Return)
    QTest.keyClicks(bench.transport.entry.boxes["value"], "20\r")
    assert session.document.shift.phi == 20


def parts_of(transport):
    """Return what stands in the bar, from left to right."""
    parts = [
        part
        for part in transport.findChildren(QWidget)
        if part.parent() is transport and part.isVisible() and not part.isWindow()
    ]
    return sorted(parts, key=lambda part: part.x())


def test_five_parts_stand_beside_one_another(bench):
    transport = bench.transport
    expected = [
        transport.play_button,
        transport.chooser,
        transport.scrubber,
        transport.speed_box,
        transport.more,
    ]
    assert parts_of(transport) == expected


def test_the_speed_is_hidden_first_and_then_what_moves(themed, bench):
    transport = bench.transport
    seen = []
    for width in range(900, 380, -40):
        bench.resize(width, 160)
        themed.processEvents()
        shown = transport.chooser.isVisible(), transport.speed_box.isVisible()
        if shown not in seen:
            seen.append(shown)
        assert max(part.geometry().right() for part in parts_of(transport)) <= transport.width()
        assert transport.scrubber.width() >= 200
    assert seen == [(True, True), (True, False), (False, False)]


def test_the_menu_of_the_bar_repeats_steps_and_resets(bench, session):
    menu = QMenu(bench)
    fill_play(menu, session, bench.animated_field, bench.transport)
    assert bench.transport.more.menu() is menu
    repeat = next(entry.menu() for entry in menu.actions() if entry.text() == "Repeat")
    next(entry for entry in repeat.actions() if entry.text() == "Loop").trigger()
    assert session.document.play.repeat == "loop"
    session.edit({"shift.phi": 77})
    session.flush()
    bench.transport.reset_action.trigger()
    assert session.document.shift.phi == session.baseline_value(SHIFT, bench.animated_field.spec)


def test_another_number_is_chosen_shown_and_stepped_and_ends_the_play(bench, session, qtbot):
    transport = bench.transport
    bench.player.play()
    place = transport.chooser.findData("encoding.base")
    transport.chooser.setCurrentIndex(place)
    with qtbot.waitSignals([bench.player.stopped, session.changed]):
        transport.chooser.activated.emit(place)
    phi = session.document.shift.phi
    assert transport.chooser.currentText() == "Base b"
    assert transport.scrubber.text(transport.scrubber.number()) == "10\u2009000"
    assert transport.speed_box.lineEdit().text() == "0.5 decades/s"
    assert transport.scrubber.span().log
    assert transport.play_action.text() == "Play base"
    QTest.keyClick(bench.pane, RIGHT)
    assert session.document.encoding.base == 13_000
    QTest.keyClick(bench.pane, HOME)
    assert session.document.encoding.base == 1
    assert session.document.shift.phi == phi
