"""The left of the Export dialog: a preview, a line about it, and a slider over frames or slides."""

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QStackedWidget, QWidget

from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.controls.slider import Slider, Span
from peviewer.app.look.parts import in_column, set_tooltip
from peviewer.app.look.themes import shown_palette
from peviewer.exporters.kinds.kind import Shown
from peviewer.live.pending import PATIENCE_MS

MARGIN = 16


class PictureView(QWidget):
    """A picture, scaled to fit."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview")
        self.image = QImage()
        self._scaled_image = QImage()
        self._ground = "transparent"

    def set_image(self, image: QImage, ground: str = "transparent") -> None:
        self.image = image
        self._scaled_image = QImage()
        self._ground = ground
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        palette = shown_palette()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.raised))
        if self.image.isNull():
            return
        ratio = self.devicePixelRatioF()
        room = (self.size() - QSize(2, 2)) * ratio
        whole_size = self.image.size()
        size = whole_size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio).boundedTo(whole_size)
        if self._scaled_image.size() != size:
            modes = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._scaled_image = self.image.scaled(size, *modes)
        place = QRect(self.rect().topLeft(), size / ratio)
        place.moveCenter(self.rect().center())
        # The ground is seen below transparent pictures.
        painter.fillRect(place, QColor(self._ground))
        painter.drawImage(place, self._scaled_image)
        painter.setPen(QColor(palette.line))
        painter.drawRect(place.adjusted(-1, -1, 0, 0))


class Preview(QWidget):
    """A picture or a text with its caption, and a slider over its pages.

    Pages are the frames of a clip or the slides of a deck.
    """

    pageChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = PictureView()
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setObjectName("exportText")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName("What will be written")
        self._views = QStackedWidget()
        for view in (self.picture, self.text):
            self._views.addWidget(view)
        # This narrow, the choices beside the preview still fit a screen of 640 pixels: 1280 at 200
        # %.
        self._views.setMinimumSize(240, 100)
        self.page_slider = Slider(Span(0, 1, whole=True))
        self.page_slider.setAccessibleName("Moment")
        # The line about the preview, and below it what the file will lack.
        self.caption = ElidedLabel()
        self.missing = QLabel(wordWrap=True)
        for label in (self.caption, self.missing):
            label.setObjectName("exportCaption")
        in_column(
            (self._views, 1),
            self.page_slider,
            self.caption,
            self.missing,
            inside=self,
            margins=(MARGIN, MARGIN, MARGIN, 10),
            spacing=8,
        )
        self.missing.hide()
        self.busy = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self.busy.timeout.connect(lambda: self.set_caption("Painting…"))
        self.page_slider.moved.connect(lambda page, _: self.pageChosen.emit(page))
        self.page_slider.stepped.connect(self._step)

    def set_pages(self, count: int, page: int) -> None:
        self.page_slider.setVisible(count > 1)
        self.page_slider.set_span(Span(0, max(0, count - 1), whole=True))
        self.page_slider.set_number(min(page, count - 1))

    def _step(self, steps: int) -> None:
        last_page = int(self.page_slider.span().high)
        page = min(max(int(self.page_slider.number()) + steps, 0), last_page)
        self.page_slider.set_number(page)
        self.pageChosen.emit(page)

    def show_preview(self, shown: Shown, image: QImage) -> None:
        self.busy.stop()
        if shown.picture:
            self.picture.set_image(image, shown.ground)
        else:
            self.text.setPlainText(shown.text)
        self._views.setCurrentWidget(self.picture if shown.picture else self.text)
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
