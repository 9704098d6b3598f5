"""Small pictures of panes, drawn one after the other by the painter of the window itself."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QPixmap

from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane
from peviewer.live.view import FigureView

SIZE = QSize(372, 248)
"""Of the view that they are taken of: the least in which most panes keep their axes."""
RETRY_MS = 15  # until a view that was not yet complete is looked at again


class Wanted(NamedTuple):
    """A picture that is wanted: what it is called, and the pane of a Document that it shows."""

    name: str
    pane: Pane
    document: Document

    @property
    def read(self) -> object:
        """What the pane reads of the Document."""
        return self.pane.name, self.pane.read(self.document)


class Thumbnails(QObject):
    """Draws panes one after the other, one a turn of the event loop, so that keys and the pointer come between.

    What a pane shows is worked out off the window's thread where that takes
    long; only the window's thread can paint a scene of Qt's. The latest Document
    wins: what was drawn of an earlier one is drawn again, unless the pane reads
    nothing that has changed.

    Parameters
    ----------
    palette : Palette
        The colours to begin with.
    parent : QObject, optional
        As everywhere in Qt.
    """

    drawn = Signal(str, QPixmap)
    """The name of what is wanted, by which a pane is called, and what it looks like."""
    failed = Signal(str)
    """The name of what cannot be drawn."""

    def __init__(self, palette: Palette, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._view: FigureView | None = None
        self._waiting: deque[Wanted] = deque()
        self._current: Wanted | None = None
        self._shown: dict[str, object] = {}  # what each pane read when it was drawn
        self._next_timer = QTimer(self, singleShot=True, interval=0)
        self._next_timer.timeout.connect(self._begin_next)
        self._grab_timer = QTimer(self, singleShot=True, interval=0)
        self._grab_timer.timeout.connect(self._grab)

    @property
    def busy(self) -> bool:
        return bool(self._waiting or self._current)

    def draw(self, panes: Sequence[Pane], document: Document) -> None:
        """Want these panes of a Document, those first that wait already; none else."""
        self.draw_each(Wanted(pane.name, pane, document) for pane in panes)

    def draw_each(self, pictures: Iterable[Wanted]) -> None:
        """Want these pictures, those first that wait already; none else."""
        wanted = {one.name: one for one in pictures if self._shown.get(one.name) != one.read}
        kept = [wanted.pop(waiting.name) for waiting in self._waiting if waiting.name in wanted]
        self._waiting = deque([*kept, *wanted.values()])
        if self._current is None and self._waiting:
            self._next_timer.start()

    def stop(self) -> None:
        """Want nothing more, end what is under way, and free what drew it."""
        self._waiting.clear()
        self._next_timer.stop()
        self._grab_timer.stop()
        if self._current is not None:
            self._shown.pop(self._current.name, None)
            self._current = None
        if self._view is not None:
            self._view.clear()

    def set_palette(self, palette: Palette) -> None:
        if palette != self._palette:
            self._palette = palette
            self._shown.clear()
            if self._view is not None:
                self._view.set_palette(palette)

    def finish(self) -> None:
        """Dispose of the view and its thread; call before the application ends."""
        self.stop()
        if self._view is not None:
            self._view.dispose()
            self._view.deleteLater()
            self._view = None

    def _begin_next(self) -> None:
        if not self._waiting:
            return
        self._current = wanted = self._waiting.popleft()
        _, pane, document = wanted
        self._shown[wanted.name] = wanted.read
        self._ensure_view().make(lambda: pane.figure(document), (pane.name, document.encoding))

    def _ensure_view(self) -> FigureView:
        """Return the view that is never on the screen, made when it is first needed."""
        if self._view is None:
            self._view = FigureView(self._palette)
            self._view.resize(SIZE)
            self._view.ensurePolished()
            self._view.made.connect(self._grab_timer.start)
            self._view.failed.connect(self._on_failed)
        return self._view

    def _grab(self) -> None:
        """Take the picture: painting is what asks for the cells below its pixels, so it may have to be taken again."""
        if self._current is None:
            return
        view = self._ensure_view()
        taken = QPixmap() if view.is_pending else view.grab()
        if view.is_pending:
            self._grab_timer.start(RETRY_MS)
            return
        self.drawn.emit(self._current.name, taken)
        self._end_current()

    def _on_failed(self, _error: Exception) -> None:
        """Go on with the next one: the pane itself, once opened, shows the reason."""
        if self._current is not None:
            self.failed.emit(self._current.name)
            self._end_current()

    def _end_current(self) -> None:
        self._current = None
        self._next_timer.start()
