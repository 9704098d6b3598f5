"""The command palette: what queries find first, what it does, and how keys lead through it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from peviewer.app.window.command_palette import CommandPalette
from peviewer.app.window.search import search_words
from peviewer.base.explanations import requirement
from peviewer.base.specification import specification
from peviewer.figures.panes.catalog import PANES

Key = Qt.Key
FIRST = {
    "dist": ("Pane", "Distance"),
    "what dec": ("Pane", "What decides"),
    "rope": ("Scheme", "RoPE"),
    "len": ("Parameter", "Length L"),
    "length=1e6": ("Parameter", "Length L = 1 000 000 positions"),
    "encoding.length 64": ("Parameter", "Length L = 64 positions"),
    "φ 2.5": ("Parameter", "Shift φ = 2.5 positions"),
    "cosine sim": ("Parameter", "Metric: Cosine similarity"),
    "dark": ("Command", "Theme: Dark"),
    "deck": ("Command", "Export deck…"),
    "gif": ("Command", "Export…"),
    "frequency": ("Pane", "Frequencies"),
    "sentence": ("Parameter", "Sentence"),
    "sentence the cat": ("Parameter", "Sentence = the cat"),
    "xpos scores": ("Preset", "xPos: scores that shrink with the lag"),
    "14x14 patches": ("Preset", "MAE’s encoding"),
    "font bigger": ("Command", "Larger text"),
    "why 10000": ("Parameter", "Base b"),
    "what is lambda": ("Pane", "Frequencies"),
    "my own table": ("Scheme", "Table"),
    "zoom out": ("Command", "Zoom to all"),
    "heat map": ("Pane", "Encoding"),
    "relative position": ("Pane", "Shift"),
    "compare two": ("Command", "Compare with a table…"),
    "λ": ("Pane", "Frequencies"),
    "llama 3": ("Story", "Llama 3: a larger base for a longer context"),
    "soft bits": ("Story", "Soft bits: sines count without jumps"),
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
    return palette.entries


def press(palette, *keys):
    for key in keys:
        QTest.keyClick(palette.search, key)


def choose(palette, text):
    """Type a query, do what it finds first, and return that."""
    entry = typed(palette, text)[0]
    press(palette, Key.Key_Return)
    return entry


@pytest.mark.slow
def test_what_is_meant_comes_first_and_what_is_not_there_is_said(palette):
    found = {query: typed(palette, query)[0] for query in FIRST}
    assert {
        query: (entry.kind, " ".join(entry.title.split())) for query, entry in found.items()
    } == FIRST
    assert found["deck"].shortcut == "Ctrl+Shift+E"
    assert typed(palette, "xyzzy") == []
    assert palette.why.isVisible()


@pytest.mark.slow
def test_every_command_that_has_synonyms_is_there(window, palette):
    for title in search_words().commands:
        found = [entry.title for entry in typed(palette, title) if entry.kind == "Command"]
        assert any(name.startswith(title) for name in found), title


def test_a_value_is_set_as_one_step_and_without_a_value_one_is_asked_for(window, palette):
    choose(palette, "length")
    assert palette.isVisible()
    assert palette.search.text() == "Length "
    for value, length in ("length 1000", 1000), ("sentence The cat sat", 3):
        choose(palette, value)
        assert window.session.document.encoding.length == length
        assert not palette.isVisible()
        window.session.undo_stack.undo()
        assert window.session.document.encoding.length == 200
        palette.open()


def test_what_is_refused_says_why_as_its_control_does_and_stays_to_be_mended(window, palette):
    before = window.session.document
    entry = choose(palette, "dimensions 2.5")
    assert (
        entry.refusal
        == palette.why.text()
        == requirement(specification(type(before.encoding), "dim"))
    )
    assert choose(palette, f"sentence {1001 * 'so '}").refusal.startswith(
        "Sentence must be at most 1"
    )
    assert palette.isVisible()
    assert window.session.document is before


@pytest.mark.slow
def test_entries_of_every_kind_are_chosen_and_a_pane_without_anything_says_why(window, palette):
    session = window.session
    before = window.session.document
    entry = choose(palette, "bias")
    assert entry.refusal == PANES["bias"].reason_empty(before)
    assert palette.isVisible()
    choose(palette, "waves")
    assert "waves" in window.area.open
    window.commands.open()
    choose(palette, "alibi")
    assert session.document.view.panes == ("bias", "attention"), "those of the scheme"
    for _ in range(2):
        session.undo_stack.undo()
    assert session.document == before
    window.commands.open()
    choose(palette, "gemma")
    assert session.place.step.preset == "rope-gemma"
    window.commands.open()
    choose(palette, "theme dark")
    assert window.appearance.choice == "dark"


def test_an_entry_of_a_menu_that_was_filled_anew_meanwhile_only_closes_it(window, palette):
    before = window.session.document
    assert typed(palette, "what moves base")[0].title == "What moves: Base b"
    for menu in window.menuBar().findChildren(QMenu):
        menu.aboutToShow.emit()
    palette.choose_current()
    assert palette.isHidden()
    assert window.session.document is before


@pytest.mark.slow
def test_arrows_choose_and_go_round_and_it_stays_within_a_small_window(window, palette):
    window.resize(640, 480)
    typed(palette, "")
    assert window.rect().contains(palette.geometry())
    typed(palette, "metric")
    rows = palette.list.topLevelItemCount()
    for keys, row in (
        ([Key.Key_Down], 1),
        ([Key.Key_Up, Key.Key_Up], rows - 1),
        ([Key.Key_Down], 0),
    ):
        press(palette, *keys)
        assert palette.list.currentIndex().row() == row


def test_escape_and_its_key_close_it_and_keys_are_for_the_picture(window, palette, qtbot):
    press(palette, Key.Key_Escape)
    assert not palette.isVisible()
    assert window.docks[window.current.name].isAncestorOf(QApplication.focusWidget())
    for is_open in (True, False):
        QTest.keyClick(window, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda is_open=is_open: palette.isVisible() is is_open)
    assert window.findChildren(CommandPalette) == [palette], "it is made once"
