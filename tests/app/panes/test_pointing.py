"""The cursor that all panes share: what is pointed at, what is pinned, and what the status line says of both."""

import pytest

from peviewer.app.panes.pointing import Pointing
from peviewer.document.document import Document
from peviewer.figures.readings import Reading
from peviewer.model.encodings.rope import Rope


@pytest.fixture
def pointing(session):
    return Pointing(session)


def test_hovering_changes_no_document_and_a_click_pins_the_cell_as_one_step(session, pointing):
    pointing.hover({"position": 5, "dimension": 2})
    assert pointing.text().startswith("t = 5, j = 2 (pair 1, sin)")
    pointing.leave()
    assert pointing.hovered == {}
    assert pointing.pinned == {}
    assert pointing.text() == ""
    assert session.document == Document()
    pointing.hover({"position": 5, "dimension": 2})
    pointing.click()
    pointing.leave()
    assert pointing.pinned == {"position": 5, "dimension": 2}
    assert session.document.cursor.position == 5
    assert session.document.cursor.dimension == 2
    assert pointing.text().startswith("t = 5, j = 2 (pair 1, sin)")
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "pin cursor"
    session.undo_stack.undo()
    assert pointing.pinned == {}
    assert session.document == Document()


PINS_AFTER_CLICKS = (
    ({"position": 5}, {"position": 5}),
    ({"position": 9, "dimension": 1}, {"position": 9, "dimension": 1}),
    ({"position": 9}, {}),  # the same line, in a pane without dimensions
)


def test_another_click_moves_the_pin_and_a_click_on_it_lets_go(session, pointing):
    for cell, pinned in PINS_AFTER_CLICKS:
        pointing.hover(cell)
        pointing.click()
        assert pointing.pinned == pinned
    assert session.document.cursor.position == 9
    session.undo_stack.undo()
    assert pointing.pinned == {"position": 9, "dimension": 1}


def test_whoever_moves_the_cursor_moves_the_pin_and_it_is_released_once(qtbot, session, pointing):
    pointing.release()
    assert session.undo_stack.count() == 0
    with qtbot.waitSignal(pointing.moved):
        session.edit({"cursor.position": 7, "cursor.pinned": ("position",)})
    assert pointing.pinned == {"position": 7}
    pointing.release()
    assert pointing.pinned == {}
    assert session.undo_stack.count() == 2


def test_pointing_measures_how_far_a_cell_is_from_the_pin(pointing):
    pointing.hover({"position": 5}, (Reading("distance", 2.0),))
    pointing.click()
    assert pointing.text() == "t = 5 · distance 2"
    pointing.hover({"position": 9}, (Reading("distance", 2.5),))
    assert pointing.text() == "t +4 from the pin · t = 9 · distance 2.5"


def test_a_click_pins_what_it_sets_where_that_is_not_what_is_pointed_at(session, pointing):
    pointing.click({"position": 5})
    assert session.undo_stack.count() == 0, "nothing is pointed at"
    pointing.hover({"other": 5})
    pointing.click({"position": 5})
    assert pointing.pinned == {"position": 5}
    assert session.document.cursor.position == 5
    assert session.document.cursor.other == 0
    pointing.click({"position": 5})
    assert pointing.pinned == {}


def test_a_click_on_a_layer_makes_its_rule_a_and_a_second_click_undoes_it(session, pointing):
    full = Rope(base=1e6)
    sliding = Rope(base=1e4)
    layers = {"layers.rules": (full, sliding), "layers.indices": (1, 0)}
    document = Document().opening(full).edited({"compare.against": sliding, **layers})
    session.open(document, "model")
    session.edit({"encoding.base": 77.0})
    steps = session.undo_stack.count()
    pointing.hover({"layer": 0})
    pointing.click()
    assert session.document.encoding == sliding
    assert session.undo_stack.count() == steps + 1
    pointing.undo_click()  # as the first half of a double click
    assert session.document.encoding == Rope(base=77.0)
    assert session.document.compare.against == sliding
