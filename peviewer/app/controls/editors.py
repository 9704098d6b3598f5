"""Editors of numbers, choices, switches, texts and files, each made from a field's specification.

Every editor has ``value()``, ``set_value(value)``, which emits nothing, and the
signal ``edited(value, key)``: the user's new value; edits of one drag share a
non-empty key. Most have the signal ``finished`` too: the user made a choice by
mouse, or pressed Return.
"""

import html
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QWidget

from peviewer.app.controls.choice import ChoiceBox, Segments
from peviewer.app.controls.colormap_box import ColormapBox
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.text_boxes import MAX_LETTERS, LineBox
from peviewer.app.look.parts import in_row
from peviewer.app.session.session import Session
from peviewer.base.formula import Formula
from peviewer.base.specification import Specification
from peviewer.document.animation import FOLLOWED_SECTIONS, field_specification, shown_value
from peviewer.document.document import Document
from peviewer.document.view import COLORMAPS
from peviewer.live.text import unbroken


class TextSwitch(QWidget):
    """A check box and a line of text: off, on, or on with the user's own text."""

    # Emitted with true, false or the text, as the user wants it, and an empty key.
    edited = Signal(object, str)

    # It was switched by the mouse, or Return was pressed.
    finished = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.switch = QCheckBox(title)
        self.line = QLineEdit(placeholderText="Its own", maxLength=MAX_LETTERS)
        # With the focus of a click, Space would switch it back.
        self.switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.line.setAccessibleName(f"{title}: text in its place")
        in_row(self.switch, (self.line, 1), inside=self, margins=(0, 0, 0, 0), spacing=8)
        self.setFocusProxy(self.switch)
        self.switch.clicked.connect(self._switched)
        self.line.textEdited.connect(self._typed)
        self.line.returnPressed.connect(self.finished)

    def value(self) -> bool | str:
        return self.switch.isChecked() and (self.line.text().strip() or True)

    def set_value(self, value: bool | str) -> None:
        self.switch.setChecked(bool(value))
        # When it is switched off, the text stays for the next time. While the user types, spaces at
        # the end of the text stay.
        if isinstance(value, str) and value != self.line.text().strip():
            self.line.setText(value)

    def isChecked(self) -> bool:
        return self.switch.isChecked()

    def _switched(self) -> None:
        self.edited.emit(self.value(), "")
        self.finished.emit()

    def _typed(self) -> None:
        self.switch.setChecked(True)
        self.edited.emit(self.value(), "")


class Switch(QCheckBox):
    """A check box with the field's title."""

    # Emitted with on or off, as the user wants it, and an empty key.
    edited = Signal(object, str)

    # It was switched by the mouse.
    finished = Signal()

    def __init__(self, title: str) -> None:
        super().__init__(title)
        # With the focus of a click, Space would switch it back.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(lambda on: self.edited.emit(on, ""))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.finished.emit()

    def value(self) -> bool:
        return self.isChecked()

    def set_value(self, value: bool) -> None:
        self.setChecked(value)


Editor = NumberBox | ChoiceBox | Segments | Switch | TextSwitch | LineBox


def editor(spec: Specification, *, segmented: bool = False, animated: bool = False) -> Editor:
    labels = {choice: spec.label(choice) for choice in spec.choices}
    made: Editor
    if spec.worded:
        made = TextSwitch(spec.title)
    elif spec.kind == "bool":
        made = Switch(spec.title)
    elif spec.kind in ("int", "float"):
        has_default = spec.default is not None
        made = NumberBox(spec if has_default else replace(spec, default=spec.minimum), animated)
    elif spec.typed or spec.kind == "numbers":
        made = LineBox(spec.title, is_text=spec.kind != "numbers")
    elif segmented and Segments.have_room(labels):
        made = Segments(labels, spec.title)
    else:
        box = ColormapBox if spec.choices == COLORMAPS else ChoiceBox
        made = box(labels, spec.title, spec.groups)
    if spec.kind in ("bool", "choice") and spec.default is not None:
        made.set_value(spec.default)
    describe(made, spec)
    return made


def label(spec: Specification) -> QLabel:
    symbol = f"\N{NO-BREAK SPACE}<i>{html.escape(spec.symbol)}</i>" if spec.symbol else ""
    made = QLabel(f"<span>{html.escape(spec.title)}{symbol}</span>")
    made.setObjectName("label")
    return made


def add_accessible_label(box: QWidget, name: str) -> None:
    """Give a box without a visible label a hidden one, for screen readers.

    Without it Qt has a drop-down's current choice read, but not its name.
    """
    hidden = QLabel(name, box.parentWidget())
    hidden.setBuddy(box)
    hidden.hide()


def describe(widget: QWidget, spec: Specification) -> None:
    """Set a tooltip and an accessible description: help, formula and what is allowed."""
    is_numeric = spec.kind in ("int", "float", "numbers")
    allowed = f"Allowed: {spec.allowed()}" if is_numeric else ""
    # A narrow field has no room for the unit.
    allowed += f", in {spec.unit}" if is_numeric and spec.unit else ""
    formula = Formula(spec.formula)
    lines = "<br>".join(filter(None, (html.escape(spec.help), formula.html, html.escape(allowed))))
    widget.setToolTip(unbroken(f"<p style='white-space: pre-wrap'>{lines}</p>"))
    sentences = (spec.help.rstrip("."), formula.text, allowed)
    widget.setAccessibleDescription(". ".join(filter(None, sentences)))


def bind(editor: Editor, session: Session, path: str) -> None:
    """Let an editor edit one field of the Document, and follow other edits of the field."""

    def read(document: Document) -> Any:
        return shown_value(field_specification(document, path), document, path)

    def edit(value: object, key: str) -> None:
        is_allowed = session.edit({path: value}, merge=key)
        # The new value may differ from the typed one: some fields are limited by the encoding.
        new_value = read(session.document)
        if isinstance(editor, NumberBox) and not is_allowed:
            editor.reject(new_value, session.validation_error)
        else:
            editor.set_value(new_value)

    editor.edited.connect(edit)
    if isinstance(editor, NumberBox):
        session.opened.connect(lambda: editor.clear_error(restore=True))
    sections = f"{path} {FOLLOWED_SECTIONS}"
    session.watch(read, lambda document: editor.set_value(read(document)), of=sections)
