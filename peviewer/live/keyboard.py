"""The keys of one view: they move the pointer, pin the cursor, pan and zoom."""

from math import ceil
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent

from peviewer.live.coordinate import Coordinate
from peviewer.live.panel import PanelView
from peviewer.live.pointer import Readout

Key, Held = Qt.Key, Qt.KeyboardModifier
ARROWS = {Key.Key_Left: (0, -1), Key.Key_Right: (0, 1), Key.Key_Up: (1, -1), Key.Key_Down: (1, 1)}
"""Along x (0) or y (1), and the direction on the screen: right and down are +1."""
ZOOMS = {Key.Key_Plus: 1, Key.Key_Equal: 1, Key.Key_Minus: -1, Key.Key_Underscore: -1}
ENTER = Key.Key_Return, Key.Key_Enter
PAN = 0.1  # of the range
ZOOM = 0.8
LARGE_STEP = 10  # steps at once, with Ctrl
STEPS = 50  # in a range without cells
BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
FOCUS = QEvent.Type.FocusIn, QEvent.Type.FocusOut  # without FocusAboutToChange, which has no reason
TEMPORARY = Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason


class Keyboard(QObject):
    """Handles the keys of one view once it got the focus by a key, or Enter was pressed in it.

    Until then they are left to the window's shortcuts, so that a click on a pane
    does not change what arrows and space do.
    """

    def __init__(self, view: Any) -> None:
        super().__init__(view)
        self._view = view  # a FigureView
        self._readout: Readout = view.readout
        self.active = False
        view.installEventFilter(self)

    def eventFilter(self, view: QObject, event: QEvent) -> bool:
        if (
            event.type() in FOCUS
            and isinstance(event, QFocusEvent)
            and event.reason() not in TEMPORARY
        ):
            self.set_active(event.gotFocus() and event.reason() in BY_KEYS)
        elif (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self.handles(event)
        ):
            event.accept()
            return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._press(event)
        return super().eventFilter(view, event)

    def set_active(self, active: bool) -> None:
        if active == self.active:
            return
        self.active = active
        if not active:
            self._hide()
        self._view.keysTaken.emit(active)

    def _hide(self) -> bool:
        if self._readout.place is None or self._readout.panel is None:
            return False
        self._readout.panel.area.left.emit()
        return True

    @property
    def panel(self) -> PanelView | None:
        """The panel that handles keys: the one last pointed at, or else the first with axes."""
        able = [panel for panel in self._view.graphics if not panel.is_bare]
        return self._readout.panel if self._readout.panel in able else next(iter(able), None)

    def handles(self, event: QKeyEvent) -> bool:
        """Whether the view handles a key itself, though it may be a shortcut elsewhere."""
        key, held = event.key(), event.modifiers() & ~Held.KeypadModifier
        is_held = held in (Held.NoModifier, Held.ShiftModifier) or (
            key in ARROWS and held == Held.ControlModifier
        )
        return (
            self.active and is_held and key in (*ARROWS, *ZOOMS, *ENTER) and self.panel is not None
        )

    def _press(self, event: QKeyEvent) -> bool:
        panel = self.panel
        if panel is not None and self.handles(event):
            self._readout.set_panel(panel)
            self._act(panel, Key(event.key()), event)
        elif panel is not None and not self.active and event.key() in ENTER:
            self.set_active(True)
        elif self.active and event.key() == Key.Key_Escape:
            self._escape()
        else:
            return False
        return True

    def _escape(self) -> None:
        """Hide the pointer, or else reset the zoom, or else handle keys no longer."""
        if self._hide():
            return
        if any(
            axis.window for panel in self._view.graphics for axis in (panel.panel.x, panel.panel.y)
        ):
            self._view.resetRequested.emit()
        else:
            self.set_active(False)

    def _act(self, panel: PanelView, key: Qt.Key, event: QKeyEvent) -> None:
        if key in ENTER:
            self._pin(panel)
        elif key in ZOOMS:
            centre = self._centre(panel)
            panel.area.change_ranges(
                lambda axis, shown, i: axis.zoomed(shown, centre[i], ZOOM ** ZOOMS[key])
            )
        elif event.modifiers() & Held.ShiftModifier:
            self._pan(panel, *ARROWS[key])
        else:
            self._step(
                panel, *ARROWS[key], LARGE_STEP if event.modifiers() & Held.ControlModifier else 1
            )

    def _place(self, panel: PanelView) -> list[float]:
        """Return the place of the pointer: its last one, or that of the cursor, or the middle of what is shown."""
        if self._readout.place is not None:
            return [*self._readout.place]
        cursor, area = self._view.pointed, panel.area
        return [
            at if (at := area.place_of(index, cursor)) is not None else (shown[0] + shown[1]) / 2
            for index, shown in enumerate(area.ranges)
        ]

    def _centre(self, panel: PanelView) -> list[float]:
        """Return the centre of a zoom: the pointer, along the axes on which it is in view."""
        pairs = zip(self._place(panel), panel.area.ranges, strict=True)
        return [at if low <= at <= high else (low + high) / 2 for at, (low, high) in pairs]

    def _step(self, panel: PanelView, index: int, direction: int, steps: int) -> None:
        area, is_new = panel.area, self._readout.place is None and not self._view.pointed
        at = self._place(panel)
        axis, shown, pixels = area.axes[index], area.ranges[index], area.lengths[index]
        if not is_new:  # the first arrow only shows the pointer
            count = steps * direction * (-1 if area.flips[index] else 1)
            at[index] = _stepped(
                axis, at[index], shown, pixels, count, by_cells=area.has_cursor(index)
            )
        low, high = shown
        by = min(0.0, at[index] - low) + max(0.0, at[index] - high)
        if by:
            area.change_ranges(lambda axis, range_, _: axis.panned(range_, by), only=index)
        area.hovered.emit(*at)

    def _pan(self, panel: PanelView, index: int, direction: int) -> None:
        area = panel.area
        low, high = area.ranges[index]
        by = direction * (-1 if area.flips[index] else 1) * PAN * (high - low)
        area.change_ranges(lambda axis, shown, _: axis.panned(shown, by), only=index)

    def _pin(self, panel: PanelView) -> None:
        panel.area.hovered.emit(*self._place(panel))
        self._view.pressed.emit(False)


def _stepped(
    axis: Coordinate,
    at: float,
    shown: tuple[float, float],
    pixels: float,
    steps: int,
    *,
    by_cells: bool,
) -> float:
    """Return the place some cells on, or pixels where cells are smaller, or parts of a range without cells."""
    low, high = axis.limits
    width = shown[1] - shown[0]
    if not by_cells or axis.axis.log:
        return min(max(at + steps * width / STEPS, low), high)
    return float(
        axis.to_screen(float(axis.cell(axis.cell(at) + steps * max(1, ceil(width / pixels)))))
    )
