"""NumberBox: the spin box of one field, with a validation error for values that are not allowed."""

import itertools
import math
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QResizeEvent,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSpinBox

from peviewer.app.controls.text_boxes import shortcut_override
from peviewer.app.controls.validation import ValidationMark
from peviewer.app.look.type_size import scaled
from peviewer.base.explanations import requirement
from peviewer.base.numbers import plain, steady
from peviewer.base.specification import Specification
from peviewer.base.typed_values import read_number
from peviewer.base.words import in_unit

_PADDING = 20
_LEAST_WIDTH = 64
PAUSE_MS = 500
_NEVER_TYPED = Qt.Key.Key_Space, Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight
_merge_keys = itertools.count(1)


class NumberBox(QAbstractSpinBox):
    """A number with its unit, all digits, and no silent clamping.

    The number is typed, or stepped by keys or the wheel.
    """

    edited = Signal(object, str)
    """The user's new value, and the key under which steps merge while the box has the focus."""
    paused = Signal(object)
    """An allowed number has been typed but not finished, and no key was pressed for a while."""
    rejected = Signal(str)
    """What was typed is not allowed; one line says why."""
    finished = Signal()
    """Return was pressed on a number that is allowed."""

    _roomy_values: tuple[float, ...] = ()
    """The numbers for which the box has room; empty if its width does not depend on them."""

    def __init__(self, spec: Specification, animated: bool = False) -> None:
        super().__init__()
        self._spec = spec
        self._is_animated = animated
        self._value: float | int = 0
        # QLineEdit.isModified is reset before Return is handled.
        self._typing = False
        self._merge_key = f"number {next(_merge_keys)}"
        self._validation = ValidationMark(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setAccessibleName(spec.title)
        self.pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self.pause.timeout.connect(self._emit_paused)
        self.lineEdit().textEdited.connect(self._begin_typing)
        self.editingFinished.connect(self._commit)
        self.set_value(spec.default)

    def value(self) -> float | int:
        return self._value

    def set_value(self, value: float) -> None:
        """Show a number of the Document.

        A number that is being typed stays, and so does a refused one if the Document's number is
        the same as before.
        """
        is_refused_text_kept = self._validation and value == self._value
        is_being_typed = self.hasFocus() and self._typing
        self._value = value
        if not (is_refused_text_kept or is_being_typed):
            self._show()

    def validation_error(self) -> str:
        return self._validation.message()

    def reject(self, value: float, why: str) -> None:
        """Keep the typed text, marked, with one sentence beside it.

        `value` stays the last valid number.
        """
        self._value = value
        self._typing = False
        self._validation.mark(why)

    def clear_error(self, *, restore: bool = False) -> None:
        if self._validation:
            self._validation.clear()
            if restore:
                self._show()

    def discard_typed(self) -> None:
        """Replace the typed text by the Document's number."""
        self._show()

    def set_spec(self, spec: Specification) -> None:
        self._spec = spec
        self.setAccessibleName(spec.title)
        self._typing = False
        self._show()

    def set_unit(self, unit: str) -> None:
        self._spec = replace(self._spec, unit=unit)
        self.set_value(self._value)

    def needed_width(self) -> int:
        """Return the pixels that its number takes without its unit."""
        return self.fontMetrics().horizontalAdvance(self._number(self._value)) + _PADDING

    def make_room_for(self, *values: float) -> None:
        metrics = QFontMetrics(self.font())
        widest = max(metrics.horizontalAdvance(self._text(value)) for value in values)
        self._roomy_values = values
        self.setFixedWidth(max(widest + _PADDING, scaled(_LEAST_WIDTH)))

    def changeEvent(self, event: QEvent) -> None:
        """Keep the width in letters when the size of type changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._roomy_values:
            self.make_room_for(*self._roomy_values)

    def stepBy(self, steps: int) -> None:
        if self._spec.kind == "int":
            stepped: float = self._spec.stepped(int(self._value), steps)
        else:
            stepped = float(f"{self._value + steps * self._step():.12g}")
            stepped = min(max(stepped, self._spec.minimum), self._spec.maximum)
        if self._spec.allows(stepped) and stepped != self._value:
            self._typing = False
            self.set_value(stepped)
            self.edited.emit(stepped, self._merge_key)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        return (
            QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
            | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        )

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        return QValidator.State.Acceptable, text, position

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(
            metrics.horizontalAdvance(f"{plain(-10_000_000)} {self._spec.unit}") + 20, scaled(24)
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(56), scaled(24))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_value(self._value)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # The event is spontaneous when the window is minimised.
        if not event.spontaneous():
            self.clear_error(restore=True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin a new merge key: steps made while the box has the focus are one undo step."""
        self._merge_key = f"number {next(_merge_keys)}"
        super().focusInEvent(event)

    def event(self, event: QEvent) -> bool:
        decision = shortcut_override(event, is_edited=self._is_edited, not_typed=_NEVER_TYPED)
        return super().event(event) if decision is None else decision

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Restore the number on Escape, finish it on Return; numbers are typed without spaces."""
        key = event.key()
        was_typing = self._typing
        if key == Qt.Key.Key_Space:
            event.ignore()
        elif key == Qt.Key.Key_Escape and self._is_edited:
            self._show()
            self.selectAll()
        else:
            super().keyPressEvent(event)
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if not self._validation:
                    self.finished.emit()
                # A typed number must be shown before the dialog's default button acts.
                if was_typing or self._validation:
                    event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _step(self) -> float:
        if self._spec.scale == "linear" or not self._value:
            return 1.0
        return float(10.0 ** (math.floor(math.log10(abs(self._value))) - 1))

    def _show(self) -> None:
        text = self._text(self._value)
        if QFontMetrics(self.font()).horizontalAdvance(text) > self.width() - _PADDING:
            text = self._number(self._value)
        if text != self.lineEdit().text():
            self.lineEdit().setText(text)
        self._typing = False
        self.clear_error()

    @property
    def _is_edited(self) -> bool:
        return self._typing or bool(self._validation)

    def _begin_typing(self) -> None:
        self._typing = True
        self.pause.start()
        if self._typed() is not None:
            self.clear_error()

    def _emit_paused(self) -> None:
        if self._typing and (typed := self._typed()) not in (None, self._value):
            self.paused.emit(typed)

    def _typed(self) -> float | int | None:
        typed = read_number(self.lineEdit().text(), self._spec.unit)
        return None if typed is None or not self._spec.allows(typed) else typed

    def _text(self, value: float) -> str:
        written = self._number(value)
        return written if written == self._spec.zero else in_unit(written, self._spec.unit)

    def _number(self, value: float) -> str:
        if self._spec.zero and not value:
            return self._spec.zero
        return steady(value) if self._is_animated else plain(value)

    def _commit(self) -> None:
        if not self._typing:
            return
        typed = self._typed()
        self._typing = False
        if typed is None:
            self.reject(self._value, requirement(self._spec))
            self.rejected.emit(self.validation_error())
            return
        self._merge_key = f"number {next(_merge_keys)}"
        changed = typed != self._value
        self.set_value(typed)
        if changed:
            self.edited.emit(typed, "")
