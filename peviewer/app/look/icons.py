"""Icons: drawings in ``resources/icons``, in the colours of the theme."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from peviewer.app.look.themes import blend
from peviewer.base.files import resource
from peviewer.figures.palette import Palette

# Sizes in a pane's header and in the transport, in pixels.
_SIZES = (16, 20)

# Sizes of the application's icon, in pixels.
_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


@cache
def icon(name: str, palette: Palette, colour: str | None = None) -> QIcon:
    """Return an icon of ``resources/icons`` in the theme's colours.

    While it is enabled it has `colour` instead, if one is given.
    """
    drawing = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    colours = {
        (QIcon.Mode.Normal, QIcon.State.Off): colour or palette.secondary,
        (QIcon.Mode.Active, QIcon.State.Off): colour or palette.text,
        (QIcon.Mode.Normal, QIcon.State.On): colour or palette.accent,
        (QIcon.Mode.Disabled, QIcon.State.Off): blend(palette.line, palette.secondary, 0.4),
    }
    made = QIcon()
    for (mode, state), mode_colour in colours.items():
        renderer = _renderer(drawing.replace("currentColor", mode_colour))
        for size in _SIZES:
            for ratio in _pixel_ratios():
                made.addPixmap(_pixmap(renderer, size, ratio), mode, state)
    return made


@cache
def app_icon() -> QIcon:
    renderer = _renderer(resource("icons", "app.svg").read_text(encoding="utf-8"))
    made = QIcon()
    for size in _APP_SIZES:
        made.addPixmap(_pixmap(renderer, size, 1))
    return made


def _pixel_ratios() -> tuple[int, ...]:
    """Return the pixel ratios that the screens need: each one costs time at every start."""
    is_any_fine = any(screen.devicePixelRatio() > 1 for screen in QGuiApplication.screens())
    return (1, 2) if is_any_fine else (1,)


def _renderer(drawing: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(drawing.encode()))


def _pixmap(renderer: QSvgRenderer, size: int, ratio: int) -> QPixmap:
    pixmap = QPixmap(size * ratio, size * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
