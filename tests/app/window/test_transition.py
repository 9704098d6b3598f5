"""What is seen while other panes or another scheme come: the last picture, then all that is new at once."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from peviewer.figures.presets import preset

LONGEST = "peviewer.app.window.transition.LONGEST_MS"
A_NAME = 1e-3
"""The share of the window's pixels that the name of a line takes, which may still move by one."""


@pytest.fixture
def patient_window(monkeypatch, open_window, qtbot):
    """Return a window that waits for slow panes as long as it takes."""
    monkeypatch.setattr(LONGEST, 60_000)
    window = open_window(panes=("encoding", "distance"), size=(900, 600))
    wait_until_complete(qtbot, window)
    return window


def wait_until_complete(qtbot, window):
    qtbot.waitUntil(lambda: window.moment.is_shown and not window.transition.is_on)


def open_preset(window, name):
    window.session.open(preset(name).document, preset(name).title)


def distinct_pictures(window):
    """Return what is seen from turn to turn until the transition is over."""
    pictures = [window.grab().toImage()]
    while window.transition.is_on:
        QApplication.processEvents()
        picture = window.grab().toImage()
        if picture != pictures[-1]:
            pictures.append(picture)
    return pictures


def change_scheme(window):
    window.session.edit({"encoding.scheme": "rope"})


def undo_another_preset(window):
    open_preset(window, "attention")
    window.transition.end()
    window.session.flush()
    window.session.undo_stack.undo()


def changed_share(before, after):
    """Return which share of the pixels of two pictures of one size differs."""
    shape = before.height(), before.width()
    pixels = [
        np.frombuffer(picture.constBits(), np.uint32).reshape(shape) for picture in (before, after)
    ]
    return (pixels[0] != pixels[1]).mean()


@pytest.mark.parametrize(
    "change", [lambda window: open_preset(window, "tiles-mae"), change_scheme, undo_another_preset]
)
def test_the_last_picture_stays_until_all_of_the_next_is_there(qtbot, patient_window, change):
    change(patient_window)

    pictures = distinct_pictures(patient_window)

    assert len(pictures) == 2
    wait_until_complete(qtbot, patient_window)
    assert changed_share(pictures[-1], patient_window.grab().toImage()) < A_NAME


def test_what_is_late_is_not_waited_for_for_ever(qtbot, monkeypatch, small_window):
    monkeypatch.setattr(type(small_window.moment), "is_complete", False)

    open_preset(small_window, "tiles-mae")

    assert small_window.transition.is_on
    qtbot.waitUntil(lambda: not small_window.transition.is_on)
    assert small_window.transition.isHidden()


@pytest.mark.parametrize(
    "changes", [{"encoding.base": 500.0}, {"shift.phi": 3.0}, {"view.maximised": "encoding"}]
)
def test_a_change_of_numbers_is_seen_at_once(patient_window, changes):
    patient_window.session.edit(changes)

    assert not patient_window.transition.is_on


def test_clicks_reach_what_lies_below(qtbot, patient_window):
    open_preset(patient_window, "tiles-mae")
    qtbot.waitUntil(lambda: "distance" not in patient_window.area.shown)
    button = patient_window.transport.play_button
    place = button.mapTo(patient_window, button.rect().center())

    child = patient_window.childAt(place)

    assert child is button


def test_a_window_of_another_size_is_seen_as_it_is(qtbot, patient_window):
    open_preset(patient_window, "tiles-mae")

    patient_window.resize(800, 560)

    qtbot.waitUntil(lambda: not patient_window.transition.is_on)


def test_another_theme_is_seen_at_once(qtbot, patient_window):
    open_preset(patient_window, "tiles-mae")

    patient_window.choose_theme("dark")

    assert not patient_window.transition.is_on
