"""The menus, each filled from the one part of the window it is about.

Their entries and shortcuts.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QLabel, QMenu, QMenuBar, QToolButton, QWidgetAction

from peviewer.app.look.themes import CHOICES, Appearance
from peviewer.app.panes.area import PaneArea
from peviewer.app.session.files import SessionFiles
from peviewer.app.session.scheme_files import OWN_FILES, own_files
from peviewer.app.session.session import STEPS, Session
from peviewer.app.session.settings import Settings
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.transport import Transport
from peviewer.app.window.keyboard_focus import CurrentPane
from peviewer.document.animation import field_specification
from peviewer.figures.panes.catalog import GROUPS, PANES
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import Preset
from peviewer.figures.presets import groups as preset_groups
from peviewer.live.text import wrapped

ARROWS = {"Left": "←", "Right": "→"}
Shortcut = QKeySequence.StandardKey | str
Run = Callable[[], object]
Standard = QKeySequence.StandardKey
ADD = "Add a pane (Ctrl+T)"
# How many panes have a key: Ctrl+1 to Ctrl+9.
KEYS = 9


def add(
    menu: QMenu, text: str, run: Callable[[], object], shortcut: Shortcut = "", *, tip: str = ""
) -> QAction:
    action = menu.addAction(text)
    if shortcut:
        action.setShortcut(QKeySequence(shortcut))
    if tip:
        action.setToolTip(wrapped(tip))
    action.triggered.connect(lambda: run())
    return action


def add_heading(menu: QMenu, text: str) -> None:
    """Add a heading; in our style sheet Qt's own sections show no text."""
    label = QLabel(text)
    label.setObjectName("menuHeading")
    heading = QWidgetAction(menu)
    heading.setDefaultWidget(label)
    heading.setText(text)
    heading.setEnabled(False)
    menu.addAction(heading)


def add_field(menu: QMenu, session: Session, path: str) -> QAction:
    spec = field_specification(session.document, path)
    submenu = menu.addMenu(spec.title)
    labels = {choice: spec.label(choice) for choice in spec.choices}
    entries = add_choice(submenu, labels, lambda choice: session.edit({path: choice}))
    session.watch(path, lambda document: entries[str(document.get(path))].setChecked(True))
    return submenu.menuAction()


def add_choice(
    menu: QMenu, labels: dict[str, str], choose: Callable[[str], object]
) -> dict[str, QAction]:
    """Add entries of which one is ticked; `choose` is called with the key of the one picked."""
    entries = {key: menu.addAction(label) for key, label in labels.items()}
    group = QActionGroup(menu)
    # The group ends where the menu is filled again.
    next(iter(entries.values())).destroyed.connect(group.deleteLater)
    for key, entry in entries.items():
        group.addAction(entry)
        entry.setCheckable(True)
        entry.triggered.connect(lambda _ticked, key=key: choose(key))
    return entries


def shortcuts(bar: QMenuBar) -> dict[str, list[tuple[str, str]]]:
    """Return every menu's entries that have a key.

    Each is what it does, and the key as this system writes it.
    """
    by_menu = {
        unmarked(top): list(_keys(menu))
        for top in bar.actions()
        if isinstance(menu := top.menu(), QMenu)
    }
    return {title: rows for title, rows in by_menu.items() if rows}


def _keys(menu: QMenu) -> Iterator[tuple[str, str]]:
    for action in menu.actions():
        if isinstance(submenu := action.menu(), QMenu):
            yield from ((f"{unmarked(action)}: {text}", key) for text, key in _keys(submenu))
            continue
        if action.isVisible() and (
            key := action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        ):
            yield unmarked(action).removesuffix("…"), pressed_keys(key)


def summarised(title: str, summary: str) -> str:
    """Return the text of an entry that says at its end what it is.

    Others have their keys there.
    """
    return f"{title}\t{summary[:1].upper()}{summary[1:]}".replace("&", "&&")


def pressed_keys(key: str) -> str:
    """Return a key as this system writes it, with arrows as arrows."""
    held, plus, last = key.rpartition("+")
    return held + plus + ARROWS.get(last, last)


def unmarked(action: QAction) -> str:
    return action.text().partition("\t")[0].replace("&", "")


def fill_presets(menu: QMenu, choose: Callable[[Preset], object]) -> None:
    for group, members in preset_groups().items():
        submenu = menu.addMenu(group)
        submenu.setToolTipsVisible(True)
        for preset in members:
            add(submenu, preset.title, partial(choose, preset), tip=preset.at_start.text)


def fill_file(menu: QMenu, session: Session, files: SessionFiles, settings: Settings) -> None:
    add(menu, "&Open session…", files.choose_and_open, Standard.Open)
    add(
        menu,
        "Open &table…",
        files.choose_and_open_table,
        "Ctrl+Shift+O",
        tip="Open a table of your own: .npy, .npz, .csv, .safetensors, PyTorch or config.json",
    )
    add(
        menu,
        "Open sc&heme…",
        files.choose_and_open_scheme,
        tip="Open a scheme of your own: a Python file, whose code will be run",
    )
    reload = add(
        menu,
        "Re&load scheme",
        files.schemes.reload,
        "Ctrl+Shift+R",
        tip="Run the file of the scheme again",
    )
    session.watch(
        own_files, lambda document: reload.setEnabled(bool(own_files(document))), of=OWN_FILES
    )
    recent = menu.addMenu("Open &recent")
    fill = partial(_fill_recent, recent, files, settings)
    files.recentChanged.connect(fill)
    fill()
    menu.addSeparator()
    add(menu, "&Save session", files.save, Standard.Save)
    add(menu, "Save session &as…", files.choose_and_save, "Ctrl+Shift+S")
    menu.setToolTipsVisible(True)
    menu.addSeparator()


def _fill_recent(menu: QMenu, files: SessionFiles, settings: Settings) -> None:
    menu.clear()
    for name in settings.choices.recent:
        add(menu, name.replace("&", "&&"), partial(files.open, Path(name)))
    menu.setEnabled(bool(settings.choices.recent))


def fill_exports(
    menu: QMenu,
    export: Callable[..., object],
    copy: Callable[..., object],
    current: Callable[[], Pane],
) -> None:
    """Add what can be made of the panes; the entry that copies one names it."""
    add(
        menu,
        "&Export…",
        export,
        "Ctrl+E",
        tip="Save a picture, a clip (MP4, GIF), the data (CSV, NPZ), code or slides",
    )
    add(
        menu,
        "Export &deck…",
        partial(export, kind="deck"),
        "Ctrl+Shift+E",
        tip="Save slides for PowerPoint, or a PDF",
    )
    copying = add(menu, "&Copy pane as image", copy, Standard.Copy)
    add(menu, "Copy as co&de", partial(copy, kind="code"), "Ctrl+Shift+C")
    menu.aboutToShow.connect(lambda: copying.setText(f"&Copy {current().title} as image"))


def fill_edit(menu: QMenu, session: Session) -> None:
    menu.setToolTipsVisible(True)
    undo = session.undo_stack.createUndoAction(menu, "Undo")
    undo.setToolTip(f"The last {STEPS} steps can be undone")
    undo.setShortcut(Standard.Undo)
    redo = session.undo_stack.createRedoAction(menu, "Redo")
    redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
    menu.addActions([undo, redo])
    menu.addSeparator()
    add(
        menu,
        "R&eset",
        session.reopen,
        "Ctrl+R",
        tip="Show again what was opened last, and its panes; Undo goes back",
    )


def add_button(open_sheet: Run) -> QToolButton:
    """Return the button that opens the sheet of panes, without its icon as yet."""
    button = QToolButton()
    button.setText("Pane")
    button.setToolTip(ADD)
    button.setObjectName("addPane")
    button.setAccessibleName(ADD)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(lambda: open_sheet())
    return button


def fill_go(menu: QMenu, area: PaneArea, current: CurrentPane, to_parameters: Run) -> None:
    """Add the panes that are open, as they are read.

    The first nine have a key. What else has one comes after them.
    """
    entries = [
        add(menu, "", partial(_go, place, area, current.show), f"Ctrl+{place + 1}")
        for place in range(KEYS)
    ]
    menu.addSeparator()
    add(menu, "&Next pane", current.enter, "F6")
    add(menu, "&Parameters", to_parameters, "Shift+F6")
    add(menu, "&Menu of the pane", current.open_menu, "Shift+F10")

    def name() -> None:
        for entry, pane in zip_longest(entries, area.placed[:KEYS]):
            entry.setText(PANES[pane].title if pane else "")
            entry.setVisible(bool(pane))

    for signal in (area.placed_anew, menu.aboutToShow):
        signal.connect(lambda *_: name())
    name()


def _go(place: int, area: PaneArea, go: Callable[[str], object]) -> None:
    if place < len(area.placed):
        go(area.placed[place])


def fill_type(menu: QMenu, make_larger: Callable[[int], object]) -> None:
    menu.addSeparator()
    larger = add(menu, "&Larger text", partial(make_larger, 1))
    larger.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
    add(menu, "S&maller text", partial(make_larger, -1), "Ctrl+-")
    add(menu, "&Normal text", partial(make_larger, 0), "Ctrl+Shift+0")


def fill_theme(menu: QMenu, appearance: Appearance, choose: Callable[[str], object]) -> None:
    entries = add_choice(menu, CHOICES, choose)
    menu.aboutToShow.connect(lambda: entries[appearance.choice].setChecked(True))
    entries[appearance.choice].setChecked(True)


def fill_explanations(menu: QMenu, explain: Callable[[str], object]) -> None:
    for panes in GROUPS.values():
        menu.addSeparator()
        for pane in panes:
            add(menu, pane.title, partial(explain, pane.name), tip=pane.summary)


def fill_maximise(menu: QMenu, area: PaneArea, current: Callable[[], Pane]) -> None:
    """Add what lets the current pane fill the middle, or shows all again, and what closes it."""
    entry = add(menu, "&Maximise pane", lambda: area.toggle(current().name), "Ctrl+M")
    area.maximisedChanged.connect(
        lambda name: entry.setText("Show &all panes" if name else "&Maximise pane")
    )
    closing = add(menu, "&Close pane", lambda: area.close_pane(current().name), "Ctrl+W")
    for action in (entry, closing):
        area.shownChanged.connect(lambda *_, action=action: action.setEnabled(bool(area.open)))


def fill_play(menu: QMenu, session: Session, animated: AnimatedField, transport: Transport) -> None:
    menu.addActions([transport.play_action, transport.back_action, transport.forward_action])
    menu.addActions([transport.first_action, transport.last_action])
    menu.addSeparator()
    menu.addActions([transport.slower_action, transport.faster_action])
    menu.addSeparator()
    choices = menu.addMenu("What &moves")
    choices.aboutToShow.connect(lambda: _fill_animated(choices, animated))
    add_field(menu, session, "play.repeat")
    menu.addSeparator()
    menu.addAction(transport.reset_action)
    transport.more.setMenu(menu)


def _fill_animated(menu: QMenu, animated: AnimatedField) -> None:
    menu.clear()
    add_choice(menu, animated.choices(), animated.choose)[animated.path].setChecked(True)
