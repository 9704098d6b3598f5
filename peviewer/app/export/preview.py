"""The left of the Export dialog: what will be written, a line about it, and the moments there are to look at."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QImage, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.controls.slider import Slider, Span
from peviewer.app.look.icons import icon
from peviewer.app.look.tooltips import set_tooltip
from peviewer.app.session.background import NOTICED_MS
from peviewer.exporters.kinds.kind import Shown
from peviewer.figures.palette import Palette, ThemeName

PICTURE_MARGIN = 20
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
        self._centre = QPoint()  # of the view, in pixels of the picture, while it is shown as it is
        self._pressed = QPoint()

    @property
    def image(self) -> QImage:
        return self._image

    @property
    def whole(self) -> bool:
        """Whether the whole picture is shown, scaled to fit."""
        return self._whole

    def set_image(self, image: QImage, ground: ThemeName | None = None) -> None:
        """Show a picture; a transparent one on light or dark squares, of those before if None."""
        self._ground = ground or self._ground
        if image.size() != self._image.size():
            self._centre = QPoint(image.width() // 2, image.height() // 2)
        self._image, self._scaled = image, QImage()
        self._update_cursor()
        self.update()

    def room(self) -> tuple[int, int]:
        """Return how many pixels of the screen a picture has that is shown whole."""
        room = (self.size() - QSize(2 * PICTURE_MARGIN, 2 * PICTURE_MARGIN)) * self.devicePixelRatioF()
        return max(1, room.width()), max(1, room.height())

    def set_whole(self, whole: bool) -> None:
        """Scale the picture to fit, or show every pixel of it."""
        self._whole = whole
        self._update_cursor()
        self.update()

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        self.update()

    def shown(self) -> QRect:
        """Return the rectangle of the picture, in pixels of the screen; it may be larger than the view."""
        size = self._size()
        if self._whole:
            return QRect(QPoint((self.width() - size.width()) // 2, (self.height() - size.height()) // 2), size)
        ratio = self.devicePixelRatioF()
        corner = [
            (room - side) // 2 if side <= room else min(0, max(room - side, round(room / 2 - middle / ratio)))
            for room, side, middle in (
                (self.width(), size.width(), self._centre.x()),
                (self.height(), size.height(), self._centre.y()),
            )
        ]
        return QRect(QPoint(*corner), size)

    def _size(self) -> QSize:
        own = self._image.size() / self.devicePixelRatioF()
        if not self._whole or own.isEmpty():
            return own
        room = self.size() - QSize(2 * PICTURE_MARGIN, 2 * PICTURE_MARGIN)
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
        painter.drawImage(QRectF(place), self._scaled_to(place.size()))
        painter.setPen(QColor(self._palette.line))
        painter.drawRect(place.adjusted(-1, -1, 0, 0))

    def _draw_squares(self, painter: QPainter, place: QRect) -> None:
        pale, other = map(QColor, SQUARES[self._ground])
        painter.fillRect(place, pale)
        for y in range(place.top(), place.bottom() + 1, CHECK):
            for x in range(place.left() + CHECK * ((y - place.top()) // CHECK % 2), place.right() + 1, 2 * CHECK):
                painter.fillRect(QRect(x, y, CHECK, CHECK) & place, other)

    def _scaled_to(self, size: QSize) -> QImage:
        """Return the picture scaled to a size, smoothly."""
        wanted = size * self.devicePixelRatioF()
        if wanted == self._image.size():
            return self._image
        if self._scaled.size() != wanted:
            modes = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._scaled = self._image.scaled(wanted, *modes)
        return self._scaled

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the picture about, where there is more of it than the view shows."""
        if self._whole:
            return
        point = event.position().toPoint()
        self._centre -= (point - self._pressed) * self.devicePixelRatioF()
        self._pressed = point
        self.update()

    def _update_cursor(self) -> None:
        self.setCursor(Qt.CursorShape.ArrowCursor if self._whole else Qt.CursorShape.OpenHandCursor)


MARGIN = 16
BUTTON, ICON = 30, 20


class PreviewColumn(QWidget):
    """The preview with its caption; a slider where a clip has frames or a deck has slides, and what plays a clip."""

    momentChosen = Signal(int)
    playRequested = Signal()
    """To be played, or paused."""
    zoomed = Signal()
    """It was chosen whether the picture is shown whole."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette, self._playing = palette, False
        self.preview = Preview(palette)
        self.caption = ElidedLabel()
        self.caption.setObjectName("exportCaption")
        self.missing = QLabel(wordWrap=True)
        self.missing.setObjectName("exportCaption")
        self.missing.hide()
        self.zoom = QPushButton("Actual size", autoDefault=False)
        self.zoom.setCheckable(True)
        self.zoom.setObjectName("quiet")
        self.moment = Slider(Span(0, 1, whole=True))
        self.moment.setAccessibleName("Moment")
        self.play_button = QToolButton()
        self.play_button.setFixedSize(BUTTON, BUTTON)
        self.play_button.setIconSize(QSize(ICON, ICON))
        self.play_button.hide()
        moving = QHBoxLayout()
        moving.addWidget(self.play_button)
        moving.addWidget(self.moment, 1)
        under = QHBoxLayout()
        under.addWidget(self.caption, 1)
        under.addWidget(self.zoom)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, 10)
        column.setSpacing(8)
        column.addWidget(self.preview, 1)
        column.addLayout(moving)
        column.addLayout(under)
        column.addWidget(self.missing)
        self.zoom.toggled.connect(lambda actual: self.preview.picture.set_whole(not actual))
        self.moment.moved.connect(lambda moment, _: self.momentChosen.emit(moment))
        self.moment.stepped.connect(self._step)
        self.play_button.clicked.connect(self.playRequested)
        self.zoom.clicked.connect(self.zoomed)
        self.set_playing(playing=False)

    def set_palette(self, palette: Palette) -> None:
        """Draw in the colours of a theme."""
        self._palette = palette
        self.preview.set_palette(palette)
        self.set_playing(playing=self._playing)

    def set_playing(self, *, playing: bool) -> None:
        """Show whether the clip plays."""
        self._playing = playing
        text = "Pause" if playing else "Play"
        self.play_button.setIcon(icon(text.lower(), self._palette))
        self.play_button.setToolTip(f"{text} (Space)")
        self.play_button.setAccessibleName(f"{text} the clip")

    def set_plays(self, plays: bool) -> None:
        """Offer to play moments, or not."""
        self.play_button.setVisible(plays)
        self.play_button.setEnabled(True)  # until it is known how many there are

    def set_moments(self, count: int, moment: int) -> None:
        """Let one of some moments be chosen."""
        self.play_button.setEnabled(count > 1)
        self.moment.setVisible(count > 1)
        self.moment.set_span(Span(0, max(0, count - 1), whole=True))
        self.moment.set_number(min(moment, count - 1))

    def _step(self, by: int) -> None:
        last = int(self.moment.span().high)
        self.moment.set_number(min(max(int(self.moment.number()) + by, 0), last))
        self.momentChosen.emit(int(self.moment.number()))

    def show_preview(self, shown: Shown, image: QImage) -> None:
        """Show what will be written; a picture as the image it makes."""
        self.preview.show_preview(shown, image)
        self.set_caption(shown.caption)
        self.missing.setText(shown.missing)
        self.missing.setVisible(bool(shown.missing))
        self.zoom.setVisible(bool(shown.picture))

    def show_frame(self, moment: int, image: QImage, caption: str) -> None:
        """Show a frame while the clip plays: whole, whatever is chosen for pictures."""
        self.zoom.setChecked(False)
        self.preview.picture.set_image(image)
        self.preview.setCurrentWidget(self.preview.picture)
        self.moment.set_number(moment)
        self.set_caption(caption)

    def set_caption(self, text: str) -> None:
        """Show a line about what is shown."""
        self.caption.setText(text)
        set_tooltip(self.caption, text)

    def clear(self) -> None:
        self.preview.picture.set_image(QImage())
        self.preview.text.clear()
        self.caption.clear()
        self.missing.hide()


class Preview(QStackedWidget):
    """A picture or a text, with a sign while the next one is made."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = PictureView()
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setObjectName("exportText")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName("What will be written")
        for page in (self.picture, self.text):
            self.addWidget(page)
        self._busy_label = QLabel("Painting…", self)
        self._busy_label.setObjectName("exportBusy")
        self._busy_label.hide()
        self._busy_timer = QTimer(self, singleShot=True, interval=NOTICED_MS)
        self._busy_timer.timeout.connect(self._show_busy_label)
        self.set_palette(palette)
        self.setMinimumSize(240, 100)  # 640 pixels are 1280 at 200 %: the choices beside it are not cut

    def show_preview(self, shown: Shown, image: QImage) -> None:
        """Show what will be written; a picture as the image it makes."""
        if shown.picture:
            self.picture.set_image(image, shown.ground)
            self.setCurrentWidget(self.picture)
        else:
            bar = self.text.verticalScrollBar()
            kept = bar.value()
            self.text.setPlainText(shown.text)
            bar.setValue(kept)
            self.setCurrentWidget(self.text)

    def set_busy(self, busy: bool) -> None:
        """Show that another preview is being made, once that takes long enough to notice."""
        if not busy:
            self._busy_timer.stop()
            self._busy_label.hide()
        elif not self._busy_label.isVisible() and not self._busy_timer.isActive():
            self._busy_timer.start()

    def set_palette(self, palette: Palette) -> None:
        self.picture.set_palette(palette)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_busy_label()

    def _show_busy_label(self) -> None:
        self._busy_label.adjustSize()
        self._place_busy_label()
        self._busy_label.raise_()
        self._busy_label.show()

    def _place_busy_label(self) -> None:
        self._busy_label.move(
            (self.width() - self._busy_label.width()) // 2, self.height() - self._busy_label.height() - 12
        )
