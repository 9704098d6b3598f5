"""A first start opens the first step with three callouts; each leaves for good once it was done."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from peviewer.app.session.settings import CALLOUTS, Settings
from peviewer.figures.stories import FIRST, place


@pytest.fixture
def begun(small_window, qtbot):
    small_window.guide.open_place(place(FIRST))
    small_window.session._announce()
    small_window.guide.callouts.begin()
    qtbot.waitUntil(lambda: all(callout.isVisible() for callout in small_window.guide.callouts.shown.values()))
    return small_window


def kept(window):
    return json.loads((window.settings._folder / "settings.json").read_text())["callouts"]


@pytest.mark.slow
def test_each_is_beside_what_it_speaks_of(begun):
    shown = begun.guide.callouts.shown
    assert tuple(shown) == CALLOUTS
    control = begun.parameters.panel.control("cursor.position")
    right = control.mapTo(begun, QPoint(control.width(), control.height() // 2))
    drag, play = shown["drag"].geometry(), shown["play"].geometry()
    assert 0 <= drag.left() - right.x() < 30
    assert drag.top() <= right.y() <= drag.bottom()
    button = begun.transport.play_button
    above = button.mapTo(begun, QPoint(button.width() // 2, 0))
    assert play.left() <= above.x() <= play.right()
    assert abs(play.bottom() - above.y()) < 5


def test_each_leaves_for_good_once_it_was_done(begun, qtbot):
    begun.player.started.emit()
    assert list(begun.guide.callouts.shown) == kept(begun) == ["drag", "point"]
    begun.session.edit({"cursor.position": 20})
    begun.session._announce()
    assert list(begun.guide.callouts.shown) == kept(begun) == ["point"]
    begun.pointing.hover({"position": 3})
    assert list(begun.guide.callouts.shown) == kept(begun) == []
    assert Settings(begun.settings._folder).choices.callouts == ()


@pytest.mark.slow
def test_what_is_played_was_not_dragged(begun, monkeypatch):
    monkeypatch.setattr(type(begun.player), "playing", property(lambda _: True))
    begun.session.edit({"cursor.position": 20}, undoable=False)
    begun.session._announce()
    assert "drag" in begun.guide.callouts.shown


def test_what_has_no_slider_is_not_to_be_dragged(begun):
    callout, control = begun.guide.callouts.shown["drag"], begun.parameters.panel.control
    said = []
    for path in ("cursor.position", "encoding.layout", "encoding.dim"):
        callout.point_at(control(path))
        said.append((callout.words, callout.accessibleName()))
    drag, change = ("Drag this", "Hint: Drag this"), ("Change this", "Hint: Change this")
    assert said == [drag, change, drag]


def test_a_click_closes_one(begun):
    QTest.mouseClick(begun.guide.callouts.shown["point"], Qt.MouseButton.LeftButton)
    assert kept(begun) == ["drag", "play"]


@pytest.mark.slow
def test_a_window_that_is_not_the_first_has_none(small_window):
    assert small_window.guide.callouts.shown == {}


@pytest.mark.slow
def test_the_chooser_lies_over_them(begun, qtbot):
    begun.guide.choose()
    begun.guide.callouts.place_soon()
    qtbot.waitUntil(lambda: not begun.guide.callouts._timer.isActive())
    order = begun.children()  # the last one is on top
    assert all(
        order.index(begun.guide.chooser) > order.index(callout) for callout in begun.guide.callouts.shown.values()
    )
