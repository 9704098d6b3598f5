"""The left of the Export dialog: a preview, a line about it, and a slider over frames or slides."""

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QStackedWidget, QWidget

from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.controls.slider import Slider, Span
from peviewer.app.look.parts import in_column, set_tooltip
from peviewer.app.look.themes import shown_palette
from peviewer.app.session.waiting import NOTICED_MS
from peviewer.exporters.kinds.kind import Shown

MARGIN = 16


class PictureView(QWidget):
    """A picture, scaled to fit."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview")
        self.image, self._scaled, self._ground = QImage(), QImage(), "transparent"

    def set_image(self, image: QImage, ground: str = "transparent") -> None:
        self.image, self._scaled, self._ground = image, QImage(), ground
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, palette = QPainter(self), shown_palette()
        painter.fillRect(self.rect(), QColor(palette.raised))
        if self.image.isNull():
            return
        ratio = self.devicePixelRatioF()
        room = (self.size() - QSize(2, 2)) * ratio
        size = (
            self.image.size()
            .scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
            .boundedTo(self.image.size())
        )
        if self._scaled.size() != size:
            modes = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._scaled = self.image.scaled(size, *modes)
        place = QRect(self.rect().topLeft(), size / ratio)
        place.moveCenter(self.rect().center())
        painter.fillRect(place, QColor(self._ground))  # below transparent pictures
        painter.drawImage(place, self._scaled)
        painter.setPen(QColor(palette.line))
        painter.drawRect(place.adjusted(-1, -1, 0, 0))


class Preview(QWidget):
    """A picture or a text with its caption, and a slider over the frames of a clip or the slides of a deck."""

    momentChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = PictureView()
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setObjectName("exportText")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName("What will be written")
        self._pages = QStackedWidget()
        for page in (self.picture, self.text):
            self._pages.addWidget(page)
        self._pages.setMinimumSize(
            240, 100
        )  # 640 pixels are 1280 at 200 %: the choices beside it are not cut
        self.moment = Slider(Span(0, 1, whole=True))
        self.moment.setAccessibleName("Moment")
        self.caption = ElidedLabel()
        self.missing = QLabel(wordWrap=True)
        for label in (self.caption, self.missing):
            label.setObjectName("exportCaption")
        in_column(
            (self._pages, 1), self.moment, self.caption, self.missing,
            inside=self, margins=(MARGIN, MARGIN, MARGIN, 10), spacing=8,
        )  # fmt: skip
        self.missing.hide()
        self.busy = QTimer(self, singleShot=True, interval=NOTICED_MS)
        self.busy.timeout.connect(lambda: self.set_caption("Painting…"))
        self.moment.moved.connect(lambda moment, _: self.momentChosen.emit(moment))
        self.moment.stepped.connect(self._step)

    def set_moments(self, count: int, moment: int) -> None:
        self.moment.setVisible(count > 1)
        self.moment.set_span(Span(0, max(0, count - 1), whole=True))
        self.moment.set_number(min(moment, count - 1))

    def _step(self, by: int) -> None:
        last = int(self.moment.span().high)
        self.moment.set_number(min(max(int(self.moment.number()) + by, 0), last))
        self.momentChosen.emit(int(self.moment.number()))

    def show_preview(self, shown: Shown, image: QImage) -> None:
        self.busy.stop()
        if shown.picture:
            self.picture.set_image(image, shown.ground)
        else:
            self.text.setPlainText(shown.text)
        self._pages.setCurrentWidget(self.picture if shown.picture else self.text)
        self.set_caption(shown.caption)
        self.missing.setText(shown.missing)
        self.missing.setVisible(bool(shown.missing))

    def set_caption(self, text: str) -> None:
        self.caption.setText(text)
        set_tooltip(self.caption, text)

    def clear(self) -> None:
        self.busy.stop()
        self.picture.set_image(QImage())
        self.text.clear()
        self.set_caption("")
        self.missing.hide()
