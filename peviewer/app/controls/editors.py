"""The one family of editors: of numbers, choices, switches, texts and files, made from a field's specification alone.

Every editor has ``value()``, ``set_value(value)``, which emits nothing, and the
signal ``edited(value, key)``: the user's new value; edits of one gesture, as of
a drag, share a non-empty key. Most have the signal ``finished`` too: the user
made a choice by mouse, or pressed Return, and is through with the editor.
"""

import html
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from peviewer.app.controls.choice import ChoiceBox, Segments
from peviewer.app.controls.composite_boxes import FileBox, KeyedBox, TextSwitch
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.text_boxes import LineBox, NumbersBox
from peviewer.app.session.session import Session
from peviewer.base.parameters import Specification
from peviewer.document.animation import field_specification, shown_value
from peviewer.document.document import Document
from peviewer.live.text import raised, typeset


class Switch(QCheckBox):
    """A check box with the field's title."""

    edited = Signal(object, str)
    """On or off, as the user wants it, and an empty key."""
    finished = Signal()
    """It was switched by the mouse."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click Space would switch it back
        self.clicked.connect(lambda on: self.edited.emit(on, ""))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Switch, and be through with it."""
        super().mouseReleaseEvent(event)
        self.finished.emit()

    def value(self) -> bool:
        """Return whether it is on."""
        return self.isChecked()

    def set_value(self, value: bool) -> None:
        """Switch it on or off; emits nothing."""
        self.setChecked(value)


Editor = NumberBox | NumbersBox | ChoiceBox | Segments | Switch | TextSwitch | FileBox | KeyedBox | LineBox


def editor(spec: Specification, *, segmented: bool = False, animated: bool = False) -> Editor:
    """Return the editor of a field, showing its default.

    Parameters
    ----------
    spec : Specification
        What the field's declaration says. One whose declaration does not say
        what can be chosen is a box that is told by :meth:`ChoiceBox.offer`.
    segmented : bool
        True where a few short choices are to stand beside one another.
    animated : bool
        True for a number that may be moving: it keeps its decimals then.
    """
    labels = {choice: spec.label(choice) for choice in spec.choices}
    made: Editor
    if spec.worded:
        made = TextSwitch(spec.title)
    elif spec.kind == "bool":
        made = Switch(spec.title)
    elif spec.kind in ("int", "float"):
        made = NumberBox(spec if spec.default is not None else replace(spec, default=spec.minimum), animated)
    elif spec.files:
        made = FileBox(spec.title, spec.files)
    elif spec.kind == "numbers":
        made = NumbersBox(spec)
    elif spec.keyed:
        made = KeyedBox(spec.title)
    elif spec.typed:
        made = LineBox(spec.title)
    elif segmented and Segments.have_room(labels):
        made = Segments(labels, spec.title)
    else:
        made = ChoiceBox(labels, spec.title, spec.groups)
    if spec.kind in ("bool", "choice") and spec.default is not None:
        made.set_value(spec.default)
    describe(made, spec)
    return made


def label(spec: Specification) -> QLabel:
    """Return the field's title with its symbol in italics."""
    symbol = f"\N{NO-BREAK SPACE}<i>{html.escape(spec.symbol)}</i>" if spec.symbol else ""
    made = QLabel(f"<span>{html.escape(spec.title)}{symbol}</span>")
    made.setObjectName("label")
    return made


def add_accessible_label(box: QWidget, name: str) -> None:
    """Give a box without a label one that is only heard: of a list Qt by itself reads out what is chosen."""
    unseen = QLabel(name, box.parentWidget())
    unseen.setBuddy(box)
    unseen.hide()


def describe(widget: QWidget, spec: Specification) -> None:
    """Say what a field does, its formula, and what it allows: to those who see the tooltip and to those who hear it."""
    allowed = f"Allowed: {spec.allowed()}" if spec.kind in ("int", "float", "numbers") else ""
    seen = (raised(spec.help), typeset(spec.formula), html.escape(allowed))
    widget.setToolTip("<p style='white-space: pre-wrap'>" + "<br>".join(filter(None, seen)) + "</p>")
    widget.setAccessibleDescription(". ".join(filter(None, (spec.help.rstrip("."), spec.formula, allowed))))


def bind(editor: Editor, session: Session, path: str) -> None:
    """Let an editor edit one field of the Document, and follow it wherever else it is edited."""

    def read(document: Document) -> Any:
        return shown_value(field_specification(document, path), document, path)

    def edit(value: object, key: str) -> None:
        if session.edit({path: value}, merge=key):
            editor.set_value(read(session.document))  # what was typed may be beyond what there is
        elif isinstance(editor, NumberBox):
            editor.reject(read(session.document), session.validation_error)
        else:
            editor.set_value(read(session.document))

    editor.edited.connect(edit)
    if isinstance(editor, NumberBox):
        session.opened.connect(lambda: editor.clear_error(restore=True))
    session.watch(read, lambda document: editor.set_value(read(document)))
