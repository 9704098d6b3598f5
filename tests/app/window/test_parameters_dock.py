"""A field is offered once: in a pane's header while that has room, φ in the transport, else in the Parameters."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextLayout
from PySide6.QtTest import QTest

from peviewer.app.controls.group import Heading, MoreHeading
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.slider import Slider
from peviewer.app.controls.validation import UNBROKEN_THIN, ValidationMessage
from peviewer.app.session.autosave import Saved, new
from peviewer.app.session.session import Session
from peviewer.app.transport.scrubber import LEAST
from peviewer.base.words import THIN
from peviewer.document.arrangement import Place, Split
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.figures.stories import FIRST, place


def offered(window):
    """Return the fields that the Parameters show now."""
    panel = window.parameters.panel
    return {path for path in panel.paths() if not panel.control(path).parentWidget().isHidden()}


def heading(window, title):
    return next(found for found in window.parameters.findChildren(Heading) if found.text() == title)


@pytest.mark.slow
def test_what_a_header_offers_is_not_in_the_parameters(qtbot, window):
    choices = {path for name in window.area.open for path in PANES[name].choices}
    assert choices
    assert not choices & offered(window)
    for name in window.area.open:
        assert window.docks[name].visible_fields == list(PANES[name].choices)


@pytest.mark.slow
@pytest.mark.parametrize("panes", [("shift",), ("similarity",), ("distance", "table"), ("encoding", "shift", "binary")])
def test_the_one_reference_position_has_its_slider_whichever_panes_take_it(qtbot, window, panes):
    window.session.edit({"view.panes": panes})
    qtbot.waitUntil(lambda: set(window.area.shown) == set(panes))
    assert "cursor.position" in offered(window)
    assert window.parameters.panel.control("cursor.position").findChild(Slider).isVisible()


@pytest.mark.slow
def test_it_is_left_out_when_the_pane_is_closed_and_no_other_heeds_it(qtbot, window):
    for name in ("shift", "binary", "distance"):
        window.docks[name].close()
    qtbot.waitUntil(lambda: window.session.document.view.panes == ("encoding",))
    assert not {"binary.bits", "cursor.bit", "pairwise.metric"} & offered(window)


@pytest.mark.slow
def test_it_comes_back_while_the_header_has_no_room_for_it(qtbot, qapp, window):
    before = offered(window)
    window.session.edit({"view.panes": (*window.area.open, "waves", "clocks")})
    qtbot.waitUntil(lambda: "clocks" in window.docks and window.docks["clocks"].isVisible())
    window.resize(1100, 700)  # all panes stand side by side still
    qtbot.waitUntil(lambda: len(window.docks["clocks"].visible_fields) < 3)
    shown = {path for name in window.area.shown for path in window.docks[name].visible_fields}
    wanted = {path for name in window.area.shown for path in PANES[name].choices}
    wanted -= {"view.square", "cursor.other"}  # in the View menu; of schemes that turn queries and keys
    assert wanted - shown
    assert wanted - shown <= offered(window)
    window.session.edit({"view.panes": window.session.baseline.view.panes})
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: offered(window) == before)


@pytest.mark.slow
def test_every_field_of_an_open_pane_is_offered_somewhere(qtbot, window):
    for pane in PANES:
        window.session.edit({"view.panes": (pane,)})
        qtbot.waitUntil(lambda pane=pane: window.area.open == (pane,))
        known, document = window.parameters.panel.paths(), window.session.document
        own = {path for path in known if path.startswith(f"{pane}.")} | {*PANES[pane].choices} & {*known}
        applying = {path for path in own if _applies(document, path, window)}
        elsewhere = {*window.docks[pane].visible_fields, window.animated_field.path}
        assert applying <= offered(window) | elsewhere, pane


def _applies(document: Document, path, window):
    return document.applies(path, window.parameters.panel.control(path).spec)


@pytest.mark.slow
def test_with_the_first_panes_nothing_is_scrolled_at_900_pixels(window):
    bar = window.parameters.panel.findChild(type(window.parameters.panel._scrolled)).verticalScrollBar()
    assert bar.maximum() == 0


@pytest.mark.slow
def test_a_group_is_folded_by_its_heading_and_stays_so(qtbot, open_window):
    window = open_window()
    row = window.parameters.panel.control("encoding.length")
    assert row.isVisible()
    button = heading(window, "Encoding")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not row.isVisible()
    assert button.toolTip() == "Show Encoding"
    window.close()
    again = open_window()
    assert not again.parameters.panel.control("encoding.length").isVisible()
    assert again.parameters.panel.control("cursor.position").isVisible()
    button = heading(again, "Encoding")
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert again.parameters.panel.control("encoding.length").isVisible()
    assert button.toolTip() == "Fold Encoding"


@pytest.mark.slow
def test_a_header_offers_what_does_something_with_the_scheme(qtbot, window):
    window.session.edit({"encoding.scheme": "alibi", "view.panes": ("bias",)})
    qtbot.waitUntil(lambda: "bias" in window.docks and window.docks["bias"].visible_fields[:1] == ["bias.head"])
    window.session.edit({"encoding.scheme": "t5"})
    qtbot.waitUntil(lambda: window.docks["bias"].visible_fields == ["view.square"])


@pytest.mark.slow
def test_where_there_is_one_head_none_is_chosen(qtbot, window):
    for scheme, offered_too in (("alibi", True), ("rope", True), ("t5", False)):
        window.session.edit({"encoding.scheme": scheme, "view.panes": ("attention",)})
        qtbot.waitUntil(lambda: "attention" in window.docks)
        offers = window.docks["attention"].header
        qtbot.waitUntil(lambda: (offers.choices[0] in offers.shown_choices) is offered_too)  # noqa: B023


@pytest.mark.slow
@pytest.mark.parametrize(("panes", "acting"), [
    (("frequencies",), set()),
    (("waves",), {"content.kind", "view.raw"}),
    (("shift",), {"content.kind", "shift.operator", "cursor.position", "view.transposed", "view.colormap", "view.raw"}),
    (("frequencies", "waves"), {"content.kind", "view.linked", "view.raw"}),
    (("frequencies", "deciding"), set()),
])  # fmt: skip
def test_what_does_nothing_to_the_panes_on_show_is_not_offered(qtbot, window, panes, acting):
    window.session.edit({"view.panes": panes})
    qtbot.waitUntil(lambda: window.area.shown == panes)
    found = {path for path in offered(window) if path.startswith(("content.", "shift.", "view.", "cursor."))}
    assert found == acting
    assert {"encoding.length", "encoding.first", "encoding.base"} <= offered(window)


@pytest.mark.slow
def test_controls_of_panes_behind_a_maximised_one_are_not_offered(qtbot, window, open_window):
    assert "view.raw" in offered(window)
    window.session.edit({"view.panes": ("encoding", "frequencies", "waves")})
    window.area.maximise("frequencies")
    assert not {"shift.phi", "cursor.position", "waves.step", "view.transposed", "view.linked"} & offered(window)
    window.area.restore()
    qtbot.waitUntil(lambda: {"cursor.position", "view.linked"} <= offered(window))


@pytest.mark.slow
def test_nor_are_they_after_a_start_with_one_maximised(qtbot, open_window, monkeypatch):
    document = preset("shift").document.edited(
        {"view.panes": ("frequencies", "vectors"), "view.maximised": "frequencies"}
    )
    monkeypatch.setitem(vars(preset("shift")), "document", document)
    window = open_window()
    qtbot.waitUntil(lambda: window.area.shown == ("frequencies",))
    assert not {"vectors.first", "vectors.count", "shift.phi"} & offered(window)


@pytest.mark.slow
def test_a_pane_behind_another_s_tab_has_its_fields_once_it_is_in_front(qtbot, window):
    both = Split(True, (Place(("frequencies", "shift"), "frequencies"),), (1.0,))
    window.session.edit({"view.panes": ("frequencies", "shift"), "view.arrangement": both})
    qtbot.waitUntil(lambda: window.area.shown == ("frequencies",))
    assert "shift.operator" not in offered(window)
    window.area.reveal("shift")
    qtbot.waitUntil(lambda: "shift.operator" in offered(window))


@pytest.mark.slow
def test_phi_has_one_control_the_transport_or_where_that_moves_another_field_a_row(qtbot, window):
    panel, transport, session = window.parameters.panel, window.transport, window.session
    assert window.animated_field.path == "shift.phi"
    assert "shift.phi" not in offered(window)
    assert transport.value_box.isVisible()
    assert transport.scrubber.isVisible()
    window.animated_field.choose("encoding.base")
    qtbot.waitUntil(lambda: "shift.phi" in offered(window))
    assert {"encoding.base", "cursor.position"} <= offered(window), "other fields are only lent to the transport"
    box = panel.control("shift.phi").findChild(NumberBox)
    qtbot.waitUntil(box.isVisible)
    assert (box.value(), transport.value_box.value()) == (100, 10_000)
    window.animated_field.choose("cursor.position")
    qtbot.waitUntil(lambda: window.animated_field.path == "cursor.position")
    assert {"shift.phi", "cursor.position"} <= offered(window)
    session.undo_stack.undo()
    session.undo_stack.undo()
    qtbot.waitUntil(lambda: "shift.phi" not in offered(window))
    assert transport.value_box.value() == 100


@pytest.mark.slow
def test_phi_has_its_row_while_panes_that_show_it_play_something_else_and_none_where_no_pane_does(qtbot, window):
    window.session.edit({"view.panes": ("frequencies",)})
    qtbot.waitUntil(lambda: window.area.shown == ("frequencies",))
    assert "shift.phi" not in offered(window), "it would change nothing"
    window.session.edit({"view.panes": ("frequencies", "shift"), "play.moves": "encoding.base"})
    qtbot.waitUntil(lambda: "shift.phi" in offered(window))
    window.session.edit({"play.moves": ""})
    qtbot.waitUntil(lambda: "shift.phi" not in offered(window))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1440, 900), (640, 480), (430, 420)])
def test_phi_can_be_dragged_typed_and_reset_however_narrow_the_window_is(qtbot, open_window, size):
    window = open_window(size=size)
    transport, session = window.transport, window.session
    assert "shift.phi" not in offered(window)
    assert transport.scrubber.width() >= LEAST
    assert whole_in(transport, transport.value_box)
    assert not transport.dot.isVisible()
    type_in(transport.value_box, "12.5")
    assert session.document.shift.phi == 12.5
    qtbot.waitUntil(transport.dot.isVisible)
    assert whole_in(transport, transport.dot)
    assert transport.dot.toolTip() == "Reset shift to 100"
    assert session.undo_stack.undoText() == "shift"
    qtbot.mouseClick(transport.dot, Qt.MouseButton.LeftButton)
    assert session.document.shift.phi == 100
    qtbot.waitUntil(lambda: not transport.dot.isVisible())
    assert session.undo_stack.undoText() == "shift"


@pytest.mark.slow
def test_what_phi_does_not_take_is_refused_at_the_field_that_is_there(qtbot, small_window):
    window = small_window
    box = window.transport.value_box
    type_in(box, "1e12")
    [message] = window.findChildren(ValidationMessage)
    assert message.isVisible()
    assert box.validation_error().replace(THIN, " ") == "Shift must be a number from −1 000 000 000 to 1 000 000 000"
    assert window.rect().contains(message.geometry())
    assert not any(line.startswith("000") for line in lines(message, 120)), "a line breaks inside a number"
    assert window.session.document.shift.phi == 100
    assert not window.transport.dot.isVisible()


def lines(label, width):
    """Return a label's text as Qt breaks it at a width."""
    layout, text, found = QTextLayout(label.text(), label.font()), label.text(), []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        found.append(text[line.textStart() : line.textStart() + line.textLength()].strip(f" {UNBROKEN_THIN}"))
    layout.endLayout()
    return found


def whole_in(parent, part):
    return part.isVisible() and parent.rect().contains(part.geometry())


def type_in(box, text):
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)


@pytest.mark.slow
def test_a_choice_that_makes_a_field_do_something_brings_it(qtbot, window):
    window.session.edit({"encoding.scheme": "alibi", "view.panes": ("attention",)})
    qtbot.waitUntil(lambda: window.area.shown == ("attention",))
    assert "cursor.position" not in offered(window)
    window.session.edit({"attention.query": "cursor"})
    qtbot.waitUntil(lambda: "cursor.position" in offered(window))


@pytest.mark.slow
def test_what_is_seldom_used_is_folded_until_it_is_asked_for_and_that_is_kept(qtbot, open_window):
    window = open_window()
    first = window.parameters.panel.control("encoding.first")
    assert not first.isVisible()
    more = more_of(window, "Encoding")
    assert more.accessibleName() == "More of Encoding"
    assert more.focusPolicy() == Qt.FocusPolicy.TabFocus
    more.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(more, Qt.Key.Key_Space)
    assert first.isVisible()
    assert not window.parameters.panel.control("shift.operator").isVisible()
    window.close()
    again = open_window()
    assert again.parameters.panel.control("encoding.first").isVisible()
    again.reset_everything()
    assert not again.parameters.panel.control("encoding.first").isVisible()


@pytest.mark.slow
def test_a_dot_says_that_something_under_more_is_not_at_its_default(qtbot, window):
    more = more_of(window, "Encoding")
    assert not more.has_dot
    window.session.edit({"encoding.first": 7, "content.kind": "ones"})
    qtbot.waitUntil(lambda: more.has_dot)
    assert more.toolTip().endswith("Not at their defaults: First position, Content</p>")
    assert more.accessibleDescription() == "Not at their defaults: First position, Content"
    window.session.edit({"view.panes": ("frequencies",)})
    qtbot.waitUntil(lambda: more.toolTip().endswith("Not at their defaults: First position</p>"))
    window.session.undo_stack.undo()
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: not more.has_dot)
    window.session.edit({"view.panes": ("encoding",), "view.transposed": True})
    qtbot.waitUntil(lambda: window.area.shown == ("encoding",))
    assert not more_of(window, "View").has_dot


@pytest.mark.slow
def test_the_dot_of_more_is_drawn(qtbot, window):
    more = more_of(window, "Encoding")
    before = more.grab().toImage()
    window.session.edit({"encoding.first": 7})
    qtbot.waitUntil(lambda: more.grab().toImage() != before)


@pytest.mark.slow
def test_a_field_is_found_wherever_it_is_folded_away(qtbot, window):
    window.activateWindow()
    panel = window.parameters.panel
    panel.fold(["View"])
    panel.reveal("view.raw")
    control = panel.control("view.raw")
    assert control.isVisible()
    qtbot.waitUntil(lambda: control.isAncestorOf(window.focusWidget()))
    panel.reveal("encoding.base")
    assert not more_of(window, "Encoding").isChecked()


def more_of(window, title):
    return next(
        more for more in window.parameters.findChildren(MoreHeading) if more.accessibleName() == f"More of {title}"
    )


@pytest.mark.slow
def test_closed_parameters_leave_a_button_that_brings_them_back(window):
    assert not window.collapsed_sidebar.isVisible()
    window.parameters.close()
    assert window.collapsed_sidebar.isVisible()
    assert not window.collapsed_sidebar.description.isVisible()
    window.description.close_button.click()
    assert window.collapsed_sidebar.description.isVisible()
    window.collapsed_sidebar.description.click()
    assert window.description.isVisible()
    window.collapsed_sidebar.parameters.click()
    assert window.parameters.isVisible()
    assert not window.collapsed_sidebar.isVisible()


@pytest.mark.slow
def test_a_closed_description_leaves_a_button_beside_the_preset(window):
    describing = window.parameters.head.description_button
    assert not describing.isVisible()
    window.description.close_button.click()
    assert describing.isVisible()
    describing.click()
    assert window.description.isVisible()
    assert not describing.isVisible()


@pytest.mark.slow
def test_reset_everything_is_as_on_first_launch_and_undo_brings_back_what_was_shown(qapp, window):
    session = window.session
    session.edit({"encoding.dim": 64})
    window.area.close_pane("binary")
    shown = session.document
    window.parameters.close()
    window.choose_theme("dark")
    window.description.close_button.click()
    window.reset_everything()
    qapp.processEvents()
    assert session.document == place(FIRST).step.document
    assert window.settings.choices.theme == "system"
    assert window.parameters.isVisible()
    assert window.description.isVisible()
    session.undo_stack.undo()
    assert session.document == shown


def restored(window, tmp_path, qtbot, **more):
    """Open a second window on what the first one would have kept."""
    from peviewer.app.look.themes import Appearance
    from peviewer.app.session.settings import Settings
    from peviewer.app.window.window import MainWindow

    fields = {"document": Document().edited({"encoding.dim": 64}), "baseline": Document(), "title": "Mine", **more}
    saved = Saved(**fields)
    session = Session(saved.document, saved.title, baseline=saved.baseline)
    file = new(tmp_path / "open")
    made = MainWindow(session, Settings(tmp_path / "two"), Appearance("light"), autosave=file, restored=saved)
    qtbot.addWidget(made, before_close_func=lambda window: (window.close_without_asking(), window.finish()))
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.slow
def test_what_was_restored_says_so_until_something_changes_and_can_be_left(qtbot, tmp_path, window):
    made = restored(window, tmp_path, qtbot)
    assert made.status.fresh.isVisible()
    made.status.fresh.click()
    assert made.session.document == place(FIRST).step.document
    qtbot.waitUntil(lambda: not made.status.fresh.isVisible())
    made.session.undo_stack.undo()
    assert made.session.document.encoding.dim == 64
    assert made.files.changed


@pytest.mark.slow
def test_a_restored_session_file_that_holds_something_else_is_unsaved(qtbot, tmp_path, window):
    path = tmp_path / "one.peview"
    path.write_text(Document().to_json())
    made = restored(window, tmp_path, qtbot, file=str(path), title=path.name)
    assert made.files.path == path
    assert made.files.unsaved
    made.files.save()
    assert not made.files.unsaved
    assert Document.from_json(path.read_text()).encoding.dim == 64


@pytest.mark.slow
def test_a_window_keeps_what_it_shows_when_it_is_closed(qtbot, tmp_path, window):
    made = restored(window, tmp_path, qtbot)
    made.session.edit({"encoding.dim": 32})
    made.area.close_pane("shift")
    made.close()
    kept = Saved.from_json(made.autosave.path.read_text("utf-8"))
    assert kept.document == made.session.document
    assert kept.document.encoding.dim == 32
    assert set(kept.geometry) == {"geometry", "docks", "width", "narrow"}
