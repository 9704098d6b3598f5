"""The presentation: what the window shows, full screen, in the type sizes of a slide, led by keys alone."""

import math
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QCursor, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.app.look.themes import dress
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.pointing import Pointing
from peviewer.app.panes.type_size import FACTOR
from peviewer.app.presenting.overlays import Blank, Spotlight
from peviewer.app.presenting.panes import Slide
from peviewer.app.presenting.stage import LARGEST, SMALLEST, TOGETHER, Stage, scale_for
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.player import Player
from peviewer.app.transport.transport import Transport
from peviewer.document.arrangement import Place, Split
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane

KEYS = "← → steps", "1 … 9 one pane, 0 all", "Space plays", "B black", "L spotlight", "Ctrl + − type", "Esc ends"
APART, MARGIN = "    ", 8  # between two keys, and pixels around them
IDLE_MS = 2500  # without a move of the pointer, after which transport and pointer are hidden
LEFT, RIGHT = (Qt.Key.Key_Left, Qt.Key.Key_PageUp), (Qt.Key.Key_Right, Qt.Key.Key_PageDown)


class Presentation(QWidget):
    """A window of its own that shows the panes of the main window full screen."""

    ended = Signal()

    def __init__(
        self,
        session: Session,
        settings: Settings,
        pointing: Pointing,
        area: PaneArea,
        panes: Mapping[str, Pane],
        animated: AnimatedField,
        player: Player,
        palette: Palette,
        covered: QWidget,
    ) -> None:
        super().__init__()
        self.setObjectName("presentation")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self._session, self._settings, self._area, self._animated = session, settings, area, animated
        self._covered = covered
        self._alone = ""
        self.slide = Slide(panes, session, pointing, palette)
        self.stage = Stage(self.slide, self)
        self.transport = Transport(session, animated, player, self)
        self.transport.back_action.setShortcut(QKeySequence(Qt.Key.Key_Down))
        self.transport.forward_action.setShortcut(QKeySequence(Qt.Key.Key_Up))
        self.transport.finished.connect(self.setFocus)
        self.transport.hide()
        self.addActions(self.transport.actions())  # the keys of a hidden widget do nothing
        self.spotlight, self.blank = Spotlight(self), Blank(self)
        self._idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self._idle.timeout.connect(self._hide_controls)
        self.stage.viewport().installEventFilter(self)
        self.hint = QLabel(APART.join(KEYS), self)
        self.hint.setObjectName("presentationHint")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._keys = self._key_actions()
        self.slide.made.connect(self._name_slide)
        dress(self, palette)
        area.shownChanged.connect(self._on_arranged)
        session.opened.connect(self._on_opened)
        session.watch("view.panes encoding.title", lambda _: self._on_arranged())

    # ---- begin and end

    def begin(self) -> None:
        """Fill the screen that the main window is on, or the other one where there are two."""
        self._alone = self._area.maximised
        screens = QGuiApplication.screens()
        self._covered.setVisible(len(screens) > 1)
        own = self._covered.screen()
        screen = next((one for one in screens if one is not own), own)
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self.stage.resize(self.size())  # Qt says only once it is shown that it has another size
        self._show_words()
        self._show_panes()
        self.showFullScreen()
        self.activateWindow()
        self.setFocus()
        self._show_controls()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self._end()

    def _end(self) -> None:
        self._idle.stop()
        self.unsetCursor()
        for part in (self.blank, self.spotlight, *self._controls):
            part.hide()
        self.slide.clear()
        self._covered.show()
        self.ended.emit()

    def finish(self) -> None:
        """End what is under way."""
        self.slide.dispose()

    # ---- what is shown

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of the panes on the screen."""
        return tuple(self.slide.shown)

    def _on_opened(self) -> None:
        self._alone = ""
        self._show_words()

    def _on_arranged(self) -> None:
        if self.isVisible():
            self._show_words()
            self._show_panes()

    def _show_words(self) -> None:
        place = self._session.place
        title = self._session.current_title
        self.slide.show_words(place, title)
        spoken = [place.text, place.title] if place else [title]
        self.setWindowTitle(" · ".join([*spoken, "presenting, peviewer"]))
        self.setAccessibleName(self.windowTitle())
        self.setAccessibleDescription(f"{place.look} {place.do}" if place else "")

    def _name_slide(self) -> None:
        """Name what is on the slide: a screen reader does not come to what is drawn larger."""
        panes = self.slide.shown.values()
        figures = [figure.title for pane in panes if (figure := pane.view.figure())]
        self.stage.setAccessibleName(", ".join(pane.pane.title for pane in panes))
        self.stage.setAccessibleDescription(". ".join(figures))

    def _show_panes(self) -> None:
        opened = self._area.open
        if self._alone in opened:
            self.slide.choose_panes([self._alone], Split(True, (Place((self._alone,), self._alone),), (1.0,)))
        else:
            self._alone = ""
            self.slide.choose_panes(opened, self._area.arrangement)
        self._fit()  # before they are seen: each is laid out as soon as it is
        self.slide.place()

    def choose_pane(self, number: int) -> None:
        """Show one pane alone, counted as they are read, from 1; or all of them for 0, or where it is alone already."""
        names = self._area.placed
        wanted = names[number - 1] if 0 < number <= len(names) else ""
        if number and not wanted:
            return
        self._alone = "" if wanted == self._alone else wanted
        self._show_panes()

    def step(self, by: int) -> None:
        """Open the next step of the story, or the one before; outside a story, step what is animated."""
        if self._session.place:
            self._session.move_step(by)
        else:
            self._animated.step(by)

    # ---- its size

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.stage.resize(self.size())
        for cover in (self.spotlight, self.blank):
            cover.resize(self.size())
        high = self.transport.height()
        self.transport.setGeometry(0, self.height() - high, self.width(), high)
        self._wrap_hint()
        self.hint.move((self.width() - self.hint.width()) // 2, self.height() - high - self.hint.height() - MARGIN)
        self._fit()

    def _wrap_hint(self) -> None:
        """Show what keys do on as few lines as they have room on, none of them broken."""
        for count in range(1, len(KEYS) + 1):
            each = math.ceil(len(KEYS) / count)
            lines = (KEYS[start : start + each] for start in range(0, len(KEYS), each))
            self.hint.setText("\n".join(map(APART.join, lines)))
            self.hint.adjustSize()
            if self.hint.width() <= self.width() - 2 * MARGIN:
                return

    def _fit(self) -> None:
        larger = self._settings.choices.type_size
        scale = scale_for(self.size(), 1.0 if self._alone else TOGETHER, larger)
        self.slide.set_word_size(scale_for(self.size(), larger=larger) / scale)
        self.stage.set_type_scale(scale)

    def make_larger(self, steps: int) -> None:
        """Make type larger by so many steps; 0 for the size of slides."""
        size = self._settings.choices.type_size * FACTOR**steps if steps else 1.0
        self._settings.remember(type_size=min(max(size, SMALLEST), LARGEST))
        self._fit()

    def set_palette(self, palette: Palette) -> None:
        self.slide.set_palette(palette)
        self.transport.show_icons()
        dress(self, palette)

    # ---- keys and pointer

    def _key_actions(self) -> dict[int, Callable[[], object]]:
        key = Qt.Key
        return {
            **dict.fromkeys(LEFT, partial(self.step, -1)),
            **dict.fromkeys(RIGHT, partial(self.step, 1)),
            **{getattr(key, f"Key_{digit}"): partial(self.choose_pane, digit) for digit in range(10)},
            key.Key_B: lambda: self._toggle(self.blank),
            key.Key_L: lambda: self._toggle(self.spotlight),
            key.Key_F5: self.close,
            key.Key_Escape: self._escape,
        }

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what a key is for."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}
            if event.key() in steps:
                self.make_larger(steps[Qt.Key(event.key())])
                return
        elif action := self._keys.get(event.key()):
            action()
            return
        super().keyPressEvent(event)

    def _escape(self) -> None:
        """Take away what covers the panes, or else end."""
        if covers := self._covers:
            covers[0].hide()
        else:
            self.close()

    @property
    def _covers(self) -> list[QWidget]:
        """What lies over the panes, the uppermost first."""
        return [cover for cover in (self.blank, self.spotlight) if cover.isVisible()]

    def _toggle(self, cover: QWidget) -> None:
        self.spotlight.move_to(self.mapFromGlobal(QCursor.pos()))
        cover.setVisible(not cover.isVisible())
        cover.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pointer: it brings the transport back, and the light."""
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._on_pointer(event.position().toPoint())
        return super().eventFilter(watched, event)

    def _on_pointer(self, at: QPoint) -> None:
        self.spotlight.move_to(at)
        if not self._covers:  # they would be the brightest thing there
            self._show_controls()

    @property
    def _controls(self) -> tuple[QWidget, ...]:
        return self.transport, self.hint

    def _show_controls(self) -> None:
        self.unsetCursor()
        for part in self._controls:
            part.show()
            part.raise_()
        self._idle.start()

    def _hide_controls(self) -> None:
        if self.transport.underMouse() or self.transport.isAncestorOf(self.focusWidget() or self):
            self._idle.start()
            return
        for part in self._controls:
            part.hide()
        self.setCursor(Qt.CursorShape.BlankCursor)
