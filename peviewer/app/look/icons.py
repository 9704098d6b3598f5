"""Icons: drawings in ``resources/icons``, in the colours of the theme."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from peviewer.app.look.themes import blend
from peviewer.base.files import resource
from peviewer.figures.palette import Palette

_SIZES = (16, 20)  # of a pane's header, and of the transport
_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


@cache
def icon(name: str, palette: Palette, colour: str | None = None) -> QIcon:
    """Return an icon of ``resources/icons`` in the theme's colours, or in one of one's own where it is enabled."""
    drawing = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    looks = {
        (QIcon.Mode.Normal, QIcon.State.Off): colour or palette.secondary,
        (QIcon.Mode.Active, QIcon.State.Off): colour or palette.text,
        (QIcon.Mode.Normal, QIcon.State.On): colour or palette.accent,
        (QIcon.Mode.Disabled, QIcon.State.Off): blend(palette.line, palette.secondary, 0.4),
    }
    made = QIcon()
    for (mode, state), ink in looks.items():
        renderer = _renderer(drawing.replace("currentColor", ink))
        for size in _SIZES:
            for ratio in _ratios():
                made.addPixmap(_pixmap(renderer, size, ratio), mode, state)
    return made


@cache
def app_icon() -> QIcon:
    renderer = _renderer(resource("icons", "app.svg").read_text(encoding="utf-8"))
    made = QIcon()
    for size in _APP_SIZES:
        made.addPixmap(_pixmap(renderer, size, 1))
    return made


def _ratios() -> tuple[int, ...]:
    """Return the pixel ratios that the screens need: each one costs time at every start."""
    return (
        (1, 2)
        if any(screen.devicePixelRatio() > 1 for screen in QGuiApplication.screens())
        else (1,)
    )


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
