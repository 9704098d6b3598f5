"""Windows open within their screen and scroll what does not fit; an elided label keeps its value."""

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QWidget

from peviewer.app.controls.fitting import ElidedLabel, Scrolled, fit, room_on
from peviewer.app.window.faults import FaultDialog
from peviewer.app.window.geometry import first_geometry
from peviewer.app.window.help_dialogs import About, Shortcuts
from peviewer.app.window.menus import shortcuts

SCREENS = [QRect(0, 0, 1024, 700), QRect(0, 0, 1280, 672), QRect(100, 50, 640, 480), QRect(0, 0, 3840, 2160)]


@pytest.fixture
def window(small_window):
    return small_window


@pytest.fixture(params=SCREENS, ids=lambda rect: f"{rect.width()}x{rect.height()}")
def screen(request, monkeypatch):
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: request.param)
    return request.param


def test_the_first_window_leaves_room_for_its_frame(screen):
    assert room_on(screen).contains(first_geometry(screen))


def test_a_window_is_as_large_as_wanted_or_as_its_screen(qtbot, screen):
    window = QWidget()
    qtbot.addWidget(window)
    fit(window, QSize(900, 600), QSize(800, 500))
    room = room_on(screen).size()
    assert window.size() == QSize(900, 600).boundedTo(room)
    assert window.minimumSize() == QSize(800, 500).boundedTo(room)


@pytest.mark.slow
def test_the_shortcuts_fit_and_their_button_is_seen(qtbot, screen, window):
    dialog = Shortcuts(shortcuts(window.menuBar()), window)
    with qtbot.waitExposed(dialog):
        dialog.open()
    assert dialog.height() <= room_on(screen).height()
    button = dialog.findChild(QDialogButtonBox)
    assert dialog.rect().contains(QRect(button.mapTo(dialog, button.rect().topLeft()), button.size()))
    scrolled = dialog.findChild(Scrolled)
    assert scrolled.widget().width() <= scrolled.viewport().width()
    hidden = scrolled.widget().height() - scrolled.viewport().height()
    assert scrolled.verticalScrollBar().maximum() == max(0, hidden)
    assert hidden <= 0 or screen.height() < 2160
    dialog.close()


@pytest.mark.slow
def test_about_scrolls_on_a_low_screen_and_its_button_is_seen(qtbot, monkeypatch, window):
    low = QRect(0, 0, 640, 336)  # 1280×672 at 200 %
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: low)
    dialog = About(window)
    with qtbot.waitExposed(dialog):
        dialog.open()
    assert dialog.height() <= room_on(low).height()
    button = dialog.findChild(QDialogButtonBox)
    assert dialog.rect().contains(QRect(button.mapTo(dialog, button.rect().topLeft()), button.size()))
    assert dialog.findChild(Scrolled).verticalScrollBar().maximum() > 0
    dialog.close()


@pytest.mark.slow
def test_what_tells_of_a_fault_fits_and_its_button_is_seen(qtbot, monkeypatch, window):
    low = QRect(0, 0, 640, 336)
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: low)
    dialog = FaultDialog("some words\n" * 99, window, quits=window.close, start_fresh=window.close)
    with qtbot.waitExposed(dialog):
        dialog.open()
    assert dialog.height() <= room_on(low).height()
    assert dialog.width() <= room_on(low).width()
    button = dialog.continue_button
    assert dialog.rect().contains(QRect(button.mapTo(dialog, button.rect().topLeft()), button.size()))
    dialog.close()


@pytest.mark.slow
def test_the_export_dialog_fits_and_its_button_is_seen(qtbot, screen, window):
    window.export("encoding")
    dialog = window.export_actions.dialog
    qtbot.waitUntil(dialog.isVisible)
    room = room_on(screen).size()
    assert (dialog.width(), dialog.height()) == (min(1000, room.width()), min(680, room.height()))
    assert dialog.preview_column.minimumSizeHint().width() <= 290, "640 pixels leave 338 for the choices"
    button = dialog.foot.export_button
    assert dialog.rect().contains(QRect(button.mapTo(dialog, button.rect().topLeft()), button.size()))
    dialog.close()


@pytest.fixture
def parent(qtbot, themed):
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(200, 30)
    return made


@pytest.fixture
def line(qtbot, parent):
    """Return a line that fills its parent."""
    made = ElidedLabel()
    layout = QHBoxLayout(parent)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(made)
    with qtbot.waitExposed(parent):
        parent.show()
    return made


def ink(line, text, room):
    """Return what is drawn of a text in a room, true where there is ink."""
    line.setText(text)
    line.window().resize(room, 30)
    line.window().layout().activate()
    assert line.width() == room
    image = line.grab().toImage().convertToFormat(line.grab().toImage().Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())[:, : image.width()]
    return rows < rows.max()


def test_a_text_is_drawn_at_the_left_in_the_middle(line):
    drawn = ink(line, "xxx", 200)
    down, across = np.nonzero(drawn)
    assert across.min() < 4
    assert down.mean() == pytest.approx(15, abs=4)
    assert not ink(line, "", 200).any()


def test_a_text_that_is_too_long_ends_in_dots_inside_its_room(line):
    assert np.array_equal(ink(line, "m" * 200, 120), ink(line, "m" * 300, 120))
    assert not ink(line, "m" * 200, 120)[:, -1].any()
    assert not np.array_equal(ink(line, "mm", 120), ink(line, "mmm", 120))


def test_a_line_of_parts_leaves_out_whole_ones_and_the_last_one_last(line):
    whole = "t = 37 · pair 6 · angle 297° · PE = −0.894"
    for kept in ("t = 37 · pair 6 · … · PE = −0.894", "t = 37 · … · PE = −0.894", "… · PE = −0.894"):
        room = line.fontMetrics().horizontalAdvance(kept) + 1
        assert np.array_equal(ink(line, whole, room), ink(line, kept, room))
