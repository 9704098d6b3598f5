"""The left of the Export dialog: what will be written, a line about it, and the moments there are to look at."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontDatabase, QImage, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.controls.slider import Slider, Span
from peviewer.app.export.picture_view import PictureView
from peviewer.app.session.background import NOTICED_MS
from peviewer.exporters.kinds.kind import Shown
from peviewer.figures.palette import Palette

MARGIN = 16


class PreviewColumn(QWidget):
    """The preview with its caption; a slider where a clip has frames or a deck has slides."""

    momentChosen = Signal(int)

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        under = QHBoxLayout()
        under.addWidget(self.caption, 1)
        under.addWidget(self.zoom)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, 10)
        column.setSpacing(8)
        column.addWidget(self.preview, 1)
        column.addWidget(self.moment)
        column.addLayout(under)
        column.addWidget(self.missing)
        self.zoom.toggled.connect(lambda actual: self.preview.picture.set_whole(not actual))
        self.moment.moved.connect(lambda moment, _: self.momentChosen.emit(moment))
        self.moment.stepped.connect(self._step)

    def set_moments(self, count: int, moment: int) -> None:
        """Let one of some moments be chosen."""
        self.moment.setVisible(count > 1)
        self.moment.set_span(Span(0, max(0, count - 1), whole=True))
        self.moment.set_number(min(moment, count - 1))

    def _step(self, by: int) -> None:
        last = int(self.moment.span().high)
        self.moment.set_number(min(max(int(self.moment.number()) + by, 0), last))
        self.momentChosen.emit(int(self.moment.number()))

    def show_it(self, shown: Shown, image: QImage) -> None:
        """Show what will be written; a picture as the image it makes."""
        self.preview.show_it(shown, image)
        self.caption.setText(shown.caption)
        self.caption.setToolTip(shown.caption)
        self.missing.setText(shown.missing)
        self.missing.setVisible(bool(shown.missing))
        self.zoom.setVisible(bool(shown.picture))

    def clear(self) -> None:
        """Show nothing."""
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
        self._sign = QLabel("Painting…", self)
        self._sign.setObjectName("exportBusy")
        self._sign.hide()
        self._late = QTimer(self, singleShot=True, interval=NOTICED_MS)
        self._late.timeout.connect(self._show_sign)
        self.set_palette(palette)
        self.setMinimumSize(240, 100)  # 640 pixels are 1280 at 200 %: the choices beside it are not cut

    def show_it(self, shown: Shown, image: QImage) -> None:
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
        """Say that another preview is under way, once that takes long enough to notice."""
        if not busy:
            self._late.stop()
            self._sign.hide()
        elif not self._sign.isVisible() and not self._late.isActive():
            self._late.start()

    def set_palette(self, palette: Palette) -> None:
        """Recolour what is around the picture."""
        self.picture.set_palette(palette)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the sign inside."""
        super().resizeEvent(event)
        self._place_sign()

    def _show_sign(self) -> None:
        self._sign.adjustSize()
        self._place_sign()
        self._sign.raise_()
        self._sign.show()

    def _place_sign(self) -> None:
        self._sign.move((self.width() - self._sign.width()) // 2, self.height() - self._sign.height() - 12)
