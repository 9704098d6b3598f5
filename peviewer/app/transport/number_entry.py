"""Typing a number of the scrubber: a box over the number, until it is typed or given up."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from peviewer.app.controls.number_box import NumberBox
from peviewer.app.look.type_size import scaled
from peviewer.app.transport.inputs import Field

# The least width of the box, in pixels of usual type.
_WIDTH = 84


class NumberEntry(QObject):
    """Boxes inside a widget, one a field, of which at most one is shown.

    Return takes what is typed and Escape gives it up; then the widget of the number has the focus
    again. A number that is not allowed stays, with what is allowed beside it.
    """

    def __init__(self, inside: QWidget, new_box: Callable[[Field], NumberBox]) -> None:
        super().__init__(inside)
        self._inside = inside
        self._new_box = new_box
        self.boxes: dict[Field, NumberBox] = {}
        self._opener: QWidget = inside

    def open(self, field: Field, over: QRect, opener: QWidget) -> None:
        """Show the box of a field over a rectangle of the widget; `opener` shows its number."""
        self.close()
        self._opener = opener
        box = self._box(field)
        box.make_room_for(box.value())
        width = max(scaled(_WIDTH), box.minimumWidth())
        box.setFixedWidth(width)
        height = box.sizeHint().height()
        left = over.center().x() - width // 2
        last_left = self._inside.width() - width
        top = over.center().y() - height // 2
        last_top = self._inside.height() - height
        box.setGeometry(max(0, min(left, last_left)), max(0, min(top, last_top)), width, height)
        box.show()
        box.raise_()
        box.setFocus()
        box.selectAll()

    def close(self) -> None:
        for box in self.boxes.values():
            if box.isVisible():
                has_focus = box.hasFocus()
                box.hide()
                if has_focus:
                    self._opener.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Escape, before it is a shortcut of the window."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(watched, NumberBox):
            watched.clear_error(restore=True)
            watched.discard_typed()
            self.close()
            return True
        return False

    def _box(self, field: Field) -> NumberBox:
        if field not in self.boxes:
            box = self._new_box(field)
            box.setParent(self._inside)
            box.installEventFilter(self)
            box.editingFinished.connect(lambda: self._finish(box))
            self.boxes[field] = box
        return self.boxes[field]

    def _finish(self, box: NumberBox) -> None:
        if not box.validation_error():
            self.close()
