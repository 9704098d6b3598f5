"""FigureView: the widget that shows one Figure, updates it and reports what the user does in it."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.figures.grammar import Figure
from peviewer.figures.palette import Palette
from peviewer.live.canvas import Canvas
from peviewer.live.connections import connect_view
from peviewer.live.keyboard import Keyboard
from peviewer.live.layout import Layout
from peviewer.live.panel import PanelView
from peviewer.live.panel_views import PanelViews, View
from peviewer.live.pending import PendingMark
from peviewer.live.pointer import CellName, Readout
from peviewer.live.range_sync import RangeSync
from peviewer.live.shaping import shaped_for_view
from peviewer.live.worker import Result, Worker

NONE: Mapping[str, int] = MappingProxyType({})


class FigureView(QWidget):
    """Draws any :class:`Figure`, and the next one by touching only what differs.

    What takes long is computed off the window's thread (see :class:`Worker`):
    meanwhile the last picture stays, with a mark in its corner.

    Parameters
    ----------
    palette : Palette
        The colours to begin with.
    parent : QWidget, optional
        The parent widget.
    """

    hovered = Signal(dict, tuple)
    """The cursor fields of the cell under the pointer, and what is read there."""

    left = Signal()

    pressed = Signal(bool)
    """A click; whether the pinned crosshair is there."""

    doubleClicked = Signal()
    zoomed = Signal(dict)
    copied = Signal(int)

    edited = Signal(str, object, str)
    """A field of the Document, its value, and a key that the edits of one drag share."""

    resetRequested = Signal()
    made = Signal()
    failed = Signal(object)

    cancelled = Signal(bool)
    """The user cancelled, and the last picture stays; whether there never was a picture."""

    sideChanged = Signal()
    """Another of A and B is shown, or both again."""

    pendingChanged = Signal(bool)

    keysTaken = Signal(bool)
    """Whether arrows and other keys are for this view."""

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure: Figure | None = None
        self._shown: Figure | None = None
        """The Figure as it is drawn: with its panels arranged for the widget's shape."""
        self._shows_b = False
        self.side = ""
        """The letter of the side of a comparison that is shown; empty where both are."""
        self._layout = Layout()
        self._is_presented = False
        self._hovered: Mapping[str, int] = {}
        self._pinned: Mapping[str, int] = {}
        self.cell_name: CellName = lambda _cells, _readings: ""
        """Returns the name of a cell, which its tag has; the view's owner sets it."""
        self._range_sync = RangeSync(self, self.zoomed)
        self.readout: Readout[PanelView] = Readout(self)
        self._worker = Worker(self)
        self._figures: Result[Figure] = Result(self._worker)
        self._canvas = Canvas(palette)
        self._canvas.prepare = self._prepare
        connect = partial(connect_view, self, self.readout, self._range_sync)
        self._views = PanelViews(self, self._canvas, self._worker, connect)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self._canvas)
        self._canvas.resized.connect(self._resize)
        self._mark = PendingMark(self, palette.panel)
        self._keyboard = Keyboard(self, self)
        self.keysTaken.connect(self._canvas.set_focus_ring)
        self._worker.ready.connect(self._on_ready)
        self._worker.pendingChanged.connect(self._mark.set_pending)
        self._worker.pendingChanged.connect(self.pendingChanged)
        self._mark.cancel_button.clicked.connect(self.cancel)

    def sizeHint(self) -> QSize:
        """Return the size that suits one pane in a window of its own, in logical pixels."""
        return QSize(560, 380)

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which a heatmap and its axes are legible."""
        return QSize(200, 140)

    # ---- what is shown

    def figure(self) -> Figure | None:
        """Return what is shown; None before anything is."""
        return self._figure

    @property
    def panels(self) -> list[View]:
        """The panels and tables on screen, row by row."""
        return self._views.panels

    @property
    def graphics(self) -> list[PanelView]:
        """The panels on screen without tables."""
        return self._views.graphics

    @property
    def cell_actions(self) -> list[QAction]:
        """What can be done with the cells selected in its tables."""
        tables = self._views.tables
        tables_to_copy = [table for table in tables if table.has_selection] or tables[:1]
        for table in tables_to_copy:
            table.copy_action.setEnabled(table.has_selection)
        return [table.copy_action for table in tables_to_copy]

    @property
    def pointed(self) -> Mapping[str, int]:
        """The cell below the pointer, or else the pinned one."""
        return self._hovered or self._pinned

    @property
    def clicked(self) -> Mapping[str, int]:
        """The cursor fields that a click on what is pointed at sets."""
        return self.readout.clicked

    @property
    def is_pending(self) -> bool:
        """Whether anything it shows is outdated and still being computed."""
        return self._worker.pending

    @property
    def is_painted(self) -> bool:
        """Whether the screen shows it as it is now."""
        return self._canvas.is_painted

    def set_patience(self, milliseconds: int) -> None:
        """Set after how long a veil and a mark say that the picture is outdated."""
        self._mark.set_patience(milliseconds)

    def hold_while(self, is_held: Callable[[], bool]) -> None:
        """Hold back new pictures while `is_held` returns true; it is called before each paint."""
        self._canvas.is_held = is_held

    def paint_held(self) -> None:
        """Paint what was held."""
        self._canvas.paint_held()

    def make(self, figure: Callable[[], Figure], *, quick: bool = False) -> None:
        """Show the Figure that a pure function returns, once it is there.

        Then `made` is emitted, or `failed`.

        Parameters
        ----------
        figure : callable
            Returns the Figure; it may be called on another thread.
        quick : bool
            Whether closed forms give all of it, which need no other thread.
        """
        self._worker.is_quick = quick
        self._figures.renew(figure)
        self._show_result(in_turn=False)

    def _show_result(self, *, in_turn: bool) -> None:
        """Show the computed Figure, if there is a new one.

        Building panels takes long. They are built one by one, in turns of the event loop that no
        other view uses: `in_turn` says that this is such a turn.
        """
        try:
            figure = self._figures.collect()
            if figure is None or figure is self._figure:
                return
            shaped = self._shaped(figure)
            is_rebuilt = self._is_rebuilt(shaped)
            if is_rebuilt and not self._opens():
                missing = self._views.missing_panels(shaped)
                if in_turn and missing:
                    self._views.build_ahead(missing[0])
                if missing or not in_turn:
                    self._worker.announce_in_turn(again=in_turn)
                    return
            self._figure = figure
            self._show(shaped, is_rebuilt)
            self._canvas.prepare_now()
            self.made.emit()
        except Exception as error:
            # The receiver of `failed` reports it.
            self._views.remove_built_ahead()
            self.failed.emit(error)

    def _is_rebuilt(self, figure: Figure) -> bool:
        """Whether showing a Figure needs other rows of panels, or tables in other places."""
        return self._shown is None or self._views.is_rebuilt_for(figure)

    def _opens(self) -> bool:
        """Whether these are the first panels, in a window that is not yet seen.

        Nobody waits for such a window's other panes, so its panels are built at once.
        """
        window = self.window().windowHandle()
        return self._shown is None and not (window is not None and window.isExposed())

    def _on_ready(self) -> None:
        self._show_result(in_turn=True)
        if self._views.has_built_ahead:
            # More panels are built in another turn.
            return
        for view in self.graphics:
            view.refresh()

    def _prepare(self, dots: float) -> None:
        for view in self.graphics:
            view.prepare(dots)

    def set_figure(self, figure: Figure) -> None:
        """Show a Figure; panels and marks that equal those on screen are left alone."""
        self._figure = figure
        shaped = self._shaped(figure)
        self._show(shaped, self._is_rebuilt(shaped))

    def _shaped(self, figure: Figure) -> Figure:
        return shaped_for_view(
            figure,
            self._canvas.room,
            shows_b=self._shows_b,
            presented=self._is_presented,
        )

    def _show(self, figure: Figure, is_rebuilt: bool) -> None:
        old_figure = self._shown
        if old_figure is None or is_rebuilt:
            # Qt resizes the canvas when a table is added. Without a Figure, that lays nothing out.
            self._shown = None
            self._rebuild(figure)
            self._shown = figure
            is_stale = True
        else:
            self._shown = figure
            views = zip(self.panels, figure.panels, strict=True)
            changes = [view.set_panel(panel) for view, panel in views]
            is_stale = old_figure.heights != figure.heights or any(changes)
            self._views.remove_built_ahead()
        if is_stale:
            self._range_sync.update_reported()
            self._lay_out()
        self.readout.refresh()
        if figure.side != self.side:
            self.side = figure.side
            self.sideChanged.emit()

    def _rebuild(self, figure: Figure) -> None:
        """Show panels in other rows.

        Views of the same kind are reused, as a new one takes some 10 ms.
        """
        self._reset_interaction()
        for panel in self.graphics:
            panel.hide_read()
        self._views.rebuild(figure, self._hovered, self._pinned)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self.graphics else Qt.FocusPolicy.NoFocus)
        self._range_sync.attach([view.area for view in self.graphics])

    def show_b(self, shows_b: bool) -> None:
        """Show B in A's place where the two take turns, or A again."""
        if shows_b != self._shows_b:
            self._shows_b = shows_b
            if self._figure is not None and self._figure.flips:
                self.set_figure(self._figure)

    def set_palette(self, palette: Palette) -> None:
        """Show everything in the colours of another theme."""
        if palette == self._canvas.colors:
            return
        self._canvas.set_colors(palette)
        self._mark.set_ground(palette.panel)
        self._views.remove_built_ahead()
        for view in self.panels:
            view.restyle()

    @property
    def type_scale(self) -> float:
        """The factor by which everything is drawn larger than usual."""
        return self._canvas.type_scale

    def set_presented(self, presented: bool) -> None:
        """Leave spare rows out before the main panels become small, as in a presentation."""
        if presented != self._is_presented:
            self._is_presented = presented
            self._resize()

    def set_type_scale(self, scale: float) -> None:
        """Draw everything larger than usual by a factor; the zoom stays."""
        if scale != self._canvas.type_scale:
            self._canvas.type_scale = scale
            self._views.remove_built_ahead()
            for view in self.panels:
                view.restyle()
            self._layout.reset()
            self._canvas.updateMatrix()
            self._resize()

    def set_crosshair(self, hovered: Mapping[str, int], pinned: Mapping[str, int] = NONE) -> None:
        """Show lines at the cursor fields below the pointer, and at the pinned ones."""
        if (hovered, pinned) == (self._hovered, self._pinned):
            return
        self._hovered = dict(hovered)
        self._pinned = dict(pinned)
        for view in self.panels:
            view.set_cursors(self._hovered, self._pinned)

    def _lay_out(self) -> None:
        if self._shown is None or not self._views.rows:
            return
        has_moved = self._layout.lay_out(self._views.rows, self._canvas.room, self._shown.heights)
        if has_moved:
            # Qt does not repaint all places that items have left.
            self._canvas.paint_all()

    def _resize(self) -> None:
        """Lay out again after a resize.

        A readout of the mouse is cleared, because the cell below it has moved. One of the keyboard
        is read again.
        """
        self._mark.place()
        if self._figure is None or self._shown is None:
            return
        figure = self._shaped(self._figure)
        if figure != self._shown:
            self._show(figure, self._is_rebuilt(figure))
        else:
            self._lay_out()
        if self._keyboard.active:
            self.readout.refresh()
            return
        self._leave()

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget the pointer, as it leaves a view that is hidden."""
        super().hideEvent(event)
        self._leave()

    def _leave(self) -> None:
        for panel in self.graphics:
            panel.area.left.emit()

    # ---- what the user does

    def enter(self) -> None:
        """Give the keyboard to the Figure, or to its first table if it has tables alone."""
        tables = self._views.tables
        has_tables_alone = bool(tables) and not self.graphics
        widget = tables[0] if has_tables_alone else self
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self.graphics:
            # An inactive window sends no focus event.
            self._keyboard.set_active(True)

    # ---- the end

    def _reset_interaction(self) -> None:
        """End everything under way in the panels: some are about to be removed, others move."""
        self._canvas.end_drag()
        self.readout.set_panel(None)
        self._layout.reset()

    def cancel(self) -> None:
        """Give up what is being computed; what is shown stays."""
        self._views.remove_built_ahead()
        self.cancelled.emit(self._worker.cancel())

    def clear(self) -> None:
        """Show nothing, and delete what drew the last Figure."""
        self._figures.drop()
        self._figures = Result(self._worker)
        self._reset_interaction()
        self._views.remove_all()
        self._range_sync.attach([])
        self._figure = self._shown = None

    def dispose(self) -> None:
        """Delete the scene and end the thread; call it before the application ends.

        The view shows nothing afterwards.
        """
        self.clear()
        self._worker.close()
