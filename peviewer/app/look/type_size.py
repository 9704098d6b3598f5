"""The size of the window's type, and the sizes of widgets in pixels, which grow with it."""

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

# The application's Qt property with the factor between its type and type of the usual size.
FACTOR = "typeFactor"

# A widget's Qt property with its sizes in pixels, as they are with type of the usual size.
USUAL_SIZES = "usualSizes"

# The smallest screen, in pixels, for a window with type of the usual size. Larger type needs a
# screen that is larger by the same factor.
LEAST_SCREEN = QSize(900, 560)

_SMALLEST_FACTOR = 0.8


def factor() -> float:
    """Return the factor between the window's type and type of the usual size."""
    app = QApplication.instance()
    return float((app and app.property(FACTOR)) or 1.0)


def scaled(pixels: float) -> int:
    """Return a length in pixels of the screen; `pixels` is the length with type of usual size."""
    return round(pixels * factor())


def window_factor(size: float, screen: QSize) -> float:
    """Return the factor for the type around panes, where type in panes is `size` times as large.

    On a small screen it grows less than the type in panes.

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
    """Give a widget sizes, in pixels with type of the usual size; they grow with type.

    They are its fixed `width` and `height`, its `least_width` and `most_width`, the side of its
    `icon` and the size of its `type`.
    """
    usual_sizes = widget.property(USUAL_SIZES) or {}
    widget.setProperty(USUAL_SIZES, {**usual_sizes, **sizes})
    _apply(widget, sizes)


def forget_size(widget: QWidget, name: str) -> None:
    """Stop one of a widget's sizes from growing with type; something else sets it from now on."""
    usual_sizes = dict(widget.property(USUAL_SIZES) or {})
    usual_sizes.pop(name, None)
    widget.setProperty(USUAL_SIZES, usual_sizes)


def resize(window: QWidget) -> None:
    """Give all widgets of a window their sizes anew, after the size of type has changed."""
    for widget in (window, *window.findChildren(QWidget)):
        usual_sizes = widget.property(USUAL_SIZES)
        if usual_sizes:
            _apply(widget, usual_sizes)


def _apply(widget: QWidget, sizes: dict[str, float]) -> None:
    for name, pixels in sizes.items():
        _SETTERS[name](widget, scaled(pixels))
