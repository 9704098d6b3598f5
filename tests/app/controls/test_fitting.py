"""Windows open within their screen and scroll what does not fit.

An elided label keeps its value.
"""

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QWidget

from peviewer.app.controls.fitting import ElidedLabel, ScrollColumn, fit, room_on
from peviewer.app.window.geometry import first_geometry
from peviewer.app.window.help_dialogs import about

TINY, SMALL, WIDE = (
    QRect(0, 0, 640, 336),
    QRect(100, 50, 640, 480),
    QRect(0, 0, 3840, 2160),
)  # tiny: 1280×672 at 200 %


@pytest.fixture
def screen(request, monkeypatch):
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: request.param)
    return request.param


@pytest.mark.parametrize("screen", [SMALL, WIDE], ids=["small", "wide"], indirect=True)
def test_a_window_is_as_large_as_wanted_or_as_its_screen(qtbot, screen):
    window = QWidget()
    qtbot.addWidget(window)
    fit(window, QSize(900, 600), QSize(800, 500))
    room = room_on(screen).size()
    assert window.size() == QSize(900, 600).boundedTo(room)
    assert window.minimumSize() == QSize(800, 500).boundedTo(room)
    assert room_on(screen).contains(first_geometry(screen))


def has_whole(dialog, button):
    return dialog.rect().contains(
        QRect(button.mapTo(dialog, button.rect().topLeft()), button.size())
    )


@pytest.mark.nightly
@pytest.mark.parametrize("screen", [TINY, WIDE], ids=["tiny", "wide"], indirect=True)
def test_a_dialog_fits_its_screen_scrolls_what_does_not_and_its_button_is_seen(
    qtbot, themed, screen
):
    window = QWidget()
    qtbot.addWidget(window)
    dialog = about(window)
    with qtbot.waitExposed(dialog):
        dialog.open()
    assert dialog.size() == dialog.size().boundedTo(room_on(screen).size())
    button = dialog.findChild(QDialogButtonBox)
    assert dialog.rect().contains(button.geometry())
    assert (dialog.browser.verticalScrollBar().maximum() > 0) == (screen == TINY)
    dialog.close()


def test_a_line_of_parts_leaves_out_whole_ones_and_the_last_one_last(qtbot, themed):
    line = ElidedLabel()
    qtbot.addWidget(line)

    def drawn(text, room):
        line.setText(text)
        line.resize(room, 30)
        return line.grab().toImage()

    whole = "t = 37 · pair 6 · angle 297° · PE = −0.894"
    for kept in (
        "t = 37 · pair 6 · … · PE = −0.894",
        "t = 37 · … · PE = −0.894",
        "… · PE = −0.894",
    ):
        room = line.fontMetrics().horizontalAdvance(kept) + 1
        assert drawn(whole, room) == drawn(kept, room)


def test_a_column_that_is_scrolled_is_as_wide_as_what_is_in_it_comes_to_need(qtbot):
    part = QWidget()
    window = QWidget()
    qtbot.addWidget(window)
    scroll_column = ScrollColumn([part], (0, 0, 0, 0))
    QHBoxLayout(window).addWidget(scroll_column)
    with qtbot.waitExposed(window):
        window.show()
    part.setMinimumWidth(500)
    qtbot.waitUntil(lambda: window.minimumSizeHint().width() > 500)
