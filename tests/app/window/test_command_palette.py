"""The command palette: what some twenty queries find first, what it does, and how keys lead through it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.base.parameters import requirement, specification
from peviewer.document.document import Document, DocumentError

Key = Qt.Key
FIRST = {
    "dist": ("Pane", "Distance"),
    "clocks": ("Pane", "Clocks"),
    "hands": ("Pane", "Clocks"),
    "bias": ("Pane", "Bias"),
    "what dec": ("Pane", "What decides"),
    "frqs": ("Pane", "Frequencies"),
    "rope": ("Scheme", "RoPE"),
    "alibi": ("Scheme", "ALiBi"),
    "t5": ("Scheme", "T5 buckets"),
    "len": ("Parameter", "Length L"),
    "length 1000": ("Parameter", "Length L = 1 000 positions"),
    "length=1e6": ("Parameter", "Length L = 1 000 000 positions"),
    "encoding.length 64": ("Parameter", "Length L = 64 positions"),
    "phi −30": ("Parameter", "Shift φ = −30 positions"),
    "φ 2.5": ("Parameter", "Shift φ = 2.5 positions"),
    "t 7": ("Parameter", "Position t = 7"),
    "base 500000": ("Parameter", "Base b = 500 000"),
    "cosine sim": ("Parameter", "Metric: Cosine similarity"),
    "metric dot": ("Parameter", "Metric: Dot product"),
    "grey": ("Parameter", "Colours: Grey"),
    "square cells": ("Parameter", "Square cells"),
    "dark": ("Command", "Theme: Dark"),
    "deck": ("Command", "Export deck…"),
    "full": ("Command", "Full screen"),
    "add pane": ("Command", "Add pane…"),
    "play": ("Command", "Play shift"),
    "keyb": ("Command", "Keyboard shortcuts"),
    "llama 2": ("Preset", "RoPE of LLaMA 2"),
    "ntk": ("Preset", "3. NTK-aware: the fast ones kept"),
    "interpolation": ("Preset", "2. Interpolation: no new angle, all of them closer"),
    "gemma": ("Preset", "RoPE of Gemma 7B"),
}


@pytest.fixture
def window(small_window):
    return small_window


@pytest.fixture
def palette(window, qtbot):
    """Return the palette of a window, opened by its key."""
    QTest.keyClick(window, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.commands.search.hasFocus)
    return window.commands


def typed(palette, text):
    palette.search.setText(text)  # QTest cannot press letters that are not ASCII
    return palette.found


def press(palette, *keys):
    for key in keys:
        QTest.keyClick(palette.search, key)


def plain(text):
    return " ".join(text.split())


@pytest.mark.slow
def test_what_is_meant_comes_first(palette):
    found = {query: typed(palette, query)[:1] for query in FIRST}
    assert {query: (entry.kind, plain(entry.title)) for query, [entry] in found.items()} == FIRST


def test_a_value_is_set_as_one_step_that_undo_takes_back(window, palette):
    typed(palette, "length 1000")
    press(palette, Key.Key_Return)
    assert window.session.document.encoding.length == 1000
    assert not palette.isVisible()
    window.session.undo_stack.undo()
    assert window.session.document.encoding.length == 200


@pytest.mark.slow
@pytest.mark.parametrize(("query", "path", "value"), [
    ("length 0", "encoding.length", 0), ("base 1", "encoding.base", 1), ("dimensions 2.5", "encoding.dim", 2.5),
])  # fmt: skip
def test_what_is_refused_says_why_as_its_control_does_and_stays_to_be_mended(window, palette, query, path, value):
    before = window.session.document
    entry = typed(palette, query)[0]
    section, _, name = path.partition(".")
    assert entry.refusal == requirement(specification(type(before.section(section)), name))
    press(palette, Key.Key_Return)
    assert palette.isVisible()
    assert palette.why.isVisible()
    assert palette.why.text() == entry.refusal
    assert window.session.document is before
    with pytest.raises(DocumentError):
        Document().edited({path: value})


def test_a_number_without_a_value_asks_for_one(palette):
    typed(palette, "base")
    press(palette, Key.Key_Return)
    assert palette.isVisible()
    assert palette.search.text() == "Base "


@pytest.mark.slow
def test_a_scheme_brings_its_panes_and_undo_takes_all_back_at_once(window, palette, qtbot):
    before = window.session.document
    typed(palette, "alibi")
    press(palette, Key.Key_Return)
    document = window.session.document
    assert document.encoding.scheme == "alibi"
    assert set(document.encoding.panes) <= set(document.view.panes)
    window.session.undo_stack.undo()
    assert window.session.document == before


@pytest.mark.slow
def test_a_pane_is_opened_and_one_that_has_nothing_to_show_says_why(window, palette):
    entry = typed(palette, "bias")[0]
    assert entry.refusal == window.panes["bias"].reason_empty(window.session.document)
    press(palette, Key.Key_Return)
    assert palette.isVisible()
    typed(palette, "waves")
    press(palette, Key.Key_Return)
    assert "waves" in window.area.open


@pytest.mark.slow
def test_a_preset_is_opened(window, palette):
    typed(palette, "gemma")
    press(palette, Key.Key_Return)
    assert window.session.title == "RoPE of Gemma 7B"


@pytest.mark.slow
def test_commands_show_their_keys_and_are_given(window, palette):
    entry = typed(palette, "deck")[0]
    assert entry.shortcut == "Ctrl+Shift+E"
    typed(palette, "theme dark")
    press(palette, Key.Key_Return)
    assert window.appearance.choice == "dark"


def test_every_command_of_the_menus_is_found_by_its_name(window, palette):
    wanted = {
        action.text().replace("&", "")
        for top in window.menuBar().actions()
        for action in top.menu().actions()
        if action.isEnabled() and not action.isSeparator() and not action.menu()
    }
    missing = [text for text in wanted if text not in {entry.title for entry in typed(palette, text.rstrip("…"))}]
    assert not missing


@pytest.mark.slow
def test_arrows_choose_and_go_round(palette):
    typed(palette, "metric")
    rows = palette.list.count()
    press(palette, Key.Key_Down)
    assert palette.list.currentRow() == 1
    press(palette, Key.Key_Up, Key.Key_Up)
    assert palette.list.currentRow() == rows - 1
    press(palette, Key.Key_Down)
    assert palette.list.currentRow() == 0


def test_escape_and_its_key_close_it_and_keys_are_for_the_picture(window, palette, qtbot):
    press(palette, Key.Key_Escape)
    assert not palette.isVisible()
    assert window.docks[window.current.name].isAncestorOf(QApplication.focusWidget())
    for is_open in (True, False):
        QTest.keyClick(window, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda is_open=is_open: palette.isVisible() is is_open)


@pytest.mark.slow
def test_nothing_that_fits_is_said(palette):
    assert typed(palette, "xyzzy") == []
    assert palette.why.isVisible()


@pytest.mark.slow
def test_it_stays_within_a_small_window(window, palette, qtbot):
    window.resize(640, 480)
    typed(palette, "")
    assert window.rect().contains(palette.geometry())
