"""The dialog of Several values: each value is checked as it is typed, drawn once it is added, and can be taken out."""

from html import unescape

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from peviewer.app.look.parts import HeaderButton
from peviewer.app.session.session import Session
from peviewer.app.window.several_values import SeveralValues, coloured_names
from peviewer.document.document import Document
from peviewer.document.fields import with_several
from peviewer.figures.grammar import Curve
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES

ROPE = {"encoding.scheme": "rope", "encoding.length": 60, "encoding.dim": 64}


@pytest.fixture
def open_dialog(qtbot):
    """Return a function that shows the dialog for a Document with some fields."""

    def open_dialog(changes):
        session = Session(Document().edited(changes))
        dialog = SeveralValues(session)
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.show()
        return session, dialog

    return open_dialog


def choose_field(dialog, name):
    dialog.field.set_value(name)
    dialog.field.edited.emit(name, "")


def add(dialog, text):
    QTest.keyClicks(dialog.line, text)
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)


def listed(session, field):
    return [getattr(scheme, field) for scheme in session.document.compare.several]


def rows(dialog):
    """Return the names that are listed, without their colours."""
    lines = (dialog.rows.itemAt(place).widget() for place in range(dialog.rows.count()))
    texts = [
        unescape(line.findChildren(QLabel)[0].text()).removesuffix("</span>") for line in lines
    ]
    return [
        text.partition("━\N{NO-BREAK SPACE}")[2].replace("\N{NO-BREAK SPACE}", " ")
        for text in texts
    ]


def test_values_are_added_by_return_and_taken_out_by_their_buttons(open_dialog):
    session, dialog = open_dialog(ROPE)
    choose_field(dialog, "base")
    for text in ("5e5", "1000"):
        add(dialog, text)
    assert listed(session, "base") == [5e5, 1000]
    assert rows(dialog) == ["b = 10\u2009000", "b = 500\u2009000", "b = 1\u2009000"], (
        "the encoding's own first"
    )
    taking_out = dialog.rows.itemAt(1).widget().findChild(HeaderButton)
    assert taking_out.accessibleName() == "Take out b = 500\u2009000"
    taking_out.click()
    assert listed(session, "base") == [1000]
    assert dialog.rows.itemAt(0).widget().findChild(HeaderButton) is None, "it is always drawn"


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        (
            "base",
            "0.5",
            "Base must be a finite number from 1 to 1\u2009000\u2009000\u2009000\u2009000",
        ),
        ("dim", "7", "Head dimensions must be an even number from 2 to 16\u2009384"),
        ("dim", "much", "Head dimensions must be an even number from 2 to 16\u2009384"),
        ("dim", "64", "D = 64 is listed already"),
    ],
)
def test_a_value_that_cannot_be_stays_with_the_reason_under_the_field(
    open_dialog, field, text, why
):
    session, dialog = open_dialog(ROPE)
    choose_field(dialog, field)
    add(dialog, text)
    assert dialog.isVisible()
    assert dialog.line.text() == text
    assert dialog.line.accessibleDescription() == why
    assert not dialog.add_button.isEnabled()
    assert session.document.compare.several == ()
    dialog.line.selectAll()
    QTest.keyClicks(dialog.line, "8")
    assert dialog.line.accessibleDescription() == ""
    assert dialog.add_button.isEnabled()


def test_a_ninth_value_is_refused(open_dialog):
    session, dialog = open_dialog(ROPE)
    choose_field(dialog, "dim")
    expected = list(range(2, 18, 2))
    for dim in [*expected, 18]:
        add(dialog, str(dim))
    assert listed(session, "dim") == expected
    assert dialog.line.accessibleDescription() == "There are 8 values already: take one out first"


def test_choices_are_offered_until_they_are_drawn(open_dialog):
    session, dialog = open_dialog(ROPE)
    choose_field(dialog, "scaling")
    assert dialog.line.isHidden()
    offered = [dialog.choice.itemText(place) for place in range(dialog.choice.count())]
    assert "None" not in offered, "it is the encoding's own"
    dialog.choice.set_value("yarn")
    dialog.add_button.click()
    assert listed(session, "scaling") == ["yarn"]
    assert "YaRN" not in [dialog.choice.itemText(place) for place in range(dialog.choice.count())]


def test_all_that_was_chosen_is_one_step_and_shown_again(open_dialog, qtbot):
    session, dialog = open_dialog(ROPE)
    choose_field(dialog, "base")
    for text in ("50", "60"):
        add(dialog, text)
    again = SeveralValues(session)
    qtbot.addWidget(again)
    assert again.field.value() == "base"
    assert rows(again) == rows(dialog)
    session.undo_stack.undo()
    assert session.document.compare.several == ()


def test_another_field_replaces_the_values_once_one_is_added(open_dialog):
    session, dialog = open_dialog(ROPE)
    choose_field(dialog, "base")
    add(dialog, "50")
    choose_field(dialog, "dim")
    assert listed(session, "base") == [50], "nothing is drawn of it yet"
    add(dialog, "8")
    assert listed(session, "dim") == [8]
    assert listed(session, "base") == [10_000]


@pytest.mark.parametrize(
    "values",
    [
        "dim=64,128,256",
        "dim=256,64",
        "schedule=paper,endpoint",
    ],
)
def test_names_have_the_colours_of_their_curves(themed, values):
    document = with_several(Document(), values)
    figure = PANES["frequencies"].figure(document)
    curves = [mark for mark in figure.panels[0].marks if isinstance(mark, Curve)]

    names = coloured_names(document)

    assert len(names) == len(values.split(","))
    for name, curve in zip(names, curves, strict=False):
        assert LIGHT.role(curve.color) in name
