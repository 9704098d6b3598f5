"""What keys do in a view: a pointer without a mouse. It moves from cell to cell, pins, pans and zooms."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from peviewer.live.coordinate import Coordinate
from peviewer.live.panel import PanelView

Key, Held = Qt.Key, Qt.KeyboardModifier
ARROWS = {Key.Key_Left: (0, -1), Key.Key_Right: (0, 1), Key.Key_Up: (1, -1), Key.Key_Down: (1, 1)}
"""Along x (0) or y (1), and the direction on the screen: right and down are +1."""
ZOOMS = {Key.Key_Plus: 1, Key.Key_Equal: 1, Key.Key_Minus: -1, Key.Key_Underscore: -1}
ENTER = Key.Key_Return, Key.Key_Enter
PAN = 0.1  # of the range
ZOOM = 0.8
FAR = 10  # steps at once, with Ctrl
STEPS = 50  # in a range without cells
BY_KEYS = Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason
FOCUS = QEvent.Type.FocusIn, QEvent.Type.FocusOut  # not the word that it is about to change, which has no reason
FOR_A_WHILE = Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason


class Keyboard(QObject):
    """The keys of one view, from when it gets the focus by a key, or Enter is pressed in it.

    Until then they are left to others: who chose something by the mouse steps
    and plays with the same keys as before.

    Parameters
    ----------
    view : QWidget
        Whose keys they are.
    panels : callable
        Gives the view's panels that are no tables.
    cursor : callable
        Gives the cell that is passed over or pinned, where there is one: what the first arrow steps from.
    """

    takenChanged = Signal(bool)
    """Keys are for the view, or no longer."""
    pressed = Signal()  # the cell told last is meant, and no other on its pixel
    resetRequested = Signal()

    def __init__(
        self, view: QWidget, panels: Callable[[], Sequence[PanelView]], cursor: Callable[[], Mapping[str, int]]
    ) -> None:
        super().__init__(view)
        self._panels, self._cursor = panels, cursor
        self._last: PanelView | None = None
        self._at: list[float] | None = None
        self.taken = False
        view.installEventFilter(self)

    def eventFilter(self, view: QObject, event: QEvent) -> bool:
        """Follow the focus, and take the keys that mean something."""
        if event.type() in FOCUS and isinstance(event, QFocusEvent) and event.reason() not in FOR_A_WHILE:
            self.take(event.gotFocus() and event.reason() in BY_KEYS)
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self.takes(event):
            event.accept()
            return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._press(event)
        return super().eventFilter(view, event)

    def take(self, taken: bool) -> None:
        """Let keys be for the view, or no longer."""
        if taken == self.taken:
            return
        self.taken = taken
        if not taken:
            self._hide()
        self.takenChanged.emit(taken)

    def _hide(self) -> bool:
        """Take away the pointer that keys moved; False if there is none."""
        if self._at is None or self._last is None or self._last not in self._panels():
            return False
        self._last.area.left.emit()
        return True

    def visit(self, panel: PanelView, *at: float) -> None:
        """Begin where the mouse is, at a place in screen units."""
        self._last, self._at = panel, list(at)

    def leave(self) -> None:
        """Begin anew: the mouse has left the data."""
        self._at = None

    def forget(self) -> None:
        """Let go of the panel: it is no longer there."""
        self._last = None

    @property
    def panel(self) -> PanelView | None:
        """The panel that keys are for: the one last pointed at, or else the first in which there is anything to do."""
        able = [panel for panel in self._panels() if not panel.is_bare]
        return self._last if self._last in able else next(iter(able), None)

    def takes(self, event: QKeyEvent) -> bool:
        """Whether a key means something here, before it is anybody's shortcut."""
        if not self.taken:
            return False
        held = event.modifiers() & ~Held.KeypadModifier
        if event.key() in ARROWS:
            return self.panel is not None and held in (Held.NoModifier, Held.ShiftModifier, Held.ControlModifier)
        plain = held in (Held.NoModifier, Held.ShiftModifier)
        return self.panel is not None and plain and event.key() in (*ZOOMS, *ENTER)

    def _press(self, event: QKeyEvent) -> bool:
        """Do what a key means; False if it means nothing."""
        panel = self.panel
        if panel is not None and self.takes(event):
            if panel is not self._last:
                self._last, self._at = panel, None
            self._do(panel, Key(event.key()), event)
        elif panel is not None and not self.taken and event.key() in ENTER:
            self.take(True)
        elif self.taken and event.key() == Key.Key_Escape:
            self._let_go()
        else:
            return False
        return True

    def _let_go(self) -> None:
        """Take away the pointer, or else show all again, or else leave the keys to others."""
        if self._hide():
            return
        if any(axis.window for panel in self._panels() for axis in (panel.panel.x, panel.panel.y)):
            self.resetRequested.emit()
        else:
            self.take(False)

    def _do(self, panel: PanelView, key: Qt.Key, event: QKeyEvent) -> None:
        if key in ENTER:
            self._pin(panel)
        elif key in ZOOMS:
            centre = self._centre(panel)
            panel.area.change_ranges(lambda axis, shown, i: axis.zoomed(shown, centre[i], ZOOM ** ZOOMS[key]))
        elif event.modifiers() & Held.ShiftModifier:
            self._pan(panel, *ARROWS[key])
        else:
            self._step(panel, *ARROWS[key], FAR if event.modifiers() & Held.ControlModifier else 1)

    def _place(self, panel: PanelView) -> list[float]:
        """Return where the pointer stands: as it was left, or at the cursor, or in the middle of what is shown."""
        if self._at is not None:
            return self._at
        cursor = self._cursor()
        axes = zip((panel.area.along_x, panel.area.along_y), (panel.area.x_range, panel.area.y_range), strict=True)
        return [at if (at := axis.place_of(cursor)) is not None else (shown[0] + shown[1]) / 2 for axis, shown in axes]

    def _centre(self, panel: PanelView) -> list[float]:
        """Return what a zoom keeps in its place: where the pointer stands, as far as that is in view."""
        ranges = panel.area.x_range, panel.area.y_range
        pairs = zip(self._place(panel), ranges, strict=True)
        return [at if low <= at <= high else (low + high) / 2 for at, (low, high) in pairs]

    def _step(self, panel: PanelView, index: int, direction: int, steps: int) -> None:
        area, is_new = panel.area, self._at is None and not self._cursor()
        at = self._at = self._place(panel)
        axis, shown = (area.along_x, area.along_y)[index], (area.x_range, area.y_range)[index]
        pixels = (area.rect().width(), area.rect().height())[index]
        if not is_new:  # the first arrow only shows where it is
            at[index] = _stepped(axis, at[index], shown, pixels, steps * direction * (-1 if area.flips[index] else 1))
        low, high = shown
        by = min(0.0, at[index] - low) + max(0.0, at[index] - high)
        if by:
            area.change_ranges(lambda axis, range_, _: axis.panned(range_, by), only=index)
        area.hovered.emit(*at)

    def _pan(self, panel: PanelView, index: int, direction: int) -> None:
        area = panel.area
        low, high = (area.x_range, area.y_range)[index]
        by = direction * (-1 if area.flips[index] else 1) * PAN * (high - low)
        area.change_ranges(lambda axis, shown, _: axis.panned(shown, by), only=index)

    def _pin(self, panel: PanelView) -> None:
        """Click where the pointer stands."""
        self._at = self._place(panel)
        panel.area.hovered.emit(*self._at)
        self.pressed.emit()


def _stepped(axis: Coordinate, at: float, shown: tuple[float, float], pixels: float, steps: int) -> float:
    """Return the place so many cells on, or pixels where cells are smaller; along an axis without cells, a part on."""
    low, high = axis.limits
    width = shown[1] - shown[0]
    if axis.axis.cursor is None or axis.axis.log:
        return min(max(at + steps * width / STEPS, low), high)
    return float(axis.to_screen(float(axis.cell(axis.cell(at) + steps * max(1, ceil(width / pixels))))))
