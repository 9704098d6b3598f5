"""The panes of a presentation: their figures and titles, arranged as in the window, or one alone."""

import sys
import traceback
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QStackedWidget, QWidget

from peviewer.app.look.layouts import in_column, in_row
from peviewer.app.panes.layout.geometry import rooms
from peviewer.app.panes.pointing import Pointing
from peviewer.app.session.session import Session
from peviewer.document.arrangement import Split, even
from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane, heavy_sections
from peviewer.figures.stories import Place
from peviewer.live.text import markup
from peviewer.live.view import FigureView
from peviewer.model.stored.file_rows import ChangedError

MARGIN = 10
TITLE, LOOK, WHERE = 19, 13, 12  # pixels of type


class PresentedPane(QFrame):
    """One pane's figure, with its title where there are several."""

    def __init__(self, pane: Pane, session: Session, pointing: Pointing, palette: Palette) -> None:
        super().__init__()
        self.setObjectName("presentedPane")
        self.pane = pane
        self._session, self._pointing = session, pointing
        self.title = QLabel(pane.title)
        self.title.setObjectName("presentedPaneTitle")
        self.view = FigureView(palette)
        self.view.setAccessibleName(f"{pane.title}, figure")
        self._why = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._why.setMargin(24)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self._why)
        in_column(self.title, (self._pages, 1), inside=self, margins=(MARGIN, 6, MARGIN, 6), spacing=2)
        self._connect()
        self._watch = session.watch(pane.read, self._draw, when=self.isVisible)

    def _connect(self) -> None:
        self.view.made.connect(self._on_made)
        self.view.failed.connect(self._on_failed)
        self.view.hovered.connect(self._pointing.hover)
        self.view.read.connect(self._pointing.read)
        self.view.left.connect(self._pointing.leave)
        self.view.pressed.connect(lambda on_cursor: self._pointing.click(self.view.clicked, on_cursor=on_cursor))
        self.view.edited.connect(lambda field, value, key: self._session.edit({field: value}, merge=key))
        self._pointing.moved.connect(self._update_crosshair)

    def refresh(self) -> None:
        """Catch up with the session and the cursor."""
        self._watch.update(self._session.document)
        self._update_crosshair()

    def clear(self) -> None:
        """Free what it shows."""
        if self.view.figure() is not None:
            self.view.clear()
            self._watch.forget()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _draw(self, document: Document) -> None:
        self.view.make(lambda: self.pane.figure(document).without_spare_columns, heavy_sections(document))

    def _on_made(self) -> None:
        document = self._session.document
        self._why.setText(self.pane.reason_empty(document))
        self._pages.setCurrentWidget(self.view if self.pane.shows_any(document) else self._why)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, ChangedError):  # what is shown stays
            return
        traceback.print_exception(error, file=sys.stderr)
        self._why.setText(f"{self.pane.title} cannot be drawn: {error}")
        self._pages.setCurrentWidget(self._why)

    def _update_crosshair(self) -> None:
        if self.isVisible():
            self.view.set_crosshair(self._pointing.hovered, self._pointing.pinned, self._pointing.measured_from)


class Slide(QWidget):
    """A title with what to look for, and below it the panes."""

    made = Signal()
    """Panes were placed, or one shows another Figure."""

    def __init__(self, panes: Mapping[str, Pane], session: Session, pointing: Pointing, palette: Palette) -> None:
        super().__init__()
        self.setObjectName("slide")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._panes, self._session, self._pointing, self._palette = panes, session, pointing, palette
        self.shown: dict[str, PresentedPane] = {}
        self._kept: dict[str, PresentedPane] = {}
        self._arrangement: Split = even(())
        self.title, self.look, self.where = QLabel(wordWrap=True), QLabel(wordWrap=True), QLabel()
        for label, name in ((self.title, "slideTitle"), (self.look, "slideLook"), (self.where, "slideWhere")):
            label.setObjectName(name)
            label.setTextFormat(Qt.TextFormat.RichText)
        self._area = _Area(self.place)
        head = in_row((self.title, 1), (self.where, 0, Qt.AlignmentFlag.AlignTop))
        in_column(head, self.look, (self._area, 1), inside=self, margins=(14, 10, 14, 12), spacing=6)

    def show_words(self, place: "Place | None", title: str) -> None:
        """Show what a step of a story says, or else a title alone."""
        self.title.setText(markup(place.title if place else title))
        self.look.setText(markup(place.look) if place else "")
        self.look.setVisible(place is not None)
        self.where.setText(markup(place.text) if place else "")
        self._name_panes()

    def set_word_size(self, scale: float) -> None:
        """Make the words above the panes so many times as large, as they are alike from step to step."""
        for label, pixels, weight in (
            (self.title, TITLE, QFont.Weight.DemiBold),
            (self.look, LOOK, QFont.Weight.Normal),
            (self.where, WHERE, QFont.Weight.Normal),
        ):
            font = QFont(label.font())
            font.setPointSizeF(pixels * scale * 72 / label.logicalDpiY())  # whole pixels would differ from step to step
            font.setWeight(weight)
            label.setFont(font)

    def choose_panes(self, names: Sequence[str], arrangement: Split) -> None:
        """Choose the panes to show, arranged so; new ones can be seen once they are placed."""
        self._arrangement = arrangement
        for name in set(self.shown) - set(names):
            self.shown[name].hide()
            self.shown[name].clear()
        for name in names:
            if name not in self._kept:
                made = PresentedPane(self._panes[name], self._session, self._pointing, self._palette)
                made.setParent(self._area)
                made.view.made.connect(self.made)
                self._kept[name] = made
        self.shown = {name: self._kept[name] for name in names}
        self._name_panes()

    def _name_panes(self) -> None:
        """Name each pane, unless the one that is alone is the title itself."""
        for pane in self.shown.values():
            pane.title.setVisible(len(self.shown) > 1 or self.title.text() != markup(pane.pane.title))

    def place(self) -> None:
        """Put the panes where they have room, and show those that are in front."""
        whole = QRect(0, 0, self._area.width(), self._area.height())
        for room in rooms(self._arrangement, whole, [*self.shown])[0]:
            self.shown[room.place.front].setGeometry(room.rect)  # first: once shown it is laid out
            for name in room.place.names:
                self.shown[name].setVisible(name == room.place.front)
        self.made.emit()

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        for pane in self._kept.values():
            pane.view.set_palette(palette)

    @property
    def is_pending(self) -> bool:
        """Whether a pane is still being computed."""
        return any(pane.view.is_pending for pane in self.shown.values())

    def clear(self) -> None:
        """Free what the panes show."""
        for pane in self.shown.values():
            pane.hide()
            pane.clear()
        self.shown = {}

    def dispose(self) -> None:
        """End what is under way."""
        for pane in self._kept.values():
            pane.view.dispose()


class _Area(QWidget):
    """Where the panes are; they are placed when it has another size."""

    def __init__(self, place: Callable[[], None]) -> None:
        super().__init__()
        self._place_panes = place

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_panes()
