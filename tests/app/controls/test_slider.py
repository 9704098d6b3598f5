"""A slider in the user's own numbers: where a value stands, what a drag, a key and the wheel do, what is read out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QKeySequence, QShortcut
from PySide6.QtTest import QSignalSpy, QTest

from peviewer.app.controls.slider import HANDLE, Slider, Span
from peviewer.figures.palette import LIGHT


@pytest.fixture
def slider(qtbot):
    made = Slider(Span(0, 100, whole=True))
    qtbot.addWidget(made)
    made.resize(200 + HANDLE, 20)
    made.heard = []
    made.moved.connect(lambda value, key: made.heard.append((value, key)))
    made.show()
    return made


def at(pixel):
    return QPoint(pixel + HANDLE // 2, 10)


@settings(max_examples=40)
@given(
    st.floats(0, 1),
    st.sampled_from([Span(-5, 5), Span(1, 1e6, log=True), Span(10, -10), Span(3, 3)]),
)
def test_every_place_on_the_slider_is_a_value_in_its_range_within_two_pixels(fraction, span):
    value = span.value(fraction, 200)
    assert min(span.low, span.high) <= value <= max(span.low, span.high)
    if span.low != span.high and not span.log:
        assert abs(span.fraction(value) - fraction) <= 2 / 200


def test_a_press_moves_the_handle_there_and_a_drag_shares_one_key(slider):
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=at(50))
    QTest.mouseMove(slider, at(80))
    QTest.mouseMove(slider, at(150))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=at(150))
    expected = [25, 40, 75]
    assert [value for value, _ in slider.heard] == expected
    assert len({key for _, key in slider.heard}) == 1
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=at(10))
    assert slider.heard[-1][0] == 5
    assert slider.heard[-1][1] not in (slider.heard[0][1], "")


def test_the_right_button_does_not_move_it_and_beyond_the_end_it_stays_at_the_end(slider):
    QTest.mouseClick(slider, Qt.MouseButton.RightButton, pos=at(80))
    assert slider.heard == []
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=at(50))
    QTest.mouseMove(slider, QPoint(900, 10))
    QTest.mouseRelease(
        slider, Qt.MouseButton.LeftButton, pos=QPoint(900, 10)
    )  # or it stays down in other tests
    assert slider.heard[-1][0] == 100


def test_what_is_read_out_is_the_users_own_number(qtbot):
    span = Span(-(2**53), 2**53, whole=True)
    slider = Slider(span, "positions")
    qtbot.addWidget(slider)
    slider.set_number(2**53)
    said = QAccessible.queryAccessibleInterface(slider)
    assert said.valueInterface().currentValue() == 2**31 - 1
    assert said.text(QAccessible.Text.Description) == "9007199254740992 positions"


@pytest.mark.parametrize("span", [Span(1, 10_000, log=True), Span(100, -100), Span(0, 0.5)])
def test_the_handle_stands_where_the_pointer_would_put_it(qtbot, themed, span):
    slider = Slider(span)
    qtbot.addWidget(slider)
    slider.resize(200 + HANDLE, 20)
    value = span.value(0.25, 200)
    slider.set_number(value)
    image = slider.grab().toImage()
    above = [image.pixelColor(x, 6).name().upper() for x in range(image.width())]  # of the groove
    accent = [x for x, colour in enumerate(above) if colour == LIGHT.accent]
    assert (accent[0] + accent[-1]) / 2 == pytest.approx(HANDLE / 2 + 50, abs=2)


def test_keys_and_with_the_focus_the_wheel_step_and_keys_jump(slider, qtbot):
    slider.activateWindow()
    qtbot.waitUntil(slider.isActiveWindow)
    slider.setFocus()
    steps = QSignalSpy(slider.stepped)
    key_sequence = QKeySequence(Qt.Key.Key_Right)
    QShortcut(key_sequence, slider, lambda: slider.stepped.emit(99))  # as that of the transport
    QTest.keyClick(slider, Qt.Key.Key_Right)
    QTest.keyClick(slider, Qt.Key.Key_PageDown)
    QTest.wheelEvent(
        slider.windowHandle(), QPointF(50, 10), QPoint(0, 120)
    )  # without the focus: see test_row
    expected = [[1], [-10], [1]]
    assert [steps.at(row) for row in range(steps.count())] == expected
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert slider.heard[-1][0] == 100
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert slider.heard[-1][0] == 0


def test_a_range_that_changes_while_the_handle_is_dragged_waits_until_it_is_let_go(slider):
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=at(50))
    slider.set_span(Span(0, 50, whole=True))
    QTest.mouseMove(slider, at(51))
    assert slider.span().high == 100
    assert slider.heard[-1][0] in (25, 26)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=at(51))
    assert slider.span().high == 50
