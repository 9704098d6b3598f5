"""The Parameters panel and its groups: a control for each field, which edits the Document and follows it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QComboBox, QScrollArea

from peviewer.app.controls.group import Group
from peviewer.app.controls.heading import Heading
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.controls.row import Dot, Row
from peviewer.app.controls.slider import Slider
from peviewer.app.controls.text_boxes import LineBox
from peviewer.app.controls.validation import ValidationMessage
from peviewer.base.specification import specifications
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.model.encodings.catalog import SCHEMES
from tests.screen import different_pixels, standing


def shown(qtbot, widget):
    qtbot.addWidget(widget)
    widget.resize(300, 500)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)
    return widget


@pytest.fixture
def panel(session, qtbot):
    return shown(qtbot, ParametersPanel(session))


@pytest.fixture
def group(session, qtbot):
    """Return one group of some sections: the whole panel takes five times as long."""
    return shown(
        qtbot, Group("Some", session, ("encoding", "content", "cursor", "shift", "clocks"))
    )


def part(group, path, kind):
    return group.row(path).findChild(kind)


def controls(panel):
    return [row.control for row in panel.findChildren(Row) if row.isVisible()]


def edges(panel, kind, side):
    """Return the places at which the parts of one kind begin or end, in the panel's pixels."""
    parts = [control.findChild(kind) for control in controls(panel)]
    places = {
        getattr(part.rect(), side)() + part.mapTo(panel, QPoint()).x()
        for part in parts
        if part is not None
    }
    return places


def test_each_field_is_one_line_of_28_pixels_on_shared_edges(panel):
    assert {control.height() for control in controls(panel)} == {28}
    for kind in (NumberBox, Slider):
        assert len(edges(panel, kind, "left")) == 1
        assert len(edges(panel, kind, "right")) == 1
    assert edges(panel, QComboBox, "left") <= edges(panel, Slider, "left")
    assert {control.findChild(NumberBox).width() for control in numeric(panel)} == {72}


def numeric(panel):
    return [control for control in controls(panel) if control.findChild(NumberBox)]


def test_a_longer_number_widens_all_fields_until_something_else_is_opened(panel, session):
    def widths():
        session.flush()
        panel.building.finish()
        return {control.findChild(NumberBox).width() for control in numeric(panel)}

    session.edit({"encoding.base": 123_456_789_012})
    widened = widths()
    assert len(widened) == 1
    assert min(widened) > 72
    session.edit({"encoding.base": 10_000})
    assert widths() == widened, "no slider moves under the pointer"
    session.open(session.document, "Again")
    assert widths() == {72}


def test_every_visible_field_has_one_control_in_the_group_of_its_subject(panel):
    document = Document()
    expected = {
        f"{section}.{spec.name}"
        for section, fields in document.sections().items()
        for spec in specifications(type(fields))
        if not spec.hidden or section in PANE_SECTIONS
    }
    expected.add("encoding.scheme")  # no single scheme can declare it
    assert set(panel.paths()) == expected
    assert len(panel.paths()) == len(expected)
    titles = [heading.text() for heading in panel.findChildren(Heading) if heading.text() != "More"]
    assert titles == ["Encoding", "Compare", "View", *map(str.capitalize, PANE_SECTIONS)]


def test_a_refused_text_is_called_as_beside_its_box(group):
    box = part(group, "encoding.sentence", LineBox)
    box.setText("so " * 1001)
    box.setModified(True)
    box.editingFinished.emit()
    assert (
        box.validation_error()
        == "Sentence must be at most 1\u2009000 words with spaces between them"
    )


def test_a_drag_is_one_undo_step(group, session):
    dragged = part(group, "encoding.length", Slider)
    QTest.mousePress(dragged, Qt.MouseButton.LeftButton, pos=dragged.rect().center())
    for x in range(0, 60, 10):
        QTest.mouseMove(dragged, dragged.rect().center() + QPoint(x, 0))
    QTest.mouseRelease(dragged, Qt.MouseButton.LeftButton)
    assert session.document.encoding.length > 200
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.document == Document()


def test_controls_follow_the_document_without_an_echo(panel, session, edit):
    edits = {path: QSignalSpy(panel.control(path).edited) for path in panel.paths()}
    changes = {"encoding.length": 50, "pairwise.metric": "dot", "view.raw": True}
    edit(changes)
    assert {path: panel.control(path).value() for path in changes} == changes
    assert not any(spy.count() for spy in edits.values())
    assert session.undo_stack.count() == 1


@pytest.mark.parametrize(("changes", "path", "kept", "shown"), [
    ({"encoding.length": 1}, "cursor.position", 50, 0),
    ({"encoding.length": 10, "encoding.first": 90}, "cursor.position", 50, 90),
    ({"encoding.length": 10, "view.zoom": {"position": (0, 3)}}, "cursor.position", 50, 9),
    ({"encoding.dim": 2, "clocks.pair": 3}, "clocks.pair", 3, 0),
])  # fmt: skip
def test_a_control_says_what_figures_say_and_the_document_keeps_what_was_chosen(
    group, session, changes, path, kept, shown, edit
):
    edit(changes)
    assert session.document.get(path) == kept
    assert group.row(path).control.value() == shown
    assert path in changes or not part(group, path, Dot).isVisible()  # it was not chosen
    edit({name: Document().get(name) for name in changes if name != path})
    assert group.row(path).control.value() == kept


RANGES_OF_TRACKS = (
    (-30, 70, (-30, 70)),
    (70, -30, (-30, 70)),
    (5, 5, (-1000, 1000)),
)


def test_a_slider_has_the_range_of_its_track_and_of_the_table(group, edit):
    def ends(path):
        span = part(group, path, Slider).span()
        return span.low, span.high

    edit({"encoding.length": 1000})
    assert ends("cursor.position") == (0, 999)
    for start, stop, expected in RANGES_OF_TRACKS:
        edit({"play.tracks": {"shift.phi": {"start": start, "stop": stop}}})
        assert ends("shift.phi") == expected
    edit({"play.tracks": {"encoding.base": {"start": 170, "stop": 70}}})
    assert ends("encoding.base") == (70, 170)


def test_the_slider_of_a_head_reaches_as_far_as_heads_are_drawn(group, edit):
    edit({"encoding.scheme": "rope", "attention.vectors": "drawn"})
    for count in (5, 9):
        edit({"attention.head_count": count})
        assert part(group, "cursor.head", Slider).span().high == count


def test_a_dot_marks_what_differs_and_resets_it(group, session, edit):
    document = Document().edited({"encoding.length": 50})
    session.open(document, "Short")
    session.flush()
    length = part(group, "encoding.length", Dot)
    assert not length.isVisible()
    edit({"encoding.length": 60})
    assert length.isVisible()
    assert length.toolTip() == length.accessibleName() == "Reset length to 50"
    assert part(group, "encoding.layout", Dot).toolTip() == "Reset layout to “sin cos sin cos …”"
    assert part(group, "shift.operator", Dot).toolTip().startswith("Reset M(φ)")
    assert not part(group, "encoding.dim", Dot).isVisible()
    QTest.mouseClick(length, Qt.MouseButton.LeftButton)
    assert session.document.encoding.length == 50
    session.flush()
    assert not length.isVisible()
    assert session.undo_stack.undoText() == "length"


def test_a_reason_goes_where_its_field_is_scrolled_away_and_with_it(panel, session, qtbot):
    base = panel.control("encoding.base").findChild(NumberBox)
    base.setFocus()
    base.selectAll()
    QTest.keyClicks(base, "0\r")
    [message] = panel.findChildren(ValidationMessage)
    assert message.isVisible()
    bar = panel.findChild(QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: not message.isVisible())
    bar.setValue(0)
    qtbot.waitUntil(message.isVisible)
    session.edit({"encoding.scheme": "alibi"})
    with qtbot.waitSignal(message.destroyed):
        session.flush()
    panel.resize(320, 500)
    assert panel.findChildren(ValidationMessage) == []


def test_a_seldom_used_field_is_unfolded_into_sight(panel, qapp):
    control = panel.unfold("shift.operator")
    qapp.processEvents()
    shown = panel.findChild(QScrollArea).viewport()
    assert shown.rect().contains(control.rect().translated(control.mapTo(shown, QPoint())))


def visible(panel):
    """Return the paths of the fields whose rows are there to be seen."""
    return {path for path in panel.paths() if panel.control(path).isVisible()}


def test_what_does_nothing_with_a_scheme_is_not_offered(panel, edit):
    panel.fold((), more=("Encoding", "View"))
    before = visible(panel)
    assert {
        "encoding.dim",
        "content.kind",
        "shift.phi",
        "binary.bits",
        "pairwise.metric",
        "cursor.bit",
    } <= before
    edit({"encoding.scheme": "alibi"})
    expected = {
        "encoding.scheme",
        "encoding.length",
        "encoding.first",
        "encoding.sentence",
        "encoding.heads",
        "encoding.largest",
        "encoding.at",
        "encoding.ring",
        "view.colormap",
        "view.raw",
        "view.linked",
        "cursor.position",
        "cursor.head",
        "attention.causal",
        "attention.query",
        "terms.shows",
        "terms.matrices",
        "terms.mask",
        "terms.seed",
    }
    assert visible(panel) == expected
    headings = {heading.text() for heading in panel.findChildren(Heading) if heading.isVisible()}
    assert headings == {"Encoding", "View", "Attention", "Terms", "More"}
    edit({"encoding.scheme": "sinusoidal"})
    assert visible(panel) == before


def take_turns(qapp, count=20):
    for _ in range(count):
        qapp.processEvents()


@pytest.mark.parametrize("scheme", ["rope", "alibi", "sincos"])
def test_a_change_of_scheme_alters_the_screen_once(panel, session, qapp, scheme):
    panel.fold((), more=("Encoding", "View"))
    while panel.building.is_under_way:  # longer than 20 turns on a busy machine
        qapp.processEvents()
    take_turns(qapp)
    before = standing(panel)
    session.edit({"encoding.scheme": scheme})
    screens = []
    while panel.building.is_under_way or len(screens) < 20:
        qapp.processEvents()
        screens.append(standing(panel))
    after = screens[-1]
    assert len(different_pixels(before, after)) > 0
    changed = [screen for screen in screens if len(different_pixels(screen, before)) > 0]
    assert all(len(different_pixels(screen, after)) == 0 for screen in changed)


def test_rows_of_a_scheme_are_built_in_several_turns(panel, session, qapp, monkeypatch):
    # A fast machine builds all of them in one turn.
    monkeypatch.setattr("peviewer.app.controls.row_building.TURN", 0.0)
    panel.fold((), more=("Encoding", "View"))
    take_turns(qapp)
    session.edit({"encoding.scheme": "rope"})
    session.flush()
    counts = []
    while panel.building.is_under_way:
        counts.append(len(panel.findChildren(Row)))
        qapp.processEvents()
    assert len(set(counts)) > 2


def test_which_fields_are_hidden_is_found_in_several_turns_and_shown_at_once(
    panel, qapp, monkeypatch
):
    monkeypatch.setattr("peviewer.app.controls.row_building.TURN", 0.0)
    asked = []

    def find_hidden():
        for path in panel.paths():
            asked.append(path)
            yield path, path == "encoding.base"

    panel.building.find_hidden = find_hidden
    panel.building.update_hidden()
    counts = []
    hidden = []
    while panel.building.is_under_way:
        counts.append(len(asked))
        hidden.append(panel.building.hidden)
        qapp.processEvents()

    assert len(set(counts)) > 2
    assert hidden[0] == frozenset()
    assert panel.building.hidden == {"encoding.base"}
    assert asked == list(panel.paths())


@pytest.mark.parametrize("scheme", ["alibi", "rope"])
def test_a_row_whose_field_is_gone_edits_nothing(group, session, qapp, scheme):
    group.more.setChecked(True)
    take_turns(qapp)
    rows = dict(group.rows)
    session.edit({"encoding.scheme": scheme})
    group.update_fields()
    gone = [path for path, row in rows.items() if row.control.spec != group.fields.get(path)]
    assert gone
    document = session.document
    rejections = QSignalSpy(session.rejected)
    while group.rows.keys() >= set(gone):
        for path in gone:
            rows[path].control.edited.emit(rows[path].control.value(), "")
            rows[path].reset.emit()
        assert session.document == document
        qapp.processEvents()
    assert rejections.count() == 0


def test_schemes_stand_below_headings_that_keys_step_over(group, session, qtbot):
    box = group.row("encoding.scheme").findChild(QComboBox)
    rows = [(box.itemText(row), box.itemData(row)) for row in range(box.count())]
    assert rows[:2] == [("Vectors", None), ("Sinusoidal", "sinusoidal")]
    expected = ["Vectors", "Turning queries and keys", "Biases", "Without positions"]
    assert [text for text, name in rows if name is None] == expected
    actual = [(text, name) for text, name in rows if name]
    assert actual == [(SCHEMES[name].title, name) for name in SCHEMES]
    assert rows.index(("RoPE", "rope")) == rows.index(("Turning queries and keys", None)) + 1
    assert box.maxVisibleItems() >= len(rows)
    box.setCurrentIndex(rows.index(("RoPE", "rope")))
    for key, scheme in (
        (Qt.Key.Key_Up, rows[rows.index(("RoPE", "rope")) - 2][1]),
        (Qt.Key.Key_Down, "rope"),
    ):
        qtbot.keyClick(box, key)
        assert session.document.encoding.scheme == scheme
