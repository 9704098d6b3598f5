"""Inputs of the transport: boxes for number, range and speed, and keys."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox

from peviewer.app.controls.editors import describe
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.session.session import Session
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.base.specification import Specification, specification
from peviewer.document.animation import FOLLOWED_SECTIONS
from peviewer.document.play import FieldTrack

Field = Literal["value", "start", "stop", "speed"]


class KeyAction(QAction):
    """An action whose shortcut gives way to the focused widget if it is Space.

    Space then presses a focused button or opens a focused combo box.
    """

    def event(self, event: QEvent) -> bool:
        widget = QApplication.focusWidget()
        is_space = self.shortcut() == QKeySequence(Qt.Key.Key_Space)
        if event.type() == QEvent.Type.Shortcut and is_space:
            if isinstance(widget, QAbstractButton):
                widget.click()
                return True
            if isinstance(widget, QComboBox):
                widget.showPopup()
                return True
        return super().event(event)


def track_box(animated: AnimatedField, session: Session, field: Field) -> NumberBox:
    """Return a box for one property of the animated field."""
    box = NumberBox(_spec(animated, field))
    shown_path = ""

    def retarget() -> None:
        nonlocal shown_path
        shown_path = animated.path
        spec = _spec(animated, field)
        box.set_spec(spec)
        describe(box, spec)
        show()

    def show(_document: object = None) -> None:
        box.set_value(_read(animated, field))
        if field == "speed":
            box.make_room_for(_read(animated, field))

    def edit(value: float, key: str) -> None:
        # The number was typed for a field that the Document no longer has.
        if shown_path != animated.path:
            return
        if field == "value":
            is_allowed = session.edit({shown_path: value}, merge=key)
        else:
            is_allowed = animated.set_track(field, value, key)
        if not is_allowed:
            box.reject(_read(animated, field), session.validation_error)

    retarget()
    box.edited.connect(edit)
    animated.changed.connect(retarget)
    session.opened.connect(lambda: box.clear_error(restore=True))
    of = "" if field == "value" else FOLLOWED_SECTIONS
    watch_track(animated, session, lambda: _read(animated, field), show, of=of)
    return box


def watch_track(
    animated: AnimatedField,
    session: Session,
    reads: Callable[[], object],
    then: Callable[[object], object],
    *,
    of: str = "",
) -> None:
    """Call `then` whenever what `reads` returns has changed, or another field is animated.

    `of` names the sections of the Document that `reads` looks at, as for :meth:`Session.watch`.
    """
    watch = session.watch(lambda _: (animated.path, reads()), then, of=of)
    animated.changed.connect(lambda: watch.update(session.document))


def _read(animated: AnimatedField, field: Field) -> float:
    value: float = animated.value if field == "value" else getattr(animated.track, field)
    return value


def _spec(animated: AnimatedField, field: Field) -> Specification:
    """Return the specification of the box.

    The boxes of start and stop allow the numbers that the field allows, and show no unit.
    """
    if field == "value":
        return replace(animated.spec, unit="")
    declared = specification(FieldTrack, field)
    if field == "speed":
        help_text = f"How far it moves in a second, in {animated.unit}."
        return replace(declared, unit=animated.unit, help=help_text, default=animated.track.speed)
    return replace(
        animated.spec,
        title=declared.title,
        help=declared.help,
        symbol="",
        formula="",
        unit="",
        name=field,
    )
