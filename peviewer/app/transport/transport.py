"""The transport: choose the animated field, play, step, scrub and repeat it."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QSizePolicy, QToolButton, QWidget

from peviewer.app.controls.choice import FRAME, ChoiceBox
from peviewer.app.controls.editors import add_accessible_label, bind
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.row import Dot
from peviewer.app.controls.slider import Span
from peviewer.app.look.icons import icon
from peviewer.app.look.parts import in_row
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.type_size import set_sizes
from peviewer.app.session.session import Session
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.inputs import Field, KeyAction, Overflow, track_box, watch_track
from peviewer.app.transport.player import Player
from peviewer.app.transport.scrubber import LEAST, Scrubber
from peviewer.base.specification import specification
from peviewer.document.play import Play

HEIGHT = 56
_PLAY_SIZE = 34
_BUTTON_SIZE = 30
_REPEATS = ("once", "loop", "bounce")
_NARROWEST = 340
_MARGIN = 12
_GAP = 6

# Additional pixels beside the range.
_SECTION_GAP = 8

# Other parts are hidden before the scrubber becomes narrower than this.
_SCRUBBER_WIDTH = 200


class Transport(QWidget):
    """The bar below the panes; its actions carry the keys, which work wherever they are added."""

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
        for name, button in self.repeat_buttons.items():
            button.setIcon(icon(name, palette))
        self._show_playing()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit again: the style that decides on widths is known by now."""
        super().showEvent(event)
        self._fit()

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
        self.slower_action = self._action(
            "Slower", Qt.Key.Key_BracketLeft, lambda: self._animated.change_speed(-1)
        )
        self.faster_action = self._action(
            "Faster", Qt.Key.Key_BracketRight, lambda: self._animated.change_speed(1)
        )

    def _action(self, text: str, key: Qt.Key, triggered: Callable[[], None]) -> KeyAction:
        action = KeyAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(triggered)
        self.addAction(action)
        return action

    def _make_inputs(self) -> None:
        self.play_button = self._button("play", _PLAY_SIZE)
        self.play_button.clicked.connect(self._player.toggle)
        self.chooser = self._chooser()
        self.dot = Dot()
        self.dot.clicked.connect(
            lambda: self._session.edit({self._animated.path: self._baseline_value()})
        )
        self.scrubber = Scrubber(Span(0, 1))
        self.value_box = self._box("value")
        self.start_box = self._box("start")
        self.stop_box = self._box("stop")
        self.speed_box = self._box("speed")
        self.equals = _plain_label("=")
        self._from = _plain_label("from")
        self._to = _plain_label("to")
        self.repeat_buttons = {name: self._button(name, _BUTTON_SIZE) for name in _REPEATS}
        self._repeat_group = QButtonGroup(self)
        labels = specification(Play, "repeat").labels
        for name, button in self.repeat_buttons.items():
            button.setCheckable(True)
            button.setToolTip(labels[name])
            button.setAccessibleName(labels[name])
            button.clicked.connect(lambda _, name=name: self._session.edit({"play.repeat": name}))
            self._repeat_group.addButton(button)
        self.more = Overflow(self._overflow_rows)
        set_sizes(self.more, width=_BUTTON_SIZE, height=_BUTTON_SIZE, icon=20)

    def _box(self, field: Field, *, fitted: bool = True) -> NumberBox:
        box = track_box(self._animated, self._session, field, fitted=fitted)
        box.finished.connect(self.finished)
        return box

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

    def _overflow_rows(self) -> list[tuple[str, QWidget]]:
        repeat = ChoiceBox(specification(Play, "repeat").labels, "Repeat")
        bind(repeat, self._session, "play.repeat")
        boxes = [self._box(field, fitted=False) for field in ("start", "stop", "speed")]
        named = zip(("From", "To", "Speed"), boxes, strict=True)
        return [("What moves", self._chooser()), *named, ("Repeat", repeat)]

    def _button(self, name: str, size: int) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        set_sizes(button, width=size, height=size, icon=20)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _lay_out(self) -> None:
        line = in_row(inside=self, margins=(_MARGIN, 0, _MARGIN, 0), spacing=_GAP)
        step_back = self._button("step", _BUTTON_SIZE)
        step_back.setDefaultAction(self.back_action)
        step_forward = self._button("step", _BUTTON_SIZE)
        step_forward.setDefaultAction(self.forward_action)
        self._steps = [step_back, step_forward]
        buttons: list[QWidget] = [step_back, self.play_button, step_forward]
        self._fixed: list[QWidget] = [*buttons, self.dot, self.equals, self.value_box]
        ends: list[QWidget] = [self._from, self.start_box, self._to, self.stop_box]
        # Hidden first to last, each group as a whole.
        self._hiding_order: list[list[QWidget]] = [
            [self.speed_box],
            ends,
            [*self.repeat_buttons.values()],
            [self.chooser],
        ]
        for widget in (*buttons, self.dot, self.chooser, self.equals, self.value_box):
            line.addWidget(widget)
        line.addSpacing(_SECTION_GAP)
        for widget in ends[:2]:
            line.addWidget(widget)
        line.addWidget(self.scrubber, 1)
        for widget in ends[2:]:
            line.addWidget(widget)
        line.addSpacing(_SECTION_GAP)
        for widget in (self.speed_box, *self.repeat_buttons.values(), self.more):
            line.addWidget(widget)
        add_accessible_label(self.chooser, self.chooser.accessibleName())

    def _fit(self) -> None:
        """Hide what has no room, and is in the overflow form.

        That is speed, ends, repeats and the choice, in this order, and the steps last.
        """
        # The sign has this width when the choice is shown.
        self.equals.setText("=")
        text = self.chooser.fontMetrics().horizontalAdvance(self.chooser.currentText())
        self.chooser.setFixedWidth(max(self.chooser.sizeHint().width(), text + FRAME))
        room = (
            self.width()
            - 2 * (_MARGIN + _SECTION_GAP)
            - _SCRUBBER_WIDTH
            - sum(map(_needed_width, self._fixed))
        )
        widths = [sum(map(_needed_width, group)) for group in self._hiding_order]
        more_width = _needed_width(self.more)
        hidden_count = 0
        needed_width = sum(widths)
        while hidden_count < len(widths) and needed_width > room:
            hidden_count += 1
            needed_width = sum(widths[hidden_count:]) + more_width

        for index, group in enumerate(self._hiding_order):
            for widget in group:
                widget.setVisible(index >= hidden_count)
        self.more.setVisible(hidden_count > 0)
        is_any_group_shown = hidden_count < len(widths)
        has_room_for_steps = room + _SCRUBBER_WIDTH - LEAST >= more_width
        for button in self._steps:
            button.setVisible(is_any_group_shown or has_room_for_steps)
        if not self.chooser.isVisibleTo(self):
            self.equals.setText(f"<i>{self._animated.spec.symbol}</i>\N{NO-BREAK SPACE}=")

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
            self._show_dot,
        )
        self._session.watch(
            "play.repeat",
            lambda document: self.repeat_buttons[document.play.repeat].setChecked(True),
        )
        self._animated.changed.connect(self._player.stop)
        self._animated.changed.connect(self._show_playing)
        self._animated.changed.connect(self._fit)
        self._player.started.connect(self._show_playing)
        self._player.stopped.connect(self._show_playing)
        self._player.started.connect(lambda: self._animated.lock(True))
        self._player.stopped.connect(lambda: self._animated.lock(False))
        self.scrubber.moved.connect(self._animated.move)
        self.scrubber.stepped.connect(self._animated.step)

    def _show(self, _changed: object) -> None:
        track = self._animated.track
        span = Span(track.start, track.stop, track.log, track.stride > 0, max(1, track.stride))
        is_new = span != self.scrubber.span()
        self.scrubber.set_span(span)
        if is_new:
            self._fit()
        self.scrubber.set_number(self._animated.value)

    def _baseline_value(self) -> object:
        return self._session.baseline_value(self._animated.path, self._animated.spec)

    def _show_dot(self, _changed: object) -> None:
        baseline_value = self._baseline_value()
        self.dot.set_reset_value(self._animated.spec, baseline_value)
        self.dot.setVisible(self._session.document.get(self._animated.path) != baseline_value)

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
        self.scrubber.set_playing(playing)


def _plain_label(text: str) -> QLabel:
    """Return a word beside a box; screen readers read the box's own name instead."""
    made = QLabel(text)
    made.setObjectName("unit")
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    return made


def _needed_width(widget: QWidget) -> int:
    """Return the pixels that a widget takes with the gap beside it.

    They are its fixed width, or that of its size hint.
    """
    is_fixed = widget.minimumWidth() == widget.maximumWidth()
    width = widget.minimumWidth() if is_fixed else widget.sizeHint().width()
    return width + _GAP
