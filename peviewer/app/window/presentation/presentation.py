"""Presenting: the window full screen with its panes alone, in the type of a slide."""

import math
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import (
    QMouseEvent,
    QShortcut,
)
from PySide6.QtWidgets import QBoxLayout, QDockWidget, QLabel, QMainWindow, QWidget
from shiboken6 import isValid

from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.arrangement_sync import ArrangementSync
from peviewer.app.panes.type_size import stepped
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.transport.transport import Transport
from peviewer.app.window.presentation.cover import BLACK, SPOTLIGHT, Cover
from peviewer.app.window.presentation.heading import SlideHeading

KEYS = (
    "← → steps",
    "1 … 9 one pane, 0 all",
    "Space plays",
    "B black",
    "L spotlight",
    "Ctrl + − type",
    "Esc ends",
)
# Held, in a comparison.
FLIP_KEY = "F shows B"
# Pixels around everything, beside those of the window.
PANE_MARGINS = 14, 10, 6, 12
# Pixels below the heading, and around the words on keys.
MARGIN = 8
# Qt's QWIDGETSIZE_MAX, which PySide does not name.
NO_LIMIT = (1 << 24) - 1
# The transport and the pointer are hidden when the pointer has not moved for this long.
IDLE_MS = 2500

# Tick labels on a slide, as a share of its height.
TICKS = 26 / 1080

# Tick labels in a window, in pixels.
LIVE_TICKS = 12

# With several panes, type has this share of a slide's size: the panes of every step then have
# room, so type need not change between steps.
TOGETHER = 0.7
SMALLEST = 0.6
LARGEST = 2.0
# The panes have at least this share of the screen, whatever a step's words need.
PANES = 0.6


def scale_for(size: QSize, share: float = 1.0, larger: float = 1.0) -> float:
    """Return the factor from the size of type in a window to that on a screen.

    `share` is its part of a slide's type, `larger` the user's own factor.

    >>> round(scale_for(QSize(1920, 1080)), 2), round(scale_for(QSize(1280, 720), TOGETHER), 2)
    (2.17, 1.01)
    """
    height = min(size.height(), size.width() * 9 / 16)
    return max(1.0, TICKS * height / LIVE_TICKS * share) * larger


class Presentation(QObject):
    """Shows the panes of a window full screen, and then the window as it was."""

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        settings: Settings,
        area: PaneArea,
        sync: ArrangementSync,
        transport: Transport,
        middle: QWidget,
        column: QBoxLayout,
        around: Sequence[QWidget],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._settings = settings
        self._area = area
        self._sync = sync
        self._transport = transport
        self._middle = middle
        self._column = column
        self._around = around
        self._spacing = column.spacing()
        self._steps = (
            (transport.back_action, "Down", "Left"),
            (transport.forward_action, "Up", "Right"),
        )
        self.is_on = False
        self.heading = SlideHeading()
        column.insertWidget(column.indexOf(area), self.heading)
        self.cover = Cover(window)
        self.hint = QLabel(window)
        self.hint.setObjectName("presentationHint")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.hide()
        self.idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self.idle.timeout.connect(self.hide_controls)
        self._keys = [
            QShortcut(key, window, run, enabled=False) for key, run in self._actions().items()
        ]
        area.maximisedChanged.connect(self._fit)
        session.opened.connect(self._on_opened)
        session.watch(
            lambda _: (session.words, session.current_title),
            lambda _: self.heading.show_words(session),
            when=lambda: self.is_on,
        )

    def _actions(self) -> dict[str, Callable[[], object]]:
        return {
            **dict.fromkeys(("Left", "PgUp"), partial(self.step, -1)),
            **dict.fromkeys(("Right", "PgDown"), partial(self.step, 1)),
            **dict.fromkeys(("Ctrl++", "Ctrl+="), partial(self.make_larger, 1)),
            "Ctrl+-": partial(self.make_larger, -1),
            "Ctrl+0": partial(self.make_larger, 0),
            **{str(digit): partial(self.choose_pane, digit) for digit in range(10)},
            "B": partial(self.cover.toggle, BLACK),
            "L": partial(self.cover.toggle, SPOTLIGHT),
        }

    # ---- begin and end

    def begin(self) -> None:
        window = self._window
        self.is_on = True
        self.heading.show_words(self._session)
        self._before = (
            window.geometry(),
            window.windowState(),
            window.saveState(),
            window.focusWidget(),
        )
        for bar in (window.menuBar(), window.statusBar(), *window.findChildren(QDockWidget)):
            bar.hide()
        for part in (window, window.windowHandle()):
            part.installEventFilter(self)
        # The transport comes and goes over the panes.
        self._column.removeWidget(self._transport)
        # The keys of a hidden widget do nothing.
        window.addActions(self._transport.actions())
        self._set_presenting()
        self._middle.setFocus()
        window.showFullScreen()
        self._show_controls()

    def end(self) -> None:
        window = self._window
        self.is_on = False
        geometry, state, docks, focus = self._before
        self.idle.stop()
        for part in (window, window.windowHandle()):
            part.removeEventFilter(self)
        for action in self._transport.actions():
            window.removeAction(action)
        self._column.addWidget(self._transport)
        self.cover.hide()
        self.hint.hide()
        for bar in (window.menuBar(), window.statusBar(), self._transport):
            bar.show()
        window.unsetCursor()
        window.restoreState(docks)
        window.setWindowState(state)
        if not state & (Qt.WindowState.WindowFullScreen | Qt.WindowState.WindowMaximized):
            window.setGeometry(geometry)
        self._set_presenting()
        self._sync.show(self._session.document)
        if focus is not None and isValid(focus):
            focus.setFocus()

    def _set_presenting(self) -> None:
        for key in self._keys:
            key.setEnabled(self.is_on)
        for action, presenting, usual in self._steps:
            action.setShortcut(presenting if self.is_on else usual)
        # What is arranged meanwhile is not kept.
        self._sync.edits_document = not self.is_on
        self.heading.setVisible(self.is_on)
        most = 0 if self.is_on else NO_LIMIT
        for part in self._around:
            # Each part decides itself whether it is hidden.
            part.setMaximumSize(most, most)
        self._column.setSpacing(0 if self.is_on else self._spacing)
        self._middle.setContentsMargins(*PANE_MARGINS if self.is_on else (0, 0, 0, 0))
        self._fit()

    def escape(self) -> bool:
        """Take away what covers the panes, or else end; False if nothing is presented."""
        if self.cover.isVisible():
            self.cover.hide()
        elif self.is_on:
            self.end()
        else:
            return False
        return True

    # ---- what is shown

    def _on_opened(self) -> None:
        self.heading.show_words(self._session)
        if self.is_on:
            self._fit()
            # All panes of a step are shown, whichever was alone.
            self._sync.show(self._session.document)

    def choose_pane(self, number: int) -> None:
        """Show one pane alone, counted as they are read, from 1.

        Or all of them for 0, or where it is alone already.
        """
        names = ("", *self._area.placed)
        if number < len(names) and names[number] not in ("", self._area.maximised):
            self._area.maximise(names[number])
        elif number < len(names):
            self._area.restore()

    def step(self, by: int) -> None:
        """Open the next step of the story, or the one before.

        Outside a story, step what is animated.
        """
        if self._session.place:
            self._session.move_step(by)
        else:
            (self._transport.forward_action if by > 0 else self._transport.back_action).trigger()

    # ---- its size

    def _fit(self) -> None:
        if not self.is_on:
            self._area.present(0.0)
            return
        size = self._window.size()
        larger = self._settings.choices.type_size
        self._area.present(scale_for(size, 1.0 if self._area.maximised else TOGETHER, larger))
        self._fit_heading(size, scale_for(size, larger=larger))
        self.cover.resize(size)
        high = size.height() - self._transport.height()
        self._transport.setGeometry(0, high, size.width(), self._transport.height())
        self.hint.setText(self._hint_text)
        self.hint.setWordWrap(False)
        width = min(self.hint.sizeHint().width(), size.width() - 2 * MARGIN)
        self.hint.setWordWrap(True)
        height = self.hint.heightForWidth(width)
        self.hint.setGeometry((size.width() - width) // 2, high - height - MARGIN, width, height)

    def _fit_heading(self, size: QSize, scale: float) -> None:
        left, above, right, below = PANE_MARGINS
        width = size.width() - left - right
        height_of_panes = PANES * size.width() * size.height() / width
        most_height = math.floor(size.height() - above - below - height_of_panes)
        self.heading.fit(scale, width, most_height)

    @property
    def _hint_text(self) -> str:
        """The words on keys, each with what it does on one line."""
        is_comparison = self._session.document.compare.against is not None
        keys = (FLIP_KEY, *KEYS) if is_comparison else KEYS
        return "    ".join(key.replace(" ", "\N{NO-BREAK SPACE}") for key in keys)

    def make_larger(self, steps: int) -> None:
        """Make type larger by so many steps; 0 for the size of slides."""
        self._settings.remember(
            type_size=stepped(self._settings.choices.type_size, steps, SMALLEST, LARGEST)
        )
        self._fit()

    # ---- what the pointer brings back

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the window, and the pointer wherever it is in it."""
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self._fit()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove:
            self.cover.light(event.position())
            if self.cover.isHidden():
                # On a cover controls would be the brightest thing.
                self._show_controls()
        return False

    def _show_controls(self) -> None:
        self._window.unsetCursor()
        for part in (self._transport, self.hint):
            part.show()
            part.raise_()
        self.idle.start()

    def hide_controls(self) -> None:
        if self._transport.underMouse() or self._transport.isAncestorOf(self._window.focusWidget()):
            self.idle.start()
            return
        self._transport.hide()
        self.hint.hide()
        self._window.setCursor(Qt.CursorShape.BlankCursor)
