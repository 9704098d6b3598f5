"""The menus: what their entries do, their keys, and the dialogs of Help."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QStyle

from peviewer.app.window import diagnostics
from peviewer.app.window.help_dialogs import Page, symbols
from peviewer.app.window.menus import shortcuts

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def entries(menu, path=()):
    for action in menu.actions():
        place = (*path, action.text().replace("&", "").partition("\t")[0])
        if action.menu():
            action.menu().aboutToShow.emit()
            yield from entries(action.menu(), place)
        elif not action.isSeparator():
            yield place, action


def find(window, *path):
    return dict(entries(window.menuBar()))[path]


def press(window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    window.activateWindow()
    QTest.keyClick(window, key, modifiers)


@pytest.fixture
def window(small_window):
    return small_window


@pytest.fixture
def two_panes(open_window):
    return open_window(panes=("encoding", "binary"))


def test_no_two_entries_have_one_key_and_keys_undo_redo_and_play(window):
    keys = [key.toString() for _, action in entries(window.menuBar()) for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    window.session.edit({"encoding.length": 5})
    for modifiers, length in ((CONTROL, 200), (CONTROL | SHIFT, 5)):
        press(window, Qt.Key.Key_Z, modifiers)
        assert window.session.document.encoding.length == length
    for plays in (True, False):
        press(window, Qt.Key.Key_Space)
        assert window.player.playing is plays


@pytest.mark.slow
def test_what_is_chosen_in_the_view_menu_is_shown_and_ticked(qtbot, two_panes):
    window = two_panes
    session = two_panes.session
    session.edit({"view.zoom": {"position": (1, 5)}}, undoable=False)
    press(window, Qt.Key.Key_0, CONTROL)
    assert session.document.view.zoom == {}
    window.area.reveal("binary")
    press(window, Qt.Key.Key_M, CONTROL)
    assert window.area.maximised == "binary", "opened last"
    find(window, "View", "Show all panes").trigger()
    assert window.area.maximised == ""
    find(window, "View", "Theme", "Dark").trigger()
    assert window.appearance.palette.name == "dark"
    assert find(window, "View", "Theme", "Dark").isChecked()
    find(window, "Play", "Repeat", "Loop").trigger()
    assert session.document.play.repeat == "loop"
    press(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    for name in list(window.area.open):
        window.area.close_pane(name)
    assert not find(window, "View", "Maximise pane").isEnabled()


@pytest.mark.slow
def test_export_opens_the_dialog_on_the_current_pane_and_return_writes_it(
    qtbot, two_panes, tmp_path, monkeypatch
):
    window = two_panes
    target = tmp_path / "picture.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.docks["binary"].asked.emit("activate", "binary")
    assert find(window, "File", "Copy Binary as image").isEnabled()
    press(window, Qt.Key.Key_E, CONTROL)
    dialog = window.export_actions.dialog
    assert dialog.panes.chosen == ("binary",)
    qtbot.waitUntil(dialog.export_button.isEnabled, timeout=20_000)
    with qtbot.waitSignal(window.export_actions.reported, timeout=20_000):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert window.status.message == f"Exported picture.png to {target.parent}"
    find(window, "File", "Export deck…").trigger()
    assert dialog.kind.name == "deck"


def test_a_session_is_saved_and_opened_from_the_menu(window, tmp_path, monkeypatch):
    target = tmp_path / "a.peview"
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: 1)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(target)])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_arguments: (str(target), ""))
    window.session.edit({"encoding.length": 55})
    find(window, "File", "Save session as…").trigger()
    for entry in ("Open session…",), ("Open recent", str(target)):
        window.session.edit({"encoding.length": 5})
        find(window, "File", *entry).trigger()
        assert window.session.document.encoding.length == 55
        assert window.files.title == "a.peview"
        assert window.files.unsaved is False


def close(page):
    page.reject()
    QApplication.sendPostedEvents(page, QEvent.Type.DeferredDelete)


@pytest.mark.slow
def test_help_explains_panes_names_every_version_and_lists_symbols_and_shortcuts(qtbot, window):
    entry = find(window, "Help", "Explain", "Binary")
    menu = entry.parent()
    assert menu.sizeHint().height() <= 690, "all is seen on a screen of 720 pixels"
    assert menu.style().styleHint(QStyle.StyleHint.SH_Menu_Scrollable, None, menu), (
        "a lower one keeps its one column"
    )
    entry.trigger()
    qtbot.waitUntil(window.docks["binary"].explanation.isVisible)
    find(window, "Help", "About peviewer").trigger()
    page = window.findChild(Page)
    known = diagnostics.facts()
    versions = known["Versions"]
    assert {
        "peviewer",
        "Python",
        "Qt",
        "pyqtgraph",
        "NumPy",
        "matplotlib",
        "pydantic",
    } <= versions.keys()
    shown = page.browser.toPlainText()
    assert all(version in shown for version in versions.values() if version != diagnostics.ABSENT)
    next(
        button for button in page.findChildren(QPushButton) if button.text() == "Copy diagnostics"
    ).click()
    assert QApplication.clipboard().text() == diagnostics.text(known)
    close(page)
    listed = shortcuts(window.menuBar())
    assert {("Zoom to all", "Ctrl+0"), ("Go to: Encoding", "Ctrl+1")} <= {*listed["View"]}
    assert ("Step back", "←") in listed["Play"]
    press(window, Qt.Key.Key_F1)
    page = window.findChild(Page)
    assert page.focusWidget() is page.browser, "keys scroll it"
    assert all(key in page.browser.toPlainText() for _, key in listed["View"])
    close(page)
    find(window, "Help", "Symbols").trigger()
    page = window.findChild(Page)
    assert {row.symbol for rows in symbols().values() for row in rows} <= {
        *page.browser.toPlainText().split("\n")
    }
    assert page.browser.horizontalScrollBar().maximum() == 0, "it is scrolled downwards only"
    close(page)
