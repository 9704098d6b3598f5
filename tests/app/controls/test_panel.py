import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea

from peviewer.app.controls import group
from peviewer.app.controls.group import Heading
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.controls.row import Dot
from peviewer.app.controls.slider import Slider
from peviewer.app.controls.validation import ValidationMessage
from peviewer.base.parameters import parameter, specifications
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.model.encodings import catalog
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.turning import Turning


@pytest.fixture
def panel(session, qtbot):
    made = ParametersPanel(session)
    qtbot.addWidget(made)
    made.resize(300, 500)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def announced(qtbot, session):
    with qtbot.waitSignal(session.changed, timeout=1000):
        pass


def type_in(panel, path, text):
    box = panel.control(path).findChild(NumberBox)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)


def dot(panel, path):
    return panel.control(path).parentWidget().findChild(Dot)


def test_every_visible_field_of_the_document_has_one_control(panel):
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


def test_there_are_four_groups_and_one_for_every_pane_with_fields_of_its_own(panel):
    titles = [heading.text() for heading in panel.findChildren(Heading) if heading.text() != "More"]
    assert titles == ["Encoding", "Compare", "View", *map(str.capitalize, PANE_SECTIONS)]


@pytest.mark.slow
def test_nothing_is_wider_than_the_panel(themed, panel, session, qtbot):
    session.edit({"encoding.length": 10_000_000, "view.colormap": "cividis", "shift.phi": -123.456})
    announced(qtbot, session)
    for box in panel.findChildren(NumberBox):
        text = box.lineEdit().text()
        assert box.lineEdit().fontMetrics().horizontalAdvance(text) <= box.lineEdit().width() - 8
    scroll = panel.findChild(QScrollArea)
    assert scroll.widget().minimumSizeHint().width() <= scroll.viewport().width()


def test_an_edit_changes_the_document(panel, session):
    type_in(panel, "encoding.length", "1000")
    assert session.document.encoding.length == 1000
    assert session.undo_stack.count() == 1


def test_a_drag_is_one_undo_step(panel, session):
    slider = panel.control("encoding.length").findChild(Slider)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    for x in range(0, 60, 10):
        QTest.mouseMove(slider, slider.rect().center() + QPoint(x, 0))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton)
    assert session.document.encoding.length > 200
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.document == Document()


def test_the_cursor_is_undone_and_marked_as_all_else(panel, session, qtbot):
    type_in(panel, "cursor.position", "7")
    assert session.document.cursor.position == 7
    assert session.undo_stack.count() == 1
    qtbot.waitUntil(dot(panel, "cursor.position").isVisible)


def test_controls_follow_the_document_without_an_echo(panel, session, qtbot):
    session.edit({"encoding.length": 50, "pairwise.metric": "dot", "view.raw": True}, undoable=False)
    announced(qtbot, session)
    assert panel.control("encoding.length").value() == 50
    assert panel.control("pairwise.metric").value() == "dot"
    assert panel.control("view.raw").value() is True
    assert session.undo_stack.count() == 0


def test_only_controls_whose_value_changed_are_touched(panel, session, qtbot, monkeypatch):
    touched = []
    for path in panel.paths():
        monkeypatch.setattr(panel.control(path), "set_value", lambda _, path=path: touched.append(path))
        monkeypatch.setattr(panel.control(path), "set_range", lambda *_, path=path: touched.append(path))
    session.edit({"shift.phi": 3.5}, undoable=False)
    announced(qtbot, session)
    assert touched == ["shift.phi"]


def test_ranges_follow_the_encoding(panel, session, qtbot):
    session.edit({"encoding.length": 1000})
    announced(qtbot, session)
    assert panel.control("cursor.position").findChild(Slider).span().high == 999


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("changes", "path", "kept", "shown"), [
    ({"encoding.length": 1}, "cursor.position", 50, 0),
    ({"encoding.length": 10, "encoding.first": 90}, "cursor.position", 50, 90),
    ({"encoding.length": 10, "view.zoom": {"position": (0, 3)}}, "cursor.position", 50, 9),
    ({"encoding.dim": 2, "clocks.pair": 3}, "clocks.pair", 3, 0),
    ({"binary.bits": 2}, "cursor.bit", 4, 1),
])  # fmt: skip
def test_a_control_says_what_figures_say_and_the_document_keeps_what_was_chosen(
    panel, session, qtbot, changes, path, kept, shown
):
    session.edit(changes)
    announced(qtbot, session)
    assert (session.document.get(path), panel.control(path).value()) == (kept, shown)
    assert path in changes or not dot(panel, path).isVisible()  # it was not chosen
    session.edit({name: Document().get(name) for name in changes if name != path})
    announced(qtbot, session)
    assert panel.control(path).value() == kept


def test_a_position_typed_beyond_the_table_is_shown_as_the_nearest(panel, session, qtbot):
    for text in ("900", "901"):
        type_in(panel, "cursor.position", text)
        assert session.document.cursor.position == int(text)
        assert panel.control("cursor.position").findChild(NumberBox).lineEdit().text() == "199"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("start", "stop", "low", "high"), [(-30, 70, -30, 70), (70, -30, -30, 70), (5, 5, -200, 200)])
def test_a_number_has_one_range_that_of_its_track(panel, session, qtbot, start, stop, low, high):
    session.edit({"shift.start": start, "shift.stop": stop})
    course = {"encoding.base": {"start": stop + 100, "stop": start + 100}}
    session.edit({"play.courses": course})
    announced(qtbot, session)
    span = panel.control("shift.phi").findChild(Slider).span()
    assert (span.low, span.high) == (low, high)
    if start != stop:
        span = panel.control("encoding.base").findChild(Slider).span()
        assert (span.low, span.high) == (low + 100, high + 100)


def test_a_dot_marks_what_differs_and_resets_it(panel, session, qtbot):
    session.open(Document().edited({"encoding.length": 50}), "Short")
    announced(qtbot, session)
    assert not dot(panel, "encoding.length").isVisible()
    type_in(panel, "encoding.length", "60")
    announced(qtbot, session)
    assert dot(panel, "encoding.length").isVisible()
    assert dot(panel, "encoding.length").toolTip() == dot(panel, "encoding.length").accessibleName()
    assert dot(panel, "encoding.length").toolTip() == "Reset length to 50"
    assert dot(panel, "encoding.layout").toolTip() == "Reset layout to “sin cos sin cos …”"
    assert dot(panel, "shift.operator").toolTip().startswith("Reset M(φ)")
    assert not dot(panel, "encoding.dim").isVisible()
    QTest.mouseClick(dot(panel, "encoding.length"), Qt.MouseButton.LeftButton)
    assert session.document.encoding.length == 50
    announced(qtbot, session)
    assert not dot(panel, "encoding.length").isVisible()
    assert session.undo_stack.undoText() == "length"


def test_what_is_refused_is_said_until_it_is_mended_or_something_else_is_opened(panel, session, qtbot):
    box = panel.control("encoding.base").findChild(NumberBox)
    for mend in (lambda: type_in(panel, "encoding.base", "100"), lambda: session.open(session.document, "Again")):
        type_in(panel, "encoding.base", "1")
        assert box.validation_error() == "Base must be greater than 1 and at most 1\u2009000\u2009000\u2009000\u2009000"
        with qtbot.waitSignal(session.changed):
            mend()
        assert box.validation_error() == ""
    assert box.lineEdit().text() == "100"


def test_a_reason_goes_where_its_field_is_scrolled_away_and_with_it(panel, session, qtbot):
    type_in(panel, "encoding.base", "0")
    [message] = panel.findChildren(ValidationMessage)
    assert message.isVisible()
    bar = panel.findChild(QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: not message.isVisible())
    bar.setValue(0)
    qtbot.waitUntil(message.isVisible)
    session.edit({"encoding.scheme": "alibi"})
    with qtbot.waitSignal(message.destroyed):
        announced(qtbot, session)
    panel.resize(320, 500)
    assert panel.findChildren(ValidationMessage) == []


@pytest.mark.slow
def test_what_only_the_document_refuses_stays_as_typed_beside_the_reason(panel, session, qtbot):
    session.edit({"encoding.scheme": "tensor2tensor"})
    announced(qtbot, session)
    type_in(panel, "encoding.max_timescale", "0.5")
    control = panel.control("encoding.max_timescale")
    box = control.findChild(NumberBox)
    assert "must be greater than min_timescale" in box.validation_error()
    assert box.lineEdit().text().startswith("0.5")
    assert control.value() == session.document.encoding.max_timescale != 0.5
    assert control.findChild(Slider).number() == control.value()


def test_the_wheel_over_a_control_scrolls_the_panel(panel, session):
    scroll = panel.findChild(QScrollArea)
    slider = panel.control("encoding.length").findChild(Slider)
    QApplication.focusWidget() and QApplication.focusWidget().clearFocus()
    place = QPointF(slider.mapTo(panel, slider.rect().center()))
    QTest.wheelEvent(panel.windowHandle(), place, QPoint(0, -120))
    assert scroll.verticalScrollBar().value() > 0
    assert session.document == Document()


class Ramp(Turning):
    """A scheme of the test with a field of its own."""

    scheme: str = "ramp"
    slope: float = parameter(2.0, title="Slope", ge=0, le=9, help="How steep.")

    def frequencies(self):
        raise NotImplementedError


@pytest.fixture
def two_schemes(monkeypatch):
    monkeypatch.setitem(catalog.SCHEMES, "ramp", Ramp)
    assert "ramp" in catalog.groups()["Vectors"]


def test_with_one_scheme_there_is_nothing_to_choose(panel):
    assert group.SCHEMES is catalog.SCHEMES
    if len(catalog.SCHEMES) == 1:
        assert "encoding.scheme" not in panel.paths()


def test_another_scheme_brings_its_own_controls(two_schemes, panel, session, qtbot):
    box = panel.control("encoding.scheme").findChild(QComboBox)
    box.setFocus()
    box.setCurrentIndex(box.findData("ramp"))
    box.activated.emit(box.currentIndex())
    length = panel.control("encoding.length")
    announced(qtbot, session)
    assert box.hasFocus()
    assert panel.control("encoding.length") is length
    assert isinstance(session.document.encoding, Ramp)
    assert "encoding.slope" in panel.paths()
    assert "encoding.base" not in panel.paths()
    qtbot.waitUntil(dot(panel, "encoding.scheme").isVisible)
    assert not dot(panel, "encoding.slope").isVisible()
    session.undo_stack.undo()
    announced(qtbot, session)
    assert "encoding.base" in panel.paths()
    assert panel.control("encoding.scheme").value() == "sinusoidal"


def test_a_control_that_would_do_nothing_is_not_shown(session, qtbot):
    panel = ParametersPanel(session)
    qtbot.addWidget(panel)
    panel.fold((), more=("Encoding",))
    panel.show()
    seed, scaled = panel.control("content.seed"), panel.control("content.scaled")
    assert not seed.isVisibleTo(panel)
    assert not scaled.isVisibleTo(panel)
    with qtbot.waitSignal(session.changed):
        session.edit({"content.kind": "ones"})
    assert scaled.isVisibleTo(panel)
    assert not seed.isVisibleTo(panel)
    with qtbot.waitSignal(session.changed):
        session.edit({"content.kind": "normal"})
    assert seed.isVisibleTo(panel)


def shown(panel):
    """Return the paths of the fields whose rows are there to be seen."""
    return {path for path in panel.paths() if panel.control(path).isVisible()}


def test_what_does_nothing_with_a_scheme_is_not_offered(panel, session, qtbot):
    panel.fold((), more=("Encoding", "View"))
    before = shown(panel)
    assert {"encoding.dim", "content.kind", "shift.phi", "binary.bits", "pairwise.metric", "cursor.bit"} <= before
    session.edit({"encoding.scheme": "alibi"})
    announced(qtbot, session)
    assert shown(panel) == {
        "encoding.scheme", "encoding.length", "encoding.first", "encoding.heads",
        "view.colormap", "view.raw", "view.linked", "cursor.position", "bias.head",
        "attention.head", "attention.causal", "attention.query",
    }  # fmt: skip
    headings = {heading.text() for heading in panel.findChildren(Heading) if heading.isVisible()}
    assert headings == {"Encoding", "View", "Bias", "Attention", "More"}
    session.edit({"encoding.scheme": "sinusoidal"})
    announced(qtbot, session)
    assert shown(panel) == before


def test_schemes_stand_by_their_titles_below_what_they_have_in_common(panel):
    box = panel.control("encoding.scheme").findChild(QComboBox)
    rows = [(box.itemText(row), box.itemData(row)) for row in range(box.count())]
    assert rows[:2] == [("Vectors", None), ("Sinusoidal", "sinusoidal")]
    assert [text for text, name in rows if name is None] == ["Vectors", "Turning queries and keys", "Biases"]
    assert [(text, name) for text, name in rows if name] == [
        (SCHEMES[name].title, name) for names in catalog.groups().values() for name in names
    ]
    assert rows.index(("RoPE", "rope")) == rows.index(("Turning queries and keys", None)) + 1
    assert box.maxVisibleItems() >= len(rows)


def test_keys_step_over_headings_from_scheme_to_scheme(panel, session, qtbot):
    box = panel.control("encoding.scheme").findChild(QComboBox)
    seen = [box.value()]
    for _ in range(len(SCHEMES) + 2):
        qtbot.keyClick(box, Qt.Key.Key_Down)
        seen.append(session.document.encoding.scheme)
    assert list(dict.fromkeys(seen)) == list(SCHEMES)
    qtbot.keyClick(box, Qt.Key.Key_Home)
    assert session.document.encoding.scheme == "sinusoidal"


def test_where_only_even_numbers_are_allowed_slider_and_steps_keep_to_them(panel, session, qtbot):
    session.edit({"encoding.scheme": "timestep", "encoding.dim": 128})
    announced(qtbot, session)
    box = panel.control("encoding.dim").findChild(NumberBox)
    box.stepBy(1)
    announced(qtbot, session)
    assert session.document.encoding.dim == 130
    assert not session.edit({"encoding.dim": 131})
    assert session.document.encoding.dim == 130
