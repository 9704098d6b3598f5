"""The transport: keys and boxes that play, step, scrub and set the number, and what gives way in little room."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from peviewer.app.controls.choice import FRAME
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.player import Player
from peviewer.app.transport.transport import Transport
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


RIGHT, LEFT, HOME, END = Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_End


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
        "shift.phi": 3.5, "play.repeat": "loop",
        "play.tracks": {"shift.phi": {"start": -20, "stop": 1e6, "speed": 1e5}},
    })  # fmt: skip
    transport = bench.transport
    boxes = transport.value_box, transport.start_box, transport.stop_box, transport.speed_box
    expected = ["3.5", "−20", "1\u2009000\u2009000", "100\u2009000 positions/s"]
    assert [box.lineEdit().text() for box in boxes] == expected
    assert transport.scrubber.span().low == -20
    assert transport.scrubber.span().high == 1e6
    assert transport.scrubber.number() == 3.5
    assert transport.repeat_buttons["loop"].isChecked()
    assert session.undo_stack.count() == 1


def test_the_name_of_what_moves_is_never_cut_off(themed, bench):
    chooser = bench.transport.chooser
    bench.animated_field.choose("encoding.dim")
    themed.processEvents()
    assert chooser.fontMetrics().horizontalAdvance("Dimensions d") <= chooser.width() - FRAME


def test_numbers_are_never_cut_off_while_they_play(themed, bench, edit):
    transport = bench.transport
    width = transport.value_box.width()
    texts = []
    for phi in (37.283647, 37.3, 99.99999, 7.1, 0.52):
        edit({"shift.phi": phi})
        texts.append(transport.value_box.lineEdit().text())
    assert texts == ["37.28", "37.3", "100.00", "7.1", "0.52"]
    assert transport.value_box.width() == width
    edit(
        {
            "play.tracks": {"shift.phi": {"start": -1e9, "stop": 1e9, "speed": 1e6}},
            "shift.phi": 0.25 - 1e9,
        }
    )
    for box in (transport.value_box, transport.start_box, transport.stop_box, transport.speed_box):
        text = box.lineEdit().text()
        assert box.lineEdit().fontMetrics().horizontalAdvance(text) <= box.lineEdit().width() - 8
    themed.processEvents()
    assert transport.scrubber.width() >= 200, "what has no room beside them gives way"


def test_range_speed_and_repeat_are_edited_or_refused_beside_their_fields(bench, session, qtbot):
    transport = bench.transport
    for box, text, path, value in (
        (transport.start_box, "-5", "start", -5),
        (transport.stop_box, "50", "stop", 50),
        (transport.speed_box, "2.5", "speed", 2.5),
        (transport.value_box, "7.125", "phi", 7.125),
    ):
        type_in(box, text)
        document = session.document
        start, stop = animation_range(document, SHIFT)
        shown = {
            "start": start,
            "stop": stop,
            "speed": animation_speed(document, SHIFT),
            "phi": document.shift.phi,
        }
        assert shown[path] == value
    QTest.mouseClick(transport.repeat_buttons["once"], Qt.MouseButton.LeftButton)
    assert session.document.play.repeat == "once"
    type_in(transport.speed_box, "0")
    assert transport.speed_box.validation_error().startswith("Speed must be a number from 0.01")
    assert animation_speed(session.document, SHIFT) == 2.5
    with qtbot.waitSignal(session.opened):
        session.open(session.document, "Again")
    assert not transport.speed_box.validation_error()


def parts_of(transport):
    """Return what stands in the bar, from left to right."""
    parts = [
        part
        for part in transport.findChildren(QWidget)
        if part.parent() is transport and part.isVisible()
    ]
    return sorted((part for part in parts if not part.isWindow()), key=lambda part: part.x())


def test_the_ends_stand_at_the_ends_of_the_track_and_every_number_says_what_it_is(bench):
    transport = bench.transport
    names = [part.text() if isinstance(part, QLabel) else part for part in parts_of(transport)]
    middle = names.index(transport.scrubber)
    place = names.index("=")
    ends = [names[middle + off] for off in (-2, -1, 1, 2)]
    assert ends == ["from", transport.start_box, "to", transport.stop_box]
    assert names[place - 1 : place + 2] == [transport.chooser, "=", transport.value_box]
    assert transport.start_box.accessibleName() == "Play from"
    assert transport.stop_box.accessibleName() == "Play to"


def shown(transport):
    names = ("chooser", "start_box", "stop_box", "speed_box", "more")
    found = {name for name in names if getattr(transport, name).isVisible()}
    return found | (
        {"repeats"}
        if all(button.isVisible() for button in transport.repeat_buttons.values())
        else set()
    )


def test_parts_give_way_one_after_the_other_and_stand_below_a_button_then(themed, bench):
    transport = bench.transport
    seen = []
    for width in range(1500, 460, -40):
        bench.resize(width, 160)
        themed.processEvents()
        if (now := shown(transport)) not in seen:
            seen.append(now)
        assert max(part.geometry().right() for part in parts_of(transport)) <= transport.width()
        assert transport.scrubber.width() >= 120
    ends = {"start_box", "stop_box"}
    expected = [
        {"chooser", *ends, "speed_box", "repeats"},
        {"chooser", *ends, "repeats", "more"},
        {"chooser", "repeats", "more"},
        {"chooser", "more"},
        {"more"},
    ]
    assert seen == expected
    assert transport.equals.text() == "<i>φ</i>\N{NO-BREAK SPACE}=", "the number has its symbol"


def test_what_gave_way_is_edited_below_the_button(bench, session):
    bench.transport.more.click()
    form = bench.transport.more.form
    assert form.isVisible()
    speed = next(box for box in form.findChildren(NumberBox) if box.accessibleName() == "Speed")
    type_in(speed, "7")
    assert animation_speed(session.document, SHIFT) == 7
    form.window().close()


def test_another_number_is_chosen_shown_and_stepped_and_ends_the_play(bench, session, qtbot):
    transport = bench.transport
    bench.player.play()
    place = transport.chooser.findData("encoding.base")
    transport.chooser.setCurrentIndex(place)
    with qtbot.waitSignals([bench.player.stopped, session.changed]):
        transport.chooser.activated.emit(place)
    phi = session.document.shift.phi
    assert transport.chooser.currentText() == "Base b"
    assert transport.value_box.lineEdit().text() == "10\u2009000"
    assert transport.speed_box.lineEdit().text() == "0.5 decades/s"
    assert transport.scrubber.span().log
    assert transport.play_action.text() == "Play base"
    QTest.keyClick(bench.pane, RIGHT)
    assert session.document.encoding.base == 13_000
    QTest.keyClick(bench.pane, HOME)
    assert session.document.encoding.base == 1
    assert session.document.shift.phi == phi
