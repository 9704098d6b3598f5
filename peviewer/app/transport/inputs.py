"""Actions on keys that a focused button or combo box needs for itself."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFormLayout,
    QLabel,
    QMenu,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from peviewer.app.controls.editors import describe
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.session.session import Session
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.base.parameters import Specification, specification
from peviewer.document.sections import Shift


class KeyAction(QAction):
    """An action whose key leaves a focused button or combo box its own meaning of Space."""

    def event(self, event: QEvent) -> bool:
        """Press the focused button instead, where Space was hit on one."""
        focused = QApplication.focusWidget()
        space = self.shortcut() == QKeySequence(Qt.Key.Key_Space)
        if event.type() == QEvent.Type.Shortcut and space:
            if isinstance(focused, QAbstractButton):
                focused.click()
                return True
            if isinstance(focused, QComboBox):
                focused.showPopup()
                return True
        return super().event(event)


Field = Literal["value", "start", "stop", "speed"]
_ROOM = (-100.11,)  # numbers that always have room, so that the bar seldom changes


def track_box(animated: AnimatedField, session: Session, field: Field, *, snug: bool = True) -> NumberBox:
    """Return a box that shows and edits one field of what moves, whichever number that is; `snug`, as wide as it is."""
    box = NumberBox(_spec(animated, field), animated=field == "value")
    meant = ""  # the path of the number that it shows

    def retarget() -> None:
        nonlocal meant
        meant, spec = animated.path, _spec(animated, field)
        box.set_spec(spec)
        describe(box, spec)
        show()

    def show(_document: object = None) -> None:
        box.set_value(_read(animated, field))
        if snug and field != "value":  # a number that keeps changing has the room of its whole track
            box.make_room_for(_read(animated, field))

    def edit(value: float, key: str) -> None:
        if (before := meant) != animated.path:  # what was typed is of a number that the Document has no longer
            return
        if field == "value":
            made = session.edit({before: value}, merge=key)
        else:
            made = animated.set_track(field, value, key)
        if not made:
            box.reject(_read(animated, field), session.validation_error)

    retarget()
    box.edited.connect(edit)
    animated.changed.connect(retarget)
    session.opened.connect(lambda: box.clear_error(restore=True))
    watch_track(animated, session, lambda: _read(animated, field), show)
    if field == "value":
        watch_track(animated, session, lambda: _sample(animated), lambda _: box.make_room_for(*_sample(animated)))
    return box


def watch_track(
    animated: AnimatedField, session: Session, reads: Callable[[], object], then: Callable[[object], object]
) -> None:
    """Call `then` whenever what it reads of the number that moves has changed, and where another moves."""
    watch = session.watch(lambda _: (animated.path, reads()), then)
    animated.changed.connect(lambda: watch.update(session.document))


def _read(animated: AnimatedField, field: Field) -> float:
    value: float = animated.value if field == "value" else getattr(animated.track, field)
    return value


def _sample(animated: AnimatedField) -> tuple[float, ...]:
    """Return numbers as long as any of the track."""
    track = animated.track
    apart = 0.0 if track.stride else 0.11
    return (*(() if track.stride else _ROOM), track.start - apart, track.stop + apart)


def _spec(animated: AnimatedField, field: Field) -> Specification:
    """Return what the box allows: the ends are numbers as the one that moves, without its unit."""
    if field == "value":
        return replace(animated.spec, unit="")
    declared = specification(Shift, field)
    if field == "speed":
        return replace(declared, unit=animated.unit, help=f"How far it moves in a second, in {animated.unit}.")
    return replace(animated.spec, title=declared.title, help=declared.help, symbol="", formula="", unit="", name=field)


Rows = Sequence[tuple[str, QWidget]]
WIDTH = 170  # of its editors


class Overflow(QToolButton):
    """A button that opens a small form.

    Parameters
    ----------
    rows : callable
        Makes the editors, each with what it is called, when they are first asked for.
    """

    def __init__(self, rows: Callable[[], Rows]) -> None:
        super().__init__()
        self._rows = rows
        self.setObjectName("step")
        self.setToolTip("What moves, from where to where, how fast")
        self.setAccessibleName("More of playing")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self)
        self.clicked.connect(self.open)

    @cached_property
    def form(self) -> QWidget:
        """The editors, with their labels."""
        form = QWidget()
        lines = QFormLayout(form)
        lines.setContentsMargins(14, 12, 14, 12)
        lines.setHorizontalSpacing(12)
        lines.setVerticalSpacing(8)
        for text, widget in self._rows():
            label = QLabel(text)
            label.setObjectName("label")
            label.setBuddy(widget)
            widget.setMinimumWidth(WIDTH)
            lines.addRow(label, widget)
        entry = QWidgetAction(self._menu)
        entry.setDefaultWidget(form)
        self._menu.addAction(entry)
        return form

    def open(self) -> None:
        """Show the form above the button; the window goes on meanwhile, as what plays does."""
        form, size = self.form, self._menu.sizeHint()
        self._menu.popup(self.mapToGlobal(QPoint(self.width() - size.width(), -size.height())))
        form.setFocus()
