"""Compare in the window: one key pins B, the strip says what A and B are, and undo takes it all back."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.app.window.comparison import SAME, unpin
from peviewer.document.fields import with_several
from peviewer.figures.presets import preset
from peviewer.live.tables.panel import TablePanel
from peviewer.model.encodings.catalog import SCHEMES, groups


@pytest.fixture
def window(small_window):
    return small_window


def entry_of(window, key):
    return next(
        action for action in window.findChildren(QAction) if action.shortcut().toString() == key
    )


def edit(window, **fields):
    window.session.edit({path.replace("_", ".", 1): value for path, value in fields.items()})
    window.session.flush()


def strip(window):
    window.session.flush()
    return [label.text() for label in window.comparison_strip.names]


def test_a_key_pins_b_and_the_strip_names_what_differs_and_how_both_are_shown(qtbot, window):
    assert not window.comparison_strip.isVisible()
    entry_of(window, "Ctrl+B").trigger()
    assert strip(window) == ["Sinusoidal", SAME]
    assert window.comparison_strip.isVisible()
    window.resize(1024, 640)
    assert window.comparison_strip.names[1].shown_text() == SAME, "nothing is cut"
    edit(window, encoding_base=50)
    assert strip(window) == ["base 50", "base 10\u2009000"]
    view = window.docks["encoding"].view
    qtbot.waitUntil(lambda: len(view.panels) == 2)
    shows = window.comparison_strip.shows
    shows.buttons["difference"].click()
    window.session.flush()
    assert window.session.document.compare.shows == shows.value() == "difference"
    qtbot.waitUntil(lambda: len(view.panels) == 1)


def opened(menu):
    """Return the entries of a menu that is filled when it opens."""
    menu.aboutToShow.emit()
    return menu.actions()


@pytest.mark.slow
def test_b_can_be_any_scheme_as_a_is_in_what_both_have_or_that_of_a_preset(window):
    edit(window, encoding_length=77, encoding_base=50)
    choices = opened(window.comparison_strip.choose_button.menu())
    texts = [entry.text() for entry in choices if entry.isEnabled() and not entry.menu()]
    assert texts == [scheme.title for scheme in SCHEMES.values()]
    titles = [entry.text() for entry in choices if not entry.isEnabled()]
    assert titles == [*groups(), "The encoding of a preset"]
    next(entry for entry in choices if entry.text() == "RoPE").trigger()
    other = window.session.document.compare.against
    assert other.scheme == "rope"
    assert other.length == 77
    assert other.base == 50
    assert other.dim == 128
    assert window.session.undo_stack.undoText() == "compare with RoPE"
    of_presets = [entry for choice in choices if choice.menu() for entry in choice.menu().actions()]
    next(entry for entry in of_presets if entry.text() == preset("alibi").title).trigger()
    assert window.session.document.compare.against == preset("alibi").document.encoding


@pytest.mark.slow
def test_swapping_and_leaving_are_steps_by_keys_and_buttons(window):
    leaving = entry_of(window, "Ctrl+Shift+B")
    own = window.session.document.encoding
    for leave in (
        leaving.trigger,
        window.comparison_strip.close_button.click,
        window.session.undo_stack.undo,
    ):
        assert not leaving.isEnabled()
        window.parameters.pin_button.click()
        window.session.flush()
        assert leaving.isEnabled()
        leave()
        window.session.flush()
        assert window.session.document.compare.against is None
        assert not window.comparison_strip.isVisible()
    window.parameters.pin_button.click()
    edit(window, encoding_scheme="alibi", encoding_heads=3)
    compared = window.session.document.encoding
    for change, both in (
        (window.comparison_strip.swap_button.click, (own, compared)),
        (window.session.undo_stack.undo, (compared, own)),
    ):
        change()
        assert (window.session.document.encoding, window.session.document.compare.against) == both


def test_several_values_are_named_in_the_strip_and_end_with_the_comparison(window):
    document = with_several(window.session.document, "dim=8,16,32")
    edit(window, compare_several=document.compare.several)
    assert window.comparison_strip.isVisible()
    names = window.comparison_strip.values.text().replace("&nbsp;", " ")
    assert all(f"d = {dim}" in names for dim in (8, 16, 32, window.session.document.encoding.dim))
    unpin(window.session)
    window.session.flush()
    assert not window.comparison_strip.isVisible()


@pytest.mark.parametrize("key", ["Ctrl+B", ""])
def test_several_values_end_with_b_or_another_scheme_and_undo_brings_them_back(window, key):
    several = with_several(window.session.document, "dim=8,16").compare.several
    edit(window, compare_several=several)
    if key:
        entry_of(window, key).trigger()
    else:
        edit(window, encoding_scheme="alibi")
    assert window.session.document.compare.several == ()
    window.session.undo_stack.undo()
    assert window.session.document.compare.several == several


def test_a_table_of_a_file_can_be_b(window, tmp_path):
    own = window.session.document.encoding
    np.save(tmp_path / "table.npy", np.eye(9))
    assert window.files.open_table(tmp_path / "table.npy", as_b=True)
    document = window.session.document
    assert document.encoding == own
    assert document.compare.against.own_name == "table.npy"
    assert window.session.undo_stack.undoText() == "compare with table.npy"


def test_several_values_end_where_a_table_is_opened_and_undo_brings_them_back(window, tmp_path):
    several = with_several(window.session.document, "dim=8,16").compare.several
    edit(window, compare_several=several)
    np.save(tmp_path / "table.npy", np.eye(9))
    assert window.files.open_table(tmp_path / "table.npy")
    assert window.session.document.compare.several == ()
    window.session.flush()
    assert not window.comparison_strip.isVisible()
    window.session.undo_stack.undo()
    assert window.session.document.compare.several == several


@pytest.fixture
def flipping(qtbot, window):
    """Return a window of one pane whose heatmaps of A and of B take turns, and its view."""
    edit(window, encoding_base=50, compare_against=window.session.document.encoding)
    edit(window, compare_shows="flip")
    view = window.docks["encoding"].view
    qtbot.waitUntil(lambda: view.side == "A")
    return window, view


def test_b_is_in_the_place_of_a_while_its_key_is_held(flipping):
    window, view = flipping
    raster_of_a = view.panels[0].panel.heatmap.raster
    QTest.keyPress(window, Qt.Key.Key_F)
    assert view.side == "B"
    assert view.panels[0].panel.heatmap.raster != raster_of_a
    QTest.keyRelease(window, Qt.Key.Key_F)
    assert view.side == "A"
    assert view.panels[0].panel.heatmap.raster == raster_of_a


def test_b_is_in_the_place_of_a_while_its_name_is_pressed(flipping):
    window, view = flipping
    name = window.comparison_strip.names[1]
    QTest.mousePress(name, Qt.MouseButton.LeftButton)
    assert view.side == "B"
    QTest.mouseRelease(name, Qt.MouseButton.LeftButton)
    assert view.side == "A"


def test_the_header_names_both_and_marks_the_one_that_is_shown(flipping):
    window, _ = flipping
    sides = window.docks["encoding"].header.sides
    assert "base 50</u> | B base 10\u2009000" in sides.text()
    QTest.keyPress(window, Qt.Key.Key_F)
    assert "A base 50 | <u" in sides.text()
    QTest.keyRelease(window, Qt.Key.Key_F)


def test_a_letter_that_is_typed_flips_nothing(flipping):
    window, view = flipping
    window.find_command()
    QTest.keyClick(window.commands.search, Qt.Key.Key_F)
    assert window.commands.search.text() == "f"
    assert view.side == "A"


def test_one_line_says_what_shows_one_side_and_a_button_opens_what_shows_the_other(qtbot, window):
    rope = window.session.document.edited({"encoding.scheme": "rope"}).encoding
    edit(window, compare_against=rope)
    strip = window.comparison_strip
    assert strip.one_sided.text() == "RoPE has no vectors: Encoding shows A only."
    assert window.session.document.view.panes == ("encoding",)
    qtbot.waitUntil(lambda: window.docks["encoding"].header.sides.text() == "A only")
    strip.offer_button.click()
    window.session.flush()
    assert len(window.session.document.view.panes) == 3
    assert not strip.offer_button.isVisible()
    unpin(window.session)
    window.session.flush()
    qtbot.waitUntil(lambda: not window.docks["encoding"].header.sides.isVisible())


def test_a_pane_that_shows_b_only_keeps_the_choices_that_change_it(qtbot, window):
    own = window.session.document.encoding
    edit(window, encoding_scheme="rope", compare_against=own)
    header = window.docks["encoding"].header
    qtbot.waitUntil(lambda: header.sides.text() == "B only")
    assert header.shown_choices


@pytest.mark.parametrize("size", [1.0, 1.7])
def test_what_the_segments_say_is_whole_in_larger_text_too(window, size):
    edit(window, compare_against=window.session.document.encoding)
    window.appearance.set_type_factor(size)
    QApplication.processEvents()
    for button in window.comparison_strip.shows.buttons.values():
        assert button.width() >= button.fontMetrics().horizontalAdvance(button.text())
    window.appearance.set_type_factor(1.0)


@pytest.mark.parametrize("name", ["table", "properties"])
def test_a_table_with_the_focus_leaves_the_key_to_the_window(qtbot, flipping, name):
    window, view = flipping
    window.area.reveal(name)
    dock = window.docks[name]
    qtbot.waitUntil(lambda: any(isinstance(panel, TablePanel) for panel in dock.view.panels))
    table = next(panel for panel in dock.view.panels if isinstance(panel, TablePanel)).table
    QTest.keyPress(table, Qt.Key.Key_F)
    assert view.side == "B"
    QTest.keyRelease(table, Qt.Key.Key_F)
    assert view.side == "A"
