"""The menus: each is filled from the one part of the window it is about."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from peviewer.app.look.themes import CHOICES, Appearance
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.zoom_history import ZoomHistory
from peviewer.app.session.files import SessionFiles
from peviewer.app.session.session import STEPS, Session
from peviewer.app.session.settings import Settings
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.transport import Transport
from peviewer.app.window.actions import add, add_choice, add_field, add_heading
from peviewer.app.window.description import Description
from peviewer.figures.panes.pane import Pane

Standard = QKeySequence.StandardKey
Run = Callable[[], object]
Groups = Mapping[str, Sequence[Pane]]
KEYS = 9  # Ctrl+1 … Ctrl+9


def fill_file(menu: QMenu, files: SessionFiles, settings: Settings, reset: Run) -> None:
    """Add what opens and saves sessions, and the way back to the first launch."""
    add(menu, "&Open session…", files.choose_and_open, Standard.Open)
    recent = menu.addMenu("Open &recent")
    fill = partial(_fill_recent, recent, files, settings)
    files.recentChanged.connect(fill)
    fill()
    menu.addSeparator()
    add(menu, "&Save session", files.save, Standard.Save)
    add(menu, "Save session &as…", files.choose_and_save, "Ctrl+Shift+S")
    add(menu, "Rese&t everything", reset, tip="Be as on first launch; Undo brings back what was shown")
    menu.setToolTipsVisible(True)
    menu.addSeparator()


def _fill_recent(menu: QMenu, files: SessionFiles, settings: Settings) -> None:
    menu.clear()
    for name in settings.choices.recent:
        add(menu, name.replace("&", "&&"), partial(files.open, Path(name)))
    menu.setEnabled(bool(settings.choices.recent))


def fill_exports(
    menu: QMenu, export: Callable[..., object], copy: Callable[..., object], current: Callable[[], Pane]
) -> None:
    """Add what can be made of the panes; the entry that copies one names it."""
    add(menu, "&Export…", export, "Ctrl+E")
    add(menu, "Export &deck…", partial(export, kind="deck"), "Ctrl+Shift+E")
    copying = add(menu, "&Copy pane as image", copy, Standard.Copy)
    add(menu, "Copy as co&de", partial(copy, kind="code"), "Ctrl+Shift+C")
    menu.aboutToShow.connect(lambda: copying.setText(f"&Copy {current().title.lower()} as image"))


def fill_edit(menu: QMenu, session: Session) -> None:
    """Add undo, redo, and the way back to what was opened."""
    menu.setToolTipsVisible(True)
    undo = session.undo_stack.createUndoAction(menu, "Undo")
    undo.setToolTip(f"The last {STEPS} steps can be undone")
    undo.setShortcut(Standard.Undo)
    redo = session.undo_stack.createRedoAction(menu, "Redo")
    redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
    menu.addActions([undo, redo])
    menu.addSeparator()
    add(menu, "&Reset all to preset", lambda: session.open(session.baseline, session.title), "Ctrl+R")


def fill_panes(menu: QMenu, groups: Groups, area: PaneArea) -> None:
    """Add every pane, ticked where it is open."""
    entries: dict[str, QAction] = {}
    for title, panes in groups.items():
        add_heading(menu, title)
        for pane in panes:
            entries[pane.name] = _add_pane(menu, pane, area)
    menu.aboutToShow.connect(lambda: _tick_panes(entries, area))


def _add_pane(menu: QMenu, pane: Pane, area: PaneArea) -> QAction:
    entry = menu.addAction(pane.title)
    entry.setCheckable(True)
    entry.setToolTip(pane.summary)
    # A key leaves the tick as it was when the menu was last open: what counts is the pane.
    entry.triggered.connect(lambda: area.close_pane(pane.name) if pane.name in area.open else area.reveal(pane.name))
    return entry


def _tick_panes(entries: Mapping[str, QAction], area: PaneArea) -> None:
    for name, entry in entries.items():
        entry.setChecked(name in area.open)


def fill_open(menu: QMenu, area: PaneArea, titles: Mapping[str, str], go: Callable[[str], object]) -> None:
    """Add the panes that are open, as they are read: the first nine have a key, which leads to each."""
    entries = [add(menu, "", partial(_go, place, area, go), f"Ctrl+{place + 1}") for place in range(KEYS)]

    def name() -> None:
        for entry, pane in zip_longest(entries, area.placed[:KEYS]):
            entry.setText(titles[pane] if pane else "")
            entry.setVisible(bool(pane))
        menu.setEnabled(bool(area.placed))

    for told in (area.shownChanged, area.changed, menu.aboutToShow):
        told.connect(lambda *_: name())
    name()


def _go(place: int, area: PaneArea, go: Callable[[str], object]) -> None:
    if place < len(area.placed):
        go(area.placed[place])


def fill_fields(menu: QMenu, session: Session) -> None:
    """Add how the Document is looked at."""
    for path in ("view.colormap", "view.transposed", "view.raw", "view.square", "view.linked"):
        add_field(menu, session, path)


def fill_zoom(menu: QMenu, session: Session, zooms: ZoomHistory) -> None:
    """Add the ways back from what was zoomed to."""
    menu.addSeparator()
    add(menu, "R&eset view", lambda: session.edit({"view.zoom": {}}, undoable=False), "Ctrl+0")
    back = add(menu, "Zoom &back", zooms.back, "Alt+Left")
    forward = add(menu, "Zoom f&orward", zooms.forward, "Alt+Right")

    def enable() -> None:
        back.setEnabled(zooms.can_go_back)
        forward.setEnabled(zooms.can_go_forward)

    zooms.changed.connect(enable)
    enable()


def add_range(menu: QMenu, choose: Callable[[], object], available: Callable[[], bool]) -> None:
    """Add what chooses the range of the current pane's colours."""
    entry = add(menu, "Colour ra&nge…", choose)
    menu.aboutToShow.connect(lambda: entry.setEnabled(available()))


def add_description(menu: QMenu, description: Description) -> None:
    """Add what shows or hides what a preset says of itself."""
    entry = menu.addAction("Preset &description")
    entry.setCheckable(True)
    entry.triggered.connect(description.choose)
    menu.aboutToShow.connect(lambda: entry.setChecked(description.wanted))


def fill_theme(menu: QMenu, appearance: Appearance, choose: Callable[[str], object]) -> None:
    """Add the themes, the current one ticked."""
    entries = add_choice(menu, CHOICES, choose)
    menu.aboutToShow.connect(lambda: entries[appearance.choice].setChecked(True))
    entries[appearance.choice].setChecked(True)


def fill_explanations(menu: QMenu, groups: Groups, explain: Callable[[str], object]) -> None:
    """Add what to look for in each pane."""
    for title, panes in groups.items():
        add_heading(menu, title)
        for pane in panes:
            add(menu, pane.title, partial(explain, pane.name), tip=pane.summary)


def fill_maximise(menu: QMenu, area: PaneArea, current: Callable[[], Pane]) -> None:
    """Add what lets the current pane fill the middle, or shows all again."""
    entry = add(menu, "&Maximise pane", lambda: area.toggle(current().name), "Ctrl+M")
    area.maximisedChanged.connect(lambda name: entry.setText("Show &all panes" if name else "&Maximise pane"))


def add_closing(menu: QMenu, area: PaneArea, current: Callable[[], Pane]) -> None:
    """Add what closes the current pane."""
    entry = add(menu, "&Close pane", lambda: area.close_pane(current().name), "Ctrl+W")
    area.shownChanged.connect(lambda *_: entry.setEnabled(bool(area.open)))


def fill_play(menu: QMenu, session: Session, animated: AnimatedField, transport: Transport) -> None:
    """Add what moves, and all that moves it."""
    menu.addActions([transport.play_action, transport.back_action, transport.forward_action])
    menu.addActions([transport.first_action, transport.last_action])
    menu.addSeparator()
    menu.addActions([transport.slower_action, transport.faster_action])
    menu.addSeparator()
    choices = menu.addMenu("What &moves")
    choices.aboutToShow.connect(lambda: _fill_animated(choices, animated))
    add_field(menu, session, "shift.repeat")


def _fill_animated(menu: QMenu, animated: AnimatedField) -> None:
    menu.clear()
    add_choice(menu, animated.choices(), animated.choose)[animated.path].setChecked(True)
