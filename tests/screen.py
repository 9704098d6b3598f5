"""What stands on the screen: `QWidget.grab` would paint it anew, and so hide what was not painted again."""

import numpy as np

TURNS = 8
"""Of the event loop, in which nothing more is computed: an edit takes five."""
ROUNDING = 8
"""Of 255: where Qt paints a part of a smooth line, its edges are rounded otherwise than those of the whole."""


def settle(*views):
    """Let the event loop turn until what changed was computed, gathered and painted."""
    from PySide6.QtWidgets import QApplication

    quiet = 0
    while quiet < TURNS:
        QApplication.processEvents()
        is_busy = any(view.is_pending for view in views)
        quiet = 0 if is_busy else quiet + 1


def standing(widget):
    """Return the pixels of a widget on the screen, shape (height, width, 3).

    Nothing is painted for that.
    """
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QGuiApplication

    window = widget.window()
    image = (
        QGuiApplication.primaryScreen().grabWindow(window.winId()).toImage()
    )  # not its own, which Python deletes
    image = image.convertToFormat(image.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    pixels = rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)
    at = widget.mapTo(window, QPoint(0, 0))
    return pixels[at.y() : at.y() + widget.height(), at.x() : at.x() + widget.width()].astype(int)


def different_pixels(one, other):
    """Return the places, (down, across), of the pixels that differ by more than rounding."""
    return np.argwhere((abs(one - other) > ROUNDING).any(axis=2))
