"""The size of the window's type, and the sizes of widgets in pixels, which grow with it."""

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

# The property of the application that has how many times as large as usual its type is.
FACTOR = "typeFactor"

# The property of a widget that has its sizes where type is as large as usual.
USUAL_SIZES = "usualSizes"

# The pixels of a screen that a window with type of the usual size needs at least: on a small screen
# type grows no further than leaves as much to the panes.
LEAST_SCREEN = QSize(900, 560)

_SMALLEST_FACTOR = 0.8


def factor() -> float:
    """Return how many times as large as usual the window's type is."""
    app = QApplication.instance()
    return float((app and app.property(FACTOR)) or 1.0)


def scaled(pixels: float) -> int:
    """Return a length in pixels of usual type, grown with type."""
    return round(pixels * factor())


def window_factor(size: float, screen: QSize) -> float:
    """Return how many times as large the type around panes is, where theirs is `size` times.

    >>> window_factor(1.21, QSize(1920, 1080)), window_factor(2.5, QSize(1280, 720))
    (1.21, 1.29)
    """
    most = min(screen.width() / LEAST_SCREEN.width(), screen.height() / LEAST_SCREEN.height())
    return max(_SMALLEST_FACTOR, round(min(size, max(1.0, most)), 2))


def _set_icon(widget: QWidget, pixels: int) -> None:
    set_icon_size = getattr(widget, "setIconSize", None)
    if set_icon_size is not None:
        set_icon_size(QSize(pixels, pixels))


def _set_type(widget: QWidget, pixels: int) -> None:
    font = QFont(widget.font())
    font.setPixelSize(pixels)
    widget.setFont(font)


_SETTERS: dict[str, Callable[[QWidget, int], None]] = {
    "width": QWidget.setFixedWidth,
    "height": QWidget.setFixedHeight,
    "least_width": QWidget.setMinimumWidth,
    "most_width": QWidget.setMaximumWidth,
    "icon": _set_icon,
    "type": _set_type,
}


def set_sizes(widget: QWidget, **sizes: float) -> None:
    """Give a widget sizes in pixels of usual type, which grow with type.

    They are its fixed `width` and `height`, its `least_width` and `most_width`, the side of its
    `icon` and the size of its `type`.
    """
    usual_sizes = widget.property(USUAL_SIZES) or {}
    widget.setProperty(USUAL_SIZES, {**usual_sizes, **sizes})
    _apply(widget, sizes)


def forget_size(widget: QWidget, name: str) -> None:
    """Let one of a widget's sizes be as something else says, such as its words."""
    usual_sizes = dict(widget.property(USUAL_SIZES) or {})
    usual_sizes.pop(name, None)
    widget.setProperty(USUAL_SIZES, usual_sizes)


def resize(window: QWidget) -> None:
    """Give all widgets of a window the sizes that they have with type of the present size."""
    for widget in (window, *window.findChildren(QWidget)):
        usual_sizes = widget.property(USUAL_SIZES)
        if usual_sizes:
            _apply(widget, usual_sizes)


def _apply(widget: QWidget, sizes: dict[str, float]) -> None:
    for name, pixels in sizes.items():
        _SETTERS[name](widget, scaled(pixels))
