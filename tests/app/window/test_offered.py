"""A field is offered once: in the header of an open pane while that has room for it, else in the Parameters."""

from PySide6.QtCore import Qt

from peviewer.app.controls.heading import Heading
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES


def offered(window):
    """Return the fields that the Parameters show now."""
    panel = window.parameters.panel
    return {path for path in panel.paths() if not panel.control(path).parentWidget().isHidden()}


def heading(window, title):
    return next(found for found in window.parameters.findChildren(Heading) if found.text() == title)


def test_what_a_header_offers_is_not_in_the_parameters(qtbot, window):
    choices = {path for name in window.area.open for path in PANES[name].choices}
    assert choices
    assert not choices & offered(window)
    for name in window.area.open:
        assert window.docks[name].offered == list(PANES[name].choices)


def test_it_comes_back_when_the_pane_is_closed_if_other_panes_heed_it(qtbot, window):
    window.docks["shift"].close()
    qtbot.waitUntil(lambda: "cursor.position" in offered(window))
    window.docks["binary"].close()
    window.docks["distance"].close()
    qtbot.waitUntil(lambda: window.session.document.view.panes == ("encoding",))
    assert not {"binary.bits", "cursor.bit", "pairwise.metric"} & offered(window)


def test_it_comes_back_while_the_header_has_no_room_for_it(qtbot, qapp, window):
    before = offered(window)
    window.session.edit({"view.panes": (*window.area.open, "waves", "clocks")})
    qtbot.waitUntil(lambda: "clocks" in window.docks and window.docks["clocks"].isVisible())
    window.resize(800, 700)
    qtbot.waitUntil(lambda: len(window.docks["clocks"].offered) < 3)
    shown = {path for name in window.area.open for path in window.docks[name].offered}
    wanted = {path for name in window.area.open for path in PANES[name].choices}
    wanted -= {"view.square", "cursor.other"}  # in the View menu; of schemes that turn queries and keys
    assert wanted - shown
    assert wanted - shown <= offered(window)
    window.session.edit({"view.panes": window.session.baseline.view.panes})
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: offered(window) == before)


def test_every_field_of_an_open_pane_is_offered_somewhere(qtbot, window):
    for pane in PANES:
        window.session.edit({"view.panes": (pane,)})
        qtbot.waitUntil(lambda pane=pane: window.area.open == (pane,))
        known, document = window.parameters.panel.paths(), window.session.document
        own = {path for path in known if path.startswith(f"{pane}.")} | {*PANES[pane].choices} & {*known}
        applying = {path for path in own if _applies(document, path, window)}
        assert applying <= offered(window) | set(window.docks[pane].offered), pane


def _applies(document: Document, path, window):
    return document.applies(path, window.parameters.panel.control(path).spec)


def test_with_the_first_panes_nothing_is_scrolled_at_900_pixels(window):
    bar = window.parameters.panel.findChild(type(window.parameters.panel._scrolled)).verticalScrollBar()
    assert bar.maximum() == 0


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
    assert again.parameters.panel.control("shift.phi").isVisible()
    button = heading(again, "Encoding")
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert again.parameters.panel.control("encoding.length").isVisible()
    assert button.toolTip() == "Fold Encoding"


def test_a_header_offers_what_does_something_with_the_scheme(qtbot, window):
    window.session.edit({"encoding.scheme": "alibi", "view.panes": ("bias",)})
    qtbot.waitUntil(lambda: "bias" in window.docks and window.docks["bias"].offered[:1] == ["bias.head"])
    window.session.edit({"encoding.scheme": "t5"})
    qtbot.waitUntil(lambda: window.docks["bias"].offered == ["view.square"])
