"""The keys of one view: they move the pointer, pin the cursor, pan and zoom."""

from collections.abc import Mapping
from math import ceil
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, SignalInstance
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from peviewer.live.area import DataArea
from peviewer.live.panel import PanelView
from peviewer.live.pointer import Readout

Key = Qt.Key
Held = Qt.KeyboardModifier

# The axis, x (0) or y (1), and the direction on the screen: right and down are +1.
ARROWS = {Key.Key_Left: (0, -1), Key.Key_Right: (0, 1), Key.Key_Up: (1, -1), Key.Key_Down: (1, 1)}

ZOOMS = {Key.Key_Plus: 1, Key.Key_Equal: 1, Key.Key_Minus: -1, Key.Key_Underscore: -1}
ENTER = (Key.Key_Return, Key.Key_Enter)

# The share of the range by which a key pans, and the factor by which it zooms.
PAN = 0.1
ZOOM = 0.8

# How many steps an arrow with Ctrl moves, and how many steps a range without cells has.
LARGE_STEP = 10
STEPS = 50

FOCUS_BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
# FocusAboutToChange is not among them, as it has no reason.
FOCUS_EVENTS = (QEvent.Type.FocusIn, QEvent.Type.FocusOut)
TEMPORARY = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class KeyView(Protocol):
    """The attributes of a view that its keyboard needs."""

    @property
    def readout(self) -> Readout[PanelView]:
        """The cell that is pointed at, and its readings."""

    @property
    def graphics(self) -> list[PanelView]:
        """The panels on screen without tables."""

    @property
    def pointed(self) -> Mapping[str, int]:
        """The cell below the pointer, or else the pinned one."""

    @property
    def pressed(self) -> SignalInstance:
        """A signal of a click; whether the pinned crosshair is there."""

    @property
    def resetRequested(self) -> SignalInstance:
        """A signal that the user wants everything unzoomed."""

    @property
    def keysTaken(self) -> SignalInstance:
        """A signal whether arrows and other keys are for the view."""


class Keyboard(QObject):
    """Handles the keys of one view once it got the focus by a key, or Enter was pressed in it.

    Until then they are left to the window's shortcuts, so that a click on a pane
    does not change what arrows and space do.
    """

    def __init__(self, widget: QWidget, view: KeyView) -> None:
        """Handle the keys of a widget, which is the view itself."""
        super().__init__(widget)
        self._view = view
        self._readout = view.readout
        self.active = False
        widget.installEventFilter(self)

    def eventFilter(self, view: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.type() in FOCUS_EVENTS:
            if event.reason() not in TEMPORARY:
                self.set_active(event.gotFocus() and event.reason() in FOCUS_BY_KEYS)
        elif isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self.handles(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
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
        panels_with_axes = [panel for panel in self._view.graphics if not panel.is_bare]
        if self._readout.panel in panels_with_axes:
            return self._readout.panel
        return next(iter(panels_with_axes), None)

    def handles(self, event: QKeyEvent) -> bool:
        """Whether the view handles a key itself, though it may be a shortcut elsewhere."""
        if not self.active or self.panel is None:
            return False
        key = event.key()
        modifiers = event.modifiers() & ~Held.KeypadModifier
        if modifiers == Held.ControlModifier:
            return key in ARROWS
        is_plain = modifiers in (Held.NoModifier, Held.ShiftModifier)
        return is_plain and key in (*ARROWS, *ZOOMS, *ENTER)

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
        panels = [view.panel for view in self._view.graphics]
        if any(panel.x.window or panel.y.window for panel in panels):
            self._view.resetRequested.emit()
        else:
            self.set_active(False)

    def _act(self, panel: PanelView, key: Qt.Key, event: QKeyEvent) -> None:
        if key in ENTER:
            self._pin(panel)
        elif key in ZOOMS:
            centre = self._zoom_centre(panel)
            factor = ZOOM ** ZOOMS[key]
            panel.area.change_ranges(
                lambda axis, shown, index: axis.zoomed(shown, centre[index], factor)
            )
        elif event.modifiers() & Held.ShiftModifier:
            self._pan(panel, *ARROWS[key])
        else:
            steps = LARGE_STEP if event.modifiers() & Held.ControlModifier else 1
            self._step(panel, *ARROWS[key], steps)

    def _place(self, panel: PanelView) -> list[float]:
        """Return the place of the pointer.

        It is the last one, or else that of the cursor, or the middle of what is shown.
        """
        if self._readout.place is not None:
            return list(self._readout.place)
        place: list[float] = []
        for index, (low, high) in enumerate(panel.area.ranges):
            cursor_place = panel.area.cursor_place(index, self._view.pointed)
            place.append((low + high) / 2 if cursor_place is None else cursor_place)
        return place

    def _zoom_centre(self, panel: PanelView) -> list[float]:
        """Return the centre of a zoom: the pointer, along the axes on which it is in view."""
        centre: list[float] = []
        for along, (low, high) in zip(self._place(panel), panel.area.ranges, strict=True):
            centre.append(along if low <= along <= high else (low + high) / 2)
        return centre

    def _step(self, panel: PanelView, index: int, direction: int, steps: int) -> None:
        """Move the pointer along an axis; the first arrow only shows it."""
        area = panel.area
        place = self._place(panel)
        is_shown = self._readout.place is not None or bool(self._view.pointed)
        if is_shown:
            signed_steps = steps * direction * (-1 if area.flips[index] else 1)
            place[index] = _stepped(area, index, place[index], signed_steps)

        low, high = area.ranges[index]
        shift = min(0.0, place[index] - low) + max(0.0, place[index] - high)
        if shift:
            area.change_ranges(lambda axis, shown, _: axis.panned(shown, shift), only=index)
        area.hovered.emit(*place)

    def _pan(self, panel: PanelView, index: int, direction: int) -> None:
        area = panel.area
        low, high = area.ranges[index]
        shift = direction * (-1 if area.flips[index] else 1) * PAN * (high - low)
        area.change_ranges(lambda axis, shown, _: axis.panned(shown, shift), only=index)

    def _pin(self, panel: PanelView) -> None:
        panel.area.hovered.emit(*self._place(panel))
        self._view.pressed.emit(False)


def _stepped(area: DataArea, index: int, place: float, steps: int) -> float:
    """Return the place `steps` steps further along an axis.

    A step is a cell, or a pixel where cells are smaller, or a part of a range without cells.
    """
    axis = area.axes[index]
    shown_low, shown_high = area.ranges[index]
    width = shown_high - shown_low
    if not area.has_cursor(index) or axis.axis.log:
        low, high = axis.limits
        return min(max(place + steps * width / STEPS, low), high)

    cells_per_step = max(1, ceil(width / area.lengths[index]))
    cell = axis.cell_at(axis.cell_at(place) + steps * cells_per_step)
    return float(axis.to_screen(float(cell)))
