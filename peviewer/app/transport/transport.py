"""The transport: plays, steps and scrubs the animated number."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QToolButton, QWidget

from peviewer.app.controls.choice import FRAME, ChoiceBox
from peviewer.app.controls.editors import add_accessible_label
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.slider import Span
from peviewer.app.look.icons import icon
from peviewer.app.look.parts import in_row
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.type_size import set_sizes
from peviewer.app.session.session import Session
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.inputs import Field, KeyAction, track_box, watch_track
from peviewer.app.transport.number_entry import NumberEntry
from peviewer.app.transport.play_button import PlayButton
from peviewer.app.transport.player import Player
from peviewer.app.transport.scrubber import Scrubber
from peviewer.base.specification import specification
from peviewer.base.words import continuing
from peviewer.document.play import Play

HEIGHT = 56
_BUTTON_SIZE = 30
_NARROWEST = 340
_MARGIN = 10
_GAP = 10

# Other parts are hidden before the scrubber becomes narrower than this.
_SCRUBBER_WIDTH = 220


class Transport(QWidget):
    """The bar below the panes: play, what plays, the scrubber, the speed, and a menu.

    Its actions carry the keys, which work wherever they are added.
    """

    # The user pressed Return or made a choice by mouse in one of the inputs.
    finished = Signal()

    def __init__(self, session: Session, animated: AnimatedField, player: Player) -> None:
        super().__init__()
        self._session = session
        self._animated = animated
        self._player = player
        self.setObjectName("transport")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_sizes(self, height=HEIGHT)
        self.setMinimumWidth(_NARROWEST)
        self._make_actions()
        self._make_inputs()
        self._lay_out()
        self._connect()
        self.show_icons()

    def show_icons(self) -> None:
        palette = shown_palette()
        self.back_action.setIcon(icon("step-back", palette))
        self.forward_action.setIcon(icon("step-forward", palette))
        self.more.setIcon(icon("more", palette))
        self._show_playing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit again: the style that decides on widths is known by now."""
        super().showEvent(event)
        self._fit()

    def type_number(self, field: Field) -> None:
        """Open a box over the number, or over an end, in which it is typed."""
        if field == "value":
            opener: QWidget = self.scrubber
            place: QRectF = self.scrubber.knob()
        else:
            opener = self.scrubber.ends[field]
            place = QRectF(opener.geometry())
        self.entry.open(field, place.toRect(), opener)

    def _make_actions(self) -> None:
        self.play_action = self._action("Play", Qt.Key.Key_Space, self._player.toggle)
        self.back_action = self._action(
            "Step back", Qt.Key.Key_Left, lambda: self._animated.step(-1)
        )
        self.forward_action = self._action(
            "Step forward", Qt.Key.Key_Right, lambda: self._animated.step(1)
        )
        self.first_action = self._action(
            "Go to start", Qt.Key.Key_Home, lambda: self._animated.jump("start")
        )
        self.last_action = self._action(
            "Go to end", Qt.Key.Key_End, lambda: self._animated.jump("stop")
        )
        self.reset_action = self._action("Reset", None, self._reset)
        self.slower_action = self._action(
            "Slower", Qt.Key.Key_BracketLeft, lambda: self._animated.change_speed(-1)
        )
        self.faster_action = self._action(
            "Faster", Qt.Key.Key_BracketRight, lambda: self._animated.change_speed(1)
        )

    def _action(self, text: str, key: Qt.Key | None, triggered: Callable[[], None]) -> KeyAction:
        action = KeyAction(text, self)
        if key is not None:
            action.setShortcut(QKeySequence(key))
        action.triggered.connect(triggered)
        self.addAction(action)
        return action

    def _make_inputs(self) -> None:
        self.play_button = PlayButton()
        self.play_button.clicked.connect(self._player.toggle)
        self.chooser = self._chooser()
        self.scrubber = Scrubber(Span(0, 1))
        self.entry = NumberEntry(self.scrubber, self._box)
        self.speed_box = self._box("speed")
        self.speed_box.finished.connect(self.finished)
        # The window gives it the menu that has what is seldom used.
        self.more = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setToolTip("Repeat, steps and more")
        self.more.setAccessibleName("More of playing")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_sizes(self.more, width=_BUTTON_SIZE, height=_BUTTON_SIZE, icon=20)

    def _box(self, field: Field) -> NumberBox:
        return track_box(self._animated, self._session, field)

    def _chooser(self) -> ChoiceBox:
        box = ChoiceBox(self._animated.choices(), "What moves")
        box.setToolTip(specification(Play, "moves").title)

        def show() -> None:
            box.offer(self._animated.choices())
            box.set_value(self._animated.path)
            box.updateGeometry()

        def choose(path: str, _key: str) -> None:
            self._animated.choose(path)
            show()

        box.edited.connect(choose)
        box.finished.connect(self.finished)
        show()
        self._animated.changed.connect(show)
        self._animated.choicesChanged.connect(show)
        return box

    def _lay_out(self) -> None:
        in_row(
            self.play_button,
            self.chooser,
            (self.scrubber, 1),
            self.speed_box,
            self.more,
            inside=self,
            margins=(_MARGIN, 0, _MARGIN, 0),
            spacing=_GAP,
        )
        add_accessible_label(self.chooser, self.chooser.accessibleName())

    def _fit(self) -> None:
        """Hide the speed, then the choice of what moves, where the scrubber has too little room.

        Both are in the menu, too.
        """
        text_width = self.chooser.fontMetrics().horizontalAdvance(self.chooser.currentText())
        self.chooser.setFixedWidth(max(self.chooser.sizeHint().width(), text_width + FRAME))
        room = self.width() - 2 * _MARGIN - _SCRUBBER_WIDTH
        room -= _needed_width(self.play_button) + _needed_width(self.more)
        for widget in (self.chooser, self.speed_box):
            room -= _needed_width(widget)
            widget.setVisible(room >= 0)

    def _connect(self) -> None:
        watch_track(
            self._animated,
            self._session,
            lambda: (self._animated.value, self._animated.track),
            self._show,
        )
        watch_track(
            self._animated,
            self._session,
            lambda: (self._baseline_value(), self._animated.value),
            self._show_reset,
        )
        self._animated.changed.connect(self._player.stop)
        self._animated.changed.connect(self._show_playing)
        self._animated.changed.connect(self._fit)
        self._animated.changed.connect(self.entry.close)
        self._player.started.connect(self._show_playing)
        self._player.stopped.connect(self._show_playing)
        self._player.started.connect(lambda: self._animated.lock(True))
        self._player.stopped.connect(lambda: self._animated.lock(False))
        self.scrubber.moved.connect(self._animated.move)
        self.scrubber.stepped.connect(self._animated.step)
        self.scrubber.asked.connect(self.type_number)
        self.scrubber.endDragged.connect(self._animated.set_track)
        self.scrubber.endStepped.connect(self._animated.step_end)

    def _show(self, _changed: object) -> None:
        track = self._animated.track
        span = Span(track.start, track.stop, track.log, track.stride > 0, max(1, track.stride))
        self.scrubber.set_span(span)
        self.scrubber.set_number(self._animated.value)

    def _baseline_value(self) -> object:
        return self._session.baseline_value(self._animated.path, self._animated.spec)

    def _reset(self) -> None:
        self._session.edit({self._animated.path: self._baseline_value()})

    def _show_reset(self, _changed: object) -> None:
        spec = self._animated.spec
        baseline_value = self._baseline_value()
        self.reset_action.setText(
            f"Reset {continuing(spec.title)} to {spec.value_text(baseline_value)}"
        )
        is_changed = self._session.document.get(self._animated.path) != baseline_value
        self.reset_action.setEnabled(is_changed)

    def _show_playing(self) -> None:
        playing = self._player.playing
        palette = shown_palette()
        icon_name = "pause" if playing else "play"
        text = f"{icon_name.capitalize()} {self._animated.name}"
        self.play_button.setIcon(icon(icon_name, palette, palette.on_accent))
        self.play_button.setToolTip(f"{text} (Space)")
        self.play_button.setAccessibleName(text)
        self.play_action.setText(text)
        self.play_action.setIcon(icon(icon_name, palette))
        self.scrubber.setAccessibleName(self._animated.spec.title)
        self.scrubber.set_playing(playing, self._animated.track.decimals_in_motion)


def _needed_width(widget: QWidget) -> int:
    """Return the pixels that a widget takes with the gap beside it.

    They are its fixed width, or that of its size hint.
    """
    is_fixed = widget.minimumWidth() == widget.maximumWidth()
    width = widget.minimumWidth() if is_fixed else widget.sizeHint().width()
    return width + _GAP
