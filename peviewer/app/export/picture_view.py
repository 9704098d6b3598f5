"""A picture, scaled to fit or pixel by pixel, on squares where it is transparent."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from peviewer.figures.palette import Palette, ThemeName

MARGIN = 20
CHECK = 8
SQUARES = {"light": ("#FFFFFF", "#E9ECF0"), "dark": ("#1E2127", "#282C34")}


class PictureView(QWidget):
    """A picture, scaled to fit, or as it is: then it is dragged about."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("exportPicture")
        self.setAccessibleName("Preview")
        self._image = QImage()
        self._scaled = QImage()
        self._palette: Palette | None = None
        self._ground: ThemeName = "light"
        self._whole = True
        self._middle = QPoint()  # of the view, in pixels of the picture, while it is shown as it is
        self._pressed = QPoint()

    @property
    def image(self) -> QImage:
        """The picture."""
        return self._image

    @property
    def whole(self) -> bool:
        """Whether the whole picture is shown, scaled to fit."""
        return self._whole

    def set_image(self, image: QImage, ground: ThemeName = "light") -> None:
        """Show a picture; a transparent one on light or dark squares."""
        self._ground = ground
        if image.size() != self._image.size():
            self._middle = QPoint(image.width() // 2, image.height() // 2)
        self._image, self._scaled = image, QImage()
        self._point()
        self.update()

    def set_whole(self, whole: bool) -> None:
        """Scale the picture to fit, or show every pixel of it."""
        self._whole = whole
        self._point()
        self.update()

    def set_palette(self, palette: Palette) -> None:
        """Recolour the ground."""
        self._palette = palette
        self.update()

    def shown(self) -> QRect:
        """Return where the picture stands, in pixels of the screen; it may be larger than the view."""
        size = self._size()
        if self._whole:
            return QRect(QPoint((self.width() - size.width()) // 2, (self.height() - size.height()) // 2), size)
        ratio = self.devicePixelRatioF()
        corner = [
            (room - side) // 2 if side <= room else min(0, max(room - side, round(room / 2 - middle / ratio)))
            for room, side, middle in (
                (self.width(), size.width(), self._middle.x()),
                (self.height(), size.height(), self._middle.y()),
            )
        ]
        return QRect(QPoint(*corner), size)

    def _size(self) -> QSize:
        own = self._image.size() / self.devicePixelRatioF()
        if not self._whole or own.isEmpty():
            return own
        room = self.size() - QSize(2 * MARGIN, 2 * MARGIN)
        fitting = own.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return fitting if fitting.width() < own.width() else own

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground, squares below what is transparent, and the picture."""
        if self._palette is None:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._palette.raised))
        if self._image.isNull():
            return
        place = self.shown()
        if self._image.hasAlphaChannel():
            self._draw_squares(painter, place & self.rect())
        painter.drawImage(QRectF(place), self._at(place.size()))
        painter.setPen(QColor(self._palette.line))
        painter.drawRect(place.adjusted(-1, -1, 0, 0))

    def _draw_squares(self, painter: QPainter, place: QRect) -> None:
        pale, other = map(QColor, SQUARES[self._ground])
        painter.fillRect(place, pale)
        for y in range(place.top(), place.bottom() + 1, CHECK):
            for x in range(place.left() + CHECK * ((y - place.top()) // CHECK % 2), place.right() + 1, 2 * CHECK):
                painter.fillRect(QRect(x, y, CHECK, CHECK) & place, other)

    def _at(self, size: QSize) -> QImage:
        """Return the picture in the pixels there are, each the mean of those it stands for."""
        wanted = size * self.devicePixelRatioF()
        if wanted == self._image.size():
            return self._image
        if self._scaled.size() != wanted:
            modes = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._scaled = self._image.scaled(wanted, *modes)
        return self._scaled

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag the picture about."""
        self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the picture about, where there is more of it than the view shows."""
        if self._whole:
            return
        point = event.position().toPoint()
        self._middle -= (point - self._pressed) * self.devicePixelRatioF()
        self._pressed = point
        self.update()

    def _point(self) -> None:
        self.setCursor(Qt.CursorShape.ArrowCursor if self._whole else Qt.CursorShape.OpenHandCursor)
