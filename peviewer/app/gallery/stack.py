"""The central stack: the panes, or the gallery in their place on request or while none is open."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from peviewer.app.gallery.gallery import Gallery
from peviewer.app.panes.area import LEAST, PaneArea

ADD = "Add a pane (Ctrl+T)"


def add_button() -> QToolButton:
    """Return the button that opens the gallery, without its icon as yet."""
    button = QToolButton()
    button.setText("Pane")
    button.setToolTip(ADD)
    button.setObjectName("addPane")
    button.setAccessibleName(ADD)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


class GalleryStack(QStackedWidget):
    """The panes, or the gallery: where one is chosen there, it is opened, and the panes are back.

    Parameters
    ----------
    area : PaneArea
        The panes.
    gallery : Gallery
        What is there instead.
    parent : QWidget, optional
        As everywhere in Qt.
    """

    closed = Signal()
    """The panes are back."""

    def __init__(self, area: PaneArea, gallery: Gallery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._area, self.gallery = area, gallery
        self._requested = False
        self.addWidget(area)
        self.addWidget(gallery)
        area.shownChanged.connect(self.update_shown)
        gallery.chosen.connect(area.reveal)
        gallery.dismissed.connect(self.close_gallery)

    @property
    def is_open(self) -> bool:
        """Whether the gallery is there."""
        return self.currentWidget() is self.gallery

    def open_gallery(self) -> None:
        """Show the gallery in the place of the panes; where it is shown already, focus its search."""
        self._requested = True
        self.setCurrentWidget(self.gallery)
        self.gallery.begin(can_close=bool(self._area.open))

    def toggle(self) -> None:
        if self.is_open and self._area.open:
            self.close_gallery()
        else:
            self.open_gallery()

    def close_gallery(self, _revealed: str = "") -> None:
        """Show the panes again, if any is open."""
        self._requested = False
        was = self.is_open
        self.update_shown()
        if was and not self.is_open:
            self.closed.emit()

    def update_shown(self) -> None:
        """Show the gallery where it was requested, or no pane is open."""
        empty = not self._area.open
        if (self._requested or empty) and not self.is_open:
            self.setCurrentWidget(self.gallery)
            self.gallery.begin(can_close=not empty)
        elif not (self._requested or empty) and self.is_open:
            self.setCurrentWidget(self._area)
        self.gallery.set_can_close(not empty)

    def minimumSizeHint(self) -> QSize:
        return LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panes know their room while they are hidden, too: one that is opened is placed by it."""
        super().resizeEvent(event)
        self._area.resize(self.size())
