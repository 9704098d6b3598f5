"""The dialog of Several values: a field, and the values of it that are compared."""

import html
from collections.abc import Sequence
from functools import partial
from itertools import count

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QDialog, QLabel, QLineEdit, QPushButton, QWidget

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.controls.text_boxes import MAX_LETTERS
from peviewer.app.controls.validation import ValidationMark
from peviewer.app.look.parts import HeaderButton, in_column, in_row
from peviewer.app.look.themes import shown_palette
from peviewer.app.session.session import Session
from peviewer.base.explanations import as_control_says
from peviewer.base.specification import Specification, specifications
from peviewer.base.typed_values import read_value
from peviewer.base.words import unstarred
from peviewer.document.comparing import listed_field
from peviewer.document.comparison import MOST_VALUES
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import with_value
from peviewer.figures.compare.several import SHADES, value_colors, value_names
from peviewer.model.encodings.scheme import Scheme

WIDTH = 380
MARGINS = (20, 18, 20, 16)
NOTE = (
    "Panes draw a curve of each, or list its numbers in a column. Other fields are those of the "
    "encoding."
)
_merge_keys = count(1)


def coloured_names(document: Document) -> list[str]:
    """Return what several values are called, as rich text with the colours of their curves."""
    encodings = [each.encoding for each in document.documents_of_values]
    if not encodings:
        return []
    palette = shown_palette()
    colours = [palette.role(role) for role in value_colors(encodings)]
    # Colours come again beyond six, dashed, as in the plots.
    lines = ["━" if number < SHADES else "╍" for number in range(len(encodings))]
    # Each stays on one line.
    names = [
        html.escape(unstarred(name)).replace(" ", "&nbsp;").replace("-", "&#8209;")
        for name in value_names(encodings)
    ]
    return [
        f'<span style="color: {colour}">{line}&nbsp;{name}</span>'
        for colour, line, name in zip(colours, lines, names, strict=True)
    ]


def fields_to_list(scheme: Scheme) -> dict[str, Specification]:
    """Return the fields of which several values can be listed, by their names.

    They are those that a user chooses.
    """
    chosen = [
        spec
        for spec in specifications(type(scheme))
        if not spec.hidden and spec.applies(scheme, scheme)
    ]
    return {
        spec.name: spec
        for spec in chosen
        if spec.kind in ("int", "float", "choice", "bool") or spec.typed
    }


class SeveralValues(QDialog):
    """Chooses a field and its values.

    What is chosen is drawn at once, and undone like everything, as one step.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Several values")
        self._session = session
        self._merge_key = f"several values {next(_merge_keys)}"
        self._specs = fields_to_list(session.document.encoding)
        titles = {name: f"{spec.title} {spec.symbol}".strip() for name, spec in self._specs.items()}
        self.field = ChoiceBox(titles, "Field")
        self.rows = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self.line = QLineEdit(maxLength=MAX_LETTERS)
        self.choice = ChoiceBox({}, "Value")
        self.add_button = QPushButton("Add", autoDefault=False)
        self._error = ValidationMark(self.line)
        self._lay_out()
        self.field.edited.connect(self._show_field)
        self.line.textEdited.connect(self._check)
        self.line.returnPressed.connect(self._add)
        self.add_button.clicked.connect(self._add)
        listed = session.document.compare.several
        known = listed_field([*listed, session.document.encoding]) if listed else "dim"
        self.field.set_value(known if known in self._specs else next(iter(self._specs)))
        self._show_field()

    @property
    def spec(self) -> Specification:
        """The field whose values are listed."""
        return self._specs[str(self.field.value())]

    @property
    def listed(self) -> tuple[Scheme, ...]:
        """The encodings that are compared by values of the field."""
        several = self._session.document.compare.several
        own = self._session.document.encoding
        return several if several and listed_field([*several, own]) == self.spec.name else ()

    def _lay_out(self) -> None:
        note = QLabel(NOTE, wordWrap=True)
        note.setObjectName("unit")
        # Return adds a value.
        closing = QPushButton("Close", autoDefault=False)
        closing.clicked.connect(self.accept)
        named = QLabel("Field")
        named.setBuddy(self.field)
        adding = in_row((self.line, 1), (self.choice, 1), self.add_button, spacing=8)
        foot = closing, 0, Qt.AlignmentFlag.AlignRight
        fields = in_row(named, (self.field, 1), spacing=10)
        in_column(
            fields, self.rows, adding, note, None, foot, inside=self, margins=MARGINS, spacing=12
        )
        self.setMinimumWidth(WIDTH)

    def _show_field(self) -> None:
        """Show the values of the field, and how another one is given."""
        is_choice = self.spec.kind in ("choice", "bool")
        self.line.setVisible(not is_choice)
        self.choice.setVisible(is_choice)
        self.line.clear()
        self.line.setAccessibleName(f"Another value of {self.spec.title}")
        self.line.setPlaceholderText(f"Another value of {self.spec.title}")
        self._show_values()
        (self.choice if is_choice else self.line).setFocus()

    def _show_values(self) -> None:
        while (item := self.rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        document = self._session.document
        several = [each.encoding for each in document.documents_of_values] if self.listed else []
        names = coloured_names(document) if several else [self._name(document.encoding)]
        for scheme, name in zip(several or [document.encoding], names, strict=True):
            self.rows.addWidget(self._row(scheme, name))
        self._offer_choices()
        self._check()

    def _row(self, scheme: Scheme, name: str) -> QWidget:
        """Return the line of one value; one that is not the encoding's own can be taken out."""
        line = QWidget()
        label = QLabel(name, textFormat=Qt.TextFormat.RichText)
        if scheme == self._session.document.encoding:
            beside: QWidget = QLabel("the encoding's own")
            beside.setObjectName("unit")
        else:
            beside = HeaderButton("close", f"Take out {self._name(scheme)}", revealed=True)
            beside.clicked.connect(partial(self._take_out, scheme))
        in_row((label, 1), beside, inside=line, margins=(0, 0, 0, 0), spacing=8)
        line.setMinimumHeight(26)
        return line

    def _name(self, scheme: Scheme) -> str:
        return unstarred(scheme.value_name(self.spec.name))

    def _offer_choices(self) -> None:
        """Offer the choices that are not drawn yet."""
        labels = {choice: self.spec.label(choice) for choice in self.spec.choices}
        if self.spec.kind == "bool":
            labels = {"true": "On", "false": "Off"}
        drawn = [
            str(getattr(scheme, self.spec.name)).lower()
            for scheme in (self._session.document.encoding, *self.listed)
        ]
        self.choice.offer(
            {choice: label for choice, label in labels.items() if choice.lower() not in drawn}
        )

    @property
    def _typed(self) -> str:
        return str(self.choice.value() or "") if self.line.isHidden() else self.line.text().strip()

    def _check(self) -> None:
        """Say below the line why its value cannot be added."""
        why = self._refusal(self._typed) if self._typed else ""
        if why != self._error.message():
            self._error.mark(why) if why else self._error.clear()
        self.add_button.setEnabled(bool(self._typed) and not why)

    def _refusal(self, text: str) -> str:
        """Return why a value cannot be added; empty if it can."""
        document = self._session.document
        if len(self.listed) >= MOST_VALUES:
            return f"There are {MOST_VALUES} values already: take one out first"
        try:
            scheme = with_value(document, self.spec.name, read_value(text))
        except DocumentError as error:
            return as_control_says(str(error), self.spec)
        return (
            f"{self._name(scheme)} is listed already"
            if scheme in (document.encoding, *self.listed)
            else ""
        )

    def _add(self) -> None:
        if not self.add_button.isEnabled():
            return
        added = with_value(self._session.document, self.spec.name, read_value(self._typed))
        self._draw([*self.listed, added])
        self.line.clear()
        self._check()

    def _take_out(self, scheme: Scheme) -> None:
        self._draw([other for other in self.listed if other != scheme])

    def _draw(self, schemes: Sequence[Scheme]) -> None:
        changes = {"compare.several": tuple(schemes)}
        self._session.edit(changes, merge=self._merge_key, text="draw several values")
        self._show_values()
