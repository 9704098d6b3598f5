"""FigureView: the widget that shows one Figure, updates it and reports what the user does in it."""

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.figures.fitting.drawings import fit_drawings
from peviewer.figures.fitting.squares import break_square_rows
from peviewer.figures.grammar import Figure, Listing, Numbers, Panel
from peviewer.figures.palette import Palette
from peviewer.live.area import RangeSync
from peviewer.live.canvas import Canvas
from peviewer.live.keyboard import Keyboard
from peviewer.live.layout import MARGIN, Layout
from peviewer.live.listing import ListingTable
from peviewer.live.numbers import NumbersTable
from peviewer.live.panel import PanelView
from peviewer.live.pending import PendingMark
from peviewer.live.pointer import Readout
from peviewer.live.table_panel import TablePanel
from peviewer.live.worker import Result, Worker

View = PanelView | TablePanel
Cursors = tuple[Mapping[str, int], Mapping[str, int]]
Kinds = list[list[type | None]]
# Pixels: about the size of type, and the height of a panel's header, and of its title alone.
TYPE, HEADER, TITLE = 12, 28, 20
LOW = 280  # pixels of height, below which rows that can be spared would squeeze the others
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

    hovered = Signal(
        dict, tuple
    )  # the cursor fields of the cell under the pointer, and what is read there
    left = Signal()
    pressed = Signal(bool)  # a click; whether the pinned crosshair is there
    doubleClicked = Signal()
    zoomed = Signal(dict)
    copied = Signal(int)
    edited = Signal(
        str, object, str
    )  # a field of the Document, its value, and a key that edits of one drag share
    resetRequested = Signal()
    made = Signal()
    failed = Signal(object)
    cancelled = Signal(
        bool
    )  # the user did not wait: what is shown stays; whether some of it was never there
    pendingChanged = Signal(bool)
    keysTaken = Signal(bool)  # whether arrows and other keys are for this view

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure: Figure | None = None
        self._rows: list[list[View]] = []
        self._built_ahead: list[View] = []
        """Hidden views of panels of the next Figure: they are shown together, once none is missing."""
        self._shown: Figure | None = None  # the same, shaped to fill the widget
        self._kinds: Kinds = []  # of its panels, row by row
        self._layout = Layout()
        self._cursors: Cursors = {}, {}  # below the pointer, and pinned
        self._range_sync = RangeSync(self, self.zoomed)
        self.readout = Readout(self)
        self._worker = Worker(self)
        self._figures: Result[Figure] = Result(self._worker)
        self._canvas = Canvas(palette)
        self._canvas.prepare = self._prepare
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self._canvas)
        self._canvas.resized.connect(self._resize)
        self._mark = PendingMark(self, palette.panel)
        self._keyboard = Keyboard(self)
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
        return [panel for row in self._rows for panel in row]

    @property
    def graphics(self) -> list[PanelView]:
        """The panels on screen without tables."""
        return [view for view in self.panels if isinstance(view, PanelView)]

    @property
    def cell_actions(self) -> list[QAction]:
        """What can be done with the cells selected in its tables."""
        tables = [view.table for view in self.panels if isinstance(view, TablePanel)]
        chosen = [table for table in tables if table.has_selection] or tables[:1]
        for table in chosen:
            table.copy_action.setEnabled(table.has_selection)
        return [table.copy_action for table in chosen]

    @property
    def pointed(self) -> Mapping[str, int]:
        """The cell below the pointer, or else the pinned one."""
        return self._cursors[0] or self._cursors[1]

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
        """Let a picture be late for so long before a veil and a mark say that it is outdated."""
        self._mark.set_patience(milliseconds)

    def hold_while(self, is_held: Callable[[], bool]) -> None:
        """Let new pictures wait while a function says so, which is asked before each is painted."""
        self._canvas.is_held = is_held

    def paint_held(self) -> None:
        """Paint what was held."""
        self._canvas.paint_held()

    def make(self, figure: Callable[[], Figure], *, quick: bool = False) -> None:
        """Show the Figure that a pure function returns, once it is there: then `made` is emitted, or `failed`.

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
        try:
            figure = self._figures.collect()
            if figure is None or figure is self._figure:
                return
            shaped = self._shaped(figure)
            is_rebuilt = self._is_rebuilt(shaped)
            if is_rebuilt and not self._opens():
                missing = self._panels_without_view(shaped)
                if in_turn and missing:
                    self._built_ahead.append(self._new_view(missing[0]))
                if missing or not in_turn:
                    self._worker.announce_in_turn(again=in_turn)
                    return
            self._figure = figure
            self._show(shaped, is_rebuilt)
            self._canvas.prepare_now()
            self.made.emit()
        except Exception as error:  # the receiver of `failed` reports it
            self._remove_built_ahead()
            self.failed.emit(error)

    def _panels_without_view(self, figure: Figure) -> list[Panel]:
        """Return the panels of a Figure for which no view is there that could be reused."""
        unused = Counter(_kind(view.panel) for view in (*self.panels, *self._built_ahead))
        missing = []
        for panel in figure.panels:
            kind = _kind(panel)
            if not unused[kind]:
                missing.append(panel)
            else:
                unused[kind] -= 1
        return missing

    def _is_rebuilt(self, figure: Figure) -> bool:
        """Whether a Figure has other rows, or tables in other places, than what is shown."""
        return self._shown is None or _kinds(figure) != self._kinds

    def _opens(self) -> bool:
        """Whether these are the first panels in a window that is not yet seen: they are built at once."""
        window = self.window().windowHandle()
        return self._shown is None and not (window is not None and window.isExposed())

    def _on_ready(self) -> None:
        self._show_result(in_turn=True)
        if self._built_ahead:
            return  # another turn follows
        for view in self.graphics:
            view.refresh()

    def _prepare(self, dots: float) -> None:
        for view in self.graphics:
            view.prepare(dots)

    def set_figure(self, figure: Figure) -> None:
        """Show a Figure; panels and marks that equal those on screen are left alone."""
        self._figure, shaped = figure, self._shaped(figure)
        self._show(shaped, self._is_rebuilt(shaped))

    def _shaped(self, figure: Figure) -> Figure:
        size = self._canvas.room
        width, height = size.width() - 2 * MARGIN, size.height() - 2 * MARGIN
        if figure.spare and height < LOW:
            figure = figure.without_spare_rows
        return break_square_rows(
            fit_drawings(figure, width, height, TYPE, HEADER), width, height, TITLE
        )

    def _show(self, figure: Figure, is_rebuilt: bool) -> None:
        before = self._shown
        if before is not None and not is_rebuilt:
            self._shown = figure
            changes = [
                view.set_panel(panel)
                for view, panel in zip(self.panels, figure.panels, strict=True)
            ]
            is_stale = before.heights != figure.heights or any(changes)
            self._remove_built_ahead()
        else:
            self._shown = None  # a new table lets Qt resize the canvas at once, and that would lay out the old Figure
            self._rebuild(figure)
            self._shown = figure
            is_stale = True
        if is_stale:
            self._range_sync.update_known()
            self._lay_out()
        self.readout.refresh()

    def _rebuild(self, figure: Figure) -> None:
        """Show panels in other rows.

        Views of the same kind are reused, as a new one takes some 10 ms.
        """
        self._reset_interaction()
        for panel in self.graphics:
            panel.hide_read()
        reusable = [*self.panels, *self._built_ahead]
        self._built_ahead = []
        self._rows = [[self._view_for(panel, reusable) for panel in row] for row in figure.rows]
        self._kinds = _kinds(figure)
        for view in reusable:
            view.remove()
        for view in self.panels:
            if isinstance(view, TablePanel):
                view.show()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self.graphics else Qt.FocusPolicy.NoFocus)
        self._range_sync.attach([view.area for view in self.graphics])

    def _remove_built_ahead(self) -> None:
        for view in self._built_ahead:
            view.remove()
        self._built_ahead = []

    def _view_for(self, panel: Panel, reusable: list[View]) -> View:
        view = next((view for view in reusable if _kind(view.panel) == _kind(panel)), None)
        if view is None:
            view = self._new_view(panel)
        else:
            reusable.remove(view)
            view.set_panel(panel)
        view.set_cursors(*self._cursors)
        return view

    def _new_view(self, panel: Panel) -> View:
        view: View
        if _kind(panel) is not None:
            view = TablePanel(panel, self, self._canvas)
            self._connect_table(view.table)
        else:
            view = PanelView(panel, self._canvas, self._worker)
            self._connect(view)
        return view

    def _connect_table(self, table: NumbersTable | ListingTable) -> None:
        if isinstance(table, NumbersTable):
            table.hovered.connect(self.readout.report)
            table.left.connect(self.readout.clear)
        table.chosen.connect(lambda: self.pressed.emit(False))
        table.copied.connect(self.copied)
        table.doubled.connect(self.doubleClicked)

    def _connect(self, view: PanelView) -> None:
        area = view.area
        area.hovered.connect(lambda x, y: self.readout.point(view, x, y))
        area.left.connect(self.readout.clear)
        area.pressed.connect(lambda point: self.pressed.emit(view.crosshairs.crosses_at(point)))
        area.doubleClicked.connect(self.doubleClicked)
        area.edited.connect(self.edited)
        area.dragged.connect(lambda: self._range_sync.spread(area))
        for axis in (view.bottom, view.left):
            axis.doubleClicked.connect(self.resetRequested)

    def set_palette(self, palette: Palette) -> None:
        """Show everything in the colours of another theme."""
        if palette == self._canvas.colors:
            return
        self._canvas.set_colors(palette)
        self._mark.set_ground(palette.panel)
        self._remove_built_ahead()
        for view in self.panels:
            view.restyle()

    @property
    def type_scale(self) -> float:
        """How many times as large as usual everything is drawn."""
        return self._canvas.type_scale

    def set_type_scale(self, scale: float) -> None:
        """Draw everything so many times as large; zoom stays."""
        if scale != self._canvas.type_scale:
            self._canvas.type_scale = scale
            self._remove_built_ahead()
            for view in self.panels:
                view.restyle()
            self._layout.reset()
            self._canvas.updateMatrix()
            self._resize()

    def set_crosshair(self, hovered: Mapping[str, int], pinned: Mapping[str, int] = NONE) -> None:
        """Show lines at the cursor fields below the pointer, and at the pinned ones."""
        wanted = dict(hovered), dict(pinned)
        if wanted == self._cursors:
            return
        self._cursors = wanted
        for view in self.panels:
            view.set_cursors(*wanted)

    def _lay_out(self) -> None:
        if self._shown is not None and self._rows:
            if self._layout.lay_out(self._rows, self._canvas.room, self._shown.heights):
                # Qt does not repaint all places that items have left.
                self._canvas.paint_all()

    def _resize(self) -> None:
        """Lay out again.

        The readout of the mouse is cleared, its place has moved; that of the keys is read again.
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
        tables = [view.table for view in self.panels if isinstance(view, TablePanel)]
        (self if self.graphics or not tables else tables[0]).setFocus(
            Qt.FocusReason.ShortcutFocusReason
        )
        if self.graphics:
            self._keyboard.set_active(True)  # an inactive window sends no focus event

    # ---- the end

    def _reset_interaction(self) -> None:
        """End everything under way in the panels: some are about to be removed, others move."""
        self._canvas.end_drag()
        self.readout.set_panel(None)
        self._layout.reset()

    def cancel(self) -> None:
        """Give up what is being computed; what is shown stays."""
        self._remove_built_ahead()
        self.cancelled.emit(self._worker.cancel())

    def clear(self) -> None:
        """Show nothing, and delete what drew the last Figure."""
        self._figures.drop()
        self._figures = Result(self._worker)
        self._reset_interaction()
        for view in self.panels:
            view.remove()
        self._rows = []
        self._remove_built_ahead()
        self._range_sync.attach([])
        self._figure = self._shown = None

    def dispose(self) -> None:
        """Delete the scene and end the thread.

        Call it before the application ends. Shows nothing afterwards.
        """
        self.clear()
        self._worker.close()


def _kinds(figure: Figure) -> Kinds:
    return [[_kind(panel) for panel in row] for row in figure.rows]


def _kind(panel: Panel) -> type | None:
    """Return the type of the table that a panel is; None for graphics."""
    kind = type(panel.marks[0]) if len(panel.marks) == 1 else None
    return kind if kind in (Numbers, Listing) else None
