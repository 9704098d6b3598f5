"""FigureView: the widget that shows one Figure, keeps it moving and tells what the user does to it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.figures.grammar import Figure, Panel
from peviewer.figures.palette import Palette
from peviewer.figures.shapes import shaped
from peviewer.live.canvas import Canvas, PendingMark
from peviewer.live.keyboard import Keyboard
from peviewer.live.layout import MARGIN, Layout
from peviewer.live.panel import PanelView
from peviewer.live.pointer import Told
from peviewer.live.range_sync import Link
from peviewer.live.tables.table_panel import SheetView, sheet_of
from peviewer.live.worker import Desk, Errand

View = PanelView | SheetView
TYPE, HEADER = 12, 28  # pixels: about how large type is, and how high the words above a panel
NONE: Mapping[str, int] = MappingProxyType({})


class FigureView(QWidget):
    """Draws any :class:`Figure`, and draws the next one by touching only what differs.

    What takes long is worked out off the window's thread (see :class:`Desk`):
    meanwhile the last picture stays, with a mark in its corner.

    Parameters
    ----------
    palette : Palette
        The colours to begin with.
    parent : QWidget, optional
        As everywhere in Qt.
    """

    hovered = Signal(dict)  # the cursor fields of the cell under the pointer
    read = Signal(dict, tuple, tuple)  # the same, what is read there, and the differences from what is read at the pin
    left = Signal()
    pressed = Signal(bool)  # a click; whether the pinned crosshair stands there
    doubleClicked = Signal()
    zoomed = Signal(dict)
    copied = Signal(int)
    edited = Signal(str, object, str)  # a field of the Document, its value, and a key that edits of one drag share
    resetRequested = Signal()
    made = Signal()
    failed = Signal(object)
    pendingChanged = Signal(bool)
    keysTaken = Signal(bool)  # whether arrows and other keys are for this view

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._figure: Figure | None = None
        self._rows: list[list[View]] = []
        self._shown: Figure | None = None  # the same, spread over the room there is
        self._structure: object = None
        self._layout = Layout()
        self._passing: dict[str, int] = {}
        self._pinned: dict[str, int] = {}
        self._began: dict[str, int] = {}
        self._link = Link(self)
        self._told = Told(self)
        self._desk = Desk(self)
        self._figures: Errand[Figure] = Errand(self._desk)
        self._canvas = Canvas(palette.panel)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self._canvas)
        self._canvas.resized.connect(self._resize)
        self._mark = PendingMark(self)
        self._keyboard = Keyboard(self, lambda: self._graphics, lambda: self._passing or self._pinned)
        self._keyboard.takenChanged.connect(self._show_taken)
        self._keyboard.takenChanged.connect(self.keysTaken)
        self._keyboard.pressed.connect(lambda: self.pressed.emit(False))
        self._keyboard.resetRequested.connect(self.resetRequested)
        self._link.zoomed.connect(self.zoomed)
        self._told.hovered.connect(self.hovered)
        self._told.read.connect(self.read)
        self._told.left.connect(self.left)
        self._desk.answered.connect(self._on_answered)
        self._desk.pendingChanged.connect(self._mark.set_pending)
        self._desk.pendingChanged.connect(self.pendingChanged)

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(560, 380)

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which a heatmap and its axes make sense."""
        return QSize(200, 140)

    # ---- what is shown

    def figure(self) -> Figure | None:
        """Return the Figure on screen."""
        return self._figure

    @property
    def panels(self) -> list[View]:
        """The panels and tables on screen, row by row."""
        return [panel for row in self._rows for panel in row]

    @property
    def _graphics(self) -> list[PanelView]:
        return [view for view in self.panels if isinstance(view, PanelView)]

    @property
    def cell_actions(self) -> list[QAction]:
        """What can be done with the cells chosen in its tables."""
        tables = [view.table for view in self.panels if isinstance(view, SheetView)]
        chosen = [table for table in tables if table.has_selection] or tables[:1]
        for table in chosen:
            table.copying.setEnabled(table.has_selection)
        return [table.copying for table in chosen]

    @property
    def is_pending(self) -> bool:
        """Whether something it shows is not yet what it is to show."""
        return self._desk.pending

    def make(self, figure: Callable[[], Figure], like: object) -> None:
        """Show the Figure that a pure function gives, once it is there: then `made` is emitted, or `failed`.

        Parameters
        ----------
        figure : callable
            Gives the Figure; it may be called on another thread.
        like : object
            What decides how long that takes, comparable with ``==``.
        """
        self._show_made(lambda: self._figures.ask(object(), figure, like), in_turn=False)

    def _show_made(self, ask: Callable[[], Figure | None], *, in_turn: bool) -> None:
        try:
            figure = ask()
            if figure is None or figure is self._figure:
                return
            if not in_turn and self._rows and _structure(self._spread(figure)) != self._structure:
                self._desk.take_turn()  # four panes with other panels would hold the window for 0.2 s
                return
            self.set_figure(figure)
            self.made.emit()
        except Exception as error:  # whoever asked for it says so
            self.failed.emit(error)

    def _on_answered(self) -> None:
        self._show_made(self._figures.collect, in_turn=True)
        self._canvas.refresh()
        self._canvas.viewport().update()

    def set_figure(self, figure: Figure) -> None:
        """Show a Figure; panels and marks that equal those on screen are left alone."""
        self._figure = figure
        self._show(self._spread(figure))

    def _spread(self, figure: Figure) -> Figure:
        """Return a Figure whose drawings are spread so that they fill the widget."""
        size = self._canvas.size()
        return shaped(figure, size.width() - 2 * MARGIN, size.height() - 2 * MARGIN, TYPE, HEADER)

    def _show(self, figure: Figure) -> None:
        was, structure = self._shown, _structure(figure)
        if was is not None and structure == self._structure:
            self._shown = figure
            changed = [view.set_panel(panel) for view, panel in zip(self.panels, figure.panels, strict=True)]
            for view in self.panels:
                view.point(self._passing, self._pinned, self._began)
            stale = any(changed) or was.heights != figure.heights
        else:
            self._shown = None  # a table that is made lets Qt resize the canvas at once: it is arranged after that
            self._rebuild(figure)
            self._shown, self._structure = figure, structure
            stale = True
        self._link.settle()
        if stale:
            self._arrange()
        self._told.again()

    def _rebuild(self, figure: Figure) -> None:
        """Show panels in other rows; those there are go on, where they are of a kind: each costs some 10 ms to make."""
        self._forget()
        for panel in self._graphics:
            panel.hide_read()
        there = self.panels
        self._rows = [[self._found(panel, there) for panel in row] for row in figure.rows]
        for view in there:
            view.remove()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self._graphics else Qt.FocusPolicy.NoFocus)
        self._link.attach(self._graphics)
        for view in self.panels:
            view.point(self._passing, self._pinned, self._began)

    def _found(self, panel: Panel, there: list[View]) -> View:
        """Return a view of a panel: one of those there are, which is taken from them, or a new one."""
        view = next((view for view in there if _kind(view.panel) == _kind(panel)), None)
        if view is None:
            return self._made(panel)
        there.remove(view)
        view.set_panel(panel)
        return view

    def _made(self, panel: Panel) -> View:
        scene = self._canvas.scene()
        if sheet_of(panel) is not None:
            sheet = SheetView(panel, self, scene, self._palette)
            self._connect_sheet(sheet)
            return sheet
        view = PanelView(panel, scene, self._palette, self._desk)
        self._connect(view)
        return view

    def _connect_sheet(self, view: SheetView) -> None:
        view.hovered.connect(self._told.hover)
        view.table.gone.connect(self._told.leave)
        view.table.chosen.connect(lambda: self.pressed.emit(False))
        view.table.copied.connect(self.copied)
        view.table.doubled.connect(self.doubleClicked)

    def _connect(self, view: PanelView) -> None:
        area = view.area
        area.hovered.connect(lambda x, y: self._told.point(view, x, y))
        area.hovered.connect(lambda x, y: self._keyboard.visit(view, x, y))
        area.left.connect(self._told.leave)
        area.left.connect(self._keyboard.leave)
        area.pressed.connect(lambda point: self.pressed.emit(view.stands_at(point)))
        area.doubleClicked.connect(self.doubleClicked)
        area.edited.connect(self.edited)
        area.dragged.connect(lambda: self._link.spread(view))
        for axis in (view.bottom, view.left):
            axis.doubleClicked.connect(self.resetRequested)

    def set_palette(self, palette: Palette) -> None:
        """Recolour everything at once."""
        if palette == self._palette:
            return
        self._palette = palette
        self._canvas.setBackground(palette.panel)
        self._show_taken(self._keyboard.taken)
        for view in self.panels:
            view.set_palette(palette)

    def set_crosshair(
        self, passing: Mapping[str, int], pinned: Mapping[str, int] = NONE, began: Mapping[str, int] = NONE
    ) -> None:
        """Show lines where the pointer passes over these cursor fields, where they are pinned, and were just before."""
        wanted = dict(passing), dict(pinned), dict(began)
        if wanted == (self._passing, self._pinned, self._began):
            return
        stale = self._pinned != wanted[1]
        self._passing, self._pinned, self._began = wanted
        for view in self.panels:
            view.point(self._passing, self._pinned, self._began)
        if stale:
            self._told.again()

    def _arrange(self) -> None:
        if self._shown is not None and self._rows:
            if self._layout.lay_out(self._rows, self._canvas.size(), self._shown.heights):
                self._canvas.viewport().update()  # where things stood before, too: Qt leaves some of that

    def _resize(self) -> None:
        """Arrange anew; what the mouse read is elsewhere now, what keys read is read there."""
        if self._figure is None or self._shown is None:
            return
        spread = self._spread(self._figure)
        if spread != self._shown:
            self._show(spread)
        else:
            self._arrange()
        if self._keyboard.taken:
            self._told.again()
            return
        self._leave()

    def hideEvent(self, event: QHideEvent) -> None:
        """Point at nothing any more: nobody sees what."""
        super().hideEvent(event)
        self._leave()

    def _leave(self) -> None:
        for panel in self._graphics:
            panel.area.left.emit()

    # ---- what the user does

    def enter(self) -> None:
        """Let keys be for what is shown: the figure, or its first table."""
        tables = [view.table for view in self.panels if isinstance(view, SheetView)]
        (self if self._graphics or not tables else tables[0]).setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self._graphics:
            self._keyboard.take(True)  # a window that is not active yet has no focus to tell of

    def _show_taken(self, taken: bool) -> None:
        self._canvas.set_ring(self._palette.accent if taken else None)

    # ---- the end

    def _clear(self) -> None:
        self._forget()
        for view in self.panels:
            view.remove()
        self._rows = []
        self._link.attach([])

    def _forget(self) -> None:
        """End what is under way with the panels as they stand: some are about to go, others stand elsewhere then."""
        self._canvas.let_go()
        self._told.forget()
        self._keyboard.forget()
        self._layout.forget()

    def clear(self) -> None:
        """Show nothing, and free what drew the last Figure, until there is another."""
        self._figures.drop()
        self._figures = Errand(self._desk)
        self._clear()
        self._figure = self._shown = self._structure = None

    def dispose(self) -> None:
        """Let go of the scene and the thread; call before the application ends. Shows nothing afterwards."""
        self.clear()
        self._desk.close()


def _structure(figure: Figure) -> list[list[type | None]]:
    """Return what can only be changed by building anew: the rows, and which panels are tables."""
    return [[_kind(panel) for panel in row] for row in figure.rows]


def _kind(panel: Panel) -> type | None:
    """Return which table a panel is; None for graphics."""
    sheet = sheet_of(panel)
    return None if sheet is None else type(sheet)
