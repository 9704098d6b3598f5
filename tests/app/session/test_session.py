import re
from operator import attrgetter

import pytest

from peviewer.app.session.session import STEPS
from peviewer.app.session.undo import first_title
from peviewer.document.document import Document
from peviewer.figures.presets import preset
from peviewer.model.encodings.catalog import SCHEMES


@pytest.fixture
def changes(session):
    """Collect what the session announces."""
    heard = []
    session.changed.connect(lambda old, new: heard.append((old, new)))
    return heard


def settle(qtbot, session):
    with qtbot.waitSignal(session.changed, timeout=1000):
        pass


def test_edits_are_made_at_once_and_those_of_one_turn_announced_together(session, changes, qtbot):
    before = session.document
    for length in range(1, 20):
        session.edit({"encoding.length": length})
    session.edit({"shift.phi": 3}, undoable=False)
    assert session.document.encoding.length == 19
    assert session.document.shift.phi == 3
    assert changes == []
    settle(qtbot, session)
    assert changes == [(before, session.document)]


def test_a_watch_is_told_now_and_whenever_what_it_reads_has_changed(session, qtbot):
    emitted = []
    session.watch(attrgetter("shift.phi", "view"), emitted.append)
    assert emitted == [session.document]
    session.edit({"encoding.length": 50, "cursor.position": 3})
    settle(qtbot, session)
    assert len(emitted) == 1
    for phi in (1, 2, 3):
        session.edit({"shift.phi": phi})
    settle(qtbot, session)
    assert emitted[1:] == [session.document]
    session.undo_stack.undo()
    settle(qtbot, session)
    expected = [100, 3, 2]
    assert [document.shift.phi for document in emitted] == expected


def test_what_is_not_allowed_is_refused_in_one_line_and_changes_nothing(session, changes, qtbot):
    before = session.document
    with qtbot.waitSignal(session.rejected) as refused:
        assert not session.edit({"encoding.dim": 0, "encoding.length": 7})
    assert "encoding.dim = 0 is not allowed" in refused.args[0]
    assert session.document is before
    assert session.undo_stack.count() == 0


def test_each_drag_is_one_step_and_what_changes_nothing_is_none(session):
    assert session.edit({"encoding.length": session.document.encoding.length})
    for length in (10, 20, 30):
        session.edit({"encoding.length": length}, merge="drag 1")
    for length in (40, 50):
        session.edit({"encoding.length": length}, merge="drag 2")
    assert session.undo_stack.count() == 2
    session.undo_stack.undo()
    assert session.document.encoding.length == 30
    session.undo_stack.undo()
    assert session.document == Document()


def test_edits_of_another_scheme_never_merge_with_those_of_the_one_before(session):
    session.edit({"encoding.dim": 64}, merge="drag 1")
    session.edit({"encoding.scheme": "alibi"}, merge="drag 1")
    session.edit({"encoding.heads": 4}, merge="drag 1")
    assert session.undo_stack.count() == 3
    session.undo_stack.undo()
    assert session.document.encoding.heads != 4
    session.undo_stack.undo()
    assert session.document.encoding.dim == 64
    session.undo_stack.undo()
    assert session.document == Document()


def test_undo_moves_neither_the_cursor_nor_the_zoom(session):
    session.edit({"encoding.length": 50})
    session.edit({"cursor.position": 9, "view.zoom": {"position": (0.0, 9.0)}}, undoable=False)
    session.undo_stack.undo()
    assert session.document.encoding.length == Document().encoding.length
    assert session.document.cursor.position == 9
    assert session.document.view.zoom == {"position": (0.0, 9.0)}


def test_opening_sets_document_baseline_and_title_and_is_one_step(session, changes, qtbot):
    preset = Document().edited({"encoding.length": 10, "encoding.dim": 6, "cursor.position": 2})
    session.edit({"cursor.position": 5}, undoable=False)
    session.open(preset, "Tiny")
    assert session.document == preset
    assert session.baseline == preset
    assert session.title == "Tiny"
    settle(qtbot, session)
    assert len(changes) == 1
    assert session.undo_stack.undoText() == "open Tiny"
    session.undo_stack.undo()
    assert session.document.cursor.position == 5
    assert session.baseline == Document()
    assert session.title == "Test"
    session.undo_stack.redo()
    assert session.document == preset
    assert session.title == "Tiny"


def test_the_last_steps_are_kept_and_earlier_ones_let_go(session):
    for length in range(1, STEPS + 20):
        session.edit({"encoding.length": length})
    assert session.undo_stack.count() == STEPS
    session.undo_stack.setIndex(0)
    assert session.document.encoding.length == 19
    session.undo_stack.setIndex(STEPS)
    assert session.document.encoding.length == STEPS + 19


def test_a_preset_with_another_scheme_is_no_longer_that_preset(session):
    known = preset("steps")
    session.open(known.document, known.title)
    session.edit({"encoding.length": 7})
    assert session.current_title == f"{known.title}, changed"
    assert session.left_preset is False
    session.edit({"encoding.scheme": "t5"})
    assert session.current_title == "T5"
    assert session.title == known.title
    assert session.left_preset is True
    assert session.words is None
    session.undo_stack.undo()
    assert session.current_title == f"{known.title}, changed"
    assert session.left_preset is False
    session.open(known.document, "my own.peview")
    session.edit({"encoding.scheme": "t5"})
    assert session.current_title == "my own.peview", "a file stays that file"


def test_a_preset_is_called_changed_once_it_is_no_longer_what_its_name_says(session):
    known = preset("rope-llama-2")
    session.open(known.document, known.title)
    for changes in (
        {"shift.phi": 3.5},
        {"cursor.position": 7},
        {"view.panes": ["score"]},
        {"play.moves": "shift.phi"},
    ):
        session.edit(changes)
        assert session.current_title == known.title, changes
    session.edit({"encoding.base": 500_000.0})
    assert session.named_with_size == "RoPE of LLaMA 2, changed · 4\u2009096 × 128"
    session.edit({"encoding.base": 10_000.0})
    assert session.current_title == known.title


def test_a_position_that_is_not_there_is_said_where_it_was_asked_for(session):
    lines = []
    session.replaced.connect(lines.append)
    session.edit({"encoding.length": 60})
    session.edit({"cursor.position": 10_000})
    assert lines == ["Position t = 10\u2009000 is none of 0 to 59: 59 is shown"]
    session.edit({"encoding.length": 30})
    session.edit({"cursor.position": 7})
    assert len(lines) == 1, "a shorter table is no such question"


def test_what_is_named_after_its_encoding_is_named_after_the_present_one(session):
    rope = session.document.edited({"encoding.scheme": "rope"})
    session.open(rope, "RoPE")
    session.edit({"encoding.length": 37})
    assert session.named_with_size == "RoPE · 37 × 128"
    session.edit({"encoding.scheme": "alibi"})
    assert session.named_with_size == "ALiBi · 37 positions, 8 heads"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_undo_step_of_any_field_is_called_by_words(scheme):
    document = Document().edited({"encoding.scheme": scheme})
    for path in document.paths():
        name = first_title(document, {path: None})
        assert re.match(r"(no |M\(φ\) )?[a-z]{3,}", name), f"Undo {name} ({path})"


def test_a_drag_that_comes_back_to_where_it_began_is_no_step(session):
    begun_at = session.document.encoding.length
    for length in (10, 20, begun_at):
        session.edit({"encoding.length": length}, merge="drag")

    assert session.undo_stack.count() == 0
    assert session.undo_stack.isClean()
