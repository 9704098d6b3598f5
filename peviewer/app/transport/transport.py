"""The transport: play, step, scrub and repeat φ."""

import math
from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QWidget,
)

from peviewer.app.controls.bound import bind
from peviewer.app.controls.editors import describe
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.slider import Span
from peviewer.app.look.icons import icon
from peviewer.app.session.session import Session
from peviewer.app.transport.key_action import KeyAction
from peviewer.app.transport.player import Player
from peviewer.app.transport.scrubber import Scrubber
from peviewer.base.parameters import specification
from peviewer.document.document import Document
from peviewer.document.sections import Shift
from peviewer.figures.palette import Palette

HEIGHT = 56
_PLAY_SIZE = 34
_BUTTON_SIZE = 30
_REPEATS = ("once", "loop", "bounce")
_NARROWEST = 430
_ROOM_FOR_ENDS, _ROOM_FOR_SPEED = 600, 760


class Transport(QWidget):
    """The bar below the panes.

    Its actions (``play_action``, ``back_action``, ``forward_action``,
    ``first_action``, ``last_action``) carry the keys: a window that adds them
    to a menu has the keys work wherever the focus is, except in a number that
    is being typed.

    Parameters
    ----------
    session : Session
        Whose shift it moves.
    player : Player
        Plays it.
    palette : Palette
        The theme's colours, for the icons.
    parent : QWidget, optional
        The owner.
    """

    finished = Signal()
    """The user is through with one of its numbers."""

    def __init__(self, session: Session, player: Player, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._player = player
        self._palette = palette
        self.setObjectName("transport")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setMinimumWidth(_NARROWEST)
        self._make_actions()
        self._make_inputs()
        self._lay_out()
        self._connect()
        self.set_palette(palette)

    def set_palette(self, palette: Palette) -> None:
        """Draw the icons in the colours of a theme."""
        self._palette = palette
        self.back_action.setIcon(icon("step-back", palette))
        self.forward_action.setIcon(icon("step-forward", palette))
        for name, button in self.repeat_buttons.items():
            button.setIcon(icon(name, palette))
        self._show_playing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out first the speed, then the ends of the course, where there is no room for all."""
        super().resizeEvent(event)
        self.speed_box.setVisible(self.width() >= _ROOM_FOR_SPEED)
        for box in (self.start_box, self.stop_box):
            box.setVisible(self.width() >= _ROOM_FOR_ENDS)

    def step(self, direction: int) -> None:
        """Move φ to the next whole position above (1) or below (−1)."""
        phi = self._session.document.shift.phi
        self._move(math.floor(phi) + 1 if direction > 0 else math.ceil(phi) - 1, "step φ")

    def _make_actions(self) -> None:
        self.play_action = self._action("Play shift", Qt.Key.Key_Space, self._player.toggle)
        self.back_action = self._action("Step back", Qt.Key.Key_Left, lambda: self.step(-1))
        self.forward_action = self._action("Step forward", Qt.Key.Key_Right, lambda: self.step(1))
        self.first_action = self._action("Go to start", Qt.Key.Key_Home, lambda: self._jump("start"))
        self.last_action = self._action("Go to end", Qt.Key.Key_End, lambda: self._jump("stop"))

    def _action(self, text: str, key: Qt.Key, triggered: Callable[[], None]) -> KeyAction:
        action = KeyAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(triggered)
        self.addAction(action)
        return action

    def _make_inputs(self) -> None:
        self.play_button = self._button("play", _PLAY_SIZE)
        self.play_button.clicked.connect(self._player.toggle)
        self.scrubber = Scrubber(Span(0, 1), specification(Shift, "phi").unit)
        self.scrubber.setAccessibleName("Shift")
        self.phi_box = self._number("phi", unit="", decimals=2)
        self.start_box, self.stop_box = self._number("start", unit=""), self._number("stop", unit="")
        self.speed_box = self._number("speed")
        self.repeat_buttons = {name: self._button(name, _BUTTON_SIZE) for name in _REPEATS}
        self._repeat_group = QButtonGroup(self)
        labels = specification(Shift, "repeat").labels
        for name, button in self.repeat_buttons.items():
            button.setCheckable(True)
            button.setToolTip(labels[name])
            button.setAccessibleName(labels[name])
            button.clicked.connect(lambda _, name=name: self._session.edit({"shift.repeat": name}))
            self._repeat_group.addButton(button)

    def _number(self, field: str, unit: str | None = None, decimals: int | None = None) -> NumberBox:
        declared = specification(Shift, field)
        box = NumberBox(declared if unit is None else replace(declared, unit=unit), decimals)
        describe(box, declared)
        path = f"shift.{field}"
        bind(box, self._session, path)
        box.finished.connect(self.finished)
        if decimals is None:  # a number that keeps changing has the room of its whole course
            self._session.watch(attrgetter(path), lambda document: box.make_room_for(document.get(path)))
        return box

    def _button(self, name: str, size: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setFixedSize(size, size)
        button.setIconSize(QSize(20, 20))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 0, 12, 0)
        line.setSpacing(6)
        for action in (self.back_action, None, self.forward_action):
            if action is None:
                line.addWidget(self.play_button)
                continue
            button = self._button("step", _BUTTON_SIZE)
            button.setDefaultAction(action)
            line.addWidget(button)
        line.addSpacing(8)
        line.addWidget(_words("<i>φ</i>"))
        line.addWidget(self.phi_box)
        line.addSpacing(10)
        line.addWidget(self.start_box)
        line.addWidget(self.scrubber, 1)
        line.addWidget(self.stop_box)
        line.addSpacing(10)
        line.addWidget(self.speed_box)
        line.addSpacing(6)
        for button in self.repeat_buttons.values():
            line.addWidget(button)

    def _connect(self) -> None:
        self._session.watch(attrgetter("shift"), self._show)
        self._session.watch(lambda document: type(document.encoding), self._offer)
        self._player.started.connect(self._show_playing)
        self._player.stopped.connect(self._show_playing)
        self.scrubber.moved.connect(self._move)
        self.scrubber.stepped.connect(self.step)

    def _move(self, phi: float, key: str) -> None:
        bounds = specification(Shift, "phi")
        inside = min(max(phi, bounds.minimum), bounds.maximum)
        self._session.edit({"shift.phi": inside}, merge=key)

    def _jump(self, end: str) -> None:
        self._session.edit({"shift.phi": self._session.document.get(f"shift.{end}")}, merge="jump φ")

    def _show(self, document: Document) -> None:
        shift = document.shift
        span = Span(shift.start, shift.stop)
        if span != self.scrubber.span():
            self.scrubber.set_span(span)
            self.phi_box.make_room_for(-100.0, shift.start, shift.stop)
        self.scrubber.set_number(shift.phi)
        self.repeat_buttons[shift.repeat].setChecked(True)

    def _offer(self, document: Document) -> None:
        """Offer to move φ where the scheme has something that it moves."""
        moves = document.applies("shift.phi", specification(Shift, "phi"))
        if not moves:
            self._player.stop()
        self.setEnabled(moves)
        for action in self.actions():
            action.setEnabled(moves)

    def _show_playing(self) -> None:
        playing = self._player.playing
        text = "Pause shift" if playing else "Play shift"
        self.play_button.setIcon(icon("pause" if playing else "play", self._palette, self._palette.on_accent))
        self.play_button.setToolTip(f"{text} (Space)")
        self.play_button.setAccessibleName(text)
        self.play_action.setText(text)
        self.play_action.setIcon(icon("pause" if playing else "play", self._palette))


def _words(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("label")
    return label
