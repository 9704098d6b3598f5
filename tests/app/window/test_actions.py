import gc

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QPushButton, QWidgetAction

from peviewer.app.window import diagnostics
from peviewer.app.window.help_dialogs import About, Shortcuts
from peviewer.app.window.menus import shortcuts
from peviewer.document.document import Document
from peviewer.figures.presets import groups, presets
from peviewer.live.text import wrapped


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
def window(open_window):
    """Return a window of two panes: menus are the point."""
    return open_window(panes=("encoding", "binary"))


@pytest.mark.slow
def test_panes_stand_in_the_menu_below_what_they_have_in_common(window):
    menu = next(action.menu() for action in window.findChildren(QAction) if action.text() == "&Panes")
    found, group = {}, ""
    for action in menu.actions():
        if isinstance(action, QWidgetAction):
            assert action.defaultWidget().text() == action.text()
            group = action.text()
        else:
            found.setdefault(group, []).append(action.text())
    assert found == {title: [pane.title for pane in panes] for title, panes in window.groups.items()}


def test_no_two_entries_have_one_key(window):
    keys = [key.toString() for _, action in entries(window.menuBar()) for key in action.shortcuts()]
    assert len(keys) == len(set(keys))


def test_undo_and_redo_are_in_the_menu_and_on_their_keys(window):
    window.session.edit({"encoding.length": 5})
    press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.document.encoding.length == 200
    press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.session.document.encoding.length == 5


@pytest.mark.slow
def test_the_menu_says_how_far_undo_goes(window):
    tips = [action.toolTip() for menu in window.menuBar().actions() for action in menu.menu().actions()]
    assert "The last 500 steps can be undone" in tips


@pytest.mark.slow
def test_reset_all_goes_back_to_what_was_opened_and_can_be_undone(window):
    baseline = window.session.document
    window.session.edit({"encoding.length": 5, "view.raw": True})
    find(window, "Edit", "Reset all to preset").trigger()
    assert window.session.document == baseline
    window.session.undo_stack.undo()
    assert window.session.document.encoding.length == 5


@pytest.mark.slow
def test_each_preset_is_an_entry_with_its_description(window):
    shown = dict(entries(window.menuBar()))
    for name, preset in presets().items():
        entry = shown["Presets", preset.group, preset.title]
        assert entry.toolTip() == wrapped(preset.invitation)
        entry.trigger()
        assert window.session.document == preset.document, name


@pytest.mark.slow
def test_the_chooser_shows_what_is_open_and_opens_what_is_chosen(qtbot, window):
    chooser = window.preset_chooser
    assert chooser.currentText() == presets()["shift"].title
    index = chooser.findData("paper")
    chooser.setCurrentIndex(index)
    with qtbot.waitSignal(window.session.changed):
        chooser.activated.emit(index)
    assert window.session.document == presets()["paper"].document
    with qtbot.waitSignal(window.session.changed):
        window.session.open(Document(), "lecture.peview")
    assert (chooser.currentIndex(), chooser.placeholderText()) == (-1, "lecture.peview")


@pytest.mark.slow
def test_headings_in_the_chooser_cannot_be_chosen(window):
    chooser = window.preset_chooser
    rows = {chooser.itemText(index): chooser.model().index(index, 0).flags() for index in range(chooser.count())}
    choosable = [title for title, flags in rows.items() if flags & Qt.ItemFlag.ItemIsSelectable]
    assert choosable == [preset.title for preset in presets().values()]
    assert [title for title in rows if title not in choosable] == list(groups())


@pytest.mark.slow
@pytest.mark.parametrize(("title", "path"), [("Positions across", "view.transposed"), ("No averaging", "view.raw")])
def test_a_ticked_entry_sets_its_field_and_follows_it(qtbot, window, title, path):
    entry = find(window, "View", title)
    with qtbot.waitSignal(window.session.changed):
        entry.trigger()
    assert window.session.document.get(path) is True
    with qtbot.waitSignal(window.session.changed):
        window.session.undo_stack.undo()
    assert not entry.isChecked()


@pytest.mark.slow
def test_colours_are_chosen_from_the_menu(window):
    find(window, "View", "Colours", "Viridis").trigger()
    assert window.session.document.view.colormap == "viridis"


@pytest.mark.slow
def test_reset_view_shows_everything(window):
    window.session.edit({"view.zoom": {"position": (1, 5)}}, undoable=False)
    press(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert window.session.document.view.zoom == {}


@pytest.mark.slow
def test_panes_are_closed_and_opened_again_from_the_menu(window):
    entry = find(window, "View", "Panes", "Binary")
    assert entry.isChecked()
    entry.trigger()
    assert window.docks["binary"].isHidden()
    find(window, "View", "Panes", "Binary").trigger()
    assert window.docks["binary"].seen


@pytest.mark.slow
def test_the_last_clicked_pane_is_maximised_from_the_menu(window):
    window.docks["binary"].view.hovered.emit({"position": 3})
    window.docks["binary"].view.pressed.emit(False)
    press(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert window.area.maximised == "binary"
    find(window, "View", "Show all panes").trigger()
    assert window.area.maximised == ""


@pytest.mark.slow
def test_themes_are_chosen_from_the_menu(window):
    find(window, "View", "Theme", "Dark").trigger()
    assert window.appearance.palette.name == "dark"
    assert find(window, "View", "Theme", "Dark").isChecked()


def test_the_space_bar_plays_and_pauses(window):
    press(window, Qt.Key.Key_Space)
    assert window.player.playing
    press(window, Qt.Key.Key_Space)
    assert not window.player.playing


@pytest.mark.slow
def test_how_the_shift_repeats_is_chosen_from_the_menu(window):
    find(window, "Play", "Repeat", "Loop").trigger()
    assert window.session.document.shift.repeat == "loop"


@pytest.mark.slow
def test_copy_names_the_current_pane(window):
    window.docks["binary"].activated.emit("binary")
    names = [path[-1] for path, _ in entries(window.menuBar().actions()[0].menu())]
    window.menuBar().actions()[0].menu().aboutToShow.emit()
    names = [path[-1] for path, _ in entries(window.menuBar().actions()[0].menu())]
    assert {"Export…", "Export deck…", "Copy binary as image", "Copy as code"} <= set(names)


def test_export_opens_the_dialog_on_the_current_pane_and_return_writes_it(qtbot, window, tmp_path):
    window.docks["binary"].activated.emit("binary")
    press(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    dialog = window.export_actions.dialog
    assert dialog.isVisible()
    assert dialog.picker.chosen == ("binary",)
    dialog.target.name.setText(str(tmp_path / "picture.png"))
    dialog.target.name.editingFinished.emit()
    with qtbot.waitSignal(window.export_actions.reported, timeout=20_000):
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert (tmp_path / "picture.png").exists()
    assert window.status.currentMessage() == f"Exported picture.png to {tmp_path}"


@pytest.mark.slow
def test_a_deck_is_exported_from_the_menu(window):
    find(window, "File", "Export deck…").trigger()
    assert window.export_actions.dialog.kind.name == "deck"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"), [("Copy encoding as image", ""), ("Copy as code", "def positional_encoding")]
)
def test_what_the_menu_copies_is_on_the_clipboard(qtbot, window, name, text):
    window.menuBar().actions()[0].menu().aboutToShow.emit()
    with qtbot.waitSignal(window.export_actions.reported, timeout=20_000):
        find(window, "File", name).trigger()
    data = QApplication.clipboard().mimeData()
    assert text in data.text() if text else data.hasImage() and data.hasFormat("image/svg+xml")


def test_a_session_is_saved_and_opened_from_the_menu(window, tmp_path, monkeypatch):
    target = tmp_path / "a.peview"
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: 1)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _dialog: [str(target)])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_arguments: (str(target), ""))
    window.session.edit({"encoding.length": 55})
    find(window, "File", "Save session as…").trigger()
    window.session.edit({"encoding.length": 5})
    find(window, "File", "Open session…").trigger()
    assert window.session.document.encoding.length == 55
    window.session.edit({"encoding.length": 5})
    find(window, "File", "Open recent", str(target)).trigger()
    assert window.session.document.encoding.length == 55


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Open recent", "What moves"])
def test_a_menu_that_is_filled_anew_by_its_own_entries_keeps_nothing_of_before(window, tmp_path, name):
    for number in range(2):
        (tmp_path / f"{number}.peview").write_text(Document().edited({"encoding.length": 50 + number}).to_json())
        window.files.open(tmp_path / f"{number}.peview")
    menu = next(menu for menu in window.findChildren(QMenu) if menu.title().replace("&", "") == name)
    left = []
    for _ in range(3):
        menu.popup(window.pos())
        last = menu.actions()[-1]
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(last).center())
        assert not menu.isVisible()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        left.append(len(menu.findChildren(QAction)) + len(menu.findChildren(QActionGroup)))  # Qt keeps more of its own
    assert left == left[:1] * 3
    assert window.session.document.encoding.length == (50 if name == "Open recent" else 51)


@pytest.mark.slow
def test_collecting_garbage_takes_no_entry_of_a_menu_of_choices(window):
    menu = next(menu for menu in window.findChildren(QMenu) if menu.title() == "What &moves")
    menu.popup(window.pos())
    before = [action.text() for action in menu.actions()]
    gc.collect()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert [action.text() for action in menu.actions()] == before == list(window.animated_field.choices().values())
    assert [action.text() for action in menu.actions() if action.isChecked()] == [window.animated_field.label()]
    menu.close()


@pytest.mark.slow
def test_full_screen_and_back(window):
    press(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    press(window, Qt.Key.Key_F11)
    assert not window.isFullScreen()


@pytest.mark.slow
def test_each_pane_is_explained_from_the_menu(window):
    window.docks["binary"].close()
    find(window, "Help", "Explain", "Binary").trigger()
    assert window.docks["binary"].seen
    assert window.docks["binary"].explanation.isVisible()


@pytest.mark.slow
def test_about_names_every_version_and_copies_what_diagnostics_print(window):
    find(window, "Help", "About peviewer").trigger()
    about = window.findChild(About)
    text = " ".join(label.text() for label in about.findChildren(type(window.status.opened)))
    found = diagnostics.entries()
    versions = {entry.name: entry.value for entry in found if entry.group == "Versions"}
    assert {"peviewer", "Python", "Qt", "pyqtgraph", "NumPy", "matplotlib", "pydantic"} <= versions.keys()
    assert all(version in text for version in versions.values() if version != diagnostics.ABSENT)
    next(button for button in about.findChildren(QPushButton) if button.text() == "Copy diagnostics").click()
    assert QApplication.clipboard().text() == diagnostics.text(found)
    about.close()


@pytest.mark.slow
def test_the_list_of_shortcuts_is_that_of_the_menus(window):
    listed = shortcuts(window.menuBar())
    assert [text for text, _ in listed["View"] if text.startswith("Go to pane")] == [
        f"Go to pane: {window.panes[name].title}" for name in window.area.open
    ]
    assert ("Undo", QKeySequence(QKeySequence.StandardKey.Undo).toString()) in listed["Edit"]
    assert ("Reset view", "Ctrl+0") in listed["View"]
    assert ("Step back", "←") in listed["Play"]
    assert ("Go to pane: Encoding", "Ctrl+1") in listed["View"]
    press(window, Qt.Key.Key_F1)
    dialog = window.findChild(Shortcuts)
    assert isinstance(dialog, QDialog)
    assert dialog.isVisible()
    dialog.close()


@pytest.mark.slow
def test_every_entry_does_something(window, monkeypatch, tmp_path):
    monkeypatch.setattr(QFileDialog, "exec", lambda _dialog: 0)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_arguments: ("", ""))
    for path, action in list(entries(window.menuBar())):
        if path[-1] not in ("Quit",) and action.isEnabled() and not path[-1].startswith("Copy "):
            action.trigger()
            for popup in [QApplication.activePopupWidget(), *window.findChildren(QDialog)]:
                if popup is not None:
                    popup.close()
    assert not any(dock._failure.isVisible() for dock in window.docks.values())
